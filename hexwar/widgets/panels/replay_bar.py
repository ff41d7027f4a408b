"""The bar of a recorded game: a timeline with turns, fights and bookmarks, and the keys to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QSizePolicy, QSlider, QToolButton

from hexwar.messages import say
from hexwar.widgets.brushwork import Align, elided, faded, polygon, smooth, take_up, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, line_label, row
from hexwar.widgets.panels.transport import RecorderKey
from hexwar.widgets.words import keyless, literal


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an activation begins, or a fight."""

    stop: int
    words: str
    is_fight: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """A recorded game as a line of stops."""

    last: int  # the number of the last stop
    turns: tuple[tuple[int, str], ...] = ()  # the stop where each begins, and its number
    fights: tuple[int, ...] = ()  # stops
    bookmarks: tuple[tuple[int, str], ...] = ()  # stops, and what is noted there
    spots: tuple[Spot, ...] = ()  # the activations, and the fights of each


_EDGE, _NUMBERS, _TRACK = 12, 16, 8  # pixels at 100 %
_HIGH = 44


class Timeline(QSlider):
    """A slider over the stops of a game; a click goes there."""

    def __init__(self, look: Look) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._look, self.course = look, Course(0)
        self.setTracking(True)
        self.setPageStep(20)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Place in the game"))
        self.setToolTip(say("Drag to go to any event; the marks are turns, fights and bookmarks"))

    def set_look(self, look: Look) -> None:
        """Follow theme and scale."""
        self._look = look
        self.setFixedHeight(look.px(_HIGH))
        self.update()

    def show_course(self, course: Course) -> None:
        """Show another game, or other marks of it."""
        self.course = course
        self.setRange(0, course.last)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where it is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setSliderPosition(self.stop_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along while it is held."""
        if self.isSliderDown():
            self.setSliderPosition(self.stop_at(event.position().x()))

    def mouseReleaseEvent(self, _: QMouseEvent) -> None:
        """Stay there."""
        self.setSliderDown(False)

    def stop_at(self, x: float) -> int:
        """The stop at a place of the line; near a turn it is where the turn begins."""
        edge, width = self._look.px(_EDGE), max(self.width() - 2 * self._look.px(_EDGE), 1)
        stop = round((x - edge) / width * self.course.last)
        near = [turn for turn, _ in self.course.turns if abs(self._x(turn) - x) <= 3]
        return min(max(near[0] if near else stop, 0), self.course.last)

    def _x(self, stop: int) -> float:
        edge = self._look.px(_EDGE)
        return edge + (self.width() - 2 * edge) * stop / max(self.course.last, 1)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Track, turns with their numbers, fights below, bookmarks above, and the knob."""
        look, painter = self._look, smooth(self)
        top = look.px(_NUMBERS) + look.px(4)
        track = QRectF(look.px(_EDGE), top, self.width() - 2 * look.px(_EDGE), look.px(_TRACK))
        take_up(painter, QPen(look.colour("line"), 1), look.colour("sunken"))
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        done = QRectF(track)
        done.setRight(self._x(self.sliderPosition()))
        take_up(painter, None, look.colour("leather"))
        painter.drawRoundedRect(done, track.height() / 2, track.height() / 2)
        self._paint_turns(painter, track)
        self._paint_marks(painter, track)
        self._paint_knob(painter, track)

    def _paint_turns(self, painter: QPainter, track: QRectF) -> None:
        look, right = self._look, -99.0
        painter.setFont(look.sans(11.5))
        wide = look.px(26)
        for stop, number in self.course.turns:
            x = self._x(stop)
            take_up(painter, QPen(look.colour("ink"), 1), None)
            painter.drawLine(QPointF(x, track.top() - look.px(3)), QPointF(x, track.bottom()))
            if x - right >= wide:
                right = x
                painter.setPen(look.colour("faint"))
                box = QRectF(x - wide, 0, 2 * wide, look.px(_NUMBERS))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)

    def _paint_marks(self, painter: QPainter, track: QRectF) -> None:
        look = self._look
        take_up(painter, None, look.colour("accent"))
        half, foot = look.px(2), track.bottom() + look.px(3)
        for stop in self.course.fights:
            painter.drawRect(QRectF(self._x(stop) - half / 2, foot, half, look.px(5)))
        take_up(painter, None, look.colour("link"))
        for stop, _ in self.course.bookmarks:
            x, side = self._x(stop), look.px(5)
            tip = QPointF(x, track.top())
            ends = (x - side, track.top() - side * 1.6), (x + side, track.top() - side * 1.6)
            painter.drawPolygon(polygon([(tip.x(), tip.y()), *ends]))

    def _paint_knob(self, painter: QPainter, track: QRectF) -> None:
        look = self._look
        middle, radius = QPointF(self._x(self.sliderPosition()), track.center().y()), look.px(8)
        ring = look.colour("focus") if self.hasFocus() else look.colour("leather")
        take_up(painter, QPen(ring, look.px(2)), look.colour("base"))
        painter.drawEllipse(middle, radius, radius)


