"""The marks of the overlays: discs, seals, flags, wheels, pieces of road, crosses and eyes.

Colours are told as `QColor.rgba` numbers, which can be compared.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPolygonF

from hexwar.widgets.board.overlays.layer import Mark, drawn
from hexwar.widgets.board.overlays.pens import round_pen
from hexwar.widgets.brushwork import line_of, polygon, take_up
from hexwar.widgets.fonts import SANS, font

_ORIGIN = QPointF(0, 0)

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


def outlined(painter: QPainter, edge: int, width: float, ground: int) -> None:
    """Take up a round pen and the colour of what it goes round."""
    take_up(painter, round_pen(edge, width), QColor.fromRgba(ground))


@lru_cache(maxsize=1024)
def number_mark(text: str, ink: int, halo: int, pixels: int = 10) -> Mark:
    """A number with a halo."""
    return Mark(pixels * 2.6, _paint_number, (text, ink, halo, pixels))


def _paint_number(painter: QPainter, text: str, ink: int, halo: int, pixels: int) -> None:
    path = letters(text, pixels)
    painter.strokePath(path, round_pen(halo, pixels * 0.28))
    painter.fillPath(path, QColor.fromRgba(ink))


def disc_mark(text: str, ink: int, ground: int, edge: int, radius: float = 7.5) -> Mark:
    """A number in a disc, or in a pill where it is long."""
    width = QFontMetricsF(_font(round(radius * 1.5))).horizontalAdvance(text)
    half = max(radius, width / 2 + radius * 0.45)
    return Mark(2 * half + 4, _paint_disc, (text, ink, ground, edge, radius, half))


def _paint_disc(
    painter: QPainter, text: str, ink: int, ground: int, edge: int, radius: float, half: float
) -> None:
    outlined(painter, edge, 1.5, ground)
    painter.drawRoundedRect(QRectF(-half, -radius, 2 * half, 2 * radius), radius, radius)
    painter.fillPath(letters(text, round(radius * 1.5)), QColor.fromRgba(ink))


@drawn(20.0)
def tick_mark(painter: QPainter, ink: int, ground: int) -> None:
    """A tick in a disc: settled, and still to come."""
    outlined(painter, ink, 1.5, ground)
    painter.drawEllipse(_ORIGIN, 8.0, 8.0)
    tick = QPolygonF([QPointF(-3.8, 0.2), QPointF(-1.0, 3.2), QPointF(4.0, -3.2)])
    painter.setPen(round_pen(ink, 2.2))
    painter.drawPolyline(tick)


@drawn(21.0)
def seal_mark(painter: QPainter, points: int, ink: int, ground: int, edge: int) -> None:
    """Victory points: the number on a gold seal with a scalloped edge."""
    outlined(painter, edge, 1.0, ground)
    painter.drawPolygon(_scallops(9.2, 7.9, 12))
    painter.fillPath(letters(str(points), 11), QColor.fromRgba(ink))


def _scallops(outer: float, inner: float, teeth: int) -> QPolygonF:
    ring = QPolygonF()
    for i in range(2 * teeth):
        turn = QPainterPath()
        turn.arcMoveTo(QRectF(-1, -1, 2, 2), i * 180 / teeth)
        ring.append(turn.currentPosition() * (inner if i % 2 else outer))
    return ring


@drawn(22.0)
def flag_mark(painter: QPainter, ground: int, edge: int, has_tail: bool) -> None:
    """Who holds a hex: the first side's flag is square, the second's is swallow-tailed."""
    painter.setPen(round_pen(edge, 1.6))
    painter.drawLine(QPointF(-5, 9), QPointF(-5, -9))
    notch = 2.8 if has_tail else 6.5
    outlined(painter, edge, 1.0, ground)
    cloth = ((-5, -8.6), (6.5, -8.6), (notch, -4.6), (6.5, -0.6), (-5, -0.6))
    painter.drawPolygon(polygon(cloth))


@drawn(19.0)
def wheel_mark(painter: QPainter, ground: int, ink: int, edge: int) -> None:
    """A supply source: a wagon's wheel on the colour of the side that it feeds."""
    outlined(painter, edge, 3.0, ground)
    painter.drawEllipse(_ORIGIN, 7.2, 7.2)
    painter.setPen(round_pen(ink, 1.6))
    painter.drawEllipse(_ORIGIN, 7.2, 7.2)
    painter.setPen(round_pen(ink, 1.1))
    for _ in range(4):
        painter.drawLine(QPointF(-7, 0), QPointF(7, 0))
        painter.rotate(45)
    painter.setBrush(QColor.fromRgba(ink))
    painter.drawEllipse(_ORIGIN, 1.8, 1.8)


