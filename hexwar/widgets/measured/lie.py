"""The lie of the land: grass, and hills in steps with light on their sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from hexwar.widgets.brushwork import clear_image, faded, kept, round_ended, smooth, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    area_path,
    cut_corners,
    line_path,
    normals,
    resampled,
    triangles_path,
)
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.raster import (
    Floats,
    Jitter,
    Raster,
    blurred,
    fractal,
    opaque,
    rings,
    see_through,
)
from hexwar.widgets.mapart.relief import hachures
from hexwar.widgets.measured.dyes import Dyes, dyes_of
from hexwar.widgets.measured.shapes import Piece, distance

_STEP: Final = 4.0  # units between samples
_SLOPE: Final = 17.0  # units over which a step of a hill rises
_TERRACE: Final = 46.0  # units from one step to the next
_HIGH: Final = 30.0  # units that a step is high, for the light
_SUN: Final = math.radians(42)


# -- grass


def grass(rect: QRectF, season: Season) -> QImage:
    """The bare cloth in its tones, a pixel for each 8 units; it is stretched softly."""
    raster = Raster.covering(rect, 8.0)
    tones = np.array([_rgb(tone) for tone in dyes_of(season).grass], dtype=np.float64)
    broad = fractal(raster.x, raster.y, 330.0, 4, seed=11)
    fine = fractal(raster.x, raster.y, 60.0, 3, seed=12)
    dry = fractal(raster.x, raster.y, 210.0, 3, seed=13)
    mix = np.clip(0.5 + 0.62 * broad + 0.2 * fine, 0.0, 1.0)[..., None]
    colour = tones[2] * (1 - mix) + tones[1] * mix
    colour = 0.55 * colour + 0.45 * tones[0]
    share = np.clip((dry - 0.12) * 1.5, 0.0, 0.62)[..., None]
    colour = colour * (1 - share) + tones[3] * share
    red, green, blue = np.moveaxis(colour.round().astype(np.uint32), -1, 0)
    return opaque((0xFF << 24) | (red << 16) | (green << 8) | blue)


def _rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


@lru_cache(maxsize=16)
def turf(season: Season, pixels: int) -> QImage:
    """A square of flock that meets itself on all sides: `pixels` device pixels to 8 units."""
    edge = 32 * pixels
    scale = pixels / 8
    image = clear_image(edge, edge)
    painter, jitter, dyes = smooth(image), Jitter("turf"), dyes_of(season)
    painter.scale(scale, scale)
    side = edge / scale
    is_near = pixels >= 16
    for number in range(5200 if is_near else 1900):
        x, y = jitter.between(0, side), jitter.between(0, side)
        colour = dyes.fleck[jitter.below(len(dyes.fleck))]
        lean, long = jitter.between(-0.9, 0.9), jitter.between(0.9, 2.4)
        is_blade = is_near and number % 4 != 0
        if is_blade:
            painter.setPen(round_ended(faded(colour, 60 + jitter.below(80)), 0.34))
        else:
            take_up(painter, None, faded(colour, 26 + jitter.below(52)))
        for dx in (-side, 0, side):
            for dy in (-side, 0, side):
                at = QPointF(x + dx, y + dy)
                if not (-4 < at.x() < side + 4 and -4 < at.y() < side + 4):
                    continue
                if is_blade:
                    painter.drawLine(at, at + QPointF(lean, -long))
                else:
                    painter.drawEllipse(at, 0.45 * long, 0.36 * long)
    painter.end()
    return image


def paint_turf(canvas: Canvas, area: QRectF) -> None:
    """Lays flock over the grass, as fine as the scale has room for."""
    pixels = max(2, 2 ** round(math.log2(max(canvas.scale, 0.3) * 8)))
    brush = QBrush(turf(canvas.season.by_day, pixels))
    brush.setTransform(QTransform.fromScale(8 / pixels, 8 / pixels))
    canvas.painter.fillRect(area & canvas.rect, brush)


@dataclass(frozen=True, slots=True)
class Tufts:
    """Tufts of longer grass and a few stones, where nothing else lies."""

    grass: Floats
    stones: Floats

    @classmethod
    def on(cls, area: QRectF, pieces: Sequence[Piece]) -> Tufts:
        """Those of a cloth."""
        jitter = Jitter("tufts")
        count = round(area.width() * area.height() / 9000)
        spots = np.array(
            [
                (
                    jitter.between(area.left(), area.right()),
                    jitter.between(area.top(), area.bottom()),
                )
                for _ in range(count)
            ]
        ).reshape(-1, 2)
        free = np.ones(len(spots), dtype=np.bool_)
        for piece in pieces:
            if piece.patch.is_line:
                free &= distance(piece.ring, spots, is_closed=False) > 14
            elif piece.patch.kind != "hill":
                free &= piece.depth(spots) < -6
        is_stone = np.arange(len(spots)) % 6 == 0
        return cls(spots[free & ~is_stone], spots[free & is_stone])

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints them, from near."""
        if canvas.scale < 0.6:
            return
        painter, seen = canvas.painter, canvas.rect.adjusted(-12, -12, 12, 12)
        for x, y in self.grass.tolist():
            if not seen.contains(x, y):
                continue
            take_up(painter, None, faded(dyes.shade, 40))
            painter.drawEllipse(QPointF(x + 1.4, y + 1.2), 3.6, 1.9)
            painter.setPen(QPen(dyes.tuft, canvas.hairline(0.7, 0.7)))
            for blade in range(7):
                lean = (blade - 3) * 0.95
                painter.drawLine(
                    QPointF(x + lean * 0.4, y + 0.9), QPointF(x + lean, y - 3.6 + abs(lean) * 0.5)
                )
        for x, y in self.stones.tolist():
            if seen.contains(x, y):
                take_up(painter, None, faded(dyes.shade, 70))
                painter.drawEllipse(QPointF(x + 0.9, y + 0.9), 2.3, 1.7)
                take_up(painter, QPen(faded(dyes.stone_edge, 150), 0.4), dyes.stone)
                painter.drawEllipse(QPointF(x, y), 2.1, 1.5)


