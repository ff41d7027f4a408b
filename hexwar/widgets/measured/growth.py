"""What grows on a cloth: woods of model trees, hedges, orchards, fields and marsh."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from hexwar.widgets.brushwork import clear_image, faded, kept, round_ended, smooth, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    area_path,
    resampled,
    turning,
)
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.raster import Floats, Jitter
from hexwar.widgets.measured.dyes import Dyes, dyes_of
from hexwar.widgets.measured.plane import UNIT
from hexwar.widgets.measured.shapes import Piece, scattered, slant

_SPACING: Final = 15.5  # units from tree to tree
_SIZES: Final = (8.6, 10.6, 12.4)  # radii of crowns
_SHAPES: Final = 6
_FAR: Final = 0.28  # device pixels to a unit below which a tree is a blot


@dataclass(frozen=True, slots=True)
class Tree:
    """One kind of tree, as it is stamped."""

    size: float
    tone: int
    shape: int
    is_conifer: bool = False


@lru_cache(maxsize=900)
def _stamp(tree: Tree, season: Season, scale: float) -> QImage:
    """A tree from above with its shadow, its trunk in the middle of the picture."""
    edge = 2 * math.ceil(tree.size * 2.1 * scale)
    image = clear_image(edge, edge)
    painter = smooth(image)
    painter.translate(edge / 2, edge / 2)
    painter.scale(scale, scale)
    _draw_tree(painter, tree, dyes_of(season), scale)
    painter.end()
    return image


def _draw_tree(painter: QPainter, tree: Tree, dyes: Dyes, scale: float) -> None:
    size, jitter = tree.size, Jitter(f"{tree.shape}{tree.size}{tree.is_conifer}")
    tones = dyes.conifers if tree.is_conifer else dyes.crowns
    tone = tones[tree.tone % len(tones)]
    outline = _crown(size, tree.shape, is_conifer=tree.is_conifer)
    for way, depth in ((0.62, 26), (0.46, 34), (0.3, 48)):
        painter.fillPath(outline.translated(size * way * 0.8, size * way), faded(dyes.shade, depth))
    painter.fillPath(outline, dyes.crown_dark)
    if scale < _FAR:
        painter.fillPath(outline, tone)
        return
    count = 26 if scale > 0.9 else 13
    spots = sorted(
        (
            (jitter.between(0, 2 * math.pi), math.sqrt(jitter.value()) * 0.8 * size)
            for _ in range(count)
        ),
        key=lambda spot: -(math.cos(spot[0]) + math.sin(spot[0])) * spot[1],
    )
    for angle, far in spots:
        x, y = far * math.cos(angle), far * math.sin(angle)
        lit = -(x + y) / (size * 1.6)  # 0.5 to the upper left, -0.5 to the lower right
        colour = _mixed(tone, dyes.crown_light, 0.62 * max(lit, 0.0) + 0.06)
        colour = _mixed(colour, dyes.crown_dark, 0.75 * max(-lit, 0.0))
        blob = size * jitter.between(0.2, 0.34)
        take_up(painter, None, faded(dyes.crown_dark, 120))
        painter.drawEllipse(QPointF(x + blob * 0.2, y + blob * 0.26), blob, blob * 0.9)
        take_up(painter, None, colour)
        painter.drawEllipse(QPointF(x, y), blob, blob * 0.92)
        if scale > 1.3:
            take_up(painter, None, faded(_mixed(colour, dyes.crown_light, 0.4), 150))
            painter.drawEllipse(QPointF(x - blob * 0.28, y - blob * 0.32), blob * 0.42, blob * 0.36)


def _crown(size: float, shape: int, *, is_conifer: bool) -> QPainterPath:
    angle = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    turn = 1.7 * shape
    if is_conifer:
        edge = size * (0.72 + 0.2 * np.abs(np.sin(angle * 5.5 + turn)))
    else:
        edge = size * (0.86 + 0.1 * np.abs(np.sin(angle * (3 + shape % 3) + turn)))
        edge *= 1 + 0.07 * np.sin(2 * angle + 2.3 * turn)
    return area_path(np.stack([edge * np.cos(angle), edge * np.sin(angle)], axis=1))


def _mixed(a: QColor, b: QColor, share: float) -> QColor:
    rest = 1 - share
    return QColor(
        round(a.red() * rest + b.red() * share),
        round(a.green() * rest + b.green() * share),
        round(a.blue() * rest + b.blue() * share),
    )


class Trees:
    """Trees at fixed places, those to the north first."""

    def __init__(self, points: Floats, jitter: Jitter, size: float = 1.0) -> None:
        self._points = points
        self._trees = [
            Tree(
                _SIZES[jitter.below(len(_SIZES))] * size,
                jitter.below(4),
                jitter.below(_SHAPES),
                jitter.value() < 0.14,
            )
            for _ in range(len(points))
        ]

    def paint(self, canvas: Canvas, _: Dyes) -> None:
        """Paints those in sight."""
        scale, season = round(canvas.scale, 3), canvas.season.by_day
        seen = canvas.rect.adjusted(-30, -30, 30, 30)
        with kept(canvas.painter):
            canvas.painter.scale(1 / scale, 1 / scale)
            for (x, y), tree in zip(self._points.tolist(), self._trees, strict=True):
                if seen.contains(x, y):
                    picture = _stamp(tree, season, scale)
                    half = picture.width() / 2
                    at = QPointF(round(x * scale - half), round(y * scale - half))
                    canvas.painter.drawImage(at, picture)


class Wood:
    """A wood: its ground, whose edge is the one that counts, and its trees."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        points = scattered(piece, _SPACING, 6.0, "trees")
        self._trees = Trees(points, piece.jitter("kinds"))
        self._litter = scattered(piece, 6.0, 1.0, "litter")

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints ground and edge."""
        painter, path = canvas.painter, self.piece.path
        for wide, depth in ((9.0, 30), (5.0, 40)):
            painter.strokePath(path, round_ended(faded(dyes.litter_edge, depth), wide))
        painter.fillPath(path, faded(dyes.litter, 225))
        if canvas.scale >= 0.6:
            jitter = Jitter(self.piece.patch.id)
            seen = canvas.rect.adjusted(-4, -4, 4, 4)
            for x, y in self._litter.tolist():
                tone, size = jitter.below(3), jitter.between(0.6, 1.5)
                if seen.contains(x, y):
                    ink = (dyes.crown_dark, dyes.plot, dyes.crown_light)[tone]
                    take_up(painter, None, faded(ink, 90))
                    painter.drawEllipse(QPointF(x, y), size, size * 0.8)
        pen = QPen(dyes.litter_edge, canvas.hairline(1.3, 1.0))
        painter.strokePath(path, pen)

    def paint_trees(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints the trees."""
        self._trees.paint(canvas, dyes)


