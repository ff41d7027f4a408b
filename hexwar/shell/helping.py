"""Help at any moment: what can be done now, why not, and the rule of what is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QToolButton,
    QToolTip,
    QWidget,
)

from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Deed
from hexwar.table.spot import Spot
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    HELP_ROLE,
    Panel,
    column,
    label,
    row,
    rule_link,
    scrolled,
    spot_link,
)
from hexwar.widgets.words import rich

# -- what can I do now?

_WIDTH: Final = 380  # of the sheet, pixels at 100 %
_SHARE: Final = 0.8  # of the board's height, at most
_GAP: Final = 10  # from the sheet to the edge of the board, pixels


class WhatNow(Follower):
    """Shows the sheet when it is asked for, and keeps it in step with the question."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._controller = place.table.controller
        self.sheet = NowSheet(place.look, place.table.board)
        self.sheet.linkActivated.connect(self.linkActivated)
        self.sheet.closed.connect(self.sheet.hide)
        self._controller.asked.connect(self._renew)
        self._controller.answered.connect(self._renew)
        self._controller.taken.connect(self.sheet.hide)

    def toggle(self) -> None:
        """Show the sheet, or put it away."""
        self.sheet.setVisible(not self.sheet.isVisible())
        self._renew()
        self.sheet.raise_()

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Dress the sheet anew."""
        self.sheet.set_look(look)
        self._renew()

    def close(self) -> None:
        """Put it away for good."""
        self.sheet.hide()
        self.sheet.deleteLater()

    def _renew(self) -> None:
        if self.sheet.isVisible():
            prompt = self._controller.prompt() if self._controller.is_asking else None
            words = say("Nobody asks you anything now.") if prompt is None else prompt.text
            mark_of = self._controller.view.battle.mark_of
            self.sheet.show_deeds(deeds_html(words, self._controller.possible(), mark_of))


class NowSheet(Panel):
    """A list at the left edge of the board: everything that can be done now, by piece."""

    closed = Signal()

    def __init__(self, look: Look, board: QWidget) -> None:
        super().__init__(look, board)
        self._board = board
        self.title = label("heading", say("What can I do now?"))
        self.cross = QToolButton()
        self.cross.setText("\N{MULTIPLICATION SIGN}")
        self.cross.setToolTip(say("Close (?)"))
        self.cross.setAccessibleName(say("Close"))
        self.cross.setAutoRaise(True)
        self.lines: QLabel = label()
        self.lines.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._area = scrolled(self.lines)
        column(self, 12, 8, row(8, (self.title, 1), self.cross), (self._area, 1))
        self.lines.linkActivated.connect(self.linkActivated)
        self.cross.clicked.connect(self.closed)
        board.installEventFilter(self)
        self.setAccessibleName(say("What can be done now"))
        self.settle()
        self.hide()

    def show_deeds(self, html: str) -> None:
        """Show what can be done, below the question that is put."""
        self.lines.setText(html)
        self._fit()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with a line round it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("base"))
        painter.setPen(self.look.colour("leather"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The sheet keeps within the board."""
        if watched is self._board and event.type() is QEvent.Type.Resize and self.isVisible():
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        width = min(self.look.px(_WIDTH), self._board.width() - 2 * _GAP)
        inner = width - 2 * self.look.px(12) - self._area.verticalScrollBar().sizeHint().width()
        need = self.lines.heightForWidth(inner) + self.look.px(70)
        height = min(need, round(self._board.height() * _SHARE))
        self.setGeometry(_GAP, _GAP, width, height)


def deeds_html(sentence: str, deeds: Sequence[Deed], mark_of: Callable[[Spot], str]) -> str:
    """The lines as HTML: first what is possible, then what is not and why.

    Places are called by `mark_of`.
    """
    parts = [f"<p>{escape(sentence, quote=False)}</p>"]
    able = [deed for deed in deeds if deed.is_open]
    barred = [deed for deed in deeds if not deed.is_open]
    parts += [_line(deed, mark_of) for deed in able]
    if not able:
        parts.append(f"<p>{escape(say('Nothing waits for you now.'))}</p>")
    if barred:
        parts.append(f"<p><b>{escape(say('Not now'))}</b></p>")
        parts += [_line(deed, mark_of) for deed in barred]
    return "".join(parts)


def _line(deed: Deed, mark_of: Callable[[Spot], str]) -> str:
    """One line: who, what, where, and the rule."""
    who = escape(deed.who, quote=False)
    if deed.piece:
        who = f'<a href="unit:{escape(deed.piece)}">{who}</a>'
    where = f" ({spot_link(deed.spot, mark_of(deed.spot))})" if deed.spot else ""
    words = escape(deed.words, quote=False)
    rule = f" {rule_link(deed.rule)}" if deed.rule else ""
    head = f"{who}{where}: " if who else ""
    tail = "" if who else where
    return f'<p style="margin: 3px 0">\N{BULLET} {head}{words}{tail}{rule}</p>'


# -- why not? and what is this?


