"""The overlays of line of sight: the field of a hex, and the ray from a hex to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Ray, Sight, Verdict
from hexwar.widgets.board.geometry import (
    between,
    centre,
    hex_polygon,
    hex_rect,
    hexes_rect,
    outline,
    sheet_rect,
)
from hexwar.widgets.board.overlays.layer import Canvas, Placed, united
from hexwar.widgets.board.overlays.marks import cross_mark, disc_mark, eye_mark
from hexwar.widgets.board.overlays.pens import Inks, hatch, round_pen
from hexwar.widgets.brushwork import faded, kept

_MARGIN: Final = 60.0
"""How far labels reach out of the hexes of a ray, in scene units."""


class SightDrawing:
    """What cannot be seen lies in shade; an inner line runs round the hexes that are spotted."""

    def __init__(self, layout: Layout, inks: Inks, sight: Sight | None) -> None:
        self.box = sheet_rect(layout) if sight else QRectF()
        clear = {*sight.seen, sight.origin} if sight else set()
        self._edge = outline(layout, clear)
        self._spotted = outline(layout, {*sight.spotted, sight.origin} if sight else ())
        self._shade = QPainterPath(self._edge)
        self._shade.addRect(self.box)
        self._shade.setFillRule(Qt.FillRule.OddEvenFill)
        self._dark, self._light = faded(inks.of("blocked"), 128), inks.of("sight")
        self._line = faded(inks.dark, 210)
        eye = eye_mark(inks.dark.rgba(), inks.light.rgba())
        self._marks = [Placed(_head(layout, sight.origin), eye)] if sight else []

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        painter = canvas.painter
        painter.fillPath(self._shade, self._dark)
        painter.strokePath(self._edge, round_pen(self._line, 2.6))
        painter.strokePath(self._edge, round_pen(faded(self._light, 200), 1.1))
        _draw_inside(painter, self._spotted, round_pen(self._line, 7.0))
        _draw_inside(painter, self._spotted, round_pen(self._light, 4.4))
        canvas.stamp(self._marks)


def _head(layout: Layout, hex_: Hex) -> QPointF:
    """The upper end of a hex, which no counter covers."""
    return centre(layout, hex_) - QPointF(0.0, layout.row_pitch * 0.40)


def _draw_inside(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """The inner half of a line along the edge of a shape."""
    with kept(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, pen)


class RayDrawing:
    """A line of sight: whole where troops are spotted, dashed where they are only seen.

    A hidden line is whole as far as the obstacle and dotted behind it. The obstacle is hatched,
    crossed out and named; an obstacle on a hexside is a bar across the line.
    """

    def __init__(self, layout: Layout, inks: Inks, ray: Ray | None) -> None:
        self.box = hexes_rect(layout, _hexes(ray), _MARGIN) if ray else QRectF()
        self._ray, self._light = ray, faded(inks.light, 235)
        self._colour = inks.of("target" if ray and ray.verdict is Verdict.HIDDEN else "path")
        self._whole, self._rest = _parts(layout, ray)
        self._hexes = QPainterPath()
        for hex_ in ray.hidden_by if ray else ():
            self._hexes.addPolygon(hex_polygon(layout, hex_, 0.94))
            self._hexes.closeSubpath()
        self._sides = _bars(layout, ray.hidden_at if ray else ())
        self._marks = list(_labels(layout, inks, ray)) if ray else []
        self.box = united(self._marks, self.box)

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        ratio = canvas.painter.device().devicePixelRatioF()
        ground = hatch(faded(self._colour, 190), canvas.zoom, ratio, rises=True)
        canvas.painter.fillPath(self._hexes, ground)
        for path, width in ((self._hexes, 2.2), (self._sides, 5.0)):
            canvas.stroke(path, (self._light, width + 3.0), (self._colour, width))
        for path, dashes in ((self._whole, self._dashes), (self._rest, [0.1, 2.4])):
            canvas.stroke(path, (self._light, 5.4), (self._colour, 2.8, dashes))
        canvas.stamp(self._marks)

    @property
    def _dashes(self) -> list[float]:
        return [3.0, 2.2] if self._ray and self._ray.verdict is Verdict.SEEN else []


def _hexes(ray: Ray) -> Iterator[Hex]:
    yield from (ray.start, ray.end, *ray.hidden_by)
    for side in ray.hidden_at:
        yield from side


def _parts(layout: Layout, ray: Ray | None) -> tuple[QPainterPath, QPainterPath]:
    """The line as far as it is free, and what is left of it."""
    whole, rest = QPainterPath(), QPainterPath()
    if ray is not None:
        start, end = centre(layout, ray.start), centre(layout, ray.end)
        stop = end if ray.at is None else _stop(layout, ray)
        whole.moveTo(start)
        whole.lineTo(stop)
        if stop != end:
            rest.moveTo(stop)
            rest.lineTo(end)
    return whole, rest


def _stop(layout: Layout, ray: Ray) -> QPointF:
    """The point of the line that lies nearest to the middle of the obstacle."""
    start, end = centre(layout, ray.start), centre(layout, ray.end)
    way, to = end - start, _middle(layout, ray) - start
    length = QPointF.dotProduct(way, way)
    share = QPointF.dotProduct(to, way) / length if length else 0.0
    return between(start, end, min(max(share, 0.0), 1.0))


def _middle(layout: Layout, ray: Ray) -> QPointF:
    """The middle of the obstacle: of its first hex, or of its hexside."""
    for a, b in ray.hidden_at:
        if ray.at in (a, b):
            return between(centre(layout, a), centre(layout, b), 0.5)
    assert ray.at is not None
    return centre(layout, ray.at)


def _bars(layout: Layout, sides: Iterable[tuple[Hex, Hex]]) -> QPainterPath:
    path = QPainterPath()
    for a, b in sides:
        direction = layout.grid.direction(a, b)
        if direction is not None:
            start, end = layout.side(a, direction)
            path.moveTo(*start)
            path.lineTo(*end)
    return path


def _labels(layout: Layout, inks: Inks, ray: Ray) -> Iterator[Placed]:
    """The eye at the start, the range at the end, a cross and the name on what blocks."""
    light, dark = inks.light.rgba(), inks.dark.rgba()
    yield Placed(_head(layout, ray.start), eye_mark(dark, light))
    is_hidden = ray.verdict is Verdict.HIDDEN
    colour = inks.of("target" if is_hidden else "path").rgba()
    words = f"{ray.range} \N{MULTIPLICATION SIGN}" if is_hidden else str(ray.range)
    yield Placed(
        _head(layout, ray.end), disc_mark(words, light, colour, light, 8.5), least_zoom=0.8
    )
    if ray.at is not None:
        yield Placed(_stop(layout, ray), cross_mark(colour, light), 0.8)
    if ray.at is not None and ray.name:
        box = hex_rect(layout, ray.at)
        label = disc_mark(ray.name, dark, light, colour, 7.5)
        yield Placed(QPointF(box.center().x(), box.bottom()), label, 0.8)
