"""The state of a game of Mini-Nap 2: where the units stand, and how far the turn has come (M27).

Only an event's `apply` writes to it. Nothing in it is hidden but what `secret_fire` hides (M27.3).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from hexwar.engine.records import FLEETING, OPEN, PRINTED, secret
from hexwar.messages import mark
from hexwar.systems.mininap.battle import Formation, MiniBattle, UnitCard
from hexwar.systems.mininap.numbers import Numbers
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Outcome
from hexwar.table.spot import Spot
from hexwar.table.state import TableState
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import spot_of_pose


class Phase(StrEnum):
    """The phases of a turn, in order (M7.1)."""

    INITIATIVE = mark("initiative phase")
    FIRING = mark("firing phase")
    COMBAT = mark("hand-to-hand combat phase")
    LOSSES = mark("removal of losses")
    FIRST_MANOEUVRE = mark("initiative manoeuvre phase")
    SECOND_MANOEUVRE = mark("non-initiative manoeuvre phase")
    VICTORY = mark("victory phase")


class Step(StrEnum):
    """The steps of a phase, in order (M9.7, M12.2); a phase without steps is done at once."""

    PIVOTS = mark("pivots")
    ORDERS = mark("fire orders")
    SHOTS = mark("shots")
    JOINING = mark("joining in")
    ALLOCATION = mark("allocation")
    ATTACKS = mark("attacks")
    REMOVAL = mark("removal")
    PURSUIT = mark("pursuit")
    MOVES = mark("moves")
    ALL = mark("all")


class Corner(StrEnum):
    """Which corners of its stands a bent unit has in common (M15.5)."""

    FRONT = mark("front corner")
    REAR = mark("rear corner")


class Cause(StrEnum):
    """How a unit was lost (M23.1)."""

    FIRE = mark("fire")
    COMBAT = mark("hand-to-hand combat")
    CONTACT = mark("its weakness in contact")
    TABLE = mark("leaving the table")
    UNITS = mark("the loss of its units")


@dataclass(frozen=True, slots=True)
class Bend:
    """How a line is bent (M15.5)."""

    stand: int  # that turned: 1 left, 2 right; the other has the unit's pose
    corner: Corner
    angle: int  # tenths of a degree, over 0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it stands (M27.1)."""

    id: UnitId
    pose: Pose | None  # of its centre, or of its stationary stand if it is bent; None: it is lost
    formation: Formation
    bend: Bend | None = None
    is_limbered: bool = False
    hits: int = 0
    has_fired: bool = False  # this turn: the red marker (M9.4)
    is_done: bool = False  # this phase (M14.2)
    has_pivoted: bool = False  # this phase, to fire (M9.8)
    is_caught: bool = False  # standing, by cavalry (M19.10)
    has_moved_in_reaction: bool = False  # this turn: it evaded or countercharged (M19.11)
    has_pursued: bool = False  # this turn (M21.4)
    began_in_contact: bool = False  # its side's manoeuvre phase (M14.10)
    lost_by: Cause | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """What a unit fires at one target (M9.16)."""

    unit: UnitId
    stands: tuple[int, ...]  # 1 and 2; of a square the face, 0 front and then clockwise
    target: UnitId
    sp: int


@dataclass(frozen=True, slots=True)
class Attack:
    """What a unit does to one enemy in contact (M12.10)."""

    unit: UnitId
    target: UnitId
    sp: int


