"""Demoralization, exhaustion, forced marches and recovery."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box


@dataclass(frozen=True, slots=True)
class FormationDemoralized(Event):
    """A formation has lost as much as it can bear (N15.2)."""

    rule: ClassVar[str] = "N15.2"
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.demoralized = (*state.demoralized, self.formation)


@dataclass(frozen=True, slots=True)
class FormationRecovered(Event):
    """A formation is below its level again (N15.3)."""

    rule: ClassVar[str] = "N15.3"
    formation: FormationId
    lost: int  # SP
    level: int  # SP

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.demoralized = tuple(f for f in state.demoralized if f != self.formation)


@dataclass(frozen=True, slots=True)
class FormationExhausted(Event):
    """A forced march has exhausted a formation (N20.82)."""

    rule: ClassVar[str] = "N20.82"
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """Mark it; its rest begins anew."""
        state.exhausted = (*state.exhausted, self.formation)
        state.rested_hours.pop(self.formation, None)


@dataclass(frozen=True, slots=True)
class ExhaustionEnded(Event):
    """A formation has rested (N20.83)."""

    rule: ClassVar[str] = "N20.83"
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.exhausted = tuple(f for f in state.exhausted if f != self.formation)
        state.rested_hours.pop(self.formation, None)


@dataclass(frozen=True, slots=True)
class RestCounted(Event):
    """How many hours in a row exhausted formations have been in Reserve (N20.83)."""

    rule: ClassVar[str] = "N20.83"
    hours: tuple[tuple[FormationId, int], ...]

    def apply(self, state: GameState) -> None:
        """Keep the count."""
        state.rested_hours = dict(self.hours)


@dataclass(frozen=True, slots=True)
class ForcedMarchDeclared(Event):
    """A formation marches half as far again (N20.81)."""

    rule: ClassVar[str] = "N20.81"
    formation: FormationId

    def apply(self, state: GameState) -> None:
        """It has one forced hour more today (N20.82)."""
        acting = state.activation
        assert acting is not None
        state.activation = replace(acting, forced=(*acting.forced, self.formation))
        state.forced_hours[self.formation] = state.forced_hours.get(self.formation, 0) + 1


@dataclass(frozen=True, slots=True)
class ForcedMarchRolled(Remark):
    """A formation rolled for what its forced march has cost it (N20.82)."""

    rule: ClassVar[str] = "N20.82"
    formation: FormationId
    die: int
    limit: int  # a die above it leaves stragglers behind
    hours: int  # forced today, this one included
    straggles: bool
    exhausts: bool

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class GuardDismayed(Event):
    """The Old Guard gave way: every French stack in sight checks (N7.4)."""

    rule: ClassVar[str] = "N7.4"
    unit: UnitId  # of the Old Guard
    hex: Hex

    def apply(self, state: GameState) -> None:
        """It happens once a turn."""
        state.dismayed = state.turn


@dataclass(frozen=True, slots=True)
class RecoveryRolled(Remark):
    """A unit in the UAR box was tried for (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    unit: UnitId
    die: int
    returns: bool

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class UnitReturned(Event):
    """A unit came back from the UAR box, reduced and Disrupted (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old, card = state.units[self.unit], state.card(self.unit)
        reduced = card.steps > 1 and card.reduced_sp > 0
        state.put_unit(replace(old, hex=self.hex, box=None, reduced=reduced, disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitLostForGood(Event):
    """A unit went from the UAR box to the PEU box (N13.2)."""

    rule: ClassVar[str] = "N13.2"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """It does not come back."""
        state.put_unit(replace(state.units[self.unit], box=Box.PEU))


@dataclass(frozen=True, slots=True)
class StepRegained(Event):
    """A reduced unit regained a step in the night (N13.5)."""

    rule: ClassVar[str] = "N13.5"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))
