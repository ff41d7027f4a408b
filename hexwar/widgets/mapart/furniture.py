"""What stands round the map: neat lines, title, scale, north arrow and where the roads lead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainterPath, QPen, QTransform

from hexwar.hexes import Hex
from hexwar.hexes.layout import Point
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail
from hexwar.widgets.mapart.curves import area_path, points_of
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.key import foot
from hexwar.widgets.mapart.lettering import Lettering, Style, boxed, level
from hexwar.widgets.mapart.names import printed
from hexwar.widgets.mapart.ways import Track, edge_of

SIDE, HEAD = 54.0, 128.0  # pixels of margin, and of margin above
_BORDER = 7.0  # pixels from the inner neat line to the outer
_BESIDE_TITLE = 560.0  # pixels that scale, rules and arrow take; a small sheet has none
_TITLE: Final = Style(46.0, palette.INK, weight=QFont.Weight.DemiBold, spacing=0.2)
_SMALL: Final = Style(14.0, palette.INK, spacing=0.06)
_EXIT: Final = Style(15.0, palette.PLACE_INK, is_italic=True, spacing=0.03)
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
            canvas.painter.fillPath(path, palette.INK)
            name.paint(canvas)

    def _paint_frame(self, canvas: Canvas) -> None:
        """Paints the double neat line with its band of bars, a hex each."""
        painter, frame = canvas.painter, self._frame
        outer = frame.adjusted(-_BORDER, -_BORDER, _BORDER, _BORDER)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if canvas.detail >= Detail.MID:
            for bar in _bars(self._ground, frame):
                painter.fillRect(bar, palette.FAINT_INK)
        painter.setPen(QPen(palette.INK, canvas.hairline(1.2)))
        painter.drawRect(frame)
        painter.setPen(QPen(palette.INK, canvas.hairline(2.6, 1.0)))
        painter.drawRect(outer)

    def _paint_rules(self, canvas: Canvas) -> None:
        """Paints a fine rule on either side of the title."""
        box = self._title.path.boundingRect()
        y = box.center().y()
        canvas.painter.setPen(QPen(palette.INK, canvas.hairline(1.0)))
        for x, way in ((box.left() - 26, -1), (box.right() + 26, 1)):
            canvas.painter.drawLine(QPointF(x, y), QPointF(x + way * 70, y))
            canvas.painter.drawLine(QPointF(x, y + 4), QPointF(x + way * 52, y + 4))

    def _paint_scale(self, canvas: Canvas) -> None:
        bars, names = self._scale
        canvas.painter.setPen(QPen(palette.INK, canvas.hairline(0.9)))
        for i, bar in enumerate(bars):
            canvas.painter.setBrush(palette.INK if i % 2 == 0 else palette.PAPER)
            canvas.painter.drawRect(bar)
        for name in names:
            name.paint(canvas)

    def _paint_north(self, canvas: Canvas) -> None:
        """Paints the arrow: one half dark, one light, as engravers do."""
        painter = canvas.painter
        painter.save()
        painter.translate(self._frame.right() - 60, self._frame.top() - 64)
        painter.rotate(self._north)
        painter.setPen(QPen(palette.INK, canvas.hairline(0.9)))
        for side, brush in ((-1.0, palette.INK), (1.0, palette.PAPER)):
            half = area_path(points_of([(0, -30), (side * 9, 26), (0, 17)]))
            painter.setBrush(brush)
            painter.drawPath(half)
        painter.restore()
        turn = math.radians(self._north)
        x, y = self._frame.right() - 60, self._frame.top() - 64
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
    names.append(level(f"one hex = {metres} m", _SMALL).moved(left + long / 2, top + 20))
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
