"""A march that is proposed: ghosts laid out, dragged, struck out, accepted and given up."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.shell.preferences import Pace
from hexwar.shell.prompter import Gesture
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.prompters import CardAnswers
from hexwar.systems.nlc.prompters.proposing import ProposingPrompter
from hexwar.systems.nlc.proposals.march import propose_march
from hexwar.systems.nlc.proposals.plan import carry_out
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Ghost, overlays_of
from hexwar.widgets.board.geometry import hex_rect
from hexwar.widgets.counters.easel import Detail
from tests.shell.hand import Button, Hand, Key, brienne
from tests.shell.questions import given, laid, take_up
from tests.systems.nlc.positions import FRENCH, hexes
from tests.systems.nlc.tasks import F1, FI, ROAD, lane

SIXTH_FIRST = "1"
"""With this seed VI Corps is drawn first; its Wing Commander Sacken rides with it."""


GUARD_FIRST = "3"
"""With this seed the Guard Cavalry, which is still to enter the map, is drawn first."""


@pytest.fixture
def hand(table: Hand) -> Hand:
    """At Brienne, when V Cavalry Corps acts."""
    return table


def ghosts(hand: Hand) -> tuple[Ghost, ...]:
    shown = hand.board.board.pile.ghost_ways.shown
    assert shown == overlays_of(hand.game.controller.offer.overlays).ghosts
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


@pytest.mark.parametrize("zoom", [0.0, 0.7])
def test_a_proposal_is_brought_into_view_and_near_enough_to_be_read(
    hand: Hand, zoom: float
) -> None:
    camera = hand.board.camera
    camera.zoom_to(zoom)
    before = camera.zoom
    assert (Detail.at(before) is Detail.FAR) == (zoom == 0)
    propose(hand)
    for ghost in ghosts(hand):
        for hex_ in ghost.path:
            assert camera.seen().contains(hex_rect(hand.board.board.sheet, hex_)), hex_
    if zoom:
        assert camera.zoom == before, "who has chosen a nearer view keeps it"
    else:
        assert Detail.at(camera.zoom) is not Detail.FAR


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


def test_who_has_not_gone_yet_stays_drawn_while_the_march_is_shown(hand: Hand) -> None:
    propose(hand)
    units = hand.session.state.units
    wanted = [ghost.place for ghost in ghosts(hand) if ghost.pieces[0] in units]
    hand.window.apply(replace(hand.window.preferences, pace=Pace.FAST))
    controller, left = hand.game.controller, list[list[int]]()
    controller.shown.connect(lambda _: left.append([ghost.place for ghost in ghosts(hand)]))
    with hand.qtbot.waitSignal(controller.asked, timeout=20_000):
        hand.press("Accept")
        assert [ghost.place for ghost in ghosts(hand)] == wanted
        assert not controller.is_asking
    steps = list(dict.fromkeys(map(tuple, left)))
    assert steps == [tuple(wanted[n:]) for n in range(1, len(wanted) + 1)]
    assert ghosts(hand) == ()


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return])
def test_a_key_proposes_and_another_accepts(hand: Hand, key: Key) -> None:
    hand.click("1704")
    hand.key(Key.Key_Escape)  # the hex that was clicked last does not catch Enter
    hand.key(Key.Key_A)
    wanted = [ghost for ghost in ghosts(hand) if ghost.pieces[0] in hand.session.state.units]
    hand.key(key)
    assert {move.units[0] for move in moves(hand)} == {ghost.pieces[0] for ghost in wanted}


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
    assert overlays_of(offer.overlays).reach is not None

    goal = held.path[1]
    hand.hover(goal)
    assert next(ghost for ghost in ghosts(hand) if ghost.is_held).path[-1] == goal
    hand.click(goal)

    assert ends(hand)[held.pieces[0]] == goal
    assert not any(ghost.is_held for ghost in ghosts(hand))


@pytest.mark.rule("N27.4")
def test_a_ghost_in_the_hand_tells_its_cost_its_road_and_its_order() -> None:
    lines = ("F2 infantry 6-3 0111", "F3 infantry 6-3 0110")
    told = []
    for state in (lane("march 0101", F1, *lines, roads=ROAD), lane("march 0101", *CORNERED)):
        prompter = put(CardAnswers(), state)
        prompter.write("propose")
        first = prompter.proposing.moves[0]
        prompter.click_ghosts(first.end, joins=False)
        told.append(prompter.offer().hint)
    assert re.search(r"F1 by road to .*: 4 MP, 0 left\. Its order is kept\. Click where", told[0])
    assert "F1 to" in told[1]
    assert "Nobody could do all: F1 must spend" in told[1]


def test_a_ghost_cannot_be_sent_where_the_law_forbids_it(hand: Hand) -> None:
    propose(hand)
    before = ends(hand)
    hand.click(ghosts(hand)[0].path[-1])
    hand.click("3030")
    assert hand.refusal
    assert ends(hand) == before


def test_a_right_click_strikes_a_ghost_out(hand: Hand) -> None:
    propose(hand)
    gone = [ghost for ghost in ghosts(hand) if ghost.pieces[0] in hand.session.state.units][-1]
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


@pytest.mark.rule("N5.81")
def test_an_arrival_is_dragged_from_its_entry_along_its_way(hand: Hand) -> None:
    hand.open(brienne(GUARD_FIRST))
    propose(hand)
    path = ghosts(hand)[0].path
    hand.key(Key.Key_Escape)
    hand.drag(*path)
    assert [move.path for move in moves(hand)] == [path]


@pytest.mark.rule("N4.5", "N14.51")
def test_leaders_and_trains_follow_at_the_end(hand: Hand) -> None:
    hand.open(brienne(SIXTH_FIRST))
    propose(hand)
    wanted = ends(hand)
    assert "CO-SAC-L" in wanted, "who follows is proposed with the march"
    hand.press("Accept")
    hand.pass_on(MoveLeaderOrTrain)
    assert ends(hand)["CO-SAC-L"] == wanted["CO-SAC-L"]
    hand.press("Accept")
    assert hand.session.state.leaders[LeaderId("CO-SAC-L")].hex == wanted["CO-SAC-L"]
    assert isinstance(hand.pending, MoveLeaderOrTrain), "the activation ends by its own word only"


# -- what comes in the way


CORNERED = ("F1 infantry 6-3 0106", "A1 infantry 6-3 0103")


def marching(lines: str = "") -> GameState:
    """Two units of a corps that march up a lane."""
    more = lines.split(";") if lines else ()
    return lane("march 0101", F1, "F2 infantry 5-3 0111", *more, roads=ROAD)


def put(standing: CardAnswers, state: GameState) -> ProposingPrompter[Any]:
    """The question as the window puts it."""
    prompter = take_up(state, ActivateUnit(FRENCH, FI))
    assert isinstance(prompter, ProposingPrompter)
    standing.prepare(prompter)
    return prompter


def accepted(state: GameState) -> tuple[CardAnswers, GameState, tuple[Ghost, ...]]:
    """A proposal that is accepted: the first of its moves is made."""
    standing, after = CardAnswers(), state.copy()
    prompter = put(standing, state)
    assert prompter.write("propose") is None
    ghosts = overlays_of(prompter.offer().overlays).ghosts
    first = prompter.proposing.moves[0]
    assert given(prompter.write("accept")) == [value for _, value in first.answers]
    assert standing.goes_on
    carry_out(after, first)
    return standing, after, ghosts


def onward(standing: CardAnswers, state: GameState) -> Gesture | None:
    return standing.onward(take_up(state, ActivateUnit(FRENCH, FI)))


def test_the_moves_are_given_one_after_another_to_the_last() -> None:
    standing, after, ghosts = accepted(marching())
    assert len(ghosts) == 2
    gesture = onward(standing, after)
    assert gesture is not None
    assert gesture[0].value == ghosts[1].pieces
    assert standing.halted() is None
    assert not standing.goes_on
    carry_out(after, propose_march(after, ActivateUnit(FRENCH, FI)).moves[0])
    assert onward(standing, after) is None
    assert laid(put(standing, after)).ghosts == ()


def test_the_march_stops_when_a_unit_did_not_come_to_its_hex() -> None:
    standing, after, ghosts = accepted(marching())
    UnitMoved((UnitId("F1"),), hexes(f"{ghosts[0].path[-1]} 0108"), 2, column=False).happen(after)
    assert onward(standing, after) is None
    assert not standing.goes_on
    halt = standing.halted()
    assert halt is not None
    assert "F1 did not come to" in halt.sentence
    assert standing.halted() is None, "it is told once"
    left = laid(put(standing, after)).ghosts
    assert [ghost.pieces for ghost in left] == [ghosts[1].pieces], "the rest stays proposed"


def test_the_march_stops_when_the_enemy_has_moved() -> None:
    standing, after, _ = accepted(marching("A1 infantry 3-3 0101"))
    UnitMoved((UnitId("A1"),), hexes("0101 0102"), 2, column=False).happen(after)
    assert onward(standing, after) is None
    halt = standing.halted()
    assert halt is not None
    assert "the enemy has moved" in halt.sentence


def test_what_is_taken_back_is_proposed_again_and_nothing_goes_on() -> None:
    state = marching()
    standing, _, ghosts = accepted(state)
    standing.rewound()
    assert not standing.goes_on
    assert laid(put(standing, state)).ghosts == ghosts


def test_a_proposal_does_not_outlive_its_question() -> None:
    state = marching()
    standing = CardAnswers()
    put(standing, state).write("propose")
    assert laid(put(standing, state)).ghosts
    later = state.copy()
    later.turn += 1
    assert laid(put(standing, later)).ghosts == ()
