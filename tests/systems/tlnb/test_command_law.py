"""Who commands whom, for how long, and what leaders are: the law of T1, T4, T5 and T6."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.ground.zones import enemy_zone, is_in_contact
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.cards.modes import strongest
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.results import Advance
from hexwar.systems.tlnb.rules.command.command import (
    CheckOfficer,
    CheckUnits,
    NameOfficers,
    Naming,
    command_segment,
    is_in_command,
    led_by,
    nameable,
    next_commander,
    officer_initiative,
    officers_in_reach,
    stacks_in_reach,
    unchecked_officers,
    unchecked_stacks,
)
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate, replace_officers
from hexwar.systems.tlnb.rules.losses.demoralization import losses_of
from hexwar.systems.tlnb.rules.losses.recovery import officers_of
from hexwar.systems.tlnb.rules.movement.reach import standing_refusal
from hexwar.systems.tlnb.rules.movement.segment import MoveUnits
from hexwar.systems.tlnb.rules.movement.stacking import is_too_many
from hexwar.systems.tlnb.state import Blow, Command, Losses, Step, Supply, TlnbState, view
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box, Leader
from tests.systems.nlc.cases import each, rule_of
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units

LINE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)


def army(*lines: str, **more: Any) -> TlnbState:
    """A position in which nobody is in command yet."""
    state = position(LINE, *lines, step=Step.COMMAND, command="", **more)
    state.command = Command()
    return state


# -- pieces


@pytest.mark.rule("T1.9", "T5.7")
def test_who_has_both_numbers_names_others_and_leads_his_own() -> None:
    state = army(
        "FC overall 0202 rating:1", "F1 infantry 4-3 0302", "FR leader 0402 rating:2 of:FII"
    )
    state.battle = replace(state.battle, officers={**state.battle.officers, LeaderId("FC"): 4})
    assert nameable(state, LeaderId("FC")) == (LeaderId("FR"),)
    done = play(state, command_segment, [], {NameOfficers: [Naming((LeaderId("FR"),))]})
    assert done.state.command.officers == {"FC", "FR"}
    assert officer_initiative(state, LeaderId("FC")) == 4


@pytest.mark.rule("T1.10")
def test_both_sides_look_into_all_boxes() -> None:
    state = position(OPEN, "F1 infantry 4-3 uar", "A1 infantry 4-3 uar", "A2 infantry 4-3 0404")
    for side in (FRENCH, ALLIED):
        seen = view(state, side)
        assert {u for u in seen.units if seen.units[u].box is Box.UAR} == {"F1", "A1"}


@pytest.mark.rule("T1.12", "T1.6")
@each("sp steps reduced", (5, 2, 3), (4, 2, 2), (1, 1, 0))
def test_a_battery_has_two_steps_as_others_and_one_strength_point_has_one(
    sp: int, steps: int, reduced: int
) -> None:
    card = position(OPEN, f"F1 battery {sp}-3 0304").battle.units[UnitId("F1")]
    assert (card.steps, card.reduced_sp) == (steps, reduced)


@pytest.mark.rule("T1.14", "T15.1")
def test_an_attached_unit_counts_for_the_formation_that_lists_it() -> None:
    state = position(
        OPEN, "F1 infantry 4-3 uar", "F2 infantry 3-3 uar of:FII", "F3 infantry 2-3 0304"
    )
    assert losses_of(state, FormationId("FI")) == 4
    assert losses_of(state, FormationId("FII")) == 3


# -- terms


@pytest.mark.rule("T4.2", "T5.1")
def test_only_combat_units_have_zones_and_make_contact() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "AL leader 0404 rating:3", "AT train 0303")
    assert not enemy_zone(state, FRENCH)
    assert not is_in_contact(state, UnitId("F1"))
    crowded = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 1-3 0404")
    assert is_in_contact(crowded, UnitId("F1"))


@pytest.mark.rule("T5.1", "T9.3")
def test_leaders_take_up_no_room() -> None:
    lines = [f"FL{n} leader 0304 rating:2 of:F{n}" for n in range(5)]
    state = position(OPEN, "F1 infantry 6-3 0304", "F2 infantry 6-3 0304", *lines)
    assert not is_too_many(state, Hex("0304"), state.units_in(Hex("0304"), FRENCH))


@pytest.mark.rule("T4.5", "T4.4")
def test_command_reaches_who_stands_in_a_zone_and_not_beyond_him() -> None:
    state = position(
        LINE, "FL leader 0202 rating:3", "F1 infantry 4-3 0402", "A1 infantry 4-3 0502"
    )
    assert led_by(state, LeaderId("FL")) == {"F1"}
    walled = position(
        "\n".join([".  .  .  .  .  .  .  ."] * 2),
        "FL leader 0101 rating:3",
        "F1 infantry 4-3 0501",
        "A1 infantry 4-3 0302",
    )
    assert led_by(walled, LeaderId("FL")) == frozenset()


@pytest.mark.rule("T4.6", "T5.11", "T5.20")
@each("far box", ("1202", None), ("1302", Box.CAPTURED))
def test_a_refuge_is_looked_for_within_ten_plain_hexes(far: str, box: Box | None) -> None:
    road = " ".join(f"{n:02d}02" for n in range(2, 14))
    state = position(LINE, "FL leader 0202 rating:2", f"F1 infantry 4-3 {far}", roads=[road])
    done = play(state, lambda table: leaders_fate(table, Hex("0202"), FRENCH), [5])
    assert done.state.leaders[LeaderId("FL")].box is box


@pytest.mark.rule("T4.1", "T4.7")
def test_the_strongest_force_has_most_as_it_stands_and_of_equals_each_may_be_picked() -> None:
    lines = ("F1 infantry 5-3 0304", "F2 infantry 9/3-3 0504 reduced of:FII")
    state = position(OPEN, *lines)
    assert [set(force) for force in strongest(state, FRENCH)] == [{"F1"}]
    equal = position(OPEN, "F1 infantry 5-3 0304", "F2 infantry 5-3 0504 of:FII")
    assert [set(force) for force in strongest(equal, FRENCH)] == [{"F1"}, {"F2"}]


# -- naming


@pytest.mark.rule("T5.8")
def test_an_officer_out_of_supply_is_named_like_others() -> None:
    state = army(
        "FC overall 0202 rating:1 of:FH", "FL leader 0402 rating:2", "F1 infantry 4-3 0402"
    )
    state.supply = Supply(frozenset(units("F1")))
    done = play(state, command_segment, [], {NameOfficers: [Naming((LeaderId("FL"),))]})
    assert done.state.command.officers == {"FL"}


@pytest.mark.rule("T5.9", "T6.10", "T6.2", "T6.1")
@each("die in_command", (3, {"F1"}), (4, set()))
def test_without_a_commander_an_officer_rolls(die: int, in_command: set[str]) -> None:
    state = army("FL leader 0402 rating:3", "F1 infantry 4-1 0502")
    answers: dict[Any, list[Any]] = {CheckOfficer: [LeaderId("FL")]}
    answers |= {CheckUnits: [None]} if die > 3 else {}
    done = play(state, command_segment, [die], answers)
    assert done.state.command.units == in_command
    refusal = standing_refusal(done.state, UnitId("F1"))
    assert rule_of(refusal) == (None if in_command else "T6.9")


@pytest.mark.rule("T5.12")
def test_a_captured_officer_has_a_successor_worse_by_one() -> None:
    lines = ("FL leader due rating:3", "F1 infantry 4-3 0402", "FC overall due rating:2 of:FH")
    state = position(LINE, *lines)
    for name in ("FL", "FC"):
        state.leaders[LeaderId(name)] = Leader(LeaderId(name), box=Box.CAPTURED)
    state.losses = Losses(captured={LeaderId("FL"): 1, LeaderId("FC"): 1})

    async def flow(table: Table[TlnbState]) -> None:
        replace_officers(table)

    done = play(state, flow).state
    assert done.leaders[LeaderId("FL")].hex == "0402"
    assert officer_initiative(done, LeaderId("FL")) == 2
    assert done.leaders[LeaderId("FC")].box is Box.CAPTURED


@pytest.mark.rule("T5.13")
def test_a_commander_with_a_list_names_its_formations_only_and_nobody_twice() -> None:
    lines = (
        "FC overall 0202 rating:2 of:FH",
        "FW wing 0302 rating:1 of:FW",
        "FL leader 0402 rating:2",
        "FM leader 0502 rating:2 of:FII",
    )
    state = army(*lines)
    assert set(nameable(state, LeaderId("FC"))) == {"FL", "FM"}
    reach = {LeaderId("FW"): (FormationId("FII"),)}
    state.battle = replace(state.battle, reach=reach)
    assert officers_in_reach(state, LeaderId("FW")) == (LeaderId("FM"),)
    done = play(
        state,
        _twice,
        [],
        {NameOfficers: [Naming((LeaderId("FM"),))], CheckOfficer: [None]},
    )
    assert [q.commander for q in done.questions(NameOfficers)] == ["FC"]
    assert nameable(done.state, LeaderId("FW")) == ()


async def _twice(table: Table[TlnbState]) -> None:
    await command_segment(table)
    await command_segment(table)


@pytest.mark.rule("T5.14", "T5.10")
def test_each_commander_awake_on_the_map_names_for_himself() -> None:
    lines = (
        "FC overall 0202 rating:1 of:FH",
        "FW wing 0302 rating:1 of:FW",
        "FL leader 0402 rating:2",
        "FM leader 0502 rating:2 of:FII",
    )
    state = army(*lines)
    assert next_commander(state, FRENCH) == "FC"
    state.command = replace(state.command, asleep=frozenset({LeaderId("FC")}))
    assert next_commander(state, FRENCH) == "FW"
    state.leaders[LeaderId("FW")] = Leader(LeaderId("FW"), box=Box.CAPTURED)
    state.forget()
    assert next_commander(state, FRENCH) is None


@pytest.mark.rule("T5.15")
def test_command_holds_when_the_officer_has_gone() -> None:
    state = army("FL leader 0402 rating:3", "F1 infantry 4-3 0402")
    done = play(state, command_segment, [1], {CheckOfficer: [LeaderId("FL")]}).state
    done.put_leader(Leader(LeaderId("FL"), hex=Hex("1402")))
    done.forget()
    assert led_by(done, LeaderId("FL")) == frozenset()
    assert is_in_command(done, UnitId("F1"))
    assert standing_refusal(done, UnitId("F1")) is None


@pytest.mark.rule("T5.16", "T6.3")
def test_naming_comes_first_then_officers_then_units() -> None:
    state = army(
        "FC overall 0202 rating:1 of:FH",
        "FL leader 0402 rating:3",
        "FM leader 0602 rating:3 of:FII",
        "F1 infantry 4-3 1402",
    )
    answers: dict[Any, list[Any]] = {
        NameOfficers: [Naming((LeaderId("FL"),))],
        CheckOfficer: [LeaderId("FM")],
        CheckUnits: [units("F1")],
    }
    done = play(state, _twice, [1, 1], answers)
    asked = [type(q).__name__ for q, _ in done.found.asked if type(q).__name__ != "Roll"]
    assert asked == ["NameOfficers", "CheckOfficer", "CheckUnits"]


@pytest.mark.rule("T5.18", "T11.57")
def test_leaders_go_with_the_stack_that_retreats_and_with_who_advances() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0304",
        "FL leader 0304 rating:3",
        "A1 infantry 3-3 0404",
        "AL leader 0404 rating:3",
        "AT train 0404",
    )
    blow = Blow(units("F1"), Hex("0404"))
    done = play(state, lambda table: attack(table, blow), [4], {Advance: [units("F1")]}).state
    assert done.leaders[LeaderId("AL")].hex == done.units[UnitId("A1")].hex != "0404"
    assert done.leaders[LeaderId("FL")].hex == "0404"


@pytest.mark.rule("T5.19")
def test_a_formation_without_an_officer_is_named_stack_by_stack_and_its_lost_wait() -> None:
    state = army("FC overall 0202 rating:1 of:FH", "F1 infantry 4-3 0402", "F2 infantry 4-3 uar")
    assert officers_in_reach(state, LeaderId("FC")) == ()
    assert stacks_in_reach(state, LeaderId("FC")) == (units("F1"),)
    assert officers_of(state, FRENCH) == ()
    led = army("FL leader 0402 rating:3", "F1 infantry 4-3 0402", "F2 infantry 4-3 uar")
    assert officers_of(led, FRENCH) == (LeaderId("FL"),)
    assert unchecked_stacks(state, FRENCH) == (units("F1"),)


# -- out of command


@pytest.mark.rule("T6.35", "T6.9", "T6.36")
def test_who_is_out_of_command_stays_and_trains_never_are() -> None:
    state = position(LINE, "F1 infantry 4-3 0402", "FT train 0602", step=Step.MOVEMENT, command="")
    listed = MoveUnits(FRENCH).options(state)
    assert (units("FT") in listed, units("F1") in listed) == (True, False)
    assert [is_in_command(state, u) for u in units("FT F1")] == [True, False]
    assert rule_of(MoveUnits(FRENCH).refusal(state, units("F1"))) == "T6.9"


@pytest.mark.rule("T6.8")
def test_of_one_hex_those_in_command_may_leave() -> None:
    state = position(
        LINE, "F1 infantry 4-3 0402", "F2 infantry 4-3 0402", step=Step.MOVEMENT, command="F2"
    )
    listed = MoveUnits(FRENCH).options(state)
    assert units("F2") in listed
    assert units("F1 F2") not in listed


@pytest.mark.rule("T1.13", "T6.7", "T6.32")
def test_units_of_two_formations_roll_together_with_the_best() -> None:
    state = army("F1 infantry 4-2 0402", "F2 infantry 4-4 0402 of:FII", "FT train 0402")
    done = play(state, command_segment, [4], {CheckUnits: [units("F1 F2")]})
    (checked,) = done.of("UnitsChecked")
    assert (checked.needed, checked.passed) == (4, True)


@pytest.mark.rule("T6.10", "T6.31")
def test_a_barred_officer_and_one_out_of_range_roll_and_a_named_one_does_not() -> None:
    state = army(
        "FC overall 0102 rating:1 of:FH",
        "FL leader 0402 rating:3",
        "FM leader 1602 rating:3 of:FII",
    )
    state.command = replace(state.command, officers=frozenset({LeaderId("FL")}))
    assert unchecked_officers(state, FRENCH) == (LeaderId("FM"),)
