"""Keeps a press that was meant for one button from falling on the next that takes its place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

PAUSE: Final = 0.4
"""How long a thing must stand before it is answered, seconds: so long it takes to read that it is
another one."""

_SHARE: Final = 0.25
"""How much of a button must lie where another one was to be taken for it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A button: where it is in its row, which key presses it, and what a press means."""

    left: int
    right: int
    key: str
    meaning: Hashable

    def covers(self, other: Spot) -> bool:
        """Whether so much of another lies on it that a press may be meant for either."""
        shared = min(self.right, other.right) - max(self.left, other.left)
        return shared >= _SHARE * max(other.right - other.left, 1)


class Steady:
    """Knows what buttons of a row were lately, that have changed since."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin with none; the clock tells seconds and never goes back."""
        self.clock = clock
        self._past: list[tuple[float, Sequence[Spot]]] = []  # until when each stood there

    def leave(self, spots: Sequence[Spot]) -> None:
        """The buttons that have stood there until now are about to change."""
        now = self.clock()
        self._past = [(until, old) for until, old in self._past if now - until < PAUSE]
        self._past.append((now, tuple(spots)))

    def is_early(self, spot: Spot, *, by_key: bool) -> bool:
        """Whether a button, or the key that presses it, meant something else a moment ago."""
        now = self.clock()
        lately = (old for until, spots in self._past if now - until < PAUSE for old in spots)
        others = [old for old in lately if old.meaning != spot.meaning]
        if by_key:
            return any(old.key == spot.key for old in others)
        return any(old.covers(spot) for old in others)
