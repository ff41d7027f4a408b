"""Where troops that move hidden go, and how far the enemy is (N20.11, N25.5).

All of it is asked of what a side knows of its enemy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from hexwar.engine.derived import kept_by
from hexwar.ground.hiding import take_off
from hexwar.ground.zones import enemy_hexes, enemy_stance, nearest_distance
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Side
from hexwar.table.hiding import side_of_piece


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


def distance_to_watcher(state: GameState, side: Side, places: Iterable[Hex]) -> int | None:
    """The hexes from some places to the nearest enemy combat unit or vedette (N25.5)."""
    watching = [*enemy_hexes(state, side), *_vedettes(state, side)]
    found = (nearest_distance(state, hex_, watching) for hex_ in places)
    return min((one for one in found if one is not None), default=None)


def is_horse_near(state: GameState, side: Side, places: Iterable[Hex], reach: int) -> bool:
    """Whether enemy cavalry or a vedette is so near to one of some places, hexes (N25.5)."""
    riders = (u for u in state.on_map(state.battle.enemy(side)) if state.card(u.id).arm.is_cavalry)
    hexes = [*(u.hex for u in riders if u.hex is not None), *_vedettes(state, side)]
    near = (nearest_distance(state, place, hexes) for place in places)
    return any(away is not None and away <= reach for away in near)


def _vedettes(state: GameState, side: Side) -> Iterator[Hex]:
    units = (u for u in state.on_map(state.battle.enemy(side)) if state.card(u.id).is_vedette)
    return (unit.hex for unit in units if unit.hex is not None)


def without_lifted(state: GameState, side: Side) -> GameState:
    """The table as it binds a side: enemies who move hidden are off the map (N20.11)."""
    lifted = frozenset(
        piece for piece in state.hiding.lifted if side_of_piece(state.battle, piece) != side
    )
    if not lifted:
        return state
    bare = state.copy()
    take_off(bare, lifted, state.battle.enemy(side))
    return bare
