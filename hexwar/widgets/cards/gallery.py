"""Cards side by side to look through: those of a pile, or of a deck with how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.cards.records import Card
from hexwar.widgets.cards.cloth import paint_cloth
from hexwar.widgets.cards.painting import RATIO, Face
from hexwar.widgets.cards.prints import Prints
from hexwar.widgets.cards.records import NEUTRAL, Suit
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

CARD = 216
"""The width of a card, pixels at 100 %."""

_GAP, _EDGE = 20, 20  # pixels at 100 %
_STACK = 4  # from a card to the next alike, pixels at 100 %


class Gallery(SpotPanel):
    """As many cards in a row as there is room for; several alike lie on one another."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._cards: Sequence[tuple[Card, int]] = ()
        self._suit = NEUTRAL
        self._prints = Prints()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName("Cards")

    def show_cards(self, cards: Sequence[tuple[Card, int]], suit: Suit = NEUTRAL) -> None:
        """Show cards, each with how many of it there are."""
        self._again = lambda: self.show_cards(cards, suit)
        self._cards, self._suit = tuple(cards), suit
        self.updateGeometry()
        self.renew()
        total = sum(count for _, count in cards)
        self.tell(f"{total} cards, {len(cards)} kinds")

    def reveal(self, id_: str) -> QRectF:
        """Make a card the one that the keyboard goes to; where it lies."""
        self.select(id_)
        return next((spot.box for spot in self._spots if spot.id == id_), QRectF())

    def sizeHint(self) -> QSize:
        """All rows at the present width."""
        look, columns = self.look, self._columns()
        rows = -(-len(self._cards) // columns)
        row = look.px(CARD) * RATIO + look.px(_GAP)
        return QSize(self._least(), round(rows * row + 2 * look.px(_EDGE)))

    def minimumSizeHint(self) -> QSize:
        """One column; all rows."""
        return QSize(self._least(), self.sizeHint().height())

    def _least(self) -> int:
        return self.look.px(CARD) + 2 * self.look.px(_EDGE)

    def _columns(self) -> int:
        look = self.look
        room = self.width() - 2 * look.px(_EDGE) + look.px(_GAP)
        return max(1, int(room // (look.px(CARD) + look.px(_GAP))))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each card."""
        look, columns = self.look, self._columns()
        width, gap = look.px(CARD), look.px(_GAP)
        taken = min(columns, max(len(self._cards), 1)) * (width + gap) - gap
        left = max((self.width() - taken) / 2, look.px(_EDGE))
        spots = []
        for place, (card, count) in enumerate(self._cards):
            row, column = divmod(place, columns)
            top = look.px(_EDGE) + row * (width * RATIO + gap)
            box = QRectF(left + column * (width + gap), top, width, width * RATIO)
            spots.append(Spot(card.id, box, _words(card, count), _tip(card, count)))
        return spots

    def paint_all(self, painter: QPainter) -> None:
        """The cards that are in sight."""
        paint_cloth(painter, self.look, QRectF(self.rect()))
        seen = QRectF(self.visibleRegion().boundingRect()).adjusted(0, -20, 0, 20)
        for spot, (card, count) in zip(self._spots, self._cards, strict=True):
            if spot.box.intersects(seen):
                self._paint_one(painter, spot.box, card, count)

    def _paint_one(self, painter: QPainter, box: QRectF, card: Card, count: int) -> None:
        """A card upon those that are like it, and their number."""
        look, width = self.look, self.look.px(CARD)
        for below in range(min(count, 3) - 1, 0, -1):
            lift = below * look.px(_STACK)
            corner = box.topLeft() + QPointF(lift, lift)
            self._prints.draw(painter, look, Face(None, self._suit), corner, width)
        self._prints.draw(painter, look, Face(card, self._suit), box.topLeft(), width)
        if count > 1:
            self._paint_count(painter, box, count)

    def _paint_count(self, painter: QPainter, box: QRectF, count: int) -> None:
        look, size = self.look, self.look.px(32)
        at = box.bottomRight() - QPointF(size * 0.7, size * 0.9)
        seal = QRectF(at.x(), at.y(), size, size)
        painter.setPen(look.colour("on_leather"))
        painter.setBrush(look.colour("leather"))
        painter.drawEllipse(seal)
        painter.setFont(look.sans(15, bold=True))
        painter.drawText(seal, Qt.AlignmentFlag.AlignCenter, f"×{count}")


def _words(card: Card, count: int) -> str:
    several = f", {count} of them" if count > 1 else ""
    points = f"{card.vp} VP".replace("-", "minus ")
    return f"{card.number}. {card.title}{several}, {card.kind.value}, {points}. {card.text}"


def _tip(card: Card, count: int) -> str:
    several = f"<br>{count} of them are in the deck" if count > 1 else ""
    condition = f"<br><i>{escape(card.condition)}</i>" if card.condition else ""
    return f"<b>{card.number} {escape(card.title)}</b><br>{escape(card.text)}{condition}{several}"