class Orchard:
    """Rows of small trees on grass."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        angle = slant(piece.ring)
        points = _grid(piece, angle, 20.0, 20.0)
        kept_ = points[piece.depth(points) > 7.0]
        kept_ = kept_[np.argsort(kept_[:, 1], kind="stable")]
        self._trees = Trees(kept_, piece.jitter("orchard"), 0.62)

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints its ground."""
        canvas.painter.fillPath(self.piece.path, faded(dyes.garden, 130))
        pen = QPen(faded(dyes.litter_edge, 150), canvas.hairline(0.9))
        canvas.painter.strokePath(self.piece.path, pen)

    def paint_trees(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints the trees."""
        self._trees.paint(canvas, dyes)


def _grid(piece: Piece, angle: float, across: float, down: float) -> Floats:
    """Points in rows at an angle that cover a piece."""
    middle, box = piece.middle, piece.box
    reach = math.hypot(box.width(), box.height()) / 2
    xs = np.arange(-reach, reach, across)
    ys = np.arange(-reach, reach, down)
    x, y = np.meshgrid(xs, ys)
    return np.asarray(np.stack([x.ravel(), y.ravel()], axis=1) @ turning(angle) + middle)


class Field:
    """Ploughed strips side by side."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self._angle = slant(piece.ring)
        box = piece.box
        self._reach = math.hypot(box.width(), box.height()) / 2 + 4

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints strips, furrows and its edge."""
        painter, reach = canvas.painter, self._reach
        jitter = self.piece.jitter("strips")
        with kept(painter):
            painter.setClipPath(self.piece.path, Qt.ClipOperation.IntersectClip)
            painter.translate(QPointF(*self.piece.middle.tolist()))
            painter.rotate(math.degrees(self._angle))
            y = -reach
            while y < reach:
                deep = jitter.between(24, 44)
                colour = dyes.strips[jitter.below(len(dyes.strips))]
                painter.fillRect(QRectF(-reach, y, 2 * reach, deep), faded(colour, 205))
                if canvas.scale >= 0.45:
                    painter.setPen(QPen(faded(dyes.furrow, 105), canvas.hairline(0.7, 0.6)))
                    step = jitter.between(3.0, 4.6)
                    lines = [
                        QLineF(-reach, y + step * n, reach, y + step * n)
                        for n in range(int(deep / step) + 1)
                    ]
                    painter.drawLines(lines)
                y += deep
        pen = QPen(faded(dyes.hedge, 220), canvas.hairline(1.6, 1.0))
        painter.strokePath(self.piece.path, pen)


class Marsh:
    """Wet ground: pools, still water and reeds."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self._pools = scattered(piece, 40.0, 14.0, "pools")
        self._reeds = scattered(piece, 13.0, 4.0, "reeds")

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints all of it."""
        painter, jitter = canvas.painter, self.piece.jitter("wet")
        painter.fillPath(self.piece.path, faded(dyes.marsh, 200))
        with kept(painter):
            painter.setClipPath(self.piece.path, Qt.ClipOperation.IntersectClip)
            for x, y in self._pools.tolist():
                wide, high = jitter.between(9, 17), jitter.between(5, 9)
                take_up(painter, QPen(faded(dyes.bank, 150), 0.9), dyes.water)
                painter.drawEllipse(QPointF(x, y), wide, high)
                painter.setPen(QPen(dyes.water_light, canvas.hairline(0.7)))
                painter.drawLine(QLineF(x - wide * 0.5, y - 1, x + wide * 0.2, y - 1))
        if canvas.scale >= 0.4:
            painter.setPen(QPen(dyes.reed, canvas.hairline(0.8, 0.7)))
            for x, y in self._reeds.tolist():
                for lean in (-2.4, -0.8, 0.9, 2.6):
                    painter.drawLine(QLineF(x, y, x + lean, y - 5.6 + abs(lean) * 0.5))
        pen = QPen(
            faded(dyes.reed, 200),
            canvas.hairline(1.1),
        )
        pen.setDashPattern([5.0, 3.0])
        painter.strokePath(self.piece.path, pen)


class Hedge:
    """A line of bushes."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        line, jitter = resampled(piece.ring, 3.9), piece.jitter("hedge")
        stray = np.array([(jitter.between(-1.5, 1.5), jitter.between(-1.5, 1.5)) for _ in line])
        self._points = line + stray
        self._wide = (piece.patch.width / 100 * UNIT or 7.0) / 2

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints shadow, bushes and the light on them."""
        painter, jitter = canvas.painter, self.piece.jitter("bushes")
        spots = self._points[np.argsort(self._points[:, 1], kind="stable")].tolist()
        size = self._wide
        take_up(painter, None, faded(dyes.shade, 70))
        for x, y in spots:
            painter.drawEllipse(QPointF(x + size * 0.45, y + size * 0.55), size * 1.05, size)
        for x, y in spots:
            blob = size * jitter.between(0.72, 1.2)
            tone = dyes.hedge.lighter(88 + jitter.below(28))
            take_up(painter, None, dyes.crown_dark)
            painter.drawEllipse(QPointF(x, y), blob, blob)
            take_up(painter, None, tone)
            painter.drawEllipse(QPointF(x - blob * 0.12, y - blob * 0.14), blob * 0.84, blob * 0.84)
            take_up(painter, None, faded(dyes.crown_light, 120))
            painter.drawEllipse(QPointF(x - blob * 0.32, y - blob * 0.36), blob * 0.4, blob * 0.36)
