"""Rivers, roads and tracks, and what carries these over those."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from shapely import LineString
from shapely import Point as ShapelyPoint

from hexwar.hexes import Hex, Hexside, Point, column_row
from hexwar.table.battlefield import Battlefield, River, Road, RoadExit, SpanKind, Water, Way
from hexwar.widgets.brushwork import kept, round_ended, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    Detail,
    Dots,
    Painting,
    Shelf,
    area_path,
    at_lengths,
    cut_corners,
    lengths_along,
    line_path,
    normals,
    pieces,
    points_of,
    polygon,
    relaxed,
    resampled,
    ribbon,
    shelf_of_lines,
    shelf_of_paths,
    spline,
)
from hexwar.widgets.mapart.ground import BLEED, Ground, corner_key, to_the_edge
from hexwar.widgets.mapart.palette import Inks
from hexwar.widgets.mapart.raster import Floats, lattice

_SPACING: Final = 5.0  # pixels between points of a course
_WIDTHS: Final = {Water.RIVER: (6.4, 11.0, 0.065), Water.STREAM: (2.2, 3.8, 0.022)}
"""Width at the source, greatest width, and growth a hexside, in pixels."""
_STRAY: Final = 6.0  # pixels within which a corner of its hexsides is moved


@dataclass(frozen=True, slots=True)
class Course:
    """A river's line on the paper, in stream order."""

    river: River
    points: Floats  # n x 2
    widths: Floats  # n, pixels from bank to bank


def courses(ground: Ground) -> list[Course]:
    """The courses of all rivers, broken where their hexsides do not meet; wide ones first."""
    rivers = sorted(
        ground.battlefield.rivers, key=lambda r: (r.water is not Water.RIVER, -len(r.hexsides))
    )
    found: list[Course] = []
    for river in rivers:
        for corners in _runs(ground, river):
            found.append(_course(ground, river, corners, found))
    return found


def _runs(ground: Ground, river: River) -> list[list[Point]]:
    """The corners that a river passes, from hexside to hexside."""
    runs: list[list[Point]] = []
    for side in river.hexsides:
        start, end = ground.ends(side)
        if not (runs and _joined(runs[-1], start, end)):
            runs.append([start, end])
    return runs


def _joined(run: list[Point], start: Point, end: Point) -> bool:
    """Lengthens a run by a hexside if that begins or ends where the run does."""
    if len(run) == 2 and corner_key(run[0]) in (corner_key(start), corner_key(end)):
        run.reverse()
    last = corner_key(run[-1])
    if last not in (corner_key(start), corner_key(end)):
        return False
    run.append(end if last == corner_key(start) else start)
    return True


def _course(ground: Ground, river: River, corners: list[Point], others: list[Course]) -> Course:
    line = points_of(corners)
    x, y = np.rint(line[1:-1]).astype(np.int64).T
    stray = np.stack([lattice(x, y, seed) - 0.5 for seed in (81, 82)], axis=1)
    line[1:-1] = relaxed(line, 0.3)[1:-1] + _STRAY * stray
    line = _joined_to(_joined_to(line, others)[::-1], others)[::-1]
    line = to_the_edge(to_the_edge(line, ground.frame)[::-1], ground.frame)[::-1]
    points = resampled(cut_corners(line, 3), _SPACING)
    least, most, growth = _WIDTHS[river.water]
    hexsides = np.linspace(0, len(corners), len(points))
    widths = np.minimum(most, least + growth * hexsides)
    if ground.frame.contains(QPointF(*points[0])):  # a source
        widths *= np.clip(0.3 + hexsides / 4, 0, 1)
    return Course(river, points, widths)


def _joined_to(line: Floats, others: list[Course]) -> Floats:
    """The line with its end brought onto a river that it runs into."""
    end = ShapelyPoint(*line[-1])
    for other in others:
        course = LineString(other.points)
        if course.distance(end) < 10.0:
            meeting = course.interpolate(course.project(end))
            return np.concatenate([line[:-1], [(meeting.x, meeting.y)]])
    return line


def rivers(courses_: list[Course]) -> Painting:
    """Paints all banks, then all water: where two meet no bank divides them."""
    banks = shelf_of_paths(_bands(courses_, 1.0, 1.5), 2.0)
    water = shelf_of_paths(_bands(courses_, 1.0, 0.0), 2.0)
    wide = [c for c in courses_ if c.river.water is Water.RIVER]
    light = shelf_of_paths(_bands(wide, 0.36, 0.0), 2.0)

    def paint(canvas: Canvas) -> None:
        canvas.fill(banks, canvas.inks.water_bank)
        canvas.fill(water, canvas.inks.water)
        if canvas.detail >= Detail.NEAR:
            canvas.fill(light, canvas.inks.water_light)

    return paint


