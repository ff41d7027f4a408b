"""A scenario as the list of battles shows it, and its briefing as a page to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path

from hexwar.messages import count, mark, say
from hexwar.table.battle import Briefing, Difficulty, Par, Shelf, Turn, TurnCard
from hexwar.table.forces import Side
from hexwar.table.options import Group, Trait
from hexwar.widgets.panels.parts import rule_link

# -- a scenario as the list of battles shows it


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of a scenario in the list."""

    id: Side
    name: str
    sp: int  # of all units that come by schedule
    units: int = 0  # that come by schedule, trains too


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """What is read of a computer player in one game."""

    name: str
    about: str  # what it does, as the rest of a sentence


@dataclass(frozen=True, slots=True)
class RulesCard:
    """A game by whose rules a scenario can be played."""

    id: str
    title: str
    players: Mapping[str, PlayerWords]  # its computer players by id, who is proposed first
    groups: Sequence[Group] = ()  # its options in words
    briefing: Callable[[], str] = str  # reads the page about the battle by these rules, HTML
    options: Mapping[str, str] = field(default_factory=dict)  # that the battle proposes here


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario in the list."""

    id: str  # or the path of its folder
    title: str
    date: str
    turns: int
    sides: tuple[SideCard, ...]  # both; none where there is a problem
    options: Mapping[str, str] = field(default_factory=dict)  # that it proposes, by name
    recorded_weather: str = ""  # as it was on the day; empty: none is named
    decks: Mapping[Side, str] = field(default_factory=dict)  # ids of the decks that it names
    is_campaign: bool = False  # a mini-campaign: never one deck for both sides (N23.8)
    briefing: str = ""  # a page about it, HTML; empty: there is none
    picture: Path | None = None  # a small picture of its map
    played: str = ""  # the day when it was begun last; empty: never
    length: str = ""  # how long it lasts, in words (`length_words`)
    players: Collection[str] | None = None  # the computer players of its game; None: all
    shelf: Shelf = Shelf.BATTLE  # where the list shows it
    is_yours: bool = False  # of the player's own library
    rules: Sequence[RulesCard] = ()  # the games that can play it, its own first
    problem: str = ""  # why it cannot be played; but for id and title the rest is then empty

    @property
    def units(self) -> int:
        """The counters of both sides."""
        return sum(side.units for side in self.sides)

    @property
    def traits(self) -> frozenset[Trait]:
        """What values of options hang on."""
        found = {
            Trait.NO_DECKS: not self.decks,
            Trait.NO_WEATHER: not self.recorded_weather,
            Trait.CAMPAIGN: self.is_campaign,
        }
        return frozenset(trait for trait, has in found.items() if has)


def length_words(turns: Sequence[Turn]) -> str:
    """How long a battle lasts: `9 turns of one hour`, or `68 turns, from 10 to 14 February`.

    Hours are told only where every turn lasts one: the night has longer turns (T2).
    """
    number = count("{n} turn", "{n} turns", len(turns))
    cards = [turn for turn in turns if isinstance(turn, TurnCard)]
    if len(cards) < len(turns):
        return number
    hours = say(" of one hour") if all(_is_hour(*pair) for pair in pairwise(cards)) else ""
    return f"{number}{hours}{_days(cards)}"


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
    return say(
        ", from {day} to {last}", day=day if last.endswith(f" {month}") else first, last=last
    )


# -- the briefing of a battle as a page to read


_DIFFICULTY: Mapping[Difficulty, str] = {
    Difficulty.EASY: mark("easy to play"),
    Difficulty.FAIR: mark("neither easy nor hard to play"),
    Difficulty.HARD: mark("hard to play"),
}

_MINUTES = 60

_RULE = re.compile(r"\b[A-Z]\d{1,2}(?:\.\d{1,3}[a-z]?\b|(?=[),;]))")
"""A rule with a dot, or a chapter that ends a bracket or stands in a list."""


def briefing_html(briefing: Briefing, side_names: Mapping[Side, str]) -> str:
    """The page as HTML: what stands in the file is shown as text, whatever it holds."""
    return "".join(_parts(briefing, side_names))


def _parts(briefing: Briefing, side_names: Mapping[Side, str]) -> Iterator[str]:
    yield _part(say("Situation"), [briefing.situation])
    aims = [_of_side(side_names, *aim) for aim in briefing.aims.items()]
    yield _list(say("What you must do"), aims)
    if briefing.par is not None:
        kept = say("Who ends better than par has played better than they do (N22.1).")
        yield _part(say("Par"), [par_words(briefing.par, side_names), kept])
    yield _list(say("Three hints"), briefing.hints)
    yield _part(say("Forces"), [briefing.forces])
    hard = [
        _of_side(side_names, side, say(_DIFFICULTY[level]))
        for side, level in briefing.difficulty.items()
    ]
    yield _part(say("Victory"), [briefing.victory])
    yield _list(say("What is special"), briefing.special)
    lasts = say("{duration} for two players.", duration=duration(briefing.minutes))
    yield _part(say("The game"), [lasts, *hard])
    yield _part(say("How it ended"), [briefing.history])
    yield _list(say("Sources"), briefing.sources)
    yield _part(say("Estimates"), [briefing.estimates])


def par_words(par: Par, side_names: Mapping[Side, str]) -> str:
    """The handicap of a battle (N22.1)."""
    lead = lead_words(par.side, par.vp, side_names)
    if not par.player or par.won is None:
        words = mark("Provisional par, between computer players ({n} games): {lead}.")
        return say(words, n=par.games, lead=lead)
    return say(
        "Par, between two equal computer players ({n} games): {lead}. "
        "{side} won {won}, drew {drawn} and lost {lost}.",
        n=par.games,
        lead=lead,
        side=_name_of(side_names, par.side),
        won=par.won,
        drawn=par.drawn,
        lost=par.games - par.won - par.drawn,
    )


def lead_words(side: Side, vp: int, side_names: Mapping[Side, str]) -> str:
    """By how much a side is ahead of the other, in VP."""
    if not vp:
        return say("level")
    leader = side if vp > 0 else next((one for one in side_names if one != side), side)
    return say("{side} {n} VP ahead", side=_name_of(side_names, leader), n=abs(vp))


def _name_of(side_names: Mapping[Side, str], side: Side) -> str:
    return side_names.get(side, side)


def duration(minutes: int) -> str:
    """A playing time as one speaks of it.

    >>> duration(45), duration(60), duration(75), duration(150)
    ('About 45 minutes', 'About 1 hour', 'About 1 hour', 'About 2 1/2 hours')
    """
    if minutes < _MINUTES:
        return say("About {minutes} minutes", minutes=minutes)
    halves = round(2 * minutes / _MINUTES)
    half = " 1/2" if halves % 2 else ""
    hours = f"{halves // 2}{half}"
    return say("About 1 hour") if halves == 2 else say("About {hours} hours", hours=hours)


def _of_side(side_names: Mapping[Side, str], side: Side, words: str) -> str:
    return f"{_name_of(side_names, side)}: {words}"


def _part(title: str, paragraphs: Sequence[str]) -> str:
    """A heading with paragraphs; nothing where there are none."""
    told = [f"<p>{_linked(paragraph)}</p>" for paragraph in paragraphs if paragraph]
    return f"<h3>{title}</h3>{''.join(told)}" if told else ""


def _list(title: str, items: Sequence[str]) -> str:
    told = [f"<li>{_linked(item)}</li>" for item in items if item]
    return f"<h3>{title}</h3><ul>{''.join(told)}</ul>" if told else ""


def _linked(words: str) -> str:
    """Words as HTML, the rules that they name as links."""
    return _RULE.sub(lambda found: rule_link(found[0]), escape(words))
