"""The marks of the lenses: pieces of road, crosses and eyes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.widgets.board.overlays.strokes import round_pen


@dataclass(frozen=True, slots=True)
class RoadSign:
    """A hex that is reached by road movement: a piece of road, two lines and a broken one."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The piece of road and its edge."""
        return 15.0

    def paint(self, painter: QPainter) -> None:
        """Paints it, the road going up."""
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.0))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawRect(QRectF(-4.2, -5.4, 8.4, 10.8))
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.8))
        painter.drawLine(QPointF(-3.2, -5.0), QPointF(-3.2, 5.0))
        painter.drawLine(QPointF(3.2, -5.0), QPointF(3.2, 5.0))
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.2))
        painter.drawLine(QPointF(0, -4.2), QPointF(0, -1.4))
        painter.drawLine(QPointF(0, 1.4), QPointF(0, 4.2))


@dataclass(frozen=True, slots=True)
class Cross:
    """What is barred or lacking: a cross in a disc."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The disc and its edge."""
        return 17.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.6))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawEllipse(QPointF(0, 0), 6.4, 6.4)
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 2.2))
        painter.drawLine(QPointF(-2.8, -2.8), QPointF(2.8, 2.8))
        painter.drawLine(QPointF(-2.8, 2.8), QPointF(2.8, -2.8))


@dataclass(frozen=True, slots=True)
class Eye:
    """The hex from which one looks."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The eye's length and its edge."""
        return 24.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        lids = QPainterPath(QPointF(-9.5, 0))
        lids.quadTo(QPointF(0, -10), QPointF(9.5, 0))
        lids.quadTo(QPointF(0, 10), QPointF(-9.5, 0))
        painter.setPen(round_pen(QColor.fromRgba(self.ink), 1.8))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawPath(lids)
        painter.setBrush(QColor.fromRgba(self.ink))
        painter.drawEllipse(QPointF(0, 0), 2.8, 2.8)