def _bands(courses_: list[Course], share: float, more: float) -> list[QPainterPath]:
    """Each course as areas of a share of its width and so many pixels more."""
    paths = []
    for course in courses_:
        for start in range(0, len(course.points) - 1, 24):
            part = slice(start, start + 26)
            half = (course.widths[part] * share + more) / 2
            path = area_path(ribbon(course.points[part], half))
            path.setFillRule(Qt.FillRule.WindingFill)
            paths.append(path)
    return paths


# -- roads and trails


_PULL: Final = 0.42  # of the way to the line between its neighbours a road may leave a centre
_FARTHEST: Final = 10.0  # pixels from the centre, at a sharp turn
_DASH, _GAP = 6.5, 3.6  # pixels
_EDGES: Final = "NESW"  # of the paper, clockwise from the top
_OUTWARD: Final[dict[str, Point]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Track:
    """A stretch of road or trail that no other shares."""

    way: Way
    hexes: tuple[Hex, ...]
    points: Floats  # n x 2, about 4 pixels apart


def tracks(ground: Ground) -> list[Track]:
    """All ways of the sheet; roads first, so that a trail never covers a road."""
    return list(_Surveyor(ground).tracks())


class _Surveyor:
    """Finds the curves; each hex has one point through which all its ways pass."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        field = ground.battlefield
        self._roads = sorted(field.roads, key=lambda road: road.way is not Way.ROAD)
        self._exits = {exit_.hex: exit_ for exit_ in field.exits}
        self._nodes: dict[Hex, Floats] = {}
        for road in self._roads:
            self._place_nodes(road)
        self._drawn: set[frozenset[Hex]] = set()

    def _place_nodes(self, road: Road) -> None:
        centres = self._ground.centres(road.hexes)
        field = self._ground.battlefield
        for i, hex_ in enumerate(road.hexes):
            if hex_ in self._nodes:
                continue
            node = centres[i]
            is_free = not field.terrain_at(hex_).cover.built
            if is_free and 0 < i < len(road.hexes) - 1:
                node = node + _eased(_PULL * ((centres[i - 1] + centres[i + 1]) / 2 - node))
            self._nodes[hex_] = node

    def tracks(self) -> Iterator[Track]:
        for road in self._roads:
            for start, end in self._new_stretches(road):
                line = spline(self._led_in(road, start, end))
                yield Track(road.way, road.hexes[start : end + 1], resampled(line, 4.0))

    def _new_stretches(self, road: Road) -> Iterator[tuple[int, int]]:
        """The first and last place in the road of each stretch not drawn before."""
        start = 0
        for i, pair in enumerate(zip(road.hexes, road.hexes[1:], strict=False)):
            if frozenset(pair) in self._drawn:
                if start < i:
                    yield start, i
                start = i + 1
            self._drawn.add(frozenset(pair))
        if start < len(road.hexes) - 1:
            yield start, len(road.hexes) - 1

    def _led_in(self, road: Road, start: int, end: int) -> Floats:
        """The nodes of a stretch with the points that lead in and out of it."""
        nodes = [self._nodes[hex_] for hex_ in road.hexes[start : end + 1]]
        before = self._lead(road.hexes, start, -1, nodes[0], nodes[1])
        after = self._lead(road.hexes, end, 1, nodes[-1], nodes[-2])
        return np.array([*reversed(before), *nodes, *after])

    def _lead(
        self, hexes: tuple[Hex, ...], at: int, step: int, node: Floats, inner: Floats
    ) -> list[Floats]:
        """The points beyond one end of a stretch; off the sheet where the road leaves it."""
        if 0 <= at + step < len(hexes):
            return [self._nodes[hexes[at + step]]]
        exit_ = self._exits.pop(hexes[at], None)
        if exit_ is None:
            return [2 * node - inner]
        edge = edge_of(exit_, self._ground.battlefield)
        beyond = beyond_edge(edge, node, inner, self._ground.frame)
        return [beyond, 2 * beyond - node]


def _eased(shift: Floats) -> Floats:
    """A shift no longer than a road may leave the middle of a hex."""
    return np.asarray(shift * min(1.0, _FARTHEST / max(float(np.hypot(*shift)), 1.0)))


def edge_of(exit_: RoadExit, field: Battlefield) -> str:
    """The edge of the paper that an exit lies on: N is the top, E the right, whatever the compass.

    An exit's own edge is the compass's; north may be at another side of the paper. Where the hex
    does not lie on that edge, or in a corner that has two, the hex decides.
    """
    column, row = column_row(exit_.hex)
    columns, rows = field.grid.columns, field.grid.rows
    sides = {"N": row == 1, "S": row == rows, "W": column == 1, "E": column == columns}
    touched = [edge for edge, is_there in sides.items() if is_there]
    turned = _EDGES[(_EDGES.index(exit_.edge[0]) + round(field.north / 90)) % 4]
    is_meant = len(exit_.edge) == 1 and turned in touched
    return turned if is_meant or not touched else touched[0]


def beyond_edge(edge_: str, node: Floats, inner: Floats, frame: QRectF) -> Floats:
    """Where a road that leaves the sheet ends, well beyond the frame."""
    outward = np.array(_OUTWARD[edge_], dtype=np.float64)
    edge = np.array([frame.right(), frame.bottom()]) * (outward > 0)
    gap = float(np.abs((edge - node) @ np.abs(outward))) + BLEED
    course = (node - inner) / max(float(np.hypot(*(node - inner))), 1.0)
    aside = course * (1 - np.abs(outward)) * min(gap, 60.0) * 0.4
    return np.asarray(node + outward * gap + aside)


def ways(tracks_: list[Track]) -> Painting:
    """Paints trails, then the roads over them."""
    lines = [t.points for t in tracks_ if t.way is Way.ROAD]
    trails = [t.points for t in tracks_ if t.way is Way.TRAIL]
    roads, beds = shelf_of_lines(lines, 8.0), shelf_of_lines(trails, 8.0)
    dashed = [_dashed(part) for trail in trails for part in pieces(trail, 40)]
    dashes = shelf_of_paths(dashed, 4.0)

    def paint(canvas: Canvas) -> None:
        if canvas.detail >= Detail.MID:
            canvas.stroke(beds, _pen(canvas.inks.trail_bed, 3.6))
            canvas.stroke(dashes, _pen(canvas.inks.trail, canvas.hairline(1.5, 0.8)))
        for ink, width in (
            (canvas.inks.road_casing, canvas.hairline(4.7, 1.7)),
            (canvas.inks.road, canvas.hairline(2.9, 0.8)),
        ):
            canvas.stroke(roads, _pen(ink, width, Qt.PenCapStyle.RoundCap))

    return paint


def avenues(places: Floats) -> Painting:
    """Paints from near the trees along roads, which stand at n x 2 places."""
    trees = Dots(places)

    def paint(canvas: Canvas) -> None:
        if canvas.detail is not Detail.CLOSE:
            return
        points = trees.points[trees.near(canvas.rect, 4.0)]
        for ink, width, aside in (  # shadow, edge and crown of each
            (canvas.inks.cast_shadow, 3.0, 0.7),
            (canvas.inks.avenue_edge, 3.5, 0.0),
            (canvas.inks.avenue, 2.6, 0.0),
        ):
            canvas.painter.setPen(round_ended(ink, width))
            canvas.painter.drawPoints(polygon(points + aside))

    return paint


def _pen(ink: QColor, width: float, cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)


def _dashed(line: Floats) -> QPainterPath:
    """The line as dashes; the pattern is stretched a little so that it ends as it began."""
    length = lengths_along(line)[-1]
    count = max(1, round(length / (_DASH + _GAP)))
    period = length / count
    dash = period * _DASH / (_DASH + _GAP)
    starts = period * np.arange(count) + (period - dash) / 2
    ends = at_lengths(line, (starts[:, None] + dash * np.linspace(0, 1, 3)).ravel())
    return line_path(*ends.reshape(count, 3, 2))


def avenue_trees(tracks_: list[Track]) -> Floats:
    """Where the trees stand that line the roads, n x 2; here and there one is missing."""
    trees = [np.empty((0, 2))]
    for track in tracks_:
        if track.way is Way.ROAD:
            line = resampled(track.points, 10.5)
            side = 5.6 * normals(line)
            trees += [line + side, line - side]
    points = np.concatenate(trees)
    place = np.rint(points * 2).astype(np.int64)
    return points[lattice(place[:, 0], place[:, 1], seed=91) > 0.22]


# -- crossings


_REACH = 26.0  # pixels from the hexside's middle within which its way crosses the water
_STONE = 3.8  # pixels from one stepping stone of a ford to the next


@dataclass(frozen=True, slots=True)
class Crossing:
    """A way over water."""

    kind: SpanKind | None  # None is a ford
    x: float
    y: float
    angle: float  # degrees of the way across, clockwise from the right
    width: float  # of the water, pixels


def crossings(ground: Ground, courses: list[Course], tracks: list[Track]) -> list[Crossing]:
    """Every span and ford, set where the drawn way meets the drawn water."""
    field = ground.battlefield
    sides: dict[Hexside, SpanKind | None] = dict.fromkeys(ground.near(field.fords))
    wanted = set(ground.near(span.hexside for span in field.spans))
    sides |= {span.hexside: span.kind for span in field.spans if span.hexside in wanted}
    return [_crossing(ground, side, kind, courses, tracks) for side, kind in sides.items()]


def _crossing(
    ground: Ground,
    side: Hexside,
    kind: SpanKind | None,
    courses: list[Course],
    tracks: list[Track],
) -> Crossing:
    middle = ShapelyPoint(*ground.middle(side))
    width = _width_near(middle, courses)
    near = middle.buffer(_REACH)
    water = [LineString(course.points).intersection(near) for course in courses]
    for track in tracks:
        if set(side) <= set(track.hexes):
            way = LineString(track.points)
            for course in water:
                meeting = way.intersection(course)
                if not meeting.is_empty:
                    at = meeting.centroid
                    return Crossing(kind, at.x, at.y, _angle_at(track, way.project(at)), width)
    a, b = (ground.layout.centre(hex_) for hex_ in side)
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return Crossing(kind, middle.x, middle.y, angle, width)


def _width_near(middle: ShapelyPoint, courses: list[Course]) -> float:
    gaps = [(np.hypot(*(c.points - (middle.x, middle.y)).T), c.widths) for c in courses]
    return min(((float(g.min()), float(w[g.argmin()])) for g, w in gaps), default=(0.0, 3.0))[1]


def _angle_at(track: Track, length: float) -> float:
    (ax, ay), (bx, by) = at_lengths(track.points, np.array([length - 4, length + 4])).tolist()
    return math.degrees(math.atan2(by - ay, bx - ax))


def spans(crossings_: list[Crossing]) -> Painting:
    """Paints the crossings; from afar they are too small to see."""
    shelf = Shelf([(QRectF(c.x - 18, c.y - 18, 36, 36), c) for c in crossings_])

    def paint(canvas: Canvas) -> None:
        for crossing in shelf.within(canvas.rect) if canvas.detail >= Detail.MID else ():
            with kept(canvas.painter):
                canvas.painter.translate(crossing.x, crossing.y)
                canvas.painter.rotate(crossing.angle)
                _DRAW[crossing.kind](canvas.painter, canvas.inks, crossing.width)

    return paint


def _draw_bridge(painter: QPainter, inks: Inks, width: float) -> None:
    """A stone bridge: deck and parapets that splay at the ends."""
    half = width / 2 + 3.0
    take_up(painter, None, inks.road)
    painter.drawRect(QRectF(-half, -2.9, 2 * half, 5.8))
    painter.setPen(round_ended(inks.ink, 1.5))
    for y in (-3.1, 3.1):
        corners = ((-half - 2.8, 1.9 * y), (-half, y), (half, y), (half + 2.8, 1.9 * y))
        painter.drawPolyline([QPointF(*corner) for corner in corners])


def _draw_trestle(painter: QPainter, inks: Inks, width: float) -> None:
    """A wooden trestle: planks between two beams."""
    half = width / 2 + 2.6
    take_up(painter, None, inks.court)
    painter.drawRect(QRectF(-half, -2.1, 2 * half, 4.2))
    painter.setPen(QPen(inks.ink, 0.6))
    planks = max(3, round(half))
    for i in range(planks + 1):
        x = -half + 2 * half * i / planks
        painter.drawLine(QPointF(x, -2.1), QPointF(x, 2.1))
    painter.setPen(QPen(inks.ink, 1.1))
    for y in (-2.3, 2.3):
        painter.drawLine(QPointF(-half, y), QPointF(half, y))


def _draw_ford(painter: QPainter, inks: Inks, width: float) -> None:
    """A ford: pale stepping stones in a row from bank to bank."""
    stones = max(3, round((width + 3.0) / _STONE))
    take_up(painter, QPen(inks.ford_edge, 0.5), inks.road)
    for i in range(stones):
        x = _STONE * (i - (stones - 1) / 2)
        painter.drawRoundedRect(QRectF(x - 1.3, -5.2, 2.6, 10.4), 1.2, 1.2)


_DRAW = {SpanKind.BRIDGE: _draw_bridge, SpanKind.TRESTLE: _draw_trestle, None: _draw_ford}
