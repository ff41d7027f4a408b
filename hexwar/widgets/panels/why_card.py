"""What was weighed, as a small table in place; and a card over the board that holds one."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from hexwar.messages import say
from hexwar.table.why import Why
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, label, plain_label, row


def why_table(why: Why, faint: str) -> str:
    """What was weighed with its worth, the deed itself first and in bold."""
    rows = "".join(
        f"<tr><td>{_first(at, escape(what))}</td>"
        f'<td align="right">&nbsp;&nbsp;{_first(at, worth)}</td></tr>'
        for at, (what, worth) in enumerate(why.rows)
    )
    unit = escape(say("VP expected"))
    head = f'<tr><td></td><td align="right"><small>&nbsp;&nbsp;{unit}</small></td></tr>'
    return f'<table cellspacing="0" cellpadding="1" style="color: {faint}">{head}{rows}</table>'


def _first(at: int, words: str) -> str:
    return words if at else f"<b>{words}</b>"


_WIDTH, _EDGE, _TOP = 330, 9, 52  # pixels at 100 %: its width, and where it stands on the board


class WhyCard(Panel):
    """A card in the corner of the board: a title, sentences, what was weighed, and buttons."""

    accepted = Signal()
    """The main button was pressed."""
    closed = Signal()
    """The player has no more use for it."""

    def __init__(self, look: Look, board: QWidget) -> None:
        super().__init__(look, board)
        self._board = board
        self.title, self.words, self.table = plain_label("heading"), label(), label()
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.go, self.cross = button("", "main"), button(say("Close"))
        for part in (self.go, self.cross):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.words.linkActivated.connect(self.linkActivated)
        column(
            self,
            12,
            6,
            self.title,
            self.words,
            self.busy,
            self.table,
            row(8, None, self.cross, self.go),
        )
        self.go.clicked.connect(self.accepted)
        self.cross.clicked.connect(self.closed)
        self.settle()
        self.hide()
        board.installEventFilter(self)

    def show_card(
        self, title: str, html: str, why: Why | None = None, go: str = "", close: str = ""
    ) -> None:
        """Say something; without a main button where `go` is empty."""
        faint = self.look.colour("faint").name()
        self.title.setText(title)
        self.words.setText(html)
        self.words.setVisible(bool(html))
        self.table.setText(why_table(why, faint) if why is not None and why.weighed else "")
        self.table.setVisible(bool(self.table.text()))
        self.go.setText(go)
        self.go.setVisible(bool(go))
        self.cross.setText(close or say("Close"))
        self.busy.hide()
        self._place()

    def show_busy(self, title: str, close: str) -> None:
        """Say that something is being thought about."""
        self.show_card(title, "", close=close)
        self.busy.show()
        self._place()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with a line round it: it lies over the map."""
        painter = smooth(self)
        painter.setPen(self.look.colour("line"))
        painter.setBrush(self.look.colour("raised"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, self.look.px(5), self.look.px(5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What is clicked here is not meant for the map below."""
        event.accept()

    def dress(self) -> None:
        """As high as its words."""
        self.busy.setFixedHeight(self.look.px(6))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        look = self.look
        width = min(look.px(_WIDTH), max(self._board.width() - 2 * look.px(_EDGE), 1))
        self.setFixedWidth(width)
        self.show()
        self.raise_()
        layout = self.layout()
        assert layout is not None
        layout.activate()
        high = layout.heightForWidth(width) if layout.hasHeightForWidth() else 0
        self.resize(width, max(high, self.sizeHint().height() if not high else 0))
        self.move(look.px(_EDGE), look.px(_TOP))
