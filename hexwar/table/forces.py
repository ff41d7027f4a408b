"""The counters: what is printed on units and leaders and which formation they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NewType

from hexwar.hexes import Hex
from hexwar.messages import mark

Side = NewType("Side", str)
"""A side by its id, such as ``french`` or ``allied``."""

UnitId = NewType("UnitId", str)
LeaderId = NewType("LeaderId", str)
FormationId = NewType("FormationId", str)


class Arm(StrEnum):
    """The arm of a unit (N2.1) or the kind of train."""

    INFANTRY = mark("infantry")
    LIGHT_CAVALRY = mark("light cavalry")
    HEAVY_CAVALRY = mark("heavy cavalry")
    FOOT_ARTILLERY = mark("foot artillery")
    HORSE_ARTILLERY = mark("horse artillery")
    BAGGAGE_TRAIN = mark("baggage train")
    PONTOON_TRAIN = mark("pontoon train")
    VEDETTE = mark("vedette")  # light cavalry spread out to see (N20.3)

    @cached_property
    def is_cavalry(self) -> bool:
        """Light or heavy cavalry."""
        return self in (Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY)

    @cached_property
    def is_artillery(self) -> bool:
        """Foot or horse artillery."""
        return self in (Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY)

    @cached_property
    def is_mounted(self) -> bool:
        """Cavalry or horse artillery: what retreats 3 hexes (N11.1)."""
        return self.is_cavalry or self is Arm.HORSE_ARTILLERY

    @cached_property
    def is_train(self) -> bool:
        """A baggage or pontoon train: no combat unit (N16.4)."""
        return self in (Arm.BAGGAGE_TRAIN, Arm.PONTOON_TRAIN)

    @cached_property
    def fights(self) -> bool:
        """The arm of a combat unit: no train and no vedette (N16.4, N20.3)."""
        return not self.is_train and self is not Arm.VEDETTE

    @cached_property
    def ignores_zones(self) -> bool:
        """Cavalry and vedettes, which move as if there were no zones of control (N6.4)."""
        return self.is_cavalry or self is Arm.VEDETTE


class Role(StrEnum):
    """What a leader counter stands for (N3.2, N14.1)."""

    OVERALL = "overall"  # OC
    WING = "wing"  # WC
    CORPS = "corps"
    DIVISION = "division"
    HQ = "hq"  # the HQ counter of an OC


class FormationKind(StrEnum):
    """What a formation is (N3.5)."""

    HEADQUARTERS = "headquarters"
    WING = "wing"
    CORPS = "corps"
    DIVISION = "division"


class Presence(StrEnum):
    """When a formation comes into play."""

    START = "start"
    REINFORCEMENT = "reinforcement"
    ALTERNATE = "alternate"  # by card only
    CAMPAIGN = "campaign"  # in a mini-campaign only


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit as printed on its counter."""

    id: UnitId
    name: str
    side: Side
    formation: FormationId
    nation: str
    arm: Arm
    sp: int  # strength points on the full side
    reduced_sp: int  # on the reduced side; 0 for a unit of one step
    initiative: int
    movement: int  # MP
    steps: int  # 1 or 2; trains have none
    division: str | None = None  # division for stacking (N6.1); None where the name tells none
    attached_from: FormationId | None = None  # own corps of an attached unit
    flags: tuple[str, ...] = ()  # guard, young_guard, old_guard, cossack, untrained, conscripts
    vedettes: int = 0  # that may stand for it (N20.3)
    own_vedettes: int = 0  # beside it
    vedette_of: UnitId | None = None  # of a vedette: whose it is (T17.9)
    is_extra: bool = False  # a vedette beside its unit, which stays on the map
    men: int = 0
    guns: int = 0
    estimate: bool = False  # strength and shape are an estimate
    source: str = ""
    note: str = ""

    @property
    def is_combat_unit(self) -> bool:
        """Whether it fights and has a zone of control; trains and vedettes do not (N16.4)."""
        return self.arm.fights

    @property
    def is_vedette(self) -> bool:
        """Whether it is a vedette: it sees, and counts for nothing else (N20.3)."""
        return self.arm is Arm.VEDETTE


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """A leader, or the HQ counter, as printed."""

    id: LeaderId
    name: str
    side: Side
    formation: FormationId
    nation: str
    role: Role
    rating: int  # the rating used where no order type matters (N14.2)
    movement: int  # MP
    ratings: tuple[tuple[str, int], ...] = ()  # split ratings by order type (N12.53)
    special: tuple[str, ...] = ()  # ids of special rules
    estimate: bool = False

    @property
    def shown_rating(self) -> str:
        """The rating as printed: brackets for OC and WC, parentheses else (N14.1)."""
        values = sorted({value for _, value in self.ratings} or {self.rating}, reverse=True)
        text = "/".join(str(value) for value in values)
        return f"[{text}]" if self.role in (Role.OVERALL, Role.WING) else f"({text})"


@dataclass(frozen=True, slots=True)
class OrderStep:
    """One step of an order: a verb and its objective (N12.1)."""

    verb: str  # march, attack, probe, defend, delay, fall back, reserve, support, general retreat
    target: Hex | None = None
    route: tuple[Hex, ...] = ()
    target_formation: FormationId | None = None
    zone: int | None = None  # hexes round the target in which it may attack
    fixed: bool = False

    def __post_init__(self) -> None:
        """Keep a plain word: a step made by a rule and one read from a file are written alike."""
        object.__setattr__(self, "verb", str(self.verb))


@dataclass(frozen=True, slots=True)
class FormationCard:
    """A corps, a detached division, a wing or an army's headquarters."""

    id: FormationId
    name: str
    side: Side
    nation: str
    kind: FormationKind
    presence: Presence
    units: tuple[UnitId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()  # its commander first; an HQ's second is the HQ counter
    army: str | None = None
    assigned_to: FormationId | None = None  # the wing that commands it
    division_of: FormationId | None = None
    may_order: tuple[FormationId, ...] = ()
    stacks_as_division: bool = False  # Russian infantry corps (N6.1)
    demoralization_sp: int | None = None
    start_order: tuple[OrderStep, ...] = ()
    divisional_orders: tuple[tuple[tuple[UnitId, ...], tuple[OrderStep, ...]], ...] = ()
    note: str = ""

    @property
    def has_chit(self) -> bool:
        """Whether it acts on a chit of its own: wings and headquarters do not (N4.44)."""
        return self.kind in (FormationKind.CORPS, FormationKind.DIVISION)
