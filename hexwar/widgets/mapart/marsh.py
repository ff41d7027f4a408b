"""Marsh: a wash without an edge, pools, still water and reeds."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Lines, shelf_of_paths
from hexwar.widgets.mapart.curves import area_paths, cut_corners
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.noise import Floats, fractal, lattice
from hexwar.widgets.mapart.outlines import rings
from hexwar.widgets.mapart.raster import Raster

_WASHES = (0.22, 0.42, 0.6)  # cover at which the wash grows a tone deeper
_ACROSS, _DOWN = 13.0, 8.0  # pixels between signs
_STILL = np.array([(-4.0, 0.0, 3.0, 0.0), (-1.0, 2.2, 5.0, 2.2)])
"""Still water: two short level strokes, the lower one aside."""
_TUFT = np.array([(0, 0, -2.6, -3.4), (0, 0, -0.9, -4.6), (0, 0, 1.0, -4.4), (0, 0, 2.7, -3.2)])
"""Reeds: four blades from one root."""


class Marsh:
    """All marsh of the sheet."""

    def __init__(self, ground: Ground, ink: Floats) -> None:
        field = ground.battlefield
        hexes = [h for h in field.grid.hexes if field.terrain_at(h) is Terrain.MARSH]
        raster = ground.raster
        ragged = 0.3 * fractal(raster.x, raster.y, 40.0, 3, seed=60)
        cover = ground.cover(hexes, soft=11.0)
        cover += ragged * (cover > 0.05)
        washes = [area for at in _WASHES for area in area_paths(_banks(raster, cover, at))]
        self._washes = shelf_of_paths(washes, 0.0)
        pools = cover * (1 - ink) + 0.55 * fractal(raster.x, raster.y, 17.0, 2, seed=61)
        self._pools = shelf_of_paths(area_paths(_banks(raster, pools, 1.02)), 2.0)
        points = _spots(ground, cover, ink)
        whole = np.rint(points).astype(np.int64)
        is_reed = lattice(whole[:, 0], whole[:, 1], seed=64) < 0.5
        self._water = Lines(_signs(points[~is_reed], _STILL))
        self._reeds = Lines(_signs(points[is_reed], _TUFT))

    def paint_wash(self, canvas: Canvas) -> None:
        """Paints the wet ground."""
        for wash in self._washes.within(canvas.rect):
            canvas.painter.fillPath(wash, palette.MARSH)
        if canvas.detail >= Detail.NEAR:
            canvas.painter.setPen(QPen(palette.MARSH_WATER, canvas.hairline(0.6, 0.4)))
            canvas.painter.setBrush(palette.MARSH_POOL)
            for pool in self._pools.within(canvas.rect):
                canvas.painter.drawPath(pool)

    def paint_signs(self, canvas: Canvas) -> None:
        """Paints still water and reeds."""
        if canvas.detail < Detail.NEAR:
            return
        painter = canvas.painter
        for ink, width, lines in (
            (palette.MARSH_WATER, 0.9, self._water),
            (palette.REED, 0.85, self._reeds),
        ):
            pen = QPen(ink, canvas.hairline(width, 0.6))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines.within(canvas.rect))


def _banks(raster: Raster, field: Floats, level: float) -> list[Floats]:
    """The smooth outlines of what is wet; mere puddles are left out."""
    outlines = [ring for ring in rings(raster, field, level) if len(ring) > 5]
    return [cut_corners(outline, 1, is_closed=True) for outline in outlines]


def _spots(ground: Ground, cover: Floats, ink: Floats) -> Floats:
    """Where a sign stands: in staggered rows, strayed, inside the marsh and off the roads."""
    rect = ground.bleed
    columns, rows = math.ceil(rect.width() / _ACROSS), math.ceil(rect.height() / _DOWN)
    column, row = (axis.ravel() for axis in np.meshgrid(np.arange(columns), np.arange(rows)))
    x = rect.left() + _ACROSS * (column + 0.5 * (row % 2)) + 6 * (lattice(column, row, 62) - 0.5)
    y = rect.top() + _DOWN * row + 4 * (lattice(column, row, 63) - 0.5)
    points = np.stack([x, y], axis=1)
    raster = ground.raster
    is_wet = (raster.at(cover, points) > 0.5) & (raster.at(ink, points) < 0.2)
    return np.asarray(points[is_wet])


def _signs(points: Floats, strokes: Floats) -> Floats:
    """Strokes (m x 4) drawn at each point."""
    return np.asarray((np.tile(points, 2)[:, None, :] + strokes).reshape(-1, 4))
