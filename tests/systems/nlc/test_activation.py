"""The Movement Segment: what is offered, what a march does, who comes along (N4.5, N5)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved, UnitStopped
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_segment
from hexwar.systems.nlc.rules.combat.charge import charge_segment
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    ChooseEntryHex,
    command_segment,
    movement_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.games import game_of
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    play,
    position,
    unit,
    units,
)

FI = FormationId("FI")
STRIP = ". . . . ."
"""Five hexes in a row: 0101 to 0501."""

ROAD = ["0101 0201 0301 0401 0501"]


def moving(rows: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.MOVEMENT, **more)


def leaders(text: str) -> tuple[LeaderId, ...]:
    return tuple(LeaderId(word) for word in text.split())


def march(state: GameState, who: str, route: Route) -> Any:
    answers: dict[Any, list[Any]] = {ActivateUnit: [units(who)], ChoosePath: [route]}
    return play(state, movement_segment, answers=answers)


# -- what is offered


@pytest.mark.rule("N5.4")
def test_staying_comes_first_then_each_end_once() -> None:
    state = moving(STRIP, "F1 infantry 5-3-2 0301")
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    assert routes[0] == Route()
    assert {route.hexes[-1] for route in routes[1:]} == set(hexes("0101 0201 0401 0501"))
    assert len(routes) == 5


@pytest.mark.rule("N5.9")
def test_each_end_is_offered_with_and_without_the_commander() -> None:
    state = moving(STRIP, "F1 infantry 5-3-1 0301", "F8 leader 0301", "F9 leader 0301 of:FII")
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    paths = (hexes("0301 0201"), hexes("0301 0401"))
    assert sorted(routes[1:], key=repr) == sorted(
        [Route(path, leaders=who) for path in paths for who in ((), leaders("F8"))], key=repr
    )


@pytest.mark.rule("N5.31")
def test_road_movement_is_offered_beside_the_ordinary_move() -> None:
    state = moving(STRIP, "F1 infantry 5-3-1 0101", "F8 leader 0101", roads=ROAD)
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    assert Route(hexes("0101 0201"), column=True, leaders=leaders("F8")) in routes
    assert Route(hexes("0101 0201 0301"), column=True, leaders=leaders("F8")) in routes
    assert Route(hexes("0101 0201")) in routes
    assert Route(hexes("0101 0201 0301")) not in routes
    together = list(ChoosePath(FRENCH, units("F1")).options(moving(STRIP, "F1 light 3-3 0101")))
    assert not any(route.column for route in together)


@pytest.mark.rule("N5.4")
def test_kinds_of_moves() -> None:
    path = ChoosePath(FRENCH, units("F1"))
    assert path.kind(Route()) == "stay"
    assert path.kind(Route(hexes("0101 0201"))) == "move"
    assert path.kind(Route(hexes("0101 0201"), column=True)) == "march"
    assert ActivateUnit(FRENCH, FI).kind(None) == "end"
    assert ActivateUnit(FRENCH, FI).kind(units("F1")) == "move"


@pytest.mark.rule("N6.2")
def test_a_unit_hemmed_in_by_full_hexes_is_asked_and_may_still_go_there() -> None:
    lines = ("F1 infantry 7-3 0201", "F2 infantry 8-3 0101 moved", "F3 infantry 8-3 0301 moved")
    state = moving(". . .", *lines)
    asked = ChoosePath(FRENCH, units("F1"))
    options = list(asked.options(state))
    assert options == [Route()]
    assert not asked.is_forced(state, options)
    assert asked.refusal(state, Route(hexes("0201 0101"))) is None


@pytest.mark.rule("N5.4")
def test_undo_takes_unit_and_path_back_together() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0301", "A1 infantry 5-3 0707")
    battle, _ = battle_of(board(OPEN), *lines)
    session = game_of(battle, [1])
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    session.undo()
    assert isinstance(session.pending, ActivateUnit)
    assert session.state.units[unit("F1")].hex == "0101"


@pytest.mark.rule("N5.82")
def test_undo_takes_unit_entry_hex_and_path_back_together() -> None:
    battle, _ = battle_of(
        board(OPEN, trails=["0101 0102", "0701 0702"]),
        "F1 infantry 5-3 due",
        "F2 infantry 5-3 0505",
        "A1 infantry 5-3 0401",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
    )
    session = game_of(battle, [1])
    session.answer(units("F1"))
    assert isinstance(session.pending, ChooseEntryHex)
    session.answer(Hex("0701"))
    session.answer(Route(hexes("0701 0702")))
    assert session.state.units[unit("F1")].hex == "0702"
    session.undo()
    assert isinstance(session.pending, ActivateUnit)


# -- what a march does


@pytest.mark.rule("N5.9")
def test_units_walk_with_the_leaders_who_go_along() -> None:
    state = moving(
        STRIP,
        "F1 infantry 5-3 0101",
        "F2 infantry 5-3 0101",
        "F7 leader 0101",
        "F8 overall 0101 of:FHQ",
        "F9 hq 0101 of:FHQ",
    )
    path = hexes("0101 0201 0301")
    played = march(state, "F1 F2", Route(path, leaders=leaders("F8 F9")))
    assert played.events == [
        UnitMoved(units("F1 F2"), path, 4, column=False),
        LeaderMoved(LeaderId("F8"), path),
        HqMoved(LeaderId("F9"), path),
    ]
    after = played.state
    assert after.units_in(Hex("0301")) == units("F1 F2")
    assert after.leaders_in(Hex("0301")) == leaders("F8 F9")
    assert after.leaders_in(Hex("0101")) == leaders("F7")
    assert after.leaders[LeaderId("F9")].moved
    assert not after.leaders[LeaderId("F7")].moved


@pytest.mark.rule("N5.32")
def test_road_movement_puts_a_unit_into_column() -> None:
    state = moving(STRIP, "F1 infantry 5-3 0101", roads=ROAD)
    played = march(state, "F1", Route(hexes("0101 0201 0301"), column=True))
    assert played.events == [
        UnitMoved(units("F1"), hexes("0101 0201 0301"), 2, column=True),
        ColumnFormed(unit("F1")),
    ]
    assert played.state.units[unit("F1")].column
    walked = march(state, "F1", Route(hexes("0101 0201 0301")))
    assert not walked.state.units[unit("F1")].column
    assert walked.of(UnitMoved)[0].halves == 4


@pytest.mark.rule("N5.4")
def test_a_unit_that_stays_has_had_its_move() -> None:
    played = march(moving(STRIP, "F1 infantry 5-3 0101"), "F1", Route())
    assert played.events == [UnitStopped(units("F1"), "stays")]
    assert played.state.units[unit("F1")].moved
    assert list(ActivateUnit(FRENCH, FI).options(played.state)) == [None]


@pytest.mark.rule("N22.2")
def test_a_march_takes_every_hex_that_it_passes() -> None:
    held = MappingProxyType(dict.fromkeys(hexes("0201 0301 0401"), ALLIED))
    state = moving(STRIP, "F1 infantry 5-3 0101", control=held)
    played = march(state, "F1", Route(hexes("0101 0201 0301")))
    assert played.of(HexControlled) == [
        HexControlled(Hex("0201"), FRENCH, unit("F1")),
        HexControlled(Hex("0301"), FRENCH, unit("F1")),
    ]


@pytest.mark.rule("N14.51")
@pytest.mark.parametrize(("path", "rule"), [("0301 0302", "N14.51"), ("0301 0201", None)])
def test_an_hq_goes_along_only_outside_enemy_zones(path: str, rule: str | None) -> None:
    lines = ("F1 light 5-3 0301", "F9 hq 0301 of:FHQ", "A1 infantry 5-3 0303")
    asked = ChoosePath(FRENCH, units("F1"))
    refusal = asked.refusal(moving(OPEN, *lines), Route(hexes(path), leaders=leaders("F9")))
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("N14.51")
def test_an_hq_in_an_enemy_zone_may_ride_out_with_a_unit() -> None:
    lines = ("F1 light 5-3 0302", "F9 hq 0302 of:FHQ", "A1 infantry 5-3 0303")
    asked = ChoosePath(FRENCH, units("F1"))
    assert asked.refusal(moving(OPEN, *lines), Route(hexes("0302 0301"), False, leaders("F9"))) is (
        None
    )


@pytest.mark.rule("N5.81")
def test_a_commander_who_stops_on_the_entry_hex_may_still_ride_on() -> None:
    state = moving(
        STRIP,
        "F1 infantry 5-3 due",
        "F8 leader due",
        roads=ROAD,
        arrivals=(Arrival(1, Hex("0101"), units("F1")),),
    )
    stopped = march(state, "F1", Route(hexes("0101")))
    assert not stopped.state.leaders[LeaderId("F8")].moved
    rode = march(state, "F1", Route(hexes("0101 0201")))
    assert rode.state.leaders[LeaderId("F8")].moved


# -- before the assaults


@pytest.mark.rule("N4.5")
@pytest.mark.parametrize(
    ("flow", "ended", "then"),
    [
        (command_segment, Segment.COMMAND, Segment.MOVEMENT),
        (bombardment_segment, Segment.BOMBARDMENT, Segment.CHARGE),
        (charge_segment, Segment.CHARGE, Segment.ASSAULT),
    ],
)
def test_segments_without_content_pass(flow: Any, ended: Segment, then: Segment) -> None:
    played = play(moving(STRIP, "F1 infantry 5-3 0101"), flow)
    assert played.events == [SegmentEnded(ended, then)]


@pytest.mark.rule("N4.52")
def test_the_movement_segment_ends_when_its_side_says_so() -> None:
    played = play(
        moving(STRIP, "F1 infantry 5-3 0101"), movement_segment, answers={ActivateUnit: [None]}
    )
    assert played.events == [SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT)]


@pytest.mark.rule("N4.53")
def test_whoever_advanced_after_combat_has_moved() -> None:
    state = moving(STRIP, "F1 infantry 5-3 0101 moved done", "F2 infantry 5-3 0301")
    assert list(ActivateUnit(FRENCH, FI).options(state)) == [units("F2"), None]
