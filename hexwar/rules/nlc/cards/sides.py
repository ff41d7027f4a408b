"""The order in which both sides are asked in a combat."""

from __future__ import annotations

from hexwar.model.forces import Side
from hexwar.model.state import GameState


def in_turn(state: GameState) -> tuple[Side, Side]:
    """Both sides, the active one first (N8.35); the first player's where nobody acts."""
    acting = state.activation
    first = state.battle.first_player if acting is None else acting.side
    return first, state.battle.enemy(first)
