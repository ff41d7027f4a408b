"""Assaults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState


@dataclass(frozen=True, slots=True)
class AssaultDeclared(Event):
    """Units assault an adjacent hex (N8.35)."""

    rule: ClassVar[str] = "N8.35"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """The units have used their assault and the hex has been assaulted (N8.1)."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], assaulted=True))
        assert state.activation is not None
        state.activation = replace(
            state.activation, assaulted=(*state.activation.assaulted, self.target)
        )


@dataclass(frozen=True, slots=True)
class FireResolved(Event):
    """One side's fire was looked up on the Fire Table (N8.8)."""

    rule: ClassVar[str] = "N8.8"
    side: Side
    units: tuple[UnitId, ...]
    target: Hex
    strength: int  # SP after percentages
    column: int  # of the Fire Table, from 0
    die: int  # as thrown
    modifiers: int
    result: str  # such as "M" or "1M1"; "-" is no effect

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class StalemateReached(Event):
    """Both sides stay in contact (N8.9)."""

    rule: ClassVar[str] = "N8.9"
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class AdvanceMade(Event):
    """Victorious units entered the emptied hex (N8.11)."""

    rule: ClassVar[str] = "N8.11"
    units: tuple[UnitId, ...]
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set them down; they act no more this activation (N8.92)."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.hex, moved=True, done=True, column=False))
