"""Contact and zones of control (N3.7, N6.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground import zones
from hexwar.hexes import Hex
from hexwar.table.forces import UnitId
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position

AROUND = frozenset(hexes("0303 0403 0404 0305 0204 0203"))  # round 0304


A1 = "A1 infantry 5-3 0304"
F1 = "F1 infantry 5-3 0303"


@pytest.mark.rule("N6.3")
def test_who_makes_a_zone_and_that_it_follows_its_unit_to_the_edge_of_the_map() -> None:
    for arm in ("infantry", "light", "battery", "horse"):
        state = position(OPEN, f"A1 {arm} 1-3 0304")
        assert zones.zone(state, ALLIED) == zones.enemy_zone(state, FRENCH) == AROUND
        assert not zones.enemy_zone(state, ALLIED)
    assert not zones.zone(position(OPEN, f"{A1} disrupted"), ALLIED)
    assert not zones.zone(position(OPEN, "A1 train 0304", "A2 leader 0304"), ALLIED)
    lines = (A1, "A2 light 5-3 0304", "A3 battery 5-3 0302 disrupted", "A4 train 0202")
    more = ("A5 horse 3-3 0402", "F1 infantry 3-3 0203")
    state = position(OPEN, *lines, *more, rivers=["0303-0402"])
    assert zones.zone_makers(state, ALLIED, Hex("0303")) == ("A1", "A2")
    assert zones.zone_makers(state, FRENCH, Hex("0303")) == ("F1",)
    assert not zones.zone_makers(state, ALLIED, Hex("0707"))
    state = position(OPEN, A1, "A2 infantry 5-3 0101")
    assert zones.zone(state, ALLIED) >= AROUND
    state.put_unit(replace(state.units[UnitId("A1")], disrupted=True))
    assert zones.zone(state, ALLIED) == set(hexes("0201 0102"))


@pytest.mark.rule("N6.3")
@pytest.mark.parametrize(
    ("features", "without"),
    [
        ({"rivers": ["0303-0304"]}, ["0303"]),
        ({"bridges": ["0303-0304"]}, []),
        ({"streams": ["0303-0304"]}, []),
        ({"positions": ["0303", "0305"]}, ["0303", "0305"]),
        ({"positions": ["0304"]}, []),
    ],
    ids=str,
)
def test_where_zones_end(features: dict[str, Any], without: list[str]) -> None:
    state = position(OPEN, A1, **features)
    assert zones.zone(state, ALLIED) == AROUND - set(without)
    for name in AROUND:
        assert zones.zone_makers(state, ALLIED, name) == (() if name in without else ("A1",))


@pytest.mark.rule("N3.7", "N6.3", "N6.10", "N13.6")
def test_who_is_in_contact_and_only_combat_units_hold_a_hex() -> None:
    state = position(OPEN, F1, A1, "F2 light 2-3 0301", "F3 light 2-3 due")
    assert zones.is_in_contact(state, UnitId("F1"))
    assert not zones.is_in_contact(state, UnitId("F2"))
    assert not zones.is_in_contact(state, UnitId("F3"))
    state = position(OPEN, F1, f"{A1} disrupted")
    assert not zones.is_in_contact(state, UnitId("F1"))
    assert Hex("0304") in zones.contact_hexes(state, Hex("0303"))
    state = position(OPEN, F1, rivers=["0303-0304"], streams=["0203-0303"])
    assert Hex("0304") not in zones.contact_hexes(state, Hex("0303"))
    assert Hex("0203") in zones.contact_hexes(state, Hex("0303"))
    state = position(OPEN, F1, A1, positions=["0304"], active="FI")
    assert not zones.is_in_contact(state, UnitId("A1"))
    assert zones.is_in_contact(state, UnitId("F1"))
    assert Hex("0304") in zones.contact_hexes(state, Hex("0303"))
    state = position(OPEN, A1, "A2 train 0305", "A3 leader 0306")
    assert zones.enemy_hexes(state, FRENCH) == {"0304"}
    river = position(OPEN, A1, rivers=["0303-0304"])
    assert zones.is_adjacent_to_enemy(river, FRENCH, Hex("0303"))
    for other in (f"{A1} disrupted", "A1 train 0304"):
        assert not zones.is_adjacent_to_enemy(position(OPEN, other), FRENCH, Hex("0303")), other
