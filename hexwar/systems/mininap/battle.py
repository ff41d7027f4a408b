"""A battle of Mini-Nap 2 made ready to play: the table, the units and what is asked of them.

Frozen records; nothing in them moves (M27.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from hexwar.messages import mark, say
from hexwar.systems.mininap.numbers import PRINTED, Numbers
from hexwar.table.battle import Battle, Secrecy
from hexwar.table.forces import Side, UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import Marks, Place
from hexwar.tabletop.base import Base, Disc
from hexwar.tabletop.ground import Ground
from hexwar.tabletop.pose import Pose, half_up
from hexwar.tabletop.spots import pose_at, spot_of_pose


class Arm(StrEnum):
    """The arm of a unit (M2.5)."""

    INFANTRY = mark("infantry")
    CAVALRY = mark("cavalry")
    ARTILLERY = mark("artillery")
    COMMAND = mark("command")


class Kind(StrEnum):
    """The type of a unit: of infantry, of cavalry, of guns, or the rank of a commander (M2.5)."""

    LINE = mark("line")
    LIGHT = mark("light")
    MEDIUM = mark("medium")
    HEAVY = mark("heavy")
    BRIGADE = mark("brigade")
    DIVISION = mark("division")
    CORPS = mark("corps")


class Formation(StrEnum):
    """How a unit of two stands is formed (M4.1); guns and commanders are in skirmish line."""

    COLUMN = mark("attack column")
    LINE = mark("line")
    SQUARE = mark("square")
    SKIRMISH = mark("skirmish line")


@dataclass(frozen=True, slots=True)
class UnitCard:
    """What a unit is, a command stand too."""

    id: UnitId
    name: str
    side: Side
    arm: Arm
    kind: Kind
    sp: int  # at the start
    nation: str = ""
    brigade: str = ""  # of a unit; empty for one that belongs to a division directly
    division: str = ""  # of a unit without a brigade
    commands: tuple[str, ...] = ()  # brigades of a commander; a corps commander commands all
    is_horse: bool = False  # artillery
    is_lancer: bool = False  # light cavalry (M2.8)
    is_veteran: bool = False  # with the option (M25.1)

    @property
    def is_command(self) -> bool:
        """Whether it is a command stand."""
        return self.arm is Arm.COMMAND

    @property
    def is_single(self) -> bool:
        """Whether it is one stand (M2.3)."""
        return self.arm in (Arm.ARTILLERY, Arm.COMMAND)

    def may_form(self, formation: Formation) -> bool:
        """Whether it may take a formation (M4.1)."""
        if self.is_single:
            return formation is Formation.SKIRMISH
        if formation is Formation.SQUARE:
            return self.arm is Arm.INFANTRY
        if formation is Formation.SKIRMISH:
            return self.kind is Kind.LIGHT and not self.is_lancer
        return True


@dataclass(frozen=True, slots=True)
class Placed:
    """Where and how a unit begins."""

    pose: Pose
    formation: Formation = Formation.SKIRMISH
    is_limbered: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """A brigade or a division by name."""

    id: str
    name: str
    side: Side


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that counts (M23.5)."""

    id: str
    piece: str  # id of the piece of ground
    vp: int
    holder: Side | None = None  # at the start


