"""Golden playthroughs: a change of a rule or of a sentence shows here as a diff."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import GAMES, file_of, told


@pytest.mark.parametrize(("scenario", "seed", "turns"), GAMES)
def test_the_game_reads_as_it_did(scenario: str, seed: int, turns: int) -> None:
    assert told(scenario, seed, turns) == file_of(scenario, seed).read_text("utf-8")
