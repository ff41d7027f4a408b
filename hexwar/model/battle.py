"""A scenario made ready to play: everything printed, nothing that moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from hexwar.hexes import Hex, Hexside
from hexwar.model.battlefield import Battlefield
from hexwar.model.forces import (
    FormationCard,
    FormationId,
    LeaderCard,
    LeaderId,
    Side,
    UnitCard,
    UnitId,
)


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

    @property
    def time(self) -> str:
        """The hour as `12:00`."""
        return f"{self.hour:02d}:00"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Forces due on a turn at an edge hex (N5.8)."""

    turn: int
    entry: Hex
    units: tuple[UnitId, ...]
    formations: tuple[FormationId, ...] = ()  # HQ or wing arriving as such
    note: str = ""


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A named special rule of a scenario; `numbers` are its data, `text` is shown to players."""

    id: str
    text: str
    numbers: tuple[tuple[str, int], ...] = ()


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
    arrivals: tuple[Arrival, ...]
    vp_hexes: Mapping[Hex, int]
    supply_sources: Mapping[Hex, Side]
    control: Mapping[Hex, Side]  # VP hexes and sources at start
    weather_start: str = "fair"
    reduced_at_start: frozenset[UnitId] = frozenset()
    special_rules: tuple[SpecialRule, ...] = ()
    numbers: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    # a scenario's own values of house rules' numbers, by dotted key
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    # game options by name (N3.8): cups = two | common
    improved_positions: frozenset[Hex] = frozenset()  # built before the first turn (N21)
    damaged_spans: frozenset[Hexside] = frozenset()  # before the first turn (N5.7)
    date: str = ""
    sha256: str = field(default="", repr=False)  # of the scenario's files

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
