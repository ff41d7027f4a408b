"""The sheet that all features share: its frame, its raster, and how edges wander on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import shapely
from PySide6.QtCore import QRectF

from hexwar.hexes import Hex, Hexside, Layout, Point
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.mapart.canvas import points_of
from hexwar.widgets.mapart.raster import Floats, Raster, Whole, blurred, fractal, nearest_hexes

STEP: Final = 4.0
"""Pixels between samples of the raster."""

BLEED: Final = 48.0
"""Pixels by which everything is drawn beyond the frame, to be cut off by it."""

_WANDER: Final = 7.5  # pixels by which a natural edge strays from its hexsides
_SOFT: Final = 6.5  # pixels over which it is softened


@dataclass(frozen=True)
class Ground:
    """A battlefield laid out in pixels."""

    battlefield: Battlefield
    layout: Layout
    window: QRectF | None = None
    """The part that is wanted, scene pixels; None is the whole sheet. What lies within is drawn as
    on the whole, but near its edge."""

    @cached_property
    def frame(self) -> QRectF:
        """The rectangle round all hexes, scene pixels; the neat line runs on it."""
        width, height = self.layout.size
        return QRectF(0.0, 0.0, width, height)

    @cached_property
    def bleed(self) -> QRectF:
        """The frame with what is drawn beyond it."""
        return self.frame.adjusted(-BLEED, -BLEED, BLEED, BLEED)

    @cached_property
    def raster(self) -> Raster:
        """The samples on which smooth shapes are found."""
        whole = Raster.covering(self.bleed, STEP)
        return whole if self.window is None else whole.part(self.window)

    @cached_property
    def hexes(self) -> Sequence[Hex]:
        """The hexes of the part that is wanted, in their order."""
        every = self.layout.grid.hexes
        if self.window is None:
            return every
        reach, centre = self.raster.rect, self.layout.centre
        return [hex_ for hex_ in every if reach.contains(*centre(hex_))]

    def hexes_with(self, *arts: str) -> list[Hex]:
        """The hexes of the part that is wanted whose cover is drawn in one of some ways."""
        terrain = self.battlefield.terrain
        return [h for h in self.hexes if h in terrain and terrain[h].cover.art in arts]

    def near(self, sides: Iterable[tuple[Hex, Hex]]) -> list[tuple[Hex, Hex]]:
        """Those of some hexsides that touch the part that is wanted, in order."""
        if self.window is None:
            return sorted(sides)
        known = set(self.hexes)
        return sorted(side for side in sides if side[0] in known or side[1] in known)

    def within(self, points: Floats) -> Floats:
        """The points (n x 2) in the part that is wanted."""
        if self.window is None:
            return points
        reach, (x, y) = self.raster.rect, points.T
        is_near = (x >= reach.left()) & (x <= reach.right())
        return np.asarray(points[is_near & (y >= reach.top()) & (y <= reach.bottom())])

    def staggered(self, across: float, down: float) -> tuple[Whole, Whole]:
        """Columns and rows of a pattern that covers the sheet, of the part that is wanted.

        Column 0 and row 0 lie at the corner of `bleed`; the steps are pixels.
        """
        part, whole = self.raster.rect & self.bleed, self.bleed
        left, top = part.left() - whole.left(), part.top() - whole.top()
        first = max(math.floor(left / across) - 1, 0), max(math.floor(top / down) - 1, 0)
        last = math.ceil((left + part.width()) / across), math.ceil((top + part.height()) / down)
        columns, rows = (np.arange(a, b) for a, b in zip(first, last, strict=True))
        column, row = (axis.ravel() for axis in np.meshgrid(columns, rows))
        return column, row

    @cached_property
    def wander(self) -> tuple[Floats, Floats]:
        """By how many pixels in x and y natural edges stray, at each sample."""
        raster = self.raster
        x = _WANDER * fractal(raster.x, raster.y, 46.0, 3, seed=11)
        y = _WANDER * fractal(raster.x, raster.y, 46.0, 3, seed=23)
        return x, y

    @cached_property
    def hexes_at(self) -> Whole:
        """The index in ``Grid.hexes`` of the hex that each sample lies in."""
        return nearest_hexes(self.layout, *self.raster.mesh)

    @cached_property
    def owners(self) -> Whole:
        """The index in ``Grid.hexes`` of the hex that owns each sample, its edges astray."""
        x, y = self.raster.mesh
        stray_x, stray_y = self.wander
        return nearest_hexes(self.layout, x + stray_x, y + stray_y)

    def strayed(self, points: Floats) -> Floats:
        """Points of hexsides moved to where the wandering edges run."""
        stray_x, stray_y = self.wander
        shift = [self.raster.at(stray_x, points), self.raster.at(stray_y, points)]
        return points - np.stack(shift, axis=1)

    def cover(self, hexes: Collection[Hex], soft: float = _SOFT) -> Floats:
        """How far each sample lies inside some hexes: 0 outside, 1 inside, a half at the edge."""
        is_inside = np.zeros(len(self.layout.grid.hexes))
        is_inside[[self.layout.grid.index[hex_] for hex_ in hexes]] = 1.0
        return blurred(is_inside[self.owners], soft / STEP)

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise round the first of its hexes.

        Raises:
            ValueError: the two hexes are not adjacent.
        """
        a, b = side
        direction = self.layout.grid.direction(a, b)
        if direction is None:
            raise ValueError(f"{a} and {b} are not adjacent, so no hexside lies between them")
        return self.layout.side(a, direction)

    def middle(self, side: Hexside) -> Point:
        """The middle of a hexside."""
        (ax, ay), (bx, by) = self.layout.centre(side[0]), self.layout.centre(side[1])
        return (ax + bx) / 2, (ay + by) / 2

    def centres(self, hexes: Sequence[Hex]) -> Floats:
        """The centres of hexes, n x 2."""
        return points_of([self.layout.centre(hex_) for hex_ in hexes])


