"""What the window shows while no game is open: go on, learn, begin, open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QRadialGradient, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from hexwar.messages import say
from hexwar.shell.kept_list import KeptList, remarks, when
from hexwar.shell.recovery import KeptGame, Stop, damaged, first_of
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.counters.easel import figure, paint_figure
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, bare, button, card, column, label, row, scrolled
from hexwar.widgets.words import keyless, literal
from hexwar.widgets.worker import Worker

_WIDTH, _MOST = 820, 1200  # of the card, pixels at 100 %, and at most
_RECENT = 4
_RESIZED = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest)


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson as the start page lists it."""

    id: str
    title: str
    about: str
    minutes: int
    is_learnt: bool = False
    is_begun: bool = False  # and left before its end


class LessonButton(QPushButton):
    """A lesson: its place or a tick, its title, and what it takes."""

    def __init__(self, place: int, lesson: LessonRow) -> None:
        super().__init__()
        self.lesson = lesson.id
        self.setProperty("role", "row")
        sign = "\N{CHECK MARK}" if lesson.is_learnt else f"{place}."
        minutes = say("{n} min", n=lesson.minutes)
        more = say("go on") if lesson.is_begun else minutes
        self.setText(keyless(f"{sign}  {say(lesson.title)}  \N{MIDDLE DOT}  {more}"))
        self.setToolTip(literal(say(lesson.about)))
        learnt = say("learnt") if lesson.is_learnt else ""
        self.setAccessibleName(", ".join(filter(None, (say(lesson.title), minutes, learnt))))
        self.setAutoDefault(True)


class _Frieze(Panel):
    """Figures of an army marching below the buttons, where nothing else is to be read."""

    wide, least = QSize(300, 84), QSize(120, 84)

    def paintEvent(self, _: QPaintEvent) -> None:
        """As many as there is room for, on a line of ground, spread over the whole width."""
        painter, look = smooth(self), self.look
        ground, least = self.height() - look.px(6), look.px(9)
        scale = look.px(58) / 122
        shown: list[tuple[FigureKind, QSizeF]] = []
        room = float(self.width())
        for kind in _MARCH:
            size = figure(kind).viewBoxF().size() * scale
            if size.width() > room:
                break
            room -= size.width() + least
            shown.append((kind, size))
        gap = least + max(room, 0.0) / max(len(shown) - 1, 1)
        left = 0.0
        for kind, size in shown:
            place = QRectF(left, ground - size.height(), size.width(), size.height())
            paint_figure(painter, kind, "french", place, self.devicePixelRatioF())
            left += size.width() + gap
        painter.fillRect(QRectF(0, ground, self.width(), 1), look.colour("line"))


_MARCH = (
    FigureKind.GRENADIERS,
    FigureKind.FOOT_GUN,
    FigureKind.CUIRASSIER,
    FigureKind.HUSSAR,
    FigureKind.LANCER,
)


