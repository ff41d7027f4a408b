"""The screen between two players at one machine: it covers the window until the next is ready."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.shell.actions import BY_ID
from hexwar.shell.guard import Guard
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, plain_label, row
from hexwar.widgets.words import keyless

ALLOWED: Final = ("save", "full-screen", "quit")
"""The actions that work while the machine changes hands: they tell nothing of the game."""


class Handover(Panel):
    """Asks for the next player and shows nothing else; it grows and shrinks with its window."""

    ready = Signal()
    """The next player says that he sits there."""
    back = Signal()
    """The player before wants the machine back."""
    asked = Signal(str)
    """The id of an action that is wanted: one of `ALLOWED`."""

    def __init__(self, window: QWidget, look: Look, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(look, window)
        self._window, self._guard = window, Guard(clock)
        self._colour = QColor()
        self.title, self.when = plain_label("title"), plain_label("quiet")
        self.why, self.words = plain_label(""), plain_label("quiet")
        self.news = plain_label("")
        self.button, self.other = button("", "main"), button("")
        self.allowed = tuple(button(words(id_)) for id_ in ALLOWED)
        for line in (self.title, self.when, self.why, self.words, self.news):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._arrange()
        self.words.setText(
            say("Please change seats. Nothing is shown until the next player is ready.")
        )
        self.button.clicked.connect(self._sit_down)
        self.button.installEventFilter(self)
        self.other.clicked.connect(self.back)
        for id_, made in zip(ALLOWED, self.allowed, strict=True):
            made.clicked.connect(partial(self.asked.emit, id_))
        self.settle()
        self.hide()
        window.installEventFilter(self)

    def _arrange(self) -> None:
        gap, middle = self.look.px(10), Qt.AlignmentFlag.AlignHCenter
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
            (self.button, middle),
            (self.other, middle),
            gap,
            self.words,
            self.news,
            None,
            row(10, None, *self.allowed, None),
            gap,
        )

    def ask(self, battle: Battle, side: Side | None, when: str, why: str, back: str = "") -> None:
        """Ask a side's player to take the seat; None asks nobody.

        Args:
            battle: Names the side.
            side: Who is to sit down.
            when: Turn and phase.
            why: What he will do, and how long that takes, roughly.
            back: What the player before can do instead; empty for nothing.
        """
        if side is None:
            self.leave()
            return
        self._guard.put((side, when, why))
        name = battle.side_names.get(side, str(side))
        self._colour = self.look.side(battle, side)
        self.title.setText(say("The {name} to play", name=name))
        self.when.setText(when)
        self.why.setText(why)
        self.button.setText(keyless(say("I play the {name}", name=name)))
        self.other.setText(keyless(back))
        self.other.setVisible(bool(back))
        self.tell("")
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter presses it from now on
        self.update()

    def leave(self) -> None:
        """Nobody is asked any more."""
        self._guard.put(None)
        self.hide()

    def _sit_down(self) -> None:
        """A press that was meant for the question before opens no pad before the wrong eyes."""
        if not self._guard.is_early:
            self.ready.emit()

    def tell(self, sentence: str) -> None:
        """Say below the rest what has become of something; both read it."""
        self.news.setText(sentence)

    def dress(self) -> None:
        """Large enough to be read from across the table."""
        sizes = (40, 17, 19, 15, 15, 19)
        lines = (self.title, self.when, self.why, self.words, self.news, self.button)
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
        """The screen is as large as the window; Space does not press its main button."""
        if watched is self.button and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_Space
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter says that the next player is ready.

        Space does not: it confirms questions, and a player who presses it once too often would
        see what the next one is asked. Nor does Enter that is still held.
        """
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self._sit_down()
        else:
            super().keyPressEvent(event)


def words(id_: str) -> str:
    """What an action is called here, with its key."""
    action = BY_ID[id_]
    return f"{say(action.text).replace('&', '').rstrip(' …')} ({action.keys[0]})"
