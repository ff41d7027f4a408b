"""Assaults: their confidence, their fire and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import say, tell
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import fire_words
from hexwar.table.fact import COMBAT, Fact, Scene, Shows, Topic
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class AssaultDeclared(Fact):
    """Units assault an adjacent hex (N8.35)."""

    rule: ClassVar[str] = "N8.35"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="units", hexes="target")
    units: tuple[UnitId, ...]
    target: Hex

    def sentence(self, scene: Scene) -> Text:
        """Piré and Briche assaulted Brienne-le-Château (0913)."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        return tell("{units} assaulted {hex}.", units=units, hex=where)

    def apply(self, state: GameState) -> None:
        """The hex is not named again in this activation (N8.1, N8.36)."""
        acting = state.activation
        assert acting is not None
        if self.target not in acting.assaulted:
            state.activation = replace(acting, assaulted=(*acting.assaulted, self.target))


@dataclass(frozen=True, slots=True)
class ConfidenceRolled(Fact):
    """The attackers rolled for Attack Confidence (N8.3); it uses up their assault (N8.36)."""

    rule: ClassVar[str] = "N8.3"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(units="units", hexes="target")
    units: tuple[UnitId, ...]
    target: Hex
    value: int  # the highest die that succeeds
    die: int
    passed: bool
    is_final: bool  # failed so badly that the formations assault no more (N8.32)

    def sentence(self, scene: Scene) -> Text:
        """Attack Confidence of Piré against 0913: die 3 against 4, the assault goes on."""
        verdict = say("the assault goes on") if self.passed else say("no assault is made")
        if self.is_final:
            verdict += say(", and no other in this activation")
        return tell(
            "Attack Confidence of {units} against {hex}: die {die} against {value}, {verdict}.",
            units=scene.names.units(self.units),
            hex=scene.names.hex(self.target),
            die=die(self.die),
            value=self.value,
            verdict=verdict,
        )

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
        state.assaults = replace(
            state.assaults, lent=tuple(dict.fromkeys((*state.assaults.lent, *guests)))
        )  # N12.36
        if self.passed:
            write_down_strike(state, formations.values(), self.target)
            mark_attacked(state, self.target, state.side_of(self.units[0]))


def write_down_strike(state: GameState, formations: Iterable[FormationId], target: Hex) -> None:
    """Who has assaulted, charged or bombarded which hex this turn and last (N12.28)."""
    for formation in dict.fromkeys(formations):
        recent = [
            old for old in state.assaults.struck.get(formation, ()) if old[0] >= state.turn - 1
        ]
        state.assaults = replace(
            state.assaults,
            struck={**state.assaults.struck, formation: (*recent, (state.turn, target))},
        )


def mark_attacked(state: GameState, target: Hex, attacker: Side) -> None:
    """The holders of a hex have been assaulted this turn (N10.3, N12.64)."""
    mark_struck(state, target, attacker)
    for unit in state.holders_of(target, state.battle.enemy(attacker)):
        state.put_unit(replace(state.units[unit], attacked=True))


def mark_struck(state: GameState, target: Hex, attacker: Side) -> None:
    """The formations that hold a hex have been hit since they last acted (N12.64, N24.4)."""
    holders = state.holders_of(target, state.battle.enemy(attacker))
    state.assaults = replace(
        state.assaults,
        hit=tuple(
            dict.fromkeys((*state.assaults.hit, *(state.formation_of(u).id for u in holders)))
        ),
    )
    if target in state.battle.watched_hexes:
        state.assaults = replace(state.assaults, stormed=state.assaults.stormed | {target})


@dataclass(frozen=True, slots=True)
class AssaultDropped(Fact, Remark):
    """The attackers gave an assault up before its roll (N8.34)."""

    rule: ClassVar[str] = "N8.34"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 300
    shows: ClassVar[Shows] = Shows(hexes="target")
    units: tuple[UnitId, ...]
    target: Hex

    def sentence(self, scene: Scene) -> Text:
        """Piré and Briche gave up the assault on Brienne-le-Château (0913)."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        return tell("{units} gave up the assault on {hex}.", units=units, hex=where)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class AssaultRepeated(Fact, Remark):
    """The attackers go on after a stalemate (N8.10)."""

    rule: ClassVar[str] = "N8.10"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(hexes="target")
    units: tuple[UnitId, ...]
    target: Hex

    def sentence(self, scene: Scene) -> Text:
        """Piré and Briche assaulted Brienne-le-Château (0913) a second time."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        return tell("{units} assaulted {hex} a second time.", units=units, hex=where)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class RetreatedBeforeAssault(Fact):
    """A stack withdrew before an assault (N8.2)."""

    rule: ClassVar[str] = "N8.2"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex it left

    def sentence(self, scene: Scene) -> Text:
        """Udom withdrew before the assault from 0913 to 0914."""
        units, way = scene.names.units(self.units), scene.names.way(self.path)
        return tell("{units} withdrew before the assault {way}.", units=units, way=way)

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
class BonusUsed(Fact):
    """Napoleon or Ney led troops in combat himself (N7.5)."""

    rule: ClassVar[str] = "N7.5"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(hexes="hex")
    leader: LeaderId
    hex: Hex  # whose troops he leads

    def sentence(self, scene: Scene) -> Text:
        """Napoleon led the troops in 0913 himself."""
        leader, where = scene.names.leader(self.leader), scene.names.hex(self.hex)
        return tell("{leader} led the troops in {hex} himself.", leader=leader, hex=where)

    def apply(self, state: GameState) -> None:
        """He pays for it in the next turn."""
        state.spirit = replace(
            state.spirit, inspired={**state.spirit.inspired, self.leader: state.turn}
        )


@dataclass(frozen=True, slots=True)
class FireResolved(Fact, Remark):
    """One side's fire was looked up on the Fire Table (N8.8)."""

    rule: ClassVar[str] = "N8.8"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(hexes="target")
    side: Side
    units: tuple[UnitId, ...]
    target: Hex
    strength: int  # SP after percentages
    column: int  # of the Fire Table, from 0
    die: int  # as thrown
    modifiers: int
    result: str  # such as "M" or "1M1"; "-" is no effect

    def sentence(self, scene: Scene) -> Text:
        """French fire on 0913, 9 SP in column 4: die 4 + 1 = 5, M1: morale check at −1."""
        return tell(
            "{side} fire on {hex}, {sp} SP in column {column}: die {thrown}, {result}.",
            side=scene.names.side(self.side),
            hex=scene.names.hex(self.target),
            sp=self.strength,
            column=self.column + 1,
            thrown=sum_of(die(self.die), self.modifiers, self.die + self.modifiers),
            result=fire_words(self.result),
        )

    @property
    def cell(self) -> str:
        """The modified die and the column."""
        return say("fire {n}/{n2}", n=self.die + self.modifiers, n2=self.column + 1)

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class StalemateReached(Fact, Remark):
    """Both sides stay in contact (N8.9)."""

    rule: ClassVar[str] = "N8.9"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(hexes="hex")
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Both sides stayed in contact at 0913."""
        return tell("Both sides stayed in contact at {hex}.", hex=scene.names.hex(self.hex))

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class AdvanceMade(Fact):
    """Victorious units entered the emptied hex (N8.11)."""

    rule: ClassVar[str] = "N8.11"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="hex")
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Piré advanced into Brienne-le-Château (0913)."""
        units, where = scene.names.units(self.units), scene.names.hex(self.hex)
        return tell("{units} advanced into {hex}.", units=units, hex=where)

    def apply(self, state: GameState) -> None:
        """Set them down; they act no more this activation (N8.92)."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.hex, moved=True, done=True, column=False))
