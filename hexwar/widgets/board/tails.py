"""The tails of strong units in road column: each joined to the counter that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsObject,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.geometry import centre, hexes_rect
from hexwar.widgets.counters import EDGE, CounterArt, CounterFace, Face, Piece

TAILS_Z: Final = 49.0
"""Below the stacks."""

_SIZE: Final = 0.64
"""Of the ghost of the counter, as a share of a counter."""

_OPACITY: Final = 0.62
_RIBBON: Final = 9.0
"""The width of the ribbon from the tail to the counter, in scene units."""

_DARK, _LIGHT = QColor("#241a10"), QColor("#fdf6e4")


@dataclass(frozen=True, slots=True)
class Tail:
    """The second hex of a strong unit in road column (N5.33)."""

    piece: Piece
    head: Hex  # where the counter lies
    hex: Hex  # where the tail lies


class Tails:
    """Keeps the tails of a scene in step with a state."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, art: CounterArt) -> None:
        self._scene, self._layout, self._art = scene, layout, art
        self._items: dict[str, TailItem] = {}
        self._lifted: frozenset[str] = frozenset()

    def show(self, tails: Mapping[str, Tail]) -> None:
        """Shows other tails, by the id of their unit."""
        for id_, item in list(self._items.items()):
            if tails.get(id_) != item.tail:
                self._scene.removeItem(self._items.pop(id_))
        for id_, tail in tails.items():
            if id_ not in self._items:
                self._items[id_] = TailItem(tail, self._layout, self._art)
                self._scene.addItem(self._items[id_])
        self.lift(self._lifted)

    def lift(self, pieces: frozenset[str]) -> None:
        """Takes the tails of these units, and of no others, off the board."""
        self._lifted = pieces
        for id_, item in self._items.items():
            item.setVisible(id_ not in pieces)

    def set_art(self, art: CounterArt) -> None:
        """Draws them in another style or theme."""
        self._art = art
        for item in self._items.values():
            item.set_art(art)

    def in_hex(self, hex_: Hex) -> tuple[Piece, ...]:
        """The units whose tails a hex shows."""
        tails = (item.tail for item in self._items.values() if item.isVisible())
        return tuple(tail.piece for tail in tails if tail.hex == hex_)

    def at(self, point: QPointF) -> Piece | None:
        """The unit whose tail is on view at a scene point."""
        for item in self._items.values():
            if item.isVisible() and item.ghost.contains(point):
                return item.tail.piece
        return None


class TailItem(QGraphicsObject):
    """A tail: a small ghost of the counter, and a ribbon with arrow heads to the counter."""

    def __init__(self, tail: Tail, layout: Layout, art: CounterArt) -> None:
        super().__init__()
        self.tail = tail
        """What it shows."""
        edge = EDGE * _SIZE
        start = centre(layout, tail.hex)
        self.ghost = QRectF(start.x() - edge / 2, start.y() - edge / 2, edge, edge)
        """Where the ghost lies, in scene units."""
        self._face = _plain(tail.piece.face)
        self._way = QLineF(start, centre(layout, tail.head))
        self._box = hexes_rect(layout, (tail.head, tail.hex), 2.0)
        self._art = art
        art.sharpened.connect(self._redraw)
        self.setZValue(TAILS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_art(self, art: CounterArt) -> None:
        """Draws it in another style or theme."""
        self._art.sharpened.disconnect(self._redraw)
        self._art = art
        art.sharpened.connect(self._redraw)
        self.update()

    def boundingRect(self) -> QRectF:
        """Both hexes."""
        return self._box

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints the ribbon, then the ghost on it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ribbon(painter)
        painter.setOpacity(_OPACITY)
        self._art.draw(painter, self._face, self.ghost.x(), self.ghost.y(), size=_SIZE)
        painter.setOpacity(1.0)

    def _paint_ribbon(self, painter: QPainter) -> None:
        livery = self._art.theme.livery(self._face.livery)
        field = QColor(livery.field)
        for colour, width in ((_LIGHT, 4.0), (_DARK, 2.0), (field, 0.0)):
            pen = QPen(colour, _RIBBON + width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(self._way)
        painter.setPen(
            QPen(QColor(livery.ink), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        for share in (0.34, 0.44, 0.54):
            painter.drawPolyline(self._chevron(share))

    def _chevron(self, share: float) -> QPolygonF:
        """An arrow head on the ribbon that points to the counter."""
        step = self._way.unitVector()
        along = QPointF(step.dx(), step.dy())
        across = QPointF(-along.y(), along.x())
        tip = self._way.pointAt(share) + along * 2.0
        back = tip - along * 4.0
        return QPolygonF([back + across * 3.0, tip, back - across * 3.0])

    def _redraw(self) -> None:
        self.update()


def _plain(face: Face) -> CounterFace:
    """The face as of a unit at rest: its states are told on the counter itself."""
    assert isinstance(face, CounterFace), "only a unit has a tail"
    return replace(face, column=False, disrupted=False, moved=False, done=False)
