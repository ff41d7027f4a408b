"""A march that is proposed: ghosts laid out, dragged, struck out, accepted and given up."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import ReactionDeclared
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Ghost
from tests.shell.hand import Button, Hand, Key, brienne

SIXTH_FIRST = "1"
"""With this seed VI Corps is drawn first; its Wing Commander Sacken rides with it."""

pytestmark = pytest.mark.usefixtures("table")

GUARD_FIRST = "3"
"""With this seed the Guard Cavalry, which is still to enter the map, is drawn first."""


def ghosts(hand: Hand) -> tuple[Ghost, ...]:
    shown = hand.board.board.pile.ghost_ways.shown
    assert shown == hand.game.controller.offer.overlays.ghosts
    return shown


def ends(hand: Hand) -> dict[str, Hex]:
    return {piece: ghost.path[-1] for ghost in ghosts(hand) for piece in ghost.pieces}


def where(hand: Hand, unit: str) -> Hex | None:
    return hand.session.state.units[UnitId(unit)].hex


def moves(hand: Hand) -> list[UnitMoved]:
    return [event for event in hand.session.events if isinstance(event, UnitMoved)]


def hint(hand: Hand) -> str:
    return hand.window.hint.text()


def propose(hand: Hand) -> None:
    assert isinstance(hand.pending, ActivateUnit)
    hand.press("March by its order")
    assert ghosts(hand)


@pytest.mark.rule("N5.4", "N5.9")
def test_two_presses_march_a_whole_corps(hand: Hand) -> None:
    propose(hand)
    wanted, before = ends(hand), len(hand.session.journal)
    assert {"FR-5C-01", "FR-5C-02", "FR-5C-03", "FR-5C-04"} <= set(wanted)
    assert len(hand.session.journal) == before, "nothing is answered yet"

    hand.press("Accept")

    for unit, hex_ in wanted.items():
        if unit.startswith("FR-5C-0"):
            assert where(hand, unit) == hex_
    assert ghosts(hand) == ()


def test_a_key_proposes_and_space_accepts(hand: Hand) -> None:
    hand.key(Key.Key_A)
    wanted = len(ghosts(hand))
    hand.key(Key.Key_Space)
    assert len(moves(hand)) >= wanted


def test_each_move_is_taken_back_by_itself(hand: Hand) -> None:
    propose(hand)
    n = len(ghosts(hand))
    hand.press("Accept")
    made = len(moves(hand))
    hand.window.menus["undo"].trigger()
    assert len(moves(hand)) == made - 1 or n == 1
    assert isinstance(hand.pending, ActivateUnit)


def test_ghosts_bear_their_place_in_the_order_of_march(hand: Hand) -> None:
    propose(hand)
    assert [ghost.place for ghost in ghosts(hand)] == list(range(1, len(ghosts(hand)) + 1))
    assert "moves are proposed" in hint(hand)


def test_a_ghost_is_dragged_elsewhere(hand: Hand) -> None:
    propose(hand)
    first = ghosts(hand)[0]
    start, end = first.path[0], first.path[-1]
    hand.drag(end, *reversed(first.path[1:-1]))
    back = ends(hand)[first.pieces[0]]
    assert back == first.path[1] != end
    assert start != back
    hand.press("Accept")
    assert where(hand, first.pieces[0]) == back


def test_a_ghost_is_clicked_and_then_a_hex(hand: Hand) -> None:
    propose(hand)
    first = ghosts(hand)[0]
    hand.click(first.path[-1])
    held = next(ghost for ghost in ghosts(hand) if ghost.is_held)
    offer = hand.game.controller.offer
    assert set(offer.picked) == set(held.pieces)
    assert offer.overlays.reach is not None

    goal = held.path[1]
    hand.hover(goal)
    assert next(ghost for ghost in ghosts(hand) if ghost.is_held).path[-1] == goal
    hand.click(goal)

    assert ends(hand)[held.pieces[0]] == goal
    assert not any(ghost.is_held for ghost in ghosts(hand))


def test_a_ghost_cannot_be_sent_where_the_law_forbids_it(hand: Hand) -> None:
    propose(hand)
    before = ends(hand)
    hand.click(ghosts(hand)[0].path[-1])
    hand.click("3030")
    assert hand.refusal
    assert ends(hand) == before


def test_a_right_click_strikes_a_ghost_out(hand: Hand) -> None:
    propose(hand)
    gone = ghosts(hand)[-1]
    stays = where(hand, gone.pieces[0])
    hand.click(gone.path[-1], Button.RightButton)
    assert gone.pieces[0] not in ends(hand)
    assert "as you wish" in hint(hand)
    hand.press("Accept")
    assert where(hand, gone.pieces[0]) == stays


def test_escape_lays_a_ghost_down_and_then_gives_all_up(hand: Hand) -> None:
    propose(hand)
    hand.click(ghosts(hand)[0].path[-1])
    hand.key(Key.Key_Escape)
    assert ghosts(hand)
    assert not any(ghost.is_held for ghost in ghosts(hand))
    hand.key(Key.Key_Escape)
    assert ghosts(hand) == ()
    assert "March by its order" in hand.buttons
    assert moves(hand) == []


def test_what_is_moved_by_hand_leaves_the_rest_proposed(hand: Hand) -> None:
    propose(hand)
    hand.click("1704")  # Piré, who waits there
    hand.click("1705")
    assert where(hand, "FR-5C-01") == "1705"
    rest = ends(hand)
    assert "FR-5C-01" not in rest
    assert rest
    hand.press("Accept")
    assert all(where(hand, u) == h for u, h in rest.items() if u.startswith("FR-5C-0"))


@pytest.mark.rule("N5.81", "N5.82")
def test_arrivals_are_proposed_with_their_entry(hand: Hand) -> None:
    hand.open(brienne(GUARD_FIRST))
    hand.key(Key.Key_A)
    wanted = ends(hand)
    assert {"FR-GC-01", "FR-GC-02", "FR-GC-03"} <= set(wanted)
    hand.key(Key.Key_Space)
    assert {unit: where(hand, unit) for unit in wanted} == wanted


@pytest.mark.rule("N5.81")
def test_a_click_on_a_far_hex_brings_an_arrival_there(hand: Hand) -> None:
    hand.open(brienne(GUARD_FIRST))
    propose(hand)
    goal = ghosts(hand)[0].path[-1]
    hand.key(Key.Key_Escape)
    hand.click(goal)
    assert len(moves(hand)) == 1
    assert moves(hand)[0].path[-1] == goal


@pytest.mark.rule("N4.5", "N14.51")
def test_leaders_and_trains_follow_at_the_end(hand: Hand) -> None:
    hand.open(brienne(SIXTH_FIRST))
    propose(hand)
    hand.press("Accept")
    hand.pass_on(MoveLeaderOrTrain)
    hand.press("Follow")
    wanted = ends(hand)
    assert "CO-SAC-L" in wanted
    hand.press("Accept")
    assert hand.session.state.leaders[LeaderId("CO-SAC-L")].hex == wanted["CO-SAC-L"]
    assert isinstance(hand.pending, MoveLeaderOrTrain), "the activation ends by its own word only"


def test_the_march_stops_when_something_comes_in_the_way(hand: Hand) -> None:
    """A march that is accepted goes on after the enemy has let it pass, and stops if he has not."""
    propose(hand)
    n = len(ghosts(hand))
    hand.press("Accept")
    while type(hand.pending).__name__ == "ChooseReactionCharge":
        hand.press("Nobody reacts")
    assert not any(isinstance(event, ReactionDeclared) for event in hand.session.events)
    assert len(moves(hand)) >= n
