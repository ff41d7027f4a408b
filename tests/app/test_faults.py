"""A fault in what Qt calls is recorded and told, and the window lives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from hexwar.app.faults import Faults, guarded
from hexwar.app.games import kit_named
from hexwar.table.battle import on_map
from hexwar.widgets import theme as themes
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.tiles import TileWorker

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "Error calling Python override")


class Clumsy(BoardView):
    """A board whose handler divides by zero."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fail as C code does: there an exception is not yet complete."""
        event.setAccepted(bool(1 // int(event.position().x() * 0)))


class Smudged(QWidget):
    """What cannot be painted, and asks for it again and again."""

    def paintEvent(self, _: QPaintEvent) -> None:
        """Fail with a painter at work."""
        painter = QPainter(self)
        self.update()
        painter.drawPoint(int("seven"), 0)


class Filter(QObject):
    """Looks at all events of the program, and cannot."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fail at each click."""
        return event.type() is QEvent.Type.MouseButtonRelease and bool(next(iter(())))


@pytest.fixture
def told(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that a user was told."""
    sentences: list[str] = []
    window = QWidget()
    qtbot.addWidget(window)
    monkeypatch.setattr(sys, "excepthook", Faults(window, ["edit"], sentences.append))
    return sentences


def click(target: QObject) -> None:
    """Have Qt click, as it does for a user: nothing of Python stands above the handler."""
    at, left, none = QPointF(5, 5), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind in QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease:
        QApplication.postEvent(target, QMouseEvent(kind, at, at, left, left, none))


def run(milliseconds: int = 50) -> None:
    """Run the program for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    assert guarded(loop.exec) == 0


def reports(home: Path) -> list[str]:
    """The tracebacks that were recorded."""
    crashes = home / "state" / "hexwar" / "crashes"
    return [(folder / "traceback.txt").read_text("utf-8") for folder in crashes.iterdir()]


def test_a_board_whose_handler_fails_lives_and_tells_it_once(
    qtbot: QtBot, home: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TileWorker, "want", lambda worker, task: None)
    battle = on_map(kit_named("nlc").battle("first-steps"))
    board = Clumsy(battle.battlefield, themes.theme("light"))
    qtbot.addWidget(board)
    board.show()
    click(board.viewport())
    click(board.viewport())
    run()
    qtbot.waitUntil(lambda: bool(told))  # the report is written first

    assert board.isVisible()
    (sentence,) = told
    assert sentence.startswith("a fault of the program")
    (report,) = reports(home)
    assert "ZeroDivisionError" in report
    assert "in mousePressEvent" in report
    assert "During handling" not in report  # that the window was open explains nothing
    board.close_board()


def test_a_painter_that_fails_all_the_time_tells_it_once(
    qtbot: QtBot, home: Path, told: list[str]
) -> None:
    part = Smudged()
    qtbot.addWidget(part)
    part.show()
    run()
    part.hide()
    qtbot.waitUntil(lambda: bool(told))

    assert len(told) == 1
    assert len(reports(home)) == 1


def test_a_filter_of_the_program_that_fails_stops_nothing(
    qtbot: QtBot, qapp: QApplication, home: Path, told: list[str]
) -> None:
    part, filter_ = QWidget(), Filter()
    qtbot.addWidget(part)
    part.show()
    qapp.installEventFilter(filter_)
    click(part)
    run()
    qapp.removeEventFilter(filter_)
    qtbot.waitUntil(lambda: bool(told))

    assert len(told) == 1
    assert "StopIteration" in reports(home)[0]


def test_the_same_fault_is_told_again_after_a_while(qtbot: QtBot, home: Path) -> None:
    window, sentences, times = QWidget(), list[str](), [0.0, 1.0, 2.5, 5.0]
    qtbot.addWidget(window)
    faults = Faults(window, [], sentences.append, clock=lambda: times.pop(0))
    while times:
        try:
            raise ValueError("seven")
        except ValueError as fault:
            faults(ValueError, fault, fault.__traceback__)
    qtbot.waitUntil(lambda: len(sentences) == 2)
