"""What happens in a game of Mini-Nap 2: each event is the only writer of what it says (M30)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, fsum
from types import MappingProxyType

from hexwar.engine import Event, Remark
from hexwar.messages import count, joined, mark, say, tell
from hexwar.systems.mininap.battle import Formation, UnitCard
from hexwar.systems.mininap.state import (
    Attack,
    Bend,
    Cause,
    Lost,
    MiniState,
    Phase,
    Shot,
    Step,
)
from hexwar.table.fact import (
    COMBAT,
    LOSSES,
    MARKERS,
    MOVEMENT,
    VICTORY,
    Display,
    Fact,
    Heading,
    Scene,
    Shows,
    Sound,
    Walk,
)
from hexwar.table.forces import Side, UnitId
from hexwar.table.names import verdict_words
from hexwar.table.pieces import Outcome
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import spot_of_pose
from hexwar.text import Text, die

Faces = tuple[int, int, int, int, int, int]
"""How often each face of a throw came, from 1 to 6 (M1.7)."""

UNIT = Shows(units="unit")
MOVED = Shows(units="unit", to="pose")
"""It slides to where it stands now."""

LED = Shows(units="unit", to="poses")
"""It goes from pose to pose."""


def gone(unit: UnitId, *poses: Pose) -> Display:
    """A unit goes along poses; where only its end is told, from where it stands."""
    return Display((Walk(tuple(spot_of_pose(pose) for pose in poses), (unit,)),))


def dice_of(faces: Faces) -> Text:
    """A throw as it fell, the lowest first; words for a throw of no dice."""
    thrown = [die(face) for face, n in enumerate(faces, start=1) for _ in range(n)]
    if not thrown:
        return tell("no die")
    told = thrown[0]
    for one in thrown[1:]:
        told = told + " " + one
    return told


def hits_words(hits: int) -> str:
    """So many hits."""
    return count("{n} hit", "{n} hits", hits)


# -- turn


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact, rule="M7.1", topic=MARKERS, rest=600, is_open=True):
    """A turn begins (M7.1)."""

    words = mark("Turn {turn}.")
    turn: int

    def heading(self) -> Heading:
        """It opens a section."""
        return Heading(turn=self.turn)

    def apply(self, state: MiniState) -> None:
        """The turn marker."""
        state.turn = self.turn
        state.initiative = None


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact, rule="M7.1", topic=MARKERS, is_open=True):
    """A phase begins (M7.1)."""

    words = mark("{phase}.")
    phase: Phase

    def sentence(self, scene: Scene) -> Text:
        """Firing phase."""
        return self.told(scene, self.words, phase=say(self.phase))

    def heading(self) -> Heading:
        """It is a part of the turn."""
        words = say(self.phase)
        return Heading(title=words[:1].upper() + words[1:])

    def apply(self, state: MiniState) -> None:
        """The phase, at its first step; units may act in it anew."""
        state.phase, state.step, state.ended = self.phase, FIRST_STEP[self.phase], ()
        state.seen, state.thrown_again = frozenset(), frozenset()
        for unit in [*state.units.values()]:
            if unit.is_done or unit.has_pivoted:
                state.put(replace(unit, is_done=False, has_pivoted=False))


FIRST_STEP = MappingProxyType(
    {
        **dict.fromkeys(Phase, Step.ALL),
        Phase.FIRING: Step.PIVOTS,
        Phase.COMBAT: Step.JOINING,
        Phase.LOSSES: Step.REMOVAL,
        Phase.FIRST_MANOEUVRE: Step.ALL,
        Phase.SECOND_MANOEUVRE: Step.ALL,
    }
)
"""With which step each phase begins."""


@dataclass(frozen=True, slots=True)
class StepBegan(Fact, rule="M9.7", topic=MARKERS, is_open=True):
    """A step of a phase begins (M9.7, M12.2)."""

    words = mark("{step}.")
    step: Step

    def sentence(self, scene: Scene) -> Text:
        """Fire orders."""
        return self.told(scene, self.words, step=say(self.step))

    def apply(self, state: MiniState) -> None:
        """The step, which nobody has ended."""
        state.step, state.ended, state.seen = self.step, (), frozenset()


@dataclass(frozen=True, slots=True)
class SideEnded(Fact, rule="M7.5", topic=MARKERS, is_open=True):
    """A side has done its part of a step (M7.5)."""

    words = mark("The {side} have done.")
    side: Side

    def apply(self, state: MiniState) -> None:
        """Its part is over."""
        state.ended = (*state.ended, self.side)
        state.seen = frozenset()


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Fact, rule="M8.1", topic=MARKERS, rest=500, sound=Sound.DICE, is_open=True):
    """Both threw for the initiative (M8.1)."""

    words = mark("Initiative: {one} {first}, {other} {second}: the {taker} have it this turn.")
    first: int  # of the first side of the battle
    second: int
    taker: Side | None  # the lower; None: a tie

    def sentence(self, scene: Scene) -> Text:
        """Who threw what, and who has it."""
        tie = mark("Initiative: {one} {first}, {other} {second}: a tie, both throw again.")
        one, other = (scene.names.side(side) for side in scene.names.battle.sides)
        words = tie if self.taker is None else self.words
        return self.told(scene, words, one=one, other=other)

    def apply(self, state: MiniState) -> None:
        """Who has it for the turn."""
        state.initiative = self.taker


# -- fire


@dataclass(frozen=True, slots=True)
class UnitPivoted(Fact, rule="M9.8", topic=MOVEMENT, rest=300, shows=UNIT, is_open=True):
    """A unit turned to fire (M9.8)."""

    words = mark("{unit} turned to fire.")
    unit: UnitId
    bearing: int

    def apply(self, state: MiniState) -> None:
        """Its bearing."""
        unit = state.units[self.unit]
        state.put(
            replace(
                unit,
                pose=Pose(state.pose(self.unit).x, state.pose(self.unit).y, self.bearing),
                has_pivoted=True,
            )
        )


@dataclass(frozen=True, slots=True)
class SuppressionFound(
    Fact, rule="M10.1", topic=COMBAT, rest=300, shows=Shows(units="units"), is_open=True
):
    """Units that stand under close fire are suppressed (M10.1)."""

    words = mark("Suppressed: {units}.")
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Who, or nobody."""
        words = self.words if self.units else mark("Nobody is suppressed.")
        return self.told(scene, words)

    def apply(self, state: MiniState) -> None:
        """For the phase."""
        state.suppressed = frozenset(self.units)


