"""The dice of a game so far: how often and how high each side threw, and the last throws."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.messages import count, mark, say
from hexwar.table.battle import Battle
from hexwar.table.dice import Tally, Wish, luck_of
from hexwar.table.forces import Side
from hexwar.text import Text
from hexwar.widgets.aftermath.page import luck_words
from hexwar.widgets.brushwork import Align, elided, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, explain, label, paint_die, row, scrolled
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.words import capital

_ROW, _HEAD, _BARS, _DIE = 26, 28, 66, 22  # pixels at 100 %
_SHARES = (0.42, 0.15, 0.15, 0.28)  # of the width: kind, number, mean, luck; bars stand behind


class DicePanel(Panel):
    """Sums by kind and side, then the last throws, the latest first."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.luck = label()
        self.tallies: dict[Side | None, TallyList] = {}
        self.last = LastThrows(look)
        self.last.linkActivated.connect(self.linkActivated)
        self.heading = label("heading", say("The last throws"))
        ground = QWidget()
        self._column = column(ground, 8, 8, self.luck, self.heading, self.last, None)
        column(self, 0, 0, scrolled(ground))
        self.setAccessibleName(say("Dice"))
        self.settle()

    def show_nothing(self) -> None:
        """There is no game, or nobody looks."""
        self._again = None
        self.luck.setText("")
        self.last.show_throws(())
        for made in self.tallies.values():
            made.hide()

    def show_dice(
        self, battle: Battle, found: Sequence[Tally], last: Sequence[tuple[int, Text]]
    ) -> None:
        """Show the sums of all dice that may be known, and the last throws: pips and sentence."""
        self._again = lambda: self.show_dice(battle, found, last)
        self.luck.setText(_luck_html(self.look, battle, found))
        explain(
            self.luck,
            say(
                "Luck is the pips above or below what fair dice would have given, as the side would"
                " have wished them; two throws of three keep within what chance alone usually makes"
            ),
        )
        explain(self.heading, say("The latest dice, each with what it was for"))
        for side in (*battle.sides, None):
            mine = [tally for tally in found if tally.side == side]
            if side not in self.tallies:
                made = self.tallies[side] = TallyList(self.look)
                self._column.insertWidget(len(self.tallies), made)
            name = say("Both sides") if side is None else battle.side_names[side]
            self.tallies[side].setVisible(bool(mine))
            self.tallies[side].show_tallies(battle, side, name, mine)
        self.heading.setVisible(bool(last))
        self.last.show_throws(last)

    def dress(self) -> None:
        """All parts follow the look."""
        for part in (self.last, *self.tallies.values()):
            part.set_look(self.look)


def _luck_html(look: Look, battle: Battle, found: Sequence[Tally]) -> str:
    """How lucky each side was, beside what chance alone usually does."""
    if not any(tally.thrown for tally in found):
        return escape(say("No die has been thrown yet."))
    lines = []
    for side in battle.sides:
        mine = [t for t in found if t.side == side and t.wish is not Wish.NEITHER]
        usual = sum(tally.swing**2 for tally in mine) ** 0.5
        colour = look.side(battle, side).name()
        words = count(
            "{side}: {luck} pips of luck in {n} die; chance alone usually makes up to {usual}",
            "{side}: {luck} pips of luck in {n} dice; chance alone usually makes up to {usual}",
            sum(tally.thrown for tally in mine),
            side=battle.side_names[side],
            luck=f"{luck_of(mine, side):+.0f}".replace("-", "\N{MINUS SIGN}"),
            usual=f"{usual:.0f}",
        )
        lines.append(f'<span style="color:{colour}">■</span> {escape(words)}')
    return "<br>".join(lines)


