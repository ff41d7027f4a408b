"""What troops have done to the ground: broken and pontoon bridges, earthworks, fires."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.contents import Pontoon, SpanWorks
from hexwar.widgets.board.geometry import between, centre, middle_of, way_over
from hexwar.widgets.board.overlays.layer import Canvas, Placed
from hexwar.widgets.board.overlays.pens import Inks, round_pen

# -- the marks of broken bridges, pontoon bridges and earthworks


_PLANKS: Final = QColor("#c79f63")
_EARTH: Final = QColor("#8a6236")
_GRASS: Final = QColor("#d9b97c")


@dataclass(frozen=True, slots=True)
class BrokenSpan:
    """A damaged span: two stumps of a bridge with torn ends, and a cross in the gap.

    `turn` is the direction of the way over it, degrees clockwise from east.
    """

    ink: int
    ground: int
    cross: int
    turn: int

    @property
    def size(self) -> float:
        """The bridge's length and its halo."""
        return 36.0

    def paint(self, painter: QPainter) -> None:
        """Paints it; the cross stands upright whatever the way."""
        ink, ground = QColor.fromRgba(self.ink), QColor.fromRgba(self.ground)
        painter.save()
        painter.rotate(self.turn)
        for flip in (1.0, -1.0):
            painter.save()
            painter.scale(flip, 1.0)
            _paint_stump(painter, ink, ground)
            painter.restore()
        painter.restore()
        bars = QPainterPath()
        for x in (-4.2, 4.2):
            bars.moveTo(x, -4.2)
            bars.lineTo(-x, 4.2)
        painter.strokePath(bars, round_pen(ground, 6.0))
        painter.strokePath(bars, round_pen(QColor.fromRgba(self.cross), 3.2))


def _paint_stump(painter: QPainter, ink: QColor, ground: QColor) -> None:
    """What is left of a bridge at its right end: deck, torn planks, and the two parapets."""
    torn = [(15.5, -4.6), (6.2, -4.6), (8.2, -2.0), (5.6, 0.2), (8.4, 2.2), (6.6, 4.6), (15.5, 4.6)]
    deck = QPainterPath()
    deck.addPolygon(_polygon(torn))
    deck.closeSubpath()
    painter.strokePath(deck, round_pen(ground, 4.0))
    painter.fillPath(deck, _PLANKS)
    painter.strokePath(deck, round_pen(ink, 0.9))
    painter.setPen(round_pen(ink, 2.0))
    for y in (-4.6, 4.6):
        painter.drawLine(QPointF(7.4, y), QPointF(15.5, y))


@dataclass(frozen=True, slots=True)
class PontoonBridge:
    """A pontoon bridge: planks over three boats, and its owner's flag.

    `turn` is the direction of the way over it, degrees clockwise from east. The first side's
    flag is square, the second's is swallow-tailed.
    """

    colour: int
    ink: int
    ground: int
    turn: int
    swallow_tail: bool

    @property
    def size(self) -> float:
        """The bridge's length, its flag and its halo."""
        return 40.0

    def paint(self, painter: QPainter) -> None:
        """Paints it; the flag stands upright whatever the way."""
        painter.save()
        painter.rotate(self.turn)
        self._paint_boats(painter)
        self._paint_planks(painter)
        painter.restore()
        self._paint_flag(painter)

    def _paint_boats(self, painter: QPainter) -> None:
        ink, ground = QColor.fromRgba(self.ink), QColor.fromRgba(self.ground)
        boats = [_boat(x) for x in (-9.5, 0.0, 9.5)]
        for boat in boats:
            painter.strokePath(boat, round_pen(ground, 4.0))
        for boat in boats:
            painter.fillPath(boat, QColor.fromRgba(self.colour))
            painter.strokePath(boat, round_pen(ink, 1.3))

    def _paint_planks(self, painter: QPainter) -> None:
        ink = QColor.fromRgba(self.ink)
        deck = QRectF(-16.0, -3.2, 32.0, 6.4)
        painter.setPen(round_pen(ink, 1.4))
        painter.setBrush(_PLANKS)
        painter.drawRect(deck)
        painter.setPen(round_pen(ink, 0.7))
        for step in range(1, 12):
            x = deck.left() + deck.width() * step / 12
            painter.drawLine(QPointF(x, deck.top()), QPointF(x, deck.bottom()))

    def _paint_flag(self, painter: QPainter) -> None:
        ink, ground = QColor.fromRgba(self.ink), QColor.fromRgba(self.ground)
        notch = 4.6 if self.swallow_tail else 8.0
        cloth = _polygon([(0, -13), (8, -13), (notch, -9.6), (8, -6.2), (0, -6.2)])
        staff = QPainterPath(QPointF(0, 0))
        staff.lineTo(0, -13)
        painter.strokePath(staff, round_pen(ground, 3.4))
        painter.strokePath(staff, round_pen(ink, 1.5))
        painter.setPen(round_pen(ground, 1.2))
        painter.setBrush(QColor.fromRgba(self.colour))
        painter.drawPolygon(cloth)


