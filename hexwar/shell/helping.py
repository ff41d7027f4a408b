"""Help at any moment: what can be done now, why not, and the rule of what is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QToolButton, QWidget

from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Deed
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
)

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
            self.sheet.show_deeds(words, self._controller.possible())


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

    def show_deeds(self, sentence: str, deeds: Sequence[Deed]) -> None:
        """Show what can be done, below the question that is put."""
        self.lines.setText(deeds_html(sentence, deeds))
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


def deeds_html(sentence: str, deeds: Sequence[Deed]) -> str:
    """The lines as HTML: first what is possible, then what is not and why."""
    parts = [f"<p>{escape(sentence, quote=False)}</p>"]
    able = [deed for deed in deeds if deed.is_open]
    barred = [deed for deed in deeds if not deed.is_open]
    parts += [_line(deed) for deed in able]
    if not able:
        parts.append(f"<p>{escape(say('Nothing waits for you now.'))}</p>")
    if barred:
        parts.append(f"<p><b>{escape(say('Not now'))}</b></p>")
        parts += [_line(deed) for deed in barred]
    return "".join(parts)


def _line(deed: Deed) -> str:
    """One line: who, what, where, and the rule."""
    who = escape(deed.who, quote=False)
    if deed.piece:
        who = f'<a href="unit:{escape(deed.piece)}">{who}</a>'
    where = f' (<a href="hex:{deed.hex}">{deed.hex}</a>)' if deed.hex else ""
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
        widget = widget.parentWidget()
    return ""


class WhyNot(QObject):
    """Says why a greyed control is greyed, when it is clicked."""

    asked = Signal(object)
    """A `Refusal`: the reason that stands in the control's tip."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice a click on what is greyed; it does nothing else."""
        if (
            event.type() is QEvent.Type.MouseButtonPress
            and isinstance(watched, QWidget)
            and not watched.isEnabled()
            and watched.toolTip()
            and watched.window() is self._window
        ):
            self.asked.emit(Refusal(watched.toolTip(), ""))
            return True
        return False


def help_under_pointer() -> str:
    """The address of the help of what the pointer is on; empty where it has none."""
    where = QCursor.pos()
    return help_of(QApplication.widgetAt(where), where)
