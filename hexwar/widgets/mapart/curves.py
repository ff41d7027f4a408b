"""Curves of points (n x 2, scene pixels) and the painter paths made from them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from hexwar.hexes import Point
from hexwar.widgets.mapart.noise import Floats

_GRAIN = 64.0  # points are kept in 64ths of a pixel, so that every machine draws the same


def points_of(points: Sequence[Point]) -> Floats:
    """An array of points."""
    return np.array(points, dtype=np.float64).reshape(-1, 2)


def settled(points: Floats) -> Floats:
    """The points rounded to a 64th of a pixel: no library's last digit reaches the paper."""
    return np.rint(points * _GRAIN) / _GRAIN


def cut_corners(points: Floats, rounds: int, is_closed: bool = False) -> Floats:
    """A line with its corners cut again and again until it curves; open ends stay."""
    for _ in range(rounds):
        ahead = np.roll(points, -1, axis=0) if is_closed else points[1:]
        behind = points if is_closed else points[:-1]
        cut = np.empty((2 * len(behind), 2))
        cut[0::2] = 0.75 * behind + 0.25 * ahead
        cut[1::2] = 0.25 * behind + 0.75 * ahead
        points = cut if is_closed else np.concatenate([points[:1], cut[1:-1], points[-1:]])
    return points


def relaxed(points: Floats, share: float, is_closed: bool = False) -> Floats:
    """A line whose points lie nearer to the middle of their neighbours; open ends stay."""
    middle = (np.roll(points, 1, axis=0) + np.roll(points, -1, axis=0)) / 2
    eased = points + share * (middle - points)
    if not is_closed:
        eased[[0, -1]] = points[[0, -1]]
    return eased


def spline(points: Floats) -> Floats:
    """A smooth curve through the points but the first and last, which only lead in and out."""
    t = np.arange(8)[:, None, None] / 8
    a, b, c, d = points[:-3], points[1:-2], points[2:-1], points[3:]
    curve = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
    return np.concatenate([curve.transpose(1, 0, 2).reshape(-1, 2), points[-2:-1]])


def lengths_along(points: Floats) -> Floats:
    """How far along the line each point lies; the first is 0."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def resampled(points: Floats, spacing: float) -> Floats:
    """The line again with its points evenly spaced, about `spacing` pixels apart."""
    along = lengths_along(points)
    count = max(2, round(along[-1] / spacing) + 1)
    return at_lengths(points, np.linspace(0, along[-1], count))


def at_lengths(points: Floats, lengths: Floats) -> Floats:
    """The points that lie the given lengths along a line."""
    along = lengths_along(points)
    x, y = np.interp(lengths, along, points[:, 0]), np.interp(lengths, along, points[:, 1])
    return np.stack([x, y], axis=1)


def normals(points: Floats) -> Floats:
    """At each point the unit vector to the right of the line's course (y runs down)."""
    tangent = np.gradient(points, axis=0)
    tangent /= np.maximum(np.hypot(*tangent.T), 1e-9)[:, None]
    return np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)


def turning(angle: float) -> Floats:
    """What turns row vectors by so many radians, clockwise on paper."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([(cos, sin), (-sin, cos)])


def ribbon(points: Floats, half_widths: Floats) -> Floats:
    """The outline of a band along a line; a width for each point."""
    offset = normals(points) * half_widths[:, None]
    return np.concatenate([points + offset, (points - offset)[::-1]])


def pieces(points: Floats, length: int = 24) -> Iterator[Floats]:
    """A line in pieces of so many points, each beginning where the last ended."""
    for start in range(0, max(1, len(points) - 1), length):
        yield points[start : start + length + 1]


def polygon(points: Floats) -> QPolygonF:
    """The points as Qt has them."""
    return QPolygonF([QPointF(x, y) for x, y in settled(points).tolist()])


def line_path(*lines: Floats) -> QPainterPath:
    """A path of open lines."""
    path = QPainterPath()
    for line in lines:
        path.addPolygon(polygon(line))
    return path


def triangles_path(triangles: Floats) -> QPainterPath:
    """A path of triangles, n x 3 x 2; quicker to make than one of areas."""
    path = QPainterPath()
    for (ax, ay), (bx, by), (cx, cy) in settled(triangles).tolist():
        path.moveTo(ax, ay)
        path.lineTo(bx, by)
        path.lineTo(cx, cy)
    return path


def area_path(*outlines: Floats) -> QPainterPath:
    """A path of closed outlines, any of which may be holes in others."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for outline in outlines:
        path.addPolygon(polygon(outline))
        path.closeSubpath()
    return path


def area_paths(outlines: Sequence[Floats]) -> list[QPainterPath]:
    """A path for each outer ring of `rings`, with the holes that lie in it."""
    areas = [area_path(outline) for outline in outlines if not is_hole(outline)]
    for outline in outlines:
        if is_hole(outline):
            inside = QPointF(*outline[0])
            for area in areas:
                if area.contains(inside):
                    area.addPath(area_path(outline))
                    break
    return areas


def is_hole(outline: Floats) -> bool:
    """Whether a ring of `rings` runs round low ground."""
    x, y = outline.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0
