"""What the window says of what is saved: a banner while something is not, and questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.engine import Session
from hexwar.engine.saved import not_closed
from hexwar.messages import say
from hexwar.shell import dialogs
from hexwar.shell.claims import is_claimed
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.game import Game
from hexwar.shell.lock import PUBLIC
from hexwar.shell.recovery import is_autosave
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, Body, Panel, button, column, fill, label, row

AGAIN_MS = 10_000
"""How often a file is tried that could not be written, milliseconds."""

_EDGE = 6  # of the banner, pixels at 100 %


class Banner(Panel):
    """Says above the board what is not saved, for as long as it is not."""

    again = Signal()
    """The player wants it to be tried once more."""
    elsewhere = Signal()
    """The player wants to choose another place."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.line = label()
        self.try_again, self.save_elsewhere = (
            button(say("Try again")),
            button(say("Save elsewhere …")),
        )
        column(self, 8, 0, row(10, 8, (self.line, 1), self.try_again, self.save_elsewhere))
        self.try_again.clicked.connect(self.again)
        self.save_elsewhere.clicked.connect(self.elsewhere)
        self.setProperty(HELP, "help:saved-games")
        self.settle()
        self.hide()

    def tell(self, head: str, why: str) -> None:
        """Show it."""
        self.line.setText(f"<b>{escape(head)}</b> {escape(why)}")
        self.setAccessibleName(f"{head} {why}")
        self.show()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with an edge that warns."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("raised"))
        painter.fillRect(0, 0, self.look.px(_EDGE), self.height(), self.look.colour("warning"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self.look.colour("line"))


class Question(QDialog):
    """A sentence, and buttons one of which is pressed; Esc presses none."""

    def __init__(
        self, look: Look, title: str, words: str, choices: Sequence[str], parent: QWidget
    ) -> None:
        """The first choice is the main one."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.chosen: int | None = None
        """The number of the choice that was made."""
        self.words = label("", escape(words))
        self.buttons = [button(name, "" if place else "main") for place, name in enumerate(choices)]
        for place, made in enumerate(self.buttons):
            made.clicked.connect(partial(self._take, place))
        self.cancel = button(say("Cancel"))
        self.cancel.clicked.connect(self.reject)
        body = Body(look)
        column(body, 18, 16, self.words, row(8, self.cancel, None, *reversed(self.buttons)))
        fill(self, body)
        self.buttons[0].setDefault(True)
        self.setMinimumWidth(look.px(480))

    def _take(self, place: int) -> None:
        self.chosen = place
        self.accept()


class Window(dialogs.Window, Protocol):
    """What is needed of the window."""

    dialogs: Dialogs

    def open_session(self, session: Session[Any], path: Path | None) -> None:
        """Show a game."""

    def open_replay(self, session: Session[Any], path: Path | None) -> None:
        """Look at a game."""

    def note_path(self, path: Path | None) -> None:
        """The game has a file."""


class Keeping(QObject):
    """Saves the game that is open, watches its file, asks before anything could be lost."""

    told = Signal(str)
    """What has been saved, in a sentence."""

    def __init__(self, window: Window, parent: QWidget) -> None:
        super().__init__(parent)
        self._window, self._parent = window, parent
        self.banner = Banner(window.look)
        self._game: Game | None = None
        self._given_up: Game | None = None  # which the player leaves though it is not saved
        self._then: Callable[[], object] | None = None  # what waits for the disk
        self._own = ""  # why the player's own file could not be written
        self._timer = QTimer(self, interval=AGAIN_MS)
        self._timer.timeout.connect(self._try_again)
        self.banner.again.connect(self._try_again)
        self.banner.elsewhere.connect(self._save_elsewhere)
        window.files.saved.connect(self._tell_saved)

    # -- the player's own file

    def save(self) -> None:
        """Save the game into its file; without one, ask for its name."""
        game, files = self._game, self._window.files
        files.own = None if game is None else game.path
        if game is not None and game.path == game.diary.path:
            game.diary.try_again()  # it is kept there answer by answer
        elif game is not None and game.path is not None:
            files.save(game.session, game.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask for a name and save the game under it."""
        game, files = self._game, self._window.files
        if game is not None:
            files.own = game.path
            files.ask_save(game.session, game.path)

    def _tell_saved(self, path: Path) -> None:
        self._own = ""
        self._show()
        if self._game is not None:
            self._game.take_file(path)
        self._window.note_path(path)
        self.told.emit(say("Saved as {path}", path=path))

    # -- the banner

    def follow(self, game: Game | None) -> None:
        """Watch another game, or none."""
        self._game, self._own, self._then = game, "", None
        if game is not None:
            game.diary.failed.connect(self._show)
            game.diary.mended.connect(self._show)
            game.diary.settled.connect(self._go_on)
            game.diary.stuck.connect(self._go_on)
        self._show()

    def tell_unsaved(self, sentence: str) -> None:
        """The player's own file could not be written; the game is still kept by itself."""
        self._own = sentence
        self._show()

    def _show(self) -> None:
        game, banner = self._game, self.banner
        if game is not None and game.diary.fault:
            banner.tell(self._since(game), game.diary.fault)
            self._timer.start()
            return
        self._timer.stop()
        if game is not None and self._own:
            banner.tell(say("Not saved under its name."), self._own)
        else:
            banner.hide()

    def _since(self, game: Game) -> str:
        since = game.diary.since
        return "" if since is None else say("Not saved since {time:%H:%M}.", time=since)

    def _try_again(self) -> None:
        game = self._game
        if game is None:
            return
        if game.diary.fault:
            game.diary.try_again()
            self._show()
        elif self._own:
            self.save()

    def _save_elsewhere(self) -> None:
        game = self._game
        if game is None:
            return
        if game.diary.fault:
            self._move(game)
        else:
            self.save_as()

    def _move(self, game: Game) -> bool:
        """Keep a game where the player chooses; whether he has chosen a place."""
        path = self._window.files.ask_name(game.session, None)
        if path is None:
            return False
        if not game.diary.move_to(path):
            why = say("{path} is open in another window: choose another name.", path=path)
            self._window.dialogs.tell_failure(why)
            return False
        game.path = path
        self._window.note_path(path)
        return True

    # -- leaving a game

    def may_leave(self, then: Callable[[], object]) -> bool:
        """Whether the open game can be left now; if not, `then` is called when it can.

        It cannot while something is still on its way to the disk, which is told, and not without
        a question while it cannot be written or the disk does not answer.
        """
        game = self._game
        if game is None or game is self._given_up:
            return True
        game.diary.settle()
        if game.diary.is_behind and not game.diary.is_stuck:
            self._then = then
            self.banner.tell(say("One moment …"), say("The last answer is on its way to the disk."))
            return False
        game.diary.hear()
        if not game.diary.fault:
            return True
        self._ask_leave(game, then)
        return False

    def _go_on(self) -> None:
        """The disk has done what it could, or does not answer: do what has waited for it."""
        then, self._then = self._then, None
        if then is not None:
            self._show()
            QTimer.singleShot(0, partial(self._leave, then))

    def _leave(self, then: Callable[[], object]) -> None:
        if self.may_leave(then):
            then()

    def _ask_leave(self, game: Game, then: Callable[[], object]) -> None:
        words = say("{since} {why} Close anyway?", since=self._since(game), why=game.diary.fault)
        choices = (say("Save elsewhere …"), say("Try again"), say("Close anyway"))
        dialog = Question(self._window.look, say("Not saved"), words, choices, self._parent)
        dialog.setProperty(HELP, "help:saved-games")
        dialog.setProperty(PUBLIC, "yes")

        def take() -> None:
            if dialog.chosen == 2:
                self._given_up = game
                QTimer.singleShot(0, then)
                return
            is_tried = self._move(game) if dialog.chosen == 0 else game.diary.try_again()
            self._then = then if is_tried else None

        dialog.accepted.connect(take)
        self._window.dialogs.open(dialog)

    # -- opening one

    def may_open(self, session: Session[Any], path: Path | None) -> bool:
        """Whether a game can be played from its file; if another window has it, that is told."""
        game = self._game
        own = () if game is None else (game.path, game.diary.path)
        if path is None or path in own or not is_claimed(path):
            return True
        words = say("{game} is open in another window.", game=session.state.battle.name)
        choices = (say("Look at it"), say("Play on as a copy"))
        title = say("Open in another window")
        dialog = Question(self._window.look, title, words, choices, self._parent)
        dialog.setProperty(HELP, "help:saved-games")

        def take() -> None:
            session.notice = self.news(session, path, is_played=True) or None
            if dialog.chosen == 0:
                self._window.open_replay(session, path)
            elif self.may_leave(partial(self._window.open_session, session, None)):
                self._window.open_session(session, None)

        dialog.accepted.connect(take)
        self._window.dialogs.open(dialog)
        return False

    def news(self, session: Session[Any], path: Path | None, *, is_played: bool = False) -> str:
        """What the player should know of a game that he opens.

        That a game which is kept by itself was never closed the start page has said.
        """
        told = session.notice or ""
        is_kept = path is not None and is_autosave(path, self._window.services.saves)
        return told.replace(not_closed(), "").strip() if is_kept or is_played else told
