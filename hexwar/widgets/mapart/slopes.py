"""Slopes, drawn as hachures down from the hexside, and crests, as a ridge with short ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from hexwar.hexes.layout import Point
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Shelf, shelf_of_paths
from hexwar.widgets.mapart.curves import (
    cut_corners,
    line_path,
    normals,
    pieces,
    points_of,
    relaxed,
    resampled,
    settled,
    triangles_path,
)
from hexwar.widgets.mapart.ground import Ground, chains, corner_key, runs, to_the_edge
from hexwar.widgets.mapart.noise import Floats, lattice

_SPACING = 3.1  # pixels between hachures
_LENGTH = (5.5, 10.0)  # pixels
_WIDTH = 0.75  # half the width of a hachure's upper end, pixels
_SUNWARD: Final = np.array([-1.0, -1.0]) / np.sqrt(2.0)

_CREST_SPACING = 4.4  # pixels between the hachures of a crest
_CREST_LENGTH = (3.6, 5.2)  # pixels
_PIECE = 30  # hachures that are painted as one
_TONES: Final = (
    (palette.HACHURE_LIT, 0.3, 2.0),
    (palette.HACHURE_SIDE, -0.3, 0.3),
    (palette.HACHURE_DARK, -2.0, -0.3),
)
"""The ink of hachures by how far they fall towards the sun, from and to."""


class Slopes:
    """The slope hexsides of the sheet."""

    def __init__(self, ground: Ground) -> None:
        field = ground.battlefield
        # Clockwise round the high hex: the low ground lies on the left.
        sides = [ground.ends((high, low)) for low, high in sorted(field.slopes)]
        edges = [brow(ground, chain) for chain in chains(sides)]
        self._hachures: list[tuple[QColor, Shelf[QPainterPath]]] = [
            (ink, shelf_of_paths([p for edge in edges for p in _toned(edge, low, high)], 2.0))
            for ink, low, high in _TONES
        ]
        lines = [line_path(piece) for edge in edges for piece in pieces(edge, _PIECE)]
        self._brows = shelf_of_paths(lines, 3.0)

    def paint(self, canvas: Canvas) -> None:
        """Paints the hachures; from afar a brown edge says as much."""
        painter = canvas.painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(palette.HACHURE_SIDE, canvas.hairline(0.9)))
        for path in self._brows.within(canvas.rect):
            painter.drawPath(path)
        if canvas.detail < Detail.NEAR:
            return
        for ink, shelf in self._hachures:
            for path in shelf.within(canvas.rect):
                painter.fillPath(path, ink)


class Crests:
    """The crest hexsides of the sheet: a ridge line, and short hachures down both its sides."""

    def __init__(self, ground: Ground) -> None:
        sides = [ground.ends(side) for side in sorted(ground.battlefield.crests)]
        edges = [ridge(ground, run) for run in runs(sides)]
        lines = [line_path(piece) for edge in edges for piece in pieces(edge, _PIECE)]
        self._ridges = shelf_of_paths(lines, 3.0)
        self._hachures = shelf_of_paths([p for edge in edges for p in _fringes(edge)], 2.0)

    def paint(self, canvas: Canvas) -> None:
        """Paints the hachures, then the line; from afar the line alone."""
        painter = canvas.painter
        if canvas.detail >= Detail.NEAR:
            for path in self._hachures.within(canvas.rect):
                painter.fillPath(path, palette.CREST)
        pen = QPen(palette.CREST, canvas.hairline(1.5, 1.0))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        for path in self._ridges.within(canvas.rect):
            painter.strokePath(path, pen)


def ridge(ground: Ground, corners: list[Point]) -> Floats:
    """The curve along a line of crest hexsides, a point for each pair of hachures."""
    line = ground.strayed(relaxed(points_of(corners), 0.14))
    return resampled(cut_corners(line, 2), _CREST_SPACING)


def _fringes(edge: Floats) -> Iterator[QPainterPath]:
    """The hachures of a crest to either side, in pieces."""
    for downhill in (normals(edge), -normals(edge)):
        strokes = hachures(edge, downhill, _CREST_LENGTH)
        for start in range(0, len(edge), _PIECE):
            yield triangles_path(strokes[start : start + _PIECE])


def brow(ground: Ground, corners: list[Point]) -> Floats:
    """The curve along a line of slope hexsides, a point for each hachure."""
    line = points_of(corners)
    is_ring = len(corners) > 3 and corner_key(corners[0]) == corner_key(corners[-1])
    if is_ring:
        line = line[:-1]
    else:
        line = to_the_edge(to_the_edge(line, ground.frame)[::-1], ground.frame)[::-1]
    line = cut_corners(ground.strayed(relaxed(line, 0.42, is_ring)), 3, is_ring)
    return resampled(np.concatenate([line, line[:1]]) if is_ring else line, _SPACING)


def _toned(edge: Floats, low: float, high: float) -> Iterator[QPainterPath]:
    """The hachures of an edge that fall towards the sun as far as one ink is for."""
    downhill = -normals(edge)
    light = downhill @ _SUNWARD
    is_toned = (light >= low) & (light < high)
    strokes = hachures(edge, downhill)
    for start in range(0, len(edge), _PIECE):
        part = slice(start, start + _PIECE)
        if is_toned[part].any():
            yield triangles_path(strokes[part][is_toned[part]])


def hachures(edge: Floats, downhill: Floats, long: tuple[float, float] = _LENGTH) -> Floats:
    """The strokes as thin triangles, n x 3 corners x 2, wide at the top; least and most pixels."""
    place = np.rint(edge * 4).astype(np.int64)
    chance = lattice(place[:, 0], place[:, 1], seed=71)
    sway = lattice(place[:, 0], place[:, 1], seed=72) - 0.5
    along = np.stack([-downhill[:, 1], downhill[:, 0]], axis=1)
    length = long[0] + (long[1] - long[0]) * chance
    foot = edge + downhill * length[:, None] + along * (sway * 2.4)[:, None]
    top = edge - downhill * 0.6
    return settled(np.stack([top + along * _WIDTH, foot, top - along * _WIDTH], axis=1))
