"""The things in the pictures on cards, each in units of its own: 100 is its size.

The middle of its foot lies at the origin; what hangs in the sky has its middle there. A river and
a wall reach across a whole picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from hexwar.widgets.cards.records import Suit
from hexwar.widgets.cards.scenes import Thing
from hexwar.widgets.counters.easel import Detail, Easel
from hexwar.widgets.counters.flags import paint_flag
from hexwar.widgets.counters.strokes import outline_path
from hexwar.widgets.panels.painting import paint_die

_INK = QColor("#2a1f16")
_WOOD = QColor("#6b4a2c")
_STONE = QColor("#c9bda2")
_ROOF = QColor("#9a4a34")


def _pen(colour: QColor, width: float) -> QPen:
    round_ = Qt.PenCapStyle.RoundCap
    return QPen(colour, width, Qt.PenStyle.SolidLine, round_, Qt.PenJoinStyle.RoundJoin)


def _fill(painter: QPainter, outline: str, colour: QColor, edge: float = 2.4) -> None:
    painter.setPen(_pen(_INK, edge) if edge else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(colour)
    painter.drawPath(outline_path(outline))


def _stroke(painter: QPainter, outline: str, colour: QColor, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(colour, width))
    painter.drawPath(outline_path(outline))


def _glow(painter: QPainter, at: QPointF, radius: float, colour: QColor) -> None:
    brush = QRadialGradient(at, radius)
    brush.setColorAt(0, colour)
    brush.setColorAt(1, QColor(colour.red(), colour.green(), colour.blue(), 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.drawEllipse(at, radius, radius)


# -- sky


def _sun(painter: QPainter, _: Suit) -> None:
    _glow(painter, QPointF(0, 0), 130, QColor(255, 236, 170, 190))
    painter.setBrush(QColor("#fdeeb0"))
    painter.drawEllipse(QPointF(0, 0), 44, 44)


def _moon(painter: QPainter, _: Suit) -> None:
    _glow(painter, QPointF(0, 0), 110, QColor(240, 236, 200, 90))
    disc, shade = QPainterPath(), QPainterPath()
    disc.addEllipse(QPointF(0, 0), 50, 50)
    shade.addEllipse(QPointF(24, -10), 44, 44)
    painter.setBrush(QColor("#f4ecc6"))
    painter.drawPath(disc.subtracted(shade))


def _rain(painter: QPainter, _: Suit) -> None:
    painter.setPen(_pen(QColor(232, 240, 244, 150), 3))
    for row in range(6):
        for column in range(24):
            x = -290 + column * 25 + (row % 2) * 12
            y = -215 + row * 42 + (column * 17) % 23
            painter.drawLine(QPointF(x, y), QPointF(x - 7, y + 20))


def _clock(painter: QPainter, _: Suit) -> None:
    painter.setPen(_pen(_INK, 5))
    painter.setBrush(QColor("#f7efda"))
    painter.drawEllipse(QPointF(0, 0), 50, 50)
    for hour in range(12):
        angle = hour * math.tau / 12
        way = QPointF(math.sin(angle), -math.cos(angle))
        painter.setPen(_pen(_INK, 3.4 if hour % 3 else 6))
        painter.drawLine(way * 38, way * 44)
    painter.setPen(_pen(QColor("#8c2f23"), 6))
    painter.drawLine(QPointF(0, 0), QPointF(0, -32))
    painter.drawLine(QPointF(0, 0), QPointF(20, 12))


# -- ground


def _road(painter: QPainter, _: Suit) -> None:
    road = "M -150,16 L -40,-16 L 60,-28 L 112,-30 L 112,-26 L 70,-20 L 12,-2 L -34,22 Z"
    _fill(painter, road, QColor("#d9c593"), 0)
    _stroke(painter, "M -150,16 L -40,-16 L 60,-28 L 112,-30", QColor("#93794a"), 1.6)
    _stroke(painter, "M 112,-26 L 70,-20 L 12,-2 L -34,22", QColor("#93794a"), 1.6)


def _river(painter: QPainter, _: Suit) -> None:
    river = "M -300,-6 Q -120,-40 0,-22 Q 140,0 300,-30 L 300,30 Q 140,52 0,32 Q -140,14 -300,44 Z"
    _fill(painter, river, QColor("#6f9fb8"), 0)
    for line in ("M -210,2 Q -120,-14 -30,2", "M 40,12 Q 130,28 220,8", "M -120,18 Q -30,12 40,26"):
        _stroke(painter, line, QColor("#d3e4e8"), 3)


def _bridge(painter: QPainter, _: Suit) -> None:
    _fill(painter, "M -90,2 L -90,-12 Q 0,-32 90,-12 L 90,2 Q 0,-16 -90,2 Z", _STONE, 2)
    for x in (-46, 0, 46):
        _fill(painter, f"M {x - 7},-6 L {x + 7},-6 L {x + 9},18 L {x - 9},18 Z", _STONE, 2)


def _broken_bridge(painter: QPainter, _: Suit) -> None:
    _fill(painter, "M -90,2 L -90,-12 Q -56,-22 -22,-25 L -16,-10 Q -56,-8 -90,2 Z", _STONE, 2)
    _fill(painter, "M 90,2 L 90,-12 Q 60,-22 34,-25 L 28,-11 Q 60,-8 90,2 Z", _STONE, 2)
    for x in (-46, 50):
        _fill(painter, f"M {x - 7},-8 L {x + 7},-8 L {x + 9},18 L {x - 9},18 Z", _STONE, 2)
    _stroke(painter, "M -20,-22 L 4,-2 M 30,-22 L 16,2 M -6,-14 L 20,-10", _WOOD, 4.4)


def _wall(painter: QPainter, _: Suit) -> None:
    _fill(painter, "M -300,34 L -300,-12 L 300,-12 L 300,34 Z", QColor("#a08a60"), 0)
    painter.setPen(_pen(QColor("#6d5a38"), 3))
    for row, y in enumerate((-12, 2, 16)):
        painter.drawLine(QPointF(-300, y), QPointF(300, y))
        for column in range(-11, 12):
            x = column * 28 + (row % 2) * 14
            painter.drawLine(QPointF(x, y), QPointF(x, y + 14))


_LEAVES = ((0.42, 24, "#3f5a33"), (0.64, 21, "#4c6a3b"), (0.84, 14, "#5a7845"))
"""The crown of a tree from its lowest part: how high, how wide, which green."""


def _trees(painter: QPainter, _: Suit) -> None:
    for x, height in ((-46, 74), (40, 80), (-4, 100)):
        _fill(painter, f"M {x - 4},0 L {x - 3},-30 L {x + 3},-30 L {x + 4},0 Z", _WOOD, 0)
        painter.setPen(_pen(QColor("#28361f"), 2.4))
        for dy, radius, tone in (
            (0.42, 24, "#3f5a33"),
            (0.64, 21, "#4c6a3b"),
            (0.84, 14, "#5a7845"),
        ):
            painter.setBrush(QColor(tone))
            painter.drawEllipse(QPointF(x, -height * dy), radius, radius * 0.9)


def _town(painter: QPainter, _: Suit) -> None:
    for x, width, height in ((-66, 40, 34), (-24, 44, 42), (30, 52, 36), (74, 30, 28)):
        left, right = x - width / 2, x + width / 2
        _fill(
            painter, f"M {left},0 L {left},-{height} L {right},-{height} L {right},0 Z", _STONE, 2
        )
        roof = f"M {left - 4},-{height} L {x},-{height + 20} L {right + 4},-{height} Z"
        _fill(painter, roof, _ROOF, 2)
    _fill(painter, "M -2,0 L -2,-66 L 14,-66 L 14,0 Z", _STONE, 2)
    _fill(painter, "M -5,-66 L 6,-98 L 17,-66 Z", QColor("#56606a"), 2)


_FLAME = "M 0,10 Q -26,-6 -14,-34 Q -8,-24 -4,-30 Q -8,-54 8,-70 Q 6,-48 18,-36 Q 30,-10 0,10 Z"
_HEART = "M 0,8 Q -13,-2 -6,-20 Q 0,-12 4,-32 Q 18,-10 0,8 Z"


def _fire(painter: QPainter, _: Suit) -> None:
    _glow(painter, QPointF(0, -30), 110, QColor(255, 150, 50, 170))
    for x, size in ((-46, 0.8), (52, 0.9), (0, 1.25)):
        painter.save()
        painter.translate(x, 0)
        painter.scale(size, size)
        flame = (
            "M 0,10 Q -26,-6 -14,-34 Q -8,-24 -4,-30 Q -8,-54 8,-70 Q 6,-48 18,-36 Q 30,-10 0,10 Z"
        )
        _fill(painter, flame, QColor("#e8742a"), 0)
        _fill(painter, "M 0,8 Q -13,-2 -6,-20 Q 0,-12 4,-32 Q 18,-10 0,8 Z", QColor("#fbd25a"), 0)
        painter.restore()


def _smoke(painter: QPainter, _: Suit) -> None:
    painter.setPen(_pen(QColor(90, 84, 74, 120), 2.4))
    for x, y, radius in ((34, -30, 34), (-4, -18, 30), (22, 6, 28), (-30, 4, 24), (-54, 12, 15)):
        painter.setBrush(QColor(244, 240, 228, 225))
        painter.drawEllipse(QPointF(x, y), radius, radius * 0.86)


def _shot(painter: QPainter, _: Suit) -> None:
    _stroke(painter, "M -60,22 Q -30,-6 -4,-1", QColor(60, 50, 40, 150), 4)
    painter.setPen(_pen(_INK, 2))
    painter.setBrush(QColor("#2b2722"))
    painter.drawEllipse(QPointF(6, 0), 11, 11)


def _tents(painter: QPainter, _: Suit) -> None:
    for x, size in ((-66, 0.66), (62, 0.74), (0, 1.0)):
        painter.save()
        painter.translate(x, 0)
        painter.scale(size, size)
        _fill(painter, "M -46,0 L 0,-70 L 46,0 Z", QColor("#efe6cd"), 3)
        _fill(painter, "M -13,0 L 0,-70 L 13,0 Z", QColor("#7a684b"), 2)
        _stroke(painter, "M 0,-70 L 0,-82", _INK, 3)
        painter.restore()


def _signpost(painter: QPainter, _: Suit) -> None:
    _fill(painter, "M -4,0 L -4,-96 L 4,-96 L 4,0 Z", _WOOD)
    board = QColor("#e6d3a3")
    _fill(painter, "M -8,-90 L 44,-90 L 58,-79 L 44,-68 L -8,-68 Z", board)
    _fill(painter, "M 8,-62 L -44,-62 L -58,-51 L -44,-40 L 8,-40 Z", board)
    _stroke(painter, "M 2,-79 L 38,-79 M -2,-51 L -38,-51", QColor("#7c6440"), 3)


# -- in the hand


def _letter(painter: QPainter, _: Suit) -> None:
    painter.rotate(-7)
    _fill(painter, "M -50,0 L -50,-66 L 50,-66 L 50,0 Z", QColor("#f6ecd2"), 2.6)
    _stroke(painter, "M -50,-66 L 0,-26 L 50,-66", _INK, 2.6)
    _stroke(painter, "M -50,0 L -12,-34 M 50,0 L 12,-34", QColor(42, 31, 22, 120), 2)
    painter.setPen(_pen(QColor("#5f1a12"), 2.4))
    painter.setBrush(QColor("#a3271c"))
    painter.drawEllipse(QPointF(0, -27), 12, 12)


def _spyglass(painter: QPainter, _: Suit) -> None:
    painter.rotate(-24)
    brass, leather = QColor("#d0a64c"), QColor("#6b4023")
    _fill(painter, "M -50,-8 L -6,-10 L -6,10 L -50,8 Z", brass)
    _fill(painter, "M -6,-12 L 34,-15 L 34,15 L -6,12 Z", leather)
    _fill(painter, "M 34,-17 L 62,-19 L 62,19 L 34,17 Z", brass)
    _fill(painter, "M -58,-6 L -50,-8 L -50,8 L -58,6 Z", QColor("#2f261e"))


def _die(painter: QPainter, _: Suit) -> None:
    painter.rotate(-11)
    paint_die(painter, QRectF(-44, -88, 88, 88), 5)


def _sabres(painter: QPainter, _: Suit) -> None:
    for mirror in (1, -1):
        painter.save()
        painter.scale(mirror, 1)
        painter.translate(0, -50)
        painter.rotate(42)
        _fill(painter, "M -4,34 Q -12,-16 -3,-64 Q 5,-18 4,34 Z", QColor("#dfe4e6"), 2.4)
        _stroke(painter, "M -16,34 Q 0,28 16,34", QColor("#d0a64c"), 6)
        _fill(painter, "M -4,36 L 4,36 L 5,60 L -5,60 Z", QColor("#3a2a1c"), 2.4)
        _stroke(painter, "M 16,34 Q 20,52 4,60", QColor("#d0a64c"), 4)
        painter.restore()


def _flag(painter: QPainter, suit: Suit) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#d9ab45"))
    painter.drawEllipse(QPointF(-30, -114), 6, 6)
    paint_flag(Easel(painter, 1.0, Detail.NORMAL), suit.nation, QRectF(-33, -112, 104, 112))


# -- arrows of a plan


def _arrow(painter: QPainter, body: str, head: QPolygonF) -> None:
    for colour, width in ((QColor(252, 244, 224, 210), 22.0), (QColor("#a3271c"), 14.0)):
        _stroke(painter, body, colour, width)
        painter.setBrush(colour)
        painter.setPen(_pen(colour, width - 12))
        painter.drawPolygon(head)


def _head(x: float, y: float, way: float, size: float = 26) -> QPolygonF:
    """The head of an arrow: its point lies a size ahead of x and y, `way` in degrees."""
    turn = math.radians(way)
    ahead = QPointF(math.cos(turn), math.sin(turn)) * size
    aside = QPointF(-math.sin(turn), math.cos(turn)) * size * 0.85
    at = QPointF(x, y)
    return QPolygonF([at + ahead, at + aside, at - aside])


def _advance(painter: QPainter, _: Suit) -> None:
    _arrow(painter, "M -62,0 Q -10,-10 24,-26", _head(30, -29, -26))


def _back(painter: QPainter, _: Suit) -> None:
    _arrow(painter, "M 58,-26 Q 10,-10 -26,-6", _head(-32, -6, 176))


def _round(painter: QPainter, _: Suit) -> None:
    _arrow(painter, "M -80,2 Q -66,-44 -6,-46 Q 42,-46 62,-22", _head(64, -19, 54, 17))


def _stray(painter: QPainter, _: Suit) -> None:
    for way in (18, 162, 214, 326):
        turn = math.radians(way)
        x, y = math.cos(turn), math.sin(turn)
        body = f"M {x * 42:.1f},{y * 22:.1f} L {x * 76:.1f},{y * 38:.1f}"
        _arrow(painter, body, _head(x * 80, y * 40, way, 16))


def _barred(painter: QPainter, _: Suit) -> None:
    for colour, width in ((QColor(252, 244, 224, 220), 14.0), (QColor("#a3271c"), 8.0)):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(colour, width))
        painter.drawEllipse(QPointF(0, 0), 60, 60)
        painter.drawLine(QPointF(-42, 42), QPointF(42, -42))


THINGS: Mapping[Thing, Callable[[QPainter, Suit], None]] = MappingProxyType(
    {
        Thing.SUN: _sun,
        Thing.MOON: _moon,
        Thing.ROAD: _road,
        Thing.RIVER: _river,
        Thing.BRIDGE: _bridge,
        Thing.BROKEN_BRIDGE: _broken_bridge,
        Thing.TOWN: _town,
        Thing.FIRE: _fire,
        Thing.SMOKE: _smoke,
        Thing.SHOT: _shot,
        Thing.TENTS: _tents,
        Thing.LETTER: _letter,
        Thing.SPYGLASS: _spyglass,
        Thing.DIE: _die,
        Thing.SABRES: _sabres,
        Thing.WALL: _wall,
        Thing.SIGNPOST: _signpost,
        Thing.TREES: _trees,
        Thing.ADVANCE: _advance,
        Thing.ROUND: _round,
        Thing.BACK: _back,
        Thing.STRAY: _stray,
        Thing.FLAG: _flag,
        Thing.BARRED: _barred,
        Thing.RAIN: _rain,
        Thing.CLOCK: _clock,
    }
)
"""How each thing is painted."""
