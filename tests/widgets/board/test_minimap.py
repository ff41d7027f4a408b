"""The whole map in small, and pictures without a window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.minimap import MiniMap
from hexwar.widgets.board.scene import MOST_PIXELS, render_board
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH


@pytest.fixture
def small(qtbot: QtBot, view: BoardView) -> MiniMap:
    widget = MiniMap(view)
    qtbot.addWidget(widget)
    widget.resize(200, 200)
    widget.show()
    return widget


def test_a_click_moves_the_board_another_button_does_not(small: MiniMap, view: BoardView) -> None:
    for point in (QPoint(60, 90), QPoint(140, 110)):
        before = small.grab().toImage()
        QTest.mouseClick(small, Qt.MouseButton.LeftButton, pos=point)
        wanted = small.to_scene(QPointF(point))
        assert (view.camera.centre - wanted).manhattanLength() < 1e-6
        assert small.grab().toImage() != before  # its frame follows
    here = view.camera.centre
    QTest.mouseClick(small, Qt.MouseButton.RightButton, pos=QPoint(60, 90))
    assert view.camera.centre == here


def test_the_sheet_fills_the_widget_in_any_size(small: MiniMap, view: BoardView) -> None:
    sheet = view.board.sceneRect()
    middle = small.to_scene(QPointF(100, 100))
    assert (middle - sheet.center()).manhattanLength() < 1e-6
    edge = small.to_scene(QPointF(100, 0))
    assert edge.y() == pytest.approx(sheet.top())  # it is higher than wide
    hint = small.sizeHint()
    assert hint.height() / hint.width() == pytest.approx(sheet.height() / sheet.width(), abs=0.02)

    small.resize(300, 260)
    image = small.grab().toImage()
    assert image.pixelColor(150, 130).lightness() > 120  # paper, not the table


def rendered(state: GameState, *, is_bare: bool = False, **more: Any) -> QImage:
    """A picture of the board without a window."""
    field = state.battle.battlefield
    return render_board(field, None if is_bare else state, theme=theme("light"), **more)


def test_stacks_are_dots_in_their_colours(
    small: MiniMap, view: BoardView, state: GameState
) -> None:
    liveries = theme("light").liveries
    image = small.grab().toImage()
    sheet, scale = view.board.sceneRect(), 200 / view.board.sceneRect().height()
    left = (200 - sheet.width() * scale) / 2
    for hex_, livery in (("0505", "french"), ("1004", "prussian")):
        x, y = view.board.sheet.centre(Hex(hex_))
        at = QPointF((x - sheet.left()) * scale + left, (y - sheet.top()) * scale)
        assert image.pixelColor(at.toPoint()) == QColor(liveries[livery].field)
    assert {side for _, side in view.board.stacks.dots()} == {FRENCH, ALLIED}


# -- pictures


def test_a_picture_has_its_size_and_middle_or_the_whole_sheet(
    state: GameState, qapp: object
) -> None:
    chosen = Overlays(selection=frozenset({Hex("0805")}))
    image = rendered(state, size=(300, 200), centre=Hex("0805"), zoom=2.0, overlays=chosen)
    assert (image.width(), image.height()) == (300, 200)
    gold = QColor(theme("light").overlays["selection"])
    xs = [x for x in range(300) if image.pixelColor(x, 100) == gold]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(150, abs=1.5)
    assert max(xs) - min(xs) == pytest.approx(2 * 64, abs=8)

    half, quarter = (rendered(state, size=None, zoom=zoom) for zoom in (0.5, 0.25))
    assert half.width() == pytest.approx(2 * quarter.width(), abs=1)
    fitted = rendered(state, is_bare=True, size=(240, 900))
    assert fitted.pixelColor(120, 5) == fitted.pixelColor(5, 5)  # table above the sheet
    assert fitted.pixelColor(120, 450) != fitted.pixelColor(5, 5)

    bare, full, again = (
        rendered(state, is_bare=is_bare, size=(400, 300)) for is_bare in (True, False, False)
    )
    assert bare != full
    assert full == again


@pytest.mark.parametrize("size", [(0, 100), (-5, -5), (MOST_PIXELS, 2)])
def test_a_picture_of_no_size_or_too_large_is_refused(
    state: GameState, size: tuple[int, int], qapp: object
) -> None:
    with pytest.raises(ValueError, match="pixels"):
        rendered(state, size=size)
