"""Turns, phases, weather, dice and points; chits and activations (N4, N18, N22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, Final

from hexwar.engine import Fits, Remark
from hexwar.engine.records import changed, without
from hexwar.hexes import Hex
from hexwar.messages import joined, mark, say, tell
from hexwar.series.battle import SourceChange
from hexwar.systems.nlc.state import HIDDEN, Chits, GameState
from hexwar.systems.nlc.words import (
    CHITS,
    WEATHER,
    cup_words,
    phase_words,
    segment_words,
    vp_words,
)
from hexwar.table import weather_facts
from hexwar.table.battle import TurnKind
from hexwar.table.fact import (
    DICE,
    MARKERS,
    VICTORY,
    Fact,
    Heading,
    Scene,
    Shows,
    Sound,
)
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.hiding import Belief, without_pieces, won
from hexwar.table.names import when_words
from hexwar.table.pieces import Activation, Outcome, Phase, Segment
from hexwar.table.state import Sky, place_of
from hexwar.text import Text, die, sum_of

_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_KINDS = frozenset(kind.value for kind in TurnKind)


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact, rule="N4", topic=MARKERS, rest=500, is_open=True):
    """The turn marker stands on a new space."""

    turn: int
    kind: Annotated[str, Fits(_KINDS.__contains__)]

    def sentence(self, scene: Scene) -> Text:
        """Turn 3 began: 14:00, day."""
        when = when_words(scene.names.battle, self.turn)
        words = mark("Turn {turn} began: {when}.") if when else mark("Turn {turn} began.")
        return self.told(scene, words, when=when)

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
class PhaseBegan(Fact, rule="N4", topic=MARKERS, is_open=True):
    """A phase of the turn began."""

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
class TurnEnded(Fact, rule="N4.71", topic=MARKERS, is_open=True):
    """The Turn End Phase is over: markers of the turn go off (N4.46, N4.71)."""

    words = mark("Turn {turn} ended.")
    turn: int

    def apply(self, state: GameState) -> None:
        """Leaders may move again; nobody has been assaulted this turn."""
        for leader in list(state.leaders.values()):
            if leader.moved:
                state.put_leader(leader.ready())
        for unit in list(state.units.values()):
            if unit.attacked:
                state.put_unit(replace(unit, attacked=False))


@dataclass(frozen=True, slots=True)
class GameEnded(Fact, rule="N4.9", topic=VICTORY, opens=True, is_open=True):
    """The game is decided (N4.9, N22)."""

    winner: Side | None
    level: str
    vp: tuple[tuple[Side, int], ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The game ended: French, marginal victory (French 9 VP and Coalition 4 VP; points)."""
        draw = mark("The game ended in a draw ({score}; {reason}).")
        won = mark("The game ended: {winner}, {level} victory ({score}; {reason}).")
        score = joined(f"{scene.names.side(side)} {vp_words(vp)}" for side, vp in self.vp)
        return self.told(scene, draw if self.winner is None else won, score=score)

    def apply(self, state: GameState) -> None:
        """Keep the outcome; nothing follows."""
        state.outcome = Outcome(self.winner, self.level, self.vp, self.reason)


@dataclass(frozen=True, slots=True)
class DieRolled(Fact, Remark, rule="N4.27", topic=DICE, rest=700, sound=Sound.DICE, is_open=True):
    """A die that no other event shows."""

    purpose: str
    die: int
    modifiers: int
    total: int

    def sentence(self, scene: Scene) -> Text:
        """Die for capture of Blücher: 4."""
        thrown = sum_of(die(self.die), self.modifiers, self.total)
        return self.told(scene, mark("Die for {purpose}: {thrown}."), thrown=thrown)


