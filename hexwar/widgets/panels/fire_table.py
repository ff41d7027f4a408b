"""The Fire Table as printed, with the columns of a combat and the cells that the dice hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.widgets.log.telling.fire import result_words
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

_CELL, _HEAD, _LINE = 50, 74, 24  # width of a cell, of the first column; height; pixels at 100 %
_DASH = "\N{EN DASH}"


class FireTable(Protocol):
    """The Fire Table as data (N8.8)."""

    @property
    def columns(self) -> Sequence[int]:
        """The least strength of each column, SP."""

    @property
    def lowest_die(self) -> int:
        """The die of the first row."""

    @property
    def table(self) -> Sequence[Sequence[str]]:
        """The rows, each with a cell for every column."""


@dataclass(frozen=True, slots=True)
class FireMark:
    """One side's fire on the table."""

    name: str  # who fires
    colour: QColor
    column: int | None  # from 0; None for a side that cannot fire
    modifier: int  # pips added to its die
    die: int | None = None  # as thrown


def bands(table: FireTable) -> list[str]:
    """The strengths that each column stands for: `1`, `2–3`, `27+`."""
    lows = table.columns
    ranges = [_range(low, beyond - 1) for low, beyond in pairwise(lows)]
    return [*ranges, f"{lows[-1]}+"]


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}{_DASH}{high}"


def dice(table: FireTable) -> list[str]:
    """The dice that each row stands for, their modifiers added: `≤ 0`, `1`, `≥ 8`."""
    first, last = table.lowest_die, table.lowest_die + len(table.table) - 1
    middle = [str(die) for die in range(first + 1, last)]
    return [f"\N{LESS-THAN OR EQUAL TO} {first}", *middle, f"\N{GREATER-THAN OR EQUAL TO} {last}"]


def row_of(table: FireTable, total: int) -> int:
    """The row for a die with its modifiers, from 0."""
    return min(max(total - table.lowest_die, 0), len(table.table) - 1)


class FireTableView(SpotPanel):
    """The table; a column of each side tinted where its die can fall, the cells thrown framed."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._table: FireTable | None = None
        self._marks: Sequence[FireMark] = ()
        self._words: Callable[[str], str] = result_words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Fire Table")

    def show_fire(
        self,
        table: FireTable,
        marks: Sequence[FireMark],
        words: Callable[[str], str] = result_words,
    ) -> None:
        """Show both sides' columns, and their dice once they are thrown.

        Args:
            table: the Fire Table, or that of bombardments.
            marks: who fires.
            words: says what a cell means.
        """
        self._table, self._marks, self._words = table, marks, words
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The whole table."""
        if self._table is None:
            return QSize(0, 0)
        look, table = self.look, self._table
        width = look.px(_HEAD) + len(table.columns) * look.px(_CELL)
        return QSize(width + 2, (len(table.table) + 1) * look.px(_LINE) + 2)

    def minimumSizeHint(self) -> QSize:
        """The whole table."""
        return self.sizeHint()

    def arrange(self) -> Sequence[Spot]:
        """A spot for the column of each side."""
        if self._table is None:
            return ()
        return [
            Spot(str(place), self._column_box(mark.column), words, words)
            for place, mark in enumerate(self._marks)
            if mark.column is not None and (words := _spoken(self._table, mark, self._words))
        ]

    def paint_all(self, painter: QPainter) -> None:
        """Headings, cells, tints and frames."""
        table = self._table
        if table is None:
            return
        self._paint_headings(painter, table)
        for row, cells in enumerate(table.table):
            for column, cell in enumerate(cells):
                self._paint_cell(painter, table, row, column, cell)
        self._paint_lines(painter, table)
        for mark in self._marks:
            if mark.column is not None and mark.die is not None:
                row = row_of(table, mark.die + mark.modifier)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(mark.colour, self.look.px(3)))
                painter.drawRect(self._cell_box(row, mark.column).adjusted(1, 1, -1, -1))

    def _cell_box(self, row: int, column: int) -> QRectF:
        """A cell; row -1 is the heading, column -1 the dice."""
        look = self.look
        left = 0 if column < 0 else look.px(_HEAD) + column * look.px(_CELL)
        width = look.px(_HEAD if column < 0 else _CELL)
        return QRectF(left, (row + 1) * look.px(_LINE), width, look.px(_LINE))

    def _column_box(self, column: int) -> QRectF:
        assert self._table is not None
        last = self._cell_box(len(self._table.table) - 1, column)
        return self._cell_box(-1, column).united(last)

    def _paint_headings(self, painter: QPainter, table: FireTable) -> None:
        look = self.look
        painter.fillRect(QRectF(0, 0, self.width(), look.px(_LINE)), look.colour("sunken"))
        painter.setFont(look.sans(12.5, bold=True))
        painter.setPen(look.colour("faint"))
        centre = Qt.AlignmentFlag.AlignCenter
        painter.drawText(self._cell_box(-1, -1), centre, "Die \\ SP")
        for column, band in enumerate(bands(table)):
            painter.drawText(self._cell_box(-1, column), centre, band)
        for row, die in enumerate(dice(table)):
            painter.drawText(self._cell_box(row, -1), centre, die)

    def _paint_cell(
        self, painter: QPainter, table: FireTable, row: int, column: int, cell: str
    ) -> None:
        look = self.look
        box = self._cell_box(row, column)
        marks = [mark for mark in self._marks if mark.column == column]
        share = box.width() / max(len(marks), 1)
        for place, mark in enumerate(marks):
            tint = QColor(mark.colour)
            tint.setAlpha(105 if row in _rows_within_reach(table, mark) else 32)
            part = QRectF(box.left() + place * share, box.top(), share, box.height())
            painter.fillRect(part, tint)
        lit = any(row in _rows_within_reach(table, mark) for mark in marks)
        painter.setFont(look.sans(13, bold=lit))
        painter.setPen(look.colour("ink" if lit else "faint"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _DASH if cell == "-" else cell)

    def _paint_lines(self, painter: QPainter, table: FireTable) -> None:
        painter.setPen(QPen(self.look.colour("line"), 1))
        bottom = self._cell_box(len(table.table) - 1, -1).bottom()
        right = self._cell_box(-1, len(table.columns) - 1).right()
        for row in range(len(table.table) + 1):
            top = self._cell_box(row - 1, -1).top()
            painter.drawLine(0, round(top), round(right), round(top))
        for column in range(len(table.columns) + 1):
            left = self._cell_box(-1, column - 1).left()
            painter.drawLine(round(left), 0, round(left), round(bottom))
        painter.drawRect(QRectF(0, 0, right, bottom))


def _rows_within_reach(table: FireTable, mark: FireMark) -> set[int]:
    """The rows that a die from 1 to 6 with its modifier can come to."""
    return {row_of(table, die + mark.modifier) for die in range(1, 7)}


def _spoken(table: FireTable, mark: FireMark, words: Callable[[str], str]) -> str:
    assert mark.column is not None
    cells = [
        f"{die}: {words(table.table[row_of(table, die + mark.modifier)][mark.column])}"
        for die in range(1, 7)
    ]
    return f"{mark.name}, column {bands(table)[mark.column]}. By die, {'; '.join(cells)}."
