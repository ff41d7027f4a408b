"""Overlays of single hexes: cursor, ring, the two hexes of a column, who stays behind."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Stay
from hexwar.widgets.board.geometry import centre, corner_marks, hexes_rect, outline
from hexwar.widgets.board.overlays.layer import Canvas, Placed
from hexwar.widgets.board.overlays.marks import Disc
from hexwar.widgets.board.overlays.pens import Inks, faded, round_pen

# -- overlays that single out one hex: the keyboard's cursor, and the ring of "show me this hex"


class EmphasisDrawing:
    """A wide ring round a hex that a sentence speaks of."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        self.box = hexes_rect(layout, hexes, layout.radius * 4)
        self._middles = [centre(layout, hex_) for hex_ in hexes]
        self._radius = layout.radius * 1.35
        self._dark, self._bright = faded(inks.dark, 190), inks.of("selection")

    def draw(self, canvas: Canvas) -> None:
        """Paints it; far away it keeps a size that catches the eye."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        radius = self._radius * min(max(1.0, 0.6 / canvas.zoom), 3.0)
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self._dark, 8.0), (self._bright, 4.5)):
            canvas.painter.setPen(round_pen(colour, width * pixel))
            for middle in self._middles:
                canvas.painter.drawEllipse(middle, radius, radius)


class CursorDrawing:
    """The hex cursor of the keyboard: the corners of its hex, light on dark."""

    def __init__(self, layout: Layout, inks: Inks, hex_: Hex | None) -> None:
        self.box = hexes_rect(layout, [hex_], 14.0) if hex_ else QRectF()
        self._path = corner_marks(layout, hex_, 0.97, 0.3) if hex_ else QPainterPath()
        self._dark, self._bright = inks.dark, inks.light

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        canvas.painter.strokePath(self._path, round_pen(self._dark, 6.0 * pixel))
        canvas.painter.strokePath(self._path, round_pen(self._bright, 2.8 * pixel))


# -- overlays of a planned march: the hexes that a column takes up, and who stays behind


class TailDrawing:
    """One dashed edge round both hexes that a strong column takes up."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        self.box = hexes_rect(layout, hexes, 16.0)
        self._edge = outline(layout, hexes)
        self._light, self._colour = faded(inks.light, 235), inks.of("path")
        self._ground = faded(self._colour, 46)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        pen = round_pen(self._colour, 2.8 * pixel)
        pen.setDashPattern([2.6, 2.2])
        canvas.painter.fillPath(self._edge, self._ground)
        canvas.painter.strokePath(self._edge, round_pen(self._light, 5.2 * pixel))
        canvas.painter.strokePath(self._edge, pen)


class StaysDrawing:
    """The names of those who stay behind, at the foot of their hex."""

    def __init__(self, layout: Layout, inks: Inks, stays: tuple[Stay, ...]) -> None:
        foot = QPointF(0.0, layout.row_pitch * 0.42)
        ink, ground, edge = inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba()
        self._marks = [
            Placed(centre(layout, stay.hex) + foot, Disc(stay.text, ink, ground, edge), 0.8)
            for stay in stays
        ]
        self.box = QRectF()
        for mark in self._marks:
            self.box |= mark.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)
