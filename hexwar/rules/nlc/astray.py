"""How units out of command may move: only toward their commander (N14.4, N14.41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.costs import gait_of, steps_of
from hexwar.rules.common.zones import enemy_cells, enemy_zone_cells, kept
from hexwar.rules.nlc.acting import active
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.goals import remaining


def toward_refusal(
    state: GameState, units: Sequence[UnitId], path: Sequence[Hex]
) -> Refusal | None:
    """Why units may not take a path, or None: each hex leads those out of command nearer (N14.41).

    Args:
        state: The table; an activation is under way.
        units: Who move together.
        path: The hexes from where they stand; none at all where they stay.
    """
    out = active(state).out_of_command
    astray = next((unit for unit in units if unit in out), None)
    if astray is None:
        return None
    left, index = way_back(state, astray), state.battle.battlefield.grid.index
    for a, b in pairwise(path):
        if not is_nearer(left, index[a], index[b]):
            name = state.card(astray).name
            return Refusal(
                f"{name} is out of command: each hex must bring it nearer to its commander, and"
                f" {b} does not.",
                "N14.41",
            )
    return None


def is_nearer(left: Mapping[int, int], a: int, b: int) -> bool:
    """Whether a step between two cells lowers what is left of a way.

    From a cell that no way leads back from, each step onto one leads nearer.
    """
    before, after = left.get(a), left.get(b)
    return after is not None and (before is None or after < before)


def way_back(state: GameState, unit: UnitId) -> Mapping[int, int]:
    """For each cell of the map what the way from it to a unit's commander costs it, half MP.

    The way keeps out of EZOC, which the unit may not enter (N14.4), and where that leaves none, at
    least out of the enemy's hexes.
    """
    centre = centre_of(state, state.line_id_of(unit))
    assert centre is not None
    return kept(state, f"way-back:{unit}:{centre}", lambda: _way_back(state, unit, centre))


def _way_back(state: GameState, unit: UnitId, centre: Hex) -> Mapping[int, int]:
    side, gait, hex_ = state.side_of(unit), gait_of(state.card(unit).arm), state.units[unit].hex
    enemies, goal = enemy_cells(state, side), (centre,)
    safe = remaining(state, gait, goal, closed=enemies | enemy_zone_cells(state, side))
    assert hex_ is not None
    cell = state.battle.battlefield.grid.index[hex_]
    if cell in safe or any(near in safe for near, _ in steps_of(state, gait)[cell]):
        return safe
    return remaining(state, gait, goal, closed=enemies)
