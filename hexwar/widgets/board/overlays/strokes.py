"""The pens and hatches of the overlays."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QTransform

_HATCH_PIXELS: Final = 9
"""From one line of a hatch to the next along the axis, on the screen at every zoom."""

_NO_GROUND: Final = QColor(Qt.GlobalColor.transparent)


def round_pen(colour: QColor, width: float) -> QPen:
    """A pen with round ends and corners; the width is in the painter's units."""
    return QPen(
        colour,
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


def hatch(
    colour: QColor,
    zoom: float,
    ratio: float,
    *,
    rises: bool,
    ground: QColor = _NO_GROUND,
) -> QBrush:
    """A hatch whose lines keep their distance on the screen.

    Args:
        colour: Of the lines.
        zoom: Pixels a scene unit.
        ratio: Device pixels a pixel.
        rises: Whether the lines go up to the right.
        ground: Of what lies between and under the lines.
    """
    edge = round(_HATCH_PIXELS * ratio)
    brush = QBrush(_hatch_tile(colour, edge, 1.5 * ratio, ground, rises=rises))
    brush.setTransform(QTransform.fromScale(1.0 / (zoom * ratio), 1.0 / (zoom * ratio)))
    return brush


def _hatch_tile(colour: QColor, edge: int, width: float, ground: QColor, *, rises: bool) -> QImage:
    """One square of the hatch, which joins up with itself on every side."""
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    low, high = (edge, 0) if rises else (0, edge)
    for shift in (-edge, 0, edge):
        painter.drawLine(QPointF(shift, low), QPointF(shift + edge, high))
    painter.end()
    return image
