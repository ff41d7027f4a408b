"""What turns up in the middle of the board for a moment: cards, and the sky when it changes."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from hexwar.widgets.brushwork import Align, kept, smooth, take_up, write
from hexwar.widgets.cards.painting import RATIO, Face, paint_card
from hexwar.widgets.panels.look import Look, wrapped
from hexwar.widgets.panels.transport import TransportBar
from hexwar.widgets.panels.turn_track import paint_sky
from hexwar.widgets.words import speak

_WIDTH, _NARROW = 236, 150  # of a card alone, and of one of several, pixels at 100 %
_EDGE, _CAPTION, _GAP = 14, 30, 8
_PAPER, _LINE = 340, 20  # the width of what is written below, and the height of a line
_SKY = 84
_READABLE = 150  # the width from which a card's text can be read, as its painting has it
_MOST_LINES = 9
_LOW = 440  # below it words lie beside a card, the height of the room at 100 %
_BESIDE = 170  # the least width of the words there
_QUEUE = 3  # how many wait at most; the oldest go
_FRAME_MS, _TURN_MS = 20, 200


_MOVED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


@dataclass(frozen=True, slots=True)
class Bill:
    """What is shown for a moment."""

    caption: str  # who does it, or what it is
    words: str  # in a sentence or two, or in lines
    faces: tuple[Face, ...] = ()  # cards side by side
    sky: str = ""  # a weather, instead of cards
    is_night: bool = False
    merges: str = ""  # another bill with the same word joins this one


class TurnedUp(QWidget):
    """Lies on the middle of the board and goes by itself; a click on it lets it go at once.

    It keeps clear of the bar at the foot of the board. Where that leaves it little height, the
    words lie beside a card instead of below it.
    """

    def __init__(self, look: Look, board: QWidget, is_held: Callable[[], bool]) -> None:
        """Lie on a board; while the show `is_held`, what is shown stays."""
        super().__init__(board)
        self.look = look
        self.bill: Bill | None = None
        """What is shown now."""
        self._waiting: deque[tuple[Bill, int]] = deque(maxlen=_QUEUE)
        self._is_held = is_held
        self.moves = True
        """Whether cards turn as they come."""
        self._turned = 1.0  # from 0, the back, to 1
        self._stay = QTimer(self, singleShot=True)
        self._stay.timeout.connect(self._end)
        self._frames = QTimer(self, interval=_FRAME_MS)
        self._frames.timeout.connect(self._turn)
        self._clock = QElapsedTimer()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        board.installEventFilter(self)

    def turn_up(self, bill: Bill, stays_ms: int) -> None:
        """Show something for a while, after what is shown already; what belongs to it joins it."""
        if self.bill is None:
            self._show(bill, stays_ms)
        elif bill.merges and self.bill.merges == bill.merges and not self._waiting:
            faces, words = (*self.bill.faces, *bill.faces), f"{self.bill.words} {bill.words}"
            self.bill = replace(bill, faces=faces, words=words)
            self._stay.start(stays_ms)
            self._place()
        else:
            self._waiting.append((bill, stays_ms))

    def skip(self) -> None:
        """Go on to what waits, or go."""
        self._stay.stop()
        self._next()

    def clear(self) -> None:
        """Go, and show nothing of what waits."""
        self._waiting.clear()
        self.skip()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the board, above the bar when that comes."""
        if event.type() in _MOVED and self.bill is not None:
            self._place()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click lets it go."""
        event.accept()
        self.skip()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing runs on while nobody looks."""
        self._frames.stop()
        super().hideEvent(event)

    # -- inner

    def _show(self, bill: Bill, stays_ms: int) -> None:
        self.bill, self._turned = bill, 0.0 if self.moves and bill.faces else 1.0
        self._stay.start(max(stays_ms, 1))
        self._place()
        self.show()
        self.raise_()
        speak(self, f"{bill.caption}. {bill.words}")
        if self._turned < 1:
            self._clock.start()
            self._frames.start()

    def _end(self) -> None:
        """Its time is over; in a pause it stays."""
        if self._is_held():
            self._stay.start(self._stay.interval())
        else:
            self._next()

    def _next(self) -> None:
        self._frames.stop()
        if self._waiting:
            self._show(*self._waiting.popleft())
        elif self.bill is not None:
            self.bill = None
            self.hide()

    def _turn(self) -> None:
        self._turned = min(self._clock.elapsed() / _TURN_MS, 1.0)
        if self._turned >= 1:
            self._frames.stop()
        self.update()

    # -- how it is laid out

    def _room(self) -> QSize:
        """The board down to the bar at its foot, if one is shown there."""
        parent = self.parentWidget()
        if parent is None:
            return QSize()
        bar = parent.findChild(TransportBar)
        if bar is None:
            return parent.size()
        bar.installEventFilter(self)  # no second time, if it was before
        return QSize(parent.width(), bar.y()) if bar.isVisible() else parent.size()

    @property
    def _is_low(self) -> bool:
        """Whether words lie beside the cards, for there is no height below them."""
        look, room, bill = self.look, self._room(), self.bill
        if bill is None or not bill.faces or room.height() >= look.px(_LOW):
            return False
        least = look.px(_NARROW) + look.px(_GAP) + look.px(_BESIDE) + 2 * look.px(_EDGE)
        return len(bill.faces) == 1 and room.width() >= least

    def _card(self) -> int:
        """The width of a card, so that all of it finds room on the board."""
        look, room, bill = self.look, self._room(), self.bill
        if bill is None or not bill.faces:
            return 0
        many, is_low = len(bill.faces), self._is_low
        usual = look.px(_WIDTH if many == 1 else _NARROW)
        edges = 2 * look.px(_EDGE)
        beside = look.px(_BESIDE) + look.px(_GAP) if is_low else 0
        across = (room.width() - edges - beside - (many - 1) * look.px(_GAP)) // many
        above = look.px(_CAPTION) + look.px(_GAP) + edges
        if not is_low:
            above += 3 * look.px(_LINE) + look.px(_GAP)
        high = int((room.height() - above) / RATIO)
        return max(min(usual, across, high), 40)

    def _sky(self) -> int:
        """The edge of the sky's picture, smaller on a low board."""
        look = self.look
        around = look.px(_CAPTION) + 5 * look.px(_GAP) + 2 * look.px(_EDGE)
        left = self._room().height() - around - len(self._words()) * look.px(_LINE)
        return min(look.px(_SKY), max(left, look.px(_LINE)))

    def _words(self) -> list[str]:
        """What is written below or beside; with the card's own text where it is too small there."""
        bill, look = self.bill, self.look
        if bill is None:
            return []
        words = bill.words
        card = bill.faces[0].card if len(bill.faces) == 1 else None
        if card is not None and self._card() < look.px(_READABLE):
            words = f"{words} {card.text}"
        width = self._column() - 2 * look.px(_GAP)
        lines = words.splitlines()
        most = max(_MOST_LINES // len(lines), 1) if lines else 0
        return [part for line in lines for part in wrapped(line, look.sans(14), width, most)]

    def _paper(self) -> int:
        """The width of all that is written: the caption's, and below the cards the words'."""
        look, room = self.look, self._room().width() - 2 * self.look.px(_EDGE)
        if self._is_low:
            return min(self._card() + look.px(_GAP) + look.px(_BESIDE), room)
        return min(look.px(_PAPER), room)

    def _column(self) -> int:
        """The width of the words."""
        return self.look.px(_BESIDE) if self._is_low else self._paper()

    def _place(self) -> None:
        look, bill, room = self.look, self.bill, self._room()
        if bill is None or self.parentWidget() is None:
            return
        many, card = len(bill.faces), self._card()
        across = many * card + max(many - 1, 0) * look.px(_GAP)
        middle = round(card * RATIO) if many else self._sky()
        below = len(self._words()) * look.px(_LINE) + 3 * look.px(_GAP)
        if self._is_low:
            across, below = self._paper(), 0
        width = max(across, self._paper()) + 2 * look.px(_EDGE)
        height = look.px(_CAPTION) + middle + below + look.px(_GAP) + 2 * look.px(_EDGE)
        size = QSize(width, height).boundedTo(room)
        self.resize(size)
        self.move((room.width() - size.width()) // 2, (room.height() - size.height()) // 2)
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Caption, cards or sky, and the words below."""
        bill, look = self.bill, self.look
        if bill is None:
            return
        painter, gap, edge = smooth(self), look.px(_GAP), look.px(_EDGE)
        whole = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        paper = self._paper()
        tag = QRectF(whole.center().x() - paper / 2, whole.top(), paper, look.px(_CAPTION))
        take_up(painter, None, look.colour("leather"))
        painter.drawRoundedRect(tag, look.px(4), look.px(4))
        ink = look.colour("on_leather")
        write(painter, tag, bill.caption, look.serif(16), ink, Align.AlignCenter)
        bottom = tag.bottom() + gap
        if bill.faces:
            bottom = self._paint_cards(painter, bill, bottom)
        words = self._words()
        high = len(words) * look.px(_LINE) + 2 * gap + (0 if bill.faces else self._sky())
        ground = QRectF(tag.left(), bottom + gap, paper, high)
        if self._is_low:
            top = tag.bottom() + gap + (bottom - tag.bottom() - gap - high) / 2
            ground = QRectF(tag.right() - self._column(), top, self._column(), high)
        self._paint_paper(painter, bill, ground, words)

    def _paint_cards(self, painter: QPainter, bill: Bill, top: float) -> float:
        """The cards in a row, each turned about its middle as it comes; their lower edge."""
        card, gap = self._card(), self.look.px(_GAP)
        across = len(bill.faces) * card + (len(bill.faces) - 1) * gap
        left = (self.width() - (self._paper() if self._is_low else across)) / 2
        turn = math.cos(self._turned * math.pi)  # from 1, its back, to -1, its face
        for place, face in enumerate(bill.faces):
            shown = face if turn <= 0 else replace(face, card=None)
            with kept(painter):
                painter.translate(left + place * (card + gap) + card / 2, top)
                painter.scale(max(abs(turn), 0.02), 1.0)
                box = QRectF(-card / 2, 0, card, card * RATIO)
                paint_card(painter, self.look, shown, box)
        return top + card * RATIO

    def _paint_paper(self, painter: QPainter, bill: Bill, ground: QRectF, words: list[str]) -> None:
        look, gap = self.look, self.look.px(_GAP)
        take_up(painter, QPen(look.colour("line"), 1), look.colour("base"))
        painter.drawRoundedRect(ground, look.px(4), look.px(4))
        top = ground.top() + gap
        if bill.sky:
            edge = self._sky() - gap
            disc = QRectF(ground.center().x() - edge / 2, top, edge, edge)
            paint_sky(painter, disc, bill.sky, is_night=bill.is_night)
            top += self._sky()
        for line in words:
            box = QRectF(ground.left() + gap, top, ground.width() - 2 * gap, look.px(_LINE))
            write(painter, box, line, look.sans(14), look.colour("ink"), Align.AlignCenter)
            top += look.px(_LINE)
