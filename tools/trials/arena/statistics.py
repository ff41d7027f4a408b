"""What a number of games allows to say: shares, means, and between what they lie.

An interval holds the truth 95 times of 100.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from math import fsum
from statistics import fmean, stdev

CONFIDENCE = 0.95

NORMAL = 1.959964
"""The quantile of the normal distribution for such an interval."""

MANY = 500
"""Degrees of freedom from which Student's distribution is as good as the normal one."""

Interval = tuple[float, float]


def wilson(points: float, games: int) -> Interval:
    """Wilson's interval for a share of games won, a draw being half a win.

    Draws make it a little too wide, for a half spreads less than a coin does; so do mirrored
    games, in which one side's advantage counts for both players (E. B. Wilson, Probable inference,
    the law of succession, and statistical inference, J. Am. Stat. Assoc. 22 (1927) 209-212).

    >>> low, high = wilson(95, 100)
    >>> round(low, 3), round(high, 3)
    (0.888, 0.978)
    """
    if not games:
        return 0.0, 1.0
    share, z = points / games, NORMAL
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Student's interval for a mean; None for fewer than two values, which say nothing of it.

    >>> low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    >>> round(low, 2), round(high, 2)
    (0.45, 4.55)
    """
    if len(values) < 2:
        return None
    mean = fmean(values)
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean - half, mean + half


@cache
def student(freedom: int) -> float:
    """The quantile of Student's distribution for an interval, by its degrees of freedom.

    >>> round(student(10), 3)
    2.228
    """
    if freedom > MANY:
        return NORMAL
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < CONFIDENCE else (low, middle)
    return high


def within(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t, as a finite sum.

    It is 26.7.3 and 26.7.4 of Abramowitz and Stegun, Handbook of Mathematical Functions (1964).
    """
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2
    term = cosine if is_odd else 1.0
    terms = [term] if freedom > 1 else []
    for step in range(2 + is_odd, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        terms.append(term)
    found = sine * fsum(terms)
    return 2 / math.pi * (angle + found) if is_odd else found


def percentile(values: Iterable[float], per_cent: int) -> float:
    """The value that so many of 100 do not exceed.

    >>> percentile(range(1, 101), 95)
    95
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * per_cent / 100) - 1)]
