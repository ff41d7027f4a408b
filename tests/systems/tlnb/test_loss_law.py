"""Guns, charges, losses, spirits and points in the small print: T11 to T15, T23, T28."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.bombardment import bombard
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import (
    charge,
    charge_segment,
    may_all_charge,
    may_charge_horse,
    ride_refusal,
    rider_refusal,
)
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal, duties_of
from hexwar.systems.tlnb.rules.combat.odds import shock_result
from hexwar.systems.tlnb.rules.command.marches import march_order_segment
from hexwar.systems.tlnb.rules.losses.demoralization import (
    is_collapsed,
    losses_of,
    lost_sp,
    review,
)
from hexwar.systems.tlnb.rules.losses.losses import take_step
from hexwar.systems.tlnb.rules.losses.recovery import recovery_segment
from hexwar.systems.tlnb.rules.turn.status import status_segment
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.rules.victory.victory import end_by_collapse, totals
from hexwar.systems.tlnb.state import (
    Blow,
    Fights,
    Losses,
    Marks,
    Ride,
    Shot,
    Spirit,
    Step,
    TlnbState,
)
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, Presence, UnitId
from hexwar.table.pieces import Box, Unit
from tests.systems.nlc.cases import each, rule_of
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units
from tests.systems.tlnb.hands import dealt

HORSE = "F1 heavy 6-4 0302"
RIDE = Ride(units("F1"), Hex("0305"), (Hex("0302"), Hex("0303"), Hex("0304")))


def broken(*formations: str) -> Spirit:
    return Spirit(demoralized=frozenset(FormationId(f) for f in formations))


# -- the turn


@pytest.mark.rule("T2.5")
@each("turn rolls", (1, 1), (2, 0))
def test_the_weather_is_rolled_on_weather_turns_only(turn: int, rolls: int) -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", step=Step.WEATHER)
    turns = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY, month=1) for n in (1, 2, 3))
    state.battle = replace(state.battle, weather_turns=(1, 3), turns=turns)
    state.turn = turn
    done = play(state, weather_segment, [1] * rolls)
    assert len(done.of("WeatherRolled")) == rolls


@pytest.mark.rule("T2.7")
def test_the_marks_of_a_side_go_off_when_its_a_3_begins() -> None:
    state = position(
        OPEN, "F1 infantry 4-3 0304 moved", "A1 infantry 4-3 0404 assaulted", step=Step.STATUS
    )
    state.marks = Marks(returned=frozenset(units("F1")))
    after = play(state, status_segment).state
    assert after.units[UnitId("F1")].moved
    state.step = Step.MARCH_ORDERS
    cleared = play(state, march_order_segment).state
    assert not cleared.units[UnitId("F1")].moved
    assert cleared.marks.returned == frozenset()


# -- guns


@pytest.mark.rule("T12.13", "T11.63")
def test_woods_and_works_do_not_weaken_guns_and_nobody_advances_behind_them() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  w  .  .  .  ."
    lines = ("F1 battery 6-3 0303", "A1 infantry 6-3 0304")
    for state in (position(OPEN, *lines), position("\n".join(rows), *lines, positions=["0304"])):
        assert barrage(state, Shot(units("F1"), Hex("0304"))).strength == 6
    done = play(
        position(OPEN, *lines), lambda table: bombard(table, Shot(units("F1"), Hex("0304"))), [4]
    )
    assert done.state.units_in(Hex("0304")) == ()
    assert done.questions("Advance") == []


# -- charges


@pytest.mark.rule("T13.1", "T10.13")
def test_cavalry_attacks_like_others_too() -> None:
    state = position(OPEN, "F1 light 4-3 0304", "F2 heavy 4-3 0304", "A1 infantry 4-3 0404")
    assert declaration_refusal(state, Blow(units("F1 F2"), Hex("0404"))) is None


@pytest.mark.rule("T13.13", "T13.2")
@each(
    "line command rule",
    (HORSE, "F1", None),
    (HORSE, "", "T13.2"),
    (HORSE + " charged", "F1", "T13.12"),
    (HORSE + " assaulted", "F1", "T13.12"),
    ("F1 infantry 6-4 0302", "F1", "T13.2"),
)
def test_who_may_charge(line: str, command: str, rule: str | None) -> None:
    state = position(OPEN, line, "A1 infantry 5-3 0305", command=command)
    assert rule_of(rider_refusal(state, UnitId("F1"))) == rule
    state.spirit = broken("FI")
    assert rule_of(rider_refusal(state, UnitId("F1"))) is not None


@pytest.mark.rule("T13.13", "T13.2")
def test_another_enemy_holds_the_cavalry_in_his_zone() -> None:
    state = position(OPEN, HORSE, "A1 infantry 5-3 0305", "A2 infantry 2-3 0202")
    assert rule_of(ride_refusal(state, RIDE)) == "T13.2"


@pytest.mark.rule("T13.16", "T13.3")
@each("kind", "streams", "slopes", "rivers")
def test_the_last_hexside_bars_a_charge(kind: str) -> None:
    more: dict[str, Any] = {kind: ["0304-0305"]}
    state = position(OPEN, HORSE, "A1 infantry 5-3 0305", **more)
    assert rule_of(ride_refusal(state, RIDE)) == "T13.14"
    assert ride_refusal(position(OPEN, HORSE, "A1 infantry 5-3 0305"), RIDE) is None


@pytest.mark.rule("T13.12", "T10.24")
def test_charges_are_ridden_one_after_another_and_an_impossible_one_is_dropped() -> None:
    state = position(OPEN, HORSE, "F2 heavy 6-4 0502", "A1 infantry 5-3 0305", step=Step.CHARGE)
    other = Ride(units("F2"), Hex("0305"), (Hex("0502"), Hex("0403"), Hex("0404")))
    state.fights = Fights(rides=(RIDE, other))
    first = play(state, charge_segment, [1])
    assert first.state.units[UnitId("F1")].hex == "0305"
    second = play(first.state, charge_segment)
    assert [e.units for e in second.of("ChargeDropped")] == [units("F2")]


@pytest.mark.rule("T13.10", "T13.21", "T10.11")
def test_a_charged_hex_may_be_attacked_and_need_not_be() -> None:
    state = position(
        OPEN, "F1 heavy 6-4 0304 charged", "F2 infantry 4-3 0204", "A1 infantry 5-3 0305"
    )
    state.fights = Fights(charged=frozenset({Hex("0305")}))
    assert duties_of(state) == (units("F2"), frozenset())
    assert declaration_refusal(state, Blow(units("F1"), Hex("0305"))) is None


@pytest.mark.rule("T13.18", "T13.8")
def test_chargers_stop_on_their_way_back_where_there_is_room() -> None:
    state = position(
        OPEN, HORSE, "A1 infantry 5-3 0305", "F2 infantry 6-3 0302", "F3 infantry 4-3 0302"
    )
    done = play(state, lambda table: charge(table, RIDE), [6])
    assert done.state.units[UnitId("F1")].hex == "0303"


@pytest.mark.rule("T28.4", "T13.2")
@each("charts all_ride horse columns", ("4lb5", False, False, 6), ("rev8", True, True, 4))
def test_what_goes_with_a_set_of_charts(
    charts: str, all_ride: bool, horse: bool, columns: int
) -> None:
    state = position(OPEN, HORSE, "A1 infantry 5-3 0305", flags={"charts": charts})
    assert (may_all_charge(state), may_charge_horse(state)) == (all_ride, horse)
    assert len(state.numbers.charge.charts[charts].table[0]) == columns
    apart = position(OPEN, HORSE, flags={"charts": "4lb5", "charge_who": "all"})
    assert may_all_charge(apart)


@pytest.mark.rule("T28.3")
@each("charts", "4lb5", "rev8")
def test_shock_is_the_same_by_both_sets(charts: str) -> None:
    state = position(OPEN, HORSE, "A1 infantry 5-3 0305", flags={"charts": charts})
    assert [shock_result(state, n, 2) for n in (1, 2, 3, 4)] == ["Ar", "1R", "Dr", "Dr2"]
    assert onset(state, RIDE).initiatives == (4, 3)


# -- losses


@pytest.mark.rule("T14.1")
def test_a_second_step_is_the_last() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        take_step(table, UnitId("F1"))

    once = play(position(OPEN, "F1 infantry 5-3 0304"), flow).state
    assert (once.units[UnitId("F1")].reduced, once.sp(UnitId("F1"))) == (True, 3)
    twice = play(once, flow).state
    assert twice.units[UnitId("F1")].hex is None


@pytest.mark.rule("T14.9", "T14.3")
def test_each_unit_rolls_once_guns_by_their_print_and_a_natural_six_is_lost() -> None:
    state = position(
        OPEN,
        "FL leader 0304 rating:3",
        "FT train 0305",
        "F1 battery 4-4 uar",
        "F2 infantry 4-4 uar",
        kind=TurnKind.NIGHT_AM,
        step=Step.RECOVERY,
        bases=["french:0101"],
    )
    done = play(state, recovery_segment, [5, 6], {"ReturnUnit": [None]}).state
    assert done.units[UnitId("F1")].box is Box.RECOVERED
    assert done.units[UnitId("F2")].box is Box.PEU


# -- spirits


@pytest.mark.rule("T15.4")
def test_a_formation_takes_heart_when_its_losses_fall_below_the_level() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        review(table)

    state = position(
        OPEN,
        "F1 infantry 6-3 0304 reduced",
        "F2 infantry 4-3 0305",
        formations={"FI": {"demoralization_sp": 4}},
    )
    state.spirit = broken("FI")
    assert play(state, flow).state.spirit.demoralized == frozenset()
    state.put_unit(Unit(UnitId("F2"), box=Box.RECOVERED))
    assert play(state, flow).state.spirit.demoralized == {"FI"}


@pytest.mark.rule("T15.8", "T15.6")
def test_who_is_due_counts_as_steady_an_uncalled_alternate_not_at_all() -> None:
    lines = ("F1 infantry 6-3 0304", "F2 infantry 6-3 due of:FII", "A1 infantry 4-3 0701")
    due = {"FII": {"presence": Presence.REINFORCEMENT}}
    state = position(OPEN, *lines, formations=due)
    state.spirit = broken("FI")
    assert not is_collapsed(state, FRENCH)
    spare = position(OPEN, *lines, formations={"FII": {"presence": Presence.ALTERNATE}})
    spare.spirit = broken("FI")
    assert is_collapsed(spare, FRENCH)


@pytest.mark.rule("T15.8")
def test_if_both_sides_break_nobody_has_won_by_it() -> None:
    async def flow(table: Table[TlnbState]) -> bool:
        return end_by_collapse(table)

    state = position(OPEN, "F1 infantry 6-3 0304", "A1 infantry 6-3 0701")
    state.spirit = broken("FI", "AI")
    assert not play(state, flow).result
    state.spirit = broken("AI")
    done = play(state, flow)
    assert done.result
    assert [e.winner for e in done.of("GameEnded")] == [FRENCH]


# -- points


@pytest.mark.rule("T23.8", "T15.7", "T23.1")
def test_who_began_reduced_has_not_lost_that_and_who_is_back_counts_a_step() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "A1 infantry 8/3-3 0701 reduced",
        "A2 infantry 6/3-3 0702 reduced",
    )
    state.battle = replace(state.battle, reduced_at_start=frozenset(units("A1")))
    assert [lost_sp(state, u) for u in units("A1 A2")] == [0, 3]
    assert losses_of(state, FormationId("AI")) == totals(state)[FRENCH] == 3
    state.put_unit(Unit(UnitId("A1"), box=Box.PEU))
    assert lost_sp(state, UnitId("A1")) == 8


@pytest.mark.rule("T23.7", "T23.1")
def test_napoleon_taken_is_worth_a_commander_and_does_not_end_the_game() -> None:
    state = position(
        OPEN, "F1 infantry 4-3 0304", "FN overall due rating:3 napoleon", "A1 infantry 4-3 0701"
    )
    state.step = Step.STATUS
    state.losses = Losses(captured={LeaderId("FN"): 1})
    assert totals(state)[ALLIED] == 10
    assert play(state, status_segment).state.outcome is None


@pytest.mark.rule("T23.3")
def test_cards_in_hand_count_nothing() -> None:
    state = dealt("F1 infantry 4-3 0304", french="general-advance late-start")
    assert set(totals(state).values()) == {0}