@dataclass(frozen=True, slots=True)
class HexControlled(
    Fact, rule="N22.2", topic=VICTORY, rest=250, shows=Shows(spots="hex"), is_open=True
):
    """A side was the last in a victory hex or supply source (N22.2)."""

    words = mark("The {side} took control of {hex}.")
    hex: Hex
    side: Side
    unit: UnitId | None = None  # of several the strongest; old saves do not tell

    def apply(self, state: GameState) -> None:
        """Change the control; the unit must be able to hold it in the end.

        The enemy does not know what a unit has won that he does not see (N20.2).
        """
        holding = state.holding
        held, belief = holding.control.get(self.hex), None
        if held is not None and held != self.side:
            belief = Belief(held, holding.last_in.get(self.hex), self.unit)
        state.hiding = won(state.hiding, self.hex, self.unit, belief)
        state.holding = holding.of(self.hex, self.side, self.unit)


@dataclass(frozen=True, slots=True)
class HexPassed(Fact, rule="N22.2", topic=MARKERS, is_open=True):
    """Another unit of the side that has a victory hex or supply source was in it (N22.2)."""

    words = mark("{hex} now hangs on {unit}.")
    hex: Hex
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """The hex now hangs on this unit."""
        gains = state.hiding.gains
        if self.hex in gains and self.unit not in state.hiding.unseen:
            state.hiding = replace(state.hiding, gains=without(dict(gains), self.hex))
        last_in = {**state.holding.last_in, self.hex: self.unit}
        state.holding = replace(state.holding, last_in=last_in)


@dataclass(frozen=True, slots=True)
class VpScored(Fact, Remark, rule="N22", topic=VICTORY, is_open=True):
    """A line of the final score (N22)."""

    side: Side
    delta: int
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """The French scored 4 VP: holds Brienne-le-Château (0913)."""
        won = mark("The {side} scored {vp} VP: {reason}.")
        lost = mark("The {side} lost {vp} VP: {reason}.")
        return self.told(scene, won if self.delta >= 0 else lost, vp=abs(self.delta))


@dataclass(frozen=True, slots=True)
class RallyEnded(Fact, rule="N13.6", topic=MARKERS, is_open=True):
    """A side has tried to rally all it may this turn (N13.6)."""

    words = mark("The {side} finished rallying.")
    side: Side

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to rally."""
        state.rallied = (*state.rallied, self.side)


@dataclass(frozen=True, slots=True)
class CommandMoved(Fact, rule="N4.71", topic=MARKERS, is_open=True):
    """A side has moved its OC and HQ this Turn End (N4.71)."""

    words = mark("The {side} finished moving commander and HQ.")
    side: Side

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to move its command."""
        state.commanded = (*state.commanded, self.side)


@dataclass(frozen=True, slots=True)
class WeatherRolled(weather_facts.WeatherRolled, rule="N18.1", topic=WEATHER, is_open=True):
    """The weather was rolled for (N18.1); dawns were dark before that was left to the series."""


@dataclass(frozen=True, slots=True)
class DayBegan(Fact, rule="N4", topic=WEATHER, rest=500, is_open=True):
    """A new day of a campaign begins: the marks of the day before go off (N20.82, T18.33)."""

    day: int  # of the month

    def sentence(self, scene: Scene) -> Text:
        """A new day began, the 30th: swollen fords have gone down."""
        words = mark(
            "A new day began, the {day}{ending}: swollen fords have gone down, and forced marches"
            " count anew."
        )
        return self.told(scene, words, ending=_ENDINGS.get(self.day, "th"))

    def apply(self, state: GameState) -> None:
        """Fords are dry, nobody has marched."""
        state.sky = Sky(state.sky.weather)
        state.spirit = replace(state.spirit, forced_hours={})


@dataclass(frozen=True, slots=True)
class ChitPlaced(Fact, rule="N4.44", topic=MARKERS, keeps_derived=True, is_open=True):
    """A chit went into a cup (N4.44)."""

    cup: Side
    chit: FormationId

    def sentence(self, scene: Scene) -> Text:
        """The chit of V Cavalry Corps (Milhaud) went into the French cup."""
        cup = cup_words(self.cup, scene.on_map)
        return self.told(scene, mark("The chit of {chit} went into {cup}."), cup=cup)

    def apply(self, state: GameState) -> None:
        """Put it in."""
        cups = state.chits.cups
        cups = {**cups, self.cup: (*cups.get(self.cup, ()), self.chit)}
        state.chits = replace(state.chits, cups=cups)


