"""The hexes of the maps that come with hexwar: their ids, pixels at five zooms, distances."""

from __future__ import annotations

import math
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Direction, Grid, Hex, Layout
from hexwar.resources import scenarios
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.schema import MapFile

MAPS = scenarios() / "maps"
RADIUS = 32.0
"""Centre to corner in pixels, at 100 %."""

SIZES = {
    "brienne": (35, 38),
    "cavalry-charge": (14, 10),
    "dennewitz": (40, 33),
    "eylau": (38, 34),
    "fere-champenoise": (32, 23),
    "first-steps": (12, 9),
    "hold-the-bridge": (14, 11),
    "montmirail": (45, 99),
    "proving-ground": (15, 12),
    "river-crossing": (16, 13),
}
ZOOMS = (0.25, 0.5, 1.0, 2.0, 4.0)
HEIGHT = 55.42563
"""Pixels from side to side of a hex with a radius of 32."""

AROUND = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
"""Columns and heights to the six neighbours, clockwise from the top."""


def grid_of(map_id: str) -> Grid:
    """The sheet of a map."""
    map_ = OpenFiles().open(MAPS / f"{map_id}.json", MapFile).record
    assert map_ is not None
    return build_battlefield(map_).grid


grid = cache(grid_of)
maps = st.sampled_from(sorted(SIZES))


def test_every_map_is_known() -> None:
    assert {path.stem for path in MAPS.glob("*.json")} == SIZES.keys()


@pytest.mark.parametrize("map_id", SIZES)
def test_the_hexes_are_those_of_the_printed_sheet(map_id: str) -> None:
    """Column, row, even columns half a hex lower; they change with the size of a sheet alone."""
    columns, rows = SIZES[map_id]
    sheet = grid(map_id)
    layout = Layout(sheet, RADIUS)
    places = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    ids = [f"{column:02d}{row:02d}" for column, row in places]
    assert list(sheet.hexes) == ids
    for (column, row), hex_ in zip(places, sheet.hexes, strict=True):
        half = 0.5 if column % 2 == 0 else 0.0
        x, y = RADIUS + 48 * (column - 1), HEIGHT * (row - 0.5 + half)
        assert layout.centre(hex_) == pytest.approx((x, y), abs=0.01), hex_
        for direction, (across, down) in zip(Direction, AROUND, strict=True):
            there = (column + across, round(row + down + half - 0.5 * ((column + across) % 2 == 0)))
            is_on_sheet = 1 <= there[0] <= columns and 1 <= there[1] <= rows
            wanted = f"{there[0]:02d}{there[1]:02d}" if is_on_sheet else None
            assert sheet.neighbour(hex_, direction) == wanted, (hex_, direction)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("map_id", SIZES)
def test_from_hex_to_pixel_and_back(map_id: str, zoom: float) -> None:
    layout = Layout(grid(map_id), RADIUS * zoom)
    for hex_ in layout.grid.hexes:
        assert layout.hex_at(*layout.centre(hex_)) == hex_


@given(map_id=maps, zoom=st.sampled_from(ZOOMS), right=st.floats(0, 1), down=st.floats(0, 1))
def test_from_pixel_to_hex_and_back(map_id: str, zoom: float, right: float, down: float) -> None:
    layout = Layout(grid(map_id), RADIUS * zoom)
    x, y = layout.size[0] * right, layout.size[1] * down
    hex_ = layout.hex_at(x, y)
    if hex_ is None:
        nearest = min(_distance(layout, h, x, y) for h in layout.grid.hexes)
        assert nearest >= layout.row_pitch / 2 - 1e-6  # outside the circle within every hex
        return
    assert _distance(layout, hex_, x, y) <= layout.radius + 1e-6
    for other in layout.grid.neighbours[hex_]:
        assert _distance(layout, hex_, x, y) <= _distance(layout, other, x, y) + 1e-6
    assert layout.hex_at(*layout.centre(hex_)) == hex_


def _distance(layout: Layout, hex_: Hex, x: float, y: float) -> float:
    at = layout.centre(hex_)
    return math.hypot(at[0] - x, at[1] - y)


@given(maps, st.data())
def test_distances_are_those_of_a_search_from_hex_to_hex(map_id: str, data: st.DataObject) -> None:
    sheet = grid(map_id)
    start = data.draw(st.sampled_from(sheet.hexes))
    found = {start: 0}
    ring = [start]
    while ring:
        ring = [n for hex_ in ring for n in sheet.neighbours[hex_]]
        ring = list(dict.fromkeys(n for n in ring if n not in found))
        found.update(dict.fromkeys(ring, max(found.values()) + 1))
    assert found == {hex_: sheet.distance(start, hex_) for hex_ in sheet.hexes}
