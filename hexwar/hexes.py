"""Integer geometry of a hex map: ids, directions, distance, lines, hexsides and pixels.

A map is a sheet of flat-top hexes in columns that run north to south. A hex has the id
``CCRR``: two digits of column, two of row, both from 01, as printed on the maps of
"The Library of Napoleonic Battles". Every other column lies half a hex further south.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property, lru_cache
from typing import NewType

Hex = NewType("Hex", str)
"""A hex by its printed id, ``CCRR`` (column, row), such as ``0913``."""

Hexside = tuple[Hex, Hex]
"""The side between two adjacent hexes, the smaller id first."""

MAX_COLUMNS = MAX_ROWS = 99


def hex_id(column: int, row: int) -> Hex:
    """The id of the hex in a column and row, both counted from 1.

    Raises:
        ValueError: a column or row outside 1 to 99.

    >>> hex_id(9, 13)
    '0913'
    """
    if not (1 <= column <= MAX_COLUMNS and 1 <= row <= MAX_ROWS):
        raise ValueError(f"no hex has column {column} and row {row}: both run from 1 to 99")
    return Hex(f"{column:02d}{row:02d}")


def column_row(hex_: Hex) -> tuple[int, int]:
    """The column and row of a hex, both counted from 1.

    >>> column_row(hex_id(9, 13))
    (9, 13)
    """
    return int(hex_[:2]), int(hex_[2:])


def is_hex_id(text: str) -> bool:
    """Whether a text has the form of a hex id; the hex may still be off the map.

    >>> is_hex_id("0913"), is_hex_id("913"), is_hex_id("0900")
    (True, False, False)
    """
    return re.fullmatch("(?!00)[0-9]{2}(?!00)[0-9]{2}", text) is not None


def hexside(a: Hex, b: Hex) -> Hexside:
    """The hexside between two adjacent hexes, the smaller id first.

    >>> hexside(Hex("1604"), Hex("1505"))
    ('1505', '1604')
    """
    return (a, b) if a < b else (b, a)


class Direction(IntEnum):
    """The six directions from a flat-top hex, clockwise from north."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return Direction((self + 3) % 6)

    @property
    def step(self) -> tuple[int, int]:
        """The step to the next hex in cube coordinates (q, r)."""
        return _CUBE_STEPS[self]


class Low(StrEnum):
    """Which columns lie half a hex further south."""

    EVEN = "even"
    ODD = "odd"


