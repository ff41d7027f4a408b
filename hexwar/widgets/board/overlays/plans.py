"""Overlays of a planned march: the hexes that a column takes up, and who stays behind."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Stay
from hexwar.widgets.board.geometry import centre, hexes_rect, outline
from hexwar.widgets.board.overlays.inks import Inks, faded
from hexwar.widgets.board.overlays.layer import Canvas
from hexwar.widgets.board.overlays.marks import Disc
from hexwar.widgets.board.overlays.stamps import Placed
from hexwar.widgets.board.overlays.strokes import round_pen


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
