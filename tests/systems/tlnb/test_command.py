"""Leaders, command and initiative (T5, T6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.command.command import (
    CheckUnits,
    NameOfficers,
    Naming,
    command_segment,
    initiative,
    led_by,
    officers_in_reach,
    unchecked_stacks,
)
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    MoveLeader,
    leaders_fate,
    ride_refusal,
)
from hexwar.systems.tlnb.state import Command, Spirit, Step, Supply, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, play, position, units

LINE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)


def army() -> TlnbState:
    """A commander [2] in 0102; officers 3, 9 and 10 1/2 hexes off; a leaderless stack at 6."""
    state = position(
        LINE,
        "FC overall 0102 rating:2 of:FH",
        "FR leader 0402 rating:3 of:FR1",
        "F1 infantry 4-3 0402 of:FR1",
        "FP leader 1002 rating:3 of:FP1",
        "F2 infantry 4-3 1002 of:FP1",
        "FQ leader 1302 rating:4 of:FQ1",
        "F3 infantry 4-4 1302 of:FQ1",
        "F4 infantry 4-3 1302 of:FQ1",
        "F5 infantry 4-3 0703 of:FS1",
        step=Step.COMMAND,
        command="",
    )
    state.command = Command()
    return state


@pytest.mark.rule("T35.8", "T5.4", "T5.5")
def test_a_commander_names_officers_in_range_and_stacks() -> None:
    state = army()
    commander = LeaderId("FC")
    assert set(officers_in_reach(state, commander)) == {"FR", "FP"}
    asked = NameOfficers(FRENCH, commander)
    legal = [
        Naming((LeaderId("FR"), LeaderId("FP"))),
        Naming((LeaderId("FR"),), units("F5")),
        Naming((LeaderId("FP"),), units("F5")),
        Naming(),
    ]
    for answer in legal:
        assert asked.refusal(state, answer) is None
    for answer in (
        Naming((LeaderId("FQ"),)),
        Naming((LeaderId("FR"), LeaderId("FP")), units("F5")),
        Naming((LeaderId("FR"), LeaderId("FR"))),
    ):
        assert asked.refusal(state, answer) is not None
    assert asked.options(state)[0] == legal[0]


@pytest.mark.rule("T4.3")
def test_a_road_hex_counts_half_for_command() -> None:
    road = " ".join(f"{n:02d}02" for n in range(1, 14))
    state = position(
        LINE,
        "FC overall 0102 rating:2 of:FH",
        "FQ leader 1302 rating:4 of:FQ1",
        "F3 infantry 4-4 1302 of:FQ1",
        roads=[road],
    )
    assert officers_in_reach(state, LeaderId("FC")) == (LeaderId("FQ"),)


@pytest.mark.rule("T5.6")
def test_an_officer_leads_his_own_within_four_hexes() -> None:
    state = position(
        LINE,
        "FR leader 0402 rating:3",
        "F1 infantry 4-3 0802",
        "F2 infantry 4-3 0902",
        "F3 infantry 4-3 0402 of:FII",
    )
    assert led_by(state, LeaderId("FR")) == {"F1"}


@pytest.mark.rule("T35.8", "T6.31", "T6.33", "T6.7")
def test_who_stands_with_an_officer_that_failed_does_not_roll() -> None:
    state = army()
    done = play(
        state,
        command_twice,
        [5],
        {
            NameOfficers: [Naming((LeaderId("FR"),))],
            "CheckOfficer": [LeaderId("FQ"), None],
            CheckUnits: [None],
        },
    )
    assert [(e.needed, e.passed) for e in done.of("OfficerChecked")] == [(4, False)]
    (asked,) = done.questions(CheckUnits)
    offered = {unit for stack in asked.options(done.state) if stack for unit in stack}
    assert not {"F3", "F4"} & offered
    assert done.state.command.units == {"F1"}


async def command_twice(table: Table[TlnbState]) -> None:
    """Naming, then the rolls."""
    await command_segment(table)
    await command_segment(table)


@pytest.mark.rule("T35.8", "T6.6", "T1.6")
def test_what_shakes_a_unit_lowers_its_initiative_once() -> None:
    state = position(LINE, "F1 infantry 4-3 0402 reduced")
    assert initiative(state, units("F1")) == 2
    state.spirit = Spirit(demoralized=frozenset({FormationId("FI")}))
    state.supply = Supply(frozenset(units("F1")))
    assert initiative(state, units("F1")) == 1


@pytest.mark.rule("T6.34")
def test_guns_alone_roll_against_one() -> None:
    state = position(LINE, "F1 battery 4-4 0402", "F2 infantry 4-3 0402")
    assert initiative(state, units("F1")) == 1
    assert initiative(state, units("F1 F2")) == 4


@pytest.mark.rule("T6.32", "T6.5")
@each("die passed", (3, True), (4, False))
def test_a_stack_rolls_once_with_its_best(die: int, passed: bool) -> None:
    state = position(LINE, "F1 infantry 4-2 0402", "F2 infantry 4-3 0402", command="")
    state.command = Command()
    done = play(state, command_segment, [die], {CheckUnits: [units("F1 F2")]})
    assert [(e.needed, e.passed) for e in done.of("UnitsChecked")] == [(3, passed)]
    assert unchecked_stacks(done.state, FRENCH) == ()
    assert done.state.command.units == ({"F1", "F2"} if passed else set())


@pytest.mark.rule("T5.7")
def test_a_commander_officer_commands_his_own_without_naming() -> None:
    state = position(LINE, "FC overall 0102 rating:1", "F1 infantry 4-3 0202", command="")
    state.command = Command()
    both = {LeaderId("FC"): 4}
    state.battle = replace(state.battle, officers=both)
    done = play(state, command_segment, [])
    assert done.state.command.units == {"F1"}


# -- leaders on the move and in danger


@pytest.mark.rule("T5.2", "T5.3", "T5.17")
def test_a_leader_enters_an_enemy_zone_only_to_friends() -> None:
    state = position(
        OPEN,
        "FC overall 0302 rating:2",
        "F1 infantry 4-3 0403",
        "A1 infantry 4-3 0504",
        step=Step.LEADERS,
    )
    ride = LeaderMove(LeaderId("FC"), (Hex("0302"), Hex("0402"), Hex("0403")))
    assert ride_refusal(state, ride) is None
    alone = LeaderMove(LeaderId("FC"), (Hex("0302"), Hex("0303"), Hex("0304"), Hex("0404")))
    refusal = ride_refusal(state, alone)
    assert refusal is not None
    assert refusal.rule == "T5.3"
    ends = {move.path[-1] for move in MoveLeader(FRENCH).options(state) if move}
    assert ends == {"0403"}


@pytest.mark.rule("T5.11")
@each("dice box", ((1,), Box.CAPTURED), ((2,), None))
def test_a_leader_who_is_left_alone_is_caught_on_a_one(
    dice: tuple[int, ...], box: Box | None
) -> None:
    state = position(
        OPEN, "FL leader 0302 rating:2", "F1 infantry 4-3 0505", "A1 infantry 4-3 0303"
    )
    done = play(state, lambda table: leaders_fate(table, Hex("0302"), FRENCH), dice)
    leader = done.state.leaders[LeaderId("FL")]
    assert leader.box is box
    assert leader.hex == (None if box else "0505")


@pytest.mark.rule("T5.11")
@each("dice is_taken", ((1, 2), True), ((1, 3), False))
def test_napoleon_is_caught_by_two_dice_only(dice: tuple[int, ...], is_taken: bool) -> None:
    state = position(
        OPEN,
        "FN overall 0302 rating:3 napoleon",
        "F1 infantry 4-3 0505",
        "A1 infantry 4-3 0303",
    )
    done = play(state, lambda table: leaders_fate(table, Hex("0302"), FRENCH), dice)
    assert (done.state.leaders[LeaderId("FN")].box is Box.CAPTURED) is is_taken


@pytest.mark.rule("T5.11")
def test_without_friends_near_by_a_leader_is_always_caught() -> None:
    state = position(OPEN, "FL leader 0302 rating:2", "A1 infantry 4-3 0303")
    done = play(state, lambda table: leaders_fate(table, Hex("0302"), FRENCH), [6])
    assert done.state.leaders[LeaderId("FL")].box is Box.CAPTURED
    assert UnitId("A1") in done.state.units
