"""How cavalry rides when it charges, or rides against a charge (T13.14, T13.19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Grid, Hex
from hexwar.systems.tlnb.rules.losses.demoralization import is_shaken
from hexwar.systems.tlnb.rules.special.ground import ground_at, water_between
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Side, UnitId
from hexwar.table.spans import Crossing

Way = tuple[Hex, ...]


def is_straight(way: Sequence[Hex], grid: Grid) -> bool:
    """Whether the last turn of a way is at most 60 degrees: the last hex is two from the third."""
    return len(way) < 3 or grid.distance(way[-3], way[-1]) == 2


def rides_on(state: TlnbState, side: Side, way: Way) -> Iterator[tuple[Hex, int]]:
    """The hexes into which a side's cavalry may ride on, each with its cost, half MP."""
    field = state.battle.battlefield
    index, hexes = field.grid.index, field.grid.hexes
    zone, here = enemy_zone(state, side), way[-1]
    if len(way) > 1 and here in zone:
        return
    for cell, cost in steps_of(state, Gait.HORSE)[index[here]]:
        b = hexes[cell]
        is_free = not state.occupants.get(b) and ground_at(state, b) is Terrain.CLEAR
        is_dry = water_between(state, here, b) is Crossing.OPEN
        is_level = not field.is_upward(here, b)
        if b in way or not (is_free and is_dry and is_level and b not in state.positions):
            continue
        if is_straight((*way, b), field.grid):
            yield b, cost


def counter_groups(
    state: TlnbState, side: Side, path: Sequence[Hex]
) -> tuple[tuple[UnitId, ...], ...]:
    """Who of a side can ride against a charge: one or two cavalry units of one hex (T13.19).

    Light cavalry too, in command or not, if not demoralized. Pairs come first.
    """
    hexes = sorted({u.hex for u in state.on_map(side) if u.hex is not None})
    pairs: list[tuple[UnitId, ...]] = []
    single: list[tuple[UnitId, ...]] = []
    for hex_ in hexes:
        able = [u for u in state.combat_units_in(hex_, side) if _is_able(state, u)]
        if able and _meets(state, side, hex_, path):
            pairs += [(a, b) for at, a in enumerate(able) for b in able[at + 1 :]]
            single += [(u,) for u in able]
    return (*pairs, *single)


def _is_able(state: TlnbState, unit: UnitId) -> bool:
    is_there = state.card(unit).arm.is_cavalry and not state.units[unit].column
    return is_there and not is_shaken(state, unit)


def _meets(state: TlnbState, side: Side, start: Hex, path: Sequence[Hex]) -> bool:
    """Whether cavalry can ride to a hex on or next to the way of a charge (T13.19)."""
    distance = state.battle.battlefield.grid.distance
    most = state.numbers.charge.counter_path
    ways: list[Way] = [(start,)]
    for length in range(most + 1):
        if any(distance(way[-1], hex_) <= 1 for way in ways for hex_ in path):
            return True
        if length < most:
            ways = [(*way, b) for way in ways for b, _ in rides_on(state, side, way)]
    return False