class StartScreen(Panel):
    """Offers the game that was not finished, a new one, and saved ones."""

    newAsked = Signal()
    """The player wants to begin a battle."""
    openAsked = Signal()
    """The player wants to choose a saved game."""
    gameAsked = Signal(object)
    """The path of a saved game that the player wants to play on."""
    removeAsked = Signal(object)
    """The path of a kept game that the player wants to put into the trash."""
    lessonAsked = Signal(str)
    """The id of the lesson that the player wants to learn."""
    watchAsked = Signal()
    """The player wants to watch two computer players."""
    replayAsked = Signal()
    """The player wants to watch a game that was played."""
    freeAsked = Signal()
    """The player wants a battle made by lot."""
    editAsked = Signal()
    """The player wants to make a battle, or to change one."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.about = label("title", "hexwar"), label("quiet")
        self.about.setText(say("Napoleonic battles on printed maps, without the bookkeeping."))
        for line in (self.title, self.about):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.last_title, self.last_note = label("heading"), label()
        self.go_on, self.remove = button(say("Continue"), "main"), button(say("Remove"))
        self.others = KeptList()
        """Further games, and those that have ended."""
        self.begin, self.open = button(say("New game …")), button(say("Open …"))
        self.replay = button(say("Replay …"))
        self.watch = button(say("Watch the computer …"))
        self.edit, self.free = button(say("Make a battle …")), button(say("Free battle …"))
        self.recent, self.learn = label(), label("heading", say("Learn to play"))
        self.learn_note = label("quiet", say("Guided lessons on small maps: nothing can go wrong."))
        self.lessons: list[LessonButton] = []
        self._rows = QVBoxLayout()
        self._autosave: KeptGame | None = None
        self._kept: list[KeptGame] = []
        self._checker = Worker(self)
        self._checker.finished.connect(self._take_checked)
        self._recent: list[Path] = []
        self.play = label("heading", say("Play"))
        last = (self.last_title, self.last_note, row(8, (self.go_on, 1), self.remove), self.others)
        others = (
            row(8, (self.begin, 1), (self.watch, 1)),
            row(8, (self.open, 1), (self.replay, 1)),
            row(8, (self.free, 1), (self.edit, 1)),
        )
        self._frieze = _Frieze(look)
        left = column(None, 0, 8, *last, self.play, *others, 8, self.recent, None, self._frieze)
        right = column(None, 0, 8, self.learn, self.learn_note, self._rows, None)
        self.frame, self._inside = card(self.title, self.about, 16, row(36, (left, 1), (right, 1)))
        self._ground = QWidget()
        column(
            self._ground, 24, 12, (None, 2), (self.frame, Qt.AlignmentFlag.AlignHCenter), (None, 3)
        )
        self._area = scrolled(self._ground)
        self._area.setObjectName("start")
        bare(self, self._area)
        self.setAccessibleName(say("Start"))
        self._connect()
        self.settle()

    def show_games(self, kept: Sequence[KeptGame], recent: Sequence[Path]) -> None:
        """Show the games that can be continued, and saved games, the latest first.

        The latest that has not ended stands first.
        """
        self._recent = list(recent[:_RECENT])
        self._list(kept)
        self._checker.run(partial(self._checked, kept))

    @staticmethod
    def _checked(kept: Sequence[KeptGame]) -> Sequence[KeptGame]:
        """The same games; of those whose files are damaged it is known."""
        bad = damaged([game.path for game in kept])
        return [replace(game, stop=Stop.DAMAGED) if game.path in bad else game for game in kept]

    def _take_checked(self, kept: Sequence[KeptGame]) -> None:
        if kept != self._kept:
            self._list(kept)

    def _list(self, kept: Sequence[KeptGame]) -> None:
        self._kept = [*kept]
        last = self._autosave = first_of(kept)
        self.others.show_games([game for game in kept if game is not last])
        lines = (self.last_title, self.last_note, self.go_on, self.remove)
        for line in lines:
            line.setVisible(last is not None)
        if last is not None:
            is_left = last.stop is Stop.LEFT
            told = {"title": last.title, "when": when(last.time)}
            left, stopped = say("{title}, left {when}", **told), say("{title}, {when}", **told)
            self.last_title.setText(escape(left if is_left else stopped))
            why = [] if is_left and not last.is_locked else remarks(last)
            note = " \N{MIDDLE DOT} ".join(filter(None, (last.words, ", ".join(why))))
            self.last_note.setText(escape(note[:1].upper() + note[1:]))
            self.last_note.setVisible(bool(note))
        links = [
            f'<a href="{place}">{escape(path.name)}</a> <small>{escape(str(path.parent))}</small>'
            for place, path in enumerate(self._recent)
        ]
        self.recent.setText("<br>".join(links))
        self.recent.setVisible(bool(links))
        self._frieze.setVisible(last is None)
        first = self.begin if last is None else self.go_on
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.begin.setProperty("role", "main" if last is None else "")
        self.begin.style().polish(self.begin)

    def show_lessons(self, lessons: Sequence[LessonRow]) -> None:
        """Show the lessons, ticked where they are learnt."""
        for old in self.lessons:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.lessons = [LessonButton(place, one) for place, one in enumerate(lessons, 1)]
        for made in self.lessons:
            made.clicked.connect(partial(self.lessonAsked.emit, made.lesson))
            self._rows.addWidget(made)
        for part in (self.learn, self.learn_note):
            part.setVisible(bool(lessons))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The card is never wider than the window."""
        super().resizeEvent(event)
        self.dress()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What wraps keeps room for all its lines; the card alone does not give it."""
        if isinstance(watched, QLabel) and event.type() in _RESIZED:
            watched.setMinimumHeight(max(watched.heightForWidth(watched.width()), 0))
        return super().eventFilter(watched, event)

    def dress(self) -> None:
        """The card keeps its width, the title its letters."""
        room = max(self.width() - self.look.px(72), 200)
        self.frame.setFixedWidth(min(self.look.px(_WIDTH), _MOST, room))
        edge = self.look.px(28)
        self._inside.setContentsMargins(edge, edge // 2, edge, edge)
        self._frieze.set_look(self.look)
        self._rows.setSpacing(self.look.px(4))
        self._area.setStyleSheet("QScrollArea#start { background: transparent }")
        self._area.viewport().setAutoFillBackground(False)
        self._ground.setAutoFillBackground(False)
        letters = self.look.serif(40)
        letters.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 116)
        self.title.setFont(letters)
        self.title.setStyleSheet(f"font-size: {letters.pixelSize()}px")

    def paintEvent(self, _: QPaintEvent) -> None:
        """A table top of leather, lighter where the lamp stands."""
        painter = QPainter(self)
        lamp = QRadialGradient(QPointF(self.width() / 2, self.height() * 0.4), self.width() * 0.7)
        leather = self.look.colour("leather")
        lamp.setColorAt(0, leather.lighter(128))
        lamp.setColorAt(1, leather.darker(135))
        painter.fillRect(self.rect(), lamp)

    def _connect(self) -> None:
        for line in (self.last_note, self.others.lines):
            line.installEventFilter(self)
        self.go_on.clicked.connect(self._go_on)
        self.remove.clicked.connect(self._remove)
        self.others.gameAsked.connect(self.gameAsked)
        self.others.removeAsked.connect(self.removeAsked)
        self.begin.clicked.connect(self.newAsked)
        self.open.clicked.connect(self.openAsked)
        self.replay.clicked.connect(self.replayAsked)
        self.watch.clicked.connect(self.watchAsked)
        self.free.clicked.connect(self.freeAsked)
        self.edit.clicked.connect(self.editAsked)
        self.recent.linkActivated.connect(self._open_recent)
        for made, tip in (
            (self.go_on, say("Play on where you left off (Enter)")),
            (self.remove, say("Put this game into the trash")),
            (self.begin, say("Begin another battle (Ctrl+N)")),
            (self.open, say("Open a saved game (Ctrl+O)")),
            (self.replay, say("Watch a game that was played, forwards and back")),
            (self.watch, say("Choose a battle, and watch two computer players fight it")),
            (self.free, say("Two armies for points, on a table that a seed lays out")),
            (self.edit, say("Draw a map, raise forces, and play them; or change a battle")),
        ):
            made.setToolTip(literal(tip))
            made.setAutoDefault(True)

    def _go_on(self) -> None:
        if self._autosave is not None:
            self.gameAsked.emit(self._autosave.path)

    def _remove(self) -> None:
        if self._autosave is not None:
            self.removeAsked.emit(self._autosave.path)

    def _open_recent(self, place: str) -> None:
        self.gameAsked.emit(self._recent[int(place)])
