"""A battle is tried out from the editor: played by anybody from any turn, or many times."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_data_path
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.app import trials as processes
from hexwar.app.games import kit_named, load_game, on_maps, sections
from hexwar.app.main import CRASHED
from hexwar.editor.balance import Balance, Played, balance_of, par_bar, played_of, with_par
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.services import EditorServices, Trial
from hexwar.editor.try_dialog import TryDialog
from hexwar.editor.trying import PERSON, Trials, sweep, trials_in
from hexwar.engine import read_file
from hexwar.scenario.register import REGISTER
from tests.editor.desks import desk

pytestmark = pytest.mark.qt_log_ignore("does not support")

QUICK = {"french": "random", "allied": "random"}


class Store:
    """Settings that keep nothing."""

    def layout_of(self, window: str) -> tuple[bytes, bytes]:
        return b"", b""

    def keep_layout_of(self, window: str, geometry: bytes, docks: bytes) -> None:
        pass


@dataclass
class Window:
    """Stands for the window of the game."""

    places: list[Path] = field(default_factory=list)
    players: list[Mapping[str, str]] = field(default_factory=list)
    options: list[Mapping[str, str]] = field(default_factory=list)
    closing: list[Callable[[str], None]] = field(default_factory=list)

    def play(
        self,
        place: Path,
        players: Mapping[str, str],
        options: Mapping[str, str],
        closed: Callable[[str], None],
    ) -> None:
        self.places.append(place)
        self.players.append(players)
        self.options.append(options)
        self.closing.append(closed)


@pytest.fixture
def window() -> Window:
    return Window()


@pytest.fixture
def at_work(tmp_path: Path, qtbot: QtBot) -> Desk:
    return desk(tmp_path / "state", "first-steps")


def services(at_work: Desk, window: Window, simulate: Any = processes.words_of) -> EditorServices:
    return EditorServices(
        kits={name: kit_named(name) for name in on_maps()},
        sections=sections(),
        look=at_work.look,
        store=Store(),
        state=at_work.state,
        library=at_work.state / "battles",
        cache=None,
        play=window.play,
        simulate=simulate,
    )


def in_place_of_games(trial: Trial, last: str = "") -> Sequence[str]:
    """The words of a process that says at once how games went, and then does something else."""
    seeds = range(trial.seed, trial.seed + trial.games)
    told = {"winner": "french", "level": "draw", "vp": {"french": 5, "allied": 4}, "turns": 6}
    lines = [json.dumps({"seed": seed, **told}) for seed in seeds]
    return sys.executable, "-I", "-S", "-c", f"for one in {lines}: print(one, flush=True)\n{last}"


@pytest.fixture
def trials(at_work: Desk, window: Window) -> Iterator[Trials]:
    made = Trials(at_work, services(at_work, window))
    yield made
    made.close()


def left(at_work: Desk) -> list[Path]:
    return [path for path in trials_in(at_work.state).rglob("*") if path.is_file()]


# -- playing


def test_what_is_at_work_is_played_and_nothing_of_it_is_left(
    trials: Trials, at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    at_work.put("Name it", "scenario", {"name": "Other"})
    draft, players = at_work.draft, {"french": PERSON, "allied": "greedy"}
    with qtbot.waitSignal(trials.opened):
        assert trials.play(players)
    assert window.players == [players]
    battle = kit_named("nlc").battle(str(window.places[0]))
    assert battle.name == "Other"
    assert window.places[0].is_relative_to(at_work.state)
    with qtbot.waitSignal(trials.closed):
        window.closing[0]("")
    assert left(at_work) == []
    assert at_work.draft is draft
    assert at_work.document.is_changed


def test_it_can_begin_at_a_later_turn(
    trials: Trials, at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    players = {"french": PERSON, "allied": "normal"}
    with qtbot.waitSignal(trials.opened, timeout=60_000):
        assert trials.play(players, turn=3)
    place = window.places[0]
    session = load_game(read_file(place), beside=place.parent)
    assert session.state.turn == 3
    assert session.pending is not None
    assert session.header["options"]["player.french"] == PERSON
    assert session.header["options"]["player.allied"] == "normal"
    mine = user_data_path("hexwar", appauthor=False) / "scenarios.json"
    assert not mine.exists(), "the user's register knows nothing of it"


def test_it_can_be_played_by_the_rules_of_another_game(
    trials: Trials, window: Window, qtbot: QtBot
) -> None:
    assert list(trials.games) == ["nlc", "tlnb"]
    trials.rules = "tlnb"
    assert set(trials.players) == {*kit_named("tlnb").players, PERSON}
    players = {"french": PERSON, "allied": "random"}
    with qtbot.waitSignal(trials.opened, timeout=60_000):
        assert trials.play(players, turn=2)
    place = window.places[0]
    session = load_game(read_file(place), beside=place.parent)
    assert session.system.id == "tlnb"
    with qtbot.waitSignal(trials.opened):
        assert trials.play(players)
    assert window.options[-1] == {"rules": "tlnb"}
    with qtbot.waitSignal(trials.measured, timeout=60_000) as told:
        assert trials.measure(QUICK, 2)
    assert told.args[0].games == 2
    trials.rules = "chess"
    assert trials.kit is kit_named("nlc")


def test_a_draft_with_errors_is_not_played_and_why_is_said(
    trials: Trials, at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    at_work.put("Name nobody", "scenario", {"first_player": "nobody"})
    with qtbot.waitSignal(trials.failed) as told:
        assert not trials.play(QUICK)
    assert "Scenario: first player: " in told.args[0], "where it is"
    assert "nobody" in told.args[0]
    assert not window.places
    assert left(at_work) == []
    at_work.open(type(at_work.document)(Draft()), type(at_work.files)())
    assert "no battle" in trials.bar()


def test_a_game_that_dies_is_a_sentence(
    trials: Trials, at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    trials.play(QUICK)
    told: list[str] = []
    trials.closed.connect(lambda: told.append("closed"))
    trials.failed.connect(told.append)
    window.closing[0]("it has ended by itself")
    assert told == ["closed", "The game is gone: it has ended by itself."]
    assert left(at_work) == []


def test_a_side_without_units_cannot_be_played(trials: Trials, at_work: Desk) -> None:
    forces = at_work.draft.forces
    bare = [{**one, "units": [], "leaders": []} for one in forces["formations"]]
    scenario = {**at_work.draft.scenario, "setup": [], "orders": []}
    emptied = at_work.draft.having("forces", {**forces, "formations": bare})
    at_work.do("Send them home", emptied.having("scenario", scenario))
    assert trials.bar() == "It cannot be played yet: French has no units."


def test_what_cannot_be_written_is_a_sentence(trials: Trials, at_work: Desk, qtbot: QtBot) -> None:
    at_work.state.mkdir(parents=True, exist_ok=True)
    trials_in(at_work.state).write_text("no folder", encoding="utf-8")
    with qtbot.waitSignal(trials.failed) as told:
        assert not trials.play(QUICK)
    assert "cannot be made" in told.args[0]


@pytest.mark.parametrize(
    "words", [(sys.executable, "-c", "raise SystemExit(3)"), ("/no/such/program",)]
)
def test_a_process_that_ends_is_a_sentence(
    words: Sequence[str], at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    trials = Trials(at_work, services(at_work, window, lambda _: words))
    with qtbot.waitSignal(trials.failed):
        trials.play(QUICK, turn=2)
    with qtbot.waitSignal(trials.failed) as told:
        trials.measure(QUICK, 2)
    assert "a process has ended by itself" in told.args[0]
    assert not trials.is_measuring
    assert left(at_work) == []
    trials.close()


def test_what_killed_editors_have_left_goes_after_a_day(tmp_path: Path) -> None:
    old, new = trials_in(tmp_path) / "old", trials_in(tmp_path) / "new"
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (time.time() - 100_000,) * 2)
    sweep(tmp_path)
    assert not old.exists()
    assert new.exists()


# -- many games


def test_games_are_played_in_the_background(trials: Trials, at_work: Desk, qtbot: QtBot) -> None:
    steps: list[tuple[int, int]] = []
    trials.progressed.connect(lambda *step: steps.append(step))
    with qtbot.waitSignal(trials.measured, timeout=120_000) as told:
        assert trials.measure(QUICK, 2)
        assert trials.is_measuring
        assert not trials.measure(QUICK, 2), "one after the other"
    balance: Balance = told.args[0]
    assert steps == [(0, 2), (1, 2), (2, 2)]
    assert balance.games == 2
    assert sum(balance.won.values()) + balance.drawn == 2
    assert left(at_work) == []
    with qtbot.waitSignal(trials.measured, timeout=120_000) as again:
        trials.measure(QUICK, 2)
    assert again.args[0] == balance, "the same seeds give the same games"


def test_they_can_be_stopped(at_work: Desk, window: Window, qtbot: QtBot) -> None:
    def endless(trial: Trial) -> Sequence[str]:
        return in_place_of_games(replace(trial, games=1), "while True: import time; time.sleep(1)")

    trials = Trials(at_work, services(at_work, window, endless))
    assert trials.measure(QUICK, 99)
    qtbot.waitUntil(lambda: bool(trials._games), timeout=60_000)
    with qtbot.waitSignal(trials.measured) as told:
        trials.cancel()
    assert 1 <= told.args[0].games < 99
    assert not trials._processes
    assert left(at_work) == []


@pytest.mark.parametrize(
    ("end", "why"),
    [("os.abort()", "a process has ended by itself"), ('print(\'{"fault": "why"}\')', "why.")],
)
def test_games_that_are_over_count_where_one_fails(
    end: str, why: str, at_work: Desk, window: Window, qtbot: QtBot
) -> None:
    over = {"seed": 1, "winner": "french", "vp": {"french": 2, "allied": 1}, "turns": 3}
    code = f"import os; print({json.dumps(over)!r}, flush=True); {end}"
    trials = Trials(at_work, services(at_work, window, lambda _: (sys.executable, "-c", code)))
    measured: list[Balance] = []
    trials.measured.connect(measured.append)
    with qtbot.waitSignal(trials.failed) as failed:
        trials.measure(QUICK, 1)
    assert [balance.games for balance in measured] == [1]
    assert why in failed.args[0]
    assert not trials.is_measuring
    assert left(at_work) == []
    trials.close()


SIDES = ("french", "allied")


def game(seed: int, winner: str, french: int, allied: int, turns: int = 6) -> Played:
    return Played(seed, winner, {"french": french, "allied": allied}, turns)


def test_the_figures_are_those_of_the_games() -> None:
    games = [game(n, "french", 9, 4) for n in range(12)]
    games += [game(n, "allied", 2, 6, 8) for n in range(12, 18)]
    games += [game(n, "", 5, 5, 7) for n in range(18, 20)]
    found = balance_of(games, SIDES)
    assert found.won == {"french": 12, "allied": 6}
    assert found.drawn == 2
    assert found.lead.middle == 5
    assert (found.turns.middle, found.turns.low, found.turns.high) == (6, 6, 8)
    low, high = found.share("french")
    assert (round(low, 3), round(high, 3)) == (0.433, 0.819)  # Wilson, 13 of 20
    low, high = balance_of([game(0, "french", 1, 0)], SIDES).share("allied")
    assert (low, round(high, 3)) == (0.0, 0.793)


def test_a_par_is_a_step_of_the_briefing(at_work: Desk) -> None:
    games = [game(n, "french", 9, 4) for n in range(20)]
    balance, same = balance_of(games, SIDES), dict.fromkeys(SIDES, "normal")
    draft = at_work.draft
    assert par_bar(balance, same, draft) == ""
    assert "20" in par_bar(balance_of(games[:19], SIDES), same, draft)
    assert par_bar(balance, {"french": "normal", "allied": "greedy"}, draft)
    assert par_bar(balance, same, Draft(scenario={}))
    par = with_par(draft, balance, "normal").scenario["briefing"]["par"]
    side = par["side"]
    lead = 5 if side == "french" else -5
    assert (par["vp"], par["spread"], par["games"], par["player"]) == (lead, 0, 20, "normal")
    assert par["won"] == (20 if side == "french" else 0)


@pytest.mark.parametrize(
    "told", [None, [], {}, {"vp": 1}, {"vp": {}, "seed": "x", "turns": 1}, {"fault": "x"}]
)
def test_what_is_no_game_is_none(told: object) -> None:
    assert played_of(told) is None


# -- the process


def test_the_process_tells_a_fault_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(REGISTER, "place", REGISTER.place)
    trial = Trial(tmp_path / "scenario.json", QUICK)
    words = processes.words_of(trial)
    assert words[: len(processes.COMMAND)] == processes.COMMAND
    assert processes.main(words[len(processes.COMMAND) :]) == 1
    assert "there is no scenario" in json.loads(capsys.readouterr().out)["fault"]
    assert processes.main(["games", "{}"]) == CRASHED
    assert "the report to send" in json.loads(capsys.readouterr().out)["fault"]


# -- the dialog


def test_the_dialog_plays_measures_and_writes(at_work: Desk, window: Window, qtbot: QtBot) -> None:
    trials = Trials(at_work, services(at_work, window, in_place_of_games))
    dialog = TryDialog(at_work, trials)
    qtbot.addWidget(dialog)
    dialog.show()
    first, *_ = dialog.boxes.values()
    assert first.currentData() == PERSON
    assert PERSON not in [b.itemData(0) for b in dialog.rivals.values()]
    dialog.play.click()
    assert window.players[0] == dialog.chosen(dialog.boxes)
    for box in dialog.rivals.values():
        box.setCurrentIndex(box.findData("random"))
    dialog.games.setValue(2)
    with qtbot.waitSignal(trials.measured, timeout=60_000):
        dialog.measure.click()
        assert not dialog.measure.isEnabled()
        assert dialog.cancel.isVisible()
    assert dialog.table.isVisible()
    assert not dialog.write.isEnabled()
    assert "20" in dialog.note.text()
    many = balance_of([game(n, "french", 9, 4) for n in range(20)], SIDES)
    dialog._show(many)
    assert dialog.write.isEnabled()
    dialog.write.click()
    assert at_work.draft.scenario["briefing"]["par"]["games"] == 20
    assert at_work.document.undo() is None
    dialog.close()
    trials.close()


def test_the_dialog_asks_by_whose_rules_it_is_played(
    trials: Trials, at_work: Desk, qtbot: QtBot
) -> None:
    dialog = TryDialog(at_work, trials)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.rules.isVisible()
    assert dialog.chosen(dialog.boxes)["french"] == PERSON
    dialog.rules.setCurrentIndex(dialog.rules.findData("tlnb"))
    assert trials.kit is kit_named("tlnb")
    assert dialog.chosen(dialog.boxes) == {"french": PERSON, "allied": trials.opponent}
    quick = dict.fromkeys(dialog.rivals, kit_named("tlnb").quick)
    assert dialog.chosen(dialog.rivals) == quick


def test_esc_stops_the_games_in_the_background(trials: Trials, at_work: Desk, qtbot: QtBot) -> None:
    dialog = TryDialog(at_work, trials)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.games.setValue(50)
    dialog.measure.click()
    assert trials.is_measuring
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not trials.is_measuring
    assert left(at_work) == []


def test_a_trial_leaves_the_settings_alone(qtbot: QtBot) -> None:
    assert QSettings("hexwar", "hexwar").value("recent") is None
