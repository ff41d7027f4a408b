"""Reinforcements (N5.8-N5.83)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.battle import Arrival
from hexwar.model.events import (
    ArrivalDelayed,
    ColumnFormed,
    HexControlled,
    LeaderEntered,
    LeaderMoved,
    UnitEntered,
    UnitMoved,
)
from hexwar.model.forces import FormationId, LeaderId
from hexwar.model.pieces import Box, Segment
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import (
    ActivateUnit,
    ChooseEntryHex,
    ChoosePath,
    Route,
    movement_segment,
)
from hexwar.rules.nlc.arrivals import due_units, entry_hexes, place_headquarters
from tests.rules.positions import FRENCH, OPEN, hexes, play, position, unit, units

ROAD: dict[str, Any] = {"roads": ["0401 0402 0403 0404 0405"], "trails": ["0101 0102", "0701 0702"]}
FI = FormationId("FI")


def arriving(*lines: str, turn: int = 1, **more: Any) -> GameState:
    arrivals = more.pop("arrivals", (Arrival(turn, Hex("0401"), units("F1 F2")),))
    return position(
        OPEN,
        *lines,
        active="FI",
        segment=Segment.MOVEMENT,
        arrivals=arrivals,
        **ROAD,
        **more,
    )


TWO = ("F1 infantry 5-3 due", "F2 infantry 4-3 due", "F8 leader due")


def enter(state: GameState, who: str, route: Route, **more: Any) -> Any:
    answers: dict[Any, list[Any]] = {ActivateUnit: [units(who)], ChoosePath: [route]}
    return play(state, movement_segment, answers=answers | more)


@pytest.mark.rule("N5.8")
def test_units_are_due_from_their_turn_on() -> None:
    state = arriving(*TWO, turn=2)
    assert due_units(state, FI) == ()
    state.turn = 2
    assert due_units(state, FI) == units("F1 F2")
    state.turn = 3
    assert due_units(state, FI) == units("F1 F2")


@pytest.mark.rule("N5.8")
def test_units_not_in_the_schedule_never_come() -> None:
    assert due_units(arriving("F3 infantry 5-3 reserve"), FI) == ()


@pytest.mark.rule("N5.81")
def test_a_unit_enters_at_its_hex_and_pays_road_cost_for_it() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401 0402 0403 0404"), column=True))
    assert played.of(UnitEntered) == [UnitEntered(unit("F1"), Hex("0401"))]
    assert played.of(UnitMoved)[0].halves == 4  # four half points
    assert played.of(ColumnFormed)
    walked = enter(arriving(*TWO), "F1", Route(hexes("0401 0402 0403 0404")))
    assert walked.of(UnitMoved)[0].halves == 8  # one point each


@pytest.mark.rule("N5.81")
def test_the_commander_comes_with_the_first_unit() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401 0402")))
    assert played.of(LeaderEntered) == [LeaderEntered(LeaderId("F8"), Hex("0401"))]
    assert played.of(LeaderMoved)[0].path == hexes("0401 0402")
    second = enter(played.state, "F2", Route(hexes("0401")))
    assert not second.of(LeaderEntered)
    assert second.state.leaders[LeaderId("F8")].hex == "0402"


@pytest.mark.rule("N5.81")
def test_a_unit_may_stop_on_its_entry_hex() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401")))
    assert played.state.units[unit("F1")].hex == "0401"
    assert played.state.units[unit("F1")].moved
    assert played.state.leaders[LeaderId("F8")].hex == "0401"


@pytest.mark.rule("N5.81")
def test_due_units_may_wait_a_turn() -> None:
    played = play(arriving(*TWO), movement_segment, answers={ActivateUnit: [None]})
    assert played.of(ArrivalDelayed) == [ArrivalDelayed(units("F1 F2"))]
    assert played.state.units[unit("F1")].box is Box.DUE
    assert due_units(played.state, FI) == units("F1 F2")


@pytest.mark.rule("N5.81")
def test_units_enter_one_by_one() -> None:
    asked = ActivateUnit(FRENCH, FI)
    state = arriving(*TWO)
    assert list(asked.options(state)) == [units("F1"), units("F2"), None]
    assert asked.refusal(state, units("F1 F2")) is not None


@pytest.mark.rule("N5.81")
def test_an_arrival_that_stays_out_is_not_asked_again_this_activation() -> None:
    played = enter(arriving(*TWO), "F1", Route())
    assert played.state.units[unit("F1")].box is Box.DUE
    assert list(ActivateUnit(FRENCH, FI).options(played.state)) == [units("F2"), None]


@pytest.mark.rule("N5.82")
def test_an_open_entry_hex_is_the_only_one() -> None:
    assert entry_hexes(arriving(*TWO), unit("F1")) == hexes("0401")


@pytest.mark.rule("N5.82")
def test_an_entry_hex_in_an_enemy_zone_is_open_under_attack() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0402")
    assert entry_hexes(state, unit("F1")) == hexes("0401")
    ends = {route.hexes for route in ChoosePath(FRENCH, units("F1"), Hex("0401")).options(state)}
    assert ends == {(), hexes("0401")}  # infantry stops there


@pytest.mark.rule("N5.82")
def test_a_held_entry_hex_sends_units_to_the_nearest_way_of_the_same_edge() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0401")
    assert entry_hexes(state, unit("F1")) == hexes("0101 0701")  # both three hexes off
    chosen = play(
        state,
        movement_segment,
        answers={
            ActivateUnit: [units("F1")],
            ChooseEntryHex: [Hex("0701")],
            ChoosePath: [Route(hexes("0701"))],
        },
    )
    assert chosen.state.units[unit("F1")].hex == "0701"


@pytest.mark.rule("N5.82")
def test_without_an_open_hex_within_five_the_unit_waits() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701")
    assert entry_hexes(state, unit("F1")) == ()
    asked = ActivateUnit(FRENCH, FI)
    assert list(asked.options(state)) == [None]
    refusal = asked.refusal(state, units("F1"))
    assert refusal is not None
    assert refusal.rule == "N5.82"


@pytest.mark.rule("N5.82")
def test_a_train_does_not_enter_in_an_enemy_zone() -> None:
    arrivals = (Arrival(1, Hex("0401"), units("F1")),)
    state = arriving("F1 train due", "A1 infantry 5-3 0402", arrivals=arrivals)
    assert entry_hexes(state, unit("F1")) == hexes("0101 0701")


@pytest.mark.rule("N22.2")
def test_entering_over_a_supply_source_takes_it() -> None:
    sources = MappingProxyType({Hex("0401"): FRENCH})
    state = arriving(
        *TWO, supply_sources=sources, control=MappingProxyType({Hex("0401"): "allied"})
    )
    played = enter(state, "F1", Route(hexes("0401 0402")))
    assert played.of(HexControlled) == [HexControlled(Hex("0401"), FRENCH)]


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_and_his_hq_stand_on_the_entry_hex_in_the_orders_phase() -> None:
    arrivals = (Arrival(2, Hex("0401"), (), (FormationId("FHQ"),)),)
    state = position(
        OPEN, "F8 overall due of:FHQ", "F9 hq due of:FHQ", "F7 leader due", arrivals=arrivals
    )
    assert play(state, place_headquarters).events == []
    state.turn = 2
    played = play(state, place_headquarters)
    assert played.of(LeaderEntered) == [
        LeaderEntered(LeaderId("F8"), Hex("0401")),
        LeaderEntered(LeaderId("F9"), Hex("0401")),
    ]

    async def again(table: Table[GameState]) -> None:
        await place_headquarters(table)

    assert play(played.state, again).events == []


@pytest.mark.rule("N5.81")
def test_a_leader_who_is_taken_before_he_rides_does_not_come_twice() -> None:
    state = arriving(*TWO)
    state.put_leader(replace(state.leaders[LeaderId("F8")], box=Box.CAPTURED))
    assert not enter(state, "F1", Route(hexes("0401"))).of(LeaderEntered)
