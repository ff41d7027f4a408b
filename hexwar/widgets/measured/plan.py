"""A small picture of a measured table with its blocks: a plan, before there is a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtGui import QColor, QImage, QPen

from hexwar.table.stands import Block, Cloth
from hexwar.widgets.brushwork import finely, polygon, take_up
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.cloth import ClothPainter
from hexwar.widgets.measured.page import DARK, LIGHT
from hexwar.widgets.measured.plane import Frame, Plane
from hexwar.widgets.theme import Theme

_EDGE: Final = 0.8


def plan_of(
    cloth: Cloth, blocks: Iterable[Block], theme: Theme, width: int, ratio: float = 1.0
) -> QImage:
    """The plan, so many pixels wide; any thread may ask. The fronts of blocks are light.

    Args:
        cloth: The table.
        blocks: What stands on it.
        theme: Whose colours coats have.
        width: Pixels of the screen.
        ratio: Of these to a pixel of the window.
    """
    painter_of_cloth, plane = ClothPainter(cloth), Plane(cloth)
    sheet = painter_of_cloth.bounds
    scale = width / sheet.width()
    image = painter_of_cloth.picture(sheet, scale, Season.SUMMER, ratio)
    painter = finely(image)
    for block in blocks:
        frame, pose = Frame(block), block.pose
        ring = (
            (frame.front, frame.left),
            (frame.front, frame.right),
            (frame.rear, frame.right),
            (frame.rear, frame.left),
        )
        spots = [(plane.to_scene(pose.at(*point)) - sheet.topLeft()) * scale for point in ring]
        take_up(painter, QPen(DARK, _EDGE * ratio), QColor(theme.livery(block.coat).field))
        painter.drawPolygon(polygon(spots))
        painter.setPen(QPen(LIGHT, 1.5 * ratio))
        painter.drawLine(spots[0], spots[1])
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
