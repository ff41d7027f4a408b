"""What the printer adds to the land: frame, title, scale, key, hexes, and the paper itself.

The pictures of the key are windows onto a specimen, a battlefield that holds each thing once. It is
drawn by the very code that draws the map, so that the key cannot differ from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainterPath, QPen, QTransform

from hexwar.hexes import Direction, Grid, Hex, Hexside, Layout, Point, hex_id, hexside
from hexwar.messages import say
from hexwar.table.battlefield import Battlefield, River, Road, Span, SpanKind, Terrain, Water, Way
from hexwar.widgets import fonts
from hexwar.widgets.brushwork import kept, take_up
from hexwar.widgets.mapart.canvas import Canvas, Detail, Dots, Lines, Shelf, area_path, points_of
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.land import Land, Survey
from hexwar.widgets.mapart.names import Lettering, Style, boxed, level, printed
from hexwar.widgets.mapart.raster import Floats, lattice, see_through
from hexwar.widgets.mapart.ways import Track, edge_of

SIDE, HEAD = 54.0, 128.0  # pixels of margin, and of margin above
_BORDER = 7.0  # pixels from the inner neat line to the outer
_BESIDE_TITLE = 560.0  # pixels that scale, rules and arrow take; a small sheet has none
_TITLE: Final = Style(46.0, "ink", weight=QFont.Weight.DemiBold, spacing=0.2)
_SMALL: Final = Style(14.0, "ink", spacing=0.06)
_EXIT: Final = Style(15.0, "ink", is_italic=True, spacing=0.03)
_ARROW: Final = points_of([(0, -24), (5.5, -12), (0, -14.5), (-5.5, -12)])
_TURNS: Final = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}


def sheet(frame: QRectF) -> QRectF:
    """The whole sheet of paper round a frame; a wide one has a key in its foot."""
    return frame.adjusted(-SIDE, -HEAD, SIDE, SIDE + foot(frame.width()))


class Furniture:
    """Frame and margin of a sheet."""

    def __init__(self, ground: Ground, tracks: list[Track]) -> None:
        self._frame = ground.frame
        self._ground = ground
        self._is_wide = ground.frame.width() > 2 * _BESIDE_TITLE
        self._title = self._set_title(ground.battlefield.name)
        self._scale = _scale_bar(ground, ground.battlefield.metres)
        self._north = ground.battlefield.north
        self._exits = list(_exits(ground, tracks))
        self._bars = Shelf([(bar, bar) for bar in _bars(ground, ground.frame)])

    def _set_title(self, name: str) -> Lettering:
        title = level(printed(name).upper(), _TITLE)
        room = self._frame.width() * 0.9 - (_BESIDE_TITLE if self._is_wide else 0.0)
        wide = title.path.boundingRect().width()
        if wide > room:
            title = level(printed(name).upper(), _TITLE.scaled(room / wide))
        return title.moved(self._frame.center().x(), self._frame.top() - 70)

    def paint(self, canvas: Canvas) -> None:
        """Paints all of it."""
        self._paint_frame(canvas)
        self._title.paint(canvas)
        if canvas.detail < Detail.MID:
            return
        if self._is_wide:
            self._paint_rules(canvas)
            self._paint_scale(canvas)
            self._paint_north(canvas)
        for path, name in self._exits:
            canvas.painter.fillPath(path, canvas.inks.ink)
            name.paint(canvas)

    def _paint_frame(self, canvas: Canvas) -> None:
        """Paints the double neat line with its band of bars, a hex each."""
        painter, frame = canvas.painter, self._frame
        outer = frame.adjusted(-_BORDER, -_BORDER, _BORDER, _BORDER)
        if frame.adjusted(4, 4, -4, -4).contains(canvas.rect):
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if canvas.detail >= Detail.MID:
            for bar in self._bars.within(canvas.rect):
                painter.fillRect(bar, canvas.inks.faint_ink)
        painter.setPen(QPen(canvas.inks.ink, canvas.hairline(1.2)))
        painter.drawRect(frame)
        painter.setPen(QPen(canvas.inks.ink, canvas.hairline(2.6, 1.0)))
        painter.drawRect(outer)

    def _paint_rules(self, canvas: Canvas) -> None:
        """Paints a fine rule on either side of the title."""
        box = self._title.path.boundingRect()
        y = box.center().y()
        canvas.painter.setPen(QPen(canvas.inks.ink, canvas.hairline(1.0)))
        for x, way in ((box.left() - 26, -1), (box.right() + 26, 1)):
            canvas.painter.drawLine(QPointF(x, y), QPointF(x + way * 70, y))
            canvas.painter.drawLine(QPointF(x, y + 4), QPointF(x + way * 52, y + 4))

    def _paint_scale(self, canvas: Canvas) -> None:
        bars, names = self._scale
        canvas.painter.setPen(QPen(canvas.inks.ink, canvas.hairline(0.9)))
        for i, bar in enumerate(bars):
            canvas.painter.setBrush(canvas.inks.ink if i % 2 == 0 else canvas.inks.paper)
            canvas.painter.drawRect(bar)
        for name in names:
            name.paint(canvas)

    def _paint_north(self, canvas: Canvas) -> None:
        """Paints the arrow: one half dark, one light, as engravers do."""
        painter = canvas.painter
        x, y = self._frame.right() - 60, self._frame.top() - 64
        with kept(painter):
            painter.translate(x, y)
            painter.rotate(self._north)
            painter.setPen(QPen(canvas.inks.ink, canvas.hairline(0.9)))
            for side, brush in ((-1.0, canvas.inks.ink), (1.0, canvas.inks.paper)):
                painter.setBrush(brush)
                painter.drawPath(area_path(points_of([(0, -30), (side * 9, 26), (0, 17)])))
        turn = math.radians(self._north)
        letter = level("N", _SMALL.scaled(1.5))
        letter.moved(x + 42 * math.sin(turn), y - 42 * math.cos(turn)).paint(canvas)


def _bars(ground: Ground, frame: QRectF) -> Iterator[QRectF]:
    """Every second stretch of the border: a column wide above and below, a row high aside."""
    layout, width = ground.layout, _BORDER - 2.4
    for column in range(0, layout.grid.columns, 2):
        x = layout.radius / 4 + layout.column_pitch * column
        for y in (frame.top() - width - 0.6, frame.bottom() + 0.6):
            yield QRectF(x, y, layout.column_pitch, width)
    for row in range(0, layout.grid.rows, 2):
        y = layout.row_pitch * row
        for x in (frame.left() - width - 0.6, frame.right() + 0.6):
            yield QRectF(x, y, width, layout.row_pitch)


def _scale_bar(ground: Ground, metres: int) -> tuple[list[QRectF], list[Lettering]]:
    """Two kilometres in four parts, with a number at each end and in the middle."""
    long = 2000 / metres * ground.layout.row_pitch
    left, top = ground.frame.left() + 8, ground.frame.top() - 62
    bars = [QRectF(left + long * i / 4, top, long / 4, 6) for i in range(4)]
    marks = [("0", 0.0), ("1", 0.5), ("2 km", 1.0)]
    names = [level(text, _SMALL).moved(left + long * share, top - 10) for text, share in marks]
    names.append(
        level(say("one hex = {metres} m", metres=metres), _SMALL).moved(left + long / 2, top + 20)
    )
    return bars, names


def _exits(ground: Ground, tracks: list[Track]) -> Iterator[tuple[QPainterPath, Lettering]]:
    """An arrow where each road leaves the sheet, and the name of where it leads."""
    for exit_ in ground.battlefield.exits:
        edge = edge_of(exit_, ground.battlefield)
        x, y = _crossing_point(ground, exit_.hex, edge, tracks)
        arrow = QTransform.fromTranslate(x, y).rotate(_TURNS[edge]).map(area_path(_ARROW))
        yield arrow, _beside(level(printed(exit_.name), _EXIT), ground.frame, edge, (x, y))


def _crossing_point(ground: Ground, hex_: Hex, edge: str, tracks: list[Track]) -> Point:
    """Where the road of an exit crosses the frame."""
    frame = ground.frame
    x, y = ground.layout.centre(hex_)
    lines = {"N": frame.top(), "S": frame.bottom(), "W": frame.left(), "E": frame.right()}
    across, along = (0, 1) if edge in ("W", "E") else (1, 0)
    goal = [x, y]
    goal[across] = lines[edge]
    points = np.concatenate([np.empty((0, 2)), *(track.points for track in tracks)])
    near = points[np.abs(points[:, across] - lines[edge]) < 5.0]
    gaps = np.hypot(*(near - goal).T)
    if gaps.min(initial=60.0) < 60.0:
        goal[along] = float(near[gaps.argmin(), along])
    return goal[0], goal[1]


def _beside(name: Lettering, frame: QRectF, edge: str, at: Point) -> Lettering:
    """A name beside its arrow, along the edge; it stays within the frame's length."""
    half = name.path.boundingRect().width() / 2
    x, y = at
    if edge in ("N", "S"):
        aside = x + half + 12
        x = aside if aside + half < frame.right() else x - half - 12
        return name.moved(x, y + (-20 if edge == "N" else 20))
    path = QTransform().rotate(-90 if edge == "W" else 90).map(name.path)
    aside = y - half - 12
    y = aside if aside - half > frame.top() else y + half + 12
    return Lettering(path, name.style, boxed(path)).moved(x + (-20 if edge == "W" else 20), y)


