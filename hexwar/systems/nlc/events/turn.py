"""Turns, phases, weather, dice and points; chits and activations (N4, N18, N22)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import joined, mark, say, tell, tell_count
from hexwar.systems.nlc.battle import SourceChange
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import HIDDEN, Chits, GameState
from hexwar.systems.nlc.words import (
    CHITS,
    WEATHER,
    cup_words,
    phase_words,
    segment_words,
    vp_words,
)
from hexwar.table.fact import (
    DICE,
    MARKERS,
    VICTORY,
    Fact,
    Heading,
    Scene,
    Shows,
    Topic,
)
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.names import when_words
from hexwar.table.pieces import Activation, Outcome, Phase, Segment
from hexwar.table.state import Sky
from hexwar.text import Text, die, sum_of

_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """The turn marker stands on a new space."""

    rule: ClassVar[str] = "N4"
    topic: ClassVar[Topic] = MARKERS
    rest: ClassVar[int] = 500
    turn: int
    kind: str

    def sentence(self, scene: Scene) -> Text:
        """Turn 3 began: 14:00, day."""
        when = when_words(scene.names.battle, self.turn)
        if not when:
            return tell("Turn {turn} began.", turn=self.turn)
        return tell("Turn {turn} began: {when}.", turn=self.turn, when=when)

    def heading(self) -> Heading:
        """A turn begins, and its first phase."""
        return Heading(turn=self.turn, title=phase_words(Phase.WEATHER))

    def apply(self, state: GameState) -> None:
        """Advance the marker and begin the first phase; a new day forgets forced hours (N20.82)."""
        if state.battle.turn(self.turn).day != state.turn_card.day:
            state.spirit = replace(state.spirit, forced_hours={})
        state.turn = self.turn
        state.phase = Phase.WEATHER
        state.chits = Chits(state.chits.cups)
        state.rallied = state.commanded = ()
        state.pad = replace(state.pad, issued={}, addressed=(), complied=())
        state.losses = replace(state.losses, steps_lost={})
        state.assaults = replace(state.assaults, lent=())
        for change in state.battle.source_changes:
            if change.turn == self.turn:
                _change_source(state, change)


def _change_source(state: GameState, change: SourceChange) -> None:
    """A supply source is another side's from now on; an enemy who stands in it holds it (N16.2)."""
    if change.side is None or state.holding.control.get(change.hex) == change.side:
        return
    if not state.holders_of(change.hex, state.battle.enemy(change.side)):
        state.holding = state.holding.of(change.hex, change.side, None)


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase of the turn began."""

    rule: ClassVar[str] = "N4"
    topic: ClassVar[Topic] = MARKERS
    phase: Phase

    def sentence(self, _: Scene) -> Text:
        """The Rally Phase began."""
        return tell("The {phase} began.", phase=phase_words(self.phase))

    def heading(self) -> Heading:
        """A phase begins."""
        return Heading(title=phase_words(self.phase))

    def apply(self, state: GameState) -> None:
        """Set the phase."""
        state.phase = self.phase


@dataclass(frozen=True, slots=True)
class TurnEnded(Fact):
    """The Turn End Phase is over: markers of the turn go off (N4.46, N4.71)."""

    rule: ClassVar[str] = "N4.71"
    topic: ClassVar[Topic] = MARKERS
    turn: int

    def sentence(self, _: Scene) -> Text:
        """Turn 3 ended."""
        return tell("Turn {turn} ended.", turn=self.turn)

    def apply(self, state: GameState) -> None:
        """Leaders may move again; nobody has been assaulted this turn."""
        for leader in list(state.leaders.values()):
            if leader.moved:
                state.put_leader(leader.ready())
        for unit in list(state.units.values()):
            if unit.attacked:
                state.put_unit(replace(unit, attacked=False))


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The game is decided (N4.9, N22)."""

    rule: ClassVar[str] = "N4.9"
    topic: ClassVar[Topic] = VICTORY
    winner: Side | None
    level: str
    vp: tuple[tuple[Side, int], ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The game ended: French, marginal victory (French 9 VP and Coalition 4 VP; points)."""
        score = joined(f"{scene.names.side(side)} {vp_words(vp)}" for side, vp in self.vp)
        if self.winner is None:
            words = mark("The game ended in a draw ({score}; {reason}).")
            return tell(words, score=score, reason=say(self.reason))
        return tell(
            "The game ended: {side}, {level} victory ({score}; {reason}).",
            side=scene.names.side(self.winner),
            level=say(self.level),
            score=score,
            reason=say(self.reason),
        )

    def apply(self, state: GameState) -> None:
        """Keep the outcome; nothing follows."""
        state.outcome = Outcome(self.winner, self.level, self.vp, self.reason)


@dataclass(frozen=True, slots=True)
class DieRolled(Fact, Remark):
    """A die that no other event shows."""

    rule: ClassVar[str] = "N4.27"
    topic: ClassVar[Topic] = DICE
    rest: ClassVar[int] = 700
    purpose: str
    die: int
    modifiers: int
    total: int

    def sentence(self, _: Scene) -> Text:
        """Die for capture of Blücher: 4."""
        thrown = sum_of(die(self.die), self.modifiers, self.total)
        return tell("Die for {purpose}: {thrown}.", purpose=say(self.purpose), thrown=thrown)


@dataclass(frozen=True, slots=True)
class HexControlled(Fact):
    """A side was the last in a victory hex or supply source (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    topic: ClassVar[Topic] = VICTORY
    rest: ClassVar[int] = 250
    shows: ClassVar[Shows] = Shows(hexes="hex")
    hex: Hex
    side: Side
    unit: UnitId | None = None  # of several the strongest; old saves do not tell

    def sentence(self, scene: Scene) -> Text:
        """The French took control of Brienne-le-Château (0913)."""
        side, where = scene.names.side(self.side), scene.names.hex(self.hex)
        return tell("The {side} took control of {hex}.", side=side, hex=where)

    def apply(self, state: GameState) -> None:
        """Change the control; the unit must be able to hold it in the end."""
        state.holding = state.holding.of(self.hex, self.side, self.unit)


@dataclass(frozen=True, slots=True)
class HexPassed(Fact):
    """Another unit of the side that has a victory hex or supply source was in it (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    topic: ClassVar[Topic] = MARKERS
    hex: Hex
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Brienne-le-Château (0913) now hangs on 2nd Guard Division."""
        where, unit = scene.names.hex(self.hex), scene.names.unit(self.unit)
        return tell("{hex} now hangs on {unit}.", hex=where, unit=unit)

    def apply(self, state: GameState) -> None:
        """The hex now hangs on this unit."""
        last_in = {**state.holding.last_in, self.hex: self.unit}
        state.holding = replace(state.holding, last_in=last_in)


@dataclass(frozen=True, slots=True)
class VpScored(Fact, Remark):
    """A line of the final score (N22)."""

    rule: ClassVar[str] = "N22"
    topic: ClassVar[Topic] = VICTORY
    side: Side
    delta: int
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The French scored 4 VP: holds Brienne-le-Château (0913)."""
        side, vp = scene.names.side(self.side), abs(self.delta)
        if self.delta >= 0:
            return tell("The {side} scored {vp} VP: {why}.", side=side, vp=vp, why=say(self.reason))
        return tell("The {side} lost {vp} VP: {why}.", side=side, vp=vp, why=say(self.reason))


@dataclass(frozen=True, slots=True)
class RallyEnded(Fact):
    """A side has tried to rally all it may this turn (N13.6)."""

    rule: ClassVar[str] = "N13.6"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French finished rallying."""
        return tell("The {side} finished rallying.", side=scene.names.side(self.side))

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to rally."""
        state.rallied = (*state.rallied, self.side)


@dataclass(frozen=True, slots=True)
class CommandMoved(Fact):
    """A side has moved its OC and HQ this Turn End (N4.71)."""

    rule: ClassVar[str] = "N4.71"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French finished moving commander and HQ."""
        side = scene.names.side(self.side)
        return tell("The {side} finished moving commander and HQ.", side=side)

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to move its command."""
        state.commanded = (*state.commanded, self.side)


@dataclass(frozen=True, slots=True)
class WeatherRolled(Fact):
    """The weather was rolled for (N18.1)."""

    rule: ClassVar[str] = "N18.1"
    topic: ClassVar[Topic] = WEATHER
    rest: ClassVar[int] = 900
    die: int
    was: str
    weather: str
    is_wet: bool  # fords cost all MP for the rest of the day (T18.33)
    is_dark_dawn: bool = False  # the early turns count as night (T2.2)

    def sentence(self, scene: Scene) -> Text:
        """The weather turned from cloudy to snow (die 5)."""
        stayed = mark("The weather stayed {now} (die {die}).")
        turned = mark("The weather turned from {was} to {now} (die {die}).")
        change = stayed if self.weather == self.was else turned
        words = tell(change, was=say(self.was), now=say(self.weather), die=die(self.die))
        if self.is_wet:
            words += say(" Fords cost all MP until the day ends.")
        if self.is_dark_dawn:
            ends = numbers_of(scene.names.battle).weather.dawn_ends
            words += say(" The dawn is dark until {hour}:00.", hour=ends)
        return words

    def apply(self, state: GameState) -> None:
        """It applies at once."""
        state.sky = Sky(self.weather, state.sky.is_wet or self.is_wet, self.is_dark_dawn)


@dataclass(frozen=True, slots=True)
class DayBegan(Fact):
    """A new day of a campaign begins: the marks of the day before go off (N20.82, T18.33)."""

    rule: ClassVar[str] = "N4"
    topic: ClassVar[Topic] = WEATHER
    rest: ClassVar[int] = 500
    day: int  # of the month

    def sentence(self, _: Scene) -> Text:
        """A new day began, the 30th: swollen fords have gone down."""
        return tell(
            "A new day began, the {day}{ending}: swollen fords have gone down, and forced marches"
            " count anew.",
            day=self.day,
            ending=_ENDINGS.get(self.day, "th"),
        )

    def apply(self, state: GameState) -> None:
        """Fords are dry, nobody has marched."""
        state.sky = Sky(state.sky.weather)
        state.spirit = replace(state.spirit, forced_hours={})


@dataclass(frozen=True, slots=True)
class ChitPlaced(Fact):
    """A chit went into a cup (N4.44)."""

    rule: ClassVar[str] = "N4.44"
    topic: ClassVar[Topic] = MARKERS
    keeps_derived: ClassVar[bool] = True
    cup: Side
    chit: FormationId

    def sentence(self, scene: Scene) -> Text:
        """The chit of V Cavalry Corps (Milhaud) went into the French cup."""
        chit, cup = scene.names.formation(self.chit), cup_words(self.cup, scene.names)
        return tell("The chit of {chit} went into {cup}.", chit=chit, cup=cup)

    def apply(self, state: GameState) -> None:
        """Put it in."""
        cups = state.chits.cups
        cups = {**cups, self.cup: (*cups.get(self.cup, ()), self.chit)}
        state.chits = replace(state.chits, cups=cups)


@dataclass(frozen=True, slots=True)
class CupChosen(Fact):
    """The die said whose cup is drawn from next (N4.41)."""

    rule: ClassVar[str] = "N4.41"
    topic: ClassVar[Topic] = CHITS
    keeps_derived: ClassVar[bool] = True
    cup: Side
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Die 5: the next chit comes from the French cup."""
        cup = cup_words(self.cup, scene.names)
        return tell("Die {die}: the next chit comes from {cup}.", die=die(self.die), cup=cup)

    def heading(self) -> Heading:
        """A draw begins with its die."""
        return Heading(leads=True)

    def apply(self, state: GameState) -> None:
        """The next chit comes from this cup."""
        state.chits = replace(state.chits, cup_in_turn=self.cup)


@dataclass(frozen=True, slots=True)
class ChitDrawn(Fact):
    """A chit was drawn (N4.4)."""

    rule: ClassVar[str] = "N4.4"
    reveals: ClassVar[bool] = True
    topic: ClassVar[Topic] = CHITS
    rest: ClassVar[int] = 800
    keeps_derived: ClassVar[bool] = True
    cup: Side
    chit: FormationId

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) was drawn from the French cup."""
        chit, cup = scene.names.formation(self.chit), cup_words(self.cup, scene.names)
        return tell("{chit} was drawn from {cup}.", chit=chit, cup=cup)

    def heading(self) -> Heading:
        """A draw begins."""
        return Heading()

    def apply(self, state: GameState) -> None:
        """Take it out and lay it open."""
        chits = state.chits
        cup = list(chits.cups[self.cup])
        cup.remove(self.chit if self.chit in cup else HIDDEN)
        state.chits = replace(
            chits,
            cups={**chits.cups, self.cup: tuple(cup)},
            cup_in_turn=None,
            drawn=(*chits.drawn, self.chit),
        )


@dataclass(frozen=True, slots=True)
class ChitDiscarded(Fact, Remark):
    """A drawn chit has no effect (N4.44)."""

    rule: ClassVar[str] = "N4.44"
    topic: ClassVar[Topic] = CHITS
    chit: FormationId
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The chit of VI Corps had no effect: no unit of it is left."""
        chit = scene.names.formation(self.chit)
        return tell("The chit of {chit} had no effect: {why}.", chit=chit, why=say(self.reason))


@dataclass(frozen=True, slots=True)
class InitialRolled(Fact):
    """Both sides rolled for the Initial Action; the higher total has it (N4.21)."""

    rule: ClassVar[str] = "N4.21"
    topic: ClassVar[Topic] = CHITS
    rest: ClassVar[int] = 900
    dice: tuple[tuple[Side, int], ...]
    totals: tuple[tuple[Side, int], ...]  # die and rating of the OC
    winner: Side | None  # None for a tie
    by_card: tuple[Side, ...] = ()  # who has one by a card, first player first (N4.24, N4.26)
    denied: tuple[Side, ...] = ()  # who may take none (N4.24)

    def sentence(self, scene: Scene) -> Text:
        """Initial Action: French 3 + 5 = 8 and Coalition 2 + 3 = 5: the French may act first."""
        totals, side_of = dict(self.totals), scene.names.side
        rolls = joined(
            tell("{side} {sum}", side=side_of(s), sum=sum_of(die(d), totals[s] - d, totals[s]))
            for s, d in self.dice
        )
        first = tell("Initial Action: {rolls}: nobody may act first.", rolls=rolls)
        if self.winner is not None:
            words = mark("Initial Action: {rolls}: the {side} may act first.")
            first = tell(words, rolls=rolls, side=side_of(self.winner))
        for side in self.by_card:
            first += say(" A card lets the {side} act too.", side=side_of(side))
        for side in self.denied:
            first += say(" The {side} start late and may not.", side=side_of(side))
        return first

    def apply(self, state: GameState) -> None:
        """The winner may take it, then who has one by a card."""
        entitled = self.by_card if self.winner is None else (self.winner, *self.by_card)
        state.chits = replace(
            state.chits, initiatives=tuple(side for side in entitled if side not in self.denied)
        )


@dataclass(frozen=True, slots=True)
class InitialGranted(Fact):
    """A side took its Initial Action, or let it go (N4.22)."""

    rule: ClassVar[str] = "N4.22"
    topic: ClassVar[Topic] = CHITS
    rest: ClassVar[int] = 500
    side: Side
    formation: FormationId | None  # that acts now; None: nobody does

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) took the Initial Action of the French."""
        side = scene.names.side(self.side)
        if self.formation is None:
            return tell("The {side} let their Initial Action go.", side=side)
        who = scene.names.formation(self.formation)
        return tell("{who} took the Initial Action of the {side}.", who=who, side=side)

    def apply(self, state: GameState) -> None:
        """It is used."""
        left = list(state.chits.initiatives)
        left.remove(self.side)
        state.chits = replace(state.chits, initiatives=tuple(left))


@dataclass(frozen=True, slots=True)
class CoordinationRolled(Fact, Remark):
    """A side rolled for a Coordinated Action (N4.31); if it has one, its chit is placed next."""

    rule: ClassVar[str] = "N4.31"
    topic: ClassVar[Topic] = CHITS
    rest: ClassVar[int] = 700
    side: Side
    die: int
    rating: int  # of its OC; 0 without one on the map
    has_action: bool

    def sentence(self, scene: Scene) -> Text:
        """Die 2 against rating 3: the French have a Coordinated Action this turn."""
        rolled = tell("Die {die} against rating {rating}", die=die(self.die), rating=self.rating)
        has = mark("{rolled}: the {side} have a Coordinated Action this turn.")
        none = mark("{rolled}: the {side} have no Coordinated Action this turn.")
        side = scene.names.side(self.side)
        return tell(has if self.has_action else none, rolled=rolled, side=side)


@dataclass(frozen=True, slots=True)
class FlagsCleared(Fact):
    """Marks of the last activation went off the units (N4.46)."""

    rule: ClassVar[str] = "N4.46"
    topic: ClassVar[Topic] = MARKERS
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]

    def sentence(self, _: Scene) -> Text:
        """Markers of the last activation came off 5 units."""
        return tell_count(
            "Markers of the last activation came off {n} unit.",
            "Markers of the last activation came off {n} units.",
            len(self.units),
        )

    def apply(self, state: GameState) -> None:
        """Units may move and fight again, and leave road column."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(
                replace(
                    old,
                    moved=False,
                    assaulted=False,
                    charged=False,
                    bombarded=None,
                    done=False,
                    column=False,
                    tail=None,
                    spent=0,
                )
            )


