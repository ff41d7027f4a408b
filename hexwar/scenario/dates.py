"""The calendar: the days that there are, and the moment of each turn in its year."""

from __future__ import annotations

from calendar import monthrange
from typing import Final, NamedTuple

from hexwar.messages import mark
from hexwar.scenario.schema import TurnRecord

MONTHS: Final = (
    *(mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June")),
    *(mark("July"), mark("August"), mark("September"), mark("October"), mark("November")),
    mark("December"),
)


class Moment(NamedTuple):
    """When a turn begins; of two moments the later one is the greater."""

    year: int
    month: int
    day: int
    hour: int


def date_of(text: str) -> tuple[int, int, int]:
    """Year, month and day of a date such as 1814-01-29."""
    year, month, day = (int(part) for part in text.split("-"))
    return year, month, day


def moment_of(turn: TurnRecord, date: str) -> Moment:
    """The moment of a turn; a month before that of the scenario's date is of the next year."""
    year, first, _ = date_of(date)
    month = turn.month or first
    return Moment(year + (month < first), month, turn.day, turn.hour)


def is_day(year: int, month: int, day: int) -> bool:
    """Whether there is such a day.

    >>> is_day(1812, 2, 29), is_day(1814, 2, 29), is_day(1814, 13, 1)
    (True, False, False)
    """
    return 1 <= month <= len(MONTHS) and 1 <= day <= monthrange(year, month)[1]
