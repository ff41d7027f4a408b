"""What grows on the ground: woods, marsh and farmland.

A village ploughs in furlongs, oblongs of a few strips side by side. They lie in rows at the
village's own angle and grow fewer with distance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRadialGradient

from hexwar.hexes import Point
from hexwar.messages import say
from hexwar.widgets.brushwork import clear_image, faded, graded, kept, round_ended, smooth, take_up
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
from hexwar.widgets.mapart.palette import Inks, Season, inks_of
from hexwar.widgets.mapart.raster import (
    Floats,
    Jitter,
    Mask,
    Raster,
    Whole,
    fractal,
    lattice,
    rings,
)

_SPACING: Final = 8.0  # pixels between trees
_CROWN: Final = 4.3  # pixels, radius of a middling crown
_RAGGED: Final = 0.13  # of the cover by which small bays and spurs come and go at the edge
_SHADOW = (2.2, 2.8)  # pixels that a wood casts it to the right and down
_SIZES: Final = (0.84, 1.0, 1.16, 1.34)  # of a middling crown
_SHAPES: Final = 5
_ROOM: Final = 2.0  # crowns that a stamp has room for, to either side
_GAPS: Final = 0.05  # of the trees that are missing
_GROVES: Final = ((74.0, 14), (120.0, 17))  # pixels from grove to grove, and a seed: size, tone
_TWIGS_FROM: Final = 0.9  # device pixels to a scene pixel: below it a crown is a blot
_HAZE: Final = 110  # of 255: how much a bare crown veils the ground
_INSIDE = 0.62  # of the wood's cover from which a tree stands


class Woods:
    """All woods of the sheet.

    `ink` tells how much each sample of the raster is taken by roads, water and houses, 0 to 1:
    no tree stands there.
    """

    def __init__(self, ground: Ground, ink: Floats) -> None:
        hexes = ground.hexes_with("trees")
        raster = ground.raster
        ragged = _RAGGED * fractal(raster.x, raster.y, 24.0, 2, seed=4)
        cover = ground.cover(hexes, soft=12.0) + ragged
        outlines = [cut_corners(ring, 1, is_closed=True) for ring in rings(raster, cover, 0.5)]
        self._masses = shelf_of_paths(area_paths(outlines), 4.0)
        closed = [np.concatenate([outline, outline[:1]]) for outline in outlines]
        self._edges = shelf_of_lines(closed, 4.0)
        self._trees = Trees(_planted(ground, cover, ink))

    def paint_mass(self, canvas: Canvas) -> None:
        """Paints the shadow that a wood casts, its ground, and its outline."""
        painter, is_near = canvas.painter, canvas.detail >= Detail.NEAR
        masses = self._masses.within(canvas.rect)
        for mass in masses if is_near else ():
            painter.fillPath(mass.translated(*_SHADOW), canvas.inks.woods_shadow)
        for mass in masses:
            painter.fillPath(mass, canvas.inks.woods if is_near else canvas.inks.woods_far)
        canvas.stroke(self._edges, QPen(canvas.inks.woods_edge, canvas.hairline(1.0)))

    def paint_trees(self, canvas: Canvas) -> None:
        """Paints the crowns."""
        if canvas.detail >= Detail.NEAR:
            self._trees.paint(canvas)


@dataclass(frozen=True, slots=True)
class Stand:
    """Trees of the sheet, those to the north first."""

    points: Floats  # n x 2
    sizes: Whole  # of `_SIZES`: large and small trees stand in groves
    tones: Floats  # from 0 up to 1, likewise
    shapes: Whole  # of `_SHAPES`
    lots: Floats  # n x 2, from 0 up to 1: who is evergreen, who stands bare in winter


def _planted(ground: Ground, cover: Floats, ink: Floats) -> Stand:
    """Where trees stand, and what each is like."""
    points, number = _staggered(ground)
    raster = ground.raster

    def chance(seed: int) -> Floats:
        return lattice(number[:, 0], number[:, 1], seed)

    strayed = np.stack([chance(5), chance(6)], axis=1)
    points = points + (strayed - 0.5) * (6.2, 5.2)
    groves, stands = (fractal(raster.x, raster.y, long, 3, seed) for long, seed in _GROVES)
    size = raster.at(groves, points) + 0.9 * (chance(7) - 0.5)
    tone = 0.5 + 0.55 * raster.at(stands, points) + 0.7 * (chance(8) - 0.5)
    grown = (raster.at(cover, points) > _INSIDE) & (raster.at(ink, points) < 0.25)
    grown &= chance(9) > _GAPS
    order = np.nonzero(grown)[0]
    order = order[np.argsort(points[order, 1], kind="stable")]
    sizes = np.clip((size + 0.62) / 1.24 * len(_SIZES), 0, len(_SIZES) - 1).astype(np.int64)
    shapes = (chance(10) * _SHAPES).astype(np.int64)
    lots = np.stack([chance(12), chance(13)], axis=1)
    tones = np.clip(tone, 0.0, 0.999)
    return Stand(points[order], sizes[order], tones[order], shapes[order], lots[order])


def _staggered(ground: Ground) -> tuple[Floats, Whole]:
    """Points in rows that stand between one another, and the column and row of each."""
    rect = ground.bleed
    column, row = ground.staggered(_SPACING, _SPACING * 0.78)
    x = rect.left() + _SPACING * (column + 0.5 * (row % 2))
    y = rect.top() + _SPACING * 0.78 * row
    return np.stack([x, y], axis=1), np.stack([column, row], axis=1)


class Trees:
    """Crowns at fixed places, stamped from pictures made for the scale and season at hand."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._places = Dots(stand.points)
        self._kinds: dict[Season, list[Crown]] = {}

    def paint(self, canvas: Canvas) -> None:
        """Paints the crowns in sight, those to the south over those to the north."""
        scale = round(canvas.scale, 3)
        kinds, season = self._kinds_in(canvas.season), canvas.season
        near = self._places.near(canvas.rect, 2 * _CROWN)
        half = math.ceil(_CROWN * _ROOM * scale)
        places = (self._places.points[near] * scale - half).round().tolist()
        painter = canvas.painter
        with kept(painter):
            painter.scale(1 / scale, 1 / scale)
            for (x, y), tree in zip(places, near.tolist(), strict=True):
                painter.drawImage(QPointF(x, y), _stamp(kinds[tree], season, scale))

    def _kinds_in(self, season: Season) -> list[Crown]:
        """What each tree looks like."""
        if season not in self._kinds:
            stand, inks = self._stand, inks_of(season)
            is_green, is_bare = (stand.lots < (inks.evergreen, inks.bareness)).T
            counts = np.where(is_green, len(inks.evergreens), len(inks.crowns))
            tones = (stand.tones * counts).astype(np.int64)
            dress = np.where(is_green, _EVERGREEN, np.where(is_bare, _BARE, _LEAFY))
            columns = dress, tones, stand.sizes, stand.shapes
            known: dict[tuple[int, ...], Crown] = {}
            rows = zip(*(column.tolist() for column in columns), strict=True)
            self._kinds = {season: [known.setdefault(row, Crown(*row)) for row in rows]}
        return self._kinds[season]


