"""How each type of order is drawn: its line, and the shape at the line's end.

Every type has a shape of its own, so that it is known without its colour and its letter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from hexwar.systems.nlc.orders import Verb
from hexwar.widgets.board.geometry import arrow_head


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands at the end of a line."""

    solid: QPainterPath  # to be filled
    drawn: QPainterPath  # to be drawn as lines


@dataclass(frozen=True, slots=True)
class Manner:
    """The line of a type of order and what ends it."""

    width: float  # of the line, scene units
    dashes: tuple[float, ...]  # none: a whole line
    end: Callable[[QPainterPath, float], Shape]  # of a line, for a radius of hexes
    gap: float = 0.0  # from the line's end to the tip, which its shape fills, scene units


def _empty() -> QPainterPath:
    return QPainterPath()


def _heads(*backs: float, length: float, width: float) -> Callable[[QPainterPath, float], Shape]:
    """Filled arrow heads, each some units behind the tip."""

    def made(line: QPainterPath, _: float) -> Shape:
        solid = QPainterPath()
        for back in backs:
            solid.addPolygon(arrow_head(_until(line, back), length, width))
            solid.closeSubpath()
        return Shape(solid, _empty())

    return made


def _until(line: QPainterPath, back: float) -> QPainterPath:
    """A line without its last units."""
    whole = line.length()
    return line.trimmed(0.0, line.percentAtLength(max(whole - back, 0.0))) if back else line


def _open_head(line: QPainterPath, _: float) -> Shape:
    """A head of two strokes."""
    left, right = (_aside(line, 15.0, side) for side in (8.5, -8.5))
    drawn = QPainterPath(left)
    drawn.lineTo(line.pointAtPercent(1.0))
    drawn.lineTo(right)
    return Shape(_empty(), drawn)


def _barred_head(*bars: float) -> Callable[[QPainterPath, float], Shape]:
    """A head, and bars across the line's beginning: those who go turn their back on it."""

    def made(line: QPainterPath, radius: float) -> Shape:
        shape = _heads(0.0, length=15.0, width=15.0)(line, radius)
        drawn, whole = QPainterPath(), line.length()
        for bar in bars:
            drawn.moveTo(_aside(line, whole - bar, 9.0))
            drawn.lineTo(_aside(line, whole - bar, -9.0))
        return Shape(shape.solid, drawn)

    return made


def _ring(line: QPainterPath, _: float) -> Shape:
    """A ring about the tip: there are friends in it."""
    drawn = QPainterPath()
    drawn.addEllipse(line.pointAtPercent(1.0), 9.0, 9.0)
    return Shape(_empty(), drawn)


def _diamond(line: QPainterPath, _: float) -> Shape:
    """A diamond about the tip."""
    tip, solid = line.pointAtPercent(1.0), QPainterPath()
    corners = [(0, -9.0), (8.0, 0), (0, 9.0), (-8.0, 0)]
    solid.addPolygon(QPolygonF([tip + QPointF(x, y) for x, y in corners]))
    solid.closeSubpath()
    return Shape(solid, _empty())


def _rampart(line: QPainterPath, radius: float) -> Shape:
    """Three quarters of a wall round the hex, with teeth outwards."""
    return Shape(_empty(), _wall(line.pointAtPercent(1.0), radius * 0.84, teeth=7, arcs=1))


def _outposts(line: QPainterPath, radius: float) -> Shape:
    """Two thin walls one behind the other: one is given up after the other."""
    return Shape(_empty(), _wall(line.pointAtPercent(1.0), radius * 0.84, teeth=0, arcs=2))


def _wall(middle: QPointF, radius: float, *, teeth: int, arcs: int) -> QPainterPath:
    path = QPainterPath()
    for arc in range(arcs):
        size = radius - arc * 6.5
        box = QRectF(middle.x() - size, middle.y() - size, 2 * size, 2 * size)
        path.arcMoveTo(box, 225)
        path.arcTo(box, 225, -270)
    for tooth in range(teeth):
        angle = math.radians(-45 + 270 * (tooth + 0.5) / teeth)
        outward = QPointF(math.cos(angle), -math.sin(angle))
        path.moveTo(middle + outward * radius)
        path.lineTo(middle + outward * (radius + 5.0))
    return path


def _aside(line: QPainterPath, back: float, side: float) -> QPointF:
    """A point beside a line: some units before its tip, some to its left."""
    whole = line.length()
    share = line.percentAtLength(min(max(whole - back, 0.0), whole))
    at = line.pointAtPercent(share)
    angle = math.radians(line.angleAtPercent(share))
    return at + QPointF(-math.sin(angle), -math.cos(angle)) * side


MANNERS: Mapping[str, Manner] = MappingProxyType(
    {
        Verb.MARCH: Manner(3.6, (), _heads(0.0, length=15.0, width=14.0), 9.0),
        Verb.ATTACK: Manner(5.6, (), _heads(0.0, 13.0, length=20.0, width=22.0), 22.0),
        Verb.PROBE: Manner(3.4, (3.2, 2.4), _open_head),
        Verb.DEFEND: Manner(3.4, (), _rampart),
        Verb.DELAY: Manner(3.0, (1.2, 2.2), _outposts),
        Verb.FALL_BACK: Manner(3.4, (4.0, 2.0, 0.6, 2.0), _barred_head(0.0), 9.0),
        Verb.RESERVE: Manner(3.0, (5.0, 2.6), _diamond, 9.0),
        Verb.SUPPORT: Manner(3.4, (0.2, 2.4), _ring, 9.0),
        Verb.GENERAL_RETREAT: Manner(5.0, (4.0, 2.0, 0.6, 2.0), _barred_head(0.0, 8.0), 9.0),
    }
)
"""How each type of order is drawn."""