@dataclass(frozen=True, slots=True)
class FireOrdered(Fact, rule="M9.7", topic=COMBAT, rest=200, shows=UNIT, is_open=True):
    """A unit will fire (M9.7)."""

    words = mark("{unit} will fire at {targets}.")
    unit: UnitId
    shots: tuple[Shot, ...]

    def sentence(self, scene: Scene) -> Text:
        """At whom, with how many SP."""
        targets = joined(
            tell("{target} ({sp} SP)", target=scene.names.unit(shot.target), sp=shot.sp)
            for shot in self.shots
        )
        return self.told(scene, self.words, targets=targets)

    def apply(self, state: MiniState) -> None:
        """Its shots, in order."""
        state.shots = (*state.shots, *self.shots)


@dataclass(frozen=True, slots=True)
class ShotRolled(
    Fact,
    rule="M10.7",
    topic=COMBAT,
    rest=700,
    sound=Sound.VOLLEY,
    shows=Shows(units="unit target"),
    is_open=True,
):
    """A unit fired (M10)."""

    words = mark("{unit} fired at {target}: {dice}, {hit}.")
    unit: UnitId
    target: UnitId
    faces: Faces
    hits: int
    is_reaction: bool = False  # its hits go on at once (M19.4)

    def sentence(self, scene: Scene) -> Text:
        """With its dice."""
        reaction = mark("{unit} fired at {target} as it came: {dice}, {hit}.")
        words = reaction if self.is_reaction else self.words
        return self.told(scene, words, dice=dice_of(self.faces), hit=hits_words(self.hits))

    def apply(self, state: MiniState) -> None:
        """The red marker; its shot is done; the hits wait, but those in reaction."""
        state.put(replace(state.units[self.unit], has_fired=True))
        done = next(
            (s for s in state.shots if (s.unit, s.target) == (self.unit, self.target)), None
        )
        state.shots = tuple(shot for shot in state.shots if shot is not done)
        _hit(state, self.target, self.hits, at_once=self.is_reaction)


