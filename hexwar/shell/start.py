"""What the window shows while no game is open: go on, begin, open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape
from pathlib import Path

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QRadialGradient
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.shell.saves import Autosave
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, card, column, label, row

_WIDTH = 560  # of the card, pixels at 100 %
_RECENT = 5


class StartScreen(Panel):
    """Offers the game that was not finished, a new one, and saved ones."""

    newAsked = Signal()
    """The player wants to begin a battle."""
    openAsked = Signal()
    """The player wants to choose a saved game."""
    gameAsked = Signal(object)
    """The path of a saved game that the player wants to play on."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.about = label("title", "hexwar"), label("quiet")
        self.about.setText(say("Napoleonic battles on printed maps, without the bookkeeping."))
        for line in (self.title, self.about):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.last_title, self.last_note = label("heading"), label()
        self.go_on = button(say("Continue"), "main")
        self.begin, self.open = button(say("New game …")), button(say("Open …"))
        self.recent = label()
        self._autosave: Autosave | None = None
        self._recent: list[Path] = []
        last = (self.last_title, self.last_note, self.go_on)
        others = row(8, (self.begin, 1), (self.open, 1))
        self.frame, _ = card(self.title, self.about, 12, *last, 12, others, self.recent)
        middle = (self.frame, Qt.AlignmentFlag.AlignHCenter)
        column(self, 24, 12, (None, 2), middle, (None, 3))
        self.setAccessibleName(say("Start"))
        self._connect()
        self.settle()

    def show_games(self, last: Autosave | None, recent: Sequence[Path]) -> None:
        """Show the latest game that has not ended, and saved games, the latest first."""
        self._autosave = last
        lines: tuple[QWidget, ...] = (self.last_title, self.last_note, self.go_on)
        for line in lines:
            line.setVisible(last is not None)
        if last is not None:
            self.last_title.setText(
                say("{title}, left {when}", title=escape(last.title), when=_when(last.time))
            )
            self.last_note.setText(escape(last.note))
        links = [
            f'<a href="{place}">{escape(path.name)}</a> <small>{escape(str(path.parent))}</small>'
            for place, path in enumerate(recent[:_RECENT])
        ]
        self._recent = list(recent[:_RECENT])
        self.recent.setText("<br>".join(links))
        self.recent.setVisible(bool(links))
        first = self.begin if last is None else self.go_on
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.begin.setProperty("role", "main" if last is None else "")
        self.begin.style().polish(self.begin)

    def dress(self) -> None:
        """The card keeps its width, the title its letters."""
        self.frame.setFixedWidth(min(self.look.px(_WIDTH), 900))
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
        self.go_on.clicked.connect(self._go_on)
        self.begin.clicked.connect(self.newAsked)
        self.open.clicked.connect(self.openAsked)
        self.recent.linkActivated.connect(self._open_recent)
        for made, tip in (
            (self.go_on, say("Play on where you left off (Enter)")),
            (self.begin, say("Begin another battle (Ctrl+N)")),
            (self.open, say("Open a saved game (Ctrl+O)")),
        ):
            made.setToolTip(tip)
            made.setAutoDefault(True)

    def _go_on(self) -> None:
        if self._autosave is not None:
            self.gameAsked.emit(self._autosave.path)

    def _open_recent(self, place: str) -> None:
        self.gameAsked.emit(self._recent[int(place)])


def _when(time: datetime) -> str:
    """A time as one speaks of it: `today at 21:40`, `on 29 January at 12:00`."""
    clock = say("at {time:%H:%M}", time=time)
    if time.date() == datetime.now().date():
        return say("today {clock}", clock=clock)
    return say("on {day} {time:%B} {clock}", day=time.day, time=time, clock=clock)
