"""What grows on the ground: woods, marsh and farmland.

A village ploughs in furlongs, oblongs of a few strips side by side. They lie in rows at the
village's own angle and grow fewer with distance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainterPath, QPen, QRadialGradient

from hexwar.hexes import Point
from hexwar.widgets.brushwork import clear_image, graded, kept, round_ended, smooth, take_up
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import (
    Canvas,
    Detail,
    Dots,
    Lines,
    Painting,
    Shelf,
    area_path,
    area_paths,
    cut_corners,
    shelf_of_lines,
    shelf_of_paths,
)
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.raster import Floats, Mask, Raster, Whole, fractal, lattice, rings

_SPACING: Final = 8.0  # pixels between trees
_CROWN: Final = 4.3  # pixels, radius of a middling crown
_RAGGED: Final = 0.13  # of the cover by which small bays and spurs come and go at the edge
_SHADOW = (2.2, 2.8)  # pixels that a wood casts it to the right and down
_KINDS: Final = 8
_INSIDE = 0.62  # of the wood's cover from which a tree stands


class Woods:
    """All woods of the sheet.

    `ink` tells how much each sample of the raster is taken by roads, water and houses, 0 to 1:
    no tree stands there.
    """

    def __init__(self, ground: Ground, ink: Floats) -> None:
        field = ground.battlefield
        hexes = [h for h in field.grid.hexes if field.terrain_at(h).cover.art == "trees"]
        raster = ground.raster
        ragged = _RAGGED * fractal(raster.x, raster.y, 24.0, 2, seed=4)
        cover = ground.cover(hexes, soft=12.0) + ragged
        outlines = [cut_corners(ring, 1, is_closed=True) for ring in rings(raster, cover, 0.5)]
        self._masses = shelf_of_paths(area_paths(outlines), 4.0)
        closed = [np.concatenate([outline, outline[:1]]) for outline in outlines]
        self._edges = shelf_of_lines(closed, 4.0)
        self._trees = Trees(*_planted(ground, cover, ink))

    def paint_mass(self, canvas: Canvas) -> None:
        """Paints the shadow that a wood casts, its ground, and its outline."""
        painter, is_near = canvas.painter, canvas.detail >= Detail.NEAR
        masses = self._masses.within(canvas.rect)
        for mass in masses if is_near else ():
            painter.fillPath(mass.translated(*_SHADOW), palette.WOODS_SHADOW)
        for mass in masses:
            painter.fillPath(mass, palette.WOODS if is_near else palette.WOODS_FAR)
        canvas.stroke(self._edges, QPen(palette.WOODS_EDGE, canvas.hairline(1.0)))

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
        with kept(painter):
            painter.scale(1 / scale, 1 / scale)
            for (x, y), kind in zip(places, self._kinds[near].tolist(), strict=True):
                painter.drawImage(QPointF(x, y), stamps[kind])

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
    image = clear_image(size, size)
    painter = smooth(image)
    painter.translate(size / 2, size / 2)
    crown = _crown_path(radius, kind)
    painter.fillPath(crown.translated(radius * 0.24, radius * 0.3), palette.CROWN_SHADOW)
    ink = QColor(*palette.CROWNS[kind % len(palette.CROWNS)])
    light = QRadialGradient(QPointF(-0.4 * radius, -0.45 * radius), 1.7 * radius)
    graded(light, (0.0, ink.lighter(109)), (0.5, ink), (1.0, ink.darker(113)))
    take_up(painter, QPen(palette.CROWN_EDGE, max(0.35, 0.5 * scale)), light)
    painter.drawPath(crown)
    painter.end()
    return image


def _crown_path(radius: float, kind: int) -> QPainterPath:
    """A crown's lobed edge round the origin."""
    angle = np.linspace(0, 2 * math.pi, 24, endpoint=False) + kind
    edge = radius * (0.9 + 0.1 * np.abs(np.sin(angle * 2.5 + kind)))
    return area_path(np.stack([edge * np.cos(angle), edge * np.sin(angle) * 0.95], axis=1))


