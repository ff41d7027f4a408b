"""What every part of the map is painted on, what of it is in sight, and the curves that make it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import Final, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from hexwar.hexes import Point
from hexwar.widgets.mapart.palette import Inks, Season, inks_of
from hexwar.widgets.mapart.raster import Floats, Whole

Thing = TypeVar("Thing")


class Detail(IntEnum):
    """How much of the map is drawn: what a scale has room for."""

    FAR = 0  # an eighth: the whole sheet as a thumbnail
    MID = 1  # a quarter
    NEAR = 2  # a half: trees, every village's name
    CLOSE = 3  # full size and more: everything

    @classmethod
    def at(cls, scale: float) -> Detail:
        """The detail for so many pixels to a scene pixel; those of a screen at 100 % count."""
        if scale < 0.19:
            return cls.FAR
        if scale < 0.38:
            return cls.MID
        return cls.NEAR if scale < 0.75 else cls.CLOSE


class Layer(Enum):
    """What of a map may be shown by itself, or left out."""

    COVER = "cover"  # woods, marsh, fields and buildings
    RELIEF = "relief"  # light and shadow, contours, slopes and crests
    WATER = "water"
    WAYS = "ways"  # roads, trails and what carries them over water
    GRID = "grid"  # hexsides and numbers
    NAMES = "names"


EVERY: Final[Mapping[Layer, float]] = MappingProxyType({})
"""All layers as they are printed."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """One painting: the painter is in scene pixels and clipped as it should be."""

    painter: QPainter
    rect: QRectF  # what is in sight, scene pixels
    scale: float  # device pixels to a scene pixel
    season: Season = Season.SUMMER
    ratio: float = 1.0  # device pixels to a pixel of a screen at 100 %: what is read is so large
    shares: Mapping[Layer, float] = field(
        default_factory=lambda: EVERY
    )  # how far a layer is seen, 0 to 1; 1 if it is not named

    @property
    def inks(self) -> Inks:
        """The inks of the season."""
        return inks_of(self.season)

    @property
    def detail(self) -> Detail:
        """What this scale has room for."""
        return Detail.at(self.scale / self.ratio)

    @contextmanager
    def layer(self, layer: Layer) -> Iterator[bool]:
        """Paints a layer as far as it is seen; whether it is seen at all."""
        share, before = self.shares.get(layer, 1.0), self.painter.opacity()
        if share < 1.0:
            self.painter.setOpacity(before * share)
        yield share > 0.0
        self.painter.setOpacity(before)

    def hairline(self, width: float, least: float = 0.7) -> float:
        """A line's width in scene pixels, but never less than so many device pixels."""
        return max(width, least / self.scale)

    def fill(self, shelf: Shelf[QPainterPath], ink: QColor) -> None:
        """Fills the paths in sight."""
        for path in shelf.within(self.rect):
            self.painter.fillPath(path, ink)

    def stroke(self, shelf: Shelf[QPainterPath], pen: QPen) -> None:
        """Inks the lines in sight."""
        for path in shelf.within(self.rect):
            self.painter.strokePath(path, pen)

    def draw(self, shelf: Shelf[QPainterPath]) -> None:
        """Draws the paths in sight with the painter's pen and brush."""
        for path in shelf.within(self.rect):
            self.painter.drawPath(path)


Painting = Callable[[Canvas], None]
"""Paints a part of the map."""


class Shelf(Generic[Thing]):
    """Things with the rectangle that each needs; gives those in sight, in order."""

    def __init__(self, things: Sequence[tuple[QRectF, Thing]]) -> None:
        self._things = [thing for _, thing in things]
        boxes = [(r.left(), r.top(), r.right(), r.bottom()) for r, _ in things]
        self._boxes: Floats = np.array(boxes, dtype=np.float64).reshape(-1, 4).T

    def within(self, rect: QRectF) -> list[Thing]:
        """The things whose rectangles touch a rectangle."""
        left, top, right, bottom = self._boxes
        is_near = (left <= rect.right()) & (right >= rect.left())
        is_near &= (top <= rect.bottom()) & (bottom >= rect.top())
        return [self._things[i] for i in np.nonzero(is_near)[0].tolist()]


