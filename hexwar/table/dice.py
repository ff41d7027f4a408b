"""Dice of a game added up: how often each was thrown for what, and how far off a fair die."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from hexwar.table.forces import Side


class Wish(Enum):
    """What the thrower of a die wants of it; its value is the sign of a pip too many."""

    HIGH = 1
    NEITHER = 0
    LOW = -1


@dataclass(frozen=True, slots=True)
class Throw:
    """A die as it fell."""

    kind: str  # what it was for, as it is marked for the catalogue: fire, morale
    pips: int
    side: Side | None = None  # whose die it was; None for one that serves both sides
    wish: Wish = Wish.NEITHER
    faces: int = 6
    event: int = 0  # the place of the event that tells it


@dataclass(frozen=True, slots=True)
class Tally:
    """The throws of one kind and side."""

    kind: str
    side: Side | None
    faces: int
    counts: tuple[int, ...]  # how often each face fell, from 1 on
    wish: Wish

    @property
    def thrown(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def pips(self) -> int:
        """All pips together."""
        return sum(face * n for face, n in enumerate(self.counts, 1))

    @property
    def mean(self) -> float:
        """Pips a die; 0 where none was thrown."""
        return self.pips / self.thrown if self.thrown else 0.0

    @property
    def expected(self) -> float:
        """Pips a fair die shows on average.

        >>> Tally("fire", None, 6, (0,) * 6, Wish.HIGH).expected
        3.5
        """
        return (self.faces + 1) / 2

    @property
    def luck(self) -> float:
        """Pips more than fair dice would have shown, in the direction that the thrower wants.

        >>> Tally("morale", None, 6, (2, 0, 0, 0, 0, 1), Wish.LOW).luck
        2.5
        """
        return self.wish.value * (self.pips - self.expected * self.thrown)

    @property
    def swing(self) -> float:
        """By how many pips the sum of so many fair dice usually misses its mean.

        That is its standard deviation.
        """
        return math.sqrt(self.thrown * (self.faces**2 - 1) / 12)


def tallies(throws: Iterable[Throw], sides: Sequence[Side]) -> tuple[Tally, ...]:
    """The throws added up by kind and side: kinds in the order in which they first fell."""
    found: dict[tuple[str, int, Wish], dict[Side | None, Counter[int]]] = {}
    for throw in throws:
        kind = found.setdefault((throw.kind, throw.faces, throw.wish), {})
        kind.setdefault(throw.side, Counter())[throw.pips] += 1
    return tuple(
        Tally(kind, side, faces, tuple(by_side[side][n] for n in range(1, faces + 1)), wish)
        for (kind, faces, wish), by_side in found.items()
        for side in (*sides, None)
        if side in by_side
    )


def luck_of(found: Iterable[Tally], side: Side) -> float:
    """The pips of luck of a side over all kinds of dice, in its own favour."""
    return math.fsum(tally.luck for tally in found if tally.side == side)
