"""One assault, step by step (N8.35, N8.6, N8.9)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved, StalemateReached
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
    UnitRetreated,
)
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome, ChooseDefenderTarget
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.table.forces import LeaderId
from tests.systems.nlc.assaults import A1, F1, F3, fight, on
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, Played, position, unit, units


def kinds(played: Played[Any], *left_out: type[Event]) -> list[str]:
    """The story after the roll for confidence, without some events."""
    names = [kind.__name__ for kind in left_out]
    return [name for name in played.story[2:] if name not in names]


@pytest.mark.rule("N8.6", "N8.35")
def test_the_defender_chooses_whom_he_fires_at() -> None:
    state = position(OPEN, F1, F3, A1, active="FI")
    played = fight(state, [1, 1], "F1 F3", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.target for e in played.of(FireResolved)] == ["0403", "0404"]
    question = played.questions(ChooseDefenderTarget)[0]
    assert (question.side, question.kind(Hex("0404"))) == (ALLIED, "fire")
    assert question.refusal(state, Hex("0403")) is not None


@pytest.mark.rule("N8.6", "N8.8")
def test_both_dice_fall_before_either_result_is_read() -> None:
    state = position(OPEN, "F1 infantry 9-3 0404", "A1 infantry 5-3 0403", active="FI")
    played = fight(state, [1, 6, 1])
    assert [question.about() for question, _ in played.asked if question.side == "chance"] == [
        "die for Attack Confidence",
        "die for attackers' fire",
        "die for defenders' fire",
        "die for attackers' morale",
    ]
    assert played.of(FireResolved) == [
        FireResolved(FRENCH, units("F1"), Hex("0403"), 9, 3, 1, 0, "-"),
        FireResolved(ALLIED, units("A1"), Hex("0404"), 5, 2, 6, 0, "M1"),
    ]


@pytest.mark.rule("N8.8")
def test_a_side_without_strength_does_not_roll() -> None:
    rows = "\n".join([".  .  .  .  .  .  .", ".  .  .  .  .  .  .", ".  .  .  w  .  .  ."])
    rows += "\n" + "\n".join([".  .  .  .  .  .  ."] * 4)
    state = position(rows, F1, "A1 infantry 5-3 0403 disrupted", active="FI")
    played = fight(state, [1])
    assert [e.side for e in played.of(FireResolved)] == [FRENCH]


@pytest.mark.rule("N8.81")
def test_combined_arms_add_to_the_die_that_is_told() -> None:
    lines = ("F1 infantry 5-3 0404", F3, "F4 battery 2-3 0404")
    state = position(OPEN, *lines, A1, active="FI")
    answers: Answers = {ChooseDefenderTarget: [Hex("0404")]}
    attack = fight(state, [1, 1, 1], "F1 F3 F4", answers).of(FireResolved)[0]
    assert (attack.die, attack.modifiers, attack.result) == (1, 1, "M")


# -- N8.9 step by step. Strengths: 12 SP fire in column 11-14, 5 SP in column 5-7.

BIG = "F1 infantry 12-3 0404"
ROWS_11 = {1: "M", 2: "M", 3: "M", 4: "M1", 5: "1", 6: "1"}
ROWS_5 = {1: "-", 2: "-", 3: "M", 4: "M", 5: "M", 6: "M1"}


@pytest.mark.rule("N8.9")
def test_nobody_checks_where_nothing_is_hit() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [2, 2])
    assert kinds(played) == ["FireResolved", "FireResolved", "StalemateReached"]
    assert played.result is AssaultOutcome.STALEMATE


@pytest.mark.rule("N8.9")
def test_defender_fails_and_retreats_and_the_attackers_check_is_dropped() -> None:
    # attack 3: M; defence 3: M; the defenders' morale is 4, and a 5 fails
    state = position(OPEN, F1, "A1 infantry 5-2 0403", active="FI")
    played = fight(state, [3, 3, 5], answers={ChooseAdvance: [None]})
    assert kinds(played, FireResolved) == [
        "MoraleRolled",
        "RetreatBegan",
        "UnitRetreated",
        "UnitDisrupted",
    ]
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert [e.units for e in played.of(MoraleRolled)] == [units("A1")]


@pytest.mark.rule("N8.9", "N11.2")
def test_defender_routs_by_a_margin_of_three() -> None:
    # 12 to 5 is no modifier; morale 3, a 6 misses by 3
    state = position(OPEN, BIG, "A1 infantry 5-2 0403", active="FI")
    played = fight(state, [1, 1, 6], answers={ChooseAdvance: [None]})
    assert played.result is AssaultOutcome.DEFENDER_ROUTS
    assert [e.cause for e in played.of(StepLost)] == ["rout"]
    assert len(played.of(UnitRetreated)[0].path) == 4


@pytest.mark.rule("N8.9", "N8.91")
def test_losses_fall_on_both_before_anybody_checks() -> None:
    # attack 5 in 11-14: "1"; defence 6 of 12 SP: "1"
    lines = (BIG, "A1 infantry 6-3 0403", "A2 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", formations={"AI": {"stacks_as_division": True}})
    played = fight(state, [5, 6, 1, 1])
    assert kinds(played, FireResolved) == [
        "StepLost",
        "StepLost",
        "MoraleRolled",
        "MoraleRolled",
        "StalemateReached",
    ]
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("A1", "fire"), ("F1", "fire")]
    checks = [(e.units, e.purpose) for e in played.of(MoraleRolled)]
    assert checks == [(units("A1 A2"), "retreat"), (units("F1"), "retreat")]


@pytest.mark.rule("N8.91")
def test_losses_fall_on_the_stack_that_was_hit_only() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 7-3 0304", "A1 infantry 12-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6, 1, 1], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.unit for e in played.of(StepLost)] == ["F1"]


@pytest.mark.rule("N3.5", "N8.6")
def test_units_that_stand_by_in_the_hex_are_hit_too() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 6-3 0404", "A1 infantry 5-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6, 6], "F1")
    assert played.of(MoraleRolled)[0].units == units("F1 F2")
    assert [e.unit for e in played.of(UnitRetreated)] == ["F1", "F2"]


@pytest.mark.rule("N8.9")
def test_attacker_fails_and_retreats_one_hex_disrupted() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [1, 3, 5])
    assert kinds(played, FireResolved) == [
        "MoraleRolled",
        "RetreatBegan",
        "UnitRetreated",
        "UnitDisrupted",
    ]
    assert played.result is AssaultOutcome.ATTACKER_REPULSED
    assert len(played.of(UnitRetreated)[0].path) == 2


@pytest.mark.rule("N8.9", "N11.15")
def test_attacker_routs_two_hexes_and_loses_a_step() -> None:
    state = position(OPEN, "F1 infantry 5-2 0404", A1, active="FI")
    played = fight(state, [1, 3, 6])
    assert played.result is AssaultOutcome.ATTACKER_ROUTS
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("F1", "rout")]
    assert len(played.of(UnitRetreated)[0].path) == 3


@pytest.mark.rule("N8.91")
def test_attackers_that_were_not_hit_stay() -> None:
    state = position(OPEN, F1, F3, A1, active="FI")
    played = fight(state, [1, 3, 5], "F1 F3", {ChooseDefenderTarget: [Hex("0404")]})
    assert [e.unit for e in played.of(UnitRetreated)] == ["F1"]
    assert played.state.units[unit("F3")].hex == "0304"
    assert played.of(StalemateReached) == []


@pytest.mark.rule("N8.9")
def test_both_pass_and_stay_in_contact() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = fight(state, [3, 3, 4, 4])
    assert kinds(played, FireResolved) == ["MoraleRolled", "MoraleRolled", "StalemateReached"]
    assert [e.units for e in played.of(MoraleRolled)] == [units("A1"), units("F1")]
    assert played.of(StalemateReached) == [StalemateReached(Hex("0403"))]


@pytest.mark.rule("N8.9")
def test_an_attacker_that_lost_a_step_still_checks_and_is_only_disrupted() -> None:
    # defence 12 SP, 6: "1"; attack 12 SP, 3: "M"
    lines = (BIG, "A1 infantry 12-2 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [3, 6, 6, 6], answers={ChooseAdvance: [units("F1")]})
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert kinds(played, FireResolved)[-3:] == ["AdvanceMade", "MoraleRolled", "UnitDisrupted"]
    last = played.of(MoraleRolled)[-1]
    assert (last.units, last.purpose, last.passed) == (units("F1"), "advance", False)
    assert played.state.units[unit("F1")].hex == "0403"
    calm = fight(state, [3, 6, 6, 1], answers={ChooseAdvance: [units("F1")]})
    assert calm.of(UnitDisrupted)[-1].unit == "A1"


@pytest.mark.rule("N8.9")
def test_a_bystander_who_is_disrupted_already_is_not_marked_twice() -> None:
    lines = ("F1 infantry 9-3 0404", "F2 infantry 3-3 0404 disrupted", "A1 infantry 12-2 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [6, 6, 6, 6], answers={ChooseAdvance: [None]})
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1", "F1"]


@pytest.mark.rule("N8.91")
def test_the_guns_of_a_defender_who_is_gone_no_longer_matter() -> None:
    lines = (BIG, "A1 infantry 9-2 0403", "A2 battery 3-3 0403")
    state = position(OPEN, *lines, active="FI")
    won = fight(state, [3, 6, 6, 1], answers={ChooseAdvance: [None]}).of(MoraleRolled)[-1]
    assert (won.purpose, won.modifiers) == ("advance", -1)  # reduced
    stayed = fight(state, [3, 6, 1, 1]).of(MoraleRolled)[-1]
    assert (stayed.purpose, stayed.modifiers) == ("retreat", -2)  # reduced, artillery


@pytest.mark.rule("N8.9")
def test_a_defender_without_units_checks_nothing() -> None:
    state = position(OPEN, BIG, "A1 light 1/0-3 0403", "AT train 0401", active="FI")
    played = fight(state, [5, 1], answers={ChooseAdvance: [None]})
    assert kinds(played, FireResolved) == ["UnitEliminated"]
    assert played.result is AssaultOutcome.DEFENDER_ELIMINATED


@pytest.mark.rule("N8.9", "N8.91")
def test_an_attacker_without_units_checks_nothing() -> None:
    lines = ("F1 light 1/0-3 0404", "F2 infantry 5-3 0304", "A1 infantry 12-3 0403")
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [1, 6], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert kinds(played, FireResolved) == ["UnitEliminated"]
    assert played.result is AssaultOutcome.ATTACKER_ELIMINATED


@pytest.mark.rule("N8.9")
def test_a_defender_who_cannot_retreat_is_eliminated() -> None:
    rivers = ["0303-0403", "0402-0403", "0403-0503"]
    state = position(OPEN, F1, A1, active="FI", rivers=rivers)
    played = fight(state, [3, 1, 6], answers={ChooseAdvance: [None]})
    assert played.result is AssaultOutcome.DEFENDER_ELIMINATED


@pytest.mark.rule("N8.9")
def test_an_attacker_who_cannot_retreat_is_eliminated() -> None:
    rivers = ["0305-0404", "0404-0405", "0404-0505"]
    state = position(OPEN, F1, A1, active="FI", rivers=rivers)
    assert fight(state, [1, 3, 6]).result is AssaultOutcome.ATTACKER_ELIMINATED


@pytest.mark.rule("N8.12", "N14.71")
def test_leaders_of_stacks_shot_to_pieces_roll_before_the_checks() -> None:
    lines = ("A1 light 1/0-3 0403", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401")
    state = position(OPEN, BIG, *lines, active="FI")
    taken = fight(state, [5, 1, 2], answers={ChooseAdvance: [None]})
    assert taken.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Olsufiev"), FRENCH)]
    free = fight(state, [5, 1, 3], answers={ChooseAdvance: [None]})
    assert free.of(LeaderDisplaced) == [LeaderDisplaced(LeaderId("A-Olsufiev"), Hex("0401"))]


@pytest.mark.rule("N5.32", "N8.7")
def test_an_assaulted_column_is_flanked_fires_badly_and_forms_up() -> None:
    state = position(OPEN, F1, f"{A1} column", active="FI")
    played = fight(state, [3, 1, 1])
    assert played.of(FireResolved)[1].strength == 3
    assert played.of(MoraleRolled)[0].modifiers == -2
    assert played.of(ColumnLeft) == [ColumnLeft(unit("A1"))]
    gone = fight(state, [3, 1, 6], answers={ChooseAdvance: [None]})
    assert gone.of(ColumnLeft) == []


@pytest.mark.rule("N2.46", "N8.71")
def test_a_flanked_defender_checks_at_minus_two() -> None:
    lines = (F1, "F2 infantry 4-3 0402", A1)
    state = position(OPEN, *lines, active="FI")
    played = fight(state, [3, 1, 1], "F1 F2", {ChooseDefenderTarget: [Hex("0404")]})
    assert played.of(MoraleRolled)[0].modifiers == -2  # 9 to 5 weighs nothing


# -- the preview


@pytest.mark.rule("N8.35")
def test_the_report_lays_the_assault_open() -> None:
    lines = (F1, F3, "F4 infantry 2-5 0404", A1, "A2 battery 3-3 0403", "A-Ols leader 0403")
    state = position(OPEN, *lines, "F-Ney leader 0404", active="FI")
    report = combat_report(state, on("0403", "F3 F1"), Hex("0404"))
    assert (report.target, report.attackers, report.defenders) == (
        "0403",
        units("F1 F3"),
        units("A1 A2"),
    )
    assert (report.hit_hex, report.flank) == ("0404", False)
    # 5 + 3 x 75 % = 7.25; 5 + 3 = 8
    assert (report.attack.strength, report.defence.strength) == (7, 8)
    assert {reason: pips for reason, pips, _ in report.morale_defender.modifiers} == {
        "leader": 1,
        "weight of fire": 2,
    }
    assert report.morale_attacker is not None
    assert (report.morale_attacker.unit, report.morale_attacker.value) == ("F4", 5)
    assert report.leaders == (LeaderId("F-Ney"), LeaderId("A-Ols"))
    assert report.dice == ()


@pytest.mark.rule("N8.35")
def test_the_report_changes_nothing() -> None:
    state = position(OPEN, F1, A1, active="FI")
    before = state.copy()
    combat_report(state, on("0403", "F1"), Hex("0404"))
    assert (state.units, state.activation) == (before.units, before.activation)


@pytest.mark.rule("N8.9")
def test_eliminated_units_leave_their_sp_in_the_story() -> None:
    state = position(OPEN, BIG, "A1 light 1/0-3 0403", active="FI")
    played = fight(state, [5, 1], answers={ChooseAdvance: [None]})
    assert [(e.unit, e.sp, e.cause) for e in played.of(UnitEliminated)] == [("A1", 1, "fire")]
