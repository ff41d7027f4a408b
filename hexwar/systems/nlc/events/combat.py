"""Assaults, bombardments and charges, and what cards do in them (N8, N9, N10, N23.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell, tell_count
from hexwar.systems.nlc.events.losses import is_driven_off
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import bombardment_words, fire_words
from hexwar.table.fact import (
    COMBAT,
    LEADERS,
    LOSSES,
    MARKERS,
    Display,
    Fact,
    Scene,
    Shows,
    Topic,
    there_and_back,
)
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text, die, sum_of

_LOSERS: Mapping[str, str] = MappingProxyType(
    {
        "chargers": mark("the chargers gave way"),
        "reactors": mark("those who met them gave way"),
        "both": mark("both gave way"),
        "nobody": mark("neither gave way"),
    }
)
"""What a meeting of chargers and reactors comes to (N10.21)."""


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
        lent = tuple(dict.fromkeys((*state.assaults.lent, *guests)))  # N12.36
        state.assaults = replace(state.assaults, lent=lent)
        if self.passed:
            write_down_strike(state, formations.values(), self.target)
            mark_attacked(state, self.target, state.side_of(self.units[0]))


def write_down_strike(state: GameState, formations: Iterable[FormationId], target: Hex) -> None:
    """Who has assaulted, charged or bombarded which hex this turn and last (N12.28)."""
    struck = dict(state.assaults.struck)
    for formation in dict.fromkeys(formations):
        recent = (old for old in struck.get(formation, ()) if old[0] >= state.turn - 1)
        struck[formation] = (*recent, (state.turn, target))
    state.assaults = replace(state.assaults, struck=struck)


def mark_attacked(state: GameState, target: Hex, attacker: Side) -> None:
    """The holders of a hex have been assaulted this turn (N10.3, N12.64)."""
    mark_struck(state, target, attacker)
    for unit in state.holders_of(target, state.battle.enemy(attacker)):
        state.put_unit(replace(state.units[unit], attacked=True))


def mark_struck(state: GameState, target: Hex, attacker: Side) -> None:
    """The formations that hold a hex have been hit since they last acted (N12.64, N24.4)."""
    holders = state.holders_of(target, state.battle.enemy(attacker))
    state.assaults = state.assaults.with_hit(state.formation_of(unit).id for unit in holders)
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
        inspired = {**state.spirit.inspired, self.leader: state.turn}
        state.spirit = replace(state.spirit, inspired=inspired)


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
        state.assaults = state.assaults.with_hit(state.formation_of(unit).id for unit in holders)


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


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Fact):
    """Cavalry of one hex charges (N10.13)."""

    rule: ClassVar[str] = "N10.13"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    is_rush: ClassVar[bool] = True
    units: tuple[UnitId, ...]
    target: Hex
    path: tuple[Hex, ...]  # from the start hex to the target, both included

    def sentence(self, scene: Scene) -> Text:
        """Piré charged Brienne-le-Château (0913) from 1113 by 1013."""
        names = scene.names
        return tell(
            "{units} charged {hex} from {start}{by}.",
            units=names.units(self.units),
            hex=names.hex(self.target),
            start=names.hex(self.path[0]),
            by=names.by(self.path[1:-1]),
        )

    def display(self) -> Display:
        """They ride up to the enemy and back; their counters stay where they are."""
        return there_and_back(self.path[:-1], self.units, (self.target,))

    def apply(self, state: GameState) -> None:
        """They have charged this activation; the hex has been charged (N10.15, N12.28).

        It has not been assaulted, which would make a square harder (N10.3).
        """
        for unit in self.units:
            state.put_unit(replace(state.units[unit], charged=True))
        formations = (state.formation_of(unit).id for unit in self.units)
        write_down_strike(state, formations, self.target)
        mark_struck(state, self.target, state.side_of(self.units[0]))


@dataclass(frozen=True, slots=True)
class ReactionDeclared(Fact):
    """Cavalry tries to meet a charge, or to charge infantry that came near (N10.2)."""

    rule: ClassVar[str] = "N10.2"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    is_rush: ClassVar[bool] = True
    units: tuple[UnitId, ...]
    target: Hex  # where the chargers come from, or the infantry that came near
    path: tuple[Hex, ...]  # from their hex to that hex's neighbour; one hex for who stays put
    against_move: bool = False  # the one try against a move (N10.25)

    def sentence(self, scene: Scene) -> Text:
        """Vasilchikov in 1010 set out to meet the chargers from 1113."""
        move = mark("{units}{there} set out to meet those who moved to {hex}.")
        charge = mark("{units}{there} set out to meet the chargers from {hex}.")
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        words = move if self.against_move else charge
        return tell(words, units=units, there=scene.there, hex=where)

    def display(self) -> Display:
        """They ride up to the enemy and back; their counters stay where they are."""
        return there_and_back(self.path, self.units, (self.path[0], self.target))

    def apply(self, state: GameState) -> None:
        """Each cavalry stack reacts once in an activation of the enemy (N4.54)."""
        acting = state.activation
        assert acting is not None
        state.activation = replace(
            acting,
            reacted=(*acting.reacted, *self.units),
            met_advance=acting.met_advance or self.against_move,
        )


@dataclass(frozen=True, slots=True)
class ReactionResolved(Fact, Remark):
    """Chargers and reactors have met (N10.21)."""

    rule: ClassVar[str] = "N10.21"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="chargers reactors")
    chargers: tuple[UnitId, ...]
    reactors: tuple[UnitId, ...]
    loser: str  # chargers, reactors, both, nobody

    def sentence(self, scene: Scene) -> Text:
        """Piré was met by Vasilchikov: the chargers gave way."""
        return tell_count(
            "{chargers} was met by {reactors}: {end}.",
            "{chargers} were met by {reactors}: {end}.",
            len(self.chargers),
            chargers=scene.names.units(self.chargers),
            reactors=scene.names.units(self.reactors),
            end=say(_LOSERS.get(self.loser, self.loser)),
        )


@dataclass(frozen=True, slots=True)
class Evaded(Fact):
    """A stack got out of the way of a charge (N10.41)."""

    rule: ClassVar[str] = "N10.41"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex it left

    def sentence(self, scene: Scene) -> Text:
        """Horse artillery got out of the way from 0913 to 0914."""
        units, way = scene.names.units(self.units), scene.names.way(self.path)
        return tell("{units} got out of the way {way}.", units=units, way=way)

    def apply(self, state: GameState) -> None:
        """Set them down; who was met in his own move has acted (N10.25)."""
        withdraw(state, self.units, self.path[-1])
        for unit in self.units:
            if is_driven_off(state, unit):
                state.put_unit(replace(state.units[unit], done=True))


@dataclass(frozen=True, slots=True)
class SquareFormed(Fact):
    """Infantry formed square (N10.3)."""

    rule: ClassVar[str] = "N10.3"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Udom formed square in 0913."""
        units = scene.names.units(self.units)
        return tell("{units} formed square{there}.", units=units, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Mark them. A square is no road column: one that was hit in its tail closes up there."""
        for unit in self.units:
            old = state.units[unit]
            formed = replace(old, hex=self.hex, square=True, column=False, tail=None)
            state.put_unit(formed)


@dataclass(frozen=True, slots=True)
class SquareRemoved(Fact):
    """Units are no longer in square (N10.33)."""

    rule: ClassVar[str] = "N10.33"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 250
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Udom left square in 0913."""
        units = scene.names.units(self.units)
        return tell("{units} left square{there}.", units=units, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Unmark them."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], square=False))


@dataclass(frozen=True, slots=True)
class ChargeResolved(Fact, Remark):
    """A charge is over (N10.6)."""

    rule: ClassVar[str] = "N10.6"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units", hexes="target")
    units: tuple[UnitId, ...]  # the chargers
    target: Hex
    outcome: str  # as the combat sheet names it

    def sentence(self, scene: Scene) -> Text:
        """The charge of Piré on 0913 was over: the defenders rout."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        words = mark("The charge of {units} on {hex} was over: {outcome}.")
        return tell(words, units=units, hex=where, outcome=say(self.outcome))


@dataclass(frozen=True, slots=True)
class PursuitMade(Fact):
    """Cavalry pursued fugitives (N11.73)."""

    rule: ClassVar[str] = "N11.73"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from their hex to where they end; one hex for who stays

    def sentence(self, scene: Scene) -> Text:
        """Piré pursued from 0913 by 0914 to 0915; with one hex, from where he stood."""
        units, way = scene.names.units(self.units), scene.names.way(self.path)
        return tell("{units} pursued {way}.", units=units, way=way)

    def apply(self, state: GameState) -> None:
        """They end where they are, and act no more in an activation of their own."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.path[-1], column=False, tail=None, done=True))


@dataclass(frozen=True, slots=True)
class PursuitResolved(Fact, Remark):
    """The die of a pursuit (N11.7)."""

    rule: ClassVar[str] = "N11.7"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="fugitives units")
    units: tuple[UnitId, ...]  # the pursuers
    fugitives: tuple[UnitId, ...]
    die: int
    modifiers: int
    loss: bool  # the fugitives lose a step

    def sentence(self, scene: Scene) -> Text:
        """Pursuit of Udom by Piré: die 4 + 1 = 5, a step is lost."""
        lost = mark("Pursuit of {fugitives} by {units}: die {thrown}, a step is lost.")
        none = mark("Pursuit of {fugitives} by {units}: die {thrown}, no loss.")
        return tell(
            lost if self.loss else none,
            fugitives=scene.names.units(self.fugitives),
            units=scene.names.units(self.units),
            thrown=sum_of(die(self.die), self.modifiers, self.die + self.modifiers),
        )


@dataclass(frozen=True, slots=True)
class TacticsPlayed(Fact):
    """A side played its Tactics card of this activation (N23.7)."""

    rule: ClassVar[str] = "N23.7"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French have played their Tactics card of this activation."""
        side = scene.names.side(self.side)
        return tell("The {side} have played their Tactics card of this activation.", side=side)

    def apply(self, state: GameState) -> None:
        """It plays no other before the next."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))


@dataclass(frozen=True, slots=True)
class NeyDieChosen(Fact, Remark):
    """Marshal Ney raises his side's die of a combat, or lowers the enemy's (N8.81, N23.4)."""

    rule: ClassVar[str] = "N8.81"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(hexes="target")
    side: Side  # Ney's
    target: Hex  # that is assaulted or charged
    on_enemy: bool

    def sentence(self, scene: Scene) -> Text:
        """Marshal Ney leads the French at Brienne (0913): the own die is 1 higher."""
        own = mark("Marshal Ney leads the {side} at {hex}: the own die is 1 higher.")
        enemy = mark("Marshal Ney leads the {side} at {hex}: the enemy's die is 1 lower.")
        side, where = scene.names.side(self.side), scene.names.hex(self.target)
        return tell(enemy if self.on_enemy else own, side=side, hex=where)


@dataclass(frozen=True, slots=True)
class CheckWaived(Fact, Remark):
    """A card lets units pass a check without a die: a pursuit or a reaction charge (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    card: CardId
    units: tuple[UnitId, ...]
    purpose: str  # as of a check that is rolled: pursuit, reaction

    def sentence(self, scene: Scene) -> Text:
        """By Cavalry Pursuit (17) Piré passes the check for pursuit without a die."""
        return tell_count(
            "By {card} {units} passes the check for {purpose} without a die.",
            "By {card} {units} pass the check for {purpose} without a die.",
            len(self.units),
            card=card_words(self.card),
            units=scene.names.units(self.units),
            purpose=say(self.purpose),
        )


@dataclass(frozen=True, slots=True)
class PursuitCancelled(Fact, Remark):
    """A card held cavalry back that was to pursue (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="units")
    card: CardId
    units: tuple[UnitId, ...]  # who would have pursued

    def sentence(self, scene: Scene) -> Text:
        """Artillery Cover Fire (3) held Piré back from pursuit."""
        card, units = card_words(self.card), scene.names.units(self.units)
        return tell("{card} held {units} back from pursuit.", card=card, units=units)


@dataclass(frozen=True, slots=True)
class RetreatCancelled(Fact, Remark):
    """A card keeps a stack in its hex that had to retreat or rout; Disrupted follows (N11.3)."""

    rule: ClassVar[str] = "N11.3"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="units", hexes="hex")
    card: CardId
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """By Blücher (7) Kapzevich stays in 0913 instead of retreating."""
        return tell_count(
            "By {card} {units} stays in {hex} instead of retreating.",
            "By {card} {units} stay in {hex} instead of retreating.",
            len(self.units),
            card=card_words(self.card),
            units=scene.names.units(self.units),
            hex=scene.names.hex(self.hex),
        )


@dataclass(frozen=True, slots=True)
class CaptureCancelled(Fact, Remark):
    """An aide got a leader away who was as good as captured; his refuge follows (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    topic: ClassVar[Topic] = LEADERS
    rest: ClassVar[int] = 700
    leader: LeaderId

    def sentence(self, scene: Scene) -> Text:
        """An aide de camp got Victor away: he is not captured."""
        leader = scene.names.leader(self.leader)
        return tell("An aide de camp got {leader} away: he is not captured.", leader=leader)


@dataclass(frozen=True, slots=True)
class UnitsRecovered(Fact):
    """A formation's units went from the UAR box to the Recovered box (N13.3)."""

    rule: ClassVar[str] = "N13.3"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    formation: FormationId
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Of IX Corps (Olsufiev) Udom went to the Recovered box."""
        who, units = scene.names.formation(self.formation), scene.names.units(self.units)
        return tell("Of {who} {units} went to the Recovered box.", who=who, units=units)

    def apply(self, state: GameState) -> None:
        """They come back without a roll, one in each Rally Phase."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], box=Box.RECOVERED))
