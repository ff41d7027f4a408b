"""The overlays of command and supply: distances, ways counted along, superiors, couriers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Bond, Distances, Ride, Task, TraceLine
from hexwar.widgets.board.geometry import (
    between,
    centre,
    hexes_rect,
    middle_of,
    outline,
    way,
    way_over,
)
from hexwar.widgets.board.overlays.areas import NUMBERS_FROM
from hexwar.widgets.board.overlays.layer import Canvas, Placed, united
from hexwar.widgets.board.overlays.marks import (
    cross_mark,
    disc_mark,
    letter_mark,
    number_mark,
    short,
)
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.board.overlays.works import broken_mark
from hexwar.widgets.brushwork import faded

_DASHES: Final = {Task.COMMAND: [2.0, 2.4], Task.SUPPLY: [5.0, 2.4, 0.6, 2.4]}
"""The edges of the two fields: dashes, and dashes with dots."""

_PLACES: Final = {Task.COMMAND: -0.40, Task.SUPPLY: 0.40}
"""Where their numbers stand in the upper part of a hex: left and right, in radii."""

_ASKING: Final = 18
"""The size of a question mark, pixels."""

_TINTS: Final = (84, 58, 36)
"""The opacity of the near, the middle and the far third of a field."""


class DistancesDrawing:
    """Fields that pale with the distance, one edge round each, the distance in every hex."""

    def __init__(self, layout: Layout, inks: Inks, fields: tuple[Distances, ...]) -> None:
        hexes = [hex_ for field in fields for hex_ in (*field.halves, *field.lacking)]
        self.box = hexes_rect(layout, hexes, margin=8.0)
        self._fields = [_Field(layout, inks, field) for field in fields]
        self._light = faded(inks.light, 200)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for field in self._fields:
            field.draw(canvas.painter, self._light)
            if canvas.zoom >= NUMBERS_FROM:
                canvas.stamp(field.numbers)
            canvas.stamp(field.crosses)


class _Field:
    def __init__(self, layout: Layout, inks: Inks, field: Distances) -> None:
        self._colour = inks.of(field.task)
        self._dashes = _DASHES[field.task]
        self._edge = outline(layout, frozenset(field.halves))
        self._bands = [outline(layout, band) for band in _bands(field)]
        ink, halo = self._colour.darker(150).rgba(), faded(inks.light, 225).rgba()
        self.numbers = [
            Placed(_head(layout, h, field.task), number_mark(short(halves) or "0", ink, halo, 9))
            for h, halves in field.halves.items()
        ]
        cross = cross_mark(inks.of("target").rgba(), inks.light.rgba())
        self.crosses = [Placed(_head(layout, h, field.task), cross) for h in sorted(field.lacking)]

    def draw(self, painter: QPainter, light: QColor) -> None:
        for band, alpha in zip(self._bands, _TINTS, strict=True):
            painter.fillPath(band, faded(self._colour, alpha))
        painter.strokePath(self._edge, round_pen(light, 4.0))
        painter.strokePath(self._edge, round_pen(self._colour, 2.2, self._dashes))


def _bands(field: Distances) -> list[frozenset[Hex]]:
    """The near, the middle and the far third of a field."""
    third = max(field.halves.values(), default=0) / 3 or 1
    bands: list[set[Hex]] = [set() for _ in _TINTS]
    for hex_, halves in field.halves.items():
        bands[min(int(halves / third), len(bands) - 1)].add(hex_)
    return [frozenset(band) for band in bands]


def _head(layout: Layout, hex_: Hex, task: Task) -> QPointF:
    shift = QPointF(layout.radius * _PLACES[task], -layout.row_pitch * 0.34)
    return centre(layout, hex_) + shift


class TracesDrawing:
    """Lines along which a distance is counted, and the roads from trains to their sources.

    Over them lie the bridges that are supposed to fall, or to be repaired.
    """

    def __init__(self, layout: Layout, inks: Inks, traces: tuple[TraceLine, ...]) -> None:
        hexes = [hex_ for trace in traces for hex_ in (*trace.path, *trace.link)]
        self.box = hexes_rect(layout, hexes, 8.0) if hexes else QRectF()
        self._light = faded(inks.light, 235)
        self._lines = [line for trace in traces for line in _lines(layout, inks, trace)]
        self._supposed = [mark for trace in traces for mark in _supposed(layout, inks, trace)]
        self.box = united(self._supposed, self.box)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for path, colour, dashes in self._lines:
            canvas.stroke(path, (self._light, 6.2), (colour, 3.2, dashes))
            if not dashes:  # a road: two lines with the paper between them
                canvas.stroke(path, (self._light, 1.2))
        canvas.stamp(self._supposed)


def _lines(
    layout: Layout, inks: Inks, trace: TraceLine
) -> Iterator[tuple[QPainterPath, QColor, list[float]]]:
    colour = inks.of(trace.task)
    yield way(layout, trace.path), colour, _DASHES[trace.task]
    yield way(layout, trace.link), colour, []


def _supposed(layout: Layout, inks: Inks, trace: TraceLine) -> Iterator[Placed]:
    """A broken bridge where one is supposed to fall; a question mark there and on one repaired."""
    light, colours = inks.light.rgba(), (inks.dark.rgba(), inks.light.rgba())
    ask = number_mark("?", inks.of("target").rgba(), light, _ASKING)
    for span in trace.fallen:
        mark = broken_mark(*colours, inks.of("target").rgba(), way_over(layout, span))
        yield Placed(middle_of(layout, span), mark)
    for span in (*trace.fallen, *trace.mended):
        beside = QPointF(-layout.radius * 0.42, 0.0)
        yield Placed(middle_of(layout, span) + beside, ask)


# -- who commands whom, and the couriers between them


_STEP: Final = 5.0  # between the ticks of a rank, scene units


class BondsDrawing:
    """Straight lines from superiors to those below them, with as many ticks as the rank."""

    def __init__(self, layout: Layout, inks: Inks, bonds: tuple[Bond, ...]) -> None:
        self.box = hexes_rect(layout, (h for b in bonds for h in (b.start, b.end)), 16.0)
        self._lines, self._ticks = QPainterPath(), QPainterPath()
        for bond in bonds:
            start, end = centre(layout, bond.start), centre(layout, bond.end)
            self._lines.moveTo(start)
            self._lines.lineTo(end)
            _add_ticks(self._ticks, start, end, bond.rank)
        self._colour, self._light = inks.of("command"), faded(inks.light, 235)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        parts = ((self._lines, 2.2), (self._ticks, 2.6))
        for path, width in parts:
            canvas.stroke(path, (self._light, width + 2.8))
        for path, width in parts:
            canvas.stroke(path, (self._colour, width))


def _add_ticks(path: QPainterPath, start: QPointF, end: QPointF, rank: int) -> None:
    """Ticks across the middle of a line; none on a line without length."""
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    if not length:
        return
    ahead = along / length
    across = QPointF(-ahead.y(), ahead.x()) * 6.0
    for tick in range(rank):
        at = between(start, end, 0.5) + ahead * ((tick - (rank - 1) / 2) * _STEP)
        path.moveTo(at - across)
        path.lineTo(at + across)


class RidesDrawing:
    """The ways of couriers, dotted, each with a letter halfway and the time that it is due."""

    def __init__(self, layout: Layout, inks: Inks, rides: tuple[Ride, ...]) -> None:
        self.box = hexes_rect(layout, (h for ride in rides for h in ride.path), 30.0)
        self._ways = [way(layout, ride.path) for ride in rides]
        self._colour, self._light = inks.of("path"), faded(inks.light, 225)
        self._marks = [mark for ride in rides for mark in _ride_marks(layout, inks, ride)]
        self.box = united(self._marks, self.box)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for path in self._ways:
            canvas.stroke(path, (self._light, 5.0), (self._colour, 3.2, [0.1, 2.4]))
        canvas.stamp(self._marks)


def _ride_marks(layout: Layout, inks: Inks, ride: Ride) -> list[Placed]:
    if not ride.path:
        return []
    at = centre(layout, ride.path[len(ride.path) // 2])
    letter = letter_mark(inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba())
    words = disc_mark(ride.text, inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba())
    below = QPointF(0.0, 15.0)
    return [Placed(at, letter, 0.8), Placed(at + below, words, 0.8)]
