"""How each card reads in the player-turn game, and the numbers of the procedure (T24.3)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from hexwar.cards.library import card
from hexwar.cards.records import CardId
from hexwar.table.numbers import record_of

Allowance = tuple[int, int]
"""MP of foot and of horse (18.4)."""


class Moment(StrEnum):
    """When in a combat a card fits."""

    BEFORE = "before"  # declared, before its die
    CHARGE = "charge"  # the enemy charges, before his die (18.82)
    AFTER = "after"  # once a side retreats
    PURSUIT = "pursuit"  # once the enemy has played Cavalry Pursuit
    RETREAT = "retreat"  # when one's own stack begins it


class Act(StrEnum):
    """What a card does in the Card Segment."""

    NONE = "none"  # it is in force
    LOOK = "look"  # at a card of the enemy's hand
    CANCEL = "cancel"  # an enemy force
    EARLY = "early"  # an own force
    ROUTE = "route"  # of an own force
    DELAY = "delay"  # an enemy force
    ALTERNATE = "alternate"  # an own group
    REROLL = "reroll"  # a die is thrown again, and no more
    SLEEP = "sleep"  # own commanders
    WAKE = "wake"  # own commanders
    REPLACE = "replace"  # steps of own units
    COLUMN = "column"  # an own force on a road
    SCATTER = "scatter"  # an own force
    MARCH = "march"  # an own formation, which gets a March Order
    ORDER = "order"  # the same, by a commander
    COMMANDER = "commander"  # comes on, and what he brings along
    PROLONG = "prolong"  # the battle
    POPULACE = "populace"  # damages or mends a span
    MARMONT = "marmont"  # leads, and one stack stands fast
    MUSTER = "muster"  # an own formation's units in UAR


class Lasting(StrEnum):
    """How long a card is in force."""

    SEGMENT = "segment"  # to its player's next Card Segment (18.37)
    PHASE = "phase"  # to the end of the Combat Phase
    DAY = "day"  # to the Night AM turn
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Reading:
    """A card as the player-turn game reads it."""

    text: str
    condition: str  # when it is inapplicable, in words; empty: never
    act: Act = Act.NONE
    names: str = ""  # what it must name, as a `Course` calls it; empty: nothing
    most: int = 1  # how many it may name
    needs: tuple[str, ...] = ()  # facts of the turn, one of which must hold
    bars: tuple[str, ...] = ()  # facts of the turn, none of which may hold
    moments: tuple[Moment, ...] = ()  # when it is played in a combat; empty: never
    combat: tuple[str, ...] = ()  # facts of the combat that must all hold for its player
    lasts: Lasting = Lasting.SEGMENT
    turns: int = 0  # in force for so many turns, this one included; 0: as `lasts` says
    uses: int = 0  # how often it acts in a combat; 0: without a limit
    rerolls: int = 0  # own dice that may be thrown again
    column: int = 0  # columns in favour of its player, in a combat
    die: int = 0  # added to the die of a combat
    doubles: str = ""  # whose strength counts twice in a combat
    leader: str = ""  # by name: whom it is about; who must be on the map if he is its player's
    commander: str = ""  # by name: who may not name him
    mp: int = 0  # more for the formation that it names
    rating: int = 0  # of its leader, in place of the printed one
    radius: int = 0  # hexes: how far it reaches
    recovery: int = 0  # added to recovery dice of its player
    bombardment: int = 0  # added to the die of bombardments of its leader's formation
    capacity: int = 0  # so many more whom a commander may name
    level: int = 0  # SP off the level of an enemy formation


@dataclass(frozen=True, slots=True)
class StormNumbers:
    """The numbers of the procedure."""

    draw: int
    least_bonus: int
    bonus: Mapping[str, int]  # more for the winner of the battle before, by its level
    most_tactics: int
    only_tactics: Allowance
    spent_tactics: Allowance
    night: Allowance
    delays: tuple[int, ...]  # turns, for each die from 1
    ratios: tuple[float, ...]  # of counter-chargers to chargers
    stops: tuple[int, ...]  # the highest die that stops the charge, for each ratio
    charge_die: int  # added to the die of a charge that goes on
    column_distance: int  # hexes
    scattered_hexes: int
    points: tuple[str, ...]  # of the compass for each die, where north lies along a hexrow
    points_between: tuple[str, ...]  # and where it does not
    fire: int  # MP
    worn_out: int  # die


@cache
def raw() -> Mapping[str, Any]:
    """The data file as it is."""
    text = (resources.files("hexwar.cards") / "storm.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


@cache
def numbers() -> StormNumbers:
    """The numbers of the procedure (T24.2)."""
    charge = raw()["counter_charge"]
    chapters = raw()["hand"], raw()["allowance"], raw()["arrival"], raw()["field"], charge
    found = {key: value for chapter in chapters for key, value in chapter.items()}
    return record_of(StormNumbers, {**found, "charge_die": charge["die"]})


@cache
def readings() -> Mapping[CardId, Reading]:
    """Every card of the decks of the player-turn game."""
    found = ((CardId(id_), row) for id_, row in raw()["cards"].items())
    return MappingProxyType({id_: _reading(id_, row) for id_, row in found})


def reading(id_: CardId) -> Reading:
    """A card as the player-turn game reads it.

    Raises:
        KeyError: it is in none of its decks.
    """
    return readings()[id_]


def _reading(id_: CardId, found: Mapping[str, Any]) -> Reading:
    printed = card(id_)
    plain = {key: found[key] for key in _PLAIN if key in found}
    return Reading(
        text=found.get("text", printed.text),
        condition=found.get("condition", printed.condition),
        act=Act(found.get("act", Act.NONE)),
        needs=tuple(found.get("needs", ())),
        bars=tuple(found.get("bars", ())),
        moments=tuple(Moment(moment) for moment in found.get("moments", ())),
        combat=tuple(found.get("combat", ())),
        lasts=Lasting(found.get("lasts", Lasting.SEGMENT)),
        **plain,
    )


_PLAIN = (
    *("names", "most", "turns", "uses", "rerolls", "column", "die", "doubles"),
    *("leader", "commander", "mp", "rating", "radius", "recovery", "bombardment", "capacity"),
    "level",
)
"""Fields that stand in the file as they are."""
