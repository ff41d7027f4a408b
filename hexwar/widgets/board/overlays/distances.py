"""The overlays of command and supply: distances, ways counted along, superiors, couriers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

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
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Placed, united
from hexwar.widgets.board.overlays.marks import (
    cross_mark,
    disc_mark,
    letter_mark,
    number_mark,
    short,
)
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.board.overlays.works import broken_mark
from hexwar.widgets.brushwork import faded, line_of

_DASHES: Final = {Task.COMMAND: [2.0, 2.4], Task.SUPPLY: [5.0, 2.4, 0.6, 2.4]}
"""The edges of the two fields: dashes, and dashes with dots."""

_PLACES: Final = {Task.COMMAND: -0.40, Task.SUPPLY: 0.40}
"""Where their numbers stand in the upper part of a hex: left and right, in radii."""

_ASKING: Final = 18
"""The size of a question mark, pixels."""

_TINTS: Final = (84, 58, 36)
"""The opacity of the near, the middle and the far third of a field."""


def distances_drawing(layout: Layout, inks: Inks, fields: tuple[Distances, ...]) -> Drawing:
    """Fields that pale with the distance, one edge round each, the distance in every hex."""
    hexes = [hex_ for field in fields for hex_ in (*field.halves, *field.lacking)]
    drawn = [_Field(layout, inks, field) for field in fields]

    def draw(canvas: Canvas) -> None:
        for field in drawn:
            field.draw(canvas)

    return Drawing(hexes_rect(layout, hexes, 8.0), draw)


class _Field:
    def __init__(self, layout: Layout, inks: Inks, field: Distances) -> None:
        self._colour, self._light = inks.of(field.task), faded(inks.light, 200)
        self._dashes = _DASHES[field.task]
        self._edge = outline(layout, frozenset(field.halves))
        self._bands = [outline(layout, band) for band in _bands(field)]
        ink, halo = self._colour.darker(150).rgba(), faded(inks.light, 225).rgba()
        self._numbers = [
            Placed(_head(layout, h, field.task), number_mark(short(halves) or "0", ink, halo, 9))
            for h, halves in field.halves.items()
        ]
        cross = cross_mark(inks.of("target").rgba(), inks.light.rgba())
        self._crosses = [Placed(_head(layout, h, field.task), cross) for h in sorted(field.lacking)]

    def draw(self, canvas: Canvas) -> None:
        for band, alpha in zip(self._bands, _TINTS, strict=True):
            canvas.wash(band, faded(self._colour, alpha))
        canvas.painter.strokePath(self._edge, round_pen(self._light, 4.0))
        canvas.painter.strokePath(self._edge, round_pen(self._colour, 2.2, self._dashes))
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(self._numbers)
        canvas.stamp(self._crosses)


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


def traces_drawing(layout: Layout, inks: Inks, traces: tuple[TraceLine, ...]) -> Drawing:
    """Lines along which a distance is counted, and the roads from trains to their sources.

    Over them lie the bridges that are supposed to fall, or to be repaired.
    """
    hexes = [hex_ for trace in traces for hex_ in (*trace.path, *trace.link)]
    light = faded(inks.light, 235)
    lines = [
        (way(layout, path), inks.of(trace.task), dashes)
        for trace in traces
        for path, dashes in ((trace.path, _DASHES[trace.task]), (trace.link, []))
    ]
    supposed = [mark for trace in traces for mark in _supposed(layout, inks, trace)]

    def draw(canvas: Canvas) -> None:
        for path, colour, dashes in lines:
            canvas.stroke(path, (light, 6.2), (colour, 3.2, dashes))
            if not dashes:  # a road: two lines with the paper between them
                canvas.stroke(path, (light, 1.2))
        canvas.stamp(supposed)

    return Drawing(united(supposed, hexes_rect(layout, hexes, 8.0)), draw)


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
_RING: Final = 29.0
"""The radius of the ring round the counter of a superior, scene units."""


def bonds_drawing(layout: Layout, inks: Inks, bonds: tuple[Bond, ...]) -> Drawing:
    """Straight lines from superiors to those below them, with as many ticks as the rank.

    Quiet ones are thin, and end in a ring round the superior.
    """
    lines, ticks, rings = QPainterPath(), QPainterPath(), QPainterPath()
    for bond in bonds:
        start, end = centre(layout, bond.start), centre(layout, bond.end)
        lines.addPath(line_of(start, end))
        _add_ticks(ticks, start, end, bond.rank)
        if bond.is_quiet:
            rings.addEllipse(start, _RING, _RING)
    share = 0.55 if all(bond.is_quiet for bond in bonds) else 1.0
    colour, light = inks.of("command"), faded(inks.light, 235)

    def draw(canvas: Canvas) -> None:
        for ink, more in ((light, 2.8 * share), (colour, 0.0)):
            canvas.stroke(lines, (ink, 2.2 * share + more))
            canvas.stroke(ticks, (ink, 2.6 * share + more))
            canvas.stroke(rings, (ink, 2.4 + more))

    return Drawing(hexes_rect(layout, (h for b in bonds for h in (b.start, b.end)), 18.0), draw)


def _add_ticks(path: QPainterPath, start: QPointF, end: QPointF, rank: int) -> None:
    """Ticks across the middle of a line; none on a line without length."""
    if start == end:
        return
    ahead = (end - start) / math.dist(start.toTuple(), end.toTuple())
    across = QPointF(-ahead.y(), ahead.x()) * 6.0
    for tick in range(rank):
        at = between(start, end, 0.5) + ahead * ((tick - (rank - 1) / 2) * _STEP)
        path.moveTo(at - across)
        path.lineTo(at + across)


def rides_drawing(layout: Layout, inks: Inks, rides: tuple[Ride, ...]) -> Drawing:
    """The ways of couriers, dotted, each with a letter halfway and the time that it is due."""
    ways = [way(layout, ride.path) for ride in rides]
    colour, light = inks.of("path"), faded(inks.light, 225)
    marks = [mark for ride in rides for mark in _ride_marks(layout, inks, ride)]
    box = hexes_rect(layout, (h for ride in rides for h in ride.path), 30.0)

    def draw(canvas: Canvas) -> None:
        for path in ways:
            canvas.stroke(path, (light, 5.0), (colour, 3.2, [0.1, 2.4]))
        canvas.stamp(marks)

    return Drawing(united(marks, box), draw)


def _ride_marks(layout: Layout, inks: Inks, ride: Ride) -> list[Placed]:
    if not ride.path:
        return []
    at = centre(layout, ride.path[len(ride.path) // 2])
    letter = letter_mark(inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba())
    words = disc_mark(ride.text, inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba())
    below = QPointF(0.0, 15.0)
    return [Placed(at, letter, 0.8), Placed(at + below, words, 0.8)]
