"""Where an order leads: objectives, via points, enemies to probe, and the way that is left."""

from __future__ import annotations

import pytest

from hexwar.ground.costs import Gait
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.orders.goals import (
    area,
    enemies_near,
    enemy_distance,
    goal_of,
    objective_of,
    place_of,
    remaining,
    remaining_from,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from tests.systems.nlc.errands import FIELD, LANE, ROAD
from tests.systems.nlc.orders import step
from tests.systems.nlc.positions import FRENCH, hexes, position


def goal(state: GameState, order: str, start: str) -> tuple[set[str], int]:
    """The hexes that infantry makes for and the radius in which they are reached."""
    found = goal_of(state, FRENCH, step(order), Hex(start), Gait.FOOT)
    assert found is not None
    return set(found.hexes), found.radius


@pytest.mark.rule("N12.1")
def test_an_objective_is_a_hex_or_where_a_formation_is_led_from() -> None:
    state = position(FIELD, "F1 infantry 6-3 0202", "F2 infantry 8-3 0909 of:FII")
    assert objective_of(state, step("march 0505")) == "0505"
    assert objective_of(state, step("march FII")) == "0909"
    assert objective_of(state, step("attack")) is None


@pytest.mark.rule("N12.1")
def test_the_hq_counter_goes_before_the_leader_and_the_leader_before_the_units() -> None:
    lines = ["FH hq 0303 of:FII", "FO overall 0404 of:FII", "F2 infantry 8-3 0909 of:FII"]
    assert place_of(position(FIELD, *lines), FormationId("FII")) == "0303"
    assert place_of(position(FIELD, *lines[1:]), FormationId("FII")) == "0404"
    assert place_of(position(FIELD, "F2 infantry 8-3 due of:FII"), FormationId("FII")) is None


@pytest.mark.rule("N12.33")
def test_a_goal_is_reached_within_two_hexes() -> None:
    assert goal(position(FIELD), "march 0505", "1010") == ({"0505"}, 2)
    assert goal(position(FIELD), "attack 0505", "1010") == ({"0505"}, 2)


@pytest.mark.rule("N12.23")
def test_a_probe_makes_for_within_three_hexes_of_the_enemies_near_its_objective() -> None:
    lines = ["A1 infantry 5-3 0503", "A2 infantry 5-3 0706", "A3 infantry 5-3 0502"]
    state = position(FIELD, *lines)
    assert goal(state, "probe 0505", "1010") == ({"0503", "0706"}, 3)
    assert enemies_near(state, FRENCH, step("probe 0505"), Hex("0505")) == ("0503", "0706")
    assert goal(state, "probe 0708", "1010") == ({"0706"}, 3)
    assert goal(state, "probe 0211", "1010") == ({"0211"}, 2)


@pytest.mark.rule("N12.21")
def test_a_named_route_leads_by_its_via_points_one_after_the_other() -> None:
    order = "march 1001 via 0101"
    assert goal(position(FIELD), order, "0110") == ({"0101"}, 2)
    assert goal(position(FIELD), order, "1010") == ({"0101"}, 2)


@pytest.mark.rule("N12.21")
@pytest.mark.parametrize("start", ["0101", "0103", "0302", "0501", "0802"])
def test_a_via_point_is_behind_who_has_reached_it_or_stands_on_the_way_after_it(start: str) -> None:
    assert goal(position(FIELD), "march 1201 via 0101", start) == ({"1201"}, 2)


@pytest.mark.rule("N12.33")
def test_the_remaining_cost_is_that_of_the_arm_and_of_road_movement() -> None:
    lane = "\n".join(["."] * 3 + ["w"] + ["."] * 8)
    state = position(lane)
    grid = state.battle.battlefield.grid
    start = grid.index[Hex("0106")]
    assert remaining(state, Gait.FOOT, hexes("0101"))[start] == 12
    assert remaining(state, Gait.GUNS, hexes("0101"))[start] == 16
    road = position(lane, roads=ROAD)
    assert remaining(road, Gait.GUNS, hexes("0101"))[start] == 10
    assert remaining(road, Gait.GUNS, hexes("0101"), marching=True)[start] == 5


@pytest.mark.rule("N12.33")
def test_the_cost_is_that_of_going_there_and_not_of_coming_back() -> None:
    state = position(LANE, slopes=["0104-0103"])
    index = state.battle.battlefield.grid.index
    assert remaining(state, Gait.FOOT, hexes("0103"))[index[Hex("0104")]] == 4
    assert remaining(state, Gait.FOOT, hexes("0104"))[index[Hex("0103")]] == 2


@pytest.mark.rule("N12.33")
def test_the_way_goes_round_what_is_closed_and_the_nearest_goal_counts() -> None:
    state = position(LANE)
    grid = state.battle.battlefield.grid
    cells = frozenset({grid.index[Hex("0105")]})
    left = remaining(state, Gait.FOOT, hexes("0101 0112"), closed=cells)
    assert left[grid.index[Hex("0104")]] == 6
    assert left[grid.index[Hex("0106")]] == 12
    assert remaining(state, Gait.FOOT, hexes("0105"), closed=cells)[grid.index[Hex("0104")]] == 2


def test_a_short_search_tells_the_same_of_all_cells_that_are_nearer() -> None:
    state = position("\n".join([".  " * 30] * 3), rivers=["0202-0302"])
    index = state.battle.battlefield.grid.index
    for start in ("0302", "2802"):
        whole = remaining(state, Gait.FOOT, hexes("0101"))
        part = remaining_from(state, Gait.FOOT, hexes("0101"), Hex(start))
        left = whole[index[Hex(start)]]
        assert part[index[Hex(start)]] == left
        assert {c: v for c, v in part.items() if v < left} == {
            c: v for c, v in whole.items() if v < left
        }


def test_where_no_way_leads_nothing_is_known() -> None:
    state = position(LANE, rivers=["0105-0106"])
    assert remaining_from(state, Gait.FOOT, hexes("0101"), Hex("0109")) == {}


def test_an_area_is_counted_in_hexes_over_any_ground() -> None:
    state = position(LANE, rivers=["0105-0106"])
    grid = state.battle.battlefield.grid
    cells = area(grid, hexes("0105"), 2)
    assert {h for h in grid.hexes if cells >> grid.index[h] & 1} == set(
        hexes("0103 0104 0105 0106 0107")
    )
    state = position(LANE, "A1 infantry 5-3 0103")
    assert enemy_distance(state, FRENCH, Hex("0109"), 10) == 6
    assert enemy_distance(state, FRENCH, Hex("0109"), 5) is None
