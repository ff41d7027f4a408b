"""The screen between two players at one machine: it covers the window until the next is ready."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, plain_label
from hexwar.widgets.words import keyless


class Handover(Panel):
    """Asks for the next player and shows nothing else; it grows and shrinks with its window."""

    ready = Signal()
    """The next player says that he sits there."""

    def __init__(self, window: QWidget, look: Look) -> None:
        super().__init__(look, window)
        self._window = window
        self._colour = QColor()
        self.title, self.when = plain_label("title"), plain_label("quiet")
        self.why, self.words = plain_label(""), plain_label("quiet")
        self.button = button("", "main")
        for line in (self.title, self.when, self.why, self.words):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        gap, pressed = look.px(10), (self.button, Qt.AlignmentFlag.AlignHCenter)
        column(
            self,
            24,
            14,
            None,
            self.title,
            self.when,
            gap,
            self.why,
            gap,
            pressed,
            gap,
            self.words,
            None,
        )
        self.words.setText(
            say("Please change seats. Nothing is shown until the next player is ready.")
        )
        self.button.setToolTip(say("Enter"))
        self.button.clicked.connect(self.ready)
        self.settle()
        self.hide()
        window.installEventFilter(self)

    def ask(self, battle: Battle, side: Side | None, when: str, why: str) -> None:
        """Ask a side's player to take the seat; None asks nobody.

        Args:
            battle: Names the side.
            side: Who is to sit down.
            when: Turn and phase.
            why: What he will do, and how long that takes, roughly.
        """
        if side is None:
            self.hide()
            return
        name = battle.side_names.get(side, str(side))
        self._colour = self.look.side(battle, side)
        self.title.setText(say("The {name} to play", name=name))
        self.when.setText(when)
        self.why.setText(why)
        self.button.setText(keyless(say("I play the {name}", name=name)))
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter presses it from now on
        self.update()

    def dress(self) -> None:
        """Large enough to be read from across the table."""
        sizes = (40, 17, 19, 15, 19)
        lines = (self.title, self.when, self.why, self.words, self.button)
        for part, size in zip(lines, sizes, strict=True):
            part.setStyleSheet(f"font-size: {self.look.px(size)}px;")
        pad = f"padding: {self.look.px(12)}px {self.look.px(36)}px;"
        self.button.setStyleSheet(f"{self.button.styleSheet()} {pad}")

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper, with the side's colour along the top and the bottom."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("paper"))
        band = self.look.px(14)
        for top in (0, self.height() - band):
            painter.fillRect(QRectF(0, top, self.width(), band), self._colour)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The screen is as large as the window."""
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter says that the next player is ready.

        Space does not: it confirms questions, and a player who presses it once too often would
        see what the next one is asked.
        """
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.ready.emit()
        else:
            super().keyPressEvent(event)
