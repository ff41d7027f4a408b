"""Shapes on the hex sheet, in scene units: one unit is one pixel at 100 %."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from hexwar.hexes import Direction, Hex, Hexside, Layout
from hexwar.widgets.brushwork import polygon

_Corner = tuple[int, int]
_Edge = tuple[_Corner, QPointF]

_TENSION: Final = 1 / 6
"""The handle of a curve through points, as a share of the way between its neighbours."""


_NEAR: Final = 0.34
"""How near to the middle of its hexside a click means a span, in radii of a hex."""


def centre(layout: Layout, hex_: Hex) -> QPointF:
    """The centre of a hex."""
    return QPointF(*layout.centre(hex_))


def sheet_rect(layout: Layout) -> QRectF:
    """The whole sheet."""
    return QRectF(0.0, 0.0, *layout.size)


def hex_rect(layout: Layout, hex_: Hex) -> QRectF:
    """The box that a hex just fills."""
    width, height = 2 * layout.radius, layout.row_pitch
    x, y = layout.centre(hex_)
    return QRectF(x - width / 2, y - height / 2, width, height)


def hex_polygon(layout: Layout, hex_: Hex, size: float = 1.0) -> QPolygonF:
    """The outline of a hex, drawn at `size` times its size about its centre."""
    x, y = layout.centre(hex_)
    return polygon((x + (cx - x) * size, y + (cy - y) * size) for cx, cy in layout.corners(hex_))


def hexes_rect(layout: Layout, hexes: Iterable[Hex], margin: float = 0.0) -> QRectF:
    """The box round some hexes, `margin` units larger on each side; null where there are none."""
    box = QRectF()
    for hex_ in hexes:
        box |= hex_rect(layout, hex_)
    return box if box.isNull() else box.adjusted(-margin, -margin, margin, margin)


def outline(layout: Layout, hexes: Collection[Hex]) -> QPainterPath:
    """One outline round all the hexes, without the hexsides that two of them share."""
    path = QPainterPath()
    edges = _border(layout, frozenset(hexes))
    while edges:
        path.addPolygon(QPolygonF(_loop(edges)))
        path.closeSubpath()
    return path


def _border(layout: Layout, hexes: frozenset[Hex]) -> dict[_Corner, _Edge]:
    """The hexsides with one of the hexes on one side only: each by the corner it starts at.

    Clockwise round their hex they chain up, for at a corner of three hexes one starts at most.
    """
    grid = layout.grid
    inside = {grid.index[hex_] for hex_ in hexes}
    edges: dict[_Corner, _Edge] = {}
    for cell in sorted(inside):
        around = grid.neighbour_indexes[cell]
        bare = [d for d in Direction if around[d] not in inside]
        if bare:
            corners = layout.corners(grid.hexes[cell])
            for direction in bare:  # from the corner before to its own, clockwise
                start, end = corners[direction - 1], corners[direction]
                edges[_corner(layout, start)] = (_corner(layout, end), QPointF(*start))
    return edges


def _loop(edges: dict[_Corner, _Edge]) -> list[QPointF]:
    """Takes one closed chain out of the edges."""
    corner = next(iter(edges))
    points = []
    while corner in edges:
        corner, point = edges.pop(corner)
        points.append(point)
    return points


def _corner(layout: Layout, point: tuple[float, float]) -> _Corner:
    """A corner as whole numbers: the same for each of the hexes that meet there."""
    return round(point[0] * 2 / layout.radius), round(point[1] * 2 / layout.row_pitch)


def curve(points: Sequence[QPointF]) -> QPainterPath:
    """A smooth line through every point in turn."""
    path = QPainterPath(points[0])
    last = len(points) - 1
    for i in range(last):
        before, after = points[max(i - 1, 0)], points[min(i + 2, last)]
        start, end = points[i], points[i + 1]
        path.cubicTo(start + (end - before) * _TENSION, end - (after - start) * _TENSION, end)
    return path


def way(layout: Layout, hexes: Sequence[Hex]) -> QPainterPath:
    """A smooth line through the centres of hexes; empty for fewer than two."""
    if len(hexes) < 2:
        return QPainterPath()
    return curve([centre(layout, hex_) for hex_ in hexes])


def corner_marks(layout: Layout, hex_: Hex, size: float, share: float) -> QPainterPath:
    """The six corners of a hex without the middles of its sides.

    The outline is drawn at `size` times the hex's, and a share of each side at either end.
    """
    corners = hex_polygon(layout, hex_, size)
    path = QPainterPath()
    count = corners.size()
    for i in range(count):
        before, at, after = (corners.at((i + k) % count) for k in (-1, 0, 1))
        path.addPolygon(QPolygonF([between(at, before, share), at, between(at, after, share)]))
    return path


def between(a: QPointF, b: QPointF, share: float) -> QPointF:
    """The point that lies at a share of the way from a to b."""
    return a + (b - a) * share


def arrow_head(path: QPainterPath, length: float, width: float) -> QPolygonF:
    """A barbed arrow head whose tip is the end of a path."""
    tip = path.pointAtPercent(1.0)
    behind = path.pointAtPercent(path.percentAtLength(max(path.length() - length, 0.0)))
    angle = math.atan2(tip.y() - behind.y(), tip.x() - behind.x())
    cos, sin = math.cos(angle), math.sin(angle)
    barbs = ((length, width / 2), (length * 0.72, 0.0), (length, -width / 2))
    ends = (QPointF(-back * cos - side * sin, side * cos - back * sin) for back, side in barbs)
    return polygon([tip, *(tip + end for end in ends)])


def shortened(path: QPainterPath, length: float) -> QPainterPath:
    """The path without its last `length` units, so that a head can take their place."""
    whole = path.length()
    share = path.percentAtLength(max(whole - length, 0.0)) if whole else 1.0
    return path.trimmed(0.0, share)


# -- hexsides


def middle_of(layout: Layout, span: Hexside) -> QPointF:
    """The middle of a hexside."""
    a, b = span
    return between(centre(layout, a), centre(layout, b), 0.5)


def way_over(layout: Layout, span: Hexside) -> int:
    """The direction of the way over a hexside, degrees clockwise from east."""
    step = centre(layout, span[1]) - centre(layout, span[0])
    return round(math.degrees(math.atan2(step.y(), step.x())))


def span_at(layout: Layout, spans: Iterable[Hexside], point: QPointF) -> Hexside | None:
    """The nearest of some spans to a point of the sheet, or None where none is near."""
    near = ((QLineF(point, middle_of(layout, span)).length(), span) for span in spans)
    distance, span = min(near, default=(0.0, None))
    return span if span is not None and distance <= _NEAR * layout.radius else None
