"""The geometry under the map: rasters, level lines, curves and repeatable irregularity."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from hexwar.hexes import Direction, Grid, Hex, Layout, Low
from hexwar.widgets.mapart import canvas
from hexwar.widgets.mapart.ground import Ground, chains, corner_key, runs
from hexwar.widgets.mapart.raster import (
    Jitter,
    Raster,
    blurred,
    fractal,
    lattice,
    nearest_hexes,
    rings,
)
from tests.widgets.mapart_fields import BARE

RASTER = Raster.covering(QRectF(0, 0, 200, 160), 4.0)


def disc(x: float, y: float, radius: float) -> np.ndarray:
    across, down = RASTER.mesh
    return radius - np.hypot(across - x, down - y)


def area(ring: np.ndarray) -> float:
    x, y = ring.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


@given(
    st.sampled_from(list(Low)),
    st.integers(1, 9),
    st.integers(1, 9),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_nearest_hex_is_under_a_point(
    low: Low, columns: int, rows: int, across: float, down: float
) -> None:
    layout = Layout(Grid(columns, rows, low))
    width, height = layout.size
    x, y = across * width, down * height
    found = layout.grid.hexes[int(nearest_hexes(layout, np.array([x]), np.array([y]))[0])]
    under = layout.hex_at(x, y)
    if under is None:  # in a notch of the edge the ground goes on
        assert math.dist(layout.centre(found), (x, y)) < 2.01 * layout.radius
    else:
        centre = layout.centre(under)
        on_the_line = math.dist(layout.centre(found), (x, y)) - math.dist(centre, (x, y))
        assert found == under or abs(on_the_line) < 1e-6


def test_a_raster_mixes_between_samples_and_a_blur_spreads_a_spike() -> None:
    field = RASTER.mesh[0] + 2 * RASTER.mesh[1]
    points = np.array([(10.0, 21.0), (-50.0, 8.0), (102.5, 77.25)])
    assert RASTER.at(field, points) == pytest.approx([52.0, 16.0, 257.0])

    assert blurred(np.full((30, 40), 3.0), 2.5) == pytest.approx(3.0)
    spike = np.zeros((81, 81))
    spike[40, 40] = 1.0
    for sigma in (1.5, 2.6, 8.5):
        soft = blurred(spike, sigma)
        spread = math.sqrt((soft * (np.arange(81) - 40) ** 2).sum())
        assert soft.sum() == pytest.approx(1.0)
        assert spread == pytest.approx(sigma, abs=0.2)


def test_rings_go_round_discs_holes_and_edges() -> None:
    (ring,) = rings(RASTER, disc(100, 80, 50), 0.0)
    assert abs(area(ring)) == pytest.approx(math.pi * 50**2, rel=0.01)
    steps = np.hypot(*(ring - np.roll(ring, 1, axis=0)).T)
    assert steps.max() < 4.0 * math.sqrt(2) + 1e-9

    outer, inner = (area(ring) for ring in rings(RASTER, 10 - np.abs(disc(100, 80, 40)), 0.0))
    assert outer * inner < 0  # a hole runs the other way round
    (edge,) = rings(RASTER, np.ones(RASTER.mesh[0].shape), 0.5)
    assert abs(area(edge)) == pytest.approx(200 * 160, rel=0.1)

    field = np.zeros(RASTER.mesh[0].shape)
    assert rings(RASTER, field, 0.5) == []
    field[10:15, 10:15] = field[15:20, 15:20] = 1.0
    assert len(rings(RASTER, field, 0.5)) == 2  # hills that touch at a corner


def test_irregularity_is_the_same_everywhere_and_noise_is_bounded() -> None:
    whole = np.array([0, 1, -7], dtype=np.int64)
    assert lattice(whole, whole[::-1], 3) == pytest.approx(LATTICE, abs=1e-15)
    jitter = Jitter("0913 roofs")
    assert [jitter.value(), jitter.value()] == pytest.approx(JITTER, abs=1e-15)

    steps = np.arange(0.0, 900.0, 7.0)
    field = fractal(steps, steps, 40.0, 3, seed=5)
    assert abs(field.mean()) < 0.1
    assert np.abs(field).max() <= 1.0
    assert np.abs(np.diff(field, axis=1)).max() < 0.9


LATTICE = [0.18580444523584116, 0.215527974402552, 0.019296631207584514]
JITTER = [0.5893175986240814, 0.39346202949504505]


@given(st.text(max_size=12), st.integers(1, 20))
def test_jitter_stays_in_bounds(name: str, count: int) -> None:
    jitter = Jitter(name)
    assert 0 <= jitter.value() < 1
    assert -2 <= jitter.between(-2, 5) < 5
    assert 0 <= jitter.below(count) < count


def test_cut_corners_keep_open_ends_and_a_spline_runs_through_its_points() -> None:
    line = canvas.points_of([(0, 0), (10, 0), (10, 10)])
    curve = canvas.cut_corners(line, 3)
    assert curve[0].tolist() == [0, 0]
    assert curve[-1].tolist() == [10, 10]
    square = canvas.points_of([(0, 0), (10, 0), (10, 10), (0, 10)])
    assert np.abs(canvas.cut_corners(square, 3, is_closed=True) - 5).max() < 5.01
    assert len(canvas.cut_corners(square, 2, is_closed=True)) == 16

    nodes = canvas.points_of([(0, 0), (10, 5), (30, 0), (40, 20), (60, 20)])
    curve = canvas.spline(nodes)
    for node in nodes[1:-1]:
        assert np.hypot(*(curve - node).T).min() == pytest.approx(0)


def test_a_line_is_walked_at_even_steps_cut_into_pieces_and_widened_to_its_right() -> None:
    line = canvas.points_of([(0, 0), (30, 0), (30, 40)])
    assert canvas.lengths_along(line).tolist() == [0, 30, 70]
    assert canvas.at_lengths(line, np.array([50.0])).tolist() == [[30, 20]]
    assert len(canvas.resampled(line, 10)) == 8
    parts = list(canvas.pieces(canvas.points_of([(i, 0) for i in range(50)]), 20))
    assert [len(part) for part in parts] == [21, 21, 10]
    assert parts[0][-1].tolist() == parts[1][0].tolist()

    line = canvas.points_of([(0, 0), (10, 0), (20, 0)])
    assert canvas.normals(line)[1].tolist() == [0, 1]
    band = canvas.ribbon(line, np.array([1.0, 2.0, 3.0]))
    assert band[:3, 1].tolist() == [1, 2, 3]


SIDES = [Layout(Grid(7, 6)).side(Hex("0303"), direction) for direction in Direction]
SHUFFLED = [SIDES[i] for i in (3, 0, 5, 1, 4, 2)]


def test_hexsides_join_into_rings_and_lines_whichever_way_they_run() -> None:
    for (ring,) in (chains(SHUFFLED), runs(SHUFFLED)):
        assert len(ring) == 7
        assert corner_key(ring[0]) == corner_key(ring[-1])

    layout = Layout(BARE.grid)
    near = [layout.side(Hex("0105"), direction) for direction in (Direction.S, Direction.SE)]
    sides = [near[0], layout.side(Hex("0601"), Direction.N), near[1]]
    assert sorted(len(line) for line in chains(sides)) == [2, 3]
    assert chains([]) == []

    a, b, c = SIDES[0], SIDES[1][::-1], SIDES[2]
    (line,) = runs([b, c, a])
    assert [corner_key(point) for point in line] in (
        [corner_key(point) for point in (a[0], a[1], c[0], c[1])],
        [corner_key(point) for point in (c[1], c[0], a[1], a[0])],
    )

    third = Layout(Grid(7, 6)).side(Hex("0302"), Direction.SE)  # from the same corner outwards
    lines = runs([SIDES[0], SIDES[1], third])
    assert [len(line) for line in lines] == [2, 2, 2]
    meeting = corner_key(SIDES[0][1])
    assert all(meeting in {corner_key(line[0]), corner_key(line[-1])} for line in lines)
    assert runs([]) == []

    with pytest.raises(ValueError, match="0101 and 0303 are not adjacent"):
        Ground(BARE, Layout(BARE.grid)).ends((Hex("0101"), Hex("0303")))
