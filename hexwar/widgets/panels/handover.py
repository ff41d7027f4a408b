"""The screen between two players at one machine: it hides everything."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, label, spaced


class HandoverScreen(Panel):
    """Asks for the next player and shows nothing else of the game."""

    ready = Signal()
    """The next player says that he sits there."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._colour = QColor()
        self.title, self.words = label("title"), label()
        self.button = button("", "main")
        for line in (self.title, self.words):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            line.setTextFormat(Qt.TextFormat.PlainText)
        whole = spaced(QVBoxLayout(self), 24, 14)
        whole.addStretch(1)
        whole.addWidget(self.title)
        whole.addWidget(self.words)
        whole.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        whole.addStretch(1)
        self.button.clicked.connect(self.ready)
        self.settle()

    def show_handover(self, name: str, colour: QColor) -> None:
        """Ask for a player.

        Args:
            name: of his side.
            colour: of his side.
        """
        self._colour = QColor(colour)
        self.title.setText(f"{name} to play")
        self.words.setText("Please change seats. Nothing is shown until the next player is ready.")
        self.button.setText(f"I play {name}")
        self.update()

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