@dataclass(frozen=True, slots=True)
class BounceRolled(
    Fact,
    rule="M11.2",
    topic=COMBAT,
    rest=500,
    sound=Sound.GUN,
    shows=Shows(units="unit target"),
    is_open=True,
):
    """What missed bounced on (M11)."""

    words = mark("The shot of {unit} bounced through to {target}: {dice}, {hit}.")
    unit: UnitId
    target: UnitId
    faces: Faces
    hits: int

    def sentence(self, scene: Scene) -> Text:
        """With its dice."""
        told = {"dice": dice_of(self.faces), "hit": hits_words(self.hits)}
        return self.told(scene, self.words, **told)

    def apply(self, state: MiniState) -> None:
        """The hits wait."""
        _hit(state, self.target, self.hits)


def _hit(state: MiniState, unit: UnitId, hits: int, *, at_once: bool = False) -> None:
    record = state.units[unit]
    if at_once:
        state.put(replace(record, hits=record.hits + hits))
    elif hits:
        state.pending = MappingProxyType({**state.pending, unit: state.pending.get(unit, 0) + hits})


@dataclass(frozen=True, slots=True)
class HitsMarked(Fact, rule="M9.7", topic=LOSSES, rest=300, is_open=True):
    """The hits of a phase go on together (M9.7, M12.2)."""

    words = mark("Hits of the phase: {units}.")
    hits: tuple[tuple[UnitId, int], ...]

    def sentence(self, scene: Scene) -> Text:
        """Who has how many."""
        if not self.hits:
            return self.told(scene, mark("Nobody was hit."))
        units = joined(
            tell("{unit} {n}", unit=scene.names.unit(unit), n=n) for unit, n in self.hits
        )
        return self.told(scene, self.words, units=units)

    def apply(self, state: MiniState) -> None:
        """Nothing waits any more; suppression and orders are over."""
        for unit, n in self.hits:
            _hit(state, unit, n, at_once=True)
        state.pending = MappingProxyType({})
        state.suppressed, state.shots = frozenset(), ()
        state.attacks, state.outflanked = (), ()


# -- hand-to-hand combat


@dataclass(frozen=True, slots=True)
class UnitHeld(Fact, rule="M12.8", topic=COMBAT, rest=200, shows=UNIT, is_open=True):
    """A unit was held back, or the die said no (M12.8)."""

    words = mark("{unit} was held back{thrown}.")
    unit: UnitId
    die: int | None  # None: it was in command
    is_held: bool = True

    def sentence(self, scene: Scene) -> Text:
        """Held, by order or by a die; or not."""
        words = self.words if self.is_held else mark("{unit} could not be held back{thrown}.")
        return self.told(scene, words, thrown=_with_die(self.die))

    def apply(self, state: MiniState) -> None:
        """It was looked at."""
        state.seen = state.seen | {self.unit}


def _with_die(pips: int | None) -> Text:
    """A die in brackets, if one was thrown."""
    return Text() if pips is None else tell(" (die {die})", die=die(pips))


@dataclass(frozen=True, slots=True)
class UnitJoined(
    Fact, rule="M12.5", topic=MOVEMENT, rest=400, sound=Sound.STEPS, shows=MOVED, is_open=True
):
    """A unit joined in (M12.5)."""

    words = mark("{unit} joined in.")
    unit: UnitId
    pose: Pose

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, self.pose)

    def apply(self, state: MiniState) -> None:
        """It stands in contact."""
        state.put(replace(state.units[self.unit], pose=self.pose))
        state.seen = state.seen | {self.unit}


