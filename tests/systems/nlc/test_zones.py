"""Contact and zones of control (N3.7, N6.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.ground.zones import (
    contact_hexes,
    enemy_hexes,
    enemy_zone,
    is_adjacent_to_enemy,
    is_in_contact,
    zone,
    zone_makers,
)
from hexwar.hexes import Hex
from hexwar.table.forces import UnitId
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position

AROUND = frozenset(hexes("0303 0403 0404 0305 0204 0203"))  # round 0304


@pytest.mark.rule("N6.3")
@pytest.mark.parametrize(
    "unit",
    ["A1 infantry 1-3 0304", "A1 light 1-3 0304", "A1 battery 1-3 0304", "A1 horse 1-3 0304"],
)
def test_combat_units_control_the_six_hexes_round_them(unit: str) -> None:
    state = position(OPEN, unit)
    assert zone(state, ALLIED) == AROUND
    assert enemy_zone(state, FRENCH) == AROUND
    assert not enemy_zone(state, ALLIED)


@pytest.mark.rule("N6.3")
def test_the_disrupted_control_nothing() -> None:
    assert not zone(position(OPEN, "A1 infantry 5-3 0304 disrupted"), ALLIED)


@pytest.mark.rule("N6.3")
def test_trains_and_leaders_control_nothing() -> None:
    assert not zone(position(OPEN, "A1 train 0304", "A2 leader 0304"), ALLIED)


@pytest.mark.rule("N6.3")
def test_zones_end_at_a_river_without_a_bridge() -> None:
    assert zone(position(OPEN, "A1 infantry 5-3 0304", rivers=["0303-0304"]), ALLIED) == (
        AROUND - {"0303"}
    )


@pytest.mark.rule("N6.3")
def test_zones_reach_over_a_bridge_and_over_a_stream() -> None:
    over_bridge = position(OPEN, "A1 infantry 5-3 0304", bridges=["0303-0304"])
    over_stream = position(OPEN, "A1 infantry 5-3 0304", streams=["0303-0304"])
    assert zone(over_bridge, ALLIED) == zone(over_stream, ALLIED) == AROUND


@pytest.mark.rule("N6.3")
def test_zones_do_not_reach_into_improved_positions() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304", positions=["0303", "0305"])
    assert zone(state, ALLIED) == AROUND - {"0303", "0305"}
    assert not zone_makers(state, ALLIED, Hex("0303"))
    assert zone_makers(state, ALLIED, Hex("0403")) == ("A1",)


@pytest.mark.rule("N6.3")
def test_units_in_an_improved_position_control_the_hexes_round_it() -> None:
    assert zone(position(OPEN, "A1 infantry 5-3 0304", positions=["0304"]), ALLIED) == AROUND


@pytest.mark.rule("N3.7", "N6.3")
def test_an_improved_position_can_be_assaulted_though_no_zone_reaches_it() -> None:
    state = position(
        OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304", positions=["0304"], active="FI"
    )
    assert not is_in_contact(state, UnitId("A1"))
    assert is_in_contact(state, UnitId("F1"))
    assert Hex("0304") in contact_hexes(state, Hex("0303"))


@pytest.mark.rule("N6.3")
def test_who_makes_a_zone() -> None:
    state = position(
        OPEN,
        "A1 infantry 5-3 0304",
        "A2 light 5-3 0304",
        "A3 battery 5-3 0302 disrupted",
        "A4 train 0202",
        "A5 horse 3-3 0402",
        "F1 infantry 3-3 0203",
        rivers=["0303-0402"],
    )
    assert zone_makers(state, ALLIED, Hex("0303")) == ("A1", "A2")
    assert zone_makers(state, FRENCH, Hex("0303")) == ("F1",)
    assert not zone_makers(state, ALLIED, Hex("0707"))


@pytest.mark.rule("N6.3")
def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    assert zone(position(OPEN, "A1 infantry 5-3 0101"), ALLIED) == set(hexes("0201 0102"))


@pytest.mark.rule("N3.7")
def test_a_unit_is_in_contact_in_an_enemy_zone() -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304", "F2 light 2-3 0301")
    assert is_in_contact(state, UnitId("F1"))
    assert not is_in_contact(state, UnitId("F2"))


@pytest.mark.rule("N3.7")
def test_the_disrupted_are_met_but_do_not_hold_contact() -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304 disrupted")
    assert not is_in_contact(state, UnitId("F1"))
    assert Hex("0304") in contact_hexes(state, Hex("0303"))


@pytest.mark.rule("N3.7")
def test_no_contact_over_a_river_without_a_bridge() -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", rivers=["0303-0304"], streams=["0203-0303"])
    assert Hex("0304") not in contact_hexes(state, Hex("0303"))
    assert Hex("0203") in contact_hexes(state, Hex("0303"))


@pytest.mark.rule("N3.7")
def test_units_off_the_map_are_in_no_contact() -> None:
    state = position(OPEN, "F1 infantry 5-3 due", "A1 infantry 5-3 0304")
    assert not is_in_contact(state, UnitId("F1"))


@pytest.mark.rule("N6.10")
def test_only_combat_units_hold_a_hex() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304", "A2 train 0305", "A3 leader 0306")
    assert enemy_hexes(state, FRENCH) == {"0304"}


@pytest.mark.rule("N13.6")
def test_adjacent_is_next_to_an_undisrupted_enemy_even_over_a_river() -> None:
    river = position(OPEN, "A1 infantry 5-3 0304", rivers=["0303-0304"])
    assert is_adjacent_to_enemy(river, FRENCH, Hex("0303"))
    disrupted = position(OPEN, "A1 infantry 5-3 0304 disrupted")
    assert not is_adjacent_to_enemy(disrupted, FRENCH, Hex("0303"))
    train = position(OPEN, "A1 train 0304")
    assert not is_adjacent_to_enemy(train, FRENCH, Hex("0303"))


@pytest.mark.rule("N6.3")
def test_a_zone_follows_its_unit() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304", "A2 infantry 5-3 0101")
    assert zone(state, ALLIED) >= AROUND
    state.put_unit(replace(state.units[UnitId("A1")], disrupted=True))
    assert zone(state, ALLIED) == set(hexes("0201 0102"))
