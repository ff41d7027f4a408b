"""The board by keyboard: the hex cursor, what it says, and the view."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexwar.hexes import Hex
from hexwar.widgets.board.view import BoardView
from tests.widgets.board.conftest import Mouse, Told

Button = Qt.MouseButton
Key = Qt.Key
Modifier = Qt.KeyboardModifier
Listen = Callable[[str], Told]


@pytest.fixture
def keys(view: BoardView) -> Callable[..., None]:
    """Presses keys one by one."""
    view.setFocus()

    def press(*pressed: Key, modifier: Modifier = Modifier.NoModifier) -> None:
        for key in pressed:
            QTest.keyClick(view, key, modifier)

    return press


def test_the_cursor_appears_in_the_middle_and_walks(
    view: BoardView, keys: Callable[..., None], told: Listen
) -> None:
    hovered, spoken = told("hexHovered"), told("spoken")
    keys(Key.Key_Up)
    assert view.cursor_.hex == "0706"
    view.describe = lambda hex_: f"hex {hex_}, woods"
    keys(Key.Key_Up, Key.Key_Right, Key.Key_Down)
    assert spoken[1:3] == [("hex 0705, woods",), ("hex 0805, woods",)]
    assert view.accessibleDescription() == "hex 0806, woods"
    keys(Key.Key_7, Key.Key_3, modifier=Modifier.KeypadModifier)
    assert [hex_ for (hex_,) in hovered] == ["0706", "0705", "0805", "0806", "0706", "0806"]
    assert view.board.pile.cursor.shown == "0806"
    view.clearFocus()
    assert view.board.pile.cursor.shown is None


def test_enter_clicks_and_a_click_puts_the_cursor(
    keys: Callable[..., None], told: Listen, view: BoardView, mouse: Mouse
) -> None:
    clicks = told("hexClicked")
    keys(Key.Key_Return)
    assert clicks == []
    keys(Key.Key_Up, Key.Key_Return)
    keys(Key.Key_Enter, modifier=Modifier.ShiftModifier)
    assert clicks == [
        ("0706", Modifier.NoModifier, Button.LeftButton),
        ("0706", Modifier.ShiftModifier, Button.LeftButton),
    ]

    mouse.click(mouse.at("0905"))
    assert view.board.pile.cursor.shown is None
    keys(Key.Key_Down)
    assert view.board.pile.cursor.shown == "0906"


def test_space_goes_through_the_counters_and_enter_takes_one(
    view: BoardView, keys: Callable[..., None], told: Listen
) -> None:
    spoken, units, leaders = told("spoken"), told("unitClicked"), told("leaderClicked")
    hexes = told("hexClicked")
    view.describe_piece = lambda piece: f"piece {piece}"
    view.cursor_.put(Hex("0504"))
    keys(Key.Key_Return)  # while it is not shown, Enter is for the window
    assert not [*units, *hexes]
    keys(Key.Key_Down, Key.Key_Space, Key.Key_Space)
    assert view.board.fans.hex == "0505"
    keys(Key.Key_Return, Key.Key_Space, Key.Key_Space, Key.Key_Return, Key.Key_Space)
    assert view.board.fans.hex is None
    keys(Key.Key_Return)
    said = [text for (text,) in spoken]
    assert said[1:] == ["piece F1", "piece F2", "piece F3", "piece FL", "0505"]
    assert units == [("F2", Modifier.NoModifier)]
    assert leaders == [("FL", Modifier.NoModifier)]
    assert [hex_ for hex_, *_ in hexes] == ["0505"]


def test_keys_zoom_and_pan_and_the_cursor_comes_into_view(
    view: BoardView, keys: Callable[..., None]
) -> None:
    before = view.camera.centre
    keys(Key.Key_Right, Key.Key_Down, modifier=Modifier.ControlModifier)
    assert view.camera.centre == before + QPointF(120, 120)
    assert view.cursor_.hex is None
    keys(Key.Key_Plus)
    assert view.camera.zoom == pytest.approx(2**0.25)
    keys(Key.Key_Minus, Key.Key_Minus)
    assert view.camera.zoom == pytest.approx(2**-0.25)
    keys(Key.Key_0)
    assert view.camera.seen().adjusted(-2, -2, 2, 2).contains(view.board.sceneRect())
    keys(Key.Key_1)
    assert view.camera.zoom == 1.0

    view.camera.zoom_to(4.0)
    keys(*[Key.Key_Up] * 7)
    assert view.cursor_.hex == "0701"
    assert view.viewport().rect().contains(view.box_of(Hex("0701")).toRect())


def test_keys_that_mean_nothing_here_go_on_and_esc_folds_the_fan_up(
    view: BoardView, keys: Callable[..., None]
) -> None:
    for key, text in ((Key.Key_L, "l"), (Key.Key_Escape, ""), (Key.Key_3, "3")):
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Modifier.NoModifier, text)
        QApplication.sendEvent(view, event)
        assert not event.isAccepted()
    view.board.fans.open(Hex("0505"))
    keys(Key.Key_Escape)
    assert view.board.fans.hex is None
