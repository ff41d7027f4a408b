"""Advance after an assault (N8.11, N8.92)."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AdvanceMade
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome, ChooseDefenderTarget
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.losses.retreat import ChooseLeaderStay
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.assaults import F1, F2, F3, fight
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    position,
    unit,
    units,
)

# -- N8.11, N8.92: advance

TWO = (F1, F2, F3, "A1 infantry 3-1 0403")


def won(
    state: GameState, answers: Answers, attackers: str = "F1 F2 F3"
) -> Played[AssaultOutcome | None]:
    """A1 routs or retreats from 0403; nobody else was hit."""
    first: Answers = {ChooseDefenderTarget: [Hex("0404")]} if "F3" in attackers else {}
    return fight(state, [6, 1, 6], attackers, {**first, **answers})


@pytest.mark.rule("N8.92")
def test_each_attacking_hex_is_asked_once_the_strongest_first() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [None, None]})
    assert [q.units for q in played.questions(ChooseAdvance)] == [units("F1 F2"), units("F3")]


@pytest.mark.rule("N8.92")
def test_who_advances_is_done_for_the_activation() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [units("F1"), None]})
    assert played.of(AdvanceMade) == [AdvanceMade(units("F1"), Hex("0403"))]
    assert played.state.units[unit("F1")].done
    assert not played.state.units[unit("F2")].done


@pytest.mark.rule("N8.11", "N6.1")
def test_advances_obey_the_stacking_limit() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [units("F1 F2")]})
    question = played.questions(ChooseAdvance)[1]
    assert question.options(played.state) == [None]
    refusal = question.refusal(played.state, units("F3"))
    assert refusal is not None
    assert refusal.rule == "N6.1"


@pytest.mark.rule("N8.92")
@pytest.mark.parametrize("answer", ["", "F3", "F1 F1", "F1 F3"])
def test_only_units_of_the_hex_may_advance(answer: str) -> None:
    state = position(OPEN, F1, F2, F3, active="FI")
    question = ChooseAdvance(FRENCH, units("F1 F2"), Hex("0403"))
    refusal = question.refusal(state, units(answer))
    assert refusal is not None
    assert refusal.rule == "N8.11"
    assert question.options(state) == [units("F1 F2"), units("F1"), units("F2"), None]
    assert (question.kind(None), question.kind(units("F1"))) == ("stay", "advance")


@pytest.mark.rule("N8.92")
def test_a_single_unit_is_offered_once() -> None:
    question = ChooseAdvance(FRENCH, units("F1"), Hex("0403"))
    assert question.options(position(OPEN, F1)) == [units("F1"), None]


@pytest.mark.rule("N8.11")
def test_only_attackers_advance() -> None:
    state = position(OPEN, *TWO, active="FI")
    played = won(state, {ChooseAdvance: [None]}, "F1")
    assert [q.units for q in played.questions(ChooseAdvance)] == [units("F1")]


@pytest.mark.rule("N8.92", "N16.4", "N14.7")
def test_the_first_that_enters_takes_trains_and_leaders() -> None:
    lines = (*TWO, "AT train 0403", "A-Olsufiev leader 0403")
    state = position(OPEN, *lines, active="FI")
    answers: Answers = {
        ChooseDefenderTarget: [Hex("0404")],
        ChooseAdvance: [units("F1"), units("F3")],
        ChooseLeaderStay: [False],
    }
    # attack 6: "1" removes nobody; morale 1 against a 3 is a retreat; 2 captures the leader
    played = fight(state, [6, 1, 3, 2], "F1 F2 F3", answers)
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("AT"), FRENCH)]
    assert played.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Olsufiev"), FRENCH)]
    story = played.story
    assert story.index("AdvanceMade") < story.index("TrainDestroyed")
    assert story.count("AdvanceMade") == 2


@pytest.mark.rule("N8.92")
def test_if_nobody_enters_trains_and_leaders_stay() -> None:
    state = position(OPEN, *TWO, "AT train 0403", active="FI")
    played = won(state, {ChooseAdvance: [None, None]})
    assert played.state.units[unit("AT")].hex == "0403"


@pytest.mark.rule("N22.2")
def test_an_advance_takes_control_of_a_victory_hex() -> None:
    state = position(OPEN, *TWO, active="FI", control={Hex("0403"): ALLIED})
    played = won(state, {ChooseAdvance: [units("F1"), None]})
    assert played.of(HexControlled) == [HexControlled(Hex("0403"), FRENCH, unit("F1"))]


@pytest.mark.rule("N14.52")
def test_leaders_advance_with_or_without_the_units() -> None:
    state = position(OPEN, *TWO, "F-Ney leader 0404", active="FI")
    going = won(state, {ChooseAdvance: [units("F1"), None]})
    assert going.of(LeaderMoved) == [LeaderMoved(LeaderId("F-Ney"), hexes("0404 0403"), free=True)]
    staying = won(state, {ChooseAdvance: [units("F1"), None], ChooseLeaderStay: [False]})
    assert staying.of(LeaderMoved) == []


@pytest.mark.rule("N14.51")
def test_an_hq_does_not_advance_into_an_enemy_zone() -> None:
    quiet = position(OPEN, *TWO, "F-HQ hq 0404", active="FI")
    assert len(won(quiet, {ChooseAdvance: [units("F1"), None]}).of(LeaderMoved)) == 1
    watched = position(OPEN, *TWO, "F-HQ hq 0404", "A9 light 3-3 0503", active="FI")
    assert won(watched, {ChooseAdvance: [units("F1"), None]}).of(LeaderMoved) == []
