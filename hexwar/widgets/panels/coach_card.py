"""The card of a lesson, and the ring that glows round what it speaks of."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import product

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.messages import say
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, label, row, rule_link
from hexwar.widgets.words import keyless, speak

WIDTH = 336
"""Of the card, pixels at 100 %."""

AIR = 12
"""Between the card and the edge of the board, and what it speaks of; pixels."""

_STEP_ASIDE = 3  # counters that a card would rather cover than lie beside the board

_BEAT_MS, _PERIOD = 50, 1.5  # of the glow: between two pictures, and seconds from glow to glow
_RING = 10  # how far the glow reaches beyond its target, pixels
_STRONG = re.compile(r"\*([^*]+)\*")


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card says; `*words*` between stars stand out."""

    lesson: str  # its title
    place: int  # of the card, from 1
    count: int
    title: str
    text: str
    why: str = ""
    rule: str = ""
    remark: str = ""  # said to who has clicked elsewhere


@dataclass(frozen=True, slots=True)
class CardButtons:
    """Which buttons a card has."""

    forward: str = ""  # the words of the main one; empty: none
    back: bool = False
    show: bool = False
    undo: bool = False


class CoachCard(Panel):
    """One step of a lesson: what, where and why, and the buttons that go on."""

    forwardAsked = Signal()
    backAsked = Signal()
    showAsked = Signal()
    undoAsked = Signal()
    leaveAsked = Signal()
    againAsked = Signal()

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._window = parent
        self.setObjectName("coach")
        self.head, self.title = label("quiet"), label("heading")
        self.text, self.why, self.remark = label(), label("quiet"), label("refusal")
        self.forward, self.back = button(say("Next"), "main"), button(say("Back"))
        self.show_me, self.undo = button(say("Show me")), button(say("Take it back"), "main")
        self.leave = label("quiet", _ways_out(is_begun=False))
        self.leave.setWordWrap(False)
        top = row(8, (self.head, 1), self.leave)
        buttons = row(8, None, self.back, self.show_me, self.undo, self.forward)
        self._column = column(
            self, 14, 6, top, self.title, self.text, self.why, self.remark, buttons
        )
        self._connect()
        self.settle()
        self.hide()

    def _connect(self) -> None:
        self.forward.clicked.connect(self.forwardAsked)
        self.back.clicked.connect(self.backAsked)
        self.show_me.clicked.connect(self.showAsked)
        self.undo.clicked.connect(self.undoAsked)
        self.leave.linkActivated.connect(self._go)
        for part in (self.text, self.why, self.remark):
            part.linkActivated.connect(self.linkActivated)
        self.show_me.setToolTip(say("The program does this step for you"))
        self.undo.setToolTip(say("Back to where this step began"))
        self.leave.setToolTip(say("Who leaves can go on here another time"))

    def _go(self, link: str) -> None:
        (self.againAsked if link == "again" else self.leaveAsked).emit()

    def tell(self, words: CardText, buttons: CardButtons) -> None:
        """Say a step."""
        where = say("{lesson}: {w.place} of {w.count}", lesson=say(words.lesson), w=words)
        self.head.setText(escape(where))
        self.leave.setText(_ways_out(is_begun=words.place > 1))
        self.title.setText(_html(words.title))
        self.text.setText(_html(words.text))
        link = f" <small>{rule_link(words.rule)}</small>" if words.rule else ""
        self.why.setText(f"{_html(words.why)}{link}")
        self.why.setVisible(bool(words.why or words.rule))
        self.remark.setText(_html(words.remark))
        self.remark.setVisible(bool(words.remark))
        self.forward.setText(keyless(buttons.forward or say("Next")))
        self.forward.setVisible(bool(buttons.forward))
        for part, is_there in (
            (self.back, buttons.back),
            (self.show_me, buttons.show),
            (self.undo, buttons.undo),
        ):
            part.setVisible(is_there)
        self.setAccessibleName(words.title)
        speak(self, " ".join((words.title, words.text, words.remark)))
        self.fit()

    def fit(self) -> None:
        """As high as its words need."""
        width = min(self.look.px(WIDTH), max(self._window.width() - 2 * AIR, 1))
        self.setFixedWidth(width)
        self._column.activate()
        self.setFixedHeight(self._column.heightForWidth(width))

    def dress(self) -> None:
        """Its words in the scale of the window."""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _: QPaintEvent) -> None:
        """A sheet of paper with a coloured edge, which stands out from the board."""
        painter, box = smooth(self), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(self.look.colour("focus"), 2))
        painter.setBrush(self.look.colour("base"))
        painter.drawRoundedRect(box, 6, 6)


