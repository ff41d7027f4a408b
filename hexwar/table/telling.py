"""A battle told when it is over, or so far: the walk over its events, and its story by turns.

A game says in a `Teller` of its own what it gathers from an event and what of it is worth a
sentence; the records are those of `table.aftermath`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import capital, say, tell
from hexwar.table.aftermath import (
    Aftermath,
    Chapter,
    Curve,
    Fight,
    Happening,
    March,
    Moment,
    Obedience,
    Passage,
    Toll,
)
from hexwar.table.dice import Throw
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.names import MapNames, Names
from hexwar.table.reports import ScoreLine
from hexwar.table.state import TableState
from hexwar.table.story import Section, Story
from hexwar.table.why import Why
from hexwar.text import Text

S = TypeVar("S", bound=TableState)

Whys = Callable[[int, int], tuple[Why, ...]]
"""Why computer players did what the events from one place to another tell, as readers may know."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event that the readers know of, with its place in the story."""

    at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Audience(Generic[S]):
    """For whom a game is told, and what they may know of it."""

    names: Names  # how everything is called
    readers: tuple[str, ...]  # sides whose secrets may be told, or an empty name for none
    eyes: Callable[[S], S]  # from a table to what they know of it
    whys: Whys = lambda _first, _end: ()


class Teller(ABC, Generic[S]):
    """Tells one game: walks its events once, with the table as it was before each."""

    notable: ClassVar[tuple[type[Event], ...]] = ()
    """Events that the story tells as the log does."""
    cards: ClassVar[tuple[type[Event], ...]] = ()
    """Events by which cards were seen to act."""
    verbs: ClassVar[Mapping[str, str]]
    """A fight in a sentence, by its kind: of {who}, {whom}, {verdict} and {losses}."""

    def __init__(self, audience: Audience[S]) -> None:
        self.names, self.eyes = audience.names, audience.eyes
        self.audience = audience
        self.story = Story(audience.names, audience.readers)

    def tell(
        self, table: S, events: Sequence[Event], is_wanted: Callable[[], bool] = lambda: True
    ) -> Aftermath | None:
        """The game told; None where nobody waits for it any more.

        Args:
            table: The table before the first event; it is played on.
            events: All that has happened.
            is_wanted: Whether anybody still waits for it.
        """
        self.story.follow(events)
        throws: list[Throw] = []
        moments: list[Moment] = []
        for at, event in enumerate(events):
            if not is_wanted():
                return None
            if self.begins_turn(table, event):
                moments.append(self._moment(self.eyes(table)))
            if self.story.is_told(at):
                throws += self.throws(table, event, at)
                self.see(table, events, at)
            event.happen(table)
        view = self.eyes(table)
        fights = tuple(self.fights(view))
        moments.append(self._moment(view))
        obedience = self.obedience()
        return Aftermath(
            battle=table.battle,
            turn=table.turn,
            outcome=table.outcome,
            readers=self.audience.readers,
            chapters=self._chapters(fights),
            moments=tuple(moments),
            vp=self._curves(moments),
            score=tuple(self.score(view)),
            tolls=tuple(self.tolls(view)),
            fights=fights,
            obedience=None if obedience is None else tuple(obedience),
            throws=tuple(throws),
            cards=tuple(self._cards()),
            marches=tuple(self.marches()),
        )

    # -- what a game gathers

    @abstractmethod
    def begins_turn(self, table: S, event: Event) -> bool:
        """Whether a turn begins with an event; the table is that before it."""

    @abstractmethod
    def see(self, table: S, events: Sequence[Event], at: int) -> None:
        """Take note of one of the events, which the readers know of; the table is before it."""

    @abstractmethod
    def throws(self, table: S, event: Event, at: int) -> Iterable[Throw]:
        """Each die that an event tells of."""

    @abstractmethod
    def fights(self, view: S) -> Sequence[Fight]:
        """The fights in their order, the one under way closed on the last view."""

    @abstractmethod
    def vp(self, view: S) -> Mapping[Side, int]:
        """What each side would score if the battle ended now."""

    @abstractmethod
    def score(self, view: S) -> Iterable[ScoreLine]:
        """Where the points come from."""

    @abstractmethod
    def tolls(self, view: S) -> Iterable[Toll]:
        """What each formation has lost."""

    @abstractmethod
    def marches(self) -> Iterable[March]:
        """How far units have gone, the farthest first."""

    def obedience(self) -> Iterable[Obedience] | None:
        """What became of written orders; None in a game without them."""
        return None

    # -- what a game has to say

    def openings(self, told: Sequence[Told]) -> Iterator[Text]:  # noqa: ARG002
        """What a passage begins with, such as who came and who marched."""
        return iter(())

    def asides(self, told: Sequence[Told]) -> Mapping[int, Text]:  # noqa: ARG002
        """More of a passage, by the place of the event that tells it."""
        return {}

    # -- the records

    def _moment(self, view: S) -> Moment:
        return Moment(view.turn, self.story.turn_title(view.turn), view.copy())

    def _curves(self, moments: Sequence[Moment]) -> tuple[Curve, ...]:
        scores = [self.vp(moment.state) for moment in moments]
        sides = self.names.battle.sides
        return tuple(Curve(side, tuple(score[side] for score in scores)) for side in sides)

    def _cards(self) -> Iterator[Happening]:
        for at, entry in enumerate(self.story.entries):
            if isinstance(entry.event, self.cards) and self.story.is_told(at):
                turn, side = self.story.section_of(at).turn, getattr(entry.event, "side", None)
                yield Happening(turn, side and Side(side), self.story.text(at))

    def _chapters(self, fights: Sequence[Fight]) -> tuple[Chapter, ...]:
        """The story by turns, as its readers know it."""
        story, found = self.story, dict[int, list[Passage]]()
        ends = [*(section.first for section in story.sections[1:]), len(story.entries)]
        for section, end in zip(story.sections, ends, strict=True):
            mine = [fight for fight in fights if section.first <= fight.event < end]
            passage = self._passage(section, end, mine)
            found.setdefault(section.turn, [])
            if passage.sentences:
                found[section.turn].append(passage)
        return tuple(
            Chapter(turn, story.turn_title(turn), tuple(passages))
            for turn, passages in found.items()
            if passages or turn
        )

    def _passage(self, section: Section, end: int, fights: Sequence[Fight]) -> Passage:
        """A section in sentences: what it begins with, then fights and what else happened."""
        story = self.story
        places = [at for at in range(section.first, end) if story.is_told(at)]
        told = [Told(at, story.entries[at].event) for at in places]
        later = {fight.event: fight_words(self.names, fight, self.verbs) for fight in fights}
        for one in told:
            if isinstance(one.event, self.notable):
                later[one.at] = story.text(one.at)
        later |= self.asides(told)
        sentences = (*self.openings(told), *(later[at] for at in sorted(later)))
        whys = self.audience.whys(section.first, end)
        return Passage(story.title(section).plain, sentences, section.side, whys)


