"""Ghosts: counters where a proposal would have them, with their ways and the order of march.

A ghost is seen through, stands in a dashed frame and bears its number, so that nobody takes it for
a counter, on any ground and by any light.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from hexwar.hexes import Hex
from hexwar.table.overlays import Ghost
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.laid import Laid
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.stacks import CounterItem, Piece

GHOSTS_Z: Final = 57.0
"""Above the counters and below what tells of them."""

_OPACITY: Final = 0.62
_SIZE: Final = 0.92
"""Of a ghost, as a share of a counter."""

_STEP: Final = QPointF(7.0, 7.0)
"""From one ghost of a hex to the next."""

_SHOWN: Final = 4
_DARK, _LIGHT, _HELD = QColor("#10324a"), QColor("#ffffff"), QColor("#ffd23f")


class Ghosts(Laid[Hex, "GhostItem"]):
    """Keeps the ghosts of a scene in step with a proposal."""

    def show(self, ghosts: Sequence[Ghost], piece_of: Callable[[str], Piece]) -> None:
        """Shows other ghosts; `piece_of` finds the counter of a unit or leader."""
        by_hex: dict[Hex, list[tuple[Piece, bool]]] = {}
        for ghost in ghosts:
            found = by_hex.setdefault(ghost.path[-1], [])
            found += [(piece_of(piece), ghost.is_held) for piece in ghost.pieces]
        for hex_ in self._items.keys() - by_hex.keys():
            self._take_off(hex_)
        for hex_, pieces in by_hex.items():
            item = self._items.get(hex_) or self._lay(hex_, GhostItem(self._art))
            item.setPos(centre(self._layout, hex_))
            item.set_pieces(pieces)


class GhostItem(CounterItem):
    """The ghosts of one hex; clicks go through them."""

    def __init__(self, art: CounterArt) -> None:
        super().__init__(art)
        self._pieces: tuple[tuple[Piece, bool], ...] = ()
        self.setZValue(GHOSTS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_pieces(self, pieces: Sequence[tuple[Piece, bool]]) -> None:
        """Shows other counters, each with whether it is held."""
        if tuple(pieces) != self._pieces:
            self._pieces = tuple(pieces)
            self.update()

    def boundingRect(self) -> QRectF:
        """Room for as many as are drawn."""
        return QRectF(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Draws the lowest first, each in its frame."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (piece, is_held), square in reversed(
            list(zip(self._pieces, self._squares(), strict=False))
        ):
            painter.setOpacity(_OPACITY)
            self._art.draw(painter, piece.face, square.x(), square.y(), size=square.width() / EDGE)
            painter.setOpacity(1.0)
            _frame(painter, square, _HELD if is_held else _LIGHT)

    def _squares(self) -> list[QRectF]:
        """Where the counters lie, leaders small above the corner of the units."""
        units = [piece for piece, _ in self._pieces if not piece.is_leader]
        edge, small = EDGE * _SIZE, EDGE * 0.5
        squares: list[QRectF] = []
        steps = leaders = 0
        for piece, _ in self._pieces:
            if piece.is_leader and units:
                corner = QPointF(
                    edge / 2 - small / 2 - leaders * small * 0.8, -edge / 2 - small / 2
                )
                squares.append(QRectF(corner.x(), corner.y(), small, small))
                leaders += 1
            else:
                corner = QPointF(-edge / 2, -edge / 2) + _STEP * min(steps, _SHOWN)
                squares.append(QRectF(corner.x(), corner.y(), edge, edge))
                steps += 1
        return squares


def _frame(painter: QPainter, square: QRectF, colour: QColor) -> None:
    """A frame of dashes on a dark line: seen on light ground and on dark."""
    box = square.adjusted(-1.5, -1.5, 1.5, 1.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(_DARK, 3.4))
    painter.drawRoundedRect(box, 4.0, 4.0)
    dashes = QPen(colour, 2.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    dashes.setDashPattern([3.0, 2.2])
    painter.setPen(dashes)
    painter.drawRoundedRect(box, 4.0, 4.0)
