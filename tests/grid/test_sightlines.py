"""The tables of all lines against a plain walk along each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.grid.rays import Offset, OffsetSide, Ray, ray
from hexwar.grid.sightlines import NOTHING, OFFSETS, WALL, Heights, Sightlines
from hexwar.hexes import Grid, Low

HEIGHTS = (NOTHING, 0, 1, 2, 3, WALL)


@dataclass(frozen=True)
class Map:
    grid: Grid
    heights: Heights

    def sees(self, a: int, b: int) -> bool:
        """Walks one line."""
        (qa, ra), (qb, rb) = (self.grid.cube(self.grid.hexes[cell]) for cell in (a, b))
        line = ray((qb - qa, rb - ra))
        if len(line.stretches) == 1 and not line.stretches[0].is_tie:
            return True
        highest = [self.height((qa, ra), hex_) for hex_ in line.between]
        for stretch in line.stretches:
            ways = [
                max(
                    [self.height((qa, ra), hex_) for hex_ in way.hexes]
                    + [self.side_height((qa, ra), line, side) for side in way.hexsides]
                )
                for way in stretch.ways
            ]
            highest.append(min(ways))
        return max(highest) <= max(self.heights.levels[a], self.heights.levels[b])

    def cell(self, start: Offset, offset: Offset) -> int | None:
        hex_ = self.grid.from_cube(start[0] + offset[0], start[1] + offset[1])
        return None if hex_ is None else self.grid.index[hex_]

    def height(self, start: Offset, offset: Offset) -> int:
        cell = self.cell(start, offset)
        return WALL if cell is None else self.heights.hexes[cell]

    def side_height(self, start: Offset, line: Ray, side: OffsetSide) -> int:
        cell = self.cell(start, side[0])
        rows = self.heights.near_sides if line.is_at_end(side) else self.heights.sides
        return WALL if cell is None else rows[cell][side[1]]


def rows_of(values: Sequence[int], count: int) -> list[int]:
    """Some values over and over, out of step with the columns of the map."""
    return [values[(7 * i + i // 5) % len(values)] for i in range(count)]


def sides_of(values: Sequence[int], count: int) -> list[list[int]]:
    row = rows_of(values, 3 * count)
    return [row[3 * i : 3 * i + 3] for i in range(count)]


values = st.lists(st.sampled_from(HEIGHTS) | st.just(NOTHING), min_size=1, max_size=97)


@st.composite
def maps(draw: st.DrawFn) -> Map:
    grid = Grid(draw(st.integers(1, 16)), draw(st.integers(1, 16)), draw(st.sampled_from(Low)))
    count = len(grid.hexes)
    return Map(
        grid,
        Heights(
            levels=rows_of(draw(st.lists(st.integers(0, 3), min_size=1, max_size=31)), count),
            hexes=rows_of(draw(values), count),
            sides=sides_of(draw(values), count),
            near_sides=sides_of(draw(values), count),
        ),
    )


def seen_by_pairs(lines: Sightlines, grid: Grid, a: int) -> Iterator[int]:
    q, r = grid.cube(grid.hexes[a])
    for place, offset in enumerate(OFFSETS):
        if lines.pairs[place, a]:
            hex_ = grid.from_cube(q + offset[0], r + offset[1])
            assert hex_ is not None
            yield grid.index[hex_]


@given(maps(), st.data())
def test_every_answer_is_that_of_a_walk(drawn: Map, data: st.DataObject) -> None:
    lines, grid = Sightlines(drawn.grid, drawn.heights), drawn.grid
    a = data.draw(st.integers(0, len(grid.hexes) - 1))
    near = {b for b, hex_ in enumerate(grid.hexes) if 0 < grid.distance(grid.hexes[a], hex_) <= 12}
    walked = {b for b in near if drawn.sees(a, b)}
    field = lines.field(a)
    assert len(field) == len(set(field))
    assert set(field) == walked
    assert list(seen_by_pairs(lines, grid, a)) == field
    assert {b for b in near if lines.is_clear(a, b)} == walked


@given(maps(), st.integers(0, 12))
def test_a_limit_leaves_out_what_lies_further(drawn: Map, limit: int) -> None:
    lines, grid = Sightlines(drawn.grid, drawn.heights), drawn.grid
    a = len(grid.hexes) // 2
    expected = [b for b in lines.field(a) if grid.distance(grid.hexes[a], grid.hexes[b]) <= limit]
    assert lines.field(a, limit) == expected


@given(maps())
def test_lines_are_the_same_from_both_ends(drawn: Map) -> None:
    lines = Sightlines(drawn.grid, drawn.heights)
    cells = range(len(drawn.grid.hexes))
    seen = {(a, b) for a in cells for b in lines.field(a)}
    assert seen == {(b, a) for a, b in seen}


def test_nothing_is_clear_beyond_the_reach_and_answers_are_read_only() -> None:
    grid = Grid(30, 1)
    lines = Sightlines(grid, flat(grid))
    assert lines.is_clear(0, 12)
    assert not lines.is_clear(0, 13)
    assert lines.field(0) == list(range(1, 13))
    grid = Grid(3, 3)
    with pytest.raises(ValueError, match="read-only"):
        Sightlines(grid, flat(grid)).pairs[0, 0] = False
    grid = Grid(2, 2)
    with pytest.raises(OverflowError):
        Sightlines(grid, flat(grid, level=128))


def flat(grid: Grid, level: int = 0) -> Heights:
    count = len(grid.hexes)
    sides = [[NOTHING] * 3] * count
    return Heights([level] * count, [NOTHING] * count, sides, sides)
