"""A battle of a game of the series: arrivals, weather, supply, cards and special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from hexwar.cards.records import Allotment, CardId, Stock
from hexwar.hexes import Hex, Hexside
from hexwar.table.battle import MapBattle
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId


@dataclass(frozen=True, slots=True)
class ArrivalChange:
    """What a card did to a group that is to come (18.73)."""

    card: CardId
    turn: int  # when it was played
    due: int  # the turn on which the group comes from then on
    entry: Hex  # and where
    shift: int = 0  # turns later than before; below 0 earlier
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """A group of forces due on a turn at an edge hex (N5.8)."""

    turn: int
    entry: Hex
    units: tuple[UnitId, ...]
    formations: tuple[FormationId, ...] = ()  # HQ or wing arriving as such
    note: str = ""
    shift: int = 0  # turns later than listed; below 0 earlier (T20.4)
    rolled: bool = False  # whether its variation is known
    history: tuple[ArrivalChange, ...] = ()  # what cards did to it, in the order played (18.73)

    @property
    def key(self) -> str:
        """The id by which cards name the group: that of its first unit or formation."""
        return self.units[0] if self.units else self.formations[0]


@dataclass(frozen=True, slots=True)
class Alternate:
    """Forces that come only when they are called (N24.2, T20.5)."""

    side: Side
    number: int  # of the side's lists, in the order in which they are called
    entry: Hex
    units: tuple[UnitId, ...]
    formations: tuple[FormationId, ...] = ()
    note: str = ""
    first_turn: int = 1  # from which on they may be called
    last_turn: int | None = None  # up to which; None for the last turn of the game

    @property
    def key(self) -> str:
        """The id by which cards name the group: that of its first unit or formation."""
        return self.units[0] if self.units else self.formations[0]


@dataclass(frozen=True, slots=True)
class SourceChange:
    """A supply source that gets another owner as the calendar says (N16.2)."""

    turn: int  # at whose beginning
    hex: Hex
    side: Side | None  # None where it is no source from then on


class Season(StrEnum):
    """Which weather table is used (T3.2)."""

    WINTER = "winter"  # November to March
    MIDDLE = "middle"  # April, May and October
    SUMMER = "summer"  # June to September


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A named special rule of a scenario; `numbers` are its data, `text` is shown to players."""

    id: str
    text: str
    numbers: tuple[tuple[str, int], ...] = ()
    formations: tuple[FormationId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    steps: tuple[OrderStep, ...] = ()
    hexsides: tuple[Hexside, ...] = ()
    turns: tuple[int, ...] = ()

    def number(self, name: str) -> int:
        """One of its numbers, which the checks of the scenario have found to be there."""
        return dict(self.numbers)[name]


@dataclass(frozen=True, eq=False)
class SeriesBattle(MapBattle):
    """A battle of the series ready to be set up. Shared by every copy of its state."""

    arrivals: tuple[Arrival, ...] = ()
    weather_start: str = "fair"
    weather_turns: tuple[int, ...] = ()  # on which it is rolled (N18.1)
    weather_historical: str | None = None  # for the option of fixed weather (N18.2)
    season: Season = Season.WINTER
    alternates: tuple[Alternate, ...] = ()
    is_campaign: bool = False  # a mini-campaign, several battles in one game (N24.4)
    has_cumulative_alternates: bool = False  # any open list may be called, not the next (N24.4)
    source_changes: tuple[SourceChange, ...] = ()  # by turn
    reduced_at_start: frozenset[UnitId] = frozenset()
    special_rules: tuple[SpecialRule, ...] = ()
    improved_positions: frozenset[Hex] = frozenset()  # built before the first turn (N21)
    damaged_spans: frozenset[Hexside] = frozenset()  # before the first turn (N5.7)
    supply_sources: Mapping[Hex, Side] = field(default_factory=lambda: MappingProxyType({}))
    # on the first turn; see `sources_on`
    exits: Mapping[Hex, Side] = field(default_factory=lambda: MappingProxyType({}))
    # where a side may leave the map, beside its changing sources (N5.61); see `exits_on`
    allotments: Mapping[Side, Allotment] = field(default_factory=lambda: MappingProxyType({}))
    # the decks that the scenario names for the sides, if any (18.2)
    stocks: Mapping[Side, Stock] = field(default_factory=lambda: MappingProxyType({}))
    # the cards of each side, if any (N23.10)

    @cached_property
    def watched_hexes(self) -> frozenset[Hex]:
        """The hexes that special rules name: the game remembers that they were assaulted."""
        return frozenset(hex_ for rule in self.special_rules for hex_ in rule.hexes)

    def sources_on(self, turn: int) -> Mapping[Hex, Side]:
        """The supply sources on a turn, each with the side that it is for (N16.2)."""
        return self._sources[turn - 1] if turn else self.supply_sources

    def exits_on(self, turn: int) -> Mapping[Hex, Side]:
        """Where a side may leave the map on a turn (N5.61)."""
        return self._exits[turn - 1] if turn else self.exits

    @cached_property
    def _sources(self) -> tuple[Mapping[Hex, Side], ...]:
        return tuple(self._changed(self.supply_sources, turn.number) for turn in self.turns)

    @cached_property
    def _exits(self) -> tuple[Mapping[Hex, Side], ...]:
        return tuple(self._changed(self.exits, turn.number) for turn in self.turns)

    def _changed(self, owners: Mapping[Hex, Side], turn: int) -> Mapping[Hex, Side]:
        """Owners of hexes with the changes up to a turn."""
        changes = [change for change in self.source_changes if change.turn <= turn]
        if not changes:
            return owners
        now: dict[Hex, Side | None] = {**owners, **{c.hex: c.side for c in changes}}
        return MappingProxyType({hex_: side for hex_, side in now.items() if side is not None})