def _boat(x: float) -> QPainterPath:
    """A boat that lies across the bridge, pointed at both ends."""
    path = QPainterPath(QPointF(x, -9.0))
    path.cubicTo(QPointF(x + 4.4, -4.5), QPointF(x + 4.4, 4.5), QPointF(x, 9.0))
    path.cubicTo(QPointF(x - 4.4, 4.5), QPointF(x - 4.4, -4.5), QPointF(x, -9.0))
    return path


def _polygon(points: Sequence[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


@dataclass(frozen=True, slots=True)
class Earthwork:
    """An improved position: a parapet with its slope without, along five sides of a hex.

    It is open to the south, as a redan is at its gorge. `radius` is that of the hex.
    """

    radius: float
    ink: int
    light: int

    @property
    def size(self) -> float:
        """The hex's width."""
        return 2 * self.radius

    def paint(self, painter: QPainter) -> None:
        """Paints it: hachures outward, then the parapet with light on its crest."""
        ink = QColor.fromRgba(self.ink)
        line = QPolygonF([_corner(self.radius * 0.85, angle) for angle in _ANGLES])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(QColor.fromRgba(self.light), 7.4))
        painter.drawPolyline(line)
        painter.setPen(round_pen(ink, 1.3))
        for start, end in pairwise(_ANGLES):
            self._paint_slope(painter, start, end)
        for colour, width in ((ink, 5.6), (_EARTH, 4.0), (_GRASS, 1.2)):
            painter.setPen(round_pen(colour, width))
            painter.drawPolyline(line)

    def _paint_slope(self, painter: QPainter, start: int, end: int) -> None:
        """The hachures of one side."""
        inner = _corner(self.radius * 0.85, start), _corner(self.radius * 0.85, end)
        outer = _corner(self.radius * 0.985, start), _corner(self.radius * 0.985, end)
        for step in range(_HACHURES):
            share = (step + 0.5) / _HACHURES
            painter.drawLine(between(*inner, share), between(*outer, share))


_ANGLES: Final = (120, 180, 240, 300, 360, 420)
"""The corners of a hex from the lower left one round to the lower right one, degrees."""

_HACHURES: Final = 6


def _corner(radius: float, angle: int) -> QPointF:
    turn = math.radians(angle)
    return QPointF(radius * math.cos(turn), radius * math.sin(turn))


# -- the overlays of what troops have done to the ground: broken and pontoon bridges, earthworks


_EARTHWORK_ZOOM: Final = 0.2
"""An earthwork keeps the size of its hex."""


class SpansDrawing:
    """A broken bridge on each damaged span, boats under planks where a pontoon bridge lies."""

    def __init__(self, layout: Layout, inks: Inks, works: SpanWorks) -> None:
        self._layout, self._inks = layout, inks
        self._marks = [*self._broken(works), *(self._pontoon(p) for p in works.pontoons)]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)

    def _broken(self, works: SpanWorks) -> Iterator[Placed]:
        inks = self._inks
        colours = inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba()
        for span in works.damaged:
            mark = BrokenSpan(*colours, way_over(self._layout, span))
            yield Placed(middle_of(self._layout, span), mark)

    def _pontoon(self, pontoon: Pontoon) -> Placed:
        inks, owner = self._inks, pontoon.owner
        mark = PontoonBridge(
            (inks.light if owner is None else inks.sides[owner]).rgba(),
            inks.dark.rgba(),
            inks.light.rgba(),
            way_over(self._layout, pontoon.span),
            swallow_tail=owner is not None and inks.place(owner) == 1,
        )
        return Placed(middle_of(self._layout, pontoon.span), mark)


