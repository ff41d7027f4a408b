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
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPen

from hexwar.hexes import Hexside, hexside
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, shelf_of_paths
from hexwar.widgets.mapart.curves import cut_corners, line_path, pieces
from hexwar.widgets.mapart.ground import STEP, Ground
from hexwar.widgets.mapart.ink import spot, taken
from hexwar.widgets.mapart.noise import Floats, fractal
from hexwar.widgets.mapart.outlines import rings
from hexwar.widgets.mapart.pixels import see_through
from hexwar.widgets.mapart.raster import blurred

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
            share = self._near(gentle)
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
        sides = {hexside(a, b) for a, around in field.grid.neighbours.items() for b in around}
        return [
            (a, b)
            for a, b in sorted(sides - {hexside(*pair) for pair in field.slopes})
            if field.level(a) != field.level(b)
        ]

    def _near(self, sides: list[Hexside]) -> Floats:
        """1 at hexsides, 0 from about a hex away."""
        wide = 1.8 * self.ground.layout.radius
        spots = [spot(*self.ground.middle(side), wide) for side in sides]
        return blurred(taken(self.ground.raster, spots), _SCARP / STEP)


class Relief:
    """The surface made ready to paint."""

    def __init__(self, surface: Surface) -> None:
        self._rect = surface.ground.raster.rect
        self._tint = _tinted(surface.levels)
        self._shade = _lit(surface.height)
        self._contours = shelf_of_paths(
            [line_path(p) for line in _contours(surface) for p in pieces(line, 40)], 2.0
        )

    def paint_tint(self, canvas: Canvas) -> None:
        """Paints the bare ground."""
        self._paint_image(canvas, self._tint)

    def paint_shade(self, canvas: Canvas) -> None:
        """Paints light and shadow over whatever grows on the ground."""
        self._paint_image(canvas, self._shade)

    def paint_contours(self, canvas: Canvas) -> None:
        """Paints the contour lines."""
        if canvas.detail < Detail.NEAR:
            return
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        canvas.painter.setPen(QPen(palette.CONTOUR, canvas.hairline(0.7)))
        for path in self._contours.within(canvas.rect):
            canvas.painter.drawPath(path)

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


def _tinted(levels: Floats) -> QImage:
    """The colours of the levels."""
    inks = np.array(palette.GROUND, dtype=np.float64)
    red, green, blue = (np.interp(levels, np.arange(len(inks)), ink) for ink in inks.T)
    return see_through(blue, green, red, np.full(levels.shape, 255.0))


def _lit(height: Floats) -> QImage:
    """Light and shadow, to be laid over what is there."""
    light = _light(height)
    dark = np.clip(-light, 0.0, 1.0) * 0.54
    bright = np.clip(light, 0.0, 1.0) * 0.55
    inks = zip(palette.SHADE, palette.SUN, strict=True)
    red, green, blue = (dark * shade + bright * sun for shade, sun in inks)
    return see_through(blue, green, red, (dark + bright) * 255.0)


def _light(height: Floats) -> Floats:
    """From -1 (turned from the sun) over 0 (level ground) to 1 (facing it)."""
    down, right = np.gradient(height * _EXAGGERATION, STEP)
    level_light = math.sin(_SUN_HEIGHT)
    aside = math.cos(_SUN_HEIGHT) / math.sqrt(2)
    towards = (right + down) * aside  # ground that climbs to the lower right faces the sun
    light = (towards + level_light) / np.sqrt(right**2 + down**2 + 1) - level_light
    return np.asarray(np.clip(light, -1.0, 1.0))
