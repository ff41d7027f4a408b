"""The chit cups: chits left, face down, and those drawn, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import count, say
from hexwar.systems.nlc.panels.describe import chit_of, formation_title
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import COMMON, coordinated_side
from hexwar.table.forces import Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

_HEIGHT, _CUP, _CHIT = 62, 92, 44  # pixels at 100 %
_LEATHER = ("#7a4f31", "#4a2c1a", "#2e1a0e")


@dataclass(frozen=True, slots=True)
class _Cup:
    """A cup and how many chits are in it."""

    id: str
    name: str
    left: int
    colour: QColor
    in_turn: bool = False  # the next chit comes from it


class ChitCup(SpotPanel):
    """One or two cups, then the drawn chits; the one that acts bears a ring."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._state: GameState | None = None
        self._cups: Sequence[_Cup] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Chit cups"))

    def show_chits(self, state: GameState) -> None:
        """Show the cups and what was drawn from them this turn."""
        self._again = lambda: self.show_chits(state)
        self._state = state
        self._cups = self._read_cups(state)
        self.renew()
        self.tell(self._summary(state))

    def sizeHint(self) -> QSize:
        """Room for both cups and a dozen chits side by side."""
        return QSize(self.look.px(2 * _CUP + 12 * _CHIT), self.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Drawn chits overlap where room is short."""
        return QSize(self.look.px(2 * _CUP + 3 * _CHIT), self.look.px(_HEIGHT))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each cup and each drawn chit."""
        state = self._state
        if state is None:
            return ()
        return [*self._cup_spots(), *self._chit_spots(state)]

    def paint_all(self, painter: QPainter) -> None:
        """Cups at the left, drawn chits behind them."""
        state = self._state
        if state is None:
            return
        painter.fillRect(self.rect(), self.look.colour("paper"))
        for cup, spot in zip(self._cups, self._spots, strict=False):
            self._paint_cup(painter, spot.box, cup)
        chits = self._spots[len(self._cups) :]
        if not chits:
            self._paint_nothing(painter, state)
        for place, (formation, spot) in enumerate(zip(state.chits.drawn, chits, strict=True)):
            spent = not _is_acting(state, place)
            face = chit_of(state.battle, formation, spent=spent)
            self.look.paint_counter(painter, face, spot.box.topLeft(), spot.box.width())
            if not spent:
                self._paint_ring(painter, spot.box)

    def _read_cups(self, state: GameState) -> list[_Cup]:
        battle = state.battle
        if battle.options.get("cups") == COMMON:
            left = sum(len(cup) for cup in state.chits.cups.values())
            return [_Cup("common", say("Common cup"), left, self.look.colour("faint"))]
        return [self._cup_of(state, side) for side in battle.sides]

    def _cup_of(self, state: GameState, side: Side) -> _Cup:
        name = say("{side} cup", side=state.battle.side_names[side])
        left = len(state.chits.cups.get(side, ()))
        colour = self.look.side(state.battle, side)
        return _Cup(side, name, left, colour, state.chits.cup_in_turn == side)

    def _summary(self, state: GameState) -> str:
        cups = ", ".join(
            say("{cup}: {chits} left", cup=cup.name, chits=_chits(cup.left)) for cup in self._cups
        )
        drawn = ", ".join(formation_title(state.battle, f) for f in state.chits.drawn)
        return say("{cups}. Drawn: {what}.", cups=cups, what=drawn or say("none"))

    def _cup_spots(self) -> list[Spot]:
        look = self.look
        width, gap = look.px(_CUP), look.px(4)
        return [
            Spot(
                cup.id,
                QRectF(place * width + gap, gap, width - 2 * gap, self.height() - 2 * gap),
                say("{cup}: {chits} left", cup=cup.name, chits=_chits(cup.left)),
                say(
                    "<b>{cup}</b><br>{chits} left, face down",
                    cup=escape(cup.name),
                    chits=_chits(cup.left),
                ),
            )
            for place, cup in enumerate(self._cups)
        ]

    def _chit_spots(self, state: GameState) -> list[Spot]:
        look, drawn = self.look, state.chits.drawn
        left = len(self._cups) * look.px(_CUP) + look.px(12)
        edge = look.px(_CHIT)
        room = self.width() - left - edge - look.px(8)
        step = min(edge + look.px(6), room / max(len(drawn) - 1, 1))
        top = (self.height() - edge) / 2
        return [
            Spot(
                f"formation:{id_}" if id_ in state.battle.formations else f"chit:{id_}",
                QRectF(round(left + place * step), round(top), edge, edge),
                self._chit_words(state, place),
                escape(self._chit_words(state, place)),
            )
            for place, id_ in enumerate(drawn)
        ]

    def _chit_words(self, state: GameState, place: int) -> str:
        formation = state.chits.drawn[place]
        verb = say("acts now") if _is_acting(state, place) else say("was drawn")
        return f"{place + 1}. {formation_title(state.battle, formation)} {verb}"

    def _paint_ring(self, painter: QPainter, box: QRectF) -> None:
        """Round the chit whose formation acts."""
        look, reach = self.look, self.look.px(3)
        ring = box.adjusted(-reach, -reach, reach, reach)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("ink"), look.px(4.4)))
        painter.drawEllipse(ring)
        painter.setPen(QPen(QColor(look.theme.overlays["selection"]), look.px(3)))
        painter.drawEllipse(ring)

    def _paint_nothing(self, painter: QPainter, state: GameState) -> None:
        look = self.look
        left = len(self._cups) * look.px(_CUP) + look.px(16)
        box = QRectF(left, 0, self.width() - left, self.height())
        painter.setPen(look.colour("faint"))
        painter.setFont(look.sans(13))
        in_cups = any(state.chits.cups.values())
        words = say("No chit drawn yet.") if in_cups else say("The cups are empty.")
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_cup(self, painter: QPainter, box: QRectF, cup: _Cup) -> None:
        look = self.look
        height, width = look.px(48), look.px(40)
        body = QRectF(box.left() + look.px(2), box.center().y() - height / 2, width, height)
        _paint_leather(painter, look, body, cup)
        words = QRectF(body.right() + look.px(7), body.top(), look.px(40), height)
        painter.setPen(look.colour("ink"))
        painter.setFont(look.serif(22))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, str(cup.left))


