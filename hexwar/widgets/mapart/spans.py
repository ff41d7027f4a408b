"""Bridges, trestles and fords, where ways cross water."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from shapely import LineString
from shapely import Point as ShapelyPoint

from hexwar.hexes import Hexside
from hexwar.table.battlefield import SpanKind
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Shelf
from hexwar.widgets.mapart.curves import at_lengths
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.water import Course
from hexwar.widgets.mapart.ways import Track

_REACH = 26.0  # pixels from the hexside's middle within which its way crosses the water
_STONE = 3.8  # pixels from one stepping stone of a ford to the next


@dataclass(frozen=True, slots=True)
class Crossing:
    """A way over water."""

    kind: SpanKind | None  # None is a ford
    x: float
    y: float
    angle: float  # degrees of the way across, clockwise from the right
    width: float  # of the water, pixels


def crossings(ground: Ground, courses: list[Course], tracks: list[Track]) -> list[Crossing]:
    """Every span and ford, set where the drawn way meets the drawn water."""
    field = ground.battlefield
    sides: dict[Hexside, SpanKind | None] = dict.fromkeys(sorted(field.fords))
    sides |= {span.hexside: span.kind for span in field.spans}
    return [_crossing(ground, side, kind, courses, tracks) for side, kind in sides.items()]


def _crossing(
    ground: Ground,
    side: Hexside,
    kind: SpanKind | None,
    courses: list[Course],
    tracks: list[Track],
) -> Crossing:
    middle = ShapelyPoint(*ground.middle(side))
    width = _width_near(middle, courses)
    near = middle.buffer(_REACH)
    water = [LineString(course.points).intersection(near) for course in courses]
    for track in tracks:
        if set(side) <= set(track.hexes):
            way = LineString(track.points)
            for course in water:
                meeting = way.intersection(course)
                if not meeting.is_empty:
                    at = meeting.centroid
                    return Crossing(kind, at.x, at.y, _angle_at(track, way.project(at)), width)
    a, b = (ground.layout.centre(hex_) for hex_ in side)
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return Crossing(kind, middle.x, middle.y, angle, width)


def _width_near(middle: ShapelyPoint, courses: list[Course]) -> float:
    gaps = [(np.hypot(*(c.points - (middle.x, middle.y)).T), c.widths) for c in courses]
    return min(((float(g.min()), float(w[g.argmin()])) for g, w in gaps), default=(0.0, 3.0))[1]


def _angle_at(track: Track, length: float) -> float:
    (ax, ay), (bx, by) = at_lengths(track.points, np.array([length - 4, length + 4])).tolist()
    return math.degrees(math.atan2(by - ay, bx - ax))


class Spans:
    """The crossings made ready to paint."""

    def __init__(self, crossings_: list[Crossing]) -> None:
        self._shelf = Shelf([(QRectF(c.x - 18, c.y - 18, 36, 36), c) for c in crossings_])

    def paint(self, canvas: Canvas) -> None:
        """Paints the crossings; from afar they are too small to see."""
        if canvas.detail < Detail.MID:
            return
        for crossing in self._shelf.within(canvas.rect):
            canvas.painter.save()
            canvas.painter.translate(crossing.x, crossing.y)
            canvas.painter.rotate(crossing.angle)
            _DRAW[crossing.kind](canvas.painter, crossing.width)
            canvas.painter.restore()


def _draw_bridge(painter: QPainter, width: float) -> None:
    """A stone bridge: deck and parapets that splay at the ends."""
    half = width / 2 + 3.0
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.ROAD)
    painter.drawRect(QRectF(-half, -2.9, 2 * half, 5.8))
    painter.setPen(QPen(palette.INK, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for y in (-3.1, 3.1):
        corners = ((-half - 2.8, 1.9 * y), (-half, y), (half, y), (half + 2.8, 1.9 * y))
        painter.drawPolyline([QPointF(*corner) for corner in corners])


def _draw_trestle(painter: QPainter, width: float) -> None:
    """A wooden trestle: planks between two beams."""
    half = width / 2 + 2.6
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.COURT)
    painter.drawRect(QRectF(-half, -2.1, 2 * half, 4.2))
    painter.setPen(QPen(palette.INK, 0.6))
    planks = max(3, round(half))
    for i in range(planks + 1):
        x = -half + 2 * half * i / planks
        painter.drawLine(QPointF(x, -2.1), QPointF(x, 2.1))
    painter.setPen(QPen(palette.INK, 1.1))
    for y in (-2.3, 2.3):
        painter.drawLine(QPointF(-half, y), QPointF(half, y))


def _draw_ford(painter: QPainter, width: float) -> None:
    """A ford: pale stepping stones in a row from bank to bank."""
    stones = max(3, round((width + 3.0) / _STONE))
    painter.setBrush(palette.ROAD)
    painter.setPen(QPen(palette.FORD_EDGE, 0.5))
    for i in range(stones):
        x = _STONE * (i - (stones - 1) / 2)
        painter.drawRoundedRect(QRectF(x - 1.3, -5.2, 2.6, 10.4), 1.2, 1.2)


_DRAW = {SpanKind.BRIDGE: _draw_bridge, SpanKind.TRESTLE: _draw_trestle, None: _draw_ford}
