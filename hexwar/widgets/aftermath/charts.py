"""Charts of a report as SVG: one source for page, paper and panels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from hexwar.messages import say
from hexwar.table.aftermath import Curve
from hexwar.table.battle import Battle
from hexwar.table.dice import Tally
from hexwar.table.forces import Side
from hexwar.text import MINUS
from hexwar.widgets.fonts import SANS, load_fonts


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a chart, as `#rrggbb`."""

    ink: str
    faint: str
    line: str
    sides: Mapping[Side, str]


_LEFT, _TOP, _FOOT = 40, 26, 34  # round the plot, pixels
_LETTER, _LEAST_RIGHT = 7.4, 22  # of a name behind its curve, pixels
_LETTERS = f'font-family="{SANS.family}"'
_APART_NAMES = 46.0  # pixels from the name of a turn to the next
_APART = 15.0  # pixels between the names of curves that end near one another


def score_chart(battle: Battle, curves: Sequence[Curve], inks: Inks, size: QSize) -> str:
    """The VP of both sides over the turns."""
    names = [f"{battle.side_names[c.side]} {_number(c.values[-1])}" for c in curves]
    right = _LEAST_RIGHT + _LETTER * max(map(len, names), default=0)
    frame = _Frame(curves, size, right)
    parts = [*_levels(frame, inks), *_turns(battle, frame, inks)]
    for curve in curves:
        parts += _curve(curve, frame, inks.sides[curve.side])
    parts += _ends(battle, curves, frame, inks)
    return _svg(size, parts, say("Victory points over the turns"))


class _Frame:
    """From turns and points to pixels."""

    def __init__(self, curves: Sequence[Curve], size: QSize, right: float) -> None:
        values = [value for curve in curves for value in curve.values] or [0]
        self.low, self.high = min(0, *values), max(1, *values)
        self.turns = max((len(curve.values) for curve in curves), default=1) - 1
        self._width, self._height = size.width() - right, size.height()

    def x(self, turn: float) -> float:
        """Where a turn's end lies."""
        room = self._width - _LEFT
        return round(_LEFT + room * turn / max(self.turns, 1), 1)

    def y(self, points: float) -> float:
        """Where so many points lie."""
        room = self._height - _TOP - _FOOT
        return round(_TOP + room * (self.high - points) / (self.high - self.low), 1)


def _levels(frame: _Frame, inks: Inks) -> Iterator[str]:
    """Lines across at round numbers of points."""
    span = frame.high - frame.low
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if span / step <= 6)
    first = -(-frame.low // step) * step
    for points in range(first, frame.high + 1, step):
        y, ink = frame.y(points), inks.faint if points == 0 else inks.line
        yield f'<path d="M{_LEFT} {y}H{frame.x(frame.turns)}" stroke="{ink}" fill="none"/>'
        yield _words(_LEFT - 8, y + 4, _number(points), inks.faint, "end")
    yield _words(_LEFT - 8, 13, say("VP"), inks.faint, "end")


def _turns(battle: Battle, frame: _Frame, inks: Inks) -> Iterator[str]:
    """The ends of turns by their hour or day, as there is room."""
    fitting = max((frame.x(frame.turns) - _LEFT) / _APART_NAMES, 1)
    step = max(1, math.ceil((frame.turns + 1) / fitting))
    for turn in range(frame.turns, 0, -step):
        if turn <= len(battle.turns):
            name = battle.turn_mark(turn)
            yield _words(frame.x(turn), frame.y(frame.low) + 20, name, inks.faint, "middle")
    if frame.turns % step == 0 or frame.x(frame.turns % step) - _LEFT >= _APART_NAMES:
        yield _words(frame.x(0), frame.y(frame.low) + 20, say("start"), inks.faint, "middle")


def _curve(curve: Curve, frame: _Frame, colour: str) -> Iterator[str]:
    points = [(frame.x(turn), frame.y(value)) for turn, value in enumerate(curve.values)]
    path = " ".join(f"{x},{y}" for x, y in points)
    yield (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.6" '
        'stroke-linejoin="round"/>'
    )
    for x, y in points:
        yield f'<circle cx="{x}" cy="{y}" r="3.4" fill="{colour}"/>'


def _ends(battle: Battle, curves: Sequence[Curve], frame: _Frame, inks: Inks) -> Iterator[str]:
    """The name of each side at the end of its curve, kept apart."""
    lowest = float("-inf")
    for curve in sorted(curves, key=lambda curve: -curve.values[-1]):
        y = max(frame.y(curve.values[-1]) + 4, lowest + _APART)
        lowest = y
        name = f"{battle.side_names[curve.side]} {_number(curve.values[-1])}"
        yield _words(frame.x(frame.turns) + 9, y, name, inks.sides[curve.side], "start", bold=True)


def dice_chart(tally: Tally, inks: Inks, colour: str, size: QSize) -> str:
    """How often each face fell: bars, with a line where fair dice would stand."""
    width, height = size.width() / len(tally.counts), size.height() - 12
    fair = tally.thrown / len(tally.counts) if tally.counts else 0
    top = max(*tally.counts, fair * 1.4, 1)
    parts: list[str] = []
    for face, n in enumerate(tally.counts, 1):
        x, tall = round((face - 1) * width, 1), round(height * n / top, 1)
        parts.append(
            f'<rect x="{x + 1}" y="{round(height - tall, 1)}" width="{round(width - 2, 1)}" '
            f'height="{tall}" fill="{colour}"/>'
        )
        parts.append(_words(x + width / 2, size.height() - 2, str(face), inks.faint, "middle", 9.5))
    y = round(height - height * fair / top, 1)
    parts.append(f'<path d="M0 {y}H{size.width()}" stroke="{inks.ink}" stroke-dasharray="3 3"/>')
    return _svg(size, parts, say("How often each face fell"))


def picture(svg: str, size: QSize, ratio: float) -> QImage:
    """A chart as a picture with so many device pixels to each of its own."""
    load_fonts()
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint(painter, svg, QRectF(image.rect()))
    painter.end()
    return image


def paint(painter: QPainter, svg: str, box: QRectF) -> None:
    """Paint a chart into a box."""
    QSvgRenderer(QByteArray(svg.encode())).render(painter, box)


def _number(points: int) -> str:
    return str(points).replace("-", MINUS)


def _words(
    x: float,
    y: float,
    words: str,
    ink: str,
    anchor: str,
    letters: float = 12.5,
    *,
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{round(x, 1)}" y="{round(y, 1)}" fill="{ink}" text-anchor="{anchor}" '
        f'font-size="{letters}"{weight} {_LETTERS}>{escape(words)}</text>'
    )


def _svg(size: QSize, parts: Sequence[str], title: str) -> str:
    box = f"0 0 {size.width()} {size.height()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width()}" '
        f'height="{size.height()}" viewBox="{box}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
