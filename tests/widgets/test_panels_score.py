"""The running score, its reasons and links, and the chart of losses."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.table.reports import ScoreLine, ScoreReason
from hexwar.table.telling import LossCurve
from hexwar.widgets.panels.end_sheet import LossChart, marks_for
from hexwar.widgets.panels.score import ScoreRow, VpPanel
from tests.widgets.skirmish import (
    ALLIED,
    CAVALRY,
    FRENCH,
    NINTH,
    PIRE,
    SECOND,
    battle,
    hosted,
    look,
    plain,
    wheel,
)

pytestmark = pytest.mark.qt_log_ignore("does not support")

WHY = ScoreReason("", "The line would be 17 hexes.", rule="N16.2", counts=False)
AWAY = ScoreReason("Piré", "was the last in it.", f"unit:{PIRE}", "N22.2", False, (WHY,))
LOST = ScoreReason("Coalition", "lost 9 <SP>.", parts=(ScoreReason("Udom", "lost 5 SP."),))
LINES = (
    ScoreLine(FRENCH, 1, "losses: 9 SP against 2 SP", rule="N22.2", reasons=(LOST,)),
    ScoreLine(FRENCH, 0, "holds Brienne (0303)", "hex:0303", "N22.2", (AWAY,)),
    ScoreLine(ALLIED, 4, "took a train"),
)


@pytest.fixture
def panel(qtbot: QtBot) -> VpPanel:
    made = hosted(qtbot, VpPanel(look()), 360, 600)
    made.show_score(battle(), LINES, "If the game ended now: a draw.")
    return made


def rows(panel: VpPanel, side: str = "french") -> list[ScoreRow]:
    return list(next(s for name, s in panel.sides.items() if name == side).lines.shown)


def test_each_side_has_its_total_and_lines_that_open_to_reasons(
    panel: VpPanel, qtbot: QtBot
) -> None:
    assert panel.outlook.text() == "If the game ended now: a draw."
    totals = [plain(s.title.text()) for s in panel.sides.values()]
    assert totals == ["■ French: 1 VP", "■ Coalition: 4 VP"]
    assert [(plain(r.points.text()), plain(r.words.text())) for r in rows(panel)] == [
        ("1", "losses: 9 SP against 2 SP N22.2"),
        ("0", "holds Brienne (0303) N22.2"),
    ]
    town = rows(panel)[1]
    for address in ("hex:0303", f"unit:{PIRE}", "rule:N16.2"):
        part = next(x for x in (town.words, town.reasons) if f'href="{address}"' in x.text())
        with qtbot.waitSignal(panel.linkActivated) as activated:
            part.linkActivated.emit(address)
        assert activated.args == [address]

    losses, town = rows(panel)
    assert not losses.reasons.isVisible()
    losses.arrow.click()
    assert losses.is_open
    assert plain(losses.reasons.text()).splitlines() == [
        "Coalition lost 9 <SP>. ",
        "Udom lost 5 SP. ",
    ]
    assert losses.reasons.isVisible()
    town.arrow.setFocus()
    QTest.keyClick(town.arrow, Qt.Key.Key_Space)
    assert town.reasons.isVisible()
    assert plain(town.reasons.text()).splitlines() == [
        "Not counted: Piré was the last in it. N22.2",
        "Not counted: The line would be 17 hexes. N16.2",
    ]
    QTest.keyClick(town.arrow, Qt.Key.Key_Space)
    assert not town.reasons.isVisible()
    assert town.arrow.accessibleName() == "Reasons: 0 VP, holds Brienne (0303)"


def test_what_is_open_stays_open_in_another_look_and_while_points_change(panel: VpPanel) -> None:
    [train] = rows(panel, "allied")
    assert not train.arrow.isVisible()
    rows(panel)[0].arrow.click()
    panel.set_look(look(2.0, "dark"))
    assert rows(panel)[0].is_open
    assert rows(panel)[0].arrow.width() == 44
    assert not panel.grab().isNull()

    rows(panel)[1].arrow.click()
    more = ScoreLine(FRENCH, 2, "took the wagons", "unit:X", "N22")
    other = ScoreLine(FRENCH, 4, "holds Brienne (0303)", "hex:0303", "N22.2", (LOST,))
    panel.show_score(battle(), (more, other), "")
    assert [row.is_open for row in rows(panel)] == [False, True]
    panel.show_score(battle(), (), "")
    assert rows(panel) == []
    assert [s.lines.none.text() for s in panel.sides.values()] == ["No points."] * 2


# -- the chart


CURVES = (LossCurve(CAVALRY, (0, 2, 2, 6)), LossCurve(SECOND, (0, 0, 3, 9)))


@pytest.fixture
def chart(qtbot: QtBot) -> LossChart:
    made = hosted(qtbot, LossChart(look()), 400, 220)
    made.show_curves(battle(), FRENCH, CURVES, marks_for(look(), battle(), CURVES), 12)
    return made


def drawn(chart: LossChart) -> list[tuple[list[float], list[float]]]:
    return [
        (list(x), list(y))
        for x, y in (item.getData() for item in chart.plot.getPlotItem().listDataItems())
    ]


def test_each_formation_has_a_curve_over_the_turns(chart: LossChart) -> None:
    first, second = ([0, 1, 2, 3], [0, 2, 2, 6]), ([0, 1, 2, 3], [0, 0, 3, 9])
    assert drawn(chart) == [first, second]
    assert chart.accessibleName() == "Losses of the French side over the turns"
    assert chart.accessibleDescription() == "V Cavalry Corps: 6 SP, II Corps: 9 SP"

    chart.set_look(look(2.0, "dark"))
    assert len(drawn(chart)) == 2
    one = CURVES[:1]
    chart.show_curves(battle(), FRENCH, one, marks_for(look(), battle(), one), 6)
    assert drawn(chart) == [first]
    chart.show_curves(battle(), FRENCH, (), {}, 0)
    assert not chart.isVisible()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_marks_differ_in_shape_and_are_seen(qtbot: QtBot, name: str) -> None:
    dressed = look(1.0, name)
    many = (*CURVES, LossCurve(NINTH, (0, 1)))
    marks = marks_for(dressed, battle(), many)
    assert len({(mark.symbol, mark.dash) for mark in marks.values()}) == 3
    for mark in marks.values():
        picture = QImage(20, 20, QImage.Format.Format_ARGB32)
        picture.fill(dressed.colour("base"))
        painter = QPainter(picture)
        mark.paint(painter, QPointF(10, 10), 12)
        painter.end()
        middle = picture.pixelColor(10, 10).lightness()
        assert abs(middle - dressed.colour("base").lightness()) >= 60


def test_the_wheel_over_a_chart_scrolls_the_sheet(chart: LossChart) -> None:
    event = wheel(QPointF(chart.plot.rect().center()), -120, QPoint(0, -120))
    chart.plot.wheelEvent(event)
    assert not event.isAccepted()
