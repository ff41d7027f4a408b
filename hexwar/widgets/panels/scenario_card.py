"""A scenario as the list of battles shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from hexwar.table.battle import TurnCard
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of a scenario in the list."""

    id: Side
    name: str
    sp: int  # of all units that come by schedule
    units: int = 0  # that come by schedule, trains too


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario in the list."""

    id: str  # or the path of its folder
    title: str
    date: str
    turns: int
    sides: tuple[SideCard, ...]  # both; none where there is a problem
    about: str = ""  # a sentence or two
    options: Mapping[str, str] = field(default_factory=dict)  # that it proposes, by name
    recorded_weather: str = ""  # as it was on the day; empty: none is named
    decks: Mapping[Side, str] = field(default_factory=dict)  # ids of the decks that it names
    is_campaign: bool = False  # a mini-campaign: never one deck for both sides (N23.8)
    briefing: str = ""  # a page about it, HTML; empty: there is none
    picture: Path | None = None  # a small picture of its map
    played: str = ""  # the day when it was begun last; empty: never
    length: str = ""  # how long it lasts, in words (`length_words`)
    problem: str = ""  # why it cannot be played; but for id and title the rest is then empty

    @property
    def units(self) -> int:
        """The counters of both sides."""
        return sum(side.units for side in self.sides)


def length_words(turns: Sequence[TurnCard]) -> str:
    """How long a battle lasts: `9 turns of one hour`, or `68 turns, from 10 to 14 February`.

    Hours are told only where every turn lasts one: the night has longer turns (T2).
    """
    count = "1 turn" if len(turns) == 1 else f"{len(turns)} turns"
    hours = " of one hour" if all(_is_hour(*pair) for pair in pairwise(turns)) else ""
    return f"{count}{hours}{_days(turns)}"


def _is_hour(turn: TurnCard, after: TurnCard) -> bool:
    """Whether the next turn begins an hour later; past midnight that is another day."""
    is_same_day = turn.date == after.date and turn.day == after.day
    return after.hour - turn.hour == (1 if is_same_day else -23)


def _days(turns: Sequence[TurnCard]) -> str:
    """The first day and the last one, if there are several; a month that they share once."""
    if not turns or turns[0].day_words == turns[-1].day_words:
        return ""
    first, last = turns[0].day_words, turns[-1].day_words
    day, _, month = first.partition(" ")
    return f", from {day if last.endswith(f' {month}') else first} to {last}"
