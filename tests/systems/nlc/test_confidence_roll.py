"""The die of Attack Confidence, who may drop an assault, and who must try (N8.32-N8.36)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    AssaultDropped,
    ConfidenceRolled,
    FireResolved,
)
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, assault, assault_segment
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault, confidence_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from hexwar.table.reports import ConfidenceReport
from tests.systems.nlc.assaults import A1, F1, F2, fight, on
from tests.systems.nlc.positions import (
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

NEY = "F-Ney leader 0506 rating:2"
PROBE = "FI: probe 0401"
ASK = DeclareAssault(FRENCH, FormationId("FI"))


def at(*lines: str, rows: str = OPEN, active: str = "FI", **more: Any) -> GameState:
    return position(rows, *lines, active=active, **{"orders": PROBE, **more})


def rolled(state: GameState, attackers: str = "F1", target: str = "0403") -> ConfidenceReport:
    return confidence_report(state, Hex(target), units(attackers))


# -- the die (N8.32)


@pytest.mark.rule("N8.32")
@pytest.mark.parametrize(
    ("rating", "die", "passed", "is_final"),
    [
        (0, 1, True, False),
        (0, 2, False, False),
        (0, 3, False, True),
        (2, 2, True, False),
        (2, 3, False, False),
        (2, 4, False, False),
        (2, 5, False, True),
        (4, 4, True, False),
        (4, 5, False, False),
        (5, 5, True, False),
        (5, 6, False, False),
        (7, 6, False, False),
    ],
)
def test_what_a_die_means(rating: int, die: int, passed: bool, is_final: bool) -> None:
    state = at(F1, A1, f"F-Ney leader 0404 rating:{rating}")
    dice = [1, 1] if passed else []
    event = fight(state, dice, confidence=die).of(ConfidenceRolled)[0]
    assert event == ConfidenceRolled(units("F1"), Hex("0403"), rating, die, passed, is_final)


@pytest.mark.rule("N8.32")
@pytest.mark.parametrize(("rating", "faces"), [(0, 1), (1, 1), (2, 2), (5, 5), (7, 5)])
def test_the_chance_counts_the_faces_that_pass(rating: int, faces: int) -> None:
    report = rolled(at(F1, A1, f"F-Ney leader 0404 rating:{rating}"))
    assert report.chance == pytest.approx(faces / 6)


@pytest.mark.rule("N8.32", "N8.36")
def test_a_failed_check_makes_no_fire_and_uses_up_hex_and_units() -> None:
    state = at(F1, F2, A1, "A2 infantry 3-3 0405", NEY)
    played = fight(state, [], confidence=3)
    assert played.story == ["AssaultDeclared", "ConfidenceRolled"]
    assert played.result is None
    assert ASK.options(played.state) == [on("0405", "F2"), None]
    assert not played.state.units[unit("A1")].attacked
    assert played.state.assaults.struck == {}


@pytest.mark.rule("N8.32")
def test_a_bad_failure_ends_the_assaults_of_the_formation() -> None:
    state = at(F1, F2, A1, "A2 infantry 3-3 0405", NEY)
    played = fight(state, [], confidence=5)
    assert ASK.options(played.state) == [None]
    refusal = ASK.refusal(played.state, on("0405", "F2"))
    assert refusal is not None
    assert refusal.rule == "N8.32"


@pytest.mark.rule("N8.32", "N4.35")
def test_a_bad_failure_does_not_bind_formations_that_were_not_there() -> None:
    lines = (F1, "F2 infantry 4-3 0404 of:FII", A1, "A2 infantry 3-3 0405")
    state = at(*lines, also="FII", orders="FI: probe 0401; FII: probe 0401")
    played = fight(state, [], confidence=5)
    assert ASK.options(played.state) == [on("0405", "F2"), None]


@pytest.mark.rule("N8.36", "N12.64")
def test_a_passed_check_counts_as_an_assault() -> None:
    played = fight(at(F1, A1), [1, 1])
    assert played.state.units[unit("A1")].attacked
    assert played.state.assaults.hit == (FormationId("AI"),)
    assert played.state.assaults.struck == {FormationId("FI"): ((1, Hex("0403")),)}


# -- dropping (N8.34, N8.36)


def dropped(state: GameState) -> Played[Any]:
    declared = on("0403", "F1")
    answers: Answers = {ConfirmAssault: [False]}
    return play(state, lambda table: assault(table, FRENCH, declared), [], answers)


@pytest.mark.rule("N8.34", "N8.36")
def test_a_dropped_assault_uses_up_the_hex_only() -> None:
    played = dropped(at(F1, A1, "A2 infantry 3-3 0405"))
    assert played.events == [
        AssaultDeclared(units("F1"), Hex("0403")),
        AssaultDropped(units("F1"), Hex("0403")),
    ]
    assert ASK.options(played.state) == [on("0405", "F1"), None]
    assert not played.state.units[unit("A1")].attacked


@pytest.mark.rule("N8.34")
def test_the_question_has_words_for_its_answers() -> None:
    asked = ConfirmAssault(FRENCH, Hex("0403"), units("F1"))
    state = at(F1, A1)
    assert asked.options(state) == (True, False)
    assert [asked.kind(answer) for answer in (True, False)] == ["assault", "pass"]


# -- who must roll (N8.33)

MUST = "FI: attack 0401"


@pytest.mark.rule("N8.33")
def test_an_attack_may_not_drop_its_first_assault() -> None:
    state = at(F1, A1, orders=MUST)
    asked = ConfirmAssault(FRENCH, Hex("0403"), units("F1"))
    assert asked.options(state) == (True,)
    refusal = asked.refusal(state, answer=False)
    assert refusal is not None
    assert refusal.rule == "N8.33"
    assert rolled(state).must_roll


@pytest.mark.rule("N8.33")
def test_after_one_roll_the_others_may_be_dropped() -> None:
    state = at(F1, F2, A1, "A2 infantry 3-3 0405", orders=MUST)
    failed = fight(state, [], confidence=6).state
    assert failed.activation is not None
    assert failed.activation.confident == (FormationId("FI"),)
    asked = ConfirmAssault(FRENCH, Hex("0405"), units("F2"))
    assert asked.options(failed) == (True, False)


@pytest.mark.rule("N8.33")
def test_an_attack_in_contact_may_not_end_before_it_has_rolled() -> None:
    state = at(F1, A1, orders=MUST)
    assert ASK.options(state) == [on("0403", "F1")]
    refusal = ASK.refusal(state, None)
    assert refusal is not None
    assert refusal.rule == "N8.33"
    after = fight(state, [], confidence=6).state
    assert ASK.refusal(after, None) is None


@pytest.mark.rule("N8.33", "N8.35")
def test_the_only_assault_is_still_declared_by_the_player() -> None:
    state = at(F1, A1, orders=MUST)
    assert not ASK.is_forced(state, ASK.options(state))
    assert ASK.is_forced(state, [None])


@pytest.mark.rule("N8.33")
@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("F1 infantry 5-3 0404", PROBE),
        ("F1 infantry 5-3 0404", "FI: defend 0403"),
        ("F1 infantry 5-3 0404", ""),
        ("F1 infantry 5-3 0404 disrupted", MUST),
        ("F1 infantry 5-3 0404 column", MUST),
        ("F1 infantry 5-3 0406", MUST),
    ],
)
def test_who_owes_nothing_or_cannot_may_end(line: str, orders: str) -> None:
    state = at(line, A1, orders=orders)
    assert ASK.refusal(state, None) is None
    played = play(state, assault_segment, answers={DeclareAssault: [None]})
    assert played.events == [SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)]


@pytest.mark.rule("N8.33", "N8.36")
def test_a_target_that_has_been_named_binds_nobody() -> None:
    assert ASK.refusal(at(F1, A1, orders=MUST, assaulted="0403"), None) is None


@pytest.mark.rule("N8.33", "N4.35")
def test_each_formation_that_attacks_owes_a_roll_of_its_own() -> None:
    lines = (F1, "F2 infantry 4-3 0404 of:FII", A1, "A2 infantry 3-3 0405")
    state = at(*lines, also="FII", orders="FI: attack 0401; FII: attack 0401")
    after = fight(state, [], confidence=6).state
    assert ASK.options(after) == [on("0405", "F2")]
    together = fight(state, [], "F1 F2", confidence=6).state
    assert ASK.options(together) == [None]


# -- the order of an assault (N8.35)


@pytest.mark.rule("N8.35")
def test_confidence_comes_before_everything_else() -> None:
    played = fight(at(F1, "A1 light 5-3 0403", "F-Nap overall 0404 of:FHQ napoleon"), [1, 1])
    names = [type(question).__name__ for question, _ in played.asked]
    assert names == [
        "ConfirmAssault",
        "Roll",
        "ChooseRetreatBeforeAssault",
        "ChooseLeaderBonus",
        "ChooseDefenderTarget",
        "Roll",
        "Roll",
    ]
    assert played.story[:2] == ["AssaultDeclared", "ConfidenceRolled"]
    assert len(played.of(FireResolved)) == 2


@pytest.mark.rule("N8.1")
def test_a_named_hex_is_not_named_again() -> None:
    state = at(F1, F2, A1, assaulted="0403")
    assert state.activation is not None
    assert state.activation.assaulted == hexes("0403")
    refusal = ASK.refusal(state, on("0403", "F2"))
    assert refusal is not None
    assert refusal.rule == "N8.1"
