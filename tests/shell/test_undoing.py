"""Taking back by the menu and by a line of the log, as far as the barrier, and giving again."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from hexwar.app.games import new_match
from hexwar.engine import Session, load, save
from hexwar.shell.prompter import Answer
from hexwar.shell.seats import Seats, witness_of
from hexwar.shell.undo_menu import undo_menu
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from tests.shell.hand import Hand, Key, Modifier

pytestmark = [pytest.mark.usefixtures("table"), pytest.mark.rule("N3.4")]

PIRE, LHERITIER = "FR-5C-01", "FR-5C-03"


@pytest.fixture
def moved(hand: Hand) -> Hand:
    """Piré has moved, and then Briche with the guns."""
    for start, end in (("1704", "1705"), ("1803", "1605")):
        hand.click(start)
        hand.hover(end)
        hand.click(end)
    assert len(marches(hand)) == 2
    return hand


def marches(hand: Hand) -> list[int]:
    events = hand.session.events
    return [at for at, event in enumerate(events) if isinstance(event, UnitMoved)]


def action_of(menu: QMenu, words: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(words))


def test_the_menu_goes_back_a_step_or_to_the_start_of_the_activation(moved: Hand) -> None:
    hand, controller = moved, moved.game.controller
    digest = hand.session.digest()
    menu = undo_menu(controller, hand.window)
    barred = action_of(menu, "No further")
    assert not barred.isEnabled()
    assert "Chance has decided since: chit." in barred.text()
    before = [action for action in menu.actions() if action.text().startswith("Before: ")]
    assert "(Piré) moved" in before[-1].text()

    action_of(menu, "Back to the start of the activation").trigger()
    assert marches(hand) == []
    assert controller.barrier() is not None

    again = undo_menu(controller, hand.window)
    action_of(again, "Redo one step").trigger()
    assert len(marches(hand)) == 1
    hand.key(Key.Key_Y, Modifier.ControlModifier | Modifier.AltModifier)
    assert hand.session.digest() == digest
    assert not hand.session.can_redo


def test_a_line_of_the_log_takes_back_to_it_and_one_beyond_the_barrier_says_why(
    moved: Hand,
) -> None:
    hand, log = moved, moved.window.panes.log
    first, second = marches(hand)
    beyond = log.menu_of(3)
    assert beyond is not None
    grey = action_of(beyond, "Take back to here")
    assert not grey.isEnabled()
    assert "Chance has decided since: chit." in grey.text()

    menu = log.menu_of(second)
    assert menu is not None
    action_of(menu, "Take back to here").trigger()
    assert marches(hand) == [first]

    menu = log.menu_of(first)
    assert menu is not None
    action_of(menu, "Take back to here").trigger()
    assert marches(hand) == []


def test_what_undo_reaches_is_what_undo_does_step_by_step(moved: Hand) -> None:
    hand, controller = moved, moved.game.controller
    reach = controller.undoing.reach()
    assert reach.barrier is not None
    for step in reach.steps:
        controller.undo()
        assert (len(hand.session.journal), len(hand.session.events)) == (step.entry, step.events)
    assert controller.barrier() == reach.barrier

    journal = len(hand.session.journal)
    controller.undo_to(journal - 1)
    assert len(hand.session.journal) == journal
    assert "Chance has decided since" in hand.refusal


def test_the_menu_opens_by_its_key_and_at_the_foot_of_the_window(moved: Hand) -> None:
    hand = moved
    hand.key(Key.Key_Z, Modifier.ControlModifier | Modifier.AltModifier)
    menu = next(menu for menu in hand.window.findChildren(QMenu) if menu.objectName() == "undo-to")
    assert menu.isVisible()
    menu.close()
    assert "action:undo-to" in hand.window.steps.text()


# -- against a computer


def let_pass() -> Session[GameState]:
    """Brienne against the computer, which has just let a move pass without a reaction charge."""
    alone = {"player.allied": "greedy"}
    match = new_match("brienne", {Side("french"): "greedy", Side("allied"): "greedy"}, "7", alone)
    session = match.session
    seats = Seats.from_header(session.header, session.state.battle.sides, NLC.players)
    session.witness = witness_of(session, seats, lambda: seats.humans)
    while session.pending is not None:
        last = session.journal[-1] if session.journal else None
        is_asked = seats.is_human(session.pending.side)
        is_reply = last is not None and last.asked == ChooseReactionCharge.__name__
        if is_asked and is_reply and session.barrier() is None:
            return session
        match.step()
    raise AssertionError


def test_undo_goes_back_over_a_computer_that_let_the_move_pass(hand: Hand) -> None:
    hand.open(let_pass())
    controller, journal = hand.game.controller, len(hand.session.journal)
    digest = hand.session.digest()
    assert hand.session.journal[-1].side == "allied"
    assert controller.barrier() is None
    assert controller.undoing.reach().steps[0].entry < journal - 1

    hand.press("Undo")
    assert len(hand.session.journal) < journal - 1
    assert controller.is_asking
    assert hand.pending.side == "french"
    kept = load(NLC.system, save(hand.session))
    kept.redo()
    assert kept.digest() == digest

    hand.press("Redo")
    assert hand.session.digest() == digest
    hand.press("Undo")
    named = hand.session.system.decision_named
    mine = [entry for entry in hand.session.undone[-1] if entry.side == "french"]
    controller.give(tuple(Answer(named(entry.asked), entry.answer) for entry in mine))
    assert not hand.session.can_redo
    hand.until(lambda: controller.is_asking)  # the computer is asked again, and says the same
    assert hand.session.digest() == digest
