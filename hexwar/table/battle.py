"""A scenario made ready to play: what every battle has, everything printed, nothing that moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    LeaderCard,
    LeaderId,
    Side,
    UnitCard,
    UnitId,
)


class Difficulty(StrEnum):
    """How hard a side is to play for somebody who knows the rules."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Par:
    """What games between computer players come to: a handicap to be told, and no rule."""

    side: Side
    vp: int  # of that side, less the enemy's: the median
    spread: int  # standard deviation of these
    games: int  # that it was measured in
    player: str = ""  # the computer player on both sides; unknown where it is empty
    won: int | None = None  # games that this side won
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Briefing:
    """A page on a battle: prose that no rule reads."""

    situation: str
    forces: str
    aims: Mapping[Side, str]  # what each side has to do
    special: tuple[str, ...]  # what is special in this battle
    victory: str  # what wins
    history: str  # how it ended
    difficulty: Mapping[Side, Difficulty]
    minutes: int  # that two players who know the rules need
    sources: tuple[str, ...]
    estimates: str  # which figures are estimates
    par: Par | None = None
    hints: tuple[str, ...] = ()  # three pieces of advice, or none


class Shelf(StrEnum):
    """Where lists of battles show one, in this order."""

    LEARN = "learn"
    SMALL = "small"
    BATTLE = "battle"
    CAMPAIGN = "campaign"


class TurnKind(StrEnum):
    """Light of a turn (N17)."""

    DAY = "day"
    NIGHT_PM = "night_pm"
    NIGHT_AM = "night_am"


@dataclass(frozen=True, slots=True)
class TurnCard:
    """One space of the turn track."""

    number: int  # from 1
    day: int  # of the month
    hour: int  # 0 to 23
    kind: TurnKind
    date: str = ""  # as a player reads it: 14 February 1814
    month: int = 0  # from 1; 0 where no date is known

    @property
    def time(self) -> str:
        """The hour as `12:00`."""
        return f"{self.hour:02d}:00"

    @property
    def day_words(self) -> str:
        """The day as `14 February`, or `day 14` where no date is known."""
        return self.date.rpartition(" ")[0] or say("day {day}", day=self.day)

    @property
    def day_letters(self) -> str:
        """The day in a few letters: `14 Feb`."""
        day, _, month = self.day_words.partition(" ")
        return f"{day} {month[:3]}"


FOG = ("hidden_forces", "hidden_movement", "vedettes", "hidden")
"""The options of the rules by which pieces may be out of the enemy's sight (N20, T16)."""


def has_fog(options: Mapping[str, str]) -> bool:
    """Whether a game with some options has such pieces."""
    return any(options.get(name) == "on" for name in FOG)


def has_hands(options: Mapping[str, str]) -> bool:
    """Whether a game with some options is played with cards that the enemy does not see (N23)."""
    return options.get("cards", "none") != "none"


@dataclass(frozen=True, eq=False)
class Battle:
    """A battle ready to be set up. Shared by every copy of its state."""

    id: str  # scenario id, such as brienne
    name: str
    battlefield: Battlefield
    sides: tuple[Side, Side]  # first player first (N24.3)
    side_names: Mapping[Side, str]
    units: Mapping[UnitId, UnitCard]
    leaders: Mapping[LeaderId, LeaderCard]
    formations: Mapping[FormationId, FormationCard]
    unit_hexes: Mapping[UnitId, Hex]  # set-up
    leader_hexes: Mapping[LeaderId, Hex]
    turns: tuple[TurnCard, ...]
    vp_hexes: Mapping[Hex, int]
    control: Mapping[Hex, Side]  # VP hexes and sources at start
    numbers: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    # a scenario's own values of house rules' numbers, by dotted key
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    # game options by name (N3.8)
    date: str = ""
    briefing: Briefing | None = field(default=None, repr=False)
    sha256: str = field(default="", repr=False)  # of the scenario's files
    pictures: Mapping[LeaderId, Path] = field(default_factory=lambda: MappingProxyType({}))
    # of leaders, where there are some; no rule looks at them

    cites: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """How this game numbers a rule that a chapter shared with others names by another's number."""

    def cited(self, rule: str) -> str:
        """The id of a rule in this game's own book."""
        return self.cites.get(rule, rule)

    def rating_of(self, leader: LeaderId) -> str:
        """The rating of a leader as his counter shows it in this game."""
        return self.leaders[leader].shown_rating

    @property
    def usual_track(self) -> tuple[TurnCard, ...]:
        """The turns that are played unless something prolongs the battle."""
        return self.turns

    @property
    def is_frozen(self) -> bool:
        """Whether all waters lie under ice, the land under snow."""
        return False

    @property
    def first_player(self) -> Side:
        """The side that is asked first (N4.8)."""
        return self.sides[0]

    def enemy(self, side: Side) -> Side:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @cached_property
    def formation_of(self) -> Mapping[UnitId, FormationCard]:
        """The formation on whose chit each unit acts."""
        return {unit.id: self.formations[unit.formation] for unit in self.units.values()}

    def turn(self, number: int) -> TurnCard:
        """The space of the turn track with a number from 1."""
        return self.turns[number - 1]

    @cached_property
    def has_fog(self) -> bool:
        """Whether a side may have pieces that the enemy does not see (N20)."""
        return has_fog(self.options)

    @cached_property
    def has_days(self) -> bool:
        """Whether the game lasts more than one day, so that an hour alone does not tell a turn."""
        return len({turn.day for turn in self.turns}) > 1

    def when(self, number: int) -> str:
        """The time of a turn: `12:00`, and where there are several days `12:00 on 14 February`."""
        turn = self.turn(number)
        return say("{t.time} on {t.day_words}", t=turn) if self.has_days else turn.time
