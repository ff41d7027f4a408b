"""Steps and units that are lost: the only ways to lose SP (T11.7, T11.94, T14.1)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.events.losses import StepLost, UnitEliminated
from hexwar.systems.tlnb.rules.combat.guard import guard_gives_way
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box


def step_sp(state: TlnbState, unit: UnitId) -> int:
    """What the loss of a unit's next step costs, SP."""
    card, record = state.card(unit), state.units[unit]
    return state.sp(unit) if record.reduced or card.steps < 2 else card.sp - card.reduced_sp


def is_last_step(state: TlnbState, unit: UnitId) -> bool:
    """Whether the loss of a step eliminates a unit (T14.1)."""
    return state.units[unit].reduced or state.card(unit).steps < 2


def take_step(table: Table[TlnbState], unit: UnitId) -> None:
    """T14.1: a unit loses a step; its last one eliminates it."""
    state = table.state
    if is_last_step(state, unit):
        eliminate(table, unit)
    else:
        table.emit(StepLost(unit, step_sp(state, unit)))


def eliminate(table: Table[TlnbState], unit: UnitId, *, is_cut_off: bool = False) -> None:
    """T11.7: to UAR if its hex can trace supply at this moment, else to PEU.

    Who is lost for want of a way to retreat goes to PEU too.
    """
    state = table.state
    if not is_cut_off:  # who is lost on a retreat has given way already
        guard_gives_way(table, (unit,))
    is_saved = not is_cut_off and is_supplied(state, unit)
    box = Box.UAR if is_saved else Box.PEU
    table.emit(UnitEliminated(unit, state.sp(unit), box))
