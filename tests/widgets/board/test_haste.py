"""A zoom is painted in haste, and finely once it has ended."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.haste import REST_MS, Haste
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme
from tests.systems.nlc.cases import each
from tests.widgets.board.conftest import pixels, show
from tests.widgets.skirmish import wheel

AT = QPointF(320, 240)
SELECTED = Overlays(selection=frozenset({Hex("0706")}))


def is_fine(view: BoardView) -> bool:
    fine = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
    return view.renderHints() & fine == fine


def picture(view: BoardView) -> QImage:
    return view.viewport().grab().toImage()


def haste_of(view: BoardView) -> tuple[Haste, QTimer]:
    [haste] = view.findChildren(Haste)
    [rest] = haste.findChildren(QTimer)
    return haste, rest


def step(view: BoardView, way: int = 1) -> None:
    QApplication.sendEvent(view.viewport(), wheel(AT, 120 * way))


def box_of_selection(view: BoardView) -> tuple[npt.NDArray[np.intp], int]:
    """Left, top, right and bottom of what a selection changes in the view, and in how many inks."""
    view.board.show_overlays(Overlays())
    without = pixels(picture(view))
    view.board.show_overlays(SELECTED)
    shown = pixels(picture(view))
    rows, columns = np.nonzero(shown != without)
    box = np.array([columns.min(), rows.min(), columns.max(), rows.max()])
    return box, len(np.unique(shown[rows, columns]))


def bytes_of(image: QImage) -> npt.NDArray[np.int_]:
    """The colours of a picture, each from 0 to 255."""
    whole = pixels(image)
    return whole.view(np.uint8).reshape(*whole.shape, 4).astype(np.int_)


@pytest.fixture
def bare(view: BoardView) -> BoardView:
    view.board.show_counters(on=False)
    return view


def test_after_the_last_step_the_fine_picture_comes_by_itself(
    bare: BoardView, qtbot: QtBot
) -> None:
    bare.board.show_overlays(SELECTED)
    step(bare)
    hasty = picture(bare)
    qtbot.waitUntil(lambda: is_fine(bare))
    fine = picture(bare)
    assert hasty != fine
    bare.camera.zoom_to(1.0, AT)
    bare.camera.zoom_by(1, AT)
    assert picture(bare) == fine


@each("ways", (1,), (1, 1, 1), (-1,), (-1, -1), (1, -1, -1))
def test_what_is_drawn_in_haste_is_where_it_belongs(bare: BoardView, ways: tuple[int, ...]) -> None:
    for way in ways:
        step(bare, way)
    hasty, few = box_of_selection(bare)
    at_once = bytes_of(picture(bare))
    haste_of(bare)[0].end()
    fine, many = box_of_selection(bare)
    assert abs(hasty - fine).max() <= 2
    assert few < many  # hard edges have no inks between
    off = abs(at_once - bytes_of(picture(bare)))
    for edge in (off[0], off[-1], off[:, 0], off[:, -1], off):
        assert edge.mean() < 4  # what a step reveals is filled


def change_by_a_zone(view: BoardView) -> npt.NDArray[np.int_]:
    """How much a zone changes the middle of its hex, dot by dot."""
    box = view.box_of(Hex("0706")).toRect()
    inner = box.adjusted(box.width() // 3, box.height() // 3, -box.width() // 3, -box.height() // 3)
    part = slice(inner.top(), inner.bottom()), slice(inner.left(), inner.right())
    view.board.show_overlays(Overlays())
    without = bytes_of(picture(view))[part]
    view.board.show_overlays(Overlays(zones={Side("french"): frozenset({Hex("0706")})}))
    change: npt.NDArray[np.int_] = abs(bytes_of(picture(view))[part] - without).sum(axis=2)
    return change


def test_a_zone_is_a_tint_in_haste_and_a_hatch_as_strong_afterwards(bare: BoardView) -> None:
    step(bare)
    hasty = change_by_a_zone(bare)
    haste_of(bare)[0].end()
    fine = change_by_a_zone(bare)
    assert fine.std() > 3 * hasty.std()  # lines with ground between
    assert abs(fine.mean() / hasty.mean() - 1) < 0.2


def test_counters_are_all_there_in_haste_and_sharp_afterwards(
    view: BoardView, qtbot: QtBot
) -> None:
    picture(view)
    step(view, 3)
    hasty = pixels(picture(view))
    view.board.show_counters(on=False)
    bare = pixels(picture(view))
    view.board.show_counters(on=True)
    for hex_ in ("0505", "0705", "1004"):
        box = view.box_of(Hex(hex_)).toRect() & view.viewport().rect()
        part = slice(box.top(), box.bottom()), slice(box.left(), box.right())
        assert box.isEmpty() or (hasty[part] != bare[part]).any(), hex_
    qtbot.waitUntil(lambda: is_fine(view))
    picture(view)  # asks for the sharp counters
    QApplication.processEvents()
    assert (pixels(picture(view)) != hasty).any()


@each("key", Qt.Key.Key_Plus, Qt.Key.Key_Minus)
def test_keys_zoom_in_haste_too(view: BoardView, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(view, key)
    assert not is_fine(view)
    qtbot.waitUntil(lambda: is_fine(view))


def test_each_step_puts_the_end_off(view: BoardView, qtbot: QtBot) -> None:
    for _ in range(4):
        step(view)
        qtbot.wait(REST_MS // 3)
        assert not is_fine(view)


def test_a_look_that_is_not_zoomed_by_hand_is_fine_at_once(view: BoardView) -> None:
    view.camera.zoom_by(2)
    view.camera.pan_by(10, 10)
    view.camera.fit()
    assert is_fine(view)
    assert not haste_of(view)[1].isActive()


@each("leaves", "hide", "close")
def test_a_view_that_goes_away_leaves_nothing_running(view: BoardView, leaves: str) -> None:
    step(view)
    rest = haste_of(view)[1]
    assert rest.isActive()
    getattr(view, leaves)()
    assert not rest.isActive()
    assert is_fine(view)


def test_the_end_does_not_outlive_the_view(qtbot: QtBot, state: GameState) -> None:
    view = BoardView(state.battle.battlefield, theme("light"))
    show(view, state)
    step(view)
    rest = haste_of(view)[1]
    assert rest.isActive()
    view.board.close()  # the thread of the map alone
    view.deleteLater()
    QApplication.sendPostedEvents(view, QEvent.Type.DeferredDelete)
    assert not isValid(rest)
    qtbot.wait(2 * REST_MS)
