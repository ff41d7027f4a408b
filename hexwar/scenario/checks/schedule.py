"""The calendar of a scenario: turns, weather turns, arrivals, and the data of its options."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.scenario.checks.estimates import check_estimates
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen, nearest
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.schema.scenario import AlternateRecord, SupplySourceRecord, TurnRecord

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def check_schedule(scenario: ScenarioFile, pen: Pen) -> None:
    """Reports turns out of order, and things due on a turn that never comes."""
    check_date(scenario, pen)
    check_turns(scenario, pen)
    last = len(scenario.turns)
    for i, arrival in enumerate(scenario.arrivals):
        check_turn_number(arrival.turn, last, ("arrivals", i, "turn"), pen)
    for i, turn in enumerate(scenario.weather.turns):
        check_turn_number(turn, last, ("weather", "turns", i), pen)
    if scenario.cards.bonus_turn is not None:
        check_turn_number(scenario.cards.bonus_turn, last, ("cards", "bonus_turn"), pen)
    check_periods(scenario, last, pen)
    check_estimates(scenario.estimates, pen)


def check_date(scenario: ScenarioFile, pen: Pen) -> None:
    """The date exists and is the day of the first turn."""
    year, month, day = (int(part) for part in scenario.date.split("-"))
    if not (1 <= month <= 12 and 1 <= day <= _days(month, year)):
        pen.error(("date",), f"there is no day {quoted(scenario.date)}")
        return
    first = scenario.turns[0]
    if (first.month or month, first.day) != (month, day):
        pen.error(("turns", 0, "day"), f"the first turn is not on {scenario.date}")


def check_turns(scenario: ScenarioFile, pen: Pen) -> None:
    """Turns are numbered from 1 without a gap, and time goes on from each to the next."""
    before: tuple[int, int, int] | None = None
    for i, turn in enumerate(scenario.turns):
        if turn.turn != i + 1:
            pen.error(("turns", i, "turn"), f"turn {i + 1} should stand here, not {turn.turn}")
        moment = _moment(turn, scenario.date)
        if before is not None and moment <= before:
            pen.error(("turns", i), "the turn is not later than the one before")
        before = moment


def check_turn_number(number: int, last: int, place: tuple[str | int, ...], pen: Pen) -> None:
    """A turn is one of the scenario's."""
    if number > last:
        pen.error(place, f"turn {number} never comes: the last turn is {last}")


def check_periods(scenario: ScenarioFile, last: int, pen: Pen) -> None:
    """What has its time in a game begins and ends on turns of it, and in this order."""
    timed: dict[str, tuple[AlternateRecord | SupplySourceRecord, ...]] = {
        "alternates": scenario.alternates,
        "supply_sources": scenario.supply_sources,
    }
    for name, records in timed.items():
        for i, record in enumerate(records):
            check_period(record.from_turn or 1, record.to_turn or last, last, (name, i), pen)


def check_period(first: int, end: int, last: int, place: tuple[str | int, ...], pen: Pen) -> None:
    """A time of turns: none of it after the last, and its end not before its beginning."""
    check_turn_number(first, last, (*place, "from_turn"), pen)
    check_turn_number(end, last, (*place, "to_turn"), pen)
    if end < first <= last:
        pen.error((*place, "to_turn"), f"turn {end} is before the first, turn {first}")


def check_numbers(scenario: ScenarioFile, known: Mapping[str, type], pen: Pen) -> None:
    """A scenario's own numbers replace numbers that the rules have, with values of their kind."""
    for key, value in scenario.numbers.items():
        if key not in known:
            hint = nearest(key, known)
            pen.error(("numbers", key), f"the rules have no number of this name{hint}")
        elif not _fits(value, known[key]):
            kind = "a word" if known[key] is str else "a number"
            pen.error(("numbers", key), f"the value should be {kind}, not {quoted(value)}")


def _fits(value: object, kind: type) -> bool:
    return isinstance(value, (int, float) if kind in (int, float) else kind)


def _moment(turn: TurnRecord, date: str) -> tuple[int, int, int]:
    """Month, day and hour; a scenario ends in the year in which it begins."""
    return turn.month or int(date[5:7]), turn.day, turn.hour


def _days(month: int, year: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 28 if month == 2 and not is_leap else _DAYS[month - 1]
