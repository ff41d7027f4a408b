"""Reinforcements (N5.8-N5.83)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.arrivals import ArrivalDelayed, UnitEntered
from hexwar.systems.nlc.events.leaders import LeaderEntered, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units, entry_hexes, place_headquarters
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex, movement_segment
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.orders import MARCH
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, unit, units

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


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(
    ("friends", "open_hexes"),
    [
        (("F3 infantry 7-3 0401",), "0401"),  # 5 SP more are 12
        (("F3 infantry 8-3 0401",), "0101 0701"),
        (("F3 infantry 1-3 0401", "F4 infantry 1-3 0401"), "0101 0701"),
        (("F3 train 0401",), "0101 0701"),
        (("F3 infantry 8-3 0401", "F4 train 0701"), "0101"),
        (("F3 leader 0401",), "0401"),
    ],
)
def test_an_entry_hex_that_friends_fill_is_closed(
    friends: tuple[str, ...], open_hexes: str
) -> None:
    assert entry_hexes(arriving(*TWO, *friends), unit("F1")) == hexes(open_hexes)


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("0101", "0106"),  # on the north and the west edge: 0601 is too far, 0106 is not
        ("0701", "0706"),
        ("0107", "0106"),  # on the south and the west edge
        ("0606", ""),  # on no edge
    ],
)
def test_another_way_in_lies_on_an_edge_of_the_listed_hex(entry: str, expected: str) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        f"A1 infantry 5-3 {entry}",
        arrivals=(Arrival(1, Hex(entry), units("F1")),),
        trails=["0106 0206", "0706 0606", "0404 0405"],
    )
    assert entry_hexes(state, unit("F1")) == hexes(expected)


@pytest.mark.rule("N5.82")
def test_only_the_nearest_other_way_in_is_open() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 0401",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
        trails=["0201 0202", "0101 0102", "0701 0702"],
    )
    assert entry_hexes(state, unit("F1")) == hexes("0201")


@pytest.mark.rule("N5.82")
def test_an_order_may_close_an_entry_hex_in_an_enemy_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.systems.nlc.rules.arrivals.arrivals.permissions", lambda *_: MARCH)
    assert entry_hexes(arriving(*TWO), unit("F1")) == hexes("0401")
    met = arriving(*TWO, "A1 infantry 5-3 0402")
    assert entry_hexes(met, unit("F1")) == hexes("0101 0701")


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(("way", "expected"), [("0601", "0601"), ("0701", "")])
def test_another_way_in_lies_within_five_hexes(way: str, expected: str) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 0101",
        arrivals=(Arrival(1, Hex("0101"), units("F1")),),
        trails=[f"{way} {way[:2]}02"],
    )
    distance = state.battle.battlefield.grid.distance
    assert distance(Hex("0101"), Hex(way)) == int(way[:2]) - 1
    assert entry_hexes(state, unit("F1")) == hexes(expected)


@pytest.mark.rule("N16.4")
@pytest.mark.parametrize(("enemy", "open_hexes"), [("train", "0101 0701"), ("leader", "0401")])
def test_a_train_does_not_enter_where_an_enemy_train_stands(enemy: str, open_hexes: str) -> None:
    arrivals = (Arrival(1, Hex("0401"), units("F1")),)
    state = arriving("F1 train due", f"A1 {enemy} 0401", arrivals=arrivals)
    assert entry_hexes(state, unit("F1")) == hexes(open_hexes)


@pytest.mark.rule("N6.10")
def test_a_unit_that_enters_where_an_enemy_train_stands_destroys_it() -> None:
    state = arriving(*TWO, "A1 train 0401", "A2 train 0402", "A3 train 0403")
    played = enter(state, "F1", Route(hexes("0401 0402")))
    assert [(e.train, e.by) for e in played.of(TrainDestroyed)] == [
        (unit("A1"), FRENCH),
        (unit("A2"), FRENCH),
    ]
    assert played.state.units[unit("A3")].hex == "0403"


@pytest.mark.rule("N22.2")
def test_a_train_that_enters_takes_nothing() -> None:
    state = arriving(
        "F1 train due",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
        supply_sources=MappingProxyType({Hex("0401"): FRENCH}),
        control=MappingProxyType({Hex("0401"): ALLIED}),
    )
    assert enter(state, "F1", Route(hexes("0401"))).of(HexControlled) == []


@pytest.mark.rule("N5.81")
def test_leaders_do_not_go_along_with_arrivals_but_for_the_commander() -> None:
    asked = ChoosePath(FRENCH, units("F1"), Hex("0401"))
    state = arriving(*TWO, "F7 leader 0401")
    refusal = asked.refusal(state, Route(hexes("0401 0402"), leaders=(LeaderId("F7"),)))
    assert refusal is not None
    assert refusal.rule == "N5.9"


@pytest.mark.rule("N22.2")
def test_entering_over_a_supply_source_takes_it() -> None:
    sources = MappingProxyType({Hex("0401"): FRENCH})
    state = arriving(
        *TWO, supply_sources=sources, control=MappingProxyType({Hex("0401"): "allied"})
    )
    played = enter(state, "F1", Route(hexes("0401 0402")))
    assert played.of(HexControlled) == [HexControlled(Hex("0401"), FRENCH, unit("F1"))]


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


def placed(*lines: str, entry: str = "0401") -> dict[str, str]:
    """Where commanders-in-chief, their HQs and wing commanders who are due are set down."""
    arrivals = (Arrival(1, Hex(entry), (), (FormationId("FHQ"), FormationId("FW"))),)
    state = position(
        OPEN,
        "F8 overall due of:FHQ",
        "F9 hq due of:FHQ",
        "F7 wing due of:FW",
        *lines,
        arrivals=arrivals,
        **ROAD,
    )
    return {e.leader: e.hex for e in play(state, place_headquarters).of(LeaderEntered)}


@pytest.mark.rule("N5.83")
def test_a_wing_commander_who_is_due_is_placed_too() -> None:
    assert placed() == {"F8": "0401", "F9": "0401", "F7": "0401"}


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_is_not_set_down_among_enemies() -> None:
    assert placed("A1 infantry 5-3 0401") == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))
    assert placed("A1 train 0401") == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_waits_where_every_way_in_is_closed() -> None:
    enemies = ("A1 infantry 5-3 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701")
    assert placed(*enemies) == {}


@pytest.mark.rule("N6.8")
def test_in_an_enemy_zone_a_commander_enters_with_friends_only_and_the_hq_never() -> None:
    near = "A1 infantry 5-3 0402"
    assert placed(near) == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))
    escorted = placed(near, "F1 infantry 5-3 0401")
    assert escorted == {"F8": "0401", "F9": "0101", "F7": "0401"}


@pytest.mark.rule("N5.83")
def test_corps_commanders_do_not_come_with_the_headquarters() -> None:
    arrivals = (Arrival(1, Hex("0401"), (), (FI,)),)
    state = position(OPEN, "F8 leader due", "F7 wing due", arrivals=arrivals)
    assert [e.leader for e in play(state, place_headquarters).of(LeaderEntered)] == ["F7"]


@pytest.mark.rule("N5.81")
def test_a_leader_who_is_taken_before_he_rides_does_not_come_twice() -> None:
    state = arriving(*TWO)
    state.put_leader(replace(state.leaders[LeaderId("F8")], box=Box.CAPTURED))
    assert not enter(state, "F1", Route(hexes("0401"))).of(LeaderEntered)
