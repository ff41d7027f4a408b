"""The painting of cards at any size, face up and face down, and of the cloth that they lie on.

A card is 200 units wide and 280 high. Where it is small it shows what is read first (number,
title, VP) larger and leaves its text to whoever looks closer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from hexwar.cards.records import Card, CardKind
from hexwar.messages import mark, say
from hexwar.widgets import brushwork
from hexwar.widgets.brushwork import (
    Align,
    clear_pixmap,
    elided,
    faded,
    graded,
    kept,
    polygon,
    rounded,
    smooth,
    take_up,
)
from hexwar.widgets.cards.pictures import paint_picture
from hexwar.widgets.cards.records import NEUTRAL, Suit
from hexwar.widgets.drawings import drawing
from hexwar.widgets.fonts import SANS, SERIF, Typeface, font
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import signed
from hexwar.widgets.theme import Theme, Tint, theme, theme_file


@dataclass(frozen=True, slots=True)
class Stock:
    """The pasteboard that cards are printed on, and the cloth below them."""

    paper: str
    worn: str  # the paper at its edges
    ink: str
    faint: str
    line: str
    good: str  # VP that a card brings
    bad: str  # VP that it costs
    cloth: str
    cloth_edge: str
    on_cloth: str
    quiet_on_cloth: str
    glow: str  # round a card that can be played


KIND_WORDS: Mapping[CardKind, str] = MappingProxyType(
    {
        CardKind.MODE: mark("Mode"),
        CardKind.MARCH: mark("March"),
        CardKind.GAME: mark("Game"),
        CardKind.STATUS: mark("Status"),
        CardKind.ARRIVAL: mark("Arrival"),
        CardKind.TACTICS: mark("Tactics"),
        CardKind.LEADER: mark("Leader"),
    }
)


@cache
def stock_of(theme: Theme) -> Stock:
    """The pasteboard and the cloth of a theme."""
    return Stock(**theme_file("cards")["stock"]["dark" if theme.is_dark else "light"])


@cache
def kind_tint(kind: CardKind) -> Tint:
    """The band of a kind; the kind is written on the card too."""
    return Tint(*theme_file("cards")["kinds"][kind])


# -- the card


WIDTH, HEIGHT = 200.0, 280.0
RATIO = HEIGHT / WIDTH
_CORNER = 11.0
_READABLE = 150.0  # pixels wide from which the text is printed, at 100 %
_SERIF_MAX, _SERIF_MIN = 12.6, 8.6
_TEXT = QRectF(15, 162, 170, 98)
_STAR_ROOM = 1.25  # that a star takes, by the height of its letters
_Flag = Qt.TextFlag
_Align = Qt.AlignmentFlag


@dataclass(frozen=True, slots=True)
class Face:
    """How a card lies."""

    card: Card | None  # None: face down
    suit: Suit = NEUTRAL
    is_ready: bool = False  # it can be played: a glow lies round it
    is_barred: bool = False  # it cannot: it lies in the shade


def paint_card(painter: QPainter, look: Look, face: Face, box: QRectF) -> None:
    """Paint a card into a box of the window; the painter may be turned.

    The box's width says how large; its height should be `RATIO` times that.
    """
    stock = stock_of(look.theme)
    with kept(painter):
        painter.translate(box.topLeft())
        scale = box.width() / WIDTH
        painter.scale(scale, scale)
        _paint_shadow(painter, stock, is_ready=face.is_ready)
        if face.card is None:
            _paint_back(painter, face.suit, stock)
        else:
            device = painter.device()
            ratio = device.devicePixelRatioF() if device is not None else 1.0
            front = _Front(painter, stock, face.card, face.suit, scale * ratio)
            front.paint(has_text=box.width() >= _READABLE * min(look.scale, 1.0))
            if face.is_barred:
                painter.fillPath(_outline(), QColor(40, 34, 26, 66))


def _outline(inset: float = 0.0) -> QPainterPath:
    box = QRectF(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
    return rounded(box, max(_CORNER - inset, 2.0))


def _paint_shadow(painter: QPainter, stock: Stock, *, is_ready: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for reach in (6.0, 4.0, 2.0):
        painter.setBrush(QColor(12, 10, 6, 30))
        painter.drawPath(_outline(-reach).translated(1.5, 3.0))
    for reach, alpha in ((11.0, 50), (8.0, 90), (5.0, 255)) if is_ready else ():
        painter.setBrush(faded(stock.glow, alpha))
        painter.drawPath(_outline(-reach))


def _serif(size: float, *, bold: bool = False, italic: bool = False) -> QFont:
    return _letters(SERIF, size, QFont.Weight.DemiBold if bold else QFont.Weight.Normal, italic)


def _sans(size: float) -> QFont:
    return _letters(SANS, size, QFont.Weight.DemiBold, is_italic=False)


def _letters(face: Typeface, size: float, weight: QFont.Weight, is_italic: bool) -> QFont:
    """A font four times as large as so many units, for `_write`."""
    made = font(face, round(size * 4), weight, is_italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def _write(
    painter: QPainter, box: QRectF, words: str, letters: QFont, ink: QColor, flags: int
) -> None:
    """Write with letters that are four times too large, so that every size is exact."""
    with kept(painter):
        painter.translate(box.topLeft())
        painter.scale(0.25, 0.25)
        painter.setFont(letters)
        painter.setPen(ink)
        painter.drawText(QRectF(0, 0, box.width() * 4, box.height() * 4), flags, words)


def _extent_of(words: str, letters: QFont, width: float) -> QSizeF:
    """How much room a text takes that wraps at a width; a word that is too long goes beyond."""
    room = QRectF(0, 0, width * 4, 10_000)
    return QFontMetricsF(letters).boundingRect(room, int(_Flag.TextWordWrap), words).size() / 4


_CENTRE = int(_Align.AlignCenter)
_WRAPPED = int(_Align.AlignHCenter) | int(_Align.AlignVCenter) | int(_Flag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class _Front:
    """The face of one card while it is painted."""

    painter: QPainter
    stock: Stock
    card: Card
    suit: Suit
    unit: float  # device pixels to a unit

    @property
    def tint(self) -> Tint:
        return kind_tint(self.card.kind)

    def paint(self, *, has_text: bool) -> None:
        self._paper()
        if has_text:
            self._band(34.0, 15.0)
            self._title(QRectF(13, 41, 174, 37), 18.0)
            self._picture(QRectF(14, 80, 172, 78))
            self._text()
            self._foot()
        else:
            self._band(54.0, 25.0)
            self._title(QRectF(10, 57, 180, 92), 29.0)
            self._picture(QRectF(12, 150, 176, 80))
            self._kind(QRectF(8, 233, WIDTH - 16, 40), self._kind_word, 23, 106)

    def _paper(self) -> None:
        paper = QLinearGradient(0, 0, WIDTH * 0.4, HEIGHT)
        graded(paper, (0, self.stock.paper), (1, self.stock.worn))
        take_up(self.painter, QPen(QColor(60, 46, 30, 150), 1.0), paper)
        self.painter.drawPath(_outline())
        take_up(self.painter, QPen(QColor(self.tint.field), 1.6))
        self.painter.drawPath(_outline(5.0))

    def _band(self, height: float, radius: float) -> None:
        """The coloured head: number at the left, movement allowance in the middle, VP right."""
        painter, tint = self.painter, self.tint
        with kept(painter):
            painter.setClipPath(_outline(5.0))
            band = QLinearGradient(0, 5, 0, 5 + height)
            graded(band, (0, QColor(tint.field).lighter(114)), (1, tint.field))
            painter.fillRect(QRectF(5, 5, WIDTH - 10, height), band)
        middle = 5 + height / 2
        self._seal(QPointF(10 + radius, middle), radius, str(self.card.number), QColor(tint.field))
        vp = self.card.vp
        ink = self.stock.good if vp > 0 else self.stock.bad if vp < 0 else self.stock.faint
        words = signed(vp) if vp else "0"
        right = QPointF(WIDTH - 10 - radius, middle)
        self._seal(right, radius, words, QColor(ink), "VP")
        room = WIDTH - 4 * radius - 26
        self._allowance(QPointF(WIDTH / 2, middle), min(radius * 0.92, room / 5))

    def _seal(self, at: QPointF, radius: float, words: str, ink: QColor, below: str = "") -> None:
        """A number on a round piece of paper."""
        painter = self.painter
        take_up(painter, QPen(ink, radius * 0.09), QColor(self.stock.paper))
        painter.drawEllipse(at, radius, radius)
        size = radius * (1.2 if len(words) < 3 else 1.0)
        lift = radius * 0.22 if below else 0.0
        box = QRectF(at.x() - radius, at.y() - radius - lift, 2 * radius, 2 * radius)
        _write(painter, box, words, _sans(size), ink, _CENTRE)
        if below:
            foot = QRectF(at.x() - radius, at.y() + radius * 0.28, 2 * radius, radius * 0.55)
            _write(painter, foot, below, _sans(radius * 0.52), ink, _CENTRE)

    def _allowance(self, at: QPointF, size: float) -> None:
        """MP of foot and horse, each behind the sign of its arm; nothing on a Tactics card."""
        if self.card.allowance is None:
            return
        letters, ink = _sans(size * 1.2), QColor(self.tint.ink)
        left = at.x() - 2.5 * size
        for mp, is_horse in zip(self.card.allowance, (False, True), strict=True):
            sign = QRectF(left, at.y() - size * 0.46, size * 1.36, size * 0.92)
            self._sign_of_arm(sign, ink, is_horse=is_horse)
            box = QRectF(sign.right(), at.y() - size, size, 2 * size)
            _write(self.painter, box, str(mp), letters, ink, _CENTRE)
            left += 2.65 * size

    def _sign_of_arm(self, box: QRectF, ink: QColor, *, is_horse: bool) -> None:
        painter = self.painter
        take_up(painter, QPen(ink, box.height() * 0.11))
        painter.drawRect(box)
        painter.drawLine(box.bottomLeft(), box.topRight())
        if not is_horse:
            painter.drawLine(box.topLeft(), box.bottomRight())

    def _title(self, box: QRectF, largest: float) -> None:
        """The title, as large as it fits; an enduring card has a star before it."""
        words, size = self.card.title, largest
        while size > largest * 0.5 and not self._fits(words, size, box):
            size -= largest / 24
        letters = _serif(size, bold=True)
        if self.card.is_enduring:
            box = box.adjusted(size * _STAR_ROOM, 0, 0, 0)
            width = min(_extent_of(words, letters, box.width()).width(), box.width())
            at = QPointF(box.center().x() - width / 2 - size * 0.62, box.center().y())
            take_up(self.painter, QPen(QColor(self.stock.ink), size * 0.04), QColor("#d6a02c"))
            self.painter.drawPolygon(star(at, size * 0.5))
        _write(self.painter, box, words, letters, QColor(self.stock.ink), _WRAPPED)

    def _fits(self, words: str, size: float, box: QRectF) -> bool:
        letters = _serif(size, bold=True)
        width = box.width() - (size * _STAR_ROOM if self.card.is_enduring else 0)
        extent = _extent_of(words, letters, width)
        return extent.width() <= width and extent.height() <= box.height()

    def _picture(self, box: QRectF) -> None:
        paint_picture(self.painter, self.card, self.suit, box, self.unit)
        take_up(self.painter, QPen(QColor(self.stock.ink), 0.9))
        self.painter.drawRect(box)

    def _text(self) -> None:
        """What it does, and below it when it is of no use; as large as both fit."""
        box = _TEXT
        words, condition, size = self.card.text, self._condition(), _SERIF_MAX
        while size > _SERIF_MIN and self._text_height(size) > box.height():
            size -= 0.2
        letters, slanted = _serif(size), _serif(size * 0.92, italic=True)
        top = _extent_of(words, letters, box.width()).height()
        start = box.top() + max(0.0, (box.height() - self._text_height(size)) / 2)
        flags = int(_Align.AlignHCenter) | int(_Align.AlignTop) | int(_Flag.TextWordWrap)
        body = QRectF(box.left(), start, box.width(), top + 2)
        _write(self.painter, body, words, letters, QColor(self.stock.ink), flags)
        below = QRectF(box.left(), start + top + size * 0.35, box.width(), box.height())
        _write(self.painter, below, condition, slanted, QColor(self.stock.faint), flags)

    def _condition(self) -> str:
        sentence = self.card.condition
        if sentence.split(" ", 1)[0] in _COMMON:
            sentence = sentence[0].lower() + sentence[1:]
        return say("Of no use if: {lowered}", lowered=sentence) if sentence else ""

    def _text_height(self, size: float = _SERIF_MIN) -> float:
        height = _extent_of(self.card.text, _serif(size), _TEXT.width()).height()
        if condition := self._condition():
            slanted = _serif(size * 0.92, italic=True)
            height += size * 0.35 + _extent_of(condition, slanted, _TEXT.width()).height()
        return height

    def _foot(self) -> None:
        """The kind, and what else must be known of it."""
        words = [self._kind_word]
        words += [say("FACE DOWN")] if self.card.is_hidden else []
        words += [say("SUPPLY CHECK")] if self.card.checks_supply else []
        words += ["ENDURING"] if self.card.is_enduring else []
        self.painter.setPen(QPen(QColor(self.stock.line), 0.8))
        self.painter.drawLine(QPointF(18, 261.5), QPointF(WIDTH - 18, 261.5))
        self._kind(QRectF(10, 261, WIDTH - 20, 12), "  ·  ".join(words), 7.6, 108)

    @property
    def _kind_word(self) -> str:
        return say(KIND_WORDS[self.card.kind]).upper()

    def _kind(self, box: QRectF, words: str, size: float, spacing: float) -> None:
        letters = _sans(size)
        letters.setLetterSpacing(QFont.SpacingType.PercentageSpacing, spacing)
        _write(self.painter, box, words, letters, QColor(self.tint.field), _CENTRE)


def room_for(card: Card) -> tuple[float, float]:
    """The height that a card's text takes in its smallest letters, and the height there is."""
    front = _Front(QPainter(), stock_of(theme("light")), card, NEUTRAL, 1.0)
    return front._text_height(), _TEXT.height()


