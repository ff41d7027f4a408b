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
_NEXT: Final = QPointF(15.0, 0.0)
"""From the number of one ghost of a hex to that of the next."""


def ways_drawing(layout: Layout, inks: Inks, ghosts: tuple[Ghost, ...]) -> Drawing:
    """A broken line with a head for each ghost, from where it stands."""
    ways = [(way(layout, g.path), g.is_held) for g in ghosts if len(g.path) > 1]
    dark, light = faded(inks.dark, 215), faded(inks.light, 235)

    def draw(canvas: Canvas) -> None:
        for path, is_held in ways:
            _draw_way(canvas, path, dark, _HELD if is_held else light)

    return Drawing(hexes_rect(layout, (h for g in ghosts for h in g.path), _MARGIN), draw)


def _draw_way(canvas: Canvas, path: QPainterPath, dark: QColor, light: QColor) -> None:
    canvas.stroke(path, (dark, 5.4))
    canvas.stroke(shortened(path, 4.0), (light, 2.8, [2.6, 1.8]))
    take_up(canvas.painter, round_pen(dark, 1.6), light)
    canvas.painter.drawPolygon(arrow_head(path, 13.0, 12.0))
    canvas.painter.drawEllipse(path.pointAtPercent(0.0), 4.0, 4.0)


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
        if before:
            continue  # one figure for the hex: the first that comes there
        left = disc_mark(short(ghost.left), dark, light, dark, 6.8)
        placed.append(Placed(at + _LEFT, left, least_zoom=0.7))
        if ghost.by_road:
            placed.append(Placed(at + _ROAD, road_mark(dark, light)))
    return Drawing(united(placed), lambda canvas: canvas.stamp(placed))