@dataclass(frozen=True, slots=True)
class ContactsMarked(
    Fact, rule="M12.2", topic=COMBAT, rest=400, shows=Shows(units="units"), is_open=True
):
    """Who is in contact bears a hit, and who has outflanked whom is found once (M12.2)."""

    words = mark("In contact, a hit each: {units}.{flanks}")
    units: tuple[UnitId, ...]
    outflanked: tuple[tuple[UnitId, UnitId], ...]
    hits: int

    def sentence(self, scene: Scene) -> Text:
        """Who, and who has outflanked whom."""
        unit = scene.names.unit
        flanks = (tell(" {a} outflanks {b}.", a=unit(a), b=unit(b)) for a, b in self.outflanked)
        return self.told(scene, self.words, flanks=sum(flanks, Text()))

    def apply(self, state: MiniState) -> None:
        """The hits wait for the end of the phase."""
        for unit in self.units:
            _hit(state, unit, self.hits)
        state.outflanked = self.outflanked


@dataclass(frozen=True, slots=True)
class AttackDeclared(Fact, rule="M12.10", topic=COMBAT, is_open=True):
    """A unit allots its strength (M12.10)."""

    words = mark("{unit} attacks {targets}.")
    unit: UnitId
    attacks: tuple[Attack, ...]

    def sentence(self, scene: Scene) -> Text:
        """Whom, with how many SP."""
        targets = joined(
            tell("{target} ({sp} SP)", target=scene.names.unit(attack.target), sp=attack.sp)
            for attack in self.attacks
        )
        return self.told(scene, self.words, targets=targets)

    def apply(self, state: MiniState) -> None:
        """Its attacks."""
        state.attacks = (*state.attacks, *self.attacks)
        state.seen = state.seen | {self.unit}


@dataclass(frozen=True, slots=True)
class AttackRolled(
    Fact,
    rule="M12.13",
    topic=COMBAT,
    rest=600,
    sound=Sound.DICE,
    shows=Shows(units="unit target"),
    is_open=True,
):
    """An attack was thrown, and the throw stands (M12.13)."""

    words = mark("{unit} attacked {target}: {dice}, {hit}.")
    unit: UnitId
    target: UnitId
    faces: Faces
    hits: int

    def sentence(self, scene: Scene) -> Text:
        """With its dice."""
        told = {"dice": dice_of(self.faces), "hit": hits_words(self.hits)}
        return self.told(scene, self.words, **told)

    def apply(self, state: MiniState) -> None:
        """It is done; its hits wait."""
        _hit(state, self.target, self.hits)
        pair = self.unit, self.target
        state.attacks = tuple(a for a in state.attacks if (a.unit, a.target) != pair)


@dataclass(frozen=True, slots=True)
class ThrownAgain(Fact, rule="M12.15", topic=COMBAT, rest=300, shows=UNIT, is_open=True):
    """An attack is thrown again (M12.15)."""

    words = mark("{unit} throws again at {target}: {dice} did not count ({hit}).")
    unit: UnitId
    target: UnitId
    faces: Faces
    hits: int

    def sentence(self, scene: Scene) -> Text:
        """With the dice that do not count."""
        told = {"dice": dice_of(self.faces), "hit": hits_words(self.hits)}
        return self.told(scene, self.words, **told)

    def apply(self, state: MiniState) -> None:
        """Its re-throw of the phase is used."""
        state.thrown_again = state.thrown_again | {self.unit}


@dataclass(frozen=True, slots=True)
class CaughtCleared(Fact, rule="M19.10", topic=MARKERS, is_open=True):
    """Cavalry that was caught standing has fought (M19.10)."""

    words = mark("No longer caught: {units}.")
    units: tuple[UnitId, ...]

    def apply(self, state: MiniState) -> None:
        """The markers go off."""
        for unit in self.units:
            state.put(replace(state.units[unit], is_caught=False))


# -- losses


@dataclass(frozen=True, slots=True)
class HitsRecovered(Fact, rule="M13.1", topic=LOSSES, is_open=True):
    """Units out of contact take off a hit, never their last (M13.1)."""

    words = mark("Recovered: {units}.")
    units: tuple[UnitId, ...]
    hits: int

    def apply(self, state: MiniState) -> None:
        """So many fewer."""
        for unit in self.units:
            record = state.units[unit]
            state.put(replace(record, hits=record.hits - self.hits))


