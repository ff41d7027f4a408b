"""How fast a whole game is played, undone, saved and loaded."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.ai.arena import Match
from hexwar.app.games import kit_of_scenario, new_match
from hexwar.engine import Session, load, save
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player.random_orders import RandomWriter
from hexwar.systems.nlc.state import GameState, view
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
    """Bar: 2,000 answers a second on a quiet core, lists of legal answers included."""
    match = benchmark(played, "1")
    benchmark.extra_info["answers"] = match.answers


def played_by_turns(seed: str) -> Match:
    """Brienne as the player turn, with its cards."""
    match = kit_of_scenario("brienne", "tlnb").new_match("brienne", PLAYERS, seed)
    match.play()
    return match


def test_random_play_of_the_player_turn(benchmark: BenchmarkFixture) -> None:
    """Bar: half the rate of the other game in the same run (`docs/quality.md` has both)."""
    match = benchmark(played_by_turns, "1")
    benchmark.extra_info["answers"] = match.answers


@pytest.fixture(scope="module")
def halfway() -> Match:
    match = new_match("brienne", PLAYERS, "1")
    while match.answers < 450:
        match.step()
    return match


def test_fork(benchmark: BenchmarkFixture, halfway: Match) -> None:
    """Bar: 1 ms; a computer player makes one for every line that it thinks of."""
    benchmark(halfway.session.fork)


def test_fork_and_thirty_answers(benchmark: BenchmarkFixture, halfway: Match) -> None:
    """Bar: within a tenth of the rate of random play."""

    def roll_out() -> None:
        players = {str(side): RandomWriter() for side in PLAYERS}
        match = Match(halfway.session.fork(), players, view, "roll-out")
        for _ in range(30):
            match.step()

    benchmark(roll_out)


def test_undo_at_the_end(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """Bar: 50 ms or less late in a game."""
    twin = finished.fork()
    while not twin.can_undo:
        twin = Session.begin(NLC.system, finished.header, finished.chance)
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
    benchmark(load, NLC.system, text)


def test_state_copy(benchmark: BenchmarkFixture, finished: Session[GameState]) -> None:
    """Bar: under 10 microseconds."""
    benchmark(finished.state.copy)
