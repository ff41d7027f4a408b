"""Fields: strips of ploughland on the open ground round villages.

A village ploughs in furlongs, oblongs of a few strips side by side. They lie in rows at the
village's own angle and grow fewer with distance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QPen

from hexwar.hexes.layout import Point
from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Lines, Shelf
from hexwar.widgets.mapart.curves import area_path
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.noise import Floats, Whole, lattice
from hexwar.widgets.mapart.raster import Mask

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
    built = (Terrain.TOWN, Terrain.CHATEAU)
    homes = np.array([i for i, h in enumerate(field.grid.hexes) if field.terrain_at(h) in built])
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


class Farmland:
    """The fields made ready to paint."""

    def __init__(self, fields_: Fields) -> None:
        areas = [area_path(corners) for corners in fields_.corners]
        inks = [palette.STRIPS[tone] for tone in fields_.tones.tolist()]
        things = zip(areas, inks, strict=True)
        self._shelf = Shelf([(area.boundingRect(), (area, ink)) for area, ink in things])
        self._furrows = Lines(_furrows(fields_.corners))

    def paint(self, canvas: Canvas) -> None:
        """Paints the strips, and from near their furrows."""
        if canvas.detail < Detail.MID:
            return
        painter = canvas.painter
        for area, ink in self._shelf.within(canvas.rect):
            painter.fillPath(area, ink)
        if canvas.detail >= Detail.NEAR:
            painter.setPen(QPen(palette.FURROW, canvas.hairline(0.6, 0.5)))
            painter.drawLines(self._furrows.within(canvas.rect))


def _furrows(corners: Floats) -> Floats:
    """Lines along every strip from end to end, n x 4."""
    deep = np.hypot(*(corners[:, 3] - corners[:, 0]).T)
    counts = np.maximum(2, np.rint(deep / _FURROW)).astype(np.int64) + 1
    strip = np.repeat(np.arange(len(corners)), counts)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    share = (np.arange(len(strip)) - first[strip]) / (counts[strip] - 1)
    a, b, c, d = (corners[strip, i] for i in range(4))
    return np.concatenate([a + (d - a) * share[:, None], b + (c - b) * share[:, None]], axis=1)