# -- hills


class Hill:
    """A hill: steps one upon the other, each with a slope, a brow and hachures down to its foot.

    Its foot is the edge that counts, and is drawn where it is.
    """

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        margin = 60.0
        box = piece.box.adjusted(-margin, -margin, margin, margin)
        self._raster = Raster.covering(box, _STEP)
        x, y = self._raster.mesh
        points = np.stack([x.ravel(), y.ravel()], axis=1)
        depth = piece.depth(points).reshape(x.shape)
        rough = 5.0 * fractal(self._raster.x, self._raster.y, 70.0, 3, seed=21)
        self._depth = depth
        strayed = depth + rough * np.clip(depth / 24.0, 0.0, 1.0)
        steps = max(1, piece.patch.level)
        if depth.max() > 1.6 * _TERRACE:
            steps += 1  # a broad hill has a crown
        self._height = sum(
            (1.0 if number < piece.patch.level else 0.55)
            * _risen((strayed - number * _TERRACE) / _SLOPE)
            for number in range(steps)
        ) + 0.2 * np.clip(strayed / 140.0, 0.0, 1.0)
        self._light = _lit(blurred(np.asarray(self._height), 1.1))
        self._pictures: dict[Season, QImage] = {}
        self._brows = [_brow(self._raster, strayed, n * _TERRACE + _SLOPE) for n in range(steps)]
        self._foot = resampled(np.concatenate([piece.ring, piece.ring[:1]]), 3.4)
        self._strokes = [_hachures(line) for lines in self._brows for line in lines]

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints ground, light, hachures and contours."""
        painter = canvas.painter
        picture = self._picture(canvas.season.by_day, dyes)
        half = _STEP / 2
        box = self._raster.rect.adjusted(-half, -half, half, half)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(box, picture)
        if canvas.scale >= 0.3:
            for path in self._strokes:
                painter.fillPath(path, faded(dyes.hachure, 120))
        pen = QPen(faded(dyes.contour, 190), canvas.hairline(1.1, 1.0))
        for lines in self._brows:
            for line in lines:
                painter.strokePath(
                    line_path(line), QPen(faded(dyes.contour, 120), canvas.hairline(0.8))
                )
        painter.strokePath(self.piece.path, pen)

    def _picture(self, season: Season, dyes: Dyes) -> QImage:
        if season not in self._pictures:
            self._pictures = {season: self._painted(dyes)}
        return self._pictures[season]

    def _painted(self, dyes: Dyes) -> QImage:
        """The tint of its steps under light and shadow; its shadow falls beyond its foot."""
        height = np.asarray(self._height, dtype=np.float64)
        tones = np.array([_rgb(tone) for tone in dyes.hill], dtype=np.float64)
        level = np.clip(height - 0.4, 0.0, len(tones) - 1.0)
        tint = np.stack([np.interp(level, np.arange(len(tones)), t) for t in tones.T], axis=-1)
        cover = 0.62 * np.clip(self._depth / 5.0 + 0.5, 0.0, 1.0)
        dark = np.clip(-self._light, 0.0, 1.0) * 0.54
        bright = np.clip(self._light, 0.0, 1.0) * 0.5
        colour = tint * cover[..., None]
        alpha = cover
        for share, ink in ((dark, dyes.shade), (bright, dyes.sun)):
            colour = colour * (1 - share[..., None]) + np.array(_rgb(ink)) * share[..., None]
            alpha = alpha + share * (1 - alpha)
        red, green, blue = np.moveaxis(colour, -1, 0)
        return see_through(blue, green, red, alpha * 255.0)


def _risen(share: Floats) -> Floats:
    """From 0 at the foot of a step to 1 on its brow, eased at both."""
    t = np.clip(share, 0.0, 1.0)
    return np.asarray(t * t * (3 - 2 * t))


def _lit(height: Floats) -> Floats:
    """From -1, turned from the sun in the upper left, to 1."""
    down, right = np.gradient(height * _HIGH, _STEP)
    level, aside = math.sin(_SUN), math.cos(_SUN) / math.sqrt(2)
    light = ((right + down) * aside + level) / np.sqrt(right**2 + down**2 + 1) - level
    return np.asarray(np.clip(light * 1.5, -1.0, 1.0))


def _brow(raster: Raster, depth: Floats, level: float) -> list[Floats]:
    """The line along which a step is at its height."""
    found = [ring for ring in rings(raster, depth, level) if len(ring) > 8]
    closed = [cut_corners(ring, 1, is_closed=True) for ring in found]
    return [np.concatenate([ring, ring[:1]]) for ring in closed]


def _hachures(brow: Floats) -> QPainterPath:
    """Strokes from a brow down its slope."""
    edge = resampled(brow, 5.2)
    downhill = normals(edge)
    area = area_path(brow)
    probe = edge[0] + downhill[0] * 2
    if area.contains(QPointF(*probe.tolist())):
        downhill = -downhill
    return triangles_path(hachures(edge, downhill, (6.5, 13.0)))


def paint_night(painter: QPainter, rect: QRectF) -> None:
    """Lays the night over what is painted."""
    with kept(painter):
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(rect, QColor("#5a668f"))
