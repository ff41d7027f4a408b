"""How likely each number of hits is, and how a fight goes on: exact, from numbers of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, fsum
from typing import Final

Odds = tuple[float, ...]
"""How likely it is that so many dice hit: none, one, two ..."""

SURE: Final[Odds] = (1.0,)
"""Nothing hits."""

FACES: Final = 6


@lru_cache(maxsize=1024)
def odds(dice: int, most: int) -> Odds:
    """The hits of some dice of which each hits with no more than a number.

    >>> [round(chance, 3) for chance in odds(1, 2)]
    [0.667, 0.333]
    """
    number, p = max(0, dice), min(max(most, 0), FACES) / FACES
    return tuple(comb(number, k) * p**k * (1 - p) ** (number - k) for k in range(number + 1))


@lru_cache(maxsize=4096)
def together(one: Odds, other: Odds) -> Odds:
    """The hits of two throws that count as one."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, q in enumerate(other):
            found[a + b] += p * q
    return tuple(found)


@lru_cache(maxsize=1024)
def again(first: Odds) -> Odds:
    """The hits of a throw that is made again where it falls below its mean (M12.15)."""
    least = mean(first)
    low = fsum(p for k, p in enumerate(first) if k < least)
    return tuple((p if k >= least else 0.0) + low * p for k, p in enumerate(first))


def mean(found: Odds) -> float:
    """How many hits there are on average."""
    return fsum(k * p for k, p in enumerate(found))


def passing(needed: int | None, *, twice: bool) -> float:
    """How likely a test on one die comes off; in command it is thrown twice (M19.3)."""
    if needed is None:
        return 1.0
    p = min(max(needed, 0), FACES) / FACES
    return 1 - (1 - p) ** 2 if twice else p


# -- hand-to-hand combat, from phase to phase (M12, M13)


@dataclass(frozen=True, slots=True)
class Party:
    """One of two units that fight."""

    sp: int
    value: int  # a die that is no higher hits
    each: int = 1  # dice for each SP: 2 where it has outflanked the other
    twice: bool = False  # in command: it may throw again
    frail: bool = True  # whether it is removed with its last SP in contact (M13.4)
    helped: int = 0  # dice that others throw at its enemy beside it
    help_value: int = 3
    shares: int = 1  # among how many enemies it divides its dice

    @property
    def throw(self) -> Odds:
        """The hits that its enemy takes from it and its helpers."""
        dice = -(-self.sp * self.each // self.shares)
        own = odds(dice, self.value)
        own = again(own) if self.twice and dice else own
        return together(own, odds(self.helped, self.help_value)) if self.helped else own


Ends = tuple[tuple[int, int, float], ...]
"""What both have left, 0 of one that is removed, and how likely that is."""


@lru_cache(maxsize=8192)
def fought(one: Party, other: Party, phases: int, contact: int = 1) -> Ends:
    """What two units in contact have left after some phases of combat.

    Args:
        one: The one.
        other: The other.
        phases: How many, if both last so long.
        contact: Hits that each takes for being in contact (M12.2).
    """
    found: dict[tuple[int, int], float] = {}
    for a, p in enumerate(other.throw):
        for b, q in enumerate(one.throw):
            left = _removed(one, other, one.sp - a - contact, other.sp - b - contact)
            if phases > 1 and all(left):
                ones, others = replace(one, sp=left[0]), replace(other, sp=left[1])
                for x, y, r in fought(ones, others, phases - 1, contact):
                    found[x, y] = found.get((x, y), 0.0) + p * q * r
            else:
                found[left] = found.get(left, 0.0) + p * q
    return tuple((a, b, p) for (a, b), p in found.items() if p)


def _removed(one: Party, other: Party, a: int, b: int) -> tuple[int, int]:
    """M13.3, M13.4: what is left, 0 of who is removed."""
    a, b = max(a, 0), max(b, 0)
    if a and b:
        is_out = a == 1 and one.frail, b == 1 and other.frail
        return 0 if is_out[0] else a, 0 if is_out[1] else b
    return a, b
