"""Checks of supply: when, whose train feeds whom, and what being out of supply means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.losses.morale import morale_report
from hexwar.systems.nlc.rules.movement.exhaustion import may_force
from hexwar.systems.nlc.rules.movement.works import building_hexes
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.supply.check import AssignTrain, check_all_supply, check_supply
from hexwar.systems.nlc.rules.supply.lines import borrowers
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.turn.weather import weather_phase
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    battle_of,
    board,
    play,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import on_its_way
from tests.systems.nlc.supplies import FI, FII, LONG, ROAD, WEST, laid

FAR_AND_NEAR = ("F1 infantry 3-3 2001", "F2 infantry 3-3 0301")
"""One unit 19 hexes from the source, and one two hexes from it."""


def checked(state: GameState, *answers: Any, side: Side = FRENCH) -> Played[None]:
    given: dict[type[Decision[Any]], list[Any]] = {AssignTrain: list(answers)} if answers else {}
    return play(state, lambda table: check_supply(table, side), answers=given)


# -- when (N16.1)


@pytest.mark.rule("N16.1")
def test_supply_is_checked_on_weather_turns() -> None:
    state = laid(*FAR_AND_NEAR, weather_turns=(1,))
    played = play(state, weather_phase, [3])
    assert played.story == ["WeatherRolled", "SupplyChanged", "PhaseBegan"]
    assert played.of(SupplyChanged) == [SupplyChanged(FRENCH, units("F1"), ())]
    assert played.state.supply.unsupplied == {"F1"}
    other = play(laid(*FAR_AND_NEAR, weather_turns=(2,)), weather_phase)
    assert other.story == ["PhaseBegan"]


@pytest.mark.rule("N16.1", "N18.2")
def test_it_is_checked_too_where_the_weather_is_not_rolled() -> None:
    state = laid(*FAR_AND_NEAR, weather_turns=(1,), options={"weather": "historical"})
    assert play(state, weather_phase).story == ["SupplyChanged", "PhaseBegan"]


@pytest.mark.rule("N16.1")
def test_the_first_players_side_is_checked_first() -> None:
    sources = WEST | {Hex("0102"): ALLIED}
    state = laid(FAR_AND_NEAR[0], "A1 infantry 3-3 2002", supply_sources=sources)
    played = play(state, check_all_supply)
    assert [event.side for event in played.of(SupplyChanged)] == [FRENCH, ALLIED]


@pytest.mark.rule("N16.1")
def test_a_side_without_a_source_needs_no_supply() -> None:
    state = position(LONG, *FAR_AND_NEAR, roads=[ROAD])
    assert play(state, check_all_supply).events == []


@pytest.mark.rule("N16.5")
def test_who_is_out_of_supply_stays_so_until_the_next_check() -> None:
    out = checked(laid(*FAR_AND_NEAR)).state
    out.put_unit(replace(out.units[unit("F1")], hex=Hex("0201")))
    assert out.supply.unsupplied == {"F1"}
    assert checked(out).events == [SupplyChanged(FRENCH, (), units("F1"))]
    assert checked(out).state.supply.unsupplied == frozenset()


@pytest.mark.rule("N16.1")
def test_a_check_that_changes_nothing_is_not_told() -> None:
    out = checked(laid(*FAR_AND_NEAR)).state
    assert checked(out).events == []


@pytest.mark.rule("N16.5", "N13.2")
def test_who_leaves_the_map_is_no_longer_marked() -> None:
    out = checked(laid(*FAR_AND_NEAR)).state
    UnitEliminated(unit("F1"), Box.UAR, 3, "fire").apply(out)
    assert out.supply.unsupplied == frozenset()
    UnitReturned(unit("F1"), Hex("2001")).apply(out)
    assert out.supply.unsupplied == frozenset()


@pytest.mark.rule("N24.1")
def test_a_battle_begins_with_one_check() -> None:
    battle, _ = battle_of(board(LONG, roads=[ROAD]), *FAR_AND_NEAR, supply_sources=WEST)
    assert set_up(battle).supply.unsupplied == {"F1"}


# -- borrowed trains (N16.3)

GUESTS = (
    "F1 infantry 3-3 2001 of:FII",
    "F2 infantry 3-3 1801 of:FII",
    "F3 infantry 3-3 1901 of:FII",
)
LENDER = "F9 train 1701"


@pytest.mark.rule("N16.3")
def test_the_owner_names_whom_a_train_feeds_the_nearest_by_default() -> None:
    state = laid(*GUESTS, LENDER)
    played = checked(state)
    asked = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F1"))
    assert played.questions(AssignTrain) == [asked]
    assert list(asked.options(state)) == [units("F2 F3"), units("F2 F1"), units("F3 F1")]
    assert played.events == [
        TrainAssigned(units("F2 F3"), unit("F9")),
        SupplyChanged(FRENCH, units("F1"), ()),
    ]
    assert asked.kind(units("F2 F3")) == "assign"


@pytest.mark.rule("N16.3")
def test_another_choice_stands_until_the_train_is_assigned_anew() -> None:
    first = checked(laid(*GUESTS, LENDER), units("F1 F3"))
    assert first.state.supply.unsupplied == {"F2"}
    assert set(borrowers(first.state, FRENCH)) == {"F1", "F3"}
    again = checked(first.state, units("F2 F1"))
    assert again.state.supply.trains_of == {"F2": "F9", "F1": "F9"}
    assert again.events[1] == SupplyChanged(FRENCH, units("F3"), units("F2"))


@pytest.mark.rule("N16.3")
@pytest.mark.parametrize("answer", ["F1", "F1 F1", "F1 F2 F3", "F1 F4", ""])
def test_a_train_feeds_two_of_those_who_can_reach_it(answer: str) -> None:
    state = laid(*GUESTS, LENDER, "F4 infantry 3-3 0201")
    asked = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F1"))
    refusal = asked.refusal(state, units(answer))
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (
        "N16.3",
        "Name 2 of the units that the train can feed.",
    )
    assert asked.refusal(state, units("F1 F2")) is None


@pytest.mark.rule("N16.3")
def test_nobody_is_asked_where_there_is_room() -> None:
    played = checked(laid(*GUESTS[:2], LENDER))
    assert played.questions(AssignTrain) == []
    assert played.events == [TrainAssigned(units("F2 F1"), unit("F9"))]
    assert checked(played.state).events == []


@pytest.mark.rule("N16.3")
def test_who_lives_on_one_train_takes_no_room_on_the_next() -> None:
    """F2 would fit on either: the second train has room for the two that only it can feed."""
    state = laid(
        "F2 infantry 3-3 1701 of:FII",
        "F3 infantry 3-3 1801 of:FII",
        "F4 infantry 3-3 1901 of:FII",
        "F8 train 0301",
        "F9 train 1601 of:FIII",
    )
    played = checked(state)
    assert played.of(TrainAssigned) == [
        TrainAssigned(units("F2"), unit("F8")),
        TrainAssigned(units("F3 F4"), unit("F9")),
    ]
    assert played.state.supply.unsupplied == frozenset()


@pytest.mark.rule("N16.3")
def test_who_has_a_train_of_his_own_or_a_line_takes_no_other() -> None:
    own = (*GUESTS, LENDER, "F8 train 0102 of:FII")
    assert checked(laid(*own)).questions(AssignTrain) == []
    near = laid("F1 infantry 3-3 0301 of:FII", "F2 infantry 3-3 0401 of:FII", GUESTS[2], LENDER)
    assert checked(near).of(TrainAssigned) == [TrainAssigned(units("F3"), unit("F9"))]


# -- what it means (N15.5)


def starving(*lines: str, out: str, **more: Any) -> GameState:
    state = position(OPEN, *lines, **more)
    state.supply = replace(state.supply, unsupplied=frozenset(units(out)))
    return state


@pytest.mark.rule("N15.5")
def test_it_costs_morale_once() -> None:
    line = "F1 infantry 5-3 0404"
    well, out = starving(line, out=""), starving(line, out="F1")
    assert morale_report(well, units("F1")).value - morale_report(out, units("F1")).value == 1
    out.spirit = replace(out.spirit, demoralized=(FI,))
    report = morale_report(out, units("F1"))
    assert [row for row in report.modifiers if row[1] < 0] == [("demoralized", -1, "N15.2")]


@pytest.mark.rule("N15.5")
@pytest.mark.parametrize(
    ("out", "word"), [("", None), ("F1", None), ("F1 F2", "out of supply"), ("A1", None)]
)
def test_a_formation_suffers_with_half_of_its_units(out: str, word: str | None) -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0405", "F3 infantry 5-3 0406")
    others = ("F4 infantry 5-3 uar", "FT train 0401", "A1 infantry 5-3 0707")
    state = starving(*lines, *others, out=out)
    assert weariness(state, FI) == word
    state.spirit = replace(state.spirit, exhausted=(FI,))
    assert weariness(state, FI) == (word or "exhausted")
    state.spirit = replace(state.spirit, demoralized=(FI,))
    assert weariness(state, FI) == "demoralized"


@pytest.mark.rule("N15.5", "N12.51")
@pytest.mark.parametrize(("verb", "shift"), [("defend", 1), ("attack", -1), ("reserve", None)])
def test_it_shifts_compliance(verb: str, shift: int | None) -> None:
    lines = ("F1 infantry 5-3 0404", "F5 leader 0404", "FOC overall 0101 of:FHQ")
    state = starving(*lines, out="F1", orders="FI: march 0101; FHQ: defend 0101")
    on_its_way(state, "FI", f"{verb} 0505")
    shifts = {reason: by for reason, by, _ in compliance_report(state, LineId("FI")).shifts}
    assert shifts.get("out of supply") == shift


@pytest.mark.rule("N15.5", "N8.31")
@pytest.mark.parametrize(("out", "counts"), [("F1 F2", True), ("F2", True), ("F3", False)])
def test_it_lowers_the_confidence_of_who_attacks(out: str, counts: bool) -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0404", "F3 infantry 5-3 0101")
    state = starving(*lines, "A1 infantry 5-3 0403", out=out, active="FI", orders="FI: attack 0403")
    report = confidence_report(state, Hex("0403"), units("F1 F2"))
    rows = [row for row in report.lines if row[0] == "out of supply"]
    assert rows == ([("out of supply", -2, "N15.5")] if counts else [])


@pytest.mark.rule("N15.5", "N15.2")
def test_neither_forced_march_nor_improved_position() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0404")
    marching = {"active": "FI", "orders": "FI: march 0101"}
    assert may_force(starving(*lines, out="", **marching), FI)
    assert not may_force(starving(*lines, out="F1", **marching), FI)
    digging = {"active": "FI", "orders": "FI: defend 0404"}
    assert building_hexes(starving(*lines, out="", **digging), FI) == ("0404",)
    assert building_hexes(starving(*lines, out="F1", **digging), FI) == ()


# -- columns under March (N16.7)


@pytest.mark.rule("N16.7")
@pytest.mark.parametrize(("order", "supplied"), [("march 0101", True), ("defend 1501", False)])
def test_a_formation_under_march_is_a_column_without_the_marker(order: str, supplied: bool) -> None:
    lines = ("F1 infantry 3-3 1901", "F2 infantry 3-3 1701", "F3 infantry 3-3 1501")
    found = checked(laid(*lines, orders=f"FI: {order}")).state.supply.unsupplied
    assert found == (frozenset() if supplied else {"F1", "F2"})


@pytest.mark.rule("N16.7")
def test_who_of_it_does_not_march_is_not_of_the_column() -> None:
    lines = ("F1 infantry 3-3 1901 division:1", "F2 infantry 3-3 1701", "F3 infantry 3-3 1501")
    orders = "FI: march 0101; FI/1: defend 1901"
    assert checked(laid(*lines, orders=orders)).state.supply.unsupplied == {"F1"}
    assert FII not in laid(*lines).battle.formations
