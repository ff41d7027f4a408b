"""What every panel is dressed in: theme, scale of the window, pictures of counters."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.brushwork import elided
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.fonts import SANS, SERIF, font
from hexwar.widgets.theme import Theme

TEXT = 14
"""The size of running text, pixels at 100 %."""


_WEIGHTS = {False: QFont.Weight.Normal, True: QFont.Weight.DemiBold}


@dataclass(frozen=True, eq=False)
class Look:
    """Theme, scale and counters; a window makes one and gives it to its panels."""

    theme: Theme
    art: CounterArt
    scale: float = 1.0  # of text and spacing; 1.0 is 100 %

    def px(self, size: float) -> int:
        """A length given at 100 %, in pixels of this window; never 0."""
        return max(1, round(size * self.scale))

    def colour(self, name: str) -> QColor:
        """A colour of the window by its name, such as `ink` or `leather`."""
        return QColor(getattr(self.theme.window, name))

    def sans(self, size: float = TEXT, *, bold: bool = False) -> QFont:
        """The letters of the window; size in pixels at 100 %."""
        return font(SANS, self.px(size), _WEIGHTS[bold])

    def serif(self, size: float = TEXT, *, bold: bool = True) -> QFont:
        """The letters of headings; size in pixels at 100 %."""
        return font(SERIF, self.px(size), _WEIGHTS[bold])

    def side(self, battle: Battle, side: Side) -> QColor:
        """The colour of a side: that of most of its counters."""
        return QColor(inks_of(self.theme, battle).sides.get(side, self.colour("faint")))

    def paint_counter(self, painter: QPainter, face: Face, corner: QPointF, edge: float) -> None:
        """Paint a counter: the upper left corner of its card, and its edge in pixels."""
        self.art.draw(painter, face, corner.x(), corner.y(), size=edge / EDGE)


def wrapped(words: str, letters: QFont, width: float, most: int) -> list[str]:
    """Words in at most so many lines, an ellipsis at the end of the last if there are more."""
    measure, lines = QFontMetricsF(letters), [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == most or measure.horizontalAdvance(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [elided(line, letters, width) for line in lines]
