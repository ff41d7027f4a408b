"""Painted figures as they are seen from above: men, horses and guns, each a stamp of its own.

A figure is drawn facing north about its own middle, in scene units, and turned; its shadow falls
to the lower right whichever way it faces, for the light comes from the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from hexwar.widgets.brushwork import (
    area_of,
    clear_image,
    ellipse,
    faded,
    kept,
    round_ended,
    rounded,
    smooth,
    take_up,
)
from hexwar.widgets.counters.easel import uniform
from hexwar.widgets.counters.faces import FigureKind

_FINE: Final = 1.5
"""Device pixels to a scene unit from which small things are drawn: straps, bayonets, reins."""

_LIGHT: Final = QColor(255, 250, 230)
_SHADE: Final = QColor(24, 20, 12)


class Figure(Enum):
    """What one stamp shows."""

    MAN = "man"
    OFFICER = "officer"  # on foot, his sword drawn
    DRUMMER = "drummer"
    SKIRMISHER = "skirmisher"  # bent over his musket
    RIDER = "rider"
    LANCER = "lancer"
    GENERAL = "general"
    GUNNER = "gunner"
    GUN = "gun"
    LIMBER = "limber"
    TEAM = "team"  # a pair of draught horses


@dataclass(frozen=True, slots=True)
class Suit:
    """What a figure is, and what it wears."""

    figure: Figure
    nation: str
    kind: FigureKind
    tone: int = 0  # of its horse, or of its coat: no two look quite alike

    def dye(self, part: str) -> QColor:
        """The colour of a part."""
        return QColor(_dyes(self.nation, self.kind).get(part, "#6b665c"))


@cache
def _dyes(nation: str, kind: FigureKind) -> Mapping[str, str]:
    return dict(uniform(nation_of(nation), kind))


def nation_of(coat: str) -> str:
    """The nation whose uniform and flag go with a livery: guards are French."""
    return "french" if coat.endswith("guard") else coat


_REACH: Final = {
    Figure.MAN: 7.0,
    Figure.OFFICER: 8.0,
    Figure.DRUMMER: 7.0,
    Figure.SKIRMISHER: 8.0,
    Figure.RIDER: 17.0,
    Figure.LANCER: 22.0,
    Figure.GENERAL: 17.0,
    Figure.GUNNER: 9.0,
    Figure.GUN: 22.0,
    Figure.LIMBER: 16.0,
    Figure.TEAM: 19.0,
}
"""How far a figure and its shadow reach from its middle, scene units."""


def stamp(suit: Suit, bearing: int, scale: float) -> QImage:
    """A figure that faces a bearing in tenths of a degree, its middle that of the picture.

    `scale` is device pixels to a scene unit.
    """
    return _stamp(suit, round(bearing / 20) * 20 % 3600, round(scale, 2))


@lru_cache(maxsize=6000)
def _stamp(suit: Suit, bearing: int, scale: float) -> QImage:
    edge = 2 * math.ceil(_REACH[suit.figure] * scale)
    image = clear_image(edge, edge)
    painter = smooth(image)
    painter.translate(edge / 2, edge / 2)
    painter.scale(scale, scale)
    brush = Brush(painter, suit, bearing, scale)
    _DRAWN[suit.figure](brush)
    painter.end()
    return image


class Brush:
    """A painter for one figure."""

    def __init__(self, painter: QPainter, suit: Suit, bearing: int, scale: float) -> None:
        self.painter, self.suit, self.scale = painter, suit, scale
        self.is_fine = scale >= _FINE
        angle = math.radians(bearing / 10)
        # to the lower right of the picture, as the figure sees it
        self._cos, self._sin = math.cos(angle), math.sin(angle)
        painter.rotate(bearing / 10)

    def aside(self, x: float, y: float) -> QPointF:
        """A way on the picture, right and down, as the turned painter has it."""
        return QPointF(x * self._cos + y * self._sin, y * self._cos - x * self._sin)

    def cast(self, path: QPainterPath, high: float, depth: int = 62) -> None:
        """The shadow of something so high, drawn out from its foot."""
        take_up(self.painter, None, faded(_SHADE, depth))
        steps = 3 if self.is_fine else 2
        for step in range(1, steps + 1):
            way = high * step / steps
            self.painter.drawPath(path.translated(self.aside(0.62 * way, 0.78 * way)))

    def shape(self, path: QPainterPath, colour: QColor, *, edge: float = 0.34) -> None:
        """A part with its dark edge, lit from the upper left."""
        box = path.boundingRect()
        if edge:
            ink = QColor(colour).darker(250)
            ink.setAlpha(200)
            self.painter.strokePath(path, round_ended(ink, 2 * max(edge, 0.45 / self.scale)))
        self.painter.fillPath(path, colour)
        if not self.is_fine:
            return
        span = min(box.width(), box.height())
        with kept(self.painter):
            self.painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
            for colour_, alpha, way in ((_LIGHT, 70, -0.2), (_SHADE, 60, 0.24)):
                rim = path.subtracted(path.translated(-self.aside(way * span, way * span)))
                self.painter.fillPath(rim, faded(colour_, alpha))

    def dab(self, x: float, y: float, radius: float, colour: QColor, *, edge: float = 0.3) -> None:
        """A round part with a spot of light."""
        self.shape(ellipse((x, y), radius), colour, edge=edge)
        if self.is_fine:
            glint = self.aside(-0.32 * radius, -0.36 * radius)
            take_up(self.painter, None, faded(QColor(colour).lighter(150), 150))
            self.painter.drawEllipse(QPointF(x, y) + glint, 0.34 * radius, 0.34 * radius)

    def rod(
        self, a: tuple[float, float], b: tuple[float, float], colour: QColor, wide: float
    ) -> None:
        """A thin thing with its dark edge, such as a musket or a sword."""
        line = QLineF(QPointF(*a), QPointF(*b))
        ink = faded(QColor(colour).darker(300), 210)
        self.painter.setPen(round_ended(ink, wide + 2 * max(0.22, 0.3 / self.scale)))
        self.painter.drawLine(line)
        self.painter.setPen(round_ended(colour, wide))
        self.painter.drawLine(line)

    def dye(self, part: str) -> QColor:
        """The colour of a part."""
        return self.suit.dye(part)


# -- men on foot


def _torso(wide: float, deep: float, y: float = 0.0) -> QPainterPath:
    """Shoulders seen from above: broad, rounded, the arms a little forward."""
    path = QPainterPath()
    path.moveTo(-wide, y - 0.35 * deep)
    path.cubicTo(-wide, y - deep, -0.45 * wide, y - 0.9 * deep, 0, y - 0.86 * deep)
    path.cubicTo(0.45 * wide, y - 0.9 * deep, wide, y - deep, wide, y - 0.35 * deep)
    path.cubicTo(wide, y + 0.6 * deep, 0.5 * wide, y + deep, 0, y + deep)
    path.cubicTo(-0.5 * wide, y + deep, -wide, y + 0.6 * deep, -wide, y - 0.35 * deep)
    return path


def _man(brush: Brush, *, lean: float = 0.0) -> None:
    body = _torso(2.95, 1.95, 0.25)
    brush.cast(body, 3.0, 50)
    brush.shape(ellipse((-1.1, -1.1 - lean), 0.85), brush.dye("boots"), edge=0.2)
    brush.shape(ellipse((1.1, 0.9), 0.85), brush.dye("boots"), edge=0.2)
    pack = rounded(QRectF(-1.75, 1.0, 3.5, 2.1), 0.5)
    brush.shape(pack, brush.dye("pack"))
    if brush.is_fine:
        roll = rounded(QRectF(-1.95, 0.62, 3.9, 0.95), 0.45)
        brush.shape(roll, QColor("#b7ab92"), edge=0.22)
    brush.shape(body, _coat(brush))
    if brush.is_fine:
        _straps(brush)
    _arms(brush)


def _coat(brush: Brush) -> QColor:
    """Lighter than cloth is: model paint has to show from afar."""
    coat = brush.dye("coat")
    lift = 150 if coat.lightnessF() < 0.5 else 102
    return coat.lighter(round(lift * (1.0, 1.07, 0.95)[brush.suit.tone % 3]))


def _straps(brush: Brush) -> None:
    belt = brush.dye("belt")
    brush.painter.setPen(round_ended(belt, 0.55))
    brush.painter.drawLine(QLineF(-1.6, -1.05, 1.3, 1.6))
    brush.painter.drawLine(QLineF(1.6, -1.05, -1.3, 1.6))
    take_up(brush.painter, None, brush.dye("facing"))
    for side in (-1, 1):
        brush.painter.drawEllipse(QPointF(2.25 * side, -0.05), 0.72, 0.95)


def _arms(brush: Brush) -> None:
    """Hands to the musket, held across and forward."""
    sleeve = _coat(brush).darker(112)
    for side, hand in ((1, QPointF(1.35, -2.0)), (-1, QPointF(0.75, -2.95))):
        brush.painter.setPen(round_ended(sleeve, 1.25))
        brush.painter.drawLine(QLineF(QPointF(2.2 * side, -0.5), hand))
        take_up(brush.painter, None, brush.dye("skin"))
        brush.painter.drawEllipse(hand, 0.52, 0.52)


def _shako(brush: Brush, y: float = -0.1, size: float = 1.36) -> None:
    brush.cast(ellipse((0, y), size * 0.9), 1.2, 40)
    is_bear = brush.suit.kind is FigureKind.GRENADIERS
    hat = brush.dye("hat")
    if is_bear:
        brush.dab(0, y, size * 1.12, hat.lighter(112))
    else:
        brush.dab(0, y, size, hat)
        brush.painter.setPen(round_ended(faded(hat.lighter(190), 150), 0.3))
        brush.painter.setBrush(hat.lighter(125))
        brush.painter.drawEllipse(QPointF(0, y), size * 0.62, size * 0.62)
        peak = QPainterPath()
        peak.moveTo(-size * 0.8, y - size * 0.6)
        peak.quadTo(0, y - size * 1.75, size * 0.8, y - size * 0.6)
        brush.painter.fillPath(peak, QColor("#17130f"))
    take_up(brush.painter, None, brush.dye("plume"))
    brush.painter.drawEllipse(QPointF(0, y - size * 0.72), 0.52, 0.6)


def _musket(brush: Brush) -> None:
    wood, steel = brush.dye("wood"), brush.dye("steel")
    brush.rod((1.75, -0.6), (0.55, -4.4), wood, 0.62)
    brush.rod((0.55, -4.4), (0.1, -5.9), steel, 0.34)


def _draw_man(brush: Brush) -> None:
    _man(brush)
    _musket(brush)
    _shako(brush)


def _draw_skirmisher(brush: Brush) -> None:
    """Kneeling or aiming: the musket straight ahead."""
    _man(brush, lean=0.7)
    wood, steel = brush.dye("wood"), brush.dye("steel")
    brush.rod((1.2, 0.2), (0.75, -5.2), wood, 0.66)
    brush.rod((0.75, -5.0), (0.7, -6.4), steel, 0.4)
    _shako(brush, -0.35)


def _draw_officer(brush: Brush) -> None:
    body = _torso(2.65, 1.7, 0.25)
    brush.cast(body, 3.4)
    brush.shape(body, _coat(brush))
    if brush.is_fine:
        brush.painter.setPen(round_ended(brush.dye("sash"), 0.7))
        brush.painter.drawLine(QLineF(-1.9, -0.9, 1.7, 1.5))
        take_up(brush.painter, None, brush.dye("brass"))
        for side in (-1, 1):
            brush.painter.drawEllipse(QPointF(2.3 * side, 0), 0.7, 0.95)
    brush.painter.setPen(round_ended(_coat(brush).darker(115), 1.25))
    brush.painter.drawLine(QLineF(2.2, -0.4, 2.7, -2.6))
    brush.rod((2.7, -2.7), (1.7, -6.4), brush.dye("steel"), 0.42)
    brush.painter.setPen(round_ended(QColor("#17130f"), 1.0))
    hat = QPainterPath()
    hat.addEllipse(QPointF(0, -0.1), 1.95, 1.05)
    brush.shape(hat, QColor("#1b1714"))
    take_up(brush.painter, None, brush.dye("plume"))
    brush.painter.drawEllipse(QPointF(-0.5, -0.4), 0.5, 0.5)


def _draw_drummer(brush: Brush) -> None:
    body = _torso(2.6, 1.7, 0.35)
    brush.cast(body, 3.2)
    brush.shape(body, brush.dye("facing"))
    brush.dab(-0.4, -2.5, 1.55, brush.dye("brass"))
    take_up(brush.painter, None, QColor("#efe6cf"))
    brush.painter.drawEllipse(QPointF(-0.4, -2.5), 1.1, 1.1)
    _shako(brush)


# -- horses and who rides them


def _horse_colour(brush: Brush) -> QColor:
    own = brush.dye("horse")
    return (own, own.lighter(114), own.darker(118), own.lighter(106))[brush.suit.tone % 4]


def _horse_shape(long: float = 1.0) -> QPainterPath:
    """Rump, barrel, shoulders, neck and head from above, facing north."""
    path = QPainterPath()
    path.moveTo(0, -12.2 * long)
    path.cubicTo(0.9, -12.4 * long, 1.15, -10.8 * long, 1.1, -9.6 * long)
    path.cubicTo(1.2, -8.6 * long, 1.7, -7.6 * long, 2.1, -6.0 * long)
    path.cubicTo(2.75, -4.6 * long, 2.6, -2.6, 2.35, -0.6)
    path.cubicTo(2.3, 1.6, 2.75, 3.2, 2.7, 5.2)
    path.cubicTo(2.7, 7.4, 1.4, 8.6, 0, 8.7)
    path.cubicTo(-1.4, 8.6, -2.7, 7.4, -2.7, 5.2)
    path.cubicTo(-2.75, 3.2, -2.3, 1.6, -2.35, -0.6)
    path.cubicTo(-2.6, -2.6, -2.75, -4.6 * long, -2.1, -6.0 * long)
    path.cubicTo(-1.7, -7.6 * long, -1.2, -8.6 * long, -1.1, -9.6 * long)
    path.cubicTo(-1.15, -10.8 * long, -0.9, -12.4 * long, 0, -12.2 * long)
    return path


def _horse(brush: Brush, *, saddle: bool = True) -> None:
    coat, mane = _horse_colour(brush), brush.dye("mane")
    body = _horse_shape()
    brush.cast(body, 4.6)
    stride = (1.0, -0.8, 0.3, -0.3)[brush.suit.tone % 4]
    for x, y in (
        (-1.7, -5.6 - stride),
        (1.7, -5.6 + stride),
        (-1.8, 6.2 + stride),
        (1.8, 6.2 - stride),
    ):
        brush.shape(ellipse((x, y), 0.95), coat.darker(150), edge=0.2)
    tail = QPainterPath(QPointF(0, 8.0))
    tail.cubicTo(0.9, 9.6, -0.7, 10.6, 0.5, 12.4)
    brush.painter.strokePath(tail, round_ended(mane.darker(130), 1.9))
    brush.painter.strokePath(tail, round_ended(mane, 1.3))
    brush.shape(body, coat, edge=0.4)
    mane_line = QPainterPath(QPointF(0.1, -10.2))
    mane_line.cubicTo(-0.4, -9.0, 0.5, -7.4, 0.1, -5.6)
    brush.painter.strokePath(mane_line, round_ended(mane, 1.0))
    if brush.is_fine:
        for side in (-1, 1):
            ear = area_of((0.35 * side, -10.6), (0.95 * side, -10.1), (0.75 * side, -11.4))
            brush.painter.fillPath(ear, coat.darker(140))
        brush.painter.setPen(round_ended(QColor("#1d1712"), 0.36))
        brush.painter.drawLine(QLineF(-0.95, -10.9, 0.95, -10.9))
        for side in (-1, 1):
            brush.painter.drawLine(QLineF(0.95 * side, -10.6, 0.7 * side, -3.2))
    if saddle:
        cloth = rounded(QRectF(-2.55, -2.6, 5.1, 5.9), 1.3)
        brush.shape(cloth, brush.dye("cloth"), edge=0.28)
        if brush.is_fine:
            trim = rounded(QRectF(-2.15, -2.2, 4.3, 5.1), 1.0)
            brush.painter.strokePath(trim, QPen(brush.dye("facing"), 0.45))


def _rider(brush: Brush, *, armed: bool = True) -> None:
    kind = brush.suit.kind
    legs = brush.dye("legs")
    for side in (-1, 1):
        brush.painter.setPen(round_ended(legs.darker(160), 1.7))
        brush.painter.drawLine(QLineF(1.5 * side, 0.6, 3.0 * side, -1.3))
        brush.painter.setPen(round_ended(legs, 1.1))
        brush.painter.drawLine(QLineF(1.5 * side, 0.6, 2.9 * side, -1.0))
        take_up(brush.painter, None, brush.dye("boots"))
        brush.painter.drawEllipse(QPointF(3.0 * side, -1.7), 0.75, 1.1)
    body = _torso(2.85, 1.75, 0.6)
    brush.cast(body, 2.2, 46)
    coat = QColor("#cdd3d8") if kind is FigureKind.CUIRASSIER else _coat(brush)
    brush.shape(body, coat)
    if brush.is_fine:
        brush.painter.setPen(round_ended(brush.dye("belt"), 0.5))
        brush.painter.drawLine(QLineF(-1.7, -0.6, 1.5, 1.9))
        take_up(brush.painter, None, brush.dye("facing"))
        for side in (-1, 1):
            brush.painter.drawEllipse(QPointF(2.3 * side, 0.35), 0.6, 0.9)
    sleeve = (_coat(brush)).darker(112)
    brush.painter.setPen(round_ended(sleeve, 1.3))
    brush.painter.drawLine(QLineF(-2.3, 0.1, -0.7, -2.6))
    brush.painter.drawLine(QLineF(2.3, 0.1, 3.1, -2.2))
    if armed:
        brush.rod((3.15, -2.3), (2.3, -7.0), brush.dye("steel"), 0.46)
    _headgear(brush)


def _headgear(brush: Brush) -> None:
    kind = brush.suit.kind
    if kind in (FigureKind.CUIRASSIER, FigureKind.DRAGOON):
        brush.cast(ellipse((0, 0.3), 1.4), 1.2, 40)
        brush.dab(0, 0.3, 1.5, brush.dye("helmet"))
        crest = QPainterPath(QPointF(0, -1.3))
        crest.cubicTo(0.25, 0.0, -0.2, 1.6, 0.15, 3.4)
        brush.painter.strokePath(crest, round_ended(brush.dye("crest").darker(140), 1.15))
        brush.painter.strokePath(crest, round_ended(brush.dye("crest"), 0.75))
    elif kind in (FigureKind.LANCER, FigureKind.COSSACK):
        square = rounded(QRectF(-1.35, -1.05, 2.7, 2.7), 0.35)
        brush.cast(square, 1.2, 40)
        colour = brush.dye("facing") if kind is FigureKind.LANCER else brush.dye("hat")
        brush.shape(square, colour)
        take_up(brush.painter, None, brush.dye("plume"))
        brush.painter.drawEllipse(QPointF(-0.9, -0.5), 0.55, 0.55)
    else:
        _shako(brush, 0.3, 1.5)


def _draw_rider(brush: Brush) -> None:
    _horse(brush)
    _rider(brush)


def _draw_lancer(brush: Brush) -> None:
    _horse(brush)
    _rider(brush, armed=False)
    brush.rod((3.3, 4.6), (2.9, -12.6), brush.dye("wood"), 0.5)
    brush.rod((2.9, -12.4), (2.85, -14.6), brush.dye("steel"), 0.45)
    if brush.suit.kind is FigureKind.COSSACK:
        return
    top, low = ("#f4ecda", "#b5302c")
    for colour, y in ((top, -11.9), (low, -11.0)):
        pennon = area_of((3.0, y), (6.0, y + 1.0), (3.0, y + 0.95))
        brush.shape(pennon, QColor(colour), edge=0.16)


def _draw_general(brush: Brush) -> None:
    _horse(brush)
    body = _torso(2.9, 1.8, 0.6)
    for side in (-1, 1):
        brush.painter.setPen(round_ended(brush.dye("legs"), 1.2))
        brush.painter.drawLine(QLineF(1.5 * side, 0.6, 2.9 * side, -1.1))
        take_up(brush.painter, None, brush.dye("boots"))
        brush.painter.drawEllipse(QPointF(3.0 * side, -1.8), 0.75, 1.1)
    brush.cast(body, 2.2, 46)
    brush.shape(body, _coat(brush))
    brush.painter.setPen(round_ended(brush.dye("sash"), 0.75))
    brush.painter.drawLine(QLineF(-1.9, -0.6, 1.8, 1.9))
    take_up(brush.painter, None, brush.dye("brass"))
    for side in (-1, 1):
        brush.painter.drawEllipse(QPointF(2.45 * side, 0.3), 0.75, 1.0)
    brush.painter.setPen(round_ended(_coat(brush).darker(115), 1.3))
    brush.painter.drawLine(QLineF(2.3, 0.1, 3.4, -3.0))
    brush.painter.drawLine(QLineF(-2.3, 0.1, -0.7, -2.6))
    hat = QPainterPath()
    hat.addEllipse(QPointF(0, 0.3), 2.35, 1.15)
    brush.cast(hat, 1.2, 40)
    brush.shape(hat, QColor("#1b1714"))
    brush.painter.setPen(round_ended(brush.dye("plume"), 0.7))
    brush.painter.drawLine(QLineF(-1.5, -0.1, 1.5, -0.1))


# -- guns


def _draw_gunner(brush: Brush) -> None:
    body = _torso(2.6, 1.7, 0.25)
    brush.cast(body, 3.4)
    brush.shape(body, _coat(brush))
    if brush.is_fine:
        brush.painter.setPen(round_ended(brush.dye("belt"), 0.5))
        brush.painter.drawLine(QLineF(-1.6, -0.9, 1.4, 1.6))
        take_up(brush.painter, None, brush.dye("facing"))
        for side in (-1, 1):
            brush.painter.drawEllipse(QPointF(2.2 * side, 0), 0.6, 0.85)
    if brush.suit.tone % 2:
        brush.rod((1.2, 1.5), (1.0, -6.6), brush.dye("wood"), 0.5)
        brush.dab(1.0, -6.6, 0.75, brush.dye("canvas"), edge=0.2)
    brush.painter.setPen(round_ended(_coat(brush).darker(115), 1.2))
    brush.painter.drawLine(QLineF(-2.1, -0.3, 0.6, -2.3))
    brush.painter.drawLine(QLineF(2.1, -0.3, 1.1, -2.5))
    _shako(brush)


def _draw_gun(brush: Brush) -> None:
    """Barrel forward, trail behind, a wheel on either side."""
    carriage, brass = brush.dye("carriage"), brush.dye("brass")
    whole = area_of((-4.2, -3), (4.2, -3), (4.2, 3), (1.2, 11.5), (-1.2, 11.5), (-4.2, 3))
    brush.cast(whole, 2.6, 50)
    trail = area_of((-1.5, -3.5), (1.5, -3.5), (1.2, 10.5), (0.7, 12.2), (-0.7, 12.2), (-1.2, 10.5))
    brush.shape(trail, carriage)
    if brush.is_fine:
        brush.painter.setPen(round_ended(QColor("#25211b"), 0.5))
        for y in (2.6, 6.0, 9.6):
            brush.painter.drawLine(QLineF(-1.2, y, 1.2, y))
    brush.rod((-4.4, -1.0), (4.4, -1.0), carriage.darker(125), 1.0)
    for side in (-1, 1):
        tyre = rounded(QRectF(4.3 * side - 0.75, -5.6, 1.5, 9.2), 0.7)
        brush.shape(tyre, carriage.darker(108))
        brush.dab(4.3 * side, -1.0, 0.75, QColor("#2b2722"), edge=0.15)
        if brush.is_fine:
            brush.painter.setPen(round_ended(QColor("#25211b"), 0.35))
            for y in (-4.2, -2.6, 0.8, 2.4):
                brush.painter.drawLine(QLineF(4.3 * side - 0.55, y, 4.3 * side + 0.55, y))
    barrel = area_of(
        (-0.95, -11.2), (0.95, -11.2), (1.0, -4), (1.45, 2.4), (-1.45, 2.4), (-1.0, -4)
    )
    brush.cast(barrel, 1.4, 44)
    brush.shape(barrel, brass)
    brush.shape(rounded(QRectF(-1.3, -12.0, 2.6, 1.3), 0.5), brass)
    brush.dab(0, 3.0, 0.8, brass)
    take_up(brush.painter, None, QColor("#1c1610"))
    brush.painter.drawRect(QRectF(-0.7, -11.95, 1.4, 0.45))


def _draw_limber(brush: Brush) -> None:
    """The limber with its chest and two wheels; the team goes before it."""
    carriage = brush.dye("carriage")
    brush.cast(area_of((-4, -4), (4, -4), (4, 4), (-4, 4)), 2.4, 50)
    brush.rod((0, -9.5), (0, 3), carriage.darker(110), 1.0)
    for side in (-1, 1):
        brush.shape(rounded(QRectF(4.1 * side - 0.7, -4.2, 1.4, 8.4), 0.7), carriage.darker(108))
        brush.dab(4.1 * side, 0, 0.7, QColor("#2b2722"), edge=0.15)
    brush.rod((-4.0, 0), (4.0, 0), carriage.darker(125), 0.9)
    chest = rounded(QRectF(-2.6, -2.3, 5.2, 4.2), 0.5)
    brush.shape(chest, carriage)
    if brush.is_fine:
        brush.painter.setPen(round_ended(faded(QColor("#25211b"), 190), 0.4))
        for x in (-1.3, 1.3):
            brush.painter.drawLine(QLineF(x, -2.2, x, 1.8))


def _draw_team(brush: Brush) -> None:
    """Two horses side by side, a driver on the near one."""
    for x in (-3.2, 3.2):
        with kept(brush.painter):
            brush.painter.translate(x, 0)
            brush.painter.scale(0.88, 0.88)
            _horse(brush, saddle=False)
            if x < 0:
                body = _torso(2.6, 1.7, 0.6)
                brush.shape(body, _coat(brush))
                _shako(brush, 0.3, 1.4)
    brush.painter.setPen(round_ended(QColor("#241c14"), 0.45))
    for x in (-0.7, 0.7):
        brush.painter.drawLine(QLineF(x, -3.5, 0.5 * x, 12.0))


_DRAWN: Final[Mapping[Figure, Callable[[Brush], None]]] = {
    Figure.MAN: _draw_man,
    Figure.OFFICER: _draw_officer,
    Figure.DRUMMER: _draw_drummer,
    Figure.SKIRMISHER: _draw_skirmisher,
    Figure.RIDER: _draw_rider,
    Figure.LANCER: _draw_lancer,
    Figure.GENERAL: _draw_general,
    Figure.GUNNER: _draw_gunner,
    Figure.GUN: _draw_gun,
    Figure.LIMBER: _draw_limber,
    Figure.TEAM: _draw_team,
}
