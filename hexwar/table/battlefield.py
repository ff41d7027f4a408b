"""The map: what the ground is, hex by hex and hexside by hexside. It never changes in a game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from importlib import resources

from hexwar.hexes import Grid, Hex, Hexside, hexside
from hexwar.messages import say
from hexwar.table.numbers import record_of


@dataclass(frozen=True, slots=True)
class Cover:
    """A block of `terrain.toml`, which tells what each field means."""

    letter: str
    name: str
    art: str = ""
    is_plural: bool = False
    hides: bool = False
    opened: bool = False
    built: bool = False
    tangled: bool = False
    rough: bool = False
    closed: bool = False
    streets: bool = False


class Terrain(StrEnum):
    """What fills a hex (N5.1, N19.1): the blocks of `terrain.toml` by name."""

    CLEAR = "clear"
    WOODS = "woods"
    MARSH = "marsh"
    TOWN = "town"
    CHATEAU = "chateau"

    @property
    def cover(self) -> Cover:
        """What it is."""
        return covers()[self]


@lru_cache(maxsize=1)
def covers() -> Mapping[Terrain, Cover]:
    """The terrains with what they are, in the order of the file."""
    text = resources.files(__package__).joinpath("terrain.toml").read_text("utf-8")
    blocks = tomllib.loads(text)
    return {Terrain(name): record_of(Cover, block, f"{name}.") for name, block in blocks.items()}


class Water(StrEnum):
    """Water along a hexside."""

    RIVER = "river"
    STREAM = "stream"


class Way(StrEnum):
    """A made way from a hex to the next."""

    ROAD = "road"
    TRAIL = "trail"


class SpanKind(StrEnum):
    """What crosses a water hexside (T7.61)."""

    BRIDGE = "bridge"  # over a river
    TRESTLE = "trestle"  # over a stream


@dataclass(frozen=True, slots=True)
class Place:
    """A named hex."""

    name: str
    hex: Hex
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class Area:
    """A named wood, marsh or height."""

    name: str
    kind: str  # woods, marsh, height
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """One road or trail, hex after hex."""

    name: str
    way: Way
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class River:
    """One river or stream: its hexsides in stream order."""

    name: str
    water: Water
    hexsides: tuple[Hexside, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A bridge or trestle."""

    name: str
    kind: SpanKind
    hexside: Hexside


@dataclass(frozen=True, slots=True)
class RoadExit:
    """Where a road leaves the map."""

    name: str
    hex: Hex
    edge: str  # N, E, S or W


@dataclass(frozen=True, eq=False)
class Battlefield:
    """A map sheet. Two hexes' relation is looked up by `hexside(a, b)` or by the ordered pair."""

    name: str
    grid: Grid
    terrain: Mapping[Hex, Terrain]  # hexes not listed are clear
    elevation: Mapping[Hex, int]  # levels; hexes not listed are level 0
    slopes: frozenset[tuple[Hex, Hex]]  # (low hex, high hex)
    crests: frozenset[Hexside] = frozenset()
    fords: frozenset[Hexside] = frozenset()
    rivers: tuple[River, ...] = ()
    roads: tuple[Road, ...] = ()
    spans: tuple[Span, ...] = ()
    places: tuple[Place, ...] = ()
    areas: tuple[Area, ...] = ()
    exits: tuple[RoadExit, ...] = ()
    metres: int = 480  # from one hex to the next
    north: float = 0.0  # degrees that north lies clockwise from the top of the sheet
    id: str = ""  # the map file's name
    sha256: str = field(default="", repr=False)  # of the map file

    @cached_property
    def water(self) -> Mapping[Hexside, Water]:
        """The water on each hexside that has some."""
        return {side: river.water for river in self.rivers for side in river.hexsides}

    @cached_property
    def span_at(self) -> Mapping[Hexside, Span]:
        """The span on each hexside that has one."""
        return {span.hexside: span for span in self.spans}

    @cached_property
    def span_ends(self) -> frozenset[Hex]:
        """The hexes at the ends of all spans."""
        return frozenset(hex_ for side in self.span_at for hex_ in side)

    @cached_property
    def ways(self) -> Mapping[tuple[Hex, Hex], Way]:
        """The road or trail from a hex to the next, both ways; a road goes before a trail."""
        ways: dict[tuple[Hex, Hex], Way] = {}
        for road in self.roads:
            for a, b in zip(road.hexes, road.hexes[1:], strict=False):
                if ways.get((a, b)) is not Way.ROAD:
                    ways[a, b] = ways[b, a] = road.way
        return ways

    @cached_property
    def way_hexes(self) -> Mapping[Hex, Way]:
        """The best way in each hex that a road or trail enters."""
        best: dict[Hex, Way] = {}
        for (a, _), way in self.ways.items():
            if best.get(a) is not Way.ROAD:
                best[a] = way
        return best

    @cached_property
    def towns(self) -> tuple[Hex, ...]:
        """The town hexes, in map order."""
        return tuple(h for h in self.grid.hexes if self.terrain_at(h) is Terrain.TOWN)

    @cached_property
    def crossable_neighbours(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """The neighbours of each hex that no unspanned river cuts off, with every span intact."""
        return {
            hex_: tuple(n for n in around if not self.is_river_bar(hex_, n))
            for hex_, around in self.grid.neighbours.items()
        }

    @cached_property
    def place_names(self) -> Mapping[Hex, str]:
        """The name of each named hex."""
        return {place.hex: place.name for place in self.places}

    def terrain_at(self, hex_: Hex) -> Terrain:
        """What fills a hex."""
        return self.terrain.get(hex_, Terrain.CLEAR)

    def level(self, hex_: Hex) -> int:
        """The elevation level of a hex; the plain is 0."""
        return self.elevation.get(hex_, 0)

    def is_upward(self, a: Hex, b: Hex) -> bool:
        """Whether the step from a hex to the next climbs a slope hexside."""
        return (a, b) in self.slopes

    def is_crest(self, a: Hex, b: Hex) -> bool:
        """Whether a crest lies between two adjacent hexes."""
        return hexside(a, b) in self.crests

    def is_river_bar(self, a: Hex, b: Hex) -> bool:
        """Whether a river without a span lies between two adjacent hexes."""
        side = hexside(a, b)
        return self.water.get(side) is Water.RIVER and side not in self.span_at

    def name_of(self, hex_: Hex) -> str:
        """A hex as a player says it: `Brienne-le-Château (0913)`, or the id alone."""
        name = self.place_names.get(hex_)
        return f"{name} ({hex_})" if name else hex_

    def span_name(self, side: Hexside) -> str:
        """What a player calls a span: `Pont-Sorelle bridge`; the map's word without brackets.

        A pontoon bridge is not printed on the map.
        """
        span = self.span_at.get(side)
        return say("pontoon bridge") if span is None else span.name.partition(" (")[0]
