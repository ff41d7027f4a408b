"""The window under lock and key while the machine changes hands: one screen, and nothing else.

What is not named here is locked: every part of the window is hidden, every other window put away,
and of what the user does nothing arrives but at the screen and at the few actions that are allowed.
So a menu, a dock or a dialog that is new is locked without a word about it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QClipboard, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QFileDialog,
    QMainWindow,
    QToolTip,
    QWhatsThis,
    QWidget,
)

PUBLIC: Final = "public"
"""The property of a dialog of which both may read each word, so that it opens over the screen."""

TITLE: Final = "hexwar"
"""What the window, its entry in the taskbar and its picture there are called meanwhile."""

_Type = QEvent.Type

INPUT: Final = frozenset(
    {
        *(_Type.KeyPress, _Type.KeyRelease, _Type.ShortcutOverride, _Type.Shortcut),
        *(_Type.InputMethod, _Type.InputMethodQuery),
        *(_Type.MouseButtonPress, _Type.MouseButtonRelease, _Type.MouseButtonDblClick),
        *(_Type.MouseMove, _Type.Wheel, _Type.ContextMenu),
        *(_Type.Enter, _Type.HoverEnter, _Type.HoverMove),
        *(_Type.ToolTip, _Type.StatusTip, _Type.WhatsThis, _Type.QueryWhatsThis),
        *(_Type.DragEnter, _Type.DragMove, _Type.Drop),
        *(_Type.TabletPress, _Type.TabletMove, _Type.TabletRelease),
        *(_Type.TouchBegin, _Type.TouchUpdate, _Type.TouchEnd),
        *(_Type.Gesture, _Type.GestureOverride, _Type.NativeGesture),
    }
)
"""What the user does to a widget, or what is asked of it for him."""


class Lock(QObject):
    """Hides all of a window but one screen, and lets nothing through to what is hidden."""

    closing = Signal()
    """All is still as it was, and is about to be hidden."""
    opened = Signal()
    """All is there again."""

    def __init__(self, window: QMainWindow, screen: QWidget, allowed: Collection[str]) -> None:
        """Lock nothing yet; `allowed` are the names of the actions that still work."""
        super().__init__(window)
        self._window, self._screen, self._allowed = window, screen, frozenset(allowed)
        self.is_closed = False
        """Whether the screen is all there is."""
        self._title = ""
        self._parts: tuple[QWidget, ...] = ()  # of the window, that were shown
        self._floats: tuple[QWidget, ...] = ()  # docks beside it, that were shown
        self._later: list[QDialog] = []  # that wanted to open meanwhile

    def close(self) -> None:
        """Hide everything but the screen."""
        if self.is_closed:
            return
        self.closing.emit()
        self.is_closed = True
        self._title = self._window.windowTitle()
        self._window.setWindowTitle(TITLE)
        _stop_talking()
        self._put_windows_away()
        children = Qt.FindChildOption.FindDirectChildrenOnly
        found = self._window.findChildren(QWidget, options=children)
        self._parts = tuple(
            part for part in found if not (part.isWindow() or part.isHidden() or self._owns(part))
        )
        for part in self._parts:
            part.hide()
        _application().installEventFilter(self)

    def open(self) -> None:
        """Show everything as it was."""
        if not self.is_closed:
            return
        self._forget()
        for part in (*self._parts, *self._floats):
            part.show()
        self._window.setWindowTitle(self._title)
        self._parts = self._floats = ()
        self.opened.emit()
        later, self._later = self._later, []
        for dialog in later:
            dialog.open()

    def leave(self) -> None:
        """The window is closed: lock no more, and show nothing for it."""
        if self.is_closed:
            self._forget()
        self._parts = self._floats = ()
        self._later.clear()

    def keeps(self, dialog: QDialog) -> bool:
        """Whether a dialog must wait until the lock opens, which then opens it."""
        if not self.is_closed or dialog.property(PUBLIC):
            return False
        self._later.append(dialog)
        dialog.finished.connect(lambda _: self._give_up(dialog))
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let through what is for the screen, and what makes no difference."""
        kind = event.type()
        if kind in INPUT:
            return not self._lets_in(watched, kind)
        if kind is _Type.Show and isinstance(watched, QWidget):
            self._refuse(watched)
        elif kind is _Type.WindowTitleChange and watched is self._window:
            self._keep_title()
        elif kind is _Type.FocusIn and isinstance(watched, QWidget) and not self._may_be(watched):
            QTimer.singleShot(0, self, self._take_focus)
        return super().eventFilter(watched, event)

    # -- inside

    def _forget(self) -> None:
        self.is_closed = False
        _application().removeEventFilter(self)

    def _give_up(self, dialog: QDialog) -> None:
        if dialog in self._later:
            self._later.remove(dialog)

    def _put_windows_away(self) -> None:
        """Docks beside the window come back; menus and dialogs are closed for good."""
        while (menu := QApplication.activePopupWidget()) is not None:
            menu.close()
        floats: list[QWidget] = []
        for other in QApplication.topLevelWidgets():
            if other is self._window or not other.isVisible() or self._may_be(other):
                continue
            if isinstance(other, QDialog):
                other.reject()
            if isinstance(other, QDockWidget) and self._is_below(other):
                floats.append(other)
            other.hide()
        self._floats = tuple(floats)

    def _is_below(self, part: QObject) -> bool:
        """Whether the window has made it, be it a window of its own."""
        above = part.parent()
        while above is not None and above is not self._window:
            above = above.parent()
        return above is not None

    def _owns(self, widget: QWidget) -> bool:
        return widget is self._screen or self._screen.isAncestorOf(widget)

    def _may_be(self, widget: QWidget) -> bool:
        """Whether a widget is of the screen, or of a window of which both may read each word."""
        if self._owns(widget):
            return True
        window: QWidget | None = widget.window()
        while window is not None and window is not self._window:
            if isinstance(window, QFileDialog) or window.property(PUBLIC):
                return True
            above = window.parentWidget()
            window = None if above is None else above.window()
        return False

    def _lets_in(self, watched: QObject, kind: QEvent.Type) -> bool:
        """Whether what the user does may arrive; a window's own handle passes it on to widgets."""
        if isinstance(watched, QWidget):
            if self._may_be(watched):
                return True
            if kind is _Type.KeyPress:
                self._take_focus()
            return False
        if kind is not _Type.Shortcut:
            return True
        return isinstance(watched, QAction) and watched.objectName() in self._allowed

    def _refuse(self, widget: QWidget) -> None:
        """A window that opens meanwhile is never seen."""
        is_part = widget.parentWidget() is self._window and not widget.isWindow()
        is_other = widget.isWindow() and widget is not self._window
        if not (is_part or is_other) or self._may_be(widget):
            return
        if is_other:
            widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        QTimer.singleShot(0, widget, lambda: self._put_away(widget))

    def _put_away(self, widget: QWidget) -> None:
        widget.hide()
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, on=False)

    def _keep_title(self) -> None:
        title = self._window.windowTitle()
        if title != TITLE:
            self._title = title
            self._window.setWindowTitle(TITLE)

    def _take_focus(self) -> None:
        if self.is_closed:
            self._screen.setFocus()


def _stop_talking() -> None:
    """No tip, no help, nothing that was copied."""
    QToolTip.hideText()
    QWhatsThis.leaveWhatsThisMode()
    clipboard = QGuiApplication.clipboard()
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        is_ours = (
            clipboard.ownsClipboard()
            if mode is QClipboard.Mode.Clipboard
            else (clipboard.supportsSelection() and clipboard.ownsSelection())
        )
        if is_ours:
            clipboard.clear(mode)


def _application() -> QApplication:
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    return found