@drawn(30.0)
def entry_mark(painter: QPainter, ground: int, edge: int, turn: int) -> None:
    """An arrow from the map's edge into a hex; `turn` degrees clockwise from pointing right."""
    painter.rotate(turn)
    outlined(painter, edge, 1.4, ground)
    shape = ((-13, -4), (0, -4), (0, -9), (13, 0), (0, 9), (0, 4), (-13, 4))
    painter.drawPolygon(polygon(shape))


@drawn(14.0)
def halt_mark(painter: QPainter, ink: int, ground: int) -> None:
    """A hex in which a stack must stop: a barred disc."""
    outlined(painter, ink, 1.4, ground)
    painter.drawEllipse(_ORIGIN, 5.0, 5.0)
    painter.setPen(round_pen(ink, 2.0))
    painter.drawLine(QPointF(-2.4, 0), QPointF(2.4, 0))


# -- the marks of the lenses: pieces of road, crosses and eyes


@drawn(15.0)
def road_mark(painter: QPainter, ink: int, ground: int) -> None:
    """A hex that is reached by road movement: a piece of road, two lines and a broken one."""
    outlined(painter, ink, 1.0, ground)
    painter.drawRect(QRectF(-4.2, -5.4, 8.4, 10.8))
    painter.setPen(round_pen(ink, 1.8))
    painter.drawLine(QPointF(-3.2, -5.0), QPointF(-3.2, 5.0))
    painter.drawLine(QPointF(3.2, -5.0), QPointF(3.2, 5.0))
    painter.setPen(round_pen(ink, 1.2))
    painter.drawLine(QPointF(0, -4.2), QPointF(0, -1.4))
    painter.drawLine(QPointF(0, 1.4), QPointF(0, 4.2))


@drawn(17.0)
def cross_mark(painter: QPainter, ink: int, ground: int) -> None:
    """What is barred or lacking: a cross in a disc."""
    outlined(painter, ink, 1.6, ground)
    painter.drawEllipse(_ORIGIN, 6.4, 6.4)
    painter.setPen(round_pen(ink, 2.2))
    painter.drawLine(QPointF(-2.8, -2.8), QPointF(2.8, 2.8))
    painter.drawLine(QPointF(-2.8, 2.8), QPointF(2.8, -2.8))


@drawn(24.0)
def eye_mark(painter: QPainter, ink: int, ground: int) -> None:
    """The hex from which one looks."""
    lids = QPainterPath(QPointF(-9.5, 0))
    lids.quadTo(QPointF(0, -10), QPointF(9.5, 0))
    lids.quadTo(QPointF(0, 10), QPointF(-9.5, 0))
    outlined(painter, ink, 1.8, ground)
    painter.drawPath(lids)
    painter.setBrush(QColor.fromRgba(ink))
    painter.drawEllipse(_ORIGIN, 2.8, 2.8)


@drawn(22.0)
def letter_mark(painter: QPainter, ink: int, ground: int, seal: int) -> None:
    """A folded and sealed letter."""
    outlined(painter, ink, 1.4, ground)
    painter.drawRect(QRectF(-9.0, -6.0, 18.0, 12.0))
    painter.drawPath(line_of((-9.0, -6.0), (0.0, 1.0), (9.0, -6.0)))
    painter.setBrush(QColor.fromRgba(seal))
    painter.drawEllipse(QPointF(0.0, 1.0), 2.4, 2.4)


@drawn(46.0)
def order_mark(painter: QPainter, letter: str, ink: int, ground: int, edge: int) -> None:
    """A pennant with the letter of a type of order; a hollow one is of an order on its way."""
    painter.scale(1.4, 1.4)
    painter.setPen(round_pen(edge, 2.0))
    painter.drawLine(_ORIGIN, QPointF(0, -15.5))
    outlined(painter, edge, 1.4, ground)
    cloth = ((0, -15.5), (12.5, -14.0), (15.5, -9.6), (12.5, -5.2), (0, -3.7))
    painter.drawPolygon(polygon(cloth))
    painter.translate(6.4, -9.6)
    painter.fillPath(letters(letter, 9), QColor.fromRgba(ink))
