"""Delay: between the enemy and the objective, and one unit for all (N12.25, N12.34)."""

from __future__ import annotations

import pytest

from tests.systems.nlc.errands import (
    F1,
    FIELD,
    end_refused,
    lane,
    listed,
    ordered,
    refused,
    sentence,
)


@pytest.mark.rule("N12.25")
def test_delay_stays_between_the_enemy_and_the_objective() -> None:
    state = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0107", "A1 infantry 5-3 0104")
    assert refused(state, "F1") is None
    field = ordered(
        FIELD,
        "FI: delay 0612",
        "F1 light 4-3 0606",
        "F2 light 4-3 0607",
        "A1 infantry 5-3 0604",
    )
    assert refused(field, "F1", "0606 0706 0806 0805 0804 0803") == "N12.25"
    assert refused(field, "F1", "0606 0706 0806") is None


@pytest.mark.rule("N12.25")
def test_whom_the_enemy_has_passed_comes_back() -> None:
    lines = ["F1 light 4-3 0102", "F2 light 4-3 0709 moved", "A1 infantry 5-3 0707"]
    rows = "\n".join([".  " * 8] * 12)
    state = ordered(rows, "FI: delay 0112", *lines)
    assert refused(state, "F1") == "N12.25"
    assert refused(state, "F1", "0102 0103") == "N12.25"
    assert refused(state, "F1", "0102 0103 0104") is None


@pytest.mark.rule("N12.25")
@pytest.mark.rule("N12.34")
def test_a_stack_outnumbered_three_to_two_must_draw_off() -> None:
    lines = ["F1 light 4-3 0106", "F2 infantry 2-3 0108"]
    even = lane("delay 0112", *lines, "A1 infantry 5-3 0105")
    assert refused(even, "F1") is None
    heavy = lane("delay 0112", *lines, "A1 infantry 6-3 0105")
    assert refused(heavy, "F1") == "N12.25"
    assert refused(heavy, "F1", "0106 0107") is None
    assert end_refused(heavy) == "N12.25"


@pytest.mark.rule("N12.34")
def test_all_units_of_the_stack_count_and_the_strength_that_lies_up() -> None:
    stack = ["F1 light 4-3 0106", "F2 infantry 2-3 0106"]
    assert refused(lane("delay 0112", *stack, "A1 infantry 8-3 0105"), "F1") is None
    assert refused(lane("delay 0112", *stack, "A1 infantry 9-3 0105"), "F1") == "N12.25"
    reduced = lane("delay 0112", *stack, "A1 infantry 12/6-3 0105 reduced")
    assert refused(reduced, "F1") is None


@pytest.mark.rule("N12.25")
@pytest.mark.rule("N27.4")
def test_the_last_unit_that_can_stays_near_the_nearest_enemy() -> None:
    enemy = "A1 infantry 5-3 0102"
    both = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0109", enemy)
    assert refused(both, "F1", "0106 0107") is None  # F2 can still go there
    last = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0109 moved", enemy)
    assert refused(last, "F1", "0106 0107") == "N12.25"
    assert refused(last, "F1") is None
    assert end_refused(last) is None


@pytest.mark.rule("N12.25")
@pytest.mark.rule("N27.4")
def test_the_segment_lasts_until_one_unit_is_near_the_enemy() -> None:
    lines = ["F1 light 4-3 0108", "F2 light 4-3 0109", "A1 infantry 5-3 0102"]
    state = lane("delay 0112", *lines)
    assert refused(state, "F1") is None
    assert end_refused(state) == "N12.25"
    moved = lane("delay 0112", lines[0] + " moved", *lines[1:])
    assert refused(moved, "F2") == "N12.25"
    assert listed(moved, "F2") == {"0106", "0105", "0104"}


@pytest.mark.rule("N12.34")
def test_the_nearest_enemy_is_the_one_of_lowest_path_cost() -> None:
    # 0108 is nearer as the crow flies, but the river makes it unreachable.
    state = lane(
        "delay 0101",
        "F1 light 4-3 0107",
        "A1 infantry 5-3 0109",
        "A2 infantry 5-3 0102",
        rivers=["0107-0108"],
    )
    assert refused(state, "F1") == "N12.25"
    assert "0102" in sentence(state, "F1")


@pytest.mark.rule("N12.34")
def test_without_an_enemy_within_ten_hexes_a_delaying_unit_stays() -> None:
    state = lane("delay 0106", F1, "A1 infantry 5-3 0101 disrupted")
    assert refused(state, "F1", "0109 0110 0111") == "N12.25"
    rows = "\n".join(["."] * 20)
    alone = ordered(rows, "FI: delay 0110", "F1 infantry 6-3 0113", "A1 infantry 5-3 0101")
    assert refused(alone, "F1") is None
    assert refused(alone, "F1", "0113 0114") == "N12.34"
    assert refused(alone, "F1", "0113 0112") is None
    assert end_refused(alone) is None
