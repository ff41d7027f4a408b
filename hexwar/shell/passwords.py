"""Passwords of the sides: set, changed and taken away in a game, and asked for when one opens.

Keys are made from passwords slowly, so that nobody tries many of them: that is done in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from hexwar.engine import SaveError
from hexwar.engine.seal import (
    LONGEST_PASSWORD,
    Lock,
    LockedError,
    Seal,
    WrongPasswordError,
    name_of,
    unlocked,
)
from hexwar.messages import mark, say
from hexwar.shell.game import Game
from hexwar.shell.keeping import Keeping
from hexwar.shell.lock import Lock as Handover
from hexwar.shell.saves import GameFiles
from hexwar.shell.sitting import locks_of
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, Body, ChoiceBox, button, column, fill, label, row
from hexwar.widgets.worker import Worker

PROTECTS = mark(
    "The files of this game, and the one that the program keeps of it, will open only with the"
    " password of each side that has set one. At this table it guards nothing: whoever sits here"
    " sees what is shown. Files that were written before stay as they are."
)
WARNING = mark(
    "A lost password cannot be got back. The game is then locked for both sides, for good."
)


ABSENT = mark("Only who sits at the machine as the {name} sets its first password.")
"""Why a side without a password is not offered: the other could lock it out of its own game."""


class Window(Protocol):
    """What is needed of the window that the questions stand over."""

    look: Look
    files: GameFiles
    lock: Handover
    game: Game | None
    keeping: Keeping


class Opener(Protocol):
    """What shows a dialog over the window, or a sentence."""

    def open(self, dialog: QDialog) -> None:
        """Open a dialog in place of the one that is open."""

    def tell_failure(self, sentence: str) -> None:
        """Say what could not be done."""


class Passwords(QObject):
    """Asks for passwords over a window, and does what they allow."""

    told = Signal(str)
    """What has been done, in a sentence."""

    def __init__(self, window: Window, dialogs: Opener, parent: QWidget) -> None:
        super().__init__(parent)
        self._window, self._dialogs, self._parent = window, dialogs, parent
        window.files.locked.connect(self.ask_to_open)

    def ask_to_open(self, path: Path, fault: LockedError, replays: bool) -> None:
        """Have each side type its password; then the game opens. Whoever gives up loses nothing."""
        dialog = UnlockDialog(self._window.look, path.name, fault.locks, self._parent)
        files = self._window.files
        go = files.replay if replays else files.open
        dialog.opened.connect(lambda seal: go(path, seal))
        self._dialogs.open(dialog)

    def reseat(self, game: Game, players: Mapping[Side, str]) -> None:
        """Let others play from now on, when the sides that have a password have given it."""
        locks = locks_of(game.controller, players)
        if not locks:
            game.reseat(players)
            return
        look, name = self._window.look, game.session.state.battle.name
        dialog = UnlockDialog(look, name, locks, self._parent, say("Take over"))
        dialog.opened.connect(lambda _: game.reseat(players) if game is self._window.game else None)
        self._dialogs.open(dialog)

    def ask_to_set(self) -> None:
        """Let a side set, change or take away its password; nobody sits there at a handover."""
        game = self._window.game
        if game is None or self._window.lock.is_closed:
            return
        sides = game.seats.humans
        if not sides:
            self._dialogs.tell_failure(say("No person plays here: nobody has a password."))
            return
        names, seal = game.session.state.battle.side_names, game.session.seal
        known = {side: names.get(side, str(side)) for side in sides}
        may = {s: name for s, name in known.items() if str(s) in seal.locks or _speaks_for(game, s)}
        absent = [say(ABSENT, name=name) for side, name in known.items() if side not in may]
        if not may:
            self._dialogs.tell_failure(" ".join(absent))
            return
        sitting, look = game.controller.viewer.side, self._window.look
        dialog = PasswordDialog(look, may, sitting, seal, self._parent, absent)
        dialog.made.connect(partial(self._take, game))
        self._dialogs.open(dialog)

    def _take(self, game: Game, seal: Seal) -> None:
        """From now on all files of the game are locked so; those that it has are written anew."""
        if game is not self._window.game:
            return
        game.session.seal = seal
        game.diary.keep()
        if game.path is not None:
            self._window.keeping.save()
        names = ", ".join(name_of(side, lock) for side, lock in sorted(seal.locks.items()))
        self.told.emit(
            say("The game is locked by a password ({sides}).", sides=names)
            if names
            else say("The game opens without a password.")
        )


def _speaks_for(game: Game, side: Side) -> bool:
    """Whether who is before the machine may bind a side that has no password yet.

    Its own player while he sits there, and whoever does where nothing is secret; before the first
    answer both, unless one of them sits there alone.
    """
    pads = game.controller.viewer.pads
    has_begun = any(entry.is_given for entry in game.session.journal)
    return side in pads if pads or has_begun else True


class _Asking(QDialog):
    """A dialog that does something slow with passwords, and says what went wrong."""

    def __init__(self, look: Look, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setProperty(HELP, "help:saved-games")
        self.refusal = label("refusal")
        self.body = Body(look)
        self.setMinimumWidth(look.px(460))
        self._worker = Worker(self)
        self._worker.failed.connect(self._refuse)
        self.finished.connect(lambda _: self._worker.wait())

    def run(self, task: Callable[[], object]) -> None:
        """Do something in a thread; nothing can be typed meanwhile."""
        self.refusal.setText(say("One moment …"))
        self.body.setEnabled(False)
        self._worker.run(task)

    def show_anew(self, refusal: str) -> None:
        """Let the player type again."""
        self.body.setEnabled(True)
        self.refusal.setText(refusal)

    def _refuse(self, fault: Exception) -> None:
        if not isinstance(fault, SaveError):
            raise fault
        again = isinstance(fault, WrongPasswordError)
        self.show_anew(say("{fault} Please try again.", fault=fault) if again else str(fault))
        self.start_again()

    def start_again(self) -> None:
        """Put the keyboard where the next word is typed."""


class UnlockDialog(_Asking):
    """Asks for the password of each side that locks a game, one after the other."""

    opened = Signal(object)
    """The `Seal` that opens the game."""

    def __init__(
        self, look: Look, name: str, locks: Mapping[str, Lock], parent: QWidget, go: str = ""
    ) -> None:
        """Ask for the first; the name is that of the file or the battle, `go` what is done then."""
        super().__init__(look, say("{name} is locked", name=name), parent)
        self._locks, self._given = dict(sorted(locks.items())), dict[str, str]()
        self.sentence = label("")
        self.line = _line()
        self.go, self.cancel = button(go or say("Open"), "main"), button(say("Cancel"))
        buttons = row(8, None, self.cancel, self.go)
        column(self.body, 18, 10, self.sentence, self.line, self.refusal, buttons)
        fill(self, self.body)
        self.go.clicked.connect(self._try)
        self.go.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self._worker.finished.connect(self._go_on)
        self._ask()

    @property
    def side(self) -> str:
        """The side that is asked."""
        return next(side for side in self._locks if side not in self._given)

    def _ask(self) -> None:
        side = self.side
        name, n = name_of(side, self._locks[side]), len(self._given) + 1
        words = mark("The password of the {name}")
        if len(self._locks) > 1:
            words = mark("The password of the {name} ({n} of {all})")
        self.sentence.setText(say(words, name=name, n=n, all=len(self._locks)))
        self.show_anew("")
        self.start_again()

    def start_again(self) -> None:
        """Empty the line, and put the keyboard into it."""
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _try(self) -> None:
        side, typed = self.side, self.line.text()
        if not typed:
            self.refusal.setText(say("Please type the password."))
            return
        given = {**self._given, side: typed}
        locks = dict(self._locks)
        self.run(partial(_opening, locks, side, given))

    def _go_on(self, result: tuple[dict[str, str], Seal | None]) -> None:
        self._given, seal = result
        if seal is None:
            self._ask()
            return
        self.accept()
        self.opened.emit(seal)


def _opening(
    locks: Mapping[str, Lock], side: str, given: dict[str, str]
) -> tuple[dict[str, str], Seal | None]:
    """The passwords that are right so far, and the seal once all are.

    Raises:
        WrongPasswordError: That of the side is wrong.
    """
    unlocked({side: locks[side]}, given)
    return given, unlocked(locks, given) if len(given) == len(locks) else None


class PasswordDialog(_Asking):
    """Sets the password of a side, changes it or takes it away."""

    made = Signal(object)
    """The new `Seal` of the game."""

    def __init__(
        self,
        look: Look,
        names: Mapping[Side, str],
        sitting: Side,
        seal: Seal,
        parent: QWidget,
        absent: Sequence[str] = (),
    ) -> None:
        """Ask for the side that sits there; where two persons play, another can be chosen.

        Absent: why other sides cannot.
        """
        super().__init__(look, say("Password of a side"), parent)
        self._names, self._seal = names, seal
        first = sitting if sitting in names else next(iter(names))
        self.sides = ChoiceBox(look, {str(side): name for side, name in names.items()})
        self.sides.setCurrentIndex(list(names).index(first))
        self.sides.setVisible(len(names) > 1)
        self.protects, self.warning = (
            label("quiet", say(PROTECTS)),
            label("", f"<b>{say(WARNING)}</b>"),
        )
        self.before, self.new, self.again = _line(), _line(), _line()
        self.before_words = label("", say("Present password"))
        self.remove = button(say("Take it away"))
        self.cancel, self.go = button(say("Cancel")), button(say("Set the password"), "main")
        column(
            self.body,
            18,
            8,
            self.sides,
            *(label("quiet", sentence) for sentence in absent),
            self.protects,
            self.warning,
            self.before_words,
            self.before,
            label("", say("New password")),
            self.new,
            label("", say("The same again")),
            self.again,
            self.refusal,
            row(8, self.remove, None, self.cancel, self.go),
        )
        fill(self, self.body)
        self.sides.currentIndexChanged.connect(lambda _: self._show_side())
        self.go.clicked.connect(self._set)
        self.remove.clicked.connect(self._remove)
        self.cancel.clicked.connect(self.reject)
        self.go.setDefault(True)
        self._worker.finished.connect(self._take)
        self._show_side()

    @property
    def side(self) -> Side:
        """The side whose password it is."""
        return list(self._names)[self.sides.currentIndex()]

    @property
    def is_locked(self) -> bool:
        """Whether the side has a password."""
        return self.side in self._seal.locks

    def _show_side(self) -> None:
        self.setWindowTitle(say("Password of the {name}", name=self._names[self.side]))
        for part in (self.before_words, self.before, self.remove):
            part.setVisible(self.is_locked)
        words = say("Change the password") if self.is_locked else say("Set the password")
        self.go.setText(words)
        self.refusal.clear()
        self.start_again()

    def start_again(self) -> None:
        """Empty the lines, and put the keyboard into the first."""
        for line in (self.before, self.new, self.again):
            line.clear()
        first = self.before if self.is_locked else self.new
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set(self) -> None:
        new = self.new.text()
        if not new:
            self.refusal.setText(say("Please type a password."))
        elif new != self.again.text():
            self.refusal.setText(say("The two are not the same. Please type them again."))
            self.new.clear()
            self.again.clear()
            self.new.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._make(new)

    def _remove(self) -> None:
        self._make("")

    def _make(self, new: str) -> None:
        side = self.side
        self.run(
            partial(_changed, self._seal, str(side), self.before.text(), new, self._names[side])
        )

    def _take(self, seal: Seal) -> None:
        self.accept()
        self.made.emit(seal)


def _changed(seal: Seal, side: str, before: str, new: str, name: str) -> Seal:
    """The seal with another password of a side, who knows the present one.

    Raises:
        WrongPasswordError: He does not.
        SaveError: The new one is too long.
    """
    lock = seal.locks.get(side)
    if lock is not None:
        try:
            unlocked({side: lock}, {side: before})
        except LockedError as fault:  # nothing was typed
            raise WrongPasswordError(side, lock.name) from fault
    return seal.locked(side, new, name)


def _line() -> QLineEdit:
    line = QLineEdit()
    line.setEchoMode(QLineEdit.EchoMode.Password)
    line.setMaxLength(LONGEST_PASSWORD)
    return line
