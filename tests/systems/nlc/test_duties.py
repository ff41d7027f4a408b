"""What orders oblige units to do, and divisions with orders of their own (N12.33, N12.92)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.ground.costs import ground_of
from hexwar.ground.movement import Drop, can_end, movers, path_refusal, quote
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.orders import DivisionRejoined
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.bombardment_fire import has_target
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, column_refusal
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    IssueDivisionalOrder,
    Recall,
    divisional_orders,
    divisions,
)
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep
from hexwar.table.pieces import Box, Leader, Phase, Writing
from hexwar.table.reports import PathQuote
from tests.systems.nlc.errands import (
    F1,
    FIELD,
    LANE,
    ROAD,
    end_refused,
    lane,
    listed,
    ordered,
    refused,
    sentence,
)
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, hexes, play, position, unit, units

# -- what orders oblige units to do: half the MA toward the goal, places to stay at


# -- half the MA (N12.33)


@pytest.mark.rule("N12.21")
@pytest.mark.rule("N12.33")
def test_march_spends_half_the_ma_on_hexes_that_lower_the_remaining_cost() -> None:
    state = lane("march 0101", F1)
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0110 0111") == "N12.21"
    assert refused(state, "F1", "0109 0108 0107") is None
    assert listed(state, "F1") == {"0107", "0106", "0105"}


@pytest.mark.rule("N12.33")
def test_what_is_spent_going_back_does_not_count_twice() -> None:
    state = lane("march 0101", F1)
    assert refused(state, "F1", "0109 0108 0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0110 0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0108 0107 0108") is None


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N5.11")
@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("F1 infantry 6-3-5 0109", "0106"),  # half of 5 is 2 1/2
        ("F1 light 4-3 0109", "0106"),  # half of 6
        ("F1 infantry 6-3 0109 disrupted", "0108"),  # half of half of 4
    ],
)
def test_half_the_ma_is_not_rounded_down(line: str, least: str) -> None:
    state = lane("march 0101", line)
    assert max(listed(state, "F1")) == least


@pytest.mark.rule("N12.33")
def test_points_are_counted_and_not_hexes() -> None:
    rows = "\n".join(["."] * 7 + ["w"] + ["."] * 4)
    state = ordered(rows, "FI: march 0101", F1)
    assert refused(state, "F1", "0109 0108") is None


@pytest.mark.rule("N12.33")
def test_in_road_movement_half_the_ma_is_twice_as_many_hexes() -> None:
    state = lane("march 0101", F1, roads=ROAD)
    assert refused(state, "F1", "0109 0108 0107 0106", column=True) == "N12.21"
    assert refused(state, "F1", "0109 0108 0107 0106 0105", column=True) is None
    assert refused(state, "F1", "0109 0108 0107") is None


@pytest.mark.rule("N12.21")
@pytest.mark.rule("N12.33")
def test_within_two_hexes_of_the_goal_nothing_is_owed() -> None:
    state = lane("march 0107", F1)
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_to_come_within_two_hexes_is_enough() -> None:
    state = lane("march 0106", F1)
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0109 0108") is None


@pytest.mark.rule("N12.21")
def test_a_unit_in_an_enemy_zone_first_steps_out() -> None:
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0606", "A1 infantry 5-3 0605")
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0606 0607") is None
    assert sentence(state, "F1") == "F1 must step out of the enemy's zone."
    assert end_refused(state) == "N12.21"


@pytest.mark.rule("N12.22")
def test_attack_advances_until_in_contact() -> None:
    state = lane("attack 0101", F1, "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.22"
    assert refused(state, "F1", "0109 0108") == "N12.22"
    assert refused(state, "F1", "0109 0108 0107") is None
    near = lane("attack 0101", F1, "A1 infantry 5-3 0107")
    assert refused(near, "F1", "0109 0108") is None
    touching = lane("attack 0101", F1, "A1 infantry 5-3 0108")
    assert refused(touching, "F1") is None
    assert end_refused(touching) is None


@pytest.mark.rule("N12.22")
def test_an_attack_without_an_objective_owes_nothing() -> None:
    state = lane("attack", F1)
    assert refused(state, "F1") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.23")
def test_probe_goes_within_three_hexes_of_an_enemy_near_the_objective() -> None:
    state = lane("probe 0101", F1, "A1 infantry 5-3 0102")
    assert refused(state, "F1") == "N12.23"
    assert refused(state, "F1", "0109 0108 0107") is None
    assert "the enemy near 0101" in sentence(state, "F1")
    at = lane("probe 0101", "F1 infantry 6-3 0105", "A1 infantry 5-3 0102")
    assert refused(at, "F1") is None
    assert refused(at, "F1", "0105 0106") is None


@pytest.mark.rule("N12.23")
def test_probe_without_an_enemy_goes_to_its_objective() -> None:
    state = lane("probe 0101", "F1 infantry 6-3 0104", "A1 infantry 5-3 0112")
    assert refused(state, "F1") == "N12.23"
    assert refused(state, "F1", "0104 0103") is None


@pytest.mark.rule("N12.21")
def test_a_named_route_is_followed() -> None:
    order = "FI: march 1001 via 0101"
    state = ordered(FIELD, order, "F1 infantry 6-3 0110")
    assert refused(state, "F1", "0110 0109 0108") is None
    assert refused(state, "F1", "0110 0210 0311") == "N12.21"
    beyond = ordered(FIELD, order, "F1 infantry 6-3 0103")
    assert refused(beyond, "F1", "0103 0202 0302") is None
    assert "1001" in sentence(beyond, "F1")


# -- as far as it can


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N27.4")
def test_who_cannot_spend_half_the_ma_goes_as_far_as_it_can() -> None:
    state = lane("march 0101", F1, "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.21"
    assert listed(state, "F1") == {"0108"}
    assert end_refused(state) == "N12.21"


@pytest.mark.rule("N27.4")
def test_who_cannot_go_at_all_may_stay() -> None:
    state = lane("march 0101", F1, "A1 infantry 5-3 0107")
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_friends_in_the_way_block() -> None:
    full = ["F2 infantry 6-3 0108 moved", "F3 infantry 6-3 0108 moved"]
    ahead = [f"{f.split()[0]}x infantry 6-3 {h} moved" for f in full for h in ("0107", "0106")]
    state = lane("march 0101", F1, *full, *_renamed(ahead), "A1 infantry 5-3 0104")
    assert refused(state, "F1") is None


def _renamed(lines: list[str]) -> list[str]:
    return [f"F{n} {line.partition(' ')[2]}" for n, line in enumerate(lines, start=10)]


@pytest.mark.rule("N12.33")
def test_the_way_leads_round_an_enemy_who_may_not_be_met() -> None:
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0606", "A1 infantry 5-3 0603")
    assert listed(state, "F1")
    assert refused(state, "F1", "0606 0506 0505 0405 0404") is None
    assert refused(state, "F1", "0606 0605 0606 0605") == "N12.21"


@pytest.mark.rule("N12.33")
def test_where_no_way_leads_to_the_goal_nothing_is_owed() -> None:
    state = lane("march 0101", F1, rivers=["0104-0105"])
    assert refused(state, "F1") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_who_has_worked_goes_as_far_as_the_rest_of_its_mp_leads() -> None:
    state = lane("march 0101", "F1 infantry 6-3 0109 spent:6")
    assert listed(state, "F1") == {"0108"}


@pytest.mark.rule("N12.33")
def test_out_of_command_trains_and_those_who_have_moved_owe_nothing() -> None:
    assert end_refused(lane("march 0101", F1, out="F1")) is None
    assert end_refused(lane("march 0101", "F1 infantry 6-3 0109 moved")) is None
    assert end_refused(lane("march 0101", "FT train 0109", roads=ROAD)) is None
    assert end_refused(lane("march 0101", F1)) == "N12.21"


@pytest.mark.rule("N14.41")
def test_out_of_command_each_hex_leads_toward_the_commander() -> None:
    lines = [F1, "FL leader 0102"]
    state = lane("attack 0112", *lines, out="F1")
    assert listed(state, "F1") == {"stay", "0108", "0107", "0106", "0105"}
    assert refused(state, "F1", "0109 0110") == "N14.41"
    assert refused(state, "F1") is None


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N5.9")
def test_units_that_move_together_owe_half_the_least_ma() -> None:
    state = lane("march 0101", F1, "F2 light 4-3 0109")
    assert refused(state, "F1 F2", "0109 0108") == "N12.21"
    assert refused(state, "F1 F2", "0109 0108 0107") is None


@pytest.mark.rule("N5.9")
@pytest.mark.rule("N27.4")
def test_who_is_dropped_on_the_way_must_have_done_its_duty() -> None:
    state = lane("march 0101", F1, "F2 infantry 4-3 0109")
    path = "0109 0108 0107 0106"
    early = Drop(unit("F2"), hexes("0108")[0])
    late = Drop(unit("F2"), hexes("0107")[0])
    assert refused(state, "F1 F2", path, drops=[early]) == "N12.21"
    assert refused(state, "F1 F2", path, drops=[late]) is None


@pytest.mark.rule("N5.81")
def test_an_arrival_may_wait_but_goes_on_if_it_enters() -> None:
    state = lane("march 0101", "F1 infantry 6-3 due", roads=ROAD)
    entering = ChoosePath(FRENCH, units("F1"), hexes("0112")[0])
    ends = {route.hexes[-1] if route.hexes else "stay" for route in entering.options(state)}
    assert "stay" in ends
    assert "0112" not in ends
    assert "0111" in ends


# -- Fall Back and General Retreat


@pytest.mark.rule("N12.26")
def test_fall_back_goes_toward_its_goal() -> None:
    state = lane("fall back 0112", "F1 infantry 6-3 0106", "A1 infantry 5-3 0102")
    assert refused(state, "F1") == "N12.26"
    assert refused(state, "F1", "0106 0105") == "N12.26"
    assert refused(state, "F1", "0106 0107 0108") is None


@pytest.mark.rule("N12.26")
def test_fall_back_does_not_go_nearer_to_the_enemy_where_it_can_help_it() -> None:
    state = ordered(FIELD, "FI: fall back 1206", "F1 infantry 6-3 0506", "A1 infantry 5-3 0703")
    assert refused(state, "F1", "0506 0606 0707") is None
    assert refused(state, "F1", "0506 0605 0705") == "N12.26"
    state = lane("fall back 0101", "F1 infantry 6-3 0109", "A1 infantry 5-3 0103")
    assert refused(state, "F1", "0109 0108 0107") is None  # there is no other way


@pytest.mark.rule("N12.26")
def test_fall_back_leaves_an_enemy_zone() -> None:
    state = lane("fall back 0112", "F1 infantry 6-3 0106", "A1 infantry 5-3 0105")
    assert refused(state, "F1") == "N12.26"
    assert refused(state, "F1", "0106 0107") is None


@pytest.mark.rule("N12.29")
def test_general_retreat_goes_to_its_edge() -> None:
    state = lane("general retreat 0112", "F1 infantry 6-3 0106")
    assert refused(state, "F1") == "N12.29"
    assert refused(state, "F1", "0106 0107 0108") is None


# -- Defend, Reserve, Support


@pytest.mark.rule("N12.24")
def test_defend_stays_within_four_hexes_of_the_objective() -> None:
    state = lane("defend 0106", "F1 infantry 6-3 0109")
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert refused(state, "F1", "0109 0110 0111") == "N12.24"
    assert end_refused(state) is None


@pytest.mark.rule("N12.35")
def test_who_is_outside_must_come_back_first() -> None:
    state = lane("defend 0106", "F1 infantry 6-3 0111")
    assert refused(state, "F1") == "N12.35"
    assert refused(state, "F1", "0111 0110") is None
    assert end_refused(state) == "N12.35"


@pytest.mark.rule("N12.35")
def test_who_cannot_come_back_at_once_comes_nearer() -> None:
    state = lane("defend 0102", "F1 infantry 6-3 0112")
    assert refused(state, "F1") == "N12.35"
    assert refused(state, "F1", "0112 0111") == "N12.35"
    assert refused(state, "F1", "0112 0111 0110") is None


@pytest.mark.rule("N12.27")
def test_reserve_stays_within_two_hexes_of_its_place_or_its_leader() -> None:
    for order in ("reserve 0106", "reserve FII"):
        state = lane(order, "F1 infantry 6-3 0108", "FL leader 0106 of:FII")
        assert refused(state, "F1") is None
        assert refused(state, "F1", "0108 0109") == "N12.27"
        assert refused(state, "F1", "0108 0107 0106 0105 0104") is None


@pytest.mark.rule("N12.27")
def test_reserve_is_not_in_an_enemy_zone() -> None:
    state = lane("reserve 0106", "F1 infantry 6-3 0107", "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.27"
    assert refused(state, "F1", "0107 0108") is None


@pytest.mark.rule("N5.3")
def test_reserve_marches_by_road_to_its_place_only() -> None:
    on_the_way = lane("reserve 0101", F1, "A1 infantry 5-3 0112", roads=ROAD)
    there = lane("reserve 0107", F1, "A1 infantry 5-3 0112", roads=ROAD)
    assert column_refusal(on_the_way, units("F1"), entering=False) is None
    refusal = column_refusal(there, units("F1"), entering=False)
    assert refusal is not None


@pytest.mark.rule("N12.28")
def test_support_stays_within_three_hexes_of_the_troops_supported() -> None:
    other = "F2 infantry 6-3 0106 of:FII"
    state = lane("support FII", F1, other)
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") == "N12.28"
    far = lane("support FII", "F1 infantry 6-3 0112", other)
    assert refused(far, "F1") == "N12.28"
    assert refused(far, "F1", "0112 0111 0110 0109") is None


@pytest.mark.rule("N12.28")
def test_support_may_stay_near_what_the_supported_troops_attack() -> None:
    orders = "FI: support FII; FII: attack 0112"
    state = ordered(LANE, orders, F1, "F2 infantry 6-3 0103 of:FII")
    assert refused(state, "F1") is None
    state = ordered(LANE, orders, "F1 infantry 6-3 0108", "F2 infantry 6-3 0103 of:FII")
    assert refused(state, "F1") == "N12.28"


@pytest.mark.rule("N12.28")
def test_support_of_an_attack_stays_near_the_hex_or_those_who_attack_it() -> None:
    orders = "FI: support 0112; FII: attack 0112"
    friend = "F2 infantry 6-3 0103 of:FII"
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0105", friend), "F1") is None
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0110", friend), "F1") is None
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0108", friend), "F1") == "N12.28"
    elsewhere = orders.replace("attack 0112", "attack 0109")
    assert refused(ordered(LANE, elsewhere, "F1 infantry 6-3 0105", friend), "F1") == "N12.28"


@pytest.mark.rule("N12.28")
@pytest.mark.rule("N12.33")
def test_support_in_contact_owes_nothing() -> None:
    lines = ["F1 light 4-3 0111", "F2 infantry 6-3 0103 of:FII", "A1 infantry 5-3 0112"]
    assert refused(lane("support FII", *lines), "F1") is None


@pytest.mark.rule("N12.92")
def test_a_detached_division_owes_what_its_own_order_says() -> None:
    orders = "FI: march 0101; FI/1st: defend 0109"
    lines = [F1 + " division:1st", "F2 infantry 6-3 0106"]
    state = ordered(LANE, orders, *lines)
    assert refused(state, "F1") is None
    assert refused(state, "F2") == "N12.21"


# -- the law of duties set against every path of a small map, counted plainly (N12.33, N27.4)


SIZE = 5
HEXES = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("infantry 6-3", "light 4-3-4", "battery 3-3")
WAY = 12
"""Rounds in which the costs of all hexes become known, and more."""

FAR = 10**6

places = st.sampled_from(HEXES)
lands = st.lists(st.sampled_from("...wm"), min_size=SIZE * SIZE, max_size=SIZE * SIZE)


@st.composite
def errands(draw: st.DrawFn) -> GameState:
    """A French unit under an order on a map of woods, marshes and a river, an enemy, friends."""
    land, here = draw(lands), draw(places)
    rows = "\n".join(" ".join(land[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    order = draw(st.sampled_from(["march", "attack"]))
    friends = [h for h in draw(st.lists(places, max_size=2, unique=True)) if h != here]
    enemies = [h for h in draw(st.lists(places, max_size=1)) if h not in (here, *friends)]
    lines = [f"F1 {draw(st.sampled_from(ARMS))} {here}"]
    lines += [f"F{n} infantry 12-3 {h} moved" for n, h in enumerate(friends, 2)]
    lines += [f"A{n} infantry 5-3 {h}" for n, h in enumerate(enemies, 1)]
    rivers = sorted({"-".join(hexside(Hex(a), Hex(b))) for a, b in draw(_sides())})
    return ordered(rows, f"FI: {order} {draw(places)}", *lines, rivers=rivers)


def _sides() -> st.SearchStrategy[list[tuple[str, str]]]:
    """A few hexsides between hexes of one column."""
    low = st.sampled_from([h for h in HEXES if not h.endswith(f"0{SIZE}")])
    return st.lists(low.map(lambda h: (h, f"{int(h) + 1:04}")), max_size=4)


def paths(state: GameState) -> Iterator[tuple[str, ...]]:
    """Every legal path of F1 that enters no hex twice and ends where there is room."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    around = state.battle.battlefield.grid.neighbours
    begun: list[tuple[Hex, ...]] = [(group.start,)]
    while begun:
        path = begun.pop()
        for hex_ in around[path[-1]]:
            longer = (*path, hex_)
            quoted = quote(state, group, longer, column=False)
            if hex_ in path or not isinstance(quoted, PathQuote):
                continue
            if quoted.halves > group.allowance and len(longer) > 2:
                continue
            begun.append(longer)
            if path_refusal(state, group, order, longer, column=False) is None and can_end(
                state, group, hex_, column=False
            ):
                yield longer


