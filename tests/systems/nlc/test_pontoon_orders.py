"""Pontoon trains have lines of their own on the order pad, and march only (N16.4, T18.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder, Recall, recallable
from hexwar.systems.nlc.rules.orders.local_decision import may_try
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.steps import test_steps as check_steps
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    assignments,
    papers,
    recipients,
)
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, OrderStep
from hexwar.table.pieces import Phase, Segment
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    play,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import line, on_its_way, order, staff

TRAIN = LineId("FI/1")
FP = "FP pontoon 0602 division:1"
ROADS = ["0602 0702 0802 0902 1002 1102 1202 1302"]


def pad(*, text: str = "defend 0602", **more: Any) -> GameState:
    """The staffs with a pontoon train of I Corps on a road, which has a line of its own."""
    return staff(FP, orders=f"FI/1: {text}", roads=ROADS, **more)


def why_not(state: GameState, text: str, wing: str | None = None) -> str | None:
    paper = Paper(TRAIN, order(text) if text else (), FormationId(wing) if wing else None)
    refusal = IssueOrder(FRENCH).refusal(state, paper)
    return None if refusal is None else refusal.rule


# -- at the start (N12.16)


def begun(*lines: str, **more: Any) -> GameState:
    battle, _ = battle_of(board(OPEN), *lines, **more)
    return set_up(battle)


@pytest.mark.rule("N16.4", "N12.16")
def test_it_begins_under_defend_where_it_stands() -> None:
    state = begun("F1 infantry 5-3 0101", "FP pontoon 0303", "FT train 0202")
    assert state.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0303")),)
    assert state.pad.lines[TRAIN].units == units("FP")
    assert state.pad.detached == {"FP": TRAIN}
    assert state.line_id_of(unit("FT")) == "FI"


@pytest.mark.rule("N16.4", "N12.16")
def test_one_that_is_due_defends_where_it_enters() -> None:
    arrival = Arrival(2, Hex("0401"), units("FP"))
    state = begun("F1 infantry 5-3 0101", "FP pontoon due", arrivals=(arrival,))
    assert state.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0401")),)


@pytest.mark.rule("N16.4", "N12.16")
def test_it_may_begin_with_an_order_of_the_scenario() -> None:
    given = ((units("FP"), order("march 0707")),)
    state = begun(
        "F1 infantry 5-3 0101",
        "FP pontoon 0303",
        formations={"FI": {"divisional_orders": given}},
    )
    assert state.pad.lines[TRAIN].steps == order("march 0707")
    assert [line for line in state.pad.lines if "/" in line] == [TRAIN]


# -- writing to it


@pytest.mark.rule("N16.4")
def test_who_commands_the_corps_writes_to_its_pontoon_train() -> None:
    state = pad()
    assert TRAIN in recipients(state, FRENCH)
    assert why_not(state, "march 1202") is None
    assert centre_of(state, TRAIN) == "0602"
    state.pad = replace(state.pad, wings={**state.pad.wings, FormationId("FI"): FormationId("FW")})
    play(
        state,
        orders_phase,
        answers={IssueOrder: [Paper(TRAIN, order("march 1202"))]},
    )


@pytest.mark.rule("N16.4", "T18.1")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("march 1202", None),
        ("march 0902, march 1202", None),
        ("march 1202 via 0802", None),
        ("defend 0602", "N16.4"),
        ("march 1202, defend 1202", "N16.4"),
        ("attack 1202", "N16.4"),
        ("march FII", "N16.4"),
        ("march 1201", "T18.1"),
        ("march 1202 via 0801", "T18.1"),
        ("march 9999", "N12.1"),
        ("march", "N12.1"),
    ],
)
def test_it_is_ordered_to_march_along_roads_only(text: str, rule: str | None) -> None:
    assert why_not(pad(), text) == rule


@pytest.mark.rule("N16.4", "N12.7")
def test_it_is_put_under_no_wing() -> None:
    assert why_not(pad(), "", "FW") == "N12.7"
    assert TRAIN not in [paper.line for paper in assignments(pad(), FRENCH)]


@pytest.mark.rule("N16.4", "T18.2")
def test_marches_to_places_from_which_a_river_can_be_bridged_are_listed() -> None:
    state = pad(rivers=["1202-1203", "0801-0901"])
    listed = [paper.steps for paper in papers(state, FRENCH) if paper.line == TRAIN]
    assert (OrderStep("march", Hex("1202")),) in listed
    assert all(steps[0].verb == "march" for steps in listed)


@pytest.mark.rule("N16.4", "N12.92", "N12.66")
def test_it_is_neither_recalled_nor_does_it_decide_alone() -> None:
    state = pad()
    assert recallable(state, FRENCH) == ()
    refusal = IssueDivisionalOrder(FRENCH).refusal(state, Recall(TRAIN))
    assert refusal is not None
    assert refusal.rule == "N16.4"
    assert TRAIN not in may_try(state, FRENCH)


@pytest.mark.rule("N12.52", "N16.4")
def test_an_order_is_in_force_when_it_is_delivered() -> None:
    played = play(pad(), orders_phase, answers={IssueOrder: [Paper(TRAIN, order("march 1202"))]})
    state = played.state
    while state.phase is Phase.ORDERS:
        played = play(state, orders_phase)
        assert not [question for question, _ in played.asked if question.side == "chance"]
        state = played.state
    assert state.pad.lines[TRAIN].steps == order("march 1202")
    assert TRAIN not in state.pad.dispatches


@pytest.mark.rule("N12.41")
def test_the_courier_rides_to_the_train_itself() -> None:
    far = staff("FP pontoon 1402 division:1", orders="FI/1: defend 1402", roads=["1402 1502"])
    played = play(far, orders_phase, answers={IssueOrder: [Paper(TRAIN, order("march 1502"))]})
    assert played.state.pad.dispatches[TRAIN].due == 2


@pytest.mark.rule("N3.4")
def test_the_enemy_does_not_see_the_line() -> None:
    seen = view(on_its_way(pad(), "FI/1", "march 1202"), ALLIED)
    assert TRAIN not in seen.pad.lines
    assert TRAIN not in seen.pad.dispatches
    assert unit("FP") not in seen.pad.detached


# -- marching


def marching(text: str, *lines: str, corps: str = "defend 0101", **more: Any) -> GameState:
    """The end of an activation of FI, whose pontoon train stands on a road."""
    return position(
        "\n".join([" ".join("." * 13)] * 3),
        "F1 infantry 5-3 0101",
        *(lines or (FP,)),
        active="FI",
        segment=Segment.CONSOLIDATION,
        roads=ROADS[:1] if not more.get("roads") else more.pop("roads"),
        orders=f"FI: {corps}; FI/1: {text}",
        **more,
    )


def ends_of(state: GameState) -> set[str]:
    return set(train_ends(state, unit("FP")))


@pytest.mark.rule("N16.4")
def test_only_under_march_does_it_move_whatever_its_corps_does() -> None:
    assert movable_trains(marching("defend 0602", corps="march 1302"), FormationId("FI")) == []
    assert movable_trains(marching("march 1302"), FormationId("FI")) == ["FP"]
    asked = MoveLeaderOrTrain(FRENCH, FormationId("FI"))
    refusal = asked.refusal(marching("defend 0602"), Journey("FP", hexes("0602 0702")))
    assert refusal is not None


@pytest.mark.rule("N16.4", "N12.33")
def test_it_must_march_on_at_least_half_its_allowance() -> None:
    """4 MP are eight hexes of road; half of them are four."""
    state = marching("march 1302")
    asked = MoveLeaderOrTrain(FRENCH, FormationId("FI"))
    assert ends_of(state) == {"1002", "1102", "1202", "1302"}
    idle = asked.refusal(state, None)
    assert idle is not None
    assert (idle.rule, idle.sentence) == (
        "N16.4",
        "FP has orders to march to 1302: move nearer to it.",
    )
    short = asked.refusal(state, Journey("FP", hexes("0602 0702 0802")))
    assert short is not None
    assert short.rule == "N16.4"
    gone = play(
        state,
        consolidation_segment,
        answers={MoveLeaderOrTrain: [Journey("FP", hexes("0602 0702 0802 0902 1002"))]},
    )
    assert gone.state.units[unit("FP")].hex == "1002"


@pytest.mark.rule("N16.4", "N12.33")
def test_it_goes_as_far_as_it_can_where_the_way_is_blocked() -> None:
    state = marching("march 1302", FP, "A1 infantry 4-3 1003")
    assert ends_of(state) == {"0902"}
    blocked = marching("march 1302", FP, "A1 infantry 4-3 0703")
    assert ends_of(blocked) == set()
    assert MoveLeaderOrTrain(FRENCH, FormationId("FI")).refusal(blocked, None) is None


@pytest.mark.rule("N16.4")
def test_near_its_goal_it_goes_there() -> None:
    assert ends_of(marching("march 0802")) == {"0802"}
    assert ends_of(marching("march 0602")) == set()


@pytest.mark.rule("N16.4", "N12.31")
def test_in_its_goal_it_stops_and_keeps_its_line() -> None:
    near = marching("march 0802", "FP pontoon 0702 division:1", "F5 leader 0602")
    flow = [FormationId("FI")]
    assert play(near, lambda table: check_steps(table, flow)).events == []
    there = marching("march 0802", "FP pontoon 0802 division:1", "F5 leader 0602")
    played = play(there, lambda table: check_steps(table, flow))
    assert played.story == ["OrderStepChanged"]
    assert played.state.pad.lines[TRAIN].steps == order("defend 0802")
    assert played.state.pad.detached[unit("FP")] == TRAIN


@pytest.mark.rule("N12.3")
def test_a_second_march_follows_the_first() -> None:
    there = marching("march 0802, march 1302", "FP pontoon 0802 division:1")
    played = play(there, lambda table: check_steps(table, [FormationId("FI")]))
    assert played.state.pad.lines[TRAIN].steps == order("march 1302")


@pytest.mark.rule("N16.4")
def test_a_lost_train_has_no_place_to_be_written_to() -> None:
    state = pad()
    state.put_unit(replace(state.units[unit("FP")], hex=None))
    assert centre_of(state, TRAIN) is None
    assert why_not(state, "march 1202") == "N12.41"
    assert line("FI/1") not in recipients(state, FRENCH)
