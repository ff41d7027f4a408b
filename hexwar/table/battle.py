"""A scenario made ready to play: what every battle has, everything printed, nothing that moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Protocol

from hexwar.hexes import Hex
from hexwar.messages import mark, say
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
from hexwar.table.laid import NOTHING, Laid
from hexwar.table.overlays import Overlays, aimed
from hexwar.table.spot import Spot


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


LIGHT: Mapping[TurnKind, str] = {
    TurnKind.DAY: mark("day"),
    TurnKind.NIGHT_PM: mark("night, before midnight"),
    TurnKind.NIGHT_AM: mark("night, after midnight"),
}
"""The light of a turn, in words (N17)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One space of the turn track."""

    number: int  # from 1

    @property
    def time(self) -> str:
        """When it is played, as it stands in a sentence: `turn 3`."""
        return say("turn {n}", n=self.number)


def numbered(last: int) -> tuple[Turn, ...]:
    """The turn track of a game whose turns have a number and no hour."""
    return tuple(Turn(number) for number in range(1, last + 1))


@dataclass(frozen=True, slots=True)
class TurnCard(Turn):
    """One space of a turn track that tells day, hour and light."""

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


OPEN_ORDERS = "open"
"""The value of the game option `orders` by which both sides see all orders (N12.93)."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What the sides of a game may hide from one another."""

    has_secrets: bool  # one side may not know all that the other knows
    has_fog: bool = False  # pieces may be out of the enemy's sight
    has_hands: bool = False  # cards are held that he does not see

    @property
    def lies_open(self) -> bool:
        """Whether all pieces and cards lie open, so that at most orders are secret."""
        return not self.has_fog and not self.has_hands


def secrecy_by(options: Mapping[str, str]) -> Secrecy:
    """What the options of a game of the series make secret (N12.93, N20, N23)."""
    fog, hands = has_fog(options), has_hands(options)
    return Secrecy(options.get("orders") != OPEN_ORDERS or fog, fog, hands)


class Named(Protocol):
    """What is printed on a piece, or told of a body of pieces, as far as every game has it."""

    @property
    def name(self) -> str:
        """What players call it."""
        ...

    @property
    def side(self) -> Side:
        """Whose it is."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Battle(ABC):
    """A battle ready to be set up, on whatever board. Shared by every copy of its state."""

    id: str  # scenario id, such as brienne
    name: str
    sides: tuple[Side, Side]  # first player first (N24.3)
    side_names: Mapping[Side, str]
    turns: tuple[Turn, ...]
    numbers: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    # a scenario's own values of house rules' numbers, by dotted key
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    # game options by name (N3.8)
    date: str = ""
    briefing: Briefing | None = field(default=None, repr=False)
    sha256: str = field(default="", repr=False)  # of the scenario's files

    cites: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """How this game numbers a rule that a chapter shared with others names by another's number."""

    def cited(self, rule: str) -> str:
        """The id of a rule in this game's own book."""
        return self.cites.get(rule, rule)

    @abstractmethod
    def piece(self, id_: str) -> Named | None:
        """What is printed on a piece; None where no piece has that id."""

    def body(self, id_: str) -> Named | None:  # noqa: ARG002
        """A body of pieces that an id names, such as a formation; None for none."""
        return None

    def members(self, body: str) -> tuple[str, ...]:  # noqa: ARG002
        """The pieces of a body that others count as one with it."""
        return ()

    @abstractmethod
    def first_spots(self) -> Mapping[str, Spot]:
        """Where pieces stand that are on the board from the beginning."""

    @abstractmethod
    def name_of(self, spot: Spot) -> str:
        """What a place on the board is called, as it stands in a sentence."""

    def aimed(self, spots: Iterable[Spot], pieces: Iterable[str]) -> Laid:  # noqa: ARG002
        """What lies over the board while a click on some places or pieces means something."""
        return NOTHING

    def mark_of(self, spot: Spot) -> str:
        """A place in a few letters, where there is little room."""
        return self.name_of(spot)

    @abstractmethod
    def nation_of(self, side: Side) -> str:
        """The nation that most pieces of a side belong to; empty where that is not told."""

    @property
    def first_player(self) -> Side:
        """The side that is asked first (N4.8)."""
        return self.sides[0]

    def enemy(self, side: Side) -> Side:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @property
    def usual_track(self) -> tuple[Turn, ...]:
        """The turns that are played unless something prolongs the battle."""
        return self.turns

    def turn(self, number: int) -> Turn:
        """The space of the turn track with a number from 1."""
        return self.turns[number - 1]

    @cached_property
    def has_fog(self) -> bool:
        """Whether a side may have pieces that the enemy does not see (N20)."""
        return has_fog(self.options)

    @cached_property
    def secrecy(self) -> Secrecy:
        """What the sides may hide from one another."""
        return Secrecy(self.has_fog, self.has_fog)

    def when(self, number: int) -> str:
        """The time of a turn, as it stands in a sentence."""
        return self.turn(number).time

    def hour_words(self, number: int) -> str:  # noqa: ARG002
        """Day, time and light of a turn, as far as the game knows them; empty for none."""
        return ""

    def turn_mark(self, number: int) -> str:
        """A turn in a few letters, below a curve."""
        return str(number)


