"""The record of a game: what was answered, what happened, and where one may start again."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Generic

from hexwar.engine.event import Event
from hexwar.engine.journal import Entry
from hexwar.engine.marks import Mark
from hexwar.engine.system import S


@dataclass(slots=True)
class History(Generic[S]):
    """Journal, events and marks of one game; there is always a mark at its start."""

    marks: list[Mark[S]]
    journal: list[Entry] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def copy(self) -> History[S]:
        """An independent record; entries, events and marks are shared, for they never change."""
        return History(self.marks.copy(), self.journal.copy(), self.events.copy())

    def before(self, entry: int) -> tuple[History[S], list[Entry]]:
        """The record at the last mark before `entry`, and the answers from there up to it."""
        at = bisect_right(self.marks, entry, key=attrgetter("journal"))
        mark = self.marks[at - 1]
        record = History(self.marks[:at], self.journal[: mark.journal], self.events[: mark.events])
        return record, self.journal[mark.journal : entry]

    def events_at(self, entry: int) -> int:
        """How many events had been seen when `entry` was answered, or are there at the end."""
        return self.journal[entry].events if entry < len(self.journal) else len(self.events)