# -- in words


def fight_words(names: Names, fight: Fight, verbs: Mapping[str, str]) -> Text:
    """A fight in one sentence, with what it cost."""
    lost = [(side, sp) for side, sp in fight.lost.items() if sp]
    parts = [say("the {side} lost {n} SP", side=names.side(side), n=sp) for side, sp in lost]
    losses = say("; {losses}", losses=say(" and ").join(parts)) if parts else ""
    whom = names.spot(fight.spot)
    if fight.defenders:
        whom = tell("{who} in {hex}", who=names.units(fight.defenders), hex=whom)
    told = {"who": names.units(fight.attackers), "whom": whom}
    return capital(tell(verbs[fight.kind], **told, verdict=fight.verdict, losses=losses))


def arrival_words(names: MapNames, entered: Iterable[tuple[UnitId, Hex]]) -> Iterator[Text]:
    """Who entered the map, a sentence for each place."""
    places: dict[Hex, list[UnitId]] = defaultdict(list)
    for unit, hex_ in entered:
        places[hex_].append(unit)
    for hex_, units in places.items():
        who = names.units(units)
        yield capital(tell("{who} entered the map in {hex}.", who=who, hex=names.hex(hex_)))


Ways = Mapping[tuple[Hex, Hex], Sequence[UnitId]]
"""Who went from which hex to which."""