def chains(sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Hexsides joined end to start into lines as long as can be; a ring ends where it began."""
    after: dict[tuple[int, int], list[int]] = {}
    for i, (start, _) in enumerate(sides):
        after.setdefault(corner_key(start), []).append(i)
    reached = {corner_key(end) for _, end in sides}
    heads = [i for i, (start, _) in enumerate(sides) if corner_key(start) not in reached]
    is_left = [True] * len(sides)
    lines = [_followed(i, sides, after, is_left) for i in [*heads, *range(len(sides))]]
    return [line for line in lines if line]


def _followed(
    first: int,
    sides: Sequence[tuple[Point, Point]],
    after: dict[tuple[int, int], list[int]],
    is_left: list[bool],
) -> list[Point]:
    """The line that begins with one hexside; empty if that one is used already."""
    line: list[Point] = []
    at: int | None = first if is_left[first] else None
    while at is not None:
        is_left[at] = False
        line = line or [sides[at][0]]
        line.append(sides[at][1])
        onward = (i for i in after.get(corner_key(sides[at][1]), ()) if is_left[i])
        at = next(onward, None)
    return line


def runs(sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Hexsides joined into lines, whichever way each runs; a line ends where three meet."""
    corners = {corner_key(point): point for side in sides for point in side}
    keys = [np.array([corner_key(point) for point in side], dtype=np.float64) for side in sides]
    joined = shapely.get_parts(shapely.line_merge(shapely.MultiLineString(keys)))
    return [[corners[corner_key(point)] for point in line.coords] for line in joined]


def to_the_edge(line: Floats, frame: QRectF) -> Floats:
    """The line led on beyond the frame if it ends within a hexside of it."""
    x, y = line[-1]
    gaps = (x - frame.left(), frame.right() - x, y - frame.top(), frame.bottom() - y)
    nearest = int(np.argmin(gaps))
    if gaps[nearest] > 30.0:
        return line
    outward = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)][nearest])
    course = line[-1] - line[-2]
    course = course / np.hypot(*course)
    onward = line[-1] + (0.55 * course + 0.75 * outward) * (gaps[nearest] + BLEED) / 1.1
    return np.concatenate([line, [onward]])


def corner_key(point: Point) -> tuple[int, int]:
    """A name for a corner that is the same from all hexes that meet there."""
    return round(point[0]), round(point[1])
