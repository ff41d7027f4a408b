"""Roads and trails: curves through hex centres, a shared stretch drawn once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from hexwar.hexes import Hex, column_row
from hexwar.hexes.layout import Point
from hexwar.table.battlefield import Battlefield, Road, RoadExit, Terrain, Way
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Dots, Shelf, shelf_of_paths
from hexwar.widgets.mapart.curves import (
    at_lengths,
    lengths_along,
    line_path,
    normals,
    pieces,
    polygon,
    resampled,
    spline,
)
from hexwar.widgets.mapart.ground import BLEED, Ground
from hexwar.widgets.mapart.noise import Floats, lattice

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
            is_free = field.terrain_at(hex_) not in (Terrain.TOWN, Terrain.CHATEAU)
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


class Ways:
    """The tracks made ready to paint."""

    def __init__(self, tracks_: list[Track], avenues: Floats) -> None:
        roads = [t.points for t in tracks_ if t.way is Way.ROAD]
        trails = [t.points for t in tracks_ if t.way is Way.TRAIL]
        self._roads = shelf_of_paths(_paths(roads), 8.0)
        self._beds = shelf_of_paths(_paths(trails), 8.0)
        self._dashes = shelf_of_paths([_dashed(trail) for trail in _cut(trails)], 4.0)
        self._avenues = Dots(avenues)

    def paint(self, canvas: Canvas) -> None:
        """Paints trails, then the roads over them."""
        if canvas.detail >= Detail.MID:
            self._paint_trails(canvas)
        self._stroke(canvas, self._roads, palette.ROAD_CASING, canvas.hairline(4.7, 1.7))
        self._stroke(canvas, self._roads, palette.ROAD, canvas.hairline(2.9, 0.8))
        if canvas.detail is Detail.CLOSE:
            self._paint_avenues(canvas)

    def _paint_avenues(self, canvas: Canvas) -> None:
        """Paints the trees along the roads: shadow, edge and crown of each."""
        points = self._avenues.points[self._avenues.near(canvas.rect, 4.0)]
        for ink, width, aside in (
            (palette.CAST_SHADOW, 3.0, 0.7),
            (palette.AVENUE_EDGE, 3.5, 0.0),
            (palette.AVENUE, 2.6, 0.0),
        ):
            pen = QPen(ink, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            canvas.painter.setPen(pen)
            canvas.painter.drawPoints(polygon(points + aside))

    def _paint_trails(self, canvas: Canvas) -> None:
        self._stroke(canvas, self._beds, palette.TRAIL_BED, 3.6)
        self._stroke(canvas, self._dashes, palette.TRAIL, canvas.hairline(1.5, 0.8))

    def _stroke(
        self, canvas: Canvas, shelf: Shelf[QPainterPath], ink: QColor, width: float
    ) -> None:
        cap = Qt.PenCapStyle.FlatCap if shelf is not self._roads else Qt.PenCapStyle.RoundCap
        pen = QPen(ink, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
        for path in shelf.within(canvas.rect):
            canvas.painter.strokePath(path, pen)


def _cut(lines: list[Floats]) -> Iterator[Floats]:
    for line in lines:
        yield from pieces(line, 40)


def _paths(lines: list[Floats]) -> list[QPainterPath]:
    return [line_path(piece) for piece in _cut(lines) if len(piece) > 1]


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
