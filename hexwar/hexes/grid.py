"""The sheet of hexes: neighbours, distances and straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property

from hexwar.hexes.ids import Hex, column_row, hex_id


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
