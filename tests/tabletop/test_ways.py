"""Ways over a measured table: sweeps, stops, who is near, and the ground beneath."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.tabletop.base import Areas, Base, Disc, Stand, circle, corners, outlines
from hexwar.tabletop.ground import Ground, Piece
from hexwar.tabletop.index import Index, Near
from hexwar.tabletop.measure import SLACK, TOUCH, distance, meets
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.regions import (
    Extent,
    extents_ahead,
    front_edge,
    is_wholly_ahead,
    rear_edge,
    zone,
)
from hexwar.tabletop.sweep import between, stop_distance, straight, wheel
from tests.tabletop.tables import bases, mirrored, poses, shifted, stands, turned_table

LINE = Base(500, 200)
COLUMN = Base(250, 400)
SQUARE_ROOT = math.sqrt(0.5)

cm = st.integers(1, 2000)


def areas_of(*standing: Stand) -> Areas:
    return outlines(standing)


def run(
    index: Index[str], pose: Pose, base: Base, limit: float, but: list[str] | None = None
) -> tuple[float, list[str]]:
    """How far a base runs straight ahead, and whom it touches then."""
    firm = outlines([(pose, base)], -SLACK)
    return index.stop(areas_of((pose, base)), firm, pose, limit, but or [])


@pytest.mark.rule("M6.12")
@given(stands, cm)
def test_a_straight_sweep_holds_both_ends_and_nothing_beside_the_way(
    stand: Stand, hundredths: int
) -> None:
    pose, base = stand
    length = hundredths / 100
    before = areas_of(stand)
    (fx, fy) = pose.forward
    way = straight(before, (fx * length, fy * length))
    shift = np.array([fx * length, fy * length])
    after = shapely.transform(before, lambda coords: coords + shift)
    assert shapely.equals(between(before, after), way).all()
    assert shapely.area(shapely.difference(before, way)).sum() < 1e-9
    assert shapely.area(shapely.difference(after, way)).sum() < 1e-9
    wide = (base.diameter if isinstance(base, Disc) else base.width) / 100
    assert float(shapely.area(way)[0]) == pytest.approx(
        float(shapely.area(before)[0]) + length * wide, rel=2e-3 if isinstance(base, Disc) else 1e-9
    )


@pytest.mark.rule("M6.13")
@given(poses, st.integers(-1800, 1800))
def test_a_wheel_passes_over_what_its_corners_pass(pose: Pose, turn: int) -> None:
    about, _, _, _ = corners(pose, LINE)
    way = wheel(outlines([(pose, LINE)]), about, turn)
    for look in range(9):
        turned = pose.about(about, turn * look // 8)
        assert distance(way, outlines([(turned, LINE)])) == 0
        for corner in corners(turned, LINE):
            assert float(shapely.distance(way, shapely.Point(*corner)).min()) < 0.01


def test_a_line_runs_into_a_line_ahead() -> None:
    facing = Pose(1000, 1000)
    mover, other = areas_of((facing, LINE)), areas_of((Pose(1300, 1500), LINE))
    assert stop_distance(mover, facing, other, 10.0) == 3.0
    assert stop_distance(mover, facing, other, 2.5) == 2.5


def test_a_line_runs_into_the_corner_of_a_slanting_column() -> None:
    facing = Pose(1000, 1000)
    corner = 20.0 - (2 + 1.25) * SQUARE_ROOT  # of a column of 2.5 by 4 cm, turned by 45 degrees
    mover, other = areas_of((facing, LINE)), areas_of((Pose(1000, 2000, 450), COLUMN))
    assert stop_distance(mover, facing, other, 30.0) == math.floor((corner - 11) * 100) / 100


def test_a_column_comes_between_two_and_stops_at_the_nearer() -> None:
    index: Index[str] = Index(
        {
            "left": [(Pose(600, 2000), LINE)],
            "right": [(Pose(1400, 1800), LINE)],
            "far": [(Pose(1000, 3000), LINE)],
        }
    )
    facing = Pose(1000, 1000)
    assert run(index, facing, COLUMN, 30.0) == (17.0, ["far"])
    assert run(index, facing, LINE, 30.0) == (6.0, ["right"])
    assert run(index, facing, LINE, 30.0, ["right"]) == (8.0, ["left"])
    assert run(index, facing, LINE, 5.0) == (5.0, [])


@pytest.mark.rule("M6.15")
def test_a_base_brushes_by_what_it_touches_flank_to_flank() -> None:
    index: Index[str] = Index({"beside": [(Pose(1500, 1100), LINE)]})
    facing = Pose(1000, 1000)
    assert run(index, facing, LINE, 8.0) == (8.0, [])
    assert run(index, Pose(1003, 600), LINE, 8.0) == (8.0, [])
    assert run(index, Pose(1005, 600), LINE, 8.0) == (3.0, ["beside"])


@pytest.mark.rule("M6.15")
@given(poses, bases, poses)
def test_who_runs_until_he_touches_is_in_contact_and_overlaps_nobody(
    mover: Pose, base: Base | Disc, other: Pose
) -> None:
    index: Index[str] = Index({"other": [(other, base)]})
    assume(not index.overlapped(outlines([(mover, COLUMN)], -SLACK)))
    length, met = run(index, mover, COLUMN, 60.0)
    after = mover.moved(length)
    assert not index.overlapped(outlines([(after, COLUMN)], -SLACK))
    if met:
        assert distance(areas_of((after, COLUMN)), index.areas("other")) <= TOUCH


@given(poses, bases, poses, st.integers(-3000, 3000))
def test_to_turn_to_mirror_and_to_shift_the_table_changes_no_stop(
    mover: Pose, base: Base | Disc, other: Pose, shift: int
) -> None:
    def stop(mover: Pose, other: Pose) -> float:
        return stop_distance(areas_of((mover, COLUMN)), mover, areas_of((other, base)), 60.0)

    found = stop(mover, other)
    for seen in (mirrored, turned_table, lambda pose: shifted(pose, shift, -shift)):
        assert stop(seen(mover), seen(other)) == pytest.approx(found, abs=0.0101)


def test_what_is_near_comes_nearest_first_and_then_by_rank() -> None:
    index: Index[str] = Index(
        {
            "b": [(Pose(1000, 2000), LINE)],
            "a": [(Pose(1000, 400), LINE)],
            "two": [(Pose(2000, 1000), COLUMN), (Pose(2250, 1000), COLUMN)],
            "c": [(Pose(1000, 1600), Disc(200))],
        }
    )
    mine = areas_of((Pose(1000, 1000), LINE))
    assert index.near(mine, 20.0) == [
        Near("a", 4.0),
        Near("c", 4.0),
        Near("two", 6.25),
        Near("b", 8.0),
    ]
    assert [near.key for near in index.near(mine, 3.99)] == []
    assert [near.key for near in index.near(mine, 3.995)] == ["a", "c"]
    assert [near.key for near in index.near(mine, 7.0, ["a"])] == ["c", "two"]


@given(st.lists(stands, min_size=1, max_size=8), stands)
def test_the_index_finds_what_looking_at_each_finds(others: list[Stand], mine: Stand) -> None:
    index = Index({number: [stand] for number, stand in enumerate(others)})
    firm = outlines([mine], -SLACK)
    assert index.overlapped(firm) == [
        number for number, stand in enumerate(others) if meets(firm, outlines([stand], -SLACK))
    ]
    lengths = {n: distance(outlines([mine]), outlines([stand])) for n, stand in enumerate(others)}
    found = {near.key: near.length for near in index.near(outlines([mine]), 10.0)}
    assert found == {n: length for n, length in lengths.items() if length <= 10.005}


@pytest.mark.rule("M6.18", "M6.17")
def test_a_zone_begins_at_the_front_edge_and_leaves_the_neighbour_out() -> None:
    pose, base = Pose(1000, 1000), Base(250, 200)
    before = zone(pose, base, 7.0)
    ahead = areas_of(
        (Pose(1250, 1000), base),  # flank to flank
        (Pose(1200, 1500), base),
        (Pose(1000, 2000), base),  # 8 cm ahead
        (Pose(1000, 1400, 450), base),  # a corner towards it
    )
    found = extents_ahead(pose, base, before, ahead)
    assert found[:3] == [None, Extent(3.0, 5.0), None]
    # the corner of 2.5 by 2 cm turned by 45 degrees lies (1.25 + 1) / sqrt 2 from the middle
    assert found[3] is not None
    assert found[3].near == pytest.approx(4 - 1 - 2.25 * SQUARE_ROOT, abs=0.0011)


def test_who_is_past_lies_ahead_with_all_of_it() -> None:
    pose = Pose(1000, 1000, 900)
    passed = areas_of((Pose(2000, 1000, 900), LINE))
    assert is_wholly_ahead(pose, areas_of((Pose(2200, 1000, 900), LINE)), passed, SLACK)
    assert is_wholly_ahead(pose, areas_of((Pose(2198, 1000, 900), LINE)), passed, SLACK)
    assert not is_wholly_ahead(pose, areas_of((Pose(2197, 1000, 900), LINE)), passed, SLACK)


def test_a_front_edge_and_a_rear_edge() -> None:
    pose = Pose(1000, 1000)
    assert float(shapely.distance(front_edge(pose, LINE), shapely.Point(10, 12))) == 1
    assert float(shapely.distance(rear_edge(pose, LINE), shapely.Point(10, 12))) == 3


VILLAGE = Piece("village", "village", ((2000, 2000), (3000, 2000), (3000, 3000), (2000, 3000)))
HILL = Piece("hill", "hill", ((1500, 1500), (3500, 1500), (3500, 3500), (1500, 3500)))
STREAM = Piece("stream", "stream", ((0, 1000), (6000, 1000), (6000, 1100), (0, 1100)))
BRIDGE = Piece("bridge", "bridge", ((1000, 980), (1300, 980), (1300, 1120), (1000, 1120)))
WALL = Piece("wall", "wall", ((4000, 1500), (4000, 2500)), is_line=True)
TABLE = Ground(6000, 4500, (VILLAGE, HILL, BRIDGE, STREAM, WALL))


@pytest.mark.rule("M6.21")
def test_a_point_lies_in_pieces_the_topmost_first() -> None:
    assert [piece.id for piece in TABLE.under((25, 25))] == ["village", "hill"]
    assert [piece.id for piece in TABLE.under((20, 20))] == ["village", "hill"]
    assert [piece.id for piece in TABLE.under((40, 20))] == []
    assert [piece.id for piece in TABLE.under((11, 10.5))] == ["bridge", "stream"]


@pytest.mark.parametrize(
    ("x", "kind", "met"),
    [
        (1751, "village", ()),
        (1753, "village", (VILLAGE,)),
        (1753, "wood", ()),
        (3800, "wall", (WALL,)),
    ],
)
def test_a_base_enters_a_piece_where_more_than_the_slack_of_it_does(
    x: int, kind: str, met: tuple[Piece, ...]
) -> None:
    assert TABLE.met(outlines([(Pose(x, 2500), LINE)], -SLACK), {kind}) == met


def test_the_edge_of_the_table() -> None:
    assert TABLE.holds(areas_of((Pose(250, 100), LINE)))
    assert not TABLE.holds(areas_of((Pose(249, 100), LINE)))
    assert TABLE.overhang(areas_of((Pose(230, 100), LINE))) == 0.2
    assert TABLE.overhang(areas_of((Pose(3000, 4450), LINE))) == 0.5
    assert TABLE.overhang(areas_of((Pose(3000, 3000), LINE))) == 0


def test_the_length_of_a_way_in_pieces_counts_once_and_adds_up() -> None:
    way = [(10.0, 25.0), (40.0, 25.0)]
    assert TABLE.length_in(way, {"village"}) == 10
    assert TABLE.length_in(way, {"village", "hill"}) == 20
    assert TABLE.length_in(way, {"marsh"}) == 0
    parts = [[(10.0, 25.0), (23.0, 25.0)], [(23.0, 25.0), (40.0, 25.0)]]
    assert sum(TABLE.length_in(part, {"village"}) for part in parts) == 10


def test_a_way_crosses_lines_and_bands() -> None:
    assert TABLE.crossed((39, 20), (41, 20), {"wall", "stream"}) == (WALL,)
    assert TABLE.crossed((39, 25), (42, 5), {"wall", "stream"}) == (STREAM, WALL)
    assert TABLE.crossed((39, 20), (39.9, 20), {"wall"}) == ()


def test_a_column_passes_a_bridge_a_centimetre_wider_than_it_is() -> None:
    def is_bridged(x: int) -> bool:
        return TABLE.is_bridged(areas_of((Pose(x, 1050), COLUMN)), STREAM, {"bridge"})

    assert is_bridged(1150)
    assert is_bridged(1025)
    assert not is_bridged(1020)
    assert not is_bridged(2000)


def test_a_circle_lies_within_its_radius() -> None:
    ring = shapely.get_coordinates(circle((3.0, 4.0), 6.0))
    assert np.hypot(ring[:, 0] - 3, ring[:, 1] - 4) == pytest.approx(6.0)
