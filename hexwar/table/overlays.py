"""What is laid over the board for a while: plain data, which prompters and lenses set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.laid import Laid
from hexwar.table.reports import PathQuote


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a stack can go."""

    left: Mapping[Hex, int]  # half MP left on entering each hex
    stops: frozenset[Hex] = frozenset()  # hexes in which it must stop
    by_road: frozenset[Hex] = frozenset()  # hexes that are reached by road movement


class Aim(StrEnum):
    """What a legal target is offered for; each is drawn with a mark of its own shape."""

    PLACE = "place"  # to go to, or to name as an objective
    ASSAULT = "assault"
    FIRE = "fire"
    BOMBARD = "bombard"
    CHARGE = "charge"


@dataclass(frozen=True, slots=True)
class Target:
    """A hex that may be chosen."""

    hex: Hex
    aim: Aim = Aim.PLACE
    sources: tuple[Hex, ...] = ()  # hexes that arrows come from
    way: tuple[Hex, ...] = ()  # the hexes that a charge rides over, both ends included


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
class Sight:
    """What can be seen from a hex."""

    origin: Hex
    seen: frozenset[Hex]  # in line of sight, the origin left out
    spotted: frozenset[Hex]  # those of them in which troops are spotted


class Verdict(StrEnum):
    """What a line of sight comes to; each is drawn in a manner of its own."""

    SPOTTED = "spotted"  # a whole line
    SEEN = "seen"  # a dashed line: too far to spot
    HIDDEN = "hidden"  # a whole line as far as the obstacle, dots behind it


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of sight from a hex to another."""

    start: Hex
    end: Hex
    verdict: Verdict
    range: int  # hexes
    hidden_by: tuple[Hex, ...] = ()  # hexes that block, marked each
    hidden_at: tuple[tuple[Hex, Hex], ...] = ()  # hexsides that block
    name: str = ""  # what blocks, in a word or two
    at: Hex | None = None  # the first hex that blocks, or the nearer one of the hexside


class Task(StrEnum):
    """What a field of distances is measured for."""

    COMMAND = "command"
    SUPPLY = "supply"


@dataclass(frozen=True, slots=True)
class Distances:
    """How far hexes are from a leader or from supply, within the limit."""

    task: Task
    halves: Mapping[Hex, int]  # half hexes
    lacking: frozenset[Hex] = frozenset()  # hexes with own units that are out


@dataclass(frozen=True, slots=True)
class TraceLine:
    """The way that a distance is counted along."""

    task: Task
    path: tuple[Hex, ...]  # from the hex that is pointed at
    link: tuple[Hex, ...] = ()  # the road from the train to its source
    fallen: tuple[Hexside, ...] = ()  # bridges that are supposed to fall
    mended: tuple[Hexside, ...] = ()  # damaged ones that are supposed to be repaired


class Stage(StrEnum):
    """How far an order has come; each is drawn in a manner of its own."""

    IN_FORCE = mark("in force")  # a full line
    NEXT = mark("next")  # a later step: a thinner, paler line
    COMING = mark("coming")  # on its way, or waiting to be obeyed: a hollow line


@dataclass(frozen=True, slots=True)
class OrderArrow:
    """A step of an order: where it leads, and of what type it is."""

    side: Side
    shape: str  # of line and head, which tell the type of the order
    letter: str  # of the type, for its flag
    hexes: tuple[Hex, ...]  # from its beginning by the via points to the objective; one: it stays
    stage: Stage = Stage.IN_FORCE
    is_pale: bool = False  # another formation is pointed at


@dataclass(frozen=True, slots=True)
class Ride:
    """The way of a courier."""

    path: tuple[Hex, ...]
    text: str  # when he is due


@dataclass(frozen=True, slots=True)
class Bond:
    """A link of a chain of command."""

    start: Hex  # the superior's
    end: Hex
    rank: int  # of the link: 3 from an OC, 2 from a WC, 1 from a formation's commander
    is_quiet: bool = False  # whether it is drawn so that it leaves the rest of the board in sight


@dataclass(frozen=True, slots=True)
class Stay:
    """Who stays behind in a hex of the way."""

    hex: Hex
    text: str  # the names


@dataclass(frozen=True, slots=True)
class Ghost:
    """A move that is proposed: who will stand where, by which way."""

    pieces: tuple[UnitId | LeaderId, ...]
    path: tuple[Hex, ...]  # from where they stand, or from where they enter the map
    place: int  # in the order of march, from 1
    left: int  # half MP
    by_road: bool = False  # in road movement
    is_held: bool = False  # it is about to be sent elsewhere
    is_bold: bool = False  # the enemy may meet the move


@dataclass(frozen=True, slots=True)
class Overlays(Laid):
    """Everything that is laid over the board for a while; by default only the sites are shown."""

    selection: frozenset[Hex] = frozenset()  # hexes of the selected stack
    chosen: frozenset[UnitId | LeaderId] = frozenset()  # counters ringed in the fan
    ready: frozenset[Hex] = frozenset()  # hexes with a stack that can act
    reach: Reach | None = None
    further: Reach | None = None  # where another stack could go, or this one from its path's end
    path: PathQuote | None = None
    tail: tuple[Hex, ...] = ()  # the two hexes that a strong column takes up at its path's end
    stays: tuple[Stay, ...] = ()  # who stays behind on the way
    ghosts: tuple[Ghost, ...] = ()  # a march that is proposed
    targets: tuple[Target, ...] = ()
    zones: Mapping[Side, frozenset[Hex]] = field(default_factory=lambda: MappingProxyType({}))
    # zones of control
    distances: tuple[Distances, ...] = ()
    traces: tuple[TraceLine, ...] = ()
    sight: Sight | None = None
    ray: Ray | None = None
    tracks: tuple[Track, ...] = ()
    orders: tuple[OrderArrow, ...] = ()
    rides: tuple[Ride, ...] = ()
    bonds: tuple[Bond, ...] = ()
    shows_sites: bool = True  # VP hexes, flags, supply sources and entry hexes

    def beside(self, more: Laid) -> Overlays:
        """The same with the ghosts and targets of others."""
        if not isinstance(more, Overlays) or not (more.ghosts or more.targets):
            return self
        ghosts, targets = (*self.ghosts, *more.ghosts), (*self.targets, *more.targets)
        return replace(self, ghosts=ghosts, targets=targets)

    @property
    def aims(self) -> tuple[Hex, ...]:
        """The hexes that it leads from, through and to, and those that may be chosen."""
        ways = (hex_ for ghost in self.ghosts for hex_ in ghost.path)
        return tuple(dict.fromkeys((*ways, *(target.hex for target in self.targets))))


def overlays_of(laid: Laid) -> Overlays:
    """What is laid over a map; what only another board could show is nothing there."""
    return laid if isinstance(laid, Overlays) else Overlays()


def aimed(hexes: Iterable[Hex]) -> Overlays:
    """Some hexes as what may be chosen, each once."""
    return Overlays(targets=tuple(map(Target, dict.fromkeys(hexes))))
