"""The promise about saves: every game kept here loads, in this version and in every later one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.app.games import load_game
from hexwar.engine import save
from hexwar.engine.files import read_file

SAVES = sorted(Path(__file__).parent.glob("*.hexwar"))


def test_games_are_kept() -> None:
    assert {path.stem.rsplit("-", 1)[1] for path in SAVES} == {"running", "finished"}


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_kept_game_loads_and_can_be_saved_again(path: Path) -> None:
    session = load_game(read_file(path))
    assert session.state.over == path.stem.endswith("-finished")
    assert load_game(save(session)).digest() == session.digest()


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
