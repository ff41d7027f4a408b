"""The best march without an enemy."""

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
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section.march import Country, Marcher, points_of, turns_of
from hexwar.systems.nlc.section.schema import StepRecord
from hexwar.table.numbers import record_of
from hexwar.table.spans import INTACT
from tests.scenario.small import MAP, NUMBERS
from tests.systems.nlc.cases import each

FOOT = Marcher(allowance=8, gait=Gait.FOOT, turn=1, hex=Hex("0101"), enters=False)
HORSE = replace(FOOT, gait=Gait.HORSE)
LEADER = replace(HORSE, gait=Gait.LEADER, allowance=16)
NEVER = 13
TRAIL = {"roads": [{**MAP["roads"][0], "kind": "trail"}]}
NO_BRIDGE = {"spans": [MAP["spans"][1]]}
NO_TRESTLE = {"spans": [MAP["spans"][0]]}
FORD = {**NO_BRIDGE, "fords": ["0406-0506"]}
OF_OTHERS = ("dennewitz", "eylau")
"""Maps of battles of another game."""
MAPS = sorted(
    path.stem
    for path in (resources.scenarios() / "maps").glob("*.json")
    if path.stem not in OF_OTHERS
)


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


def arriving(points: int) -> Marcher:
    return replace(mp(FOOT, points), turn=2, enters=True)


MARCHES: dict[str, list[tuple[Any, ...]]] = {
    "N5.1": [
        ("one hex, over the stream, one hex", mp(FOOT, 4), "0101 0401", 1),
        ("a point too few", mp(FOOT, 3), "0101 0401", 2),
        ("woods on foot", mp(FOOT, 2), "0201 0102", 1),
        ("woods on horse", mp(HORSE, 4), "0202 0102", 1),
        ("clear ground on horse", mp(HORSE, 3), "0101 0201", 1),
        ("up the slope", mp(FOOT, 2), "0804 0705", 1),
        ("to the slope and up", mp(FOOT, 3), "0505 0705", 1),
        ("to the slope", mp(FOOT, 2), "0505 0705", 2),
        ("down is free", mp(FOOT, 2), "0705 0505", 1),
        ("round by the bridge", mp(FOOT, 4), "0101 0501", 3),
        ("a trail costs a point a hex", mp(FOOT, 7), "0103 0803", 1, TRAIL),
        ("a trail, a point too few", mp(FOOT, 6), "0103 0803", 2, TRAIL),
        # 0403 is off the road here, so that the whole move cannot be on it.
        ("a bridge costs a point outside road movement", mp(FOOT, 3), "0402 0503", 1),
        ("a bridge, a point too few", mp(FOOT, 2), "0402 0503", 2),
        ("without a bridge the far bank is out of reach", FOOT, "0103 0503", NEVER, NO_BRIDGE),
        ("a ford crosses a river", mp(FOOT, 2), "0406 0506", 1, FORD),
        ("a stream on the road", mp(FOOT, 1), "0203 0303", 1, NO_TRESTLE),
        ("a stream costs a point on the road too", mp(FOOT, 2), "0103 0403", 2, NO_TRESTLE),
    ],
    "N5.4": [("one hex is always within reach: marsh costs 4", mp(HORSE, 3), "0805 0806", 1)],
    "N5.3": [
        ("a road costs half a point, bridge and trestle nothing", mp(FOOT, 3), "0103 0703", 1),
        ("a road, half a point too few", mp(FOOT, 3), "0103 0803", 2),
        ("a route of one hex", mp(FOOT, 4), "0103 0503", 1),
        ("a route is passed in its order", mp(FOOT, 4), "0103 0803 0503", 2),
        ("a route to and fro", mp(FOOT, 4), "0103 0803 0103 0503", 3),
    ],
    "N14.5": [("a leader: 4 hexes at a half, 2 at one", mp(LEADER, 4), "0103 0501", 1)],
    "N5.81": [
        ("an arriving unit pays for its entry hex", arriving(4), "0103 0803", 2),
        ("an arriving unit, a point too few", arriving(3), "0103 0803", 3),
    ],
}


@each(
    "marcher way expected changes",
    *[
        pytest.param(*row[:3], row[3] if row[3:] else {}, id=name, marks=pytest.mark.rule(rule))
        for rule, rows in MARCHES.items()
        for name, *row in rows
    ],
)
def test_turns_of_a_march(
    marcher: Marcher, way: str, expected: int, changes: dict[str, Any]
) -> None:
    assert turn(marcher, *way.split(), **changes) == expected


@pytest.mark.rule("N5.1", "N5.3", "N14.5")
@each("name", *MAPS)
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
            steps = [(field.grid.index[b], cost) for b, cost in country.steps(gait, hex_)]
            assert steps == list(played[cell]), (gait, hex_)


def test_a_march_is_not_followed_for_ever_and_an_attack_ends_next_to_its_objective() -> None:
    field = build_battlefield(MapFile.from_raw(MAP))
    country = Country(field, record_of(GroundNumbers, NUMBERS))
    step = StepRecord.model_validate({"verb": "march", "target": "0806", "route": ["0203"]})
    points = list(points_of([step], field))
    assert turns_of(replace(mp(FOOT, 1), hex=Hex("0103")), points, country, 3) == [1, 3]
    # 0303 is on the near side of the bridge: 0403 and 0503 are not next to each other in battle
    # unless the bridge joins them.
    assert turn(mp(FOOT, 1), "0103", "0503", verb="attack") == 2
    assert turn(mp(FOOT, 1), "0103", "0503", verb="attack", **NO_BRIDGE) == NEVER
