"""The calendar of reinforcements: who comes, when and where, and why late or early (N5.8, T20.4).

It looks into the state and changes nothing; a view serves as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.cards.library import card as printed
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.series.battle import Arrival, ArrivalChange
from hexwar.series.variation import listed_turn
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.arrivals.arrivals import (
    entry_hexes,
    formations_of,
    is_varied,
    side_of_group,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box

CARDS = "N23.4"
"""The rule of what cards do to the schedule."""


class Coming(StrEnum):
    """How far a group has come."""

    LATER = "later"  # on a turn to come
    DUE = "due"  # this turn
    WAITING = "waiting"  # it could have entered on a turn before
    ENTERED = "entered"  # nobody of it is due any more
    NEVER = "never"  # after the last turn


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the calendar."""

    group: int  # its place in the schedule
    turn: int  # as it stands now
    listed: int  # as the scenario has it
    entry: Hex
    side: Side
    formations: tuple[FormationId, ...]
    units: tuple[UnitId, ...]  # those of it who are still due; all of them once it has entered
    leaders: tuple[LeaderId, ...]  # of headquarters and wings that come as such
    coming: Coming
    reason: str  # why it is late or early, or waits; empty where there is nothing to say
    rule: str
    note: str  # of the scenario
    history: tuple[str, ...] = ()  # what cards did to it, a sentence each, in the order played

    @property
    def shift(self) -> int:
        """Turns later than listed; below 0 earlier."""
        return self.turn - self.listed


def calendar(state: GameState) -> tuple[Entry, ...]:
    """Every group of the schedule, by turn, then as the scenario lists them."""
    entries = [_entry(state, place, group) for place, group in enumerate(state.schedule.arrivals)]
    return tuple(sorted(entries, key=lambda entry: (entry.turn, entry.group)))


def _entry(state: GameState, place: int, group: Arrival) -> Entry:
    due = tuple(unit for unit in group.units if state.units[unit].box is Box.DUE)
    told = tuple(_told(state, change) for change in group.history)
    leaders = tuple(x for f in group.formations for x in state.battle.formations[f].leaders)
    waiting = tuple(x for x in leaders if state.leaders[x].box is Box.DUE)
    is_in = not due and (bool(group.units) or not waiting)
    coming = Coming.ENTERED if is_in else _coming(state, group)
    reason, rule = _reason(state, group, due, coming)
    return Entry(
        group=place,
        turn=group.turn,
        listed=listed_turn(group),
        entry=group.entry,
        side=side_of_group(state, group),
        formations=formations_of(state, group),
        units=group.units if is_in else due,
        leaders=leaders if is_in else waiting,
        coming=coming,
        reason=" ".join(filter(None, (reason, *told))),
        rule=rule or (CARDS if told else ""),
        note=group.note,
        history=told,
    )


def _coming(state: GameState, group: Arrival) -> Coming:
    if group.turn > len(state.battle.turns):
        return Coming.NEVER
    if group.turn > state.turn:
        return Coming.LATER
    return Coming.DUE if group.turn == state.turn else Coming.WAITING


def _reason(
    state: GameState, group: Arrival, due: tuple[UnitId, ...], coming: Coming
) -> tuple[str, str]:
    if coming in (Coming.DUE, Coming.WAITING) and (barred := _barred(state, group, due)):
        return barred, "N5.82"
    if coming is Coming.WAITING:
        words = say("It may enter, and waits for its chit or because its side wants it so.")
        return words, "N5.81"
    if group.rolled:
        return _rolled(state, group), "T20.4" if _is_listed(state, group) else "T20.5"
    if coming is Coming.LATER and is_varied(state.battle):
        ahead = group.turn - numbers_of(state.battle).arrival.ahead
        words = mark("Not certain yet: a die is thrown for it at {when}.")
        return say(words, when=state.battle.when(ahead)) if ahead > state.turn else "", "T20.4"
    return "", ""


def _is_listed(state: GameState, group: Arrival) -> bool:
    """Whether a group stands in the scenario's schedule; alternates do not."""
    units = frozenset(group.units)
    return not any(units and units <= frozenset(called.units) for called in state.schedule.called)


def _rolled(state: GameState, group: Arrival) -> str:
    if not _is_listed(state, group):
        return say("Alternate forces that were called.")
    if not group.shift:
        return say("The die brings it on time.")
    listed = say("Listed for {when}", when=state.battle.when(listed_turn(group)))
    if group.shift < 0:
        return say("{listed}, brought forward by the die.", listed=listed)
    return say("{listed}, held up by the die or by those before it on its road.", listed=listed)


def _told(state: GameState, change: ArrivalChange) -> str:
    """What a card did to a group."""
    title, when, die = printed(change.card).title, state.battle.when(change.turn), change.die
    turns = count("{n} turn", "{n} turns", abs(change.shift))
    if change.shift < 0:
        words = mark("Brought forward by {turns} at {when}: {title}.")
        return say(words, turns=turns, when=when, title=title)
    if change.shift > 0:
        words = mark("Held up for {turns} at {when}, die {die}: {title}.")
        return say(words, turns=turns, when=when, die=die, title=title)
    if die is not None:
        return say("Called at {when}, die {die}: {title}.", when=when, die=die, title=title)
    where = state.battle.battlefield.name_of(change.entry)
    return say("Sent round by {where} at {when}: {title}.", where=where, when=when, title=title)


def _barred(state: GameState, group: Arrival, due: tuple[UnitId, ...]) -> str:
    """What speaks against the listed entry hex, for the first unit that has to look elsewhere."""
    others = (entry_hexes(state, unit) for unit in due)
    found = next((hexes for hexes in others if hexes != (group.entry,)), None)
    if found is None:
        return ""
    if not found:
        return say("Its entry hex is closed, and no other within reach: it waits.")
    where = say(" or ").join(found)
    return say("Its entry hex is closed: it may enter at {others}.", others=where)
