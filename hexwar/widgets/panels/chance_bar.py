"""One bar that is divided as a die divides what may happen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.widgets.board.speech import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.outcome_bars import percent
from hexwar.widgets.panels.parts import Panel

_HEIGHT = 14  # pixels at 100 %
_FILLS = (
    ("good", Qt.BrushStyle.SolidPattern),
    ("warning", Qt.BrushStyle.BDiagPattern),
    ("accent", Qt.BrushStyle.Dense4Pattern),
)
"""Colour and pattern of each part: the good, what changes nothing, the bad."""


class ChanceBar(Panel):
    """Parts from left to right, told apart by their pattern as well as by their colour."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._chances: Sequence[tuple[str, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Chances")

    @property
    def words(self) -> str:
        """The chances as they are read: `Obeyed 50 %, waits 33 %, lost 17 %`."""
        return chance_words(self._chances)

    def show_chances(self, chances: Sequence[tuple[str, float]]) -> None:
        """Show up to three results, the good one first, each with its chance from 0 to 1."""
        if tuple(chances) != tuple(self._chances):
            self._chances = chances
            self.setToolTip(self.words)
            say(self, self.words)
            self.update()

    def sizeHint(self) -> QSize:
        """As wide as may be."""
        return QSize(self.look.px(120), self.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The parts."""
        painter = QPainter(self)
        left, width = 0.0, float(self.width())
        painter.fillRect(self.rect(), self.look.colour("base"))
        for (_name, chance), (colour, pattern) in zip(self._chances, _FILLS, strict=False):
            part = QRectF(left, 0, chance * width, self.height())
            painter.fillRect(part, QBrush(self.look.colour(colour), pattern))
            left = part.right()
        painter.setPen(self.look.colour("line"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def chance_words(chances: Sequence[tuple[str, float]]) -> str:
    """Chances in one line; what cannot happen is left out."""
    words = ", ".join(f"{name} {percent(chance)}" for name, chance in chances if chance)
    return words[:1].upper() + words[1:]
