"""Lines of sight and traces as they are shown: what they cross, what hides or bars, and why.

Rules: N19.2, N12.4, N16.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import UnitId

# -- a line of sight as it is shown: what it crosses, what hides what, and why (N19.2)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What blocks a line."""

    kind: str  # woods, town, chateau, slope, crest, edge of the map, or both ways round
    hexes: tuple[Hex, ...]  # the hex, or the two of a hexside; of a tie all; none at the map's edge
    rule: str
    ways: tuple[Obstacle, ...] = ()  # of a tie: what blocks the one way and what the other


@dataclass(frozen=True, slots=True)
class SightHex:
    """A hex that a line crosses or passes."""

    hex: Hex
    terrain: Terrain
    level: int
    obstacle: Obstacle | None  # its terrain, where that blocks; never of the two ends


@dataclass(frozen=True, slots=True)
class SightSide:
    """A hexside that a line crosses."""

    hexes: tuple[Hex, Hex]  # as the line crosses it
    slope: int | None  # the level of its upper hex, or None where there is no slope
    is_crest: bool
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class SightWay:
    """One way to the next hex of a line: a hexside, a hex, a hexside, and so on."""

    hexes: tuple[SightHex, ...]  # between the two
    sides: tuple[SightSide, ...]
    obstacle: Obstacle | None  # the first on the way


@dataclass(frozen=True, slots=True)
class SightStep:
    """One hex of a line, and how the line comes there from the one before.

    There are no ways to the viewer's hex, one over a hexside, and two past a corner or along a
    hexside, where the line is blocked only if both are.
    """

    hex: SightHex
    ways: tuple[SightWay, ...]
    obstacle: Obstacle | None  # the first on the way here or, last, this hex

    @property
    def is_tie(self) -> bool:
        """Whether there are two ways round."""
        return len(self.ways) == 2

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes of the ways, and the hex itself."""
        passed = (hex_.hex for way in self.ways for hex_ in way.hexes)
        return (*passed, self.hex.hex)


@dataclass(frozen=True, slots=True)
class SightLine:
    """The line of sight from a hex to another, with the reason of the verdict."""

    a: Hex  # the viewer's
    b: Hex
    distance: int  # hexes
    limit: int  # hexes, how far one sees by light and weather
    eye: int  # the level of the higher end: what stands above it hides
    visible: bool
    spotted: bool  # visible, and near enough or from height (N19.21)
    steps: tuple[SightStep, ...]  # from a to b
    blocked_by: Obstacle | None  # the first from a, also where the range is too long
    rule: str
    reason: str  # one sentence

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex that the line crosses or passes, in order."""
        return tuple(hex_ for step in self.steps for hex_ in step.hexes)


# -- traces as they are shown: how far, by which way, from which point of supply, and why


@dataclass(frozen=True, slots=True)
class Trace:
    """A command trace from a hex to a hex, or why there is none (N12.4)."""

    is_in: bool  # there is one, within the limit that was asked for
    halves: int | None  # half hexes, beyond the limit too; None where no trace leads
    path: tuple[Hex, ...]  # from the first hex to the last; empty where no trace leads
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that is in the way


class PointKind(StrEnum):
    """What gives supply (N16.2, N16.3)."""

    SOURCE = mark("supply source")
    TRAIN = mark("baggage train")  # the formation's own
    ENTRY = mark("entry hex of the baggage train")  # which is still to come
    BORROWED = mark("baggage train of another formation")


@dataclass(frozen=True, slots=True)
class SupplyPoint:
    """A hex that gives supply to a formation."""

    hex: Hex
    kind: PointKind
    train: UnitId | None = None  # every kind but a source


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """Whether a unit, or a hex, is in supply: the line that is traced, or why there is none."""

    in_supply: bool
    line: tuple[Hex, ...]  # from the hex to the point; of a march column from its supplied unit
    road: tuple[Hex, ...]  # from the train to its source, along roads and trails
    point: SupplyPoint | None
    distance: int | None  # hexes of the line
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that cuts the line
