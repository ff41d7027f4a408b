"""The stacks of counters on the map, closed and fanned out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEasingCurve, QLineF, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsObject,
    QGraphicsSceneHoverEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.table.forces import Arm
from hexwar.widgets.brushwork import area_of, rounded, take_up
from hexwar.widgets.counters.art import CounterArt, Frame
from hexwar.widgets.counters.easel import EDGE, Detail
from hexwar.widgets.counters.faces import (
    CounterFace,
    CountFace,
    Face,
    FlagFace,
    LeaderFace,
    under_face,
)

OFFSET: Final = 2.4
"""How far each counter below peeps out to the lower right, scene pixels."""

SHOWN: Final = 4
"""How many counters of a stack are drawn; a plate counts them all."""

_LEADER_SIZE = 0.5  # of a leader beside units, as a part of a counter's size
_LEADER_PLACES = (QPointF(7.6, -31.0), QPointF(-8.4, -32.0), QPointF(-24.4, -31.0))
_CORNER = QPointF(-EDGE / 2, -EDGE / 2)
_PLATE_SIZE = 0.82
_PLATE_PLACE = QPointF(-21.0, 10.0)
"""Of the plate that tells how many counters lie there and how strong they are together: it hangs
from the lower edge, clear of the mark of who has acted."""

PACE: Final = 420.0
"""Scene pixels a second of a moving stack at speed 1."""

_UNSEEN: Final = 0.5
"""The opacity of what the enemy does not see."""

_SHORTEST_MS, _LONGEST_MS = 120, 2400
_ABOVE_ALL = 1000.0  # z of a stack that moves


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter of a stack."""

    id: str  # of the unit or leader
    face: Face
    is_unseen: bool = False  # the enemy does not see it: it is drawn like a ghost

    @property
    def is_leader(self) -> bool:
        """Whether it is a leader, an HQ or a flag: beside units it is small."""
        return isinstance(self.face, LeaderFace | FlagFace)

    @property
    def is_flag(self) -> bool:
        """Whether it is a flag, which covers a force or tells its owner that it is covered."""
        return isinstance(self.face, FlagFace)


class CounterItem(QGraphicsObject):
    """An item that draws counters, and draws them again once sharper pictures are there."""

    def __init__(self, art: CounterArt) -> None:
        super().__init__()
        self._art = art
        art.sharpened.connect(self._redraw)

    def set_art(self, art: CounterArt) -> None:
        """Show the counters in another style or theme."""
        self._art.sharpened.disconnect(self._redraw)
        self._art = art
        art.sharpened.connect(self._redraw)
        self.update()

    def _redraw(self) -> None:
        self.update()


