"""How lengths on a table are compared, and how far apart things stand.

A length that decides something is rounded to a thousandth of a cm first, and then compared with a
tolerance: so the last bits of a sum change no verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import shapely

from hexwar.tabletop.base import Area, Areas
from hexwar.tabletop.pose import Vector

MEASURE: Final = 0.005
"""cm by which "within" and "at least" are generous (M6.9)."""

TOUCH: Final = 0.03
"""cm of distance up to which two bases are in contact (M6.9)."""

SLACK: Final = 0.02
"""cm by which each base is made smaller before it is asked what it overlaps (M6.9)."""

AREA: Final = 0.0001
"""Square cm up to which an overlap is none (M6.9)."""

K = TypeVar("K")


def rounded(value: float) -> float:
    """A length in thousandths of a cm, as it is compared and told."""
    return round(value, 3)


def within(length: float, limit: float) -> bool:
    """Whether a length is within a limit, the border included (M6.9).

    >>> within(7.004, 7), within(7.006, 7)
    (True, False)
    """
    return rounded(length) <= rounded(limit + MEASURE)


def at_least(length: float, limit: float) -> bool:
    """Whether a length is at least a limit, the border included (M6.9).

    >>> at_least(6.996, 7), at_least(6.994, 7)
    (True, False)
    """
    return rounded(length) >= rounded(limit - MEASURE)


def distance(a: Areas, b: Areas) -> float:
    """The shortest distance in cm between any of some areas and any of others (M1.6)."""
    return rounded(min(float(shapely.distance(one, b).min()) for one in a))


def touches(a: Areas, b: Areas) -> bool:
    """Whether some areas are in contact with others; a corner is enough (M6.10)."""
    return distance(a, b) <= TOUCH


def meets(a: Areas, b: Areas) -> bool:
    """Whether any of some areas has a point in common with any of others."""
    return any(bool(shapely.intersects(one, b).any()) for one in a)


def reaches_corner(edge: Area, corner: Area) -> bool:
    """Whether a corner lies on an edge, within the tolerance of contact (M6.22)."""
    return rounded(float(shapely.distance(edge, corner))) <= TOUCH


def nearest(lengths: Iterable[tuple[float, K]]) -> K | None:
    """The first of the things that are nearest, where equal lengths are in order of their rank.

    Lengths that differ by no more than `MEASURE` are equal (M6.23).
    """
    found: tuple[float, K] | None = None
    for length, key in lengths:
        if found is None or rounded(length) < found[0] - MEASURE:
            found = rounded(length), key
    return None if found is None else found[1]


def shortest(a: Areas | Sequence[Area], b: Areas | Sequence[Area]) -> tuple[Vector, Vector]:
    """The ends of the shortest line from some areas to others; of several such lines the first."""
    lines = [shapely.shortest_line(one, other) for one in a for other in b]
    least = min(lines, key=lambda line: float(shapely.length(line)))
    start, end = shapely.get_coordinates(least).tolist()
    return (start[0], start[1]), (end[0], end[1])
