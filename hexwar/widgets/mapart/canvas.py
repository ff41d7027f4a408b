"""What every part of the map is painted on, and how it finds what is in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from hexwar.widgets.mapart.noise import Floats, Whole

Thing = TypeVar("Thing")


class Detail(IntEnum):
    """How much of the map is drawn: what a scale has room for."""

    FAR = 0  # an eighth: the whole sheet as a thumbnail
    MID = 1  # a quarter
    NEAR = 2  # a half: trees, every village's name
    CLOSE = 3  # full size and more: everything

    @classmethod
    def at(cls, scale: float) -> Detail:
        """The detail for so many device pixels to a scene pixel."""
        if scale < 0.19:
            return cls.FAR
        if scale < 0.38:
            return cls.MID
        return cls.NEAR if scale < 0.75 else cls.CLOSE


@dataclass(frozen=True, slots=True)
class Canvas:
    """One painting: the painter is in scene pixels and clipped as it should be."""

    painter: QPainter
    rect: QRectF  # what is in sight, scene pixels
    scale: float  # device pixels to a scene pixel

    @property
    def detail(self) -> Detail:
        """What this scale has room for."""
        return Detail.at(self.scale)

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
    """Many short straight lines (n x 4 scene pixels: x, y, x, y)."""

    def __init__(self, ends: Floats) -> None:
        self._ends = np.rint(ends * 64) / 64
        self._low = np.minimum(self._ends[:, :2], self._ends[:, 2:])
        self._high = np.maximum(self._ends[:, :2], self._ends[:, 2:])

    def within(self, rect: QRectF) -> list[QLineF]:
        """The lines near a rectangle."""
        is_near = (self._low <= (rect.right() + 2, rect.bottom() + 2)).all(axis=1)
        is_near &= (self._high >= (rect.left() - 2, rect.top() - 2)).all(axis=1)
        return [QLineF(*line) for line in self._ends[is_near].tolist()]


class Dots:
    """Many points (n x 2 scene pixels)."""

    def __init__(self, points: Floats) -> None:
        self.points = np.rint(points * 64) / 64

    def near(self, rect: QRectF, margin: float) -> Whole:
        """The numbers of the points in a rectangle, or so many pixels beyond its edge."""
        low = (rect.left() - margin, rect.top() - margin)
        high = (rect.right() + margin, rect.bottom() + margin)
        is_near = (self.points >= low).all(axis=1) & (self.points <= high).all(axis=1)
        return np.nonzero(is_near)[0]
