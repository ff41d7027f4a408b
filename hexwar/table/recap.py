"""What was done in each activation, in a line and deed by deed: the log for those in a hurry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexwar.engine import Event
from hexwar.messages import capital, joined, tell, tell_count
from hexwar.table.fact import CARDS, COMBAT, DICE, LEADERS, LOSSES, Fact, Scene, display_of
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.names import Names
from hexwar.table.spot import Spot
from hexwar.table.story import NOBODY, Entry, Section, Story
from hexwar.text import Text

_OF_FIGHTS = frozenset({COMBAT, LOSSES, DICE, LEADERS, CARDS})
_NAMED = 3  # places that a summary names; of more the number is told


@dataclass(frozen=True, slots=True)
class Deed:
    """What can be shown by itself: a move, or a fight with all that came of it."""

    first: int  # the index of its first event
    end: int  # behind its last event
    is_fight: bool = False
    spots: tuple[Spot, ...] = ()  # where it was done
    lost: Mapping[Side, int] = field(default_factory=dict)  # SP, in a fight


@dataclass(frozen=True, slots=True)
class Part:
    """What a formation did when it acted, or what happened in a phase."""

    first: int  # the index of its first event
    end: int  # behind its last event
    section: int  # of the story
    turn: int  # 0 before the first
    side: Side | None = None  # who acted; None in a phase of both
    formation: FormationId | None = None
    deeds: tuple[Deed, ...] = ()
    ends: tuple[Spot, ...] = ()  # where units marched to
    lost: Mapping[Side, int] = field(default_factory=dict)  # SP


class Recap:
    """The parts of a game, kept in step with its events; sentences are made when they are read.

    It knows no more than its readers may know (N3.4).
    """

    def __init__(self, names: Names) -> None:
        self.story = Story(names)
        self.parts: list[Part] = []

    def follow(self, events: Sequence[Event], readers: Sequence[str] = (NOBODY,)) -> None:
        """Tell these events to these readers from now on."""
        story = self.story
        is_same = tuple(readers) == story.readers
        story.readers = tuple(readers)
        stayed = story.follow(events)
        kept = story.entries[stayed - 1].section if is_same and stayed else 0
        while self.parts and self.parts[-1].section >= kept:
            self.parts.pop()
        firsts = [*(section.first for section in story.sections), len(story.entries)]
        for at in range(kept, len(story.sections)):
            part = _part(story, at, firsts[at], firsts[at + 1])
            if part is not None:
                self.parts.append(part)

    def others_since(self, side: Side) -> list[Part]:
        """What others have done since a side acted last; its own activation under way aside."""
        found: list[Part] = []
        for part in reversed(self.parts):
            if part.side == side and found:
                break
            if part.side is not None and part.side != side:
                found.append(part)
        return found[::-1]

    def title(self, part: Part) -> Text:
        """Who acted, or the phase."""
        return self.story.title(self.story.sections[part.section])

    def summary(self, part: Part) -> Text:
        """What it did: `III Corps marched to Maizières (1803)`, or the phase."""
        title = self.title(part)
        if part.side is None:
            return title
        clauses = [*self._marched(part), *map(self.clause, self._fights(part))]
        own = part.lost.get(part.side, 0)
        enemy = sum(sp for side, sp in part.lost.items() if side != part.side)
        if own:
            clauses.append(tell("lost {n} SP", n=own))
        if enemy:
            clauses.append(tell("cost the enemy {n} SP", n=enemy))
        if part.formation is None:
            told = tell("{title}: {all}.", title=title, all=joined(clauses, last=", "))
            return told if clauses else title
        if not clauses and part is self.parts[-1]:
            return capital(tell("{who} began to act.", who=title))
        if not clauses:
            return capital(tell("{who} stayed where it was.", who=title))
        return capital(tell("{who} {clauses}.", who=title, clauses=joined(clauses, last=", ")))

    def text(self, deed: Deed) -> Text:
        """A deed in a sentence; a fight with what it has cost."""
        words = self.story.text(deed.first)
        if not deed.lost:
            return words
        side = self.story.names.side
        each = (tell("{side} {n} SP", side=side(who), n=sp) for who, sp in deed.lost.items())
        return words + " " + tell("Lost: {each}.", each=joined(each))

    def clause(self, fight: Deed) -> Text:
        """What was done in a fight: `assaulted Maizières (1803)`."""
        entry = self.story.entries[fight.first]
        return entry.event.told(Scene(self.story.names, entry.place), entry.event.deed)

    def _marched(self, part: Part) -> Iterator[Text]:
        if part.ends:
            named = [self.story.names.spot(hex_) for hex_ in part.ends[:_NAMED]]
            more = len(part.ends) - len(named)
            if more:
                named.append(tell_count("{n} more hex", "{n} more hexes", more))
            yield tell("marched to {places}", places=joined(named))

    def _fights(self, part: Part) -> Iterator[Deed]:
        return (deed for deed in part.deeds if deed.is_fight)


# -- a section cut into deeds


@dataclass(slots=True)
class _Sums:
    """What a part adds up."""

    ends: dict[UnitId, Spot] = field(default_factory=dict)  # where units marched to
    lost: dict[Side, int] = field(default_factory=dict)  # SP

    def add(self, story: Story, event: Fact) -> None:
        """Count an event."""
        toll = event.toll()
        if toll is not None:
            card = story.names.battle.piece(toll[0])
            if card is not None:
                self.lost[card.side] = self.lost.get(card.side, 0) + toll[1]
        if not event.is_rush:
            for walk in display_of(event).walks:
                if walk.path:
                    self.ends.update(dict.fromkeys(walk.units, walk.path[-1]))


def _part(story: Story, at: int, first: int, end: int) -> Part | None:
    """A section as far as its readers may know of it; None where nothing of it is worth a line."""
    section: Section = story.sections[at]
    told = [story.entries[n] for n in range(first, end) if story.is_told(n)]
    if not told:
        return None
    deeds, sums = [], _Sums()
    for entries in _cut(told):
        own = _Sums()
        for entry in entries:
            own.add(story, entry.event)
            sums.add(story, entry.event)
        if entries[0].event.deed or _is_deed(entries[0]):
            is_fight, hexes = bool(entries[0].event.deed), _hexes_of(entries[0])
            lost = own.lost if is_fight else {}
            deeds.append(Deed(entries[0].index, entries[-1].index + 1, is_fight, hexes, lost))
    if section.formation is None and not deeds:
        return None
    return Part(
        told[0].index,
        told[-1].index + 1,
        at,
        section.turn,
        section.side,
        section.formation,
        tuple(deeds),
        tuple(dict.fromkeys(sums.ends.values())),
        sums.lost,
    )


def _cut(told: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries one by one, those of a fight together."""
    fight: list[Entry] = []
    for entry in told:
        follows = entry.topic in _OF_FIGHTS or not entry.topic.is_usual
        if fight and follows and not entry.event.deed:
            fight.append(entry)
            continue
        if fight:
            yield fight
            fight = []
        if entry.event.deed:
            fight = [entry]
        else:
            yield [entry]
    if fight:
        yield fight


def _is_deed(entry: Entry) -> bool:
    """Whether an entry by itself can be shown on the board, and is worth it."""
    shown = display_of(entry.event)
    if not entry.topic.is_usual:
        return False
    return bool(shown.walks or (entry.event.rest and (shown.spots or shown.units)))


def _hexes_of(entry: Entry) -> tuple[Spot, ...]:
    """Where it was done: its way and its hexes, else where its piece stood."""
    shown = display_of(entry.event)
    ways = (hex_ for walk in shown.walks for hex_ in walk.path)
    found = tuple(dict.fromkeys((*ways, *shown.spots)))
    return found or (() if entry.place is None else (entry.place,))
