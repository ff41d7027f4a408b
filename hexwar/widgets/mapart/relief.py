"""The lie of the land: hypsometric tint, contour lines, and light from the upper left.

The light falls from there wherever north is: lit from below, a reader takes hills for hollows.

Only the levels of hexes are known. They become one smooth surface that steps where a slope
hexside is, and climbs gently where levels differ without one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from hexwar.hexes import Hexside, Point, hexside
from hexwar.widgets.brushwork import round_ended, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    Detail,
    Painting,
    cut_corners,
    normals,
    points_of,
    relaxed,
    resampled,
    settled,
    shelf_of_lines,
    shelf_of_paths,
    triangles_path,
)
from hexwar.widgets.mapart.ground import STEP, Ground, chains, corner_key, runs, to_the_edge
from hexwar.widgets.mapart.palette import Inks, Season, inks_of
from hexwar.widgets.mapart.raster import (
    Floats,
    blurred,
    fractal,
    lattice,
    rings,
    see_through,
    spot,
    taken,
)

_TINT, _SCARP, _GENTLE, _BODY = 6.0, 10.0, 22.0, 34.0  # pixels over which a step is spread
_SCARP_SHARE = 0.42  # of a level's height that falls at the slope hexside itself
_SWELL = 0.075  # levels by which even flat ground swells
_GULLIES = 0.5  # of the steepness of a hillside that gullies add
_EXAGGERATION = 30.0  # pixels a level is high, for the light
_SUN_HEIGHT = math.radians(46)
_CONTOURS: Final = (0.3, 0.72, 1.3, 1.72, 2.3, 2.72)


class Surface:
    """The height of the ground in levels, at every sample of the raster."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @cached_property
    def levels(self) -> Floats:
        """The level of the ground, softened only as far as its edges need."""
        return blurred(self._levels(), _TINT / STEP)

    @cached_property
    def height(self) -> Floats:
        """Rows x columns of levels."""
        ground = self.ground
        levels = self._levels()
        steps = blurred(levels, _SCARP / STEP)
        body = blurred(levels, _BODY / STEP)
        gentle = self._gentle_sides()
        if gentle:
            wide = 1.8 * ground.layout.radius
            spots = [spot(*ground.middle(side), wide) for side in gentle]
            share = blurred(taken(ground.raster, spots), _SCARP / STEP)  # 0 about a hex away
            steps = (1 - share) * steps + share * blurred(levels, _GENTLE / STEP)
        raster = ground.raster
        fall = np.hypot(*np.gradient(body, STEP)) * _BODY
        rough = fractal(raster.x, raster.y, 58.0, 3, seed=43)
        swell = fractal(raster.x, raster.y, 230.0, 4, seed=41)
        hills = _SCARP_SHARE * steps + (1 - _SCARP_SHARE) * body
        return np.asarray(hills + _SWELL * swell + _GULLIES * fall * rough)

    def _levels(self) -> Floats:
        field = self.ground.battlefield
        levels = np.array([field.level(hex_) for hex_ in field.grid.hexes], dtype=np.float64)
        return levels[self.ground.owners]

    def _gentle_sides(self) -> list[Hexside]:
        """The hexsides where levels differ but no slope is."""
        field = self.ground.battlefield
        around = field.grid.neighbours
        sides = {hexside(a, b) for a in self.ground.hexes for b in around[a]}
        return [
            (a, b)
            for a, b in sorted(sides - {hexside(*pair) for pair in field.slopes})
            if field.level(a) != field.level(b)
        ]


class Relief:
    """The surface made ready to paint."""

    def __init__(self, surface: Surface) -> None:
        self._rect = surface.ground.raster.rect
        self._levels, self._light = surface.levels, _light(surface.height)
        self._pictures: dict[Season, tuple[QImage, QImage]] = {}
        self._contours = shelf_of_lines(list(_contours(surface)), 2.0)

    def paint_tint(self, canvas: Canvas) -> None:
        """Paints the bare ground."""
        self._paint_image(canvas, self._pictures_of(canvas.season)[0])

    def paint_shade(self, canvas: Canvas) -> None:
        """Paints light and shadow over whatever grows on the ground."""
        self._paint_image(canvas, self._pictures_of(canvas.season)[1])

    def _pictures_of(self, season: Season) -> tuple[QImage, QImage]:
        """The bare ground, and the light on it."""
        if season not in self._pictures:
            inks = inks_of(season)
            self._pictures = {season: (_tinted(self._levels, inks), _lit(self._light, inks))}
        return self._pictures[season]

    def paint_contours(self, canvas: Canvas) -> None:
        """Paints the contour lines."""
        if canvas.detail < Detail.NEAR:
            return
        take_up(canvas.painter, QPen(canvas.inks.contour, canvas.hairline(0.7)))
        canvas.draw(self._contours)

    def _paint_image(self, canvas: Canvas, image: QImage) -> None:
        canvas.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        half = STEP / 2  # a sample is the middle of its pixel
        canvas.painter.drawImage(self._rect.adjusted(-half, -half, half, half), image)


