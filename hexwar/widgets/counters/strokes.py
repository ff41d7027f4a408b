"""The drawing kit of the silhouettes: brush strokes of varying width, and plain outlines.

A figure is drawn in its own units: the ground lies at y = 0, y grows downward (a head has a
negative y), and 100 units are the height of a standing figure. It is a pile of layers, the
farthest first. A layer is inked once round all of its parts together, so that a rider's arm and
chest get one common edge and no line between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby, pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

BrushPoint = tuple[float, float, float]
"""A point of a brush stroke: x, y and the stroke's full width there."""

_STEPS = 6  # samples between two points of a brush stroke


class Tone(StrEnum):
    """What a part is made of; a uniform gives each tone its colour."""

    INK = "ink"
    COAT = "coat"
    FACING = "facing"  # collar, cuffs, plume, pennon
    LEGS = "legs"  # breeches, trousers, gaiters
    BOOTS = "boots"
    BELT = "belt"
    PACK = "pack"
    SKIN = "skin"
    HAT = "hat"  # shako, bearskin, helmet
    HELMET = "helmet"
    CREST = "crest"  # of a helmet: fur or horsehair; a beard
    BRASS = "brass"
    STEEL = "steel"
    HORSE = "horse"
    FAR_HORSE = "far horse"  # legs on the far side, in shade
    MANE = "mane"
    CLOTH = "cloth"  # shabraque
    WOOD = "wood"
    FAR_WOOD = "far wood"
    CARRIAGE = "carriage"
    CANVAS = "canvas"


@dataclass(frozen=True, slots=True)
class Part:
    """One brush stroke (`points`) or one outline (`outline`, see `outline_path`)."""

    tone: Tone
    points: tuple[BrushPoint, ...] = ()
    outline: str = ""
    bare: bool = False  # gets no ink round it: belts, lace, shading

    @property
    def path(self) -> QPainterPath:
        """The area that the part fills, in figure units."""
        return _stroke_path(self.points) if self.points else outline_path(self.outline)


Layer = tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Figure:
    """A silhouette: layers from far to near, standing on y = 0 between x = 0 and `width`."""

    width: float
    height: float
    layers: tuple[Layer, ...]

    @cached_property
    def passes(self) -> tuple[Pass, ...]:
        """The layers made ready to paint."""
        return tuple(_pass(layer) for layer in self.layers)


@dataclass(frozen=True, slots=True)
class Pass:
    """What is painted of a layer: ink round all of it, then its areas in order."""

    ink: QPainterPath
    areas: tuple[tuple[Tone, QPainterPath], ...]  # neighbours of one tone joined


def brush(tone: Tone, *points: BrushPoint) -> Part:
    """A stroke that swells and tapers through its points."""
    return Part(tone, points=points)


def line(tone: Tone, *points: BrushPoint) -> Part:
    """A stroke without ink round it."""
    return Part(tone, points=points, bare=True)


def shape(tone: Tone, outline: str) -> Part:
    """A closed area with ink round it."""
    return Part(tone, outline=outline)


def patch(tone: Tone, outline: str) -> Part:
    """A closed area without ink round it."""
    return Part(tone, outline=outline, bare=True)


def disc(tone: Tone, x: float, y: float, diameter: float) -> Part:
    """A round spot."""
    return Part(tone, points=((x, y, diameter),))


def wheel(tone: Tone, x: float, diameter: float, spokes: int) -> Layer:
    """A spoked wheel that stands on the ground at `x`."""
    radius = diameter / 2
    turn = [math.tau * i / 16 for i in range(17)]
    rim = [(x + radius * math.cos(a), radius * math.sin(a) - radius - 1, 3.6) for a in turn]
    ends = [math.tau * (i + 0.5) / spokes for i in range(spokes)]
    return (
        brush(tone, *rim),
        *(
            brush(
                tone,
                (x, -radius - 1, 2.6),
                (x + radius * math.cos(a), radius * math.sin(a) - radius - 1, 1.8),
            )
            for a in ends
        ),
        disc(tone, x, -radius - 1, diameter * 0.2),
    )


def placed(layers: tuple[Layer, ...], dx: float, scale: float = 1.0) -> tuple[Layer, ...]:
    """Layers scaled about the origin and then shifted along the ground."""
    return tuple(tuple(_placed(part, dx, scale) for part in layer) for layer in layers)


def _placed(part: Part, dx: float, scale: float) -> Part:
    points = tuple((x * scale + dx, y * scale, width * scale) for x, y, width in part.points)
    words = (_placed_word(word, dx, scale) for word in part.outline.split())
    return Part(part.tone, points, " ".join(words), part.bare)


