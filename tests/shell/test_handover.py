"""Two people at one machine: nobody reads the other's orders, in whatever corner of the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from hexwar.cards.events import DieRerolled
from hexwar.cards.records import CardId
from hexwar.engine import CHANCE, Barrier, BarrierKind, Entry, Event, Roll, Session, save
from hexwar.shell.main_window import MainWindow
from hexwar.shell.map_table import MapTable
from hexwar.shell.prompter import Answer
from hexwar.shell.seats import HANDED_OVER, HUMAN, UNTOLD, HotSeat, Seats, Viewer, barrier_of
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import StopProbe
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder
from hexwar.systems.nlc.rules.turn.actions import ChooseInitialFormation
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import order_sentence
from hexwar.table.battle import secrecy_by
from hexwar.table.forces import FormationId, Side
from hexwar.table.story import EXPORTS
from tests.shell.hand import Hand, Key, new_brienne

FRENCH, ALLIED = Side("french"), Side("allied")
SIDES = (FRENCH, ALLIED)
SECRET: dict[str, str] = {"orders": "secret"}

pytestmark = pytest.mark.rule("N3.4")


# -- reading a window


def texts(window: MainWindow) -> str:
    """Every word that any part of the window holds, shown or hidden, and that it would say."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what is gone is gone
    found: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        found += _of_widget(widget)
    for action in window.findChildren(QAction):
        found += [action.text(), action.toolTip(), action.statusTip()]
    found += _of_game(window)
    return "\n".join(found)


def _of_widget(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.statusTip(), widget.windowTitle())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    elif isinstance(widget, QTextEdit):
        yield widget.toPlainText()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_model(widget.model(), QModelIndex())


def _of_model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    for row in range(model.rowCount(parent)):
        column = 0
        while model.hasIndex(row, column, parent):
            index = model.index(row, column, parent)
            yield from (str(model.data(index, role) or "") for role in roles)
            yield from _of_model(model, index)
            column += 1


def _of_game(window: MainWindow) -> Iterator[str]:
    game = window.game
    assert game is not None
    view = game.controller.view
    board = MapTable.of(game.table).board
    for hex_ in {*view.occupants, *view.leaders_at}:
        yield board.tooltip(hex_)
        yield board.describe(hex_)
    yield from (board.describe_piece(piece) for piece in (*view.units, *view.leaders))
    yield from (window.panes.log.log.exported(suffix) for suffix in EXPORTS)
    yield game.asking.note()
    yield str(board.board.pile.orders.shown)


def secrets(state: GameState, side: Side) -> set[str]:
    """The sentences of a side's pad that stand on no line of the other's."""
    pads: dict[Side, set[str]] = {FRENCH: set(), ALLIED: set()}
    for line, order in state.pad.lines.items():
        pads[state.side_of_line(line)].add(order_sentence(state.battle, order.steps))
    for line, dispatch in state.pad.dispatches.items():
        pads[state.side_of_line(line)].add(order_sentence(state.battle, dispatch.steps))
    return pads[side] - pads[state.battle.enemy(side)]


def leaks(window: MainWindow, side: Side) -> set[str]:
    """What the window tells of a side's orders."""
    assert window.game is not None
    told = texts(window)
    found = {words for words in secrets(window.game.session.state, side) if words in told}
    arrows = MapTable.of(window.game.table).board.board.pile.orders.shown
    return found | {str(arrow) for arrow in arrows if arrow.side == side}


# -- playing


@pytest.fixture
def table(hand: Hand) -> Hand:
    """Brienne between two people at one machine, orders shown as arrows, every panel open."""
    hand.open(new_brienne(options=SECRET))
    hand.window.menus["orders"].setChecked(True)
    hand.game.table.switch("orders", on=True)
    return hand


def screen_of(hand: Hand) -> QWidget:
    return hand.window.handover


def deed(session: Session[GameState], turn: int) -> Any:
    """An answer as a player gives it, now to do something, now to do nothing."""
    options, pending = list(session.options), session.pending
    assert pending is not None
    deeds = [option for option in options if pending.kind(option) not in ("pass", "end", "stay")]
    return deeds[turn * 7 % len(deeds)] if deeds and turn % 3 else options[0]


def give(hand: Hand, turn: int) -> None:
    """Give an answer by way of the window."""
    hand.game.controller.give((Answer(type(hand.pending), deed(hand.session, turn)),))


def sit_down(hand: Hand) -> None:
    QTest.keyClick(screen_of(hand), Key.Key_Return)


