"""The worked examples of the rulebook (N28), played with the dice that they tell of.

Every number here is worked out by hand from the printed tables, as the text of the example does.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import UnitLostForGood, UnitReturned
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome
from hexwar.systems.nlc.rules.combat.bombardment import BombardmentOutcome, bombard
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.reaction import Reaction
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.pursuit import Pursuit
from hexwar.systems.nlc.rules.losses.rally import Recovery, rally_phase
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.assaults import fight, terrain
from tests.systems.nlc.cases import each
from tests.systems.nlc.charges import ride
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

ATTACK = "FI: attack 0401; AI: defend 0403"
FRENCH_GUNS = ("F1 battery 4-3 0405", "F2 horse 3-3 0405")


def attacking(*lines: str, rows: str = OPEN) -> GameState:
    return position(rows, *lines, active="FI", orders=ATTACK)


def shots(played: Played[Any]) -> list[tuple[int, str]]:
    """The strength and the result of each side's fire."""
    return [(event.strength, event.result) for event in played.of("FireResolved")]


def checks(played: Played[Any]) -> list[tuple[str, int, int, bool]]:
    """Each morale check: the first unit, the morale, the die, whether it passed."""
    events = played.of("MoraleRolled")
    return [(event.units[0], event.value, event.die, event.passed) for event in events]


def confidence(played: Played[StrEnum | None]) -> list[tuple[int, int, bool]]:
    return [(e.value, e.die, e.passed) for e in played.of("ConfidenceRolled")]


def bombarded(
    lines: Sequence[str], dice: Sequence[int], *, guns: str, answers: Answers, rows: str = OPEN
) -> Played[BombardmentOutcome]:
    """A bombardment of 0403."""
    state = position(rows, *lines, active="FI", segment=Segment.BOMBARDMENT)
    declared = Bombardment(Hex("0403"), units(guns))
    return play(state, lambda table: bombard(table, FRENCH, declared), dice, answers)


# -- assaults


@pytest.mark.rule("N28.10", "N8.31", "N8.8", "N8.11")
def test_an_assault_in_the_open() -> None:
    state = attacking(
        "F1 infantry 5-3 0404", "F2 infantry 4-3 0404", "F9 leader 0404 rating:3",
        "A1 infantry 5-3 0403",
    )  # fmt: skip
    played = fight(state, [5, 3, 4], "F1 F2", confidence=4)
    assert confidence(played) == [(6, 4, True)]
    assert shots(played) == [(9, "M1"), (5, "M")]
    assert checks(played) == [("A1", 3, 4, False)]
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert [(event.hexes, event.rout) for event in played.of("RetreatBegan")] == [(2, False)]
    assert played.state.units[unit("A1")].disrupted
    assert [event.units for event in played.of("AdvanceMade")] == [units("F1 F2")]
    assert played.of("StepLost") == []


@pytest.mark.rule("N28.11", "N8.5", "N2.32")
def test_an_assault_on_a_town() -> None:
    state = attacking(
        "F1 infantry 6-3 0404", "F2 infantry 5-3 0404", "F9 leader 0401 rating:2",
        "A1 infantry 4-3 0403 russian", rows=terrain("t"),
    )  # fmt: skip
    played = fight(state, [3, 6, 5, 5], "F1 F2", confidence=3)
    assert confidence(played) == [(5, 3, True)]
    assert shots(played) == [(8, "M"), (4, "M1")]
    assert checks(played) == [("A1", 5, 5, True), ("F1", 3, 5, False)]
    assert played.result is AssaultOutcome.ATTACKER_REPULSED
    assert [event.hexes for event in played.of("RetreatBegan")] == [1]
    assert all(played.state.units[name].disrupted for name in units("F1 F2"))


@pytest.mark.rule("N28.12", "N8.7", "N11.2", "N11.4")
def test_an_assault_on_a_flank() -> None:
    state = attacking(
        "F1 infantry 5-3 0404", "F3 battery 3-3 0404", "F2 infantry 4-3 0402",
        "A1 infantry 6-4 0403",
    )  # fmt: skip
    played = fight(state, [4, 1, 5], "F1 F2 F3", confidence=2)
    assert confidence(played) == [(6, 2, True)]
    assert shots(played) == [(12, "M1"), (6, "-")]
    assert checks(played) == [("A1", 1, 5, False)]
    assert [(event.hexes, event.rout) for event in played.of("RetreatBegan")] == [(3, True)]
    assert [(event.unit, event.sp, event.cause) for event in played.of("StepLost")] == [
        ("A1", 3, "rout")
    ]
    assert [(event.sp, event.cause) for event in played.of("UnitEliminated")] == [
        (3, "zone of control")
    ]
    assert played.result is AssaultOutcome.DEFENDER_ELIMINATED
    assert played.state.units[unit("A1")].box is Box.UAR


