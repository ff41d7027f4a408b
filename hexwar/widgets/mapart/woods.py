"""Woods: one outline round a whole wood, and the crowns of its trees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRadialGradient

from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Dots, shelf_of_paths
from hexwar.widgets.mapart.curves import area_path, area_paths, cut_corners, line_path, pieces
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.noise import Floats, Whole, fractal, lattice
from hexwar.widgets.mapart.outlines import rings

_SPACING: Final = 8.0  # pixels between trees
_CROWN: Final = 4.3  # pixels, radius of a middling crown
_RAGGED: Final = 0.13  # of the cover by which small bays and spurs come and go at the edge
_SHADOW = (2.2, 2.8)  # pixels that a wood casts it to the right and down
_KINDS: Final = 8
_INSIDE = 0.62  # of the wood's cover from which a tree stands


class Woods:
    """All woods of the sheet.

    Args:
        ground: The sheet.
        ink: How much each sample of the raster is taken by roads, water and houses, 0 to 1:
            no tree stands there.
    """

    def __init__(self, ground: Ground, ink: Floats) -> None:
        field = ground.battlefield
        hexes = [h for h in field.grid.hexes if field.terrain_at(h) is Terrain.WOODS]
        raster = ground.raster
        ragged = _RAGGED * fractal(raster.x, raster.y, 24.0, 2, seed=4)
        cover = ground.cover(hexes, soft=12.0) + ragged
        outlines = [cut_corners(ring, 1, is_closed=True) for ring in rings(raster, cover, 0.5)]
        self._masses = shelf_of_paths(area_paths(outlines), 4.0)
        closed = [np.concatenate([outline, outline[:1]]) for outline in outlines]
        edges = [line_path(piece) for outline in closed for piece in pieces(outline, 40)]
        self._edges = shelf_of_paths(edges, 4.0)
        self._trees = Trees(*_planted(ground, cover, ink))

    def paint_mass(self, canvas: Canvas) -> None:
        """Paints the shadow that a wood casts, its ground, and its outline."""
        painter, is_near = canvas.painter, canvas.detail >= Detail.NEAR
        masses = self._masses.within(canvas.rect)
        for mass in masses if is_near else ():
            painter.fillPath(mass.translated(*_SHADOW), palette.WOODS_SHADOW)
        for mass in masses:
            painter.fillPath(mass, palette.WOODS if is_near else palette.WOODS_FAR)
        pen = QPen(palette.WOODS_EDGE, canvas.hairline(1.0))
        for edge in self._edges.within(canvas.rect):
            painter.strokePath(edge, pen)

    def paint_trees(self, canvas: Canvas) -> None:
        """Paints the crowns."""
        if canvas.detail >= Detail.NEAR:
            self._trees.paint(canvas)


def _planted(ground: Ground, cover: Floats, ink: Floats) -> tuple[Floats, Whole]:
    """Where trees stand (n x 2, north first) and of which kind each is."""
    points, number = _staggered(ground.bleed)
    strayed = np.stack([lattice(number[:, 0], number[:, 1], seed) for seed in (5, 6)], axis=1)
    points = points + (strayed - 0.5) * (5.4, 4.4)
    raster = ground.raster
    stands = (raster.at(cover, points) > _INSIDE) & (raster.at(ink, points) < 0.25)
    points, number = points[stands], number[stands]
    order = np.argsort(points[:, 1], kind="stable")
    kinds = (lattice(number[:, 0], number[:, 1], 7) * _KINDS).astype(np.int64)
    return points[order], kinds[order]


def _staggered(rect: QRectF) -> tuple[Floats, Whole]:
    """Points in rows that stand between one another, and the column and row of each."""
    columns = np.arange(math.ceil(rect.width() / _SPACING))
    rows = np.arange(math.ceil(rect.height() / (_SPACING * 0.78)))
    column, row = (axis.ravel() for axis in np.meshgrid(columns, rows))
    x = rect.left() + _SPACING * (column + 0.5 * (row % 2))
    y = rect.top() + _SPACING * 0.78 * row
    return np.stack([x, y], axis=1), np.stack([column, row], axis=1)


class Trees:
    """Crowns at fixed places, stamped from pictures made for the scale at hand."""

    def __init__(self, points: Floats, kinds: Whole) -> None:
        self._places = Dots(points)
        self._kinds = kinds
        self._stamps: dict[float, Sequence[QImage]] = {}

    def paint(self, canvas: Canvas) -> None:
        """Paints the crowns in sight, those to the south over those to the north."""
        scale = round(canvas.scale, 3)
        stamps = self._stamps_at(scale)
        near = self._places.near(canvas.rect, 2 * _CROWN)
        half = stamps[0].width() / 2
        places = (self._places.points[near] * scale - half).round().tolist()
        painter = canvas.painter
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        for (x, y), kind in zip(places, self._kinds[near].tolist(), strict=True):
            painter.drawImage(QPointF(x, y), stamps[kind])
        painter.restore()

    def _stamps_at(self, scale: float) -> Sequence[QImage]:
        if scale not in self._stamps:
            if len(self._stamps) >= 8:  # scales other than the usual few are rare
                self._stamps.clear()
            self._stamps[scale] = [_crown(kind, scale) for kind in range(_KINDS)]
        return self._stamps[scale]


def _crown(kind: int, scale: float) -> QImage:
    """One tree from above, in the light of the upper left."""
    radius = _CROWN * (0.86 + 0.09 * (kind % 4)) * scale
    size = 2 * math.ceil(_CROWN * 1.6 * scale)
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    crown = _crown_path(radius, kind)
    painter.fillPath(crown.translated(radius * 0.24, radius * 0.3), palette.CROWN_SHADOW)
    ink = QColor(*palette.CROWNS[kind % len(palette.CROWNS)])
    light = QRadialGradient(QPointF(-0.4 * radius, -0.45 * radius), 1.7 * radius)
    light.setColorAt(0.0, ink.lighter(109))
    light.setColorAt(0.5, ink)
    light.setColorAt(1.0, ink.darker(113))
    painter.setBrush(light)
    painter.setPen(QPen(palette.CROWN_EDGE, max(0.35, 0.5 * scale)))
    painter.drawPath(crown)
    painter.end()
    return image


def _crown_path(radius: float, kind: int) -> QPainterPath:
    """A crown's lobed edge round the origin."""
    angle = np.linspace(0, 2 * math.pi, 24, endpoint=False) + kind
    edge = radius * (0.9 + 0.1 * np.abs(np.sin(angle * 2.5 + kind)))
    return area_path(np.stack([edge * np.cos(angle), edge * np.sin(angle) * 0.95], axis=1))
