"""Bombardments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.fire import write_down_strike
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId


@dataclass(frozen=True, slots=True)
class BombardmentDeclared(Event):
    """Artillery bombards a hex (N9.1)."""

    rule: ClassVar[str] = "N9.1"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """The guns have fired and the hex has been bombarded (N9.5, N12.28, N12.64)."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], bombarded=self.target))
        assert state.activation is not None
        bombarded = (*state.activation.bombarded, self.target)
        state.activation = replace(state.activation, bombarded=bombarded)
        write_down_strike(state, (state.formation_of(u).id for u in self.units), self.target)
        enemy = state.battle.enemy(state.side_of(self.units[0]))
        holders = state.holders_of(self.target, enemy)
        state.hit = tuple(dict.fromkeys((*state.hit, *(state.formation_of(u).id for u in holders))))


@dataclass(frozen=True, slots=True)
class BombardmentResolved(Remark):
    """A bombardment was looked up on its table (N9.6)."""

    rule: ClassVar[str] = "N9.6"
    side: Side
    units: tuple[UnitId, ...]
    target: Hex
    strength: int  # SP after percentages
    column: int  # of the Bombardment Table, from 0
    die: int  # as thrown
    modifiers: int
    result: str  # "-", "d", "D" or "1"

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""
