"""Pictures of leaders on the screen: sharp, modest, and nothing where there is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.scenario.pictures import picture_of
from hexwar.systems.nlc.panels.army_rows import stack_of
from hexwar.table.forces import LeaderId
from hexwar.widgets.panels.stack_panel import HexStack, RowKind, StackPanel
from hexwar.widgets.portraits import image_of, portrait
from tests.scenario.drawn import jpeg, png
from tests.systems.nlc.panels.opening import start
from tests.widgets import skirmish as s
from tests.widgets.board.conftest import pixels

pytestmark = pytest.mark.qt_log_ignore("libpng|does not support|Quantization table")

RED = QColor(200, 30, 40)


@pytest.fixture
def red(tmp_path: Path) -> Path:
    """A red picture, higher than wide."""
    image = QImage(300, 400, QImage.Format.Format_RGB32)
    image.fill(RED)
    assert image.save(str(tmp_path / "red.png"))
    return tmp_path / "red.png"


def test_a_picture_fills_a_room_and_keeps_its_shape(red: Path) -> None:
    assert portrait(red, QSize(60, 60)).size() == QSize(45, 60)
    assert portrait(red, QSize(600, 800)).size() == QSize(600, 800)
    assert portrait(red, QSize(60, 60)).pixelColor(20, 30) == RED


def test_another_picture_of_the_same_name_is_read_anew(red: Path) -> None:
    portrait(red, QSize(30, 40))
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("blue"))
    image.save(str(red))
    assert portrait(red, QSize(30, 40)).size() == QSize(30, 20)


def test_what_cannot_be_shown_is_nothing(tmp_path: Path) -> None:
    assert portrait(tmp_path / "none.png", QSize(30, 40)).isNull()
    (tmp_path / "bad.png").write_bytes(b"no picture")
    assert portrait(tmp_path / "bad.png", QSize(30, 40)).isNull()
    assert image_of(picture_of(jpeg()), QSize(30, 40)).isNull()
    assert not image_of(picture_of(png()), QSize(30, 40)).isNull()


def stack(picture: Path | None) -> HexStack:
    """The hex of Milhaud."""
    shown = stack_of(start(), s.MAIZIERES, ())
    is_his = [row.kind is RowKind.LEADER for row in shown.rows]
    rows = [
        replace(row, picture=picture) if his else row
        for row, his in zip(shown.rows, is_his, strict=True)
    ]
    return replace(shown, rows=tuple(rows))


def picture_of_panel(qtbot: QtBot, shown: HexStack, scale: float) -> QImage:
    panel = s.hosted(qtbot, StackPanel(s.look(scale)), round(340 * scale), round(620 * scale))
    panel.show_stack(shown)
    return panel.list.grab().toImage()


def reds(image: QImage) -> npt.NDArray[np.intp]:
    """The rows and columns of red pixels."""
    return np.argwhere(pixels(image) == RED.rgb())


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_leader_has_his_picture_beside_him(qtbot: QtBot, red: Path, scale: float) -> None:
    found = reds(picture_of_panel(qtbot, stack(red), scale))
    high, wide = found.max(axis=0) - found.min(axis=0) + 1
    assert (wide, high) == pytest.approx((54 * scale, 72 * scale), abs=3)
    assert len(found) > 0.95 * wide * high


def test_without_one_nothing_changes(qtbot: QtBot, tmp_path: Path) -> None:
    without = picture_of_panel(qtbot, stack(None), 1.0)
    broken = picture_of_panel(qtbot, stack(tmp_path / "none.png"), 1.0)
    assert without == broken
    assert len(reds(without)) == 0


def test_the_row_of_a_leader_knows_the_picture_of_the_battle(red: Path) -> None:
    state = start()
    state.battle = replace(state.battle, pictures={LeaderId("FR-5C-L"): red})
    hex_ = Hex(str(s.MAIZIERES))
    told = {row.piece: row.picture for row in stack_of(state, hex_, ()).rows}
    leaders = {piece: picture for piece, picture in told.items() if piece in state.leaders}
    assert list(leaders.values()) == [red], leaders
    assert all(picture is None for piece, picture in told.items() if piece not in leaders)
