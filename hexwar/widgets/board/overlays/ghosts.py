"""The ways of a proposed march, and what its ghosts bear: their number and the MP left."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainterPath

from hexwar.hexes import Layout
from hexwar.table.overlays import Ghost
from hexwar.widgets.board.geometry import arrow_head, centre, hexes_rect, shortened, way
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Placed, united
from hexwar.widgets.board.overlays.marks import disc_mark, road_mark, short
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import faded, take_up

_HELD = QColor("#ffd23f")
_MARGIN: Final = 40.0
_NUMBER: Final = QPointF(-19.0, -19.0)
_LEFT: Final = QPointF(19.0, 20.0)
_ROAD: Final = QPointF(-20.0, 19.0)
_WARNING: Final = QPointF(21.0, -20.0)
_NEXT: Final = QPointF(15.0, 0.0)
"""From the number of one ghost of a hex to that of the next."""


def ways_drawing(layout: Layout, inks: Inks, ghosts: tuple[Ghost, ...]) -> Drawing:
    """A broken line with a head for each ghost, from where it stands; the held one's is whole."""
    gap = layout.radius * 0.5  # of the counter that is to move
    lines = [(way(layout, g.path), g.is_held) for g in ghosts if len(g.path) > 1]
    ways = [(line.trimmed(line.percentAtLength(gap), 1.0), held) for line, held in lines]
    colour, light = inks.of("path"), faded(inks.light, 225)

    def draw(canvas: Canvas) -> None:
        for path, is_held in ways:
            _draw_way(canvas, path, colour, light, is_held=is_held)

    return Drawing(hexes_rect(layout, (h for g in ghosts for h in g.path), _MARGIN), draw)


def _draw_way(
    canvas: Canvas, path: QPainterPath, colour: QColor, light: QColor, *, is_held: bool
) -> None:
    canvas.stroke(path, (light, 6.4))
    shaft = shortened(path, 7.0)
    canvas.stroke(shaft, (colour, 3.4) if is_held else (colour, 3.0, [2.4, 1.9]))
    take_up(canvas.painter, round_pen(light, 1.6), colour)
    canvas.painter.drawPolygon(arrow_head(path, 13.0, 12.0))


def badges_drawing(layout: Layout, inks: Inks, ghosts: tuple[Ghost, ...]) -> Drawing:
    """At each ghost its place in the order of march, and how many MP it has left."""
    dark, light, held = inks.dark.rgba(), inks.light.rgba(), _HELD.rgba()
    placed: list[Placed] = []
    seen: dict[str, int] = {}
    for ghost in ghosts:
        end = ghost.path[-1]
        before = seen.get(end, 0)
        seen[end] = before + 1
        at = centre(layout, end)
        ground = held if ghost.is_held else dark
        ink = dark if ghost.is_held else light
        number = disc_mark(str(ghost.place), ink, ground, light, 8.0)
        placed.append(Placed(at + _NUMBER + _NEXT * before, number, least_zoom=0.7))
        if ghost.is_bold:
            warning = disc_mark("!", light, inks.of("refused").rgba(), light, 7.5)
            placed.append(Placed(at + _WARNING, warning, least_zoom=0.7))
        if before:
            continue  # one figure for the hex: what the slowest has left
        least = min(other.left for other in ghosts if other.path[-1] == end)
        left = disc_mark(short(least), dark, light, dark, 6.8)
        placed.append(Placed(at + _LEFT, left, least_zoom=0.7))
        if ghost.by_road:
            placed.append(Placed(at + _ROAD, road_mark(dark, light)))
    return Drawing(united(placed), lambda canvas: canvas.stamp(placed))
