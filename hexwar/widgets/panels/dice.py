"""Dice as they fell; and real dice and chits, which the player enters as his table has them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from hexwar.messages import say
from hexwar.table.forces import FormationId
from hexwar.widgets.brushwork import clear_pixmap, kept, smooth, write
from hexwar.widgets.counters.faces import ChitFace
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    button,
    column,
    fill,
    label,
    paint_die,
    plain_label,
    row,
)
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.words import capital, literal

# -- dice as they fell, each with what it was thrown for


_LINE, _DIE, _WIDTH = 32, 26, 178  # pixels at 100 %
_ROWS = 3  # dice below one another, where there is room for as many columns
_FRAME_MS = 50
_HOP = 13.0  # how high a die jumps at first, pixels at 100 %
_TURN = 47.0  # degrees that it turns in a frame


class DiceRow(SpotPanel):
    """Dice in columns of three, in the order they were thrown; new ones roll before they lie.

    A click lets all of them lie at once.
    """

    settled = Signal()
    """The last die that rolled lies."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._dice: Sequence[tuple[str, int]] = ()
        self._lying = 0  # how many of them roll no more
        self._rolls_ms, self._clock = 1, QElapsedTimer()
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.timeout.connect(self._go_on)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Dice"))

    @property
    def is_rolling(self) -> bool:
        """Whether a die has not come to lie."""
        return self._timer.isActive()

    def show_dice(self, dice: Sequence[tuple[str, int]], rolls_ms: int = 0) -> None:
        """Show dice: what each was for, and its pips from 1 to 6.

        Those that were not shown before roll for a while; for none they lie at once.
        """
        known = tuple(self._dice) == tuple(dice[: len(self._dice)])
        lying = len(self._dice) if known and not self.is_rolling else self._lying if known else 0
        if tuple(dice) == tuple(self._dice) and (self.is_rolling or not rolls_ms):
            return
        self._dice = tuple(dice)
        self._timer.stop()
        self._lying = min(lying, len(dice)) if rolls_ms else len(dice)
        if self._lying < len(dice):
            self._rolls_ms = rolls_ms
            self._clock.start()
            self._timer.start()
        self.renew()
        self.updateGeometry()

    def settle_dice(self) -> None:
        """Let every die lie."""
        if self.is_rolling:
            self._timer.stop()
            self._lying = len(self._dice)
            self.update()
            self.settled.emit()

    def sizeHint(self) -> QSize:
        """Room for every die."""
        columns, rows = self._columns(), self._rows()
        return QSize(columns * self.look.px(_WIDTH), rows * self.look.px(_LINE))

    def minimumSizeHint(self) -> QSize:
        """One column, as high as the present width has it."""
        return QSize(self.look.px(_WIDTH) if self._dice else 0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for other columns."""
        super().resizeEvent(event)
        self.updateGeometry()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click while dice roll lets them lie."""
        if self.is_rolling:
            self.settle_dice()
        else:
            super().mousePressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing rolls on while nobody looks."""
        self.settle_dice()
        super().hideEvent(event)

    def _columns(self) -> int:
        wanted = -(-len(self._dice) // _ROWS)
        return max(min(wanted, self.width() // self.look.px(_WIDTH)), 1)

    def _rows(self) -> int:
        usual = min(len(self._dice), _ROWS)
        return max(usual, -(-len(self._dice) // self._columns()))

    def _go_on(self) -> None:
        if self._clock.elapsed() >= self._rolls_ms:
            self.settle_dice()
        self.update()

    def arrange(self) -> Sequence[Spot]:
        """A spot for each die."""
        width, height, rows = self.look.px(_WIDTH), self.look.px(_LINE), max(self._rows(), 1)
        return [
            Spot(
                str(i),
                QRectF(i // rows * width, i % rows * height, width, height),
                f"{purpose}: {pips}",
                say("{purpose}: the die showed {pips}", purpose=capital(purpose), pips=pips),
            )
            for i, (purpose, pips) in enumerate(self._dice)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The dice and their purposes."""
        look, edge = self.look, self.look.px(_DIE)
        for at, ((purpose, pips), spot) in enumerate(zip(self._dice, self.spots, strict=True)):
            box = QRectF(spot.box.left() + 1, spot.box.center().y() - edge / 2, edge, edge)
            if at < self._lying:
                paint_die(painter, box, pips)
            else:
                self._paint_rolling(painter, box, at)
            words = spot.box.adjusted(edge + look.px(12), 0, 0, 0)
            write(painter, words, capital(purpose), look.sans(13.5), look.colour("ink"))

    def _paint_rolling(self, painter: QPainter, box: QRectF, at: int) -> None:
        """A die in the air: it turns, and jumps lower and lower; what it will show is not seen."""
        gone = self._clock.elapsed()
        left, frame = max(1 - gone / self._rolls_ms, 0), gone // _FRAME_MS
        height = abs(math.sin(frame * 0.9 + at)) * left * self.look.px(_HOP)
        with kept(painter):
            painter.translate(box.center() - QPointF(0, height))
            painter.rotate(frame * _TURN * (1 if at % 2 else -1) * left)
            half = box.width() / 2 * (0.86 + 0.14 * (1 - left))
            face = (frame * 5 + at * 2) % FACES + 1
            paint_die(painter, QRectF(-half, -half, 2 * half, 2 * half), face)


# -- real dice and chits: the player rolls or draws at his table and enters what he got


FACES = 6


class DieDialog(QDialog):
    """Six dice to click, or the keys 1 to 6."""

    thrown = Signal(int)
    """The pips that the die shows."""

    def __init__(self, look: Look, purpose: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Roll a die"))
        self.setProperty(HELP, "help:dice")
        self.pips = 0  # what was entered; 0 for nothing
        self.buttons = [_die_button(look, pips) for pips in range(1, FACES + 1)]
        body = Body(look)
        for pips, made in enumerate(self.buttons, start=1):
            made.clicked.connect(partial(self.throw, pips))
        hint = label("quiet", say("Click the die, or press its number. Esc goes back."))
        column(body, 20, 14, plain_label("heading", purpose), row(10, *self.buttons), hint)
        fill(self, body)
        self.setMinimumWidth(look.px(440))

    def throw(self, pips: int) -> None:
        """Enter what the die shows, and close."""
        self.pips = pips
        self.thrown.emit(pips)
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys 1 to 6."""
        if event.text() in [str(pips) for pips in range(1, FACES + 1)]:
            self.throw(int(event.text()))
        else:
            super().keyPressEvent(event)


@dataclass(frozen=True, slots=True)
class ChitChoice:
    """A chit that may have been drawn."""

    formation: FormationId
    name: str
    face: ChitFace


class ChitDialog(QDialog):
    """A list of the chits in the cup, to say which was drawn."""

    drawn = Signal(str)
    """The id of the formation."""

    def __init__(
        self, look: Look, purpose: str, chits: Sequence[ChitChoice], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Draw a chit"))
        self.setProperty(HELP, "help:dice")
        self.formation = ""  # what was entered
        self.list = QListWidget()
        self.ok, self.back = button(say("It was this one"), "main"), button(say("Back"))
        self._fill_list(look, chits)
        body = Body(look)
        buttons = row(8, None, self.back, self.ok)
        column(body, 20, 12, plain_label("heading", purpose), (self.list, 1), buttons)
        fill(self, body)
        self.setMinimumWidth(look.px(440))
        self.ok.setDefault(True)
        self.ok.clicked.connect(self.choose)
        self.back.clicked.connect(self.reject)
        self.list.itemActivated.connect(self.choose)

    def choose(self) -> None:
        """Enter the chit that is marked, and close."""
        item = self.list.currentItem()
        if item is not None:
            self.formation = item.data(Qt.ItemDataRole.UserRole)
            self.drawn.emit(self.formation)
            self.accept()

    def _fill_list(self, look: Look, chits: Sequence[ChitChoice]) -> None:
        edge = look.px(36)
        self.list.setIconSize(QSize(edge, edge))
        self.list.setAccessibleName(say("Chits in the cup"))
        for chit in chits:
            item = QListWidgetItem(_chit_icon(look, chit.face, edge), chit.name)
            item.setData(Qt.ItemDataRole.UserRole, chit.formation)
            self.list.addItem(item)
        self.list.setCurrentRow(0)


def _die_button(look: Look, pips: int) -> QPushButton:
    edge, ratio = look.px(40), 3.0
    picture = clear_pixmap(edge, edge, ratio)
    painter = smooth(picture)
    paint_die(painter, QRectF(1, 1, edge - 2, edge - 2), pips)
    painter.end()
    made = button("")
    made.setIcon(QIcon(picture))
    made.setIconSize(QSize(edge, edge))
    made.setToolTip(literal(say("The die shows {pips} ({pips})", pips=pips)))
    made.setAccessibleName(str(pips))
    made.setAutoDefault(False)
    return made


def _chit_icon(look: Look, face: ChitFace, edge: int) -> QIcon:
    picture = clear_pixmap(edge, edge, 2.0)
    painter = QPainter(picture)
    margin = look.px(2)
    look.paint_counter(painter, face, QPointF(margin, margin), edge - 2 * margin)
    painter.end()
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon
