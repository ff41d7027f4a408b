"""Movement, arrival and stacking."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """Units of one hex moved together (N5.9)."""

    rule: ClassVar[str] = "N5.4"
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex where they stood
    halves: int  # spent, half MP
    column: bool  # by road movement

    def apply(self, state: GameState) -> None:
        """Set them down at the end of the path."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(
                replace(
                    old,
                    hex=self.path[-1],
                    moved=True,
                    spent=old.spent + self.halves,
                    rested=False,
                )
            )
        if state.activation is not None:
            state.activation = replace(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class UnitEntered(Event):
    """A reinforcement stands on its entry hex (N5.81)."""

    rule: ClassVar[str] = "N5.81"
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Bring it onto the map."""
        state.put_unit(replace(state.units[self.unit], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class UnitStopped(Event):
    """Units stay where they are this activation (N5.4)."""

    rule: ClassVar[str] = "N5.4"
    units: tuple[UnitId, ...]
    reason: str

    def apply(self, state: GameState) -> None:
        """They have had their move."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], moved=True))
        if state.activation is not None:
            state.activation = replace(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class ColumnFormed(Event):
    """A unit is in road column (N5.32)."""

    rule: ClassVar[str] = "N5.32"
    unit: UnitId
    tail: Hex | None = None  # the second hex that a strong unit takes up (N5.33)

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], column=True, tail=self.tail))


@dataclass(frozen=True, slots=True)
class ColumnLeft(Event):
    """A unit is no longer in road column (N5.32)."""

    rule: ClassVar[str] = "N5.32"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], column=False, tail=None))


@dataclass(frozen=True, slots=True)
class ArrivalDelayed(Remark):
    """Due units wait another turn (N5.81, N5.82)."""

    rule: ClassVar[str] = "N5.81"
    units: tuple[UnitId, ...]
    secret_of: Side | None = None  # the side that alone knows that they are due (N23.3)

    def is_known_to(self, side: str) -> bool:
        """Of forces whose coming a card has changed in secret the enemy does not hear."""
        return self.secret_of is None or side == self.secret_of

    def apply(self, state: GameState) -> None:
        """They stay in the Due box."""


@dataclass(frozen=True, slots=True)
class OverstackCured(Event):
    """A unit too many was set down in a hex next to it, or lost (N5.10)."""

    rule: ClassVar[str] = "N5.10"
    unit: UnitId
    hex: Hex | None  # None: no room anywhere, lost to the UAR box

    def apply(self, state: GameState) -> None:
        """Displace it or take it off."""
        box = Box.UAR if self.hex is None else None
        old = state.units[self.unit]
        state.put_unit(
            replace(old, hex=self.hex, box=box, column=False, tail=None, square=False, rested=False)
        )
