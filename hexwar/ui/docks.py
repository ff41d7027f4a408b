"""The docks at the right of the board: tabs that can float, and the map in small below."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QVBoxLayout, QWidget

Area = Qt.DockWidgetArea

TITLES: Mapping[str, str] = {
    "stack": "Stack",
    "army": "Army",
    "boxes": "Boxes",
    "log": "Log",
    "rules": "Rulebook",
    "map": "Map",
}
"""The docks, in the order of their tabs; the map lies below them."""

_WIDTH = 360  # pixels at 100 %
_VERSION = 1  # of what `saveState` writes; rises when docks are added or renamed


class Docks(QMainWindow):
    """The board in the middle and the docks at its right; a part of the window."""

    def __init__(self, panels: Mapping[str, QWidget], scale: float, parent: QWidget) -> None:
        """Lay the docks out.

        Args:
            panels: The widget of each dock but the map's, which comes with a game.
            scale: The size of text and panels.
            parent: The window.
        """
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("docks")
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
        )
        for area in (Area.LeftDockWidgetArea, Area.RightDockWidgetArea):
            self.setTabPosition(area, QTabWidget.TabPosition.North)
        self._scale = scale
        self._state = b""
        self._are_shown = True
        self._map = QWidget()
        QVBoxLayout(self._map).setContentsMargins(0, 0, 0, 0)
        contents = {**panels, "map": self._map}
        self.docks = {name: self._dock(name, contents[name]) for name in TITLES}
        self.put_back()

    def put_back(self) -> None:
        """Put all docks into their usual places."""
        upper = [dock for name, dock in self.docks.items() if name != "map"]
        for dock in self.docks.values():
            dock.setFloating(False)
            self.addDockWidget(Area.RightDockWidgetArea, dock)
            dock.show()
        self.splitDockWidget(upper[0], self.docks["map"], Qt.Orientation.Vertical)
        for before, dock in pairwise(upper):
            self.tabifyDockWidget(before, dock)
        upper[0].raise_()
        width = round(_WIDTH * self._scale)
        self.resizeDocks([upper[0], self.docks["map"]], [width, width], Qt.Orientation.Horizontal)
        self.resizeDocks([upper[0], self.docks["map"]], [700, 260], Qt.Orientation.Vertical)

    def show_dock(self, name: str) -> None:
        """Bring a dock to the front and put the keyboard into it."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()
        dock.activateWindow()
        dock.widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_map(self, widget: QWidget | None) -> None:
        """Show another map in small, or none."""
        layout = self._map.layout()
        assert layout is not None
        while (item := layout.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if widget is not None:
            layout.addWidget(widget)

    def layout_state(self) -> bytes:
        """Where the docks are, or were when they were last shown, as Qt writes it."""
        return bytes(self.saveState(_VERSION).data()) if self._are_shown else self._state

    def restore_layout(self, state: bytes) -> None:
        """Put the docks where they were; what does not fit is passed over."""
        self._state = state
        if self._are_shown and not (state and self.restoreState(QByteArray(state), _VERSION)):
            self.put_back()

    def show_docks(self, *, shown: bool) -> None:
        """Show the docks where they were last, or hide them all."""
        if shown == self._are_shown:
            return
        state = self.layout_state()
        self._are_shown = shown
        if shown:
            self.restore_layout(state)
        else:
            self._state = state
            for dock in self.docks.values():
                dock.hide()

    def _dock(self, name: str, widget: QWidget) -> QDockWidget:
        dock = QDockWidget(TITLES[name], self)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(widget)
        dock.setAllowedAreas(Area.RightDockWidgetArea | Area.LeftDockWidgetArea)
        return dock
