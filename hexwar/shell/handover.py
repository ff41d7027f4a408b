"""The screen between two players at one machine: it covers the window until the next is ready."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QMainWindow

from hexwar.table.forces import Side
from hexwar.table.state import TableState
from hexwar.widgets.panels.handover import HandoverScreen
from hexwar.widgets.panels.look import Look


class Handover(QObject):
    """Covers a window, and grows and shrinks with it."""

    ready = Signal()
    """The next player sits there."""

    def __init__(self, window: QMainWindow, look: Look) -> None:
        super().__init__(window)
        self._window = window
        self.screen = HandoverScreen(look, window)
        self.screen.hide()
        self.screen.ready.connect(self.ready)
        window.installEventFilter(self)

    def ask(self, view: TableState, side: Side | None, when: str) -> None:
        """Ask a side's player to take the seat; None takes the screen away.

        Args:
            view: The table as nobody's eyes or both may see it: its turn and phase are named.
            side: Whose player.
            when: Where the game stands, in a few words.
        """
        if side is None:
            self.end()
            return
        battle = view.battle
        name = battle.side_names.get(side, str(side))
        self.screen.show_handover(name, self.screen.look.side(battle, side), when)
        self.screen.setGeometry(self._window.rect())
        self.screen.show()
        self.screen.raise_()
        self.screen.take_keyboard()

    def end(self) -> None:
        """Take the screen away."""
        self.screen.hide()

    def set_look(self, look: Look) -> None:
        """Follow theme and scale."""
        self.screen.set_look(look)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The screen is as large as the window."""
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self.screen.setGeometry(self._window.rect())
        return super().eventFilter(watched, event)
