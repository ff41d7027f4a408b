"""Secret fire: pivots and orders are written down unseen, and shown together (M25.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Refusal, Table
from hexwar.engine.derived import kept
from hexwar.messages import mark
from hexwar.systems.mininap.events import FireOrdered, SideEnded, StepBegan, UnitPivoted
from hexwar.systems.mininap.events_unseen import (
    FirePlanned,
    PivotForgone,
    PivotPlanned,
    PlansShown,
)
from hexwar.systems.mininap.rules.firing import (
    FireOrder,
    OrderFire,
    Pivot,
    PivotToFire,
    begin_orders,
    order_options,
    order_refusal,
    pivot_options,
    pivot_refusal,
    turned,
)
from hexwar.systems.mininap.state import MiniState, Step
from hexwar.table.forces import Side


def is_secret(state: MiniState) -> bool:
    """Whether fire is ordered unseen."""
    return state.battle.options.get("secret_fire") == "on"


@kept
def planned(state: MiniState, side: Side) -> MiniState:
    """The table as it would be by what a side has written down, and by nothing of the enemy's."""
    plan = state.plans.get(side)
    if plan is None:
        return state
    twin = state.copy()
    for unit, bearing in plan.pivots:
        twin.put(replace(turned(twin.units[unit], bearing), has_pivoted=True))
    twin.shots = (*twin.shots, *(shot for shots in plan.orders for shot in shots))
    return twin


@dataclass(frozen=True, slots=True)
class WritePivot(PivotToFire, rule="M25.3", is_secret=True):
    """M25.3: which unit will turn before it fires; None: no more of them."""

    is_open: ClassVar[bool] = False
    words = mark("{who} write down which units turn before they fire.")

    def options(self, state: MiniState) -> Sequence[Pivot | None]:
        """As if the pivots that are written were made."""
        return pivot_options(planned(state, Side(self.side)), Side(self.side))

    def refusal(self, state: MiniState, answer: Pivot | None) -> Refusal | None:
        """The same."""
        side = Side(self.side)
        return None if answer is None else pivot_refusal(planned(state, side), side, answer)


@dataclass(frozen=True, slots=True)
class WriteFire(OrderFire, rule="M25.3", is_secret=True):
    """M25.3: which unit will fire at what; None: all others hold their fire."""

    is_open: ClassVar[bool] = False
    words = mark("{who} write down their fire.")

    def options(self, state: MiniState) -> Sequence[FireOrder | None]:
        """Of units that have no order on the sheet."""
        return order_options(planned(state, Side(self.side)), Side(self.side))

    def refusal(self, state: MiniState, answer: FireOrder | None) -> Refusal | None:
        """The same."""
        side = Side(self.side)
        return order_refusal(planned(state, side), side, answer)


async def write_pivot(table: Table[MiniState], side: Side) -> None:
    """M25.3: a side writes down one pivot, or is done with them."""
    pivot = await WritePivot(side)
    end = SideEnded(side)
    table.emit(end if pivot is None else PivotPlanned(side, pivot.unit, pivot.bearing))


async def write_fire(table: Table[MiniState], side: Side) -> None:
    """M25.3: a side writes down the fire of one unit, or is done."""
    order = await WriteFire(side)
    end = SideEnded(side)
    table.emit(end if order is None else FirePlanned(side, order.unit, order.shots))


async def show_pivots(table: Table[MiniState]) -> None:
    """M25.3: all pivots are made together; one that has become impossible is not made."""
    plans = table.state.plans
    table.emit(PlansShown())
    for side in table.state.order_of_choice:
        for unit, bearing in plans[side].pivots if side in plans else ():
            is_open = pivot_refusal(table.state, side, Pivot(unit, bearing)) is None
            table.emit(UnitPivoted(unit, bearing) if is_open else PivotForgone(unit))
    await begin_orders(table)


async def show_fire(table: Table[MiniState]) -> None:
    """M25.3: all orders lie open, and the shots fall."""
    plans = table.state.plans
    table.emit(PlansShown())
    for side in table.state.order_of_choice:
        for shots in plans[side].orders if side in plans else ():
            table.emit(FireOrdered(shots[0].unit, shots))
    table.emit(StepBegan(Step.SHOTS))