# Steps in cube coordinates (q east, r south-ish, s = -q - r), in the order of Direction.
_CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@dataclass(frozen=True)
class Grid:
    """A sheet of flat-top hexes.

    Distances are in hexes. Hexes off the sheet are never returned.

    >>> grid = Grid(35, 38)
    >>> grid.neighbour(Hex("0913"), Direction.N), grid.distance(Hex("0913"), Hex("1604"))
    ('0912', 12)
    """

    columns: int
    rows: int
    low: Low = Low.EVEN

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the sheet, column by column."""
        return tuple(
            hex_id(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)
        )

    @cached_property
    def index(self) -> dict[Hex, int]:
        """The place of each hex in `hexes`; fields over the map are stored in that order."""
        return {hex_: i for i, hex_ in enumerate(self.hexes)}

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """The hexes next to each hex, clockwise from north, those off the sheet left out."""
        rows = zip(self.hexes, self.neighbour_indexes, strict=True)
        return {hex_: tuple(self.hexes[i] for i in row if i >= 0) for hex_, row in rows}

    @cached_property
    def neighbour_indexes(self) -> tuple[tuple[int, ...], ...]:
        """For each hex in the order of `hexes` its six neighbours' indexes; -1 is off the sheet."""
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        found: list[tuple[int, ...]] = []
        for column in columns:
            down = [
                (dq, dr + self._shift(column + dq) - self._shift(column)) for dq, dr in _CUBE_STEPS
            ]
            around = [(column + dq, dy, (column + dq - 1) * self.rows - 1) for dq, dy in down]
            found += (
                tuple(
                    base + row + dy if near in columns and row + dy in rows else -1
                    for near, dy, base in around
                )
                for row in rows
            )
        return tuple(found)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.index

    def neighbour(self, hex_: Hex, direction: Direction) -> Hex | None:
        """The next hex in a direction, or None where the sheet ends."""
        q, r = self.cube(hex_)
        dq, dr = _CUBE_STEPS[direction]
        return self.from_cube(q + dq, r + dr)

    def direction(self, a: Hex, b: Hex) -> Direction | None:
        """The direction from a hex to a hex next to it, or None where they are not adjacent."""
        (qa, ra), (qb, rb) = self.cube(a), self.cube(b)
        step = (qb - qa, rb - ra)
        return Direction(_CUBE_STEPS.index(step)) if step in _CUBE_STEPS else None

    def is_adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes lie next to each other."""
        return self.distance(a, b) == 1

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps of one hex lead from one hex to another; the hex itself is 0."""
        qa, ra = self._cubes[a]
        qb, rb = self._cubes[b]
        dq, dr = qa - qb, ra - rb
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def within(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes at most `radius` hexes from a centre, the centre too, in map order."""
        q, r = self.cube(centre)
        found: list[Hex] = []
        for column in range(max(1, q - radius), min(self.columns, q + radius) + 1):
            dq = column - q
            low = r + max(-radius, -dq - radius) + self._shift(column)
            high = r + min(radius, radius - dq) + self._shift(column)
            start = (column - 1) * self.rows - 1  # where row 1 of the column is, less 1
            found += self.hexes[start + max(1, low) : start + min(self.rows, high) + 1]
        return tuple(found)

    def is_opposite(self, a: Hex, centre: Hex, b: Hex) -> bool:
        """Whether two neighbours of a hex lie exactly across it (N8.71)."""
        to_a, to_b = self.direction(centre, a), self.direction(centre, b)
        return to_a is not None and to_b is not None and to_a.opposite == to_b

    def cube(self, hex_: Hex) -> tuple[int, int]:
        """Cube coordinates (q, r) of a hex; the third is -q - r. The hex may lie off the sheet."""
        column, row = column_row(hex_)
        return column, row - self._shift(column)

    @cached_property
    def _cubes(self) -> dict[Hex, tuple[int, int]]:
        return {hex_: self.cube(hex_) for hex_ in self.hexes}

    def _shift(self, column: int) -> int:
        return column // 2 if self.low is Low.ODD else (column - 1) // 2

    def from_cube(self, q: int, r: int) -> Hex | None:
        """The hex at cube coordinates, or None off the sheet."""
        row = r + self._shift(q)
        is_on = 1 <= q <= self.columns and 1 <= row <= self.rows
        return hex_id(q, row) if is_on else None


Point = tuple[float, float]

# Corners of a flat-top hex in units of the circumradius, clockwise from the upper right.
# The hexside in direction d joins corner d - 1 and corner d.
_CORNER_ANGLES = (-60, 0, 60, 120, 180, 240)


@lru_cache(maxsize=8)
def grid_of_size(columns: int, rows: int, low: Low = Low.EVEN) -> Grid:
    """A sheet of a size: one object for all who ask, as its tables take long to make."""
    return Grid(columns, rows, low)


@dataclass(frozen=True)
class Layout:
    """The drawing of a grid: hexes of a given circumradius in pixels, y growing southward.

    >>> layout = Layout(Grid(35, 38))
    >>> layout.hex_at(*layout.centre(Hex("0913")))
    '0913'
    """

    grid: Grid
    radius: float = 32.0  # centre to corner, pixels at 100 %

    @property
    def column_pitch(self) -> float:
        """Pixels from one column's centre line to the next."""
        return self.radius * 1.5

    @property
    def row_pitch(self) -> float:
        """Pixels from one hex centre to the next in a column: the hex's height."""
        return self.radius * math.sqrt(3)

    @property
    def size(self) -> Point:
        """Width and height of the whole sheet in pixels."""
        rows = self.grid.rows + (0.5 if self.grid.columns > 1 else 0.0)
        width = self.column_pitch * (self.grid.columns - 1) + 2 * self.radius
        return width, self.row_pitch * rows

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex."""
        column, row = column_row(hex_)
        low = (column % 2 == 0) == (self.grid.low == "even")
        down = row - 0.5 + (0.5 if low else 0.0)
        return self.radius + self.column_pitch * (column - 1), self.row_pitch * down

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise from the upper right one."""
        (x, y), radius = self.centre(hex_), self.radius
        turns = map(math.radians, _CORNER_ANGLES)
        return tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)

    def side(self, hex_: Hex, direction: Direction) -> tuple[Point, Point]:
        """The two ends of the hexside in a direction, clockwise round the hex."""
        corners = self.corners(hex_)
        return corners[direction - 1], corners[direction]

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex under a pixel, or None off the sheet."""
        first = self.grid.hexes[0]
        (q0, r0), (x0, y0) = self.grid.cube(first), self.centre(first)
        q, r = (x - x0) / self.column_pitch, (y - y0) / self.row_pitch
        return self._rounded(q + q0, r - q / 2 + r0)

    def _rounded(self, q: float, r: float) -> Hex | None:
        s = -q - r
        round_q, round_r, round_s = round(q), round(r), round(s)
        off_q, off_r, off_s = abs(round_q - q), abs(round_r - r), abs(round_s - s)
        if off_q > off_r and off_q > off_s:
            round_q = -round_r - round_s
        elif off_r > off_s:
            round_r = -round_q - round_s
        return self.grid.from_cube(round_q, round_r)
