"""The Card Phase (N4, N23.7)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.model.state import GameState


async def play_cards(table: Table[GameState]) -> None:
    """N23: what the way of play asks of both sides in this phase; nothing without cards."""
    if not table.state.piles:
        return
