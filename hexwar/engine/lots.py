"""Draws by a seed, for what is made and not played: tables and armies of free battles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hexwar.engine.chance import SeededChance

T = TypeVar("T")


class Lots:
    """One draw after the other; the same seed gives the same draws on every machine.

    Who makes several things of one seed takes a stream for each, so that a change of the one leaves
    the others as they were.

    Example:
        >>> lots = Lots("17 table")
        >>> [lots.below(10) for _ in range(5)], lots.shuffled("abcd")
        ([1, 8, 0, 5, 1], ['c', 'a', 'b', 'd'])
    """

    def __init__(self, seed: str) -> None:
        self._chance, self._drawn = SeededChance(seed), 0

    def below(self, count: int) -> int:
        """A whole number from 0 on below another; each is as likely."""
        self._drawn += 1
        return self._chance.draw(self._drawn, count)

    def between(self, least: int, most: int) -> int:
        """A whole number between two, both included."""
        return least + self.below(most - least + 1)

    def pick(self, among: Sequence[T]) -> T:
        """One of several, each as likely."""
        return among[self.below(len(among))]

    def weighed(self, among: Sequence[T], weights: Sequence[int]) -> T:
        """One of several, each as likely as its weight says."""
        place = self.below(sum(weights))
        for one, weight in zip(among, weights, strict=True):
            if place < weight:
                return one
            place -= weight
        raise AssertionError(weights)

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """All of several in some order, each order as likely."""
        rest, found = list(among), []
        while rest:
            found.append(rest.pop(self.below(len(rest))))
        return found
