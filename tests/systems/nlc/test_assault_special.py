"""Assaults with leaders who lead, squares, bombarding guns and the Old Guard (N7, N8.81, N10.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    ConfidenceRolled,
    FireResolved,
    PursuitMade,
)
from hexwar.systems.nlc.events.losses import GuardDismayed, MoraleRolled, UnitDisrupted
from hexwar.systems.nlc.rules.combat.assault import ChooseDefenderTarget, DeclareAssault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.combat.fire import attack_report, defence_report
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import A1, F1, F2, F3, face, fight, on
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, position, unit, units

ASK = DeclareAssault(FRENCH, FormationId("FI"))
STAY: Answers = {ChooseAdvance: [None]}


def at(*lines: str, orders: str = "FI: probe 0401", **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", orders=orders, **more)


def own(report: FireReport, name: str) -> dict[str, int]:
    """The percentages of one unit."""
    line = next(line for line in report.lines if line.unit == unit(name))
    return {reason: percent for reason, percent, _ in line.percents}


def pips(report: FireReport) -> dict[str, int]:
    """The modifiers of a side's die."""
    return {reason: modifier for reason, modifier, _ in report.modifiers}


# -- leaders who lead (N7.5, N7.7)

NAPOLEON = "F-Nap overall 0404 of:FHQ napoleon"


def led(state: GameState, attackers: str, leader: str) -> tuple[FireReport, FireReport]:
    named = units(attackers)
    fight_ = fight_over(state, Hex("0403"), named, Hex("0404"), (LeaderId(leader),))
    return attack_report(state, fight_), defence_report(state, fight_)


@pytest.mark.rule("N7.5", "N7.7")
def test_napoleon_adds_a_quarter_to_the_infantry_in_his_hex() -> None:
    state = at(F1, "F2 light 4-3 0404", "F3 infantry 3-3 0304", A1, NAPOLEON)
    attack, _ = led(state, "F1 F2 F3", "F-Nap")
    assert own(attack, "F1") == {"led by F-Nap": 25}
    assert own(attack, "F2") == {"cavalry against infantry": -25}
    assert own(attack, "F3") == {}


@pytest.mark.rule("N7.5", "N7.7")
def test_ney_adds_a_quarter_to_all_attackers_in_his_hex() -> None:
    state = at(F1, "F2 light 4-3 0404", "F3 battery 3-3 0404", A1, "F-Ney leader 0404 ney")
    attack, _ = led(state, "F1 F2 F3", "F-Ney")
    assert own(attack, "F1") == own(attack, "F3") == {"led by F-Ney": 25}
    assert own(attack, "F2") == {"cavalry against infantry": -25, "led by F-Ney": 25}


@pytest.mark.rule("N7.5")
@pytest.mark.parametrize(("word", "rows"), [("napoleon", {"led by A-X": 25}), ("ney", {})])
def test_only_napoleon_leads_defenders(word: str, rows: dict[str, int]) -> None:
    state = at(F1, A1, f"A-X overall 0403 of:AHQ {word}")
    assert own(led(state, "F1", "A-X")[1], "A1") == rows


@pytest.mark.rule("N7.7")
def test_it_is_asked_after_confidence_and_before_the_dice() -> None:
    played = fight(at(F1, A1, NAPOLEON), [1, 1], answers={ChooseLeaderBonus: [True]})
    names = [type(question).__name__ for question, _ in played.asked]
    assert names.index("ChooseLeaderBonus") == 2
    assert played.story[:3] == ["AssaultDeclared", "ConfidenceRolled", "BonusUsed"]
    assert played.of(FireResolved)[0].strength == 6  # 5 at 125 %
    assert fight(at(F1, A1, NAPOLEON), [], confidence=6).questions(ChooseLeaderBonus) == []


@pytest.mark.rule("N7.7")
def test_the_attackers_side_is_asked_first() -> None:
    state = at(F1, A1, NAPOLEON, "A-X overall 0403 of:AHQ napoleon")
    asked = fight(state, [1, 1]).questions(ChooseLeaderBonus)
    assert [question.side for question in asked] == [FRENCH, ALLIED]


@pytest.mark.rule("N7.7")
def test_the_report_counts_a_bonus_that_is_named() -> None:
    state = at(F1, A1, NAPOLEON)
    plain = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert "F-Nap does not lead in person." in plain.assumed
    led_ = combat_report(state, on("0403", "F1"), Hex("0404"), bonus=(LeaderId("F-Nap"),))
    assert (plain.attack.strength, led_.attack.strength) == (5, 6)
    assert "F-Nap does not lead in person." not in led_.assumed


# -- squares (N10.31, N10.32)


@pytest.mark.rule("N8.81", "N10.31")
@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ((F1,), {"at a square": 1}),
        (("F1 battery 3-3 0404",), {"at a square": 1}),
        (("F1 light 5-3 0404",), {}),
    ],
)
def test_infantry_and_artillery_hit_a_square_better(
    lines: tuple[str, ...], rows: dict[str, int]
) -> None:
    state = at(*lines, f"{A1} square")
    report = attack_report(state, face(state))
    assert pips(report) == rows
    played = fight(state, [1, 1])
    assert played.of(FireResolved)[0].modifiers == sum(rows.values())


