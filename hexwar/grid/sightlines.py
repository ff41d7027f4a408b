"""Who sees whom over a whole map, fast: every line of up to 12 hexes as a row of places to look at.

A line is clear when nothing on it stands higher than the higher of its two ends. So a map is a few
planes of heights, a line is the largest height on it, and where there are two ways round the
smaller of theirs counts. The lines are those of `hexwar.grid.rays`.

The planes are laid out by cube coordinates (q, r) with a margin of 12 hexes on every side. In that
layout a line from any hex looks at the same places counted from the hex, so one table of places
serves the whole map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from hexwar.grid.rays import Offset, Ray, Way, offsets_within, ray
from hexwar.hexes import Grid

REACH: Final = 12
"""How far the lines go, in hexes."""

NOTHING: Final = -1
"""The height of a hex or hexside that hides nothing."""

WALL: Final = 127
"""The height of what nobody sees over. Every other height, and every level, is smaller."""

OFFSETS: Final = offsets_within(REACH)
"""The targets of a hex, nearest first: the order of every table and field here."""

_PLACES: Final = {offset: place for place, offset in enumerate(OFFSETS)}

ADJACENT: Final = 6
"""So many of `OFFSETS` are neighbours. They are always seen: their lines look at nothing."""

Bytes = npt.NDArray[np.int8]
Places = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
Value = TypeVar("Value", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Heights:
    """What hides what on a map. Every row is in the order of `Grid.hexes`; values are levels.

    A hex has three hexsides of its own: N, NE and SE.
    """

    levels: Sequence[int]  # where one stands, 0 to 126
    hexes: Sequence[int]  # of what fills a hex: NOTHING, a level, or WALL
    sides: Sequence[Sequence[int]]  # the three hexsides of a hex, where they are not near
    near_sides: Sequence[Sequence[int]]  # the same, for lines that begin or end at the hexside


class Spot(NamedTuple):
    """A place that a line looks at: a plane, and a hex from the line's first."""

    plane: int
    q: int
    r: int


_HEX, _SIDES, _NEAR_SIDES = 0, 1, 4  # planes; of the sides there are three each
_PLANES = 7


@dataclass(frozen=True, slots=True)
class _Line:
    """A ray as the spots it looks at. A tie holds the spots of each of its two ways."""

    spots: tuple[Spot, ...]
    ties: tuple[tuple[tuple[Spot, ...], tuple[Spot, ...]], ...]


@lru_cache(maxsize=1)
def _lines() -> tuple[_Line, ...]:
    """The lines to `OFFSETS` in their order."""
    near = (_Line((), ()),) * ADJACENT
    return (*near, *(_line(ray(offset)) for offset in OFFSETS[ADJACENT:]))


def _line(a_ray: Ray) -> _Line:
    plain = [Spot(_HEX, *hex_) for hex_ in a_ray.between]
    ties = []
    for stretch in a_ray.stretches:
        ways = [tuple(_spots(a_ray, way)) for way in stretch.ways]
        if len(ways) == 1:
            plain += ways[0]
        else:
            ties.append((ways[0], ways[1]))
    return _Line(tuple(plain), tuple(ties))


def _spots(a_ray: Ray, way: Way) -> Iterator[Spot]:
    for q, r in way.hexes:
        yield Spot(_HEX, q, r)
    for side in way.hexsides:
        (q, r), direction = side
        planes = _NEAR_SIDES if a_ray.is_at_end(side) else _SIDES
        yield Spot(planes + direction, q, r)


@dataclass(frozen=True, slots=True)
class _Table:
    """The lines of every target as places in a window of the flat planes.

    `spots` holds the lines of all but adjacent targets one after another, each beginning at one of
    `lines`. A tie has one place in it, which `slots` names; the spots of its ways stand in
    `ways`, each way beginning at one of `way_starts`, two and two.
    """

    centre: int  # the first hex
    targets: Places
    spots: Places
    lines: Places
    slots: Places
    ways: Places
    way_starts: Places


@lru_cache(maxsize=16)
def _table(stride: int, plane: int) -> _Table:
    """The table of a layout: places from one q to the next, and places in a plane."""

    def place(spot: Spot) -> int:
        return spot.plane * plane + (spot.q + REACH) * stride + spot.r + REACH

    lines = _lines()[ADJACENT:]
    spots = [[*map(place, line.spots), *(0 for _ in line.ties)] for line in lines]
    ends = list(accumulate(map(len, spots)))
    ways = [[place(spot) for spot in way] for line in lines for tie in line.ties for way in tie]
    slots = [
        end - k for end, line in zip(ends, lines, strict=True) for k in range(len(line.ties), 0, -1)
    ]
    return _Table(
        centre=place(Spot(_HEX, 0, 0)),
        targets=_places([place(Spot(_HEX, *offset)) for offset in OFFSETS]),
        spots=_places([at for line in spots for at in line]),
        lines=_places([0, *ends[:-1]]),
        slots=_places(slots),
        ways=_places([at for way in ways for at in way]),
        way_starts=_places([0, *list(accumulate(map(len, ways)))[:-1]]),
    )