# -- the bar


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one stands in a recorded game."""

    stop: int
    words: str  # such as `Turn 3: 14:00, day. V Cavalry Corps acts.`
    is_playing: bool
    speed: str
    is_bookmarked: bool
    can_fork: bool
    why_no_fork: str = ""


_KEYS = (
    ("turn-back", "back-3"),
    ("activation-back", "back-2"),
    ("step-back", "back"),
    ("pause", "play"),
    ("step-on", "step"),
    ("activation-on", "step-2"),
    ("turn-on", "step-3"),
)


class ReplayBar(Panel):
    """Stands below the board in place of the question."""

    asked = Signal(str)
    """The id of an action."""
    stopAsked = Signal(int)
    """The number of the stop to go to."""
    eyesAsked = Signal(int)
    """By whose eyes to look, by its number."""

    def __init__(self, look: Look, eyes: Sequence[str]) -> None:
        super().__init__(look)
        self.timeline = Timeline(look)
        self.keys = {name: RecorderKey(look, sign, name) for name, sign in _KEYS}
        self.slower = RecorderKey(look, "slower", "slower")
        self.faster = RecorderKey(look, "faster", "faster")
        self.speed, self.words = line_label(), _Line()
        self.speed.setToolTip(say("How fast it is shown; Alt with + and - change it"))
        self.eyes = QComboBox()
        self.eyes.addItems(list(eyes))
        self.eyes.setAccessibleName(say("By whose eyes"))
        self.eyes.setToolTip(say("By whose eyes the game is looked at"))
        self.eyes.setVisible(len(eyes) > 1)
        self.jump = _text_key(say("Go to"), say("Bookmarks, turns, who acted, fights"))
        self.jump.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.jump_menu = QMenu(self)
        self.jump.setMenu(self.jump_menu)
        self.mark = _text_key(say("Bookmark"))
        self.mark.setCheckable(True)
        self.fights = _text_key(say("Recap"), say("Read who did what, and go there"))
        self.fork = _text_key(say("Play on from here"))
        self.leave = _text_key(say("Leave"))
        keys = [*self.keys.values(), self.slower, self.speed, self.faster]
        self._ends: Sequence[QToolButton] = (
            *(self.fights, self.mark, self.jump, self.fork, self.leave),
        )
        self.more = _text_key(say("More"), say("Recap, bookmarks, playing on, leaving"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_menu = QMenu(self)
        self.more.setMenu(self.more_menu)
        self.more_menu.aboutToShow.connect(self._fill_more)
        lower = row(4, *keys, None, self.eyes, *self._ends, self.more)
        column(self, 6, 4, self.timeline, self.words, lower)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Replay"))
        self._connect()
        self.settle()

    def _connect(self) -> None:
        for name, key in self.keys.items():
            key.clicked.connect(partial(self.asked.emit, name))
        for name, made in (
            *(("slower", self.slower), ("faster", self.faster), ("bookmark", self.mark)),
            *(("recap", self.fights), ("play-on", self.fork), ("leave-replay", self.leave)),
        ):
            made.clicked.connect(partial(self.asked.emit, name))
        self.timeline.valueChanged.connect(self.stopAsked)
        self.eyes.activated.connect(self.eyesAsked)

    def set_tips(self, tips: Mapping[str, str]) -> None:
        """What each key does, by the id of its action."""
        for name, key in (*self.keys.items(), ("slower", self.slower), ("faster", self.faster)):
            key.say(tips.get(name, name))
        self.mark.setToolTip(literal(tips.get("bookmark", "")))
        self.leave.setToolTip(literal(tips.get("leave-replay", "")))

    def show_course(self, course: Course) -> None:
        """Show the marks of a game, and list them."""
        quiet = QSignalBlocker(self.timeline)
        self.timeline.show_course(course)
        quiet.unblock()
        self.jump_menu.clear()
        for stop, words in course.bookmarks:
            self.jump_menu.addAction(keyless(words), partial(self.stopAsked.emit, stop))
        if course.bookmarks:
            self.jump_menu.addSeparator()
        ends = [
            *(stop for stop, _ in course.turns[1:]),
            *([course.last + 1] if course.turns else []),
        ]
        for (stop, number), end in zip(course.turns, ends, strict=True):
            menu = self.jump_menu.addMenu(keyless(say("Turn {n}", n=number)))
            menu.aboutToShow.connect(partial(self._fill_turn, menu, stop, end))

    def _fill_turn(self, menu: QMenu, first: int, end: int) -> None:
        """List where one can go in a turn: its beginning, who acted, and his fights."""
        menu.clear()
        menu.addAction(say("Where the turn begins"), partial(self.stopAsked.emit, first))
        menu.addSeparator()
        for spot in self.timeline.course.spots:
            if first <= spot.stop < end:
                words = f"\N{EM SPACE}{spot.words}" if spot.is_fight else spot.words
                menu.addAction(keyless(words), partial(self.stopAsked.emit, spot.stop))

    def show_standing(self, standing: Standing) -> None:
        """Show where one stands."""
        quiet = QSignalBlocker(self.timeline)
        self.timeline.setValue(standing.stop)
        quiet.unblock()
        self.timeline.update()
        self.words.say(standing.words)
        self.keys["pause"].set_sign("pause" if standing.is_playing else "play")
        is_first, is_last = standing.stop == 0, standing.stop >= self.timeline.course.last
        for name, key in self.keys.items():
            key.setEnabled(not (is_first if name.endswith("back") else is_last) or name == "pause")
        self.speed.setText(standing.speed)
        self.mark.setChecked(standing.is_bookmarked)
        self.fork.setEnabled(standing.can_fork)
        usual = say("Begin a new game from here, with dice of its own")
        self.fork.setToolTip(literal(usual if standing.can_fork else standing.why_no_fork))

    def dress(self) -> None:
        """Letters and keys by the scale."""
        look = self.look
        self.timeline.set_look(look)
        for key in (*self.keys.values(), self.slower, self.faster):
            key.set_look(look)
        ink = look.colour("on_leather").name()
        self.speed.setFixedWidth(look.px(54))
        self.speed.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.speed.setStyleSheet(f"color: {ink};")
        self.words.setFont(look.sans(15))
        self.words.setIndent(look.px(8))
        self.words.say(self.words.text())
        for made in (*self._ends, self.more):
            made.setStyleSheet(
                f"QToolButton {{ color: {ink}; background: transparent; border-radius: 4px;"
                f" border: 1px solid {faded(look.colour('on_leather'), 90).name()};"
                f" padding: {look.px(4)}px {look.px(8)}px; }}"
                f"QToolButton:hover {{ border-color: {ink}; }}"
                f"QToolButton:checked {{ background: {look.colour('accent').name()}; }}"
                f"QToolButton:disabled {{ color: {faded(look.colour('on_leather'), 90).name()}; }}"
                "QToolButton::menu-indicator { image: none; }"
            )
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What finds no room stands in a menu."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        gap = self.look.px(4)
        keys = [*self.keys.values(), self.slower, self.faster]
        wide = sum(key.width() + gap for key in keys) + self.speed.width() + 10 * gap
        if self.eyes.count() > 1:
            wide += self.eyes.sizeHint().width()
        whole = wide + sum(made.sizeHint().width() + gap for made in self._ends)
        is_narrow = whole > self.width()
        for made in self._ends:
            made.setVisible(not is_narrow)
        self.more.setVisible(is_narrow)
        has_speed = wide + self.more.sizeHint().width() + gap <= self.width() or not is_narrow
        for part in (self.slower, self.speed, self.faster):
            part.setVisible(has_speed)

    def _fill_more(self) -> None:
        """The keys that found no room, as they now are."""
        self.more_menu.clear()
        for made in self._ends:
            if made is self.jump:
                self.jump_menu.setTitle(made.text())
                self.more_menu.addMenu(self.jump_menu)
                continue
            action = self.more_menu.addAction(made.text(), made.click)
            action.setEnabled(made.isEnabled())
            action.setCheckable(made.isCheckable())
            action.setChecked(made.isChecked())

    def minimumSizeHint(self) -> QSize:
        """As high as its two rows, of any width."""
        return QSize(self.look.px(400), super().sizeHint().height())

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper above, leather below."""
        painter = QPainter(self)
        foot = self.words.geometry().bottom() + self.look.px(3)
        painter.fillRect(0, 0, self.width(), foot, self.look.colour("paper"))
        painter.fillRect(0, foot, self.width(), self.height(), self.look.colour("leather"))
        painter.fillRect(0, 0, self.width(), 1, self.look.colour("line"))


class _Line(QLabel):
    """One line, cut with dots where there is no room; the whole of it is in its tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, words: str) -> None:
        """Say it."""
        self.setText(words)
        self.setAccessibleName(words)
        self.setToolTip(literal(words))

    @property
    def shown(self) -> str:
        """What is seen of it."""
        return elided(self.text(), self.font(), self.width() - 2 * self.indent())

    def paintEvent(self, _: QPaintEvent) -> None:
        """The line as far as there is room."""
        painter, box = smooth(self), QRectF(self.rect())
        box.setLeft(self.indent())
        ink = self.palette().windowText().color()
        write(painter, box, self.shown, self.font(), ink, Align.AlignLeft | Align.AlignVCenter)


def _text_key(words: str, tip: str = "") -> QToolButton:
    made = QToolButton()
    made.setText(keyless(words))
    made.setToolTip(literal(tip))
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
