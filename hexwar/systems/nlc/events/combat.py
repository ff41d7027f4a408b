"""Assaults, bombardments and charges, and what cards do in them (N8, N9, N10, N23.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated

from hexwar.cards.records import CardId
from hexwar.engine import Fits, Remark
from hexwar.engine.records import changed
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import is_driven_off
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import bombardment_words, fire_words, is_result
from hexwar.table.fact import (
    COMBAT,
    LEADERS,
    LOSSES,
    MARKERS,
    Display,
    Fact,
    Scene,
    Shows,
    Sound,
    Way,
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
class AssaultDeclared(
    Fact,
    rule="N8.35",
    topic=COMBAT,
    rest=600,
    shows=Shows(units="units", spots="target"),
    sound=Sound.DRUM,
    is_open=True,
):
    """Units assault an adjacent hex (N8.35)."""

    words = mark("{units} assaulted {target}.")
    deed = mark("assaulted {target}")
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: GameState) -> None:
        """The hex is not named again in this activation (N8.1, N8.36)."""
        acting = state.activation
        assert acting is not None
        if self.target not in acting.assaulted:
            state.activation = replace(acting, assaulted=(*acting.assaulted, self.target))


@dataclass(frozen=True, slots=True)
class ConfidenceRolled(
    Fact,
    rule="N8.3",
    topic=COMBAT,
    rest=900,
    shows=Shows(units="units", spots="target"),
    is_open=True,
):
    """The attackers rolled for Attack Confidence (N8.3); it uses up their assault (N8.36)."""

    units: tuple[UnitId, ...]
    target: Hex
    value: int  # the highest die that succeeds
    die: int
    passed: bool
    is_final: bool  # failed so badly that the formations assault no more (N8.32)

    def sentence(self, scene: Scene) -> Text:
        """Attack Confidence of Piré against 0913: die 3 against 4, the assault goes on."""
        words = mark(
            "Attack Confidence of {units} against {target}: die {die} against {value}, {verdict}."
        )
        verdict = say("the assault goes on") if self.passed else say("no assault is made")
        if self.is_final:
            verdict += say(", and no other in this activation")
        return self.told(scene, words, verdict=verdict)

    def apply(self, state: GameState) -> None:
        """Mark the units; where they go on, the hex has been assaulted (N12.28, N12.64)."""
        formations = {unit: state.formation_of(unit).id for unit in self.units}
        for unit in self.units:
            state.put_unit(changed(state.units[unit], assaulted=True))
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
        state.put_unit(changed(state.units[unit], attacked=True))


def mark_struck(state: GameState, target: Hex, attacker: Side) -> None:
    """The formations that hold a hex have been hit since they last acted (N12.64, N24.4)."""
    holders = state.holders_of(target, state.battle.enemy(attacker))
    state.assaults = state.assaults.with_hit(state.formation_of(unit).id for unit in holders)
    if target in state.battle.watched_hexes:
        state.assaults = replace(state.assaults, stormed=state.assaults.stormed | {target})


@dataclass(frozen=True, slots=True)
class AssaultDropped(
    Fact, Remark, rule="N8.34", topic=COMBAT, rest=300, shows=Shows(spots="target"), is_open=True
):
    """The attackers gave an assault up before its roll (N8.34)."""

    words = mark("{units} gave up the assault on {target}.")
    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class AssaultRepeated(
    Fact, Remark, rule="N8.10", topic=COMBAT, rest=500, shows=Shows(spots="target"), is_open=True
):
    """The attackers go on after a stalemate (N8.10)."""

    words = mark("{units} assaulted {target} a second time.")
    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class RetreatedBeforeAssault(
    Fact,
    rule="N8.2",
    topic=COMBAT,
    is_rush=True,
    shows=Shows(units="units", to="path"),
    is_open=True,
):
    """A stack withdrew before an assault (N8.2)."""

    words = mark("{units} withdrew before the assault {path}.")
    units: tuple[UnitId, ...]
    path: Way  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set them down; each withdraws once in an activation (N8.21)."""
        withdraw(state, self.units, self.path[-1])


def withdraw(state: GameState, units: tuple[UnitId, ...], hex_: Hex) -> None:
    """Units leave their hex of their own will, road column and square too."""
    for unit in units:
        state.put_unit(replace(state.units[unit].driven_to(hex_), rested=False))
    if state.activation is not None:
        withdrew = (*state.activation.withdrew, *units)
        state.activation = replace(state.activation, withdrew=withdrew)


