"""Poses, bases and lengths of a measured table: typed examples, and laws that hold everywhere."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.tabletop.base import Base, Disc, corners, outline, outlines
from hexwar.tabletop.measure import at_least, distance, meets, nearest, touches, within
from hexwar.tabletop.pose import (
    Pose,
    bearing_to,
    cosine,
    half_up,
    placed,
    sine,
    turn_between,
)
from tests.tabletop.tables import bases, poses, stands

LINE = Base(500, 200)
COLUMN = Base(250, 400)
COMMAND = Disc(250)

tenths = st.integers(0, 3599)


@given(tenths)
def test_sines_are_those_of_the_circle(bearing: int) -> None:
    radians = math.radians(bearing / 10)
    assert sine(bearing) == pytest.approx(math.sin(radians), abs=2e-15)
    assert cosine(bearing) == pytest.approx(math.cos(radians), abs=2e-15)
    assert sine(bearing) == -sine(-bearing)
    assert cosine(bearing) == cosine(-bearing) == sine(900 - bearing)


@pytest.mark.parametrize(
    ("bearing", "is_exact"), [(300, 0.5), (450, 2**-0.5), (600, 0.75**0.5), (900, 1.0)]
)
def test_sines_have_the_nearest_number_of_all(bearing: int, is_exact: float) -> None:
    assert sine(bearing) == is_exact


@pytest.mark.rule("M6.4")
def test_the_corners_of_a_line_that_faces_north_and_east() -> None:
    assert corners(Pose(1000, 1000), LINE) == ((7.5, 11), (12.5, 11), (12.5, 9), (7.5, 9))
    assert corners(Pose(1000, 1000, 900), LINE) == ((11, 12.5), (11, 7.5), (9, 7.5), (9, 12.5))
    assert corners(Pose(1000, 1000), LINE, -0.02)[0] == pytest.approx((7.52, 10.98))


@given(poses, st.integers(-800, 800), st.integers(-800, 800))
def test_a_pose_that_moves_knows_how_far_it_came(pose: Pose, ahead: int, aside: int) -> None:
    point = pose.at(ahead / 100, aside / 100)
    assert pose.ahead_of(point) == pytest.approx(ahead / 100, abs=1e-9)
    assert pose.aside_of(point) == pytest.approx(aside / 100, abs=1e-9)
    back = pose.moved(ahead / 100, aside / 100).moved(-ahead / 100, -aside / 100)
    assert abs(back.x - pose.x) <= 1
    assert abs(back.y - pose.y) <= 1


@given(poses, tenths)
def test_a_wheel_about_a_corner_leaves_the_corner(pose: Pose, turn: int) -> None:
    left, right, _, _ = corners(pose, LINE)
    for corner, which in ((left, 0), (right, 1)):
        assert math.dist(corners(pose.about(corner, turn), LINE)[which], corner) < 0.0072
    assert pose.about(pose.point, turn) == pose.turned(turn)


@given(tenths, tenths)
def test_the_shorter_turn(a: int, b: int) -> None:
    turn = turn_between(a, b)
    assert -1800 < turn <= 1800
    assert (a + turn) % 3600 == b


@pytest.mark.rule("M6.2")
@given(poses, st.integers(100, 900))
def test_the_bearing_of_a_point_straight_ahead(pose: Pose, ahead: int) -> None:
    assert bearing_to(pose.point, pose.at(float(ahead))) == pose.bearing


@pytest.mark.rule("M6.1")
@given(st.floats(-1e6, 1e6))
def test_halves_go_up_and_rounding_twice_changes_nothing(value: float) -> None:
    assert abs(half_up(value) - value) <= 0.5
    assert half_up(half_up(value)) == half_up(value)
    pose = placed((value / 100, value / 200), value)
    assert placed(pose.point, pose.bearing) == pose


@pytest.mark.rule("M1.6", "M6.7")
@given(bases, poses, poses)
def test_distance_is_the_same_both_ways_and_none_where_two_meet(
    base: Base | Disc, a: Pose, b: Pose
) -> None:
    one, other = outlines([(a, base)]), outlines([(b, LINE)])
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) >= meets(one, other)
    assert touches(one, other) == touches(other, one)


@pytest.mark.parametrize(
    ("x", "cm"), [(1500, 0.0), (1502, 0.02), (1503, 0.03), (1504, 0.04), (2250, 7.5)]
)
def test_the_distance_of_two_lines_side_by_side_and_their_contact(x: int, cm: float) -> None:
    one, other = outlines([(Pose(1000, 1000), LINE)]), outlines([(Pose(x, 1000), LINE)])
    assert distance(one, other) == cm
    assert touches(one, other) == (cm <= 0.03)


def test_corner_to_corner_is_contact() -> None:
    one, other = outlines([(Pose(1000, 1000), COLUMN)]), outlines([(Pose(1252, 1402), COLUMN)])
    assert distance(one, other) == 0.028
    assert touches(one, other)


def test_a_round_base_is_round_within_two_thousandths() -> None:
    one, other = outlines([(Pose(1000, 1000), COMMAND)]), outlines([(Pose(1000, 1500), LINE)])
    assert distance(one, other) == 2.75
    ring = outline((Pose(0, 0), COMMAND))
    slanting = outlines([(Pose(1000, 1000, 37), COLUMN)])
    assert distance(outlines([(Pose(0, 0), COMMAND)]), slanting) == pytest.approx(
        distance(outlines([(Pose(0, 0), Disc(0))]), slanting) - 1.25, abs=0.002
    )
    assert not ring.is_empty


@pytest.mark.rule("M6.9")
@pytest.mark.parametrize("limit", [1, 3.01, 7, 9.01, 18, 20, 80])
def test_borders_belong_to_within_and_at_least(limit: float) -> None:
    assert within(limit + 0.005, limit)
    assert not within(limit + 0.006, limit)
    assert at_least(limit - 0.005, limit)
    assert not at_least(limit - 0.006, limit)


@pytest.mark.rule("M6.23")
def test_of_what_is_equally_near_the_first_is_nearest() -> None:
    assert nearest([(3.0, "b"), (3.004, "a"), (2.997, "c")]) == "b"
    assert nearest([(3.0, "b"), (2.99, "c")]) == "c"
    assert nearest([]) is None


@given(stands, st.integers(0, 50))
def test_a_smaller_outline_lies_inside_a_larger(stand: tuple[Pose, Base | Disc], grow: int) -> None:
    small, large = outline(stand, -grow / 100), outline(stand)
    assert distance(outlines([stand], -grow / 100), outlines([stand])) == 0
    assert large.buffer(1e-6).intersection(small).distance(small) == 0
