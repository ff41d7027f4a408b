"""The ground of every overlay: an item of the scene that shows plain data by a drawing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final, Generic, TypeVar, TypeVarTuple

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.hexes import Layout
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import clear_image, kept, smooth, square_about

# -- small marks that keep a readable size: discs, flags and numbers, each painted once a zoom


FARTHEST: Final = 0.2
"""The zoom down to which a mark stays inside the box that its drawing claims."""

_KEPT: Final = 512


@dataclass(frozen=True, slots=True)
class Mark:
    """A small picture about its own origin, in scene units. Equal marks look the same."""

    size: float  # the edge of the square about the origin that holds it
    draw: Callable[..., None]  # with a painter, and with what it is about
    about: tuple[object, ...]

    def paint(self, painter: QPainter) -> None:
        """Paints it."""
        self.draw(painter, *self.about)


About = TypeVarTuple("About")


def drawn(
    size: float,
) -> Callable[[Callable[[QPainter, *About], None]], Callable[[*About], Mark]]:
    """Makes a function that paints marks of a size into one that gives such a mark."""

    def named(draw: Callable[[QPainter, *About], None]) -> Callable[[*About], Mark]:
        return lambda *about: Mark(size, draw, about)

    return named


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark at a point of the sheet."""

    at: QPointF
    mark: Mark
    least_zoom: float = 0.55  # at a lesser zoom it is drawn as large as at this one
    x: float = field(init=False, compare=False)
    y: float = field(init=False, compare=False)
    half: float = field(init=False, compare=False)  # of the box that it fills at most

    def __post_init__(self) -> None:
        """Measures it once, in plain numbers: they are asked for with every frame."""
        half = self.mark.size * max(self.least_zoom / FARTHEST, 1.0) / 2
        for name, value in (("x", self.at.x()), ("y", self.at.y()), ("half", half)):
            object.__setattr__(self, name, value)

    @property
    def box(self) -> QRectF:
        """The box that it fills at most, in scene units."""
        return square_about(self.at, self.half)


class Stamps:
    """Paints marks by way of pictures kept for the next time, sharp at any zoom and pixel ratio."""

    def __init__(self) -> None:
        self._images: OrderedDict[tuple[Mark, float], _Stamp] = OrderedDict()

    def draw(
        self, painter: QPainter, marks: Iterable[Placed], exposed: QRectF, zoom: float
    ) -> None:
        """Paints those of the marks that the exposed part touches.

        The painter's transform may scale and shift, not turn.
        """
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        across, down = world.m11() * ratio, world.m22() * ratio
        right, below = world.dx() * ratio, world.dy() * ratio
        edges = exposed.left(), exposed.right(), exposed.top(), exposed.bottom()
        found: dict[tuple[int, float], _Stamp] = {}  # a mark is looked up once, not once a hex
        with kept(painter):
            painter.resetTransform()
            for placed in marks:
                if not _touches(placed, *edges):
                    continue
                key = (id(placed.mark), placed.least_zoom)
                stamp = found.get(key)
                if stamp is None:
                    scale = max(zoom, placed.least_zoom) * ratio
                    stamp = found[key] = self._stamp(placed.mark, scale, ratio)
                x = round(placed.x * across + right + stamp.left) / ratio
                y = round(placed.y * down + below + stamp.top) / ratio
                painter.drawImage(QPointF(x, y), stamp.image)

    def _stamp(self, mark: Mark, scale: float, ratio: float) -> _Stamp:
        key = (mark, round(scale, 3))
        stamp = self._images.get(key)
        if stamp is None:
            stamp = self._images[key] = _painted(mark, scale)
            if len(self._images) > _KEPT:
                self._images.popitem(last=False)
        else:
            self._images.move_to_end(key)
        stamp.image.setDevicePixelRatio(ratio)
        return stamp


def _touches(placed: Placed, left: float, right: float, top: float, bottom: float) -> bool:
    """Whether a mark's box touches a rectangle."""
    x, y, half = placed.x, placed.y, placed.half
    return left - half < x < right + half and top - half < y < bottom + half


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A mark's picture, as small as what is on it, and its upper left corner from the origin."""

    image: QImage
    left: float
    top: float


def _painted(mark: Mark, scale: float) -> _Stamp:
    edge = max(round(mark.size * scale), 1)
    image = clear_image(edge, edge)
    painter = smooth(image)
    painter.translate(edge / 2, edge / 2)
    painter.scale(scale, scale)
    mark.paint(painter)
    painter.end()
    inked = _inked(image)
    return _Stamp(image.copy(inked), inked.left() - edge / 2, inked.top() - edge / 2)


