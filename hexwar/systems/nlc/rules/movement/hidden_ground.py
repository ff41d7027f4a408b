"""Where troops that move hidden go, and where the enemy spots them (N20.11, N19.21).

All of it is asked of what a side knows of its enemy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from hexwar.ground.sight import light_of, spotted_field, state_sight_limit
from hexwar.ground.zones import enemy_hexes, enemy_stance, kept_by, nearest_distance
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Side


def _watch(state: GameState, side: Side) -> tuple[Hashable, ...]:
    return *enemy_stance(state, side), state.sky.weather, light_of(state), state.battle


@kept_by(_watch)
def watched_hexes(state: GameState, side: Side) -> frozenset[Hex]:
    """The hexes in which enemy combat units spot a side's troops (N19.21)."""
    field, limit = state.battle.battlefield, state_sight_limit(state)
    held = enemy_hexes(state, side)
    seen = (spotted_field(field, hex_, state.numbers, limit) for hex_ in held)
    return frozenset(held).union(*seen)


def enemies_seen(state: GameState, side: Side) -> tuple[Hashable, ...]:
    """Where a side's enemies stand, their leaders too."""
    enemy, cards = state.battle.enemy(side), state.battle.leaders
    leaders = (x.hex for x in state.leaders.values() if x.hex and cards[x.id].side == enemy)
    return *enemy_stance(state, side), state.battle, frozenset(leaders)


@kept_by(enemies_seen)
def closed_cells(state: GameState, side: Side) -> frozenset[int]:
    """The cells that a side's hidden troops may not enter (N20.11).

    They keep away from the enemy, and to roads, trails and clear ground.
    """
    field, rules = state.battle.battlefield, numbers_of(state.battle).hidden_movement
    grid, enemy = field.grid, state.battle.enemy(side)
    near = {
        other
        for held in enemy_hexes(state, side)
        for other in grid.within(held, rules.closed_distance)
    }
    others = {unit.hex for unit in state.on_map(enemy)}
    others |= {state.leaders[x.id].hex for x in state.leaders_on_map(enemy)}
    return frozenset(
        cell
        for cell, hex_ in enumerate(grid.hexes)
        if hex_ in near
        or hex_ in others
        or (field.terrain_at(hex_) is not Terrain.CLEAR and hex_ not in field.way_hexes)
    )


def distance_to_enemy(state: GameState, side: Side, places: Iterable[Hex]) -> int | None:
    """The hexes from some places to the nearest enemy combat unit in sight; None without one."""
    enemies = enemy_hexes(state, side)
    found = (nearest_distance(state, hex_, enemies) for hex_ in places)
    return min((one for one in found if one is not None), default=None)
