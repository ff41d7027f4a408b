"""A whole second game plugs in by the public door, without an edit elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from hexwar.app import games
from hexwar.app.main import main
from hexwar.engine import SeededChance, save
from hexwar.hexes import Hex
from hexwar.shell.main_window import MainWindow
from hexwar.shell.notices import Notice
from hexwar.table.forces import Side
from hexwar.table.story import Story
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand, Shelf, brienne, services
from tests.systems.skirmish.face import CardPanel
from tests.systems.skirmish.kit import SKIRMISH
from tests.systems.skirmish.rules import Attacked, Retreat
from tools.trials import contract

pytestmark = pytest.mark.qt_log_ignore("does not support")
SCENARIO = str(Path(__file__).parent / "skirmish" / "scenarios" / "two-farms")
ROOT = Path(__file__).parents[2]
RANDOM = {Side("french"): "random", Side("allied"): "random"}
OPEN = {"orders": "open"}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    games.register(SKIRMISH)


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """The usual window, which knows both games."""
    usual = services(tmp_path, Shelf())
    window = MainWindow(
        replace(usual, kits={**usual.kits, SKIRMISH.id: SKIRMISH}, scenarios=games.summaries)
    )
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    yield Hand(window, qtbot)
    window.close()


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_random_games_keep_the_contract(seed: str) -> None:
    match = games.new_match(SCENARIO, RANDOM, seed)
    while match.session.pending is not None:
        contract.check_kernel(match.session)
        match.step()
    contract.check_kernel(match.session)
    assert match.result().turns == 3


def test_the_command_line_plays_and_lists_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["simulate", SCENARIO, "--games", "3", "--json", "--save-dir", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["events"]["Attacked"] > 0
    assert main(["verify", *map(str, tmp_path.glob("*.hexwar"))]) == 0
    assert main(["list"]) == 0
    assert "Two farms, 5 March 1814: 3 turns" in capsys.readouterr().out
    assert main(["validate", SCENARIO]) == 0
    assert main(["reach", SCENARIO, "FR-1-01"]) == 0
    assert main(["los", SCENARIO, "0404", "0405"]) == 1
    assert "Skirmish has no rule of sight" in capsys.readouterr().err


def test_an_installed_package_brings_it(tmp_path: Path) -> None:
    """By the entry-point group `hexwar.games`: nothing of this test runs in that process."""
    info = tmp_path / "skirmish-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[hexwar.games]\nskirmish = tests.systems.skirmish.kit:SKIRMISH\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "hexwar", "simulate", SCENARIO],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("two-farms: 1 games")


def test_the_window_plays_it(hand: Hand, tmp_path: Path) -> None:
    """By mouse and keys: a move, undo, an attack with a card and a retreat, the log, the save."""
    hand.open(games.new_game(SCENARIO, SeededChance("6"), OPEN))
    assert "The French may move a unit." in hand.sentence
    assert list(hand.window.docks.docks) == ["card", "log", "dice", "rules", "map"]
    digest = hand.session.digest()

    hand.click("0304")
    hand.click("0804")
    assert "It cannot go there." in hand.refusal
    hand.click("0305")
    assert hand.session.state.units_in(Hex("0305")) == ("FR-1-03",)
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.session.digest() == digest

    hand.key(Qt.Key.Key_E)
    assert "The French may attack." in hand.sentence
    hand.press(hand.answers[0])
    assert "Play your card" in hand.sentence
    hand.press("Yes")
    assert hand.window.panes.panel(CardPanel).label.text() == "Cards left: Coalition"
    if isinstance(hand.pending, Retreat):
        hand.click(hand.session.options[0])
    assert any(isinstance(event, Attacked) for event in hand.session.events)

    story = Story(SKIRMISH.names(hand.session.state.battle))
    story.follow(hand.session.events)
    assert any("attacks" in story.text(at).plain for at in range(len(story.entries)))
    hand.window.follow_link("rule:S1")  # there is no rulebook
    twin = games.load_game(save(hand.session))
    assert twin.digest() == hand.session.digest()


def test_a_computer_player_ends_the_game_in_the_window(hand: Hand) -> None:
    options = {f"player.{side}": "random" for side in RANDOM}
    hand.open(games.new_game(SCENARIO, SeededChance("1"), options))
    hand.until(lambda: hand.session.pending is None)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "The game is over: A draw" in dialog.text.text()


def test_the_dialog_of_a_new_game_offers_what_the_game_has(hand: Hand) -> None:
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(next(at for at, row in enumerate(rows) if "Two farms" in row))
    assert not dialog.options
    assert not dialog.choice.options
    assert not any(box.isVisible() for box in dialog.option_cards["nlc"].boxes.values())
    greedy = dialog.sides[0][1].model().index(1, 0)
    assert Qt.ItemFlag.ItemIsEnabled not in greedy.flags()
    dialog.accept()
    hand.until(lambda: hand.window.game is not None)
    assert hand.session.system.id == SKIRMISH.id


def test_one_window_shows_one_game_after_the_other(hand: Hand) -> None:
    hand.open(games.new_game(SCENARIO, SeededChance("6"), OPEN))
    hand.open(brienne())
    assert "orders" in hand.window.docks.docks
    hand.open(games.new_game(SCENARIO, SeededChance("6"), OPEN))
    assert "orders" not in hand.window.docks.docks
    hand.click("0404")
    hand.click("0504")
    assert "It cannot go there." in hand.refusal