def _inked(image: QImage) -> QRect:
    """The least rectangle that holds all that is not clear; a pixel where nothing is."""
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32)
    pixels = pixels.reshape(image.height(), image.width())
    rows, columns = np.nonzero(pixels.any(axis=1))[0], np.nonzero(pixels.any(axis=0))[0]
    if not len(rows):
        return QRect(0, 0, 1, 1)
    first, last = QPoint(int(columns[0]), int(rows[0])), QPoint(int(columns[-1]), int(rows[-1]))
    return QRect(first, last)


# -- the ground of every overlay: one item of the scene that shows one piece of plain data


Data = TypeVar("Data")


Line = tuple[QColor, float] | tuple[QColor, float, Sequence[float]]
"""A line's colour, width in scene units and dashes."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a drawing paints on."""

    painter: QPainter  # in scene units
    exposed: QRectF  # the part that must be painted
    zoom: float  # pixels a scene unit
    stamps: Stamps

    @property
    def pixel(self) -> float:
        """A pixel of the screen in scene units, from 100 % on a scene unit."""
        return 1.0 / min(self.zoom, 1.0)

    @property
    def is_fine(self) -> bool:
        """Whether it is painted finely; not while the view is zoomed (`Haste`)."""
        return self.painter.testRenderHint(QPainter.RenderHint.Antialiasing)

    def wash(self, path: QPainterPath, brush: QBrush | QColor) -> None:
        """Fills a path whose edge a line will cover: a hard edge is filled much sooner."""
        soft = QPainter.RenderHint.Antialiasing
        was_soft = self.painter.testRenderHint(soft)
        self.painter.setRenderHint(soft, on=False)
        self.painter.fillPath(path, brush)
        self.painter.setRenderHint(soft, on=was_soft)

    def stroke(self, path: QPainterPath, *lines: Line) -> None:
        """Strokes a path with lines one over the other, at far zooms no thinner than near."""
        for colour, width, *dashes in lines:
            pen = round_pen(colour, width * self.pixel, *dashes)
            self.painter.strokePath(path, pen)

    def stamp(self, marks: Iterable[Placed]) -> None:
        """Paints those of the marks that the exposed part touches."""
        self.stamps.draw(self.painter, marks, self.exposed, self.zoom)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Data laid out on the sheet, ready to be painted."""

    box: QRectF  # that it fills, in scene units; null where there is nothing to paint
    draw: Callable[[Canvas], None]  # paints it
    marks: Sequence[QRectF] = ()  # what marks fill at 100 %, in scene units: names keep clear


def stroked(box: QRectF, path: QPainterPath, *lines: Line) -> Drawing:
    """A drawing of one path, at far zooms no thinner than a few pixels."""
    return Drawing(box, lambda canvas: canvas.stroke(path, *lines))


def stamped(marks: Iterable[Placed]) -> Drawing:
    """A drawing of marks alone."""
    placed = list(marks)
    boxes = [square_about(one.at, one.mark.size / 2) for one in placed]
    return Drawing(united(placed), lambda canvas: canvas.stamp(placed), boxes)


def united(marks: Iterable[Placed], box: QRectF | None = None) -> QRectF:
    """A box with what marks fill beyond it."""
    return reduce(or_, (mark.box for mark in marks), box or QRectF())


class Layer(QGraphicsItem, Generic[Data]):
    """Shows data by a drawing of them, which is made anew only when they change.

    Clicks go through it.
    """

    def __init__(
        self,
        layout: Layout,
        inks: Inks,
        arrange: Callable[[Layout, Inks, Data], Drawing],
        data: Data,
    ) -> None:
        super().__init__()
        self._layout, self._inks, self._arrange = layout, inks, arrange
        self.shown = data
        self._drawing = arrange(layout, inks, data)
        self._stamps = Stamps()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_data(self, data: Data) -> None:
        """Shows other data; equal data cost nothing."""
        if data != self.shown:
            self.shown = data
            self._lay_out()

    def set_inks(self, inks: Inks) -> None:
        """Draws in other colours from now on."""
        self._inks = inks
        self._stamps = Stamps()
        self._lay_out()

    def _lay_out(self) -> None:
        self.prepareGeometryChange()
        self._drawing = self._arrange(self._layout, self._inks, self.shown)
        self.update()

    @property
    def marks(self) -> Sequence[QRectF]:
        """What the marks of the drawing fill at 100 %, in scene units."""
        return self._drawing.marks

    def boundingRect(self) -> QRectF:
        """The box that the drawing fills."""
        return self._drawing.box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints the exposed part, as finely as the painter's hints say."""
        zoom = painter.worldTransform().m11()
        self._drawing.draw(Canvas(painter, option.exposedRect, zoom, self._stamps))
