"""The painting of the pictures on cards: sky, hills and ground, then soldiers and things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from hexwar.cards.records import Card
from hexwar.widgets.cards.records import Suit
from hexwar.widgets.cards.scenes import HEIGHT, WIDTH, Man, Prop, Scene, Sky, scene_of
from hexwar.widgets.cards.things import THINGS
from hexwar.widgets.counters.figures import FIGURES, paint_figure


@dataclass(frozen=True, slots=True)
class _Light:
    """The colours of an hour."""

    high: str  # the sky at its top
    low: str
    far: str  # hills
    near: str
    ground: str


_LIGHTS: Mapping[Sky, _Light] = MappingProxyType(
    {
        Sky.DAWN: _Light("#c9d6dc", "#f6ddb2", "#a9b193", "#93a377", "#b3b07c"),
        Sky.DAY: _Light("#b9cfdb", "#eee9d2", "#9db199", "#8ba478", "#b0ad78"),
        Sky.DUSK: _Light("#8f93a4", "#f0bd8a", "#857f7c", "#7b7a5d", "#978a5f"),
        Sky.NIGHT: _Light("#26324a", "#56637a", "#39465a", "#333f48", "#4a5046"),
        Sky.STORM: _Light("#7e8a92", "#c6cbc6", "#848f88", "#76856c", "#94936f"),
    }
)


def paint_picture(painter: QPainter, card: Card, suit: Suit, box: QRectF, unit: float) -> None:
    """Paint the picture of a card.

    Args:
        painter: in the units of a card.
        card: whose picture.
        suit: whose soldiers are in it.
        box: where, of the shape of a picture.
        unit: device pixels to a unit.
    """
    scene = scene_of(card)
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.translate(box.topLeft())
    scale = box.width() / WIDTH
    painter.scale(scale, scale)
    _paint_land(painter, _LIGHTS[scene.sky])
    _paint_parts(painter, scene, suit, unit * scale)
    painter.restore()


def _paint_land(painter: QPainter, light: _Light) -> None:
    sky = QLinearGradient(0, 0, 0, HEIGHT * 0.75)
    sky.setColorAt(0, QColor(light.high))
    sky.setColorAt(1, QColor(light.low))
    painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), sky)
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, points in (
        (light.far, ((0, 46), (30, 37), (62, 45), (104, 36), (140, 44), (172, 39))),
        (light.near, ((0, 53), (40, 48), (84, 54), (126, 49), (172, 52))),
        (light.ground, ((0, 60), (50, 58), (110, 61), (172, 58))),
    ):
        painter.setBrush(QColor(colour))
        painter.drawPath(_hill(points))


def _hill(points: tuple[tuple[float, float], ...]) -> QPainterPath:
    """The land below a soft line through some points."""
    path = QPainterPath(QPointF(0, HEIGHT))
    path.lineTo(*points[0])
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        path.cubicTo(middle, y0, middle, y1, x1, y1)
    path.lineTo(WIDTH, HEIGHT)
    path.closeSubpath()
    return path


def _paint_parts(painter: QPainter, scene: Scene, suit: Suit, unit: float) -> None:
    for part in scene.parts:
        if isinstance(part, Man):
            _paint_man(painter, part, suit, unit)
        else:
            _paint_prop(painter, part, suit)


def _paint_man(painter: QPainter, man: Man, suit: Suit, unit: float) -> None:
    figure = FIGURES[man.kind]
    width = man.size * figure.width / figure.height
    painter.save()
    painter.translate(man.x, man.y)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 16, 10, 60))
    painter.drawEllipse(QPointF(0, 0.5), width * 0.5, man.size * 0.055)
    if man.is_left:
        painter.scale(-1, 1)
    nation = suit.enemy if man.is_enemy else suit.nation
    box = QRectF(-width / 2, -man.size, width, man.size)
    paint_figure(painter, man.kind, nation, box, unit)
    painter.restore()


def _paint_prop(painter: QPainter, prop: Prop, suit: Suit) -> None:
    painter.save()
    painter.translate(prop.x, prop.y)
    painter.scale(prop.size / 100, prop.size / 100)
    if prop.is_left:
        painter.scale(-1, 1)
    painter.setPen(QPen(Qt.PenStyle.NoPen))
    THINGS[prop.thing](painter, suit)
    painter.restore()
