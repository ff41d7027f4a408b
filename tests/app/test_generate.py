"""`hexwar generate`: a battle by a seed, and what is wrong with wrong words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar.app.main import main
from tests.systems.nlc.cases import each

WORDS = "mininap --seed 17 --points 100 --nations prussian,british --option setup=free"


def test_a_battle_is_written_that_can_be_validated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *WORDS.split(), "--out", str(tmp_path)]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert folder == tmp_path / "free-prussian-british-100-small-17-set-up"
    assert sorted(path.name for path in folder.iterdir()) == [
        "forces.json",
        "scenario.json",
        "table.json",
    ]
    assert json.loads((folder / "scenario.json").read_text("utf-8"))["options"] == {"setup": "free"}
    assert main(["validate", str(tmp_path)]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


@each(
    "words named",
    ("nlc", "makes no battles"),
    ("chess", "chess"),
    ("mininap --points 70", "100, 150, 200, 250"),
    ("mininap --nations french", "two are needed"),
    ("mininap --nations french,french", "different nations"),
    ("mininap --option season=winter", "season"),
    ("mininap --points 250 --table small", "too small"),
    ("mininap --seed x", "whole number"),
)
def test_wrong_words_get_one_sentence(
    words: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *words.split()]) == 2
    told = capsys.readouterr().err
    assert named in told
    assert len(told.strip().splitlines()) == 1
