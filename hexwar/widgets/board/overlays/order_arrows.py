"""Orders on the map: an arrow for each step, shaped by its type, a flag at each objective."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import OrderArrow, Stage
from hexwar.widgets.board.geometry import arrow_head, between, centre, curve, hexes_rect, shortened
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Mark, Placed, united
from hexwar.widgets.board.overlays.marks import order_mark
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import area_of, ellipse, faded, line_of, square_about, take_up

# -- how each type of order is drawn: its line, and the shape at the line's end
#
# Every type has a shape of its own, so that it is known without its colour and its letter.


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


def _heads(*backs: float, length: float, width: float) -> Callable[[QPainterPath, float], Shape]:
    """Filled arrow heads, each some units behind the tip."""

    def made(line: QPainterPath, _: float) -> Shape:
        solid = QPainterPath()
        for back in backs:
            solid.addPolygon(arrow_head(_until(line, back), length, width))
            solid.closeSubpath()
        return Shape(solid, QPainterPath())

    return made


def _until(line: QPainterPath, back: float) -> QPainterPath:
    """A line without its last units."""
    whole = line.length()
    return line.trimmed(0.0, line.percentAtLength(max(whole - back, 0.0))) if back else line


def _open_head(line: QPainterPath, _: float) -> Shape:
    """A head of two strokes."""
    left, right = (_aside(line, 15.0, side) for side in (8.5, -8.5))
    return Shape(QPainterPath(), line_of(left, line.pointAtPercent(1.0), right))


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
    return Shape(QPainterPath(), ellipse(line.pointAtPercent(1.0), 9.0))


def _diamond(line: QPainterPath, _: float) -> Shape:
    """A diamond about the tip."""
    tip, corners = line.pointAtPercent(1.0), ((0, -9.0), (8.0, 0), (0, 9.0), (-8.0, 0))
    return Shape(area_of(*(tip + QPointF(x, y) for x, y in corners)), QPainterPath())


def _rampart(line: QPainterPath, radius: float) -> Shape:
    """Three quarters of a wall round the hex, with teeth outwards."""
    return Shape(QPainterPath(), _wall(line.pointAtPercent(1.0), radius * 0.84, teeth=7, arcs=1))


def _outposts(line: QPainterPath, radius: float) -> Shape:
    """Two thin walls one behind the other: one is given up after the other."""
    return Shape(QPainterPath(), _wall(line.pointAtPercent(1.0), radius * 0.84, teeth=0, arcs=2))


def _wall(middle: QPointF, radius: float, *, teeth: int, arcs: int) -> QPainterPath:
    path = QPainterPath()
    for arc in range(arcs):
        size = radius - arc * 6.5
        box = square_about(middle, size)
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
        "head": Manner(3.6, (), _heads(0.0, length=15.0, width=14.0), 9.0),
        "double head": Manner(5.6, (), _heads(0.0, 13.0, length=20.0, width=22.0), 22.0),
        "open head": Manner(3.4, (3.2, 2.4), _open_head),
        "rampart": Manner(3.4, (), _rampart),
        "outposts": Manner(3.0, (1.2, 2.2), _outposts),
        "barred head": Manner(3.4, (4.0, 2.0, 0.6, 2.0), _barred_head(0.0), 9.0),
        "diamond": Manner(3.0, (5.0, 2.6), _diamond, 9.0),
        "ring": Manner(3.4, (0.2, 2.4), _ring, 9.0),
        "double barred head": Manner(5.0, (4.0, 2.0, 0.6, 2.0), _barred_head(0.0, 8.0), 9.0),
    }
)
"""How the arrows of orders are drawn, by the word for their line and head."""


# -- orders on the map: an arrow for each step, and a flag at each objective


_MARGIN: Final = 80.0  # how far bows, walls and flags reach out of the hexes, scene units
_BOW: Final = 0.09  # how far a straight way is bent, as a share of its length
_ALPHA: Final = {Stage.IN_FORCE: 235, Stage.NEXT: 150, Stage.COMING: 235}
_PALE: Final = 110
_THIN: Final = {Stage.IN_FORCE: 1.0, Stage.NEXT: 0.62, Stage.COMING: 1.0}


def orders_drawing(layout: Layout, inks: Inks, orders: tuple[OrderArrow, ...]) -> Drawing:
    """The arrows of some orders; those of formations that are not pointed at lie below, pale."""
    ranked = sorted(orders, key=lambda order: (not order.is_pale, order.stage != Stage.NEXT))
    arrows = [_Arrow(layout, inks, order) for order in ranked]
    flags = _flags(layout, inks, orders)
    box = hexes_rect(layout, (h for order in orders for h in order.hexes), _MARGIN)

    def draw(canvas: Canvas) -> None:
        """Lines first, so that no line hides a flag."""
        for arrow in arrows:
            arrow.draw(canvas.painter, canvas.pixel)
        canvas.stamp(flags)

    return Drawing(united(flags, box), draw)


class _Arrow:
    """One step, laid out on the sheet."""

    def __init__(self, layout: Layout, inks: Inks, order: OrderArrow) -> None:
        self._manner: Manner = MANNERS[order.shape]
        self._is_hollow = order.stage is Stage.COMING
        alpha = _PALE if order.is_pale else _ALPHA[order.stage]
        self._colour = faded(inks.sides[order.side], alpha)
        self._light = faded(inks.light, alpha)
        self._width = self._manner.width * _THIN[order.stage]
        line = _line(layout, order.hexes)
        shape = self._manner.end(line, layout.radius)
        self._solid, self._drawn = shape.solid, shape.drawn
        self._shaft = shortened(line, self._manner.gap) if self._manner.gap else line
        self._has_shaft = len(order.hexes) > 1

    def draw(self, painter: QPainter, pixel: float) -> None:
        """A light casing below, then the line; a hollow one has its middle light again."""
        self._stroke(painter, self._light, 2.8, pixel)
        self._stroke(painter, self._colour, 0.0, pixel)
        if self._is_hollow:
            self._stroke(painter, self._light, -2.0, pixel)

    def _stroke(self, painter: QPainter, colour: QColor, more: float, pixel: float) -> None:
        width = max(self._width + more, 1.0) * pixel
        plain = round_pen(colour, width)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._has_shaft:
            painter.strokePath(self._shaft, self._dashed(plain, pixel))
        painter.strokePath(self._drawn, plain)
        take_up(painter, round_pen(colour, more) if more > 0 else QPen(Qt.PenStyle.NoPen), colour)
        if more >= 0:
            painter.drawPath(self._solid)
        else:
            painter.drawPath(_shrunk(self._solid))

    def _dashed(self, pen: QPen, pixel: float) -> QPen:
        """The pen with the dashes of the type, as long as those of the line in its own width."""
        if self._manner.dashes:
            share = self._width * pixel / pen.widthF()
            pen.setDashPattern([max(part * share, 0.01) for part in self._manner.dashes])
        return pen


def _line(layout: Layout, hexes: tuple[Hex, ...]) -> QPainterPath:
    """The way of a step from the edge of its first hex; a straight one is bent a little.

    The bend keeps orders apart that lead to and fro between two hexes.
    """
    points = [centre(layout, hex_) for hex_ in hexes]
    if len(points) == 1:
        return QPainterPath(points[0])
    if len(points) == 2:
        start, end = points
        across = QPointF(-(end - start).y(), (end - start).x()) * _BOW
        points.insert(1, between(start, end, 0.5) + across)
    path = curve(points)
    gap = min(layout.radius * 0.8, path.length() / 3)
    return path.trimmed(path.percentAtLength(gap), 1.0)


def _shrunk(path: QPainterPath) -> QPainterPath:
    """A shape at half its size about the middle of its box."""
    middle = path.boundingRect().center()
    small = QPainterPath()
    for polygon in path.toFillPolygons():
        small.addPolygon(QPolygonF([between(middle, point, 0.5) for point in polygon.toList()]))
    return small


# -- flags


def _flags(layout: Layout, inks: Inks, orders: tuple[OrderArrow, ...]) -> list[Placed]:
    """A flag for each type at each place, side by side where there are several."""
    wanted = dict.fromkeys((o.hexes[-1], o.letter, o.side, o.stage, o.is_pale) for o in orders)
    placed: list[Placed] = []
    count: Counter[Hex] = Counter()
    for hex_, letter, side, stage, is_pale in wanted:
        shift = QPointF(layout.radius * (0.16 + 0.56 * count[hex_]), -layout.row_pitch * 0.16)
        count[hex_] += 1
        mark = _flag(inks, letter, inks.sides[side], stage, is_pale=is_pale)
        placed.append(Placed(centre(layout, hex_) + shift, mark, 0.75))
    return placed


def _flag(inks: Inks, letter: str, colour: QColor, stage: Stage, *, is_pale: bool) -> Mark:
    alpha = 140 if is_pale else 255
    strong, light = faded(colour, alpha).rgba(), faded(inks.light, alpha).rgba()
    if stage is Stage.IN_FORCE:
        return order_mark(letter, light, strong, light)
    return order_mark(letter, strong, light, strong)