@dataclass(frozen=True, slots=True)
class UnitRemoved(
    Fact, rule="M13.3", topic=LOSSES, rest=600, shows=Shows(units="unit", off=True), is_open=True
):
    """A unit is broken and routed, or a commander's stand taken off (M13.3 to M13.7)."""

    words = mark("{unit} is broken: {cause}.")
    unit: UnitId
    cause: Cause
    sp: int = 0  # that it began with

    def sentence(self, scene: Scene) -> Text:
        """And by what."""
        return self.told(scene, self.words, cause=say(self.cause))

    def toll(self) -> tuple[UnitId, int]:
        """What it cost."""
        return self.unit, self.sp

    def apply(self, state: MiniState) -> None:
        """Off the table."""
        state.put(replace(state.units[self.unit], pose=None, lost_by=self.cause))
        state.lost = (*state.lost, Lost(self.unit, state.turn, self.cause))


@dataclass(frozen=True, slots=True)
class PursuitsDue(Fact, rule="M21.2", topic=MOVEMENT, is_open=True):
    """Cavalry whose enemies were all broken may pursue (M21.2)."""

    words = mark("May pursue: {units}.")
    units: tuple[UnitId, ...]

    def apply(self, state: MiniState) -> None:
        """They are asked one by one."""
        state.pursuers = self.units


@dataclass(frozen=True, slots=True)
class PursuitHeld(Fact, rule="M21.2", topic=MOVEMENT, rest=200, shows=UNIT, is_open=True):
    """A unit does not pursue (M21.2)."""

    words = mark("{unit} does not pursue{thrown}.")
    unit: UnitId
    die: int | None

    def sentence(self, scene: Scene) -> Text:
        """Held, by order or by a die."""
        return self.told(scene, self.words, thrown=_with_die(self.die))

    def apply(self, state: MiniState) -> None:
        """It was asked."""
        state.pursuers = tuple(unit for unit in state.pursuers if unit != self.unit)


@dataclass(frozen=True, slots=True)
class PursuitRun(
    Fact, rule="M21.3", topic=MOVEMENT, rest=500, sound=Sound.HOOVES, shows=MOVED, is_open=True
):
    """A unit pursued (M21.3)."""

    words = mark("{unit} pursued{thrown}.")
    unit: UnitId
    pose: Pose
    die: int | None = None  # that did not hold it

    def sentence(self, scene: Scene) -> Text:
        """By order, or because no die held it."""
        return self.told(scene, self.words, thrown=_with_die(self.die))

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, self.pose)

    def apply(self, state: MiniState) -> None:
        """It stands where it stopped."""
        state.put(replace(state.units[self.unit], pose=self.pose, has_pursued=True))
        state.pursuers = tuple(unit for unit in state.pursuers if unit != self.unit)


# -- movement


