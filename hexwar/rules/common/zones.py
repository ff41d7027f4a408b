"""Contact and zones of control (N3.7, N6.3)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState


def zone(state: GameState, side: Side) -> frozenset[Hex]:
    """The hexes in a side's zone of control (N6.3).

    Undisrupted combat units control the hexes next to them, but not across unspanned rivers.
    """
    key = f"zone:{side}"
    cached: frozenset[Hex] | None = state.cache.get(key)
    if cached is None:
        around = state.battle.battlefield.crossable_neighbours
        cards = state.battle.units
        cached = frozenset(
            hex_
            for unit in state.on_map(side)
            if not unit.disrupted and unit.hex is not None and cards[unit.id].is_combat_unit
            for hex_ in around[unit.hex]
        )
        state.cache[key] = cached
    return cached


def enemy_zone(state: GameState, side: Side) -> frozenset[Hex]:
    """The EZOC of a side: what the other side controls."""
    return zone(state, state.battle.enemy(side))


def is_in_enemy_zone(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex lies in an EZOC of a side."""
    return hex_ in enemy_zone(state, side)


def is_in_contact(state: GameState, unit: UnitId) -> bool:
    """Whether a unit on the map is in an EZOC (N3.7)."""
    hex_ = state.units[unit].hex
    return hex_ is not None and hex_ in enemy_zone(state, state.side_of(unit))


def contact_hexes(state: GameState, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes that a unit in this hex is in contact with (N3.7): no unspanned river between."""
    return state.battle.battlefield.crossable_neighbours[hex_]


def enemy_hexes(state: GameState, side: Side) -> frozenset[Hex]:
    """The hexes that hold enemy combat units."""
    key = f"enemies:{side}"
    cached: frozenset[Hex] | None = state.cache.get(key)
    if cached is None:
        cards = state.battle.units
        enemy = state.battle.enemy(side)
        cached = frozenset(
            unit.hex
            for unit in state.on_map(enemy)
            if unit.hex is not None and cards[unit.id].is_combat_unit
        )
        state.cache[key] = cached
    return cached


def is_adjacent_to_enemy(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether an undisrupted enemy combat unit stands in a hex next to this one (N13.6)."""
    enemy = state.battle.enemy(side)
    return any(
        not state.units[unit].disrupted
        for near in state.battle.battlefield.grid.neighbours[hex_]
        for unit in state.combat_units_in(near, enemy)
    )


def nearest_distance(state: GameState, hex_: Hex, hexes: Iterable[Hex]) -> int | None:
    """The distance in hexes to the nearest of some hexes, or None if there are none."""
    distance = state.battle.battlefield.grid.distance
    return min((distance(hex_, other) for other in hexes), default=None)
