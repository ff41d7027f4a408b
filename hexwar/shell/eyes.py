"""Whose secrets the window may show: who sits at the machine, and what he may see (N3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hexwar.engine import CHANCE, Decision, Event
from hexwar.shell.seats import Seats
from hexwar.table.forces import Side
from hexwar.table.story import NOBODY

S = TypeVar("S", bound=Any)

OPEN_ORDERS = "open"
"""The value of the game option `orders` by which both sides see all orders (N12.93)."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """What the window shows of a table."""

    side: Side  # whose place it takes: own and enemy are told from there
    pads: tuple[Side, ...]  # whose secrets may be seen; none while an open question is answered

    @property
    def readers(self) -> tuple[str, ...]:
        """For whom the log is written; see `Story`."""
        return self.pads or (NOBODY,)

    def view(self, state: S, seen_by: Callable[[S, Side], S]) -> S:
        """The table as these eyes may see it: a copy in which every other side's pad is blank.

        Args:
            state: The table.
            seen_by: The table as one side may see it.
        """
        others = [side for side in state.battle.sides if side not in self.pads]
        seen: S = state if others else state.copy()
        for side in others:
            seen = seen_by(seen, state.battle.enemy(side))
        return seen

    def can_see(self, event: Event) -> bool:
        """Whether these eyes may know of an event."""
        return any(event.is_known_to(reader) for reader in self.readers)


class Chair:
    """Who sits at the machine. Two persons hand it over before a question that needs a pad."""

    def __init__(self, seats: Seats, sides: Sequence[Side], options: Mapping[str, str]) -> None:
        """Set the chair before the machine; nobody sits there yet if two persons play.

        Args:
            seats: Who plays each side.
            sides: Both sides, in order.
            options: Those of the game; `orders` may be `OPEN_ORDERS`.
        """
        self._seats, self._sides = seats, tuple(sides)
        has_secrets = options.get("orders") != OPEN_ORDERS
        self._is_shared = len(seats.humans) > 1 and has_secrets
        self._sees_all = not seats.humans or not has_secrets
        first = next((side for side in sides if seats.is_human(side)), self._sides[0])
        self._sitting = None if self._is_shared else first
        self.eyes = self._eyes(first, knows=not self._is_shared)
        """What is shown now."""

    @property
    def sitting(self) -> Side | None:
        """Who sits there; None until somebody has said so."""
        return self._sitting

    def awaited(self, pending: Decision[Any] | None) -> Side | None:
        """Who must take the chair before a question may be put; None when nobody must."""
        if not self._is_shared or pending is None or pending.is_open:
            return None
        side = self._drawer(pending) or Side(pending.side)
        return None if side in (CHANCE, self._sitting) else side

    def _drawer(self, pending: Decision[Any]) -> Side | None:
        """The person who draws a real card, or whom one of his names: he alone sees it (N23.2)."""
        owner = pending.seen_by()
        return Side(owner) if owner is not None and self._seats.is_human(owner) else None

    def take(self, side: Side) -> None:
        """A player says that he sits there now, and alone."""
        self._sitting = side

    def look(self, pending: Decision[Any] | None) -> Eyes:
        """Turn the eyes to a question: to the side asked, if a person plays it.

        A pad is seen only by its owner: while he sits there, and nobody else is asked.
        """
        side = self._side_of(pending)
        knows = not self._is_shared or (self._sitting == side and self.awaited(pending) is None)
        self.eyes = self._eyes(side, knows=knows)
        return self.eyes

    def is_handed_over(self, asked: type[Decision[Any]], side: str) -> bool:
        """Whether the machine has changed hands since an answer that needed a pad.

        Args:
            asked: The class of the question that was answered.
            side: Who answered it.
        """
        return self._is_shared and not asked.is_open and side != self._sitting

    def has_asked(
        self, pending: Decision[Any] | None, asked: type[Decision[Any]], side: str
    ) -> bool:
        """Whether the other side has been asked before the eyes of both what an answer led to.

        That it is asked at all can tell of its orders, so the answer stands (N3.4).

        Args:
            pending: The question now.
            asked: The class of the question that was answered last.
            side: Who answered it.
        """
        if not self._is_shared or pending is None or not pending.is_open:
            return False
        return not asked.is_open and pending.side not in (CHANCE, side)

    def _eyes(self, side: Side, *, knows: bool) -> Eyes:
        if self._sees_all:
            return Eyes(side, self._sides)
        return Eyes(side, (side,) if knows else ())

    def _side_of(self, pending: Decision[Any] | None) -> Side:
        drawer = None if pending is None else self._drawer(pending)
        if drawer is not None:
            return drawer
        if pending is None or pending.side == CHANCE:
            return self.eyes.side
        if self._seats.is_human(pending.side) or not self._seats.humans:
            return Side(pending.side)
        at = self.eyes.side
        return at if self._seats.is_human(at) else self._seats.humans[0]
