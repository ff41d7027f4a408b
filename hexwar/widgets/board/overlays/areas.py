"""Overlays that fill hexes: the selection, the reach of a stack, zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF

from hexwar.hexes import Hex, Layout
from hexwar.model.forces import Side
from hexwar.widgets.board.geometry import centre, hexes_rect, outline
from hexwar.widgets.board.overlays.inks import Inks, faded
from hexwar.widgets.board.overlays.layer import Canvas
from hexwar.widgets.board.overlays.marks import Halt, Number, short
from hexwar.widgets.board.overlays.records import Reach
from hexwar.widgets.board.overlays.stamps import Placed
from hexwar.widgets.board.overlays.strokes import hatch, round_pen

NUMBERS_FROM: Final = 0.45
"""The zoom from which numbers in hexes are shown: below it they would cover one another."""


class SelectionDrawing:
    """A bright line with dark edges round the selected hexes."""

    def __init__(self, layout: Layout, inks: Inks, hexes: frozenset[Hex]) -> None:
        self.box = hexes_rect(layout, hexes, margin=12.0)
        self._path = outline(layout, hexes)
        self._dark, self._bright = faded(inks.dark, 210), inks.of("selection")

    def draw(self, canvas: Canvas) -> None:
        """Paints it, at far zooms no thinner than a few pixels."""
        pixel = 1.0 / min(canvas.zoom, 1.0)
        canvas.painter.strokePath(self._path, round_pen(self._dark, 5.0 * pixel))
        canvas.painter.strokePath(self._path, round_pen(self._bright, 2.8 * pixel))


class ReachDrawing:
    """A quiet tint over the hexes in reach, one edge round them, the MP left at each foot."""

    def __init__(self, layout: Layout, inks: Inks, reach: Reach | None) -> None:
        left: Mapping[Hex, int] = reach.left if reach else {}
        stops = reach.stops if reach else frozenset()
        self.box = hexes_rect(layout, left, margin=8.0)
        self._path = outline(layout, frozenset(left))
        self._tint = faded(inks.of("reach"), 58)
        self._edges = faded(inks.dark, 150), inks.of("reach")
        foot = QPointF(0.0, layout.row_pitch * 0.42)
        text = faded(inks.dark, 225).rgba(), faded(inks.light, 215).rgba()
        self._marks = [
            Placed(centre(layout, h) + foot, Number(short(mp), *text)) for h, mp in left.items()
        ]
        aside = QPointF(layout.radius * 0.38, layout.row_pitch * 0.41)
        halt = Halt(inks.of("contact").rgba(), inks.light.rgba())
        self._marks += [Placed(centre(layout, h) + aside, halt) for h in sorted(stops)]

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        painter = canvas.painter
        painter.fillPath(self._path, self._tint)
        painter.strokePath(self._path, round_pen(self._edges[0], 3.2))
        painter.strokePath(self._path, round_pen(self._edges[1], 1.8))
        if canvas.zoom >= NUMBERS_FROM:
            canvas.stamp(self._marks)


class ZonesDrawing:
    """Zones of control: a hatch that slants one way for one side, the other for the other."""

    def __init__(self, layout: Layout, inks: Inks, zones: Mapping[Side, frozenset[Hex]]) -> None:
        self.box = hexes_rect(layout, (h for hexes in zones.values() for h in hexes), 4.0)
        self._zones = [
            (outline(layout, hexes), inks.sides[side], inks.place(side) == 0)
            for side, hexes in zones.items()
        ]

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        painter = canvas.painter
        ratio = painter.device().devicePixelRatioF()
        for path, colour, rises in self._zones:
            painter.fillPath(path, faded(colour, 26))
            painter.fillPath(path, hatch(faded(colour, 170), canvas.zoom, ratio, rises=rises))
            painter.strokePath(path, round_pen(faded(colour, 210), 1.6))
