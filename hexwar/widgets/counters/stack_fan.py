"""The counters of one hex spread out beside it, so that one can be picked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsObject,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.widgets.counters.art import CounterArt, Frame
from hexwar.widgets.counters.easel import EDGE, rounded
from hexwar.widgets.counters.stack_item import Piece

ROW: Final = 6
"""Counters in one row of a fan."""

_PITCH = EDGE + 7.0  # from one counter to the next, scene pixels
_RISE = 62.0  # from the hex centre to the middle of the first row
_BEND = 2.4  # how far the row's ends bend towards the hex, scene pixels
_PAD = 8.0


class StackFan(QGraphicsObject):
    """All counters of a hex in rows of six that bend round it.

    The item's origin is the hex centre. Counters are never smaller than at 100 %, however far
    the view is zoomed out.

    Args:
        art: paints the counters.
        pieces: the counters in the order to show them, at least one.
        below: spread them below the hex and not above.
        parent: the item that it belongs to, if any.
    """

    picked = Signal(str)
    """A counter was clicked; its id."""

    pointed = Signal(str)
    """The pointer came to a counter; its id, or empty when it left."""

    def __init__(
        self,
        art: CounterArt,
        pieces: Sequence[Piece],
        *,
        below: bool = False,
        parent: QGraphicsItem | None = None,
    ) -> None:
        super().__init__(parent)
        self._art = art
        art.sharpened.connect(self._redraw)
        self._pieces = tuple(pieces)
        self._below = below
        self._squares = squares(len(self._pieces), below=below)
        self._chosen: frozenset[str] = frozenset()
        self._under_pointer = ""
        self.setAcceptHoverEvents(True)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The counters, from the left of the first row."""
        return self._pieces

    def set_view_scale(self, scale: float) -> None:
        """Keep the counters at 100 % or more in a view of a given scale."""
        self.setScale(max(1.0, 1.0 / scale))

    def set_chosen(self, ids: frozenset[str]) -> None:
        """Lay a ring round the chosen counters."""
        self._chosen = ids
        self.update()

    def piece_at(self, point: QPointF) -> str | None:
        """The id of the counter under a point in the item's own pixels."""
        for piece, square in zip(self._pieces, self._squares, strict=True):
            if square.contains(point):
                return piece.id
        return None

    def boundingRect(self) -> QRectF:
        """The backing and the tip that points to the hex."""
        return self._backing().boundingRect().adjusted(-2, -2, 2, 2)

    def shape(self) -> QPainterPath:
        """The backing: a click on it does not fall through to the map."""
        return self._backing()

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Draw the backing, then the counters with their rings."""
        window = self._art.theme.window
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(window.leather), 1.4))
        painter.setBrush(QColor(window.paper))
        painter.drawPath(self._backing())
        for piece, square in zip(self._pieces, self._squares, strict=True):
            self._draw(painter, piece, square)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Tell which counter the pointer is on."""
        self._point_at(self.piece_at(event.pos()) or "")

    def hoverLeaveEvent(self, _event: QGraphicsSceneHoverEvent) -> None:
        """Tell that the pointer is on none."""
        self._point_at("")

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Pick the counter under the pointer."""
        piece = self.piece_at(event.pos())
        if event.button() is Qt.MouseButton.LeftButton and piece is not None:
            self.picked.emit(piece)
        event.accept()

    def _redraw(self) -> None:
        self.update()

    def _point_at(self, piece: str) -> None:
        if piece != self._under_pointer:
            self._under_pointer = piece
            self.pointed.emit(piece)
            self.update()

    def _draw(self, painter: QPainter, piece: Piece, square: QRectF) -> None:
        if piece.id in self._chosen:
            self._art.draw_frame(painter, Frame.SELECTED, square.x(), square.y())
        elif piece.id == self._under_pointer:
            self._art.draw_frame(painter, Frame.READY, square.x(), square.y())
        self._art.draw(painter, piece.face, square.x(), square.y())

    def _backing(self) -> QPainterPath:
        """A sheet under the counters with a tip that points to the hex."""
        box = QRectF()
        for square in self._squares:
            box = box.united(square)
        box = box.adjusted(-_PAD, -_PAD, _PAD, _PAD)
        edge = box.top() if self._below else box.bottom()
        towards = -1 if self._below else 1
        tip = QPainterPath(QPointF(-9, edge - towards))
        tip.lineTo(0, edge + towards * 10)
        tip.lineTo(9, edge - towards)
        tip.closeSubpath()
        return rounded(box, 7).united(tip)


def squares(count: int, *, below: bool = False) -> tuple[QRectF, ...]:
    """Where a fan's counters lie about the hex centre: rows of six, the nearest row first.

    >>> [square.center().x() for square in squares(3)]
    [-47.0, 0.0, 47.0]
    """
    places: list[QRectF] = []
    for first in range(0, count, ROW):
        in_row = min(ROW, count - first)
        rise = _RISE + first // ROW * _PITCH
        for i in range(in_row):
            step = i - (in_row - 1) / 2
            y = rise - _BEND * step * step / 2
            x, y = step * _PITCH, y if below else -y
            places.append(QRectF(x - EDGE / 2, y - EDGE / 2, EDGE, EDGE))
    return tuple(places)
