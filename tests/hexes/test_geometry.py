"""The sheet of hexes: ids, neighbours, distance, pixels."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Direction, Grid, Hex, Layout, Low, column_row, hex_id, hexside, is_hex_id

grids = st.builds(Grid, st.integers(1, 20), st.integers(1, 20), st.sampled_from(Low))


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, list[Hex]]:
    grid = draw(grids)
    return grid, [draw(st.sampled_from(grid.hexes)) for _ in range(count)]


def test_neighbours_are_those_of_the_printed_map() -> None:
    grid = Grid(35, 38)
    assert grid.neighbours[Hex("0913")] == ("0912", "1012", "1013", "0914", "0813", "0812")
    assert grid.neighbours[Hex("0812")] == ("0811", "0912", "0913", "0813", "0713", "0712")
    assert grid.neighbours[Hex("0101")] == ("0201", "0102")
    assert grid.neighbour(Hex("0101"), Direction.N) is None
    grid = Grid(4, 4, Low.ODD)
    assert grid.neighbours[Hex("0202")] == ("0201", "0301", "0302", "0203", "0102", "0101")


def test_distances_and_opposite_neighbours() -> None:
    grid = Grid(35, 38)
    assert grid.distance(Hex("0913"), Hex("0913")) == 0
    assert grid.distance(Hex("0913"), Hex("0921")) == 8
    assert grid.distance(Hex("1803"), Hex("0913")) == 14
    centre = Hex("0913")
    assert grid.is_opposite(Hex("0912"), centre, Hex("0914"))
    assert grid.is_opposite(Hex("1012"), centre, Hex("0813"))
    assert not grid.is_opposite(Hex("0912"), centre, Hex("1013"))
    assert not grid.is_opposite(Hex("0911"), centre, Hex("0914"))


@given(grid_and_hexes(2))
def test_distance_is_symmetric_and_one_only_for_neighbours(drawn: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = drawn
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 1) == (b in grid.neighbours[a])


@given(grid_and_hexes(3))
def test_the_straight_way_is_the_shortest(drawn: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b, c) = drawn
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1))
def test_neighbours_are_the_next_hex_in_each_direction(drawn: tuple[Grid, list[Hex]]) -> None:
    grid, (hex_,) = drawn
    found = [grid.neighbour(hex_, direction) for direction in Direction]
    assert grid.neighbours[hex_] == tuple(near for near in found if near is not None)
    indexes = [-1 if near is None else grid.hexes.index(near) for near in found]
    assert grid.neighbour_indexes[grid.index[hex_]] == tuple(indexes)


@given(grid_and_hexes(1), st.integers(0, 25))
def test_within_a_radius_is_all_that_is_no_farther(
    drawn: tuple[Grid, list[Hex]], radius: int
) -> None:
    grid, (centre,) = drawn
    near = [hex_ for hex_ in grid.hexes if grid.distance(centre, hex_) <= radius]
    assert grid.within(centre, radius) == tuple(near)


@given(grid_and_hexes(1), st.sampled_from(Direction))
def test_there_and_back(drawn: tuple[Grid, list[Hex]], direction: Direction) -> None:
    grid, (start,) = drawn
    there = grid.neighbour(start, direction)
    if there is not None:
        assert grid.neighbour(there, direction.opposite) == start
        assert grid.direction(start, there) == direction


@given(grid_and_hexes(1), st.floats(8, 128))
def test_a_point_inside_a_hex_is_in_that_hex(drawn: tuple[Grid, list[Hex]], radius: float) -> None:
    grid, (hex_,) = drawn
    layout = Layout(grid, radius)
    x, y = layout.centre(hex_)
    for angle in range(0, 360, 15):
        at = math.radians(angle)
        reach = radius * 0.85
        assert layout.hex_at(x + reach * math.cos(at), y + reach * math.sin(at)) == hex_


def test_neighbours_share_a_hexside_and_a_point_off_the_sheet_is_in_no_hex() -> None:
    layout = Layout(Grid(9, 8))
    for hex_ in layout.grid.hexes:
        for direction in Direction:
            other = layout.grid.neighbour(hex_, direction)
            if other is None:
                continue
            here, there = layout.side(hex_, direction), layout.side(other, direction.opposite)
            assert here[0] == pytest.approx(there[1])
            assert here[1] == pytest.approx(there[0])
    layout = Layout(Grid(5, 5))
    assert layout.hex_at(-100, 10) is None
    assert layout.hex_at(*(2 * side for side in layout.size)) is None
    assert (
        hexside(Hex("1604"), Hex("1505")) == hexside(Hex("1505"), Hex("1604")) == ("1505", "1604")
    )


@given(st.integers(1, 99), st.integers(1, 99))
def test_ids_read_back(column: int, row: int) -> None:
    assert column_row(hex_id(column, row)) == (column, row)
    assert is_hex_id(hex_id(column, row))


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (100, 1), (1, 100), (-1, 5)])
def test_no_hex_outside_the_numbers(column: int, row: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 99"):
        hex_id(column, row)


@pytest.mark.parametrize("text", ["", "913", "09133", "09a3", "0900", "0013", "٠٩١٣"])
def test_what_is_no_id(text: str) -> None:
    assert not is_hex_id(text)
