"""Morale, disruption, retreat and losses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box, Segment


@dataclass(frozen=True, slots=True)
class MoraleRolled(Remark):
    """A stack checked its morale (N2.4)."""

    rule: ClassVar[str] = "N2.4"
    units: tuple[UnitId, ...]
    hex: Hex
    morale: int  # initiative + 1 of the unit used
    modifiers: int
    value: int  # limited to 1-5
    die: int
    margin: int  # die minus value
    passed: bool
    purpose: str  # what hangs on it, such as retreat, advance, rally, square, pursuit

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class UnitDisrupted(Event):
    """A unit is Disrupted (N11.8)."""

    rule: ClassVar[str] = "N11.8"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=True))


@dataclass(frozen=True, slots=True)
class UnitRallied(Event):
    """A unit is no longer Disrupted (N13.1)."""

    rule: ClassVar[str] = "N13.1"
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], disrupted=False))


@dataclass(frozen=True, slots=True)
class RetreatBegan(Remark):
    """Units must leave their hex (N11.1, N11.2)."""

    rule: ClassVar[str] = "N11.1"
    units: tuple[UnitId, ...]
    hex: Hex
    hexes: int  # how far
    rout: bool

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class UnitRetreated(Event):
    """A unit retreated; it leaves road column (N5.32) and square (N10.33)."""

    rule: ClassVar[str] = "N11.1"
    unit: UnitId
    path: tuple[Hex, ...]  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.units[self.unit]
        state.put_unit(
            replace(
                old,
                hex=self.path[-1],
                column=False,
                tail=None,
                square=False,
                done=old.done or is_driven_off(state, self.unit),
            )
        )


def is_driven_off(state: GameState, unit: UnitId) -> bool:
    """Whether a unit that gives way now was met in its own move: it has acted then (N10.25)."""
    acting = state.activation
    if acting is None or acting.segment is not Segment.MOVEMENT:
        return False
    return state.formation_of(unit).id in acting.formations


@dataclass(frozen=True, slots=True)
class FriendDisplaced(Event):
    """A unit made room for friends that retreat (N11.41)."""

    rule: ClassVar[str] = "N11.41"
    unit: UnitId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.units[self.unit]
        state.put_unit(
            replace(old, hex=self.hex, column=False, tail=None, square=False, rested=False)
        )


def _count_steps(state: GameState, unit: UnitId, steps: int) -> None:
    """Steps that a formation has lost this turn, those of attached units too (N12.8)."""
    formation = state.formation_of(unit).id
    state.steps_lost[formation] = state.steps_lost.get(formation, 0) + steps


@dataclass(frozen=True, slots=True)
class StepLost(Event):
    """A unit lost a step but not its last: it shows its reduced side (N2.2)."""

    rule: ClassVar[str] = "N2.2"
    unit: UnitId
    sp: int  # SP lost by it
    cause: str  # fire, rout, zone of control, no retreat

    def apply(self, state: GameState) -> None:
        """Flip it; its formation has lost a step this turn (N12.23)."""
        _count_steps(state, self.unit, 1)
        state.put_unit(replace(state.units[self.unit], reduced=True))


@dataclass(frozen=True, slots=True)
class UnitEliminated(Event):
    """A unit lost its last step (N11.6)."""

    rule: ClassVar[str] = "N11.6"
    unit: UnitId
    box: Box
    sp: int  # SP lost by it
    cause: str

    def apply(self, state: GameState) -> None:
        """Put it into the box; its formation has lost all its steps (N12.23)."""
        old, card = state.units[self.unit], state.card(self.unit)
        _count_steps(state, self.unit, 1 if old.reduced else card.steps)
        state.put_unit(
            replace(
                old,
                hex=None,
                box=self.box,
                column=False,
                tail=None,
                disrupted=False,
                square=False,
            )
        )