_LEAFY, _BARE, _EVERGREEN = range(3)


@dataclass(frozen=True, slots=True)
class Crown:
    """One tree from above, in the light of the upper left."""

    dress: int
    tone: int
    size: int
    shape: int

    def stamp(self, inks: Inks, scale: float) -> QImage:
        """Its picture in the inks of a season."""
        radius = _CROWN * _SIZES[self.size] * scale
        edge = 2 * math.ceil(_CROWN * _ROOM * scale)
        image = clear_image(edge, edge)
        painter = smooth(image)
        painter.translate(edge / 2, edge / 2)
        tones = inks.evergreens if self.dress == _EVERGREEN else inks.crowns
        tone = tones[self.tone]
        if self.dress == _BARE:
            self._draw_twigs(painter, inks, tone, radius, scale)
        else:
            self._draw_leaves(painter, inks, tone, radius, scale)
        painter.end()
        return image

    def _draw_leaves(
        self, painter: QPainter, inks: Inks, tone: QColor, radius: float, scale: float
    ) -> None:
        crown = self._outline(radius)
        painter.fillPath(crown.translated(radius * 0.26, radius * 0.34), inks.crown_shadow)
        light = QRadialGradient(QPointF(-0.4 * radius, -0.45 * radius), 1.7 * radius)
        graded(light, (0.0, tone.lighter(106)), (0.5, tone), (1.0, tone.darker(113)))
        take_up(painter, QPen(inks.crown_edge, max(0.35, 0.45 * scale)), light)
        painter.drawPath(crown)
        # Masses of leaves within the crown.
        take_up(painter, None, faded(tone.lighter(108), 130))
        jitter = Jitter(say("crown {shape} {size}", shape=self.shape, size=self.size))
        for _ in range(3):
            x, y = jitter.between(-0.5, 0.2) * radius, jitter.between(-0.55, 0.15) * radius
            painter.drawEllipse(QPointF(x, y), 0.3 * radius, 0.24 * radius)

    def _outline(self, radius: float) -> QPainterPath:
        """The lobed edge of the crown; an evergreen's is ragged."""
        angle = np.linspace(0, 2 * math.pi, 28, endpoint=False)
        turn = 1.7 * self.shape + 0.6 * self.size
        if self.dress == _EVERGREEN:
            edge = 0.78 * radius * (0.84 + 0.2 * np.abs(np.sin(angle * 4.5 + turn)))
        else:
            lobes = 2.5 + self.shape % 3
            edge = radius * (0.8 + 0.2 * np.abs(np.sin(angle * lobes + turn)))
            edge *= 1 + 0.14 * np.sin(2 * angle + 2.3 * turn)
        return area_path(np.stack([edge * np.cos(angle), edge * np.sin(angle) * 0.95], axis=1))

    def _draw_twigs(
        self, painter: QPainter, inks: Inks, tone: QColor, radius: float, scale: float
    ) -> None:
        """Boughs from the trunk outwards, each forked; the ground shows between them."""
        crown = self._outline(0.95 * radius)
        if scale < _TWIGS_FROM:
            take_up(painter, QPen(inks.crown_edge, 0.35), faded(tone, 2 * _HAZE))
            painter.drawPath(crown)
            return
        painter.fillPath(crown, faded(tone, _HAZE))
        jitter = Jitter(say("twigs {shape} {size}", shape=self.shape, size=self.size))
        boughs = 6 + self.shape % 3
        lines = []
        for i in range(boughs):
            angle = 2 * math.pi * (i + jitter.between(-0.3, 0.3)) / boughs + self.shape
            long = radius * jitter.between(0.8, 1.08)
            fork = QPointF(math.cos(angle), math.sin(angle)) * (0.5 * long)
            lines.append(QLineF(QPointF(0.0, 0.0), fork))
            for sway in (-0.42, 0.36):
                tip = QPointF(math.cos(angle + sway), math.sin(angle + sway)) * long
                lines.append(QLineF(fork, tip))
        shadow = QPen(inks.crown_shadow, max(0.5, 0.6 * scale))
        bark = faded(inks.crown_edge, round(inks.crown_edge.alpha() * min(scale, 1.6) / 1.6))
        for pen, aside in ((shadow, 0.9 * scale), (QPen(bark, max(0.42 * scale, 0.4)), 0.0)):
            painter.setPen(pen)
            painter.drawLines([line.translated(aside, 1.2 * aside) for line in lines])
        take_up(painter, None, inks.crown_edge)
        painter.drawEllipse(QPointF(0.0, 0.0), 0.13 * radius, 0.13 * radius)


