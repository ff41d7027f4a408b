"""How fast reaches are found on Montmirail, 45 x 99 hexes with all units of Brienne on it.

Bars: the ends of one unit, with zones and stacking, in 400 microseconds; all units of a side in
20 ms; a copy of the state in 10 microseconds. "Warm" is as in play: what is derived from the units
has been asked for since one of them changed. "Cold" is the first question after a change. Beside
them stand the slow rules of the tests, so that the ratio shows.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.fields import montmirail_field, montmirail_state
from hexwar.ground import costs
from hexwar.ground.costs import Gait, ground_of, steps_of
from hexwar.ground.movement import ends, movers
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from tests.systems.nlc.orders import ATTACK
from tests.systems.nlc.slow_rules import March, Sheet, group_of, sheet_of

SIDES = (Side("french"), Side("allied"))
WALKERS = {"cavalry": 6, "infantry": 4}
"""Whose reach is found, with their MA."""


@pytest.fixture(scope="module")
def state() -> GameState:
    return montmirail_state()


@lru_cache(maxsize=1)
def sheet() -> Sheet:
    return sheet_of(montmirail_field())


def walker(state: GameState, kind: str) -> UnitId:
    """The unit of a kind with the most hexes to go to."""
    found = [
        unit.id
        for unit in state.on_map()
        if kind in state.card(unit.id).arm.value and state.card(unit.id).movement == WALKERS[kind]
    ]
    return max(found, key=lambda unit: find_ends(state, unit, column=False))


def find_ends(state: GameState, unit: UnitId, *, column: bool) -> int:
    """How many hexes a unit can go to."""
    return len(ends(state, movers(state, (unit,)), ATTACK, column=column))


def find_slowly(state: GameState, unit: UnitId, *, column: bool) -> int:
    """The same by the slow rules."""
    return len(March(sheet(), state, group_of(state, (unit,)), column=column).ends())


def find_all(state: GameState, side: Side) -> int:
    """The ends of every unit of a side, by road movement too."""
    return sum(
        find_ends(state, unit.id, column=column)
        for unit in state.on_map(side)
        for column in ((False,) if state.card(unit.id).arm.is_train else (False, True))
    )


@pytest.mark.parametrize("column", [False, True], ids=["plain", "column"])
@pytest.mark.parametrize("kind", WALKERS)
def test_one_unit(benchmark: BenchmarkFixture, state: GameState, kind: str, column: bool) -> None:
    """Bar: 400 microseconds."""
    unit = walker(state, kind)
    benchmark.extra_info["ends"] = benchmark(find_ends, state, unit, column=column)


@pytest.mark.parametrize("column", [False, True], ids=["plain", "column"])
@pytest.mark.parametrize("kind", WALKERS)
def test_one_unit_cold(
    benchmark: BenchmarkFixture, state: GameState, kind: str, column: bool
) -> None:
    """After a change of the table: zones, held hexes and road steps past friends are made anew."""
    unit = walker(state, kind)

    def find() -> int:
        state.cache.clear()
        return find_ends(state, unit, column=column)

    benchmark(find)


@pytest.mark.parametrize("column", [False, True], ids=["plain", "column"])
@pytest.mark.parametrize("kind", WALKERS)
def test_one_unit_by_the_slow_rules(
    benchmark: BenchmarkFixture, state: GameState, kind: str, column: bool
) -> None:
    unit = walker(state, kind)
    assert benchmark(find_slowly, state, unit, column=column) == find_ends(
        state, unit, column=column
    )


@pytest.mark.parametrize("side", SIDES)
def test_all_units_of_a_side(benchmark: BenchmarkFixture, state: GameState, side: Side) -> None:
    """Bar: 20 ms."""
    benchmark.extra_info["ends"] = benchmark(find_all, state, side)


@pytest.mark.parametrize("side", SIDES)
def test_all_units_of_a_side_cold(
    benchmark: BenchmarkFixture, state: GameState, side: Side
) -> None:
    def find() -> int:
        state.cache.clear()
        return find_all(state, side)

    benchmark(find)


def test_state_copy(benchmark: BenchmarkFixture, state: GameState) -> None:
    """Bar: 10 microseconds."""
    benchmark(state.copy)


def test_steps_of_a_map(benchmark: BenchmarkFixture, state: GameState) -> None:
    """The steps of every gait, as the first proposal of a game wants them.

    Bar: five times as fast as to price each step by itself (`ratio`).
    """
    field, ground = state.battle.battlefield, ground_of(state)

    def priced() -> None:
        for gait, (a, around) in product(Gait, field.grid.neighbours.items()):
            for b in around:
                ground.price(gait, a, b, past_friends=False)

    def found() -> None:
        costs._steps.cache_clear()
        costs._goings.cache_clear()
        for gait in Gait:
            steps_of(state, gait)

    begun = process_time()
    priced()
    slow = process_time() - begun
    begun = process_time()
    found()
    benchmark.extra_info["ratio"] = round(slow / (process_time() - begun), 1)
    benchmark(found)
