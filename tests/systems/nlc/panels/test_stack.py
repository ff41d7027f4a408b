"""The stack panel: everything in the hex, and the choice of a subset by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.cards.records import CardId, Effect
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.panels.army_rows import stack_of
from hexwar.systems.nlc.panels.describe import hex_tip, hex_words, piece_words, works_words
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Activation, Segment
from hexwar.table.spans import Spans
from hexwar.widgets.panels.stack_panel import ROW, Row, RowKind, StackPanel, chips_within
from tests.systems.nlc.panels.opening import start
from tests.systems.nlc.positions import FRENCH, OPEN, position
from tests.widgets import skirmish as s

OWN = (s.PIRE, s.BRICHE, s.MILHAUD)


@pytest.fixture
def state() -> GameState:
    return start()


@pytest.fixture
def panel(qtbot: QtBot, state: GameState) -> StackPanel:
    made = s.hosted(qtbot, StackPanel(s.look()), 420, 700)
    made.show_stack(stack_of(state, s.MAIZIERES, OWN, {s.PIRE: 4}), (s.BRICHE,))
    return made


def row_of(panel: StackPanel, piece: str) -> int:
    return next(i for i, row in enumerate(panel.model.rows) if row.piece == piece)


def shown(panel: StackPanel, state: GameState, piece: str, hex_: Hex = s.MAIZIERES) -> Row:
    """The row of a piece, once the panel shows the state."""
    panel.show_stack(stack_of(state, hex_, OWN))
    return panel.model.rows[row_of(panel, piece)]


def click(panel: StackPanel, piece: str) -> None:
    box = panel.list.visualRect(panel.model.index(row_of(panel, piece)))
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


def test_every_piece_has_a_row_and_so_has_a_tail(panel: StackPanel, state: GameState) -> None:
    def rows(hex_: Hex) -> list[tuple[RowKind, str]]:
        panel.show_stack(stack_of(state, hex_, OWN))
        return [(row.kind, row.title) for row in panel.model.rows]

    state.put_unit(replace(state.units[s.UDOM], hex=s.MAIZIERES))
    state.put_unit(replace(state.units[s.PIRE], column=True, tail=Hex("0203")))
    assert rows(s.MAIZIERES) == [
        (RowKind.SIDE, "French"),
        (RowKind.UNIT, "9th Light Cavalry Division (Piré)"),
        (RowKind.UNIT, "5th Dragoon Division (Briche)"),
        (RowKind.UNIT, "V Cavalry horse artillery"),
        (RowKind.LEADER, "Milhaud"),
        (RowKind.SIDE, "Coalition"),
        (RowKind.UNIT, "9th Division (Udom)"),
    ]
    assert panel.model.rows[0].numbers == "3 units, 9 SP"
    assert rows(Hex("0203")) == [
        (RowKind.SIDE, "French"),
        (RowKind.UNIT, "9th Light Cavalry Division (Piré)"),
    ]
    assert panel.model.rows[1].states == ("tail of the unit in 0202",)
    assert panel.model.rows[0].numbers == "0 units, 0 SP"  # its strength counts where it stands


def test_the_head_says_what_the_ground_is_and_what_troops_made_of_it(
    panel: StackPanel, state: GameState
) -> None:
    assert "Maizières" in panel.title.text()
    assert "0202" in panel.title.text()
    assert panel.ground.text() == "Clear ground, level 0, road"
    panel.show_stack(stack_of(state, s.BRIENNE))
    assert "Brienne &lt;le&gt; Château" in panel.title.text()
    assert panel.ground.text() == "Town, level 1, road"
    assert panel.stake.text() == "4 VP, held by the Coalition"
    panel.show_stack(stack_of(state, s.ENTRY))
    assert panel.stake.text() == "Supply source of the French"

    span = hexside(s.MAIZIERES, Hex("0203"))
    state.positions = frozenset({s.MAIZIERES})
    state.put_spans(Spans(pontoons=frozenset({span})))
    panel.show_stack(stack_of(state, s.MAIZIERES))
    first = "Clear ground, level 0, road. "
    assert panel.ground.text() == first + "Improved position, pontoon bridge to 0203"
    panel.show_stack(stack_of(state, Hex("0203")))
    assert panel.ground.text() == "Clear ground, level 0. Pontoon bridge to 0202"


def test_a_row_says_all_that_is_on_the_counter(panel: StackPanel) -> None:
    row: Row = panel.model.index(row_of(panel, s.PIRE)).data(ROW)
    assert row.below == "V Cavalry Corps (Milhaud) · light cavalry"
    assert row.numbers == "3 SP, then 1 · initiative 3 · 4 MP · morale 4"
    assert row.mark == "strength: estimate"
    assert "strength: estimate" in row.tooltip
    assert "1,800 men" in row.tooltip
    known: Row = panel.model.index(row_of(panel, s.BRICHE)).data(ROW)
    assert known.mark == ""
    assert "strength: Weil" in known.tooltip


def test_states_are_said_in_words(panel: StackPanel, state: GameState) -> None:
    fresh, corps = state.spirit, (state.card(s.PIRE).formation,)
    state.spirit = replace(fresh, demoralized=corps, exhausted=corps)
    assert shown(panel, state, s.PIRE).states == ("demoralized", "exhausted")
    state.spirit = fresh
    worn = replace(state.units[s.PIRE], reduced=True, disrupted=True, column=True, moved=True)
    state.put_unit(worn)
    state.put_unit(replace(state.units[s.GUNS], moved=True, done=True))
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    pire = shown(panel, state, s.PIRE)
    assert pire.states == ("Disrupted", "road column", "moved")
    assert pire.numbers.startswith("1 SP, reduced from 3")
    assert pire.spoken.endswith("Disrupted, road column, moved")
    assert shown(panel, state, s.GUNS).states == ("acts no more",)


@pytest.mark.rule("N4.46")
def test_what_a_unit_did_the_turn_before_is_not_told(panel: StackPanel, state: GameState) -> None:
    state.put_unit(replace(state.units[s.PIRE], disrupted=True, moved=True, spent=10))
    pire = shown(panel, state, s.PIRE)
    assert pire.states == ("Disrupted",)
    assert "moved" not in pire.tooltip
    assert "moved" not in hex_tip(state, s.MAIZIERES)
    assert piece_words(state, s.PIRE).endswith(", Disrupted")


def test_what_a_unit_takes_up_is_said_in_words(panel: StackPanel, state: GameState) -> None:
    column = replace(state.units[s.PIRE], column=True, tail=Hex("0203"), moved=True, spent=5)
    state.put_unit(column)
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    row = shown(panel, state, s.PIRE)
    assert row.states == ("road column", "tail in 0203", "moved", "2 1/2 MP spent")
    assert "tail in 0203" in row.tooltip
    assert "tail in 0203" in row.spoken


def test_states_without_room_are_counted(qapp: QApplication) -> None:
    states = ("Disrupted", "road column", "tail in 0203", "moved")
    assert chips_within(s.look(), states, 1000) == list(states)
    assert chips_within(s.look(), states, 190) == ["Disrupted", "road column", "+2"]
    assert chips_within(s.look(), states, 10) == ["Disrupted"]
    assert chips_within(s.look(), (), 10) == []


def test_pontoon_trains_say_what_they_do(panel: StackPanel, state: GameState) -> None:
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    train, bridge = state.units[s.GUNS], (Hex("0202"), Hex("0203"))
    for record, words in (
        (replace(train, bridging=bridge, moved=True), ("bridges 0202-0203", "moved")),
        (replace(train, rested=True), ("rested: can bridge",)),
        (replace(train, rested=True, moved=True), ("moved",)),
    ):
        state.put_unit(record)
        assert shown(panel, state, s.GUNS).states == words


@pytest.mark.rule("N23.4")
def test_damaged_spans_and_burning_towns_are_told() -> None:
    state = position(OPEN, bridges=["0202-0203"], damaged=["0202-0203"])
    assert works_words(state, Hex("0202")) == "bridge to 0203 damaged"
    assert works_words(state, Hex("0203")) == "bridge to 0202 damaged"
    assert works_words(state, Hex("0201")) == ""
    burning, fire = position(OPEN), Effect(1, FRENCH, CardId("fire"), until=9, subjects=("0202",))
    burning.cards = replace(burning.cards, effects=(fire,))
    assert works_words(burning, Hex("0202")) == "on fire, 2 MP more"
    assert works_words(burning, Hex("0203")) == ""


def test_tips_say_a_reason_once_and_tell_of_tails_and_works(state: GameState) -> None:
    for unit in (s.PIRE, s.BRICHE):
        state.put_unit(replace(state.units[unit], disrupted=True))
    tip = hex_tip(state, s.MAIZIERES)
    assert tip.count("<i>Disrupted") == 2
    assert tip.count("Disrupted until it rallies") == 1

    there = Hex("0203")
    state.put_unit(replace(state.units[s.PIRE], column=True, tail=there))
    state.positions = frozenset({there})

    for words in (hex_tip(state, there), hex_words(state, there)):
        assert "improved position" in words.casefold()
        assert "tail of 9th Light Cavalry Division (Piré), which is in 0202" in words
    assert "tail in 0203" in hex_tip(state, s.MAIZIERES)
    assert "tail in 0203" in piece_words(state, s.PIRE)


def test_a_click_chooses_and_another_leaves_out(panel: StackPanel, qtbot: QtBot) -> None:
    for piece, units, leaders in (
        (s.MILHAUD, [s.BRICHE], [s.MILHAUD]),  # told apart from units
        (s.MILHAUD, [s.BRICHE], []),
        (s.PIRE, [s.PIRE, s.BRICHE], []),
        (s.BRICHE, [s.PIRE], []),
    ):
        with qtbot.waitSignal(panel.subsetChanged) as changed:
            click(panel, piece)
        assert changed.args == [units, leaders]
    with qtbot.assertNotEmitted(panel.subsetChanged):
        click(panel, s.GUNS)  # may not be chosen
    assert panel.model.index(row_of(panel, s.GUNS)).data(Qt.ItemDataRole.CheckStateRole) is None


def test_the_space_bar_chooses_and_keys_and_buttons_all_or_none(
    panel: StackPanel, qtbot: QtBot
) -> None:
    panel.list.setCurrentIndex(panel.model.index(row_of(panel, s.PIRE)))
    with qtbot.waitSignal(panel.subsetChanged) as changed:
        QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert changed.args == [[s.PIRE, s.BRICHE], []]
    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    assert panel.list.currentIndex().row() == row_of(panel, s.PIRE)

    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for keys, found in ((control, [[s.PIRE, s.BRICHE], [s.MILHAUD]]), (control | shift, [[], []])):
        with qtbot.waitSignal(panel.subsetChanged) as changed:
            QTest.keyClick(panel.list, Qt.Key.Key_A, keys)
        assert changed.args == found
    panel.all_button.click()
    assert list(panel.model.chosen_pieces) == [s.PIRE, s.BRICHE, s.MILHAUD]
    panel.none_button.click()
    assert not panel.model.chosen_pieces
    with qtbot.assertNotEmitted(panel.subsetChanged):
        panel.none_button.click()


def test_a_piece_is_activated_and_keeps_keyboard_and_height(
    panel: StackPanel, qtbot: QtBot, state: GameState
) -> None:
    with qtbot.waitSignal(panel.pieceActivated) as activated:
        panel.list.activated.emit(panel.model.index(row_of(panel, s.GUNS)))
    assert activated.args == [s.GUNS]

    panel.list.setCurrentIndex(panel.model.index(row_of(panel, s.BRICHE)))
    state.put_unit(replace(state.units[s.BRICHE], moved=True))
    panel.show_stack(stack_of(state, s.MAIZIERES, (s.PIRE,)), (s.PIRE, s.BRICHE))
    assert panel.list.currentIndex().row() == row_of(panel, s.BRICHE)
    assert panel.model.chosen_pieces == (s.PIRE,)

    index = panel.model.index(row_of(panel, s.PIRE))
    before = panel.list.visualRect(index).height()
    state.put_unit(replace(state.units[s.PIRE], disrupted=True, column=True, moved=True))
    panel.show_stack(stack_of(state, s.MAIZIERES, OWN))
    assert panel.list.visualRect(index).height() == before


def test_legality_is_shown_and_can_be_followed(panel: StackPanel, qtbot: QtBot) -> None:
    panel.show_legality('Too many. <a href="rule:N6.1">N6.1</a>' * 4, legal=False)

    assert "Too many." in panel.legality.text()
    with qtbot.waitSignal(panel.linkActivated) as followed:
        panel.legality.linkActivated.emit("rule:N6.1")
    assert followed.args == ["rule:N6.1"]
    panel.show_legality("")
    assert panel.legality.text() == ""


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_long_legality_is_shown_whole(panel: StackPanel, qtbot: QtBot, scale: float) -> None:
    panel.set_look(s.look(scale))
    line = panel.legality
    qtbot.waitUntil(lambda: line.height() >= 44 * scale)
    high = line.height()
    panel.show_legality("Both brigades are in one hex.")
    qtbot.wait(1)
    assert line.height() == high  # room for two lines is always kept
    why = "Grouchy has orders to go to Vauchamps (1751): move nearer to it. "
    panel.show_legality(why * 3 + '<a href="rule:N14.52">N14.52</a>', legal=False)
    qtbot.waitUntil(lambda: line.height() > high)
    assert line.height() >= line.heightForWidth(line.width())
    assert panel.list.height() > 0
    assert line.geometry().bottom() < panel.height()
    panel.show_legality("")
    qtbot.waitUntil(lambda: line.height() == high)


def test_another_look_keeps_the_choice_and_an_empty_hex_has_none(
    panel: StackPanel, state: GameState
) -> None:
    click(panel, s.PIRE)
    panel.set_look(s.look(2.0, "dark"))

    assert panel.model.chosen_pieces == (s.PIRE, s.BRICHE)
    assert "Maizières" in panel.title.text()

    panel.show_stack(stack_of(state, Hex("0505")))
    assert panel.model.rows == []
    assert not panel.all_button.isEnabled()
    panel.show_nothing()
    assert panel.title.text() == "No hex chosen"


def test_morale_is_seen_under_the_counter(panel: StackPanel, state: GameState) -> None:
    pictures = []
    for morale in range(1, 6):
        panel.show_stack(stack_of(state, s.MAIZIERES, (), {s.PIRE: morale}))
        assert panel.model.rows[row_of(panel, s.PIRE)].morale == morale
        box = panel.list.visualRect(panel.model.index(row_of(panel, s.PIRE)))
        foot = box.adjusted(0, box.height() * 3 // 4, -box.width() * 2 // 3, 0)
        pictures.append(panel.list.viewport().grab(foot).toImage())
    assert all(a != b for place, a in enumerate(pictures) for b in pictures[:place])
    assert panel.model.rows[row_of(panel, s.BRICHE)].morale is None


@pytest.mark.rule("N20.81")
def test_a_row_says_that_its_unit_is_on_a_forced_march(state: GameState) -> None:
    formation = state.formation_of(s.PIRE).id
    began = Activation(formation, s.FRENCH, Segment.MOVEMENT, had_contact=False)
    for forced in ((), (formation,)):
        state.activation = replace(began, forced=forced)
        rows = {row.piece: row for row in stack_of(state, s.MAIZIERES, OWN).rows}
        assert ("on a forced march" in rows[s.PIRE].states) is bool(forced)
