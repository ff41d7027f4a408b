"""The games that can be continued, as the start page lists them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.shell.recovery import KeptGame, Stop
from hexwar.widgets.panels.parts import bare, label

MOST = 3
"""How many games are listed before the others are folded."""

_APART = 5  # pixels between two games


class KeptList(QWidget):
    """A line for each game with what was done last; a click continues it, or puts it away."""

    gameAsked = Signal(object)
    """The path of a game that the player wants to play on."""
    removeAsked = Signal(object)
    """The path of a game that the player wants to put into the trash."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = label()
        self.lines.linkActivated.connect(self._follow)
        self.lines.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        bare(self, self.lines, 6)
        self._games: Sequence[KeptGame] = ()
        self._unfolded: set[str] = set()

    def show_games(self, games: Sequence[KeptGame]) -> None:
        """List games, the latest first; those that have ended are folded."""
        self._games = games
        self._write()

    def _write(self) -> None:
        places = range(len(self._games))
        running = [n for n in places if not self._games[n].is_over]
        over = [n for n in places if self._games[n].is_over]
        lines = [self._line(n) for n in running[:MOST]]
        lines += self._folded("more", say("More games"), running[MOST:])
        lines += self._folded("over", say("Finished games"), over)
        self.lines.setText(
            "".join(f'<p style="margin: 0 0 {_APART}px 0">{one}</p>' for one in lines)
        )
        self._make_room()
        self.setVisible(bool(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as the lines are at this width."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        self.lines.setMinimumHeight(0)  # a label is never lower than it had to be, even when asked
        self.lines.setMinimumHeight(max(self.lines.heightForWidth(self.width()), 0))

    def _folded(self, name: str, title: str, places: Sequence[int]) -> list[str]:
        """Games under a title that unfolds them."""
        if not places:
            return []
        is_open = name in self._unfolded
        sign = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        sign = sign if is_open else "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
        head = say("{title} ({n})", title=title, n=len(places))
        found = [f'<a href="{name}:">{sign} {escape(head)}</a>']
        return found + [self._line(n) for n in places] if is_open else found

    def _line(self, place: int) -> str:
        game = self._games[place]
        about = ", ".join(filter(None, (when(game.time), *remarks(game))))
        words = f"<br>{escape(game.words)}" if game.words else ""
        remove = f'<a href="remove:{place}">{escape(say("remove"))}</a>'
        return (
            f'<a href="open:{place}">{escape(game.title)}</a>'
            f" <small>{escape(about)} \N{MIDDLE DOT} {remove}{words}</small>"
        )

    def _follow(self, address: str) -> None:
        kind, _, place = address.partition(":")
        if kind == "open":
            self.gameAsked.emit(self._games[int(place)].path)
        elif kind == "remove":
            self.removeAsked.emit(self._games[int(place)].path)
        else:
            self._unfolded ^= {kind}
            self._write()


def remarks(game: KeptGame) -> list[str]:
    """Why a game stopped, and whether it opens with passwords only."""
    found = [] if game.stop is Stop.OVER else [say(game.stop.value)]
    return [*found, say("locked by a password")] if game.is_locked else found


def when(time: datetime) -> str:
    """A time as one speaks of it: `today at 21:40`, `on 29 January at 12:00`."""
    clock = say("at {time:%H:%M}", time=time)
    if time.date() == datetime.now().date():
        return say("today {clock}", clock=clock)
    return say("on {day} {time:%B} {clock}", day=time.day, time=time, clock=clock)