class StackItem(CounterItem):
    """A stack: the front counter, the edges of those below, and the leaders above its corner.

    The item's origin is the hex centre. What changes on a counter never moves or resizes another.
    For larger or smaller counters on the same map scale the item with `setScale`: the pictures
    stay sharp. Pieces come with the front one first; leaders may stand anywhere among them.
    """

    arrived = Signal()
    """A move has come to its end."""

    def __init__(self, art: CounterArt, pieces: Sequence[Piece] = ()) -> None:
        super().__init__(art)
        self._units: tuple[Piece, ...] = ()
        self._leaders: tuple[Piece, ...] = ()
        self._ready = False
        self._way: tuple[QPointF, ...] = ()
        self._z_at_rest = 0.0
        self._move: QVariantAnimation | None = None  # few stacks ever move
        self.set_pieces(pieces)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The counters: units, the front one first, then leaders."""
        return self._units + self._leaders

    @property
    def is_moving(self) -> bool:
        """Whether a move is under way."""
        return self._move is not None and self._move.state() is QVariantAnimation.State.Running

    def set_pieces(self, pieces: Sequence[Piece]) -> None:
        """Replace the counters, the front one first."""
        self._units = tuple(piece for piece in pieces if not piece.is_leader)
        self._leaders = tuple(piece for piece in pieces if piece.is_leader)
        self.update()

    def set_ready(self, is_ready: bool) -> None:
        """Lay a quiet glow round the stack while it can act."""
        self._ready = is_ready
        self.update()

    def piece_at(self, point: QPointF) -> Piece | None:
        """The counter under a point in the item's own pixels, the topmost first."""
        return next((piece for piece, rect in self._layout() if rect.contains(point)), None)

    @property
    def _strength(self) -> int:
        """The SP of all counters that are seen."""
        faces = (piece.face for piece in self._units)
        return sum(f.strength for f in faces if isinstance(f, CounterFace) and f.has_strength)

    def move_along(self, points: Sequence[QPointF], speed: float = 1.0) -> None:
        """Move along points in the parent's pixels, from where the stack is; none is no move.

        Emits `arrived` at the end. A move under way ends at its goal first. Speed 1 is the usual
        pace, 2 twice as fast; 0 is there at once.
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
        self._move = self._move or self._made_to_move()
        self._move.setDuration(round(min(max(milliseconds, shortest), _LONGEST_MS / speed)))
        self.setZValue(self._z_at_rest + _ABOVE_ALL)
        self._move.start()

    def finish_move(self) -> None:
        """End a move under way at its goal, at once."""
        if self._move is not None and self.is_moving:
            self._move.stop()
            self._arrive()

    def _made_to_move(self) -> QVariantAnimation:
        move = QVariantAnimation(self)
        move.setStartValue(0.0)
        move.setEndValue(1.0)
        move.setEasingCurve(QEasingCurve.Type.InOutSine)
        move.valueChanged.connect(self._step_along)
        move.finished.connect(self._arrive)
        return move

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
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Draw the counters from the lowest to the front one, then the leaders.

        From afar, where a counter is its strength alone, the front one tells that of the stack.
        """
        if self._ready:
            self._art.draw_frame(painter, Frame.READY, _CORNER.x(), _CORNER.y())
        is_far = Detail.at(painter.worldTransform().m11()) is Detail.FAR
        in_haste = not painter.testRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for piece, rect in reversed(self._layout()):
            is_open = piece.is_leader or piece is self._units[0]  # its whole face is seen
            face = piece.face if is_open else under_face(piece.face)
            if is_far and isinstance(face, CounterFace) and self._strength:
                face = replace(face, arm=Arm.INFANTRY, strength=self._strength)
            painter.setOpacity(_UNSEEN if piece.is_unseen else 1.0)
            size = rect.width() / EDGE
            self._art.draw(painter, face, rect.x(), rect.y(), size=size, in_haste=in_haste)
        painter.setOpacity(1.0)
        if len(self._units) > 1 and not is_far:
            plate = CountFace(len(self._units), self._strength)
            self._art.draw(
                painter, plate, *_PLATE_PLACE.toTuple(), size=_PLATE_SIZE, in_haste=in_haste
            )

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

    def _step_along(self, share: float) -> None:
        """Go to a share (0 to 1) of the length of the way."""
        left = share * _length(self._way)
        for a, b in pairwise(self._way):
            step = QLineF(a, b).length()
            if left <= step and step > 0:
                self.setPos(a + (b - a) * (left / step))
                return
            left -= step
        self.setPos(self._way[-1])

    def _arrive(self) -> None:
        self.setPos(self._way[-1])
        self.setZValue(self._z_at_rest)
        self.arrived.emit()


_BOUNDS = QRectF(-36, -42, 76, 82)


def _length(way: Sequence[QPointF]) -> float:
    return sum(QLineF(a, b).length() for a, b in pairwise(way))


# -- a stack fanned out


ROW: Final = 6
"""Counters in one row of a fan."""

_PITCH = EDGE + 7.0  # from one counter to the next, scene pixels
_RISE = 62.0  # from the hex centre to the middle of the first row
_BEND = 2.4  # how far the row's ends bend towards the hex, scene pixels
_PAD = 8.0


