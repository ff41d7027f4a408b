"""Stacking (N6.1)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.stacking import has_room, is_overstacked
from hexwar.hexes import Hex
from tests.systems.nlc.positions import FRENCH, OPEN, position, units

HERE = "0303"


def overstacked(*lines: str, **more: Any) -> bool:
    state = position(OPEN, *lines, **more)
    return is_overstacked(state, state.units_in(Hex(HERE)))


@pytest.mark.rule("N6.1")
def test_two_units_of_twelve_sp_fit() -> None:
    assert not overstacked("F1 infantry 6-3 0303", "F2 infantry 6-3 0303")


@pytest.mark.rule("N6.1")
def test_more_than_twelve_sp_do_not() -> None:
    assert overstacked("F1 infantry 7-3 0303", "F2 infantry 6-3 0303")


@pytest.mark.rule("N6.1")
def test_one_unit_always_fits() -> None:
    assert not overstacked("F1 infantry 14-3 0303")


@pytest.mark.rule("N6.1")
def test_three_units_do_not_fit_however_weak() -> None:
    assert overstacked("F1 infantry 1-3 0303", "F2 infantry 1-3 0303", "F3 infantry 1-3 0303")


@pytest.mark.rule("N6.1")
def test_all_units_of_one_division_fit_within_twelve_sp() -> None:
    brigades = [f"F{n} infantry 4-3 0303 division:1st" for n in (1, 2, 3)]
    assert not overstacked(*brigades)
    assert overstacked(*brigades, "F4 infantry 1-3 0303 division:1st")
    assert overstacked(*brigades[:2], "F3 infantry 1-3 0303 division:2nd")


@pytest.mark.rule("N6.1")
def test_units_without_a_named_division_are_of_none() -> None:
    assert overstacked("F1 battery 1-3 0303", "F2 battery 1-3 0303", "F3 battery 1-3 0303")


@pytest.mark.rule("N6.1")
def test_a_division_belongs_to_its_corps() -> None:
    assert overstacked(
        "F1 infantry 1-3 0303 division:1st",
        "F2 infantry 1-3 0303 division:1st",
        "F3 infantry 1-3 0303 division:1st of:FII",
    )


@pytest.mark.rule("N6.1")
def test_a_russian_corps_counts_as_a_division() -> None:
    corps = {"AI": {"stacks_as_division": True}}
    lines = ["A1 infantry 4-3 0303", "A2 infantry 4-3 0303", "A3 battery 4-3 0303"]
    assert not overstacked(*lines, formations=corps)
    assert overstacked(*lines, "A4 infantry 1-3 0303", formations=corps)
    assert overstacked(*lines)


@pytest.mark.rule("N6.1")
def test_the_side_that_lies_up_counts() -> None:
    assert not overstacked("F1 infantry 8/4-3 0303 reduced", "F2 infantry 8-3 0303")


@pytest.mark.rule("N6.1")
def test_a_train_counts_twelve() -> None:
    assert overstacked("F1 train 0303", "F2 infantry 1-3 0303")
    assert overstacked("F1 train 0303", "F2 train 0303")
    assert not overstacked("F1 train 0303")


@pytest.mark.rule("N6.1")
def test_a_pontoon_train_counts_twelve_and_as_a_bridge_nothing() -> None:
    brigades = "F1 infantry 6-3 0303", "F2 infantry 6-3 0303"
    assert overstacked("F3 pontoon 0303", "F1 infantry 1-3 0303")
    assert not overstacked("F3 pontoon 0303 bridging:0303-0304", *brigades)
    assert not overstacked("F3 pontoon 0303 bridging:0303-0304", "F4 train 0303")
    assert overstacked("F3 pontoon 0303 bridging:0303-0304", *brigades, "F4 infantry 1-3 0303")


@pytest.mark.rule("N6.1")
def test_leaders_count_nothing() -> None:
    assert not overstacked(
        "F1 infantry 6-3 0303", "F2 infantry 6-3 0303", "F3 leader 0303", "F4 leader 0303"
    )


@pytest.mark.rule("N6.2")
def test_room_counts_those_who_stay_and_those_who_come() -> None:
    state = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0304", "F3 infantry 7-3 0304")
    assert has_room(state, Hex(HERE), FRENCH, units("F2"))
    assert not has_room(state, Hex(HERE), FRENCH, units("F3"))
    assert not has_room(state, Hex(HERE), FRENCH, units("F2 F3"))
    assert has_room(state, Hex("0304"), FRENCH, units("F2")) is False
    assert has_room(state, Hex("0305"), FRENCH, units("F3"))


@pytest.mark.rule("N6.2")
def test_those_who_are_there_are_not_counted_twice() -> None:
    state = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0303")
    assert has_room(state, Hex(HERE), FRENCH, units("F1"))
