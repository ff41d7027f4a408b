"""The profile of a line of sight: the ground in steps, what stands on it, and what hides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hexwar.messages import count, mark, say
from hexwar.table.reports import Obstacle, SightHex, SightLine, SightStep
from hexwar.widgets.board.overlays.pens import round_pen
from hexwar.widgets.brushwork import polygon, smooth, take_up
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.theme import Theme

_SIZE: Final = QSize(400, 206)
_EDGE: Final = 12.0
_HEAD: Final = 68.0  # room for the verdict and the reason
_FOOT: Final = 20.0  # room for the numbers of the hexes
_RISE: Final = 20.0  # a level at most, pixels at 100 %
_CANOPY: Final = 30.0  # how high the terrain is drawn that hides at every level
_EYE: Final = 6.0  # how far above the ground the line of sight is drawn

LETTERS: Final = {
    "woods": "W",
    "town": "T",
    "chateau": "C",
    "slope": "S",
    "crest": "R",
    mark("edge of the map"): "E",
    mark("both ways round"): "2",
}
"""What blocks, as one letter: no meaning hangs on red alone."""


class SightProfile(QWidget):
    """Draws one line of sight from the side, by the trace that also gives its verdict."""

    def __init__(self, theme: Theme, scale: float, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._scale = theme, scale
        self.line: SightLine | None = None
        """What is shown."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(say("Profile of the line of sight"))
        self.resize(self.sizeHint())
        self.hide()

    def sizeHint(self) -> QSize:
        """The same for every line, so that nothing jumps."""
        return _SIZE * self._scale

    def set_look(self, theme: Theme, scale: float) -> None:
        """Draw in other colours and another size from now on."""
        self._theme, self._scale = theme, scale
        self.resize(self.sizeHint())
        self.update()

    def show_line(self, line: SightLine | None) -> None:
        """Show another line; None hides it."""
        self.line = line
        self.setVisible(line is not None)
        if line is not None:
            self.setAccessibleDescription(line.reason)
            self.raise_()
            self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The verdict, the reason, and the profile."""
        if self.line is None:
            return
        painter = smooth(self)
        painter.scale(self._scale, self._scale)
        window = self._theme.window
        box = QRectF(0.0, 0.0, _SIZE.width(), _SIZE.height())
        take_up(painter, round_pen(QColor(window.line), 1.5), QColor(window.paper))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6.0, 6.0)
        self._write(painter, self.line)
        _Section(painter, self._theme, self.line).draw()
        painter.end()

    def _write(self, painter: QPainter, line: SightLine) -> None:
        window = self._theme.window
        width = _SIZE.width() - 2 * _EDGE
        painter.setFont(font(SANS, 14, QFont.Weight.DemiBold))
        painter.setPen(QColor(window.good if line.visible else window.accent))
        painter.drawText(QRectF(_EDGE, 7, width, 18), verdict_words(line))
        painter.setFont(font(SANS, 12))
        painter.setPen(QColor(window.ink))
        words = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        text = f"{line.reason} ({line.rule})"
        painter.drawText(QRectF(_EDGE, 26, width, 48), int(words), text)


def verdict_words(line: SightLine) -> str:
    """The verdict with the range, as a heading."""
    hexes = count("{n} hex", "{n} hexes", line.distance)
    unspotted = say("Seen, not spotted") if line.visible else say("Not seen")
    verdict = say("Spotted") if line.spotted else unspotted
    return say("{verdict}: {hexes}, {a} to {b}", verdict=verdict, hexes=hexes, a=line.a, b=line.b)


@dataclass(frozen=True, slots=True)
class _Column:
    """One hex of the profile."""

    hex: SightHex
    left: float
    width: float
    is_way: bool  # one of two ways round: drawn pale and half as wide

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def _columns(line: SightLine) -> list[tuple[SightStep, tuple[_Column, ...]]]:
    """The columns of each step: the hexes of ways round, then the hex that it leads to."""
    hexes = [
        (step, [*(h for way in step.ways if step.is_tie for h in way.hexes), step.hex])
        for step in line.steps
    ]
    shares = sum((len(some) + 1) / 2 for _, some in hexes)
    whole = (_SIZE.width() - 2 * _EDGE) / shares
    left, found = _EDGE, []
    for step, some in hexes:
        columns = []
        for hex_ in some:
            is_way = hex_ is not step.hex
            columns.append(_Column(hex_, left, whole / 2 if is_way else whole, is_way))
            left = columns[-1].right
        found.append((step, tuple(columns)))
    return found


class _Section:
    """One profile, laid out in the pixels of the widget at 100 %."""

    def __init__(self, painter: QPainter, theme: Theme, line: SightLine) -> None:
        self._painter, self._theme, self._line = painter, theme, line
        self._steps = _columns(line)
        self._all = [column for _, columns in self._steps for column in columns]
        levels = [column.hex.level for column in self._all]
        self._low = min(levels)
        span = max(levels) - self._low
        self._base = _SIZE.height() - _FOOT - 8.0
        room = self._base - _HEAD - _CANOPY - 20.0
        self._rise = min(_RISE, room / span) if span else 0.0
        self._red = QColor(theme.overlays["target"])

    def draw(self) -> None:
        """Ground, terrain, eye line, hexsides, numbers."""
        before = None
        for step, columns in self._steps:
            for column in columns:
                self._draw_ground(column, before)
                blocks = step.obstacle is not None or not column.is_way
                self._draw_terrain(column, blocks=blocks and column.hex.obstacle is not None)
                before = column
        # The line at the level of the higher end: slopes that reach above it hide.
        eye = self._height(self._line.eye) - _EYE
        self._painter.setPen(round_pen(QColor(self._theme.window.link), 1.6, [3.0, 2.4]))
        self._painter.drawLine(QPointF(_EDGE, eye), QPointF(self._all[-1].right, eye))
        for step, columns in self._steps:
            self._draw_crests(step, columns)
            if step.obstacle is not None:
                self._draw_obstacle(step, columns, step.obstacle)
        self._draw_numbers()

    def _top(self, column: _Column) -> float:
        return self._height(column.hex.level)

    def _height(self, level: int) -> float:
        return self._base - (level - self._low) * self._rise

    def _draw_ground(self, column: _Column, before: _Column | None) -> None:
        window, top = self._theme.window, self._top(column)
        box = QRectF(column.left, top, column.width, self._base + 6.0 - top)
        take_up(self._painter, None, QColor(window.sunken if column.is_way else window.line))
        self._painter.drawRect(box)
        dashes = [1.6, 1.8] if column.is_way else []
        self._painter.setPen(round_pen(QColor(window.ink), 1.8, dashes))
        self._painter.drawLine(box.topLeft(), box.topRight())
        if before is not None:
            self._painter.drawLine(box.topLeft(), QPointF(box.left(), self._top(before)))

    def _draw_terrain(self, column: _Column, *, blocks: bool) -> None:
        shape = _SHAPES.get(column.hex.terrain.cover.art)
        if shape is None:
            return
        ends = column in (self._all[0], self._all[-1])
        height, top = _CANOPY * (0.4 if ends else 1.0), self._top(column)
        colour = self._red if blocks else QColor(self._theme.window.good)
        take_up(self._painter, round_pen(QColor(self._theme.window.ink), 1.0), colour)
        width, left = column.width, column.left
        corners = ((left + (0.08 + 0.84 * x) * width, top - y * height) for x, y in shape)
        self._painter.drawPolygon(polygon(corners))

    def _draw_crests(self, step: SightStep, columns: tuple[_Column, ...]) -> None:
        """Crests as ticks on the edge between two hexes; those that block are red."""
        for way in step.ways:
            passed = {column.hex.hex: column for column in columns if column.is_way}
            for side in way.sides:
                if not side.is_crest:
                    continue
                column = passed.get(side.hexes[0])
                at = columns[-1].left if column is None else column.right
                column = passed.get(side.hexes[1], column)
                if column is not None and column.hex.hex == side.hexes[1]:
                    at = column.left
                self._draw_tick(at, side.obstacle is not None and step.obstacle is not None)

    def _draw_tick(self, at: float, is_red: bool) -> None:
        near = [c for c in self._all if at in (c.left, c.right)]
        top = min(map(self._top, near))
        take_up(self._painter, None, self._red if is_red else QColor(self._theme.window.ink))
        self._painter.drawPolygon(polygon(((at - 5, top), (at, top - 9), (at + 5, top))))

    def _draw_obstacle(
        self, step: SightStep, columns: tuple[_Column, ...], obstacle: Obstacle
    ) -> None:
        """A red bar on what blocks, with its letter; the first one is full, later ones hollow."""
        is_hex = obstacle.hexes == (step.hex.hex,)
        ways = columns[:-1]
        at = (ways[0].left + ways[-1].right) / 2 if ways else columns[-1].left
        at = columns[-1].middle if is_hex else at
        tops = [self._top(column) for column in (columns[-1:] if is_hex else columns)]
        middle = QPointF(at, max(min(tops) - _CANOPY - 16.0, _HEAD + 10.0))
        is_first = obstacle is self._line.blocked_by
        self._painter.setPen(round_pen(self._red, 2.2 if is_first else 1.0))
        self._painter.drawLine(middle, QPointF(at, max(tops)))
        ground = self._red if is_first else QColor(self._theme.window.paper)
        self._painter.setBrush(ground)
        self._painter.drawEllipse(middle, 7.5, 7.5)
        self._painter.setFont(font(SANS, 11, QFont.Weight.Bold))
        self._painter.setPen(QColor("#ffffff" if is_first else self._theme.window.ink))
        box = QRectF(at - 8, middle.y() - 8, 16, 16)
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, LETTERS[obstacle.kind])

    def _draw_numbers(self) -> None:
        """The numbers of the hexes where there is room; always those of the ends."""
        letters = font(SANS, 10)
        self._painter.setFont(letters)
        self._painter.setPen(QColor(self._theme.window.ink))
        room = QFontMetricsF(letters).horizontalAdvance("0000") + 6.0
        last, free = self._all[-1], 0.0
        for column in self._all:
            left = min(max(column.middle - room / 2, 2.0), _SIZE.width() - room - 2.0)
            fits = left >= free and column.middle + room <= last.middle and not column.is_way
            if fits or column in (self._all[0], last):
                box = QRectF(left, self._base + 8.0, room, _FOOT - 4.0)
                self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, column.hex.hex)
                free = left + room


_SHAPES: Final = {
    "trees": (
        (0.0, 0.0), (0.0, 0.5), (0.12, 0.95), (0.25, 0.6), (0.38, 1.0), (0.5, 0.65), (0.62, 1.0),
        (0.75, 0.6), (0.88, 0.95), (1.0, 0.5), (1.0, 0.0),
    ),
    "houses": (
        (0.0, 0.0), (0.0, 0.55), (0.17, 0.8), (0.34, 0.55), (0.34, 0.75), (0.5, 1.0), (0.66, 0.75),
        (0.66, 0.55), (0.83, 0.8), (1.0, 0.55), (1.0, 0.0),
    ),
    "manor": (
        (0.15, 0.0), (0.15, 0.7), (0.05, 0.7), (0.2, 1.0), (0.35, 0.7), (0.65, 0.7), (0.8, 1.0),
        (0.95, 0.7), (0.85, 0.7), (0.85, 0.0),
    ),
}  # fmt: skip
"""Outlines of what hides, by its art, in shares of the hex's width and of the canopy's height."""
