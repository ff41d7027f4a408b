"""Weather and light as the board shows them, as a record."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind


@dataclass(frozen=True, slots=True)
class Sky:
    """What lies over the land (N17, N18)."""

    weather: str = "fair"
    light: TurnKind = TurnKind.DAY
    sight: int | None = None  # hexes that one sees round oneself; None: as far as ever
    watchers: frozenset[Hex] = frozenset()  # from where one sees so far; none in clear weather


def sky_of(state: GameState) -> Sky:
    """The sky over a state, or over the view that a side has of it.

    Where one sees but a hex or two it closes in round the pieces that are shown: it tells nothing
    that the counters do not tell.
    """
    limit, light = state_sight_limit(state), light_of(state)
    if limit > numbers_of(state.battle).sight.adjacent:
        return Sky(state.weather, light)
    units = (unit.hex for unit in state.on_map())
    leaders = (leader.hex for leader in state.leaders.values())
    watchers = frozenset(hex_ for hex_ in (*units, *leaders) if hex_ is not None)
    return Sky(state.weather, light, limit, watchers)
