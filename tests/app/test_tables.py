"""The command line over a battle on a measured table: what needs hexes says so, the rest goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.app.main import main
from hexwar.scenario.pack import contents
from hexwar.systems.mininap.section import SECTION
from tests.systems.nlc.cases import each

SMALL = "mininap-small"
ON_NO_MAP = "hexwar: The farm of Les Grenaux is not fought on a map of hexes"


@each(
    "words told",
    (("los", SMALL, "0101", "0102"), ON_NO_MAP),
    (("reach", SMALL, "F1"), ON_NO_MAP),
    (("export", SMALL, "--map", "map.png"), ON_NO_MAP),
    (("export", SMALL, "--tiled", "map.tmx"), ON_NO_MAP),
    (
        ("edit", SMALL),
        f"hexwar: the editor makes maps of hexes: {SMALL} is fought on a measured table",
    ),
)
def test_what_needs_hexes_says_so_in_one_sentence(
    words: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 1
    assert capsys.readouterr().err.strip() == told
    assert [*tmp_path.iterdir()] == []


def test_a_battle_is_packed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "farm.hexpack"
    assert main(("export", SMALL, "--package", str(path))) == 0
    assert capsys.readouterr().out.strip() == str(path)
    found = contents(path, {"mininap": SECTION})
    assert (found.id, found.system, found.turns, found.units) == (SMALL, "mininap", 9, 15)
    assert found.findings == ()


def test_the_list_tells_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("list",)) == 0
    wanted = "The farm of Les Grenaux, 16 February 1814: 9 turns, French 39 SP, Russians 31 SP"
    assert wanted in capsys.readouterr().out