@dataclass(frozen=True, slots=True)
class ActivationBegan(Fact):
    """A formation acts (N4.5), or several as one body; they have acted this turn (N4.46)."""

    rule: ClassVar[str] = "N4.5"
    topic: ClassVar[Topic] = CHITS
    formation: FormationId
    side: Side
    had_contact: bool
    also: tuple[FormationId, ...] = ()  # in a Coordinated Action (N4.35)
    also_had_contact: tuple[FormationId, ...] = ()

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) began to act, in contact with the enemy."""
        who = joined(scene.names.formation(f) for f in (self.formation, *self.also))
        if self.had_contact:
            return tell("{who} began to act, in contact with the enemy.", who=who)
        return tell("{who} began to act, out of contact.", who=who)

    def heading(self) -> Heading:
        """Who acts; of several, the first."""
        return Heading(opens=False, formation=self.formation, side=self.side)

    def apply(self, state: GameState) -> None:
        """Begin the first segment; nobody has assaulted them since they act."""
        state.activation = Activation(
            self.formation,
            self.side,
            Segment.COMMAND,
            self.had_contact,
            also=self.also,
            also_had_contact=self.also_had_contact,
        )
        formations = state.activation.formations
        state.chits = replace(state.chits, acted=(*state.chits.acted, *formations))
        hit = tuple(hit for hit in state.assaults.hit if hit not in formations)  # N12.64
        state.assaults = replace(state.assaults, hit=hit)
        state.cards = replace(state.cards, tactics=())  # N23.7


@dataclass(frozen=True, slots=True)
class SegmentEnded(Fact):
    """A segment of the activation is over."""

    rule: ClassVar[str] = "N4.5"
    topic: ClassVar[Topic] = MARKERS
    keeps_derived: ClassVar[bool] = True
    segment: Segment
    then: Segment

    def sentence(self, _: Scene) -> Text:
        """The Movement Segment ended, the Bombardment Segment began."""
        before, after = segment_words(self.segment), segment_words(self.then)
        return tell("The {before} ended, the {after} began.", before=before, after=after)

    def apply(self, state: GameState) -> None:
        """Begin the next."""
        assert state.activation is not None
        state.activation = replace(state.activation, segment=self.then)


@dataclass(frozen=True, slots=True)
class ActivationEnded(Fact):
    """The formation's activation is over."""

    rule: ClassVar[str] = "N4.5"
    topic: ClassVar[Topic] = MARKERS
    shows: ClassVar[Shows] = Shows(units="rested")
    formation: FormationId
    rested: tuple[UnitId, ...] = ()  # pontoon trains that stayed where they were (T18.2)

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) finished acting."""
        return tell("{who} finished acting.", who=scene.names.formation(self.formation))

    def heading(self) -> Heading:
        """The part of the turn in which it acted is over."""
        return Heading(opens=False, closes=True)

    def apply(self, state: GameState) -> None:
        """No formation acts; rested trains may become bridges in the next activation."""
        state.activation = None
        state.cards = replace(state.cards, tactics=())  # N23.7
        for train in self.rested:
            state.put_unit(replace(state.units[train], rested=True))
