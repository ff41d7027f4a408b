"""Sides change hands while the game goes on: to the computer, to another one, and back."""

from __future__ import annotations

import pytest

from hexwar.engine import load, save
from hexwar.shell.exchange import HAND_OVER
from hexwar.shell.seats import HUMAN, Seats
from hexwar.shell.sitting import PlayersDialog, lend
from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from hexwar.table.overlays import overlays_of
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand, new_brienne

FRENCH, ALLIED = Side("french"), Side("allied")
SECRET = {"orders": "secret"}


def players(hand: Hand) -> dict[Side, str]:
    """Who plays by what the game's header says."""
    return Seats.from_header(hand.session.header, (FRENCH, ALLIED), NLC.players).players


def asked_for(hand: Hand) -> PlayersDialog:
    hand.window.menus["players"].trigger()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PlayersDialog)
    return dialog


@pytest.mark.parametrize("orders", ["open", "secret"])
def test_a_side_is_lent_to_the_computer_and_taken_back(hand: Hand, orders: str) -> None:
    hand.open(new_brienne(options={"player.allied": "random", "orders": orders}))
    controller, given = hand.game.controller, len(hand.session.journal)
    controller.show.set_paused(True)  # one answer at a time
    assert controller.is_asking
    hand.window.menus["lend"].trigger()
    assert players(hand) == {FRENCH: "normal", ALLIED: "random"}
    assert controller.thinker.is_thinking
    assert hand.window.menus["lend"].isChecked()
    assert hand.sentence == "Now French (computer) plays."
    assert not hand.answers  # nothing is left of the question
    assert not overlays_of(controller.offer.overlays).ready
    controller.show.step()
    hand.until(lambda: len(hand.session.journal) > given)
    seen = () if orders == "secret" else (ALLIED,)
    assert controller.viewer.pads == (FRENCH, *seen)  # who lent looks on with his own eyes
    hand.window.menus["lend"].trigger()
    assert players(hand) == {FRENCH: HUMAN, ALLIED: "random"}
    assert not hand.window.menus["lend"].isChecked()


def test_a_save_keeps_who_plays_and_the_journal_too(hand: Hand) -> None:
    hand.open(new_brienne(options={"player.allied": "greedy"}))
    hand.game.diary.keep()
    dialog = asked_for(hand)
    seat = dialog.seats[ALLIED]
    seat.choose("hard-bold")
    assert seat.player.currentText() == "Computer: a masterly staff"
    assert seat.temper.currentText() == "bold"
    dialog.go.click()
    assert players(hand) == {FRENCH: HUMAN, ALLIED: "hard-bold"}
    again = load(NLC.system, save(hand.session))
    assert again.header["options"]["player.allied"] == "hard-bold"
    hand.until(lambda: not hand.game.diary.is_behind)
    kept = load(NLC.system, hand.game.diary.path.read_text())
    assert kept.header["options"]["player.allied"] == "hard-bold"


def test_of_two_persons_each_hands_over_their_own_side_and_the_other_sits_down_first(
    hand: Hand,
) -> None:
    hand.open(new_brienne(options=SECRET))
    assert hand.window.lock.is_closed
    hand.window.handover.ready.emit()
    controller, window = hand.game.controller, hand.window
    sitting = controller.viewer.side
    (other,) = {FRENCH, ALLIED} - {sitting}
    dialog = asked_for(hand)
    assert dialog.seats[sitting].player.isEnabled()
    assert not dialog.seats[other].player.isEnabled()
    assert "while sitting at the machine" in dialog.seats[other].player.toolTip()
    dialog.seats[sitting].choose("easy")
    dialog.go.click()
    assert players(hand)[sitting] == "easy"
    assert window.lock.is_closed  # nothing is shown until the other one sits there
    assert not controller.viewer.pads
    assert not controller.thinker.is_thinking
    window.handover.ready.emit()
    assert not window.lock.is_closed
    assert controller.viewer.side == other
    assert controller.viewer.pads == (other,)


def test_nobody_is_handed_over_while_the_machine_changes_hands(hand: Hand) -> None:
    hand.open(new_brienne(options=SECRET))
    assert not hand.window.menus["players"].isEnabled()
    assert not hand.window.menus["lend"].isEnabled()
    assert lend(hand.game.controller) is HAND_OVER
    hand.game.reseat({FRENCH: "easy"})
    assert players(hand) == {FRENCH: HUMAN, ALLIED: HUMAN}


def test_a_person_takes_over_what_the_computer_played_and_the_machine_is_shared_from_then_on(
    hand: Hand,
) -> None:
    hand.open(new_brienne(options={"player.allied": "greedy", **SECRET}))
    dialog = asked_for(hand)
    dialog.seats[ALLIED].choose(HUMAN)
    dialog.go.click()
    controller = hand.game.controller
    assert players(hand) == {FRENCH: HUMAN, ALLIED: HUMAN}
    assert controller.viewer.side == FRENCH
    assert controller.viewer.pads == (FRENCH,)
    assert controller.is_asking


def test_who_has_never_sat_down_plays_against_a_careful_staff_and_staffs_are_listed_first(
    hand: Hand,
) -> None:
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    assert [*dialog.choice.players.values()] == [HUMAN, NLC.opponent]
    box = dialog.seats[0].player
    listed = [box.itemData(row) for row in range(box.count())]
    assert listed == [HUMAN, "easy", "normal", "hard", "greedy", "random"]


def test_in_a_lesson_it_is_fixed_who_plays(hand: Hand) -> None:
    hand.open(new_brienne(options={"player.allied": "greedy"}))
    hand.game.is_lesson = True
    hand.window.menus["players"].trigger()
    assert hand.window.dialogs.dialog is None
    assert "lesson" in hand.refusal
    hand.window.menus["lend"].trigger()
    assert players(hand)[FRENCH] == HUMAN
