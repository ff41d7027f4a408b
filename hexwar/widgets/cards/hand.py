"""A hand of cards: fanned on the cloth; what can be played stands out and can be dragged away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QFocusEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QSizePolicy

from hexwar.cards.records import CardId, Pile
from hexwar.messages import count, say
from hexwar.widgets import brushwork
from hexwar.widgets.brushwork import Align, kept
from hexwar.widgets.cards.painting import RATIO, Face, Prints, paint_card, paint_cloth, write
from hexwar.widgets.cards.records import NEUTRAL, HandCard, SideCards
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

_APART = 1.04  # from card to card where there is room, in widths
_TILT = 3.0  # degrees from card to card at most
_WIDEST = 16.0  # degrees from the first card to the last at most
_SAG = 0.08  # how much lower the outermost cards lie, in widths at the widest tilt


@dataclass(frozen=True, slots=True)
class Lying:
    """Where one card of a fan lies."""

    box: QRectF  # before it is turned about its middle
    tilt: float  # degrees, clockwise


def fan(number: int, room: QRectF, width: float) -> tuple[Lying, ...]:
    """Lay out cards of a width; the middle ones touch the upper edge of the room."""
    if not number:
        return ()
    step = min(width * _APART, (room.width() - width) / max(number - 1, 1))
    tilt = min(_TILT, _WIDEST / max(number - 1, 1))
    left = room.center().x() - (width + step * (number - 1)) / 2
    lying = []
    for place in range(number):
        angle = (place - (number - 1) / 2) * tilt
        top = room.top() + width * _SAG * (angle / (_WIDEST / 2)) ** 2
        lying.append(Lying(QRectF(left + place * step, top, width, width * RATIO), angle))
    return tuple(lying)


# -- the hand


MIME = "application/x-hexwar-card"
"""The kind of data that a dragged card carries: its id."""

_CARD = 104  # the width of a card, pixels at 100 %
_LIFT = 12  # by which a card stands out, pixels at 100 %
_MARGIN = 14


class Hand(SpotPanel):
    """The cards that a player holds. A click takes one, a drag carries it to the map."""

    taken = Signal(str)
    """The id of a card that was clicked or is being dragged."""
    looked = Signal(object, QRectF)
    """The `HandCard` under the pointer or the keyboard, or None; and where it lies."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._cards: Sequence[HandCard] = ()
        self._suit = NEUTRAL
        self._unseen = 0
        self._taken: CardId | None = None
        self._pointed = 0  # the place of the card that was clicked last: others may be alike
        self._over = ""  # the spot under the pointer
        self._pressed: tuple[QPointF, str] | None = None  # where, and on which spot
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Hand"))
        self.activated.connect(self._take)

    def show_hand(self, side: SideCards | None, taken: CardId | None = None) -> None:
        """Show the hand of a side; of None, that nobody's hand may be seen."""
        self._again = lambda: self.show_hand(side, taken)
        self._cards = () if side is None else side.hand
        self._unseen = 0 if side is None else side.unseen
        self._suit = NEUTRAL if side is None else side.suit
        self._taken = taken
        self.renew()
        self.tell(self._summary())

    def sizeHint(self) -> QSize:
        """Three cards side by side, and room for one that stands out."""
        height = _CARD * RATIO + 2 * _MARGIN + _LIFT
        return QSize(self.look.px(_CARD * 3), self.look.px(height))

    def minimumSizeHint(self) -> QSize:
        """Cards overlap where room is short."""
        return QSize(self.look.px(_CARD * 2), self.sizeHint().height())

    # -- how the cards lie

    def arrange(self) -> Sequence[Spot]:
        """A spot for each card."""
        lying = self._lying()
        return [
            Spot(f"{place}:{held.card.id}", self._raised(place, at), _words(held))
            for place, (held, at) in enumerate(zip(self._cards, lying, strict=True))
        ]

    def _lying(self) -> tuple[Lying, ...]:
        look = self.look
        margin = look.px(_MARGIN)
        room = QRectF(margin, margin + look.px(_LIFT), self.width() - 2 * margin, self.height())
        return fan(len(self._cards), room, look.px(_CARD))

    def _raised(self, place: int, at: Lying) -> QRectF:
        held = self._cards[place]
        stands_out = held.is_ready or place == self._taken_place
        return at.box.translated(0, -self.look.px(_LIFT) if stands_out else 0)

    def paint_all(self, painter: QPainter) -> None:
        """The cards from left to right, then the one that is looked at."""
        paint_cloth(painter, self.look, QRectF(self.rect()))
        if not self._cards:
            words, centre = self._summary(), Qt.AlignmentFlag.AlignCenter
            write(painter, self.look, QRectF(self.rect()), words, size=13.5, flags=centre)
            return
        front = self._front()
        for place, at in enumerate(self._lying()):
            if place != front:
                self._paint_one(painter, place, at)
        if front is not None:
            self._paint_one(painter, front, self._lying()[front])

    def _front(self) -> int | None:
        """The card on top: the one under the pointer, else under the keyboard, else the taken."""
        current = self.current
        chosen = self._over or (current.id if self.hasFocus() and current is not None else "")
        ids = [spot.id for spot in self.spots]
        if chosen in ids:
            return ids.index(chosen)
        return self._taken_place

    @property
    def _taken_place(self) -> int | None:
        """Where the card lies that is taken: the one that was clicked, or the first of its kind."""
        alike = [n for n, held in enumerate(self._cards) if held.card.id == self._taken]
        return self._pointed if self._pointed in alike else next(iter(alike), None)

    def _paint_one(self, painter: QPainter, place: int, at: Lying) -> None:
        held, box = self._cards[place], self._raised(place, at)
        with kept(painter):
            painter.translate(box.center())
            if not (self.hasFocus() and self._front() == place):
                painter.rotate(at.tilt)
            painter.translate(-box.center())
            is_ready = held.is_ready or place == self._taken_place
            face = Face(held.card, self._suit, is_ready, held.is_barred)
            paint_card(painter, self.look, face, box)
            if held.pile is Pile.HELD:
                self._paint_held(painter, box)

    def _paint_held(self, painter: QPainter, box: QRectF) -> None:
        """A ribbon across a card that is held for its moment."""
        height = self.look.px(9)
        ribbon = QRectF(box.left(), box.center().y() - height, box.width(), self.look.px(18))
        painter.fillRect(ribbon, self.look.colour("leather"))
        letters, ink = self.look.sans(11, bold=True), self.look.colour("on_leather")
        words = say("held this turn")
        brushwork.write(painter, ribbon, words, letters, ink, Align.AlignCenter)

    def _summary(self) -> str:
        if self._unseen:
            held = count("{n} card", "{n} cards", self._unseen)
            return say("{count} in hand, face down", count=held)
        if not self._cards:
            return say("No card in hand")
        titles = ", ".join(card.card.title for card in self._cards)
        held = count("{n} card", "{n} cards", len(self._cards))
        return say("{count} in hand: {titles}", count=held, titles=titles)

    # -- what the player does

    def _take(self, spot: str) -> None:
        self._pointed = int(spot.partition(":")[0])
        self.taken.emit(self._cards[self._pointed].card.id)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, for a drag; a card is taken when the button is let go over it."""
        spot = self.spot_at(event.position())
        if spot is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (event.position(), spot.id)
            self._go_to(spot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click takes a card."""
        pressed, self._pressed = self._pressed, None
        spot = self.spot_at(event.position())
        if pressed is not None and spot is not None and spot.id == pressed[1]:
            self.activated.emit(spot.id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look at the card under the pointer, or carry it away."""
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            way = event.position() - self._pressed[0]
            if way.manhattanLength() >= QApplication.startDragDistance():
                self._carry(self._pressed[1])
            return
        spot = self.spot_at(event.position())
        self._look_at("" if spot is None else spot.id)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        super().leaveEvent(event)
        self._look_at("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the card that has the keyboard."""
        super().focusInEvent(event)
        self._tell_looked()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no more."""
        super().focusOutEvent(event)
        self._tell_looked()

    def _go_to(self, spot: Spot) -> None:
        super()._go_to(spot)
        self._tell_looked()

    def _look_at(self, spot: str) -> None:
        if spot != self._over:
            self._over = spot
            self.update()
            self._tell_looked()

    def _tell_looked(self) -> None:
        front = self._front() if self._over or self.hasFocus() else None
        if front is None:
            self.looked.emit(None, QRectF())
        else:
            self.looked.emit(self._cards[front], self.spots[front].box)

    def _carry(self, spot: str) -> None:
        """Drag a card that can be played; why another cannot is told by taking it."""
        self._pressed = None
        self._pointed = int(spot.partition(":")[0])
        held = self._cards[self._pointed]
        if held.card.id != self._taken:
            self.taken.emit(held.card.id)
        if not held.is_ready:
            return
        data = QMimeData()
        data.setData(MIME, QByteArray(held.card.id.encode()))
        drag = QDrag(self)
        drag.setMimeData(data)
        face, width = Face(held.card, self._suit), round(self.look.px(_CARD) * 0.8)
        picture = Prints().picture(self.look, face, width, self.devicePixelRatioF())
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(picture.deviceIndependentSize().toSize().width() // 2, 0))
        self.looked.emit(None, QRectF())
        drag.exec(Qt.DropAction.MoveAction)


def _words(held: HandCard) -> str:
    """A card as it is spoken."""
    card = held.card
    points = say("{vp} VP", vp=card.vp).replace("-", "minus ")
    state = say("can be played now") if held.is_ready else held.why
    kind = say(card.kind.value)
    return f"{card.number}. {card.title}, {kind}, {points}. {card.text} {state}".strip()


def hand_html(held: HandCard) -> str:
    """What can be done with a card, as a line of HTML."""
    title = f"<b>{escape(held.card.title)}</b>"
    if held.is_ready:
        return say("{title} can be played now. {how}", title=title, how=escape(held.how))
    if not held.why:
        return title
    rule = f' <a href="rule:{escape(held.rule)}">{escape(held.rule)}</a>' if held.rule else ""
    return f"{title}: {escape(held.why)}{rule}"
