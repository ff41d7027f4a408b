"""`hexwar edit`, the way to it from the window, and battles that are tried out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QProcess, QSettings
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from hexwar.app import editing, trials, window
from hexwar.app.editing import Games
from hexwar.app.main import main
from hexwar.editor.document import Draft
from hexwar.editor.services import Trial
from hexwar.editor.trying import written
from hexwar.resources import scenarios
from hexwar.shell.main_window import MainWindow
from hexwar.shell.preferences import Settings
from hexwar.widgets import theme as themes
from hexwar.widgets.panels.look import Look
from tests.editor.desks import shipped
from tests.shell.hand import services

pytestmark = pytest.mark.qt_log_ignore("does not support")


def test_a_path_that_leads_nowhere_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edit", "no/such/battle"]) == 1
    told = capsys.readouterr().err
    assert "no/such/battle" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("word", ["brienne", "file", None])
def test_what_is_named_is_opened(word: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path | None] = []

    def run(path: Path | None, words: list[str]) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr(editing, "run", run)
    file = scenarios() / "brienne" / "forces.json"
    words = ["edit", *({None: [], "file": [str(file)]}.get(word, [str(word)]))]
    assert main(words) == 0
    wanted = {"brienne": scenarios() / "brienne", "file": file, None: None}
    assert opened == [wanted[word]]


def test_the_editor_opens_with_what_the_user_has(qtbot: QtBot, qapp: Any) -> None:
    games = Games()
    made = editing.make_window(games)
    qtbot.addWidget(made)
    editing.begin(made, scenarios() / "first-steps")
    assert made.desk.draft.scenario["id"] == "first-steps"
    qtbot.waitUntil(lambda: made.watcher.is_current)
    made.close()
    games.close()


def test_the_editor_follows_the_look_that_is_chosen_in_the_game(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editing, "_REST_MS", 0)
    made, store, looks = QWidget(), Settings(), list[Look]()
    qtbot.addWidget(made)
    editing.Dresser(made, store, looks.append)
    made.show()

    game = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "hexwar", "hexwar")
    game.setValue("sounds", "true")  # which the editor does not show
    game.setValue("theme", "dark")
    game.setValue("scale", 1.5)
    game.sync()
    qtbot.waitUntil(lambda: bool(looks))
    assert [(look.theme.name, look.scale) for look in looks] == [("dark", 1.5)]
    assert store.preferences().sounds
    paper = qapp.palette().window().color()
    themes.apply(qapp, themes.theme("light"), 1.0)
    assert qapp.palette().window().color() != paper
    made.close()


def test_the_window_leads_to_the_editor(tmp_path: Path, qtbot: QtBot) -> None:
    asked: list[str] = []

    def edit() -> str:
        asked.append("editor")
        return ""

    known = replace(services(tmp_path), edit=edit)
    made = MainWindow(known)
    qtbot.addWidget(made)
    made.menus["edit-scenario"].trigger()
    made.start.edit.click()
    assert asked == ["editor", "editor"]
    made.close()


def test_an_editor_that_does_not_start_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []

    def start(program: str, words: list[str]) -> tuple[bool, int]:
        begun.append([program, *words])
        return len(begun) == 1, 0

    monkeypatch.setattr(QProcess, "startDetached", start)
    assert window.start_editor() == ""
    assert begun[0][-2:] == ["hexwar", "edit"]
    assert "cannot be started" in window.start_editor()


def test_where_another_window_stood_is_kept(qtbot: QtBot) -> None:
    store = Settings()
    assert store.layout_of("editor") == (b"", b"")
    store.keep_layout_of("editor", b"here", b"docks")
    assert Settings().layout_of("editor") == (b"here", b"docks")
    assert Settings().layout() == (b"", b"")


def battle(tmp_path: Path) -> Path:
    place = written(shipped("first-steps"), tmp_path)
    assert isinstance(place, Path)
    return place


def test_games_of_a_trial_are_told_one_a_line(tmp_path: Path) -> None:
    trial = Trial(battle(tmp_path), {"french": "random", "allied": "random"}, games=2, seed=5)
    done = subprocess.run(trials.words_of(trial), capture_output=True, text=True, check=True)
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["seed"] for game in games] == [5, 6]
    assert all(set(game["vp"]) == {"french", "allied"} for game in games)


def test_a_trial_is_played_in_a_window_of_its_own(tmp_path: Path, qtbot: QtBot) -> None:
    games, closed = Games(), list[str]()
    players = {"french": "random", "allied": "random"}
    games.play(battle(tmp_path), players, {}, closed.append)
    process = games.running[0]
    qtbot.waitUntil(lambda: process.state() == QProcess.ProcessState.Running)
    qtbot.wait(1_500)
    assert process.state() == QProcess.ProcessState.Running
    process.terminate()
    qtbot.waitUntil(lambda: closed == ["it has ended by itself"], timeout=10_000)
    assert games.running == []
    games.play(battle(tmp_path), players, {}, closed.append)
    games.close()
    assert games.running == []
    assert len(closed) == 1


def test_a_game_that_cannot_be_played_says_why(tmp_path: Path, qtbot: QtBot) -> None:
    games, closed = Games(), list[str]()
    place = battle(tmp_path)
    (place.parent / "map.json").write_text("{", "utf-8")
    games.play(place, {}, {}, closed.append)
    qtbot.waitUntil(lambda: bool(closed), timeout=10_000)
    assert "map.json" in closed[0]
    games.close()


def test_what_is_played_leaves_the_user_s_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def run(*words: Any, **more: Any) -> int:
        given.append((words, more))
        return 0

    monkeypatch.setattr(window, "run", run)
    place = battle(tmp_path)
    assert trials.main(["play", str(place), '{"player.french": "person"}']) == 0
    (opened, _, options), more = given[0]
    assert opened.scenario == str(place)
    assert options == {"player.french": "person"}
    known = more["services"]
    assert known.saves.is_relative_to(tmp_path)
    known.store.add_recent(place)
    known.store.keep_seated({"french": "person"})
    known.store.add_played("first-steps")
    assert known.store.recent() == []
    assert Settings().seated() == {}
    assert Settings().played() == {}
    broken = written(Draft(scenario={"id": "x"}), tmp_path)
    assert trials.main(["play", str(broken), "{}"]) == 1
    assert os.environ["HOME"] in str(Path.home())
    assert sys.executable == trials.COMMAND[0]
