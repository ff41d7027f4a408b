"""The bucket queue against a slow, obvious search."""

from __future__ import annotations

import heapq
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hexwar.grid.reach import BARRED, reach
from hexwar.hexes import Grid

GRID = Grid(7, 6)
CELLS = len(GRID.hexes)
NEIGHBOURS = GRID.neighbour_indexes

cost_rows = st.lists(
    st.lists(st.sampled_from([1, 2, 3, 4, 8, BARRED]), min_size=6, max_size=6),
    min_size=CELLS,
    max_size=CELLS,
).map(
    lambda rows: [
        [BARRED if n < 0 else c for c, n in zip(row, around, strict=True)]
        for row, around in zip(rows, NEIGHBOURS, strict=True)
    ]
)
cells = st.integers(0, CELLS - 1)


def slow_costs(
    costs: list[list[int]], start: int, limit: int, blocked: set[int], stops: set[int]
) -> dict[int, int]:
    found, queue = {start: 0}, [(0, start)]
    while queue:
        spent, cell = heapq.heappop(queue)
        if spent > found[cell] or (cell in stops and cell != start):
            continue
        for step, near in zip(costs[cell], NEIGHBOURS[cell], strict=True):
            total = spent + step
            if near in blocked or total > limit or total >= found.get(near, BARRED):
                continue
            found[near] = total
            heapq.heappush(queue, (total, near))
    return found


@given(cost_rows, cells, st.integers(0, 16), st.sets(cells, max_size=8), st.sets(cells, max_size=8))
def test_reach_is_what_a_slow_search_finds(
    costs: list[list[int]], start: int, limit: int, blocked: set[int], stops: set[int]
) -> None:
    found = reach(costs, NEIGHBOURS, start, limit, blocked=blocked - {start}, stops=stops)
    assert found.cost == slow_costs(costs, start, limit, blocked - {start}, stops)


@given(cost_rows, cells, st.integers(1, 16))
def test_each_path_costs_what_is_said(costs: list[list[int]], start: int, limit: int) -> None:
    found = reach(costs, NEIGHBOURS, start, limit)
    for end, cost in found.cost.items():
        path = found.path(end)
        assert path[0] == start
        steps = [costs[a][NEIGHBOURS[a].index(b)] for a, b in pairwise(path)]
        assert sum(steps) == cost


@given(cost_rows, cost_rows, cells, st.sets(cells, max_size=20))
def test_dear_cells_are_paid_by_their_own_costs(
    costs: list[list[int]], dear_costs: list[list[int]], start: int, dear: set[int]
) -> None:
    mixed = [
        [(dear_costs if n in dear else costs)[cell][k] for k, n in enumerate(around)]
        for cell, around in enumerate(NEIGHBOURS)
    ]
    found = reach(costs, NEIGHBOURS, start, 12, dear=dear, dear_costs=dear_costs)
    assert found.cost == slow_costs(mixed, start, 12, set(), set())


def test_what_is_spent_before_counts() -> None:
    costs = [[BARRED if n < 0 else 2 for n in around] for around in NEIGHBOURS]
    assert max(reach(costs, NEIGHBOURS, 0, 6, initial=3).cost.values()) == 5