def shelf_of_paths(paths: Sequence[QPainterPath], margin: float) -> Shelf[QPainterPath]:
    """Paths, each with so many pixels for its pen round it."""
    return Shelf([(p.boundingRect().adjusted(-margin, -margin, margin, margin), p) for p in paths])


class Lines:
    """Many short straight lines (n x 4 scene pixels: x, y, x, y), kept from north to south."""

    def __init__(self, ends: Floats) -> None:
        ends = np.rint(ends * 64) / 64
        top = np.minimum(ends[:, 1], ends[:, 3])
        order = np.argsort(top, kind="stable")
        self._ends, self._top = ends[order], top[order]
        self._bottom = np.maximum(self._ends[:, 1], self._ends[:, 3])
        self._left = np.minimum(self._ends[:, 0], self._ends[:, 2])
        self._right = np.maximum(self._ends[:, 0], self._ends[:, 2])
        self._height = float((self._bottom - self._top).max(initial=0.0))

    def within(self, rect: QRectF) -> list[QLineF]:
        """The lines near a rectangle."""
        first, last = _span(self._top, rect.top() - 2 - self._height, rect.bottom() + 2)
        row = slice(first, last)
        is_near = (self._left[row] <= rect.right() + 2) & (self._right[row] >= rect.left() - 2)
        is_near &= self._bottom[row] >= rect.top() - 2
        return [QLineF(*line) for line in self._ends[row][is_near].tolist()]


class Dots:
    """Many points (n x 2 scene pixels)."""

    def __init__(self, points: Floats) -> None:
        self.points = np.rint(points * 64) / 64
        self._order = np.argsort(self.points[:, 1], kind="stable")
        self._x, self._y = self.points[self._order].T

    def near(self, rect: QRectF, margin: float) -> Whole:
        """The numbers of the points in a rectangle, or so many pixels beyond its edge."""
        first, last = _span(self._y, rect.top() - margin, rect.bottom() + margin)
        x = self._x[first:last]
        is_near = (x >= rect.left() - margin) & (x <= rect.right() + margin)
        return np.sort(self._order[first:last][is_near])


def _span(rising: Floats, low: float, high: float) -> tuple[int, int]:
    """The first of rising numbers that is no less than one, and the first beyond another."""
    return int(np.searchsorted(rising, low, "left")), int(np.searchsorted(rising, high, "right"))


# -- curves of points (n x 2, scene pixels) and the painter paths made from them


_GRAIN = 64.0  # points are kept in 64ths of a pixel, so that every machine draws the same


def points_of(points: Sequence[Point]) -> Floats:
    """An array of points."""
    return np.array(points, dtype=np.float64).reshape(-1, 2)


def settled(points: Floats) -> Floats:
    """The points rounded to a 64th of a pixel: no library's last digit reaches the paper."""
    return np.rint(points * _GRAIN) / _GRAIN


def cut_corners(points: Floats, rounds: int, is_closed: bool = False) -> Floats:
    """A line with its corners cut again and again until it curves; open ends stay."""
    for _ in range(rounds):
        ahead = np.roll(points, -1, axis=0) if is_closed else points[1:]
        behind = points if is_closed else points[:-1]
        cut = np.empty((2 * len(behind), 2))
        cut[0::2] = 0.75 * behind + 0.25 * ahead
        cut[1::2] = 0.25 * behind + 0.75 * ahead
        points = cut if is_closed else np.concatenate([points[:1], cut[1:-1], points[-1:]])
    return points


def relaxed(points: Floats, share: float, is_closed: bool = False) -> Floats:
    """A line whose points lie nearer to the middle of their neighbours; open ends stay."""
    middle = (np.roll(points, 1, axis=0) + np.roll(points, -1, axis=0)) / 2
    eased = points + share * (middle - points)
    if not is_closed:
        eased[[0, -1]] = points[[0, -1]]
    return eased


