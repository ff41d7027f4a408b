"""Command distance (N12.4, N14.31, N6.9, N5.71)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.ground.traces import command_field, command_trace, why_command
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.state import GameState
from hexwar.table.spans import Spans
from tests.systems.nlc.positions import FRENCH, OPEN, position
from tests.systems.nlc.slow_rules import Sheet
from tests.systems.nlc.slow_traces import slow_command
from tests.systems.nlc.test_properties import positions, sheets

HIGHWAY = "0104 0204 0304 0404 0504 0604 0704"
"""From the west edge to the east edge of `OPEN`, through its middle."""

RIVER = ("0301-0401", "0302-0401", "0302-0402", "0303-0402", "0303-0403", "0304-0403")
RIVER_SOUTH = ("0304-0404", "0305-0404", "0305-0405", "0306-0405", "0306-0406", "0307-0406")
RIVER_END = ("0307-0407",)
WALL = (*RIVER, *RIVER_SOUTH, *RIVER_END)
"""A river from north to south between columns 03 and 04 of `OPEN`."""


def halves(state: GameState, a: str, b: str) -> int | None:
    return command_field(state, FRENCH, Hex(a)).halves(Hex(b))


# -- how it is counted


@pytest.mark.rule("N12.4")
def test_a_hex_counts_one_and_a_step_by_road_half() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    assert halves(state, "0101", "0103") == 4
    assert halves(state, "0104", "0404") == 3
    assert halves(state, "0204", "0205") == 2  # off the road


@pytest.mark.rule("N12.4")
def test_a_trail_counts_as_a_road() -> None:
    assert halves(position(OPEN, trails=[HIGHWAY]), "0104", "0704") == 6


@pytest.mark.rule("N12.4")
def test_a_road_crossed_but_not_followed_helps_nothing() -> None:
    state = position(OPEN, roads=["0104 0204", "0105 0205"])
    assert halves(state, "0104", "0105") == 2


@pytest.mark.rule("N12.4")
def test_the_trace_makes_a_detour_along_the_road() -> None:
    state = position(OPEN, roads=["0101 0201 0302 0303 0203 0104"])
    field = command_field(state, FRENCH, Hex("0101"))
    assert field.halves(Hex("0104")) == 5
    assert field.path(Hex("0104")) == ("0101", "0201", "0302", "0303", "0203", "0104")


@pytest.mark.rule("N14.31")
def test_what_lies_within_a_range_in_hexes() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    field = command_field(state, FRENCH, Hex("0104"), 2)
    assert Hex("0504") in field.within(2)  # four steps by road
    assert Hex("0604") not in field.within(2)
    assert Hex("0102") in field.within(2)
    assert field.within(1) < field.within(2)
    assert field.within(0) == {"0104"}
    assert field.halves(Hex("0604")) is None  # beyond the limit nothing is looked for
    assert field.path(Hex("0604")) == ()


def test_the_distances_are_told_in_map_order() -> None:
    field = command_field(position(OPEN), FRENCH, Hex("0101"), 1)
    assert field.distances() == {Hex("0101"): 0, Hex("0102"): 2, Hex("0201"): 2}
    assert list(field.distances()) == ["0101", "0102", "0201"]


# -- water


@pytest.mark.rule("N12.4", "N5.71")
@pytest.mark.parametrize(
    ("water", "reaches"),
    [
        ({}, False),
        ({"bridges": ["0304-0403"]}, True),
        ({"fords": ["0304-0403"]}, True),
        ({"pontoons": ["0304-0403"]}, True),
        ({"bridges": ["0304-0403"], "damaged": ["0304-0403"]}, False),
    ],
)
def test_a_river_is_crossed_at_a_span_or_ford_only(water: dict[str, Any], reaches: bool) -> None:
    bars = [side for side in WALL if side != "0304-0403"] if water else WALL
    state = position(OPEN, rivers=bars, **water)
    assert halves(state, "0303", "0503") == (6 if reaches else None)


@pytest.mark.rule("N12.4", "N5.71")
@pytest.mark.parametrize("damaged", [[], ["0104-0105"]])
def test_a_stream_stops_no_trace_with_its_trestle_or_without(damaged: list[str]) -> None:
    state = position(OPEN, trestles=["0104-0105"], roads=["0104 0105"], damaged=damaged)
    assert halves(state, "0104", "0105") == 1


@pytest.mark.rule("N5.71")
def test_what_the_fall_of_a_bridge_cuts_off() -> None:
    state = position(OPEN, rivers=WALL[1:], bridges=WALL[:1])
    after = state.copy()
    after.put_spans(Spans(damaged=frozenset({hexside(Hex("0301"), Hex("0401"))})))
    assert halves(state, "0301", "0401") == 2
    assert halves(after, "0301", "0401") is None
    assert halves(state, "0301", "0401") == 2  # the game itself has not changed


# -- enemies


@pytest.mark.rule("N12.4")
def test_the_trace_does_not_enter_a_hex_of_the_enemy() -> None:
    state = position(".  .  .", "A1 infantry 3-3 0201 disrupted")
    assert halves(state, "0101", "0201") is None
    assert halves(state, "0101", "0301") is None


@pytest.mark.rule("N12.4", "N6.9")
def test_the_trace_ends_in_an_enemy_zone_but_does_not_go_through() -> None:
    state = position(".  .  .  .  .", "A1 infantry 3-3 0501")
    assert halves(state, "0101", "0401") == 6  # a house rule: for those who stand there
    state = position(". . . . .\n. . . . .", "A1 infantry 3-3 0301", "A2 infantry 3-3 0302")
    assert halves(state, "0101", "0201") == 2
    assert halves(state, "0101", "0501") is None
    assert halves(state, "0101", "0401") is None


@pytest.mark.rule("N12.4")
def test_a_trace_that_begins_in_an_enemy_zone_leaves_it() -> None:
    state = position(".  .  .  .", "A1 infantry 3-3 0101")
    assert halves(state, "0201", "0401") == 4


STRIP = ". . . . .\n. . . . ."
"""An enemy in 0302 has a zone in all other hexes of the columns 02 to 04."""


@pytest.mark.rule("N6.9")
@pytest.mark.parametrize(
    ("friend", "leads"),
    [
        ("F1 infantry 2-3 0301", True),
        ("F1 infantry 2-3 0301 disrupted", False),
        ("F1 train 0301", False),
        ("F1 leader 0301", False),
        ("F1 light 2-3 0301", True),
    ],
)
def test_a_friendly_combat_unit_in_good_order_cancels_the_zone(friend: str, leads: bool) -> None:
    """Friends in 0201 and 0401 do it; the trace needs 0301 as well."""
    beside = ("F8 infantry 2-3 0201", "F9 infantry 2-3 0401")
    state = position(STRIP, "A1 infantry 3-3 0302", friend, *beside)
    assert (halves(state, "0101", "0501") is not None) is leads


@pytest.mark.rule("N6.9", "N5.33")
def test_the_tail_of_a_column_cancels_the_zone_too() -> None:
    lines = ("A1 infantry 3-3 0302", "F8 infantry 2-3 0201", "F9 infantry 9-3 0401 tail:0301")
    assert halves(position(STRIP, *lines), "0101", "0501") == 8


# -- why


@pytest.mark.rule("N12.4")
def test_a_trace_says_its_length() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    trace = command_trace(state, FRENCH, Hex("0104"), Hex("0305"))
    assert (trace.is_in, trace.halves, trace.rule) == (True, 3, "N12.4")
    assert trace.reason == "1 1/2 hexes by road."
    assert trace.path == ("0104", "0204", "0305")
    same = command_trace(state, FRENCH, Hex("0104"), Hex("0104"), 4)
    assert (same.is_in, same.reason, same.rule) == (True, "The same hex, within 4.", "N14.31")


@pytest.mark.rule("N14.31")
def test_range_and_what_is_beyond_it() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    near = why_command(state, FRENCH, Hex("0104"), Hex("0604"), 4)
    assert (near.is_in, near.reason) == (True, "2 1/2 hexes by road, within 4.")
    far = why_command(state, FRENCH, Hex("0101"), Hex("0706"), 4)
    assert (far.is_in, far.rule, far.blocked_at) == (False, "N14.31", ())
    assert far.reason == "7 1/2 hexes by road, beyond 4."
    assert why_command(state, FRENCH, Hex("0101"), Hex("0102"), 4).reason == "1 hex, within 4."


@pytest.mark.rule("N6.9")
def test_an_enemy_zone_is_named() -> None:
    state = position(". . . . .", "A1 infantry 3-3 0301")
    there = command_trace(state, FRENCH, Hex("0101"), Hex("0301"))
    assert there.reason == "The enemy in 0301 stops the trace."
    assert (there.rule, there.blocked_at) == ("N12.4", ("0301",))
    state = position(STRIP, "A1 infantry 3-3 0302")
    trace = command_trace(state, FRENCH, Hex("0101"), Hex("0501"))
    assert (trace.is_in, trace.halves, trace.path) == (False, None, ())
    assert (trace.reason, trace.rule) == ("The enemy zone in 0201 stops the trace.", "N6.9")
    assert trace.blocked_at == ("0201",)


@pytest.mark.rule("N6.9")
def test_the_zone_that_is_named_is_one_that_no_friend_cancels() -> None:
    friends = ("F8 infantry 2-3 0201", "F9 infantry 2-3 0301")
    state = position(STRIP, "A1 infantry 3-3 0302", *friends)
    assert command_trace(state, FRENCH, Hex("0101"), Hex("0501")).blocked_at == ("0401",)


@pytest.mark.rule("N6.9", "N14.31")
def test_a_detour_that_is_too_long_is_told_with_its_cause() -> None:
    state = position(OPEN, "A1 infantry 3-3 0301")
    trace = why_command(state, FRENCH, Hex("0101"), Hex("0601"), 5)
    assert trace.halves is not None
    assert trace.halves > 10
    assert trace.reason == (
        f"The enemy zone in 0201 stops the trace; round it: {trace.halves // 2} hexes, beyond 5."
    )


@pytest.mark.rule("N12.4", "N5.71")
def test_water_is_named() -> None:
    state = position(OPEN, rivers=WALL)
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"))
    assert trace.reason == "The river between 0304 and 0403 stops the trace."
    assert (trace.rule, trace.blocked_at) == ("N12.4", ("0304", "0403"))
    state = position(OPEN, rivers=WALL, bridges=["0304-0403"], damaged=["0304-0403"])
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"), 4)
    assert trace.reason == "The damaged bridge between 0304 and 0403 stops the trace."
    assert trace.rule == "N5.71"


@pytest.mark.rule("N14.31")
def test_a_hex_behind_water_and_out_of_range_is_out_of_range() -> None:
    trace = why_command(position(OPEN, rivers=WALL), FRENCH, Hex("0104"), Hex("0704"), 4)
    assert (trace.is_in, trace.reason) == (False, "At least 6 hexes, beyond 4.")


# -- against the slow rules


@pytest.mark.rule("N12.4", "N6.9", "N5.71")
@given(positions(), st.data())
def test_the_field_is_that_of_the_slow_rules(position: Any, data: st.DataObject) -> None:
    state, start = position.state(), data.draw(st.sampled_from(position.sheet.hexes))
    field = command_field(state, FRENCH, Hex(start))
    slow = slow_command(position.sheet, state, FRENCH, start)
    assert {str(hex_): halves for hex_, halves in field.distances().items()} == slow


@pytest.mark.rule("N12.4")
@given(positions(), st.data())
def test_each_trace_costs_what_it_says_and_each_reason_fits(
    position: Any, data: st.DataObject
) -> None:
    state, pick = position.state(), st.sampled_from(position.sheet.hexes)
    a, b, limit = data.draw(pick), data.draw(pick), data.draw(st.none() | st.integers(0, 6))
    trace = command_trace(state, FRENCH, Hex(a), Hex(b), limit)
    slow = slow_command(position.sheet, state, FRENCH, a).get(b)
    assert trace.halves == slow
    assert trace.is_in == (slow is not None and (limit is None or slow <= 2 * limit))
    assert trace.reason.endswith(".")
    assert not (trace.is_in and trace.blocked_at)
    steps = zip(trace.path, trace.path[1:], strict=False)
    ways = position.sheet.ways
    assert sum(1 if frozenset(step) in ways else 2 for step in steps) == (slow or 0)
    assert bool(trace.path) == (slow is not None)


@given(sheets(), st.data())
def test_without_enemies_no_way_round_is_shorter(sheet: Sheet, data: st.DataObject) -> None:
    state = position(sheet.text(), **sheet.features())
    a, b, c = (data.draw(st.sampled_from(sheet.hexes)) for _ in range(3))
    direct, first, second = halves(state, a, c), halves(state, a, b), halves(state, b, c)
    assert direct == halves(state, c, a)
    if first is not None and second is not None:
        assert direct is not None
        assert direct <= first + second