@dataclass(frozen=True, eq=False, kw_only=True)
class MiniBattle(Battle):
    """A battle ready to be set up. Shared by every copy of its state."""

    ground: Ground
    units: Mapping[UnitId, UnitCard]  # in the order of rank: by side, then as listed (M27.2)
    placed: Mapping[UnitId, Placed]
    divisions: Mapping[str, tuple[str, ...]]  # the brigades of each division
    objectives: tuple[Objective, ...] = ()
    bodies: Mapping[str, Body] = field(default_factory=lambda: MappingProxyType({}))
    zones: Mapping[Side, tuple[tuple[int, int], ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    # where a side may set up, by corners; none: as deep as the rules say (M24.3)
    break_at: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    day: tuple[int, int] = (0, 0)  # month and day, from 1; 0 where no date is known

    def piece(self, id_: str) -> UnitCard | None:
        """A unit, or a command stand."""
        return self.units.get(UnitId(id_))

    def body(self, id_: str) -> Body | None:
        """A brigade or a division."""
        return self.bodies.get(id_)

    @cached_property
    def secrecy(self) -> Secrecy:
        """All stands lie open; fire orders are secret with the option (M25.3)."""
        return Secrecy(has_secrets=self.options.get("secret_fire") == "on")

    def first_spots(self) -> Mapping[str, Spot]:
        """Where units and command stands begin."""
        return {unit: spot_of_pose(place.pose) for unit, place in self.placed.items()}

    def name_of(self, spot: Spot) -> str:
        """A point: by the ground that it lies on, and by how far it is from the edges."""
        pose = pose_at(spot)
        assert pose is not None, spot
        under = self.ground.under(pose.point)
        kind = (under[0].name or say(under[0].kind)) if under else say("open ground")
        words = mark("{kind} ({x} cm east, {y} cm north)")
        return say(words, kind=kind, x=half_up(pose.x / 100), y=half_up(pose.y / 100))

    def aimed(self, spots: Iterable[Spot], pieces: Iterable[str]) -> Marks:
        """The places among them, and a glow round the pieces."""
        places = tuple(Place(spot) for spot in spots if pose_at(spot) is not None)
        return Marks(ready=frozenset(pieces), places=places)

    def nation_of(self, side: Side) -> str:
        """The nation that most units of a side belong to."""
        nations = Counter(unit.nation for unit in self.units.values() if unit.side == side)
        return max(nations, key=lambda nation: (nations[nation], nation), default="")

    @cached_property
    def figures(self) -> Numbers:
        """The numbers of the rules with the scenario's own."""
        return PRINTED.with_own(self.numbers)

    @cached_property
    def bases(self) -> Mapping[Arm, Base | Disc]:
        """One stand of each arm (M2.1)."""
        stands = self.figures.stands
        sizes = {
            Arm.INFANTRY: stands.infantry,
            Arm.CAVALRY: stands.cavalry,
            Arm.ARTILLERY: stands.artillery,
        }
        bases: dict[Arm, Base | Disc] = {
            arm: Base(round(size.width * 100), round(size.depth * 100))
            for arm, size in sizes.items()
        }
        return MappingProxyType({**bases, Arm.COMMAND: Disc(round(stands.command * 100))})

    @cached_property
    def brigades(self) -> Mapping[str, tuple[UnitId, ...]]:
        """The units of each brigade, without its commander (M5.2)."""
        found: dict[str, list[UnitId]] = {}
        for unit in self.units.values():
            if unit.brigade:
                found.setdefault(unit.brigade, []).append(unit.id)
        return MappingProxyType({brigade: tuple(units) for brigade, units in found.items()})

    @cached_property
    def division_of(self) -> Mapping[str, str]:
        """The division of each brigade; a brigade without one is not named."""
        return MappingProxyType({b: d for d, brigades in self.divisions.items() for b in brigades})

    @cached_property
    def chain_of(self) -> Mapping[UnitId, tuple[UnitId, ...]]:
        """The commanders of each unit's own chain, the nearest first (M5.3, M5.4)."""
        return MappingProxyType({u.id: tuple(self._chain(u)) for u in self.units.values()})

    def _chain(self, unit: UnitCard) -> list[UnitId]:
        commanders = [c for c in self.units.values() if c.is_command and c.side == unit.side]
        division = unit.division or self.division_of.get(unit.brigade, "")
        found = []
        for commander in commanders:
            is_own = {
                Kind.BRIGADE: bool(unit.brigade) and unit.brigade in commander.commands,
                Kind.DIVISION: bool(division) and division == commander.division,
                Kind.CORPS: True,
            }[commander.kind]
            if is_own and not unit.is_command:
                found.append(commander.id)
        order = (Kind.BRIGADE, Kind.DIVISION, Kind.CORPS)
        return sorted(found, key=lambda id_: order.index(self.units[id_].kind))

    def units_of(self, side: Side) -> tuple[UnitId, ...]:
        """The infantry, cavalry and artillery of a side, and its command stands."""
        return tuple(u.id for u in self.units.values() if u.side == side)


def own(battle: Battle) -> MiniBattle:
    """A battle that the section of this game has built."""
    assert isinstance(battle, MiniBattle)
    return battle
