"""What the overlays of the board show: plain data that a controller sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from hexwar.hexes import Hex
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.reports import PathQuote


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a stack can go."""

    left: Mapping[Hex, int]  # half MP left on entering each hex
    stops: frozenset[Hex] = frozenset()  # hexes in which it must stop


class Aim(StrEnum):
    """What a legal target is offered for; each is drawn with a mark of its own shape."""

    PLACE = "place"  # to go to, or to name as an objective
    ASSAULT = "assault"
    FIRE = "fire"


@dataclass(frozen=True, slots=True)
class Target:
    """A hex that may be chosen."""

    hex: Hex
    aim: Aim = Aim.PLACE
    sources: tuple[Hex, ...] = ()  # hexes that arrows come from


@dataclass(frozen=True, slots=True)
class Entry:
    """A hex by which forces enter the map."""

    hex: Hex
    side: Side
    text: str = ""  # such as the turn they are due


@dataclass(frozen=True, slots=True)
class Sites:
    """The hexes that a battle is about."""

    points: Mapping[Hex, int] = field(default_factory=lambda: MappingProxyType({}))  # VP
    control: Mapping[Hex, Side] = field(default_factory=lambda: MappingProxyType({}))
    sources: Mapping[Hex, Side] = field(default_factory=lambda: MappingProxyType({}))  # supply
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A move that was made."""

    side: Side
    hexes: tuple[Hex, ...]  # from the first to the last


@dataclass(frozen=True, slots=True)
class Overlays:
    """Everything that is laid over the board for a while; by default only the sites are shown."""

    selection: frozenset[Hex] = frozenset()  # hexes of the selected stack
    chosen: frozenset[UnitId | LeaderId] = frozenset()  # counters ringed in the fan
    ready: frozenset[Hex] = frozenset()  # hexes with a stack that can act
    reach: Reach | None = None
    path: PathQuote | None = None
    targets: tuple[Target, ...] = ()
    zones: Mapping[Side, frozenset[Hex]] = field(default_factory=lambda: MappingProxyType({}))
    # zones of control
    tracks: tuple[Track, ...] = ()
    shows_sites: bool = True  # VP hexes, flags, supply sources and entry hexes
