"""The Declaration: what is bombarded, charged and attacked is named beforehand (T10.24)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.rules.combat.bombardment import declare_bombardment
from hexwar.systems.tlnb.rules.combat.charge import declare_charge
from hexwar.systems.tlnb.rules.combat.combat import name_attacks
from hexwar.systems.tlnb.rules.special.call_charge import call_great_charge
from hexwar.systems.tlnb.rules.turn.light import is_dark
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState


async def declaration(table: Table[TlnbState]) -> None:
    """C-1: bombardments, then charges, are named with their targets; none in the dark.

    With `declare = all` attacks too, by night as by day.
    """
    state = table.state
    way = state.battle.flag("declare")
    if not is_dark(state):
        await call_great_charge(table)
    if way != "none" and not is_dark(state):
        while await declare_bombardment(table) is not None:
            pass
        while await declare_charge(table) is not None:
            pass
    if way == "all":
        await name_attacks(table)
    next_step(table)