@dataclass(frozen=True, slots=True)
class ContactsKept(Fact, rule="M14.10", topic=MARKERS, is_open=True):
    """Who is in contact as his side's manoeuvre phase begins (M14.10)."""

    words = mark("In contact: {units}.")
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Who, or nobody."""
        words = self.words if self.units else mark("Nobody is in contact with the enemy.")
        return self.told(scene, words)

    def apply(self, state: MiniState) -> None:
        """Kept for the phase."""
        for unit in [*state.units.values()]:
            is_met = unit.id in self.units
            if unit.began_in_contact != is_met:
                state.put(replace(unit, began_in_contact=is_met))
        state.step = Step.MOVES


@dataclass(frozen=True, slots=True)
class UnitMoved(
    Fact, rule="M16.1", topic=MOVEMENT, rest=200, sound=Sound.STEPS, shows=LED, is_open=True
):
    """A unit moved, and perhaps changed its formation (M16, M15)."""

    words = mark("{unit} moved {cm} cm.")
    unit: UnitId
    poses: tuple[Pose, ...]  # the first where it stood
    pose: Pose  # as it stands now
    formation: Formation
    bend: Bend | None = None
    is_limbered: bool = False

    def sentence(self, scene: Scene) -> Text:
        """How far; a unit that did not leave its place turned or changed its formation there."""
        way = fsum(dist(a.point, b.point) for a, b in pairwise(self.poses))
        if way >= 0.05:
            return self.told(scene, self.words, cm=f"{way:.1f}")
        is_same = len(self.poses) < 2 or self.pose == self.poses[-1]
        turned = mark("{unit} turned where it stood.")
        formed = mark("{unit} changed its formation: {form}.")
        if is_same and len(self.poses) > 1:
            return self.told(scene, turned)
        card = scene.names.battle.piece(self.unit)
        if isinstance(card, UnitCard) and card.is_single:
            limbered, unlimbered = mark("{unit} limbered up."), mark("{unit} unlimbered.")
            return self.told(scene, limbered if self.is_limbered else unlimbered)
        return self.told(scene, formed, form=say(self.formation))

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, *self.poses)

    def apply(self, state: MiniState) -> None:
        """It stands there, and has acted."""
        state.put(
            replace(
                state.units[self.unit],
                pose=self.pose,
                formation=self.formation,
                bend=self.bend,
                is_limbered=self.is_limbered,
                is_done=True,
            )
        )


@dataclass(frozen=True, slots=True)
class UnitDone(Fact, rule="M14.2", topic=MARKERS, shows=UNIT, is_open=True):
    """A unit has acted in this phase (M14.2)."""

    words = mark("{unit} has acted.")
    unit: UnitId

    def apply(self, state: MiniState) -> None:
        """No more of it."""
        state.put(replace(state.units[self.unit], is_done=True))


# -- charges


@dataclass(frozen=True, slots=True)
class ChargeDeclared(
    Fact,
    rule="M18.9",
    topic=COMBAT,
    rest=500,
    sound=Sound.DRUM,
    shows=Shows(units="unit target"),
    deed=mark("charged {target}"),
    is_open=True,
):
    """A unit charges an enemy (M18.9)."""

    words = mark("{unit} charges {target}.")
    unit: UnitId
    target: UnitId

    def apply(self, state: MiniState) -> None:
        """It has acted."""
        state.put(replace(state.units[self.unit], is_done=True))


@dataclass(frozen=True, slots=True)
class TestRolled(
    Remark, Fact, rule="M19.3", topic=COMBAT, rest=400, sound=Sound.DICE, shows=UNIT, is_open=True
):
    """A unit was tested (M18.8, M19.3, M20.2)."""

    words = mark("{unit}, {what}: die {die}, {needed} or less was needed: {result}.")
    unit: UnitId
    what: str
    die: int
    needed: int
    passed: bool

    def sentence(self, scene: Scene) -> Text:
        """What was tested."""
        result = say("passed") if self.passed else say("failed")
        return self.told(scene, self.words, what=say(self.what), result=result)


@dataclass(frozen=True, slots=True)
class ReactionChosen(Remark, Fact, rule="M19.2", topic=COMBAT, rest=300, shows=UNIT, is_open=True):
    """Who is charged reacts (M19.2)."""

    words = mark("{unit} reacts: {reaction}.")
    unit: UnitId
    reaction: str

    def sentence(self, scene: Scene) -> Text:
        """How."""
        return self.told(scene, self.words, reaction=say(self.reaction))


@dataclass(frozen=True, slots=True)
class ChargerTurned(Fact, rule="M18.5", topic=MOVEMENT, rest=200, shows=MOVED, is_open=True):
    """A charger turns before it runs (M18.5)."""

    words = mark("{unit} turned.")
    unit: UnitId
    pose: Pose

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, self.pose)

    def apply(self, state: MiniState) -> None:
        """It stands so."""
        state.put(replace(state.units[self.unit], pose=self.pose))


@dataclass(frozen=True, slots=True)
class SquareFormed(Fact, rule="M19.6", topic=COMBAT, rest=400, shows=UNIT, is_open=True):
    """Infantry formed square before the charge (M19.6)."""

    words = mark("{unit} formed square.")
    unit: UnitId
    pose: Pose

    def apply(self, state: MiniState) -> None:
        """A square from now on (M19.11)."""
        record = state.units[self.unit]
        state.put(replace(record, pose=self.pose, formation=Formation.SQUARE, bend=None))


@dataclass(frozen=True, slots=True)
class ReactionMoved(
    Fact, rule="M19.8", topic=MOVEMENT, rest=500, sound=Sound.HOOVES, shows=LED, is_open=True
):
    """A unit evaded or charged back (M19.8, M19.9)."""

    words = mark("{unit} evaded.")
    unit: UnitId
    poses: tuple[Pose, ...]
    is_counter: bool

    def sentence(self, scene: Scene) -> Text:
        """Away or at them."""
        words = mark("{unit} countercharged.") if self.is_counter else self.words
        return self.told(scene, words)

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, *self.poses)

    def apply(self, state: MiniState) -> None:
        """It may not charge this turn (M19.11)."""
        record = state.units[self.unit]
        state.put(replace(record, pose=self.poses[-1], has_moved_in_reaction=True))


@dataclass(frozen=True, slots=True)
class ChargeHalted(Fact, rule="M19.7", topic=COMBAT, rest=400, shows=MOVED, is_open=True):
    """A charge did not come home (M18.10, M19.7)."""

    words = mark("{unit} halted.")
    unit: UnitId
    pose: Pose

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, self.pose)

    def apply(self, state: MiniState) -> None:
        """It stands where it halted."""
        state.put(replace(state.units[self.unit], pose=self.pose))


@dataclass(frozen=True, slots=True)
class ContactMade(Fact, rule="M18.10", topic=COMBAT, rest=500, shows=MOVED, is_open=True):
    """A charge came home (M18.10)."""

    words = mark("{unit} came into contact with {enemies}.")
    unit: UnitId
    pose: Pose
    enemies: tuple[UnitId, ...]
    caught: tuple[UnitId, ...] = ()  # cavalry that stood (M19.10)

    def display(self) -> Display:
        """It goes there before all eyes."""
        return gone(self.unit, self.pose)

    def apply(self, state: MiniState) -> None:
        """It stands in contact."""
        state.put(replace(state.units[self.unit], pose=self.pose))
        for unit in self.caught:
            state.put(replace(state.units[unit], is_caught=True))


# -- victory


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Fact, rule="M23.5", topic=VICTORY, rest=500, is_open=True):
    """An objective changed hands (M23.5)."""

    words = mark("The {side} hold {place}.")
    objective: str
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """Who holds what."""
        return self.told(scene, self.words, place=self.objective)

    def apply(self, state: MiniState) -> None:
        """He keeps it until another takes it."""
        state.holders = MappingProxyType({**state.holders, self.objective: self.side})


@dataclass(frozen=True, slots=True)
class MarkersCleared(Fact, rule="M7.4", topic=MARKERS, is_open=True):
    """The markers of the turn go off (M7.4)."""

    words = mark("The markers of the turn were taken off.")

    def apply(self, state: MiniState) -> None:
        """Who has fired, reacted, pursued may do so anew."""
        for unit in [*state.units.values()]:
            state.put(
                replace(unit, has_fired=False, has_moved_in_reaction=False, has_pursued=False)
            )


@dataclass(frozen=True, slots=True)
class GameEnded(Fact, rule="M23.4", topic=VICTORY, rest=1000, is_open=True, opens=True):
    """The battle is over (M23.4, M23.7)."""

    words = mark("The battle is over: {verdict} ({score}; {reason}).")
    winner: Side | None
    level: str  # draw, great; empty for a plain victory
    vp: tuple[tuple[Side, int], ...]
    reason: str  # points, or what ended it at once

    @property
    def outcome(self) -> Outcome:
        """The end as the state keeps it."""
        return Outcome(self.winner, self.level, self.vp, self.reason)

    def sentence(self, scene: Scene) -> Text:
        """The battle is over: French great victory (French 12 VP, Russians 5 VP; points)."""
        names = scene.names
        verdict = verdict_words(names.battle, self.outcome)
        score = joined(say("{side} {vp} VP", side=names.side(side), vp=vp) for side, vp in self.vp)
        reason = say(self.reason)
        return self.told(scene, self.words, verdict=verdict, score=score, reason=reason)

    def apply(self, state: MiniState) -> None:
        """Nothing more is asked."""
        state.outcome = self.outcome


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in (*globals().values(),)
    if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact
)
"""Every fact of the game."""
