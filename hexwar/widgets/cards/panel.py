"""The dock of cards: the hand above, what can be done with it, and the piles of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.cards.records import Pile
from hexwar.messages import count, mark, say
from hexwar.widgets.brushwork import smooth, take_up
from hexwar.widgets.cards.hand import Hand, hand_html
from hexwar.widgets.cards.painting import (
    RATIO,
    Face,
    Prints,
    paint_card,
    paint_cloth,
    paint_place,
    write,
)
from hexwar.widgets.cards.records import EffectNote, HandCard, Heap, SideCards, Tableau
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Panel,
    card,
    column,
    label,
    rule_link,
    scrolled,
    signed,
    small,
)
from hexwar.widgets.panels.spots import Spot, SpotPanel

PILES: Mapping[Pile, str] = MappingProxyType(
    {
        Pile.DECK: mark("Deck"),
        Pile.BOTTOM: mark("Under it"),
        Pile.MODE: mark("Mode deck"),
        Pile.HAND: mark("Hand"),
        Pile.HELD: mark("Held"),
        Pile.SECRET: mark("Face down"),
        Pile.DISCARD: mark("Discard"),
        Pile.ENDURING: mark("Enduring"),
        Pile.ASIDE: mark("Put aside"),
    }
)
"""What each pile is called where it lies."""

_CARD, _GAP, _EDGE = 54, 11, 12  # pixels at 100 %
_HEAD, _CAPTION, _LINE = 30, 18, 19
_THICK = 3  # cards of a heap that are seen at most, and the pixels between them


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a heap lies."""

    side: SideCards
    heap: Heap
    box: QRectF  # of its card
    room: QRectF  # with its caption

    @property
    def id(self) -> str:
        """Of its spot: `heap:french:discard`."""
        return f"heap:{self.side.suit.side}:{self.heap.pile.value}"