def ranked_ways(
    names: MapNames, moves: Iterable[tuple[Iterable[UnitId], Sequence[Hex]]]
) -> tuple[Ways, Sequence[tuple[Hex, Hex]]]:
    """Where units went over all their moves, and these ways by strength: the strongest first.

    No ways where nobody with any SP has moved: that wagons roll need not be told.
    """
    starts: dict[UnitId, Hex] = {}
    ends: dict[UnitId, Hex] = {}
    for units, path in moves:
        for unit in units:
            starts.setdefault(unit, path[0])
            ends[unit] = path[-1]
    ways: dict[tuple[Hex, Hex], list[UnitId]] = defaultdict(list)
    for unit, end in ends.items():
        if starts[unit] != end:
            ways[starts[unit], end].append(unit)
    cards = names.battle.units
    strength = {way: sum(cards[unit].sp for unit in units) for way, units in ways.items()}
    if not any(strength.values()):
        return {}, ()
    return ways, sorted(ways, key=lambda way: -strength[way])


# -- what is added up over a whole game


class Casualties:
    """What each unit has lost to what, and what came back, SP."""

    def __init__(self) -> None:
        self._lost: dict[UnitId, Counter[str]] = defaultdict(Counter)
        self._back: Counter[UnitId] = Counter()

    def lose(self, unit: UnitId, cause: str, sp: int) -> None:
        """Note SP that a unit has lost; the cause is marked for the catalogue."""
        self._lost[unit][cause] += sp

    def regain(self, unit: UnitId, sp: int) -> None:
        """Note SP that came back."""
        self._back[unit] += sp

    def tolls(
        self,
        names: MapNames,
        formation_of: Callable[[UnitId], FormationId],
        start_of: Callable[[FormationId], int],
    ) -> Iterator[Toll]:
        """The losses of each formation that has come into play, in the order of battle.

        Args:
            names: How formations are called.
            formation_of: For which formation a unit counts.
            start_of: The SP with which a formation came into the battle; 0 for one that has not.
        """
        causes: dict[FormationId, Counter[str]] = defaultdict(Counter)
        back: Counter[FormationId] = Counter()
        for unit, lost in self._lost.items():
            causes[formation_of(unit)] += lost
        for unit, sp in self._back.items():
            back[formation_of(unit)] += sp
        for card in names.battle.formations.values():
            start = start_of(card.id)
            if start:
                name = names.formation(card.id).plain
                yield Toll(card.id, name, card.side, start, causes[card.id], back[card.id])


class Marches:
    """How far each unit has gone by its own moves."""

    def __init__(self) -> None:
        self._hexes: dict[UnitId, Counter[int]] = defaultdict(Counter)  # by turn

    def note(self, turn: int, units: Iterable[UnitId], path: Sequence[Hex]) -> None:
        """Note a move."""
        for unit in units:
            self._hexes[unit][turn] += len(path) - 1

    def longest(self, names: MapNames) -> Iterator[March]:
        """Every unit that has gone anywhere, the farthest first."""
        battle, found = names.battle, []
        for unit, turns in self._hexes.items():
            card = battle.units[unit]
            turn, most = max(turns.items(), key=lambda pair: (pair[1], -pair[0]))
            formation = names.formation(card.formation).plain
            if most:
                found.append(March(card.name, formation, card.side, turns.total(), most, turn))
        return iter(sorted(found, key=lambda march: (-march.hexes, -march.longest, march.name)))


@dataclass(frozen=True, slots=True)
class LossCurve:
    """The losses of one formation."""

    formation: FormationId
    lost: tuple[int, ...]  # SP: before the first turn, at the end of each turn, and now


class LossCount:
    """What each unit counts as lost over the turns of a game."""

    def __init__(self) -> None:
        self._now: dict[UnitId, int] = {}
        self._turns: list[dict[UnitId, int]] = []

    def turn(self) -> None:
        """A turn begins."""
        self._turns.append(self._now.copy())

    def note(self, lost: Mapping[UnitId, int]) -> None:
        """Note what some units count as lost from now on, SP."""
        self._now |= lost

    def curves(
        self, order: Iterable[FormationId], formation_of: Callable[[UnitId], FormationId]
    ) -> tuple[LossCurve, ...]:
        """The losses of every formation that ever lost something, in the order given."""
        turns, sums = [*self._turns, self._now], dict[FormationId, list[int]]()
        for place, turn in enumerate(turns):
            for unit, sp in turn.items():
                sums.setdefault(formation_of(unit), [0] * len(turns))[place] += sp
        return tuple(LossCurve(one, tuple(sums[one])) for one in order if one in sums)
