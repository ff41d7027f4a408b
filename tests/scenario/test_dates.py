"""The calendar of a scenario: days that there are, and the turn of the year."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.scenario.build import build
from hexwar.scenario.dates import Moment, is_day, moment_of
from hexwar.scenario.schema.scenario import TurnRecord
from hexwar.scenario.validate import Inspection
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import Battle
from tests.scenario.small import Small

SCENARIO = "bourg/scenario.json"


def turns(*days: tuple[int | None, int]) -> list[dict[str, Any]]:
    """The turns at noon of some days, each with its month where it is named."""
    return [
        {"turn": number, "day": day, "hour": 12, "kind": "day"}
        | ({} if month is None else {"month": month})
        for number, (month, day) in enumerate(days, start=1)
    ]


def on(small: Small, date: str, *days: tuple[int | None, int]) -> list[str]:
    """What is said of the small scenario on some days."""
    small.change("scenario", "date", date)
    small.change("scenario", "turns", turns(*days))
    return small.sentences()


def battle_of(small: Small) -> Battle:
    """The battle of the small scenario."""
    loaded = Inspection(FILES_ONLY).inspect_scenario(small.write())
    assert loaded is not None
    return build(loaded)


@pytest.mark.parametrize(
    ("day", "is_there"),
    [
        ((1814, 1, 31), True),
        ((1814, 1, 32), False),
        ((1814, 4, 31), False),
        ((1814, 2, 29), False),
        ((1812, 2, 29), True),
        ((1800, 2, 29), False),
        ((2000, 2, 29), True),
        ((1814, 0, 1), False),
        ((1814, 13, 1), False),
        ((1814, 3, 0), False),
    ],
)
def test_the_days_that_there_are(day: tuple[int, int, int], is_there: bool) -> None:
    assert is_day(*day) == is_there


def test_every_turn_is_on_a_day_that_there_is(small: Small) -> None:
    days = ((None, 18), (None, 28), (None, 31), (3, 1), (4, 31))
    assert on(small, "1814-02-18", *days) == [
        f"{SCENARIO}: turns[2].day: error: February 1814 has no day 31",
        f"{SCENARIO}: turns[4].day: error: April 1814 has no day 31",
    ]


def test_february_has_29_days_in_a_leap_year(small: Small) -> None:
    days = ((None, 28), (None, 28), (None, 29), (3, 1))
    small.change("scenario", "turns", turns(*days))
    small.change("scenario", "turns[1].hour", 13)
    small.change("scenario", "date", "1812-02-28")
    assert small.sentences() == []
    small.change("scenario", "date", "1814-02-28")
    assert small.sentences() == [f"{SCENARIO}: turns[2].day: error: February 1814 has no day 29"]


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        ("0000-01-29", "there is no year 0000: the first is 0001"),
        ("1814-13-29", 'there is no day "1814-13-29"'),
        ("1814-00-29", 'there is no day "1814-00-29"'),
        ("1814-02-29", 'there is no day "1814-02-29"'),
    ],
)
def test_a_date_that_is_none_is_told_once(small: Small, date: str, sentence: str) -> None:
    small.change("scenario", "date", date)
    assert small.sentences() == [f"{SCENARIO}: date: error: {sentence}"]


@pytest.mark.parametrize("date", ["0001-01-29", "9999-01-29"])
def test_the_first_year_and_the_last(small: Small, date: str) -> None:
    small.change("scenario", "date", date)
    assert small.sentences() == []


# -- the turn of the year


def test_a_game_may_last_over_new_year(small: Small) -> None:
    assert on(small, "1813-12-30", (None, 30), (None, 31), (1, 1), (1, 2)) == []
    assert [turn.date for turn in battle_of(small).turns] == [
        "30 December 1813",
        "31 December 1813",
        "1 January 1814",
        "2 January 1814",
    ]


def test_a_leap_day_of_the_next_year(small: Small) -> None:
    assert on(small, "1811-12-31", (None, 31), (1, 1), (2, 28), (2, 29)) == []
    assert battle_of(small).turns[3].date == "29 February 1812"
    assert on(small, "1812-12-31", (None, 31), (1, 1), (2, 28), (2, 29)) == [
        f"{SCENARIO}: turns[3].day: error: February 1813 has no day 29"
    ]


@pytest.mark.parametrize(
    "days",
    [
        ((None, 31), (1, 1), (None, 31), (1, 2)),
        ((None, 31), (1, 2), (1, 1), (1, 3)),
        ((None, 31), (1, 1), (1, 1), (1, 2)),
    ],
)
def test_time_goes_on_over_new_year(small: Small, days: tuple[tuple[int | None, int], ...]) -> None:
    found = on(small, "1813-12-31", *days)
    assert found == [f"{SCENARIO}: turns[2]: error: the turn is not later than the one before"]


def test_moments_are_in_order_of_year_month_day_and_hour() -> None:
    def moment(month: int | None, day: int, hour: int) -> Moment:
        turn = TurnRecord.model_validate(
            {"turn": 1, "month": month, "day": day, "hour": hour, "kind": "day"}
        )
        return moment_of(turn, "1813-11-05")

    found = [
        moment(None, 5, 23),
        moment(11, 6, 0),
        moment(12, 1, 0),
        moment(1, 1, 0),
        moment(10, 31, 23),
    ]
    assert found == sorted(found)
    assert found[0] == (1813, 11, 5, 23)
    assert found[-1] == (1814, 10, 31, 23)
