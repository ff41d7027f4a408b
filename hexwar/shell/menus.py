"""The actions of the window as Qt has them: their menus, and the keys that are held."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QWidget

from hexwar.messages import mark, say
from hexwar.shell.actions import HELP_OF, Action, Menu
from hexwar.widgets.panels.parts import HELP, bar
from hexwar.widgets.words import keyless, literal

Handler = Callable[[], object]


class Menus:
    """Builds the menu bar from actions; every one of them has one handler."""

    def __init__(
        self, window: QMainWindow, specs: Sequence[Action], handlers: Mapping[str, Handler]
    ) -> None:
        """Make the actions and the menus, in place of those that the window has.

        Raises:
            KeyError: an action without a handler.
        """
        self.actions: dict[str, QAction] = {}
        self.specs = specs
        self._barred: dict[str, str] = {}  # why each is greyed, empty where it is not
        self._open: Collection[str] | None = None  # the only ones that work; None: no lock
        for old in window.actions():
            window.removeAction(old)
            old.deleteLater()
        window.setMenuBar(QMenuBar(window))
        self.recent = QMenu(say("Open &recent"), window)
        for menu in Menu:
            self._fill(window, menu, handlers)

    def __getitem__(self, id_: str) -> QAction:
        return self.actions[id_]

    def set_enabled(self, *, has_game: bool, is_replay: bool = False) -> None:
        """Enable what needs a game, or not; in a replay what changes nothing of it."""
        for spec in self.specs:
            can = (has_game and not spec.needs_replay) or not spec.needs_game
            if is_replay:
                can = spec.needs_replay or not spec.needs_game or _only_looks(spec)
            why = _IN_REPLAY if is_replay else _NO_REPLAY if has_game else _NO_GAME
            self.bar(spec.id, "" if can else say(why))

    def bar(self, id_: str, why: str) -> None:
        """Disable an action and say why in its tooltip; an empty reason enables it."""
        if self._barred.get(id_) == why:
            return
        self._barred[id_] = why
        self._show(next(spec for spec in self.specs if spec.id == id_))

    def lock(self, allowed: Collection[str] | None) -> None:
        """Let none but some actions work, and say of no other why; None lets all work again."""
        self._open = allowed
        for spec in self.specs:
            self._show(spec)
        self.recent.setEnabled(allowed is None)

    def _show(self, spec: Action) -> None:
        """Grey an action or not, with what its tooltip says."""
        why, is_open = self._barred.get(spec.id, ""), self._open is None or spec.id in self._open
        action = self.actions[spec.id]
        action.setEnabled(is_open and not why)
        _tell(action, f"{spec.tooltip}. {why}" if why and is_open else spec.tooltip)

    def show_recent(self, paths: Sequence[Path], chosen: Callable[[Path], object]) -> None:
        """List the games that were open last."""
        self.recent.clear()
        for path in paths:
            action = self.recent.addAction(keyless(path.name))
            action.setToolTip(literal(str(path)))
            action.triggered.connect(lambda _=False, path=path: chosen(path))
        bar(self.recent.menuAction(), "" if paths else say("No game has a file yet."))

    def _fill(self, window: QMainWindow, title: Menu, handlers: Mapping[str, Handler]) -> None:
        menu = window.menuBar().addMenu(say(title.value))
        menu.setToolTipsVisible(True)
        menu.setProperty(HELP, HELP_OF[title])
        group = 0
        for spec in (spec for spec in self.specs if spec.menu is title):
            if group and spec.group != group:
                menu.addSeparator()
            group = spec.group
            action = self.actions[spec.id] = _made(window, spec)
            action.triggered.connect(lambda _=False, go=handlers[spec.id]: go())
            menu.addAction(action)
            if spec.id == "open":
                menu.addMenu(self.recent)


def _only_looks(spec: Action) -> bool:
    """Whether an action has a sense where nothing can be played."""
    is_view = spec.menu in (Menu.VIEW, Menu.SHOW, Menu.PANELS) and spec.id != "stop-after-each"
    return is_view or spec.id == "rule" or bool(spec.address)


def _made(window: QMainWindow, spec: Action) -> QAction:
    action = QAction(say(spec.text), window)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence(key) for key in spec.keys])
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    action.setCheckable(spec.is_switch)
    action.setProperty(HELP, spec.help_address)
    action.setMenuRole(QAction.MenuRole.NoRole)
    _tell(action, spec.tooltip)
    window.addAction(action)
    return action


def _tell(action: QAction, words: str) -> None:
    action.setToolTip(literal(words))
    action.setStatusTip(words)


_NO_GAME = mark("Open a game first.")
_NO_REPLAY = mark("Only a replay has this: open one first.")
_IN_REPLAY = mark("This is a replay: nothing is played in it.")
"""Why an action is grey."""

PAUSE_MS: Final = 40
"""A key that comes down again within this time was held all along: some systems repeat a held key
as if it were let go and pressed again and again."""


class HeldKeys(QObject):
    """Tells when some keys go down and up in a window, wherever the keyboard is.

    A key that is held when the window loses the keyboard counts as let go.
    """

    pressed = Signal(str)
    """The id of what a key shows that goes down."""
    released = Signal(str)
    """The id of what a key shows that goes up."""

    def __init__(self, window: QWidget, keys: Mapping[str, str]) -> None:
        """Watch some letters, each with the id of what it shows."""
        super().__init__(window)
        self._window = window
        self._held: dict[int, str] = {}
        self._rising: set[int] = set()  # keys that went up just now
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._release_all)
        for letter, id_ in keys.items():
            shortcut = QShortcut(QKeySequence(letter), window)
            shortcut.activated.connect(partial(self._press, ord(letter), id_))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice a key that goes up."""
        if event.type() is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() in self._held and not event.isAutoRepeat():
                self._rising.add(event.key())
                self._pause.start()
        elif event.type() is QEvent.Type.WindowDeactivate and watched is self._window.window():
            self._rising.update(self._held)
            self._release_all()
        return super().eventFilter(watched, event)

    def _press(self, key: int, id_: str) -> None:
        """A key goes down, or repeats itself."""
        self._rising.discard(key)
        if key not in self._held:
            if not self._held:
                _application().installEventFilter(self)
            self._held[key] = id_
            self.pressed.emit(id_)

    def _release_all(self) -> None:
        """Let go the keys that went up and did not come down again."""
        self._pause.stop()
        gone = [self._held.pop(key) for key in sorted(self._rising)]
        self._rising.clear()
        if not self._held:
            _application().removeEventFilter(self)
        for id_ in gone:
            self.released.emit(id_)


def _application() -> QCoreApplication:
    found = QCoreApplication.instance()
    assert found is not None
    return found
