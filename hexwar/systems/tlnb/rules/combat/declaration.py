"""The Declaration: what is bombarded and charged is named beforehand (T10.24)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.rules.combat.bombardment import declare_bombardments
from hexwar.systems.tlnb.rules.combat.charge import declare_charges
from hexwar.systems.tlnb.rules.turn.light import is_dark
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState


async def declaration(table: Table[TlnbState]) -> None:
    """C-1: bombardments, then charges, are named with their targets; none in the dark."""
    state = table.state
    if state.battle.flag("declare") != "none" and not is_dark(state):
        await declare_bombardments(table)
        await declare_charges(table)
    next_step(table)