@pytest.mark.rule("N10.31")
def test_guns_that_cannot_fire_do_not_help_against_a_square() -> None:
    rows = OPEN.splitlines()
    rows[2] = ".  .  .  m  .  .  ."
    lines = ("F1 infantry 4-3 0404", "F2 light 5-3 0404", f"{A1} square")
    state = position(
        "\n".join(rows), *lines, active="FI", streams=["0403-0404"], crests=["0403-0404"]
    )
    assert attack_report(state, face(state, "F1 F2")).lines[0].strength == 0
    assert pips(attack_report(state, face(state, "F1 F2"))) == {}


@pytest.mark.rule("N8.81", "N10.31")
def test_a_square_and_the_three_arms_add_up() -> None:
    state = at(F1, "F2 light 4-3 0404", "F3 battery 3-3 0404", f"{A1} square")
    report = attack_report(state, face(state, "F1 F2 F3"))
    assert pips(report) == {"combined arms": 1, "at a square": 1}


@pytest.mark.rule("N8.7", "N10.31")
def test_a_square_has_no_flank() -> None:
    lines = (F1, "F2 infantry 4-3 0402")
    assert face(at(*lines, A1), "F1 F2").flank
    assert not face(at(*lines, f"{A1} square"), "F1 F2").flank
    assert not face(at(*lines, f"{A1} square", "A2 light 3-3 0403"), "F1 F2").flank


@pytest.mark.rule("N10.32")
def test_cavalry_in_the_hex_of_a_square_does_not_fire() -> None:
    state = at(F1, f"{A1} square", "A2 light 4-3 0403", "A3 battery 2-3 0403")
    report = defence_report(state, face(state))
    assert own(report, "A2") == {"behind a square": -100}
    assert own(report, "A1") == own(report, "A3") == {}
    assert report.strength == 7


@pytest.mark.rule("N10.31")
def test_a_unit_in_square_does_not_assault() -> None:
    state = at(f"{F1} square", F2, A1)
    assert ASK.options(state) == [on("0403", "F2"), None]
    refusal = ASK.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == "N10.31"


# -- guns that bombarded (N4.53, N9.9)

HORSE = "F2 light 4-3 0404"


@pytest.mark.rule("N8.81", "N9.9")
@pytest.mark.parametrize(
    ("attackers", "gun", "rows"),
    [
        ("F1 F2", "F3 battery 3-3 0406 bombarded:0403", {"combined arms with the guns": 1}),
        ("F1 F2", "F3 battery 3-3 0406 bombarded:0402", {}),
        ("F1 F2", "F3 battery 3-3 0406", {}),
        ("F1", "F3 battery 3-3 0406 bombarded:0403", {}),
        ("F2", "F3 battery 3-3 0406 bombarded:0403", {}),
        ("F1 F2", "F3 battery 3-3 0406 of:FII bombarded:0403", {}),
    ],
)
def test_guns_that_bombarded_the_target_count_as_its_artillery(
    attackers: str, gun: str, rows: dict[str, int]
) -> None:
    state = at(F1, HORSE, gun, A1)
    assert pips(attack_report(state, face(state, attackers))) == rows


@pytest.mark.rule("N4.32", "N9.9")
def test_guns_of_a_formation_that_acts_with_them_count() -> None:
    state = at(F1, HORSE, "F3 battery 3-3 0406 of:FII bombarded:0403", A1, also="FII")
    report = attack_report(state, face(state, "F1 F2"))
    assert pips(report) == {"combined arms with the guns": 1}


@pytest.mark.rule("N9.9", "N2.32")
def test_they_are_no_artillery_fire_for_morale() -> None:
    state = at(F1, HORSE, "F3 battery 3-3 0406 bombarded:0403", A1)
    report = combat_report(state, on("0403", "F1 F2"), Hex("0404"))
    assert "fired at by artillery" not in {
        reason for reason, _, _ in report.morale_defender.modifiers
    }


@pytest.mark.rule("N4.53", "N9.1")
@pytest.mark.parametrize("mark", ["bombarded:0402", "charged"])
def test_who_bombarded_or_charged_does_not_assault(mark: str) -> None:
    state = at(F1, f"F2 horse 3-3 0404 {mark}", A1)
    refusal = ASK.refusal(state, on("0403", "F1 F2"))
    assert refusal is not None
    assert refusal.rule == "N4.53"
    assert ASK.options(state) == [on("0403", "F1"), None]


@pytest.mark.rule("N4.46", "N4.53")
def test_marks_of_an_earlier_turn_do_not_keep_a_supporter_out() -> None:
    guest = "F2 horse 3-3 0404 of:FII bombarded:0402"
    state = at(F1, guest, A1, orders="FI: probe 0401; FII: support FI")
    assert ASK.refusal(state, on("0403", "F1 F2")) is None
    state.chits = replace(state.chits, acted=(*state.chits.acted, FormationId("FII")))
    refusal = ASK.refusal(state, on("0403", "F1 F2"))
    assert refusal is not None
    assert refusal.rule == "N4.53"


