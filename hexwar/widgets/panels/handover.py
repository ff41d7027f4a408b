"""The screen between two players at one machine: it hides everything."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, plain_label


def _letters(look: Look, size: int) -> str:
    """The letters of a line, in pixels at 100 %."""
    return f"font-size: {look.px(size)}px;"


class HandoverScreen(Panel):
    """Asks for the next player and shows nothing else of the game."""

    ready = Signal()
    """The next player says that he sits there."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._colour = QColor()
        self.title, self.when, self.words = map(plain_label, ("title", "quiet", ""))
        self.button = button("", "main")
        for line in (self.title, self.when, self.words):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        gap, pressed = look.px(10), (self.button, Qt.AlignmentFlag.AlignHCenter)
        column(self, 24, 14, None, self.title, self.when, gap, self.words, gap, pressed, None)
        self.button.clicked.connect(self.ready)
        self.settle()

    def show_handover(self, name: str, colour: QColor, when: str) -> None:
        """Ask for a player by the name and the colour of his side; `when` tells turn and phase."""
        self._colour = QColor(colour)
        self.title.setText(say("The {name} to play", name=name))
        self.when.setText(when)
        self.words.setText(
            say("Please change seats. Nothing is shown until the next player is ready.")
        )
        self.button.setText(say("I play the {name}", name=name))
        self.button.setToolTip(say("Enter"))
        self.update()

    def dress(self) -> None:
        """Large enough to be read from across the table."""
        look = self.look
        self.title.setStyleSheet(_letters(look, 40))
        for line in (self.when, self.words):
            line.setStyleSheet(_letters(look, 17))
        pad = f"padding: {look.px(12)}px {look.px(36)}px;"
        self.button.setStyleSheet(f"{_letters(look, 19)} {pad}")

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper, with the side's colour along the top and the bottom."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("paper"))
        band = self.look.px(14)
        painter.fillRect(QRectF(0, 0, self.width(), band), self._colour)
        painter.fillRect(QRectF(0, self.height() - band, self.width(), band), self._colour)

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard goes to the button."""
        super().showEvent(event)
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """Enter presses the button from now on."""
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter says that the next player is ready.

        Space does not: it confirms questions, and a player who presses it once too often would
        see what the next one is asked.
        """
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.ready.emit()
        else:
            super().keyPressEvent(event)
