"""The page that opens a battle: the board in small, who comes when, what to do, three hints."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QWidget

from hexwar.kit import Coming
from hexwar.messages import listed, say
from hexwar.shell.game import Game
from hexwar.shell.lock import Lock
from hexwar.table.battle import Battle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Panel,
    button,
    column,
    fill_label,
    label,
    row,
    scrolled,
    spaced,
    spot_link,
)
from hexwar.widgets.panels.scenario_card import briefing_html, length_words

_WIDE = 560  # from this width on the map stands beside the text, pixels at 100 %
_MOST = 8  # hours that are named at an arrow


class BriefingPage(Panel):
    """Stands in the place of the board until the player goes to the map; the game waits."""

    closed = Signal()
    """The player wants to see the map."""

    def __init__(self, look: Look, game: Game, parent: QWidget) -> None:
        """Lay the page out on a parent; its texts last, for every place they come into costs."""
        super().__init__(look, parent)
        self._show = game.controller.show
        self._was_paused = self._show.is_paused
        self._show.set_paused(True)
        view = game.controller.view
        battle: Battle = view.battle
        comings = game.controller.kit.comings(battle)
        self.title = label("title", escape(battle.name))
        when = " \N{MIDDLE DOT} ".join(
            filter(None, (battle.date, length_words(battle.usual_track)))
        )
        self.when = label("quiet", escape(when))
        self.to_map = button(say(game.table.way_to), "main")
        self.to_map.setToolTip(say("Begin to play. Help, Briefing shows this page again."))
        self.map = game.table.briefing_board(look, comings)
        self.comings, self.text = label(), label()
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._arrange()
        for part in (self.comings, self.text):
            part.linkActivated.connect(self.linkActivated)
        self.to_map.clicked.connect(self.closed)
        game.controller.answered.connect(self.closed)
        self.setAccessibleName(say("Briefing"))
        self.settle()
        self.ensurePolished()
        page = battle.briefing
        nothing = f"<p>{say('There is no briefing of this battle.')}</p>"
        fill_label(self.comings, _comings_html(battle, comings))
        words = nothing if page is None else briefing_html(page, battle.side_names)
        fill_label(self.text, words)

    def leave(self) -> None:
        """Go away, and let the game go on."""
        self._show.set_paused(self._was_paused)
        self.deleteLater()

    def _arrange(self) -> None:
        shown = [self.map] if self.map is not None else []
        left = column(None, 0, 10, *shown, self.comings, None)
        ground = QWidget()
        self._both = spaced(QBoxLayout(QBoxLayout.Direction.LeftToRight, ground), 0, 20)
        self._both.addLayout(left, 2)
        self._both.addWidget(self.text, 3)
        head = row(12, (column(None, 0, 2, self.title, self.when), 1), self.to_map)
        column(self, 18, 12, head, (scrolled(ground), 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The map stands beside the text, or above it where there is little room."""
        super().resizeEvent(event)
        is_wide = self.width() >= self.look.px(_WIDE)
        ways = QBoxLayout.Direction
        self._both.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes to the map."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper."""
        QPainter(self).fillRect(self.rect(), self.look.colour("paper"))


class Window(Protocol):
    """What is needed of the window."""

    game: Game | None
    look: Look
    lock: Lock

    def put(self, widget: QWidget) -> None:
        """Show a widget in the place of the board."""

    def follow_link(self, address: str) -> None:
        """Go where a link leads."""


class Briefing(QObject):
    """Brings the page into the place of the board, and takes it away again."""

    def __init__(self, window: Window, place: QWidget) -> None:
        """Show nothing yet; `place` is what the board stands in."""
        super().__init__(place)
        self._window, self._place = window, place
        self.page: BriefingPage | None = None
        """The page, while it is shown."""

    def show_first(self) -> None:
        """Show it before the board is seen: apart, for each takes its time to lay out."""
        self._place.setUpdatesEnabled(False)
        QTimer.singleShot(0, self, self._open)

    def _open(self) -> None:
        self._place.setUpdatesEnabled(True)
        self.show()

    def show(self) -> None:
        """Show the page on the battle in the place of the board; the game waits meanwhile."""
        window, game = self._window, self._window.game
        if game is None or self.page is not None:
            return
        page = self.page = BriefingPage(window.look, game, self._place)
        page.closed.connect(self.leave)
        page.linkActivated.connect(self._follow)
        window.put(page)
        if not window.lock.is_closed:
            page.to_map.setFocus()

    def leave(self) -> None:
        """Show the board again, and let the game go on."""
        page, self.page = self.page, None
        game = self._window.game
        if page is None or game is None:
            return
        self._window.put(game.table)
        page.leave()
        game.table.board.setFocus()
        if not game.session.journal or not any(entry.is_given for entry in game.session.journal):
            QTimer.singleShot(0, game.table.open_view)

    def renew(self) -> None:
        """Dress it anew."""
        if self.page is not None:
            self.leave()
            self.show()

    def drop(self) -> None:
        """The game is left."""
        page, self.page = self.page, None
        if page is not None:
            page.deleteLater()

    def _follow(self, address: str) -> None:
        """A place is looked at on the board."""
        if address.partition(":")[0] in ("hex", "spot"):
            self.leave()
        self._window.follow_link(address)


def _comings_html(battle: Battle, comings: Sequence[Coming]) -> str:
    """Who comes when and where, a line each."""
    lines = [
        say(
            "<b>{when}</b> {names}, at {place}",
            when=escape(battle.when(coming.turn)),
            names=escape(listed(coming.names)),
            place=spot_link(coming.spot, battle.name_of(coming.spot)),
        )
        for coming in comings
    ]
    title = f"<h3>{say('Who comes when')}</h3>" if lines else ""
    return title + "<br>".join(lines)
