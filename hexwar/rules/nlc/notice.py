"""Orders to forces that are still on their way to the map (N5.8)."""

from __future__ import annotations

from itertools import pairwise

from hexwar.engine import Refusal
from hexwar.model.battle import Arrival, Battle, TurnKind
from hexwar.model.orders import LineId, formation_of_line
from hexwar.model.state import GameState
from hexwar.rules.nlc.arrivals import first_arrival
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.numbers import numbers_of

HOURS_OF_DAY = 24


def is_coming(state: GameState, line: LineId) -> bool:
    """Whether nothing of a line is on the map yet, and something is due."""
    return centre_of(state, line) is None and _group(state, line) is not None


def notice_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why an order cannot be sent any more to a line with nobody on the map, or None (N5.8).

    It must be sent before the first day turn of the day of arrival, and four hours ahead.
    """
    name = state.battle.formations[formation_of_line(line)].name
    group = _group(state, line)
    if group is None or group.turn > len(state.battle.turns):
        return Refusal(f"Nobody of {name} is on the map.", "N12.41")
    hours = numbers_of(state.battle).arrival.notice_hours
    is_early = state.turn < _first_day_turn(state.battle, group.turn)
    if is_early and hours_between(state.battle, state.turn, group.turn) >= hours:
        return None
    when = state.battle.when(group.turn)
    return Refusal(
        f"{name} comes at {when}: its order could be changed only before the first day turn of that"
        f" day, and {hours} hours ahead.",
        "N5.8",
    )


def notice_turn(state: GameState, line: LineId) -> int:
    """The turn on which an order that is sent now reaches a line on its way to the map (N5.8)."""
    group = _group(state, line)
    assert group is not None
    hours = numbers_of(state.battle).arrival.notice_hours
    turns = range(state.turn, group.turn + 1)
    there = (turn for turn in turns if hours_between(state.battle, state.turn, turn) >= hours)
    return next(there, group.turn)


def hours_between(battle: Battle, first: int, last: int) -> int:
    """The hours from one turn to a later one; turns of a night may be left out (N4)."""
    cards = battle.turns[first - 1 : last]
    return sum(
        (b.hour - a.hour) % HOURS_OF_DAY or HOURS_OF_DAY * (a.day != b.day)
        for a, b in pairwise(cards)
    )


def _first_day_turn(battle: Battle, turn: int) -> int:
    """The first day turn of the day of a turn; the turn itself where that day has none."""
    day = battle.turn(turn).day
    light = (c.number for c in battle.turns if c.day == day and c.kind is TurnKind.DAY)
    return min(light, default=turn)


def _group(state: GameState, line: LineId) -> Arrival | None:
    return first_arrival(state, formation_of_line(line))
