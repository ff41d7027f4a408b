"""Chits and activations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.messages import joined, mark, say, tell, tell_count
from hexwar.systems.nlc.state import HIDDEN, GameState
from hexwar.systems.nlc.words import CHITS, cup_words, segment_words
from hexwar.table.fact import MARKERS, Fact, Heading, Scene, Shows, Topic
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Activation, Segment
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class ChitPlaced(Fact):
    """A chit went into a cup (N4.44)."""

    rule: ClassVar[str] = "N4.44"
    topic: ClassVar[Topic] = MARKERS
    cup: Side
    chit: FormationId

    def sentence(self, scene: Scene) -> Text:
        """The chit of V Cavalry Corps (Milhaud) went into the French cup."""
        chit, cup = scene.names.formation(self.chit), cup_words(self.cup, scene.names)
        return tell("The chit of {chit} went into {cup}.", chit=chit, cup=cup)

    def apply(self, state: GameState) -> None:
        """Put it in."""
        state.chits = replace(
            state.chits,
            cups={**state.chits.cups, self.cup: (*state.chits.cups.get(self.cup, ()), self.chit)},
        )


@dataclass(frozen=True, slots=True)
class CupChosen(Fact):
    """The die said whose cup is drawn from next (N4.41)."""

    rule: ClassVar[str] = "N4.41"
    topic: ClassVar[Topic] = CHITS
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
        cup = list(state.chits.cups[self.cup])
        cup.remove(self.chit if self.chit in cup else HIDDEN)
        state.chits = replace(state.chits, cups={**state.chits.cups, self.cup: tuple(cup)})
        state.chits = replace(state.chits, cup_in_turn=None)
        state.chits = replace(state.chits, drawn=(*state.chits.drawn, self.chit))


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
        return tell("The chit of {chit} had no effect: {why}.", chit=chit, why=self.reason)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


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

    def apply(self, state: GameState) -> None:
        """The chit follows."""


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
        state.assaults = replace(
            state.assaults, hit=tuple(hit for hit in state.assaults.hit if hit not in formations)
        )  # N12.64
        state.cards = replace(state.cards, tactics=())  # N23.7


@dataclass(frozen=True, slots=True)
class SegmentEnded(Fact):
    """A segment of the activation is over."""

    rule: ClassVar[str] = "N4.5"
    topic: ClassVar[Topic] = MARKERS
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
