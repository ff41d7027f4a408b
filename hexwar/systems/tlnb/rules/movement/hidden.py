"""The Hidden Forces Segment (T16)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState


async def hidden_segment(table: Table[TlnbState]) -> None:
    """B-3: with all pieces in the open there is nothing to reveal or hide."""
    next_step(table)
