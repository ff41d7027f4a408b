"""Dice that a side owns (T24.9)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Roll, Table
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side


async def throw(_table: Table[TlnbState], _side: Side, purpose: str) -> int:
    """A side's own die, 1 to 6; the purpose is a marked text."""
    return await Roll(CHANCE, purpose)
