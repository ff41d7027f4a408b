"""The dock of cards: the hand above, what can be done with it, and the piles of both sides."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from hexwar.cards.records import Pile
from hexwar.messages import say
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.cards.hand import Hand, hand_html
from hexwar.widgets.cards.painting import RATIO, Face, paint_card
from hexwar.widgets.cards.records import HandCard, Tableau
from hexwar.widgets.cards.spread import PILES, Spread
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Panel,
    card,
    column,
    label,
    rule_link,
    scrolled,
    small,
)

_WIDTH = 264  # of the card, pixels at 100 %
_EDGE = 14  # round it, for its shadow
_GAP = 6


class CardLens(QWidget):
    """A card without a window of its own; it takes neither mouse nor keyboard."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.look = look
        self.face = Face(None)
        for attribute in (
            Qt.WidgetAttribute.WA_TranslucentBackground,
            Qt.WidgetAttribute.WA_ShowWithoutActivating,
            Qt.WidgetAttribute.WA_TransparentForMouseEvents,
        ):
            self.setAttribute(attribute)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_card(self, face: Face, beside: QRect) -> None:
        """Show a card left of what must not be covered, pixels of the screen; else right of it."""
        self.face = face
        edge, width = 2 * self.look.px(_EDGE), self.look.px(_WIDTH)
        self.resize(width + edge, round(width * RATIO) + edge)
        self.move(self._corner(beside))
        self.show()
        self.update()

    def _corner(self, beside: QRect) -> QPoint:
        room, gap = self.screen().availableGeometry(), self.look.px(_GAP)
        left = beside.left() - self.width() - gap
        if left < room.left():
            left = beside.right() + gap
        top = beside.center().y() - self.height() // 2
        lowest = max(room.bottom() - self.height(), room.top())
        return QPoint(left, min(max(top, room.top()), lowest))

    def paintEvent(self, _: QPaintEvent) -> None:
        """The card."""
        painter = smooth(self)
        edge, width = self.look.px(_EDGE), self.look.px(_WIDTH)
        paint_card(painter, self.look, self.face, QRectF(edge, edge, width, width * RATIO))


# -- the dock


_WORDS = 74  # the height of the lines about the hand, pixels at 100 %


class CardsPanel(Panel):
    """Cards on a table. It shows records and tells what was touched."""

    taken = Signal(str)
    """The id of a card of the hand that was clicked, or is being dragged."""
    browseAsked = Signal(str, object, object)
    """Cards shall be looked through: a title, their faces, whose they are."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.hand = Hand(look)
        self.words = label()
        self.spread = Spread(look)
        self.lens = CardLens(look, self)
        self._tableau: Tableau | None = None
        self._looked: HandCard | None = None
        self._frame, _ = card(self.words)
        column(self, 0, 0, self.hand, self._frame, (scrolled(self.spread), 1))
        self.hand.taken.connect(self.taken)
        self.hand.looked.connect(self._look_at)
        self.spread.activated.connect(self._browse)
        self.words.linkActivated.connect(self.linkActivated)
        self.setFocusProxy(self.hand)
        self.setAccessibleName(say("Cards"))
        self.settle()

    def show_cards(self, tableau: Tableau | None) -> None:
        """Show the cards of a game; of None, that it is played without."""
        self._tableau = tableau
        self._looked = None
        self.lens.hide()
        own = None if tableau is None else tableau.own
        self.hand.show_hand(own, None if tableau is None else tableau.taken)
        self.spread.show_table(tableau or Tableau(""))
        self._show_words()

    def dress(self) -> None:
        """Give the parts the same look; the line about the hand keeps its height."""
        self.hand.set_look(self.look)
        self.spread.set_look(self.look)
        self.lens.look = self.look
        self._frame.setFixedHeight(self.look.px(_WORDS))
        self._show_words()

    @property
    def sentence(self) -> str:
        """What the lines about the hand say, as HTML."""
        return self.words.text()

    # -- words

    def _show_words(self) -> None:
        self.words.setText(small(self.look, self._about()))

    def _about(self) -> str:
        """What can be done: of the card that is looked at, else of the hand."""
        tableau = self._tableau
        if tableau is None:
            return say(
                "This game is played without cards. {rule_link}", rule_link=rule_link("N23.1")
            )
        hand = () if tableau.own is None else tableau.own.hand
        taken = (held for held in hand if held.card.id == tableau.taken)
        held = self._looked or next(taken, None)
        if held is not None:
            return hand_html(held)
        asks = escape(tableau.asks)
        return f"{asks} {small(self.look, escape(tableau.way))}" if asks else escape(tableau.way)

    # -- looking closer

    def _look_at(self, held: HandCard | None, box: QRectF) -> None:
        self._looked = held
        self._show_words()
        own = None if self._tableau is None else self._tableau.own
        if held is None or own is None:
            self.lens.hide()
            return
        corner = self.mapToGlobal(QPoint(0, 0))
        top = self.hand.mapToGlobal(box.topLeft().toPoint()).y()
        beside = QRect(corner.x(), top, self.width(), round(box.height()))
        self.lens.show_card(Face(held.card, own.suit, is_ready=held.is_ready), beside)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing stays behind on the screen."""
        self.lens.hide()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """A window that goes to the back takes its card along."""
        if event.type() is QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.lens.hide()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The piles may need other rows."""
        super().resizeEvent(event)
        self.spread.updateGeometry()

    def _browse(self, spot: str) -> None:
        """Look through a pile that lies open; of a deck, at what it was made up of."""
        found = self.spread.heap(spot)
        if found is None:
            return
        side, heap = found
        if heap.open:
            title = f"{side.suit.name} {say(PILES[heap.pile]).lower()}"
            self.browseAsked.emit(title, tuple(reversed(heap.open)), side.suit)
        elif heap.pile is Pile.DECK:
            self.linkActivated.emit(f"deck:side:{side.suit.side}")
