"""What troops have done to the ground: broken and pontoon bridges, earthworks, fires."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.contents import SpanWorks
from hexwar.widgets.board.geometry import between, centre, middle_of, way_over
from hexwar.widgets.board.overlays.layer import Drawing, Mark, Placed, drawn, stamped
from hexwar.widgets.board.overlays.marks import outlined
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import area_of, kept, line_of, polygon, take_up

# -- the marks of broken bridges, pontoon bridges and earthworks


_PLANKS: Final = QColor("#c79f63")
_EARTH: Final = QColor("#8a6236")
_GRASS: Final = QColor("#d9b97c")


@drawn(36.0)
def broken_mark(painter: QPainter, ink: int, ground: int, cross: int, turn: int) -> None:
    """A damaged span: two stumps of a bridge with torn ends, and a cross in the gap.

    `turn` is the direction of the way over it, degrees clockwise from east; the cross stands
    upright whatever the way.
    """
    with kept(painter):
        painter.rotate(turn)
        for flip in (1.0, -1.0):
            with kept(painter):
                painter.scale(flip, 1.0)
                _paint_stump(painter, ink, ground)
    bars = line_of((-4.2, -4.2), (4.2, 4.2))
    bars.addPath(line_of((4.2, -4.2), (-4.2, 4.2)))
    painter.strokePath(bars, round_pen(ground, 6.0))
    painter.strokePath(bars, round_pen(cross, 3.2))


def _paint_stump(painter: QPainter, ink: int, ground: int) -> None:
    """What is left of a bridge at its right end: deck, torn planks, and the two parapets."""
    torn = ((6.2, -4.6), (8.2, -2.0), (5.6, 0.2), (8.4, 2.2), (6.6, 4.6))
    deck = area_of((15.5, -4.6), *torn, (15.5, 4.6))
    painter.strokePath(deck, round_pen(ground, 4.0))
    painter.fillPath(deck, _PLANKS)
    painter.strokePath(deck, round_pen(ink, 0.9))
    painter.setPen(round_pen(ink, 2.0))
    for y in (-4.6, 4.6):
        painter.drawLine(QPointF(7.4, y), QPointF(15.5, y))


@drawn(40.0)
def pontoon_mark(
    painter: QPainter, colour: int, ink: int, ground: int, turn: int, has_tail: bool
) -> None:
    """A pontoon bridge: planks over three boats, and its owner's flag, which stands upright.

    `turn` is the direction of the way over it, degrees clockwise from east. The first side's
    flag is square, the second's is swallow-tailed.
    """
    with kept(painter):
        painter.rotate(turn)
        _paint_boats(painter, colour, ink, ground)
        _paint_planks(painter, ink)
    notch = 4.6 if has_tail else 8.0
    staff = line_of((0, 0), (0, -13))
    painter.strokePath(staff, round_pen(ground, 3.4))
    painter.strokePath(staff, round_pen(ink, 1.5))
    outlined(painter, ground, 1.2, colour)
    painter.drawPolygon(polygon(((0, -13), (8, -13), (notch, -9.6), (8, -6.2), (0, -6.2))))


@drawn(32.0)
def ford_mark(painter: QPainter, ink: int, ground: int, turn: int) -> None:
    """A ford that scouts have found: stakes on both sides of the way through the water.

    `turn` is the direction of that way, degrees clockwise from east.
    """
    with kept(painter):
        painter.rotate(turn)
        for width, colour in ((4.6, ground), (2.2, ink)):
            painter.setPen(round_pen(colour, width))
            for x in (-12.0, -4.0, 4.0, 12.0):
                for y in (-4.5, 4.5):
                    painter.drawLine(QPointF(x - 1.2, y), QPointF(x + 1.2, y))


def _paint_boats(painter: QPainter, colour: int, ink: int, ground: int) -> None:
    boats = [_boat(x) for x in (-9.5, 0.0, 9.5)]
    for boat in boats:
        painter.strokePath(boat, round_pen(ground, 4.0))
    for boat in boats:
        painter.fillPath(boat, QColor.fromRgba(colour))
        painter.strokePath(boat, round_pen(ink, 1.3))


def _paint_planks(painter: QPainter, ink: int) -> None:
    deck = QRectF(-16.0, -3.2, 32.0, 6.4)
    take_up(painter, round_pen(ink, 1.4), _PLANKS)
    painter.drawRect(deck)
    painter.setPen(round_pen(ink, 0.7))
    for step in range(1, 12):
        x = deck.left() + deck.width() * step / 12
        painter.drawLine(QPointF(x, deck.top()), QPointF(x, deck.bottom()))


def _boat(x: float) -> QPainterPath:
    """A boat that lies across the bridge, pointed at both ends."""
    path = QPainterPath(QPointF(x, -9.0))
    path.cubicTo(QPointF(x + 4.4, -4.5), QPointF(x + 4.4, 4.5), QPointF(x, 9.0))
    path.cubicTo(QPointF(x - 4.4, 4.5), QPointF(x - 4.4, -4.5), QPointF(x, -9.0))
    return path


def earthwork_mark(radius: float, ink: int, light: int) -> Mark:
    """An improved position: a parapet with its slope without, along five sides of a hex.

    It is open to the south, as a redan is at its gorge. `radius` is that of the hex.
    """
    return Mark(2 * radius, _paint_earthwork, (radius, ink, light))


def _paint_earthwork(painter: QPainter, radius: float, ink: int, light: int) -> None:
    """Hachures outward, then the parapet with light on its crest."""
    line = polygon(_corner(radius * 0.85, angle) for angle in _ANGLES)
    take_up(painter, round_pen(light, 7.4))
    painter.drawPolyline(line)
    painter.setPen(round_pen(ink, 1.3))
    for ends in pairwise(_ANGLES):
        (a, b), (c, d) = ((_corner(radius * 0.85, x), _corner(radius * 0.985, x)) for x in ends)
        for step in range(_HACHURES):
            share = (step + 0.5) / _HACHURES
            painter.drawLine(between(a, c, share), between(b, d, share))
    for colour, width in ((ink, 5.6), (_EARTH, 4.0), (_GRASS, 1.2)):
        painter.setPen(round_pen(colour, width))
        painter.drawPolyline(line)


_ANGLES: Final = (120, 180, 240, 300, 360, 420)
"""The corners of a hex from the lower left one round to the lower right one, degrees."""

_HACHURES: Final = 6  # of a side


def _corner(radius: float, angle: int) -> QPointF:
    turn = math.radians(angle)
    return QPointF(radius * math.cos(turn), radius * math.sin(turn))


# -- the overlays of what troops have done to the ground: broken and pontoon bridges, earthworks


_EARTHWORK_ZOOM: Final = 0.2
"""An earthwork keeps the size of its hex."""


def spans_drawing(layout: Layout, inks: Inks, works: SpanWorks) -> Drawing:
    """A broken bridge on each damaged span, a pontoon bridge, stakes at a ford that was found."""
    dark, light, target = inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba()
    marks = [
        (span, broken_mark(dark, light, target, way_over(layout, span))) for span in works.damaged
    ]
    for pontoon in works.pontoons:
        colour = light if pontoon.owner is None else inks.sides[pontoon.owner].rgba()
        has_tail = pontoon.owner is not None and inks.place(pontoon.owner) == 1
        turn = way_over(layout, pontoon.span)
        marks.append((pontoon.span, pontoon_mark(colour, dark, light, turn, has_tail)))
    marks += [(side, ford_mark(dark, light, way_over(layout, side))) for side in works.fords]
    return stamped(Placed(middle_of(layout, span), mark) for span, mark in marks)


def positions_drawing(layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> Drawing:
    """An earthwork round the inside of each improved position."""
    mark = earthwork_mark(layout.radius, inks.dark.rgba(), inks.light.rgba())
    return stamped(Placed(centre(layout, hex_), mark, _EARTHWORK_ZOOM) for hex_ in hexes)


# -- the mark of a burning town


_BLAZE: Final = QColor("#c8321c")
_CORE: Final = QColor("#f6b63c")
_SMOKE: Final = QColor("#5b544c")

_ASIDE: Final = QPointF(-0.72, -0.4)
"""Where a fire burns, from the middle of its hex in radii: at the corner of the counters."""

_SCALE: Final = 0.72


@drawn(40.0 * _SCALE)
def flames_mark(painter: QPainter, ink: int, ground: int) -> None:
    """Three tongues of flame under a wisp of smoke."""
    painter.scale(_SCALE, _SCALE)
    smoke = QPainterPath(QPointF(2.0, -6.0))
    smoke.cubicTo(QPointF(9.0, -9.0), QPointF(1.0, -12.0), QPointF(10.0, -16.0))
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


def fires_drawing(layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> Drawing:
    """Flames in a corner of each town that burns."""
    mark, aside = flames_mark(inks.dark.rgba(), inks.light.rgba()), _ASIDE * layout.radius
    return stamped(Placed(centre(layout, hex_) + aside, mark) for hex_ in hexes)
