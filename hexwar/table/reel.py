"""A recorded game as one looks back on it: the table after any of its events, and its parts.

What a reader may not know of is no stop: not even how much there is of it can be told (N3.4).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import Any

from hexwar.engine import Event, Session
from hexwar.table.fact import Fact, display_of
from hexwar.table.recap import Part


class Reel:
    """The events of a game, and the table after any number of them.

    A table is copied from the mark before it, and the few events since are applied to it. Nothing
    is kept, for undo may replace all of it.
    """

    def __init__(self, session: Session[Any]) -> None:
        self._session = session

    @property
    def events(self) -> Sequence[Event]:
        """All of them so far."""
        return self._session.events

    def at(self, told: int) -> Any:
        """The table after so many events, not a view: an independent copy."""
        marks = self._session.marks
        mark = marks[bisect_right(marks, told, key=attrgetter("events")) - 1]
        state = mark.state.copy()
        for event in self._session.events[mark.events : told]:
            event.happen(state)
        return state


# -- where one can stop


def is_stop(event: Event) -> bool:
    """Whether an event is worth a stop: it is read or seen, and no mere bookkeeping."""
    if not isinstance(event, Fact):
        return False
    return event.log_topic.is_usual or bool(event.rest) or bool(display_of(event).walks)


def stops_of(events: Sequence[Event], can_see: Callable[[Event], bool]) -> list[int]:
    """After how many events one can stop: before the first, after each stop, and at the end."""
    stops = [n for n, event in enumerate(events, 1) if is_stop(event) and can_see(event)]
    end = [len(events)] if any(can_see(event) for event in events[(stops or [0])[-1] :]) else []
    return [0, *stops, *end]


class Level(IntEnum):
    """How far one goes in a step."""

    EVENT = 0
    ACTIVATION = 1
    TURN = 2


@dataclass(frozen=True, slots=True)
class Stops:
    """Where a reader can stop in a game, for steps of each length."""

    places: tuple[tuple[int, ...], ...]  # after how many events, by `Level`

    @property
    def all(self) -> tuple[int, ...]:
        """Every one of them."""
        return self.places[Level.EVENT]

    def next(self, told: int, level: Level, step: int) -> int:
        """The next stop, or the one before for a `step` of -1; the last or the first beyond."""
        places = self.places[level]
        if step > 0:
            at = bisect_right(places, told)
            return places[at] if at < len(places) else self.all[-1]
        at = bisect_left(places, told)
        return places[at - 1] if at else self.all[0]

    def place_of(self, told: int) -> int:
        """The number of the last stop that lies no later."""
        return max(bisect_right(self.all, told) - 1, 0)


def stops_with(
    events: Sequence[Event],
    can_see: Callable[[Event], bool],
    parts: Sequence[Part],
) -> Stops:
    """The stops of a reader: each event, the begin of each activation, that of each turn."""
    all_ = stops_of(events, can_see)

    def nearest(starts: Iterator[int]) -> tuple[int, ...]:
        """The stops that lie no earlier than some places."""
        last = len(all_) - 1
        found = {all_[min(bisect_left(all_, start), last)] for start in starts}
        return tuple(sorted({0, all_[-1], *found}))

    acts = nearest(one.first for one in parts)
    turns = nearest(first_of_turns(parts))
    return Stops((tuple(all_), acts, turns))


def first_of_turns(parts: Sequence[Part]) -> Iterator[int]:
    """Where each turn begins, by the first event of its first part."""
    turn = 0
    for one in parts:
        if one.turn != turn:
            turn = one.turn
            yield one.first
