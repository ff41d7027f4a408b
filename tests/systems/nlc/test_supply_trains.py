"""Supply of those who have no train at hand: borrowed, to come, by march column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.rules.supply.lines import (
    borrowers,
    march_columns,
    own_field,
    side_supply,
    supply_field,
    supply_line,
    why_supply,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.sight import PointKind
from tests.systems.nlc.positions import FRENCH, position, unit, units
from tests.systems.nlc.slow_traces import SlowSupply
from tests.systems.nlc.supplies import FI, FII, is_supplied, laid
from tests.systems.nlc.test_properties import Position, sheets

# -- without a train, and before it comes (N16.3)


@pytest.mark.rule("N16.3")
def test_a_formation_without_a_train_uses_a_source_directly() -> None:
    line = supply_line(laid("F1 infantry 3-3 0201"), unit("F1"))
    assert (line.in_supply, line.rule) == (True, "N16.2")
    assert line.reason == "1 hex from the supply source in 0101."


@pytest.mark.rule("N16.3")
def test_a_train_supplies_two_units_of_others_the_nearest_first() -> None:
    state = laid(
        "F1 infantry 3-3 2001 of:FII",
        "F2 infantry 3-3 1801 of:FII",
        "F3 infantry 3-3 1901 of:FII",
        "F9 train 1701",
    )
    assert [is_supplied(state, name) for name in ("F1", "F2", "F3")] == [False, True, True]
    assert set(borrowers(state, FRENCH)) == {"F2", "F3"}
    line = supply_line(state, unit("F3"))
    assert line.point is not None
    assert (line.point.kind, line.point.train, line.rule) == (PointKind.BORROWED, "F9", "N16.3")
    assert line.reason == (
        "2 hexes from the baggage train of FI Corps in 1701, whose road to 0101 is open."
    )
    left = supply_line(state, unit("F1"))
    assert (left.rule, left.reason) == (
        "N16.3",
        "Each train within reach already supplies 2 units of other formations.",
    )


@pytest.mark.rule("N16.3")
def test_a_unit_uses_the_nearest_of_two_trains() -> None:
    lines = ("F1 infantry 3-3 1901 of:FII", "F8 train 1601", "F9 train 1801 of:FIII")
    assert borrowers(laid(*lines), FRENCH)[unit("F1")].train == "F9"


@pytest.mark.rule("N16.3")
def test_units_at_one_distance_go_by_their_ids() -> None:
    lines = [f"F{number} infantry 3-3 1801 of:FII" for number in (3, 2, 1)]
    assert set(borrowers(laid(*lines, "F9 train 1701"), FRENCH)) == {"F1", "F2"}


@pytest.mark.rule("N16.3")
def test_units_that_a_train_has_no_room_for_use_the_next() -> None:
    lines = [f"F{number} infantry 3-3 1801 of:FII" for number in (1, 2, 3)]
    state = laid(*lines, "F8 train 1701", "F9 train 1601 of:FIII")
    assert {u: point.train for u, point in borrowers(state, FRENCH).items()} == {
        unit("F1"): "F8",
        unit("F2"): "F8",
        unit("F3"): "F9",
    }


@pytest.mark.rule("N16.3")
def test_own_units_take_no_room_and_need_no_loan() -> None:
    lines = [f"F{number} infantry 3-3 1801" for number in (1, 2, 3)]
    state = laid(*lines, "F4 infantry 3-3 2001 of:FII", "F9 train 1701")
    assert all(is_supplied(state, name) for name in ("F1", "F2", "F3", "F4"))
    assert set(borrowers(state, FRENCH)) == {"F4"}


@pytest.mark.rule("N16.3")
def test_a_formation_whose_own_train_is_on_the_map_borrows_none() -> None:
    """Its own one is off the road and supplies nobody."""
    state = laid("F1 infantry 3-3 1901 of:FII", "F8 train 1702 of:FII", "F9 train 1701")
    assert not is_supplied(state, "F1")
    assert borrowers(state, FRENCH) == {}


@pytest.mark.rule("N16.3")
def test_a_train_with_its_road_cut_lends_nothing() -> None:
    state = laid("F1 infantry 3-3 1901 of:FII", "F9 train 1701", "A1 light 2-3 0501")
    assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.3")
def test_the_field_shows_borrowed_trains_but_the_own_field_does_not() -> None:
    state = laid("F1 infantry 3-3 1901 of:FII", "F9 train 1701")
    assert supply_field(state, FII).distance(Hex("1901")) == 2
    assert own_field(state, FII).distance(Hex("1901")) is None
    assert why_supply(state, FII, Hex("2001")).rule == "N16.3"


@pytest.mark.rule("N16.3", "N16.6")
def test_a_formation_that_is_to_come_traces_to_the_entry_hex_of_its_train() -> None:
    arrival = Arrival(turn=5, entry=Hex("2001"), units=(unit("F9"),))
    state = laid("F1 infantry 3-3 1801", "F9 train due", arrivals=(arrival,))
    line = supply_line(state, unit("F1"))
    assert (line.in_supply, line.rule, line.road) == (True, "N16.3", ())
    assert line.reason == "2 hexes from 2001, where the baggage train will enter."
    there = laid("F1 infantry 3-3 1801", "F9 train due")
    assert not is_supplied(there, "F1")  # no schedule brings that train


@pytest.mark.rule("N16.3")
def test_an_entry_hex_that_the_enemy_holds_supplies_nobody() -> None:
    arrival = Arrival(turn=5, entry=Hex("2001"), units=(unit("F9"),))
    lines = ("F1 infantry 3-3 1801", "F9 train due", "A1 light 2-3 2001")
    assert not is_supplied(laid(*lines, arrivals=(arrival,)), "F1")


# -- march columns (N16.7)

TRAIN = "F9 train 0301"
"""Fourteen hexes from 1701."""


@pytest.mark.rule("N16.7")
def test_a_march_column_is_in_supply_with_its_last_unit() -> None:
    state = laid("F1 infantry 3-3 2001 column", "F2 infantry 3-3 1801 column", TRAIN)
    assert not is_supplied(state, "F1")  # 15 hexes even from the last
    state = laid(
        "F1 infantry 3-3 2001 column",
        "F2 infantry 3-3 1801 column",
        "F3 infantry 3-3 1701 column",
        TRAIN,
    )
    assert all(is_supplied(state, name) for name in ("F1", "F2", "F3"))
    line = supply_line(state, unit("F1"))
    assert (line.rule, line.line[0], line.distance) == ("N16.7", "1701", 14)
    assert line.reason == (
        "In a march column with F3: "
        "14 hexes from the baggage train in 0301, whose road to 0101 is open."
    )


@pytest.mark.rule("N16.7")
def test_the_line_of_a_march_column_begins_at_its_nearest_unit() -> None:
    lines = [f"F{n} infantry 3-3 {hex_} column" for n, hex_ in ((1, "1801"), (2, "1701"))]
    line = supply_line(laid(*lines, "F3 infantry 3-3 1601 column", TRAIN), unit("F1"))
    assert (line.line[0], line.distance) == ("1601", 13)


@pytest.mark.rule("N16.7")
def test_a_gap_of_two_hexes_breaks_the_column() -> None:
    state = laid("F1 infantry 3-3 2001 column", "F2 infantry 3-3 1701 column", TRAIN)
    assert march_columns(state, FI) == (units("F1"), units("F2"))
    assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.7")
def test_gaps_are_measured_along_the_road() -> None:
    """The lower row has no road: units there must be adjacent."""
    apart = laid("F1 infantry 3-3 1802 column", "F2 infantry 3-3 1602 column", TRAIN)
    assert march_columns(apart, FI) == (units("F1"), units("F2"))
    together = laid("F1 infantry 3-3 1702 column", "F2 infantry 3-3 1602 column", TRAIN)
    assert march_columns(together, FI) == (units("F1 F2"),)


@pytest.mark.rule("N16.7")
@pytest.mark.parametrize(
    "second", ["F2 infantry 3-3 1701", "F2 infantry 3-3 1701 column of:FII", "F2 leader 1701"]
)
def test_only_units_of_one_formation_in_road_column_make_a_march_column(second: str) -> None:
    assert not is_supplied(laid("F1 infantry 3-3 1801 column", second, TRAIN), "F1")


@pytest.mark.rule("N16.7")
def test_the_enemy_or_a_river_in_the_gap_breaks_the_column() -> None:
    lines = ("F1 infantry 3-3 1901 column", "F2 infantry 3-3 1701 column", TRAIN)
    assert march_columns(laid(*lines), FI) == (units("F1 F2"),)
    assert march_columns(laid(*lines, "A1 light 2-3 1801"), FI) == (units("F1"), units("F2"))
    assert march_columns(laid(*lines, rivers=["1701-1801"]), FI) == (units("F1"), units("F2"))


@pytest.mark.rule("N16.7", "N5.33")
def test_the_tail_of_a_strong_unit_belongs_to_the_column() -> None:
    state = laid("F1 infantry 3-3 2001 column", "F2 infantry 9-3 1701 tail:1801", TRAIN)
    assert march_columns(state, FI) == (units("F1 F2"),)
    assert is_supplied(state, "F1")


# -- against the slow rules


@st.composite
def supplies(draw: st.DrawFn) -> tuple[Position, GameState, int]:
    """A map with a way through it, and corps with trains, columns and enemies about it."""
    sheet = draw(sheets(least=3, most=6))
    lines = []
    for number in range(1, 1 + draw(st.integers(1, 5))):
        words = f"of:{draw(st.sampled_from(('FI', 'FII')))}"
        mark = draw(st.sampled_from(("", " column", " disrupted")))
        lines.append(f"F{number} infantry 3-3 {draw(st.sampled_from(sheet.hexes))} {words}{mark}")
    for number, corps in ((8, "FI"), (9, "FIII")):
        place = draw(st.sampled_from((*sheet.hexes, "due")))
        lines.append(f"F{number} train {place} of:{corps}")
    ours = {word for line in lines for word in line.split()}
    free = [hex_ for hex_ in sheet.hexes if hex_ not in ours]
    enemies = draw(st.lists(st.sampled_from(free), max_size=3)) if free else []
    lines += [f"A{number} infantry 3-3 {hex_}" for number, hex_ in enumerate(enemies)]
    sources = draw(st.lists(st.sampled_from(sheet.hexes), max_size=2))
    entry = Hex(draw(st.sampled_from(sheet.hexes)))
    limit = draw(st.integers(0, 5))
    state = position(
        sheet.text(),
        *lines,
        **sheet.features(),
        supply_sources={Hex(hex_): FRENCH for hex_ in sources},
        arrivals=(Arrival(turn=3, entry=entry, units=(unit("F8"),)),),
        numbers={"trace.supply": limit},
    )
    return Position(sheet, tuple(lines)), state, limit


@pytest.mark.rule("N16.2", "N16.3", "N16.6", "N16.7", "N5.71")
@given(supplies())
def test_supply_is_that_of_the_slow_rules(drawn: tuple[Position, GameState, int]) -> None:
    position_, state, limit = drawn
    slow = SlowSupply(position_.sheet, state, FRENCH, limit)
    assert side_supply(state, FRENCH) == slow.supplied()


@pytest.mark.rule("N16.2", "N16.6")
@given(supplies())
def test_each_line_is_what_it_says(drawn: tuple[Position, GameState, int]) -> None:
    position_, state, limit = drawn
    slow = SlowSupply(position_.sheet, state, FRENCH, limit)
    for name, supplied in side_supply(state, FRENCH).items():
        line = supply_line(state, name)
        assert line.in_supply is supplied
        assert line.reason.endswith(".")
        if line.point is None:
            assert (line.line, line.road, line.distance) == ((), (), None)
            continue
        assert (line.line[-1], line.distance) == (line.point.hex, len(line.line) - 1)
        assert line.distance == slow.distance(str(line.line[0]), [str(line.line[-1])]) <= limit
        if line.road:
            ends = (str(line.road[0]), [str(line.road[-1])])
            assert len(line.road) - 1 == slow.walk(*ends, position_.sheet.ways)
            assert str(line.road[-1]) in slow.sources()