def left(state: GameState, goal: Hex) -> dict[Hex, int]:
    """The remaining path cost of each hex: round the enemy, and if need be through him."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    shut = set(enemy_hexes(state, FRENCH))
    if group.heeds_zones and not order.enter_zone:
        shut |= enemy_zone(state, FRENCH)
    found = _relaxed(state, goal, shut - {goal})
    return found if group.start in found else _relaxed(state, goal, set())


def _relaxed(state: GameState, goal: Hex, shut: set[Hex]) -> dict[Hex, int]:
    """The costs of all hexes, relaxed until nothing can change any more."""
    grid, ground = state.battle.battlefield.grid, ground_of(state)
    gait = movers(state, units("F1")).gait
    cost = {goal: 0}
    for _ in range(WAY):
        for a in grid.hexes:
            for b in grid.neighbours[a]:
                step = ground.step(gait, a, b)
                if b in cost and a not in shut and step is not None:
                    cost[a] = min(cost.get(a, FAR), cost[b] + step.halves)
    return cost


def shortfall(state: GameState, path: tuple[str, ...], goal: Hex, cost: dict[Hex, int]) -> int:
    """The half MP by which a path falls short of half the MA."""
    distance = state.battle.battlefield.grid.distance
    if any(distance(Hex(h), goal) <= 2 for h in path) or path[-1] in enemy_zone(state, FRENCH):
        return 0
    quoted = quote(state, movers(state, units("F1")), hexes(" ".join(path)), column=False)
    assert isinstance(quoted, PathQuote)
    lowest, spent = cost.get(Hex(path[0]), FAR), 0
    for step in quoted.steps:
        if cost.get(step.hex, FAR) < lowest:
            lowest, spent = cost[step.hex], spent + step.halves
    return max(0, state.card(units("F1")[0]).movement - spent)


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N27.4")
@given(errands())
def test_the_law_is_what_every_path_counted_plainly_makes_it(state: GameState) -> None:
    """Half the MA in half MP is the printed MA. Units in contact have a test of their own."""
    start = state.units[units("F1")[0]].hex
    step = state.pad.lines[LineId("FI")].step
    assert start is not None
    assert step.target is not None
    assume(start not in enemy_zone(state, FRENCH) and step.target != start)
    goal, question = step.target, ChoosePath(FRENCH, units("F1"))
    cost = left(state, goal)
    is_there = state.battle.battlefield.grid.distance(start, goal) <= 2
    short = {path: 0 if is_there else shortfall(state, path, goal, cost) for path in paths(state)}
    staying = 0 if is_there else state.card(units("F1")[0]).movement
    best = min([staying, *short.values()])
    for path, missing in short.items():
        refusal = question.refusal(state, Route(hexes(" ".join(path))))
        assert (refusal is None) == (missing <= best), (path, missing, best)
    may_stay = staying <= best or has_target(state, units("F1")[0])
    assert (question.refusal(state, Route()) is None) == may_stay


# -- divisional orders: divisions with an order of their own (N12.13, N12.92)


FIELD_OF_DIVISIONS = "\n".join([".  .  .  .  .  .  .  .  .  .  .  ."] * 12)
FIRST = LineId("FI/1")
CORPS = (
    "F9 leader 0101",
    "F1 infantry 4-3 0103 division:1st",
    "F2 infantry 4-3 0105 division:1st",
    "F3 infantry 4-3 0102 division:2nd",
    "F4 light 2-3 0102",
    "F5 battery 2-3 0102",
    "F6 train 0102",
    "A1 infantry 4-3 1111",
)


def corps(*lines: str, orders: str = "FI: march 0909", **more: Any) -> GameState:
    """A corps whose commander can give divisional orders now."""
    state = position(FIELD_OF_DIVISIONS, *(lines or CORPS), orders=orders, **more)
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    return state


def ordered_divisions(state: GameState, *answers: Detail | Recall | None) -> Played[None]:
    """What the French say, in order."""
    return play(
        state,
        lambda table: divisional_orders(table, FRENCH),
        answers={IssueDivisionalOrder: answers},
    )


def rule_against(state: GameState, answer: Detail | Recall) -> str:
    """The rule that refuses an answer, or nothing."""
    refusal = IssueDivisionalOrder(FRENCH).refusal(state, answer)
    return refusal.rule if refusal is not None else ""


def detail(names: str, order: str) -> Detail:
    return Detail(units(names), steps(order))


# -- giving one


@pytest.mark.rule("N12.13")
def test_a_division_gets_an_order_that_it_follows_at_once() -> None:
    played = ordered_divisions(corps(), detail("F1 F2", "defend 0103"))
    after = played.state
    assert after.pad.lines[FIRST] == Line(steps("defend 0103"), since=1, units=units("F1 F2"))
    assert after.pad.lines[LineId("FI")].steps == steps("march 0909")
    assert [after.line_id_of(unit(name)) for name in ("F1", "F2", "F3")] == [FIRST, FIRST, "FI"]
    assert [permissions(after, unit(name)).name for name in ("F1", "F3")] == ["Defend", "March"]
    (event,) = played.of("DivisionDetached")
    assert event.giver == "F9"
    assert [event.is_known_to(side) for side in ("french", "allied")] == [True, False]


@pytest.mark.rule("N12.13")
def test_a_corps_commander_gives_one_a_turn_and_is_not_asked_again() -> None:
    played = ordered_divisions(corps(), detail("F3", "march 0505"), None)
    assert played.state.pad.issued == {LeaderId("F9"): 1}
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) == "N12.13"
    assert [type(answer).__name__ for _, answer in played.asked] == ["Detail", "NoneType"]
    TurnBegan(2, "day").apply(played.state)
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) == ""


@pytest.mark.rule("N12.13")
@pytest.mark.parametrize(("place", "rule"), [("0105", ""), ("0106", "N12.13")])
def test_all_of_the_division_must_be_in_its_commanders_range(place: str, rule: str) -> None:
    state = corps(*CORPS[:2], f"F2 infantry 4-3 {place} division:1st", *CORPS[3:])
    assert rule_against(state, detail("F1 F2", "defend 0103")) == rule


@pytest.mark.rule("N12.13")
@pytest.mark.parametrize("box", [Box.DUE, Box.CAPTURED])
def test_only_a_commander_on_the_map_gives_one(box: Box) -> None:
    state = corps()
    state.put_leader(Leader(LeaderId("F9"), box=box))
    assert rule_against(state, detail("F1 F2", "defend 0103")) == "N12.13"
    assert not ordered_divisions(state).asked


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("names", ["F1", "F2 F1", "F1 F2 F3", "F5", "F6", "A1", "F0", ""])
def test_the_order_is_for_one_whole_division(names: str) -> None:
    assert rule_against(corps(), detail(names, "defend 0103")) == "N12.92"


@pytest.mark.rule("N12.92")
def test_what_counts_as_a_division() -> None:
    state = corps()
    found = divisions(state, state.battle.formations[FormationId("FI")])
    assert found == (units("F1 F2"), units("F3"), units("F4"))


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("attack 1111", ""),
        ("march 0505, reserve 0505", ""),
        ("support AI", "N12.1"),
        ("general retreat 0101", "N12.29"),
        ("defend 0103 within 2", "N12.24"),
        ("march 9901", "N12.1"),
    ],
)
def test_any_type_of_order_that_can_be_written_is_legal(order: str, rule: str) -> None:
    assert rule_against(corps(), detail("F1 F2", order)) == rule


@pytest.mark.rule("N12.16")
def test_a_divisional_order_without_objective_means_its_senior_units_hex() -> None:
    after = ordered_divisions(corps(), detail("F1 F2", "reserve, defend")).state
    assert after.pad.lines[FIRST].steps == steps("reserve 0103, defend 0103")


@pytest.mark.rule("N12.92")
def test_a_detached_division_can_get_another_order_on_the_same_line() -> None:
    state = ordered_divisions(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    after = ordered_divisions(state, detail("F3", "defend 0102"), None).state
    assert [line for line in after.pad.lines if "/" in line] == [FIRST]
    assert after.pad.lines[FIRST].steps == steps("defend 0102")


@pytest.mark.rule("N12.92")
def test_each_detached_division_has_a_line_of_its_own() -> None:
    state = ordered_divisions(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    after = ordered_divisions(state, detail("F4", "march 0606"), None).state
    assert {line: record.units for line, record in after.pad.lines.items() if "/" in line} == {
        "FI/1": ("F3",),
        "FI/2": ("F4",),
    }


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("order", ["march 0505, defend 0505", "support FII, march 0909"])
def test_objectives_that_are_named_are_kept(order: str) -> None:
    state = corps(*CORPS, "F8 leader 0707 of:FII")
    assert ordered_divisions(state, detail("F3", order)).state.pad.lines[FIRST].steps == steps(
        order
    )


@pytest.mark.rule("N12.13")
def test_only_own_divisions_that_are_on_the_map_get_an_order() -> None:
    lines = ("F9 leader 0101", "F1 infantry 4-3 0103", "F2 infantry 4-3 due", "A9 leader 1111")
    state = corps(*lines, "A1 infantry 4-3 1110")
    options = IssueDivisionalOrder(FRENCH).options(state)
    assert {answer.units for answer in options if isinstance(answer, Detail)} == {units("F1")}
    assert rule_against(state, detail("F2", "defend 0101")) == "N12.13"
    assert rule_against(state, detail("A1", "defend 1110")) == "N12.92"


# -- recall


def away(place: str) -> GameState:
    """A detached division, its corps commander four or five hexes away."""
    return corps(
        f"F9 leader {place}",
        "F1 infantry 4-3 0105 division:1st",
        "F3 infantry 4-3 0101 division:2nd",
        orders="FI: march 0909; FI/1st: defend 0105",
    )


@pytest.mark.rule("N12.92")
def test_a_division_in_range_is_recalled_free() -> None:
    played = ordered_divisions(away("0101"), Recall(LineId("FI/1st")), None)
    assert played.of(DivisionRejoined) == [DivisionRejoined(FRENCH, LineId("FI/1st"))]
    assert played.state.line_id_of(unit("F1")) == "FI"
    assert played.state.pad.issued == {}


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("line", ["FI/1st", "FI", "FI/7", "AI"])
def test_what_cannot_be_recalled(line: str) -> None:
    assert rule_against(away("0110"), Recall(LineId(line))) == "N12.92"


@pytest.mark.rule("N12.92")
def test_the_enemy_can_neither_recall_nor_see_a_detached_division() -> None:
    state = away("0101")
    question = IssueDivisionalOrder(ALLIED)
    refusal = question.refusal(state, Recall(LineId("FI/1st")))
    assert refusal is not None
    seen = view(state, ALLIED)
    assert "FI/1st" not in seen.pad.lines
    assert not seen.pad.detached


# -- the question


@pytest.mark.rule("N12.13")
def test_every_listed_answer_is_legal_and_to_say_nothing_is_the_first() -> None:
    state = ordered_divisions(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    question = IssueDivisionalOrder(FRENCH)
    options = question.options(state)
    assert [question.refusal(state, option) for option in options] == [None] * len(options)
    assert options[0] is None
    assert len(set(options)) == len(options)
    assert [question.kind(option) for option in options[:3]] == ["pass", "recall", "detail"]


@pytest.mark.rule("N14.53")
def test_divisions_of_a_headquarters_are_not_told_to_fight() -> None:
    state = corps(*CORPS[:-1], "A1 infantry 4-3 0305")
    formations = state.battle.formations
    listed = {step.verb for step in first_orders(state)}
    assert listed == {"defend", "reserve", "attack", "probe"}
    staff = replace(formations[FormationId("FI")], kind=FormationKind.HEADQUARTERS)
    state.battle = replace(state.battle, formations={**formations, staff.id: staff})
    assert {step.verb for step in first_orders(state)} == {"defend", "reserve"}
    assert rule_against(state, detail("F3", "attack 0305")) == "N14.53"


def first_orders(state: GameState) -> list[OrderStep]:
    """The first steps of the divisional orders that are listed, each of them legal."""
    question = IssueDivisionalOrder(FRENCH)
    options = question.options(state)
    assert [question.refusal(state, option) for option in options] == [None] * len(options)
    return [option.steps[0] for option in options if isinstance(option, Detail)]


@pytest.mark.rule("N12.13")
def test_a_side_without_a_division_in_range_is_not_asked() -> None:
    state = corps("F9 leader 0101", "F1 infantry 4-3 0909", "F5 battery 2-3 0101")
    assert not ordered_divisions(state).asked


@pytest.mark.rule("N12.13")
def test_brienne_lists_a_moderate_number_of_divisional_orders() -> None:
    state = set_up(battle_with("brienne", ()))
    state.turn = 1
    for side in state.battle.sides:
        options = IssueDivisionalOrder(side).options(state)
        assert 2 < len(options) <= 60
