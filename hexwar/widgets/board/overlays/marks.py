"""The marks of the overlays: discs, seals, flags, wheels, pieces of road, crosses and eyes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from hexwar.widgets.board.overlays.pens import round_pen
from hexwar.widgets.fonts import SANS, font

# -- the small marks of the overlays: numbers, discs, badges, flags, and the signs of hexes


def _font(pixels: int) -> QFont:
    return font(SANS, pixels, QFont.Weight.Bold)


def letters(text: str, pixels: int) -> QPainterPath:
    """The outline of a text about the origin, its digits centred upright."""
    bold = _font(pixels)
    metrics = QFontMetricsF(bold)
    path = QPainterPath()
    left, base = -metrics.horizontalAdvance(text) / 2, metrics.capHeight() / 2
    path.addText(QPointF(left, base), bold, text)
    return path


def short(halves: int) -> str:
    """Half MP as a small mark writes them.

    >>> short(9), short(1), short(4)
    ('4½', '½', '2')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def _pen(colour: int, width: float) -> QPen:
    return QPen(
        QColor.fromRgba(colour),
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


@dataclass(frozen=True, slots=True)
class Number:
    """A number with a halo."""

    text: str
    ink: int
    halo: int
    pixels: int = 10

    @property
    def size(self) -> float:
        """Room for three digits and the halo."""
        return self.pixels * 2.6

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        path = letters(self.text, self.pixels)
        painter.strokePath(path, _pen(self.halo, self.pixels * 0.28))
        painter.fillPath(path, QColor.fromRgba(self.ink))


@dataclass(frozen=True, slots=True)
class Disc:
    """A number in a disc, or in a pill where it is long."""

    text: str
    ink: int
    ground: int
    edge: int
    radius: float = 7.5

    @property
    def _half_width(self) -> float:
        width = QFontMetricsF(_font(self._pixels)).horizontalAdvance(self.text)
        return max(self.radius, width / 2 + self.radius * 0.45)

    @property
    def _pixels(self) -> int:
        return round(self.radius * 1.5)

    @property
    def size(self) -> float:
        """The disc and its edge."""
        return 2 * self._half_width + 4

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        half = self._half_width
        painter.setPen(_pen(self.edge, 1.5))
        painter.setBrush(QColor.fromRgba(self.ground))
        box = QRectF(-half, -self.radius, 2 * half, 2 * self.radius)
        painter.drawRoundedRect(box, self.radius, self.radius)
        painter.fillPath(letters(self.text, self._pixels), QColor.fromRgba(self.ink))


@dataclass(frozen=True, slots=True)
class Seal:
    """Victory points: the number on a gold seal with a scalloped edge."""

    points: int
    ink: int
    ground: int
    edge: int

    @property
    def size(self) -> float:
        """The seal and its edge."""
        return 21.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        path = QPainterPath()
        path.addPolygon(_scallops(9.2, 7.9, 12))
        path.closeSubpath()
        painter.setPen(_pen(self.edge, 1.0))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawPath(path)
        painter.fillPath(letters(str(self.points), 11), QColor.fromRgba(self.ink))


def _scallops(outer: float, inner: float, teeth: int) -> QPolygonF:
    """The scalloped edge of a seal."""
    ring = QPolygonF()
    for i in range(2 * teeth):
        turn = QPainterPath()
        turn.arcMoveTo(QRectF(-1, -1, 2, 2), i * 180 / teeth)
        ring.append(turn.currentPosition() * (inner if i % 2 else outer))
    return ring


@dataclass(frozen=True, slots=True)
class Flag:
    """Who holds a hex: the first side's flag is square, the second's is swallow-tailed."""

    ground: int
    edge: int
    swallow_tail: bool

    @property
    def size(self) -> float:
        """The staff's height and more."""
        return 22.0

    def paint(self, painter: QPainter) -> None:
        """Paints it, the staff at the left."""
        painter.setPen(_pen(self.edge, 1.6))
        painter.drawLine(QPointF(-5, 9), QPointF(-5, -9))
        notch = 2.8 if self.swallow_tail else 6.5
        cloth = [(-5, -8.6), (6.5, -8.6), (notch, -4.6), (6.5, -0.6), (-5, -0.6)]
        painter.setPen(_pen(self.edge, 1.0))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in cloth]))


@dataclass(frozen=True, slots=True)
class Wheel:
    """A supply source: a wagon's wheel on the colour of the side that it feeds."""

    ground: int
    ink: int
    edge: int

    @property
    def size(self) -> float:
        """The rim and its edge."""
        return 19.0

    def paint(self, painter: QPainter) -> None:
        """Paints it: the rim, four spokes from side to side, the hub."""
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.setPen(_pen(self.edge, 3.0))
        painter.drawEllipse(QPointF(0, 0), 7.2, 7.2)
        painter.setPen(_pen(self.ink, 1.6))
        painter.drawEllipse(QPointF(0, 0), 7.2, 7.2)
        painter.setPen(_pen(self.ink, 1.1))
        for _ in range(4):
            painter.drawLine(QPointF(-7, 0), QPointF(7, 0))
            painter.rotate(45)
        painter.setBrush(QColor.fromRgba(self.ink))
        painter.drawEllipse(QPointF(0, 0), 1.8, 1.8)


@dataclass(frozen=True, slots=True)
class EntryArrow:
    """An arrow from the map's edge into a hex; `turn` degrees clockwise from pointing right."""

    ground: int
    edge: int
    turn: int

    @property
    def size(self) -> float:
        """The arrow's length and its edge."""
        return 30.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        shape = [(-13, -4), (0, -4), (0, -9), (13, 0), (0, 9), (0, 4), (-13, 4)]
        painter.rotate(self.turn)
        painter.setPen(_pen(self.edge, 1.4))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in shape]))


@dataclass(frozen=True, slots=True)
class Halt:
    """A hex in which a stack must stop: a barred disc."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The disc and its edge."""
        return 14.0

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        painter.setPen(_pen(self.ink, 1.4))
        painter.setBrush(QColor.fromRgba(self.ground))
        painter.drawEllipse(QPointF(0, 0), 5.0, 5.0)
        painter.setPen(_pen(self.ink, 2.0))
        painter.drawLine(QPointF(-2.4, 0), QPointF(2.4, 0))


# -- the marks of the lenses: pieces of road, crosses and eyes


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
