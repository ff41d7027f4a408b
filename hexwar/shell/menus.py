"""The actions of the window as Qt has them, and the menus that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from hexwar.shell.actions import Action, Menu

Handler = Callable[[], object]


class Menus:
    """Builds the menu bar from actions; every one of them has one handler."""

    def __init__(
        self, window: QMainWindow, specs: Sequence[Action], handlers: Mapping[str, Handler]
    ) -> None:
        """Make the actions and the menus, in place of those that the window has.

        Args:
            window: Whose menu bar it is.
            specs: The actions, in the order of their menus.
            handlers: What each action does, by its id.

        Raises:
            KeyError: an action without a handler.
        """
        self.actions: dict[str, QAction] = {}
        self.specs = specs
        for old in window.actions():
            window.removeAction(old)
            old.deleteLater()
        window.setMenuBar(QMenuBar(window))
        self.recent = QMenu("Open &recent", window)
        for menu in Menu:
            self._fill(window, menu, handlers)
        self._menus(window)

    def __getitem__(self, id_: str) -> QAction:
        return self.actions[id_]

    def set_enabled(self, *, has_game: bool) -> None:
        """Enable what needs a game, or not."""
        for action in self.specs:
            if action.needs_game:
                self.actions[action.id].setEnabled(has_game)

    def bar(self, id_: str, why: str) -> None:
        """Disable an action and say why in its tooltip; an empty reason enables it."""
        action = self.actions[id_]
        action.setEnabled(not why)
        spec = next(spec for spec in self.specs if spec.id == id_)
        _tell(action, f"{spec.tooltip}. {why}" if why else spec.tooltip)

    def _fill(self, window: QMainWindow, menu: Menu, handlers: Mapping[str, Handler]) -> None:
        for spec in self.specs:
            if spec.menu is menu:
                action = _made(window, spec)
                action.triggered.connect(lambda _=False, go=handlers[spec.id]: go())
                self.actions[spec.id] = action

    def _menus(self, window: QMainWindow) -> None:
        for title in Menu:
            menu = window.menuBar().addMenu(title.value)
            menu.setToolTipsVisible(True)
            group = 0
            for spec in (spec for spec in self.specs if spec.menu is title):
                if group and spec.group != group:
                    menu.addSeparator()
                group = spec.group
                menu.addAction(self.actions[spec.id])
                if spec.id == "open":
                    menu.addMenu(self.recent)


def _made(window: QMainWindow, spec: Action) -> QAction:
    action = QAction(spec.text, window)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence(key) for key in spec.keys])
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    action.setCheckable(spec.is_switch)
    action.setMenuRole(QAction.MenuRole.NoRole)
    _tell(action, spec.tooltip)
    window.addAction(action)
    return action


def _tell(action: QAction, words: str) -> None:
    action.setToolTip(words)
    action.setStatusTip(words)
