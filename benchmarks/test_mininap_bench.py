"""How fast Mini-Nap 2 judges a pose, lists what a unit can do, and plays at random.

A pose is judged at each step of a drag, so it must be done well within a frame. Each round asks a
state of which only the tree of all stands is kept, as it is soon after an event.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.ai.arena import Match
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.rules.acting import ActWithUnit, orders_refusal
from hexwar.systems.mininap.rules.choices import options_for
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind
from hexwar.systems.mininap.rules.standing import index
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId


def playing(scenario: str, answers: int = 10_000) -> Match:
    """A game between random players under way, or to its end."""
    sides = MININAP.battle(scenario).sides
    match = MININAP.new_match(scenario, dict.fromkeys(sides, "random"), "5")
    while match.session.pending is not None and match.answers < answers:
        match.step()
    return match


@pytest.fixture(scope="module")
def moving() -> MiniState:
    """The larger battle when the first side begins to move."""
    match = playing("mininap-medium", 0)
    while not isinstance(match.session.pending, ActWithUnit):
        match.step()
    state: MiniState = match.session.state
    return state


def fresh(state: MiniState) -> MiniState:
    """The same with the tree of all stands, and nothing else that is worked out."""
    twin = state.copy()
    index(twin)
    return twin


def able(state: MiniState) -> list[UnitId]:
    """The units of the side that moves."""
    return [unit.id for unit in state.in_play(state.acting)]


@pytest.mark.parametrize("ahead", [100, 400], ids=["short", "long"])
def test_one_pose(benchmark: BenchmarkFixture, moving: MiniState, ahead: int) -> None:
    """Bar: 1.5 ms; a pivot and a step of each unit in turn."""
    steps = Step(StepKind.PIVOT, 300), Step(StepKind.FORWARD, ahead)
    wanted = [Orders(unit, Action.MANOEUVRE, steps) for unit in able(moving)]

    def judge(state: MiniState) -> None:
        for orders in wanted:
            orders_refusal(state, orders)

    benchmark(lambda: judge(fresh(moving)))
    benchmark.extra_info["poses"] = len(wanted)


@pytest.mark.parametrize(
    "unit", ["F1", "F7", "F12", "FB1"], ids=["line", "column", "horse", "command"]
)
def test_list_of_one_unit(benchmark: BenchmarkFixture, moving: MiniState, unit: str) -> None:
    """Bar: 60 ms for all that is listed of one unit."""
    own = unit if moving.acting == "french" else unit.replace("F", "R")

    def listed(state: MiniState) -> int:
        return len(options_for(state, UnitId(own)))

    benchmark.extra_info["answers"] = benchmark(lambda: listed(fresh(moving)))


def test_list_of_all_units(benchmark: BenchmarkFixture, moving: MiniState) -> None:
    """What a player waits for after each answer: a few answers of each unit."""
    question = ActWithUnit(moving.acting)
    found = benchmark(lambda: question.options(fresh(moving)))
    benchmark.extra_info["answers"] = len(found)


def test_random_play(benchmark: BenchmarkFixture) -> None:
    """Bar: 12 answers a second of the small battle on a quiet core, lists included."""
    match = benchmark(playing, "mininap-small", 40)
    benchmark.extra_info["answers"] = match.answers
