"""Bombardments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import tell
from hexwar.systems.nlc.events.fire import write_down_strike
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import bombardment_words
from hexwar.table.fact import COMBAT, Fact, Scene, Shows, Topic
from hexwar.table.forces import Side, UnitId
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class BombardmentDeclared(Fact):
    """Artillery bombards a hex (N9.1)."""

    rule: ClassVar[str] = "N9.1"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="units", hexes="target")
    units: tuple[UnitId, ...]
    target: Hex

    def sentence(self, scene: Scene) -> Text:
        """II Corps foot artillery bombarded Brienne-le-Château (0913)."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        return tell("{units} bombarded {hex}.", units=units, hex=where)

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
        state.assaults = replace(
            state.assaults,
            hit=tuple(
                dict.fromkeys((*state.assaults.hit, *(state.formation_of(u).id for u in holders)))
            ),
        )


@dataclass(frozen=True, slots=True)
class BombardmentResolved(Fact, Remark):
    """A bombardment was looked up on its table (N9.6)."""

    rule: ClassVar[str] = "N9.6"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(hexes="target")
    side: Side
    units: tuple[UnitId, ...]
    target: Hex
    strength: int  # SP after percentages
    column: int  # of the Bombardment Table, from 0
    die: int  # as thrown
    modifiers: int
    result: str  # "-", "d", "D" or "1"

    def sentence(self, scene: Scene) -> Text:
        """French guns on 0913, 9 SP in column 4: die 4 + 1 = 5, D: the stack checks morale."""
        return tell(
            "{side} guns on {hex}, {sp} SP in column {column}: die {thrown}, {result}.",
            side=scene.names.side(self.side),
            hex=scene.names.hex(self.target),
            sp=self.strength,
            column=self.column + 1,
            thrown=sum_of(die(self.die), self.modifiers, self.die + self.modifiers),
            result=bombardment_words(self.result),
        )

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""
