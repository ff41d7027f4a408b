"""The hexes themselves: a faint grid and small numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QPen

from hexwar.hexes import Direction, Layout
from hexwar.widgets import fonts
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Dots, Lines
from hexwar.widgets.mapart.noise import Floats

_NUMBER = 7.0  # pixels, height of the type
_DROP = 8.6  # pixels from the top of a hex to the foot of its number


class HexGrid:
    """The sides of all hexes, each drawn once, and their numbers."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        centres = np.array([layout.centre(hex_) for hex_ in layout.grid.hexes])
        self._sides = Lines(_sides(layout, centres))
        self._feet = Dots(centres - (0.0, layout.row_pitch / 2 - _DROP))

    def paint_sides(self, canvas: Canvas) -> None:
        """Paints the grid as one path, so that no corner is inked twice."""
        if canvas.detail < Detail.MID:
            return
        path = QPainterPath()
        for line in self._sides.within(canvas.rect):
            path.moveTo(line.p1())
            path.lineTo(line.p2())
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        ink = palette.GRID if canvas.detail > Detail.MID else palette.GRID_FAR
        canvas.painter.setPen(QPen(ink, canvas.hairline(0.8, 0.6)))
        canvas.painter.drawPath(path)

    def paint_numbers(self, canvas: Canvas) -> None:
        """Paints the numbers where there is room to read them."""
        if canvas.detail < Detail.CLOSE:
            return
        painter, scale = canvas.painter, canvas.scale
        number = fonts.condensed(fonts.font(fonts.SANS, max(1, round(_NUMBER * scale))))
        number.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        half = QFontMetricsF(number).horizontalAdvance("0000") / 2
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.setFont(number)
        painter.setPen(palette.NUMBER)
        for i in self._feet.near(canvas.rect, 2 * _NUMBER).tolist():
            x, y = self._feet.points[i] * scale
            painter.drawText(QPointF(x - half, y), self._layout.grid.hexes[i])
        painter.restore()


def _sides(layout: Layout, centres: Floats) -> Floats:
    """Every hexside once, n x 4: three a hex, and the others where the sheet ends."""
    first = layout.grid.hexes[0]
    parts = []
    for direction in Direction:
        is_own = direction in (Direction.SE, Direction.S, Direction.SW)
        ends = np.array(layout.side(first, direction)) - layout.centre(first)
        nexts = [index[direction] for index in layout.grid.neighbour_indexes]
        owners = centres[is_own | (np.array(nexts) < 0)]
        parts.append(np.tile(owners, 2) + ends.ravel())
    return np.concatenate(parts)
