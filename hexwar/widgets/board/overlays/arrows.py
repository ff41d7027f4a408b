"""Overlays that point: a planned path, the targets of an action, the moves of the last turn."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.hexes import Hex, Layout
from hexwar.model.reports import PathQuote
from hexwar.widgets.board.geometry import (
    arrow_head,
    between,
    centre,
    corner_marks,
    hexes_rect,
    shortened,
    way,
)
from hexwar.widgets.board.overlays.inks import Inks, faded
from hexwar.widgets.board.overlays.layer import Canvas
from hexwar.widgets.board.overlays.marks import Disc, short
from hexwar.widgets.board.overlays.records import Aim, Target, Track
from hexwar.widgets.board.overlays.stamps import Placed
from hexwar.widgets.board.overlays.strokes import round_pen

_MARGIN: Final = 40.0
"""How far marks and arrow heads may reach out of the hexes, in scene units."""

_AIM_COLOURS: Final = {Aim.PLACE: "objective", Aim.ASSAULT: "target", Aim.FIRE: "target"}


def _arrow(
    painter: QPainter, path: QPainterPath, colour: QColor, casing: QColor, width: float
) -> None:
    """A line with a head, in a lighter casing."""
    head, shaft = arrow_head(path, width * 3.4, width * 3.6), shortened(path, width * 2.2)
    painter.setBrush(casing)
    painter.strokePath(shaft, round_pen(casing, width + 2.6))
    painter.setPen(round_pen(casing, 2.6))
    painter.drawPolygon(head)
    painter.strokePath(shaft, round_pen(colour, width))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(head)


class PathDrawing:
    """A planned path: an arrow through the hexes, each step's cost in a disc, the sum at the end.

    A path that costs more than the allowance is dashed.
    """

    def __init__(self, layout: Layout, inks: Inks, quote: PathQuote | None) -> None:
        hexes = quote.hexes if quote else ()
        self.box = hexes_rect(layout, hexes, _MARGIN)
        self._way = _from_the_edge(way(layout, hexes), layout.radius * 0.72)
        self._is_dear = quote is not None and quote.halves > quote.allowance
        self._colour = inks.of("refused" if self._is_dear else "path")
        self._casing = faded(inks.light, 235)
        self._marks = _costs(layout, inks, quote, self._colour) if quote else []
        for mark in self._marks:
            self.box |= mark.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        if not self._way.isEmpty():
            _arrow(canvas.painter, self._way, self._colour, self._casing, 4.4)
            if self._is_dear:
                dashes = round_pen(self._casing, 2.0)
                dashes.setDashPattern([0.5, 4.0])
                canvas.painter.strokePath(self._way, dashes)
        canvas.stamp(self._marks)


def _from_the_edge(path: QPainterPath, gap: float) -> QPainterPath:
    """The path without its first units, which would cover the counter that is to move."""
    return path if path.isEmpty() else path.trimmed(path.percentAtLength(gap), 1.0)


def _costs(layout: Layout, inks: Inks, quote: PathQuote, colour: QColor) -> list[Placed]:
    """The price of each step where it crosses the hexside, and of the whole beside the end."""
    ink, ground = inks.dark.rgba(), inks.light.rgba()
    marks = [
        Placed(
            between(centre(layout, a), centre(layout, step.hex), 0.5),
            Disc(short(step.halves), ink, ground, colour.rgba(), radius=6.0),
        )
        for a, step in zip(quote.hexes, quote.steps, strict=False)
    ]
    if quote.steps:
        sum_text = f"{short(quote.halves)} / {short(quote.allowance)}"
        total = Disc(sum_text, ground, colour.rgba(), ground, radius=8.5)
        last = [centre(layout, hex_) for hex_ in quote.hexes[-2:]]
        beyond = between(last[0], last[-1], 1.42)
        marks.append(Placed(beyond, total, least_zoom=0.8))
    return marks


class TargetsDrawing:
    """Legal targets: corner marks for a place, a ring with cross hairs for an attack, arrows."""

    def __init__(self, layout: Layout, inks: Inks, targets: tuple[Target, ...]) -> None:
        hexes = [h for target in targets for h in (target.hex, *target.sources)]
        self.box = hexes_rect(layout, hexes, _MARGIN)
        self._light = faded(inks.light, 230)
        self._rings = [(inks.of(_AIM_COLOURS[t.aim]), _ring(layout, t)) for t in targets]
        self._arrows = [
            (inks.of(_AIM_COLOURS[t.aim]), _thrust(layout, source, t.hex))
            for t in targets
            for source in t.sources
        ]

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        painter = canvas.painter
        pixel = 1.0 / min(canvas.zoom, 1.0)
        for colour, ring in self._rings:
            painter.strokePath(ring, round_pen(self._light, 5.0 * pixel))
            painter.strokePath(ring, round_pen(colour, 2.6 * pixel))
        for colour, arrow in self._arrows:
            _arrow(painter, arrow, colour, self._light, 6.5)


def _ring(layout: Layout, target: Target) -> QPainterPath:
    if target.aim is Aim.PLACE:
        return corner_marks(layout, target.hex, 0.86, 0.26)
    path = QPainterPath()
    middle, radius = centre(layout, target.hex), layout.row_pitch * 0.44
    path.addEllipse(middle, radius, radius)
    inward = radius * (0.72 if target.aim is Aim.ASSAULT else 0.45)
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        path.moveTo(middle + QPointF(dx, dy) * radius)
        path.lineTo(middle + QPointF(dx, dy) * inward)
    return path


def _thrust(layout: Layout, source: Hex, target: Hex) -> QPainterPath:
    """A short arrow over the ground between two hexes."""
    start, end = centre(layout, source), centre(layout, target)
    path = QPainterPath(between(start, end, 0.30))
    path.lineTo(between(start, end, 0.68))
    return path


class TracksDrawing:
    """Moves that were made: thin dashed arrows, dots where they began."""

    def __init__(self, layout: Layout, inks: Inks, tracks: tuple[Track, ...]) -> None:
        self.box = hexes_rect(layout, (h for track in tracks for h in track.hexes), _MARGIN)
        self._ways = [(way(layout, t.hexes), inks.sides[t.side]) for t in tracks]
        self._light = faded(inks.light, 190)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        for path, colour in self._ways:
            self._draw_one(canvas.painter, path, colour)

    def _draw_one(self, painter: QPainter, path: QPainterPath, colour: QColor) -> None:
        if path.isEmpty():
            return
        pen = round_pen(colour, 2.6)
        pen.setDashPattern([2.4, 2.2])
        painter.strokePath(path, round_pen(self._light, 4.6))
        painter.strokePath(shortened(path, 6.0), pen)
        painter.setPen(round_pen(self._light, 1.4))
        painter.setBrush(colour)
        painter.drawPolygon(arrow_head(path, 11.0, 10.0))
        painter.drawEllipse(path.pointAtPercent(0.0), 3.6, 3.6)
