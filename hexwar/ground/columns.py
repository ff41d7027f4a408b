"""March columns: units that follow one another along a road and share its supply (N16.7, T19.3)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.grid.waves import bits_of, spread
from hexwar.ground.law import GroundState
from hexwar.ground.traces import trace_ground
from hexwar.ground.zones import cells_of, enemy_cells
from hexwar.hexes import Hex
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Unit


def columns_of(state: GroundState, units: Iterable[UnitId]) -> tuple[tuple[UnitId, ...], ...]:
    """The columns that units of one side on the map form, each in their order.

    Each is no farther than `trace.march_gap` hexes from the next by road or trail, or adjacent to
    it. No link leads past the enemy or over an unspanned river. The second hex of a strong unit
    counts as the first does (house rule).
    """
    left = [state.units[unit] for unit in units]
    columns = []
    while left:
        column = [left.pop(0)]
        for unit in column:  # it grows meanwhile
            near = _near(state, unit)
            following = [u for u in left if near & _bits(state, u)]
            left = [u for u in left if u not in following]
            column += following
        columns.append(tuple(unit.id for unit in column))
    return tuple(columns)


def _near(state: GroundState, unit: Unit) -> int:
    """The cells where the next unit of a column can be, as bits."""
    begun, ground = _bits(state, unit), trace_ground(state)
    closed = bits_of(enemy_cells(state, state.side_of(unit.id)))
    by_road = spread(ground.roads, begun, state.numbers.trace.march_gap, closed)
    return by_road.reached | spread(ground.lines, begun, 1, closed).reached


def _bits(state: GroundState, unit: Unit) -> int:
    """Where a unit is, as bits."""
    places: list[Hex] = [hex_ for hex_ in (unit.hex, unit.tail) if hex_ is not None]
    return bits_of(cells_of(state, places))
