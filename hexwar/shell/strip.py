"""The strip above the board: a game's chips in one row or two, as room allows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.shell.face import Chip
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel

_LOW = 480  # of the window, below it there is height for one row only, pixels at 100 %

Row = tuple[Panel, ...]
P = TypeVar("P", bound=Panel)


class Strip(QWidget):
    """One row where all chips find room, else two; where room is scarcer those in between go.

    In a low window the board needs the height: there one row is left, the first.
    """

    activated = Signal(str)
    """The address that a click on a chip leads to."""

    def __init__(self, look: Look, chips: Sequence[Chip], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._chips = look, tuple(chips)
        self._all: Row = tuple(chip.widget for chip in chips)
        for chip in chips:
            chip.widget.setParent(self)
            if chip.activated is not None:
                chip.activated.connect(partial(self._follow, chip))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def chip(self, kind: type[P]) -> P:
        """The chip of a class.

        Raises:
            LookupError: There is none.
        """
        for panel in self._all:
            if isinstance(panel, kind):
                return panel
        raise LookupError(kind.__name__)

    def _follow(self, chip: Chip, spot: str) -> None:
        address = chip.address(spot)
        if address:
            self.activated.emit(address)

    def show_view(self, view: Any) -> None:
        """Show the table as it now is."""
        for chip in self._chips:
            chip.show(view)

    def set_look(self, look: Look) -> None:
        """Dress all chips anew."""
        self._look = look
        for panel in self._all:
            panel.set_look(look)
        self.arrange()

    def sizeHint(self) -> QSize:
        """All in one row."""
        return QSize(self._row_hint(self._all), self._height())

    def minimumSizeHint(self) -> QSize:
        """The widest of the first and the last alone."""
        ends = (*self._all[:1], *self._all[-1:])
        least = max((panel.minimumSizeHint().width() for panel in ends), default=0)
        return QSize(least, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find the arrangement that fits the new width."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Lay the panels out on the present width."""
        rows = self._rows()
        shown = {panel for row in rows for panel in row}
        for panel in self._all:
            panel.setVisible(panel in shown)
        top = 0
        for row in rows:
            height = max(panel.sizeHint().height() for panel in row)
            self._place(row, top, height)
            top += height
        if self.height() != top or self.minimumHeight() != top:
            self.setFixedHeight(top)

    def _rows(self) -> Sequence[Row]:
        if len(self._all) < 2:
            return (self._all,) if self._all else ()
        first, last = self._all[:1], self._all[-1:]
        ways: tuple[Sequence[Row], ...] = ((self._all,), (first, self._all[1:]), (first, last))
        fitting = (way for way in ways if all(_least(row) <= self.width() for row in way))
        found = next(fitting, ways[-1])
        return found[:1] if self._is_low() else found

    def _is_low(self) -> bool:
        return self.window().height() < self._look.px(_LOW)

    def _place(self, row: Row, top: int, height: int) -> None:
        """Give each panel its least width; what is left goes to the first that wants it."""
        left = max(self.width() - _least(row), 0)
        widths: dict[QWidget, int] = {}
        for panel in row:
            least = panel.minimumSizeHint().width()
            more = min(max(panel.sizeHint().width() - least, 0), left)
            widths[panel] = least + more
            left -= more
        widths[row[0]] += left
        x = 0
        for panel in row:
            panel.setGeometry(x, top, widths[panel], height)
            x += widths[panel]

    def _row_hint(self, row: Row) -> int:
        return sum(panel.sizeHint().width() for panel in row)

    def _height(self) -> int:
        return max((panel.sizeHint().height() for panel in self._all[:1]), default=0)


def _least(row: Row) -> int:
    return sum(panel.minimumSizeHint().width() for panel in row)
