"""Straight lines over hexes: typed examples, and hexagons cut in fractions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.grid.rays import Offset, Stretch, Way, length, offsets_within, ray
from hexwar.hexes import Direction, Grid, Hex, Low
from tests.systems.nlc.slow_sight import Crossed, cross

N, NE, SE = Direction.N, Direction.NE, Direction.SE

offsets = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).filter(lambda o: o != (0, 0))


def test_a_line_crosses_the_middles_of_sides_and_offsets_come_nearest_first() -> None:
    assert ray((0, -1)).stretches == (Stretch((0, 0), (0, -1), (Way((), (((0, 0), N),)),)),)
    assert ray((0, 1)).stretches == (Stretch((0, 0), (0, 1), (Way((), (((0, 1), N),)),)),)
    line = ray((3, -3))
    assert line.between == ((1, -1), (2, -2))
    assert not any(stretch.is_tie for stretch in line.stretches)
    sides = [stretch.ways[0].hexsides for stretch in line.stretches]
    assert sides == [(((0, 0), NE),), (((1, -1), NE),), (((2, -2), NE),)]
    assert ray((0, 0)).stretches == ()
    assert ray((0, 0)).between == ()
    near = offsets_within(12)
    assert len(near) == len(set(near)) == 468
    assert (0, 0) not in near
    assert [length(offset) for offset in near] == sorted(length(offset) for offset in near)
    assert set(near[:6]) == {direction.step for direction in Direction}


def test_a_line_along_a_side_or_through_a_corner_has_two_ways_and_ends() -> None:
    (stretch,) = ray((2, -1)).stretches
    assert stretch.is_tie
    left, right = stretch.ways
    assert (left.hexes, left.hexsides) == (((1, -1),), (((0, 0), NE), ((1, -1), SE)))
    assert (right.hexes, right.hexsides) == (((1, 0),), (((0, 0), SE), ((1, 0), NE)))
    line = ray((5, -1))
    assert line.between == ((1, 0), (2, 0), (3, -1), (4, -1))
    ties = [stretch for stretch in line.stretches if stretch.is_tie]
    assert [(tie.start, tie.end) for tie in ties] == [((1, 0), (2, 0)), ((3, -1), (4, -1))]
    straight, round_ = ties[0].ways
    assert (straight.hexes, straight.hexsides) == ((), (((1, 0), SE),))
    assert (round_.hexes, round_.hexsides) == (((2, -1),), (((1, 0), NE), ((2, 0), N)))
    line = ray((0, -3))
    sides = [stretch.ways[0].hexsides[0] for stretch in line.stretches]
    assert [line.is_at_end(side) for side in sides] == [True, False, True]
    (tie,) = ray((2, -1)).stretches
    assert all(ray((2, -1)).is_at_end(side) for way in tie.ways for side in way.hexsides)


@given(offsets)
def test_a_line_is_the_same_from_its_other_end(target: Offset) -> None:
    def moved(hex_: Offset) -> Offset:
        return hex_[0] + target[0], hex_[1] + target[1]

    def ways_of(stretch: Stretch, *, back: bool) -> set[tuple[frozenset[object], ...]]:
        place = moved if back else tuple
        return {
            (
                frozenset(place(hex_) for hex_ in way.hexes),
                frozenset((place(hex_), direction) for hex_, direction in way.hexsides),
            )
            for way in stretch.ways
        }

    there, back = ray(target), ray((-target[0], -target[1]))
    assert there.between == tuple(moved(hex_) for hex_ in reversed(back.between))
    assert [ways_of(s, back=False) for s in there.stretches] == [
        ways_of(s, back=True) for s in reversed(back.stretches)
    ]


@given(offsets)
def test_each_step_of_a_line_leads_on(target: Offset) -> None:
    line = ray(target)
    at = [(0, 0), *line.between, target]
    for stretch, (a, b) in zip(line.stretches, pairwise(at), strict=True):
        assert (stretch.start, stretch.end) == (a, b)
        for way in stretch.ways:
            path = [a, *way.hexes, b]
            steps = [length((to[0] - from_[0], to[1] - from_[1])) for from_, to in pairwise(path)]
            assert steps == [1] * len(way.hexsides)
    far = [length(hex_) for hex_ in at]
    assert far == sorted(far)


@pytest.mark.parametrize("start", ["2020", "2120"])
@pytest.mark.parametrize("low", list(Low))
def test_lines_cross_what_cut_hexagons_say(low: Low, start: str) -> None:
    grid = Grid(40, 40, low)
    q, r = grid.cube(Hex(start))

    def hex_at(offset: Offset) -> str:
        found = grid.from_cube(q + offset[0], r + offset[1])
        assert found is not None
        return found

    for target in offsets_within(12):
        line = ray(target)
        joints = [
            tuple(sorted(hex_at(hex_) for way in stretch.ways for hex_ in way.hexes))
            for stretch in line.stretches
        ]
        inside = (start, *map(hex_at, line.between), hex_at(target))
        assert cross(low.value, start, hex_at(target)) == Crossed(inside, tuple(joints))