class PositionsDrawing:
    """An earthwork round the inside of each improved position."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        mark = Earthwork(layout.radius, inks.dark.rgba(), inks.light.rgba())
        self._marks = [Placed(centre(layout, hex_), mark, _EARTHWORK_ZOOM) for hex_ in hexes]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)


# -- the mark of a burning town


_BLAZE: Final = QColor("#c8321c")
_CORE: Final = QColor("#f6b63c")
_SMOKE: Final = QColor("#5b544c")

_ASIDE: Final = QPointF(-0.72, -0.4)
"""Where a fire burns, from the middle of its hex in radii: at the corner of the counters."""

_SCALE: Final = 0.72


@dataclass(frozen=True, slots=True)
class Flames:
    """Three tongues of flame under a wisp of smoke."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The flames with the smoke and their halo."""
        return 40.0 * _SCALE

    def paint(self, painter: QPainter) -> None:
        """Paints the smoke, then the tongues with light in them."""
        painter.save()
        painter.scale(_SCALE, _SCALE)
        self._paint_whole(painter)
        painter.restore()

    def _paint_whole(self, painter: QPainter) -> None:
        ink, ground = QColor.fromRgba(self.ink), QColor.fromRgba(self.ground)
        smoke = _smoke()
        painter.strokePath(smoke, round_pen(ground, 4.6))
        painter.strokePath(smoke, round_pen(_SMOKE, 2.2))
        tongues = [_tongue(x, height) for x, height in ((-8.0, 13.0), (8.0, 12.0), (0.0, 19.0))]
        for tongue in tongues:
            painter.strokePath(tongue, round_pen(ground, 4.4))
        for tongue in tongues:
            painter.fillPath(tongue, _BLAZE)
            painter.strokePath(tongue, round_pen(ink, 1.2))
        for x, height in ((-8.0, 6.0), (8.0, 5.5), (0.0, 9.0)):
            painter.fillPath(_tongue(x, height, 2.6), _CORE)


def _tongue(x: float, height: float, breadth: float = 5.4) -> QPainterPath:
    """A tongue of flame that stands on the ground and licks to the right."""
    foot, top = 13.0, 13.0 - height
    path = QPainterPath(QPointF(x, foot))
    path.cubicTo(
        QPointF(x - 1.5 * breadth, foot - 0.2 * height),
        QPointF(x - 0.4 * breadth, foot - 0.6 * height),
        QPointF(x + 0.3 * breadth, top),
    )
    path.cubicTo(
        QPointF(x + 0.4 * breadth, foot - 0.5 * height),
        QPointF(x + 1.6 * breadth, foot - 0.3 * height),
        QPointF(x, foot),
    )
    return path


def _smoke() -> QPainterPath:
    path = QPainterPath(QPointF(2.0, -6.0))
    path.cubicTo(QPointF(9.0, -9.0), QPointF(1.0, -12.0), QPointF(10.0, -16.0))
    return path


class FiresDrawing:
    """Flames in a corner of each town that burns."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        mark, aside = Flames(inks.dark.rgba(), inks.light.rgba()), _ASIDE * layout.radius
        self._marks = [Placed(centre(layout, hex_) + aside, mark) for hex_ in hexes]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)
