"""Forces at the start that mode cards set up again (N23.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.records import CardId
from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId


@dataclass(frozen=True, slots=True)
class UnitRedeployed(Event):
    """A mode card has set a unit up somewhere else before the battle begins (18.52)."""

    rule: ClassVar[str] = "N23.6"
    unit: UnitId
    card: CardId
    hex: Hex
    column: bool = False  # in road column (N5.32)
    tail: Hex | None = None  # the second hex of a strong unit in it (N5.33)

    def apply(self, state: GameState) -> None:
        """Set it down; that is no move."""
        old = state.units[self.unit]
        state.put_unit(replace(old, hex=self.hex, column=self.column, tail=self.tail))


@dataclass(frozen=True, slots=True)
class LeaderRedeployed(Event):
    """A commander goes to the head of the column that a mode card has formed (18.52)."""

    rule: ClassVar[str] = "N23.6"
    leader: LeaderId
    card: CardId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set him down; that is no move."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))


@dataclass(frozen=True, slots=True)
class UnitReplaced(Event):
    """A mode card has made a reduced unit full again (T24.3)."""

    rule: ClassVar[str] = "N23.4"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))


@dataclass(frozen=True, slots=True)
class DirectionRolled(Remark):
    """A scattered stack rolled for where it has gone (18.56)."""

    rule: ClassVar[str] = "N23.4"
    units: tuple[UnitId, ...]
    die: int
    points: str  # of the compass, such as NE
    path: tuple[Hex, ...]  # from the hex where it stood; longer than one if it went

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""
