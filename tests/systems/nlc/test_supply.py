"""Supply lines, trains and their roads (N16.2, N16.6)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_field, supply_line, why_supply
from hexwar.systems.nlc.state import view
from hexwar.table.sight import PointKind
from hexwar.table.spans import Spans
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit
from tests.systems.nlc.supplies import FI, ROAD, WEST, is_supplied, laid

# -- the line: fourteen hexes, counted plainly


@pytest.mark.rule("N16.2", "N16.6")
@pytest.mark.parametrize(("hex_", "supplied"), [("1501", True), ("1502", True), ("1601", False)])
def test_a_source_supplies_at_fourteen_hexes_but_not_at_fifteen(hex_: str, supplied: bool) -> None:
    """The road along the row does not shorten it."""
    assert is_supplied(laid(f"F1 infantry 3-3 {hex_}"), "F1") is supplied


@pytest.mark.rule("N16.2", "N16.6")
def test_the_own_train_supplies_at_fourteen_hexes() -> None:
    state = laid("F1 infantry 3-3 2001", "F2 infantry 3-3 1901", "F9 train 0501")
    assert not is_supplied(state, "F1")
    assert is_supplied(state, "F2")
    line = supply_line(state, unit("F2"))
    assert line.point is not None
    assert (line.point.kind, line.point.hex, line.point.train) == (PointKind.TRAIN, "0501", "F9")
    assert line.distance == 14
    assert (line.line[0], line.line[-1], len(line.line)) == ("1901", "0501", 15)
    assert line.road == ("0501", "0401", "0301", "0201", "0101")
    assert line.reason == "14 hexes from the baggage train in 0501, whose road to 0101 is open."
    assert line.rule == "N16.2"


@pytest.mark.rule("N16.2")
def test_the_field_tells_each_hex_its_distance_line_and_point() -> None:
    field = supply_field(laid("F9 train 1801", "F1 infantry 3-3 2001"), FI)
    assert [field.distance(Hex(h)) for h in ("1801", "1901", "0101", "0902", "1001")] == [
        *(0, 1, 0, 8, 8)
    ]
    assert field.line(Hex("1902")) == ("1902", "1801")
    point = field.point(Hex("0501"))
    assert point is not None
    assert (point.kind, point.hex) == (PointKind.SOURCE, "0101")
    assert field.distances()[Hex("2001")] == 2
    assert list(field.distances().values()) == sorted(field.distances().values())


@pytest.mark.rule("N16.2")
def test_a_hex_out_of_supply_has_neither_distance_nor_line() -> None:
    field = supply_field(laid("F1 infantry 3-3 2001"), FI)
    assert field.distance(Hex("2001")) is None
    assert field.line(Hex("2001")) == ()
    assert field.point(Hex("2001")) is None
    assert Hex("2001") not in field.distances()


@pytest.mark.rule("N16.2")
def test_a_source_of_the_enemy_is_none() -> None:
    state = laid("F1 infantry 3-3 0501", supply_sources={Hex("0101"): ALLIED})
    line = supply_line(state, unit("F1"))
    assert not line.in_supply
    assert line.reason == "There is no friendly supply source and no baggage train to use."


@pytest.mark.rule("N16.2")
def test_a_scenario_may_say_how_long_a_line_is() -> None:
    state = laid("F1 infantry 3-3 0401", "F2 infantry 3-3 0501", numbers={"trace.supply": 3})
    assert is_supplied(state, "F1")
    assert not is_supplied(state, "F2")


# -- the train and its road


@pytest.mark.rule("N16.2")
def test_a_train_off_the_road_supplies_nobody() -> None:
    line = supply_line(laid("F1 infantry 3-3 1801", "F9 train 1702"), unit("F1"))
    assert (line.in_supply, line.rule, line.blocked_at) == (False, "N16.2", ("1702",))
    assert line.reason == "The baggage train in 1702 is on no road or trail."


@pytest.mark.rule("N16.2")
def test_a_train_that_is_too_far_to_matter_is_not_the_reason() -> None:
    enemies = ("A1 light 2-3 0201", "A2 light 2-3 0202")
    line = supply_line(laid("F1 infantry 3-3 0401", "F9 train 2002", *enemies), unit("F1"))
    assert line.reason == "The enemy in 0201 cuts the line to the supply source in 0101."


@pytest.mark.rule("N16.2")
def test_a_train_on_a_road_that_leads_to_no_source_supplies_nobody() -> None:
    state = laid("F1 infantry 3-3 1801", "F9 train 1701", roads=["1701 1801", "0101 0201"])
    line = supply_line(state, unit("F1"))
    assert not line.in_supply
    assert line.reason == "No road leads from the baggage train in 1701 to a friendly source."


@pytest.mark.rule("N16.2", "N16.6")
def test_the_road_may_have_any_length_and_be_a_trail() -> None:
    state = laid("F1 infantry 3-3 2001", "F9 train 1901", roads=[], trails=[ROAD])
    line = supply_line(state, unit("F1"))
    assert line.in_supply
    assert len(line.road) == 19


@pytest.mark.rule("N16.6")
def test_an_enemy_on_the_road_cuts_it() -> None:
    """A plain line round him would do for the unit, not for its train."""
    state = laid("F1 infantry 3-3 1801", "F9 train 1701", "A1 light 2-3 0901")
    line = supply_line(state, unit("F1"))
    assert (line.in_supply, line.rule, line.blocked_at) == (False, "N16.6", ("0901",))
    assert line.reason == "The enemy in 0901 cuts the road of the baggage train in 1701."


@pytest.mark.rule("N16.6")
def test_the_tail_of_an_enemy_column_cuts_the_road() -> None:
    state = laid("F1 infantry 3-3 1801", "F9 train 1701", "A1 infantry 9-3 0902 tail:0901")
    assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.6")
@pytest.mark.parametrize("enemy", ["A1 light 2-3 0902", "A1 train 0901", "A1 leader 0901"])
def test_a_zone_of_control_or_a_train_cuts_no_road(enemy: str) -> None:
    assert is_supplied(laid("F1 infantry 3-3 1801", "F9 train 1701", enemy), "F1")


@pytest.mark.rule("N16.6", "N5.71")
@pytest.mark.parametrize(
    ("water", "supplied"),
    [
        ({"rivers": ["0901-1001"]}, False),
        ({"bridges": ["0901-1001"]}, True),
        ({"bridges": ["0901-1001"], "damaged": ["0901-1001"]}, False),
        ({"fords": ["0901-1001"]}, True),
        ({"pontoons": ["0901-1001"]}, True),
        ({"streams": ["0901-1001"]}, True),
        ({"trestles": ["0901-1001"]}, True),
        ({"trestles": ["0901-1001"], "damaged": ["0901-1001"]}, True),
    ],
)
def test_the_road_crosses_a_river_at_a_span_or_ford_only(
    water: dict[str, Any], supplied: bool
) -> None:
    assert is_supplied(laid("F1 infantry 3-3 1801", "F9 train 1701", **water), "F1") is supplied


@pytest.mark.rule("N5.71", "N16.6")
def test_the_damaged_bridge_on_the_road_is_named() -> None:
    water: dict[str, Any] = {"bridges": ["0901-1001"], "damaged": ["0901-1001"]}
    line = supply_line(laid("F1 infantry 3-3 1801", "F9 train 1701", **water), unit("F1"))
    assert (line.rule, line.blocked_at) == ("N5.71", ("1001", "0901"))
    assert line.reason == (
        "The damaged bridge between 1001 and 0901 cuts the road of the baggage train in 1701."
    )


@pytest.mark.rule("N16.6")
def test_a_source_in_which_the_enemy_stands_is_none() -> None:
    state = laid("F1 infantry 3-3 0301", "F9 train 0201", "A1 light 2-3 0101 disrupted")
    line = supply_line(state, unit("F1"))
    assert (line.in_supply, line.rule) == (False, "N16.6")
    assert line.reason == "The enemy in 0101 cuts the road of the baggage train in 0201."


@pytest.mark.rule("N16.6")
def test_any_of_several_sources_serves_the_road() -> None:
    sources = {Hex("0101"): FRENCH, Hex("2001"): FRENCH}
    lines = ("F1 infantry 3-3 1502", "F9 train 1401", "A1 light 2-3 0901")
    line = supply_line(laid(*lines, supply_sources=sources), unit("F1"))
    assert line.in_supply
    assert line.road[-1] == "2001"


# -- what cuts the line


@pytest.mark.rule("N16.6")
def test_enemy_units_cut_the_line_and_their_zones_do_not() -> None:
    enemies = ("A1 light 2-3 0301", "A2 light 2-3 0302 disrupted")
    line = supply_line(laid("F1 infantry 3-3 0501", *enemies), unit("F1"))
    assert (line.in_supply, line.rule) == (False, "N16.6")
    assert line.blocked_at in (("0301",), ("0302",))
    assert (
        line.reason
        == f"The enemy in {line.blocked_at[0]} cuts the line to the supply source in 0101."
    )
    assert is_supplied(laid("F1 infantry 3-3 0501", enemies[0]), "F1")


RIVER = [f"{a}-{b}" for a, b in (("0801", "0901"), ("0801", "0902"), ("0802", "0902"))]
"""A river from north to south between the columns 08 and 09 of `LONG`."""


@pytest.mark.rule("N16.6", "N5.71")
@pytest.mark.parametrize(
    ("water", "supplied"),
    [
        ({}, False),
        ({"bridges": RIVER[2:]}, True),
        ({"bridges": RIVER[2:], "damaged": RIVER[2:]}, False),
        ({"fords": RIVER[2:]}, True),
        ({"pontoons": RIVER[2:]}, True),
    ],
)
def test_the_line_crosses_a_river_at_a_span_or_ford_only(
    water: dict[str, Any], supplied: bool
) -> None:
    bars = RIVER[:2] if water else RIVER
    assert is_supplied(laid("F1 infantry 3-3 1101", rivers=bars, **water), "F1") is supplied


@pytest.mark.rule("N16.6")
def test_the_river_that_cuts_the_line_is_named() -> None:
    line = supply_line(laid("F1 infantry 3-3 0901", rivers=RIVER), unit("F1"))
    assert (line.rule, line.blocked_at) == ("N16.6", ("0901", "0801"))
    assert line.reason == (
        "The river between 0901 and 0801 cuts the line to the supply source in 0101."
    )


@pytest.mark.rule("N16.2", "N16.6")
def test_streams_cut_nothing() -> None:
    assert is_supplied(laid("F1 infantry 3-3 1101", streams=RIVER), "F1")


@pytest.mark.rule("N16.6", "N5.71")
def test_what_the_fall_of_a_bridge_would_mean() -> None:
    state = laid("F1 infantry 3-3 1101", rivers=RIVER[1:], bridges=RIVER[:1])
    after = state.copy()
    after.put_spans(Spans(damaged=frozenset({hexside(Hex("0801"), Hex("0901"))})))
    assert is_supplied(state, "F1")
    assert not is_supplied(after, "F1")
    assert supply_line(after, unit("F1")).rule == "N5.71"
    assert is_supplied(state, "F1")  # the game itself has not changed


@pytest.mark.rule("N16.6")
def test_the_answer_follows_the_pieces() -> None:
    state = laid("F1 infantry 3-3 0501", "A1 light 2-3 0301", "A2 light 2-3 0702")
    assert is_supplied(state, "F1")
    moved = state.units[unit("A2")]
    state.put_unit(type(moved)(moved.id, hex=Hex("0302")))
    assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.6")
def test_distance_is_the_reason_where_nothing_cuts() -> None:
    line = supply_line(laid("F1 infantry 3-3 1601"), unit("F1"))
    assert (line.rule, line.blocked_at) == ("N16.6", ())
    assert line.reason == (
        "15 hexes from the supply source in 0101, and a supply line has 14 at most."
    )


# -- hexes, views, pieces off the map


@pytest.mark.rule("N16.2")
def test_why_a_hex_would_be_in_supply_or_not() -> None:
    state = laid("F1 infantry 3-3 0501", "F9 train 0301")
    assert why_supply(state, FI, Hex("0301")).reason == (
        "At the baggage train in 0301, whose road to 0101 is open."
    )
    out = why_supply(state, FI, Hex("1901"))
    assert (out.in_supply, out.distance, out.point) == (False, None, None)
    assert out.reason == (
        "16 hexes from the baggage train in 0301, and a supply line has 14 at most."
    )


def test_a_unit_that_is_not_on_the_map_has_no_line() -> None:
    state = laid("F1 infantry 3-3 due")
    with pytest.raises(ValueError, match="F1 is not on the map"):
        supply_line(state, unit("F1"))
    assert side_supply(state, FRENCH) == {}


def test_trains_are_not_asked_for_supply() -> None:
    state = laid("F1 infantry 3-3 0501", "F9 train 0301", "A1 light 2-3 1801")
    assert list(side_supply(state, FRENCH)) == ["F1"]
    assert supply_line(state, unit("F9")) == why_supply(state, FI, Hex("0301"))
    assert side_supply(state, ALLIED) == {unit("A1"): False}


def test_a_view_gives_the_same_answers() -> None:
    state = laid("F1 infantry 3-3 0501", "F9 train 0301", "A1 light 2-3 1801")
    for side in (FRENCH, ALLIED):
        assert side_supply(view(state, side), FRENCH) == side_supply(state, FRENCH)


@pytest.mark.rule("N16.2")
def test_a_map_without_ways_knows_sources_only() -> None:
    state = position(OPEN, "F1 infantry 3-3 0505", "F9 train 0404", supply_sources=WEST)
    assert is_supplied(state, "F1")
    assert supply_line(state, unit("F1")).rule == "N16.2"