def help_of(widget: QWidget | None, point: QPoint) -> str:
    """The address of the help of what lies at a point of the screen: the innermost that has one.

    A list tells it by `HELP_ROLE`, what paints its parts itself by `help_at` of a point of its own.
    """
    while widget is not None:
        told = getattr(widget, "help_at", None)
        address = told(widget.mapFromGlobal(point)) if callable(told) else ""
        if isinstance(widget, QAbstractItemView):
            spot = widget.viewport().mapFromGlobal(point)
            address = widget.indexAt(spot).data(HELP_ROLE)
        address = address or widget.property(HELP)
        if isinstance(address, str) and address:
            return address
        if isinstance(widget, QDialog):
            return ""
        widget = widget.parentWidget()
    return ""


_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress)


class WhyNot(QObject):
    """Says why a greyed control is greyed, when it is clicked."""

    asked = Signal(object)
    """A `Refusal`: the reason that stands in the tip of a control of the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        _watch(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice a click on what is greyed; it does nothing else."""
        if event.type() is not QEvent.Type.MouseButtonPress or not isinstance(event, QMouseEvent):
            return False
        if isinstance(watched, QMenu):
            return _says_why(watched, event)
        if not isinstance(watched, QWidget) or watched.isEnabled() or not watched.toolTip():
            return False
        if watched.window() is self._window:
            self.asked.emit(Refusal(watched.toolTip(), ""))
        else:  # a dialog has no line for it
            _tell_at(event, watched.toolTip(), watched)
        return True


def _says_why(menu: QMenu, event: QMouseEvent) -> bool:
    """Whether a click is on a greyed entry of a menu: then the reason stands beside it at once."""
    entry = menu.actionAt(event.position().toPoint())
    if entry is None or entry.isEnabled() or entry.isSeparator():
        return False
    _tell_at(event, entry.toolTip(), menu)
    return True


def _tell_at(event: QMouseEvent, words: str, widget: QWidget) -> None:
    QToolTip.showText(event.globalPosition().toPoint(), rich(words), widget)


class HelpKey(QObject):
    """F1 where the window's own key does not reach: over a dialog, and in an open menu."""

    asked = Signal(str, object)
    """The address of the help, and the `QDialog` that it is to stand over, or None."""

    def __init__(self, window: QWidget, key: Qt.Key = Qt.Key.Key_F1) -> None:
        super().__init__(window)
        self._window, self._key = window, key
        _watch(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice the key."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != self._key or event.modifiers() or not isinstance(watched, QWidget):
            return False
        menu, dialog = QApplication.activePopupWidget(), _dialog_of(watched)
        if isinstance(menu, QMenu):
            address = help_of_menu(menu, QCursor.pos())
            _close_menus()
        elif dialog is not None:
            address = help_under_pointer(dialog) or help_of(watched, QPoint())
        else:
            return False
        self.asked.emit(address or "help:", dialog)
        return True


def help_of_menu(menu: QMenu, point: QPoint) -> str:
    """The address of the help of the entry of a menu at a point of the screen.

    Where none lies there it is that of the entry which the keyboard is on.
    """
    entry = menu.actionAt(menu.mapFromGlobal(point)) or menu.activeAction()
    inner = None if entry is None else entry.menu()
    for part in (entry, inner, menu):
        address = None if part is None else part.property(HELP)
        if isinstance(address, str) and address:
            return address
    return help_of(menu.parentWidget(), point)


def _close_menus() -> None:
    while isinstance(popup := QApplication.activePopupWidget(), QMenu):
        popup.close()


def _dialog_of(widget: QWidget) -> QDialog | None:
    """The dialog that a widget is in, or a box that has unfolded over one."""
    part: QWidget | None = widget
    while part is not None and not isinstance(part, QDialog):
        part = part.parentWidget()
    return part


class _Gate(QObject):
    """Lets those who watch the whole program see presses and keys, and nothing else.

    One of them for all: every event of the program passes here, thousands while a window is built.
    """

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._app = app
        self._watchers: list[QObject] = []
        self._shut = 0  # how often
        app.installEventFilter(self)

    def add(self, watcher: QObject) -> None:
        """Ask one more, until it is gone."""
        self._watchers.insert(0, watcher)
        watcher.destroyed.connect(lambda: self._watchers.remove(watcher))

    def shut(self, by: int) -> None:
        """Look away once more (1), or once less (-1)."""
        self._shut += by
        if self._shut:
            self._app.removeEventFilter(self)
        else:
            self._app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask the last comer first."""
        if event.type() not in _PRESSES:
            return False
        return any(watcher.eventFilter(watched, event) for watcher in self._watchers)


def _gate() -> _Gate:
    app = QApplication.instance()
    assert app is not None
    return next((made for made in app.children() if isinstance(made, _Gate)), None) or _Gate(app)


def _watch(watcher: QObject) -> None:
    _gate().add(watcher)


@contextmanager
def unwatched() -> Iterator[None]:
    """Look for no presses while a window is built or cleared at one go; none can come then."""
    gate = _gate()
    gate.shut(1)
    try:
        yield
    finally:
        gate.shut(-1)


def help_under_pointer(within: QWidget | None = None) -> str:
    """The address of the help of what the pointer is on; empty where it has none.

    Of a dialog only what lies within it is asked.
    """
    where = QCursor.pos()
    found = QApplication.widgetAt(where)
    if within is not None and (found is None or _dialog_of(found) is not within):
        return ""
    return help_of(found, where)
