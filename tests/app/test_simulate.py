"""`hexwar simulate` and `hexwar verify`: reports, wrong words, damaged files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from hexwar.app.commands import verify
from hexwar.app.main import main
from hexwar.engine import KernelError
from hexwar.scenario.errors import ScenarioError
from tests.systems.nlc.cases import each

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")


def report(hash_seed: str) -> dict[str, Any]:
    words = ["simulate", MELEE, "--games", "2", "--seed", "5", "--json"]
    settings = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "hexwar", *words]
    run = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_the_same_seed_gives_the_same_games_whatever_the_hash_seed() -> None:
    one, other = report("1"), report("2")
    assert one.pop("answers_per_second") > 0
    assert other.pop("answers_per_second") > 0
    assert one == other
    assert [game["seed"] for game in one["games"]] == ["5", "6"]
    assert one["answers"] == sum(game["answers"] for game in one["games"])


@pytest.mark.rule("N23.8")
@each(
    "words named",
    (f"{MELEE} --side prussian=random", "prussian"),
    (f"{MELEE} --side french=napoleon", "napoleon"),
    (f"{MELEE} --side french=random --side french=random", "french"),
    (f"{MELEE} --games 0", "0"),
    (f"{MELEE} --cards full", "no decks"),
    ("three-battles --cards solitaire", "one deck"),
    ("austerlitz", "austerlitz"),
)
def test_wrong_words_get_one_sentence(
    words: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words.split()]) == (1 if words == "austerlitz" else 2)
    told = capsys.readouterr().err
    assert named in told
    assert len(told.strip().splitlines()) == 1


@pytest.mark.slow
def test_games_are_played_with_cards_if_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "proving-ground", "--cards", "restricted", "--seed", "3", "--json"]
    assert main(words) == 0
    events = json.loads(capsys.readouterr().out)["events"]
    assert events["FateRolled"] == 12  # two sides on five day turns and one of Night PM


def test_kept_games_verify_if_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", MELEE, "--save-dir", str(tmp_path)]) == 0
    (kept,) = tmp_path.glob("*.hexwar")
    assert main(["verify", str(kept)]) == 0
    text = kept.read_text("utf-8")
    capsys.readouterr()
    for damaged in (text[: len(text) // 2], "no game", text.replace('"nlc"', '"chess"')):
        kept.write_text(damaged, "utf-8")
        assert main(["verify", str(kept)]) == 1
        told = capsys.readouterr().out
        assert str(kept) in told
        assert len(told.strip().splitlines()) == 1
    assert main(["verify", str(tmp_path / "missing")]) == 1


def test_verify_names_a_file_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, missing, broken = tmp_path, tmp_path / "missing", tmp_path / "save"
    broken.write_text("{}", "utf-8")
    assert main(["verify", *map(str, (folder, missing, broken))]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [
        f"{folder} cannot be read: this is no file.",
        f"{missing} cannot be read: No such file or directory.",
    ]
    assert [line.count(str(tmp_path)) for line in told] == [1, 1, 1]
    assert told[2].startswith(f"{broken}: ")


@each("fault", KernelError("the kernel"), ScenarioError("the scenario"))
def test_verify_goes_on_after_any_fault_of_a_file(
    fault: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise fault

    kept = tmp_path / "kept"
    kept.write_text("{}", "utf-8")
    monkeypatch.setattr(verify, "kit_of_save", refuse)
    assert main(["verify", str(kept), str(kept)]) == 1
    assert capsys.readouterr().out == f"{kept}: {fault}\n" * 2


def test_the_reasons_are_printed_where_they_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", MELEE, "--side", "french=greedy", "--seed", "5"]
    assert main([*words, "--explain"]) == 0
    told = capsys.readouterr().out
    assert "why, seed 5:" in told
    assert "french: " in told
    assert main([*words, "--explain", "--json"]) == 0
    reasons = json.loads(capsys.readouterr().out)["reasons"]["5"]
    assert reasons
    assert all(one["side"] == "french" and one["why"] for one in reasons)
    assert main(words) == 0
    assert "why" not in capsys.readouterr().out