@dataclass(frozen=True, slots=True)
class CupChosen(Fact, rule="N4.41", topic=CHITS, keeps_derived=True, is_open=True):
    """The die said whose cup is drawn from next (N4.41)."""

    cup: Side
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Die 5: the next chit comes from the French cup."""
        cup = cup_words(self.cup, scene.on_map)
        return self.told(scene, mark("Die {die}: the next chit comes from {cup}."), cup=cup)

    def heading(self) -> Heading:
        """A draw begins with its die."""
        return Heading(leads=True)

    def apply(self, state: GameState) -> None:
        """The next chit comes from this cup."""
        state.chits = replace(state.chits, cup_in_turn=self.cup)


@dataclass(frozen=True, slots=True)
class CoverDrawn(Fact, rule="N4.41", topic=CHITS, keeps_derived=True, is_open=True):
    """A cover marker said whose cup is drawn from next (N4.41)."""

    cup: Side

    def sentence(self, scene: Scene) -> Text:
        """A French cover marker: the next chit comes from the French cup."""
        cup, name = cup_words(self.cup, scene.on_map), scene.names.side(self.cup)
        words = mark("A cover marker, {name}: the next chit comes from {cup}.")
        return self.told(scene, words, cup=cup, name=name)

    def heading(self) -> Heading:
        """A draw begins with its marker."""
        return Heading(leads=True)

    def apply(self, state: GameState) -> None:
        """The next chit comes from this cup."""
        state.chits = replace(state.chits, cup_in_turn=self.cup)


@dataclass(frozen=True, slots=True)
class ChitDrawn(
    Fact,
    rule="N4.4",
    topic=CHITS,
    rest=800,
    reveals=True,
    keeps_derived=True,
    sound=Sound.CUP,
    is_open=True,
):
    """A chit was drawn (N4.4)."""

    cup: Side
    chit: FormationId

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) was drawn from the French cup."""
        cup = cup_words(self.cup, scene.on_map)
        return self.told(scene, mark("{chit} was drawn from {cup}."), cup=cup)

    def heading(self) -> Heading:
        """A draw begins."""
        return Heading()

    def apply(self, state: GameState) -> None:
        """Take it out and lay it open."""
        chits = state.chits
        cup = list(chits.cups[self.cup])
        cup.remove(self.chit if self.chit in cup else HIDDEN)
        cups, drawn = {**chits.cups, self.cup: tuple(cup)}, (*chits.drawn, self.chit)
        state.chits = replace(chits, cups=cups, cup_in_turn=None, drawn=drawn)
        if state.battle.draws_beforehand:
            state.chits = replace(state.chits, waiting=(*chits.waiting, self.chit))


@dataclass(frozen=True, slots=True)
class ChitPlayed(Fact, rule="N26.2", topic=CHITS, rest=500, is_open=True):
    """A chit that was drawn beforehand has its turn (N26.2)."""

    words = mark("The chit of {chit} is played.")
    chit: FormationId

    def heading(self) -> Heading:
        """Those whose chit it is act, or it has no effect."""
        return Heading(leads=True)

    def apply(self, state: GameState) -> None:
        """It waits no more."""
        left = tuple(chit for chit in state.chits.waiting if chit != self.chit)
        state.chits = replace(state.chits, waiting=left)


@dataclass(frozen=True, slots=True)
class ChitDiscarded(Fact, Remark, rule="N4.44", topic=CHITS, is_open=True):
    """A drawn chit has no effect (N4.44)."""

    words = mark("The chit of {chit} had no effect: {reason}.")
    chit: FormationId
    reason: str


Dice = tuple[tuple[Side, int], ...]
"""A die, or a total, of each side."""


def _rolls(dice: Dice, totals: Dice, scene: Scene) -> Text:
    """French 3 + 5 = 8 and Coalition 2 + 3 = 5."""
    of, name = dict(totals), scene.names.side
    rolled = ((side, pips, of.get(side, pips)) for side, pips in dice)
    sums = ((side, sum_of(die(pips), total - pips, total)) for side, pips, total in rolled)
    return joined(tell("{side} {sum}", side=name(side), sum=total) for side, total in sums)