# -- the Old Guard (N7.4)

GUARD = "F1 infantry 5-2 0404 old_guard"


@pytest.mark.rule("N7.4")
def test_the_old_guard_goes_in_only_near_its_masters() -> None:
    alone = at(GUARD, A1)
    assert ASK.options(alone) == [None]
    refusal = ASK.refusal(alone, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == "N7.4"
    assert ASK.options(at(GUARD, A1, "F-Drouot leader 0407")) == [on("0403", "F1"), None]


@pytest.mark.rule("N7.4")
def test_when_it_fails_in_assault_those_who_see_it_check_before_it_goes() -> None:
    lines = (GUARD, "F5 infantry 3-2 0405 of:FII", A1, "F-Drouot leader 0407")
    played = fight(at(*lines), [1, 3, 5, 6])
    assert [e.purpose for e in played.of(MoraleRolled)] == ["retreat", "guard"]
    assert played.of(GuardDismayed) == [GuardDismayed(unit("F1"), Hex("0404"))]
    assert [e.unit for e in played.of(UnitDisrupted)] == ["F5", "F1"]
    assert played.story.index("GuardDismayed") < played.story.index("RetreatBegan")


@pytest.mark.rule("N7.4")
def test_when_it_fails_after_a_won_assault_they_check_too() -> None:
    lines = (
        "F1 infantry 12-2 0404 old_guard",
        "F5 infantry 3-2 0405 of:FII",
        "A1 infantry 12-1 0403",
        "F-Drouot leader 0407",
    )
    played = fight(at(*lines), [3, 6, 6, 6, 6], answers=STAY)
    assert [e.purpose for e in played.of(MoraleRolled)] == ["retreat", "advance", "guard"]


@pytest.mark.rule("N7.4")
def test_the_report_says_that_it_leaves_this_out() -> None:
    state = at(GUARD, A1, "F-Drouot leader 0407")
    said = combat_report(state, on("0403", "F1"), Hex("0404")).assumed
    assert "If the Old Guard gives way, nobody wavers who sees it." in said
    other = at(F1, A1, orders="FI: probe 0401; AI: defend 0403")
    said = combat_report(other, on("0403", "F1"), Hex("0404")).assumed
    assert said == (
        "The attackers have passed Attack Confidence.",
        "Losses fall on the strongest, stacks retreat together and the cheapest way.",
        "Nobody pursues.",
    )


@pytest.mark.rule("N8.35", "N8.6")
def test_the_report_says_whom_it_takes_the_defenders_to_fire_at() -> None:
    """The choice is theirs: where they have one, and until Attack Confidence has been rolled."""
    state = at(F1, "F2 infantry 3-3 0304", "F3 battery 3-3 0402", A1)
    many, hit = on("0403", "F1 F2"), Hex("0304")
    sentence = "The defenders choose to fire at 0304."
    assert sentence in combat_report(state, many, hit).assumed
    assert sentence in combat_report(state, many, hit, second_round=True).assumed

    alone = combat_report(state, on("0403", "F2"), hit).assumed
    with_guns = combat_report(state, on("0403", "F2 F3"), hit).assumed
    AssaultDeclared(many.units, many.target).apply(state)
    ConfidenceRolled(many.units, many.target, 1, 4, passed=True, is_final=False).apply(state)
    rolled = combat_report(state, many, hit).assumed
    for said in (alone, with_guns, rolled):
        assert not any("choose to fire" in line for line in said)


# -- pursuit (N8.11, N11.7)


@pytest.mark.rule("N8.11", "N11.7")
def test_cavalry_pursues_after_the_advance_and_before_the_winners_check() -> None:
    lines = ("F1 infantry 12-3 0404", F3, "A1 infantry 12-2 0403")
    state = at(*lines)
    calm = fight(state, [3, 6, 6, 1], answers={ChooseAdvance: [units("F1")]})
    ways = calm.questions(DeclarePursuit)[0].options(calm.state)
    answers: Answers = {ChooseAdvance: [units("F1")], DeclarePursuit: [ways[1]]}
    played = fight(state, [3, 6, 6, 1, 1, 1, 1], answers=answers)
    assert played.story.index("AdvanceMade") < played.story.index("PursuitMade")
    assert [e.purpose for e in played.of(MoraleRolled)] == [
        "retreat",
        "pursuit",
        "aftermath",
        "advance",
    ]
    assert len(played.of(PursuitMade)) == 1


@pytest.mark.rule("N11.7")
def test_nobody_pursues_where_the_defender_stays() -> None:
    lines = ("F1 infantry 5-3 0404", F3, A1)
    played = fight(at(*lines), [1, 1], "F1 F3", {ChooseDefenderTarget: [Hex("0404")]})
    assert played.questions(DeclarePursuit) == []
