"""What is told of duties: refusals, what is left undone, what is waived (N27.4)."""

from __future__ import annotations

import pytest

from hexwar.systems.nlc.events.movement import UnitMoved, UnitStopped
from hexwar.systems.nlc.events.orders import DutyWaived
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.preview import left_undone, move_ends
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, end_movement, movement_segment
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.errands import F1, FI, ROAD, lane, sentence
from tests.systems.nlc.positions import FRENCH, Answers, Played, hexes, play, units


@pytest.mark.rule("N27.4")
def test_a_refusal_says_what_must_be_done() -> None:
    state = lane("march 0101", F1)
    assert sentence(state, "F1") == "F1 must spend 2 MP on the way to 0101, or come there."


@pytest.mark.rule("N27.4")
def test_what_must_be_done_is_told_before_the_segment_is_ended() -> None:
    state = lane("march 0101", F1)
    assert left_undone(state, ActivateUnit(FRENCH, FI)) == [
        "F1 must spend 2 MP on the way to 0101, or come there",
        "F1 may still move",
    ]


@pytest.mark.rule("N27.4")
def test_the_reach_that_is_shown_is_what_the_order_allows() -> None:
    state = lane("march 0101", F1, roads=ROAD)
    assert set(move_ends(state, units("F1"))) == {"0107", "0106", "0105"}
    marched = move_ends(state, units("F1"), column=True)
    assert set(marched) == {"0105", "0104", "0103", "0102", "0101"}


def _moved(state: GameState, path: str = "") -> Played[None]:
    answers: Answers = {ActivateUnit: [units("F1")], ChoosePath: [Route(hexes(path))]}
    return play(state, movement_segment, (), answers)


@pytest.mark.rule("N27.4")
def test_a_duty_that_nobody_could_do_is_waived_and_logged() -> None:
    state = lane("march 0101", F1, "A1 infantry 5-3 0106")
    played = _moved(state, "0109 0108")
    waived = DutyWaived(FRENCH, FI, "F1 must spend 2 MP on the way to 0101, or come there.")
    assert played.of(DutyWaived) == [waived]
    assert len(played.of(UnitMoved)) == 1
    stayed = _moved(lane("march 0101", F1, "A1 infantry 5-3 0107"))
    assert stayed.of(DutyWaived) == [waived]
    assert len(stayed.of(UnitStopped)) == 1


@pytest.mark.rule("N27.4")
def test_a_duty_that_is_done_is_not_logged() -> None:
    assert _moved(lane("march 0101", F1), "0109 0108 0107").of(DutyWaived) == []


@pytest.mark.rule("N27.4")
def test_at_the_end_of_the_segment_the_duties_of_unmoved_units_are_waived() -> None:
    state = lane("march 0101", F1, "F2 infantry 6-3 0108 moved", "A1 infantry 5-3 0107")
    played = play(state, end_movement)
    assert [event.duty for event in played.of(DutyWaived)] == [
        "F1 must spend 2 MP on the way to 0101, or come there."
    ]
    assert played.of(SegmentEnded)


@pytest.mark.rule("N12.25")
@pytest.mark.rule("N27.4")
def test_that_nobody_is_near_the_enemy_is_logged_once() -> None:
    state = lane(
        "delay 0112",
        "F1 light 4-3 0109 moved",
        "F2 light 4-3 0110 moved",
        "A1 infantry 5-3 0102",
    )
    assert [event.duty for event in play(state, end_movement).of(DutyWaived)] == [
        "One unit must stay within 4 hexes of the enemy in 0102: F1."
    ]


@pytest.mark.rule("N3.4")
def test_what_was_waived_is_known_to_the_own_side_only() -> None:
    event = DutyWaived(FRENCH, FI, "a secret")
    assert event.is_known_to("french")
    assert not event.is_known_to("allied")
