"""A player's hand: plays the real window by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hexwar.app.games import load_game, new_game
from hexwar.engine import Chance, Decision, Roll, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.scenario.summaries import Summary, summaries
from hexwar.shell.game import Game
from hexwar.shell.main_window import MainWindow
from hexwar.shell.map_table import MapTable
from hexwar.shell.menus import PAUSE_MS
from hexwar.shell.preferences import Pace, Preferences, Progress, Settings
from hexwar.shell.saves import Services
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.panels.combat_pane import CombatPane
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import OPEN_ORDERS
from hexwar.widgets.board.geometry import hex_rect
from hexwar.widgets.board.view import BoardView
from tests.shell.free import Places, free

Key = Qt.Key
Modifier = Qt.KeyboardModifier
Button = Qt.MouseButton

CAVALRY_FIRST = "7"
"""With this seed V Cavalry Corps is drawn first, if nobody writes an order nor rolls weather."""

CLOUDY_CAVALRY_FIRST = "4"
"""With this seed it stays cloudy, and V Cavalry Corps is drawn first, if nobody writes an order."""


@dataclass
class Shelf(Settings):
    """Settings that last as long as the test."""

    kept: Preferences = field(default_factory=lambda: Preferences(pace=Pace.OFF, warns=frozenset()))
    files: list[Path] = field(default_factory=list)
    days: Mapping[str, str] = field(default_factory=dict)
    places: tuple[bytes, bytes] = (b"", b"")
    marks: dict[str, Sequence[tuple[int, str]]] = field(default_factory=dict)
    rooms: dict[str, QRect] = field(default_factory=dict)
    learnt: dict[str, Progress] = field(default_factory=dict)
    sitting: dict[str, str] = field(default_factory=dict)

    def lessons(self) -> Mapping[str, Progress]:
        return self.learnt

    def keep_lesson(self, lesson: str, progress: Progress) -> None:
        before = self.learnt.get(lesson, Progress())
        is_learnt = before.is_learnt or progress.is_learnt
        self.learnt[lesson] = Progress(progress.step, is_learnt)

    def preferences(self) -> Preferences:
        return self.kept

    def keep(self, preferences: Preferences) -> None:
        self.kept = preferences

    def recent(self) -> list[Path]:
        return [path for path in self.files if path.is_file()]

    def add_recent(self, path: Path) -> None:
        self.files = [path, *(other for other in self.files if other != path)]

    def played(self) -> Mapping[str, str]:
        return self.days

    def add_played(self, battle: str) -> None:
        others = {other: day for other, day in self.days.items() if other != battle}
        self.days = {battle: "2026-11-21", **others}

    def seated(self) -> Mapping[str, str]:
        return self.sitting

    def keep_seated(self, players: Mapping[str, str]) -> None:
        self.sitting = dict(players)

    def bookmarks(self, game: str) -> Sequence[tuple[int, str]]:
        return self.marks.get(game, ())

    def keep_bookmarks(self, game: str, marks: Sequence[tuple[int, str]]) -> None:
        self.marks[game] = tuple(marks)

    def layout(self) -> tuple[bytes, bytes]:
        return self.places

    def place(self, name: str) -> QRect | None:
        return self.rooms.get(name)

    def keep_place(self, name: str, place: QRect) -> None:
        self.rooms[name] = place

    def keep_layout(self, geometry: bytes, docks: bytes) -> None:
        self.places = (geometry, docks)


FIXED = ("Undo", "Redo", "End segment", "End activation")
"""The buttons that are always there."""


def of_nlc() -> list[Summary]:
    """The battles of the game that is played here."""
    return [summary for summary in summaries(FILES_ONLY) if not summary.problem]


def services(folder: Path, shelf: Shelf | None = None) -> Services:
    """Everything a window needs, with its files below a folder."""
    return Services(
        kits={NLC.id: NLC},
        begin=new_game,
        load=load_game,
        scenarios=of_nlc,
        store=shelf or Shelf(),
        saves=folder / "saves",
        clock=map(float, count()).__next__,  # nobody is too quick, unless a test holds it
    )


def brienne(
    seed: str = CAVALRY_FIRST,
    chance: Chance | None = None,
    options: Mapping[str, str] | None = None,
) -> Session[GameState]:
    """Brienne when the first formation acts; everybody is free, and sees all orders."""
    if chance is not None:
        return free_game("brienne", chance, options)
    return _led_on(seed, tuple((options or {}).items())).fork(SeededChance(seed))


@cache
def _led_on(seed: str, options: tuple[tuple[str, str], ...]) -> Session[GameState]:
    """Such a game, played once; tests go on with a fork of it."""
    return free_game("brienne", SeededChance(seed), dict(options))


def free_game(
    name: str,
    chance: Chance,
    options: Mapping[str, str] | None = None,
    places: Places = (),
) -> Session[GameState]:
    """A scenario when the first formation acts, without duties and without secrets.

    Args:
        name: The scenario.
        chance: Its dice.
        options: Those of the game.
        places: Pieces that are set up elsewhere.
    """
    shown = {"orders": OPEN_ORDERS, **(options or {})}
    return until_activation(new_game(free(name, places), chance, shown))


def until_activation(session: Session[GameState]) -> Session[GameState]:
    """The same game when the first formation acts; until then nobody does anything."""
    while session.pending is not None and not isinstance(session.pending, ActivateUnit | Roll):
        session.answer(session.options[0])
    return session


def new_brienne(
    seed: str = CLOUDY_CAVALRY_FIRST,
    chance: Chance | None = None,
    options: Mapping[str, str] | None = None,
) -> Session[GameState]:
    """Brienne at its first question; with orders that both sides see, so nobody hands over."""
    open_orders = {"orders": OPEN_ORDERS}
    return new_game("brienne", chance or SeededChance(seed), {**open_orders, **(options or {})})


class Hand:
    """Clicks and types, and reads what the window then shows."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def game(self) -> Game:
        assert self.window.game is not None
        return self.window.game

    @property
    def session(self) -> Session[GameState]:
        return self.game.session

    @property
    def cloth(self) -> QGraphicsView:
        """What is seen of the board, of whatever kind."""
        return self.game.table.board

    @property
    def board(self) -> BoardView:
        return MapTable.of(self.game.table).board

    @property
    def combat(self) -> CombatPane:
        """Where combats are laid open."""
        return self.game.follower(CombatReports).pane

    @property
    def pending(self) -> Decision[Any]:
        assert self.session.pending is not None
        return self.session.pending

    @property
    def sentence(self) -> str:
        """The question."""
        return _plain(self.window.panes.prompt.sentence.text())

    @property
    def refusal(self) -> str:
        """Why the last click did nothing."""
        return _plain(self.window.panes.prompt.refusal.text())

    @property
    def buttons(self) -> dict[str, QPushButton]:
        """The buttons of the question by their words."""
        found = self.window.panes.prompt.findChildren(QPushButton)
        return {made.text(): made for made in found if made.isVisible()}

    @property
    def answers(self) -> list[str]:
        """The words of the buttons that answer the question."""
        return [words for words in self.buttons if words not in FIXED]

    def open(self, session: Session[GameState], path: Path | None = None) -> Hand:
        self.window.open_session(session, path)
        handover = self.window.handover
        self.qtbot.waitUntil(lambda: self.cloth.isVisible() or handover.isVisible())
        self.qtbot.wait(20)
        return self

    # -- the mouse

    def at(self, hex_: str) -> QPoint:
        """Where a hex is, scrolled into view."""
        self.board.camera.reveal(hex_rect(self.board.board.sheet, Hex(hex_)), 60)
        return self.board.box_of(Hex(hex_)).center().toPoint()

    def hover(self, hex_: str) -> None:
        where = self.at(hex_)
        QTest.mouseMove(self.board.viewport(), where + QPoint(3, 3))
        QTest.mouseMove(self.board.viewport(), where)

    def click(
        self,
        hex_: str,
        button: Qt.MouseButton = Button.LeftButton,
        modifier: Qt.KeyboardModifier = Modifier.NoModifier,
    ) -> None:
        where = self.at(hex_)
        self.board.board.fans.close()
        QTest.mouseClick(self.board.viewport(), button, modifier, where)

    def drag(self, *hexes: str) -> None:
        """Draw a path over hexes, and let go in the last."""
        places = [self.at(hex_) for hex_ in hexes]
        view = self.board.viewport()
        QTest.mousePress(view, Button.LeftButton, Modifier.NoModifier, places[0])
        for place in places:
            QTest.mouseMove(view, place)
        QTest.mouseRelease(view, Button.LeftButton, Modifier.NoModifier, places[-1])

    @contextmanager
    def dragging(
        self, start: str, end: str, button: Qt.MouseButton = Button.RightButton
    ) -> Iterator[None]:
        """Keep a button down from one hex to another meanwhile; both are in view."""
        first, last = (self.board.box_of(Hex(h)).center().toPoint() for h in (start, end))
        view = self.board.viewport()
        QTest.mousePress(view, button, Modifier.NoModifier, first)
        QTest.mouseMove(view, first + QPoint(6, 6))
        QTest.mouseMove(view, last)
        yield
        QTest.mouseRelease(view, button, Modifier.NoModifier, last)

    def press(self, words: str) -> None:
        """Press the button of the question that begins with these words."""
        found = next(made for text, made in self.buttons.items() if text.startswith(words))
        QTest.mouseClick(found, Button.LeftButton)

    def pass_on(self, to: type[Decision[Any]]) -> None:
        """End segments and let the enemy be, until a question of a class is put."""
        for _ in range(16):  # what is left undone is shown first
            if isinstance(self.pending, to):
                return
            if isinstance(self.pending, ChooseReactionCharge):
                self.press("Nobody reacts")
            else:
                self.key(Qt.Key.Key_E)

    # -- the keyboard

    def key(
        self,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Modifier.NoModifier,
        on: QWidget | None = None,
    ) -> None:
        goal = on or self.cloth
        self._activate(goal.window())
        QTest.keyClick(goal, key, modifier)

    def give_focus(self, to: QWidget) -> None:
        """Lead the keyboard to a part; a window that is not active has no part with the focus."""
        self._activate(to.window())
        to.setFocus()
        self.until(to.hasFocus)

    def _activate(self, window: QWidget) -> None:
        """Windows that close late, of an earlier game, may take the keyboard along."""
        if not window.isActiveWindow():
            window.activateWindow()
            self.until(window.isActiveWindow)
            self.qtbot.wait(20)  # until the window knows where its keyboard is

    @contextmanager
    def holding(self, key: Qt.Key) -> Iterator[None]:
        """Keep a key down meanwhile."""
        QTest.keyPress(self.cloth, key)
        yield
        self.let_go(key)

    def let_go(self, key: Qt.Key) -> None:
        """Let a key go, and wait until the window believes it."""
        QTest.keyRelease(self.cloth, key)
        self.qtbot.wait(2 * PAUSE_MS)

    def digit(self, key: Qt.Key) -> None:
        """Press a button of the question by its digit; Qt shows the button going down first."""
        pending = self.pending
        self.key(key)
        self.until(lambda: self.session.pending is not pending)

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=10_000)


def _plain(html: str) -> str:
    from PySide6.QtGui import QTextDocumentFragment

    return QTextDocumentFragment.fromHtml(html).toPlainText()
