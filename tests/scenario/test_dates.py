"""The calendar of a scenario: days that there are, and the turn of the year."""

from __future__ import annotations

from hexwar.scenario.build import build, is_day, moment_of
from hexwar.scenario.files import Loaded
from hexwar.scenario.schema import TurnRecord
from hexwar.scenario.validate import Inspection
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import MapBattle, TurnKind
from tests.scenario.small import Small

SCENARIO = "bourg/scenario.json"


def on(small: Small, date: str, *days: tuple[int | None, int]) -> list[str]:
    """What is said of the small scenario on some days."""
    small.change("scenario", "date", date)
    turns = [
        {"turn": number, "day": day, "hour": 12, "kind": "day"}
        | ({"month": month} if month else {})
        for number, (month, day) in enumerate(days, start=1)
    ]
    small.change("scenario", "turns", turns)
    return small.sentences()


def battle_of(small: Small) -> MapBattle:
    """The battle of the small scenario."""
    loaded = Inspection(FILES_ONLY).inspect_scenario(small.write())
    assert isinstance(loaded, Loaded)
    return build(loaded)


def test_the_days_that_there_are_and_their_order() -> None:
    for day, is_there in (
        *((day, True) for day in ((1814, 1, 31), (1812, 2, 29), (2000, 2, 29))),
        *((day, False) for day in ((1814, 1, 32), (1814, 4, 31), (1814, 2, 29), (1800, 2, 29))),
        *((day, False) for day in ((1814, 0, 1), (1814, 13, 1), (1814, 3, 0))),
    ):
        assert is_day(*day) == is_there
    moments = ((None, 5, 23), (11, 6, 0), (12, 1, 0), (1, 1, 0), (10, 31, 23))
    turns = [
        TurnRecord(turn=1, month=month, day=day, hour=hour, kind=TurnKind.DAY)
        for month, day, hour in moments
    ]
    found = [moment_of(turn, "1813-11-05") for turn in turns]
    assert found == sorted(found)
    assert (found[0], found[-1]) == ((1813, 11, 5, 23), (1814, 10, 31, 23))


def test_a_game_may_last_over_new_year_and_a_leap_day(small: Small) -> None:
    assert on(small, "1813-12-30", (None, 30), (None, 31), (1, 1), (1, 2)) == []
    told = ", ".join(turn.date for turn in battle_of(small).turns)
    assert told == "30 December 1813, 31 December 1813, 1 January 1814, 2 January 1814"
    assert on(small, "1811-12-31", (None, 31), (1, 1), (2, 28), (2, 29)) == []
    assert battle_of(small).turns[3].date == "29 February 1812"
    assert on(small, "1812-12-31", (None, 31), (1, 1), (2, 28), (2, 29)) == [
        f"{SCENARIO}: turns[3].day: error: February 1813 has no day 29"
    ]
