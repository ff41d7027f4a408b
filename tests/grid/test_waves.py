"""Waves against a slow, obvious search."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hexwar.grid.waves import Net, bits_of, cells_in, net_of, spread
from hexwar.hexes import Grid

CELLS = st.integers(0, len(Grid(7, 6).hexes) - 1)
Rows = list[tuple[int, ...]]


@st.composite
def sheets(draw: st.DrawFn) -> Rows:
    """The neighbours of each hex of a sheet, some hexsides closed in both directions."""
    around = Grid(7, 6).neighbour_indexes
    pairs = [(a, b) for a, row in enumerate(around) for b in row if a < b]
    closed = set(draw(st.lists(st.sampled_from(pairs), max_size=60)))
    return [
        tuple(b for b in row if b >= 0 and (min(a, b), max(a, b)) not in closed)
        for a, row in enumerate(around)
    ]


def slow_distances(rows: Rows, begun: set[int], limit: int, closed: set[int]) -> dict[int, int]:
    found = dict.fromkeys(begun - closed, 0)
    for steps in range(1, limit + 1):
        last = [cell for cell, distance in found.items() if distance == steps - 1]
        for neighbour in (n for cell in last for n in rows[cell] if n not in closed):
            found.setdefault(neighbour, steps)
    return found


@given(sheets(), st.sets(CELLS, max_size=4), st.integers(0, 15), st.sets(CELLS, max_size=8))
def test_waves_are_what_a_slow_search_finds(
    rows: Rows, begun: set[int], limit: int, closed: set[int]
) -> None:
    waves = spread(net_of(rows), bits_of(begun), limit, bits_of(closed))
    slow = slow_distances(rows, begun, limit, closed)
    assert dict(waves.distances()) == slow
    assert [waves.distance(cell) for cell in range(42)] == [slow.get(cell) for cell in range(42)]
    assert [cell for cell in range(42) if waves.has_reached(cell)] == sorted(slow)


@given(sheets(), st.sets(CELLS, max_size=4), st.integers(0, 15), CELLS)
def test_a_way_back_is_a_shortest_way(rows: Rows, begun: set[int], limit: int, cell: int) -> None:
    waves = spread(net_of(rows), bits_of(begun), limit)
    path, distance = waves.way_back(cell), waves.distance(cell)
    if distance is None:
        assert path == []
        return
    assert len(path) == distance + 1
    assert (path[0], path[-1] in begun) == (cell, True)
    assert all(b in rows[a] for a, b in pairwise(path))


@given(sheets(), sheets(), st.sets(CELLS, max_size=10))
def test_an_altered_net_is_one_made_so(before: Rows, after: Rows, cells: set[int]) -> None:
    altered = net_of(before).altered({cell: after[cell] for cell in cells})
    assert as_read(altered) == as_read(
        net_of([(after if n in cells else before)[n] for n in range(len(before))])
    )


def as_read(net: Net) -> tuple[list[tuple[int, ...]], dict[int, int]]:
    """A net without the order of its strides and without those that nobody makes."""
    return [tuple(row) for row in net.rows], {n: cells for n, cells in net.strides if cells}


@given(st.sets(st.integers(0, 5000)))
def test_bits_stand_for_cells(cells: set[int]) -> None:
    assert list(cells_in(bits_of(cells))) == sorted(cells)