@lru_cache(maxsize=4096)
def _stamp(crown: Crown, season: Season, scale: float) -> QImage:
    """The picture of a tree, which all sheets share."""
    return crown.stamp(inks_of(season), scale)


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
        hexes = ground.hexes_with("reeds")
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
        canvas.fill(self._washes, canvas.inks.marsh)
        if canvas.detail >= Detail.NEAR:
            pen = QPen(canvas.inks.marsh_water, canvas.hairline(0.6, 0.4))
            take_up(canvas.painter, pen, canvas.inks.marsh_pool)
            canvas.draw(self._pools)

    def paint_signs(self, canvas: Canvas) -> None:
        """Paints still water and reeds."""
        if canvas.detail < Detail.NEAR:
            return
        water = canvas.inks.marsh_water, 0.9, self._water
        reeds = canvas.inks.reed, 0.85, self._reeds
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
    column, row = ground.staggered(_ACROSS, _DOWN)
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
_FURROW = (2.1, 3.3)  # pixels from furrow to furrow, least and most
_FALLOW, _PLOUGHED = 0.18, 0.58  # of the strips that bear nothing, and that or bare furrows
_CORNERS = np.array([(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)])


@dataclass(frozen=True, slots=True)
class Fields:
    """Every field of the sheet."""

    corners: Floats  # n x 4 x 2; furrows run with the first side
    tones: Floats  # n, from 0 up to 1: which of the season's tones
    crops: Floats  # n, from 0 up to 1: what grows there
    pitches: Floats  # n, pixels from furrow to furrow


def fields(ground: Ground, ink: Floats) -> Fields:
    """The fields round every village and chateau, where `ink` says that nothing else is."""
    places, angles, seeds = _furlongs(ground)
    corners, is_strip = _strips(seeds)
    turned = np.einsum("fscx,fxy->fscy", corners, _turns(angles)) + places[:, None, None, :]
    is_strip &= _are_free(ground, turned, ink)
    is_kept = _kept_apart(places, is_strip.sum(axis=1) > 1)
    is_strip &= is_kept[:, None]
    number = np.arange(_STRIPS)[None, :]
    tones, crops, pitches = (_chance(seeds[:, None], number, seed) for seed in (57, 70, 73))
    pitch = _FURROW[0] + (_FURROW[1] - _FURROW[0]) * pitches
    return Fields(turned[is_strip], *(each[is_strip] for each in (tones, crops, pitch)))