class StackFan(CounterItem):
    """All counters of a hex in rows of six that bend round it, above it or below.

    The item's origin is the hex centre. Counters are never smaller than at 100 %, however far
    the view is zoomed out.
    """

    def __init__(self, art: CounterArt, pieces: Sequence[Piece], *, below: bool = False) -> None:
        super().__init__(art)
        self.pieces = tuple(pieces)  # from the left of the first row
        self._below = below
        self._squares = squares(len(self.pieces), below=below)
        self._lying = tuple(zip(self.pieces, self._squares, strict=True))
        self._chosen: frozenset[str] = frozenset()
        self._under_pointer = ""
        self.setAcceptHoverEvents(True)

    def set_view_scale(self, scale: float) -> None:
        """Keep the counters at 100 % or more in a view of a given scale."""
        self.setScale(max(1.0, 1.0 / scale))

    def set_chosen(self, ids: frozenset[str]) -> None:
        """Lay a ring round the chosen counters."""
        self._chosen = ids
        self.update()

    @property
    def lying(self) -> Sequence[tuple[Piece, QRectF]]:
        """The counters and where each lies, in the item's own pixels."""
        return self._lying

    def keep_within(self, left: float, right: float) -> None:
        """Slide sideways into a span of the scene, as far as the tip reaches from its hex."""
        wide = max(square.right() for square in self._squares) + _PAD
        least = (left - self.x()) / self.scale() + wide
        most = (right - self.x()) / self.scale() - wide
        aside = max(min(0.0, most), least)
        aside = min(max(aside, 20 - wide), wide - 20)
        self.prepareGeometryChange()
        moved = (square.translated(aside, 0.0) for square in self._squares)
        self._lying = tuple(zip(self.pieces, moved, strict=True))
        self.update()

    def piece_at(self, point: QPointF) -> str | None:
        """The id of the counter under a point in the item's own pixels."""
        under = (piece.id for piece, square in self._lying if square.contains(point))
        return next(under, None)

    def boundingRect(self) -> QRectF:
        """The backing and the tip that points to the hex."""
        return self._backing().boundingRect().adjusted(-2, -2, 2, 2)

    def shape(self) -> QPainterPath:
        """The backing: a click on it does not fall through to the map."""
        return self._backing()

    def paint(
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Draw the backing, then the counters with their rings."""
        window = self._art.theme.window
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        take_up(painter, QPen(QColor(window.leather), 1.4), QColor(window.paper))
        painter.drawPath(self._backing())
        for piece, square in self._lying:
            if piece.id in self._chosen:
                self._art.draw_frame(painter, Frame.SELECTED, square.x(), square.y())
            elif piece.id == self._under_pointer:
                self._art.draw_frame(painter, Frame.READY, square.x(), square.y())
            painter.setOpacity(_UNSEEN if piece.is_unseen else 1.0)
            self._art.draw(painter, piece.face, square.x(), square.y())
            painter.setOpacity(1.0)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Tell which counter the pointer is on."""
        self._point_at(self.piece_at(event.pos()) or "")

    def hoverLeaveEvent(self, _event: QGraphicsSceneHoverEvent) -> None:
        """Tell that the pointer is on none."""
        self._point_at("")

    def _point_at(self, piece: str) -> None:
        if piece != self._under_pointer:
            self._under_pointer = piece
            self.update()

    def _backing(self) -> QPainterPath:
        """A sheet under the counters with a tip that points to the hex."""
        box = QRectF()
        for _, square in self._lying:
            box = box.united(square)
        box = box.adjusted(-_PAD, -_PAD, _PAD, _PAD)
        edge = box.top() if self._below else box.bottom()
        towards = -1 if self._below else 1
        tip = area_of((-9, edge - towards), (0, edge + towards * 10), (9, edge - towards))
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
