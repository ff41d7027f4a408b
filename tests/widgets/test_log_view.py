"""The log on the screen: headings, filter, folds, links by mouse and keyboard, undo."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.engine import Event
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.events.arrivals import UnitEntered
from hexwar.systems.nlc.events.orders import OrderInForce
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.fact import topics_of
from hexwar.table.story import NOBODY
from hexwar.text import Run, Text, die, link, text
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.log.layout import Typesetter, count_lines
from hexwar.widgets.log.log_model import LogModel, Row, RowKind
from hexwar.widgets.log.log_view import LogPainter, LogView
from tests.widgets.happenings import ATTACK, ENEMY_LINE, GAME, LINE, STAND
from tests.widgets.skirmish import ALLIED, DUHESME, ENTRY, FRENCH, battle, hosted, look, owned

NAMES, TOPICS = NlcNames(battle()), topics_of(EVENTS)


def shown(model: LogModel) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def log_of(qtbot: QtBot, events: Sequence[Event], width: int = 420, height: int = 600) -> LogView:
    made = hosted(qtbot, LogView(look(), TOPICS), width, height)
    made.show_events(NAMES, events)
    return made


@pytest.fixture
def view(qtbot: QtBot) -> LogView:
    return log_of(qtbot, GAME)


def model_of(view: LogView) -> LogModel:
    model = view.list.model()
    assert isinstance(model, LogModel)
    return model


def row_with(view: LogView, words: str) -> int:
    return next(i for i, line in enumerate(shown(model_of(view))) if words in line)


def test_headings_stand_over_what_they_tell_and_every_kind_can_be_filtered(view: LogView) -> None:
    lines = shown(model_of(view))
    assert lines[:3] == [
        "Turn 1: 16:00, day",
        "V Cavalry Corps (Milhaud)",
        "Die 3: the next chit comes from the French cup. N4.41",
    ]
    assert "Turn 2: 17:00, day" in lines
    assert "Rally Phase" in lines
    assert not any("Weather" in line for line in lines[:-2])
    assert lines[-1] == "3rd Division (Duhesme) entered the map in 0101. N5.81"

    kinds = "Dice, Chits, Cards, Orders, Movement, Combat, Morale and losses, Leaders, Victory, "
    kinds += "Weather and days, Markers"
    assert [action.text() for action in view.topics.actions()] == kinds.split(", ")
    assert not any("The chit of" in line for line in shown(model_of(view)))
    for action in view.topics.actions():
        action.setChecked(action.text() == "Markers")
    lines = shown(model_of(view))
    assert any("The chit of" in line for line in lines)
    assert not any("assaulted" in line for line in lines)


def test_the_filter_finds_all_words_and_exports_ignore_it(view: LogView, qtbot: QtBot) -> None:
    QTest.keyClicks(view.search, "UDOM 0404")
    entries = [line for line in shown(model_of(view)) if line.startswith("9th Division")]
    assert entries == [
        "9th Division (Udom) moved from 0304 to 0404: 1 MP. N5.4",
        "9th Division (Udom) rallied in 0404. N13.1",
    ]
    view.search.clear()
    assert len(shown(model_of(view))) > 10

    view.search.setText("nothing has these words")
    assert shown(model_of(view)) == []
    assert "9th Division (Udom) rallied" in view.exported("txt")
    actions = {action.text(): action for action in view.export_menu.actions()}
    with qtbot.waitSignal(view.exportAsked) as asked:
        actions["As a table (CSV)"].trigger()
    assert asked.args == ["csv"]


def test_undo_shows_fewer_and_redo_the_same(view: LogView) -> None:
    before = shown(model_of(view))
    view.show_events(NAMES, GAME[:12])
    fewer = shown(model_of(view))
    assert fewer == before[: len(fewer)]
    assert fewer[-1].startswith("9th Division (Udom) retreated")
    view.show_events(NAMES, GAME)
    assert shown(model_of(view)) == before

    view.show_events(NlcNames(battle()), GAME[:8])  # another battle
    assert shown(model_of(view))[-1].startswith("9th Light Cavalry Division (Piré) and")
    assert len(model_of(view).story.entries) == 8


def test_rows_may_come_one_by_one_and_a_folded_turn_stays_hidden(qtbot: QtBot) -> None:
    for length in range(len(GAME) + 1):
        grown, whole = LogModel(NAMES), LogModel(NAMES)
        for end in (*range(len(GAME)), length):
            grown.follow(GAME[:end])
        whole.follow(GAME[:length])
        assert shown(grown) == shown(whole), length

    model = LogModel(NAMES)
    model.follow(GAME[:10])
    model.fold(model.rows[0], folded=True)
    model.follow(GAME[:20])
    assert shown(model) == ["Turn 1: 16:00, day"]

    model.follow(GAME[:8])
    model.follow(GAME)
    assert shown(model)[1] == "Turn 2: 17:00, day"
    model.follow(())
    assert shown(model) == []


def test_a_heading_folds_what_it_stands_over_by_keys_and_clicks(view: LogView) -> None:
    model = model_of(view)
    before = list(model.rows)
    model.fold(before[2], folded=True)
    assert list(model.rows) == before  # a sentence does not fold
    first_turn, activation = before[:2]
    model.fold(activation, folded=True)
    assert model.rows[1] == activation
    assert model.rows[2].kind is RowKind.SECTION
    model.fold(first_turn, folded=True)
    words = [model.words(row).plain for row in model.rows[:2]]
    assert words == ["Turn 1: 16:00, day", "Turn 2: 17:00, day"]
    model.fold(first_turn, folded=False)
    model.fold(activation, folded=False)
    assert Row(RowKind.ENTRY, 7) in model.rows

    model, list_ = model_of(view), view.list
    list_.setCurrentIndex(model.index(1, 0))
    QTest.keyClick(list_, Qt.Key.Key_Left)
    assert model.is_folded(model.rows[1])
    assert list_.currentIndex().row() == 1
    QTest.keyClick(list_, Qt.Key.Key_Right)
    assert not model.is_folded(model.rows[1])
    QTest.keyClick(list_, Qt.Key.Key_Down)
    assert list_.currentIndex().row() == 2

    list_.scrollToTop()
    point = list_.visualRect(model.index(1, 0)).center()
    QTest.mouseClick(list_.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert model.is_folded(model.rows[1])


def place_of_link(view: LogView, row: int, link: str) -> QPoint:
    """A point of the viewport on a link, found as an eye finds it."""
    view.list.scrollTo(model_of(view).index(row, 0))
    box = QRectF(view.list.visualRect(model_of(view).index(row, 0)))
    for y in range(int(box.top()), int(box.bottom()), 4):
        for x in range(int(box.left()), int(box.right()), 4):
            if view.list.link_at(QPointF(x, y)) == link:
                return QPoint(x + 2, y)
    raise AssertionError(f"{link} is not painted")


def test_links_are_followed_by_keyboard_and_mouse(view: LogView, qtbot: QtBot) -> None:
    row = row_with(view, "moved from 0304")
    view.list.setCurrentIndex(model_of(view).index(row, 0))
    followed: list[str] = []
    view.linkFollowed.connect(lambda link, _: followed.append(link))
    for keys in ("", "R", "RR", "RRR", "L"):
        for key in keys[-1:]:
            QTest.keyClick(view.list, Qt.Key.Key_Right if key == "R" else Qt.Key.Key_Left)
        QTest.keyClick(view.list, Qt.Key.Key_Return)
    unit, start, end = "unit:CO-9-01", "hex:0304", "hex:0404"
    assert followed == [unit, unit, start, end, start]

    row, port = row_with(view, "assaulted"), view.list.viewport()
    for address in ("unit:FR-5C-01", "unit:FR-5C-02", "rule:N8.35", "hex:0303"):
        point = place_of_link(view, row, address)
        with qtbot.waitSignal(view.linkFollowed) as clicked:
            QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=point)
        assert clicked.args == [address, model_of(view).rows[row].place]
    for where, shape in (
        (point, Qt.CursorShape.PointingHandCursor),
        (QPoint(port.width() - 2, point.y()), Qt.CursorShape.ArrowCursor),
    ):
        QTest.mouseMove(port, where)
        assert port.cursor().shape() is shape


def test_the_end_stays_in_sight_while_the_reader_is_there(qtbot: QtBot) -> None:
    view = log_of(qtbot, GAME[:15], 300, 260)
    assert view.list.is_at_end
    view.show_events(NAMES, GAME)
    assert view.list.is_at_end

    view.list.scrollToTop()
    view.show_events(NAMES, GAME[:20])
    assert view.list.verticalScrollBar().value() == 0


def test_every_row_is_as_high_as_its_words_in_any_size_and_look(view: LogView) -> None:
    row = row_with(view, "moved from Maizières")
    wide = view.list.rowHeight(row)
    view.resize(240, 600)
    assert view.list.rowHeight(row) > wide
    view.resize(420, 600)
    assert view.list.rowHeight(row) == wide

    before = shown(model_of(view))
    view.list.setCurrentIndex(model_of(view).index(4, 0))
    view.set_look(look(2.0, "dark"))
    assert shown(model_of(view)) == before
    assert view.list.currentIndex().row() == 4
    assert view.list.rowHeight(row) > wide


def test_thousands_of_rows_get_their_heights_in_turn(qtbot: QtBot) -> None:
    view = log_of(qtbot, [event for _ in range(40) for event in GAME])
    small = log_of(qtbot, GAME)
    height = small.list.rowHeight(row_with(small, "moved from Maizières"))

    qtbot.waitUntil(lambda: view.list.rowHeight(row_with(view, "moved from Maiz")) == height)
    assert view.list.is_at_end


def test_rows_that_come_are_measured_and_few_others_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [event for _ in range(12) for event in GAME]
    view = log_of(qtbot, events[: len(events) // 2])
    before, measured, height = len(model_of(view).rows), list[int](), LogPainter.height

    def noted(painter: LogPainter, model: LogModel, row: int, width: int) -> int:
        measured.append(row)
        return height(painter, model, row, width)

    qtbot.waitUntil(lambda: not any_timer_runs(view))
    monkeypatch.setattr(LogPainter, "height", noted)
    view.show_events(NAMES, events)
    at_once = len(measured)
    qtbot.waitUntil(lambda: not any_timer_runs(view))
    assert at_once < len(measured)
    assert sorted(measured) == list(range(min(measured), len(model_of(view).rows)))
    assert min(measured) > before - 20  # the section that goes on is told anew
    assert view.list.is_at_end


def any_timer_runs(view: LogView) -> bool:
    return any(timer.isActive() for timer in view.list.findChildren(QTimer))


def test_an_empty_log_exports_nothing(qtbot: QtBot) -> None:
    view = owned(qtbot, LogView(look(), TOPICS))

    assert view.exported("csv") == ""
    with pytest.raises(KeyError):
        view.exported("pdf")


@pytest.mark.rule("N3.4")
def test_another_reader_finds_his_own_secrets_and_no_others(qtbot: QtBot) -> None:
    events = [
        OrderInForce(FRENCH, LINE, ATTACK),
        OrderInForce(ALLIED, ENEMY_LINE, STAND),
        UnitEntered(DUHESME, ENTRY),
    ]
    view = log_of(qtbot, [])
    for reader, told in ((FRENCH, ["Attack"]), (ALLIED, ["Defend"]), (NOBODY, [])):
        view.show_events(NAMES, events, (reader,))
        for size in (1.0, 1.5):  # in a new look too
            view.set_look(look(size))
            words = " ".join(shown(model_of(view)))
            assert "Duhesme" in words
            assert [secret for secret in ("Attack", "Defend") if secret in words] == told


DIE = 20.0


@pytest.fixture(scope="module")
def setter(qapp: QGuiApplication) -> Typesetter:
    return Typesetter(font(SANS, 14), DIE)


letters = st.text(
    st.characters(max_codepoint=0x17F, exclude_categories=["C"])
    | st.sampled_from("–−½→…\u2009\u3000"),
    max_size=30,
)
"""Of scripts that the log writes: those that it does not have Qt must look for in other fonts."""
runs = st.one_of(
    letters.map(Run),
    letters.map(lambda told: Run(told, "hex:0101")),
    st.integers(1, 6).map(lambda pips: Run(str(pips), is_die=True)),
)
texts = st.lists(runs, max_size=8).map(lambda made: Text(tuple(made)))


@given(told=texts, width=st.floats(20, 600))
def test_lines_are_counted_as_they_are_set(setter: Typesetter, told: Text, width: float) -> None:
    lines = setter.lay_out(told, width)

    assert lines.count == count_lines(setter.spans(told), width)
    assert "".join(piece.words for piece in lines.pieces).split() == told.plain.split()


@given(told=texts, width=st.floats(20, 600))
def test_no_line_is_too_long_that_could_break(setter: Typesetter, told: Text, width: float) -> None:
    lines = setter.lay_out(told, width)

    for number in range(lines.count):
        here = [piece for piece in lines.pieces if piece.line == number]
        if here and here[-1].left + here[-1].width > width + 0.01:
            assert " " not in "".join(piece.words for piece in here).strip()


def test_a_stop_stays_with_its_word_and_what_is_under_a_point_is_found(setter: Typesetter) -> None:
    told = "to the " + link("1708", "hex:1708") + ": 4 MP"
    narrow = setter.lay_out(told, setter.lay_out(text("to the 1708"), 1000).pieces[0].width + 1)

    second = next(piece for piece in narrow.pieces if piece.line == 1)
    assert second.words.startswith("1708")

    lines = setter.lay_out("Die " + die(4) + " at " + link("0101", "hex:0101"), 1000)
    last = lines.pieces[-1]

    found = lines.piece_at(last.left + last.width / 2, 0)
    assert found is not None
    assert found.run.link == "hex:0101"
    assert lines.piece_at(last.left + last.width + 5, 0) is None
    assert lines.piece_at(last.left, 1) is None


def test_a_text_goes_on_from_plain_words() -> None:
    assert ("x" + text("y")).plain == "xy"
