"""What the mouse does on the board: clicks, pans, paths, hovering, tips and pinches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.widgets.board.view import BoardView
from tests.widgets.board.conftest import Mouse, Told, seen_at

Button = Qt.MouseButton
Modifier = Qt.KeyboardModifier
Listen = Callable[[str], Told]


def away(point: QPointF, from_: QPointF) -> float:
    return max(abs(point.x() - from_.x()), abs(point.y() - from_.y()))


# -- clicks


def test_a_click_tells_hex_keys_and_button(view: BoardView, mouse: Mouse, told: Listen) -> None:
    heard, menus = told("hexClicked"), told("contextRequested")
    at = mouse.at("0805")
    mouse.click(at)
    mouse.click(mouse.at("0806"), modifier=Modifier.ShiftModifier)
    mouse.click(at, Button.RightButton)
    assert heard == [
        ("0805", Modifier.NoModifier, Button.LeftButton),
        ("0806", Modifier.ShiftModifier, Button.LeftButton),
        ("0805", Modifier.NoModifier, Button.RightButton),
    ]
    assert menus == [("0805", view.viewport().mapToGlobal(at))]
    QTest.mouseDClick(view.viewport(), Button.LeftButton, pos=at)
    assert len(heard) == 3  # the second half of a double click is none

    del heard[:]
    before = view.camera.centre
    mouse.drag(at, mouse.at("0806"), button=Button.RightButton)
    assert (heard, view.camera.centre) == ([], before)
    view.camera.fit()
    mouse.click(QPoint(3, 240))  # off the sheet
    assert heard == []


def test_three_pixels_are_a_click_four_a_pan(view: BoardView, mouse: Mouse, told: Listen) -> None:
    heard = told("hexClicked")
    before = view.camera.centre
    mouse.drag(mouse.at("0805"), mouse.at("0805", 2, 3))
    assert len(heard) == 1
    assert view.camera.centre == before
    mouse.drag(mouse.at("0805"), mouse.at("0805", 0, 4))
    assert len(heard) == 1
    assert view.camera.centre != before


def test_the_menu_key_asks_for_the_menu_of_the_cursor(view: BoardView, told: Listen) -> None:
    menus = told("contextRequested")
    QTest.keyClick(view, Qt.Key.Key_Up)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(view.viewport(), event)
    assert [hex_ for hex_, _ in menus] == [view.cursor_.hex]


def test_ctrl_and_click_pick_the_counter_of_a_stack(mouse: Mouse, told: Listen) -> None:
    hexes, units, leaders = told("hexClicked"), told("unitClicked"), told("leaderClicked")
    mouse.click(mouse.at("0505"), modifier=Modifier.ControlModifier)
    mouse.click(mouse.at("0505", 14, -24), modifier=Modifier.ControlModifier)
    mouse.click(mouse.at("0605"), modifier=Modifier.ControlModifier)
    assert units == [("F1", Modifier.ControlModifier)]
    assert leaders == [("FL", Modifier.ControlModifier)]
    assert [hex_ for hex_, *_ in hexes] == ["0605"]


@pytest.mark.parametrize("button", [Button.LeftButton, Button.MiddleButton])
def test_a_drag_pans_with_the_pointer(view: BoardView, mouse: Mouse, button: Button) -> None:
    start = mouse.at("0805")
    held = view.camera.to_scene(QPointF(start))
    mouse.press(start, button)
    mouse.move(start + QPoint(20, 10))
    assert view.viewport().cursor().shape() is Qt.CursorShape.ClosedHandCursor
    mouse.move(start + QPoint(-60, 33))
    assert away(seen_at(view, held), QPointF(start + QPoint(-60, 33))) <= 1.0
    mouse.release(start + QPoint(-60, 33), button)
    assert view.viewport().cursor().shape() is not Qt.CursorShape.ClosedHandCursor


# -- paths


def steps(heard: Told) -> list[str]:
    return [" ".join(path) for (path,) in heard]


def test_a_drag_from_a_source_draws_a_path(view: BoardView, mouse: Mouse, told: Listen) -> None:
    view.sources = [Hex("0505")]
    drawn, dropped, clicks = told("dragPath"), told("dragDropped"), told("hexClicked")
    before = view.camera.centre
    mouse.drag(*(mouse.at(h) for h in ("0505", "0605", "0706", "0707")))
    assert steps(drawn) == ["0505 0605", "0505 0605 0706", "0505 0605 0706 0707"]
    assert steps(dropped) == ["0505 0605 0706 0707"]
    assert clicks == []
    assert view.camera.centre == before
    mouse.drag(*(mouse.at(h) for h in ("0505", "0605", "0706", "0605", "0606")))
    assert steps(drawn)[-2:] == ["0505 0605", "0505 0605 0606"]  # back the way it came

    told_before = len(drawn)
    mouse.drag(mouse.at("0505"), mouse.at("0606"), button=Button.MiddleButton)
    assert len(drawn) == told_before  # which pans even from a source
    assert view.camera.centre != before


def test_a_right_click_takes_a_hex_back_and_esc_all(
    view: BoardView, mouse: Mouse, told: Listen
) -> None:
    view.sources = [Hex("0505")]
    drawn, clicks = told("dragPath"), told("hexClicked")
    mouse.press(mouse.at("0505"))
    for hex_ in ("0605", "0706", "0707"):
        mouse.move(mouse.at(hex_))
    mouse.click(mouse.at("0707"), Button.RightButton)
    mouse.move(mouse.at("0707", 3, 3))  # still in the hex that was taken back
    assert steps(drawn)[-1] == "0505 0605 0706"
    mouse.click(mouse.at("0707"), Button.RightButton)
    assert steps(drawn)[-1] == "0505 0605"
    mouse.move(mouse.at("0606"))
    assert steps(drawn)[-1] == "0505 0605 0606"
    mouse.release(mouse.at("0606"))
    assert clicks == []

    view.sources = [Hex("0505")]
    dropped, cancelled = told("dragDropped"), told("dragCancelled")
    mouse.press(mouse.at("0505"))
    mouse.move(mouse.at("0605"))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    mouse.release(mouse.at("0605"))
    assert (cancelled, dropped) == ([()], [])
    mouse.press(mouse.at("0505"))
    mouse.move(mouse.at("0605"))
    view.hide()
    assert cancelled == [(), ()]


def test_the_sheet_moves_on_at_the_edge_of_the_view(
    view: BoardView, mouse: Mouse, told: Listen, qtbot: QtBot
) -> None:
    view.sources = [Hex("0505")]
    drawn, before = told("dragPath"), view.camera.centre.x()
    mouse.press(mouse.at("0505"))
    mouse.move(QPoint(4, 240))
    qtbot.waitUntil(lambda: view.camera.centre.x() < before - 60)
    mouse.move(QPoint(320, 240))
    mouse.release(QPoint(320, 240))
    still = view.camera.centre
    QTest.qWait(60)
    assert view.camera.centre == still
    assert drawn


# -- the wheel and pinches


def wheel(
    view: BoardView,
    at: QPoint,
    angle: int,
    pixels: QPoint | None = None,
    phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        pixels or QPoint(),
        QPoint(0, angle),
        Button.NoButton,
        Modifier.NoModifier,
        phase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_wheel_zooms_at_the_pointer(view: BoardView) -> None:
    zooms = []
    at = QPoint(111, 402)
    held = view.camera.to_scene(QPointF(at))
    for angle in (120, 240, -120, 360):
        wheel(view, at, angle)
        assert away(seen_at(view, held), QPointF(at)) <= 1.0
        zooms.append(round(view.camera.zoom, 3))
    assert zooms == [1.189, 1.682, 1.414, 2.378]


def test_two_fingers_on_a_pad_pan_and_a_pinch_zooms_at_the_pointer(view: BoardView) -> None:
    before = view.camera.centre
    wheel(view, QPoint(100, 100), -30, QPoint(-25, -40), Qt.ScrollPhase.ScrollUpdate)
    assert view.camera.zoom == 1.0
    assert away(view.camera.centre, before + QPointF(25, 40)) <= 1.0

    at, pad = QPointF(111, 402), QPointingDevice.primaryPointingDevice()
    held, zoom = view.camera.to_scene(at), Qt.NativeGestureType.ZoomNativeGesture
    event = QNativeGestureEvent(zoom, pad, 2, at, at, at, 0.25, QPointF())
    QApplication.sendEvent(view.viewport(), event)
    assert view.camera.zoom == pytest.approx(1.25)
    assert away(seen_at(view, held), at) <= 1.0


# -- hovering


def test_hovering_names_each_hex_once(view: BoardView, mouse: Mouse, told: Listen) -> None:
    heard = told("hexHovered")
    for point in (mouse.at("0805"), mouse.at("0805", 5, 5), mouse.at("0905")):
        mouse.move(point)
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert heard == [("0805",), ("0905",), (None,)]

    mouse.click(mouse.at("0505"))
    mouse.move(mouse.at("0708"))
    mouse.click(mouse.at("0505"))
    heard.clear()
    mouse.move(mouse.at("0505", -23, -62))
    assert heard == [("0505",)]


@pytest.mark.qt_log_ignore("does not support raise")
def test_the_tip_of_a_hex_is_the_owners(view: BoardView, mouse: Mouse, qtbot: QtBot) -> None:
    asked: list[Hex] = []

    def tip(hex_: Hex) -> str:
        asked.append(hex_)
        return f"<b>{hex_}</b>" if hex_ == "0805" else ""

    view.tooltip = tip
    for hex_, wanted in (("0805", "<b>0805</b>"), ("0905", "")):
        at = mouse.at(hex_)
        event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
        QApplication.sendEvent(view.viewport(), event)
        qtbot.waitUntil(partial(shows_tip, wanted))
    assert asked == ["0805", "0905"]


def shows_tip(text: str) -> bool:
    return QToolTip.text() == text


def test_no_second_button_nor_lost_release_matters(
    view: BoardView, mouse: Mouse, told: Listen
) -> None:
    start = mouse.at("0805")
    held = view.camera.to_scene(QPointF(start))
    mouse.press(start)
    mouse.move(start + QPoint(40, 0))
    mouse.click(start, Button.RightButton)
    mouse.move(start + QPoint(60, 0))
    assert away(seen_at(view, held), QPointF(start + QPoint(60, 0))) <= 1.0
    mouse.release(start)
    mouse.move(start)
    assert away(seen_at(view, held), QPointF(start + QPoint(60, 0))) <= 1.0

    heard = told("hexClicked")
    mouse.press(mouse.at("0805"))
    mouse.move(mouse.at("0805", 40, 0))
    view.clearFocus()  # a dialog takes the focus and the release
    before = view.camera.centre
    mouse.move(mouse.at("0806"))
    assert view.camera.centre == before
    mouse.click(mouse.at("0806"))
    mouse.press(mouse.at("0905"))
    mouse.click(mouse.at("0905"))
    assert [hex_ for hex_, *_ in heard] == ["0806", "0905"]
