"""The second round of an assault after a stalemate (N8.10, N8.93)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    AssaultRepeated,
    ConfidenceRolled,
    FireResolved,
    StalemateReached,
)
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.rules.combat.assault import (
    AssaultOutcome,
    ChooseDefenderTarget,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.assaults import A1, F1, F3, fight, on
from tests.systems.nlc.positions import FRENCH, OPEN, Answers, position, unit, units

AGAIN: Answers = {RepeatAssault: [True]}
STAY: Answers = {ChooseAdvance: [None]}
NEY = "F-Ney leader 0506 rating:2"


def at(*lines: str, orders: str = "FI: attack 0401", **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", orders=orders, **more)


@pytest.mark.rule("N8.10")
def test_after_a_stalemate_an_attack_may_stop_and_that_is_the_default() -> None:
    played = fight(at(F1, A1), [2, 2])
    question = played.questions(RepeatAssault)[0]
    assert (question.side, question.units) == (FRENCH, units("F1"))
    assert question.options(played.state) == (False, True)
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "assault"]
    assert played.result is AssaultOutcome.STALEMATE
    assert played.of(AssaultRepeated) == []


@pytest.mark.rule("N8.10", "N8.93")
def test_it_goes_on_with_a_new_confidence_one_lower_and_both_fires() -> None:
    played = fight(
        at(F1, "A1 infantry 5-2 0403", NEY), [2, 2, 3, 3, 3, 5], answers={**AGAIN, **STAY}
    )
    assert played.of(AssaultRepeated) == [AssaultRepeated(units("F1"), Hex("0403"))]
    assert [(e.value, e.die) for e in played.of(ConfidenceRolled)] == [(4, 1), (3, 3)]
    assert len(played.of(FireResolved)) == 4
    assert played.result is AssaultOutcome.DEFENDER_RETREATS
    assert len(played.of(StalemateReached)) == 1


@pytest.mark.rule("N8.10", "N8.32")
@pytest.mark.parametrize(("die", "is_final"), [(4, False), (6, True)])
def test_without_confidence_it_ends_as_it_stood(die: int, is_final: bool) -> None:
    played = fight(at(F1, A1, NEY), [2, 2, die], answers=AGAIN)
    last = played.of(ConfidenceRolled)[-1]
    assert (last.passed, last.is_final) == (False, is_final)
    assert played.result is AssaultOutcome.STALEMATE
    assert len(played.of(FireResolved)) == 2


@pytest.mark.rule("N8.10", "N5.32", "N5.33")
def test_a_tail_that_was_assaulted_is_gone_before_a_second_round() -> None:
    played = fight(at(F1, "A1 infantry 9-5 0402 tail:0403", NEY), [2, 2])
    assert played.result is AssaultOutcome.STALEMATE
    assert played.of(ColumnLeft) == [ColumnLeft(unit("A1"))]
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.10")
def test_there_is_no_third_round() -> None:
    played = fight(at(F1, A1, NEY), [2, 2, 1, 2, 2], answers=AGAIN)
    assert len(played.questions(RepeatAssault)) == 1
    assert len(played.of(StalemateReached)) == 2


@pytest.mark.rule("N8.10")
@pytest.mark.parametrize("order", ["probe 0401", "defend 0403", "support FII"])
def test_only_an_attack_goes_on(order: str) -> None:
    played = fight(at(F1, A1, orders=f"FI: {order}"), [2, 2])
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.10")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ([3, 1, 6], AssaultOutcome.DEFENDER_RETREATS),
        ([1, 3, 5], AssaultOutcome.ATTACKER_REPULSED),
    ],
)
def test_not_after_one_side_gave_way(dice: list[int], outcome: AssaultOutcome) -> None:
    answers: Answers = STAY if outcome is AssaultOutcome.DEFENDER_RETREATS else {}
    played = fight(at(F1, A1), dice, answers=answers)
    assert played.result is outcome
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.93")
def test_those_who_are_left_go_on() -> None:
    lines = ("F1 infantry 4-3 0404", "F2 light 5/0-3 0404", "A1 infantry 12-3 0403")
    played = fight(at(*lines), [1, 5, 1, 1, 1, 1, 1], "F1 F2", AGAIN)
    assert played.state.units[unit("F2")].hex is None
    assert played.of(AssaultRepeated) == [AssaultRepeated(units("F1"), Hex("0403"))]
    assert played.of(FireResolved)[2].units == units("F1")


@pytest.mark.rule("N8.93", "N12.36")
def test_supporters_do_not_go_on_alone() -> None:
    lines = ("F1 light 5/0-3 0404", "F2 infantry 4-3 0404 of:FII", "A1 infantry 12-3 0403")
    state = at(*lines, orders="FI: attack 0401; FII: support FI")
    played = fight(state, [1, 5, 1], "F1 F2")
    assert played.result is AssaultOutcome.STALEMATE
    assert played.questions(RepeatAssault) == []


@pytest.mark.rule("N8.93")
def test_the_defender_may_not_leave_between_the_rounds_but_chooses_anew() -> None:
    state = at(F1, F3, "A1 light 5-3 0403")
    answers: Answers = {**AGAIN, ChooseDefenderTarget: [Hex("0404"), Hex("0304")]}
    played = fight(state, [1, 2, 1, 1, 2], "F1 F3", answers)
    assert len(played.questions(ChooseRetreatBeforeAssault)) == 1
    assert [e.target for e in played.of(FireResolved)] == ["0403", "0404", "0403", "0304"]


@pytest.mark.rule("N8.93", "N7.7")
def test_a_bonus_is_for_one_round_and_once_a_turn() -> None:
    state = at(F1, A1, "F-Nap overall 0404 of:FHQ napoleon")
    dice = [2, 2, 1, 2, 2]
    used = fight(state, dice, answers={**AGAIN, ChooseLeaderBonus: [True]})
    assert [e.strength for e in used.of(FireResolved)] == [6, 5, 5, 5]  # 5 at 125 %
    assert len(used.questions(ChooseLeaderBonus)) == 1
    saved = fight(state, dice, answers={**AGAIN, ChooseLeaderBonus: [False, True]})
    assert [e.strength for e in saved.of(FireResolved)] == [5, 5, 6, 5]
    assert saved.state.spirit.inspired == {LeaderId("F-Nap"): 1}


@pytest.mark.rule("N5.32", "N8.93")
def test_a_column_has_formed_up_by_the_second_round() -> None:
    state = at(F1, f"{A1} column", NEY)
    played = fight(state, [1, 1, 1, 3, 1, 1], answers=AGAIN)
    assert [e.strength for e in played.of(FireResolved)] == [5, 3, 5, 5]
    assert [e.modifiers for e in played.of(MoraleRolled)] == [1]  # no flank; 5 to 5


@pytest.mark.rule("N8.10")
def test_the_report_of_a_second_round() -> None:
    state = fight(at(F1, A1, NEY), [2, 2]).state
    first = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert first.confidence is None
    second = combat_report(state, on("0403", "F1"), Hex("0404"), second_round=True)
    assert second.confidence is not None
    assert second.confidence.value == 3
    assert "After a stalemate the attackers stop." not in second.assumed
