"""March columns: units that follow one another along a road and share its supply (N16.7)."""

from __future__ import annotations

from hexwar.grid.waves import spread
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, UnitId
from hexwar.model.orders import Verb
from hexwar.model.pieces import Unit
from hexwar.model.state import GameState
from hexwar.rules.common.supply_points import bits_at, enemy_bits
from hexwar.rules.common.traces import trace_ground
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import is_ordered


def march_columns(state: GameState, formation: FormationId) -> tuple[tuple[UnitId, ...], ...]:
    """The march columns of a formation, each in the order of the order of battle.

    They are combat units under March orders or in road column, each no farther than
    `trace.march_gap` hexes from the next by road or trail, or adjacent to it. No link leads past
    the enemy or over an unspanned river. The second hex of a strong unit counts as the first does
    (house rule). Of orders that a view does not show nothing is known.
    """
    records = (state.units[unit] for unit in state.units_of(formation))
    left = [u for u in records if u.hex and state.card(u.id).is_combat_unit and _marches(state, u)]
    columns = []
    while left:
        column = [left.pop(0)]
        for unit in column:  # it grows meanwhile
            near = _near(state, unit)
            following = [u for u in left if near & bits_at(state, _places(u))]
            left = [u for u in left if u not in following]
            column += following
        columns.append(tuple(unit.id for unit in column))
    return tuple(columns)


def _marches(state: GameState, unit: Unit) -> bool:
    return unit.column or is_ordered(state, state.line_id_of(unit.id), Verb.MARCH)


def _near(state: GameState, unit: Unit) -> int:
    """The cells where the next unit of a column can be, as bits."""
    begun, ground = bits_at(state, _places(unit)), trace_ground(state)
    closed = enemy_bits(state, state.side_of(unit.id))
    gap = numbers_of(state.battle).trace.march_gap
    by_road = spread(ground.roads, begun, gap, closed)
    return by_road.reached | spread(ground.lines, begun, 1, closed).reached


def _places(unit: Unit) -> tuple[Hex, ...]:
    return tuple(hex_ for hex_ in (unit.hex, unit.tail) if hex_ is not None)
