"""What lies in the scene of the map: the picture itself, its pins, and hexes that are proposed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsObject,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.editor.scan.laid import Way, piece
from hexwar.editor.scan.pyramid import Pyramid
from hexwar.hexes import Hex, Layout
from hexwar.widgets.brushwork import PictureStore, kept, take_up

SIDE: Final = 256
"""Pixels of the screen along a piece of the picture."""

HASTE: Final = 6
"""Pieces that are made while somebody waits for a frame; coarser ones stand in for the others."""

_STORE: Final = 96 << 20  # bytes of pieces
_OVERVIEW: Final = 640  # pixels along the longer side of the picture of the whole sheet
_COARSEST, _FINEST = -5, 3
_MARGIN: Final = 2.0  # what is seen of the picture beyond the sheet, in radii of a hex


class Key(NamedTuple):
    """A piece: 2 ** level device pixels to a pixel of the sheet, and its place."""

    level: int
    column: int
    row: int

    @property
    def box(self) -> QRectF:
        """The part of the sheet that it shows."""
        side = SIDE / 2.0**self.level
        return QRectF(self.column * side, self.row * side, side, side)


class PictureLayer(QGraphicsObject):
    """The picture as it lies under the sheet, at any zoom; no part of it is ever left out."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        wide, high = layout.size
        edge = _MARGIN * layout.radius
        self._box = QRectF(-edge, -edge, wide + 2 * edge, high + 2 * edge)
        self._pieces = PictureStore[Key, QImage](_STORE)
        self._pyramid: Pyramid | None = None
        self._way: Way | None = None
        self._overview: QImage | None = None
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self.update)
        self.is_direct = False
        """Whether all pieces are made before a frame is done: for pictures."""

    @property
    def is_settled(self) -> bool:
        """Whether all that was looked at was as fine as can be."""
        return not self._again.isActive()

    def show_picture(self, pyramid: Pyramid | None, way: Way | None) -> None:
        """Show a picture that lies in a way; None takes it off."""
        self._pyramid, self._way = pyramid, way
        self._pieces, self._overview = PictureStore[Key, QImage](_STORE), None
        self.update()

    def close(self) -> None:
        """Make no more pieces by itself."""
        self._again.stop()

    def boundingRect(self) -> QRectF:
        """The sheet and a little around it."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paint what is exposed."""
        exposed = option.exposedRect & self._box
        if self._pyramid is None or self._way is None or exposed.isEmpty():
            return
        scale = abs(painter.deviceTransform().m11()) or 1.0
        level = min(_FINEST, max(_COARSEST, math.ceil(math.log2(scale) - 0.2)))
        is_hurried, made = False, 0
        with kept(painter):
            painter.setClipRect(exposed, Qt.ClipOperation.IntersectClip)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for key in _keys(exposed, level):
                found = self._pieces.get(key)
                if found is None and (self.is_direct or made < HASTE):
                    found, made = self._make(key), made + 1
                if found is not None:
                    painter.drawImage(key.box, found)
                else:
                    is_hurried = True
                    self._stand_in(painter, key)
        if is_hurried:
            self._again.start()

    def _make(self, key: Key) -> QImage:
        assert self._pyramid is not None, "nothing is painted without a picture"
        assert self._way is not None, "likewise"
        found = piece(self._pyramid, self._way, key.box, SIDE, SIDE)
        self._pieces.put(key, found)
        return found

    def _stand_in(self, painter: QPainter, key: Key) -> None:
        """Paint a coarser piece, or a part of the whole, in the place of one that is not there."""
        for up in range(1, key.level - _COARSEST + 1):
            coarser = Key(key.level - up, key.column >> up, key.row >> up)
            found = self._pieces.get(coarser)
            if found is not None:
                _paint_part(painter, key.box, found, coarser.box)
                return
        if self._overview is None:
            assert self._pyramid is not None, "nothing is painted without a picture"
            assert self._way is not None, "likewise"
            scale = _OVERVIEW / max(self._box.width(), self._box.height())
            size = round(self._box.width() * scale), round(self._box.height() * scale)
            self._overview = piece(self._pyramid, self._way, self._box, *size)
        _paint_part(painter, key.box & self._box, self._overview, self._box)


def _keys(part: QRectF, level: int) -> Iterator[Key]:
    side = SIDE / 2.0**level
    for row in range(math.floor(part.top() / side), math.floor(part.bottom() / side) + 1):
        for column in range(math.floor(part.left() / side), math.floor(part.right() / side) + 1):
            yield Key(level, column, row)


