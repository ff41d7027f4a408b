"""Assaults: their confidence, their fire and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId


@dataclass(frozen=True, slots=True)
class AssaultDeclared(Event):
    """Units assault an adjacent hex (N8.35)."""

    rule: ClassVar[str] = "N8.35"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """The hex is not named again in this activation (N8.1, N8.36)."""
        acting = state.activation
        assert acting is not None
        if self.target not in acting.assaulted:
            state.activation = replace(acting, assaulted=(*acting.assaulted, self.target))


@dataclass(frozen=True, slots=True)
class ConfidenceRolled(Event):
    """The attackers rolled for Attack Confidence (N8.3); it uses up their assault (N8.36)."""

    rule: ClassVar[str] = "N8.3"
    units: tuple[UnitId, ...]
    target: Hex
    value: int  # the highest die that succeeds
    die: int
    passed: bool
    is_final: bool  # failed so badly that the formations assault no more (N8.32)

    def apply(self, state: GameState) -> None:
        """Mark the units; where they go on, the hex has been assaulted (N12.28, N12.64)."""
        formations = {unit: state.formation_of(unit).id for unit in self.units}
        for unit in self.units:
            state.put_unit(replace(state.units[unit], assaulted=True))
        acting = state.activation
        assert acting is not None
        own = tuple(dict.fromkeys(f for f in formations.values() if f in acting.formations))
        state.activation = replace(
            acting,
            confident=tuple(dict.fromkeys((*acting.confident, *own))),
            daunted=(*acting.daunted, *own) if self.is_final else acting.daunted,
        )
        guests = [unit for unit in self.units if formations[unit] not in acting.formations]
        state.lent = tuple(dict.fromkeys((*state.lent, *guests)))  # N12.36
        if self.passed:
            write_down_strike(state, formations.values(), self.target)
            mark_attacked(state, self.target, state.side_of(self.units[0]))


def write_down_strike(state: GameState, formations: Iterable[FormationId], target: Hex) -> None:
    """Who has assaulted, charged or bombarded which hex this turn and last (N12.28)."""
    for formation in dict.fromkeys(formations):
        recent = [old for old in state.struck.get(formation, ()) if old[0] >= state.turn - 1]
        state.struck[formation] = (*recent, (state.turn, target))


def mark_attacked(state: GameState, target: Hex, attacker: Side) -> None:
    """The holders of a hex have been assaulted this turn (N10.3, N12.64)."""
    mark_struck(state, target, attacker)
    for unit in state.holders_of(target, state.battle.enemy(attacker)):
        state.put_unit(replace(state.units[unit], attacked=True))


def mark_struck(state: GameState, target: Hex, attacker: Side) -> None:
    """The formations that hold a hex have been hit since they last acted (N12.64, N24.4)."""
    holders = state.holders_of(target, state.battle.enemy(attacker))
    state.hit = tuple(dict.fromkeys((*state.hit, *(state.formation_of(u).id for u in holders))))
    if target in state.battle.watched_hexes:
        state.stormed |= {target}


@dataclass(frozen=True, slots=True)
class AssaultDropped(Remark):
    """The attackers gave an assault up before its roll (N8.34)."""

    rule: ClassVar[str] = "N8.34"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class AssaultRepeated(Remark):
    """The attackers go on after a stalemate (N8.10)."""

    rule: ClassVar[str] = "N8.10"
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class RetreatedBeforeAssault(Event):
    """A stack withdrew before an assault (N8.2)."""

    rule: ClassVar[str] = "N8.2"
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set them down; each withdraws once in an activation (N8.21)."""
        withdraw(state, self.units, self.path[-1])


def withdraw(state: GameState, units: tuple[UnitId, ...], hex_: Hex) -> None:
    """Units leave their hex of their own will, road column and square too."""
    for unit in units:
        old = state.units[unit]
        state.put_unit(replace(old, hex=hex_, column=False, tail=None, square=False, rested=False))
    if state.activation is not None:
        withdrew = (*state.activation.withdrew, *units)
        state.activation = replace(state.activation, withdrew=withdrew)


@dataclass(frozen=True, slots=True)
class BonusUsed(Event):
    """Napoleon or Ney led troops in combat himself (N7.5)."""

    rule: ClassVar[str] = "N7.5"
    leader: LeaderId
    hex: Hex  # whose troops he leads

    def apply(self, state: GameState) -> None:
        """He pays for it in the next turn."""
        state.inspired[self.leader] = state.turn


@dataclass(frozen=True, slots=True)
class FireResolved(Remark):
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

    @property
    def cell(self) -> str:
        """The modified die and the column."""
        return f"fire {self.die + self.modifiers}/{self.column + 1}"

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class StalemateReached(Remark):
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
