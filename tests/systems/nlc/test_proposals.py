"""What the staff proposes: legal answer by answer, true to orders, no jams and no overstacks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.engine import Session
from hexwar.ground.stacking import is_overstacked, stack_in
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.proposals.counsel import holes
from hexwar.systems.nlc.proposals.follow import has_goers, propose_follow, propose_followers
from hexwar.systems.nlc.proposals.march import Wish, propose_march
from hexwar.systems.nlc.proposals.plan import Move, Plan, carry_out, refusal_of, rest_words
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    ChooseEntryHex,
    duties_owed,
    unmoved_on_map,
)
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from tests.boards import MAPS
from tests.systems.nlc.positions import FRENCH, hexes, position, units
from tests.systems.nlc.tasks import F1, FI, FIELD, ROAD, lane

ANSWERS = 50
"""How far a random game is followed."""

ASKED = ActivateUnit(FRENCH, FI)


def games(scenario: str, seed: int) -> Iterator[Session[GameState]]:
    """A random game at each question that a proposal answers."""
    sides = battle_with(scenario, ()).sides
    match: Match = new_match(scenario, dict.fromkeys(sides, "random"), str(seed))
    while match.session.pending is not None and match.answers < ANSWERS:
        if isinstance(match.session.pending, ActivateUnit | MoveLeaderOrTrain | MoveCommand):
            yield match.session
        match.step()


def proposed(session: Session[GameState]) -> Plan:
    asked = session.pending
    assert asked is not None
    view = NLC.view(session.state, Side(asked.side))
    if isinstance(asked, ActivateUnit):
        return propose_march(view, asked)
    assert isinstance(asked, MoveLeaderOrTrain | MoveCommand)
    return propose_follow(view, asked)


def give(session: Session[GameState], move: Move) -> None:
    """Give the answers of a move; an entry hex that is the only one is no question."""
    for kind, value in move.answers:
        if kind is ChooseEntryHex and not isinstance(session.pending, ChooseEntryHex):
            continue
        assert isinstance(session.pending, kind)
        refusal = session.refusal(value)
        assert refusal is None, (move, refusal)
        session.answer(value)


def ends_of(plan: Plan) -> dict[str, Hex]:
    return {piece: move.end for move in plan.moves for piece in move.pieces}


# -- any position of any scenario


@pytest.mark.rule("N27.4", "N5.4", "N4.5", "N6.1", "N14.51")
@settings(max_examples=20)  # a whole game each
@given(scenario=st.sampled_from(MAPS), seed=st.integers(0, 10_000))
@example(scenario="proving-ground", seed=460)  # one has worked at a span and not yet moved
def test_the_law_accepts_every_proposal_answer_by_answer(scenario: str, seed: int) -> None:
    for session in games(scenario, seed):
        plan, twin = proposed(session), session.fork()
        assert plan == proposed(session), "the same position, the same proposal"
        for move in plan.moves:
            if twin.pending != plan.asked:
                break  # the enemy reacts, or a choice of one's own comes first
            give(twin, move)
        if twin.pending == plan.asked and isinstance(plan.asked, ActivateUnit):
            assert list(duties_owed(twin.state, plan.asked.formation)) == []
            check_followers(session, twin, plan)
        if isinstance(plan.asked, ActivateUnit):
            view = NLC.view(session.state, Side(plan.asked.side))
            check_stacks(view, plan)
            assert untold(view, plan) == []
            goes = bool(plan.moves or propose_followers(view, plan).moves)
            assert has_goers(view, plan.asked) == goes


def check_followers(before: Session[GameState], after: Session[GameState], march: Plan) -> None:
    """Where leaders and trains go is known before the march begins, and still works after it."""
    side = Side(march.asked.side)
    follow = propose_followers(NLC.view(before.state, side), march)
    assert isinstance(follow.asked, MoveLeaderOrTrain)
    known = NLC.view(after.state, side)
    assert propose_follow(known, follow.asked, kept=follow.moves, only=()).moves == follow.moves


def untold(view: GameState, plan: Plan) -> list[str]:
    """Who neither moves nor is said to stay, though he could act."""
    assert isinstance(plan.asked, ActivateUnit)
    told = {*ends_of(plan), *(unit for rest in plan.rests for unit in rest.units)}
    return [unit for unit in unmoved_on_map(view, plan.asked.formation) if unit not in told]


def check_stacks(state: GameState, plan: Plan) -> None:
    """Nobody is too many for a hex where a move ends, but for those whom their order drives on."""
    after = state.copy()
    for move in plan.moves:
        carry_out(after, move)
    for hex_ in {move.end for move in plan.moves}:
        here = stack_in(after, hex_, Side(plan.asked.side))
        assert not is_overstacked(after, here) or _nobody_could_stay(state, plan, hex_), hex_


def _nobody_could_stay(state: GameState, plan: Plan, hex_: Hex) -> bool:
    """Whether those who crowd a hex owed their order a move and had no room anywhere."""
    assert isinstance(plan.asked, ActivateUnit)
    here, last = state.copy(), [move for move in plan.moves if move.end == hex_][-1]
    for move in plan.moves:
        if move is last:
            break
        carry_out(here, move)
    return any(True for _ in duties_owed(here, plan.asked.formation))


# -- each kind of order


def march(state: GameState, wish: Wish | None = None) -> Plan:
    return propose_march(state, ASKED) if wish is None else propose_march(state, ASKED, wish)


@pytest.mark.rule("N5.31", "N12.21")
def test_a_column_moves_along_its_road_with_its_head_first() -> None:
    lines = ("F2 infantry 6-3 0111", "F3 infantry 6-3 0110")
    plan = march(lane("march 0101", F1, *lines, roads=ROAD))
    assert [move.units for move in plan.moves] == [("F1",), ("F3",), ("F2",)]
    ends = [move.end for move in plan.moves]
    assert ends == sorted(ends), "nobody stands in the way of the next"
    assert len(set(ends)) == 3
    assert all(move.column for move in plan.moves)


@pytest.mark.rule("N12.22")
def test_an_attack_closes_up_to_the_enemy_with_mass() -> None:
    lines = ("F2 infantry 5-3 0109 division:1st", "A1 infantry 3-3 0106")
    plan = march(lane("attack 0106", "F1 infantry 6-3 0109 division:1st", *lines))
    assert ends_of(plan) == {"F1": "0107", "F2": "0107"}
    assert len(plan.moves) == 1, "who can goes together"


@pytest.mark.rule("N12.24")
def test_who_holds_his_post_in_peace_stays_and_it_is_told() -> None:
    state = lane("defend 0109", F1)
    plan = march(state)
    assert plan.moves == ()
    assert rest_words(state, plan.rests) == "F1 stays: at its post"


@pytest.mark.rule("N12.26")
def test_who_falls_back_goes_away_from_the_enemy() -> None:
    plan = march(lane("fall back 0112", "F1 infantry 6-3 0106", "A1 infantry 6-3 0103"))
    assert ends_of(plan) == {"F1": "0110"}


@pytest.mark.rule("N5.81", "N5.82")
def test_arrivals_enter_and_go_on_in_one_gesture() -> None:
    group = Arrival(1, Hex("0112"), units("F1 F2"))
    lines = ("F1 infantry 6-3 due", "F2 infantry 4-3 due")
    plan = march(lane("march 0101", *lines, roads=ROAD, arrivals=(group,)))
    assert [move.enters for move in plan.moves] == [True, True]
    assert plan.moves[0].end < plan.moves[1].end


@pytest.mark.rule("N5.9")
def test_the_commander_goes_along_with_the_strongest() -> None:
    lines = ("F2 infantry 4-3 0109", "FL leader 0109 name:Victor")
    plan = march(lane("march 0101", F1, *lines))
    with_him = next(move for move in plan.moves if "FL" in move.pieces)
    assert "F1" in with_him.pieces


def test_a_goal_and_a_posture_can_be_wished_for() -> None:
    state = lane("defend 0109 within 4", F1)
    assert march(state).moves == ()
    wish = Wish((Hex("0105"),), order_types()["march"])
    end = ends_of(march(state, wish))["F1"]
    assert Hex("0105") <= end < Hex("0109")


def test_kept_moves_come_first_and_what_no_longer_works_goes_elsewhere() -> None:
    state = lane("march 0101", F1, "F2 infantry 6-3 0110", roads=ROAD)
    first, second = march(state).moves
    made = propose_march(state, ASKED, kept=(second,), only=())
    assert [move.units for move in made.moves] == [second.units]
    after = state.copy()
    carry_out(after, first)
    again = propose_march(after, ASKED, kept=(first, second), only=())
    assert [move.units for move in again.moves] == [second.units]
    assert refusal_of(after, ASKED, again.moves[0]) is None


def test_an_empty_body_has_nothing_to_propose() -> None:
    state = lane("march 0101", "F1 infantry 6-3 0109 moved")
    assert march(state).moves == ()


@pytest.mark.rule("N12.24")
def test_who_holds_closes_the_hole_in_his_line() -> None:
    lines = ("F1 infantry 6-3 0106", "F2 infantry 6-3 0112", "A1 infantry 3-3 0101")
    state = lane("defend 0108", *lines)
    assert holes(hexes("0106 0112"), state.battle.battlefield.grid.distance) == 3
    assert ends_of(march(state)) == {"F2": "0108"}, "the rear comes up"


@pytest.mark.rule("N12.24")
def test_who_holds_leaves_a_hole_where_no_enemy_is_near() -> None:
    assert march(lane("defend 0108", "F1 infantry 6-3 0106", "F2 infantry 6-3 0112")).moves == ()


def test_a_line_is_led_from_post_to_post() -> None:
    distance = lane("defend 0108", F1).battle.battlefield.grid.distance
    rows = (("0101", 0), ("0101 0104", 0), ("0101 0105", 1), ("0101 0112 0105 0108", 2))
    for posts, missing in rows:
        assert holes(hexes(posts), distance) == missing, posts


@pytest.mark.rule("N12.22", "N7.1")
def test_guns_do_not_go_ahead_of_their_line() -> None:
    lines = ("F1 infantry 6-3 0110", "F2 horse 2-3 0110", "A1 light 4-3 0102")
    plan = march(lane("attack 0102", *lines))
    assert [move.units for move in plan.moves] == [("F1",), ("F2",)]
    assert len(set(ends_of(plan).values())) == 1


@pytest.mark.rule("N12.21")
def test_a_march_by_way_of_a_place_goes_on_beyond_it() -> None:
    end = ends_of(march(lane("march 0101 via 0108", F1)))["F1"]
    assert end < Hex("0108"), "it does not linger about the place that it has come to"


@pytest.mark.rule("N12.26", "N14.51")
def test_a_commander_stays_until_his_troops_have_drawn_off() -> None:
    lines = ("F1 infantry 6-3 0106", "FL leader 0106 name:Victor", "A1 infantry 6-3 0103")
    plan = march(lane("fall back 0112", *lines))
    assert [move.pieces for move in plan.moves] == [("F1",)]
    assert ends_of(propose_followers(lane("fall back 0112", *lines), plan)) == {"FL": "0110"}


@pytest.mark.rule("N4.71", "N12.41")
def test_a_headquarters_goes_where_its_orders_come_through_out_of_reach() -> None:
    troops = ("F1 infantry 6-3 1009", "F2 infantry 1-3 0404", "F3 infantry 1-3 0607")
    rows = (
        ("too far away to be heard", "F8 hq 0101 of:FHQ", "A1 infantry 6-3 0112", "0404"),
        ("well where it is", "F8 hq 0607 of:FHQ", "A1 infantry 6-3 0112", None),
        ("too near to the enemy", "F8 hq 0404 of:FHQ", "A1 infantry 6-3 0401", "0607"),
    )
    for row, staff, enemy, end in rows:
        plan = propose_follow(position(FIELD, *troops, staff, enemy), MoveCommand(FRENCH))
        assert ends_of(plan).get("F8") == end, row
