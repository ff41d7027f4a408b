"""Where something stands on a measured table, and which way it faces."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

FULL: Final = 3600
"""Tenths of a degree in a full turn."""

Vector = tuple[float, float]
"""A point or a way on the table in cm: east, north."""


def _sines() -> tuple[float, ...]:
    """The sine of each tenth of a degree from 0 to 450: a turn, and a quarter for cosines.

    Worked out in whole numbers, so that every machine has the same bits: libraries of mathematics
    differ in the last one.
    """
    one = 10**40
    step = 31415926535897932384626433832795028841972 // 1800  # pi / 1800
    sine = step - step**3 // (6 * one**2) + step**5 // (120 * one**4)
    cosine = one - step**2 // (2 * one) + step**4 // (24 * one**3) - step**6 // (720 * one**5)
    s, c, rising = 0, one, []
    for _ in range(FULL // 4):
        rising.append(s / one)
        s, c = (s * cosine + c * sine) // one, (c * cosine - s * sine) // one
    half = [*rising, 1.0, *rising[:0:-1]]
    turn = [*half, *(0.0 - value for value in half)]  # no zero below zero
    return (*turn, *turn[: FULL // 4])


_SINES: Final = _sines()


def sine(bearing: int) -> float:
    """The sine of a bearing, the same on every machine.

    >>> sine(300), sine(1800), sine(-900)
    (0.5, 0.0, -1.0)
    """
    return _SINES[bearing % FULL]


def cosine(bearing: int) -> float:
    """The cosine of a bearing, the same on every machine.

    >>> cosine(600), cosine(900), cosine(1800)
    (0.5, 0.0, -1.0)
    """
    return _SINES[bearing % FULL + FULL // 4]


def half_up(value: float) -> int:
    """The nearest whole number; halves go up (M6.1).

    >>> half_up(2.5), half_up(-2.5), half_up(-2.6)
    (3, -2, -3)
    """
    return math.floor(value + 0.5)


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a bearing (M6.1, M27.1)."""

    x: int  # hundredths of a cm, eastwards from the south-west corner
    y: int  # hundredths of a cm, northwards
    bearing: int = 0  # tenths of a degree, 0 to 3599, clockwise from north

    @property
    def point(self) -> Vector:
        """The place in cm."""
        return self.x / 100, self.y / 100

    @property
    def forward(self) -> Vector:
        """The way that it faces, of length 1 (M6.2)."""
        return sine(self.bearing), cosine(self.bearing)

    @property
    def right(self) -> Vector:
        """The way to its right, of length 1 (M6.2)."""
        return cosine(self.bearing), -sine(self.bearing)

    def ahead_of(self, point: Vector) -> float:
        """How far a point lies ahead of this place in cm; less than 0 is behind."""
        (x, y), (fx, fy) = self.point, self.forward
        return (point[0] - x) * fx + (point[1] - y) * fy

    def aside_of(self, point: Vector) -> float:
        """How far a point lies to the right of this place in cm; less than 0 is left."""
        (x, y), (rx, ry) = self.point, self.right
        return (point[0] - x) * rx + (point[1] - y) * ry

    def at(self, ahead: float, aside: float = 0.0) -> Vector:
        """The point so many cm ahead and to the right."""
        (x, y), (fx, fy), (rx, ry) = self.point, self.forward, self.right
        return x + fx * ahead + rx * aside, y + fy * ahead + ry * aside

    def moved(self, ahead: float, aside: float = 0.0) -> Pose:
        """The same bearing so many cm ahead and to the right, rounded to a pose.

        >>> Pose(1000, 1000, 900).moved(2.5, 1)
        Pose(x=1250, y=900, bearing=900)
        """
        return placed(self.at(ahead, aside), self.bearing)

    def turned(self, turn: int) -> Pose:
        """The same place, turned clockwise by tenths of a degree; less than 0 is the other way."""
        return Pose(self.x, self.y, (self.bearing + turn) % FULL)

    def about(self, pivot: Vector, turn: int) -> Pose:
        """Turned clockwise about a point by tenths of a degree, as a wheel about a corner is.

        >>> Pose(1000, 1000).about((12.0, 10.0), 900)
        Pose(x=1200, y=1200, bearing=900)
        """
        (x, y), s, c = self.point, sine(turn), cosine(turn)
        dx, dy = x - pivot[0], y - pivot[1]
        point = pivot[0] + dx * c + dy * s, pivot[1] + dy * c - dx * s
        return placed(point, self.bearing + turn)


def placed(point: Vector, bearing: float) -> Pose:
    """The pose at a point in cm with a bearing in tenths of a degree, each rounded half up (M6.1).

    >>> placed((12.345, 7.0049), 3599.7)
    Pose(x=1235, y=700, bearing=0)
    """
    return Pose(half_up(point[0] * 100), half_up(point[1] * 100), half_up(bearing) % FULL)


def turn_between(a: int, b: int) -> int:
    """The turn from a bearing to another by the shorter way, -1799 to 1800, clockwise above 0.

    >>> turn_between(3500, 100), turn_between(100, 3500), turn_between(0, 1800)
    (200, -200, 1800)
    """
    turn = (b - a) % FULL
    return turn - FULL if turn > FULL // 2 else turn


def bearing_to(a: Vector, b: Vector) -> int:
    """The bearing of a point from another in tenths of a degree, rounded; 0 where they are one.

    >>> bearing_to((0, 0), (1, 1)), bearing_to((0, 0), (-1, 0))
    (450, 2700)
    """
    return half_up(math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) * 10) % FULL