@dataclass(frozen=True, slots=True)
class Placing:
    """Who places his units in a free set-up (M24.3)."""

    side: Side
    body: str = ""  # the brigade under way; empty: he chooses one


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side has written down unseen, with the option (M25.3)."""

    pivots: tuple[tuple[UnitId, int], ...] = ()  # the bearings of units, tenths of a degree
    orders: tuple[tuple[Shot, ...], ...] = ()  # the shots of each unit


def _own_plan(plans: Mapping[Side, Plan], reader: Any) -> Mapping[Side, Plan]:
    """Of all that is written down, what a reader has."""
    others = [side for side in plans if side != reader.side]
    return (
        MappingProxyType({s: p for s, p in plans.items() if s not in others}) if others else plans
    )


@dataclass(frozen=True, slots=True)
class Lost:
    """A unit that is out of play."""

    unit: UnitId
    turn: int
    cause: Cause


@dataclass(slots=True, kw_only=True)
class MiniState(TableState):
    """All of it."""

    battle: MiniBattle = field(metadata=PRINTED)
    units: dict[UnitId, Unit] = field(metadata=OPEN)
    turn: int = field(default=0, metadata=OPEN)
    phase: Phase = field(default=Phase.INITIATIVE, metadata=OPEN)
    step: Step = field(default=Step.ALL, metadata=OPEN)
    initiative: Side | None = field(default=None, metadata=OPEN)
    ended: tuple[Side, ...] = field(default=(), metadata=OPEN)  # whose part of the step is over
    suppressed: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)
    shots: tuple[Shot, ...] = field(default=(), metadata=OPEN)  # ordered and not yet resolved
    attacks: tuple[Attack, ...] = field(default=(), metadata=OPEN)
    outflanked: tuple[tuple[UnitId, UnitId], ...] = field(default=(), metadata=OPEN)
    # who has outflanked whom in this phase (M12.2)
    seen: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)
    # who was looked at in this step: joiners, pursuers, who allotted
    thrown_again: frozenset[UnitId] = field(default=frozenset(), metadata=OPEN)
    pending: Mapping[UnitId, int] = field(
        default_factory=lambda: MappingProxyType({}), metadata=OPEN
    )
    # hits that go on together at the end of the phase (M9.7, M12.2)
    pursuers: tuple[UnitId, ...] = field(default=(), metadata=OPEN)
    placing: Placing | None = field(default=None, metadata=OPEN)
    plans: Mapping[Side, Plan] = field(
        default_factory=lambda: MappingProxyType({}), metadata=secret(_own_plan)
    )
    holders: Mapping[str, Side | None] = field(
        default_factory=lambda: MappingProxyType({}), metadata=OPEN
    )
    lost: tuple[Lost, ...] = field(default=(), metadata=OPEN)
    outcome: Outcome | None = field(default=None, metadata=OPEN)
    cache: dict[Hashable, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata=FLEETING
    )

    @property
    def numbers(self) -> Numbers:
        """The numbers of the rules, with the scenario's own."""
        return self.battle.figures

    def spot_of(self, piece: str) -> Spot | None:
        """The pose of a unit in play."""
        unit = self.units.get(UnitId(piece))
        return None if unit is None or unit.pose is None else spot_of_pose(unit.pose)

    def put(self, unit: Unit) -> None:
        """Replace a unit's record; for events only."""
        self.units[unit.id] = unit

    def card(self, unit: UnitId) -> UnitCard:
        """What a unit is."""
        return self.battle.units[unit]

    def side_of(self, unit: UnitId) -> Side:
        """The side a unit belongs to."""
        return self.battle.units[unit].side

    def sp(self, unit: UnitId) -> int:
        """The SP that are left to a unit; it may be none or fewer until it is removed (M3.5)."""
        return self.battle.units[unit].sp - self.units[unit].hits

    def pose(self, unit: UnitId) -> Pose:
        """Where a unit in play stands."""
        pose = self.units[unit].pose
        assert pose is not None, f"{unit} is not in play"
        return pose

    def in_play(self, side: Side | None = None) -> Iterator[Unit]:
        """The units on the table, command stands too, in the order of rank (M27.2)."""
        for unit in self.units.values():
            if unit.pose is not None and (side is None or self.side_of(unit.id) == side):
                yield unit

    def is_veteran(self, unit: UnitId) -> bool:
        """Whether a unit counts as veteran (M25.1)."""
        return self.card(unit).is_veteran and self.battle.options.get("veterans") == "on"

    @property
    def acting(self) -> Side:
        """Whose manoeuvre phase it is."""
        assert self.initiative is not None
        if self.phase is Phase.FIRST_MANOEUVRE:
            return self.initiative
        return self.battle.enemy(self.initiative)

    @property
    def order_of_choice(self) -> tuple[Side, Side]:
        """Who chooses first where both choose: the side without the initiative (M7.5)."""
        assert self.initiative is not None
        return self.battle.enemy(self.initiative), self.initiative
