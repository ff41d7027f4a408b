"""The bucket queue against a slow, obvious search."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Mapping

from hypothesis import example, given
from hypothesis import strategies as st

from hexwar.grid.reach import Steps, reach, reach_from
from hexwar.hexes import Grid

GRID = Grid(7, 6)
CELLS = len(GRID.hexes)

cells = st.integers(0, CELLS - 1)
some_cells = st.sets(cells, max_size=8)


@st.composite
def step_rows(draw: st.DrawFn) -> Steps:
    """Steps to some neighbours of each cell, dear and cheap ones; there may be no way back."""
    prices = st.sampled_from([None, 1, 2, 3, 4, 8])
    rows = (
        [(n, price) for n in around if n >= 0 and (price := draw(prices)) is not None]
        for around in GRID.neighbour_indexes
    )
    return Steps(list(rows))


def slow_costs(
    steps: Steps, begun: Mapping[int, int], limit: int, blocked: set[int], stops: set[int]
) -> dict[int, int]:
    """Dijkstra's search with a heap; ways also lead on from the cells of `begun`'s keys."""
    found = dict(begun.items())
    queue = [(spent, cell) for cell, spent in begun.items() if spent <= limit]
    heapq.heapify(queue)
    while queue:
        spent, cell = heapq.heappop(queue)
        if spent > found[cell] or cell in stops:
            continue
        for near, price in steps[cell]:
            total = spent + price
            if near in blocked or total > limit or total >= found.get(near, limit + 1):
                continue
            found[near] = total
            heapq.heappush(queue, (total, near))
    return found


@given(step_rows(), cells, st.integers(0, 16), some_cells, some_cells)
def test_reach_is_what_a_slow_search_finds(
    steps: Steps, start: int, limit: int, blocked: set[int], stops: set[int]
) -> None:
    found = reach(steps, start, limit, blocked=blocked - {start}, stops=stops)
    assert found.cost == slow_costs(steps, {start: 0}, limit, blocked - {start}, stops - {start})


@example(Steps([(), ((0, 1),), *[()] * 40]), {0: 2, 1: 0}, 6, {0}, set())
@given(
    step_rows(),
    st.dictionaries(cells, st.integers(0, 6), max_size=4),
    st.integers(6, 16),
    some_cells,
    some_cells,
)
def test_reach_from_several_cells_is_what_a_slow_search_finds(
    steps: Steps, begun: dict[int, int], limit: int, blocked: set[int], stops: set[int]
) -> None:
    found = reach_from(steps, begun, limit, blocked=blocked, stops=stops)
    assert found.cost == slow_costs(steps, begun, limit, blocked, stops)


@given(step_rows(), cells, st.integers(1, 16))
def test_each_path_costs_what_is_said(steps: Steps, start: int, limit: int) -> None:
    found = reach(steps, start, limit)
    for end, cost in found.cost.items():
        path = found.path(end)
        assert (path[0], path[-1]) == (start, end)
        assert sum(dict(steps[a])[b] for a, b in itertools.pairwise(path)) == cost


@given(step_rows(), cells, st.dictionaries(cells, st.just([(0, 1), (1, 2)]), max_size=3))
def test_altered_steps_are_like_new_ones_and_leave_the_old_as_they_were(
    steps: Steps, start: int, rows: dict[int, list[tuple[int, int]]]
) -> None:
    before = reach(steps, start, 12)
    anew = Steps([rows.get(cell, row) for cell, row in enumerate(steps)])
    assert reach(steps.altered(rows), start, 12) == reach(anew, start, 12)
    assert reach(Steps(list(steps)), start, 12) == reach(steps, start, 12) == before


@given(step_rows(), cells, some_cells, some_cells)
def test_no_way_leads_through_a_blocked_cell_or_on_from_a_stop(
    steps: Steps, start: int, blocked: set[int], stops: set[int]
) -> None:
    found = reach(steps, start, 12, blocked=blocked - {start}, stops=stops)
    for end in found.cost:
        path = found.path(end)
        assert not set(path[1:]) & blocked
        assert not set(path[1:-1]) & stops


def clear(price: int) -> Steps:
    return Steps([[(n, price) for n in around if n >= 0] for around in GRID.neighbour_indexes])


def test_what_is_spent_before_counts_and_equal_ways_are_told_in_order() -> None:
    assert max(reach(clear(2), 0, 6, initial=3).cost.values()) == 5
    assert reach_from(clear(1), {0: 7, 40: 6}, 6).cost == {0: 7, 40: 6}
    start, end = GRID.index[GRID.hexes[8]], GRID.index[GRID.hexes[22]]
    found = reach(clear(2), start, 12)
    assert found.path(end) == reach(clear(2), start, 12).path(end)
    first = {cell: k for k, (cell, _) in enumerate(clear(2)[start])}
    rivals = [
        n
        for n in first
        if GRID.distance(GRID.hexes[n], GRID.hexes[end]) + 1 == found.cost[end] // 2
    ]
    assert found.path(end)[1] == min(rivals, key=lambda n: first[n])
