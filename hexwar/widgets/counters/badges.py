"""The badges of a unit's state: each has its own shape, letter and colour."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainterPath

from hexwar.widgets.counters.easel import EDGE, Detail, Easel
from hexwar.widgets.counters.faces import State
from hexwar.widgets.counters.lettering import Script
from hexwar.widgets.theme import Theme, Tint

LETTERS = {
    State.DISRUPTED: "D",
    State.DEMORALIZED: "X",
    State.EXHAUSTED: "E",
    State.OUT_OF_SUPPLY: "S",
    State.OUT_OF_COMMAND: "C",
    State.SQUARE: "Q",
    State.COLUMN: "",  # the arrow speaks for itself
}
"""The letter of each state."""

# Where each badge lies on the card, so that none ever moves: x, y of its middle, scene pixels.
_PLACES = {
    State.DISRUPTED: (33.6, 14.2),
    State.DEMORALIZED: (33.6, 23.4),
    State.EXHAUSTED: (20.0, 13.4),
    State.OUT_OF_SUPPLY: (6.4, 14.2),
    State.OUT_OF_COMMAND: (6.4, 23.4),
    State.SQUARE: (20.0, 23.4),
    State.COLUMN: (20.0, 23.4),
}
_SMALL_PLACES = {
    State.DISRUPTED: (33.0, 10.4),
    State.DEMORALIZED: (33.0, 20.0),
    State.EXHAUSTED: (20.0, 9.6),
    State.OUT_OF_SUPPLY: (7.0, 10.4),
    State.OUT_OF_COMMAND: (7.0, 20.0),
    State.SQUARE: (20.0, 20.0),
    State.COLUMN: (20.0, 20.0),
}


def paint_badges(easel: Easel, states: tuple[State, ...], theme: Theme) -> None:
    """Paint the badges of the states that hold, each in its own place on the card."""
    small = easel.detail <= Detail.SMALL
    for state in states:
        x, y = (_SMALL_PLACES if small else _PLACES)[state]
        paint_badge(easel, state, theme, x, y, 13.6 if small else 9.8)


def paint_badge(easel: Easel, state: State, theme: Theme, x: float, y: float, size: float) -> None:
    """Paint one badge about a middle, `size` scene pixels across."""
    tint = theme.badges[state]
    path = _SHAPES[state](x, y, size / 2)
    easel.fill(path, QColor(tint.field))
    if easel.detail > Detail.SMALL:
        easel.stroke(path, QColor(_rim(tint)), size * 0.075)
    if LETTERS[state]:
        cap = size * _CAPS[state]
        easel.text(LETTERS[state], x, y + cap / 2, cap, tint.ink, script=Script.NUMERAL)


def paint_tick(easel: Easel, theme: Theme, *, double: bool) -> None:
    """Paint the mark of a unit that has moved (one tick) or is done (two)."""
    tint = theme.badges["tick"]
    y = 16.0 if easel.detail <= Detail.SMALL else 18.2
    for dx in (-2.6, 2.6) if double else (0.0,):
        path = QPainterPath(QPointF(EDGE / 2 - 5 + dx, y))
        path.lineTo(EDGE / 2 - 1.4 + dx, y + 4.2)
        path.lineTo(EDGE / 2 + 5.4 + dx, y - 5.0)
        easel.stroke(path, QColor(tint.field), 4.4)
        easel.stroke(path, QColor(tint.ink), 2.2)


def _rim(tint: Tint) -> str:
    return "#1a1410" if QColor(tint.field).lightnessF() > 0.2 else tint.ink


def _polygon(x: float, y: float, radius: float, corners: int, turn: float) -> QPainterPath:
    path = QPainterPath()
    for i in range(corners):
        angle = math.radians(turn + 360 * i / corners)
        point = QPointF(x + radius * math.cos(angle), y + radius * math.sin(angle))
        if i:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def _diamond(x: float, y: float, r: float) -> QPainterPath:
    return _polygon(x, y, r * 1.12, 4, 0)


def _octagon(x: float, y: float, r: float) -> QPainterPath:
    return _polygon(x, y, r, 8, 22.5)


def _wedge(x: float, y: float, r: float) -> QPainterPath:
    """A triangle that stands on its point."""
    return _polygon(x, y - 0.1 * r, r * 1.22, 3, 90)


def _hexagon(x: float, y: float, r: float) -> QPainterPath:
    return _polygon(x, y, r * 1.02, 6, 0)


def _circle(x: float, y: float, r: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), r * 0.95, r * 0.95)
    return path


def _square(x: float, y: float, r: float) -> QPainterPath:
    path = QPainterPath()
    side = r * 0.9
    path.addRect(x - side, y - side, 2 * side, 2 * side)
    return path


def _arrow(x: float, y: float, r: float) -> QPainterPath:
    """An arrow along the road, pointing right."""
    points = ((-2.0, -0.36), (0.6, -0.36), (0.6, -0.92), (2.1, 0), (0.6, 0.92), (0.6, 0.36))
    path = QPainterPath(QPointF(x - 2.0 * r, y + 0.36 * r))
    for px, py in points:
        path.lineTo(x + px * r, y + py * r)
    path.closeSubpath()
    return path


_SHAPES: dict[State, Callable[[float, float, float], QPainterPath]] = {
    State.DISRUPTED: _diamond,
    State.DEMORALIZED: _octagon,
    State.EXHAUSTED: _wedge,
    State.OUT_OF_SUPPLY: _hexagon,
    State.OUT_OF_COMMAND: _circle,
    State.SQUARE: _square,
    State.COLUMN: _arrow,
}
_CAPS = dict.fromkeys(State, 0.6) | {
    State.DISRUPTED: 0.54,
    State.EXHAUSTED: 0.48,
    State.SQUARE: 0.64,
}