def _ways_out(*, is_begun: bool) -> str:
    """Links out of a lesson: to its beginning, once it has begun, and to the start page."""
    again = f'<a href="again">{escape(say("Begin again"))}</a> \N{MIDDLE DOT} ' if is_begun else ""
    return f'{again}<a href="leave">{escape(say("Leave"))}</a>'


def _html(words: str) -> str:
    """Words of a lesson as HTML."""
    return _STRONG.sub(r"<b>\1</b>", escape(say(words), quote=False)) if words else ""


def best_place(
    size: QSize,
    rooms: Sequence[QRect],
    shuns: Sequence[Sequence[QRect]],
    mind: Sequence[QRect],
    near: QRect,
) -> QPoint:
    """Where a card lies at the edge of a room: off all that it must not cover, near its target.

    Corners and the middles of the edges are tried. The place that covers least of what it shuns
    first is taken, then of the rest that it shuns, then of what it minds; a later room counts for
    some things minded, so that it is taken where the first is crowded.
    """

    def cost(found: tuple[int, QPoint]) -> tuple[list[int], int, float]:
        which, place = found
        box = QRect(place, size).adjusted(-AIR, -AIR, AIR, AIR)
        covered = [sum(_area(box.intersected(other)) for other in shun) for shun in shuns]
        minded = sum(box.intersects(other) for other in mind) + _STEP_ASIDE * which
        way = box.center() - near.center()
        return covered, minded, math.hypot(way.x(), way.y())

    whole = rooms[-1]
    places = [
        (which, place)
        for which, room in enumerate(rooms)
        for place in _places(size, room)
        if which == len(rooms) - 1 or whole.contains(QRect(place, size))
    ]
    return min(places, key=cost)[1]


def _places(size: QSize, room: QRect) -> Sequence[QPoint]:
    """The corners and the middles of the edges of a room, for a thing of a size."""
    inner = room.adjusted(AIR, AIR, -AIR, -AIR)
    right = max(inner.right() - size.width() + 1, room.left())
    low = max(inner.bottom() - size.height() + 1, room.top())
    left, top = min(inner.left(), right), min(inner.top(), low)
    xs, ys = (left, (left + right) // 2, right), (top, (top + low) // 2, low)
    return [QPoint(x, y) for x, y in product(xs, ys) if (x, y) != (xs[1], ys[1])]


def _area(box: QRect) -> int:
    return max(box.width(), 0) * max(box.height(), 0)


class Glow(QWidget):
    """A ring that swells and fades round a target; the mouse goes through it."""

    def __init__(self, colour: QColor, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setObjectName("glow")
        self._window = parent
        self._colour, self._phase = QColor(colour), 0.0
        self.target = QRect()
        """What it goes round, in the coordinates of the window."""
        self._is_hex = False
        self._beat = QTimer(self, interval=_BEAT_MS)
        self._beat.timeout.connect(self._swell)
        self.hide()

    def show_round(self, box: QRect, *, is_hex: bool, on: QWidget) -> None:
        """Go round a box of the window, or round the hex in it, on the window or on a menu."""
        if on is not self.parentWidget():
            self.setParent(on)
        if (box, is_hex) != (self.target, self._is_hex) or not self.isVisible():
            self.target, self._is_hex = QRect(box), is_hex
            corner = on.mapFromGlobal(self._window.mapToGlobal(box.topLeft()))
            here = QRect(corner, box.size())
            self.setGeometry(here.adjusted(-_RING, -_RING, _RING, _RING))
            self.show()
            self.raise_()
        if not self._beat.isActive():
            self._beat.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing runs on while nobody looks."""
        self._beat.stop()
        super().hideEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        """A bright ring within a wider, paler one."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strength = 0.5 + 0.5 * math.sin(2 * math.pi * self._phase)
        box = QRectF(self.rect()).adjusted(_RING, _RING, -_RING, -_RING)
        for grown, width, alpha in (
            (4.0, 8.0, 60 + 60 * strength),
            (2.0, 3.0, 190 + 65 * strength),
        ):
            colour = QColor(self._colour)
            colour.setAlpha(round(alpha))
            painter.setPen(QPen(colour, width))
            painter.drawPath(self._outline(box.adjusted(-grown, -grown, grown, grown)))

    def _outline(self, box: QRectF) -> QPainterPath:
        path = QPainterPath()
        if not self._is_hex:
            path.addRoundedRect(box, 6, 6)
            return path
        middle, x, y = box.center(), box.width() / 2, box.height() / 2
        corners = ((-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0))
        path.addPolygon(QPolygonF([middle + QPointF(a * x, b * y) for a, b in corners]))
        path.closeSubpath()
        return path

    def _swell(self) -> None:
        self._phase = (self._phase + _BEAT_MS / 1000 / _PERIOD) % 1
        self.update()
