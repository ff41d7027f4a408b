"""The keys of a recorder, painted: for what is being shown, and for games that are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from hexwar.messages import say
from hexwar.widgets.brushwork import faded, smooth, take_up
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, line_label, row
from hexwar.widgets.words import literal

# -- a key with its sign

_SIGNS: Mapping[str, str] = {
    "play": ">",
    "pause": "||",
    "back": "|<",
    "step": ">|",
    "back-2": "<<",
    "step-2": ">>",
    "back-3": "|<<",
    "step-3": ">>|",
    "slower": "-",
    "faster": "+",
    "close": "x",
}
"""The signs, drawn from left to right: arrows and bars."""

_WIDTHS = {">": 9.0, "<": 9.0, "|": 4.0, "-": 11.0, "+": 11.0, "x": 10.0}
_TALL = 11.0
_KEY = QSize(34, 30)  # pixels at 100 %


def _stroke(kind: str, left: float, size: float) -> QPainterPath:
    """One arrow or bar, its left edge and the size of a pixel given, about a middle line of 0."""
    path, wide = QPainterPath(), _WIDTHS[kind] * size
    half = _TALL * size / 2
    if kind == ">":
        path.addPolygon([QPointF(left, -half), QPointF(left + wide, 0), QPointF(left, half)])
        path.closeSubpath()
    elif kind == "<":
        tip = [QPointF(left + wide, -half), QPointF(left, 0), QPointF(left + wide, half)]
        path.addPolygon(tip)
        path.closeSubpath()
    elif kind == "|":
        path.addRect(QRectF(left, -half, 3 * size, 2 * half))
    else:
        thick, mid = 2.2 * size, left + wide / 2
        path.addRect(QRectF(mid - wide / 2, -thick / 2, wide, thick))
        if kind == "+":
            path.addRect(QRectF(mid - thick / 2, -wide / 2, thick, wide))
    return path


class RecorderKey(QToolButton):
    """A key; what stands on it is painted, so that no font need have it."""

    def __init__(self, look: Look, sign: str, name: str) -> None:
        super().__init__()
        self._look, self._sign = look, sign
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_look(self, look: Look) -> None:
        """Follow theme and scale."""
        self._look = look
        self.setFixedSize(look.px(_KEY.width()), look.px(_KEY.height()))
        self.update()

    def set_sign(self, sign: str) -> None:
        """Bear another sign."""
        self._sign = sign
        self.update()

    def say(self, tip: str) -> None:
        """What it does, and by which key."""
        self.setToolTip(literal(tip))
        self.setAccessibleName(tip)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The sign on leather; lighter under the pointer."""
        look, painter = self._look, smooth(self)
        ink = look.colour("on_leather")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isEnabled() and (self.underMouse() or self.isDown() or self.isChecked()):
            take_up(painter, None, faded(ink, 70 if self.isDown() or self.isChecked() else 40))
            painter.drawRoundedRect(box, look.px(4), look.px(4))
        if not self.isEnabled():
            ink = faded(ink, 85)
        painter.translate(box.center())
        if self._sign == "close":
            painter.setPen(QPen(ink, 2 * look.scale))
            arm = 4.5 * look.scale
            painter.drawLine(QPointF(-arm, -arm), QPointF(arm, arm))
            painter.drawLine(QPointF(-arm, arm), QPointF(arm, -arm))
            return
        strokes = _SIGNS[self._sign]
        gap = 3.0 if strokes == "||" else 1.0
        whole = sum(_WIDTHS[kind] for kind in strokes) + gap * (len(strokes) - 1)
        left = -whole * look.scale / 2
        take_up(painter, None, ink)
        for kind in strokes:
            painter.drawPath(_stroke(kind, left, look.scale))
            left += (_WIDTHS[kind] + gap) * look.scale


# -- the bar over the board


@dataclass(frozen=True, slots=True)
class Running:
    """How the show stands."""

    caption: str  # whose activation it is, or what is waited for
    is_paused: bool = False
    can_go_back: bool = False
    speed: str = ""  # such as `normal`
    can_slow: bool = True
    can_hasten: bool = True
    stops_after_each: bool = False
    thinks: bool = False  # whether it thinks for so long that one may want to hurry it


_KEYS = (
    ("step-back", "back"),
    ("pause", "pause"),
    ("step-on", "step"),
    ("skip-activation", "step-2"),
    ("skip", "step-3"),
)


_WIDEST = 16_777_215  # of any widget, pixels


