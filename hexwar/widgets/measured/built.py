"""What is built on a cloth: villages, walls, bridges; and the ways and waters beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen

from hexwar.widgets.brushwork import area_of, faded, kept, round_ended, rounded, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    area_path,
    cut_corners,
    line_path,
    resampled,
    turning,
)
from hexwar.widgets.mapart.raster import Floats
from hexwar.widgets.measured.dyes import Dyes
from hexwar.widgets.measured.plane import UNIT
from hexwar.widgets.measured.shapes import Piece, distance, slant

# -- villages


@dataclass(frozen=True, slots=True)
class House:
    """A house from above: a ridge along its length, one side of the roof in the light."""

    x: float
    y: float
    long: float
    deep: float
    angle: float  # radians
    tone: int  # of the roofs; the last is thatch
    is_church: bool = False

    @property
    def corners(self) -> Floats:
        """Its four corners."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.long / 2, self.deep / 2)
        return half @ turning(self.angle) + (self.x, self.y)

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints roof, ridge, chimney, and its shadow."""
        painter = canvas.painter
        high = 9.0 if self.is_church else 5.5
        self._cast(painter, dyes, high)
        with kept(painter):
            painter.translate(self.x, self.y)
            painter.rotate(math.degrees(self.angle))
            self._roof(canvas, dyes)
            if self.is_church:
                self._steeple(canvas, dyes)

    def _cast(self, painter: QPainter, dyes: Dyes, high: float) -> None:
        corners = self.corners
        for share, depth in ((1.0, 30), (0.66, 46), (0.33, 62)):
            shift = np.array([0.62, 0.78]) * high * share
            painter.fillPath(area_path(corners + shift), faded(dyes.shade, depth))

    def _roof(self, canvas: Canvas, dyes: Dyes) -> None:
        painter, half, deep = canvas.painter, self.long / 2, self.deep / 2
        tone = dyes.thatch if self.tone >= len(dyes.roofs) else dyes.roofs[self.tone]
        # which side of the ridge faces the upper left
        lit = math.cos(self.angle) * -1 + math.sin(self.angle) * 1 < 0
        north, south = (tone.lighter(116), tone.darker(126))
        if not lit:
            north, south = south, north
        painter.fillRect(
            QRectF(-half - 0.7, -deep - 0.7, self.long + 1.4, self.deep + 1.4),
            dyes.wall.darker(150),
        )
        painter.fillRect(QRectF(-half, -deep, self.long, deep), north)
        painter.fillRect(QRectF(-half, 0, self.long, deep), south)
        if canvas.scale >= 0.7:
            self._tiles(canvas, tone)
        take_up(painter, QPen(tone.darker(175), canvas.hairline(0.7, 0.6)))
        painter.drawRect(QRectF(-half, -deep, self.long, self.deep))
        painter.setPen(QPen(tone.lighter(140), canvas.hairline(0.8, 0.6)))
        painter.drawLine(QLineF(-half, 0, half, 0))
        if dyes.snow.alpha():
            painter.fillRect(QRectF(-half, -deep, self.long, self.deep), dyes.snow)
        if canvas.scale >= 0.55 and not self.is_church:
            x = half * 0.55
            painter.fillRect(QRectF(x + 0.9, -1.0, 2.2, 2.6), faded(dyes.shade, 120))
            painter.fillRect(QRectF(x - 1.1, -1.9, 2.3, 2.3), QColor("#8c5a48"))
            painter.fillRect(QRectF(x - 0.5, -1.3, 1.1, 1.1), QColor("#2b201a"))

    def _tiles(self, canvas: Canvas, tone: QColor) -> None:
        painter, half, deep = canvas.painter, self.long / 2, self.deep / 2
        painter.setPen(QPen(faded(tone.darker(180), 70), canvas.hairline(0.35, 0.4)))
        rows = max(2, int(deep / 1.7))
        lines = []
        for row in range(1, rows):
            y = deep * row / rows
            lines += [QLineF(-half, y, half, y), QLineF(-half, -y, half, -y)]
        painter.drawLines(lines)

    def _steeple(self, canvas: Canvas, dyes: Dyes) -> None:
        painter, x = canvas.painter, -self.long / 2 + 1.0
        size = self.deep * 0.44
        painter.fillRect(QRectF(x - size, -size, 2 * size, 2 * size), dyes.wall.darker(112))
        tones = ("#6d7780", "#59636c", "#444d55", "#505a63")
        corners = [(x - size, -size), (x + size, -size), (x + size, size), (x - size, size)]
        for place, colour in enumerate(tones):
            side = area_of((x, 0), corners[place], corners[(place + 1) % 4])
            painter.fillPath(side, QColor(colour))
        take_up(painter, QPen(QColor("#2a2f34"), canvas.hairline(0.6)))
        painter.drawRect(QRectF(x - size, -size, 2 * size, 2 * size))
        painter.setPen(round_ended(QColor("#d9b65a"), 0.9))
        painter.drawLine(QLineF(x, -2.2, x, 2.2))
        painter.drawLine(QLineF(x - 1.5, -0.6, x + 1.5, -0.6))


class Village:
    """A village: its ground, whose edge counts, a street, gardens and houses."""

    def __init__(self, piece: Piece, ways: Sequence[Piece] = ()) -> None:
        self.piece = piece
        self._angle = slant(piece.ring)
        built = (house for house in self._build() if not any(_blocks(house, way) for way in ways))
        self.houses = tuple(sorted(built, key=lambda house: house.y + house.x))
        self._gardens = [self._garden(house) for house in self.houses if not house.is_church]

    def _build(self) -> Iterator[House]:
        """Two rows of houses on a street, more behind them where there is room."""
        piece, jitter = self.piece, self.piece.jitter("houses")
        middle = piece.middle
        turn = turning(self._angle)
        box = (piece.ring - middle) @ turn.T
        left, right = float(box[:, 0].min()), float(box[:, 0].max())
        top, bottom = float(box[:, 1].min()), float(box[:, 1].max())
        rows = list(_rows(top, bottom))
        has_church = False
        for row, y in enumerate(rows):
            x = left + 9.0
            while x < right - 8.0:
                long, deep = jitter.between(15, 23), jitter.between(11.5, 14.5)
                if x + long > right - 5.0:
                    break
                is_church = (
                    not has_church and row == len(rows) // 2 and x > left + (right - left) * 0.3
                )
                if is_church:
                    long, deep = 31.0, 15.0
                x_, y_ = np.array([x + long / 2, y + jitter.between(-1.5, 1.5)]) @ turn + middle
                turned = self._angle + jitter.between(-0.06, 0.06)
                if jitter.value() < 0.22 and not is_church:
                    turned += math.pi / 2
                house = House(float(x_), float(y_), long, deep, turned, jitter.below(6), is_church)
                if (piece.depth(house.corners) > 2.5).all() and (is_church or jitter.value() < 0.9):
                    has_church |= is_church
                    yield house
                x += long + jitter.between(7, 13)

    def _garden(self, house: House) -> Floats:
        """The plot behind a house."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (
            house.long * 0.62,
            house.deep * 1.15,
        )
        return np.asarray(half @ turning(house.angle) + (house.x, house.y))

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints ground, gardens and the edge."""
        painter, path = canvas.painter, self.piece.path
        painter.strokePath(path, round_ended(faded(dyes.plot, 90), 7.0))
        painter.fillPath(path, faded(dyes.plot, 235))
        with kept(painter):
            painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
            for place, garden in enumerate(self._gardens):
                if place % 3 == 2:
                    continue
                plot = area_path(garden)
                painter.fillPath(plot, faded(dyes.garden, 150))
                if canvas.scale >= 0.5:
                    pen = QPen(faded(dyes.hedge, 190), canvas.hairline(1.2, 0.8))
                    pen.setDashPattern([2.4, 0.7])
                    painter.strokePath(plot, pen)
        painter.strokePath(path, QPen(faded(dyes.road_edge, 230), canvas.hairline(1.4, 1.0)))

    def paint_houses(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints the houses, those to the north-west first."""
        seen = canvas.rect.adjusted(-40, -40, 40, 40)
        for house in self.houses:
            if seen.contains(house.x, house.y):
                house.paint(canvas, dyes)


def _blocks(house: House, way: Piece) -> bool:
    """Whether a house would stand on a road."""
    wide = way.patch.width / 100 * UNIT or 1.1 * UNIT
    spots = np.concatenate([house.corners, [[house.x, house.y]]])
    return bool((distance(way.ring, spots, is_closed=False) < wide / 2 + 2.0).any())


def _rows(top: float, bottom: float) -> Iterator[float]:
    """The middles of rows of houses between two edges, a street left free in the middle."""
    high = bottom - top
    count = max(1, round(high / 27.0))
    for row in range(count):
        yield top + high * (row + 0.5) / count


# -- ways and waters


class Water:
    """A stream, a river or a pond, as an area or a line."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        if piece.patch.is_line:
            wide = piece.patch.width / 100 * UNIT or 0.9 * UNIT
            self.path = _stroked(resampled(piece.ring, 8.0), wide)
        else:
            self.path = piece.path

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints banks, water deeper in its middle, and light on it."""
        painter, path = canvas.painter, self.path
        painter.strokePath(path, round_ended(faded(dyes.bank, 110), 6.5))
        painter.strokePath(path, round_ended(faded(dyes.bank, 190), 3.4))
        painter.fillPath(path, dyes.water)
        with kept(painter):
            painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
            for wide, depth in ((9.0, 60), (5.0, 80)):
                painter.strokePath(path, QPen(faded(dyes.water_deep, depth), wide))
            painter.setPen(round_ended(faded(dyes.water_light, 190), canvas.hairline(0.9, 0.7)))
            self._ripples(canvas)
        painter.strokePath(path, QPen(dyes.water_deep.darker(135), canvas.hairline(0.9, 0.8)))

    def _ripples(self, canvas: Canvas) -> None:
        if canvas.scale < 0.4:
            return
        box, jitter = self.path.boundingRect(), self.piece.jitter("ripples")
        count = min(round(box.width() * box.height() / 420), 2600)
        seen = canvas.rect.adjusted(-12, -12, 12, 12)
        for _ in range(count):
            x = jitter.between(box.left(), box.right())
            y = jitter.between(box.top(), box.bottom())
            long = jitter.between(3.0, 8.0)
            if seen.contains(x, y) and self.path.contains(QPointF(x, y)):
                wave = QPainterPath(QPointF(x - long, y))
                wave.quadTo(x, y - 1.6, x + long, y)
                canvas.painter.strokePath(wave, canvas.painter.pen())


