"""Straight lines from the centre of a hex to the centre of another: what they cross, exactly.

A line depends only on the offset between its ends, so the first hex is (0, 0) and every hex is an
offset in cube coordinates (q, r). Everything is counted in whole numbers: the side of the line on
which a corner lies is the sign of a product, and a corner on the line is exactly on it.

Where a line meets a corner or runs along a hexside, it belongs to no hex, and there are two ways
round. Nothing here says what such a line sees: see `hexwar.ground.sight`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hexwar.hexes import Direction

Offset = tuple[int, int]
"""A hex by its cube coordinates (q, r) from the first hex of a line."""

OffsetSide = tuple[Offset, Direction]
"""A hexside: a hex, and N, NE or SE; its other three sides belong to the hexes beyond them."""

_DIRECTIONS = {direction.step: direction for direction in Direction}


@dataclass(frozen=True, slots=True)
class Way:
    """One way from a hex of a line to the next: the hexes between, and the hexsides crossed."""

    hexes: tuple[Offset, ...]
    hexsides: tuple[OffsetSide, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """From inside one hex of a line to inside the next.

    One way leads over a hexside. Two ways, left or the direct one first, lead past a corner or
    along a hexside.
    """

    start: Offset
    end: Offset
    ways: tuple[Way, ...]

    @property
    def is_tie(self) -> bool:
        """Whether there are two ways round."""
        return len(self.ways) == 2


@dataclass(frozen=True, slots=True)
class Ray:
    """A line from (0, 0) to a target."""

    target: Offset
    stretches: tuple[Stretch, ...]

    @property
    def between(self) -> tuple[Offset, ...]:
        """The hexes whose inside the line crosses, without the two ends, in order."""
        return tuple(stretch.end for stretch in self.stretches[:-1])

    def is_at_end(self, side: OffsetSide) -> bool:
        """Whether a hexside is one of the first or the last hex."""
        hex_, direction = side
        ends = ((0, 0), self.target)
        return hex_ in ends or _sum(hex_, direction.step) in ends


def offsets_within(radius: int) -> tuple[Offset, ...]:
    """The offsets of the hexes at most `radius` away, nearest first, without (0, 0)."""
    span = range(-radius, radius + 1)
    near = ((length((q, r)), q, r) for q in span for r in span)
    return tuple((q, r) for distance, q, r in sorted(near) if 0 < distance <= radius)


def length(offset: Offset) -> int:
    """The distance of an offset in hexes."""
    q, r = offset
    return max(abs(q), abs(r), abs(q + r))


@lru_cache(maxsize=4096)
def ray(target: Offset) -> Ray:
    """The line from (0, 0) to a target."""
    return Ray(target, tuple(_stretches(target)))


def _stretches(target: Offset) -> Iterator[Stretch]:
    here = (0, 0)
    while here != target:
        stretch = _next_stretch(here, target)
        yield stretch
        here = stretch.end


def _next_stretch(here: Offset, target: Offset) -> Stretch:
    """From a hex whose inside the line crosses to the next.

    Seen along the line, the corners of a hex taken clockwise pass from left to right where the
    line leaves it.
    """
    at = [_side_of_line(target, _corner(here, direction)) for direction in Direction]
    for direction in Direction:
        left, right = at[direction - 1], at[direction]
        if left < 0 < right:
            end = _sum(here, direction.step)
            return Stretch(here, end, (_way(here, end),))
        if left < 0 == right:
            return _past_corner(here, direction, target)
    raise AssertionError(f"the line to {target} never leaves {here}")


def _past_corner(here: Offset, direction: Direction, target: Offset) -> Stretch:
    """Through the corner clockwise of a side: into one of two hexes, or along the side between."""
    clockwise = Direction((direction + 1) % 6)
    left, right = _sum(here, direction.step), _sum(here, clockwise.step)
    onward = _sum(direction.step, clockwise.step)  # the way that the hexside between them points
    turn = _side_of_line(target, onward)
    if turn == 0:
        end = _sum(here, onward)
        return Stretch(here, end, (_way(here, left, end), _way(here, right, end)))
    end, third = (left, right) if turn > 0 else (right, left)
    return Stretch(here, end, (_way(here, end), _way(here, third, end)))


def _way(*hexes: Offset) -> Way:
    return Way(hexes[1:-1], tuple(_hexside(a, b) for a, b in pairwise(hexes)))


def _hexside(a: Offset, b: Offset) -> OffsetSide:
    direction = _DIRECTIONS[b[0] - a[0], b[1] - a[1]]
    return (a, direction) if direction < Direction.S else (b, direction.opposite)


def _corner(hex_: Offset, direction: Direction) -> Offset:
    """The corner clockwise of a side, in thirds of a step."""
    q, r = hex_
    corner = _sum(direction.step, Direction((direction + 1) % 6).step)
    return _sum((3 * q, 3 * r), corner)


def _side_of_line(target: Offset, point: Offset) -> int:
    """Below 0 left of the line to the target, above 0 right of it, 0 on it."""
    return target[0] * point[1] - target[1] * point[0]


def _sum(a: Offset, b: Offset) -> Offset:
    return a[0] + b[0], a[1] + b[1]