@dataclass(frozen=True, slots=True)
class InitialRolled(Fact, rule="N4.21", topic=CHITS, rest=900, sound=Sound.DICE, is_open=True):
    """Both sides rolled for the Initial Action; the higher total has it (N4.21)."""

    dice: Dice
    totals: Dice  # die and rating of the OC
    winner: Side | None  # None for a tie
    by_card: tuple[Side, ...] = ()  # who has one by a card, first player first (N4.24, N4.26)
    denied: tuple[Side, ...] = ()  # who may take none (N4.24)

    def sentence(self, scene: Scene) -> Text:
        """Initial Action: French 3 + 5 = 8 and Coalition 2 + 3 = 5: the French may act first."""
        rolls, side_of = _rolls(self.dice, self.totals, scene), scene.names.side
        nobody = mark("Initial Action: {rolls}: nobody may act first.")
        one = mark("Initial Action: {rolls}: the {winner} may act first.")
        first = self.told(scene, nobody if self.winner is None else one, rolls=rolls)
        for side in self.by_card:
            first += say(" A card lets the {side} act too.", side=side_of(side))
        for side in self.denied:
            first += say(" The {side} start late and may not.", side=side_of(side))
        return first

    def apply(self, state: GameState) -> None:
        """The winner may take it, then who has one by a card."""
        entitled = self.by_card if self.winner is None else (self.winner, *self.by_card)
        allowed = tuple(side for side in entitled if side not in self.denied)
        state.chits = replace(state.chits, initiatives=allowed)


@dataclass(frozen=True, slots=True)
class FirstSideRolled(Fact, rule="N26.1", topic=CHITS, rest=900, is_open=True):
    """Both sides rolled for who acts first with all formations of the basic game (N26.1)."""

    dice: Dice
    totals: Dice  # die and rating of the OC
    order: Annotated[tuple[Side, ...], Fits(bool)]  # who acts first, and who then

    def sentence(self, scene: Scene) -> Text:
        """French 3 + 5 = 8 and Coalition 2 + 3 = 5: the French act first."""
        words = mark("{rolls}: the {first} act first with all their formations.")
        rolls, first = _rolls(self.dice, self.totals, scene), scene.names.side(self.order[0])
        return self.told(scene, words, rolls=rolls, first=first)

    def heading(self) -> Heading:
        """The actions of the turn begin."""
        return Heading()

    def apply(self, state: GameState) -> None:
        """Nobody has acted."""
        state.chits = replace(state.chits, to_act=self.order)


@dataclass(frozen=True, slots=True)
class SideActed(Fact, rule="N26.1", topic=CHITS, rest=400, is_open=True):
    """A side is through with its formations for this turn of the basic game (N26.1)."""

    words = mark("The {side} have acted.")
    side: Side

    def apply(self, state: GameState) -> None:
        """The other side acts, or the turn goes on."""
        left = tuple(side for side in state.chits.to_act or () if side != self.side)
        state.chits = replace(state.chits, to_act=left)


@dataclass(frozen=True, slots=True)
class InitialGranted(Fact, rule="N4.22", topic=CHITS, rest=500, is_open=True):
    """A side took its Initial Action, or let it go (N4.22)."""

    side: Side
    formation: FormationId | None  # that acts now; None: nobody does

    def sentence(self, scene: Scene) -> Text:
        """V Cavalry Corps (Milhaud) took the Initial Action of the French."""
        if self.formation is None:
            return self.told(scene, mark("The {side} let their Initial Action go."))
        return self.told(scene, mark("{formation} took the Initial Action of the {side}."))

    def apply(self, state: GameState) -> None:
        """It is used."""
        left = list(state.chits.initiatives)
        left.remove(self.side)
        state.chits = replace(state.chits, initiatives=tuple(left))