def _furlongs(ground: Ground) -> tuple[Floats, Floats, Whole]:
    """The middle of each furlong that may be ploughed (n x 2), its angle and its number."""
    field = ground.battlefield
    hexes, index = field.grid.hexes, field.grid.index
    built = [h for h in ground.hexes if h in field.terrain and field.terrain[h].cover.built]
    homes = np.array([index[h] for h in built], dtype=np.int64)
    steps = np.arange(-_REACH, _REACH + 1)
    row, column = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    shift = _chance(homes[:, None], row[None, :], 51) - 0.5
    along, across = (column + shift) * _LONG, np.broadcast_to(row * _DEEP, shift.shape)
    seeds = homes[:, None] * 1000 + np.arange(len(row))
    odds = _ODDS - _FALL * np.hypot(along, across)
    is_ploughed = _chance(seeds, seeds, 52) < odds
    angles = np.broadcast_to(1.4 * _chance(homes, homes, 53)[:, None] - 0.7, shift.shape)
    sway = 0.34 * (_chance(seeds, seeds, 68) - 0.5)
    offset = np.einsum("hfx,hfxy->hfy", np.stack([along, across], axis=2), _turns(angles))
    centres = ground.centres([hexes[i] for i in homes.tolist()])
    places = centres[:, None, :] + offset
    return places[is_ploughed], (angles + sway)[is_ploughed], seeds[is_ploughed]


def _strips(seeds: Whole) -> tuple[Floats, Mask]:
    """The strips of each furlong about its middle (n x strips x 4 x 2), and which there are."""
    is_along = _chance(seeds, seeds, 54) < 0.6
    wide, high = _LONG * _share(seeds, 66), _DEEP * _share(seeds, 67)
    long, deep = np.where(is_along, wide, high), np.where(is_along, high, wide)
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


def _share(seeds: Whole, seed: int) -> Floats:
    """How large a furlong is, of the usual."""
    return np.asarray(0.72 + 0.34 * _chance(seeds, seeds, seed))


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
    """Paints the strips, and from near their furrows and what stands in rows."""
    areas = [area_path(corners) for corners in fields_.corners]
    things = zip(areas, fields_.tones.tolist(), strict=True)
    shelf = Shelf([(area.boundingRect(), (area, tone)) for area, tone in things])
    is_ploughed = (fields_.crops >= _FALLOW) & (fields_.crops < _PLOUGHED)
    is_sown = fields_.crops >= _PLOUGHED
    furrows = Lines(_furrows(fields_.corners[is_ploughed], fields_.pitches[is_ploughed]))
    rows = Lines(_furrows(fields_.corners[is_sown], fields_.pitches[is_sown]))

    def paint(canvas: Canvas) -> None:
        if canvas.detail < Detail.MID:
            return
        strips, painter = canvas.inks.strips, canvas.painter
        for area, tone in shelf.within(canvas.rect):
            painter.fillPath(area, strips[int(tone * len(strips))])
        if canvas.detail >= Detail.NEAR:
            painter.setPen(QPen(canvas.inks.furrow, canvas.hairline(0.6, 0.5)))
            painter.drawLines(furrows.within(canvas.rect))
            pen = QPen(canvas.inks.crop, canvas.hairline(0.8, 0.6))
            if canvas.inks.crop_dash:
                pen.setDashPattern([canvas.inks.crop_dash, 0.8 * canvas.inks.crop_dash])
            painter.setPen(pen)
            painter.drawLines(rows.within(canvas.rect))

    return paint


def _furrows(corners: Floats, pitches: Floats) -> Floats:
    """Lines along every strip from end to end, n x 4."""
    deep = np.hypot(*(corners[:, 3] - corners[:, 0]).T)
    counts = np.maximum(2, np.rint(deep / pitches)).astype(np.int64) + 1
    strip = np.repeat(np.arange(len(corners)), counts)
    first = (np.cumsum(counts) - counts).astype(np.int64)
    share = (np.arange(len(strip)) - first[strip]) / (counts[strip] - 1)
    a, b, c, d = (corners[strip, i] for i in range(4))
    return np.concatenate([a + (d - a) * share[:, None], b + (c - b) * share[:, None]], axis=1)
