"""The fuzzer: faults that are planted are found, kept and repeated, and its counts grow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar.app.games import battle_with, load_game
from hexwar.engine import SeededChance
from hexwar.scenario.register import REGISTER
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.battle import on_map
from tests.systems.nlc.cases import each
from tools.trials.fuzzing.campaign import Run
from tools.trials.fuzzing.clash import CORPS, clash
from tools.trials.fuzzing.grounds import CLASH, grounds
from tools.trials.fuzzing.planted import PLANTED, Planted, a_segment_never_ends, found_within
from tools.trials.fuzzing.play import Game, Table, Task, keep_fault, task_of
from tools.trials.fuzzing.players import TABLES
from tools.trials.fuzzing.reached import Reached, missing, wanted
from tools.trials.fuzzing.results import Results, last_line

TOTAL = 240
"""Answers of a short run."""


FIRST = {"hidden forces are known": 20, "guns hang on the enemys pad": 12}
"""The game to begin with, where the first ones would not meet a fault; `--prove` begins with 0."""


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTED, ids=lambda one: one.name)
def test_a_planted_fault_is_found(planted: Planted) -> None:
    games, sentence = found_within(planted, first=FIRST.get(planted.name, 0))
    assert sentence, f"not found in {games} games"


def test_a_fault_is_kept_as_a_game_that_opens_and_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ground,) = grounds(tmp_path, (CLASH,)).values()
    task = Task(CLASH, 1, "kept", Reached().to_raw(), CLASH)
    with a_segment_never_ends():
        game = Table(ground, task).play()
        sidecar = keep_fault(game, ground, tmp_path / "faults")
        again = task_of(sidecar)
        assert again == task
        assert Table(ground, again).play().fault == game.fault
    assert "play would never end" in last_line(game.fault)
    told = json.loads(sidecar.read_text("utf-8"))
    assert told["last answers"] == game.log
    monkeypatch.setattr(REGISTER, "_paths", {})  # as a program finds it that never saw the battle
    saved = load_game(Path(told["save"]).read_text("utf-8"), beside=sidecar.parent)
    assert saved.pending is not None
    assert saved.notice is None
    assert not Table(ground, again).play().fault


def test_counts_grow_from_run_to_run(tmp_path: Path) -> None:
    run, games = Run(tmp_path, ("first-steps", TLNB.id)), list[Game]()

    def play(most: int) -> Results:
        return run.go_on(
            lambda results: results.answers >= most, lambda game, _: games.append(game)
        )

    first = play(TOTAL)
    assert {game.task.ground for game in games} == {"first-steps", TLNB.id}
    assert first.answers == sum(game.answers for game in games) >= TOTAL
    second = play(first.answers + TOTAL)
    assert second.answers == sum(game.answers for game in games) >= first.answers + TOTAL
    numbers = [game.task.number for game in games if game.task.ground == TLNB.id]
    assert numbers == list(range(len(numbers)))
    assert not second.faults
    row = Results(tmp_path).grounds[TLNB.id]
    assert row["games"] == len(numbers)
    assert sum(row["players"].values()) == row["answers"]
    assert row["reached"]["decisions"]
    assert any(line.startswith(f"| {TLNB.id} | {len(numbers)} |") for line in second.table())


def test_a_game_that_was_laid_aside_is_taken_up_with_other_dice(tmp_path: Path) -> None:
    run = Run(tmp_path, (CLASH,))
    (ground,) = run.grounds.values()
    task = Task(CLASH, 0, "aside", where=CLASH, longest=20)
    game = Table(ground, task).play()
    assert (game.answers, game.is_over, game.fault) == (20, False, "")
    run.lay_aside(game)
    (aside,) = (tmp_path / "positions").iterdir()
    table = Table(ground, Task(CLASH, 0, "other", where=CLASH, start=str(aside), longest=5))
    assert table.session.digest() == ground.load(game.text).digest()
    assert table.session.chance.seed == SeededChance("other").seed
    assert not table.play().fault


def test_every_player_plays_and_what_is_rare_weighs_more(tmp_path: Path) -> None:
    (ground,) = grounds(tmp_path, (CLASH,)).values()
    players = {kind for table in TABLES for kind in table}
    assert players == {"random", "fighter", "greedy", "adversary"}
    session, reached = ground.begin(0, "rare"), Reached()
    asked, answer = session.pending, session.options[0]
    assert asked is not None
    assert reached.rarity(asked, answer) == 1
    assert reached.novelty((), asked) == 1
    reached.see_answer(asked, answer)
    assert reached.rarity(asked, answer) == 0.5
    assert reached.novelty((), asked) == 0.5
    other = Reached(reached.to_raw())
    other.add(reached)
    assert other.parts["decisions"] == {type(asked).__name__: 2}
    assert type(asked).__name__ not in missing(reached)["decisions"]
    assert len(missing(reached)["decisions"]) == len(wanted()["decisions"]) - 1
    cells = wanted()["cells"]
    assert {"fire 6/8", "morale 1/6", "weather snow/3", "card marshal-ney"} <= set(cells)


@each("number", 0, 1, 2, 3)
def test_a_made_up_battle_is_a_whole_scenario(number: int, tmp_path: Path) -> None:
    home = clash(number, tmp_path)
    texts = [file.read_bytes() for file in sorted(home.iterdir())]
    battle = on_map(battle_with(str(home)))
    assert NLC.set_up(battle).battle.stocks
    assert len(battle.formations) == 2 * (1 + len(CORPS) + 1)
    other = clash(number, tmp_path / "other")
    assert [file.read_bytes() for file in sorted(other.iterdir())] == texts
