"""The whole board in small, beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from hexwar.messages import say
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.brushwork import faded, finely, smooth, take_up
from hexwar.widgets.mapart.palette import inks_of as season_inks
from hexwar.widgets.mapart.tiles import SheetLayer

_DOT: Final = 3.2
"""The radius of a stack's dot, in pixels."""


class SmallBoard(QWidget):
    """Shows a whole sheet, and a frame round what the board shows of it.

    A click or a drag moves the board there. A subclass paints dots where pieces stand.
    """

    def __init__(self, camera: Camera, layer: SheetLayer) -> None:
        super().__init__()
        self._camera, self._layer = camera, layer
        self._picture = QImage()  # of another size or older, until it is drawn anew
        self._drawing = QTimer(self, singleShot=True)  # apart from what is painted with it
        self._drawing.timeout.connect(self._draw)
        self.setAccessibleName(say("Map in small"))
        self.setMinimumSize(120, 120)
        camera.moved.connect(self.update)
        layer.settled.connect(self._forget_picture)

    def sizeHint(self) -> QSize:
        """As wide as a dock; as high as the sheet then is."""
        sheet = self._layer.boundingRect()
        return QSize(240, round(240 * sheet.height() / sheet.width()))

    def to_scene(self, at: QPointF) -> QPointF:
        """The scene point under a point of the widget."""
        frame, sheet = self._frame(), self._layer.boundingRect()
        return sheet.topLeft() + (at - frame.topLeft()) / self._scale()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paints the picture, the dots and the frame."""
        painter = smooth(self)
        frame, picture = self._frame(), self._picture
        if picture.isNull():
            painter.fillRect(frame, season_inks(self._layer.season).paper)
        elif picture.size() == self._size():
            painter.drawImage(frame.topLeft(), picture)
        else:
            painter.drawImage(frame, picture)
        self.paint_dots(painter)
        self.paint_over(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Moves the board."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._camera.handled.emit()
            self._camera.centre_on(self.to_scene(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Moves the board on."""
        self.mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draws the map anew in the new size."""
        super().resizeEvent(event)
        self._forget_picture()

    def to_widget(self, at: QPointF) -> QPointF:
        """The point of the widget over a scene point."""
        corner = self._layer.boundingRect().topLeft()
        return self._frame().topLeft() + (at - corner) * self._scale()

    def _forget_picture(self) -> None:
        """Draw the map anew when it is next seen."""
        if self.isVisible():
            self._drawing.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Draws the map."""
        super().showEvent(event)
        self._drawing.start()

    def _scale(self) -> float:
        """Pixels of the widget a scene unit."""
        sheet = self._layer.boundingRect()
        return min(self.width() / sheet.width(), self.height() / sheet.height())

    def _frame(self) -> QRectF:
        """Where the sheet lies in the widget."""
        size = self._layer.boundingRect().size() * self._scale()
        frame = QRectF(QPointF(0.0, 0.0), size)
        frame.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        return frame

    def _draw(self) -> None:
        """Draw the map: larger than needed, so that its names shrink with it."""
        self._picture = self._overview().scaled(
            self._size(),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        self._picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.update()

    def _size(self) -> QSize:
        """Of the picture, in pixels of the screen."""
        return (self._frame().size() * self.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1))

    def _overview(self) -> QImage:
        """The map as the board's own layer has it, at the scale of its overview."""
        layer = self._layer
        sheet = layer.boundingRect()
        scale = layer.overview_scale
        image = QImage((sheet.size() * scale).toSize(), QImage.Format.Format_RGB32)
        option = QStyleOptionGraphicsItem()
        option.exposedRect = sheet
        painter = finely(image)
        painter.scale(scale, scale)
        painter.translate(-sheet.topLeft())
        layer.paint(painter, option, self)
        painter.end()
        return image

    def paint_dots(self, painter: QPainter) -> None:
        """Paints what stands on the board."""

    def paint_over(self, painter: QPainter) -> None:
        """Paints the frame round what the board shows."""
        sheet = self._layer.boundingRect()
        seen = self._camera.seen() & sheet
        box = QRectF(
            self._frame().topLeft() + (seen.topLeft() - sheet.topLeft()) * self._scale(),
            seen.size() * self._scale(),
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((faded(QColor("#241a10"), 200), 4.0), (QColor("#fdf6e4"), 2.0)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
            painter.drawRect(box)


class MiniMap(SmallBoard):
    """The whole map, with a dot for each stack: the sides' differ in shape as well as colour."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view.camera, view.board.map)
        self._view = view
        view.stateShown.connect(self.update)

    def paint_dots(self, painter: QPainter) -> None:
        """Paints the stacks."""
        board = self._view.board
        if board.state is None:
            return
        inks = inks_of(board.theme, board.state.battle)
        origin, scale = self._frame().topLeft(), self._scale()
        corner = board.sceneRect().topLeft()
        for point, side in board.stacks.dots():
            at = origin + (point - corner) * scale
            take_up(painter, QPen(inks.light, 1.0), inks.sides[side])
            box = QRectF(at.x() - _DOT, at.y() - _DOT, 2 * _DOT, 2 * _DOT)
            (painter.drawRect if inks.place(side) == 0 else painter.drawEllipse)(box)
