"""Whole turns of Mini-Nap 2 at the real window: by mouse, by keys alone, saved, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.app.games import kit_named, load_game, shown, shown_summaries
from hexwar.engine import Manner, SeededChance
from hexwar.engine.records import digest
from hexwar.engine.save import save
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.measured_table import MeasuredTable
from hexwar.systems.mininap.face import MiniFace
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.lenses import MiniLenses
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Vector
from hexwar.widgets import theme as themes
from tests.shell.hand import Shelf, services

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

TWO = {"player.french": "person", "player.russian": "person"}
F1, F2, F7 = UnitId("F1"), UnitId("F2"), UnitId("F7")
Key: TypeAlias = Qt.Key
Mouse: TypeAlias = Qt.MouseButton
NONE = Qt.KeyboardModifier.NoModifier


class Seat:
    """A player at the window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    def open(self, session: Any) -> Seat:
        self.window.open_session(session, None)
        self.wait()
        return self

    @property
    def table(self) -> MeasuredTable:
        assert self.window.game is not None
        return MeasuredTable.of(self.window.game.table)

    @property
    def session(self) -> Any:
        return self.table.controller.session

    @property
    def offer(self) -> Any:
        return self.table.controller.offer

    def wait(self) -> None:
        """Until a question is put, or the game is over."""

        def is_put() -> bool:
            if self.window.handover.isVisible():
                QTest.keyClick(self.window.handover.button, Key.Key_Return)
            return self.table.controller.is_asking or self.session.pending is None

        self.qtbot.waitUntil(is_put, timeout=10_000)

    # -- the mouse

    def at(self, point: Vector) -> QPoint:
        return self.table.board.to_view(point).toPoint()

    def unit(self, unit: UnitId) -> QPoint:
        return self.at(self.session.state.pose(unit).point)

    def click(self, at: QPoint, button: Mouse = Mouse.LeftButton) -> None:
        QTest.mouseClick(self.table.board.viewport(), button, NONE, at)
        QApplication.processEvents()

    def drag(self, start: QPoint, end: QPoint) -> None:
        view = self.table.board.viewport()
        QTest.mousePress(view, Mouse.LeftButton, NONE, start)
        for share in (0.5, 1.0):
            at = QPointF(start) + (QPointF(end) - QPointF(start)) * share
            there = QPointF(view.mapToGlobal(at.toPoint()))
            kind = QEvent.Type.MouseMove
            moved = QMouseEvent(kind, at, there, Mouse.NoButton, Mouse.LeftButton, NONE)
            QApplication.sendEvent(view, moved)
            QApplication.processEvents()
        QTest.mouseRelease(view, Mouse.LeftButton, NONE, end)
        QApplication.processEvents()

    def press(self, button: str) -> None:
        """Press a button of the question by its text."""
        found = [b for b in self.offer.buttons if b.id == button]
        assert found, (button, [b.id for b in self.offer.buttons])
        self.table.controller.press(button)
        self.wait()

    # -- keys

    def key(self, key: Key) -> None:
        QTest.keyClick(self.table.board, key)
        QApplication.processEvents()

    def to_moves(self) -> Seat:
        """On to the next manoeuvre phase, the main button or the end at each question."""
        while not isinstance(self.session.pending, ActWithUnit):
            self.answer()
        return self

    def answer(self) -> None:
        manners = {b.manner for b in self.offer.buttons}
        before = len(self.session.journal)
        self.key(Key.Key_Space if Manner.MAIN in manners else Key.Key_E)
        self.wait()
        assert len(self.session.journal) > before, self.offer


@pytest.fixture
def seat(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Seat]:
    shelf = Shelf()
    look = look_of(shelf.preferences())
    themes.apply(qapp, look.theme, look.scale)
    kits = {name: kit_named(name) for name in shown()}
    told = replace(services(tmp_path, shelf), kits=kits, scenarios=shown_summaries, load=load_game)
    made = MainWindow(told)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield Seat(made, qtbot)
    made.close()


def game(seed: str = "7", **options: str) -> Any:
    """The farm of Les Grenaux; with this seed the French move first."""
    return MININAP.new_game("mininap-small", SeededChance(seed), {**TWO, **options})