class Spread(SpotPanel):
    """All piles; one that lies open can be looked through by a click on it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._sides: Sequence[SideCards] = ()
        self._places: Sequence[_Place] = ()
        self._prints = Prints()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(say("Cards on the table"))

    def show_table(self, tableau: Tableau) -> None:
        """Show the piles: own ones first."""
        self._again = lambda: self.show_table(tableau)
        own = () if tableau.own is None else (tableau.own,)
        self._sides = (*own, *tableau.others)
        self.updateGeometry()
        self.renew()
        self.tell(" ".join(_about(side) for side in self._sides))

    def heap(self, spot: str) -> tuple[SideCards, Heap] | None:
        """What lies at a spot; None where no heap does."""
        found = (place for place in self._places if place.id == spot)
        return next(((place.side, place.heap) for place in found), None)

    def sizeHint(self) -> QSize:
        """Room for both sides one above the other."""
        width = max(self.width(), self.look.px(220))
        heights = [self._height(side, width) for side in self._sides]
        return QSize(self.look.px(240), round(sum(heights)) + self.look.px(_EDGE))

    def minimumSizeHint(self) -> QSize:
        """All of it: whoever shows it lets it scroll."""
        return QSize(self.look.px(160), self.sizeHint().height())

    # -- where everything lies

    def _per_row(self, width: float) -> int:
        look = self.look
        room = width - 2 * look.px(_EDGE) + look.px(_GAP)
        return max(1, int(room // (look.px(_CARD) + look.px(_GAP))))

    def _height(self, side: SideCards, width: float) -> float:
        look, rows = self.look, -(-len(side.heaps) // self._per_row(width))
        row = look.px(_CARD) * RATIO + look.px(_CAPTION) + look.px(_GAP)
        return look.px(_HEAD) + rows * row + look.px(_LINE) * len(side.effects) + look.px(_EDGE)

    def arrange(self) -> Sequence[Spot]:
        """A spot for each heap, and for each effect."""
        top, spots, places = 0.0, list[Spot](), list[_Place]()
        for side in self._sides:
            lying = self._lay(side, top)
            places += lying
            spots += [_spot_of(place) for place in lying]
            spots += self._effect_spots(side, top)
            top += self._height(side, self.width())
        self._places = places
        return spots

    def _lay(self, side: SideCards, top: float) -> list[_Place]:
        look, columns = self.look, self._per_row(self.width())
        width, gap = look.px(_CARD), look.px(_GAP)
        height = width * RATIO
        places = []
        for at, heap in enumerate(side.heaps):
            row, column = divmod(at, columns)
            x = look.px(_EDGE) + column * (width + gap)
            y = top + look.px(_HEAD) + row * (height + look.px(_CAPTION) + gap)
            box = QRectF(x, y, width, height)
            room = box.adjusted(-gap / 2, -2, gap / 2, look.px(_CAPTION))
            places.append(_Place(side, heap, box, room))
        return places

    def _effect_spots(self, side: SideCards, top: float) -> list[Spot]:
        look = self.look
        start = top + self._height(side, self.width()) - look.px(_EDGE)
        start -= look.px(_LINE) * len(side.effects)
        width = self.width() - 2 * look.px(_EDGE)
        return [
            Spot(
                f"effect:{side.suit.side}:{place}",
                QRectF(look.px(_EDGE), start + place * look.px(_LINE), width, look.px(_LINE)),
                effect_words(note),
                f"<b>{escape(effect_words(note))}</b><br>{escape(note.card.text)}",
            )
            for place, note in enumerate(side.effects)
        ]

    # -- how it is painted

    def paint_all(self, painter: QPainter) -> None:
        """Side by side: its head, its heaps, what is in force."""
        paint_cloth(painter, self.look, QRectF(self.rect()))
        top = 0.0
        for side in self._sides:
            self._paint_head(painter, side, top)
            top += self._height(side, self.width())
        for place in self._places:
            self._paint_heap(painter, place)
        self._paint_effects(painter)

    def _paint_head(self, painter: QPainter, side: SideCards, top: float) -> None:
        look, edge = self.look, self.look.px(_EDGE)
        box = QRectF(edge, top, self.width() - 2 * edge, look.px(_HEAD))
        tag = QRectF(edge, box.center().y() - look.px(6), look.px(12), look.px(12))
        take_up(painter, QColor("#f6ecd2"), QColor(side.suit.colour))
        painter.drawRect(tag)
        name = box.adjusted(look.px(20), 0, 0, 0)
        write(painter, look, name, side.suit.name, size=15, is_title=True)
        points = say("{signed} VP by cards", signed=signed(side.vp) if side.vp else "0")
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        write(painter, look, box, points, flags=right)

    def _paint_heap(self, painter: QPainter, place: _Place) -> None:
        look, heap, box = self.look, place.heap, place.box
        shown = min(heap.count, _THICK)
        if not shown:
            paint_place(painter, look, box)
        for layer in range(shown):
            lift = (shown - 1 - layer) * look.px(2)
            top = heap.open[-shown + layer] if heap.open else None
            face = Face(top, place.side.suit)
            corner = box.translated(-lift * 0.6, lift - look.px(2)).topLeft()
            self._prints.draw(painter, look, face, corner, look.px(_CARD))
        pile = say(PILES[heap.pile])
        words = f"{pile} {heap.count}" if heap.count else pile
        caption = QRectF(place.room.left(), box.bottom(), place.room.width(), look.px(_CAPTION))
        write(painter, look, caption, words, size=11.5, flags=Qt.AlignmentFlag.AlignCenter)

    def _paint_effects(self, painter: QPainter) -> None:
        boxes = {spot.id: spot.box for spot in self.spots}
        for side in self._sides:
            for place, note in enumerate(side.effects):
                box = boxes[f"effect:{side.suit.side}:{place}"]
                self._paint_effect(painter, box, side, note)

    def _paint_effect(
        self, painter: QPainter, box: QRectF, side: SideCards, note: EffectNote
    ) -> None:
        look, radius = self.look, self.look.px(4)
        fill = None if note.is_secret else QColor(side.suit.colour)
        take_up(painter, QColor("#f6ecd2"), fill)
        middle = QPointF(box.left() + radius + look.px(1), box.center().y())
        painter.drawEllipse(middle, radius, radius)
        start = box.adjusted(look.px(16), 0, 0, 0)
        write(painter, look, start, note.card.title, size=13, is_title=True)
        letters = look.serif(13)
        width = QFontMetricsF(letters).horizontalAdvance(note.card.title) + look.px(8)
        write(painter, look, start.adjusted(width, 0, 0, 0), _when(note), size=12)


def effect_words(note: EffectNote) -> str:
    """Something in force, in a sentence: `Area Defense on II Corps, until the turn ends`."""
    return f"{note.card.title} {_when(note)}"


def _when(note: EffectNote) -> str:
    on = say("on {on}, ", on=note.on) if note.on else ""
    return f"{on}{note.until}" + (say(", not known to the enemy") if note.is_secret else "")


_DECK_HINT = {Pile.DECK: mark("<br><i>Click for all cards that it began with</i>")}


def _spot_of(place: _Place) -> Spot:
    heap = place.heap
    whose = f"{place.side.suit.name} {say(PILES[heap.pile]).lower()}"
    words = f"{whose}: {count('{n} card', '{n} cards', heap.count)}"
    spoken = ": ".join((words, *([", ".join(c.title for c in heap.open)] if heap.open else ())))
    listed = "".join(f"<br>{card.number} {escape(card.title)}" for card in reversed(heap.open))
    hint = say("<br><i>Click to look through it</i>") if heap.open else _DECK_HINT.get(heap.pile)
    return Spot(place.id, place.room, spoken, f"{escape(words)}{listed}{hint or ''}")


def _about(side: SideCards) -> str:
    heaps = ", ".join(f"{say(PILES[heap.pile]).lower()} {heap.count}" for heap in side.heaps)
    effects = "".join(
        say(" In force: {effect}.", effect=effect_words(note)) for note in side.effects
    )
    return f"{side.suit.name}: {heaps}.{effects}"


# -- a card looked at


_LENS = 264  # of the card, pixels at 100 %
_LENS_EDGE = 14  # round it, for its shadow
_LENS_GAP = 6


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
        edge, width = 2 * self.look.px(_LENS_EDGE), self.look.px(_LENS)
        self.resize(width + edge, round(width * RATIO) + edge)
        self.move(self._corner(beside))
        self.show()
        self.update()

    def _corner(self, beside: QRect) -> QPoint:
        room, gap = self.screen().availableGeometry(), self.look.px(_LENS_GAP)
        left = beside.left() - self.width() - gap
        if left < room.left():
            left = beside.right() + gap
        top = beside.center().y() - self.height() // 2
        lowest = max(room.bottom() - self.height(), room.top())
        return QPoint(left, min(max(top, room.top()), lowest))

    def paintEvent(self, _: QPaintEvent) -> None:
        """The card."""
        painter = smooth(self)
        edge, width = self.look.px(_LENS_EDGE), self.look.px(_LENS)
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
        self._rule = ""
        self._frame, _ = card(self.words)
        self._frame.setToolTip(say("What the card that you point at does, and when it is played"))
        column(self, 0, 0, self.hand, self._frame, (scrolled(self.spread), 1))
        self.hand.taken.connect(self.taken)
        self.hand.looked.connect(self._look_at)
        self.spread.activated.connect(self._browse)
        self.words.linkActivated.connect(self.linkActivated)
        self.setFocusProxy(self.hand)
        self.setAccessibleName(say("Cards"))
        self.settle()

    def show_cards(self, tableau: Tableau | None, rule: str = "N23.1") -> None:
        """Show the cards of a game; of None, that it is played without, by which rule."""
        self._rule = rule
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
                "This game is played without cards. {rule_link}", rule_link=rule_link(self._rule)
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
