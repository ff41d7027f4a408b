"""Who could come where: how likely the enemy is to ride down what stands alone in a hex.

The enemy's moves are searched as the rules have them: costs, our zones, our troops in the way. What
he hides is guessed at by his flags alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Final

from hexwar.engine.derived import kept_by
from hexwar.grid.reach import reach
from hexwar.ground.costs import Gait, gait_of, ground_of, steps_of
from hexwar.ground.zones import enemy_cells, enemy_zone_cells, standing
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, Side

COMES: Final[Mapping[Arm, float]] = MappingProxyType(
    {
        Arm.LIGHT_CAVALRY: 0.3,
        Arm.HEAVY_CAVALRY: 0.2,
        Arm.INFANTRY: 0.1,
    }
)
"""How likely troops are to go for what stands alone within their reach; guns never do."""

FLAG: Final = 0.15
"""How likely cavalry that can be seen no better than by a flag is to be there and to come."""

FLAG_MOVES: Final = 6
"""MP of such cavalry."""

LATER: Final = 0.3
"""What a second march counts to the first: much may come between."""


def _hidden(state: GameState) -> tuple[Hashable, ...]:
    return (tuple(sorted(state.hiding.flags.items())),)


def _by(state: GameState, side: Side) -> tuple[Hashable, ...]:  # noqa: ARG001
    return (*standing(state), ground_of(state), *_hidden(state))


@kept_by(_by)
def raids(state: GameState, side: Side) -> Mapping[Hex, float]:
    """How likely the enemy of a side is to come into each hex if nobody holds it, 0 to 1.

    Hexes that the side's troops hold are not among them, nor are those out of reach of two marches.
    """
    grid, enemy = state.battle.battlefield.grid, state.battle.enemy(side)
    held, zones = enemy_cells(state, enemy), enemy_zone_cells(state, enemy)
    safe: dict[int, float] = {}
    for cell, gait, limit, chance in _raiders(state, enemy):
        stops = () if gait is Gait.HORSE else zones
        steps = steps_of(state, gait)
        found = reach(steps, cell, 2 * limit, blocked=held, stops=stops)
        for end, cost in found.cost.items():
            likely = chance if cost <= limit else LATER * chance
            safe[end] = safe.get(end, 1.0) * (1 - likely)
    return {grid.hexes[cell]: 1 - left for cell, left in safe.items()}


def _raiders(state: GameState, side: Side) -> list[tuple[int, Gait, int, float]]:
    """The troops of a side by place and gait: cell, gait, half MP of a move, chance to come."""
    grid, divisor = state.battle.battlefield.grid, numbers_of(state.battle).disrupted
    found: dict[tuple[int, Gait, int], float] = {}
    for unit in state.on_map(side):
        card = state.card(unit.id)
        if unit.hex is None or card.arm not in COMES:
            continue
        limit = 2 * card.movement // (divisor.movement_divisor if unit.disrupted else 1)
        place = grid.index[unit.hex], gait_of(card.arm), limit
        found[place] = 1 - (1 - found.get(place, 0.0)) * (1 - COMES[card.arm])
    limit = 2 * FLAG_MOVES
    for hex_, owner in state.hiding.flags.items():
        if owner == side:
            found.setdefault((grid.index[hex_], Gait.HORSE, limit), FLAG)
    return [(*place, chance) for place, chance in sorted(found.items())]


def risk_alone(state: GameState, side: Side, hex_: Hex) -> float:
    """How likely the enemy is to come into a hex if the side leaves nobody in it, 0 to 1."""
    known = raids(state, side)
    if hex_ in known or not state.holders_of(hex_, side):
        return known.get(hex_, 0.0)
    around = state.battle.battlefield.grid.neighbours[hex_]
    return max((known.get(near, 0.0) for near in around), default=0.0)
