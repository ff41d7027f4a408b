"""What takes long is told over the window, and can be given up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from hexwar.app.games import new_game
from hexwar.app.opening import open_named
from hexwar.app.window import show_opened
from hexwar.engine import Chance, SeededChance, Session
from hexwar.engine.save import save
from hexwar.ground import costs
from hexwar.shell import reports
from hexwar.shell.main_window import MainWindow
from hexwar.shell.waiting import Waiting
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.orders import goals
from hexwar.widgets.aftermath import writing
from tests.shell.hand import Hand, brienne


class Gate:
    """Holds what goes through it until it is let go on."""

    def __init__(self) -> None:
        self.came, self.open = Event(), Event()

    def begin(self, scenario: str, chance: Chance, options: Mapping[str, str]) -> Session[Any]:
        self.came.set()
        self.open.wait(30)
        return new_game(scenario, chance, options)

    def load(self, text: str, **_: object) -> Session[Any]:
        self.came.set()
        self.open.wait(30)
        return NLC.load_game(text)


@pytest.fixture
def gate(window: MainWindow) -> Iterator[Gate]:
    """Games open slowly."""
    made = Gate()
    object.__setattr__(window.services, "begin", made.begin)
    object.__setattr__(window.services, "load", made.load)
    yield made
    made.open.set()


def shown(qtbot: QtBot, panel: Waiting) -> Waiting:
    qtbot.waitUntil(panel.isVisible)
    return panel


def test_a_game_that_opens_slowly_says_so_and_then_stands_there(hand: Hand, gate: Gate) -> None:
    window = hand.window
    window.files.begin("brienne", SeededChance("1"), {}, "Brienne")
    panel = shown(hand.qtbot, window.opening)
    assert panel.line.text() == "Opening Brienne …"
    assert window.start.isVisible()
    gate.open.set()
    hand.qtbot.waitUntil(lambda: window.game is not None, timeout=30_000)
    assert panel.isHidden()


def test_what_is_named_outside_opens_in_the_same_way_with_dice_nobody_foresees(
    hand: Hand, gate: Gate, tmp_path: Path
) -> None:
    window, path = hand.window, tmp_path / "game.hexwar"
    path.write_text(save(brienne()), encoding="utf-8")
    named = open_named("brienne", leaves_games=True)
    show_opened(window, named, {"player.allied": "greedy"})
    panel = shown(hand.qtbot, window.opening)
    assert panel.line.text() == "Opening Brienne …"
    gate.open.set()
    hand.qtbot.waitUntil(lambda: window.briefing.page is not None, timeout=30_000)
    assert hand.game.controller.seats.humans == ("french",)
    first = hand.session.chance
    show_opened(window, named)
    hand.qtbot.waitUntil(lambda: hand.session.chance is not first, timeout=30_000)
    assert first.seed != hand.session.chance.seed
    gate.came.clear()
    gate.open.clear()
    show_opened(window, open_named(str(path), leaves_games=True), replays=True)
    assert gate.came.wait(30)
    gate.open.set()
    hand.qtbot.waitUntil(lambda: window.replay is not None, timeout=30_000)


def test_escape_gives_up_a_game_that_is_being_opened(hand: Hand, gate: Gate) -> None:
    window = hand.window
    window.start.begin.setFocus()
    window.files.begin("brienne", SeededChance("1"), {}, "Brienne")
    panel = shown(hand.qtbot, window.opening)
    QTest.keyClick(panel.cancel, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert window.start.isVisible()
    assert window.start.begin.hasFocus()
    # What was given up holds nothing up, and does not come after all.
    gate.open.set()
    window.files.begin("hold-the-bridge", SeededChance("1"), {})
    hand.qtbot.waitUntil(lambda: window.game is not None, timeout=30_000)
    assert hand.session.state.battle.id == "hold-the-bridge"


def test_who_gives_up_another_game_is_in_his_own_again(
    hand: Hand, gate: Gate, tmp_path: Path
) -> None:
    hand.open(brienne())
    mine, other = hand.game, tmp_path / "The other.hexwar"
    other.write_text(save(new_game("hold-the-bridge", SeededChance("1"))))
    for read in (hand.window.files.open, hand.window.files.replay):
        hand.game.table.board.setFocus()
        read(other)
        panel = shown(hand.qtbot, hand.window.opening)
        assert panel.line.text() == "Opening The other …"
        panel.cancel.click()
        assert panel.isHidden()
        assert hand.window.game is mine
        assert mine.table.board.hasFocus()


def test_a_second_game_that_is_asked_for_takes_the_place_of_the_first(
    hand: Hand, gate: Gate
) -> None:
    window = hand.window
    window.files.begin("brienne", SeededChance("1"), {}, "Brienne")
    panel = shown(hand.qtbot, window.opening)
    window.files.begin("hold-the-bridge", SeededChance("1"), {}, "Hold the bridge")
    assert panel.line.text() == "Opening Hold the bridge …"
    gate.open.set()
    hand.qtbot.waitUntil(lambda: window.game is not None, timeout=30_000)
    assert hand.session.state.battle.id == "hold-the-bridge"


def test_the_window_closes_while_a_game_is_being_opened(hand: Hand, gate: Gate) -> None:
    hand.window.files.begin("brienne", SeededChance("1"), {})
    assert gate.came.wait(30)
    assert hand.window.close()
    assert not gate.open.is_set()


@pytest.mark.parametrize("action", ["report-page", "report-pdf"])
def test_a_report_that_is_given_up_is_not_written(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    goal, came, go_on, done = tmp_path / "told.html", Event(), Event(), Event()
    write = writing.write_report

    def slow(*args: Any) -> Path:
        came.set()
        go_on.wait(30)
        try:
            return write(*args)
        finally:
            done.set()

    monkeypatch.setattr(reports, "write_report", slow)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(goal), ""))
    hand.open(brienne())
    hand.give_focus(hand.game.table.board)
    hand.window.menus[action].trigger()
    panel = shown(hand.qtbot, hand.window.reporting)
    assert hand.game.table.board.hasFocus(), "one plays on meanwhile"
    hand.qtbot.waitUntil(came.is_set, timeout=30_000)
    panel.cancel.click()
    assert panel.isHidden()
    go_on.set()
    assert done.wait(30)
    assert not goal.exists()


def test_what_the_first_moves_ask_for_is_made_while_a_game_is_opened(hand: Hand) -> None:
    for kept in (costs._steps, costs._goings, goals.plain_net):
        kept.cache_clear()
    with hand.qtbot.waitSignal(hand.window.files.opened, timeout=30_000):
        hand.window.files.begin("brienne", SeededChance("1"), {})
    state = hand.session.state
    before = costs._steps.cache_info().misses
    for gait in costs.Gait:
        costs.steps_of(state, gait)
    assert costs._steps.cache_info().misses == before
    assert goals.plain_net.cache_info().currsize == 1
