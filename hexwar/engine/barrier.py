"""What undo takes back, and what blocks it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hexwar.engine.decision import words
from hexwar.engine.errors import KernelError
from hexwar.engine.history import History
from hexwar.messages import mark, say


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
    sentence: str
    """One sentence for the player."""
    about: str = ""
    """What chance was asked for, the event that revealed, or the other side's id."""


class CannotUndo(KernelError):  # noqa: N818
    """Something that cannot be taken back lies in between; nothing has changed."""

    def __init__(self, barrier: Barrier) -> None:
        super().__init__(barrier.sentence)
        self.barrier = barrier
        """What blocks."""


AT_START = Barrier(BarrierKind.START, mark("There is no answer to take back."))
AT_REVISION = Barrier(
    BarrierKind.REVISION,
    mark("The game up to here was played under another revision of the rules."),
)


def step_before(
    history: History[Any], end: int, side: str | None, floor: int
) -> tuple[int, Barrier | None]:
    """Where one undo from `end` leads.

    Args:
        history: The record of the game.
        end: Only the entries before this one are looked at.
        side: The side whose answers were just taken back, if any: no other side's may follow.
        floor: Entries before this one are out of reach.

    Returns:
        The entry to go back to, just before it was answered, and None; or `end` and what blocks.
    """
    given = last_given(history, end)
    barrier = barrier_before(history, given, end, side, floor)
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
    blocked = luck_among(history, since) or reveal_among(history, since)
    if blocked is not None:
        return blocked
    if given < floor:
        return AT_REVISION
    giver = history.journal[given].side
    if side is not None and giver != side:
        return Barrier(
            BarrierKind.SIDE,
            say("The answer before is the other side's ({giver}).", giver=giver),
            giver,
        )
    return None


def luck_among(history: History[Any], entries: range) -> Barrier | None:
    """The barrier of the last dice or draw among `entries`."""
    for at in reversed(entries):
        entry = history.journal[at]
        if entry.is_luck:
            sentence = say("Chance has decided since: {note}.", note=say(entry.note))
            return Barrier(BarrierKind.CHANCE, sentence, entry.note)
    return None


def reveal_among(history: History[Any], entries: range) -> Barrier | None:
    """The barrier of the last event that made something known while `entries` were answered."""
    if not entries:
        return None
    first, end = history.events_at(entries[0]), history.events_at(entries[-1] + 1)
    for event in reversed(history.events[first:end]):
        if event.reveals:
            about = words(type(event).__name__)
            return Barrier(
                BarrierKind.REVEAL,
                say("Something hidden became known: {about}.", about=about),
                about,
            )
    return None
