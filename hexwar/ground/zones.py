"""Contact and zones of control (N3.7, N6.3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from hexwar.engine.derived import kept, kept_by
from hexwar.ground.law import GroundState, ZoneShape
from hexwar.hexes import Hex
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.spans import joined_neighbours


def standing(state: GroundState, *_: object) -> tuple[Hashable, ...]:
    """Who stands where on both sides, and what is built: most fields are worked out by it."""
    here, there = state.battle.sides
    shape = state.law.zone_shape(state)
    return state.stances[here], state.stances[there], state.spans, state.positions, shape


def own_stance(state: GroundState, side: Side) -> tuple[Hashable, ...]:
    """How the units of a side stand."""
    return (state.stances[side],)


def enemy_stance(state: GroundState, side: Side) -> tuple[Hashable, ...]:
    """How a side's enemies stand."""
    return (state.stances[state.battle.enemy(side)],)


def enemy_standing(state: GroundState, side: Side) -> tuple[Hashable, ...]:
    """How a side's enemies stand, and what is built."""
    shape = state.law.zone_shape(state)
    return state.stances[state.battle.enemy(side)], state.spans, state.positions, shape


# -- zones of control and contact


def _own_standing(state: GroundState, side: Side) -> tuple[Hashable, ...]:
    """How the units of a side stand, and what is built."""
    return state.stances[side], state.spans, state.positions, state.law.zone_shape(state)


@kept_by(_own_standing)
def zone(state: GroundState, side: Side) -> frozenset[Hex]:
    """The hexes in a side's zone of control (N6.3).

    Undisrupted combat units control the hexes next to them, but not across unspanned rivers
    and damaged bridges (N5.71), and not improved positions (N21). A game may bar more.
    """
    shape = state.law.zone_shape(state)
    if shape.sleeps:
        return frozenset()
    around = _neighbours(state, shape)
    cards = state.battle.units
    makers = (u for u in state.on_map(side) if not u.disrupted and cards[u.id].is_combat_unit)
    hexes = (unit.hex for unit in makers if unit.hex is not None)
    covered = frozenset(near for hex_ in hexes for near in around[hex_])
    return covered - state.positions - shape.shuns


def zone_makers(state: GroundState, side: Side, hex_: Hex) -> tuple[UnitId, ...]:
    """The units of a side whose zone of control covers a hex, by id: why it is one."""
    shape = state.law.zone_shape(state)
    if shape.sleeps or hex_ in state.positions or hex_ in shape.shuns:
        return ()
    units = (u for near in contact_hexes(state, hex_) for u in state.combat_units_in(near, side))
    return tuple(sorted(unit for unit in units if not state.units[unit].disrupted))


def enemy_zone(state: GroundState, side: Side) -> frozenset[Hex]:
    """The EZOC of a side: what the other side controls."""
    return zone(state, state.battle.enemy(side))


@kept_by(enemy_standing)
def enemy_zone_cells(state: GroundState, side: Side) -> frozenset[int]:
    """The EZOC of a side as cells of the grid."""
    return cells_of(state, enemy_zone(state, side))


def is_in_enemy_zone(state: GroundState, side: Side, hex_: Hex) -> bool:
    """Whether a hex lies in an EZOC of a side."""
    return hex_ in enemy_zone(state, side)


def is_in_contact(state: GroundState, unit: UnitId) -> bool:
    """Whether a unit on the map, or its tail, is in an EZOC (N3.7, N5.33)."""
    record = state.units[unit]
    ezoc = enemy_zone(state, state.side_of(unit))
    return record.hex in ezoc or record.tail in ezoc


def contact_hexes(state: GroundState, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes that a unit in this hex is in contact with (N3.7): no unspanned river between."""
    return _neighbours(state, state.law.zone_shape(state))[hex_]


def _neighbours(state: GroundState, shape: ZoneShape) -> Mapping[Hex, tuple[Hex, ...]]:
    """The neighbours of each hex that zones and contact reach."""
    return joined_neighbours(state.battle.battlefield, state.spans, over_fords=shape.fords)


@kept_by(enemy_stance)
def enemy_hexes(state: GroundState, side: Side) -> frozenset[Hex]:
    """The hexes that enemy combat units hold, by their place or their tail (N5.33)."""
    return _held(state, state.battle.enemy(side))


@kept_by(enemy_stance)
def enemy_cells(state: GroundState, side: Side) -> frozenset[int]:
    """The hexes that enemy combat units hold, as cells of the grid."""
    return cells_of(state, enemy_hexes(state, side))


@kept_by(own_stance)
def friendly_cells(state: GroundState, side: Side) -> frozenset[int]:
    """The cells of a side's combat units, their tails and its trains."""
    # A pontoon train that is a bridge counts as nothing, and so do vedettes (N6.1).
    cards = state.battle.units
    trains = {
        u.hex
        for u in state.on_map(side)
        if u.hex is not None and u.bridging is None and cards[u.id].arm is not Arm.VEDETTE
    }
    return cells_of(state, trains | _held(state, side))


def _held(state: GroundState, side: Side) -> frozenset[Hex]:
    cards = state.battle.units
    units = [unit for unit in state.on_map(side) if cards[unit.id].is_combat_unit]
    places = {unit.hex for unit in units} | {unit.tail for unit in units}
    return frozenset(hex_ for hex_ in places if hex_ is not None)


def lost_landings(state: GroundState, side: Side) -> frozenset[tuple[Hex, Hex]]:
    """The steps over enemy pontoon bridges that a side cannot make (T18.21).

    Who enters the hex of an enemy pontoon train takes the bridge away that would lead on.
    """
    return _lost_landings(state, side) if state.spans.pontoons else frozenset()


@kept
def _lost_landings(state: GroundState, side: Side) -> frozenset[tuple[Hex, Hex]]:
    return frozenset(
        (unit.hex, end)
        for unit in state.on_map(state.battle.enemy(side))
        if unit.bridging is not None and unit.hex is not None
        for end in unit.bridging
        if end != unit.hex
    )


def is_adjacent_to_enemy(state: GroundState, side: Side, hex_: Hex) -> bool:
    """Whether an undisrupted enemy combat unit stands in a hex next to this one (N13.6)."""
    enemy, around = state.battle.enemy(side), state.battle.battlefield.grid.neighbours[hex_]
    units = (unit for near in around for unit in state.combat_units_in(near, enemy))
    return any(not state.units[unit].disrupted for unit in units)


def nearest_distance(state: GroundState, hex_: Hex, hexes: Iterable[Hex]) -> int | None:
    """The distance in hexes to the nearest of some hexes, or None if there are none."""
    distance = state.battle.battlefield.grid.distance
    return min((distance(hex_, other) for other in hexes), default=None)


def cells_of(state: GroundState, hexes: Iterable[Hex]) -> frozenset[int]:
    """Hexes as cells of the grid."""
    index = state.battle.battlefield.grid.index
    return frozenset(index[hex_] for hex_ in hexes)
