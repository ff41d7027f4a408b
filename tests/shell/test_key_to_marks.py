"""The key to the marks on the board: it explains what is laid over it, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from hexwar.shell.game import Shown
from hexwar.shell.keyed import KeyToMarks
from hexwar.widgets.board.legend import SAMPLE, Legend, Row
from hexwar.widgets.board.overlays.layer import Canvas, Stamps
from hexwar.widgets.board.overlays.pens import inks_of
from tests.shell.hand import Hand, Key, Modifier, brienne


@pytest.fixture
def hand(hand: Hand) -> Hand:
    return hand.open(brienne())


def key_of(hand: Hand) -> Legend:
    return legend_of(hand.game)


def legend_of(shown: Shown) -> Legend:
    card = shown.follower(KeyToMarks).card
    assert isinstance(card, Legend)
    return card


def words(rows: Sequence[Row]) -> str:
    return " | ".join(row.words for row in rows)


def test_the_dotted_edge_is_explained_from_the_first(hand: Hand) -> None:
    key = key_of(hand)
    assert key.isVisible()
    assert "Red dots: how far those who act could go" in words(key.rows)
    assert "Victory points of a hex" in words(key.rows)
    assert key.height() < 60
    QTest.mouseClick(key.tab, Qt.MouseButton.LeftButton)
    assert key.height() > 100
    assert hand.board.rect().contains(key.geometry())
    QTest.mouseClick(key.tab, Qt.MouseButton.LeftButton)
    assert key.height() < 60


def test_every_lens_has_its_row_and_goes_with_it(hand: Hand) -> None:
    key, table = key_of(hand), hand.game.table
    hand.game.controller.cycle(1)
    told = {
        "zones-own": "Zones of control: French",
        "zones-enemy": "Zones of control: Coalition",
        "command": "How far a leader commands",
        "supply": "How far supply reaches",
        "sight": "Shaded: not seen",
        "orders": "An order in force",
    }
    for lens, sentence in told.items():
        assert sentence not in words(key.rows), lens
        table.switch(lens, on=True)
        assert sentence in words(key.rows), lens
        table.switch(lens, on=False)
        assert sentence not in words(key.rows), lens
    table.switch("sites", on=False)
    assert "Victory points" not in words(key.rows)


def test_a_mark_is_drawn_in_its_row_as_on_the_board(hand: Hand) -> None:
    key, table = key_of(hand), hand.game.table
    for lens in table.lenses.ids:
        table.switch(lens, on=True)
    hand.game.controller.cycle(1)
    state = hand.session.state
    inks = inks_of(hand.board.board.theme, state.battle)
    assert len(key.rows) > 6
    for row in key.rows:
        image = QImage(120, 120, QImage.Format.Format_ARGB32)
        image.fill(QColor("white"))
        bare = image.copy()
        painter = QPainter(image)
        drawing = row.draw(SAMPLE, inks)
        drawing.draw(Canvas(painter, image.rect().toRectF(), 1.0, Stamps()))
        painter.end()
        assert image != bare, row.words


def test_a_key_opens_it_and_a_low_window_holds_it(hand: Hand) -> None:
    key = key_of(hand)
    hand.window.resize(960, 540)
    hand.key(Key.Key_K, Modifier.ShiftModifier)
    assert key.tab.isChecked()
    for lens in hand.game.table.lenses.ids:
        hand.game.table.switch(lens, on=True)
    hand.qtbot.wait(20)
    assert hand.board.rect().contains(key.geometry())
    hand.key(Key.Key_K, Modifier.ShiftModifier)
    assert not key.tab.isChecked()


def test_a_recorded_game_has_its_key_too(hand: Hand) -> None:
    window = hand.window
    window.open_replay(hand.game.session.fork(), None)
    assert window.replay is not None
    key = legend_of(window.replay)
    assert key.isVisible()
    assert "Victory points of a hex" in words(key.rows)
    low = key.height()
    window.menus["key-to-marks"].trigger()
    assert key.height() > low
