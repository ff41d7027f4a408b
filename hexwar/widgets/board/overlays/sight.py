"""The overlays of line of sight: the field of a hex, and the ray from a hex to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

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
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Placed, united
from hexwar.widgets.board.overlays.marks import cross_mark, disc_mark, eye_mark
from hexwar.widgets.board.overlays.pens import Inks, hatch, round_pen
from hexwar.widgets.brushwork import faded, kept, line_of

_MARGIN: Final = 60.0
"""How far labels reach out of the hexes of a ray, in scene units."""


def sight_drawing(layout: Layout, inks: Inks, sight: Sight | None) -> Drawing:
    """What cannot be seen lies in shade; an inner line runs round the hexes that are spotted."""
    box = sheet_rect(layout) if sight else QRectF()
    edge = outline(layout, {*sight.seen, sight.origin} if sight else set())
    spotted = outline(layout, {*sight.spotted, sight.origin} if sight else ())
    shade = QPainterPath(edge)
    shade.addRect(box)
    shade.setFillRule(Qt.FillRule.OddEvenFill)
    dark, light, line = faded(inks.of("blocked"), 128), inks.of("sight"), faded(inks.dark, 210)
    eye = eye_mark(inks.dark.rgba(), inks.light.rgba())
    marks = [Placed(_head(layout, sight.origin), eye)] if sight else []

    def draw(canvas: Canvas) -> None:
        painter = canvas.painter
        painter.fillPath(shade, dark)
        painter.strokePath(edge, round_pen(line, 2.6))
        painter.strokePath(edge, round_pen(faded(light, 200), 1.1))
        _draw_inside(painter, spotted, round_pen(line, 7.0))
        _draw_inside(painter, spotted, round_pen(light, 4.4))
        canvas.stamp(marks)

    return Drawing(box, draw)


def _head(layout: Layout, hex_: Hex) -> QPointF:
    """The upper end of a hex, which no counter covers."""
    return centre(layout, hex_) - QPointF(0.0, layout.row_pitch * 0.40)


def _draw_inside(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """The inner half of a line along the edge of a shape."""
    with kept(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, pen)


def ray_drawing(layout: Layout, inks: Inks, ray: Ray | None) -> Drawing:
    """A line of sight: whole where troops are spotted, dashed where they are only seen.

    A hidden line is whole as far as the obstacle and dotted behind it. The obstacle is hatched,
    crossed out and named; an obstacle on a hexside is a bar across the line.
    """
    if ray is None:
        return Drawing(QRectF(), lambda _: None)
    light, colour = faded(inks.light, 235), _colour(inks, ray)
    whole, rest = _parts(layout, ray)
    dashes = [3.0, 2.2] if ray.verdict is Verdict.SEEN else []
    hidden, sides = QPainterPath(), _bars(layout, ray.hidden_at)
    for hex_ in ray.hidden_by:
        hidden.addPolygon(hex_polygon(layout, hex_, 0.94))
        hidden.closeSubpath()
    marks = list(_labels(layout, inks, ray))

    def draw(canvas: Canvas) -> None:
        ratio = canvas.painter.device().devicePixelRatioF()
        ground = hatch(faded(colour, 190), canvas.zoom, ratio, rises=True)
        canvas.painter.fillPath(hidden, ground)
        for path, width in ((hidden, 2.2), (sides, 5.0)):
            canvas.stroke(path, (light, width + 3.0), (colour, width))
        for path, dashed in ((whole, dashes), (rest, [0.1, 2.4])):
            canvas.stroke(path, (light, 5.4), (colour, 2.8, dashed))
        canvas.stamp(marks)

    hexes = (ray.start, ray.end, *ray.hidden_by, *(hex_ for side in ray.hidden_at for hex_ in side))
    return Drawing(united(marks, hexes_rect(layout, hexes, _MARGIN)), draw)


def _colour(inks: Inks, ray: Ray) -> QColor:
    return inks.of("target" if ray.verdict is Verdict.HIDDEN else "path")


def _parts(layout: Layout, ray: Ray) -> tuple[QPainterPath, QPainterPath]:
    """The line as far as it is free, and what is left of it."""
    start, end = centre(layout, ray.start), centre(layout, ray.end)
    stop = end if ray.at is None else _stop(layout, ray)
    return line_of(start, stop), QPainterPath() if stop == end else line_of(stop, end)


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
    colour = _colour(inks, ray).rgba()
    cross = " \N{MULTIPLICATION SIGN}" if ray.verdict is Verdict.HIDDEN else ""
    words = f"{ray.range}{cross}"
    yield Placed(
        _head(layout, ray.end), disc_mark(words, light, colour, light, 8.5), least_zoom=0.8
    )
    if ray.at is not None:
        yield Placed(_stop(layout, ray), cross_mark(colour, light), 0.8)
    if ray.at is not None and ray.name:
        box = hex_rect(layout, ray.at)
        label = disc_mark(ray.name, dark, light, colour, 7.5)
        yield Placed(QPointF(box.center().x(), box.bottom()), label, 0.8)
