"""What was weighed, as a small table in place; and a card over the board that holds one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from hexwar.messages import say
from hexwar.table.why import Why
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, label, plain_label, row


def why_table(why: Why, faint: str, most: int | None = None) -> str:
    """What was weighed with its worth, the deed itself first and in bold; all, or the first."""
    rows = "".join(
        f"<tr><td>{_first(at, escape(what))}</td>"
        f'<td align="right">&nbsp;&nbsp;{_first(at, worth)}</td></tr>'
        for at, (what, worth) in enumerate(why.rows[:most])
    )
    scale = escape(why.scale)
    head = f'<tr><td colspan="2" align="right"><small>{scale}</small></td></tr>'
    return f'<table cellspacing="0" cellpadding="1" style="color: {faint}">{head}{rows}</table>'


def _first(at: int, words: str) -> str:
    return words if at else f"<b>{words}</b>"


_WIDTH, _EDGE, _TOP = 330, 9, 52  # pixels at 100 %: its width, and where it stands on the board
_ROWS, _LEAST = 6, 2  # of what was weighed: so many at most, and where there is little room
_FOOT = 60  # what it leaves free below, where the bar of the show stands, likewise


class WhyCard(Panel):
    """A card over the board: a title, sentences, what was weighed, and buttons.

    It stands in a corner where it hides nothing of what it is about, and can be dragged.
    """

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
        self.title.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # it is the grip
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        for inside in (self.words, self.table, self.go, self.cross):
            inside.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear: Sequence[QRect] = ()  # what it is not to hide
        self._shuns: Sequence[QRect] = ()  # what it had rather not hide
        self._why: Why | None = None  # what was weighed
        self._most, self._spares_foot = _ROWS, False
        self._own: QPoint | None = None  # where the player has put it
        self._grip: QPoint | None = None  # from its corner to the pointer that drags it
        self.settle()
        self.hide()
        board.installEventFilter(self)

    def show_card(
        self,
        title: str,
        html: str,
        why: Why | None = None,
        go: str = "",
        close: str = "",
        most: int = _ROWS,
        *,
        spares_foot: bool = False,
    ) -> None:
        """Say something.

        Args:
            title: Its heading.
            html: What it says.
            why: Holds what was weighed.
            go: The words of the main button; empty where there is none.
            close: Those of the other.
            most: How many rows of what was weighed are shown, where the board has room for them.
            spares_foot: Whether it leaves the lower edge of the board to the bar of the show.
        """
        self._spares_foot = spares_foot
        self.title.setText(title)
        self.words.setText(html)
        self.words.setVisible(bool(html))
        self._why, self._most = why, most
        self.table.setVisible(why is not None and bool(why.weighed))
        self.go.setText(go)
        self.go.setVisible(bool(go))
        self.cross.setText(close or say("Close"))
        self.busy.hide()
        self._clear = self._shuns = ()
        self._place()

    def stand_clear(self, boxes: Sequence[QRect], shuns: Sequence[QRect] = ()) -> None:
        """Stand where it hides as few of these parts of the board as can be.

        Args:
            boxes: What it is about.
            shuns: What else is to be seen there; it counts where it hides no more of the others.
        """
        self._clear, self._shuns = tuple(boxes), tuple(shuns)
        self._place()

    def show_busy(self, title: str, close: str) -> None:
        """Say that something is being thought about."""
        self.show_card(title, "", close=close)
        self.busy.show()
        self._place()

    def spot(self, made: QWidget) -> QRect:
        """Where one of its buttons is on the board; null while it is not to be seen."""
        if not made.isVisible():
            return QRect()
        return QRect(made.mapTo(self._board, QPoint(0, 0)), made.size())

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper with a line round it: it lies over the map."""
        painter = smooth(self)
        painter.setPen(self.look.colour("line"))
        painter.setBrush(self.look.colour("raised"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, self.look.px(5), self.look.px(5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What is clicked here is not meant for the map below; it takes hold of the card."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip = event.position().toPoint()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it."""
        if self._grip is not None:
            self._own = self._within(self.mapToParent(event.position().toPoint() - self._grip))
            self.move(self._own)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        self._grip = None
        event.accept()

    def dress(self) -> None:
        """As high as its words."""
        self.busy.setFixedHeight(self.look.px(6))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay on the board."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        look = self.look
        width = min(look.px(_WIDTH), max(self._board.width() - 2 * look.px(_EDGE), 1))
        self.setFixedWidth(width)
        self.show()
        self.raise_()
        room = self._board.height() - look.px(_EDGE) - self._free_below
        for rows in range(self._most, _LEAST - 1, -1):
            high = self._height_with(rows, width)
            if high <= room:
                break
        self.resize(width, high)
        places = self._places()
        self.move(min(places, key=lambda place: (*self._hidden_at(place), places.index(place))))

    def _height_with(self, rows: int, width: int) -> int:
        """How high it is with so many rows of what was weighed."""
        why, layout = self._why, self.layout()
        assert layout is not None
        if why is not None and why.weighed:
            self.table.setText(why_table(why, self.look.colour("faint").name(), rows))
        else:
            self.table.clear()
        layout.activate()
        high = layout.heightForWidth(width) if layout.hasHeightForWidth() else 0
        return high or self.sizeHint().height()

    @property
    def hides(self) -> bool:
        """Whether it hides something that it is to leave clear: there is no better place."""
        return self._hidden_at(self.pos())[0] > 0

    def _places(self) -> Sequence[QPoint]:
        """Where it may stand, the best first: where the player has put it, else in a corner."""
        left, top = self.look.px(_EDGE), self.look.px(_TOP)
        right = max(self._board.width() - self.width() - left, left)
        lowest = self._board.height() - self.height() - left
        low = lowest + left - self.look.px(_FOOT)
        lows = (low,) if self._spares_foot else (low, lowest)
        corners = [QPoint(x, y) for y in (top, *lows, left) for x in (left, right)]
        own = [] if self._own is None else [self._own]
        return [self._within(place) for place in (*own, *corners)]

    @property
    def _free_below(self) -> int:
        """Pixels that it leaves free below itself at least."""
        return self.look.px(_FOOT if self._spares_foot else _EDGE)

    def _within(self, place: QPoint) -> QPoint:
        """The nearest place where all of it is on the board."""
        below = self._free_below if self._spares_foot else 0
        most = self._board.width() - self.width(), self._board.height() - self.height() - below
        return QPoint(max(min(place.x(), most[0]), 0), max(min(place.y(), most[1]), 0))

    def _hidden_at(self, place: QPoint) -> tuple[int, int]:
        """How many of the parts that it is to leave clear it would hide at a place, and others."""
        box = QRect(place, self.size())
        clear, shuns = (sum(map(box.intersects, parts)) for parts in (self._clear, self._shuns))
        return clear, shuns
