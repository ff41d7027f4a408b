"""The combat sheet: each number with its reason, the table, the chances, and the dice after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import Refusal
from hexwar.systems.nlc.panels.combat_sheet import ATTACK_DIE, DEFENCE_DIE, CombatSheet
from hexwar.systems.nlc.panels.fire_table import FireMark, FireTableView, bands, dice, row_of
from hexwar.table.reports import CombatReport, FireLine, FireReport, MoraleReport
from hexwar.widgets.panels.bars import OutcomeBars, percent
from tests.systems.nlc.panels.opening import start
from tests.widgets.skirmish import (
    ALLIED,
    BRICHE,
    BRIENNE,
    FRENCH,
    GUNS,
    KORNILOV,
    MAIZIERES,
    MILHAUD,
    PIRE,
    UDOM,
    hosted,
    look,
)


@dataclass(frozen=True)
class Table:
    """A small Fire Table."""

    columns: Sequence[int] = (1, 3, 6)
    lowest_die: int = 0
    table: Sequence[Sequence[str]] = (
        ("-", "-", "M"),
        ("-", "M", "M"),
        ("M", "M", "M1"),
        ("M", "M1", "1"),
        ("M1", "1", "1M1"),
        ("1", "1M1", "2"),
        ("1", "1M1", "2M1"),
    )


TABLE = Table()
REPORT = CombatReport(
    target=BRIENNE,
    attackers=(PIRE, BRICHE),
    defenders=(UDOM, KORNILOV),
    hit_hex=MAIZIERES,
    flank=True,
    attack=FireReport(
        FRENCH,
        (
            FireLine(PIRE, 3, (("town", -25, "N8.5"), ("Disrupted", -50, "N11.8")), 0.75),
            FireLine(BRICHE, 4, (("town", -25, "N8.5"),), 3.0),
        ),
        4,
        1,
        (("combined arms", 1, "N8.81"),),
    ),
    defence=FireReport(
        ALLIED, (FireLine(UDOM, 5, (), 5.0), FireLine(KORNILOV, 5, (), 5.0)), 10, 2, ()
    ),
    morale_defender=MoraleReport(BRIENNE, UDOM, 4, (("flank attack", -2, "N2.32"),), 2),
    morale_attacker=MoraleReport(MAIZIERES, BRICHE, 4, (), 4),
    outcomes=(("defender retreats", 0.25), ("stalemate", 0.7), ("attacker routs", 0.05)),
    leaders=(MILHAUD,),
)


@pytest.fixture
def sheet(qtbot: QtBot) -> CombatSheet:
    made = CombatSheet(look())
    hosted(qtbot, made, 1180, 760)
    made.show_report(start(), REPORT, TABLE, (PIRE, BRICHE, GUNS))
    return made


def words(part: QWidget) -> str:
    """All that a part of the sheet says."""
    labels = [*part.findChildren(QLabel)] if not isinstance(part, QLabel) else [part]
    shown = [label.text() for label in labels if not label.isHidden()]
    return "\n".join(QTextDocumentFragment.fromHtml(text).toPlainText() for text in shown)


def ticks(sheet: CombatSheet) -> dict[str, bool]:
    boxes = sheet.attack.findChildren(QCheckBox)
    return {b.accessibleName(): b.isChecked() for b in boxes if b.isVisibleTo(sheet)}


def tick(sheet: CombatSheet, name: str) -> QCheckBox:
    boxes = sheet.attack.findChildren(QCheckBox)
    return next(box for box in boxes if box.accessibleName() == name)


def test_each_percentage_has_its_source_and_rule(sheet: CombatSheet) -> None:
    said = words(sheet.attack)

    assert "9th Light Cavalry Division (Piré)" in said
    assert "−25 % town N8.5" in said
    assert "−50 % Disrupted N11.8" in said
    assert "3 SP at 25 % = 0.75" in said
    assert "4 SP at 75 % = 3" in said


def test_the_sum_is_rounded_in_sight(sheet: CombatSheet) -> None:
    assert "Fire strength 3.75 rounded to 4 SP N8.4" in words(sheet.attack)
    assert "Column 3–5 of the Fire Table" in words(sheet.attack)
    assert "Fire strength 10 SP N8.4" in words(sheet.defence)
    assert "Column 6+ of the Fire Table" in words(sheet.defence)


def test_die_modifiers_have_their_source(sheet: CombatSheet) -> None:
    assert "Die +1 combined arms N8.81" in words(sheet.attack)


def test_morale_is_reckoned_line_by_line(sheet: CombatSheet) -> None:
    assert "Morale 2 in 0303 N2.3" in words(sheet.defence)
    assert "9th Division (Udom), initiative + 1 = 4" in words(sheet.defence)
    assert "−2 flank attack N2.32" in words(sheet.defence)
    assert "Morale 4 in 0202 N2.3" in words(sheet.attack)


@pytest.mark.rule("N2.3", "N2.43")
def test_a_limit_that_changed_the_morale_is_a_line_of_its_own(sheet: CombatSheet) -> None:
    assert "at most" not in words(sheet.defence) + words(sheet.attack)
    rows = (("Old Guard", 1, "N7.4"), ("leader", 1, "N2.45"))
    keen = MoraleReport(BRIENNE, UDOM, 4, rows, 5)
    low = MoraleReport(MAIZIERES, BRICHE, 2, (("flank attack", -2, "N2.46"),), 1)
    report = replace(REPORT, morale_defender=keen, morale_attacker=low)
    sheet.show_report(start(), report, TABLE)

    assert words(sheet.defence.morale).endswith("+1 leader N2.45\nat most 5 N2.3")
    assert words(sheet.attack.morale).endswith("−2 flank attack N2.46\nat least 1 N2.3")


def test_the_head_says_where_and_how(sheet: CombatSheet) -> None:
    assert "Assault on Brienne <le> Château (0303)" in words(sheet.title)
    assert words(sheet.about) == (
        "Flank attack N8.7. The defender fires at Maizières (0202) N8.6. Leaders present: Milhaud."
    )


def test_a_side_that_cannot_fire_is_told_so(sheet: CombatSheet) -> None:
    idle = FireReport(FRENCH, (FireLine(PIRE, 3, (("marsh", -120, "N8.5"),), 0.0),), 0, None, ())
    report = replace(REPORT, attack=idle, morale_attacker=None, leaders=(), flank=False)
    sheet.show_report(start(), report, TABLE)

    assert "It cannot fire." in words(sheet.attack)
    assert "3 SP at 0 % = 0" in words(sheet.attack)
    assert "No morale check." in words(sheet.attack)
    assert len(sheet.table.spots) == 1


def test_units_are_taken_in_and_left_out(sheet: CombatSheet, qtbot: QtBot) -> None:
    assert ticks(sheet) == {
        "9th Light Cavalry Division (Piré)": True,
        "5th Dragoon Division (Briche)": True,
        "V Cavalry horse artillery": False,
    }
    assert "does not take part, 2 SP" in words(sheet.attack)
    with qtbot.waitSignal(sheet.attackersChanged) as changed:
        tick(sheet, "V Cavalry horse artillery").click()
    assert changed.args == [[PIRE, BRICHE, GUNS]]
    with qtbot.waitSignal(sheet.attackersChanged) as changed:
        tick(sheet, "9th Light Cavalry Division (Piré)").click()
    assert changed.args == [[BRICHE, GUNS]]


def test_showing_a_report_is_no_choice(sheet: CombatSheet, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(sheet.attackersChanged):
        sheet.show_report(
            start(), replace(REPORT, attackers=(BRICHE,)), TABLE, (PIRE, BRICHE, GUNS)
        )
        sheet.show_report(start(), REPORT, TABLE, (PIRE, BRICHE, GUNS))


def test_the_player_goes_on_or_gives_up(sheet: CombatSheet, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sheet.assaultAsked):
        sheet.go.click()
    with qtbot.waitSignal(sheet.closed):
        sheet.close_button.click()


def test_a_refusal_stops_the_assault_and_says_why(sheet: CombatSheet, qtbot: QtBot) -> None:
    sheet.show_refusal(Refusal("Nobody attacks.", "N8.35"))
    assert words(sheet.refusal) == "Nobody attacks. N8.35"
    with qtbot.assertNotEmitted(sheet.assaultAsked):
        QTest.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
    sheet.show_refusal(None)
    assert sheet.go.isEnabled()
    assert words(sheet.refusal) == ""


def test_after_the_dice_the_same_sheet_tells_what_happened(sheet: CombatSheet) -> None:
    assert not sheet.story.isVisible()
    dice_ = ((ATTACK_DIE, 4), (DEFENCE_DIE, 2), ("defender's morale", 5))
    sheet.show_report(
        start(), replace(REPORT, dice=dice_), TABLE, (PIRE, BRICHE, GUNS), ["Udom fell.", "So."]
    )

    assert [spot.words for spot in sheet.dice.spots] == [
        "attackers' fire: 4",
        "defenders' fire: 2",
        "defender's morale: 5",
    ]
    assert sheet.story.isVisible()
    assert words(sheet.story) == "Udom fell.\nSo."
    assert words(sheet.chances) == "What might have happened"
    assert ticks(sheet) == {}
    assert sheet.go.isHidden()
    assert sheet.close_button.text() == "Close"
    assert "3 SP at 25 % = 0.75" in words(sheet.attack)


@pytest.mark.parametrize("part", ["title", "about", "legend", "story", "refusal"])
def test_links_lead_out(sheet: CombatSheet, qtbot: QtBot, part: str) -> None:
    with qtbot.waitSignal(sheet.linkActivated) as followed:
        getattr(sheet, part).linkActivated.emit("rule:N8.8")
    assert followed.args == ["rule:N8.8"]
    with qtbot.waitSignal(sheet.linkActivated):
        sheet.attack.total.linkActivated.emit("rule:N8.4")


@pytest.mark.parametrize("scale", [0.8, 1.5, 2.0])
def test_the_buttons_stay_in_sight_at_every_scale(qtbot: QtBot, scale: float) -> None:
    sheet = CombatSheet(look(scale))
    hosted(qtbot, sheet, 1366, 700)
    sheet.show_report(start(), REPORT, TABLE, (PIRE, BRICHE, GUNS))

    assert sheet.rect().contains(sheet.go.geometry())
    assert sheet.rect().contains(sheet.close_button.geometry())


def test_another_look_keeps_the_sheet(sheet: CombatSheet) -> None:
    before = words(sheet.attack)
    sheet.set_look(look(2.0, "dark"))

    assert words(sheet.attack) == before
    assert not sheet.grab().isNull()


# -- the Fire Table


def test_columns_and_rows_are_named_as_printed() -> None:
    assert bands(TABLE) == ["1–2", "3–5", "6+"]
    assert dice(TABLE) == ["≤ 0", "1", "2", "3", "4", "5", "≥ 6"]


@pytest.mark.parametrize(("total", "row"), [(-3, 0), (0, 0), (1, 1), (6, 6), (9, 6)])
def test_dice_beyond_the_table_stand_on_its_edge(total: int, row: int) -> None:
    assert row_of(TABLE, total) == row


def test_a_column_is_read_out_by_die(qtbot: QtBot) -> None:
    view = FireTableView(look())
    hosted(qtbot, view, 600, 300)
    mark = FireMark("French attack", look().colour("accent"), 1, 1, die=6)
    view.show_fire(TABLE, [mark, replace(mark, name="Coalition defence", column=None)])

    assert [spot.words for spot in view.spots] == [
        "French attack, column 3–5. By die, 1: M: morale check; 2: M1: morale check at −1;"
        " 3: 1: 1 step lost, morale check; 4: 1M1: 1 step lost, morale check at −1;"
        " 5: 1M1: 1 step lost, morale check at −1; 6: 1M1: 1 step lost, morale check at −1."
    ]
    assert not view.grab().isNull()


def test_the_cell_that_was_thrown_is_framed(qtbot: QtBot) -> None:
    colour = look().colour("accent")
    view = FireTableView(look())
    hosted(qtbot, view, 600, 300)
    view.show_fire(TABLE, [FireMark("French", colour, 1, 0)])
    before = view.grab().toImage()
    view.show_fire(TABLE, [FireMark("French", colour, 1, 0, die=3)])

    assert view.grab().toImage() != before


# -- chances


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "0.0 %"),
        (0.0004, "< 0.1 %"),
        (0.034, "3.4 %"),
        (0.415, "42 %"),
        (0.9996, "> 99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_chances_are_never_rounded_to_certainty(chance: float, said: str) -> None:
    assert percent(chance) == said


def test_outcomes_are_read_out(qtbot: QtBot) -> None:
    bars = OutcomeBars(look())
    hosted(qtbot, bars, 400, 200)
    size = bars.sizeHint()
    bars.show_outcomes(REPORT.outcomes)

    assert [spot.words for spot in bars.spots] == [
        "defender retreats: 25 %",
        "stalemate: 70 %",
        "attacker routs: 5.0 %",
    ]
    assert bars.sizeHint() == size
    assert not bars.grab().isNull()