_COMMON = {"You", "None", "Your", "No", "Each", "Nothing", "There", "They", "The", "It", "All"}
"""First words of a sentence that lose their capital as the rest of another."""


def star(at: QPointF, radius: float) -> QPolygonF:
    """A star with five points."""
    turns = [math.radians(place * 36.0 - 90.0) for place in range(10)]
    rays = [QPointF(math.cos(turn), math.sin(turn)) for turn in turns]
    reaches = (radius, radius * 0.42)
    return polygon(at + ray * reaches[place % 2] for place, ray in enumerate(rays))


# -- the back


def _paint_back(painter: QPainter, suit: Suit, stock: Stock) -> None:
    """A lattice in the colour of its side, and a laurel with the side's letter."""
    colour = QColor(suit.colour)
    dyes = (
        ("paper", stock.paper),
        ("light", colour.lighter(112).name()),
        ("deep", colour.darker(128).name()),
        ("dark", colour.darker(135).name()),
    )
    drawing("cards/card-back", dyes).render(painter, QRectF(0, 0, WIDTH, HEIGHT))
    letter = suit.name[:1] or "\N{FLEUR-DE-LIS}"
    box = QRectF(WIDTH / 2 - 40, HEIGHT / 2 - 42, 80, 80)
    _write(painter, box, letter, _serif(52, bold=True), QColor("#e4c982"), _CENTRE)


