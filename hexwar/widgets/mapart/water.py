"""Rivers and streams: smooth two-tone bands along their hexsides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath
from shapely import LineString
from shapely import Point as ShapelyPoint

from hexwar.hexes.layout import Point
from hexwar.table.battlefield import River, Water
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, shelf_of_paths
from hexwar.widgets.mapart.curves import (
    area_path,
    cut_corners,
    points_of,
    relaxed,
    resampled,
    ribbon,
)
from hexwar.widgets.mapart.ground import Ground, corner_key, to_the_edge
from hexwar.widgets.mapart.noise import Floats, lattice

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
        if runs and _joined(runs[-1], start, end):
            continue
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
    line[1:-1] = relaxed(line, 0.3)[1:-1] + _meander(line[1:-1])
    line = _joined_to(_joined_to(line, others)[::-1], others)[::-1]
    line = to_the_edge(to_the_edge(line, ground.frame)[::-1], ground.frame)[::-1]
    points = resampled(cut_corners(line, 3), _SPACING)
    least, most, growth = _WIDTHS[river.water]
    hexsides = np.linspace(0, len(corners), len(points))
    widths = np.minimum(most, least + growth * hexsides)
    if ground.frame.contains(QPointF(*points[0])):  # a source
        widths *= np.clip(0.3 + hexsides / 4, 0, 1)
    return Course(river, points, widths)


def _meander(corners: Floats) -> Floats:
    place = np.rint(corners).astype(np.int64)
    stray = [lattice(place[:, 0], place[:, 1], seed) - 0.5 for seed in (81, 82)]
    return _STRAY * np.stack(stray, axis=1)


def _joined_to(line: Floats, others: list[Course]) -> Floats:
    """The line with its end brought onto a river that it runs into."""
    end = ShapelyPoint(*line[-1])
    for other in others:
        course = LineString(other.points)
        if course.distance(end) < 10.0:
            meeting = course.interpolate(course.project(end))
            return np.concatenate([line[:-1], [(meeting.x, meeting.y)]])
    return line


class Rivers:
    """All water that flows."""

    def __init__(self, courses_: list[Course]) -> None:
        self._banks = shelf_of_paths(_bands(courses_, 1.0, 1.5), 2.0)
        self._water = shelf_of_paths(_bands(courses_, 1.0, 0.0), 2.0)
        wide = [c for c in courses_ if c.river.water is Water.RIVER]
        self._light = shelf_of_paths(_bands(wide, 0.36, 0.0), 2.0)

    def paint(self, canvas: Canvas) -> None:
        """Paints all banks, then all water: where two meet no bank divides them."""
        inks = [(self._banks, palette.WATER_BANK), (self._water, palette.WATER)]
        if canvas.detail >= Detail.NEAR:
            inks.append((self._light, palette.WATER_LIGHT))
        for shelf, ink in inks:
            for path in shelf.within(canvas.rect):
                canvas.painter.fillPath(path, ink)


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