# -- marsh


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
        hexes = [h for h in field.grid.hexes if field.terrain_at(h).cover.art == "reeds"]
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
        canvas.fill(self._washes, palette.MARSH)
        if canvas.detail >= Detail.NEAR:
            pen = QPen(palette.MARSH_WATER, canvas.hairline(0.6, 0.4))
            take_up(canvas.painter, pen, palette.MARSH_POOL)
            canvas.draw(self._pools)

    def paint_signs(self, canvas: Canvas) -> None:
        """Paints still water and reeds."""
        if canvas.detail < Detail.NEAR:
            return
        water, reeds = (palette.MARSH_WATER, 0.9, self._water), (palette.REED, 0.85, self._reeds)
        for ink, width, lines in (water, reeds):
            canvas.painter.setPen(round_ended(ink, canvas.hairline(width, 0.6)))
            canvas.painter.drawLines(lines.within(canvas.rect))


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


# -- farmland


_LONG, _DEEP = 33.0, 25.0  # pixels, a furlong
_APART = 0.98 * _DEEP  # pixels between the middles of furlongs of two villages
_REACH = 5  # furlongs from a village to the last field
_ODDS, _FALL = 1.15, 0.0088  # of a furlong being ploughed: at the village, and less a pixel
_STRIPS = 5  # at most, in a furlong
_FURROW = 2.6  # pixels from furrow to furrow
_CORNERS = np.array([(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)])


@dataclass(frozen=True, slots=True)
class Fields:
    """Every field of the sheet."""

    corners: Floats  # n x 4 x 2; furrows run with the first side
    tones: Whole  # n, of `palette.STRIPS`


def fields(ground: Ground, ink: Floats) -> Fields:
    """The fields round every village and chateau, where `ink` says that nothing else is."""
    places, angles, seeds = _furlongs(ground)
    corners, is_strip = _strips(seeds)
    turned = np.einsum("fscx,fxy->fscy", corners, _turns(angles)) + places[:, None, None, :]
    is_strip &= _are_free(ground, turned, ink)
    is_kept = _kept_apart(places, is_strip.sum(axis=1) > 1)
    is_strip &= is_kept[:, None]
    tones = _chance(seeds[:, None], np.arange(_STRIPS)[None, :], 57) * len(palette.STRIPS)
    return Fields(turned[is_strip], tones.astype(np.int64)[is_strip])


def _furlongs(ground: Ground) -> tuple[Floats, Floats, Whole]:
    """The middle of each furlong that may be ploughed (n x 2), its angle and its number."""
    field = ground.battlefield
    hexes = field.grid.hexes
    homes = np.array([i for i, h in enumerate(hexes) if field.terrain_at(h).cover.built])
    homes = homes.astype(np.int64)
    steps = np.arange(-_REACH, _REACH + 1)
    row, column = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    shift = _chance(homes[:, None], row[None, :], 51) - 0.5
    along, across = (column + shift) * _LONG, np.broadcast_to(row * _DEEP, shift.shape)
    seeds = homes[:, None] * 1000 + np.arange(len(row))
    odds = _ODDS - _FALL * np.hypot(along, across)
    is_ploughed = _chance(seeds, seeds, 52) < odds
    angles = np.broadcast_to(1.4 * _chance(homes, homes, 53)[:, None] - 0.7, shift.shape)
    offset = np.einsum("hfx,hfxy->hfy", np.stack([along, across], axis=2), _turns(angles))
    centres = ground.centres([field.grid.hexes[i] for i in homes.tolist()])
    places = centres[:, None, :] + offset
    return places[is_ploughed], angles[is_ploughed], seeds[is_ploughed]