def _places(values: Sequence[int]) -> Places:
    found = np.array(values, dtype=np.intp)
    found.flags.writeable = False
    return found


class Sightlines:
    """The lines of sight of one map, up to `REACH` hexes long.

    Hexes are their places in `Grid.hexes`. The planes of 45 x 99 hexes take 0.1 MB, all pairs
    2.1 MB; those of 99 x 99 hexes 0.2 and 4.6 MB.
    """

    def __init__(self, grid: Grid, heights: Heights) -> None:
        """Lay out a map.

        Raises:
            OverflowError: a height or level beyond `WALL`.
        """
        self._cubes = [grid.cube(hex_) for hex_ in grid.hexes]
        least = min(r for _, r in self._cubes)
        self._size = (grid.columns, max(r for _, r in self._cubes) - least + 1)
        self._stride = self._size[1] + 2 * REACH
        self._plane = (self._size[0] + 2 * REACH) * self._stride
        cells = [(q - 1 + REACH) * self._stride + r - least + REACH for q, r in self._cubes]
        self._windows = [cell - REACH * self._stride - REACH for cell in cells]
        self._lay_out(_places(cells), heights)

    def _lay_out(self, cells: Places, heights: Heights) -> None:
        """Write the planes. Off the sheet there is nothing to see through, and no hex: -1."""
        planes = np.full((_PLANES, self._plane), WALL, np.int8)
        planes[_HEX, cells] = np.array(heights.hexes, np.int8)
        for first, sides in ((_SIDES, heights.sides), (_NEAR_SIDES, heights.near_sides)):
            planes[first : first + 3, cells] = np.array(sides, np.int8).T
        self._heights = planes.ravel()
        self._levels = np.zeros(self._plane, np.int8)
        self._levels[cells] = np.array(heights.levels, np.int8)
        self._indexes = np.full(self._plane, -1, np.int16)
        self._indexes[cells] = np.arange(len(cells), dtype=np.int16)

    def field(self, cell: int, limit: int = REACH) -> list[int]:
        """The hexes within a limit that a hex has in line of sight, nearest first, not itself."""
        table = _table(self._stride, self._plane)
        start = self._windows[cell]
        window = self._heights[start:]
        heights = window.take(table.spots)
        ways = np.maximum.reduceat(window.take(table.ways), table.way_starts)
        heights[table.slots] = np.minimum(ways[::2], ways[1::2])
        levels = self._levels[start:]
        eyes = np.maximum(levels.take(table.targets), levels[table.centre])
        seen = self._indexes[start:].take(table.targets)
        is_clear = seen >= 0
        is_clear[ADJACENT:] &= np.maximum.reduceat(heights, table.lines) <= eyes[ADJACENT:]
        near = 3 * limit * (limit + 1)
        found: list[int] = seen[:near][is_clear[:near]].tolist()
        return found

    def is_clear(self, a: int, b: int) -> bool:
        """Whether a hex has another in line of sight. The first question computes `pairs`."""
        (qa, ra), (qb, rb) = self._cubes[a], self._cubes[b]
        place = _PLACES.get((qb - qa, rb - ra))
        return place is not None and bool(self.pairs[place, a])

    @cached_property
    def pairs(self) -> Bools:
        """Whether each hex has each of its targets in line of sight: [place in `OFFSETS`, hex]."""
        return self.all_pairs()

    def all_pairs(self) -> Bools:
        """What `pairs` keeps: each line is looked at from every hex of the map at once."""
        on_sheet = self._sheet(self._indexes) >= 0
        found = np.empty((len(OFFSETS), len(self._cubes)), np.bool_)
        for i, (offset, line) in enumerate(zip(OFFSETS, _lines(), strict=True)):
            found[i] = self._clear(offset, line)[on_sheet]
        found.flags.writeable = False
        return found

    def _clear(self, offset: Offset, line: _Line) -> Bools:
        """Where one line is clear and its target on the sheet, over the rectangle of the sheet."""
        highest = self._highest(line.spots)
        for left, right in line.ties:
            lower = np.minimum(self._highest(left), self._highest(right))
            np.maximum(highest, lower, out=highest)
        eyes = np.maximum(self._sheet(self._levels), self._sheet(self._levels, *offset))
        is_clear: Bools = highest <= eyes
        is_clear &= self._sheet(self._indexes, *offset) >= 0
        return is_clear

    def _highest(self, spots: Sequence[Spot]) -> Bytes:
        highest = np.full(self._size, NOTHING, np.int8)
        for plane, q, r in spots:
            start = plane * self._plane
            heights = self._heights[start : start + self._plane]
            np.maximum(highest, self._sheet(heights, q, r), out=highest)
        return highest

    def _sheet(self, plane: npt.NDArray[Value], q: int = 0, r: int = 0) -> npt.NDArray[Value]:
        """What lies at an offset from each hex of the sheet."""
        columns, rows = self._size
        return plane.reshape(-1, self._stride)[
            REACH + q : REACH + q + columns, REACH + r : REACH + r + rows
        ]
