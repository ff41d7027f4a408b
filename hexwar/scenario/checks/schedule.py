"""The calendar of a scenario, and what its briefing counts."""

from __future__ import annotations

from hexwar.messages import mark, say
from hexwar.scenario.build import MONTHS, Moment, date_of, is_day, moment_of
from hexwar.scenario.checks.hexes import check_estimates
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import Envelope, ScenarioFile


def check_schedule(scenario: ScenarioFile, pen: Pen) -> None:
    """Reports a date that there is not, turns out of order, and a par that does not add up."""
    check_date(scenario, pen)
    check_turns(scenario, pen)
    check_par(scenario, pen)
    check_estimates(scenario.estimates, pen)


def check_date(scenario: ScenarioFile, pen: Pen) -> None:
    """The date exists and is the day of the first turn."""
    year, month, day = date_of(scenario.date)
    first = scenario.turns[0]
    if year == 0:
        pen.error(("date",), "there is no year 0000: the first is 0001")
    elif not is_day(year, month, day):
        pen.error(("date",), "there is no day {date}", date=quoted(scenario.date))
    elif (first.month or month, first.day) != (month, day):
        pen.error(("turns", 0, "day"), "the first turn is not on {date}", date=scenario.date)


def check_turns(scenario: ScenarioFile, pen: Pen) -> None:
    """Turns are numbered from 1 without a gap, and time goes on from each to the next."""
    is_dated = is_day(*date_of(scenario.date))
    before: Moment | None = None
    for i, turn in enumerate(scenario.turns):
        if turn.turn != i + 1:
            words = mark("turn {n} should stand here, not {found}")
            pen.error(("turns", i, "turn"), words, n=i + 1, found=turn.turn)
        moment = moment_of(turn, scenario.date)
        if is_dated and not is_day(*moment[:3]):
            month = f"{say(MONTHS[moment.month - 1])} {moment.year}"
            pen.error(("turns", i, "day"), "{month} has no day {day}", month=month, day=turn.day)
        if before is not None and moment <= before:
            pen.error(("turns", i), "the turn is not later than the one before")
        before = moment


def check_par(scenario: Envelope, pen: Pen) -> None:
    """Games won and drawn are among those that were played."""
    par = None if scenario.briefing is None else scenario.briefing.par
    if par is not None and (par.won or 0) + par.drawn > par.games:
        pen.error(("briefing", "par"), "more games are won and drawn than the {n}", n=par.games)


def check_turn_number(number: int, last: int, place: tuple[str | int, ...], pen: Pen) -> None:
    """A turn is one of the scenario's."""
    if number > last:
        pen.error(place, "turn {n} never comes: the last turn is {last}", n=number, last=last)
