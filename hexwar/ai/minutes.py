"""What is kept with the answers of computer players: why each was given, and what they remember.

Both are memos of the side (`hexwar.engine.memos`): undo takes them back, files keep them sealed,
and nobody is shown them but who may know.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from hexwar.ai.policy import NOTHING, Considered, Reason, Thought
from hexwar.engine import Session
from hexwar.table.why import Why

MEMORY: Final = "memory"
REASON: Final = "reason"
"""The topics."""


@dataclass(frozen=True, slots=True)
class Minute:
    """Why a side has answered as it did."""

    entry: int  # of the journal, the answer
    events: int  # how many events there had been before it
    side: str
    reason: Reason

    def is_known_to(self, readers: Collection[str]) -> bool:
        """Whether it may be told to one who reads for these sides."""
        return self.reason.is_open or self.side in readers


def memory_of(session: Session[Any], side: str) -> Mapping[str, Any]:
    """What a side's computer player has in mind now."""
    found = session.memos.last(len(session.journal), side, MEMORY)
    return found if isinstance(found, dict) else NOTHING


def kept_of(session: Session[Any], side: str, found: Thought) -> dict[str, Any]:
    """What is to be kept with an answer; a memory only where it is another than before."""
    kept: dict[str, Any] = {}
    if found.memory is not None and dict(found.memory) != dict(memory_of(session, side)):
        kept[MEMORY] = dict(found.memory)
    if found.reason is not None:
        kept[REASON] = _written(found.reason)
    return kept


def minutes_of(session: Session[Any], first: int, end: int) -> Iterator[Minute]:
    """Why computer players have answered as they did, in the order of the answers.

    Args:
        session: The game.
        first: The place of an event; what was answered from there on is told of.
        end: The place of an event that does not count any more.
    """
    journal = session.journal
    begin, stop = (bisect_left(journal, at, key=attrgetter("events")) for at in (first, end))
    for entry, side, value in session.memos.of(REASON, begin, stop):
        reason = _read(value)
        if reason is not None:
            yield Minute(entry, journal[entry].events, side, reason)


def why_of(reason: Reason, side: str = "") -> Why:
    """A reason as it is told, of a side where that counts."""
    return Why(reason.sentence, tuple((one.what, one.worth) for one in reason.considered), side)


def whys_of(
    session: Session[Any], readers: Collection[str], first: int, end: int
) -> tuple[Why, ...]:
    """Why computer players did what some events tell, each reason once, as far as all may know."""
    known = (one for one in minutes_of(session, first, end) if one.is_known_to(readers))
    return tuple(dict.fromkeys(why_of(minute.reason, minute.side) for minute in known))


def _written(reason: Reason) -> dict[str, Any]:
    told: dict[str, Any] = {"says": reason.sentence}
    if reason.is_open:
        told["open"] = True
    if reason.considered:
        told["considered"] = [[one.what, one.worth] for one in reason.considered]
    return told


def _read(told: Any) -> Reason | None:
    """The reason that a memo tells; None where a file's tells none."""
    if not isinstance(told, dict) or not isinstance(told.get("says"), str):
        return None
    rows = told.get("considered", [])
    if not isinstance(rows, list) or not all(map(_is_row, rows)):
        return None
    considered = tuple(Considered(what, float(worth)) for what, worth in rows)
    return Reason(told["says"], told.get("open") is True, considered)


def _is_row(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 2:
        return False
    what, worth = row
    return isinstance(what, str) and isinstance(worth, int | float) and abs(worth) < 1e9
