"""The promise about saves: every game kept here loads, in this version and in every later one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwar.app.commands.migrate import planned
from hexwar.app.games import load_game
from hexwar.app.main import main
from hexwar.engine import save
from hexwar.engine.files import read_file
from hexwar.engine.gamefile import is_game_file, read

SAVES = sorted(Path(__file__).parent.glob("*.hexwar"))


def test_games_are_kept() -> None:
    assert {path.stem.rsplit("-", 1)[1] for path in SAVES} == {"running", "finished"}


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_kept_game_loads_and_can_be_saved_again(path: Path) -> None:
    session = load_game(read_file(path))
    assert session.state.over == path.stem.endswith("-finished")
    assert load_game(save(session)).digest() == session.digest()


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_kept_game_verifies_as_is_promised(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is whole; where its scenario or the rules are others by now, that is no damage."""
    assert main(["verify", str(path)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{path}: ")
    told = line.removeprefix(f"{path}: ")
    assert (
        told == "The rules give the same game."
        or re.fullmatch(
            r"The game opens\. The scenario [a-z-]+ was corrected since it was saved, so the rules"
            r" cannot be asked again\.",
            told,
        )
        or re.search(r" It was saved under revision \d+ of the rules, not \d+\.$", told)
    )


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_kept_game_can_be_brought_up_to_date(path: Path) -> None:
    text = read_file(path)
    found, notice = planned(text)  # has opened both, and seen that they are alike
    assert found.is_needed != is_game_file(text)
    if found.is_needed:
        assert read(found.text).is_closed
        assert found.format <= found.present_format
    assert notice == "" or notice.endswith(".")


@pytest.mark.parametrize(
    "path", [p for p in SAVES if p.stem.endswith("-running")], ids=lambda path: path.stem
)
def test_a_running_game_can_be_played_on(path: Path) -> None:
    session = load_game(read_file(path))
    before = len(session.journal)
    for _ in range(20):
        if session.pending is not None:
            session.answer(session.options[0])
    assert len(session.journal) > before
