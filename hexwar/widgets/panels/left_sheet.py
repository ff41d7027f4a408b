"""A small sheet above the prompt line: what is left undone, each line a link to where it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QToolButton, QWidget

from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, label, row
from hexwar.widgets.words import speak

_WIDTH, _MOST = 400, 260  # pixels at 100 %: its width, and the height of its list at most


class LeftSheet(Panel):
    """What is left undone; it stands over the foot of the window and bars nothing else."""

    closed = Signal()
    """Its cross was pressed."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self.title, self.foot = label("heading"), label("quiet")
        self.list = QLabel()
        self.list.setWordWrap(True)
        self.list.setTextFormat(Qt.TextFormat.RichText)
        self.list.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list.linkActivated.connect(self.linkActivated)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.list)
        self._area.viewport().setAutoFillBackground(False)
        self.list.setAutoFillBackground(False)
        self._cross = QToolButton()
        self._cross.setText("\N{MULTIPLICATION SIGN}")
        self._cross.setToolTip(say("Go on playing (Esc)"))
        self._cross.setAccessibleName(say("Go on playing (Esc)"))
        self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._cross.clicked.connect(self.closed)
        self.foot.setWordWrap(True)
        head = row(6, (self.title, 1), self._cross)
        column(self, 10, 6, head, (self._area, 1), self.foot)
        self.setAccessibleName(say("Left undone"))
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.hide()
        self.settle()

    def show_left(self, title: str, left: Sequence[tuple[str, str]], foot: str) -> None:
        """Show what is left undone: words and the address that they lead to, if any."""
        self._again = lambda: self.show_left(title, left, foot)
        self.title.setText(title)
        self.foot.setText(foot)
        lines = (f"<div style='margin-bottom: 3px'>{_line(*one)}</div>" for one in left)
        self.list.setText("".join(lines))
        words = ". ".join(one for one, _ in left)
        speak(self, f"{title}: {words}. {foot}")

    def stand_above(self, line: QWidget) -> None:
        """Stand over the right end of a line, as high as the list needs."""
        look, room = self.look, line.y() - self.look.px(8)
        width = min(look.px(_WIDTH), line.width())
        inner = width - look.px(44)
        needed = self.list.heightForWidth(inner) + look.px(6)
        self._area.setFixedHeight(min(needed, look.px(_MOST), max(room - look.px(90), 40)))
        self.foot.setFixedHeight(self.foot.heightForWidth(inner))
        self.setFixedWidth(width)
        self.adjustSize()
        corner = QPoint(line.x() + line.width() - width - look.px(8), line.y() - self.height())
        self.move(corner)
        self.show()
        self.raise_()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with an edge."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("raised"))
        painter.setPen(QPen(self.look.colour("accent"), self.look.px(2)))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _line(words: str, address: str) -> str:
    text = escape(words, quote=False)
    linked = f'<a href="{escape(address)}">{text}</a>' if address else text
    return f"\N{BULLET} {linked}"