@pytest.mark.rule("N28.13", "N8.10", "N8.93")
def test_a_second_round() -> None:
    state = attacking("F1 infantry 5-3 0404", "F9 leader 0401 rating:3", "A1 infantry 5-3 0403")
    played = fight(state, [3, 1, 5, 4, 5, 1, 5], answers={"RepeatAssault": [True]}, confidence=5)
    assert confidence(played) == [(5, 5, True), (4, 4, True)]
    assert shots(played) == [(5, "M"), (5, "-"), (5, "M1"), (5, "-")]
    assert checks(played) == [("A1", 5, 5, True), ("A1", 4, 5, False)]
    assert played.result is AssaultOutcome.DEFENDER_RETREATS


# -- bombardments


@pytest.mark.rule("N28.14", "N9.6")
def test_a_bombardment_with_d() -> None:
    lines = ("F1 battery 4-3 0405", "A1 infantry 5-3 0403", "A2 infantry 4-2 0403")
    answers: Answers = {"ChooseBombardmentVictim": [unit("A2")]}
    played = bombarded(lines, [3, 4], guns="F1", answers=answers)
    fire = played.of("BombardmentResolved")[0]
    assert (fire.strength, fire.column, fire.result) == (4, 2, "d")
    assert checks(played) == [("A2", 2, 4, False)]
    assert [event.unit for event in played.of("UnitDisrupted")] == ["A2"]


@pytest.mark.rule("N28.15", "N9.2", "N9.8")
def test_a_bombardment_with_capital_d() -> None:
    lines = (*FRENCH_GUNS, "A1 infantry 5-3 0403", "A2 infantry 4-2 0403")
    played = bombarded(lines, [4, 5], guns="F1 F2", answers={}, rows=terrain("w"))
    fire = played.of("BombardmentResolved")[0]
    assert (fire.strength, fire.column, fire.result) == (4, 2, "D")
    assert checks(played) == [("A1", 3, 5, False)]
    assert [event.unit for event in played.of("UnitDisrupted")] == ["A1", "A2"]


@pytest.mark.rule("N28.16", "N9.6")
def test_a_bombardment_with_a_step_loss() -> None:
    lines = ("F1 battery 6-3 0405", "F2 horse 5-3 0405", "A1 infantry 5-3 0403 column")
    played = bombarded(lines, [3, 2], guns="F1 F2", answers={})
    fire = played.of("BombardmentResolved")[0]
    assert (fire.strength, fire.die, fire.modifiers, fire.result) == (11, 3, 1, "1")
    assert [(event.unit, event.sp) for event in played.of("StepLost")] == [("A1", 2)]
    assert checks(played) == [("A1", 2, 2, True)]
    assert played.result is BombardmentOutcome.STEP


# -- charges


@pytest.mark.rule("N28.17", "N10.31", "N10.61")
def test_a_charge_on_a_square() -> None:
    state = attacking("F1 heavy 6-3 0406", "F2 light 4-3 0406", "A1 infantry 5-3 0403")
    played = ride(state, [4, 5, 3, 4, 5], named="F1 F2")
    assert [event.units for event in played.of("SquareFormed")] == [units("A1")]
    assert shots(played) == [(3, "M"), (5, "M")]
    assert checks(played) == [
        ("A1", 4, 4, True),
        ("A1", 4, 4, True),
        ("F1", 4, 5, False),
    ]
    assert played.result is ChargeOutcome.CHARGERS_REPULSED
    assert all(played.state.units[name].disrupted for name in units("F1 F2"))
    assert played.state.units[unit("F1")].hex == "0406"


