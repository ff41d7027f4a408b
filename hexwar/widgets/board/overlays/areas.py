"""Overlays of hexes: selection, reach, zones, cursor, a column, VP hexes, supply, entry hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from hexwar.hexes import Hex, Layout
from hexwar.table.forces import Side
from hexwar.table.overlays import Reach, Sites, Stay
from hexwar.widgets.board.geometry import centre, corner_marks, hexes_rect, outline
from hexwar.widgets.board.overlays.layer import Canvas, Placed, Stamped
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
from hexwar.widgets.board.overlays.pens import Inks, hatch, round_pen
from hexwar.widgets.brushwork import faded, take_up

# -- outlines of many hexes, drawn as far as they are seen: a stroke costs by its length


_PIECE: Final = 6
"""Hexsides of a piece."""

_SLACK: Final = 8.0
"""How far a pen reaches out of the line, in scene units."""


class Edge:
    """The closed loops of a path, cut into pieces of a few lines each.

    Looks as if the path were stroked with one pen after the other.
    """

    def __init__(self, path: QPainterPath) -> None:
        polygons = (p for p in path.toSubpathPolygons() if p.size() > 1)
        self._loops = [_Loop([p.at(i) for i in range(p.size())]) for p in polygons]

    def stroke(self, painter: QPainter, exposed: QRectF, pens: Iterable[QPen]) -> None:
        """Draws what lies in the exposed part with one pen after the other."""
        area = exposed.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
        views = [(loop, loop.view(area)) for loop in self._loops]
        whole = [loop.polygon for loop, seen in views if all(seen)]
        parts = [part for loop, seen in views if not all(seen) for part in loop.parts(seen)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in pens:
            painter.setPen(pen)
            for polygon in whole:
                painter.drawPolygon(polygon)
            for part in parts:
                painter.drawPolyline(part)


class _Loop:
    """A closed line; its last point is its first."""

    def __init__(self, points: Sequence[QPointF]) -> None:
        self.polygon = QPolygonF(points)
        cuts = range(0, len(points) - 1, _PIECE)
        self._pieces = [points[cut : cut + _PIECE + 1] for cut in cuts]
        self._boxes = [QPolygonF(piece).boundingRect() for piece in self._pieces]
        self._box = self.polygon.boundingRect()

    def view(self, area: QRectF) -> Sequence[bool]:
        """Which of its pieces touch an area."""
        if not _meets(area, self._box):
            return [False]
        return [_meets(area, box) for box in self._boxes]

    def parts(self, seen: Sequence[bool]) -> Iterator[QPolygonF]:
        """The stretches of pieces that are seen, where not all of them are."""
        # Begin with a piece that is not seen, so that no stretch is cut where the loop closes.
        start = seen.index(False)
        order = [(start + i) % len(seen) for i in range(len(seen))]
        for is_seen, run in groupby(order, key=seen.__getitem__):
            if is_seen:
                yield self._joined(list(run))

    def _joined(self, run: Sequence[int]) -> QPolygonF:
        """Pieces in a row as one line."""
        points = list(self._pieces[run[0]])
        for place in run[1:]:
            points += self._pieces[place][1:]
        return QPolygonF(points)


def _meets(area: QRectF, box: QRectF) -> bool:
    """Whether a box, which may be as thin as a line, touches an area."""
    return (
        box.left() <= area.right()
        and box.right() >= area.left()
        and box.top() <= area.bottom()
        and box.bottom() >= area.top()
    )


# -- overlays that fill hexes: the selection, the reach of a stack, zones of control


NUMBERS_FROM: Final = 0.45
"""The zoom from which numbers in hexes are shown: below it they would cover one another."""


_NO_REACH: Final = Reach({})


class SelectionDrawing:
    """A bright line with dark edges round the selected hexes."""

    def __init__(self, layout: Layout, inks: Inks, hexes: frozenset[Hex]) -> None:
        self.box = hexes_rect(layout, hexes, margin=12.0)
        self._path = outline(layout, hexes)
        self._dark, self._bright = faded(inks.dark, 210), inks.of("selection")

    def draw(self, canvas: Canvas) -> None:
        """Paints it, at far zooms no thinner than a few pixels."""
        canvas.stroke(self._path, (self._dark, 5.0), (self._bright, 2.8))


class ReachDrawing:
    """A quiet tint over the hexes in reach, one edge round them, the MP left at each foot.

    Hexes that are reached by road movement have a dashed edge and a piece of road.
    """

    def __init__(self, layout: Layout, inks: Inks, reach: Reach | None) -> None:
        reach = reach or _NO_REACH
        self.box = hexes_rect(layout, reach.left, margin=8.0)
        self._path = outline(layout, frozenset(reach.left))
        self._tint = faded(inks.of("reach"), 58)
        self._edge = Edge(self._path)
        self._pens = round_pen(faded(inks.dark, 150), 3.2), round_pen(inks.of("reach"), 1.8)
        text = faded(inks.dark, 225).rgba(), faded(inks.light, 215).rgba()
        halt = halt_mark(inks.of("contact").rgba(), inks.light.rgba())
        sign = road_mark(inks.of("path").rgba(), inks.light.rgba())
        x, y = layout.radius * 0.38, layout.row_pitch * 0.41
        self._marks = [
            *_numbers(layout, reach, *text),
            *(Placed(centre(layout, h) + QPointF(x, y), halt) for h in sorted(reach.stops)),
            *(Placed(centre(layout, h) + QPointF(-x, y), sign) for h in sorted(reach.by_road)),
        ]
        self._road = outline(layout, reach.by_road)
        self._road_pen = round_pen(inks.of("path"), 2.0, [3.0, 2.4])

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        painter = canvas.painter
        painter.fillPath(self._path, self._tint)
        self._edge.stroke(painter, canvas.exposed, self._pens)
        painter.strokePath(self._road, self._road_pen)
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(self._marks)


class FurtherDrawing:
    """The reach of another stack, or from the end of a path: dots along its edge, no tint."""

    def __init__(self, layout: Layout, inks: Inks, reach: Reach | None) -> None:
        reach = reach or _NO_REACH
        self.box = hexes_rect(layout, reach.left, margin=16.0)
        self._path = outline(layout, frozenset(reach.left))
        self._light, self._colour = faded(inks.light, 235), inks.of("path")
        self._ground = faded(inks.light, 70)
        self._marks = _numbers(layout, reach, self._colour.rgba(), self._light.rgba(), 11)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.painter.fillPath(self._path, self._ground)
        canvas.stroke(self._path, (self._light, 5.6), (self._colour, 3.6, [0.1, 1.9]))
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(self._marks)


def _numbers(layout: Layout, reach: Reach, ink: int, halo: int, pixels: int = 10) -> list[Placed]:
    """The MP left at the foot of each hex."""
    foot = QPointF(0.0, layout.row_pitch * 0.42)
    return [
        Placed(centre(layout, hex_) + foot, number_mark(short(mp), ink, halo, pixels))
        for hex_, mp in reach.left.items()
    ]


class ZonesDrawing:
    """Zones of control: a hatch that slants one way for one side, the other for the other."""

    def __init__(self, layout: Layout, inks: Inks, zones: Mapping[Side, frozenset[Hex]]) -> None:
        self.box = hexes_rect(layout, (h for hexes in zones.values() for h in hexes), 4.0)
        self._zones = [_Zone(layout, inks, side, hexes) for side, hexes in zones.items()]

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for zone in self._zones:
            zone.draw(canvas)


class _Zone:
    """The zones of one side: tint and hatch in one, and an edge."""

    def __init__(self, layout: Layout, inks: Inks, side: Side, hexes: frozenset[Hex]) -> None:
        colour = inks.sides[side]
        self._path = outline(layout, hexes)
        self._edge = Edge(self._path)
        self._pen = round_pen(faded(colour, 210), 1.6)
        self._line, self._tint = faded(colour, 170), faded(colour, 26)
        self._rises = inks.place(side) == 0

    def draw(self, canvas: Canvas) -> None:
        painter = canvas.painter
        ratio = painter.device().devicePixelRatioF()
        brush = hatch(self._line, canvas.zoom, ratio, rises=self._rises, ground=self._tint)
        painter.fillPath(self._path, brush)
        self._edge.stroke(painter, canvas.exposed, [self._pen])


# -- overlays that single out one hex: the keyboard's cursor, and the ring of "show me this hex"


class EmphasisDrawing:
    """A wide ring round a hex that a sentence speaks of."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        self.box = hexes_rect(layout, hexes, layout.radius * 4)
        self._middles = [centre(layout, hex_) for hex_ in hexes]
        self._radius = layout.radius * 1.35
        self._dark, self._bright = faded(inks.dark, 190), inks.of("selection")

    def draw(self, canvas: Canvas) -> None:
        """Paints it; far away it keeps a size that catches the eye."""
        radius = self._radius * min(max(1.0, 0.6 / canvas.zoom), 3.0)
        for colour, width in ((self._dark, 8.0), (self._bright, 4.5)):
            take_up(canvas.painter, round_pen(colour, width * canvas.pixel))
            for middle in self._middles:
                canvas.painter.drawEllipse(middle, radius, radius)