def _placed_word(word: str, dx: float, scale: float) -> str:
    x, comma, y = word.partition(",")
    return f"{float(x) * scale + dx:g},{float(y) * scale:g}" if comma else word


def outline_path(outline: str) -> QPainterPath:
    """A path from text: `M`, `L`, `Q`, `C` with absolute `x,y` points, and `Z`.

    Raises:
        ValueError: a word that is neither a letter of these nor a point.

    >>> outline_path("M 0,0 L 4,0 L 4,3 Z").boundingRect().height()
    3.0
    """
    path = QPainterPath()
    pending: list[QPointF] = []
    command = "M"
    for word in outline.split():
        if word == "Z":
            path.closeSubpath()
        elif word in _POINTS_OF:
            command = word
        else:
            pending.append(_point(word))
            if len(pending) == _POINTS_OF[command]:
                _extend(path, command, pending)
                pending = []
    return path


_POINTS_OF = {"M": 1, "L": 1, "Q": 2, "C": 3}


def _point(word: str) -> QPointF:
    x, _, y = word.partition(",")
    return QPointF(float(x), float(y))


def _extend(path: QPainterPath, command: str, points: list[QPointF]) -> None:
    if command == "M":
        path.moveTo(points[0])
    elif command == "L":
        path.lineTo(points[0])
    elif command == "Q":
        path.quadTo(points[0], points[1])
    else:
        path.cubicTo(points[0], points[1], points[2])


def _pass(layer: Layer) -> Pass:
    runs = groupby(layer, key=lambda part: part.tone)
    return Pass(
        _joined(part for part in layer if not part.bare),
        tuple((tone, _joined(parts)) for tone, parts in runs),
    )


def _joined(parts: Iterable[Part]) -> QPainterPath:
    """The areas of several parts as one; where they overlap they add up."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for part in parts:
        path.addPath(_wound(part.path))
    return path


def _wound(path: QPainterPath) -> QPainterPath:
    """The same area with its outline wound one way, so that areas can be joined."""
    return path if _is_clockwise(path) else path.toReversed()


def _is_clockwise(path: QPainterPath) -> bool:
    corners = path.toFillPolygon().toList()
    turns = (a.x() * b.y() - b.x() * a.y() for a, b in pairwise([*corners, corners[0]]))
    return sum(turns) >= 0


def _stroke_path(points: tuple[BrushPoint, ...]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y, width in (points[0], points[-1]):
        path.addEllipse(QPointF(x, y), width / 2, width / 2)
    spine = _spine(points)
    if len(spine) > 1:
        path.addPolygon(_ribbon(spine))
        path.closeSubpath()
    return path


def _spine(points: tuple[BrushPoint, ...]) -> list[BrushPoint]:
    """The points and samples of a smooth curve between them (Catmull-Rom)."""
    ends = (points[0], *points, points[-1])
    spine: list[BrushPoint] = []
    for i in range(len(points) - 1):
        spine += [_between(ends[i : i + 4], step / _STEPS) for step in range(_STEPS)]
    return [*spine, points[-1]]


def _between(knots: tuple[BrushPoint, ...], t: float) -> BrushPoint:
    """The point at `t` (0 to 1) of the curve from the second to the third of four knots."""
    x, y, width = (_spline(a, b, c, d, t) for a, b, c, d in zip(*knots, strict=True))
    return x, y, max(width, 0.0)


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """A Catmull-Rom spline from `b` at t = 0 to `c` at t = 1."""
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def _ribbon(spine: list[BrushPoint]) -> list[QPointF]:
    """The polygon that lies half a width to each side of a spine."""
    left, right = [], []
    last = len(spine) - 1
    for i, (x, y, width) in enumerate(spine):
        ax, ay, _ = spine[max(i - 1, 0)]
        bx, by, _ = spine[min(i + 1, last)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
        left.append(QPointF(x + nx, y + ny))
        right.append(QPointF(x - nx, y - ny))
    return right + left[::-1]  # wound like Qt's ellipses, so that overlaps add up


def paint_passes(
    painter: QPainter, figure: Figure, colours: Mapping[Tone, QColor], edge: float
) -> None:
    """Paint a figure in its own units, each layer with an ink edge `edge` units wide."""
    ink = colours[Tone.INK]
    pen = QPen(ink, 2 * edge)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for layer in figure.passes:
        painter.setPen(pen)
        painter.setBrush(ink)
        painter.drawPath(layer.ink)
        painter.setPen(Qt.PenStyle.NoPen)
        for tone, path in layer.areas:
            painter.setBrush(colours[tone])
            painter.drawPath(path)
