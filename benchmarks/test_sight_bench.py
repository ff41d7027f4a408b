"""Line of sight on the largest map, each beside a plain-Python walk over the same lines.

Bars, medians on one core: the field of one hex to all within 12 hexes 100 microseconds or less,
all pairs 150 milliseconds or less. The reference follows each line over the same heights; it stands
in the same group of the table, which shows the ratio, and its answers are compared too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar import resources
from hexwar.grid.rays import Offset, OffsetSide, Ray, ray
from hexwar.grid.sightlines import OFFSETS, REACH, WALL, Heights, Sightlines
from hexwar.ground.sight import (
    has_line_of_sight,
    heights_of,
    line_of_sight,
    sight_field,
    sightlines_of,
)
from hexwar.hexes import Grid, Hex
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.table.battlefield import Battlefield

MAP = "montmirail"


class Plain:
    """Lines of sight one by one, with nothing prepared but the rays."""

    def __init__(self, grid: Grid, heights: Heights) -> None:
        self.heights = heights
        self.cubes = [grid.cube(hex_) for hex_ in grid.hexes]
        self.cells = {cube: cell for cell, cube in enumerate(self.cubes)}
        self.rays = [ray(offset) for offset in OFFSETS]

    def field(self, a: int) -> list[int]:
        return [b for line in self.rays if (b := self.target(a, line)) is not None]

    def target(self, a: int, line: Ray) -> int | None:
        """The hex at the end of a line, if the line is clear."""
        start = self.cubes[a]
        b = self.cells.get((start[0] + line.target[0], start[1] + line.target[1]))
        if b is None:
            return None
        if len(line.stretches) == 1 and not line.stretches[0].is_tie:
            return b
        eye = max(self.heights.levels[a], self.heights.levels[b])
        if any(self.height(start, hex_) > eye for hex_ in line.between):
            return None
        return b if self.is_open(start, line, eye) else None

    def is_open(self, start: Offset, line: Ray, eye: int) -> bool:
        return all(
            any(
                all(self.height(start, hex_) <= eye for hex_ in way.hexes)
                and all(self.side(start, line, side) <= eye for side in way.hexsides)
                for way in stretch.ways
            )
            for stretch in line.stretches
        )

    def height(self, start: Offset, offset: Offset) -> int:
        cell = self.cells.get((start[0] + offset[0], start[1] + offset[1]))
        return WALL if cell is None else self.heights.hexes[cell]

    def side(self, start: Offset, line: Ray, side: OffsetSide) -> int:
        cell = self.cells.get((start[0] + side[0][0], start[1] + side[0][1]))
        sides = self.heights.near_sides if line.is_at_end(side) else self.heights.sides
        return WALL if cell is None else sides[cell][side[1]]


@pytest.fixture(scope="module")
def field() -> Battlefield:
    record = OpenFiles().open(resources.scenarios() / "maps" / f"{MAP}.json", MapFile).record
    assert record is not None
    return build_battlefield(record, MAP)


@pytest.fixture(scope="module")
def lines(field: Battlefield) -> Sightlines:
    made = sightlines_of(field)
    made.field(0)  # makes the table
    return made


@pytest.fixture(scope="module")
def plain(field: Battlefield) -> Plain:
    return Plain(field.grid, heights_of(field))


def rounds_of(benchmark: BenchmarkFixture) -> Callable[..., object]:
    """What times a call so many rounds; its package leaves it without types."""
    return benchmark.pedantic


def spread(field: Battlefield) -> list[int]:
    """Hexes all over the map."""
    return list(range(0, len(field.grid.hexes), 101))


@pytest.mark.benchmark(group="sight: one hex to all within 12")
def test_field(benchmark: BenchmarkFixture, field: Battlefield, lines: Sightlines) -> None:
    """Bar: 100 microseconds."""
    cells = cycle(spread(field))
    benchmark(lambda: lines.field(next(cells)))


@pytest.mark.benchmark(group="sight: one hex to all within 12")
def test_field_by_id(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    """As the rules ask for it: a set of hex ids."""
    hexes = cycle([field.grid.hexes[cell] for cell in spread(field)])
    benchmark(lambda: sight_field(field, next(hexes), REACH))


@pytest.mark.benchmark(group="sight: one hex to all within 12")
def test_field_in_plain_python(
    benchmark: BenchmarkFixture, field: Battlefield, lines: Sightlines, plain: Plain
) -> None:
    """The reference."""
    cells = cycle(spread(field))
    benchmark(lambda: plain.field(next(cells)))
    assert all(lines.field(cell) == plain.field(cell) for cell in spread(field))


@pytest.mark.benchmark(group="sight: all pairs within 12")
def test_all_pairs(benchmark: BenchmarkFixture, lines: Sightlines) -> None:
    """Bar: 150 milliseconds."""
    found = benchmark(lines.all_pairs)
    benchmark.extra_info["megabytes"] = round(found.nbytes / 1e6, 1)


@pytest.mark.benchmark(group="sight: all pairs within 12")
def test_all_pairs_in_plain_python(
    benchmark: BenchmarkFixture, lines: Sightlines, plain: Plain
) -> None:
    """The reference."""
    cells = range(len(plain.cubes))
    counts: list[int] = []
    once = partial(counts.extend, (len(plain.field(cell)) for cell in cells))
    rounds_of(benchmark)(once, rounds=1)
    assert sum(counts) == lines.pairs.sum()


def test_laying_out_a_map(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    """Once for each battlefield."""
    benchmark(lambda: Sightlines(field.grid, heights_of(field)))


def test_one_pair(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    """The question a computer player asks thousands of times, from all pairs once computed."""
    a, b = far_pair(field)
    benchmark(has_line_of_sight, field, a, b, REACH)


def test_one_line_with_its_reasons(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    """What the window draws while the mouse moves."""
    a, b = far_pair(field)
    benchmark(line_of_sight, field, a, b, PRINTED.with_own({}))


def far_pair(field: Battlefield) -> tuple[Hex, Hex]:
    a = field.grid.hexes[len(field.grid.hexes) // 2]
    return a, next(b for b in field.grid.within(a, REACH) if field.grid.distance(a, b) == REACH)