@dataclass(frozen=True, slots=True)
class BonusUsed(Fact, rule="N7.5", topic=COMBAT, rest=600, shows=Shows(spots="hex"), is_open=True):
    """Napoleon or Ney led troops in combat himself (N7.5)."""

    words = mark("{leader} led the troops in {hex} himself.")
    leader: LeaderId
    hex: Hex  # whose troops he leads

    def apply(self, state: GameState) -> None:
        """He pays for it in the next turn."""
        inspired = {**state.spirit.inspired, self.leader: state.turn}
        state.spirit = replace(state.spirit, inspired=inspired)


@dataclass(frozen=True, slots=True)
class ShotResolved(
    Fact, Remark, topic=COMBAT, rest=900, shows=Shows(spots="target"), sound=Sound.VOLLEY
):
    """Fire of some kind was looked up on its table."""

    side: Side
    units: tuple[UnitId, ...]
    target: Hex
    strength: int  # SP after percentages
    column: int  # of the table, from 0
    die: int  # as thrown
    modifiers: int
    result: Annotated[str, Fits(is_result)]  # such as "M", "1M1" or "D"; "-" is no effect

    def rolled(self, scene: Scene, words: str, result: str) -> Text:
        """A sentence with the column as it is printed, the sum and the result in words."""
        thrown = sum_of(die(self.die), self.modifiers, self.die + self.modifiers)
        return self.told(scene, words, column=self.column + 1, thrown=thrown, result=result)


@dataclass(frozen=True, slots=True)
class FireResolved(ShotResolved, rule="N8.8", is_open=True):
    """One side's fire was looked up on the Fire Table (N8.8)."""

    def sentence(self, scene: Scene) -> Text:
        """French fire on 0913, 9 SP in column 4: die 4 + 1 = 5, M1: morale check at −1."""
        words = mark(
            "{side} fire on {target}, {strength} SP in column {column}: die {thrown}, {result}."
        )
        return self.rolled(scene, words, fire_words(self.result))

    @property
    def cell(self) -> str:
        """The modified die and the column."""
        return say("fire {n}/{n2}", n=self.die + self.modifiers, n2=self.column + 1)


@dataclass(frozen=True, slots=True)
class StalemateReached(
    Fact, Remark, rule="N8.9", topic=COMBAT, rest=500, shows=Shows(spots="hex"), is_open=True
):
    """Both sides stay in contact (N8.9)."""

    words = mark("Both sides stayed in contact at {hex}.")
    hex: Hex


@dataclass(frozen=True, slots=True)
class AdvanceMade(
    Fact,
    rule="N8.11",
    topic=COMBAT,
    is_rush=True,
    shows=Shows(units="units", to="hex"),
    is_open=True,
):
    """Victorious units entered the emptied hex (N8.11)."""

    words = mark("{units} advanced into {hex}.")
    units: tuple[UnitId, ...]
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set them down; they act no more this activation (N8.92)."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.hex, moved=True, done=True, column=False))


@dataclass(frozen=True, slots=True)
class BombardmentDeclared(
    Fact,
    rule="N9.1",
    topic=COMBAT,
    rest=600,
    shows=Shows(units="units", spots="target"),
    is_open=True,
):
    """Artillery bombards a hex (N9.1)."""

    words = mark("{units} bombarded {target}.")
    deed = mark("bombarded {target}")
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
        state.assaults = state.assaults.with_hit(state.formation_of(unit).id for unit in holders)


@dataclass(frozen=True, slots=True)
class BombardmentResolved(ShotResolved, rule="N9.6", sound=Sound.GUN, is_open=True):
    """A bombardment was looked up on its table (N9.6)."""

    def sentence(self, scene: Scene) -> Text:
        """French guns on 0913, 9 SP in column 4: die 4 + 1 = 5, D: the stack checks morale."""
        words = mark(
            "{side} guns on {target}, {strength} SP in column {column}: die {thrown}, {result}."
        )
        return self.rolled(scene, words, bombardment_words(self.result))


