"""Stacks that fan out, so that each counter of a hex can be seen and picked."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.contents import PieceId
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.pieces import Stacks
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.stacks import StackFan, squares

FAN_Z: Final = 130.0
DELAY_MS: Final = 450
"""How long the pointer rests on a stack before it fans out, unless the player wants another."""


class Fans(QObject):
    """Fans out the stack under the pointer after a while, or at once when asked."""

    def __init__(
        self, scene: QGraphicsScene, layout: Layout, stacks: Stacks, art: CounterArt
    ) -> None:
        super().__init__(scene)
        self._scene, self._layout, self._stacks, self._art = scene, layout, stacks, art
        self._fan: StackFan | None = None
        self._is_below = False
        self._chosen: frozenset[str] = frozenset()
        self._zoom = 1.0
        self._seen = QRectF()
        self._awaited: Hex | None = None
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self._open_awaited)
        self.hex: Hex | None = None
        """The hex that is fanned out."""

    def set_view(self, zoom: float, seen: QRectF) -> None:
        """Takes note of what is in view: the fan's size and its side of the hex hang on it."""
        self._zoom, self._seen = zoom, seen
        if self._fan is not None:
            self._fan.set_view_scale(zoom)

    def set_chosen(self, pieces: frozenset[str]) -> None:
        """Lays rings round the chosen counters."""
        self._chosen = pieces
        if self._fan is not None:
            self._fan.set_chosen(pieces)

    def set_art(self, art: CounterArt) -> None:
        """Draws counters in another style or theme."""
        self._art = art
        self.refresh()

    # -- opening and closing

    def hover(self, point: QPointF, hex_: Hex | None) -> None:
        """The pointer has moved over the scene."""
        if self._fan is not None:
            if hex_ == self.hex or self._fan.contains(self._fan.mapFromScene(point)):
                return
            self.close()
        if hex_ != self._awaited:
            self._await(hex_)

    def leave(self) -> None:
        """The pointer has left the view."""
        self._await(None)

    def open(self, hex_: Hex) -> bool:
        """Fans a hex out; whether it has the two counters that it takes."""
        self.close()
        pieces = self._stacks.in_hex(hex_)
        if len(pieces) < 2:
            return False
        middle = centre(self._layout, hex_)
        need = 90.0 * max(1.0, 1.0 / self._zoom)
        self._is_below = not self._seen.isNull() and middle.y() - need < self._seen.top()
        fan = StackFan(self._art, pieces, below=self._is_below)
        fan.setPos(middle)
        fan.setZValue(FAN_Z)
        fan.set_view_scale(self._zoom)
        fan.set_chosen(self._chosen)
        self._scene.addItem(fan)
        self.hex, self._fan = hex_, fan
        return True

    def close(self) -> bool:
        """Folds the fan up; whether one was open."""
        self._await(None)
        fan, self.hex, self._fan = self._fan, None, None
        if fan is None:
            return False
        self._scene.removeItem(fan)
        fan.deleteLater()
        return True

    def refresh(self) -> None:
        """Shows the fan's hex as it is now."""
        if self.hex is not None:
            self.open(self.hex)

    # -- counters

    def at(self, point: QPointF) -> PieceId | None:
        """The counter of the fan at a scene point."""
        return None if self._fan is None else self._fan.piece_at(self._fan.mapFromScene(point))

    def covers(self, point: QPointF) -> bool:
        """Whether the fan lies over a scene point."""
        return self._fan is not None and self._fan.contains(self._fan.mapFromScene(point))

    def point_at(self, piece: PieceId) -> None:
        """Lays the keyboard's caret round a counter of the fan."""
        if self._fan is None:
            return
        places = squares(len(self._fan.pieces), below=self._is_below)
        for old in self._fan.childItems():
            self._scene.removeItem(old)
        for place, other in zip(places, self._fan.pieces, strict=True):
            if other.id == piece:
                caret = QGraphicsRectItem(place.adjusted(-2.5, -2.5, 2.5, 2.5), self._fan)
                ink = QColor(self._art.theme.window.ink)
                caret.setPen(QPen(ink, 2.0, Qt.PenStyle.DotLine))

    # -- inner

    def _await(self, hex_: Hex | None) -> None:
        self._awaited = hex_
        if hex_ is not None and len(self._stacks.in_hex(hex_)) > 1:
            self._timer.start()
        else:
            self._timer.stop()

    def _open_awaited(self) -> None:
        if self._awaited is not None:
            self.open(self._awaited)