def test_a_turn_is_played_by_the_mouse(seat: Seat) -> None:
    """A drag and a click on the ghost, a click and a click on the table, the brigade, the end."""
    seat.open(game()).to_moves()
    assert seat.session.pending.side == "french"
    start = seat.session.state.pose(F1)
    seat.drag(seat.unit(F1), seat.at(start.at(3.0)))
    seat.click(seat.at(start.at(3.2)))  # on the ghost
    seat.wait()
    assert seat.session.state.pose(F1).y == pytest.approx(start.y + 300, abs=15)
    seat.click(seat.unit(F7))
    seat.click(seat.at(seat.session.state.pose(F7).at(5.0)))
    seat.press("go")
    assert seat.session.state.units[F7].is_done
    seat.click(seat.unit(F2))
    seat.click(seat.at(seat.session.state.pose(F2).at(4.5)))
    seat.press("brigade")
    before = len(seat.session.journal)
    seat.press("go")
    assert len(seat.session.journal) - before >= 3
    seat.press("end")
    assert seat.session.pending.side == "russian"
    seat.press("end")
    assert seat.session.state.turn == 2


def test_a_turn_is_played_by_keys_alone(seat: Seat) -> None:
    """Tab, Space, arrows, Enter, Enter; a digit for a formation; E for the end."""
    seat.open(game()).to_moves()
    start = seat.session.state.pose(F1)
    seat.key(Key.Key_Tab)
    assert seat.offer.picked == (F1,)
    seat.key(Key.Key_Space)
    for _ in range(3):
        seat.key(Key.Key_Up)
    seat.key(Key.Key_Return)
    seat.key(Key.Key_Return)
    seat.wait()
    assert seat.session.state.pose(F1).y == start.y + 300
    seat.key(Key.Key_Tab)
    assert seat.offer.picked == (F2,)
    seat.press("form-LINE")
    seat.key(Key.Key_Return)
    seat.wait()
    assert seat.session.state.units[F2].is_done
    while seat.session.state.turn == 1:
        seat.key(Key.Key_E)
        seat.wait()
    assert seat.session.state.turn == 2


def test_a_right_click_takes_back_and_undo_takes_a_move_back(seat: Seat) -> None:
    """First the way, then the choice; an answer by Ctrl+Z."""
    seat.open(game()).to_moves()
    start = seat.session.state.pose(F1)
    seat.drag(seat.unit(F1), seat.at(start.at(3.0)))
    seat.click(seat.at((5.0, 5.0)), Mouse.RightButton)
    assert [b.id for b in seat.offer.buttons if b.manner is Manner.MAIN] == []
    assert seat.offer.picked == (F1,)
    seat.drag(seat.unit(F1), seat.at(start.at(3.0)))
    seat.press("go")
    assert seat.session.state.units[F1].is_done
    seat.table.controller.undo()
    seat.wait()
    assert seat.session.state.pose(F1) == start


def test_a_game_is_saved_and_goes_on(seat: Seat) -> None:
    """The same table, and the same question."""
    seat.open(game()).to_moves()
    start = seat.session.state.pose(F1)
    seat.drag(seat.unit(F1), seat.at(start.at(3.0)))
    seat.press("go")
    again = MININAP.load_game(save(seat.session))
    assert digest(again.state) == digest(seat.session.state)
    seat.open(again)
    assert seat.session.pending.side == "french"


def test_two_keys_answer_everything_and_the_sheet_says_how_it_stands(seat: Seat) -> None:
    """Space or E at each question, from free set-up to the second turn."""
    seat.open(game("3", setup="free", secret_fire="on"))
    for _ in range(200):
        if seat.session.state.turn == 2:
            break
        seat.answer()
    assert seat.session.state.turn == 2
    assert seat.window.game is not None
    seat.window.dialogs.show_end(seat.window.game)
    assert seat.window.dialogs.dialog is not None
    seat.window.dialogs.close()


def test_every_part_of_the_face_has_its_action_and_its_rule() -> None:
    """Lenses and docks have entries in menus; what they lead to is in the book."""
    book = MININAP.rulebook({})
    assert book is not None
    face = MININAP.face()
    assert isinstance(face, MiniFace)
    actions = {action.id: action for action in face.actions}
    assert set(MiniLenses.ids) <= set(actions)
    for action in face.actions:
        kind, _, rule = action.help.partition(":")
        assert kind == "rule"
        assert rule in book.rules, action.id
    assert face.first_rule in book.rules
