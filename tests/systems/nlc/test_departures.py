"""Leaving the map (N5.6, N5.61), General Retreat (N12.29)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import FormationDemoralized
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.orders import Line, LineId, Verb
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap, can_exit
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.losses.demoralization import lost_by, lost_of
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import movement_segment
from hexwar.systems.nlc.rules.orders.forms import filled, nearest_exit, steps_refusal
from hexwar.systems.nlc.rules.orders.local_decision import wish_refusal
from hexwar.systems.nlc.rules.orders.pad import capacity_refusal
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper, paper_refusal
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    command_moves,
    consolidation_segment,
)
from hexwar.systems.nlc.rules.victory.victory import score_lines
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Box, Phase, Segment, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

FI = LineId("FI")
OUT = MappingProxyType({Hex("0101"): FRENCH, Hex("0107"): FRENCH, Hex("0704"): ALLIED})
"""Where each side may leave in these tests: 0101 and 0107 are corners of the map."""


def leaving(*lines: str, orders: str = "FI: march 0101", **more: Any) -> GameState:
    """The French corps moves; it may leave by 0101 and 0107."""
    exits = more.pop("exits", OUT)
    segment = more.pop("segment", Segment.MOVEMENT)
    return position(OPEN, *lines, active="FI", segment=segment, orders=orders, exits=exits, **more)


def go(
    state: GameState, who: str, route: str, exits: list[bool] | None = None, leaders: str = ""
) -> Played[None]:
    """Some units walk, and answer whether they leave; the others have not moved yet."""
    walk = Route(hexes(route), leaders=tuple(LeaderId(x) for x in leaders.split()))
    answers: dict[Any, list[Any]] = {"ActivateUnit": [units(who)], ChoosePath: [walk]}
    if exits is not None:
        answers[ExitMap] = exits
    return play(state, movement_segment, answers=answers)


def goes_out(played: Played[Any]) -> list[str]:
    return [e.unit for e in played.of(UnitExited)] + [e.leader for e in played.of("LeaderExited")]


# -- by March


@pytest.mark.rule("N5.6", "N5.61")
def test_a_unit_that_marches_to_an_exit_may_leave_there_for_one_mp() -> None:
    played = go(leaving("F1 infantry 5-3 0301"), "F1", "0301 0201 0101", [True])
    assert played.of(UnitExited) == [UnitExited(unit("F1"), Hex("0101"), supplied=True)]
    record = played.state.units[unit("F1")]
    assert (record.hex, record.box) == (None, Box.EXITED)


@pytest.mark.rule("N5.61")
def test_to_leave_is_optional_and_staying_is_the_first_answer() -> None:
    played = go(leaving("F1 infantry 5-3 0301"), "F1", "0301 0201 0101")
    (asked,) = played.questions(ExitMap)
    assert (asked.side, asked.pieces, asked.hex) == (FRENCH, units("F1"), "0101")
    assert list(asked.options(played.state)) == [False, True]
    assert [asked.kind(answer) for answer in (False, True)] == ["stay", "exit"]
    assert played.state.units[unit("F1")].hex == "0101"


@pytest.mark.rule("N5.61")
@pytest.mark.parametrize(
    ("path", "may_leave"), [("0401 0301 0201 0101", True), ("0501 0401 0301 0201 0101", False)]
)
def test_without_one_mp_left_nobody_leaves(path: str, may_leave: bool) -> None:
    """Infantry has 4 MP, and open hexes cost one each."""
    played = go(leaving(f"F1 infantry 5-3 {path[:4]}"), "F1", path)
    assert bool(played.questions(ExitMap)) is may_leave


@pytest.mark.rule("N5.6")
@pytest.mark.parametrize(
    ("order", "may_leave"),
    [
        ("march 0101", True),
        ("march 0201", False),  # the goal is another hex
        ("march 0107", False),
        ("attack 0101", False),
        ("defend 0101", False),
        ("fall back 0101", False),
        ("march 0704", False),  # where the enemy leaves
    ],
)
def test_only_a_march_to_the_exit_leads_off_the_map(order: str, may_leave: bool) -> None:
    state = leaving("F1 infantry 5-3 0101", orders=f"FI: {order}")
    assert can_exit(state, unit("F1")) is may_leave


@pytest.mark.rule("N5.61")
def test_who_arrived_and_defends_there_may_still_leave() -> None:
    """The March has turned into Defend when half of the corps was there (N12.21)."""
    state = leaving("F1 infantry 5-3 0101", orders="FI: defend 0101")
    state.pad = replace(
        state.pad, lines={**state.pad.lines, FI: replace(state.pad.lines[FI], stepped=1)}
    )
    assert can_exit(state, unit("F1"))


@pytest.mark.rule("N5.61")
def test_nobody_leaves_where_the_side_has_no_exit() -> None:
    state = leaving("F1 infantry 5-3 0401", "A1 infantry 5-3 0704", orders="FI: march 0401")
    assert not can_exit(state, unit("F1"))
    state = leaving("F1 infantry 5-3 0704", orders="FI: march 0704")
    assert not can_exit(state, unit("F1"))


@pytest.mark.rule("N5.61")
def test_who_stands_on_the_exit_leaves_though_it_has_no_hex_to_go_to() -> None:
    full = [
        f"F{n} infantry 6-3 {hex_}" for n, hex_ in enumerate(["0201", "0201", "0102", "0102"], 2)
    ]
    state = leaving("F1 infantry 5-3 0101", *full)
    played = go(state, "F1", "", [True])
    assert goes_out(played) == ["F1"]


@pytest.mark.rule("N5.61")
def test_a_stack_leaves_together_and_its_commander_with_it() -> None:
    state = leaving("F1 infantry 5-3 0201", "F2 infantry 4-3 0201", "F9 leader 0201")
    played = go(state, "F1 F2", "0201 0101", [True], leaders="F9")
    assert goes_out(played) == ["F1", "F2", "F9"]
    assert played.state.leaders[LeaderId("F9")].box is Box.EXITED


@pytest.mark.rule("N5.61")
def test_a_leader_whose_own_order_leads_elsewhere_stays() -> None:
    state = leaving(
        "F1 infantry 5-3 0201", "F8 overall 0201 of:FHQ", orders="FI: march 0101; FHQ: defend 0201"
    )
    played = go(state, "F1", "0201 0101", [True], leaders="F8")
    assert goes_out(played) == ["F1"]
    assert played.state.leaders[LeaderId("F8")].hex == "0101"


@pytest.mark.rule("N5.61")
def test_exited_leaders_are_out_of_play_and_give_no_points() -> None:
    state = leaving("F1 infantry 5-3 0201", "F9 leader 0201", "F2 infantry 4-3 0401")
    played = go(state, "F1", "0201 0101", [True], leaders="F9")
    assert commander_of(played.state, FI) is None
    assert score_lines(played.state) == []


@pytest.mark.rule("N5.61")
def test_a_unit_that_has_come_into_an_enemy_zone_stops_there_but_cavalry_rides_on() -> None:
    lines = ("F1 infantry 5-3 0301", "F2 light 4-3 0301", "A1 infantry 5-3 0102")
    state = leaving(*lines, orders="FI: general retreat 0101")
    for who in ("F1", "F2"):
        state.put_unit(replace(state.units[unit(who)], hex=Hex("0101"), spent=4))
    assert not can_exit(state, unit("F1"))
    assert can_exit(state, unit("F2"))


@pytest.mark.rule("N5.61")
@pytest.mark.parametrize(("order", "may_leave"), [("march 0101", True), ("defend 0101", False)])
def test_who_stood_in_the_enemy_zone_needs_leave_to_go(order: str, may_leave: bool) -> None:
    state = leaving("F1 infantry 5-3 0101", "A1 infantry 5-3 0102", orders=f"FI: {order}")
    state.pad = replace(
        state.pad, lines={**state.pad.lines, FI: replace(state.pad.lines[FI], stepped=1)}
    )
    assert can_exit(state, unit("F1")) is may_leave


# -- supply at that moment


@pytest.mark.rule("N5.6", "N15.1")
def test_who_leaves_out_of_supply_counts_as_lost() -> None:
    sources = MappingProxyType({Hex("0707"): FRENCH})
    blocks = [f"A{n} infantry 9-3 {hex_}" for n, hex_ in enumerate(["0706", "0606", "0607"], 1)]
    state = leaving(
        "F1 infantry 5/2-3 0201",
        "F2 infantry 7-3 0201",
        *blocks,
        supply_sources=sources,
        formations={"FI": {"demoralization_sp": 5}},
    )
    played = go(state, "F1", "0201 0101", [True])
    assert played.of(UnitExited) == [UnitExited(unit("F1"), Hex("0101"), supplied=False)]
    assert played.state.losses.exited_unsupplied == units("F1")
    assert lost_by(played.state, unit("F1")) == 5
    assert played.of(FormationDemoralized) == [FormationDemoralized(FormationId("FI"), 5, 5)]


@pytest.mark.rule("N5.6")
def test_who_leaves_in_supply_is_not_lost() -> None:
    sources = MappingProxyType({Hex("0101"): FRENCH})
    state = leaving("F1 infantry 5/2-3 0201", supply_sources=sources)
    played = go(state, "F1", "0201 0101", [True])
    assert played.of(UnitExited) == [UnitExited(unit("F1"), Hex("0101"), supplied=True)]
    assert lost_of(played.state, FormationId("FI")) == 0


# -- trains and leaders


def consolidate(state: GameState, **answers: list[Any]) -> Played[None]:
    given: Answers = {
        "MoveLeaderOrTrain": answers.get("moves", []),
        ExitMap: answers.get("exits", []),
    }
    return play(state, consolidation_segment, answers=given)


@pytest.mark.rule("N5.61")
def test_a_train_leaves_at_the_end_of_its_journey() -> None:
    state = leaving("F1 train 0201", segment=Segment.CONSOLIDATION, roads=["0101 0201 0301"])
    journey = Journey("F1", hexes("0201 0101"))
    played = consolidate(state, moves=[journey], exits=[True])
    assert goes_out(played) == ["F1"]


@pytest.mark.rule("N5.61")
def test_trains_and_leaders_who_stand_there_are_asked_when_the_activation_ends() -> None:
    state = leaving("F1 train 0101", "F9 leader 0101", segment=Segment.CONSOLIDATION)
    played = consolidate(state, moves=[None], exits=[True, False])
    assert [asked.pieces for asked in played.questions(ExitMap)] == [("F1",), ("F9",)]
    assert goes_out(played) == ["F1"]


@pytest.mark.rule("N5.61")
@pytest.mark.parametrize(("start", "may_leave"), [("0807", True), ("0907", False)])
def test_a_leader_rides_out_with_what_is_left_of_his_8_mp(start: str, may_leave: bool) -> None:
    rows = "\n".join([".  .  .  .  .  .  .  .  ."] * 8)
    way = hexes(" ".join(f"{n:02d}07" for n in range(int(start[:2]), 0, -1)))
    state = position(
        rows,
        f"F9 leader {start}",
        "F1 infantry 5-3 0107",
        active="FI",
        segment=Segment.CONSOLIDATION,
        orders="FI: march 0107",
        exits=OUT,
    )
    played = consolidate(state, moves=[Journey("F9", way)])
    assert bool(played.questions(ExitMap)) is may_leave


@pytest.mark.rule("N5.61")
def test_the_commander_in_chief_and_his_hq_leave_in_turn_end() -> None:
    state = leaving("F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ", orders="FHQ: march 0101")
    answers: Answers = {"MoveCommand": [None], ExitMap: [True, True]}
    played = play(state, command_moves, answers=answers)
    assert goes_out(played) == ["F8", "F9"]


# -- General Retreat


def retreating(*lines: str, orders: str = "FI: general retreat 0101", **more: Any) -> GameState:
    state = leaving(*lines, orders=orders, **more)
    state.pad = replace(state.pad, retreating=(FRENCH,))
    return state


@pytest.mark.rule("N12.29")
def test_a_general_retreat_can_be_ordered_only_after_its_card() -> None:
    state = leaving("F1 infantry 5-3 0301")
    refusal = steps_refusal(state, FI, steps("general retreat 0101"))
    assert refusal is not None
    assert refusal.rule == "N12.29"
    state.pad = replace(state.pad, retreating=(ALLIED,))
    assert steps_refusal(state, FI, steps("general retreat 0101")) is not None
    state.pad = replace(state.pad, retreating=(FRENCH,))
    assert steps_refusal(state, FI, steps("general retreat 0101")) is None


@pytest.mark.rule("N12.29")
@pytest.mark.parametrize("goal", ["0301", "0704"])
def test_it_leads_to_a_hex_by_which_the_own_side_leaves(goal: str) -> None:
    state = retreating("F1 infantry 5-3 0301")
    refusal = steps_refusal(state, FI, steps(f"general retreat {goal}"))
    assert refusal is not None
    assert refusal.rule == "N12.29"


@pytest.mark.rule("N12.29")
def test_a_side_without_an_exit_cannot_retreat() -> None:
    state = retreating("F1 infantry 5-3 0301", exits=MappingProxyType({}))
    assert steps_refusal(state, FI, (OrderStep(Verb.GENERAL_RETREAT),)) is not None


@pytest.mark.rule("N12.29")
@pytest.mark.parametrize(("place", "goal"), [("0302", "0101"), ("0206", "0107")])
def test_without_a_goal_it_leads_to_the_nearest_exit(place: str, goal: str) -> None:
    state = retreating(f"F1 infantry 5-3 {place}")
    done = filled(state, FI, (OrderStep(Verb.GENERAL_RETREAT),))
    assert done == (OrderStep(Verb.GENERAL_RETREAT, Hex(goal)),)


@pytest.mark.rule("N12.29")
def test_without_a_goal_who_is_nowhere_yet_leaves_by_the_first_exit() -> None:
    assert nearest_exit(retreating("F1 infantry 5-3 due"), FI) == "0101"
    nowhere = retreating("F1 infantry 5-3 0206", exits=MappingProxyType({}))
    assert nearest_exit(nowhere, FI) is None


@pytest.mark.rule("N12.29")
def test_it_is_written_like_any_order_and_listed() -> None:
    state = retreating(
        "F1 infantry 5-3 0301",
        "F9 overall 0301 of:FHQ",
        "F8 hq 0301 of:FHQ",
        orders="FI: march 0404",
    )
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    state.activation = None
    paper = Paper(FI, (OrderStep(Verb.GENERAL_RETREAT),))
    assert paper_refusal(state, FRENCH, paper) is None
    assert capacity_refusal(state, LeaderId("F9"), Verb.GENERAL_RETREAT) is None
    assert paper in IssueOrder(FRENCH).options(state)
    hq = Paper(LineId("FHQ"), (OrderStep(Verb.GENERAL_RETREAT),))
    assert paper_refusal(state, FRENCH, hq) is None


@pytest.mark.rule("N12.29")
def test_units_in_it_must_make_for_the_very_exit() -> None:
    """Half of 4 MP on the way, or to be there; two hexes off is not there."""
    state = retreating("F1 infantry 5-3 0301")
    asked = ChoosePath(FRENCH, units("F1"))
    assert asked.refusal(state, Route()) is not None
    short = asked.refusal(state, Route(hexes("0301 0201")))
    assert short is not None
    assert short.rule == "N12.29"
    assert asked.refusal(state, Route(hexes("0301 0201 0101"))) is None


@pytest.mark.rule("N12.29")
def test_units_in_it_leave_unasked() -> None:
    played = go(retreating("F1 infantry 5-3 0301"), "F1", "0301 0201 0101")
    assert played.questions(ExitMap) == []
    assert goes_out(played) == ["F1"]


@pytest.mark.rule("N12.29")
def test_who_stands_on_the_exit_does_not_go_away_from_it_and_leaves_at_the_end() -> None:
    state = retreating("F1 infantry 5-3 0101", "F2 train 0101")
    refusal = ChoosePath(FRENCH, units("F1")).refusal(state, Route(hexes("0101 0201")))
    assert refusal is not None
    assert refusal.rule == "N12.29"
    played = play(state, movement_segment, answers={"ActivateUnit": [None]})
    assert goes_out(played) == ["F1"]  # trains leave in step f, if their side wants it


@pytest.mark.rule("N12.29")
def test_who_is_out_of_command_is_asked() -> None:
    state = retreating("F1 infantry 5-3 0101", out="F1")
    played = play(state, movement_segment, answers={"ActivateUnit": [None]})
    assert played.of(UnitExited) == []


@pytest.mark.rule("N12.29")
def test_it_leads_away_from_the_enemy_as_fall_back_does() -> None:
    state = retreating("F1 infantry 5-3 0303", "A1 infantry 5-3 0503")
    asked = ChoosePath(FRENCH, units("F1"))
    assert asked.refusal(state, Route(hexes("0303 0302 0201"))) is None
    assert asked.refusal(state, Route(hexes("0303 0402"))) is not None
    assert not any(Hex("0402") in route.hexes[-1:] for route in asked.options(state))


WISH = steps("general retreat 0101")
CHAIN = {"FI": {"assigned_to": "FW"}}


@pytest.mark.rule("N12.29", "N12.66")
@pytest.mark.parametrize(
    ("staff", "line", "may_try"),
    [
        ("F8 overall 0303 of:FHQ", "FI", False),  # the OC orders it
        ("F7 wing 0303 of:FW", "FI", False),  # his WC decides
        ("F7 wing due of:FW", "FI", True),
        ("F7 wing 0303 of:FW", "FW", True),
    ],
)
def test_who_may_take_it_for_himself(staff: str, line: str, may_try: bool) -> None:
    """Without an OC a WC may, without either a corps commander; however far the exit is."""
    state = retreating(
        "F1 infantry 5-3 0703",
        "F9 leader 0703",
        staff,
        orders="FI: march 0704",
    )
    state.pad = replace(
        state.pad, wings={FormationId("FI"): FormationId("FW")} if "of:FW" in staff else {}
    )
    state.pad = replace(
        state.pad, lines={**state.pad.lines, LineId("FW"): Line(steps("march 0704"))}
    )
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    state.activation = None
    refusal = wish_refusal(state, LineId(line), WISH)
    assert (refusal is None) is may_try
    assert refusal is None or refusal.rule == "N12.29"


@pytest.mark.rule("N12.29", "N12.66")
@pytest.mark.parametrize(("role", "may_try"), [("wing", True), ("leader", False)])
def test_a_wing_commander_need_not_ask_another(role: str, may_try: bool) -> None:
    lines = ("F1 infantry 5-3 0703", f"F9 {role} 0703", "F7 wing 0303 of:FW")
    state = retreating(*lines, orders="FI: march 0704")
    state.pad = replace(state.pad, wings={FormationId("FI"): FormationId("FW")})
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    state.activation = None
    assert (wish_refusal(state, FI, WISH) is None) is may_try


@pytest.mark.rule("N12.29")
def test_its_goal_may_lie_beyond_ten_hexes() -> None:
    rows = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)
    state = position(
        rows, "F1 infantry 5-3 1602", "F9 leader 1602", orders="FI: defend 1602", exits=OUT
    )
    state.pad = replace(state.pad, retreating=(FRENCH,))
    assert wish_refusal(state, FI, WISH) is None
    far = wish_refusal(state, FI, steps("march 0101"))
    assert far is not None
    assert far.rule == "N12.62"


@pytest.mark.rule("N12.29")
def test_units_that_walk_are_moved_before_they_leave() -> None:
    played = go(retreating("F1 infantry 5-3 0301"), "F1", "0301 0201 0101")
    story = [type(e).__name__ for e in played.events if isinstance(e, UnitMoved | UnitExited)]
    assert story == ["UnitMoved", "UnitExited"]
