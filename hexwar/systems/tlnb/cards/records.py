"""The table of a game of cards: the course of the battle, the forces due, and the state (T24.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from hexwar.cards.readings import Allowance
from hexwar.cards.records import CardId, CardsInPlay, Stock
from hexwar.engine.records import CHAPTER, FLEETING, OPEN, PRINTED, copied, seen_by
from hexwar.messages import mark
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side


class Step(StrEnum):
    """Where in a player-turn the game is (T24.2)."""

    CARDS = mark("card segment")
    ENTRY = mark("reinforcement segment")
    COMBAT = mark("combat phase")


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat that the map tells of."""

    id: str
    facts: Mapping[Side, frozenset[str]]  # what holds for each side, as readings ask for it
    strength: Mapping[Side, int] = field(default_factory=dict)  # SP of chargers, counter-chargers
    is_charge: bool = False
    named: frozenset[str] = frozenset()  # leaders with the attackers, the formation attacked

    def holds(self, side: Side, fact: str) -> bool:
        """Whether something holds for a side."""
        return fact in self.facts.get(side, frozenset())


@dataclass(frozen=True, slots=True)
class Hour:
    """A turn, as the map tells it."""

    day: int
    kind: TurnKind = TurnKind.DAY
    facts: frozenset[str] = frozenset()  # weather, bridges
    named: Mapping[Side, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    # for each side what its cards can name, by kind
    combats: Mapping[Side, tuple[Combat, ...]] = field(default_factory=dict)
    # by the phasing side, in the order in which they are fought

    @property
    def is_night(self) -> bool:
        """Whether no cards are drawn or played (18.34)."""
        return self.kind is not TurnKind.DAY


@dataclass(frozen=True, slots=True)
class Change:
    """What a card did to a force (18.73); a card of None: its player kept it waiting."""

    card: CardId | None
    side: Side  # who played it
    at: int  # the turn on which
    die: int = 0
    turn: int | None = None  # on which the force is due from now on; None: never
    entry: str = ""  # where it enters from now on


@dataclass(frozen=True, slots=True)
class Force:
    """A force of the reinforcement schedule, with all that befell it."""

    id: str
    side: Side
    formation: str
    turn: int | None  # on which it is due; None: an alternate group that nobody called, or never
    entry: str
    is_alternate: bool = False
    has_entered: bool = False
    history: tuple[Change, ...] = ()  # in the order in which the cards were played

    @property
    def is_due(self) -> bool:
        """Whether it is still to come."""
        return self.turn is not None and not self.has_entered

    def changed(self, change: Change) -> Force:
        """The force once a card has acted on it."""
        return replace(self, turn=change.turn, entry=change.entry, history=(*self.history, change))


@dataclass(frozen=True, slots=True)
class Course:
    """All that a game of cards is told of its battle."""

    sides: tuple[Side, Side]  # the first player first
    stocks: Mapping[Side, Stock]
    hours: tuple[Hour, ...]
    forces: tuple[Force, ...] = ()
    routes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # other roads of an entry hex: of its edge of the map, or else the first of the next edge
    is_one_day: bool = False  # the battle ends with its first day, unless a card says otherwise

    def enemy(self, side: Side) -> Side:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]


@dataclass(slots=True)
class StormState:
    """A game of cards under way. What a `GameState` has too has the same name here."""

    course: Course = field(metadata=PRINTED)
    turn: int = field(default=1, metadata=OPEN)
    player: int = field(default=0, metadata=OPEN)  # whose player-turn: 0 for the first player
    step: Step = field(default=Step.CARDS, metadata=OPEN)
    cards: CardsInPlay = field(default_factory=CardsInPlay, metadata=CHAPTER)
    allowances: dict[Side, Allowance] = field(default_factory=dict, metadata=OPEN)
    # of the player-turn (18.4)
    dealt: tuple[Side, ...] = field(default=(), metadata=OPEN)  # who has drawn bonus cards (18.32)
    owed: dict[Side, int] = field(default_factory=dict, metadata=OPEN)
    # Tactics cards played since a side's last draw (18.33)
    forces: tuple[Force, ...] = field(default=(), metadata=OPEN)
    is_over: bool = field(default=False, metadata=OPEN)
    cache: dict[str, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata=FLEETING
    )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.is_over

    @property
    def hour(self) -> Hour:
        """This turn."""
        return self.course.hours[self.turn - 1]

    @property
    def phasing(self) -> Side:
        """Whose player-turn it is."""
        return self.course.sides[self.player]

    def force(self, id_: str) -> Force:
        """A force by its id."""
        return next(force for force in self.forces if force.id == id_)

    def put_force(self, force: Force) -> None:
        """Replace a line of the schedule; for events only."""
        self.forces = tuple(force if old.id == force.id else old for old in self.forces)

    def forget(self) -> None:
        """Drop what was worked out and kept."""
        self.cache.clear()

    def copy(self) -> StormState:
        """An independent state that shares the frozen records."""
        return copied(self)


class Reader(NamedTuple):
    """Who looks at a game of cards."""

    side: Side
    is_over: bool = False

    @property
    def key(self) -> Side:
        """What he sees hangs on his side."""
        return self.side


def view(state: StormState, side: Side) -> StormState:
    """What a side may know: the enemy's hand and both decks' order lie face down (18.22)."""
    return seen_by(state, Reader(side))