def _contours(surface: Surface) -> Iterator[Floats]:
    """The contour lines of hills, each ending where it began; mere bumps have none."""
    top = surface.height.max()
    for level in _CONTOURS:
        for ring in rings(surface.ground.raster, surface.height, level) if level < top else ():
            if len(ring) > 12:
                curve = cut_corners(ring, 1, is_closed=True)
                yield np.concatenate([curve, curve[:1]])


def _tinted(levels: Floats, inks: Inks) -> QImage:
    """The colours of the levels."""
    tints = np.array([_levels_of(tint) for tint in inks.ground], dtype=np.float64)
    red, green, blue = (np.interp(levels, np.arange(len(tints)), tint) for tint in tints.T)
    return see_through(blue, green, red, np.full(levels.shape, 255.0))


def _levels_of(colour: QColor) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return colour.red(), colour.green(), colour.blue()


def _lit(light: Floats, inks: Inks) -> QImage:
    """Light and shadow, to be laid over what is there."""
    dark = np.clip(-light, 0.0, 1.0) * 0.54
    bright = np.clip(light, 0.0, 1.0) * 0.55
    pairs = zip(_levels_of(inks.shade), _levels_of(inks.sun), strict=True)
    red, green, blue = (dark * shade + bright * sun for shade, sun in pairs)
    return see_through(blue, green, red, (dark + bright) * 255.0)


def _light(height: Floats) -> Floats:
    """From -1 (turned from the sun) over 0 (level ground) to 1 (facing it)."""
    down, right = np.gradient(height * _EXAGGERATION, STEP)
    level_light = math.sin(_SUN_HEIGHT)
    aside = math.cos(_SUN_HEIGHT) / math.sqrt(2)
    towards = (right + down) * aside  # ground that climbs to the lower right faces the sun
    light = (towards + level_light) / np.sqrt(right**2 + down**2 + 1) - level_light
    return np.asarray(np.clip(light, -1.0, 1.0))


# -- slopes and crests


_SPACING = 3.1  # pixels between hachures
_LENGTH = (5.5, 10.0)  # pixels
_WIDTH = 0.75  # half the width of a hachure's upper end, pixels
_SUNWARD: Final = np.array([-1.0, -1.0]) / np.sqrt(2.0)

_CREST_SPACING = 4.4  # pixels between the hachures of a crest
_CREST_LENGTH = (3.6, 5.2)  # pixels
_PIECE = 30  # hachures that are painted as one
_TONES: Final = (
    ("hachure_lit", 0.3, 2.0),
    ("hachure_side", -0.3, 0.3),
    ("hachure_dark", -2.0, -0.3),
)
"""The ink of hachures by how far they fall towards the sun, from and to."""


def slopes(ground: Ground) -> Painting:
    """Paints the hachures of slope hexsides; from afar a brown edge says as much."""
    # Clockwise round the high hex: the low ground lies on the left.
    sides = [ground.ends((high, low)) for low, high in ground.near(ground.battlefield.slopes)]
    edges = [brow(ground, chain) for chain in chains(sides)]
    strokes = [
        (ink, shelf_of_paths([p for edge in edges for p in _toned(edge, low, high)], 2.0))
        for ink, low, high in _TONES
    ]
    brows = shelf_of_lines(edges, 3.0, _PIECE)

    def paint(canvas: Canvas) -> None:
        take_up(canvas.painter, QPen(canvas.inks.hachure_side, canvas.hairline(0.9)))
        canvas.draw(brows)
        for ink, shelf in strokes if canvas.detail >= Detail.NEAR else ():
            canvas.fill(shelf, canvas.inks.of(ink))

    return paint


def crests(ground: Ground) -> Painting:
    """Paints a line along crest hexsides; from near short hachures down both its sides first."""
    sides = [ground.ends(side) for side in ground.near(ground.battlefield.crests)]
    edges = [ridge(ground, run) for run in runs(sides)]
    ridges = shelf_of_lines(edges, 3.0, _PIECE)
    strokes = shelf_of_paths([p for edge in edges for p in _fringes(edge)], 2.0)

    def paint(canvas: Canvas) -> None:
        if canvas.detail >= Detail.NEAR:
            canvas.fill(strokes, canvas.inks.crest)
        canvas.stroke(ridges, round_ended(canvas.inks.crest, canvas.hairline(1.5, 1.0)))

    return paint


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
