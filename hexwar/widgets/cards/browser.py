"""A dialog to look through cards: whole decks by their names, or one pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDialog, QListWidget, QSizePolicy, QWidget

from hexwar.cards.records import Card
from hexwar.messages import mark, say
from hexwar.widgets.brushwork import Align, take_up, write
from hexwar.widgets.cards.painting import RATIO, Face, Prints, paint_cloth
from hexwar.widgets.cards.records import NEUTRAL, Suit
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    button,
    column,
    fill,
    label,
    row,
    scrolled,
    small,
)
from hexwar.widgets.panels.spots import Spot, SpotPanel

CARD = 216
"""The width of a card, pixels at 100 %."""

_GAP, _EDGE = 20, 20  # pixels at 100 %
_STACK = 4  # from a card to the next alike, pixels at 100 %


class Gallery(SpotPanel):
    """As many cards in a row as there is room for; several alike lie on one another."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._cards: Sequence[tuple[Card, int]] = ()
        self._suit = NEUTRAL
        self._prints = Prints()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(say("Cards"))

    def show_cards(self, cards: Sequence[tuple[Card, int]], suit: Suit = NEUTRAL) -> None:
        """Show cards, each with how many of it there are."""
        self._again = lambda: self.show_cards(cards, suit)
        self._cards, self._suit = tuple(cards), suit
        self.updateGeometry()
        self.renew()
        total = sum(count for _, count in cards)
        self.tell(say("{n} cards, {kinds} kinds", n=total, kinds=len(cards)))

    def reveal(self, id_: str) -> QRectF:
        """Make a card the one that the keyboard goes to; where it lies."""
        self.select(id_)
        return next((spot.box for spot in self.spots if spot.id == id_), QRectF())

    def sizeHint(self) -> QSize:
        """All rows at the present width."""
        look, columns = self.look, self._columns()
        row, rows = look.px(CARD) * RATIO + look.px(_GAP), -(-len(self._cards) // columns)
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
        for spot, (card, count) in zip(self.spots, self._cards, strict=True):
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
        if count == 1:
            return
        size = look.px(32)
        at = box.bottomRight() - QPointF(size * 0.7, size * 0.9)
        seal = QRectF(at.x(), at.y(), size, size)
        take_up(painter, look.colour("on_leather"), look.colour("leather"))
        painter.drawEllipse(seal)
        letters, ink = look.sans(15, bold=True), look.colour("on_leather")
        write(painter, seal, f"×{count}", letters, ink, Align.AlignCenter)


def _words(card: Card, count: int) -> str:
    several = say(", {count} of them", count=count) if count > 1 else ""
    points = say("{vp} VP", vp=card.vp).replace("-", "minus ")
    return f"{card.number}. {card.title}{several}, {say(card.kind.value)}, {points}. {card.text}"


def _tip(card: Card, count: int) -> str:
    several = say("<br>{count} of them are in the deck", count=count) if count > 1 else ""
    condition = f"<br><i>{escape(card.condition)}</i>" if card.condition else ""
    return f"<b>{card.number} {escape(card.title)}</b><br>{escape(card.text)}{condition}{several}"


# -- the dialog


_OF_SCREEN = 0.94  # of the screen at most


@dataclass(frozen=True, slots=True)
class Lot:
    """Some cards under a name."""

    id: str
    title: str
    cards: tuple[tuple[Card, int], ...]  # each with how many of it there are
    suit: Suit = NEUTRAL
    about: str = ""  # where they come from

    @property
    def total(self) -> int:
        """How many cards."""
        return sum(count for _, count in self.cards)


_RULE = "rule:N23.4"
"""What each card does."""


class CardBrowser(QDialog):
    """Lots at the left where there are several, cards at the right."""

    def __init__(
        self,
        look: Look,
        lots: Sequence[Lot],
        parent: QWidget | None = None,
        *,
        title: str = mark("Decks"),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(title))
        self.setProperty(HELP, _RULE)
        self._look, self._lots = look, tuple(lots)
        self.list = QListWidget()
        self.title, self.about = label("title"), label()
        self.gallery = Gallery(look)
        self.area = scrolled(self.gallery)
        self.close_button = button(say("Close"), "main")
        self.close_button.setDefault(True)
        self._arrange()
        self.list.currentRowChanged.connect(self._show)
        self.close_button.clicked.connect(self.accept)
        self.list.setCurrentRow(0)

    def show_lot(self, id_: str) -> None:
        """Show the lot of an id; where there is none, leave the one that is shown."""
        ids = [lot.id for lot in self._lots]
        if id_ in ids:
            self.list.setCurrentRow(ids.index(id_))

    def show_card(self, id_: str) -> None:
        """Show a card, in the lot that is shown or else in the first that has it."""
        shown = self._lots[self.list.currentRow()]
        having = (lot for lot in (shown, *self._lots) if any(c.id == id_ for c, _ in lot.cards))
        found = next(having, None)
        if found is not None:
            self.show_lot(found.id)
            QTimer.singleShot(0, self, lambda: self._reveal(id_))

    def _reveal(self, id_: str) -> None:
        middle = self.gallery.reveal(id_).center().toPoint()
        self.area.ensureVisible(middle.x(), middle.y(), 0, self.area.viewport().height() // 2)
        self.gallery.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, place: int) -> None:
        lot = self._lots[place]
        self.title.setText(escape(lot.title))
        kinds = say("{total} cards, {n} kinds", total=lot.total, n=len(lot.cards))
        words = f"{kinds} · {lot.about}" if lot.about else kinds
        self.about.setText(small(self._look, escape(words)))
        self.gallery.show_cards(lot.cards, lot.suit)
        self.area.verticalScrollBar().setValue(0)

    def _arrange(self) -> None:
        look = self._look
        body = Body(look)
        cards = column(None, 0, 8, self.title, self.about, (self.area, 1))
        columns = row(16, self.list, (cards, 1))
        column(body, 18, 12, (columns, 1), row(8, None, self.close_button))
        fill(self, body)
        for lot in self._lots:
            self.list.addItem(say("{title}\n{total} cards", title=lot.title, total=lot.total))
        self.list.setVisible(len(self._lots) > 1)
        self.list.setFixedWidth(look.px(230))
        self.list.setAccessibleName(say("Decks"))
        across = 4 * (look.px(CARD) + look.px(20)) + look.px(80)
        width = across + (look.px(246) if len(self._lots) > 1 else 0)
        room = self.screen().availableGeometry().size() * _OF_SCREEN
        self.resize(min(width, room.width()), min(look.px(820), room.height()))
