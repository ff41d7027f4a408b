"""The key in the foot of a sheet: a little picture of each thing on the map, with its name.

The pictures are windows onto a specimen, a battlefield that holds each thing once. It is drawn by
the very code that draws the map, so that the key cannot differ from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from hexwar.hexes import Grid, Hex, Hexside, Layout, hex_id, hexside
from hexwar.hexes.layout import Point
from hexwar.table.battlefield import Battlefield, River, Road, Span, SpanKind, Terrain, Water, Way
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.land import Land
from hexwar.widgets.mapart.lettering import Lettering, Style, level
from hexwar.widgets.mapart.survey import Survey

_WINDOW: Final = (50.0, 32.0)  # pixels
_PITCH: Final = 76.0  # pixels from window to window
_ROW: Final = 60.0  # pixels from row to row of windows
_DROP: Final = 50.0  # pixels from the frame to the first row; the exits' names lie between
_NAME: Final = Style(11.5, palette.INK, spacing=0.03)
_IN_A_ROW: Final = 5  # things side by side on the specimen, each in three columns and rows


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing stands on the specimen: a hex, and those around it."""

    hex: Hex
    south: Hex
    west: tuple[Hex, Hex]  # to the upper left and the lower left
    east: tuple[Hex, Hex]

    @property
    def course(self) -> tuple[Hexside, ...]:
        """Three hexsides in a line that falls to the right; the middle one is the lower hexside."""
        first, last = hexside(self.hex, self.west[1]), hexside(self.south, self.east[1])
        return first, hexside(self.hex, self.south), last


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the key."""

    name: str
    put: Callable[[Battlefield, Spot], Battlefield]
    is_on_hexside: bool = False  # the middle of its picture is the lower hexside


def _terrain(kind: Terrain) -> Callable[[Battlefield, Spot], Battlefield]:
    return lambda field, spot: replace(field, terrain={**field.terrain, spot.hex: kind})


def _way(kind: Way) -> Callable[[Battlefield, Spot], Battlefield]:
    def put(field: Battlefield, spot: Spot) -> Battlefield:
        road = Road("", kind, (spot.west[0], spot.hex, spot.east[1]))
        return replace(field, roads=(*field.roads, road))

    return put


def _water(kind: Water) -> Callable[[Battlefield, Spot], Battlefield]:
    return lambda field, spot: replace(field, rivers=(*field.rivers, River("", kind, spot.course)))


def _span(kind: SpanKind, water: Water, way: Way) -> Callable[[Battlefield, Spot], Battlefield]:
    def put(field: Battlefield, spot: Spot) -> Battlefield:
        field = _crossed(field, spot, water, way)
        return replace(field, spans=(*field.spans, Span("", kind, hexside(spot.hex, spot.south))))

    return put


def _ford(field: Battlefield, spot: Spot) -> Battlefield:
    field = _crossed(field, spot, Water.RIVER, Way.TRAIL)
    return replace(field, fords=field.fords | {hexside(spot.hex, spot.south)})


def _crossed(field: Battlefield, spot: Spot, water: Water, way: Way) -> Battlefield:
    """Water, and a way from one bank to the other."""
    road = Road("", way, (spot.hex, spot.south))
    return replace(_water(water)(field, spot), roads=(*field.roads, road))


def _slope(field: Battlefield, spot: Spot) -> Battlefield:
    low = {(h, spot.hex) for h in (spot.west[1], spot.south, spot.east[1])}
    return replace(field, elevation={**field.elevation, spot.hex: 1}, slopes=field.slopes | low)


def _crest(field: Battlefield, spot: Spot) -> Battlefield:
    return replace(field, crests=field.crests | set(spot.course))


ENTRIES: Final = (
    Entry("clear", lambda field, _: field),
    Entry("woods", _terrain(Terrain.WOODS)),
    Entry("marsh", _terrain(Terrain.MARSH)),
    Entry("town", _terrain(Terrain.TOWN)),
    Entry("chateau", _terrain(Terrain.CHATEAU)),
    Entry("slope", _slope, is_on_hexside=True),
    Entry("crest", _crest, is_on_hexside=True),
    Entry("road", _way(Way.ROAD)),
    Entry("trail", _way(Way.TRAIL)),
    Entry("river", _water(Water.RIVER), is_on_hexside=True),
    Entry("stream", _water(Water.STREAM), is_on_hexside=True),
    Entry("bridge", _span(SpanKind.BRIDGE, Water.RIVER, Way.ROAD), is_on_hexside=True),
    Entry("trestle", _span(SpanKind.TRESTLE, Water.STREAM, Way.ROAD), is_on_hexside=True),
    Entry("ford", _ford, is_on_hexside=True),
)
"""What the key names, in order."""


def rows_in(width: float) -> int:
    """The rows of a key under a frame so many pixels wide; a narrow sheet has none."""
    rows = math.ceil(len(ENTRIES) * _PITCH / width)
    return rows if rows <= 2 else 0


def foot(width: float) -> float:
    """The pixels that the key takes beyond a plain margin."""
    return _ROW * rows_in(width)


def specimen() -> tuple[Battlefield, list[Spot]]:
    """The battlefield that holds each thing once, and where each stands."""
    down = math.ceil(len(ENTRIES) / _IN_A_ROW)
    grid = Grid(3 * _IN_A_ROW, 3 * down + 1)
    field = Battlefield("", grid, terrain={}, elevation={}, slopes=frozenset())
    spots = []
    for i, entry in enumerate(ENTRIES):
        spots.append(_spot(i))
        field = entry.put(field, spots[-1])
    return field, spots


def _spot(i: int) -> Spot:
    column, row = 3 * (i % _IN_A_ROW) + 2, 3 * (i // _IN_A_ROW) + 2
    lower = column % 2 == 0  # such a column lies half a hex further down
    west, east = (
        (hex_id(c, row - (not lower)), hex_id(c, row + lower)) for c in (column - 1, column + 1)
    )
    return Spot(hex_id(column, row), hex_id(column, row + 1), west, east)


class Key:
    """The key of a sheet, made ready to paint.

    `windows` has each picture's place on the sheet, and the point of the specimen in its middle.
    """

    def __init__(self, frame: QRectF) -> None:
        rows = rows_in(frame.width())
        self._names: list[Lettering] = []
        self.windows: list[tuple[QRectF, QPointF]] = []
        if rows == 0:
            return
        field, spots = specimen()
        ground = Ground(field, Layout(field.grid))
        self._land = Land(ground, Survey(ground))
        each = math.ceil(len(ENTRIES) / rows)
        for i, (entry, spot) in enumerate(zip(ENTRIES, spots, strict=True)):
            row, place = divmod(i, each)
            count = min(each, len(ENTRIES) - row * each)
            x = frame.center().x() + _PITCH * (place - (count - 1) / 2)
            y = frame.bottom() + _DROP + _ROW * row + _WINDOW[1] / 2
            window = QRectF(x - _WINDOW[0] / 2, y - _WINDOW[1] / 2, *_WINDOW)
            self.windows.append((window, QPointF(*_middle(ground, entry, spot))))
            self._names.append(level(entry.name, _NAME).moved(x, window.bottom() + 11))

    def paint(self, canvas: Canvas) -> None:
        """Paints the windows in sight, each with its name."""
        if canvas.detail < Detail.MID:
            return
        for (window, middle), name in zip(self.windows, self._names, strict=True):
            if (window | name.bounds).intersects(canvas.rect):
                self._paint_window(canvas, window, middle)
                name.paint(canvas)

    def _paint_window(self, canvas: Canvas, window: QRectF, middle: QPointF) -> None:
        painter, shift = canvas.painter, window.center() - middle
        painter.save()
        painter.setClipRect(window, Qt.ClipOperation.IntersectClip)
        painter.translate(shift)
        inner = Canvas(painter, window.translated(-shift), canvas.scale)
        self._land.paint_ground(inner)
        self._land.paint_lines(inner)
        self._land.paint_buildings(inner)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(palette.INK, canvas.hairline(0.8)))
        painter.drawRect(window)


def _middle(ground: Ground, entry: Entry, spot: Spot) -> Point:
    if entry.is_on_hexside:
        return ground.middle(hexside(spot.hex, spot.south))
    return ground.layout.centre(spot.hex)