class TallyList(SpotPanel):
    """The dice of one side: a row for each kind, with a bar for each face."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._name = ""
        self._tallies: Sequence[Tally] = ()
        self._battle: Battle | None = None
        self._side: Side | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_tallies(
        self, battle: Battle, side: Side | None, name: str, found: Sequence[Tally]
    ) -> None:
        """Show the dice of a side; of none those that serve both."""
        self._battle, self._side, self._name, self._tallies = battle, side, name, found
        self.setAccessibleName(say("Dice: {name}", name=name))
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """A head and the rows."""
        rows = len(self._tallies)
        return QSize(self.look.px(330), self.look.px(_HEAD) + rows * self.look.px(_ROW))

    def minimumSizeHint(self) -> QSize:
        """Narrower."""
        return QSize(self.look.px(250), self.sizeHint().height())

    def arrange(self) -> Sequence[Spot]:
        """A spot for each kind."""
        head, height = self.look.px(_HEAD), self.look.px(_ROW)
        return [
            Spot(
                str(at),
                QRectF(0, head + at * height, self.width(), height),
                _spoken(tally),
                escape(_spoken(tally)),
            )
            for at, tally in enumerate(self._tallies)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """Heads, numbers and bars."""
        look = self.look
        if self._battle is None:
            return
        colour = look.colour("faint")
        if self._side is not None:
            colour = look.side(self._battle, self._side)
        head = QRectF(0, 0, self.width(), look.px(_HEAD))
        mark_ = QRectF(0, head.center().y() - look.px(5), look.px(10), look.px(10))
        painter.fillRect(mark_, colour)
        heads = (say("thrown"), say("mean"), say("luck"))
        boxes = self._boxes(head)
        named = boxes[0].adjusted(look.px(16), 0, 0, 0)
        write(painter, named, self._name, look.serif(15), look.colour("ink"))
        for words, box in zip(heads, boxes[1:4], strict=True):
            write(painter, box, words, look.sans(12), look.colour("faint"), _RIGHT)
        for tally, spot in zip(self._tallies, self.spots, strict=True):
            self._paint_row(painter, tally, spot.box)

    def _paint_row(self, painter: QPainter, tally: Tally, box: QRectF) -> None:
        look, letters, ink = self.look, self.look.sans(13), self.look.colour("ink")
        kind, thrown, mean, luck, bars = self._boxes(box)
        name = elided(capital(say(tally.kind)), letters, kind.width())
        write(painter, kind, name, letters, ink)
        for words, cell in (
            (str(tally.thrown), thrown),
            (f"{tally.mean:.1f}", mean),
            (luck_words(tally), luck),
        ):
            write(painter, cell, words, letters, ink, _RIGHT)
        self._paint_bars(painter, tally, bars.adjusted(0, look.px(4), 0, -look.px(3)))

    def _paint_bars(self, painter: QPainter, tally: Tally, box: QRectF) -> None:
        """How often each face fell, with a line where fair dice would stand."""
        look, fair = self.look, tally.thrown / len(tally.counts)
        top, width = max(*tally.counts, fair * 1.3, 1), box.width() / len(tally.counts)
        colour = look.colour("faint")
        if self._battle is not None and self._side is not None:
            colour = look.side(self._battle, self._side)
        for at, n in enumerate(tally.counts):
            tall = box.height() * n / top
            bar = QRectF(box.left() + at * width + 1, box.bottom() - tall, width - 2, tall)
            painter.fillRect(bar, colour)
        y = box.bottom() - box.height() * fair / top
        painter.fillRect(QRectF(box.left(), y, box.width(), 1), look.colour("ink"))

    def _boxes(self, box: QRectF) -> Sequence[QRectF]:
        """The cells of a row: kind, thrown, mean, luck, bars."""
        bars = self.look.px(_BARS)
        room, left, found = box.width() - bars - self.look.px(10), box.left(), []
        for share in _SHARES:
            found.append(QRectF(left, box.top(), room * share, box.height()))
            left += room * share
        found.append(QRectF(box.right() - bars, box.top(), bars, box.height()))
        return found


_RIGHT = Align.AlignRight | Align.AlignVCenter


def _spoken(tally: Tally) -> str:
    faces = ", ".join(f"{face}: {n}" for face, n in enumerate(tally.counts, 1))
    words = mark("{kind}: {n} thrown, mean {mean} (fair {fair}), luck {luck} pips; faces {faces}")
    return say(
        words,
        kind=capital(say(tally.kind)),
        n=tally.thrown,
        mean=f"{tally.mean:.2f}",
        fair=tally.expected,
        luck=luck_words(tally),
        faces=faces,
    )


class LastThrows(Panel):
    """The latest dice, each with the sentence of the log that tells it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.rows: list[_ThrowRow] = []
        self._layout = column(self, 0, 4)

    def show_throws(self, last: Sequence[tuple[int, Text]]) -> None:
        """Show throws, the latest first."""
        while len(self.rows) < len(last):
            made = _ThrowRow(self.look)
            made.linkActivated.connect(self.linkActivated)
            self.rows.append(made)
            self._layout.addWidget(made)
        for place, made in enumerate(self.rows):
            made.setVisible(place < len(last))
            if place < len(last):
                made.show_throw(*last[place])

    def dress(self) -> None:
        """The rows follow the look."""
        for made in self.rows:
            made.set_look(self.look)


class _ThrowRow(Panel):
    """A die and what it was for."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.die, self.words = _Die(look), label()
        self.words.linkActivated.connect(self.linkActivated)
        row(8, (self.die, Qt.AlignmentFlag.AlignTop), (self.words, 1), on=self)
        self.settle()

    def show_throw(self, pips: int, words: Text) -> None:
        """Show a throw."""
        self.die.pips = pips
        self.die.update()
        self.words.setText(words.html)
        explain(self, say("A die as it fell, and what came of it as the log tells it"))

    def dress(self) -> None:
        """The die follows the scale."""
        self.die.look = self.look
        self.die.setFixedSize(self.look.px(_DIE), self.look.px(_DIE))


class _Die(Panel):
    """One die as it fell; one with more faces than six by its number."""

    pips = 0

    def paintEvent(self, _: QPaintEvent) -> None:
        """The die."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if 1 <= self.pips <= 6:
            paint_die(painter, box, self.pips)
        else:
            painter.drawText(box, Align.AlignCenter, str(self.pips))