def _strips(seeds: Whole) -> tuple[Floats, Mask]:
    """The strips of each furlong about its middle (n x strips x 4 x 2), and which there are."""
    is_along = _chance(seeds, seeds, 54) < 0.6
    long, deep = np.where(is_along, _LONG, _DEEP), np.where(is_along, _DEEP, _LONG)
    count = 3 + (3 * _chance(seeds, seeds, 55)).astype(np.int64)
    lean = 5 * _chance(seeds, seeds, 56) - 2.5
    number = np.arange(_STRIPS)[None, :]
    ragged = 2.5 * _chance(seeds[:, None], number, 58)
    half = (long[:, None] / 2 - ragged)[:, :, None]
    share = (number[:, :, None] + _CORNERS[:, 1]) / count[:, None, None] - 0.5
    x = half * _CORNERS[:, 0] - 2 * share * lean[:, None, None]
    y = share * deep[:, None, None]
    corners = np.stack([x, y], axis=-1)
    corners = np.where(is_along[:, None, None, None], corners, corners[..., ::-1])
    return corners, number < count[:, None]


def _are_free(ground: Ground, corners: Floats, ink: Floats) -> Mask:
    """Which strips lie on bare ground, judged at their corners and the middles of their sides."""
    points = np.concatenate([corners, (corners + np.roll(corners, 1, axis=2)) / 2], axis=2)
    taken = ground.raster.at(ink, points.reshape(-1, 2)).reshape(points.shape[:3])
    return np.asarray(taken.max(axis=2, initial=0.0) < 0.15)


def _kept_apart(places: Floats, is_wanted: Mask) -> Mask:
    """Which furlongs stay when none may lie on one that comes before it."""
    is_kept = np.zeros(len(places), dtype=np.bool_)
    cells: dict[tuple[int, int], list[Point]] = {}
    for i in np.nonzero(is_wanted)[0].tolist():
        x, y = places[i].tolist()
        column, row = int(x // _DEEP), int(y // _DEEP)
        around = [(column + c, row + r) for c in (-1, 0, 1) for r in (-1, 0, 1)]
        others = (other for cell in around for other in cells.get(cell, ()))
        if all(math.dist((x, y), other) > _APART for other in others):
            cells.setdefault((column, row), []).append((x, y))
            is_kept[i] = True
    return is_kept


def _turns(angles: Floats) -> Floats:
    """What turns row vectors clockwise on paper, a 2 x 2 for each angle."""
    cos, sin = np.cos(angles), np.sin(angles)
    return np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=-2)


def _chance(a: Whole, b: Whole, seed: int) -> Floats:
    a, b = np.broadcast_arrays(a, b)
    return lattice(a, b, seed)


def farmland(fields_: Fields) -> Painting:
    """Paints the strips, and from near their furrows."""
    areas = [area_path(corners) for corners in fields_.corners]
    inks = [palette.STRIPS[tone] for tone in fields_.tones.tolist()]
    things = zip(areas, inks, strict=True)
    shelf = Shelf([(area.boundingRect(), (area, ink)) for area, ink in things])
    furrows = Lines(_furrows(fields_.corners))

    def paint(canvas: Canvas) -> None:
        if canvas.detail < Detail.MID:
            return
        for area, ink in shelf.within(canvas.rect):
            canvas.painter.fillPath(area, ink)
        if canvas.detail >= Detail.NEAR:
            canvas.painter.setPen(QPen(palette.FURROW, canvas.hairline(0.6, 0.5)))
            canvas.painter.drawLines(furrows.within(canvas.rect))

    return paint


def _furrows(corners: Floats) -> Floats:
    """Lines along every strip from end to end, n x 4."""
    deep = np.hypot(*(corners[:, 3] - corners[:, 0]).T)
    counts = np.maximum(2, np.rint(deep / _FURROW)).astype(np.int64) + 1
    strip = np.repeat(np.arange(len(corners)), counts)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    share = (np.arange(len(strip)) - first[strip]) / (counts[strip] - 1)
    a, b, c, d = (corners[strip, i] for i in range(4))
    return np.concatenate([a + (d - a) * share[:, None], b + (c - b) * share[:, None]], axis=1)