# -- the cloth, and what is written on it


def paint_cloth(painter: QPainter, look: Look, box: QRectF) -> None:
    """Green cloth, a little darker towards its edges."""
    stock = stock_of(look.theme)
    reach = max(box.width(), box.height()) * 0.75
    light = QRadialGradient(box.center(), reach)
    painter.fillRect(box, graded(light, (0, stock.cloth), (1, stock.cloth_edge)))


def write(
    painter: QPainter,
    look: Look,
    box: QRectF,
    words: str,
    *,
    size: float = 12.5,
    flags: Align = Align.AlignLeft | Align.AlignVCenter,
    is_title: bool = False,
) -> None:
    """Write a line on the cloth; what is too long ends in dots."""
    stock, letters = stock_of(look.theme), look.serif(size) if is_title else look.sans(size)
    ink = QColor(stock.on_cloth if is_title else stock.quiet_on_cloth)
    brushwork.write(painter, box, elided(words, letters, box.width()), letters, ink, flags)


def paint_place(painter: QPainter, look: Look, box: QRectF) -> None:
    """An empty place for a pile: an outline on the cloth."""
    ink = faded(stock_of(look.theme).on_cloth, 70)
    take_up(painter, QPen(ink, look.px(1), Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box, look.px(4), look.px(4))


# -- prints


_MOST = 200
"""How many pictures are kept; then all are thrown away, and those in sight painted anew."""

_EDGE = 0.07  # round a card for its shadow and its glow, in widths


class Prints:
    """Pictures of cards by face, width and theme."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Face, int, str, int], QPixmap] = {}

    def draw(self, painter: QPainter, look: Look, face: Face, corner: QPointF, width: int) -> None:
        """Draw a card that lies straight; its upper left corner and its width in pixels."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        edge = margin(width)
        at = QPointF(round(corner.x()) - edge, round(corner.y()) - edge)
        painter.drawPixmap(at, self.picture(look, face, width, ratio))

    def picture(self, look: Look, face: Face, width: int, ratio: float) -> QPixmap:
        """A card by itself, with room round it for its shadow; `ratio` device pixels to a pixel."""
        key = (face, width, look.theme.name, round(ratio * 100))
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            found = self._kept[key] = _painted(look, face, width, ratio)
        return found


def margin(width: int) -> int:
    """The room round a card in its picture, pixels."""
    return max(2, round(width * _EDGE))


def _painted(look: Look, face: Face, width: int, ratio: float) -> QPixmap:
    edge = margin(width)
    made = clear_pixmap(width + 2 * edge, round(width * RATIO) + 2 * edge, ratio)
    painter = smooth(made)
    paint_card(painter, look, face, QRectF(edge, edge, width, width * RATIO))
    painter.end()
    return made