def spline(points: Floats) -> Floats:
    """A smooth curve through the points but the first and last, which only lead in and out."""
    t = np.arange(8)[:, None, None] / 8
    a, b, c, d = points[:-3], points[1:-2], points[2:-1], points[3:]
    curve = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
    return np.concatenate([curve.transpose(1, 0, 2).reshape(-1, 2), points[-2:-1]])


def lengths_along(points: Floats) -> Floats:
    """How far along the line each point lies; the first is 0."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def resampled(points: Floats, spacing: float) -> Floats:
    """The line again with its points evenly spaced, about `spacing` pixels apart."""
    along = lengths_along(points)
    count = max(2, round(along[-1] / spacing) + 1)
    return at_lengths(points, np.linspace(0, along[-1], count))


def at_lengths(points: Floats, lengths: Floats) -> Floats:
    """The points that lie the given lengths along a line."""
    along = lengths_along(points)
    x, y = np.interp(lengths, along, points[:, 0]), np.interp(lengths, along, points[:, 1])
    return np.stack([x, y], axis=1)


def normals(points: Floats) -> Floats:
    """At each point the unit vector to the right of the line's course (y runs down)."""
    tangent = np.gradient(points, axis=0)
    tangent /= np.maximum(np.hypot(*tangent.T), 1e-9)[:, None]
    return np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)


def turning(angle: float) -> Floats:
    """What turns row vectors by so many radians, clockwise on paper."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([(cos, sin), (-sin, cos)])


def ribbon(points: Floats, half_widths: Floats) -> Floats:
    """The outline of a band along a line; a width for each point."""
    offset = normals(points) * half_widths[:, None]
    return np.concatenate([points + offset, (points - offset)[::-1]])


def pieces(points: Floats, length: int = 24) -> Iterator[Floats]:
    """A line in pieces of so many points, each beginning where the last ended."""
    for start in range(0, max(1, len(points) - 1), length):
        yield points[start : start + length + 1]


def shelf_of_lines(lines: Sequence[Floats], margin: float, length: int = 40) -> Shelf[QPainterPath]:
    """Lines as paths of so many points, each with so many pixels for its pen round it."""
    parts = (part for line in lines for part in pieces(line, length))
    return shelf_of_paths([line_path(part) for part in parts if len(part) > 1], margin)


def polygon(points: Floats) -> QPolygonF:
    """The points as Qt has them."""
    return QPolygonF(list(map(QPointF, *settled(points).T.tolist())))


def line_path(*lines: Floats) -> QPainterPath:
    """A path of open lines."""
    path = QPainterPath()
    for line in lines:
        path.addPolygon(polygon(line))
    return path


def triangles_path(triangles: Floats) -> QPainterPath:
    """A path of triangles, n x 3 x 2; quicker to make than one of areas."""
    path = QPainterPath()
    for (ax, ay), (bx, by), (cx, cy) in settled(triangles).tolist():
        path.moveTo(ax, ay)
        path.lineTo(bx, by)
        path.lineTo(cx, cy)
    return path


def area_path(*outlines: Floats) -> QPainterPath:
    """A path of closed outlines, any of which may be holes in others."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for outline in outlines:
        path.addPolygon(polygon(outline))
        path.closeSubpath()
    return path


def area_paths(outlines: Sequence[Floats]) -> list[QPainterPath]:
    """A path for each outer ring of `rings`, with the holes that lie in it."""
    areas = [area_path(outline) for outline in outlines if not is_hole(outline)]
    for outline in outlines:
        if is_hole(outline):
            inside = QPointF(*outline[0])
            for area in areas:
                if area.contains(inside):
                    area.addPath(area_path(outline))
                    break
    return areas


def is_hole(outline: Floats) -> bool:
    """Whether a ring of `rings` runs round low ground."""
    x, y = outline.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0
