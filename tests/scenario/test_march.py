"""The best march without an enemy, and the warning where even that is too slow."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from hexwar import resources
from hexwar.app.games import sections
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.numbers import GroundNumbers
from hexwar.hexes import Hex
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section.march import Country, Marcher, points_of, turns_of
from hexwar.systems.nlc.section.schema import StepRecord
from hexwar.table.numbers import record_of
from hexwar.table.spans import INTACT
from tests.scenario.small import GONE, MAP, NUMBERS, Small

FOOT = Marcher(allowance=8, gait=Gait.FOOT, turn=1, hex=Hex("0101"), enters=False)
HORSE = replace(FOOT, gait=Gait.HORSE)
LEADER = replace(HORSE, gait=Gait.LEADER, allowance=16)
NEVER = 13


def turn(marcher: Marcher, start: str, *targets: str, verb: str = "march", **changes: Any) -> int:
    """The turn on which a piece has passed some hexes of the small map, with some changes to it."""
    raw = copy.deepcopy(MAP) | changes
    field = build_battlefield(MapFile.from_raw(raw))
    country = Country(field, record_of(GroundNumbers, NUMBERS))
    *route, target = targets
    step = StepRecord.model_validate({"verb": verb, "target": target, "route": route})
    points = list(points_of([step], field))
    return turns_of(replace(marcher, hex=Hex(start)), points, country, NEVER)[-1]


def mp(marcher: Marcher, points: int) -> Marcher:
    return replace(marcher, allowance=2 * points)


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize(
    ("marcher", "start", "target", "expected"),
    [
        (mp(FOOT, 4), "0101", "0401", 1),  # 1, 1 + 1 over the stream, 1
        (mp(FOOT, 3), "0101", "0401", 2),
        (mp(FOOT, 2), "0201", "0102", 1),  # woods 2
        (mp(HORSE, 4), "0202", "0102", 1),  # woods 4
        (mp(HORSE, 3), "0101", "0201", 1),
        (mp(FOOT, 2), "0804", "0705", 1),  # 1 + 1 up the slope
        (mp(FOOT, 3), "0505", "0705", 1),  # 1, 1 + 1 up the slope
        (mp(FOOT, 2), "0505", "0705", 2),
        (mp(FOOT, 2), "0705", "0505", 1),  # down is free
        (mp(FOOT, 4), "0101", "0501", 3),  # round by the bridge
    ],
)
def test_ordinary_costs(marcher: Marcher, start: str, target: str, expected: int) -> None:
    assert turn(marcher, start, target) == expected


@pytest.mark.rule("N5.4")
def test_one_hex_is_always_within_reach() -> None:
    assert turn(mp(HORSE, 3), "0805", "0806") == 1  # marsh costs 4


@pytest.mark.rule("N5.3")
def test_a_road_costs_half_a_point_bridge_and_trestle_nothing() -> None:
    assert turn(mp(FOOT, 3), "0103", "0703") == 1
    assert turn(mp(FOOT, 3), "0103", "0803") == 2


@pytest.mark.rule("N5.1")
def test_a_trail_costs_a_point() -> None:
    trail = [{**MAP["roads"][0], "kind": "trail"}]
    assert turn(mp(FOOT, 7), "0103", "0803", roads=trail) == 1
    assert turn(mp(FOOT, 6), "0103", "0803", roads=trail) == 2


@pytest.mark.rule("N5.1")
def test_a_bridge_costs_a_point_outside_road_movement() -> None:
    # 0403 is off the road here, so that the whole move cannot be on it.
    assert turn(mp(FOOT, 3), "0402", "0503") == 1
    assert turn(mp(FOOT, 2), "0402", "0503") == 2


def test_without_a_bridge_the_far_bank_is_out_of_reach() -> None:
    assert turn(FOOT, "0103", "0503", spans=[MAP["spans"][1]]) == NEVER


def test_a_ford_crosses_a_river() -> None:
    spans = [MAP["spans"][1]]
    assert turn(mp(FOOT, 2), "0406", "0506", spans=spans, fords=["0406-0506"]) == 1


def test_a_stream_without_a_trestle_costs_a_point_on_the_road_too() -> None:
    assert turn(mp(FOOT, 1), "0203", "0303", spans=[MAP["spans"][0]]) == 1
    assert turn(mp(FOOT, 2), "0103", "0403", spans=[MAP["spans"][0]]) == 2


@pytest.mark.rule("N14.5")
def test_a_leader_mixes_roads_and_fields() -> None:
    assert turn(mp(LEADER, 4), "0103", "0501") == 1  # 4 hexes at a half, 2 at one


@pytest.mark.rule("N5.81")
@pytest.mark.parametrize(("points", "expected"), [(4, 2), (3, 3)])
def test_an_arriving_unit_pays_for_its_entry_hex(points: int, expected: int) -> None:
    arriving = replace(mp(FOOT, points), turn=2, enters=True)
    assert turn(arriving, "0103", "0803") == expected


MAPS = sorted(path.stem for path in (resources.scenarios() / "maps").glob("*.json"))


@pytest.mark.rule("N5.1", "N5.3", "N14.5")
@pytest.mark.parametrize("name", MAPS)
def test_each_step_costs_what_it_costs_in_a_game(name: str) -> None:
    state = set_up(load_battle(name, sections()))
    state.sky = replace(state.sky, weather="fair")
    field = state.battle.battlefield
    state.put_spans(INTACT)
    assert field.id == name
    country = Country(field, numbers_of(state.battle))
    for gait in Gait:
        played = steps_of(state, gait)
        for cell, hex_ in enumerate(field.grid.hexes):
            steps = tuple((field.grid.index[b], cost) for b, cost in country.steps(gait, hex_))
            assert steps == played[cell], (gait, hex_)


def test_a_march_is_not_followed_for_ever() -> None:
    field = build_battlefield(MapFile.from_raw(MAP))
    country = Country(field, record_of(GroundNumbers, NUMBERS))
    step = StepRecord.model_validate({"verb": "march", "target": "0806", "route": ["0203"]})
    points = list(points_of([step], field))
    assert turns_of(replace(mp(FOOT, 1), hex=Hex("0103")), points, country, 3) == [1, 3]


def test_a_route_is_passed_in_its_order() -> None:
    assert turn(mp(FOOT, 4), "0103", "0503") == 1
    assert turn(mp(FOOT, 4), "0103", "0803", "0503") == 2
    assert turn(mp(FOOT, 4), "0103", "0803", "0103", "0503") == 3


def test_an_attack_ends_next_to_its_objective() -> None:
    # 0303 is on the near side of the bridge: 0403 and 0503 are not next to each other in battle
    # unless the bridge joins them.
    assert turn(mp(FOOT, 1), "0103", "0503", verb="attack") == 2
    spans = [MAP["spans"][1]]
    assert turn(mp(FOOT, 1), "0103", "0503", verb="attack", spans=spans) == NEVER


def slow(small: Small) -> None:
    """Makes the small French corps too slow: one hex a turn, on a trail."""
    small.change("map", "roads[0].kind", "trail")
    for number in range(3):
        small.change("forces", f"formations[2].units[{number}].movement", 1)


def test_a_formation_that_is_too_slow_is_named(small: Small) -> None:
    slow(small)
    assert small.sentences() == [
        "bourg/scenario.json: orders[0].steps[0]: warning: FR-1 cannot reach 0503 before the last "
        "turn, 4: even with no enemy in the way that is turn 4"
    ]


def test_half_of_a_formation_is_enough(small: Small) -> None:
    slow(small)
    small.change("forces", "formations[2].units[0].movement", 4)
    assert small.sentences() == []


def test_an_objective_beyond_the_river_is_named(small: Small) -> None:
    small.change("map", "spans[0]", GONE)
    small.change("map", "roads[0].hexes", ["0103", "0203", "0303", "0403"])
    small.change("map", "exits[1]", GONE)
    small.change("scenario", "supply_sources[1]", GONE)
    small.change("scenario", "alternates", [])
    assert small.sentences() == [
        "bourg/scenario.json: orders[0].steps[0]: warning: FR-1 cannot reach 0503 before the last "
        "turn, 4: even with no enemy in the way it cannot be reached at all"
    ]


def test_a_detached_unit_marches_by_its_own_order(small: Small) -> None:
    slow(small)
    small.change("scenario", "orders[0].steps", [{"verb": "defend", "target": "0103"}])
    steps = [{"verb": "march", "target": "0603"}]
    small.change("scenario", "divisional_orders[0].steps", steps)
    assert small.sentences() == [
        "bourg/scenario.json: divisional_orders[0].steps[0]: warning: FR-1-02 cannot reach 0603 "
        "before the last turn, 4: even with no enemy in the way that is turn 5"
    ]


def test_a_headquarters_marches_too(small: Small) -> None:
    small.change("scenario", "arrivals[0].turn", 4)
    order = {"formation": "FR-HQ", "steps": [{"verb": "march", "target": "0303"}]}
    small.change("scenario", "orders[+]", order)
    assert small.sentences() == [
        "bourg/scenario.json: orders[2].steps[0]: warning: FR-HQ cannot reach 0303 before the last "
        "turn, 4: even with no enemy in the way that is turn 4"
    ]


def test_alternates_have_no_calendar_to_keep(small: Small) -> None:
    order = {"formation": "CO-2", "steps": [{"verb": "march", "target": "0101"}]}
    small.change("scenario", "orders[+]", order)
    assert small.sentences() == []
