"""The calendar of a scenario: turns, weather turns, arrivals, and the data of its options."""

from __future__ import annotations

from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.scenario.checks.estimates import check_estimates
from hexwar.scenario.dates import MONTHS, Moment, date_of, is_day, moment_of
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen, nearest
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.schema.scenario import AlternateRecord, SupplySourceRecord
from hexwar.scenario.standards import Rules


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
    check_options(scenario, pen)
    check_estimates(scenario.estimates, pen)


def check_date(scenario: ScenarioFile, pen: Pen) -> None:
    """The date exists and is the day of the first turn."""
    year, month, day = date_of(scenario.date)
    if year == 0:
        pen.error(("date",), "there is no year 0000: the first is 0001")
        return
    if not is_day(year, month, day):
        pen.error(("date",), f"there is no day {quoted(scenario.date)}")
        return
    first = scenario.turns[0]
    if (first.month or month, first.day) != (month, day):
        pen.error(("turns", 0, "day"), f"the first turn is not on {scenario.date}")


def check_turns(scenario: ScenarioFile, pen: Pen) -> None:
    """Turns are numbered from 1 without a gap, and time goes on from each to the next."""
    is_dated = is_day(*date_of(scenario.date))
    before: Moment | None = None
    for i, turn in enumerate(scenario.turns):
        if turn.turn != i + 1:
            pen.error(("turns", i, "turn"), f"turn {i + 1} should stand here, not {turn.turn}")
        moment = moment_of(turn, scenario.date)
        if is_dated and not is_day(*moment[:3]):
            month = f"{MONTHS[moment.month - 1]} {moment.year}"
            pen.error(("turns", i, "day"), f"{month} has no day {turn.day}")
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


def check_numbers(scenario: ScenarioFile, rules: Rules, pen: Pen) -> None:
    """A scenario's own numbers replace numbers that the rules have, with values that they allow."""
    for key, value in scenario.numbers.items():
        if key not in rules.numbers:
            hint = nearest(key, rules.numbers)
            pen.error(("numbers", key), f"the rules have no number of this name{hint}")
        elif fault := rules.number_fault(key, value):
            pen.error(("numbers", key), fault)


def check_options(scenario: ScenarioFile, pen: Pen) -> None:
    """What a scenario proposes can be played: recorded weather, decks for cards (N18.2, N23.1)."""
    options = scenario.options
    if options.weather == "historical" and not scenario.weather.historical:
        pen.error(("options", "weather"), "the scenario records no historical weather")
    if options.cards not in (None, "none") and not scenario.cards.decks:
        pen.error(("options", "cards"), "the scenario names no decks of cards")
    if options.cards == "solitaire" and scenario.mini_campaign:
        pen.error(("options", "cards"), NO_SINGLE_DECK)
