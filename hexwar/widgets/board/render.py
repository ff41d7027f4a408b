"""Pictures of a board, without a window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.scene import BoardScene
from hexwar.widgets.counters import CounterStyle
from hexwar.widgets.theme import Theme

MOST_PIXELS: Final = 64 * 2**20
"""The most pixels a picture may have: a quarter of a gigabyte in memory."""


def render_board(
    battlefield: Battlefield,
    state: GameState | None,
    *,
    size: tuple[int, int] | None,
    theme: Theme,
    centre: Hex | None = None,
    zoom: float | None = None,
    overlays: Overlays | None = None,
    style: CounterStyle = CounterStyle.PERIOD,
) -> QImage:
    """A picture of a board. Needs a QApplication.

    Args:
        battlefield: The map.
        state: The counters and flags; None shows the map alone.
        size: Width and height in pixels; None takes what the whole sheet needs at the zoom.
        theme: The colours.
        centre: The hex in the middle; None is the middle of the sheet.
        zoom: Pixels a pixel of the sheet; None shows the whole sheet, at 100 % without a size.
        overlays: What is laid over the board.
        style: How counters look.

    Raises:
        ValueError: the picture would be larger than `MOST_PIXELS`, or has no pixel at all.
    """
    scene = BoardScene(battlefield, theme, style, is_direct=True)
    if state is not None:
        scene.show_state(state)
    if overlays is not None:
        scene.show_overlays(overlays)
    sheet = scene.sceneRect()
    image = _blank(_size(sheet, size, zoom), theme)
    if zoom is None:
        zoom = min(image.width() / sheet.width(), image.height() / sheet.height())
    middle = sheet.center() if centre is None else QPointF(*scene.sheet.centre(centre))
    _paint(scene, image, middle, zoom)
    scene.close()
    return image


def _size(sheet: QRectF, size: tuple[int, int] | None, zoom: float | None) -> QSize:
    if size is not None:
        return QSize(*size)
    return (sheet.size() * (zoom or 1.0)).toSize()


def _blank(size: QSize, theme: Theme) -> QImage:
    if size.isEmpty() or size.width() * size.height() > MOST_PIXELS:
        raise ValueError(
            f"a picture of {size.width()} x {size.height()} pixels cannot be made: "
            f"it must have 1 to {MOST_PIXELS} pixels"
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window.leather).darker(130))
    return image


def _paint(scene: BoardScene, image: QImage, middle: QPointF, zoom: float) -> None:
    target = QRectF(image.rect())
    source = QRectF(QPointF(0.0, 0.0), target.size() / zoom)
    source.moveCenter(middle)
    painter = QPainter(image)
    scene.render(painter, target, source)
    painter.end()
