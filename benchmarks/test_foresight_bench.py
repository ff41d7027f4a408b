"""How many lines of play a computer player can think of a second: a fork and 30 answers each.

The answers are random legal ones of the positions' own, chosen beforehand, so that no list of them
is made while it is measured: that is what a script of a computer player costs the kernel. Times
are of the processor. The lines have been played once before, so that what hangs on how units stand
is known, as it is from the second game of a course on; the first costs up to a half more.
"""

from __future__ import annotations

from functools import cache
from random import Random
from time import process_time
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.app.games import new_match
from hexwar.engine import SeededChance
from hexwar.engine.foresight import Astray, Foresight, past_of
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.staff.guess import games
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side

ANSWERS = 30
POSITIONS = 8
AFTER = 500
"""Answers after which a game is in its midst."""

Line = tuple[Foresight[GameState], str, list[Any]]
"""A game in thought, the seed of its dice, and the answers that are given."""


@cache
def positions(scenario: str) -> list[Foresight[GameState]]:
    """Games in thought at the head of movements in the midst of a battle of the greedy player."""
    match = new_match(scenario, {Side("french"): "greedy", Side("allied"): "greedy"}, "2")
    found: list[Foresight[GameState]] = []
    due = AFTER
    while match.session.pending is not None and len(found) < POSITIONS:
        if match.answers >= due and isinstance(match.session.pending, ActivateUnit):
            due = match.answers + 25
            try:
                found += games(past_of(match.session, view), "bench")
            except Astray:
                continue
        match.step()
    return found


@cache
def lines(scenario: str) -> list[Line]:
    """From each position four lines of random legal answers; a quarter of them do nothing."""
    found = []
    for game in positions(scenario):
        for seed in "1234":
            twin, dice, given = game.fork(SeededChance(seed)), Random(seed), list[Any]()
            while twin.pending is not None and len(given) < ANSWERS:
                given.append(_chosen(twin, dice))
                twin.answer(given[-1])
            found.append((game, seed, given))
    return found


def _chosen(game: Foresight[GameState], dice: Random) -> Any:
    assert game.pending is not None
    deeds = [one for one in game.options if one is not None and one is not False]
    idle = [one for one in game.options if one is None or one is False]
    return dice.choice(deeds if deeds and (not idle or dice.random() > 0.25) else idle)


def play(scenario: str) -> int:
    """All lines; how many."""
    for game, seed, given in lines(scenario):
        twin = game.fork(SeededChance(seed))
        for answer in given:
            twin.answer(answer)
    return len(lines(scenario))


@pytest.mark.parametrize("scenario", ["brienne", "la-rothiere"])
def test_fork_and_thirty_answers_in_thought(benchmark: BenchmarkFixture, scenario: str) -> None:
    """Bar: 150 a second on one core, wanted 300; the time is that of all lines."""
    play(scenario)
    begun = process_time()
    count = play(scenario)
    benchmark.extra_info["forks a second"] = round(count / (process_time() - begun))
    benchmark(play, scenario)


@pytest.mark.parametrize("scenario", ["brienne", "la-rothiere"])
def test_fork_and_thirty_answers_from_lists(benchmark: BenchmarkFixture, scenario: str) -> None:
    """The same with a list of legal answers to every question, as a random player wants it."""

    def roll_out() -> None:
        for game in positions(scenario):
            twin, dice = game.fork(SeededChance("lists")), Random("lists")
            for _ in range(ANSWERS):
                if twin.pending is not None:
                    twin.answer(_chosen(twin, dice))

    roll_out()
    begun = process_time()
    roll_out()
    rate = len(positions(scenario)) / (process_time() - begun)
    benchmark.extra_info["forks a second"] = round(rate)
    benchmark(roll_out)