# -- the key


_WINDOW: Final = (50.0, 32.0)  # pixels
_PITCH: Final = 76.0  # pixels from window to window
_ROW: Final = 60.0  # pixels from row to row of windows
_DROP: Final = 50.0  # pixels from the frame to the first row; the exits' names lie between
_NAME: Final = Style(11.5, "ink", spacing=0.03)
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
    put: Put
    is_on_hexside: bool = False  # the middle of its picture is the lower hexside


Put = Callable[[Battlefield, Spot], Battlefield]


def _terrain(kind: Terrain) -> Put:
    return lambda field, spot: replace(field, terrain={**field.terrain, spot.hex: kind})


def _road(kind: Way, field: Battlefield, *hexes: Hex) -> Battlefield:
    return replace(field, roads=(*field.roads, Road("", kind, hexes)))


def _way(kind: Way) -> Put:
    return lambda field, spot: _road(kind, field, spot.west[0], spot.hex, spot.east[1])


def _water(kind: Water) -> Put:
    return lambda field, spot: replace(field, rivers=(*field.rivers, River("", kind, spot.course)))


def _span(kind: SpanKind, water: Water) -> Put:
    def put(field: Battlefield, spot: Spot) -> Battlefield:
        span = Span("", kind, hexside(spot.hex, spot.south))
        return replace(_crossed(field, spot, water, Way.ROAD), spans=(*field.spans, span))

    return put


