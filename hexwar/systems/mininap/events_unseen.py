"""What a side writes down unseen, and how both lay it open, with the option (M25.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.mininap.state import MiniState, Plan, Shot
from hexwar.table.fact import COMBAT, MARKERS, Fact
from hexwar.table.forces import Side, UnitId


@dataclass(frozen=True, slots=True)
class PivotPlanned(Fact, rule="M25.3", topic=COMBAT):
    """A side has written down that a unit turns to fire (M25.3)."""

    words = mark("{unit} will turn to fire.")
    side: Side
    unit: UnitId
    bearing: int  # tenths of a degree

    def is_known_to(self, side: str) -> bool:
        """The enemy does not see it yet."""
        return side == self.side

    def apply(self, state: MiniState) -> None:
        """It stands on the sheet of its side."""
        plan = state.plans.get(self.side, Plan())
        plan = replace(plan, pivots=(*plan.pivots, (self.unit, self.bearing)))
        state.plans = MappingProxyType({**state.plans, self.side: plan})


@dataclass(frozen=True, slots=True)
class FirePlanned(Fact, rule="M25.3", topic=COMBAT):
    """A side has written down at what a unit fires (M25.3)."""

    words = mark("{unit} has its order to fire.")
    side: Side
    unit: UnitId
    shots: tuple[Shot, ...]

    def is_known_to(self, side: str) -> bool:
        """The enemy does not see it yet."""
        return side == self.side

    def apply(self, state: MiniState) -> None:
        """It stands on the sheet of its side."""
        plan = state.plans.get(self.side, Plan())
        plan = replace(plan, orders=(*plan.orders, self.shots))
        state.plans = MappingProxyType({**state.plans, self.side: plan})


@dataclass(frozen=True, slots=True)
class PivotForgone(Fact, rule="M25.3", topic=COMBAT, rest=300, is_open=True):
    """A unit cannot turn as it was written: another that turned is in its way (M25.3)."""

    words = mark("{unit} could not turn: another unit is in its way now.")
    unit: UnitId

    def apply(self, state: MiniState) -> None:
        """It stays as it is."""


@dataclass(frozen=True, slots=True)
class PlansShown(Fact, rule="M25.3", topic=MARKERS, rest=300, is_open=True, reveals=True):
    """Both sheets lie open (M25.3)."""

    words = mark("Both sides show what they have written.")

    def apply(self, state: MiniState) -> None:
        """The sheets are empty again."""
        state.plans = MappingProxyType({})


UNSEEN_EVENTS: tuple[type[Event], ...] = (PivotPlanned, FirePlanned, PivotForgone, PlansShown)
"""Every fact of what is written down unseen."""
