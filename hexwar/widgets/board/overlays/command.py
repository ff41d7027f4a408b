"""Who commands whom, and the couriers between them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from hexwar.hexes import Layout
from hexwar.table.overlays import Bond, Ride
from hexwar.widgets.board.geometry import between, centre, hexes_rect, way
from hexwar.widgets.board.overlays.layer import Canvas, Placed, united
from hexwar.widgets.board.overlays.marks import disc_mark, letter_mark
from hexwar.widgets.board.overlays.pens import Inks
from hexwar.widgets.brushwork import faded

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
        self._marks = [mark for ride in rides for mark in _marks(layout, inks, ride)]
        self.box = united(self._marks, self.box)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for path in self._ways:
            canvas.stroke(path, (self._light, 5.0), (self._colour, 3.2, [0.1, 2.4]))
        canvas.stamp(self._marks)


def _marks(layout: Layout, inks: Inks, ride: Ride) -> list[Placed]:
    if not ride.path:
        return []
    at = centre(layout, ride.path[len(ride.path) // 2])
    letter = letter_mark(inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba())
    words = disc_mark(ride.text, inks.dark.rgba(), inks.light.rgba(), inks.of("path").rgba())
    below = QPointF(0.0, 15.0)
    return [Placed(at, letter, 0.8), Placed(at + below, words, 0.8)]