@pytest.mark.rule("N28.18", "N10.6", "N11.7", "N10.7")
def test_a_charge_on_unformed_foot() -> None:
    state = attacking("F1 heavy 6-3 0406", "A1 infantry 5-3 0403")
    chase = Pursuit(units("F1"), Hex("0601"), hexes("0403 0503 0502"))
    answers: Answers = {
        "ChooseRetreatPath": [hexes("0403 0503 0502 0601")],
        "DeclarePursuit": [chase],
    }
    played = ride(state, [5, 3, 2, 4, 3, 3, 4], answers)
    assert shots(played) == [(12, "M"), (3, "-")]
    assert checks(played) == [
        ("A1", 4, 5, False),
        ("A1", 3, 4, False),
        ("F1", 4, 3, True),
        ("F1", 4, 4, True),
    ]
    assert played.result is ChargeOutcome.TARGET_ROUTS
    assert [(event.hexes, event.rout) for event in played.of("RetreatBegan")] == [(3, True)]
    assert [event.units for event in played.of("AdvanceMade")] == [units("F1")]
    pursuit = played.of("PursuitResolved")[0]
    assert (pursuit.die, pursuit.modifiers, pursuit.loss) == (3, 2, True)
    assert [event.cause for event in played.of("StepLost")] == ["rout"]
    assert [(event.sp, event.cause) for event in played.of("UnitEliminated")] == [(3, "pursuit")]
    assert not played.state.units[unit("F1")].disrupted


@pytest.mark.rule("N28.19", "N10.2", "N10.21", "N10.5")
def test_a_charge_that_is_met() -> None:
    state = attacking("F1 heavy 6-3 0406", "A1 infantry 5-3 0403", "A2 light 4-3 0503")
    reaction = Reaction(units("A2"), hexes("0503 0504 0404"))
    answers: Answers = {"ChooseReactionCharge": [reaction]}
    played = ride(state, [3, 4, 5, 5, 2, 4, 2, 3, 5], answers)
    assert shots(played) == [(8, "M"), (4, "M"), (5, "M")]
    assert checks(played) == [
        ("A2", 4, 3, True),  # it dares
        ("A2", 4, 5, False),
        ("F1", 4, 2, True),
        ("A1", 4, 4, True),  # square
        ("F1", 4, 3, True),
        ("F1", 4, 5, False),  # after the charge
    ]
    assert [event.loser for event in played.of("ReactionResolved")] == ["reactors"]
    assert [(e.units, e.hexes) for e in played.of("RetreatBegan")] == [(units("A2"), 3)]
    assert played.result is ChargeOutcome.HELD
    assert [event.unit for event in played.of("UnitDisrupted")] == ["A2", "F1"]


# -- the published ones


@pytest.mark.rule("N28.8")
@each("die box", (3, None), (5, Box.PEU))
def test_a_brigade_from_the_box(die: int, box: Box | None) -> None:
    state = position(
        OPEN, "F1 infantry 5-3 uar", "F-Marmont leader 0404 rating:3", "A1 infantry 5-3 0701",
        orders="FI: reserve 0404",
    )  # fmt: skip
    answers: Answers = {"ChooseRecovery": [Recovery(unit("F1"), Hex("0405"))]}
    played = play(state, rally_phase, [die], answers)
    record = played.state.units[unit("F1")]
    assert (record.hex, record.box) == (None if box else "0405", box)
    assert (record.reduced, record.disrupted) == ((False, False) if box else (True, True))
    assert len(played.of(UnitLostForGood if box else UnitReturned)) == 1
    assert [event.returns for event in played.of("RecoveryRolled")] == [box is None]


@pytest.mark.rule("N28.9", "N11.4")
def test_a_retreat_through_a_zone() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0304", "A1 infantry 5-3 0403")
    rivers = ["0402-0403", "0403-0503", "0403-0504", "0304-0403"]  # only 0303 is open
    state = position(OPEN, *lines, "A2 infantry 4-3 0403", rivers=rivers)
    toll = Toll(ALLIED, units("A1 A2"))
    away = hexes("0404")
    played = play(state, lambda t: retreat(t, toll, away, attacking=False, rout=False))
    path = played.questions("ChooseRetreatPath")[0].options(state)[0]
    assert len(path) == 3
    assert path[1] == "0303"
    assert [(event.unit, event.cause) for event in played.of("StepLost")] == [
        ("A1", "zone of control")
    ]
    assert [event.unit for event in played.of("UnitDisrupted")] == ["A1", "A2"]
