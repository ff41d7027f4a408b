"""How long a staff plans for its army, the longest answer of a player that does not search.

Times are of the processor. What hangs on the map alone, the ways to each goal, is known from the
opening on, as it is from the second plan of a game.
"""

from __future__ import annotations

from functools import cache
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.ai.policy import CounterDice
from hexwar.app.games import new_match
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.staff.appreciation import Appreciation
from hexwar.systems.nlc.staff.army import Army, Plan
from hexwar.systems.nlc.staff.characters import character
from hexwar.systems.nlc.staff.staffwork import tellable
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side

TURNS = (1, 3)
"""Turns in which plans are made; in the third most troops are there."""


@cache
def tables(scenario: str) -> list[GameState]:
    """What each side sees as those turns begin, in a game of the greedy player."""
    match = new_match(scenario, {Side("french"): "greedy", Side("allied"): "greedy"}, "2")
    found: list[GameState] = []
    for turn in TURNS:
        while match.session.pending is not None and match.session.state.turn < turn:
            match.step()
        found += [view(match.session.state, side) for side in match.session.state.battle.sides]
    return found


def planned(state: GameState, side: Side, level: str) -> tuple[Army, Plan]:
    """A plan from a table as a staff makes it, with what it reads for it."""
    known = Appreciation(Outlook(state, side), {})
    army = Army(known, character(level), tellable(known), CounterDice("bench"))
    return army, army.plan()


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("scenario", ["brienne", "la-rothiere"])
def test_plans_of_an_army(benchmark: BenchmarkFixture, scenario: str, level: str) -> None:
    """Bar: 0.5 s a plan of normal at La Rothière; the time is that of all plans."""
    sides = [Side("french"), Side("allied")] * len(TURNS)

    def plan_all() -> tuple[list[float], int]:
        taken, plays = list[float](), 0
        for state, side in zip(tables(scenario), sides, strict=True):
            begun = process_time()
            army, _ = planned(state, side, level)
            taken.append(process_time() - begun)
            plays += army.model.plays
        return taken, plays

    plan_all()
    taken, plays = plan_all()
    benchmark.extra_info["longest, ms"] = round(1000 * max(taken))
    benchmark.extra_info["plays a second"] = round(plays / sum(taken))
    benchmark(plan_all)
