"""The strip above the board: turn track, phase ribbon and chit cups, as room allows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.systems.nlc.panels.chit_cup import ChitCup
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.panels.turn_track import TurnTrack

_LOW = 480  # of the window, below it there is height for one row only, pixels at 100 %

Row = tuple[QWidget, ...]


class Strip(QWidget):
    """One row where all three find room, else two; where room is scarcer the ribbon goes.

    In a low window the board needs the height: there one row is left, and the cups go too.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.track = TurnTrack(look, self)
        self.ribbon = PhaseRibbon(look, self)
        self.cups = ChitCup(look, self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_look(self, look: Look) -> None:
        """Dress all three anew."""
        for panel in (self.track, self.ribbon, self.cups):
            panel.set_look(look)
        self.arrange()

    def sizeHint(self) -> QSize:
        """All in one row."""
        return QSize(self._row_hint((self.track, self.ribbon, self.cups)), self._height())

    def minimumSizeHint(self) -> QSize:
        """The widest of the three alone."""
        least = max(w.minimumSizeHint().width() for w in (self.track, self.cups))
        return QSize(least, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find the arrangement that fits the new width."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Lay the panels out on the present width."""
        rows = self._rows()
        shown = {panel for row in rows for panel in row}
        for panel in (self.track, self.ribbon, self.cups):
            panel.setVisible(panel in shown)
        top = 0
        for row in rows:
            height = max(panel.sizeHint().height() for panel in row)
            self._place(row, top, height)
            top += height
        if self.height() != top or self.minimumHeight() != top:
            self.setFixedHeight(top)

    def _rows(self) -> Sequence[Row]:
        ways: tuple[Sequence[Row], ...] = (
            ((self.track, self.ribbon, self.cups),),
            ((self.track,), (self.ribbon, self.cups)),
            ((self.track,), (self.cups,)),
        )
        fitting = (way for way in ways if all(_least(row) <= self.width() for row in way))
        found = next(fitting, ways[-1])
        return found[:1] if self._is_low() else found

    def _is_low(self) -> bool:
        return self.window().height() < self.track.look.px(_LOW)

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
        return self.track.sizeHint().height()


def _least(row: Row) -> int:
    return sum(panel.minimumSizeHint().width() for panel in row)
