"""The law of duties set against every path of a small map, counted plainly (N12.33, N27.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.ground.costs import ground_of
from hexwar.ground.movement import can_end, movers, path_refusal, quote
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.bombardment_fire import has_target
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import PathQuote
from tests.systems.nlc.errands import ordered
from tests.systems.nlc.positions import FRENCH, hexes, units

SIZE = 5
HEXES = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("infantry 6-3", "light 4-3-4", "battery 3-3")
WAY = 12
"""Rounds in which the costs of all hexes become known, and more."""

FAR = 10**6

places = st.sampled_from(HEXES)
lands = st.lists(st.sampled_from("...wm"), min_size=SIZE * SIZE, max_size=SIZE * SIZE)


@st.composite
def errands(draw: st.DrawFn) -> GameState:
    """A French unit under an order on a map of woods, marshes and a river, an enemy, friends."""
    land, here = draw(lands), draw(places)
    rows = "\n".join(" ".join(land[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    order = draw(st.sampled_from(["march", "attack"]))
    friends = [h for h in draw(st.lists(places, max_size=2, unique=True)) if h != here]
    enemies = [h for h in draw(st.lists(places, max_size=1)) if h not in (here, *friends)]
    lines = [f"F1 {draw(st.sampled_from(ARMS))} {here}"]
    lines += [f"F{n} infantry 12-3 {h} moved" for n, h in enumerate(friends, 2)]
    lines += [f"A{n} infantry 5-3 {h}" for n, h in enumerate(enemies, 1)]
    rivers = sorted({"-".join(hexside(Hex(a), Hex(b))) for a, b in draw(_sides())})
    return ordered(rows, f"FI: {order} {draw(places)}", *lines, rivers=rivers)


def _sides() -> st.SearchStrategy[list[tuple[str, str]]]:
    """A few hexsides between hexes of one column."""
    low = st.sampled_from([h for h in HEXES if not h.endswith(f"0{SIZE}")])
    return st.lists(low.map(lambda h: (h, f"{int(h) + 1:04}")), max_size=4)


def paths(state: GameState) -> Iterator[tuple[str, ...]]:
    """Every legal path of F1 that enters no hex twice and ends where there is room."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    around = state.battle.battlefield.grid.neighbours
    begun: list[tuple[Hex, ...]] = [(group.start,)]
    while begun:
        path = begun.pop()
        for hex_ in around[path[-1]]:
            longer = (*path, hex_)
            quoted = quote(state, group, longer, column=False)
            if hex_ in path or not isinstance(quoted, PathQuote):
                continue
            if quoted.halves > group.allowance and len(longer) > 2:
                continue
            begun.append(longer)
            if path_refusal(state, group, order, longer, column=False) is None and can_end(
                state, group, hex_, column=False
            ):
                yield longer


def left(state: GameState, goal: Hex) -> dict[Hex, int]:
    """The remaining path cost of each hex: round the enemy, and if need be through him."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    shut = set(enemy_hexes(state, FRENCH))
    if group.heeds_zones and not order.enter_zone:
        shut |= enemy_zone(state, FRENCH)
    found = _relaxed(state, goal, shut - {goal})
    return found if group.start in found else _relaxed(state, goal, set())


def _relaxed(state: GameState, goal: Hex, shut: set[Hex]) -> dict[Hex, int]:
    """The costs of all hexes, relaxed until nothing can change any more."""
    grid, ground = state.battle.battlefield.grid, ground_of(state)
    gait = movers(state, units("F1")).gait
    cost = {goal: 0}
    for _ in range(WAY):
        for a in grid.hexes:
            for b in grid.neighbours[a]:
                step = ground.step(gait, a, b)
                if b in cost and a not in shut and step is not None:
                    cost[a] = min(cost.get(a, FAR), cost[b] + step.halves)
    return cost


def shortfall(state: GameState, path: tuple[str, ...], goal: Hex, cost: dict[Hex, int]) -> int:
    """The half MP by which a path falls short of half the MA."""
    distance = state.battle.battlefield.grid.distance
    if any(distance(Hex(h), goal) <= 2 for h in path) or path[-1] in enemy_zone(state, FRENCH):
        return 0
    quoted = quote(state, movers(state, units("F1")), hexes(" ".join(path)), column=False)
    assert isinstance(quoted, PathQuote)
    lowest, spent = cost.get(Hex(path[0]), FAR), 0
    for step in quoted.steps:
        if cost.get(step.hex, FAR) < lowest:
            lowest, spent = cost[step.hex], spent + step.halves
    return max(0, state.card(units("F1")[0]).movement - spent)


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N27.4")
@given(errands())
def test_the_law_is_what_every_path_counted_plainly_makes_it(state: GameState) -> None:
    """Half the MA in half MP is the printed MA. Units in contact have a test of their own."""
    start = state.units[units("F1")[0]].hex
    step = state.pad.lines[LineId("FI")].step
    assert start is not None
    assert step.target is not None
    assume(start not in enemy_zone(state, FRENCH) and step.target != start)
    goal, question = step.target, ChoosePath(FRENCH, units("F1"))
    cost = left(state, goal)
    is_there = state.battle.battlefield.grid.distance(start, goal) <= 2
    short = {path: 0 if is_there else shortfall(state, path, goal, cost) for path in paths(state)}
    staying = 0 if is_there else state.card(units("F1")[0]).movement
    best = min([staying, *short.values()])
    for path, missing in short.items():
        refusal = question.refusal(state, Route(hexes(" ".join(path))))
        assert (refusal is None) == (missing <= best), (path, missing, best)
    may_stay = staying <= best or has_target(state, units("F1")[0])
    assert (question.refusal(state, Route()) is None) == may_stay
