"""How fast a whole game is played, undone, saved and loaded."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.ai.arena import Match
from hexwar.app.games import SYSTEM, new_match
from hexwar.engine import Session, load, save
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side

PLAYERS = {Side("french"): "random", Side("allied"): "random"}


def played(seed: str) -> Match:
    match = new_match("brienne", PLAYERS, seed)
    match.play()
    return match


@pytest.fixture(scope="module")
def finished() -> Session[GameState]:
    return played("1").session


def test_random_play(benchmark: BenchmarkFixture) -> None:
    """Bar: 800 answers a second and more, legal lists included; this game has about 900."""
    match = benchmark(played, "1")
    benchmark.extra_info["answers"] = match.answers


def test_undo_at_the_end(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """Bar: 50 ms or less late in a game."""
    twin = finished.fork()
    while not twin.can_undo:
        twin = Session.begin(SYSTEM, finished.header, finished.chance)
        for entry in finished.journal[: len(finished.journal) - 60]:
            if entry.is_given:
                twin.answer(entry.answer)

    def undo_and_redo() -> None:
        twin.undo()
        twin.redo()

    benchmark(undo_and_redo)


def test_save(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """An autosave must not be felt: well under 100 ms."""
    benchmark(save, finished)


def test_load(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """Bar: a finished game in 1 s or less."""
    text = save(finished)
    benchmark(load, SYSTEM, text)


def test_state_copy(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """Bar: under 10 microseconds."""
    benchmark(finished.state.copy)
