"""Line of sight against a slow rule on random maps, and on every map that comes with the game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.grid.sightlines import OFFSETS
from hexwar.ground.sight import (
    has_line_of_sight,
    line_of_sight,
    sight_field,
    sightlines_of,
    spots,
    spotted_field,
)
from hexwar.hexes import Grid, Hex, Low, hexside
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.files import Desk
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import from_overrides
from hexwar.table.battlefield import Battlefield, Terrain
from tests.systems.nlc import slow_sight

NUMBERS = from_overrides({})


# -- against the slow reference


@st.composite
def grounds(draw: st.DrawFn) -> slow_sight.Ground:
    grid = Grid(draw(st.integers(1, 14)), draw(st.integers(1, 13)), draw(st.sampled_from(Low)))
    cells = st.sampled_from(grid.hexes)
    sides = st.sampled_from(
        [(a, b) for a in grid.hexes for b in grid.neighbours[a]] or [(Hex("0101"), Hex("0101"))]
    )
    most = len(grid.hexes)
    kinds = st.sampled_from(["woods", "town", "chateau", "marsh"])
    has_sides = most > 1
    return slow_sight.Ground(
        grid.columns,
        grid.rows,
        grid.low.value,
        terrain=draw(st.dictionaries(cells, kinds, max_size=most // 5)),
        level=draw(st.dictionaries(cells, st.integers(0, 3), max_size=most // 2)),
        slopes=draw(st.frozensets(sides, max_size=most)) if has_sides else frozenset(),
        crests=frozenset(
            frozenset(side) for side in draw(st.sets(sides, max_size=most // 3 * has_sides))
        ),
    )


def field_of(ground: slow_sight.Ground) -> Battlefield:
    return Battlefield(
        name="random",
        grid=Grid(ground.columns, ground.rows, Low(ground.low)),
        terrain={Hex(hex_): Terrain(kind) for hex_, kind in ground.terrain.items()},
        elevation={Hex(hex_): level for hex_, level in ground.level.items()},
        slopes=frozenset((Hex(low), Hex(high)) for low, high in ground.slopes),
        crests=frozenset(hexside(*map(Hex, sorted(pair))) for pair in ground.crests),
    )


@pytest.mark.rule("N19.2")
@given(grounds(), st.data())
def test_sight_is_what_the_slow_rule_says(ground: slow_sight.Ground, data: st.DataObject) -> None:
    field = field_of(ground)
    grid = field.grid
    a = data.draw(st.sampled_from(grid.hexes))
    near = [b for b in grid.hexes if grid.distance(a, b) <= 12]
    expected = {b for b in near if b != a and slow_sight.is_visible(ground, a, b)}
    assert sight_field(field, a, 12) == expected
    assert {b for b in near if b != a and has_line_of_sight(field, a, b, 12)} == expected
    for b in data.draw(st.lists(st.sampled_from(near), max_size=20)):
        line = line_of_sight(field, a, b, NUMBERS)
        assert line.visible == (b == a or b in expected)
        assert spots(field, a, b, NUMBERS, 12) == line.spotted
        assert (b in spotted_field(field, a, NUMBERS, 12)) == (line.spotted and a != b)


# -- every map that comes with the game


MAPS = sorted((resources.scenarios() / "maps").glob("*.json"))


@lru_cache(maxsize=8)
def map_at(path: Path) -> Battlefield:
    record = Desk().open(path, MapFile).record
    assert record is not None
    return build_battlefield(record, path.stem)


@pytest.mark.rule("N19.2")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_sight_is_mutual_on_every_map(path: Path) -> None:
    field = map_at(path)
    grid, seen = field.grid, set()
    pairs = sightlines_of(field).pairs
    cubes = [grid.cube(hex_) for hex_ in grid.hexes]
    index = {cube: cell for cell, cube in enumerate(cubes)}
    for place, (q, r) in enumerate(OFFSETS):
        for a in pairs[place].nonzero()[0].tolist():
            seen.add((a, index[cubes[a][0] + q, cubes[a][1] + r]))
    assert len(seen) > 6 * len(grid.hexes) // 2
    assert seen == {(b, a) for a, b in seen}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_field_is_a_row_of_all_pairs_on_every_map(path: Path) -> None:
    field = map_at(path)
    lines, hexes = sightlines_of(field), field.grid.hexes
    for a in range(0, len(hexes), 7):
        near = set(lines.field(a))
        for b in range(a % 11, len(hexes), 11):
            if a != b:
                assert lines.is_clear(a, b) == (b in near)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_lines_with_reasons_are_those_of_the_field_on_every_map(path: Path) -> None:
    field = map_at(path)
    hexes = field.grid.hexes
    for a in hexes[:: len(hexes) // 12 + 1]:
        seen = sight_field(field, a, 12)
        for b in [hex_ for hex_ in field.grid.within(a, 12) if hex_ != a][::5]:
            line = line_of_sight(field, a, b, NUMBERS)
            assert line.visible == (b in seen)
            assert (line.blocked_by is None) == line.visible


@given(st.builds(Grid, st.integers(1, 30), st.integers(1, 30), st.sampled_from(Low)), st.data())
def test_no_line_is_shut_in_by_the_edge_of_the_map(grid: Grid, data: st.DataObject) -> None:
    """The first or the other way round always lies on the sheet."""
    a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
    assume(a != b)
    empty = Battlefield(name="", grid=grid, terrain={}, elevation={}, slopes=frozenset())
    assert line_of_sight(empty, a, b, NUMBERS).blocked_by is None