@dataclass(frozen=True, slots=True)
class ChargeDeclared(
    Fact, rule="N10.13", topic=COMBAT, rest=600, is_rush=True, sound=Sound.HOOVES, is_open=True
):
    """Cavalry of one hex charges (N10.13)."""

    deed = mark("charged {target}")

    units: tuple[UnitId, ...]
    target: Hex
    path: Way  # from the start hex to the target, both included

    def sentence(self, scene: Scene) -> Text:
        """Piré charged Brienne-le-Château (0913) from 1113 by 1013."""
        start, by = scene.on_map.hex(self.path[0]), scene.on_map.by(self.path[1:-1])
        return self.told(
            scene, mark("{units} charged {target} from {start}{by}."), start=start, by=by
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
class ReactionDeclared(
    Fact, rule="N10.2", topic=COMBAT, rest=600, is_rush=True, sound=Sound.HOOVES, is_open=True
):
    """Cavalry tries to meet a charge, or to charge infantry that came near (N10.2)."""

    deed = mark("was met by horse")

    units: tuple[UnitId, ...]
    target: Hex  # where the chargers come from, or the infantry that came near
    path: Way  # from their hex to that hex's neighbour; one hex for who stays put
    against_move: bool = False  # the one try against a move (N10.25)

    def sentence(self, scene: Scene) -> Text:
        """Vasilchikov in 1010 set out to meet the chargers from 1113."""
        move = mark("{units}{there} set out to meet those who moved to {target}.")
        charge = mark("{units}{there} set out to meet the chargers from {target}.")
        return self.told(scene, move if self.against_move else charge)

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
class ReactionResolved(
    Fact,
    Remark,
    rule="N10.21",
    topic=COMBAT,
    rest=700,
    shows=Shows(units="chargers reactors"),
    is_open=True,
):
    """Chargers and reactors have met (N10.21)."""

    chargers: tuple[UnitId, ...]
    reactors: tuple[UnitId, ...]
    loser: Annotated[str, Fits(_LOSERS.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """Piré was met by Vasilchikov: the chargers gave way."""
        one = mark("{chargers} was met by {reactors}: {end}.")
        many = mark("{chargers} were met by {reactors}: {end}.")
        end = say(_LOSERS.get(self.loser, self.loser))
        return self.counted(scene, one, many, len(self.chargers), end=end)


@dataclass(frozen=True, slots=True)
class Evaded(
    Fact,
    rule="N10.41",
    topic=COMBAT,
    is_rush=True,
    shows=Shows(units="units", to="path"),
    is_open=True,
):
    """A stack got out of the way of a charge (N10.41)."""

    words = mark("{units} got out of the way {path}.")
    units: tuple[UnitId, ...]
    path: Way  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set them down; who was met in his own move has acted (N10.25)."""
        withdraw(state, self.units, self.path[-1])
        for unit in self.units:
            if is_driven_off(state, unit):
                state.put_unit(replace(state.units[unit], done=True))


@dataclass(frozen=True, slots=True)
class SquareFormed(
    Fact, rule="N10.3", topic=COMBAT, rest=500, shows=Shows(units="units"), is_open=True
):
    """Infantry formed square (N10.3)."""

    words = mark("{units} formed square{there}.")
    units: tuple[UnitId, ...]
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Mark them. A square is no road column: one that was hit in its tail closes up there."""
        for unit in self.units:
            old = state.units[unit]
            formed = replace(old, hex=self.hex, square=True, column=False, tail=None)
            state.put_unit(formed)


@dataclass(frozen=True, slots=True)
class SquareRemoved(
    Fact, rule="N10.33", topic=COMBAT, rest=250, shows=Shows(units="units"), is_open=True
):
    """Units are no longer in square (N10.33)."""

    words = mark("{units} left square{there}.")
    units: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """Unmark them."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], square=False))


@dataclass(frozen=True, slots=True)
class ChargeResolved(
    Fact,
    Remark,
    rule="N10.6",
    topic=COMBAT,
    rest=500,
    shows=Shows(units="units", spots="target"),
    is_open=True,
):
    """A charge is over (N10.6)."""

    words = mark("The charge of {units} on {target} was over: {outcome}.")
    units: tuple[UnitId, ...]  # the chargers
    target: Hex
    outcome: str  # as the combat sheet names it


@dataclass(frozen=True, slots=True)
class PursuitMade(
    Fact,
    rule="N11.73",
    topic=COMBAT,
    is_rush=True,
    shows=Shows(units="units", to="path"),
    is_open=True,
):
    """Cavalry pursued fugitives (N11.73)."""

    words = mark("{units} pursued {path}.")
    units: tuple[UnitId, ...]
    path: Way  # from their hex to where they end; one hex for who stays

    def apply(self, state: GameState) -> None:
        """They end where they are, and act no more in an activation of their own."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.path[-1], column=False, tail=None, done=True))


@dataclass(frozen=True, slots=True)
class PursuitResolved(
    Fact,
    Remark,
    rule="N11.7",
    topic=COMBAT,
    rest=700,
    shows=Shows(units="fugitives units"),
    is_open=True,
):
    """The die of a pursuit (N11.7)."""

    units: tuple[UnitId, ...]  # the pursuers
    fugitives: tuple[UnitId, ...]
    die: int
    modifiers: int
    loss: bool  # the fugitives lose a step

    def sentence(self, scene: Scene) -> Text:
        """Pursuit of Udom by Piré: die 4 + 1 = 5, a step is lost."""
        lost = mark("Pursuit of {fugitives} by {units}: die {thrown}, a step is lost.")
        none = mark("Pursuit of {fugitives} by {units}: die {thrown}, no loss.")
        thrown = sum_of(die(self.die), self.modifiers, self.die + self.modifiers)
        return self.told(scene, lost if self.loss else none, thrown=thrown)


@dataclass(frozen=True, slots=True)
class TacticsPlayed(Fact, rule="N23.7", topic=MARKERS, is_open=True):
    """A side played its Tactics card of this activation (N23.7)."""

    words = mark("The {side} have played their Tactics card of this activation.")
    side: Side

    def apply(self, state: GameState) -> None:
        """It plays no other before the next."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))


@dataclass(frozen=True, slots=True)
class NeyDieChosen(
    Fact, Remark, rule="N8.81", topic=COMBAT, rest=500, shows=Shows(spots="target"), is_open=True
):
    """Marshal Ney raises his side's die of a combat, or lowers the enemy's (N8.81, N23.4)."""

    side: Side  # Ney's
    target: Hex  # that is assaulted or charged
    on_enemy: bool

    def sentence(self, scene: Scene) -> Text:
        """Marshal Ney leads the French at Brienne (0913): the own die is 1 higher."""
        own = mark("Marshal Ney leads the {side} at {target}: the own die is 1 higher.")
        enemy = mark("Marshal Ney leads the {side} at {target}: the enemy's die is 1 lower.")
        return self.told(scene, enemy if self.on_enemy else own)


@dataclass(frozen=True, slots=True)
class CheckWaived(
    Fact, Remark, rule="N11.71", topic=COMBAT, rest=500, shows=Shows(units="units"), is_open=True
):
    """A card lets units pass a check without a die: a pursuit or a reaction charge (N11.71)."""

    card: CardId
    units: tuple[UnitId, ...]
    purpose: Annotated[str, Fits({"pursuit", "reaction"}.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """By Cavalry Pursuit (17) Piré passes the check for pursuit without a die."""
        one = mark("By {card} {units} passes the check for {purpose} without a die.")
        many = mark("By {card} {units} pass the check for {purpose} without a die.")
        return self.counted(scene, one, many, len(self.units))


@dataclass(frozen=True, slots=True)
class PursuitCancelled(
    Fact, Remark, rule="N11.71", topic=COMBAT, rest=600, shows=Shows(units="units"), is_open=True
):
    """A card held cavalry back that was to pursue (N11.71)."""

    words = mark("{card} held {units} back from pursuit.")
    card: CardId
    units: tuple[UnitId, ...]  # who would have pursued


@dataclass(frozen=True, slots=True)
class RetreatCancelled(
    Fact,
    Remark,
    rule="N11.3",
    topic=LOSSES,
    rest=700,
    shows=Shows(units="units", spots="hex"),
    is_open=True,
):
    """A card keeps a stack in its hex that had to retreat or rout; Disrupted follows (N11.3)."""

    card: CardId
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """By Blücher (7) Kapzevich stays in 0913 instead of retreating."""
        one = mark("By {card} {units} stays in {hex} instead of retreating.")
        many = mark("By {card} {units} stay in {hex} instead of retreating.")
        return self.counted(scene, one, many, len(self.units))


@dataclass(frozen=True, slots=True)
class CaptureCancelled(Fact, Remark, rule="N14.7", topic=LEADERS, rest=700, is_open=True):
    """An aide got a leader away who was as good as captured; his refuge follows (N14.7)."""

    words = mark("An aide de camp got {leader} away: he is not captured.")
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class UnitsRecovered(
    Fact, rule="N13.3", topic=LOSSES, rest=500, shows=Shows(units="units"), is_open=True
):
    """A formation's units went from the UAR box to the Recovered box (N13.3)."""

    words = mark("Of {formation} {units} went to the Recovered box.")
    formation: FormationId
    units: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """They come back without a roll, one in each Rally Phase."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], box=Box.RECOVERED))
