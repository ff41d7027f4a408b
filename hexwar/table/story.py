"""The log as a book: entries in turns and sections, derived from the list of events alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import capital, say
from hexwar.table.fact import Fact, Heading, Scene, Topic, display_of, told
from hexwar.table.forces import FormationId, Side
from hexwar.table.names import Names, turn_words
from hexwar.text import Text, text


@dataclass(frozen=True, slots=True)
class Section:
    """What belongs together: an activation with its draw, or a phase."""

    first: int  # index of its first entry
    turn: int  # 0 before the first
    title: str = ""  # of the part of the turn; empty before the first
    formation: FormationId | None = None  # who acts
    side: Side | None = None  # whose activation it is
    closed: bool = False  # what follows opens another


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in its place."""

    index: int  # from 0
    event: Fact
    section: int  # index of its section
    place: Hex | None  # where its piece stood before it
    topic: Topic


NOBODY = ""
"""A reader of no side: he learns what both sides may know."""


class Story:
    """Entries of a game, kept in step with its events; sentences are made when first read.

    There is an entry for every event, secret ones too: whoever shows entries asks `is_told`.
    """

    def __init__(self, names: Names, readers: Sequence[str] = (NOBODY,)) -> None:
        """Begin a story.

        Args:
            names: Those of the battle, in the words of its system.
            readers: The sides that read it, or `NOBODY` for what both may know.
        """
        self.names, battle = names, names.battle
        self.readers = tuple(readers)
        self.entries: list[Entry] = []
        self.sections: list[Section] = []
        self._texts: list[Text | None] = []
        self._where: dict[str, Hex | None] = dict(battle.unit_hexes.items())
        self._where |= dict(battle.leader_hexes.items())
        self._moves: list[tuple[tuple[str, Hex | None], ...]] = []  # where pieces stood, by entry

    def follow(self, events: Sequence[Event]) -> int:
        """Tell these events from now on: what was undone goes, what is new comes.

        Returns:
            How many entries stayed; all after them are new.
        """
        stayed = min(len(events), len(self.entries))
        while stayed and self.entries[stayed - 1].event is not events[stayed - 1]:
            stayed -= 1
        stayed = self._cut(stayed)
        for event in events[stayed:]:
            self._add(event)
        return stayed

    def is_told(self, index: int) -> bool:
        """Whether the readers may know of an entry (N3.4)."""
        event = self.entries[index].event
        return any(event.is_known_to(reader) for reader in self.readers)

    @property
    def told(self) -> list[int]:
        """The entries that the readers may know of."""
        return [index for index in range(len(self.entries)) if self.is_told(index)]

    def text(self, index: int) -> Text:
        """The sentence of an entry, without its rule."""
        words = self._texts[index]
        if words is None:
            entry = self.entries[index]
            words = self._texts[index] = told(entry.event, Scene(self.names, entry.place))
        return words

    def section_of(self, index: int) -> Section:
        """The section of an entry."""
        return self.sections[self.entries[index].section]

    def turn_title(self, turn: int) -> str:
        """The heading of a turn."""
        return turn_words(self.names.battle, turn) if turn else say("Before the battle")

    def title(self, section: Section) -> Text:
        """The heading of a section: who acts, or the phase."""
        if section.formation is not None:
            return capital(self.names.formation(section.formation))
        return text(section.title or say("Set-up"))

    def _cut(self, stayed: int) -> int:
        """Take entries off, back to the beginning of the section that the cut goes through."""
        if stayed < len(self.entries):
            stayed = self.section_of(stayed).first
        for moves in reversed(self._moves[stayed:]):
            self._where.update(moves)
        del self.entries[stayed:], self._texts[stayed:], self._moves[stayed:]
        while self.sections and self.sections[-1].first >= stayed:
            self.sections.pop()
        return stayed

    def _add(self, event: Event) -> None:
        if not isinstance(event, Fact):
            raise TypeError(f"{type(event).__name__} has no sentence.")
        self._enter_section(event)
        shown = display_of(event)
        moved = [(p, w.path[-1] if w.path else None) for w in shown.walks for p in w.pieces]
        pieces = [p for p, _ in moved] or list(shown.units)
        place = self._where.get(pieces[0]) if pieces else None
        self._moves.append(tuple((p, self._where.get(p)) for p, _ in moved))
        self._where.update(moved)
        section = len(self.sections) - 1
        self.entries.append(Entry(len(self.entries), event, section, place, event.log_topic))
        self._texts.append(None)

    def _enter_section(self, event: Fact) -> None:
        """Open the section that an event begins, and note on the open one what it tells of it."""
        here = self.sections[-1] if self.sections else None
        heading = event.heading()
        if here is None or here.closed or (heading and self._opens(heading, here)):
            turn, title = (0, "") if here is None else (here.turn, here.title)
            here = Section(len(self.entries), turn, title)
            self.sections.append(here)
        if heading is not None:
            self.sections[-1] = replace(
                here,
                turn=here.turn if heading.turn is None else heading.turn,
                title=heading.title or here.title,
                formation=heading.formation or here.formation,
                side=heading.side or here.side,
                closed=heading.closes,
            )

    def _opens(self, heading: Heading, here: Section) -> bool:
        """Whether a section begins: not with what is led to, but with another who acts."""
        if heading.formation is not None and here.formation is not None:
            return True
        before = self.entries[-1].event.heading()
        return heading.opens and not (before is not None and before.leads)
