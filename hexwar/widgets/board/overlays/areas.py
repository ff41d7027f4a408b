"""Overlays that fill hexes: the selection, the reach of a stack, zones of control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from hexwar.hexes import Hex, Layout
from hexwar.table.forces import Side
from hexwar.table.overlays import Reach
from hexwar.widgets.board.geometry import centre, hexes_rect, outline
from hexwar.widgets.board.overlays.layer import Canvas, Placed
from hexwar.widgets.board.overlays.marks import Halt, Number, RoadSign, short
from hexwar.widgets.board.overlays.pens import Inks, faded, hatch, round_pen

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


class SelectionDrawing:
    """A bright line with dark edges round the selected hexes."""

    def __init__(self, layout: Layout, inks: Inks, hexes: frozenset[Hex]) -> None:
        self.box = hexes_rect(layout, hexes, margin=12.0)
        self._path = outline(layout, hexes)
        self._dark, self._bright = faded(inks.dark, 210), inks.of("selection")

    def draw(self, canvas: Canvas) -> None:
        """Paints it, at far zooms no thinner than a few pixels."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        canvas.painter.strokePath(self._path, round_pen(self._dark, 5.0 * pixel))
        canvas.painter.strokePath(self._path, round_pen(self._bright, 2.8 * pixel))


class ReachDrawing:
    """A quiet tint over the hexes in reach, one edge round them, the MP left at each foot.

    Hexes that are reached by road movement have a dashed edge and a piece of road.
    """

    def __init__(self, layout: Layout, inks: Inks, reach: Reach | None) -> None:
        left: Mapping[Hex, int] = reach.left if reach else {}
        stops = reach.stops if reach else frozenset()
        self.box = hexes_rect(layout, left, margin=8.0)
        self._path = outline(layout, frozenset(left))
        self._tint = faded(inks.of("reach"), 58)
        self._edge = Edge(self._path)
        self._pens = round_pen(faded(inks.dark, 150), 3.2), round_pen(inks.of("reach"), 1.8)
        foot = QPointF(0.0, layout.row_pitch * 0.42)
        text = faded(inks.dark, 225).rgba(), faded(inks.light, 215).rgba()
        self._marks = [
            Placed(centre(layout, h) + foot, Number(short(mp), *text)) for h, mp in left.items()
        ]
        aside = QPointF(layout.radius * 0.38, layout.row_pitch * 0.41)
        halt = Halt(inks.of("contact").rgba(), inks.light.rgba())
        self._marks += [Placed(centre(layout, h) + aside, halt) for h in sorted(stops)]
        by_road = reach.by_road if reach else frozenset()
        sign = RoadSign(inks.of("path").rgba(), inks.light.rgba())
        left_aside = QPointF(-aside.x(), aside.y())
        self._marks += [Placed(centre(layout, h) + left_aside, sign) for h in sorted(by_road)]
        self._road = outline(layout, by_road)
        self._road_pen = round_pen(inks.of("path"), 2.0)
        self._road_pen.setDashPattern([3.0, 2.4])

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
        left: Mapping[Hex, int] = reach.left if reach else {}
        self.box = hexes_rect(layout, left, margin=16.0)
        self._path = outline(layout, frozenset(left))
        self._light, self._colour = faded(inks.light, 235), inks.of("path")
        self._ground = faded(inks.light, 70)
        foot = QPointF(0.0, layout.row_pitch * 0.42)
        ink, halo = self._colour.rgba(), faded(inks.light, 235).rgba()
        self._marks = [
            Placed(centre(layout, h) + foot, Number(short(mp), ink, halo, 11))
            for h, mp in left.items()
        ]

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        pen = round_pen(self._colour, 3.6 * pixel)
        pen.setDashPattern([0.1, 1.9])
        canvas.painter.fillPath(self._path, self._ground)
        canvas.painter.strokePath(self._path, round_pen(self._light, 5.6 * pixel))
        canvas.painter.strokePath(self._path, pen)
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(self._marks)


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
        """Paints it."""
        painter = canvas.painter
        ratio = painter.device().devicePixelRatioF()
        brush = hatch(self._line, canvas.zoom, ratio, rises=self._rises, ground=self._tint)
        painter.fillPath(self._path, brush)
        self._edge.stroke(painter, canvas.exposed, [self._pen])
