"""Overlays of hexes: selection, reach, zones, cursor, a column, VP hexes, supply, entry hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexwar.hexes import Hex, Layout
from hexwar.table.forces import Side
from hexwar.table.overlays import Reach, Sites, Stay
from hexwar.widgets.board.geometry import centre, corner_marks, hexes_rect, outline
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Placed, stamped, stroked
from hexwar.widgets.board.overlays.marks import (
    disc_mark,
    entry_mark,
    flag_mark,
    halt_mark,
    number_mark,
    road_mark,
    seal_mark,
    short,
    wheel_mark,
)
from hexwar.widgets.board.overlays.pens import Inks, flat_pen, hatch, round_pen
from hexwar.widgets.brushwork import faded, take_up
from hexwar.widgets.mapart.canvas import Lines

# -- outlines of many hexes, drawn as far as they are seen: a stroke costs by its length


_SLACK: Final = 8.0
"""How far a pen reaches out of the line, in scene units."""


class Edge:
    """The closed loops of a path as single lines: Qt draws those many times sooner than a path."""

    def __init__(self, path: QPainterPath) -> None:
        ends = [
            (a.x(), a.y(), b.x(), b.y())
            for loop in path.toSubpathPolygons()
            for a, b in pairwise(loop.at(i) for i in range(loop.size()))
        ]
        self._lines = Lines(np.array(ends, dtype=np.float64).reshape(-1, 4))

    def stroke(self, painter: QPainter, exposed: QRectF, pens: Iterable[QPen]) -> None:
        """Draws what lies in the exposed part with one pen after the other."""
        area = exposed.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
        lines = self._lines.within(area)
        for pen in pens:
            painter.setPen(pen)
            painter.drawLines(lines)


# -- overlays that fill hexes: the selection, the reach of a stack, zones of control


NUMBERS_FROM: Final = 0.45
"""The zoom from which numbers in hexes are shown: below it they would cover one another."""


_NO_REACH: Final = Reach({})


def selection_drawing(layout: Layout, inks: Inks, hexes: frozenset[Hex]) -> Drawing:
    """A bright line with dark edges round the selected hexes."""
    lines = (faded(inks.dark, 210), 5.0), (inks.of("selection"), 2.8)
    return stroked(hexes_rect(layout, hexes, 12.0), outline(layout, hexes), *lines)


def reach_drawing(layout: Layout, inks: Inks, reach: Reach | None) -> Drawing:
    """A quiet tint over the hexes in reach, one edge round them, the MP left at each foot.

    Hexes that are reached by road movement have a dashed edge and a piece of road.
    """
    reach = reach or _NO_REACH
    path = outline(layout, frozenset(reach.left))
    tint, edge = faded(inks.of("reach"), 58), Edge(path)
    pens = flat_pen(faded(inks.dark, 150), 3.2), flat_pen(inks.of("reach"), 1.8)
    text = faded(inks.dark, 225).rgba(), faded(inks.light, 215).rgba()
    halt = halt_mark(inks.of("contact").rgba(), inks.light.rgba())
    sign = road_mark(inks.of("path").rgba(), inks.light.rgba())
    x, y = layout.radius * 0.38, layout.row_pitch * 0.41
    marks = [
        *_numbers(layout, reach, *text),
        *(Placed(centre(layout, h) + QPointF(x, y), halt) for h in sorted(reach.stops)),
        *(Placed(centre(layout, h) + QPointF(-x, y), sign) for h in sorted(reach.by_road)),
    ]
    road, road_pen = outline(layout, reach.by_road), round_pen(inks.of("path"), 2.0, [3.0, 2.4])

    def draw(canvas: Canvas) -> None:
        canvas.wash(path, tint)
        edge.stroke(canvas.painter, canvas.exposed, pens)
        canvas.painter.strokePath(road, road_pen)
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(marks)

    return Drawing(hexes_rect(layout, reach.left, 8.0), draw)


def further_drawing(layout: Layout, inks: Inks, reach: Reach | None) -> Drawing:
    """The reach of another stack, or from the end of a path: dots along its edge, no tint."""
    reach = reach or _NO_REACH
    path, ground = outline(layout, frozenset(reach.left)), faded(inks.light, 70)
    light, colour = faded(inks.light, 235), inks.of("path")
    marks = _numbers(layout, reach, colour.rgba(), light.rgba(), 11)

    def draw(canvas: Canvas) -> None:
        canvas.wash(path, ground)
        canvas.stroke(path, (light, 5.6), (colour, 3.6, [0.1, 1.9]))
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(marks)

    return Drawing(hexes_rect(layout, reach.left, 16.0), draw)


def _numbers(layout: Layout, reach: Reach, ink: int, halo: int, pixels: int = 10) -> list[Placed]:
    """The MP left at the foot of each hex."""
    foot = QPointF(0.0, layout.row_pitch * 0.42)
    return [
        Placed(centre(layout, hex_) + foot, number_mark(short(mp), ink, halo, pixels))
        for hex_, mp in reach.left.items()
    ]


def zones_drawing(layout: Layout, inks: Inks, zones: Mapping[Side, frozenset[Hex]]) -> Drawing:
    """Zones of control: a hatch that slants one way for one side, the other for the other.

    While the view is zoomed each is one tint.
    """
    paths = {side: outline(layout, hexes) for side, hexes in zones.items()}
    edges = {side: Edge(path) for side, path in paths.items()}

    def draw(canvas: Canvas) -> None:
        painter = canvas.painter
        ratio = painter.device().devicePixelRatioF()
        for side, path in paths.items():
            colour, rises = inks.sides[side], inks.place(side) == 0
            line, tint = faded(colour, 170), faded(colour, 26)
            ground = hatch(line, canvas.zoom, ratio, rises=rises, ground=tint)
            # A hatch takes four times as long as one colour, which shows as much in mid-zoom.
            canvas.wash(path, ground if canvas.is_fine else faded(colour, 62))
            pen = flat_pen(faded(colour, 210), 1.6 if canvas.is_fine else 0.0)
            edges[side].stroke(painter, canvas.exposed, [pen])

    return Drawing(hexes_rect(layout, (h for hexes in zones.values() for h in hexes), 4.0), draw)


# -- overlays that single out one hex: the keyboard's cursor, and the ring of "show me this hex"


def emphasis_drawing(layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> Drawing:
    """A wide ring round a hex that a sentence speaks of; far away it still catches the eye."""
    middles = [centre(layout, hex_) for hex_ in hexes]
    lines = (faded(inks.dark, 190), 8.0), (inks.of("selection"), 4.5)

    def draw(canvas: Canvas) -> None:
        radius = layout.radius * 1.35 * min(max(1.0, 0.6 / canvas.zoom), 3.0)
        for colour, width in lines:
            take_up(canvas.painter, round_pen(colour, width * canvas.pixel))
            for middle in middles:
                canvas.painter.drawEllipse(middle, radius, radius)

    return Drawing(hexes_rect(layout, hexes, layout.radius * 4), draw)


def cursor_drawing(layout: Layout, inks: Inks, hex_: Hex | None) -> Drawing:
    """The hex cursor of the keyboard: the corners of its hex, light on dark."""
    path = corner_marks(layout, hex_, 0.97, 0.3) if hex_ else QPainterPath()
    box = hexes_rect(layout, [hex_] if hex_ else [], 14.0)
    return stroked(box, path, (inks.dark, 6.0), (inks.light, 2.8))


# -- overlays of a planned march: the hexes that a column takes up, and who stays behind


def tail_drawing(layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> Drawing:
    """One dashed edge round both hexes that a strong column takes up."""
    edge, light, colour = outline(layout, hexes), faded(inks.light, 235), inks.of("path")

    def draw(canvas: Canvas) -> None:
        canvas.painter.fillPath(edge, faded(colour, 46))
        canvas.stroke(edge, (light, 5.2), (colour, 2.8, [2.6, 2.2]))

    return Drawing(hexes_rect(layout, hexes, 16.0), draw)


def stays_drawing(layout: Layout, inks: Inks, stays: tuple[Stay, ...]) -> Drawing:
    """The names of those who stay behind, at the foot of their hex."""
    foot = QPointF(0.0, layout.row_pitch * 0.42)
    colours = inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba()
    return stamped(
        Placed(centre(layout, stay.hex) + foot, disc_mark(stay.text, *colours), 0.8)
        for stay in stays
    )


# -- what a battle is about: VP hexes, who holds them, supply, entry hexes


# Where in the hex each mark lies, in radii. The ends of the hex stay free of counters, its own
# and its neighbours'; a wheel peeps out below.
_SEAL: Final = QPointF(-0.84, 0.0)
_FLAG: Final = QPointF(0.86, 0.02)
_WHEEL: Final = QPointF(-0.44, 0.80)
_ENTRY_TEXT: Final = QPointF(0.0, 0.62)


def sites_drawing(layout: Layout, inks: Inks, sites: Sites) -> Drawing:
    """Seals with the points, flags of the holders, wheels of supply, arrows of entry."""
    return stamped([*_signs(layout, inks, sites), *_entries(layout, inks, sites)])


def _at(layout: Layout, hex_: Hex, place: QPointF) -> QPointF:
    return centre(layout, hex_) + place * layout.radius


def _signs(layout: Layout, inks: Inks, sites: Sites) -> Iterator[Placed]:
    dark, light = inks.dark.rgba(), inks.light.rgba()
    for hex_, side in sites.sources.items():
        wheel = wheel_mark(inks.sides[side].rgba(), light, dark)
        yield Placed(_at(layout, hex_, _WHEEL), wheel)
    for hex_, points in sites.points.items():
        seal = seal_mark(points, dark, inks.of("victory").rgba(), dark)
        yield Placed(_at(layout, hex_, _SEAL), seal)
    for hex_, side in sites.control.items():
        flag = flag_mark(inks.sides[side].rgba(), dark, inks.place(side) == 1)
        yield Placed(_at(layout, hex_, _FLAG), flag)


def _entries(layout: Layout, inks: Inks, sites: Sites) -> Iterator[Placed]:
    dark, light = inks.dark.rgba(), inks.light.rgba()
    for entry in sites.entries:
        arrow = entry_mark(inks.sides[entry.side].rgba(), light, _inward(layout, entry.hex))
        yield Placed(centre(layout, entry.hex), arrow)
        if entry.text:
            note = disc_mark(entry.text, dark, light, dark, 6.5)
            yield Placed(_at(layout, entry.hex, _ENTRY_TEXT), note)


def _inward(layout: Layout, hex_: Hex) -> int:
    """The direction from the nearest edge of the sheet, degrees clockwise from east."""
    x, y = layout.centre(hex_)
    width, height = layout.size
    gaps = {x: 0, width - x: 180, y: 90, height - y: 270}
    return gaps[min(gaps, key=lambda gap: (math.floor(gap), gap))]