class CursorDrawing:
    """The hex cursor of the keyboard: the corners of its hex, light on dark."""

    def __init__(self, layout: Layout, inks: Inks, hex_: Hex | None) -> None:
        self.box = hexes_rect(layout, [hex_], 14.0) if hex_ else QRectF()
        self._path = corner_marks(layout, hex_, 0.97, 0.3) if hex_ else QPainterPath()
        self._dark, self._bright = inks.dark, inks.light

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stroke(self._path, (self._dark, 6.0), (self._bright, 2.8))


# -- overlays of a planned march: the hexes that a column takes up, and who stays behind


class TailDrawing:
    """One dashed edge round both hexes that a strong column takes up."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        self.box = hexes_rect(layout, hexes, 16.0)
        self._edge = outline(layout, hexes)
        self._light, self._colour = faded(inks.light, 235), inks.of("path")

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.painter.fillPath(self._edge, faded(self._colour, 46))
        canvas.stroke(self._edge, (self._light, 5.2), (self._colour, 2.8, [2.6, 2.2]))


def stays_drawing(layout: Layout, inks: Inks, stays: tuple[Stay, ...]) -> Stamped:
    """The names of those who stay behind, at the foot of their hex."""
    foot = QPointF(0.0, layout.row_pitch * 0.42)
    colours = inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba()
    return Stamped(
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


def sites_drawing(layout: Layout, inks: Inks, sites: Sites) -> Stamped:
    """Seals with the points, flags of the holders, wheels of supply, arrows of entry."""
    return Stamped([*_signs(layout, inks, sites), *_entries(layout, inks, sites)])


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