def _ford(field: Battlefield, spot: Spot) -> Battlefield:
    field = _crossed(field, spot, Water.RIVER, Way.TRAIL)
    return replace(field, fords=field.fords | {hexside(spot.hex, spot.south)})


def _crossed(field: Battlefield, spot: Spot, water: Water, way: Way) -> Battlefield:
    """Water, and a way from one bank to the other."""
    return _road(way, _water(water)(field, spot), spot.hex, spot.south)


def _slope(field: Battlefield, spot: Spot) -> Battlefield:
    low = {(h, spot.hex) for h in (spot.west[1], spot.south, spot.east[1])}
    return replace(field, elevation={**field.elevation, spot.hex: 1}, slopes=field.slopes | low)


def _crest(field: Battlefield, spot: Spot) -> Battlefield:
    return replace(field, crests=field.crests | set(spot.course))


ENTRIES: Final = (
    Entry("clear", lambda field, _: field),
    *(Entry(kind.value, _terrain(kind)) for kind in Terrain if kind is not Terrain.CLEAR),
    Entry("slope", _slope, is_on_hexside=True),
    Entry("crest", _crest, is_on_hexside=True),
    Entry("road", _way(Way.ROAD)),
    Entry("trail", _way(Way.TRAIL)),
    Entry("river", _water(Water.RIVER), is_on_hexside=True),
    Entry("stream", _water(Water.STREAM), is_on_hexside=True),
    Entry("bridge", _span(SpanKind.BRIDGE, Water.RIVER), is_on_hexside=True),
    Entry("trestle", _span(SpanKind.TRESTLE, Water.STREAM), is_on_hexside=True),
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
        ground = self._ground = Ground(field, Layout(field.grid))
        each = math.ceil(len(ENTRIES) / rows)
        for i, (entry, spot) in enumerate(zip(ENTRIES, spots, strict=True)):
            row, place = divmod(i, each)
            count = min(each, len(ENTRIES) - row * each)
            x = frame.center().x() + _PITCH * (place - (count - 1) / 2)
            y = frame.bottom() + _DROP + _ROW * row + _WINDOW[1] / 2
            window = QRectF(x - _WINDOW[0] / 2, y - _WINDOW[1] / 2, *_WINDOW)
            low = spot.south if entry.is_on_hexside else spot.hex
            self.windows.append((window, QPointF(*ground.middle((spot.hex, low)))))
            self._names.append(level(entry.name, _NAME).moved(x, window.bottom() + 11))

    @cached_property
    def _land(self) -> Land:
        """What the windows look onto, made ready when one of them is first seen."""
        return Land(self._ground, Survey(self._ground))

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
        with kept(painter):
            painter.setClipRect(window, Qt.ClipOperation.IntersectClip)
            painter.translate(shift)
            inner = Canvas(painter, window.translated(-shift), canvas.scale, canvas.season)
            self._land.paint_ground(inner)
            self._land.paint_lines(inner)
            self._land.paint_buildings(inner)
        take_up(painter, QPen(canvas.inks.ink, canvas.hairline(0.8)))
        painter.drawRect(window)


# -- hexes and their numbers


_NUMBER = 7.6  # pixels, height of the type
_CORNER = 0.11  # of a side, at either end
_FOOT = 8.6  # pixels from the top of a hex to the foot of its number


class HexGrid:
    """The sides of all hexes, each drawn once, and their numbers."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        centres = np.array([layout.centre(hex_) for hex_ in layout.grid.hexes])
        sides = _sides(layout, centres)
        self._sides = Lines(sides)
        self._corners = Lines(_ends(sides))
        self._feet = Dots(centres - (0.0, layout.row_pitch / 2 - _FOOT))

    def paint_sides(self, canvas: Canvas) -> None:
        """Paints the grid as one path, so that no corner is inked twice."""
        if canvas.detail < Detail.MID:
            return
        path = QPainterPath()
        for line in self._sides.within(canvas.rect):
            path.moveTo(line.p1())
            path.lineTo(line.p2())
        canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
        ink = canvas.inks.grid if canvas.detail > Detail.MID else canvas.inks.grid_far
        canvas.painter.setPen(QPen(ink, canvas.hairline(0.8, 0.6)))
        canvas.painter.drawPath(path)
        if canvas.detail >= Detail.NEAR:
            # The corners are inked well, so that hexes are seen on any ground and by night.
            canvas.painter.setPen(QPen(canvas.inks.corner, canvas.hairline(0.8, 0.6)))
            canvas.painter.drawLines(self._corners.within(canvas.rect))

    def paint_numbers(self, canvas: Canvas) -> None:
        """Paints the numbers where there is room to read them."""
        if canvas.detail < Detail.CLOSE:
            return
        painter, scale = canvas.painter, canvas.scale
        number = fonts.condensed(fonts.font(fonts.SANS, max(1, round(_NUMBER * scale))))
        number.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        half = QFontMetricsF(number).horizontalAdvance("0000") / 2
        with kept(painter):
            painter.scale(1 / scale, 1 / scale)
            painter.setFont(number)
            painter.setPen(canvas.inks.number)
            for i in self._feet.near(canvas.rect, 2 * _NUMBER).tolist():
                x, y = self._feet.points[i] * scale
                painter.drawText(QPointF(x - half, y), self._layout.grid.hexes[i])


def _sides(layout: Layout, centres: Floats) -> Floats:
    """Every hexside once, n x 4: three a hex, and the others where the sheet ends."""
    first = layout.grid.hexes[0]
    parts = []
    for direction in Direction:
        is_own = direction in (Direction.SE, Direction.S, Direction.SW)
        ends = np.array(layout.side(first, direction)) - layout.centre(first)
        nexts = [index[direction] for index in layout.grid.neighbour_indexes]
        owners = centres[is_own | (np.array(nexts) < 0)]
        parts.append(np.tile(owners, 2) + ends.ravel())
    return np.concatenate(parts)


def _ends(sides: Floats) -> Floats:
    """The beginning and the end of every side, n x 4."""
    starts, stops = sides[:, :2], sides[:, 2:]
    step = (stops - starts) * _CORNER
    return np.concatenate(
        [np.hstack([starts, starts + step]), np.hstack([stops - step, stops])], axis=0
    )


# -- the grain of the paper


_SIDE = 256  # pixels of a patch of grain; patches join without a seam
_DEEPEST = 15  # of 255: how strongly the grain shows


def grain() -> QImage:
    """Light and dark fibres as a patch that repeats."""
    column, row = np.meshgrid(np.arange(_SIDE), np.arange(_SIDE))
    specks = _ringed(lattice(column, row, 31) - 0.5, 0, 1)
    fibres = _ringed(lattice(column, row, 32) - 0.5, 1, 5)
    depth = np.clip(specks * 34 + fibres * 48, -_DEEPEST, _DEEPEST).round()
    alpha = np.abs(depth)
    is_dark = depth < 0
    inks = ((30, 240), (45, 250), (70, 255))  # blue, green, red: dark and light
    blue, green, red = (np.where(is_dark, dark, light) * alpha / 255 for dark, light in inks)
    return see_through(blue, green, red, alpha)


def _ringed(field: Floats, axis: int, rounds: int) -> Floats:
    """A field softened along an axis as if its ends met."""
    for _ in range(rounds):
        field = (field + np.roll(field, 1, axis) + np.roll(field, -1, axis)) / 3
    return field