@dataclass(frozen=True, slots=True)
class CoordinationRolled(
    Fact, Remark, rule="N4.31", topic=CHITS, rest=700, sound=Sound.DICE, is_open=True
):
    """A side rolled for a Coordinated Action (N4.31); if it has one, its chit is placed next."""

    side: Side
    die: int
    rating: int  # of its OC; 0 without one on the map
    has_action: bool

    def sentence(self, scene: Scene) -> Text:
        """Die 2 against rating 3: the French have a Coordinated Action this turn."""
        has = mark("{rolled}: the {side} have a Coordinated Action this turn.")
        none = mark("{rolled}: the {side} have no Coordinated Action this turn.")
        rolled = self.told(scene, mark("Die {die} against rating {rating}"))
        return self.told(scene, has if self.has_action else none, rolled=rolled)


_FRESH: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "moved": False,
        "assaulted": False,
        "charged": False,
        "bombarded": None,
        "done": False,
        "column": False,
        "tail": None,
        "spent": 0,
    }
)
"""What a unit has not done yet, and that it is out of road column."""


@dataclass(frozen=True, slots=True)
class FlagsCleared(Fact, rule="N4.46", topic=MARKERS, shows=Shows(units="units"), is_open=True):
    """Marks of the last activation went off the units (N4.46)."""

    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Markers of the last activation came off 5 units."""
        one = mark("Markers of the last activation came off {n} unit.")
        many = mark("Markers of the last activation came off {n} units.")
        return self.counted(scene, one, many, len(self.units))

    def apply(self, state: GameState) -> None:
        """Units may move and fight again, and leave road column."""
        for unit in self.units:
            old = state.units[unit]
            fresh = changed(old, **_FRESH)
            if fresh != old:
                state.put_unit(fresh)


@dataclass(frozen=True, slots=True)
class ActivationBegan(Fact, rule="N4.5", topic=CHITS, is_open=True):
    """A formation acts (N4.5), or several as one body; they have acted this turn (N4.46)."""

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
        first, contact = self.formation, self.had_contact
        began = Activation(
            first, self.side, Segment.COMMAND, contact, self.also, self.also_had_contact
        )
        state.activation, formations = began, began.formations
        state.chits = replace(state.chits, acted=(*state.chits.acted, *formations))
        hit = tuple(hit for hit in state.assaults.hit if hit not in formations)  # N12.64
        if hit != state.assaults.hit:
            state.assaults = replace(state.assaults, hit=hit)
        if state.cards.tactics:
            state.cards = replace(state.cards, tactics=())  # N23.7


@dataclass(frozen=True, slots=True)
class SegmentEnded(Fact, rule="N4.5", topic=MARKERS, keeps_derived=True, is_open=True):
    """A segment of the activation is over."""

    segment: Segment
    then: Segment

    def sentence(self, _: Scene) -> Text:
        """The Movement Segment ended, the Bombardment Segment began."""
        before, after = segment_words(self.segment), segment_words(self.then)
        return tell("The {before} ended, the {after} began.", before=before, after=after)

    def apply(self, state: GameState) -> None:
        """Begin the next."""
        assert state.activation is not None
        state.activation = changed(state.activation, segment=self.then)


@dataclass(frozen=True, slots=True)
class ActivationEnded(Fact, rule="N4.5", topic=MARKERS, shows=Shows(units="rested"), is_open=True):
    """The formation's activation is over."""

    words = mark("{formation} finished acting.")
    formation: FormationId
    rested: tuple[UnitId, ...] = ()  # pontoon trains that stayed where they were (T18.2)

    def heading(self) -> Heading:
        """The part of the turn in which it acted is over."""
        return Heading(opens=False, closes=True)

    def apply(self, state: GameState) -> None:
        """No formation acts; rested trains may become bridges in the next activation.

        Who wanted to come onto the map unseen, and did not come, is not hidden (N20.41).
        """
        state.activation = None
        if state.hiding.lifted:
            waiting = [p for p in state.hiding.lifted if place_of(state, p) is None]
            state.hiding = without_pieces(state.hiding, waiting)
        if state.cards.tactics:
            state.cards = replace(state.cards, tactics=())  # N23.7
        for train in self.rested:
            state.put_unit(replace(state.units[train], rested=True))
