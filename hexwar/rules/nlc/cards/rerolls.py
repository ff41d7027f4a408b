"""A side's own dice, which a card may let it throw again (N23.4)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.forces import Side
from hexwar.model.state import GameState


async def throw(table: Table[GameState], side: Side, purpose: str) -> int:  # noqa: ARG001
    """Roll a die for a side.

    Args:
        table: The table.
        side: Whose die it is: who may have it thrown again.
        purpose: What it is for, shown to the players.
    """
    return await Roll(CHANCE, purpose)
