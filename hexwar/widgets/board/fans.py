"""Stacks that fan out, so that each counter of a hex can be seen and picked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.contents import PieceId
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.pieces import Stacks
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.stacks import Piece, StackFan

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
        self._chosen: frozenset[str] = frozenset()
        self._zoom = self._size = 1.0
        self._seen = QRectF()
        self._targets: frozenset[Hex] = frozenset()
        self._is_keyboards = False  # whether the fan was opened by a key
        self._awaited: Hex | None = None
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self._open_awaited)
        self.hex: Hex | None = None
        """The hex that is fanned out."""

    def set_view(self, zoom: float, seen: QRectF) -> None:
        """Takes note of what is in view: the fan's size and its side of the hex hang on it."""
        self._zoom, self._seen = zoom, seen
        if self._fan is not None:
            self._fan.set_view_scale(zoom / self._size)
            self._fan.keep_within(seen.left(), seen.right())

    def set_size(self, size: float) -> None:
        """Draws counters larger or smaller from now on; 1 is as printed."""
        self._size = size
        self.refresh()

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
        """The pointer has left the view; what the keyboard has opened stays."""
        self._await(None)
        if not self._is_keyboards:
            self.close()

    def set_targets(self, hexes: Collection[Hex]) -> None:
        """Takes note of the hexes that a click is expected in: the fan keeps clear of them."""
        targets = frozenset(hexes)
        if targets != self._targets:
            self._targets = targets
            self.refresh()

    def open(self, hex_: Hex, *, by_keyboard: bool = False) -> bool:
        """Fans a hex out; whether it has the two counters that it takes."""
        self.close()
        self._is_keyboards = by_keyboard
        pieces = self._stacks.in_hex(hex_)
        if len(pieces) < 2:
            return False
        middle = centre(self._layout, hex_)
        fan = self._placed(pieces, middle)
        fan.setZValue(FAN_Z)
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
            self.open(self.hex, by_keyboard=self._is_keyboards)

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
        for old in self._fan.childItems():
            self._scene.removeItem(old)
        for other, place in self._fan.lying:
            if other.id == piece:
                caret = QGraphicsRectItem(place.adjusted(-2.5, -2.5, 2.5, 2.5), self._fan)
                ink = QColor(self._art.theme.window.ink)
                caret.setPen(QPen(ink, 2.0, Qt.PenStyle.DotLine))

    # -- inner

    def _placed(self, pieces: Sequence[Piece], middle: QPointF) -> StackFan:
        """A fan above its hex, or below it where that hides more of what is in view or aimed at."""
        fans = []
        for below in (False, True):
            fan = StackFan(self._art, pieces, below=below)
            fan.setPos(middle)
            fan.set_view_scale(self._zoom / self._size)
            box = fan.mapRectToScene(fan.boundingRect())
            centres = (centre(self._layout, target) for target in self._targets)
            hidden = sum(box.contains(point) for point in centres)
            beyond = not self._seen.isNull() and not self._fits(box)
            fans.append((beyond, hidden, below, fan))
        *_, best = min(fans, key=lambda found: found[:3])
        for *_, fan in fans:
            if fan is not best:
                fan.deleteLater()
        if not self._seen.isNull():
            best.keep_within(self._seen.left(), self._seen.right())
        return best

    def _fits(self, box: QRectF) -> bool:
        """Whether a fan is in view from its top to its foot."""
        return box.top() >= self._seen.top() and box.bottom() <= self._seen.bottom()

    def _await(self, hex_: Hex | None) -> None:
        self._awaited = hex_
        if hex_ is not None and len(self._stacks.in_hex(hex_)) > 1:
            self._timer.start()
        else:
            self._timer.stop()

    def _open_awaited(self) -> None:
        if self._awaited is not None:
            self.open(self._awaited)