def _is_acting(state: GameState, place: int) -> bool:
    """Whether a chit's formation acts, or those of a Coordinated Action that was drawn last."""
    acting, chit = state.activation, state.chits.drawn[place]
    if acting is None:
        return False
    is_last = place == len(state.chits.drawn) - 1
    return chit == acting.formation or (is_last and coordinated_side(chit) == acting.side)


def _chits(number: int) -> str:
    return count("{n} chit", "{n} chits", number)


def _paint_leather(painter: QPainter, look: Look, body: QRectF, cup: _Cup) -> None:
    """A leather dice cup with a band in the side's colour; turned over when it is empty."""
    painter.save()
    if not cup.left:
        painter.setOpacity(0.45)
    rim, foot = body.height() * 0.13, body.width() * 0.1
    upper = QRectF(body.left(), body.top(), body.width(), 2 * rim)
    side = QPainterPath(QPointF(body.left(), body.top() + rim))
    side.lineTo(QPointF(body.left() + foot, body.bottom() - rim))
    lower = QRectF(body.left() + foot, body.bottom() - 2 * rim, body.width() - 2 * foot, 2 * rim)
    side.arcTo(lower, 180, 180)
    side.lineTo(QPointF(body.right(), body.top() + rim))
    side.arcTo(upper, 0, -180)
    brush = QLinearGradient(body.topLeft(), body.topRight())
    for place, tone in zip((0.0, 0.45, 1.0), (_LEATHER[1], _LEATHER[0], _LEATHER[2]), strict=True):
        brush.setColorAt(place, QColor(tone))
    painter.setPen(QPen(QColor(_LEATHER[2]), look.px(1)))
    painter.setBrush(brush)
    painter.drawPath(side)
    _paint_band(painter, look, body, side, cup.colour)
    painter.setBrush(QColor("#1b0f07"))
    width = 2.4 if cup.in_turn else 1.2
    painter.setPen(QPen(QColor("#e2b75d" if cup.in_turn else _LEATHER[0]), look.px(width)))
    painter.drawEllipse(upper)
    painter.restore()


def _paint_band(
    painter: QPainter, look: Look, body: QRectF, side: QPainterPath, colour: QColor
) -> None:
    band = QPainterPath()
    band.addRect(QRectF(body.left(), body.center().y() - look.px(3), body.width(), look.px(11)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(band.intersected(side))
