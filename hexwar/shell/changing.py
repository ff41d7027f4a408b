"""The machine changes hands: the window is locked until the next player sits there."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStatusBar, QWidget

from hexwar.shell.briefing import Briefing
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.docks import Docks
from hexwar.shell.face import Face
from hexwar.shell.foot import HintLine
from hexwar.shell.game import Game
from hexwar.shell.handover import ALLOWED, Handover
from hexwar.shell.lock import Lock
from hexwar.shell.menus import Menus
from hexwar.table.forces import Side


class Window(Protocol):
    """What is needed of the window."""

    game: Game | None
    briefing: Briefing
    face: Face
    menus: Menus
    docks: Docks
    dialogs: Dialogs
    hint: HintLine
    handover: Handover
    lock: Lock

    def statusBar(self) -> QStatusBar:
        """The line below all."""


class ChangingHands(QObject):
    """Locks a window for the next player of its game, and opens it for who sits down."""

    def __init__(self, window: Window, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = window
        screen, lock = window.handover, window.lock
        screen.ready.connect(self._take_seat)
        screen.back.connect(self._go_back)
        screen.asked.connect(lambda action: window.menus[action].trigger())
        lock.closing.connect(lambda: self._cover(on=True))
        lock.opened.connect(lambda: self._cover(on=False))

    def follow(self, game: Game) -> None:
        """From now on another game asks for who must sit there."""
        game.controller.handoverAsked.connect(self._hand_over)

    def end(self) -> None:
        """Nobody is waited for any more: all is there again."""
        self._window.handover.leave()
        self._window.lock.open()

    def _hand_over(self, side: Side | None) -> None:
        """Another player must take the seat, or nobody must."""
        window, game = self._window, self._window.game
        if game is None:
            return
        if side is None:
            self.end()
            return
        controller = game.controller
        view, exchange = controller.view, controller.exchange
        why = exchange.errand(view, controller.questions)
        window.lock.close()
        when, back = window.face.when(view), exchange.way_back()
        window.handover.ask(view.battle, side, when, why, back)

    def _cover(self, *, on: bool) -> None:
        """What must know that all is hidden, or that it is there again."""
        window = self._window
        window.docks.cover(on=on)
        window.menus.lock(ALLOWED if on else None)
        if on:
            window.dialogs.close()
            window.hint.forget()
            window.statusBar().clearMessage()

    def _take_seat(self) -> None:
        """The next player has said that he is ready."""
        window, game = self._window, self._window.game
        if game is None:
            return
        refusal = game.controller.exchange.take_seat()
        if refusal is not None:
            window.handover.tell(refusal.sentence)
        elif not window.lock.is_closed:
            (window.briefing.page or game.table.board).setFocus()

    def _go_back(self) -> None:
        """The player before wants the machine back."""
        if self._window.game is not None:
            self._window.game.controller.exchange.go_back()