def _paint_part(painter: QPainter, box: QRectF, image: QImage, whole: QRectF) -> None:
    """Paint the part of a picture that shows a box, where all of it shows `whole`."""
    across, down = image.width() / whole.width(), image.height() / whole.height()
    corner = box.topLeft() - whole.topLeft()
    source = QRectF(
        corner.x() * across, corner.y() * down, box.width() * across, box.height() * down
    )
    painter.drawImage(box, image, source)


# -- pins


@dataclass(frozen=True, slots=True)
class Mark:
    """A pin as it is drawn: the centre of its hex, where its point of the picture lies now."""

    hex: Hex
    at: QPointF
    seen: QPointF
    is_worst: bool = False


class Pins(QGraphicsItem):
    """Pins over the map: a ring where the point of the picture is, a line to the hex's centre."""

    def __init__(self, layout: Layout, usual: QColor, worst: QColor) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._layout, self._usual, self._worst = layout, usual, worst
        self.marks: Sequence[Mark] = ()
        self._next: Hex | None = None

    def show_marks(self, marks: Sequence[Mark], awaited: Hex | None) -> None:
        """Draw other pins, and a frame round the hex that is asked for."""
        self.marks, self._next = tuple(marks), awaited
        self.update()

    def boundingRect(self) -> QRectF:
        """The sheet and a little around it."""
        wide, high = self._layout.size
        edge = 4 * self._layout.radius
        return QRectF(-edge, -edge, wide + 2 * edge, high + 2 * edge)

    def paint(
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Draw them as large on the screen at any zoom."""
        pixel = 1 / (abs(painter.deviceTransform().m11()) or 1.0)
        ring = max(7 * pixel, 0.16 * self._layout.radius)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._next is not None:
                take_up(painter, QPen(self._usual, 3 * pixel, Qt.PenStyle.DashLine))
                painter.drawPolygon(_outline(self._layout, self._next))
            for mark in self.marks:
                ink = self._worst if mark.is_worst else self._usual
                for pen in (QPen(QColor("white"), 4 * pixel), QPen(ink, 2 * pixel)):
                    take_up(painter, pen)
                    painter.drawLine(mark.at, mark.seen)
                    painter.drawEllipse(mark.seen, ring, ring)
                    painter.drawLine(mark.at - QPointF(ring, 0), mark.at + QPointF(ring, 0))
                    painter.drawLine(mark.at - QPointF(0, ring), mark.at + QPointF(0, ring))


# -- proposals


class Proposals(QGraphicsItem):
    """Hexes in the colours of what they are proposed to be, hexsides in that of water."""

    def __init__(self, layout: Layout, ring: QColor, water: QColor) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._layout, self._ring, self._water = layout, ring, water
        self.colours: Mapping[Hex, QColor] = {}
        self.chosen: frozenset[Hex] = frozenset()
        self.sides: frozenset[tuple[Hex, Hex]] = frozenset()

    def show_hexes(
        self,
        colours: Mapping[Hex, QColor],
        chosen: frozenset[Hex] = frozenset(),
        sides: frozenset[tuple[Hex, Hex]] = frozenset(),
    ) -> None:
        """Colour some hexes; those that are chosen have a ring."""
        self.colours, self.chosen, self.sides = dict(colours), chosen, sides
        self.update()

    def boundingRect(self) -> QRectF:
        """The sheet."""
        wide, high = self._layout.size
        return QRectF(0, 0, wide, high).adjusted(-4, -4, 4, 4)

    def paint(
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Colour them thinly, so that the ground is seen."""
        pixel = 1 / (abs(painter.deviceTransform().m11()) or 1.0)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for hex_, colour in self.colours.items():
                wash = QColor(colour)
                wash.setAlpha(110)
                take_up(painter, QPen(colour, 1.5 * pixel), wash)
                painter.drawPolygon(_outline(self._layout, hex_))
            take_up(painter, QPen(self._ring, max(3 * pixel, 2.0)))
            for hex_ in sorted(self.chosen):
                painter.drawPolygon(_outline(self._layout, hex_))
            pen = QPen(self._water, max(3 * pixel, 0.16 * self._layout.radius))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            take_up(painter, pen)
            for a, b in sorted(self.sides):
                direction = self._layout.grid.direction(a, b)
                if direction is not None:
                    start, end = self._layout.side(a, direction)
                    painter.drawLine(QPointF(*start), QPointF(*end))


def _outline(layout: Layout, hex_: Hex) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in layout.corners(hex_)])
