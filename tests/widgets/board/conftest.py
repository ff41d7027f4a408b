"""A small board with a few counters, on a view of 640 x 480."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsView
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.tiles import TileWorker
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH, position

PLAIN = "\n".join(["." + " ." * 13] * 10)
"""Fourteen columns, ten rows."""

Button = Qt.MouseButton


def show(view: BoardView, state: GameState) -> None:
    """Show a state with all that lies on it."""
    view.show_state(state, markers_of(state))


@pytest.fixture(autouse=True)
def _bare_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tile of the map is painted, no name of it placed: that takes a second each time.

    Both have tests of their own.
    """
    monkeypatch.setattr(TileWorker, "want", lambda worker, key: None)
    monkeypatch.setattr(TileWorker, "want_soon", lambda worker, task: None)
    monkeypatch.setattr(TileWorker, "want_later", lambda worker, task: None)


@pytest.fixture
def state() -> GameState:
    """A stack of three and a leader in 0505, one unit in 0705, a stack of two enemies in 1004."""
    return position(
        PLAIN,
        "F1 infantry 6-3 0505",
        "F2 infantry 4-3 0505",
        "F3 battery 2-3 0505",
        "FL leader 0505",
        "F4 infantry 5-3 0705",
        "F5 infantry 3-3 due",
        "A1 infantry 5-3 1004",
        "A2 infantry 7-3 1004",
        vp_hexes={Hex("0708"): 3},
        control={Hex("0708"): FRENCH},
        supply_sources={Hex("0103"): FRENCH, Hex("1406"): ALLIED},
        arrivals=(Arrival(3, Hex("0103"), (UnitId("F5"),)),),
    )


@pytest.fixture
def view(qtbot: QtBot, state: GameState) -> BoardView:
    """The board at 100 %, its sheet's middle in the middle."""
    board = BoardView(state.battle.battlefield, theme("light"))
    qtbot.addWidget(board)
    board.resize(640, 480)
    board.show()
    show(board, state)
    board.camera.zoom_to(1.0)
    board.camera.centre_on(QPointF(*board.board.sheet.centre(Hex("0706"))))
    return board


class Mouse:
    """A mouse over a view."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    def at(self, hex_: str, dx: int = 0, dy: int = 0) -> QPoint:
        """A point of the viewport, from a hex's centre."""
        return self.view.box_of(Hex(hex_)).center().toPoint() + QPoint(dx, dy)

    def press(self, point: QPoint, button: Button = Button.LeftButton) -> None:
        QTest.mousePress(self.view.viewport(), button, pos=point)

    def move(self, point: QPoint) -> None:
        QTest.mouseMove(self.view.viewport(), point)

    def release(self, point: QPoint, button: Button = Button.LeftButton) -> None:
        QTest.mouseRelease(self.view.viewport(), button, pos=point)

    def drag(self, *points: QPoint, button: Button = Button.LeftButton) -> None:
        self.press(points[0], button)
        for point in points[1:]:
            self.move(point)
        self.release(points[-1], button)

    def click(
        self,
        point: QPoint,
        button: Button = Button.LeftButton,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        QTest.mouseClick(self.view.viewport(), button, modifier, point)


@pytest.fixture
def mouse(view: BoardView) -> Mouse:
    return Mouse(view)


def pixels(image: QImage) -> npt.NDArray[np.uint32]:
    """A picture as rows of whole numbers, 0xAARRGGBB."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    values = np.frombuffer(plain.constBits(), np.uint32)
    return values.reshape(plain.height(), plain.width()).copy()


Told = list[tuple[Any, ...]]


@pytest.fixture
def told(view: BoardView) -> Callable[[str], Told]:
    """What a signal of the view has said since it was asked for by name."""

    def listen(signal: str) -> Told:
        heard: Told = []
        getattr(view, signal).connect(lambda *words: heard.append(words))
        return heard

    return listen


def seen_at(view: QObject | None, point: QPointF) -> QPointF:
    """Where a scene point is in the viewport of a view."""
    assert isinstance(view, QGraphicsView)
    return view.viewportTransform().map(point)