def test_the_first_pad_opens_only_when_its_player_is_ready(table: Hand) -> None:
    screen, side = screen_of(table), Side(table.pending.side)
    assert screen.isVisible()
    buttons = [made for made in screen.findChildren(QAbstractButton) if made.isVisible()]
    name = table.session.state.battle.side_names[side]
    allowed = ["Save (Ctrl+S)", "Full screen (F11)", "Quit (Ctrl+Q)"]
    assert [made.text() for made in buttons] == [f"I play the {name}", *allowed]
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]

    table.window.resize(1500, 820)
    assert screen.geometry() == table.window.rect()
    table.key(Key.Key_Space)  # once too often after his last order
    assert screen.isVisible()
    assert not table.game.controller.is_asking

    sit_down(table)
    assert not screen.isVisible()
    assert table.game.controller.is_asking
    assert table.game.controller.viewer == Viewer(side, (side,))
    assert leaks(table.window, side)  # his own orders


def test_no_word_of_the_other_side_in_a_whole_orders_phase(table: Hand) -> None:
    """At every handover, and behind it, in every panel, tip, export and arrow."""
    handovers = 0
    for turn in range(160):
        if table.session.pending is None or handovers >= 4:
            break
        if screen_of(table).isVisible():
            handovers += 1
            assert [leaks(table.window, side) for side in SIDES] == [set(), set()]
            sit_down(table)
            enemy = table.session.state.battle.enemy(Side(table.pending.side))
            assert leaks(table.window, enemy) == set()
        give(table, turn)
    assert handovers >= 4


def play_turn(hand: Hand, turn: int) -> list[str]:
    """Play until a turn is over; who had to take the seat, and for which question."""
    seats: list[str] = []
    while hand.session.pending is not None and hand.session.state.turn <= turn:
        if screen_of(hand).isVisible():
            seats.append(f"{hand.pending.side}: {type(hand.pending).__name__}")
            sit_down(hand)
        give(hand, len(hand.session.journal))
    return seats


@pytest.mark.rule("N4.8", "N12.93")
def test_with_open_counters_each_side_has_one_handover_a_turn_and_none_for_what_both_see(
    hand: Hand,
) -> None:
    hand.open(new_brienne(options=SECRET))
    assert play_turn(hand, 2) == ["french: IssueOrder", "allied: IssueOrder"] * 2


@pytest.mark.rule("N20.11", "N12.93")
def test_with_hidden_forces_the_seat_changes_with_the_side_that_is_asked_and_only_then(
    hand: Hand,
) -> None:
    hand.open(new_brienne(options={**SECRET, "hidden_forces": "on"}))
    sitting, changes = "", 0
    while hand.session.pending is not None and hand.session.state.turn <= 1:
        is_covered, side = screen_of(hand).isVisible(), hand.pending.side
        if side != CHANCE:
            assert is_covered == (side != sitting), hand.pending
        if is_covered:
            changes += 1
            sit_down(hand)
        sitting = side if side != CHANCE else sitting
        give(hand, len(hand.session.journal))
    assert changes > 2


def test_with_hidden_pieces_or_cards_whoever_is_asked_sits_there_alone() -> None:
    seats = Seats(dict.fromkeys(SIDES, HUMAN))
    for options in ({"hidden_forces": "on"}, {"cards": "full"}):
        made = HotSeat(seats, SIDES, secrecy_by({**SECRET, **options}))
        moves = ActivateUnit(FRENCH, FormationId("FR-5C"))
        assert made.awaited(moves) == FRENCH
        made.sitting = FRENCH
        assert made.awaited(moves) is None
        assert made.look(moves).pads == (FRENCH,)
        assert made.awaited(ActivateUnit(ALLIED, FormationId("CO-9"))) == ALLIED
        assert made.awaited(ChooseStepLoss(ALLIED, (), "")) is None
    both = HotSeat(seats, SIDES, secrecy_by(SECRET))
    assert both.awaited(moves) is None
    assert both.look(moves).pads == ()
    for asked in (IssueOrder, TryLocalDecision, CompleteWcDuty, StopProbe, ChooseInitialFormation):
        assert not both.is_public(asked)
    open_ = HotSeat(seats, SIDES, secrecy_by({"orders": "open"}))
    assert open_.awaited(IssueOrder(ALLIED)) is None


