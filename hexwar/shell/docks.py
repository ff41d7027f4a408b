"""The docks at the right of the board: tabs that can float, and the map in small below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from hexwar.messages import say
from hexwar.shell.face import Dock
from hexwar.widgets.panels.parts import bare

Area = Qt.DockWidgetArea

MAP = "map"
"""The dock of the map in small, which lies below the others."""

_WIDTH = 360  # pixels at 100 %
_TAB_PADDING = 3  # pixels at 100 %
_SLIM_TEXT = 12.5  # of tabs and bars of panels where there is little height, pixels at 100 %
_TAB_ARROWS = 22  # the width of an arrow that scrolls tabs, pixels at 100 %
_LOW = 500  # below it the map is a tab, pixels at 100 %
_ROOMY = 1000  # below it there is no height for orders and the map, pixels at 100 %
_SHARE = 0.36  # of the window's width that docks take at most
_WIDTH_IS = b"|width="  # in a layout that is kept, before the width of the docks
_WIDEST = 0.45  # of it, for one that needs width
_VERSION = 5  # of what `saveState` writes; rises when docks are added or renamed


class Docks(QMainWindow):
    """The board in the middle and the docks at its right; a part of the window."""

    called = Signal()
    """A dock is to be seen, and takes its width."""

    def __init__(self, panes: Sequence[Dock], scale: float, parent: QWidget) -> None:
        """Lay out the docks in the order of their tabs; the map's comes with a game."""
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)  # Qt makes it a window, whatever it is told
        self.setObjectName("docks")
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
        )
        for area in (Area.LeftDockWidgetArea, Area.RightDockWidgetArea):
            self.setTabPosition(area, QTabWidget.TabPosition.North)
        self._scale = scale
        self._has_map_tab = False  # for there is little height
        self._narrow_tabs()
        self._state = b""
        self._are_shown = False
        self._before_room = b""  # the layout while the map makes room
        self._aside: tuple[QDockWidget, ...] = ()  # those that have made way, the front one first
        self._aside_width = 0  # of them
        self._before_aside = b""  # the layout before they did
        self._before_cover = b""  # the layout before the window was locked
        self._needs = {pane.id: pane.needs_width for pane in panes if pane.needs_width}
        self._narrow = 0  # the width of the docks before one got more; 0 while none has
        self._high = [pane.id for pane in panes if pane.needs_height]
        self._wanted = ""  # the dock of what is asked for, such as orders
        self._covered = ""  # the dock that it stands before meanwhile
        self._seldom = [pane.id for pane in panes if not pane.is_usual]
        self._map = QWidget()
        self._maps = bare(self._map)
        self.docks = {pane.id: self._dock(pane.id, say(pane.title), pane.panel) for pane in panes}
        self.docks[MAP] = self._dock(MAP, say("Map"), self._map)
        self._first, self._last = self.docks[panes[0].id], self.docks[panes[-1].id]
        for dock in self.docks.values():
            self.addDockWidget(Area.RightDockWidgetArea, dock)
        for name in self._needs:
            self.docks[name].visibilityChanged.connect(partial(self._widen, name))

    def put_back(self) -> None:
        """Put all docks into their usual places."""
        self._aside, self._before_aside = (), b""
        self._before_room = b""
        upper = [dock for name, dock in self.docks.items() if name != MAP]
        for dock in self.docks.values():
            dock.setFloating(False)
            dock.hide()  # each that is seen before it has its place is laid out for another
            self.addDockWidget(Area.RightDockWidgetArea, dock)
        for before, dock in pairwise(upper):
            self.tabifyDockWidget(before, dock)
        for name, dock in self.docks.items():
            dock.setVisible(name not in self._seldom)
        self._place_map()
        upper[0].raise_()
        self._give_width()

    def set_scale(self, scale: float) -> None:
        """Text and panels have another size: so have the docks."""
        if scale == self._scale:
            return
        self._scale = scale
        self._narrow_tabs()
        self._place_map()
        self._give_width()

    def _narrow_tabs(self) -> None:
        """All tabs find room side by side in the usual width; in less they scroll, uncut.

        Where there is little height they and the bars of the panels are small.
        """
        sides = max(1, round(_TAB_PADDING * self._scale))
        arrows = round(_TAB_ARROWS * self._scale)
        letters, edge = round(_SLIM_TEXT * self._scale), round(2 * self._scale)
        slim = (
            f"QTabBar {{ font-size: {letters}px; }}"
            f"QTabBar::tab {{ padding: {edge}px; margin-right: 0; }}"
            f"QDockWidget {{ font-size: {letters}px; }}"
            f"QDockWidget::title {{ padding: {edge}px {3 * edge}px; }}"
        )
        self.setStyleSheet(
            f"QTabBar::tab {{ padding-left: {sides}px; padding-right: {sides}px; }}"
            f"{slim if self._has_map_tab else ''}"
            "QTabBar { qproperty-elideMode: ElideNone; qproperty-usesScrollButtons: true; }"
            f"QTabBar::scroller {{ width: {arrows}px; }} QTabBar QToolButton {{ padding: 0; }}"
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little height, the map becomes a tab."""
        super().resizeEvent(event)
        if self._is_low() != self._has_map_tab:
            self._place_map()

    def _is_low(self) -> bool:
        """Whether a panel and the map find no room one above the other."""
        return self.height() < _LOW * self._scale

    def _place_map(self) -> None:
        """Put the map below the tabs, or among them; one that floats or is closed stays so."""
        if self._has_map_tab != self._is_low():
            self._has_map_tab = self._is_low()
            self._narrow_tabs()
        first, small = self._first, self.docks[MAP]
        if small.isFloating() or small.isHidden() or first.isHidden():
            return
        if self._has_map_tab:
            self.tabifyDockWidget(self._last, small)
            (self.docks[self._wanted] if self._wanted else first).raise_()
        else:
            # Only a dock that is no tab any more can be put below others.
            self.removeDockWidget(small)
            self.addDockWidget(Area.RightDockWidgetArea, small, Qt.Orientation.Vertical)
            small.show()
            self.resizeDocks([first, small], [700, 260], Qt.Orientation.Vertical)

    def _give_width(self) -> None:
        width = min(round(_WIDTH * self._scale), round(self.width() * _SHARE))
        self.resizeDocks([self._first], [width], Qt.Orientation.Horizontal)

    def _widen(self, name: str, is_seen: bool) -> None:
        """Give a dock that stands in front the width that it needs; then take it back."""
        dock = self.docks[name]
        if dock.isFloating() or not self._are_shown or self._before_cover:
            return
        wide = min(round(self._needs[name] * self._scale), round(self.width() * _WIDEST))
        if is_seen and dock.width() < wide:
            self._narrow = self._narrow or dock.width()
            self.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
        elif not is_seen and self._narrow:
            width, self._narrow = self._narrow, 0
            # The player has not drawn it to another; it may not have had time to grow.
            if any(abs(dock.width() - own) <= 2 for own in (wide, width)):
                self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def show_dock(self, name: str) -> None:
        """Bring a dock to the front and put the keyboard into it."""
        dock = self.docks[name]
        self._call(dock)
        dock.show()
        dock.raise_()
        dock.activateWindow()
        dock.widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _call(self, dock: QDockWidget) -> None:
        """A dock is wanted: those that have made way come back, and what is beside the board goes.

        One that floats needs no room.
        """
        if not dock.isFloating():
            self.step_aside(on=False)
            self.called.emit()

    def put_forward(self, name: str) -> None:
        """Let a dock stand in front while it is needed; with none, what it covered comes back.

        Where there is little height, the small map makes room for a dock that needs it.
        """
        if name:
            self._call(self.docks[name])
        for other in self._high:
            self._make_room(other, wanted=other == name)
        if name == self._wanted:
            return
        goal = name or self._covered
        before = self.bring_up(goal) if goal else ""
        self._covered = (self._covered if self._wanted else before) if name else ""
        self._wanted = name

    def bring_up(self, name: str) -> str:
        """Bring a dock to the front of its tabs, and leave the keyboard where it is.

        Gives the dock that it now covers; empty where it covers none.
        """
        dock = self.docks[name]
        tabs = self.tabifiedDockWidgets(dock)
        covered = next((d for d in tabs if not d.visibleRegion().isEmpty()), None)
        if not dock.isHidden():
            dock.raise_()
        names = {d: other for other, d in self.docks.items()}
        return "" if covered is None else names[covered]

    def _make_room(self, name: str, *, wanted: bool) -> None:
        """Where there is little height, take the small map from below a dock while it is wanted."""
        small = self.docks[MAP]
        if wanted and not self._before_room and self._stands_below(name):
            self._before_room = self.layout_state()
            small.hide()
        elif not wanted and self._before_room:
            self._before_room = b""
            small.show()
            if self._is_low():
                self._place_map()

    def step_aside(self, on: bool) -> None:
        """Leave all the width to the board and to what stands beside it, or come back."""
        if on and not self._aside:
            self._before_aside = self.layout_state()
            docked = (d for d in self.docks.values() if not (d.isFloating() or d.isHidden()))
            self._aside = tuple(sorted(docked, key=lambda d: d.visibleRegion().isEmpty()))
            self._aside_width = self._front_width()
            for dock in reversed(self._aside):  # none comes to the front meanwhile
                dock.hide()
        elif not on and self._aside:
            docks, self._aside, self._before_aside = self._aside, (), b""
            called = [
                name for name, dock in self.docks.items() if dock in docks and dock.isVisible()
            ]
            for dock in docks:
                dock.show()
            docks[0].raise_()
            self.resizeDocks([docks[0]], [self._aside_width], Qt.Orientation.Horizontal)
            for name in [*called, self._wanted][:1]:
                if name:
                    self.bring_up(name)
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def _stands_below(self, name: str) -> bool:
        """Whether the small map takes height from a dock that has too little of it."""
        small, other = self.docks[MAP], self.docks[name]
        if small.isHidden() or small.isFloating() or other.isFloating() or self._has_map_tab:
            return False
        is_beside = self.dockWidgetArea(small) == self.dockWidgetArea(other)
        return is_beside and self.height() < _ROOMY * self._scale

    def set_map(self, widget: QWidget | None, title: str = "") -> None:
        """Show another board in small, or none, under its title."""
        if title:
            self.docks[MAP].setWindowTitle(title)
        while (item := self._maps.takeAt(0)) is not None and (old := item.widget()) is not None:
            old.hide()
            old.deleteLater()
        if widget is not None:
            self._maps.addWidget(widget)

    def layout_state(self) -> bytes:
        """Where the docks are, or were when they were last shown, as Qt writes it; their width."""
        if self._before_cover:
            return self._before_cover
        if self._before_aside:
            return self._before_aside
        if self._before_room:
            return self._before_room
        if not self._are_shown:
            return self._state
        width = str(self._narrow or self._front_width()).encode()
        return bytes(self.saveState(_VERSION).data()) + _WIDTH_IS + width

    def cover(self, *, on: bool) -> None:
        """The window is locked, and hides them, or shows them again: their places stay."""
        self._before_cover = self.layout_state() if on else b""

    def restore_layout(self, state: bytes) -> None:
        """Put the docks where they were as soon as they are shown; what does not fit is nothing."""
        self._state = state
        if not self._are_shown:
            return
        kept, _, width = state.rpartition(_WIDTH_IS)
        if not self.restoreState(QByteArray(kept or state), _VERSION):
            self.put_back()
            return
        if self._is_low():  # it may have been kept by a larger window
            self._place_map()
        # Qt has scaled the width by sizes that the window had on its way.
        known = kept and width.isdigit()  # layouts of older releases do not tell it
        wished = int(width[:5]) if known else round(_WIDTH * self._scale)
        QTimer.singleShot(0, self, partial(self._settle_width, wished))

    def _settle_width(self, width: int) -> None:
        """Give the docks the width that they had, or what the one in front needs."""
        if not self._are_shown:
            return
        self._narrow = 0
        most = min(width, round(self.width() * _WIDEST))
        self.resizeDocks([self._first], [most], Qt.Orientation.Horizontal)
        for name in self._needs:
            if not self.docks[name].visibleRegion().isEmpty():
                self._narrow = most
                self._widen(name, is_seen=True)

    def _front_width(self) -> int:
        """The width of what stands in front in the window."""
        docked = (dock for dock in self.docks.values() if not dock.isFloating())
        seen = [dock.width() for dock in docked if not dock.visibleRegion().isEmpty()]
        return seen[0] if seen else round(_WIDTH * self._scale)

    def show_docks(self, *, shown: bool) -> None:
        """Show the docks where they were last, or hide them all."""
        if shown != self._are_shown:
            self._state, self._before_room = self.layout_state(), b""
            self._are_shown = shown
            if shown:
                self.restore_layout(self._state)
        if not shown:
            for dock in self.docks.values():
                dock.hide()

    def _dock(self, name: str, title: str, widget: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(widget)
        dock.setAllowedAreas(Area.RightDockWidgetArea | Area.LeftDockWidgetArea)
        return dock
