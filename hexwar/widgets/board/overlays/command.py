"""Who commands whom, and the couriers between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.hexes import Layout
from hexwar.table.overlays import Bond, Ride
from hexwar.widgets.board.geometry import between, centre, hexes_rect, way
from hexwar.widgets.board.overlays.layer import Canvas, Placed
from hexwar.widgets.board.overlays.marks import Disc
from hexwar.widgets.board.overlays.pens import Inks, faded, round_pen

_STEP: Final = 5.0  # between the ticks of a rank, scene units


class BondsDrawing:
    """Straight lines from superiors to those below them, with as many ticks as the rank."""

    def __init__(self, layout: Layout, inks: Inks, bonds: tuple[Bond, ...]) -> None:
        self.box = hexes_rect(layout, (h for b in bonds for h in (b.start, b.end)), 16.0)
        self._lines, self._ticks = QPainterPath(), QPainterPath()
        for bond in bonds:
            start, end = centre(layout, bond.start), centre(layout, bond.end)
            self._lines.moveTo(start)
            self._lines.lineTo(end)
            _add_ticks(self._ticks, start, end, bond.rank)
        self._colour, self._light = inks.of("command"), faded(inks.light, 235)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        for path, width in ((self._lines, 2.2), (self._ticks, 2.6)):
            canvas.painter.strokePath(path, round_pen(self._light, (width + 2.8) * pixel))
        for path, width in ((self._lines, 2.2), (self._ticks, 2.6)):
            canvas.painter.strokePath(path, round_pen(self._colour, width * pixel))


def _add_ticks(path: QPainterPath, start: QPointF, end: QPointF, rank: int) -> None:
    """Ticks across the middle of a line; none on a line without length."""
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    if not length:
        return
    ahead = along / length
    across = QPointF(-ahead.y(), ahead.x()) * 6.0
    for tick in range(rank):
        at = between(start, end, 0.5) + ahead * ((tick - (rank - 1) / 2) * _STEP)
        path.moveTo(at - across)
        path.lineTo(at + across)


@dataclass(frozen=True, slots=True)
class Letter:
    """A folded and sealed letter."""

    ink: int
    ground: int
    seal: int

    @property
    def size(self) -> float:
        """The paper and its edge."""
        return 22.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.4))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawRect(QRectF(-9.0, -6.0, 18.0, 12.0))
        fold = QPainterPath(QPointF(-9.0, -6.0))
        fold.lineTo(QPointF(0.0, 1.0))
        fold.lineTo(QPointF(9.0, -6.0))
        painter.drawPath(fold)
        painter.setBrush(QColor.fromRgba(self.seal))
        painter.drawEllipse(QPointF(0.0, 1.0), 2.4, 2.4)


class RidesDrawing:
    """The ways of couriers, dotted, each with a letter halfway and the time that it is due."""

    def __init__(self, layout: Layout, inks: Inks, rides: tuple[Ride, ...]) -> None:
        self.box = hexes_rect(layout, (h for ride in rides for h in ride.path), 30.0)
        self._ways = [way(layout, ride.path) for ride in rides]
        self._colour, self._light = inks.of("path"), faded(inks.light, 225)
        self._marks = [mark for ride in rides for mark in _marks(layout, inks, ride)]
        for mark in self._marks:
            self.box |= mark.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        pen = round_pen(self._colour, 3.2 * pixel)
        pen.setDashPattern([0.1, 2.4])
        for path in self._ways:
            canvas.painter.strokePath(path, round_pen(self._light, 5.0 * pixel))
            canvas.painter.strokePath(path, pen)
        canvas.stamp(self._marks)


def _marks(layout: Layout, inks: Inks, ride: Ride) -> list[Placed]:
    if not ride.path:
        return []
    at = centre(layout, ride.path[len(ride.path) // 2])
    letter = Letter(inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba())
    words = Disc(ride.text, inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba())
    below = QPointF(0.0, 15.0)
    return [Placed(at, letter, 0.8), Placed(at + below, words, 0.8)]
