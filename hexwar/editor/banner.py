"""What the editor asks above its page, with at most three answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtGui import QPainter, QPaintEvent

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, plain_label, row
from hexwar.widgets.words import literal

_EDGE: Final = 6  # that warns, pixels at 100 %

Choice = tuple[str, str, Callable[[], object]]
"""What can be chosen on a banner: its words, its tip, and what it does."""


class Banner(Panel):
    """A sentence above the page, with what can be done about it."""

    def __init__(self, look: Look) -> None:
        """Show nothing yet."""
        super().__init__(look)
        self.line = plain_label("")
        self.buttons = [button("") for _ in range(3)]
        column(self, 8, 0, row(10, 8, (self.line, 1), *self.buttons))
        self._deeds: Sequence[Choice] = ()
        for place, made in enumerate(self.buttons):
            made.clicked.connect(partial(self._do, place))
            made.setAutoDefault(True)
        self.settle()
        self.hide()

    def tell(self, words: str, choices: Sequence[Choice]) -> None:
        """Say something, with at most three choices; the first is the main one."""
        self._deeds = choices
        self.line.setText(words)
        self.setAccessibleName(words)
        for place, made in enumerate(self.buttons):
            made.setVisible(place < len(choices))
            if place < len(choices):
                made.setText(choices[place][0])
                made.setToolTip(literal(choices[place][1]))
        self.show()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with an edge that warns."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("raised"))
        painter.fillRect(0, 0, self.look.px(_EDGE), self.height(), self.look.colour("warning"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self.look.colour("line"))

    def _do(self, place: int) -> None:
        deed = self._deeds[place][2]
        self.hide()
        deed()
