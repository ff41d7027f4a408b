"""March Orders: how they are given and end (T7.5)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.ground.zones import is_in_contact
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.events.command import MarchOrderEnded
from hexwar.systems.tlnb.events.turn import MarksCleared
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId


async def march_order_segment(table: Table[TlnbState]) -> None:
    """A-3: the marks of the last Player-Turn go off (T2.7)."""
    table.emit(MarksCleared(table.state.phasing))
    next_step(table)


def end_marches(table: Table[TlnbState]) -> None:
    """T7.54: orders end by contact, and in their owner's D when all are near the goal."""
    state = table.state
    for formation, order in list(state.marches.orders.items()):
        units = [u for u in state.units_of(formation) if state.card(u).is_combat_unit]
        here = [u for u in units if state.units[u].hex is not None]
        if any(is_in_contact(state, u) for u in here):
            table.emit(MarchOrderEnded(formation, "contact"))
            continue
        is_own = state.battle.formations[formation].side == state.phasing
        if is_own and here and all(is_near_goal(state, order, u) for u in here):
            table.emit(MarchOrderEnded(formation, "arrived"))


def is_near_goal(state: TlnbState, order: MarchOrder, unit: UnitId) -> bool:
    """Whether a unit is in the goal of its order or near enough (T7.54)."""
    hex_ = state.units[unit].hex
    radius = state.numbers.march.goal_radius
    return hex_ is not None and state.battle.battlefield.grid.distance(hex_, order.goal) <= radius
