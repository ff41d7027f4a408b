"""Who and what is nearest (N12.34): by path cost where troops go, as the crow flies elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.grid.reach import Reach, reach
from hexwar.hexes import Hex
from hexwar.model.forces import Side
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.common.costs import gait_of, steps_of
from hexwar.rules.common.zones import enemy_hexes
from hexwar.rules.nlc.command import units_under

LONGEST_WAY = 1000
"""Half MP: farther than anything on a map."""


def way_from(state: GameState, line: LineId, start: Hex) -> Reach:
    """What it costs a line's troops to go to each hex, whoever is in the way, half MP.

    A leader without troops goes as cavalry does (N14.5).
    """
    arms = {state.card(unit).arm for unit in units_under(state, line)}
    gait = gait_of(*(arm for arm in arms if not arm.is_train))
    index = state.battle.battlefield.grid.index
    return reach(steps_of(state, gait), index[start], LONGEST_WAY)


def nearest(state: GameState, way: Reach, hexes: Iterable[Hex]) -> Hex | None:
    """The hex of lowest path cost, the first on the map of equal ones (house rule), or None."""
    index = state.battle.battlefield.grid.index
    near = [(way.cost[index[h]], index[h], h) for h in hexes if index[h] in way.cost]
    return min(near)[2] if near else None


def nearest_enemy(state: GameState, line: LineId, start: Hex) -> Hex | None:
    """The hex of the nearest visible enemy by path cost (N3.6, N12.34), or None without one."""
    held = enemy_hexes(state, state.side_of_line(line))
    return nearest(state, way_from(state, line, start), held) if held else None


def enemies_within(state: GameState, side: Side, hex_: Hex, limit: int) -> list[Hex]:
    """The hexes that visible enemies hold within a distance, the nearest first."""
    distance = state.battle.battlefield.grid.distance
    near = sorted((distance(hex_, other), other) for other in enemy_hexes(state, side))
    return [other for far, other in near if far <= limit]
