"""Where hexes lie on paper: the only place that turns hexes into pixels and back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hexwar.hexes.grid import Direction, Grid
from hexwar.hexes.ids import Hex, column_row

Point = tuple[float, float]

# Corners of a flat-top hex in units of the circumradius, clockwise from the upper right.
# The hexside in direction d joins corner d - 1 and corner d.
_CORNER_ANGLES = (-60, 0, 60, 120, 180, 240)


@dataclass(frozen=True)
class Layout:
    """The drawing of a grid: hexes of a given circumradius in pixels, y growing southward.

    >>> from hexwar.hexes.ids import Hex
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
