"""A stack of counters on a hex, as an item of the board's scene."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from hexwar.widgets.counters.art import CounterArt, Frame
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.faces import Face, LeaderFace, MarkerFace, MarkerKind, under_face

OFFSET: Final = 2.4
"""How far each counter below peeps out to the lower right, scene pixels."""

SHOWN: Final = 4
"""How many counters of a stack are drawn; a badge counts the rest."""

_LEADER_SIZE = 0.5  # of a leader beside units, as a part of a counter's size
_LEADER_PLACES = (QPointF(7.6, -31.0), QPointF(-8.4, -32.0), QPointF(-24.4, -31.0))
_CORNER = QPointF(-EDGE / 2, -EDGE / 2)
_BADGE_SIZE = 0.34
_BADGE_PLACE = QPointF(19.0, 19.0)

PACE: Final = 420.0
"""Scene pixels a second of a moving stack at speed 1."""

_SHORTEST_MS, _LONGEST_MS = 120, 2400
_ABOVE_ALL = 1000.0  # z of a stack that moves


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter of a stack."""

    id: str  # of the unit or leader
    face: Face

    @property
    def is_leader(self) -> bool:
        """Whether it is a leader or an HQ."""
        return isinstance(self.face, LeaderFace)


class StackItem(QGraphicsObject):
    """A stack: the front counter, the edges of those below, and the leaders above its corner.

    The item's origin is the hex centre. What changes on a counter never moves or resizes another.
    For larger or smaller counters on the same map scale the item with `setScale`: the pictures
    stay sharp.

    Args:
        art: paints the counters.
        pieces: the counters, the front one first; leaders may stand anywhere among them.
        parent: the item that it belongs to, if any.
    """

    arrived = Signal()
    """A move has come to its end."""

    def __init__(
        self, art: CounterArt, pieces: Sequence[Piece] = (), parent: QGraphicsItem | None = None
    ) -> None:
        super().__init__(parent)
        self._art = art
        art.sharpened.connect(self._redraw)
        self._units: tuple[Piece, ...] = ()
        self._leaders: tuple[Piece, ...] = ()
        self._selected = False
        self._ready = False
        self._way: tuple[QPointF, ...] = ()
        self._z_at_rest = 0.0
        self._move = QVariantAnimation(self)
        self._move.setStartValue(0.0)
        self._move.setEndValue(1.0)
        self._move.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._move.valueChanged.connect(self._step_along)
        self._move.finished.connect(self._arrive)
        self.set_pieces(pieces)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The counters: units, the front one first, then leaders."""
        return self._units + self._leaders

    @property
    def is_moving(self) -> bool:
        """Whether a move is under way."""
        return self._move.state() is QVariantAnimation.State.Running

    def set_pieces(self, pieces: Sequence[Piece]) -> None:
        """Replace the counters, the front one first."""
        self._units = tuple(piece for piece in pieces if not piece.is_leader)
        self._leaders = tuple(piece for piece in pieces if piece.is_leader)
        self.update()

    def set_art(self, art: CounterArt) -> None:
        """Show the counters in another style or theme."""
        self._art.sharpened.disconnect(self._redraw)
        self._art = art
        art.sharpened.connect(self._redraw)
        self.update()

    def set_marks(self, *, selected: bool = False, ready: bool = False) -> None:
        """Lay a ring round a selected stack, a quiet glow round one that can act."""
        self._selected, self._ready = selected, ready
        self.update()

    def piece_at(self, point: QPointF) -> Piece | None:
        """The counter under a point in the item's own pixels, the topmost first."""
        for piece, rect in self._layout():
            if rect.contains(point):
                return piece
        return None

    def move_along(self, points: Sequence[QPointF], speed: float = 1.0) -> None:
        """Move along points in the parent's pixels, from where the stack is.

        Emits `arrived` at the end. A move under way ends at its goal first.

        Args:
            points: the way, its goal last; empty for no move.
            speed: 1 is the usual pace, 2 twice as fast; 0 is there at once.
        """
        self.finish_move()
        self._way = (self.pos(), *points)
        self._z_at_rest = self.zValue()
        length = _length(self._way)
        if speed <= 0 or length == 0:
            self._arrive()
            return
        milliseconds = 1000 * length / (PACE * speed)
        shortest = _SHORTEST_MS / max(speed, 1.0)
        self._move.setDuration(round(min(max(milliseconds, shortest), _LONGEST_MS / speed)))
        self.setZValue(self._z_at_rest + _ABOVE_ALL)
        self._move.start()

    def finish_move(self) -> None:
        """End a move under way at its goal, at once."""
        if self.is_moving:
            self._move.stop()
            self._arrive()

    def boundingRect(self) -> QRectF:
        """Room for the largest stack, so that it never changes."""
        return _BOUNDS

    def shape(self) -> QPainterPath:
        """Where a click meets the stack."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for _, rect in self._layout():
            path.addRect(rect)
        return path

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Draw the counters from the lowest to the front one, then the leaders."""
        self._draw_frame(painter)
        for piece, rect in reversed(self._layout()):
            size = rect.width() / EDGE
            face = piece.face if self._is_open(piece) else under_face(piece.face)
            self._art.draw(painter, face, rect.x(), rect.y(), size=size)
        if len(self._units) > SHOWN:
            count = MarkerFace(MarkerKind.COUNT, str(len(self._units)))
            place = _BADGE_PLACE
            self._art.draw(painter, count, place.x(), place.y(), size=_BADGE_SIZE)

    def _is_open(self, piece: Piece) -> bool:
        """Whether a counter's whole face is seen."""
        return piece.is_leader or piece is self._units[0]

    def _draw_frame(self, painter: QPainter) -> None:
        if self._selected:
            self._art.draw_frame(painter, Frame.SELECTED, _CORNER.x(), _CORNER.y())
        elif self._ready:
            self._art.draw_frame(painter, Frame.READY, _CORNER.x(), _CORNER.y())

    def _layout(self) -> list[tuple[Piece, QRectF]]:
        """The counters that are drawn and their squares, the topmost first.

        Leaders alone in a hex lie there like units; beside units they are small.
        """
        below = self._units[:SHOWN] or self._leaders[:1]
        above = self._leaders if self._units else self._leaders[1:]
        edge = EDGE * _LEADER_SIZE
        small = [
            (piece, QRectF(place.x(), place.y(), edge, edge))
            for piece, place in zip(above, _LEADER_PLACES, strict=False)
        ]
        return small + [
            (piece, QRectF(_CORNER.x() + OFFSET * i, _CORNER.y() + OFFSET * i, EDGE, EDGE))
            for i, piece in enumerate(below)
        ]

    def _redraw(self) -> None:
        self.update()

    def _step_along(self, share: float) -> None:
        self.setPos(_point_along(self._way, share))

    def _arrive(self) -> None:
        self.setPos(self._way[-1])
        self.setZValue(self._z_at_rest)
        self.arrived.emit()


_BOUNDS = QRectF(-36, -42, 76, 82)


def _length(way: Sequence[QPointF]) -> float:
    return sum(_distance(a, b) for a, b in pairwise(way))


def _distance(a: QPointF, b: QPointF) -> float:
    return math.hypot(b.x() - a.x(), b.y() - a.y())


def _point_along(way: Sequence[QPointF], share: float) -> QPointF:
    """The point at a share (0 to 1) of the length of a way."""
    left = share * _length(way)
    for a, b in pairwise(way):
        step = _distance(a, b)
        if left <= step and step > 0:
            return a + (b - a) * (left / step)
        left -= step
    return way[-1]