def _stroked(line: Floats, wide: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(wide)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(line_path(line)).simplified()


class Road:
    """A road: its bed, two ruts, and its ragged edge."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self._wide = piece.patch.width / 100 * UNIT or 1.1 * UNIT
        self._path = line_path(cut_corners(resampled(piece.ring, 40.0), 2))

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints it."""
        painter, path, wide = canvas.painter, self._path, self._wide
        for share, ink in (
            (1.28, faded(dyes.road_edge, 90)),
            (1.08, faded(dyes.road_edge, 210)),
            (0.9, dyes.road),
        ):
            painter.strokePath(path, _joined(ink, wide * share))
        if canvas.scale >= 0.45:
            painter.strokePath(path, _joined(dyes.rut, wide * 0.56))
            painter.strokePath(path, _joined(dyes.road.lighter(104), wide * 0.36))


def _joined(ink: QColor, wide: float) -> QPen:
    pen = round_ended(ink, wide)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


class Wall:
    """A wall of stones, or a fence of rails."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self._stones = resampled(piece.ring, 4.4)

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints shadow and stones."""
        painter, jitter = canvas.painter, self.piece.jitter("stones")
        painter.strokePath(
            self.piece.path.translated(1.8, 2.2), _joined(faded(dyes.shade, 90), 5.0)
        )
        if self.piece.patch.kind == "fence":
            painter.strokePath(self.piece.path, _joined(dyes.plank.darker(150), 2.2))
            painter.strokePath(self.piece.path, _joined(dyes.plank, 1.2))
            return
        painter.strokePath(self.piece.path, _joined(dyes.stone_edge, 5.4))
        for x, y in self._stones.tolist():
            wide, high = jitter.between(1.9, 2.6), jitter.between(1.7, 2.2)
            take_up(
                painter,
                QPen(faded(dyes.stone_edge, 160), 0.4),
                dyes.stone.lighter(92 + jitter.below(22)),
            )
            painter.drawEllipse(QPointF(x, y), wide, high)


class Crossing:
    """A bridge or a ford over a water: it lies across it, whatever way that runs."""

    def __init__(self, piece: Piece, waters: Sequence[Piece]) -> None:
        self.piece = piece
        self._along = _course(piece, waters)  # radians, of the water
        turned = (piece.ring - piece.middle) @ turning(self._along).T
        self._half = float(np.abs(turned[:, 0]).max())  # along the water
        self._reach = float(np.abs(turned[:, 1]).max())  # across it

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints it, and the edge of the piece that counts."""
        painter = canvas.painter
        with kept(painter):
            painter.translate(QPointF(*self.piece.middle.tolist()))
            painter.rotate(math.degrees(self._along))
            if self.piece.patch.kind == "bridge":
                self._bridge(canvas, dyes)
            else:
                self._ford(canvas, dyes)
        pen = QPen(faded(dyes.stone_edge, 150), canvas.hairline(0.9))
        pen.setDashPattern([3.0, 3.0])
        painter.strokePath(self.piece.path, pen)

    def _bridge(self, canvas: Canvas, dyes: Dyes) -> None:
        painter, half, reach = canvas.painter, min(self._half, 22.0) * 0.8, self._reach * 1.04
        deck = QRectF(-half, -reach, 2 * half, 2 * reach)
        painter.fillRect(deck.translated(4.5, 5.5), faded(dyes.shade, 95))
        painter.fillRect(deck, dyes.road)
        painter.fillRect(deck.adjusted(half * 0.5, 0, -half * 0.5, 0), dyes.road.lighter(107))
        if canvas.scale >= 0.4:
            painter.setPen(QPen(faded(dyes.stone_edge, 90), canvas.hairline(0.5)))
            step = 5.0
            rows = int(2 * reach / step)
            lines = [
                QLineF(-half, -reach + step * n, half, -reach + step * n)
                for n in range(1, rows + 1)
            ]
            painter.drawLines(lines)
        for side in (-1, 1):
            x = side * half
            wall = QRectF(x - 2.4, -reach - 2.0, 4.8, 2 * reach + 4.0)
            painter.fillRect(wall, dyes.stone_edge)
            painter.fillRect(wall.adjusted(0.8, 0.8, -0.8, -0.8), dyes.stone)
            painter.fillRect(
                QRectF(x - 1.6, -reach - 1.2, 1.4, 2 * reach + 2.4), dyes.stone.lighter(122)
            )
            for y in (-reach - 2.0, reach + 2.0):
                post = QRectF(x - 3.6, y - 3.6, 7.2, 7.2)
                painter.fillPath(rounded(post, 1.4), dyes.stone_edge)
                painter.fillPath(
                    rounded(post.adjusted(0.9, 0.9, -0.9, -0.9), 1.2), dyes.stone.lighter(112)
                )

    def _ford(self, canvas: Canvas, dyes: Dyes) -> None:
        painter, half, reach = canvas.painter, self._half, self._reach
        jitter = self.piece.jitter("ford")
        box = rounded(QRectF(-half * 0.9, -reach * 0.92, half * 1.8, reach * 1.84), 7.0)
        painter.fillPath(box, faded(dyes.water_light, 120))
        for side in (-1, 1):
            track = QPainterPath()
            track.addEllipse(QPointF(0, side * reach * 0.92), half * 0.62, reach * 0.34)
            painter.fillPath(track, faded(dyes.road, 215))
        for _ in range(26):
            x = jitter.between(-half * 0.8, half * 0.8)
            y = jitter.between(-reach * 0.62, reach * 0.62)
            take_up(painter, QPen(faded(dyes.water_light, 230), 0.7), None)
            size = jitter.between(1.2, 2.5)
            if canvas.scale >= 0.5:
                painter.drawArc(QRectF(x - 2 * size, y - size, 4 * size, 2.4 * size), 0, 180 * 16)
            take_up(painter, QPen(faded(dyes.stone_edge, 170), 0.4), dyes.stone)
            painter.drawEllipse(QPointF(x, y), size, size * 0.75)


def _course(piece: Piece, waters: Sequence[Piece]) -> float:
    """The way in which the nearest water runs past a piece, radians."""
    middle = piece.middle[None, :]
    best, angle = math.inf, 0.0
    for water in waters:
        ring = water.ring
        ends = np.roll(ring, -1, axis=0)
        pairs = list(zip(ring, ends, strict=True))
        for a, b in pairs[:-1] if water.patch.is_line else pairs:
            if math.dist(a, b) < 20.0:
                continue
            gap = float(distance(np.stack([a, b]), middle, is_closed=False)[0])
            if gap < best:
                best, angle = gap, math.atan2(b[1] - a[1], b[0] - a[0])
    return angle


class Plain:
    """A piece of a kind that has no manner of its own: an outlined patch."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints it."""
        if not self.piece.patch.is_line:
            canvas.painter.fillPath(self.piece.path, faded(dyes.plot, 90))
        pen = QPen(faded(dyes.contour, 220), canvas.hairline(1.4, 1.0))
        pen.setDashPattern([4.0, 2.5])
        canvas.painter.strokePath(self.piece.path, pen)


WATERS: Final = ("stream", "water", "river", "pond", "lake")
