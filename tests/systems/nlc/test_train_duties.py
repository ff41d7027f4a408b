"""Where baggage trains must be: within double the command range of their commander (N14.3)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.orders import DutyWaived
from hexwar.systems.nlc.events.turn import ActivationEnded
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_ends, train_remarks
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, Played, hexes, play, position, unit
from tests.systems.nlc.supplies import FI, LONG, ROAD

ASKED = MoveLeaderOrTrain(FRENCH, FI)
LEADER = "F5 leader 0101"


def ending(*lines: str, road: bool = False, **more: Any) -> GameState:
    """The end of an activation of FI on two rows of twenty hexes; with a road along the first."""
    if road:
        more["roads"] = [ROAD]
    return position(LONG, *lines, active="FI", segment=Segment.CONSOLIDATION, **more)


def goes(state: GameState, path: str) -> str | None:
    """The rule that forbids a train a path, or None."""
    refusal = ASKED.refusal(state, Journey("F9", hexes(path)))
    return None if refusal is None else refusal.rule


def stays(state: GameState) -> str | None:
    refusal = ASKED.refusal(state, None)
    return None if refusal is None else refusal.sentence


def end(state: GameState, *answers: Journey | None) -> Played[None]:
    return play(state, consolidation_segment, answers={MoveLeaderOrTrain: list(answers)})


@pytest.mark.rule("N14.3", "N16.4")
def test_a_baggage_train_moves_freely_within_eight_hexes() -> None:
    state = ending(LEADER, "F9 train 0701")
    assert goes(state, "0701 0801 0901") is None  # eight hexes from 0101
    assert goes(state, "0701 0801 0901 1001") == "N14.3"
    assert stays(state) is None
    assert "0901" in train_ends(state, unit("F9"))
    assert "1001" not in train_ends(state, unit("F9"))
    assert None in ASKED.options(state)


@pytest.mark.rule("N14.3")
def test_hexes_along_a_road_count_half_as_for_command() -> None:
    state = ending(LEADER, "F9 train 1501", road=True)
    assert goes(state, "1501 1601 1701") is None  # 16 steps of half a hex
    assert goes(state, "1501 1601 1701 1801") == "N14.3"


@pytest.mark.rule("N14.3", "N27.4")
def test_a_train_out_of_range_must_come_into_it_if_a_road_leads_there() -> None:
    state = ending(LEADER, "F9 train 2001", road=True)
    assert stays(state) == "F9 must be within 8 hexes of F5."
    assert None not in ASKED.options(state)
    assert goes(state, "2001 1901") == "N14.3"
    assert goes(state, "2001 1901 1801 1701") is None
    assert min(train_ends(state, unit("F9"))) == "1201"  # eight hexes for its 4 MP
    moved = end(state, Journey("F9", hexes("2001 1901 1801 1701")))
    assert moved.story == ["UnitMoved"]
    assert stays(moved.state) is None
    assert end(moved.state, None).story == ["ActivationEnded"]


@pytest.mark.rule("N16.7", "N27.4")
def test_the_duty_is_waived_where_no_hex_is_near_enough() -> None:
    state = ending(LEADER, "F9 train 1901")
    assert stays(state) is None
    assert goes(state, "1901 2001") is None  # whichever way it likes
    assert end(state, None).events == [
        DutyWaived(FRENCH, FI, "F9 must be within 8 hexes of F5."),
        ActivationEnded(FI),
    ]


@pytest.mark.rule("N16.7")
def test_no_train_need_leave_the_road() -> None:
    """The road ends in 1101; the hexes within range lie off it."""
    roads = [" ".join(f"{column:02}01" for column in range(11, 21))]
    state = ending(LEADER, "F9 train 1101", roads=roads)
    assert stays(state) is None
    assert goes(state, "1101 1001 0901") is None
    assert goes(state, "1101 1201") is None


@pytest.mark.rule("N14.3", "N14.6")
def test_without_a_commander_the_senior_unit_counts() -> None:
    state = ending("F1 infantry 5-3 0101", "F2 infantry 4-3 2001", "F9 train 0701")
    assert goes(state, "0701 0801 0901 1001") == "N14.3"
    refusal = ASKED.refusal(state, Journey("F9", hexes("0701 0801 0901 1001")))
    assert refusal is not None
    assert refusal.sentence == "F9 must be within 8 hexes of FI Corps."


@pytest.mark.rule("N16.4")
def test_a_train_without_anybody_goes_where_it_likes() -> None:
    state = ending("F9 train 0701", "F5 leader due")
    assert goes(state, "0701 0801 0901 1001 1101") is None
    assert stays(state) is None
    assert end(state, None).of(DutyWaived) == []  # it owes nothing


@pytest.mark.rule("N14.3", "N12.4")
def test_the_enemys_zone_cuts_the_way_to_the_commander() -> None:
    state = ending(LEADER, "F9 train 0901", "A1 infantry 5-3 0501")
    assert goes(state, "0901 0801") is None  # no hex is within range: where it likes
    assert end(state, None).of(DutyWaived)


@pytest.mark.rule("N14.3")
def test_a_commander_who_rides_on_takes_his_range_along() -> None:
    state = ending("F5 leader 0501", "F9 train 1301", road=True)
    ride = Journey("F5", hexes("0501 0401 0301 0201 0101"))
    assert stays(end(state, ride).state) is None
    far = ending("F5 leader 0101", "F9 train 1801", road=True)
    assert stays(far) is not None
    near = end(far, Journey("F9", hexes("1801 1701 1601")))
    assert near.of(UnitMoved)[0].path[-1] == Hex("1601")
    assert movable_trains(near.state, FI) == []


@pytest.mark.rule("N14.3", "N16.4", "T18.1")
def test_where_a_train_may_go_is_told() -> None:
    lines = ("F1 infantry 5-3 0201", "F9 train 0701", "F8 pontoon 0801", "F5 leader 0101")
    state = ending(*lines)
    told = {name: train_remarks(state, unit(name)) for name in ("F1", "F9", "F8")}
    assert told["F1"] == ()
    assert [(one.words, one.rule) for one in told["F9"]] == [
        ("It stays within 8 hexes of F5", "N14.3"),
        ("It crosses streams at whole spans and slopes by road or trail only", "N16.4"),
        ("It never enters an enemy zone of control", "N16.4"),
    ]
    assert [(one.words, one.rule) for one in told["F8"]] == [
        ("It keeps to roads and trails, under a March order of its own", "T18.1"),
        ("It never enters an enemy zone of control", "N16.4"),
    ]
