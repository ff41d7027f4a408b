"""Where the sheet is taken already, so that trees, fields and names keep clear."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from hexwar.widgets.mapart.noise import Floats
from hexwar.widgets.mapart.pixels import grey_levels
from hexwar.widgets.mapart.raster import Raster

Stroke = tuple[QPainterPath, float]
"""A line and the pixels of width that it takes."""


def spot(x: float, y: float, width: float) -> Stroke:
    """A round place taken by a house."""
    path = QPainterPath(QPointF(x, y))
    path.lineTo(x + 0.1, y)
    return path, width


def taken(raster: Raster, strokes: Sequence[Stroke]) -> Floats:
    """How much each sample is covered by strokes, 0 to 1."""
    image = QImage(raster.columns, raster.rows, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(1 / raster.step, 1 / raster.step)
    half = raster.step / 2  # a sample is the middle of its pixel
    painter.translate(half - raster.left, half - raster.top)
    for path, width in strokes:
        pen = QPen(QColor(255, 255, 255), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.strokePath(path, pen)
    painter.end()
    return grey_levels(image)
