"""The turn track and the arrivals as data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given

from hexwar import resources
from hexwar.editor.document import Draft
from hexwar.editor.files import Files
from hexwar.editor.schedule import (
    awaited,
    doubled,
    dues_of,
    joined,
    made_turns,
    next_turn,
    postponed,
    released,
    track_of,
)
from hexwar.editor.scribe import Pieces, pieces_of
from tests.boards import MAPS
from tests.editor.desks import brienne
from tests.editor.test_scribe import JSON


@pytest.mark.parametrize("id_", MAPS)
def test_turns_are_made_as_in_the_battles_that_come_with_the_program(id_: str) -> None:
    scenario = Files.read(resources.scenarios() / id_)[0].scenario
    turns, date = scenario["turns"], datetime.fromisoformat(scenario["date"])
    made = made_turns(date.replace(hour=turns[0]["hour"]), len(turns))
    hours = [(turn.get("month"), turn["day"], turn["hour"]) for turn in turns]
    assert [(turn.get("month"), turn["day"], turn["hour"]) for turn in made] == hours
    assert [turn["turn"] for turn in made] == list(range(1, len(turns) + 1))


def test_night_falls_at_six_and_another_month_is_told() -> None:
    made = made_turns(datetime(1814, 1, 31, 17), 7)
    assert [(t["hour"], t["kind"]) for t in made] == [
        (17, "day"),
        *((18, "night_pm"), (19, "night_pm"), (20, "night_pm")),
        (0, "night_am"),
        *((8, "day"), (9, "day")),
    ]
    assert [t.get("month") for t in made] == [None] * 4 + [2] * 3


def test_turns_round_the_clock_and_at_the_end_of_time() -> None:
    made = made_turns(datetime(1814, 1, 1, 22), 3, 4, sleeps=False)
    assert [(t["day"], t["hour"]) for t in made] == [(1, 22), (2, 2), (2, 6)]
    assert len(made_turns(datetime(9999, 12, 31, 23), 5)) == 1
    assert len(made_turns(datetime(1814, 1, 1), 5000)) == 200


def test_one_more_turn_follows_the_last_one() -> None:
    scenario = brienne().scenario
    assert next_turn(scenario) == {
        "turn": 10,
        "day": 30,
        "hour": 0,
        "kind": "night_am",
    }
    assert next_turn({"turns": [{"day": 77}], "date": "1814-01-01"}) == {"turn": 2}


GROUP = {"turn": 1, "entry": "2101", "units": ["A", "B"], "note": "by road"}


def test_a_whole_group_goes_with_its_note_and_stands_in_order() -> None:
    other = {"turn": 2, "entry": "0401", "units": ["C"]}
    moving = [(0, "units", "A"), (0, "units", "B")]
    assert postponed([GROUP, other], moving, 3) == [other, {**GROUP, "turn": 3}]


def test_a_part_of_a_group_joins_those_who_enter_there() -> None:
    other = {"turn": 2, "entry": "2101", "units": ["C"]}
    made = postponed([GROUP, other], [(0, "units", "B")], 2)
    assert made == [{**GROUP, "units": ["A"]}, {**other, "units": ["C", "B"]}]
    alone = postponed([GROUP], [(0, "units", "B")], 2)
    assert alone[1] == {"turn": 2, "entry": "2101", "units": ["B"]}


def test_who_comes_no_more_leaves_no_empty_group() -> None:
    assert released([GROUP], [(0, "units", "A")]) == [{**GROUP, "units": ["B"]}]
    assert released([GROUP], [(0, "units", "A"), (0, "units", "B")]) == []


def test_who_was_nowhere_comes() -> None:
    made = joined(None, [("units", "A"), ("formations", "F")], 4, "2101")
    assert made == [{"turn": 4, "entry": "2101", "units": ["A"], "formations": ["F"]}]


def test_nobody_is_lost_or_doubled_in_a_shipped_battle() -> None:
    draft = brienne()
    pieces = pieces_of(draft.forces, draft.map)
    assert doubled(draft.scenario, pieces) == []
    assert awaited(draft, pieces) == []
    less = draft.having("scenario", {**draft.scenario, "arrivals": draft.scenario["arrivals"][3:]})
    waiting = awaited(less, pieces)
    assert ("formations", "FR-HQ", "Imperial HQ") in waiting
    assert ("units", "FR-2-03") in {one[:2] for one in waiting}


def test_who_stands_there_and_comes_too_is_told() -> None:
    draft = brienne()
    pieces = pieces_of(draft.forces, draft.map)
    more = [*draft.scenario["arrivals"], {"turn": 2, "entry": "2101", "units": ["CO-9-01"]}]
    found = doubled({**draft.scenario, "arrivals": more}, pieces)
    assert [path for path, _ in found] == [("arrivals", 11, "units")]
    assert "0913 Brienne-le-Château" in found[0][1]


def test_the_track_tells_night_weather_and_who_comes() -> None:
    draft = brienne()
    track = track_of(draft.scenario, pieces_of(draft.forces, draft.map))
    assert (track[0].time, track[0].day, track[0].letters) == ("12:00", "29 January", "29 Jan")
    assert [space.rolls for space in track[:4]] == [True, False, False, True]
    assert [space.is_night for space in track] == [False] * 6 + [True] * 3
    assert track[4].sides == ("french",)


@given(JSON, JSON, JSON)
def test_any_draft_has_a_track_and_a_calendar(turns: Any, arrivals: Any, setup: Any) -> None:
    scenario = {"turns": turns, "arrivals": arrivals, "setup": setup, "date": setup}
    track_of(scenario, Pieces())
    doubled(scenario, Pieces())
    next_turn(scenario)
    awaited(Draft(scenario=scenario, forces={"formations": arrivals}), Pieces())
    moving = [(due.place, due.list, due.id) for due in dues_of(scenario, Pieces())]
    before = sorted(one[2] for one in moving)
    after = dues_of({"arrivals": postponed(arrivals, moving[:1], 5)}, Pieces())
    assert sorted(due.id for due in after) == before or len(set(before)) < len(before)