class TransportBar(Panel):
    """Stands at the lower edge of the board while something is shown, and tells what was shown."""

    asked = Signal(str)
    """The id of an action."""
    closed = Signal()
    """The player has read it."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._words = ""  # of the caption, whole
        self.caption = line_label()
        self.keys = {name: RecorderKey(look, sign, name) for name, sign in _KEYS}
        self.slower = RecorderKey(look, "slower", "slower")
        self.faster = RecorderKey(look, "faster", "faster")
        self.speed = line_label()
        self.each = QToolButton()
        self.each.setCheckable(True)
        self.each.setText(say("Stop after each"))
        self.each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.now = QToolButton()
        self.now.setText(say("Play now"))
        self.now.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.recap = QToolButton()
        self.recap.setText(say("Recap"))
        self.recap.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.again = QToolButton()
        self.again.setText(say("Show it again"))
        self.again.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.shut = RecorderKey(look, "close", "close")
        self.shut.say(say("Away with it"))
        self._row: QHBoxLayout = row(2, on=self)
        parts: Sequence[QWidget] = (
            *(self.caption, *self.keys.values(), self.slower, self.speed, self.faster),
            *(self.now, self.each, self.recap, self.again, self.shut),
        )
        for part in parts:
            self._row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("What is being shown"))
        self._connect()
        self.settle()
        self.hide()

    def _connect(self) -> None:
        for name, key in self.keys.items():
            key.clicked.connect(partial(self.asked.emit, name))
        self.slower.clicked.connect(partial(self.asked.emit, "slower"))
        self.faster.clicked.connect(partial(self.asked.emit, "faster"))
        self.each.clicked.connect(partial(self.asked.emit, "stop-after-each"))
        self.now.clicked.connect(partial(self.asked.emit, "play-now"))
        self.recap.clicked.connect(partial(self.asked.emit, "recap"))
        self.again.clicked.connect(partial(self.asked.emit, "show-again"))
        self.shut.clicked.connect(self.closed)

    def set_tips(self, tips: Mapping[str, str]) -> None:
        """What each key does, by the id of its action."""
        for name, key in (*self.keys.items(), ("slower", self.slower), ("faster", self.faster)):
            key.say(tips.get(name, name))
        for name, text_button in (
            ("play-now", self.now),
            ("stop-after-each", self.each),
            ("recap", self.recap),
            ("show-again", self.again),
        ):
            text_button.setToolTip(literal(tips.get(name, name)))

    def show_running(self, running: Running) -> None:
        """Something is being shown."""
        self._say(running.caption)
        self.keys["pause"].set_sign("play" if running.is_paused else "pause")
        self.keys["step-back"].setEnabled(running.can_go_back)
        self.speed.setText(running.speed)
        self.slower.setEnabled(running.can_slow)
        self.faster.setEnabled(running.can_hasten)
        self.each.setChecked(running.stops_after_each)
        self._show_parts(is_over=False, thinks=running.thinks)

    def show_over(self, caption: str, *, is_folded: bool = False) -> None:
        """All has been shown: this was it; folded it is a button, with the caption in its tip."""
        self._say(caption)
        self._show_parts(is_over=True, is_folded=is_folded)

    def stand_clear(self, boxes: Sequence[QRect]) -> bool:
        """Stand at the lower edge where it covers none of these; False where there is no place."""
        board = self.parentWidget()
        room = 0 if board is None else board.width() - self.width()
        edge = self.look.px(8)
        places = room // 2, edge, room - edge
        for left in places if self.again.isVisible() else (*places[1:], places[0]):
            self.move(left, self.y())
            if not any(self.geometry().intersects(box) for box in boxes):
                return True
        return False

    def _say(self, words: str) -> None:
        self._words = words
        self.caption.setToolTip(literal(words))

    def _show_parts(self, *, is_over: bool, is_folded: bool = False, thinks: bool = False) -> None:
        for part in (*self.keys.values(), self.slower, self.speed, self.faster, self.each):
            part.setVisible(not is_over)
        self.now.setVisible(thinks)
        for part in (self.again, self.shut):
            part.setVisible(is_over and not is_folded)
        self.recap.setVisible(is_over)
        self.caption.setVisible(not is_folded)
        self.setToolTip(literal(self._words if is_folded else ""))
        self.show()
        self.raise_()
        self.place()

    def place(self) -> None:
        """Stand in the middle of the lower edge of the board, cut where there is no room."""
        board = self.parentWidget()
        if board is None:
            return
        room = board.width() - 2 * self.look.px(8)
        self.caption.setText(self._words)
        self.caption.setMaximumWidth(_WIDEST)  # that of other words says nothing of these
        self._row.invalidate()
        whole = self.caption.sizeHint().width()
        left = max(room - self.sizeHint().width() + whole, self.look.px(40))
        if left < whole:
            metrics, pad = self.caption.fontMetrics(), self.look.px(12)
            cut = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, left - pad)
            self.caption.setText(cut)
        self.caption.setMaximumWidth(left)
        self.resize(min(self.sizeHint().width(), room), self.sizeHint().height())
        self.move((board.width() - self.width()) // 2, board.height() - self.height() - 10)

    def sizeHint(self) -> QSize:
        """As its row wants it."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Any."""
        return QSize(0, 0)

    def dress(self) -> None:
        """Letters and keys by the scale."""
        look = self.look
        self._row.setContentsMargins(look.px(14), look.px(4), look.px(6), look.px(4))
        for key in (*self.keys.values(), self.slower, self.faster, self.shut):
            key.set_look(look)
        ink, size, pad = look.colour("on_leather").name(), look.px(14), look.px(10)
        self.caption.setStyleSheet(f"color: {ink}; font-size: {size}px; padding-right: {pad}px;")
        self.speed.setStyleSheet(f"color: {ink}; font-size: {size}px;")
        self.speed.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.speed.setFixedWidth(look.px(58))
        accent, on_accent = look.colour("accent").name(), look.colour("on_accent").name()
        for text_button in (self.now, self.each, self.recap, self.again):
            text_button.setStyleSheet(
                f"QToolButton {{ color: {ink}; font-size: {size}px; background: transparent;"
                f" border: 1px solid transparent; border-radius: {look.px(4)}px;"
                f" padding: {look.px(4)}px {look.px(9)}px; }}"
                f"QToolButton:hover {{ border-color: {ink}; }}"
                f"QToolButton:checked {{ background: {accent}; color: {on_accent}; }}"
            )

    def paintEvent(self, _: QPaintEvent) -> None:
        """Leather, a little see-through at its edge."""
        painter: QPainter = smooth(self)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        edge = QPen(faded(self.look.colour("on_leather"), 70), 1)
        take_up(painter, edge, faded(self.look.colour("leather"), 242))
        painter.drawRoundedRect(box, self.look.px(8), self.look.px(8))