def test_fights_and_moves_are_played_with_closed_pads_at_which_a_player_may_look(
    table: Hand,
) -> None:
    for turn in range(60):
        if isinstance(table.pending, ActivateUnit):
            break
        if screen_of(table).isVisible():
            sit_down(table)
        give(table, 3 * turn)
    acting = Side(table.pending.side)
    assert not screen_of(table).isVisible()
    assert table.game.controller.is_asking
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]

    peek = table.window.panes.panel(OrdersPanel).peek
    table.window.docks.bring_up("orders")
    assert peek.text() == "Look at my orders"
    QTest.mouseClick(peek, Qt.MouseButton.LeftButton)
    assert screen_of(table).isVisible()
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]
    sit_down(table)
    assert leaks(table.window, acting)
    assert leaks(table.window, table.session.state.battle.enemy(acting)) == set()
    QTest.mouseClick(peek, Qt.MouseButton.LeftButton)
    assert not screen_of(table).isVisible()
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]
    give(table, 3)  # and whoever plays on finds them closed
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]


def test_the_screen_says_who_why_and_how_long(table: Hand) -> None:
    screen = table.window.handover
    assert screen.title.text() == "The French to play"
    assert screen.why.text() == "To write the orders of this turn: about 2 minutes."
    assert "change seats" in screen.words.text()


def to_the_next_seat(hand: Hand) -> tuple[Side, int]:
    """Sit down and answer until the other side is waited for; whose turn it was, and its last."""
    sit_down(hand)
    first, turn = Side(hand.pending.side), 0
    while hand.pending.side == first:
        give(hand, turn := turn + 1)
    assert screen_of(hand).isVisible()
    return first, turn


def test_while_the_machine_changes_hands_nothing_is_taken_back_or_given_again(
    table: Hand,
) -> None:
    first, _ = to_the_next_seat(table)
    controller = table.game.controller
    assert table.session.barrier() is None  # the kernel would
    journal, told = len(table.session.journal), list[str]()
    controller.refused.connect(lambda refusal: told.append(refusal.sentence))
    for deed in (controller.undo, controller.redo, controller.redo_all):
        deed()
    controller.undo_to(journal - 1)
    controller.exchange.peek(is_on=True)
    assert told == ["The machine is to be handed over first."] * 5
    table.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier, screen_of(table))
    table.window.menus["undo"].trigger()
    table.window.follow_link("action:undo-to")
    assert len(table.session.journal) == journal
    assert screen_of(table).isVisible()
    assert table.pending.side != first
    sit_down(table)  # what was refused is not said to the next player
    assert table.refusal == ""


def test_who_was_too_quick_gets_the_machine_back_with_his_last_answer(table: Hand) -> None:
    first, turn = to_the_next_seat(table)
    screen, names = table.window.handover, table.session.state.battle.side_names
    other = table.session.state.battle.enemy(first)
    assert screen.other.text() == f"The {names[first]} take their last answer back"
    QTest.mouseClick(screen.other, Qt.MouseButton.LeftButton)
    assert screen.title.text() == f"The {names[first]} to play"
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]
    assert screen.other.text() == "Not now"
    QTest.mouseClick(screen.other, Qt.MouseButton.LeftButton)
    assert screen.title.text() == f"The {names[other]} to play"

    QTest.mouseClick(screen.other, Qt.MouseButton.LeftButton)
    sit_down(table)
    assert not screen.isVisible()
    assert table.pending.side == first
    assert leaks(table.window, first)
    assert leaks(table.window, other) == set()

    give(table, turn)
    sit_down(table)
    journal = len(table.session.journal)
    barrier = table.game.controller.barrier()
    table.game.controller.undo()  # the next player has seen his pad since
    assert barrier is not None
    assert len(table.session.journal) == journal
    assert barrier.sentence in (HANDED_OVER, UNTOLD)


def test_an_answer_that_stands_is_given_back_for_nothing_and_nobody_reads_why(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = to_the_next_seat(table)
    screen, names = table.window.handover, table.session.state.battle.side_names
    luck = Barrier(BarrierKind.CHANCE, "Chance has decided since: compliance of Ney.")
    monkeypatch.setattr(table.game.controller.undoing, "barrier", lambda: luck)
    QTest.mouseClick(screen.other, Qt.MouseButton.LeftButton)
    sit_down(table)
    assert screen.isVisible()
    assert screen.title.text() == f"The {names[table.session.state.battle.enemy(first)]} to play"
    assert screen.news.text() == "What was answered last stands: it cannot be taken back."
    assert [leaks(table.window, side) for side in SIDES] == [set(), set()]


def test_a_loaded_game_asks_for_its_player_but_no_computer_hands_over(
    hand: Hand, tmp_path: Path
) -> None:
    path = tmp_path / "game.hexwar"
    path.write_text(save(new_brienne(options=SECRET)), encoding="utf-8")
    hand.open(hand.window.services.load(path.read_text()), path)
    assert screen_of(hand).isVisible()
    assert [leaks(hand.window, side) for side in SIDES] == [set(), set()]

    hand.open(new_brienne(options={"orders": "open"}))  # nobody hands over
    assert not screen_of(hand).isVisible()
    assert hand.game.controller.viewer.pads == SIDES

    hand.open(new_brienne(options={**SECRET, "player.allied": "random"}))
    hand.game.table.switch("orders", on=True)
    for turn in range(12):
        hand.until(lambda: hand.game.controller.is_asking)
        assert not screen_of(hand).isVisible()
        assert leaks(hand.window, ALLIED) == set()
        give(hand, turn)


def seat(**players: str) -> HotSeat:
    seats = Seats({side: players.get(side, HUMAN) for side in SIDES})
    return HotSeat(seats, SIDES, secrecy_by({}))


def test_who_sits_alone_never_leaves_the_chair_and_who_left_it_is_out_of_reach() -> None:
    made = seat(allied="random")
    assert made.sitting == FRENCH
    assert made.viewer == Viewer(FRENCH, (FRENCH,))
    assert not made.is_handed_over(IssueOrder, ALLIED)
    assert seat(french="random", allied="random").viewer.pads == SIDES

    made = seat()
    made.sitting = FRENCH

    assert not made.is_handed_over(IssueOrder, FRENCH)
    assert made.is_handed_over(IssueOrder, ALLIED)
    assert not made.is_handed_over(ChooseStepLoss, ALLIED)


# -- real dice, and the seed of those that the program throws


@pytest.mark.rule("N12.61")
def test_a_secret_die_is_asked_of_its_owner_alone() -> None:
    owner = FRENCH
    die = Roll(CHANCE, "compliance of Ney", owner=owner)
    made = HotSeat(Seats(dict.fromkeys(SIDES, HUMAN)), SIDES, secrecy_by(SECRET))
    assert not made.is_public(die)
    assert made.is_public(Roll(CHANCE, "the weather"))
    for sitting in (None, ALLIED):
        made.sitting = sitting
        assert made.awaited(die) == owner
        assert made.look(die) == Viewer(owner, ())
    made.sitting = owner
    assert made.awaited(die) is None
    assert made.look(die).pads == (owner,)


def test_what_a_computer_throws_in_secret_is_asked_of_nobody(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.open(new_brienne(options={**SECRET, "player.allied": "random"}))
    hand.until(lambda: hand.game.controller.is_asking)
    controller, given = hand.game.controller, list[object]()
    die = Roll(CHANCE, "compliance of York", owner=ALLIED)
    assert controller._is_computers_throw(die)
    assert not controller._is_computers_throw(Roll(CHANCE, "compliance of Ney", owner=FRENCH))
    assert not controller._is_computers_throw(Roll(CHANCE, "the weather"))
    monkeypatch.setattr(type(hand.session), "options", property(lambda _: range(1, 7)))
    monkeypatch.setattr(hand.session, "answer", given.append)
    controller._throw(die)
    assert given[0] in range(1, 7)


def test_the_seed_is_told_when_the_game_is_over_and_no_earlier(hand: Hand) -> None:
    hand.open(new_brienne(seed="a-seed-to-be-found", options=SECRET))
    sit_down(hand)
    hand.window.menus["about-game"].trigger()
    dialog = hand.window.dialogs.dialog
    assert dialog is not None
    told = " ".join(made.text() for made in dialog.findChildren(QLabel))
    assert "their seed is shown when the game is over" in told
    assert "a-seed-to-be-found" not in told + texts(hand.window)


def test_what_chance_was_asked_is_told_to_who_may_know_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, seats = new_brienne(options=SECRET), Seats(dict.fromkeys(SIDES, HUMAN))
    session.journal[:] = [Entry("Roll", CHANCE, 3, 0, note="die for compliance of Ney")]
    purpose = "compliance of Ney"
    session.events[:] = [DieRerolled(FRENCH, CardId("ney"), purpose, 3, is_secret=True)]
    told = f"Chance has decided since: {purpose}."
    monkeypatch.setattr(session, "barrier", lambda: Barrier(BarrierKind.CHANCE, told))
    seat_ = HotSeat(seats, SIDES, secrecy_by(SECRET))
    for side, words in ((FRENCH, told), (ALLIED, UNTOLD), ("", UNTOLD)):
        barrier = barrier_of(session, seats, seat_, partial(_knows, side))
        assert barrier is not None
        assert barrier.sentence == words


def _knows(side: str, event: Event) -> bool:
    return event.is_known_to(side)
