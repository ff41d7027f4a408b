"""Outlines of many hexes, drawn as far as they are seen: a stroke costs by its length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

_PIECE: Final = 6
"""Hexsides of a piece."""

_SLACK: Final = 8.0
"""How far a pen reaches out of the line, in scene units."""


class Edge:
    """The closed loops of a path, cut into pieces of a few lines each.

    Looks as if the path were stroked with one pen after the other.
    """

    def __init__(self, path: QPainterPath) -> None:
        polygons = (p for p in path.toSubpathPolygons() if p.size() > 1)
        self._loops = [_Loop([p.at(i) for i in range(p.size())]) for p in polygons]

    def stroke(self, painter: QPainter, exposed: QRectF, pens: Iterable[QPen]) -> None:
        """Draws what lies in the exposed part with one pen after the other."""
        area = exposed.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
        views = [(loop, loop.view(area)) for loop in self._loops]
        whole = [loop.polygon for loop, seen in views if all(seen)]
        parts = [part for loop, seen in views if not all(seen) for part in loop.parts(seen)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in pens:
            painter.setPen(pen)
            for polygon in whole:
                painter.drawPolygon(polygon)
            for part in parts:
                painter.drawPolyline(part)


class _Loop:
    """A closed line; its last point is its first."""

    def __init__(self, points: Sequence[QPointF]) -> None:
        self.polygon = QPolygonF(points)
        cuts = range(0, len(points) - 1, _PIECE)
        self._pieces = [points[cut : cut + _PIECE + 1] for cut in cuts]
        self._boxes = [QPolygonF(piece).boundingRect() for piece in self._pieces]
        self._box = self.polygon.boundingRect()

    def view(self, area: QRectF) -> Sequence[bool]:
        """Which of its pieces touch an area."""
        if not _meets(area, self._box):
            return [False]
        return [_meets(area, box) for box in self._boxes]

    def parts(self, seen: Sequence[bool]) -> Iterator[QPolygonF]:
        """The stretches of pieces that are seen, where not all of them are."""
        # Begin with a piece that is not seen, so that no stretch is cut where the loop closes.
        start = seen.index(False)
        order = [(start + i) % len(seen) for i in range(len(seen))]
        for is_seen, run in groupby(order, key=seen.__getitem__):
            if is_seen:
                yield self._joined(list(run))

    def _joined(self, run: Sequence[int]) -> QPolygonF:
        """Pieces in a row as one line."""
        points = list(self._pieces[run[0]])
        for place in run[1:]:
            points += self._pieces[place][1:]
        return QPolygonF(points)


def _meets(area: QRectF, box: QRectF) -> bool:
    """Whether a box, which may be as thin as a line, touches an area."""
    return (
        box.left() <= area.right()
        and box.right() >= area.left()
        and box.top() <= area.bottom()
        and box.bottom() >= area.top()
    )
