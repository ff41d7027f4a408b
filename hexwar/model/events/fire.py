"""Assaults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.state import GameState


@dataclass(frozen=True, slots=True)
class AssaultDeclared(Event):
    """Units assault an adjacent hex (N8.35)."""

    rule: ClassVar[str] = "N8.35"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """The units have used their assault and the hex has been assaulted (N8.1, N12.64)."""
        enemy = state.battle.enemy(state.side_of(self.units[0]))
        defenders = (state.formation_of(u).id for u in state.holders_of(self.target, enemy))
        state.hit = tuple(dict.fromkeys((*state.hit, *defenders)))
        for unit in self.units:
            state.put_unit(replace(state.units[unit], assaulted=True))
        assert state.activation is not None
        self._write_down(state, state.activation.formations)
        state.activation = replace(
            state.activation, assaulted=(*state.activation.assaulted, self.target)
        )

    def _write_down(self, state: GameState, acting: tuple[FormationId, ...]) -> None:
        """Who has struck where (N12.28), and who has lent his assault of the turn (N12.36)."""
        formations = {unit: state.formation_of(unit).id for unit in self.units}
        for formation in dict.fromkeys(formations.values()):
            recent = [old for old in state.struck.get(formation, ()) if old[0] >= state.turn - 1]
            state.struck[formation] = (*recent, (state.turn, self.target))
        guests = [unit for unit in self.units if formations[unit] not in acting]
        state.lent = (*state.lent, *guests)


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
