"""The whole table in small, beside the board."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QPainter, QPen

from hexwar.widgets.board.minimap import SmallBoard
from hexwar.widgets.brushwork import polygon, take_up
from hexwar.widgets.measured.page import DARK, LIGHT
from hexwar.widgets.measured.plane import Frame
from hexwar.widgets.measured.view import MeasuredView

_LEAST: Final = 2.4
"""Half the least width and depth of a block, pixels."""


class SmallTable(SmallBoard):
    """The whole table, with a small block for each that stands on it; its front is light."""

    def __init__(self, view: MeasuredView) -> None:
        super().__init__(view.camera, view.board.ground)
        self._view = view
        view.stateShown.connect(self.update)
        view.board.blocks.changed.connect(self.update)

    def paint_dots(self, painter: QPainter) -> None:
        """Paints the blocks as they stand."""
        plane, theme = self._view.plane, self._view.board.theme
        scale = self.to_widget(plane.to_scene((1.0, 0.0))) - self.to_widget(plane.to_scene((0, 0)))
        least = _LEAST / max(scale.x(), 1e-6)  # cm
        for block in self._view.board.blocks:
            frame, pose = Frame(block), block.pose
            front, rear = max(frame.front, least), min(frame.rear, -least)
            left, right = min(frame.left, -least), max(frame.right, least)
            ring = ((front, left), (front, right), (rear, right), (rear, left))
            spots = [self.to_widget(plane.to_scene(pose.at(*point))) for point in ring]
            take_up(painter, QPen(DARK, 0.8), QColor(theme.livery(block.coat).field))
            painter.drawPolygon(polygon(spots))
            painter.setPen(QPen(LIGHT, 1.4))
            painter.drawLine(spots[0], spots[1])
