"""Where in the window a target of a lesson is: a place, a button, an entry of a menu, a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QTabBar,
    QWidget,
)

from hexwar.lessons.script import Target
from hexwar.messages import say
from hexwar.shell.docks import Docks
from hexwar.shell.game import Game
from hexwar.shell.menus import Menus
from hexwar.shell.panes import Panes
from hexwar.shell.prompter import Button
from hexwar.table.spot import Spot


class Ground(Protocol):
    """What must be known of the window to find anything in it."""

    menus: Menus
    docks: Docks
    panes: Panes
    game: Game | None


@dataclass(frozen=True, slots=True)
class Found:
    """A part of the window that can be pointed at."""

    box: QRect  # in the coordinates of the window
    on: QWidget  # what is painted over: the window, or an open menu
    is_place: bool = False  # on the board


class Pointing:
    """Finds targets."""

    def __init__(
        self, ground: Ground, window: QMainWindow, answering: Callable[[], Sequence[Button]]
    ) -> None:
        """Look about in a window; `answering` are the buttons that give the answer wanted."""
        self._ground, self._window, self._answering = ground, window, answering

    def spot_of(self, target: Target) -> Spot | None:
        """The place of a target; None of one that is not on the board."""
        if target.kind in ("hex", "spot"):
            return target.name
        game = self._ground.game
        return game.table.spot_of(target.name) if game and target.kind == "piece" else None

    def found(self, target: Target) -> Found | None:
        """Where a target is; None where it is not to be seen."""
        if (spot := self.spot_of(target)) is not None:
            return self._on_board(spot)
        match target.kind:
            case "panel":
                return self._panel(target.name)
            case "row":
                return self._on_window(self._row(say(target.name)))
        found = self.button(target)
        if found is not None:
            return self._on_window(self.mapped(found, found.rect()))
        return self._entry(target.name)

    def mapped(self, widget: QWidget, box: QRect) -> QRect:
        """A box of a widget in the coordinates of the window."""
        return QRect(self._window.mapFromGlobal(widget.mapToGlobal(box.topLeft())), box.size())

    def button(self, target: Target) -> QAbstractButton | None:
        """The button that a target names; of those in sight."""
        return self._button(target, QAbstractButton.isVisible)

    def shut_dock(self, target: Target) -> str | None:
        """The dock in which a target's button is, where that dock is closed or behind another."""

        def is_shut(made: QAbstractButton) -> bool:
            return not made.isVisible() and made.isVisibleTo(self._dock_over(made))

        found = self._button(target, is_shut)
        over = None if found is None else self._dock_over(found)
        docks = self._ground.docks.docks
        return next((name for name, dock in docks.items() if dock is over), None)

    def kept_clear(self, targets: Sequence[Target]) -> tuple[Sequence[QRect], Sequence[QRect]]:
        """What a card must not cover: targets; then menus, prompt, and what stands beside."""
        spots = (self.found(target) for target in targets)
        game = self._ground.game
        parts: list[QWidget] = [self._ground.panes.prompt, self._window.menuBar()]
        if game is not None:
            parts.append(game.endings.sheet)
            if game.table.beside.widget is not None:
                parts.append(game.table.beside.widget)
        parts += [dock for dock in self._of_docks(targets) if not dock.visibleRegion().isEmpty()]
        return (
            [spot.box for spot in spots if spot is not None],
            [self.mapped(part, part.rect()) for part in parts if part.isVisible()],
        )

    def scroll_to(self, target: Target) -> None:
        """Bring a row of a panel into view."""
        found = self._index(say(target.name)) if target.kind == "row" else None
        if found is not None:
            found[0].scrollTo(found[1])

    # -- inside

    def _on_board(self, spot: Spot) -> Found | None:
        game = self._ground.game
        if game is None:
            return None
        board = game.table.board
        box = game.table.box_of(spot).toAlignedRect() & board.viewport().rect()
        if box.isEmpty():
            return None
        return Found(self.mapped(board.viewport(), box), self._window, is_place=True)

    def _on_window(self, box: QRect | None) -> Found | None:
        return None if box is None else Found(box, self._window)

    def _button(
        self, target: Target, is_meant: Callable[[QAbstractButton], bool]
    ) -> QAbstractButton | None:
        """The button that a target names, of those that are meant."""
        if target.kind in ("words", "sheet"):
            words = say(target.name)
            is_exact = target.kind == "sheet"
            found = [
                made
                for made in self._window.findChildren(QAbstractButton)
                if is_meant(made) and _fits(_words(made), words, is_exact=is_exact)
            ]
            return min(found, key=lambda made: len(made.text()), default=None)
        if target.kind != "answer":  # asked often: Qt looks for a name much faster than we do
            named = self._window.findChildren(QAbstractButton, target.name)
            return next(filter(is_meant, named), None)
        answering = self._answering()
        if not answering:
            return None
        ids, texts = {made.id for made in answering}, {made.text for made in answering}
        every = self._window.findChildren(QAbstractButton)
        fitting = (b for b in every if b.objectName() in ids or _words(b) in texts)
        return next(filter(is_meant, fitting), None)

    def _dock_over(self, widget: QWidget) -> QWidget:
        """The dock that a widget is in; else the window."""
        part: QWidget | None = widget
        while part is not None and not isinstance(part, QDockWidget):
            part = part.parentWidget()
        return part or self._window

    def _of_docks(self, targets: Iterable[Target]) -> Sequence[QWidget]:
        """The docks that targets are in, or are."""
        docks, found = self._ground.docks.docks, []
        for target in targets:
            if target.kind == "panel":
                found.append(docks[target.name])
                continue
            row = self._index(say(target.name)) if target.kind == "row" else None
            part = self.button(target) if row is None else row[0]
            if part is not None:
                found += [dock for dock in docks.values() if dock.isAncestorOf(part)]
        return found

    def _panel(self, name: str) -> Found | None:
        """A panel that lies open; else its tab, else its entry among the menus."""
        dock = self._ground.docks.docks[name]
        if not dock.visibleRegion().isEmpty():
            return self._on_window(self.mapped(dock, dock.rect()))
        for bar in self._ground.docks.findChildren(QTabBar):
            at = next((i for i in range(bar.count()) if bar.tabText(i) == dock.windowTitle()), None)
            if at is not None and bar.isVisible() and bar.rect().intersects(bar.tabRect(at)):
                return self._on_window(self.mapped(bar, bar.tabRect(at) & bar.rect()))
        return self._entry(f"dock-{name}")

    def _row(self, words: str) -> QRect | None:
        """The row of a panel that begins with some words."""
        found = self._index(words)
        if found is None:
            return None
        rows, index = found
        box = rows.visualRect(index) & rows.viewport().rect()
        return None if box.isEmpty() else self.mapped(rows.viewport(), box)

    def _index(self, words: str) -> tuple[QAbstractItemView, QModelIndex] | None:
        """The list in sight that has such a row, and which it is."""
        for rows in self._ground.docks.findChildren(QAbstractItemView):
            model = rows.model()
            if model is None or not rows.isVisible():
                continue
            told = Qt.ItemDataRole.AccessibleTextRole
            for index in model.match(
                model.index(0, 0), told, words, 1, Qt.MatchFlag.MatchStartsWith
            ):
                return rows, index
        return None

    def _entry(self, name: str) -> Found | None:
        """The entry of a menu, where that is open; else the title of the menu."""
        action = self._ground.menus.actions.get(name)
        bar = self._window.menuBar()
        for title in bar.actions():
            menu = title.menu()
            if not isinstance(menu, QMenu) or action is None or action not in menu.actions():
                continue
            if menu.isVisible():
                return Found(self.mapped(menu, menu.actionGeometry(action)), menu)
            return self._on_window(self.mapped(bar, bar.actionGeometry(title)))
        return None


def is_dialog_open() -> bool:
    """Whether a dialog lies over the window, so that nothing else can be clicked."""
    return QApplication.activeModalWidget() is not None


def _fits(shown: str, words: str, *, is_exact: bool) -> bool:
    return shown == words if is_exact else shown.startswith(words)


def _words(made: QAbstractButton) -> str:
    return made.text().replace("&", "")
