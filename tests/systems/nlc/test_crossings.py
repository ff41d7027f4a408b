"""Damaged bridges and trestles and pontoon bridges: who crosses, and what does not (N5.71)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.zones import contact_hexes, is_in_contact, zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.command.leaders import leader_path_refusal
from hexwar.systems.nlc.rules.losses.retreat import Withdrawal, retreat_paths
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.spans import Crossing, Spans, crossing
from tests.systems.nlc.moves import moving, price, reached, refused
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, board, hexes, position, units

SPAN = "0303-0304"
BRIDGE: dict[str, Any] = {"bridges": [SPAN]}
DOWN: dict[str, Any] = {"bridges": [SPAN], "damaged": [SPAN]}
BOATS: dict[str, Any] = {"pontoons": [SPAN]}
TRESTLE: dict[str, Any] = {"trestles": [SPAN]}
FALLEN: dict[str, Any] = {"trestles": [SPAN], "damaged": [SPAN]}
RIVER: dict[str, Any] = {"rivers": [SPAN]}
FORD: dict[str, Any] = {"fords": [SPAN]}
STREAM: dict[str, Any] = {"streams": [SPAN]}
ROAD: dict[str, Any] = {"roads": ["0302 0303 0304 0305"]}

A, B = Hex("0303"), Hex("0304")
FI = FormationId("FI")
AROUND = frozenset(hexes("0303 0403 0404 0305 0204 0203"))  # round 0304


# -- what lies there


@pytest.mark.rule("N5.71", "T18.21")
@pytest.mark.parametrize(
    ("what", "met"),
    [
        ({}, Crossing.OPEN),
        (STREAM, Crossing.STREAM),
        (TRESTLE, Crossing.TRESTLE),
        (FALLEN, Crossing.STREAM),
        (BRIDGE, Crossing.BRIDGE),
        (DOWN, Crossing.DAMAGED_BRIDGE),
        (BOATS, Crossing.PONTOON),
        (DOWN | BOATS, Crossing.PONTOON),
        (FORD, Crossing.FORD),
        (FORD | BOATS, Crossing.PONTOON),
        (RIVER, Crossing.RIVER),
    ],
)
def test_what_is_met_on_a_hexside(what: dict[str, Any], met: Crossing) -> None:
    state = position(OPEN, "F1 infantry 1-1 0101", **what)
    field = state.battle.battlefield
    assert crossing(field, state.spans, A, B) is met
    assert crossing(field, state.spans, B, A) is met


def test_with_no_span_touched_the_map_tells() -> None:
    field = board(OPEN, bridges=["0303-0304"])
    assert crossing(field, Spans(), A, B) is Crossing.BRIDGE


# -- who crosses (N5.1, N5.71)


@pytest.mark.rule("N5.1", "N5.71")
@pytest.mark.parametrize(
    ("what", "plain", "column"),
    [(BRIDGE, 2, 0.5), (DOWN, 3, 0.5), (BOATS, 3, 0.5), (TRESTLE, 1, 0.5), (FALLEN, 2, 1.5)],
)
def test_units_cross_by_the_road(what: dict[str, Any], plain: float, column: float) -> None:
    state = moving(OPEN, "F1 infantry 3-3 0303", **ROAD, **what)
    assert price(state, "F1", "0303 0304") == plain
    assert price(state, "F1", "0303 0304", column=True) == column
    assert refused(state, "F1", "0303 0304", column=True) is None


@pytest.mark.rule("N5.71", "N16.4", "T18.21")
@pytest.mark.parametrize(
    ("what", "baggage", "pontoons"),
    [
        (BRIDGE, None, None),
        (DOWN, "N5.71", None),
        (BOATS, "N5.71", None),
        (TRESTLE, None, None),
        (FALLEN, "N16.4", "T18.1"),
        (RIVER, "N5.1", "N5.1"),
        (FORD, "T18.32", "T18.32"),
        (STREAM, "N16.4", "T18.1"),
    ],
)
def test_trains_cross_by_whole_spans(
    what: dict[str, Any], baggage: str | None, pontoons: str | None
) -> None:
    state = moving(OPEN, "F1 train 0303", "F2 pontoon 0303", **ROAD, **what)
    assert refused(state, "F1", "0303 0304") == baggage
    assert refused(state, "F2", "0303 0304") == pontoons


@pytest.mark.rule("T18.1")
def test_a_pontoon_train_keeps_to_roads_and_trails() -> None:
    state = moving(OPEN, "F1 pontoon 0302", roads=["0302 0303"], trails=["0303 0304"])
    assert reached(state) == {"0303", "0304"}
    assert refused(state, "F1", "0302 0402") == "T18.1"


@pytest.mark.rule("N5.71", "N14.5")
@pytest.mark.parametrize("what", [BRIDGE, DOWN, BOATS])
def test_leaders_cross_too(what: dict[str, Any]) -> None:
    state = position(OPEN, "F8 leader 0303", **ROAD, **what)
    assert leader_path_refusal(state, LeaderId("F8"), (A, B)) is None


@pytest.mark.rule("N5.1")
def test_nothing_crosses_an_unspanned_river() -> None:
    state = moving(OPEN, "F1 infantry 3-3 0303", **ROAD, **RIVER)
    assert refused(state, "F1", "0303 0304") == "N5.1"
    assert refused(state, "F1", "0303 0304", column=True) == "N5.1"


# -- zones, contact, assault, retreat (N3.7, N5.71, N6.3)

JOINED: list[dict[str, Any]] = [{}, STREAM, TRESTLE, FALLEN, BRIDGE, BOATS, DOWN | BOATS]
PARTED = [RIVER, FORD, DOWN]


@pytest.mark.rule("N5.71", "N6.3")
@pytest.mark.parametrize("what", JOINED)
def test_zones_and_contact_reach_over(what: dict[str, Any]) -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304", **what)
    assert zone(state, ALLIED) == AROUND
    assert is_in_contact(state, UnitId("F1"))
    assert B in contact_hexes(state, A)


@pytest.mark.rule("N5.71", "N6.3", "N3.7")
@pytest.mark.parametrize("what", PARTED)
def test_zones_and_contact_do_not_reach_over(what: dict[str, Any]) -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304", **what)
    assert zone(state, ALLIED) == AROUND - {"0303"}
    assert not is_in_contact(state, UnitId("F1"))
    assert B not in contact_hexes(state, A)


def assault_refused(**what: Any) -> str | None:
    state = position(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304", active="FI", **what)
    refusal = DeclareAssault(FRENCH, FI).refusal(state, Assault(B, units("F1")))
    return None if refusal is None else refusal.rule


@pytest.mark.rule("N3.7", "N5.71")
def test_no_assault_over_a_damaged_bridge() -> None:
    assert [assault_refused(**what) for what in JOINED] == [None] * len(JOINED)
    assert [assault_refused(**what) for what in PARTED] == ["N3.7"] * len(PARTED)


def retreats(state: GameState) -> set[str]:
    """Where a French stack in 0303 may go, one hex away from 0302."""
    group = Withdrawal(Side(FRENCH), units("F1"), 1, hexes("0302"))
    return {path[-1] for path in retreat_paths(state, group)}


@pytest.mark.rule("N5.71", "N11.13")
def test_no_retreat_over_a_damaged_bridge() -> None:
    for what in JOINED:
        assert "0304" in retreats(position(OPEN, "F1 infantry 5-3 0303", **what))
    for what in PARTED:
        assert "0304" not in retreats(position(OPEN, "F1 infantry 5-3 0303", **what))


@pytest.mark.rule("N5.71")
def test_a_unit_may_cross_a_damaged_bridge_into_a_zone() -> None:
    """The zone of an enemy beyond does not cover this end, and what crosses stops at the other."""
    state = moving(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0305", **DOWN)
    assert refused(state, "F1", "0303 0304") is None
    assert refused(state, "F1", "0303 0304 0204") == "N6.5"


@pytest.mark.rule("N5.71")
def test_zones_change_with_the_spans() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304", **BRIDGE)
    assert zone(state, ALLIED) == AROUND
    side = state.battle.battlefield.spans[0].hexside
    state.put_spans(Spans(damaged=frozenset({side})))
    assert zone(state, ALLIED) == AROUND - {"0303"}
    state.put_spans(Spans(damaged=frozenset({side}), pontoons=frozenset({side})))
    assert zone(state, ALLIED) == AROUND


@pytest.mark.rule("N6.3")
def test_zones_change_with_the_improved_positions() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304")
    assert zone(state, ALLIED) == AROUND
    state.positions = frozenset({A})
    state.forget()
    assert zone(state, ALLIED) == AROUND - {A}