def on_map(battle: Battle) -> MapBattle:
    """A battle that is known to be fought on a map."""
    assert isinstance(battle, MapBattle), battle.id
    return battle


@dataclass(frozen=True, eq=False, kw_only=True)
class MapBattle(Battle):
    """A battle on a map of hexes."""

    turns: tuple[TurnCard, ...]
    battlefield: Battlefield
    units: Mapping[UnitId, UnitCard]
    leaders: Mapping[LeaderId, LeaderCard]
    formations: Mapping[FormationId, FormationCard]
    unit_hexes: Mapping[UnitId, Hex]  # set-up
    leader_hexes: Mapping[LeaderId, Hex]
    vp_hexes: Mapping[Hex, int]
    control: Mapping[Hex, Side]  # VP hexes and sources at start
    pictures: Mapping[LeaderId, Path] = field(default_factory=lambda: MappingProxyType({}))
    # of leaders, where there are some; no rule looks at them

    def piece(self, id_: str) -> UnitCard | LeaderCard | None:
        """A unit, a leader or an HQ counter."""
        return self.units.get(UnitId(id_)) or self.leaders.get(LeaderId(id_))

    def body(self, id_: str) -> FormationCard | None:
        """A formation."""
        return self.formations.get(FormationId(id_))

    def members(self, body: str) -> tuple[UnitId, ...]:
        """The units of a formation."""
        return self.formations[FormationId(body)].units

    def first_spots(self) -> Mapping[str, Hex]:
        """Where units and leaders are set up."""
        return {str(id_): at for id_, at in (*self.unit_hexes.items(), *self.leader_hexes.items())}

    def name_of(self, spot: Spot) -> str:
        """A hex with its place: `Brienne-le-Château (0913)`."""
        return self.battlefield.name_of(Hex(spot))

    def mark_of(self, spot: Spot) -> str:
        """The number of a hex."""
        return spot

    def aimed(self, spots: Iterable[Spot], pieces: Iterable[str]) -> Overlays:  # noqa: ARG002
        """The hexes among them as targets; a counter that can be chosen is marked otherwise."""
        return aimed(Hex(spot) for spot in spots if spot in self.battlefield.grid)

    def nation_of(self, side: Side) -> str:
        """The nation that most units of a side belong to."""
        nations = Counter(unit.nation for unit in self.units.values() if unit.side == side)
        return max(nations, key=lambda nation: (nations[nation], nation), default="")

    @cached_property
    def secrecy(self) -> Secrecy:
        """As its options say."""
        return secrecy_by(self.options)

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

    @cached_property
    def formation_of(self) -> Mapping[UnitId, FormationCard]:
        """The formation on whose chit each unit acts."""
        return {unit.id: self.formations[unit.formation] for unit in self.units.values()}

    def turn(self, number: int) -> TurnCard:
        """The space of the turn track with a number from 1."""
        return self.turns[number - 1]

    @cached_property
    def has_days(self) -> bool:
        """Whether the game lasts more than one day, so that an hour alone does not tell a turn."""
        return len({turn.day for turn in self.turns}) > 1

    def when(self, number: int) -> str:
        """The time of a turn: `12:00`, and where there are several days `12:00 on 14 February`."""
        turn = self.turn(number)
        return say("{t.time} on {t.day_words}", t=turn) if self.has_days else turn.time

    def hour_words(self, number: int) -> str:
        """The time and light of a turn: `14:00, day`."""
        turn = self.turn(number)
        light = say(LIGHT[turn.kind])
        if self.has_days:
            return say("{day}, {time}, {light}", day=turn.day_words, time=turn.time, light=light)
        return say("{time}, {light}", time=turn.time, light=light)

    def turn_mark(self, number: int) -> str:
        """The hour; where there are several days the day."""
        turn = self.turn(number)
        return turn.day_words if self.has_days else turn.time
