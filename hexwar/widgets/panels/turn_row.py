"""The turn of a game whose turns are numbered, with the points and losses of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import say
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.brushwork import Align, elided, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

_HEIGHT, _SLIM, _LINE = 62, 33, 25  # pixels at 100 %
_BOX = 24  # the width of a turn that has room


@dataclass(frozen=True, slots=True)
class Count:
    """What a side has come to."""

    side: Side
    vp: int
    lost: int  # units
    limit: int  # units at which it breaks
    words: str


@dataclass(frozen=True, slots=True)
class TurnCount:
    """What the row shows."""

    battle: Battle
    turn: int
    last: int
    sides: tuple[Count, ...]


class TurnRow(SpotPanel):
    """A box a turn, the present one filled; below, the points and losses of each side.

    A slim one has the turn and the points in one line.
    """

    wide, least = QSize(340, _HEIGHT), QSize(230, _HEIGHT)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._shown: TurnCount | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Turns and points"))

    def sizeHint(self) -> QSize:
        """Two lines, or one of a slim row."""
        return self._slimmed(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Likewise."""
        return self._slimmed(super().minimumSizeHint())

    def _slimmed(self, size: QSize) -> QSize:
        return QSize(size.width(), self.look.px(_SLIM)) if self.is_slim else size

    def show_count(self, count: TurnCount) -> None:
        """Show another turn, or other points."""
        self._again = lambda: self.show_count(count)
        self._shown = count
        self.renew()
        self.select(str(count.turn))
        turn = say("Turn {n} of {last}", n=count.turn, last=count.last)
        self.tell(". ".join((turn, *(one.words for one in count.sides))))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each turn that has room, and one for each side."""
        shown = self._shown
        if shown is None:
            return ()
        turns, sides = self._lines()
        return [*self._turn_spots(shown, turns), *self._side_spots(shown, sides)]

    def _lines(self) -> tuple[QRectF, QRectF]:
        look, edge = self.look, self.look.px(4)
        line, width = look.px(_LINE), self.width() - 2 * edge
        if self.is_slim:
            part = width * 0.36
            return (
                QRectF(edge, edge, part, line),
                QRectF(edge + part, edge, width - part, line),
            )
        upper = QRectF(edge, edge, width, line)
        return upper, upper.translated(0, line + edge)

    def _turn_spots(self, shown: TurnCount, line: QRectF) -> Sequence[Spot]:
        head = self._head_width
        room = line.width() - head
        numbers = list(range(1, shown.last + 1))
        if self.is_slim or room < self.look.px(_BOX) * 0.75 * shown.last:
            numbers = [max(shown.turn, 1)]
            return [Spot(str(numbers[0]), line, self._turn_words(numbers[0]))]
        box = min(room / shown.last, self.look.px(34))
        return [
            Spot(
                str(n),
                QRectF(line.left() + head + box * (n - 1), line.top(), box - 2, line.height()),
                self._turn_words(n),
                self._turn_words(n),
            )
            for n in numbers
        ]

    @property
    def _head_width(self) -> float:
        return self.look.px(96)

    def _turn_words(self, number: int) -> str:
        last = 0 if self._shown is None else self._shown.last
        return say("Turn {n} of {last}", n=number, last=last)

    def _side_spots(self, shown: TurnCount, line: QRectF) -> Sequence[Spot]:
        width = line.width() / max(1, len(shown.sides))
        return [
            Spot(
                f"vp:{count.side}",
                QRectF(line.left() + width * n, line.top(), width - self.look.px(4), line.height()),
                count.words,
                count.words,
            )
            for n, count in enumerate(shown.sides)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The turns, then the sides."""
        shown, look = self._shown, self.look
        painter.fillRect(self.rect(), look.colour("paper"))
        if shown is None:
            return
        turns, _ = self._lines()
        boxes = [spot for spot in self.spots if spot.id.isdecimal()]
        head = QRectF(turns.left(), turns.top(), turns.width(), turns.height())
        if len(boxes) > 1:
            head.setWidth(self._head_width)
            for spot in boxes:
                self._paint_turn(painter, spot, is_now=spot.id == str(shown.turn))
        words = self._turn_words(max(shown.turn, 1))
        letters = look.sans(13, bold=True)
        write(painter, head, elided(words, letters, head.width()), letters, look.colour("ink"))
        for spot, count in zip(self.spots[len(boxes) :], shown.sides, strict=True):
            self._paint_side(painter, spot.box, shown.battle, count)

    def _paint_turn(self, painter: QPainter, spot: Spot, *, is_now: bool) -> None:
        look, window = self.look, self.look.theme.window
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(look.colour("sunken"))
        ink = look.colour("faint")
        if is_now:
            painter.setBrush(QColor(window.accent))
            ink = QColor(window.on_accent)
        painter.drawRoundedRect(spot.box, look.px(3), look.px(3))
        letters = look.sans(12, bold=is_now)
        write(painter, spot.box, spot.id, letters, ink, Align.AlignCenter)

    def _paint_side(self, painter: QPainter, box: QRectF, battle: Battle, count: Count) -> None:
        look = self.look
        band = QRectF(box.left(), box.top(), look.px(5), box.height())
        painter.fillRect(band, look.side(battle, count.side))
        inner = box.adjusted(look.px(9), 0, 0, 0)
        name = battle.side_names[count.side]
        short = {"vp": count.vp, "lost": count.lost, "limit": count.limit}
        ways = (
            say("{side} {vp} VP, lost {lost}/{limit}", side=name, **short),
            say("{vp} VP, lost {lost}/{limit}", **short),
            say("{vp} VP", vp=count.vp),
        )
        letters = look.sans(12)
        fits = (words for words in ways if elided(words, letters, inner.width()) == words)
        write(painter, inner, next(fits, ways[-1]), letters, look.colour("ink"))
