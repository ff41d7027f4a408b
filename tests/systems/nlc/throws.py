"""Every sequence of dice that a combat can roll, each with its chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hexwar.engine import Chance, Decision, Roll
from hexwar.table.forces import Side
from tests.systems.nlc.plays import Played

T = TypeVar("T")
Shares = Callable[[str], Iterable[tuple[int, Fraction]]]
"""The faces that a die of some purpose is thrown with, and the chance that each stands for."""


class OutOfDice(Exception):  # noqa: N818
    """The dice thought of do not reach to the end."""


class Dice:
    """Dice thought of beforehand; those of some purposes show a 1."""

    seed = None

    def __init__(self, faces: Sequence[int], ones: Sequence[str]) -> None:
        self.faces, self.ones = list(faces), ones
        self.purpose = ""

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        assert isinstance(decision, Roll)
        self.purpose = decision.purpose
        if any(word in self.purpose for word in self.ones):
            return options.index(1)
        if not self.faces:
            raise OutOfDice
        return options.index(self.faces.pop(0))


def sixths(_purpose: str) -> Iterator[tuple[int, Fraction]]:
    return ((face, Fraction(1, 6)) for face in range(1, 7))


def every_throw(
    fought: Callable[[Chance], Played[T]],
    *,
    first: tuple[int, ...] = (),
    ones: Sequence[str] = (),
    shares: Shares = sixths,
) -> Iterator[tuple[Played[T], Fraction]]:
    """All that can come of a combat whose first dice are given, by throwing all others."""
    open_ends = [(first, Fraction(1))]
    while open_ends:
        faces, chance = open_ends.pop()
        dice = Dice(faces, ones)
        try:
            played = fought(dice)
        except OutOfDice:
            found = shares(dice.purpose)
            open_ends += [((*faces, face), chance * share) for face, share in found if share]
        else:
            yield played, chance


def sp_lost(played: Played[Any], side: Side) -> int:
    """The SP that a side has lost."""
    losses = [*played.of("StepLost"), *played.of("UnitEliminated")]
    return sum(event.sp for event in losses if played.state.side_of(event.unit) == side)
