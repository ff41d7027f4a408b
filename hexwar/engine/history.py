"""The record of a game: answers, events, where one may start again, and what undo takes back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeAlias

from hexwar.engine.decision import Decision, Entry, words
from hexwar.engine.errors import KernelError
from hexwar.engine.event import Event
from hexwar.engine.system import S
from hexwar.messages import mark, say


@dataclass(slots=True, eq=False)
class Mark(Generic[S]):
    """An instant between two flows, when the state alone says what comes next.

    Its state is never changed: play goes on from a copy.
    """

    journal: int  # entries of the journal so far
    events: int  # events so far
    luck: int  # how many times chance has chosen so far
    state: S
    hash_of: Callable[[S], str]  # the system's digest
    known_digest: str = ""

    @property
    def digest(self) -> str:
        """Hash of the state, computed when it is first asked for."""
        if not self.known_digest:
            self.known_digest = self.hash_of(self.state)
        return self.known_digest


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
        last = self.marks[at - 1]
        record = History(self.marks[:at], self.journal[: last.journal], self.events[: last.events])
        return record, self.journal[last.journal : entry]

    def events_at(self, entry: int) -> int:
        """How many events had been seen when `entry` was answered, or are there at the end."""
        return self.journal[entry].events if entry < len(self.journal) else len(self.events)


Gesture: TypeAlias = tuple[Sequence[tuple[Decision[Any], Entry]], Sequence[Event]]
"""Answers that belong together, each with its question, and what happened by them."""


def gestures(history: History[Any], asked: Sequence[Decision[Any]]) -> list[Gesture]:
    """What was answered since the last mark, gesture by gesture.

    Args:
        history: The game.
        asked: The questions since then.
    """
    first = history.marks[-1].journal
    entries = history.journal[first:]
    begun = [at for at, entry in enumerate(entries) if not entry.continues]
    starts = begun if begun[:1] == [0] or not entries else [0, *begun]
    found: list[Gesture] = []
    for at, end in zip_longest(starts, starts[1:], fillvalue=len(entries)):
        events = history.events[entries[at].events : history.events_at(first + end)]
        found.append((list(zip(asked[at:end], entries[at:end], strict=True)), events))
    return found


# -- undo


class BarrierKind(StrEnum):
    """Why undo goes no further."""

    START = "start"
    CHANCE = "chance"
    REVEAL = "reveal"
    SIDE = "side"
    REVISION = "revision"


@dataclass(frozen=True, slots=True)
class Barrier:
    """What blocks undo."""

    kind: BarrierKind
    sentence: str  # one sentence for the player
    about: str = ""  # what chance was asked for, the event that revealed, or the other side's id
    asked: str = ""  # class name of the decision that the other side has answered


class CannotUndo(KernelError):  # noqa: N818
    """Something that cannot be taken back lies in between; nothing has changed."""

    def __init__(self, barrier: Barrier) -> None:
        super().__init__(barrier.sentence)
        self.barrier = barrier
        """What blocks."""


class Witness(Protocol):
    """Says whose answers undo may pass over, where nothing was seen of them."""

    def answers_anew(self, side: str) -> bool:
        """Whether a side answers again by itself when its answers were taken back."""
        ...

    def has_seen(self, answers: Sequence[Entry], events: Sequence[Event]) -> Entry | None:
        """The last of such answers that the one who takes back has seen anything of.

        Args:
            answers: Those that such sides gave, oldest first.
            events: Every event of the game so far.
        """
        ...


AT_START = Barrier(BarrierKind.START, mark("There is no answer to take back."))
AT_REVISION = Barrier(
    BarrierKind.REVISION,
    mark("The game up to here was played under another revision of the rules."),
)


def step_before(
    history: History[Any],
    end: int,
    side: str | None,
    floor: int,
    witness: Witness | None = None,
) -> tuple[int, Barrier | None]:
    """Where one undo from entry `end` leads: just before an entry, or to `end` and what blocks.

    Only answers of `side`, if one was just taken back, are taken, and none from before `floor`;
    with them those of players that the `witness` lets pass.
    """
    given = last_given(history, end)
    passed: list[int] = []
    while witness is not None and given >= 0 and witness.answers_anew(history.journal[given].side):
        passed.append(given)
        given = last_given(history, given)
    barrier = barrier_before(history, given, end, side, floor)
    if barrier is None and witness is not None and passed:
        answers = [history.journal[at] for at in reversed(passed)]
        seen = witness.has_seen(answers, history.events)
        barrier = None if seen is None else _answer_of(seen)
    if barrier is not None:
        return end, barrier
    while history.journal[given].continues:
        earlier = last_given(history, given)
        giver = history.journal[given].side
        if barrier_before(history, earlier, given, giver, floor) is not None:
            break
        given = earlier
    return given, None


def last_given(history: History[Any], end: int) -> int:
    """The last entry before `end` that a side gave, or -1."""
    journal = history.journal
    return next((at for at in range(end - 1, -1, -1) if journal[at].is_given), -1)


def barrier_before(
    history: History[Any], given: int, end: int, side: str | None, floor: int
) -> Barrier | None:
    """What blocks taking back the entries from `given` to `end`, or None."""
    if given < 0:
        return AT_START
    since = range(max(given, floor), end)
    blocked = _luck_among(history, since) or _reveal_among(history, since)
    if blocked is not None:
        return blocked
    if given < floor:
        return AT_REVISION
    entry = history.journal[given]
    return None if side is None or entry.side == side else _answer_of(entry)


def _answer_of(entry: Entry) -> Barrier:
    """The barrier of an answer of the other side's."""
    sentence = say("The answer before is the other side's ({giver}).", giver=entry.side)
    return Barrier(BarrierKind.SIDE, sentence, entry.side, entry.asked)


def _luck_among(history: History[Any], entries: range) -> Barrier | None:
    """The barrier of the last dice or draw among `entries`."""
    thrown = (history.journal[at] for at in reversed(entries))
    note = next((entry.note for entry in thrown if entry.is_luck), None)
    if note is None:
        return None
    sentence = say("Chance has decided since: {note}.", note=say(note))
    return Barrier(BarrierKind.CHANCE, sentence, note)


def _reveal_among(history: History[Any], entries: range) -> Barrier | None:
    """The barrier of the last event that made something known while `entries` were answered."""
    if not entries:
        return None
    first, end = history.events_at(entries[0]), history.events_at(entries[-1] + 1)
    for event in reversed(history.events[first:end]):
        if event.reveals:
            about = words(type(event).__name__)
            sentence = say("Something hidden became known: {about}.", about=about)
            return Barrier(BarrierKind.REVEAL, sentence, about)
    return None
