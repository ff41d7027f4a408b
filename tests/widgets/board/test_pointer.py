"""What the mouse does on the board: clicks, pans, paths, hovering, tips and pinches."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QNativeGestureEvent,
    QPointingDevice,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.widgets.board.view import BoardView
from tests.widgets.board.conftest import Mouse, Told, seen_at
from tests.widgets.skirmish import wheel

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


def test_the_wheel_zooms_at_the_pointer(view: BoardView) -> None:
    zooms = []
    at = QPointF(111, 402)
    held = view.camera.to_scene(at)
    for angle in (120, 240, -120, 360):
        QApplication.sendEvent(view.viewport(), wheel(at, angle))
        assert away(seen_at(view, held), at) <= 1.0
        zooms.append(round(view.camera.zoom, 3))
    assert zooms == [1.189, 1.682, 1.414, 2.378]


def test_two_fingers_on_a_pad_pan_and_a_pinch_zooms_at_the_pointer(view: BoardView) -> None:
    before = view.camera.centre
    slide = wheel(QPointF(100, 100), -30, QPoint(-25, -40), Qt.ScrollPhase.ScrollUpdate)
    QApplication.sendEvent(view.viewport(), slide)
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


ZOOMS = (0.45, 0.77, 1.0, 1.83, 4.0)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_hex_is_picked_at_its_centre_and_near_its_corners(
    view: BoardView, mouse: Mouse, told: Callable[[str], Told], zoom: float
) -> None:
    heard = told("hexClicked")
    view.fans_on_click = False
    view.camera.zoom_to(zoom)
    sheet = view.board.sheet
    for hex_ in sheet.grid.hexes[:: 7 if zoom < 2 else 23]:
        x, y = sheet.centre(hex_)
        view.camera.centre_on(QPointF(x, y))
        for cx, cy in [(x, y), *sheet.corners(hex_)]:
            at = seen_at(view, QPointF(x + (cx - x) * 0.85, y + (cy - y) * 0.85))
            heard.clear()
            mouse.click(at.toPoint())
            assert [told_hex for told_hex, *_ in heard] == [hex_]


def test_there_is_no_hex_off_the_sheet_and_one_each_side_of_a_line(view: BoardView) -> None:
    """The side between two hexes, at 400 %: a pixel up is one hex, a pixel down the other."""
    view.camera.fit()
    assert view.hex_at(QPointF(-10, -10)) is None
    assert view.hex_at(seen_at(view, QPointF(-20, 100))) is None

    view.camera.zoom_to(4.0)
    view.camera.centre_on(QPointF(*view.board.sheet.centre(Hex("0505"))))
    foot = view.box_of(Hex("0505")).bottom()
    x = round(view.box_of(Hex("0505")).center().x())
    assert view.hex_at(QPointF(QPoint(x, round(foot) - 1))) == "0505"
    assert view.hex_at(QPointF(QPoint(x, round(foot) + 1))) == "0506"


SCRIPT = """
import sys
import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from hexwar.hexes import Hex
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.tiles import TileWorker
from hexwar.widgets.theme import theme
from tests.widgets.mapart_fields import BARE

TileWorker.want = TileWorker.want_later = lambda *_: None  # nobody looks at the map
app = QApplication([])
view = BoardView(BARE, theme("light"))
view.resize(500, 400)
view.show()
ratio = float(sys.argv[1])
assert abs(view.devicePixelRatioF() - ratio) < 1e-6, view.devicePixelRatioF()

def inks(image):
    argb = image.convertToFormat(image.Format.Format_ARGB32)
    return np.frombuffer(argb.constBits(), np.uint32).reshape(argb.height(), argb.width()).copy()

picked = []
view.hexClicked.connect(lambda hex_, *_: picked.append(hex_))
selection = view.board.pile.selection
for zoom in (0.5, 0.77, 1.0, 1.83, 4.0):
    view.camera.zoom_to(zoom)
    for hex_ in map(Hex, ("0303", "0605", "0706")):
        view.camera.centre_on(QPointF(*view.board.sheet.centre(hex_)))
        view.board.show_overlays(Overlays())
        app.processEvents()
        plain = view.grab().toImage()
        view.board.show_overlays(Overlays(selection=frozenset({hex_})))
        marked = view.grab().toImage()
        gold = QColor(view.board.theme.overlays["selection"]).rgba()
        (ys, xs) = np.nonzero((inks(marked) == gold) & (inks(plain) != gold))
        middle = QPointF(float(xs.min() + xs.max()), float(ys.min() + ys.max())) / 2
        seen = middle / marked.devicePixelRatio()
        meant = view.box_of(hex_).center()
        assert (seen - meant).manhattanLength() < 3, (zoom, hex_, seen, meant)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=seen.toPoint())
        assert picked[-1] == hex_, (zoom, hex_, picked)
view.close()
print("picked", len(picked))
"""


@pytest.mark.parametrize("ratio", [1.25, 1.5, 2.0, 3.0])
def test_what_is_seen_is_what_is_picked_on_any_screen(ratio: float) -> None:
    """In a process of its own: the pixel ratio of the screen is read at its start."""
    settings = {"QT_SCALE_FACTOR": str(ratio), "QT_QPA_PLATFORM": "offscreen"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ratio)],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "picked 15"
