"""What takes long is told over the window, and can be given up."""

from __future__ import annotations

from html import escape
from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QProgressBar, QWidget

from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, label, row

AFTER_MS: Final = 500
"""How long something may take before the player is told of it, milliseconds."""

_WIDTH, _EDGE = 380, 16  # pixels at 100 %


class Work(Protocol):
    """What may take long."""

    @property
    def begun(self) -> SignalInstance:
        """It begins; a sentence says what."""

    @property
    def settled(self) -> SignalInstance:
        """It is over."""

    def give_up(self) -> None:
        """End it without anything done; `settled` follows."""


class Waiting(Panel):
    """A sentence, a bar that runs, and a button to give up; it stands on another widget.

    In the middle the player waits for it: Esc and Enter give it up. Aside, in the lower corner, it
    takes no keys from him.
    """

    def __init__(self, look: Look, on: QWidget, work: Work, *, is_aside: bool = False) -> None:
        """Tell of some work as long as it goes on; aside, the player goes on meanwhile."""
        super().__init__(look, on)
        self._on, self._work, self._is_aside = on, work, is_aside
        self._before: QWidget | None = None  # had the keys
        self.line, self.bar = label("heading"), QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.cancel = button(say("Cancel"))
        self.cancel.setAutoDefault(True)
        column(self, _EDGE, 10, self.line, row(12, (self.bar, 1), self.cancel))
        self._patience = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._patience.timeout.connect(self._come)
        self.cancel.clicked.connect(self._cancel)
        work.begun.connect(self._begin)
        work.settled.connect(self._end)
        on.installEventFilter(self)
        self.settle()
        self.hide()

    def dress(self) -> None:
        """It keeps its width; the bar is thin."""
        self.setFixedWidth(self.look.px(_WIDTH))
        self.bar.setFixedHeight(self.look.px(8))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """It keeps its place on what it stands on, and stays above what is put there."""
        if watched is self._on and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._stand()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with an edge of leather, so that it stands out from a page of the same paper."""
        painter, edge = QPainter(self), self.look.px(2)
        painter.fillRect(self.rect(), self.look.colour("leather"))
        inside = self.rect().adjusted(edge, edge, -edge, -edge)
        painter.fillRect(inside, self.look.colour("raised"))

    def _begin(self, sentence: str) -> None:
        """Work begins that may take long; it takes the place of what was under way."""
        self.line.setText(escape(sentence))
        self.setAccessibleName(sentence)
        if self.isHidden():
            self._patience.start()
        else:
            self._stand()

    def _end(self) -> None:
        """It is over, however it ended."""
        self._patience.stop()
        has_keys = self.cancel.hasFocus()
        self.hide()
        before, self._before = self._before, None
        if has_keys and before is not None:
            before.setFocus()

    def _come(self) -> None:
        self.show()
        self._stand()
        if self.isVisible() and not self._is_aside:  # not behind a handover
            self._before = QApplication.focusWidget()
            self.cancel.setFocus()

    def _stand(self) -> None:
        if self.isHidden():
            return
        edge = self.look.px(_EDGE)
        room = self._on.rect().adjusted(edge, edge, -edge, -edge)
        height = max(self.sizeHint().height(), self.heightForWidth(self.width()))
        left = (
            room.right() - self.width() if self._is_aside else room.center().x() - self.width() // 2
        )
        top = room.bottom() - height if self._is_aside else room.center().y() - height // 2
        self.setGeometry(left, top, self.width(), height)
        self.raise_()

    def _cancel(self) -> None:
        if self.isVisible():
            self._work.give_up()
