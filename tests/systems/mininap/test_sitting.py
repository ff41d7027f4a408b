"""Who sits at the window of Mini-Nap 2, and what he is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from hexwar.app.games import new_game
from hexwar.engine import ManualChance, SeededChance
from hexwar.shell.advice import Advice
from hexwar.shell.main_window import MainWindow
from hexwar.shell.measured_table import MeasuredTable
from hexwar.systems.mininap.kit import MININAP
from hexwar.widgets.panels.dice import DieDialog
from tests.shell.hand import Hand, Shelf, services

pytestmark = pytest.mark.qt_log_ignore("does not support")


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    usual = services(tmp_path, Shelf())
    window = MainWindow(replace(usual, kits={**usual.kits, MININAP.id: MININAP}))
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    yield Hand(window, qtbot)
    window.close()


def test_a_real_die_is_asked_for_once(hand: Hand) -> None:
    hand.open(new_game("mininap-small", ManualChance()))
    assert isinstance(hand.game.table, MeasuredTable)
    (asked,) = hand.window.findChildren(DieDialog)
    assert asked.isVisible()


def test_two_persons_see_everything_and_may_ask_for_advice(hand: Hand) -> None:
    hand.open(new_game("mininap-small", SeededChance("1")))
    controller = hand.game.controller
    assert controller.viewer.pads == hand.session.state.battle.sides
    hand.key(Qt.Key.Key_W)
    card = hand.game.follower(Advice).card
    hand.until(card.go.isVisible)
    assert "Do it" in card.go.text()


@pytest.mark.rule("M25.3")
def test_whose_fire_is_secret_sits_there_alone_when_he_orders_it(hand: Hand) -> None:
    hand.open(new_game("mininap-small", SeededChance("1"), {"secret_fire": "on"}))
    hand.until(lambda: hand.game.controller.is_asking or hand.window.handover.isVisible())
    for _ in range(8):
        if hand.window.handover.isVisible():
            break
        hand.press(hand.answers[-1])
        hand.qtbot.wait(50)
    assert hand.window.handover.isVisible()
    assert hand.pending is not None
    assert hand.pending.is_secret
