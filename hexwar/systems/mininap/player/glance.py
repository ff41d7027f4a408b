"""The table at a glance: who could fire at whom and charge whom from where, about.

Hundreds of places are looked at in a manoeuvre phase, so what is near, before and between is told
from centres and extents. What is ordered in the end is judged by the law, and what a fire order or
a charge promises by the rules' own reports (`shooting.py`, `charging.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Final

from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.player.chances import odds
from hexwar.systems.mininap.player.outlook import Outlook
from hexwar.systems.mininap.player.parties import party, with_unit
from hexwar.systems.mininap.rules.charge import charger_refusal
from hexwar.systems.mininap.rules.fire import band_of, reach_of
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.shapes import WIDE, block, in_skirmish_line
from hexwar.systems.mininap.rules.standing import ground_under, in_command, is_in_contact
from hexwar.systems.mininap.state import Unit
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.base import Base
from hexwar.tabletop.pose import Vector

SIGHT_BLOCKS: Final = ("wood", "village", "hill")

SLOPE: Final = 0.7072
"""Cosine of 45 degrees: to there a unit turns before it fires, or as it charges."""

ASIDE: Final = 0.4
"""What fire counts that needs a larger turn first, which takes a move."""

TURNED: Final = 0.85
"""What fire counts that needs a pivot first."""

NEXT: Final = 0.35
"""What a charge counts that needs a move first."""

ZONE: Final = 0.6
"""cm on each side of the way that must be free for fire: half a stand, about."""

PATH: Final = 0.8
"""The part of its frontage that must be free before a charger."""

ROOM: Final = 4.0
"""cm that infantry comes nearer before it fires."""


@dataclass(frozen=True, slots=True)
class Body:
    """A unit as it is glanced at: where, how broad, how strong."""

    unit: Unit
    side: Side
    arm: Arm
    at: Vector
    ahead: Vector
    half_width: float
    half_depth: float
    sp: int
    reach: float  # cm of its fire, 0 of who has none or may not
    charge: float  # cm, 0 of who may not
    move: float  # cm
    is_loose: bool
    is_led: bool  # in command
    cover: int  # dice of the ground it is in, for fire at it
    is_safe_from_horse: bool  # in wood, village or marsh
    pieces: tuple[str, ...]  # the ground it is in

    @property
    def id(self) -> UnitId:
        """Whose."""
        return self.unit.id

    def along(self, way: Vector) -> float:
        """How far it reaches from its centre along a way of length 1, cm."""
        (fx, fy), (wx, wy) = self.ahead, way
        return self.half_depth * abs(fx * wx + fy * wy) + self.half_width * abs(fy * wx - fx * wy)


@dataclass(frozen=True, slots=True)
class Lie:
    """How one body lies to another."""

    far: float  # cm between them, about
    way: Vector  # to it, of length 1
    facing: float  # cosine of the turn to it


def lie_of(one: Body, other: Body) -> Lie:
    """How another lies to one."""
    dx, dy = other.at[0] - one.at[0], other.at[1] - one.at[1]
    length = hypot(dx, dy) or 0.01
    way = dx / length, dy / length
    facing = way[0] * one.ahead[0] + way[1] * one.ahead[1]
    return Lie(max(0.0, length - one.along(way) - other.along(way)), way, facing)


class Glance:
    """All bodies of a table."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.state = outlook, outlook.state
        self._fights: dict[tuple[object, ...], float] = {}  # by who fights whom, and how

    def body(self, unit: Unit, *, is_led: bool | None = None) -> Body:
        """A unit as it would be where its record has it."""
        state, card = self.state, self.state.card(unit.id)
        pose = unit.pose
        assert pose is not None
        if card.is_command:
            half_width = half_depth = state.numbers.stands.command / 2
        else:
            shape: Base = block(state, card, unit.formation)
            half_width, half_depth = shape.width / 200, shape.depth / 200
        under = ground_under(state, unit)
        rows = [state.numbers.terrain.row(piece.kind) for piece in under]
        allowance, is_free = allowance_of(state, unit), not is_in_contact(state, unit.id)
        fires = is_free and not unit.is_limbered and state.sp(unit.id) > 0
        may_charge = is_free and charger_refusal(state, unit) is None
        return Body(
            unit,
            card.side,
            card.arm,
            pose.point,
            pose.forward,
            half_width,
            half_depth,
            state.sp(unit.id),
            reach_of(state, unit.id) if fires else 0.0,
            allowance.charge if may_charge else 0.0,
            allowance.move,
            in_skirmish_line(state, unit),
            in_command(state, unit.id) if is_led is None else is_led,
            sum(row.fire for row in rows),
            any(piece.kind in ("wood", "village", "marsh") for piece in under),
            tuple(piece.id for piece in under),
        )

    @cached_property
    def bodies(self) -> dict[UnitId, Body]:
        """All units in play."""
        return {unit.id: self.body(unit) for unit in self.state.in_play()}

    @cached_property
    def foes(self) -> tuple[Body, ...]:
        """The enemy's."""
        return tuple(self.bodies[unit] for unit in self.outlook.foes)

    @cached_property
    def friends(self) -> tuple[Body, ...]:
        """The own."""
        return tuple(self.bodies[unit] for unit in self.outlook.own)

    def nearest(self, body: Body) -> float:
        """How far the nearest enemy of the side is from a body, cm; 999 where there is none."""
        return min((lie_of(body, foe).far for foe in self.foes), default=999.0)

    # -- fire

    def shot(self, one: Body, other: Body) -> float:
        """What fire of one at another counts, hits of the other, by how likely it can be."""
        if not one.reach:
            return 0.0
        lie = lie_of(one, other)
        is_foot = one.arm is Arm.INFANTRY
        if lie.far > one.reach + (ROOM if is_foot else 0.0):
            return 0.0
        likely = self._bears(one, other, lie)
        if not likely or self._is_hidden(one, other, lie):
            return 0.0
        if lie.far > one.reach:
            likely *= ASIDE
        dice = self._dice(one, other, min(lie.far, one.reach))
        return likely * self.hits_worth(other, dice)

    def _bears(self, one: Body, other: Body, lie: Lie) -> float:
        if one.unit.formation is Formation.SQUARE:
            return 1.0
        dx, dy = other.at[0] - one.at[0], other.at[1] - one.at[1]
        (fx, fy) = one.ahead
        side = fy, -fx
        aside = abs(dx * side[0] + dy * side[1]) - one.half_width - other.along(side)
        if aside < 0 and lie.facing > 0:
            return 1.0
        if lie.facing >= SLOPE and one.unit.bend is None:
            return TURNED
        return ASIDE / 2 if lie.facing > 0 and one.arm is Arm.INFANTRY else 0.0

    def _is_hidden(self, one: Body, other: Body, lie: Lie) -> bool:
        """Whether somebody stands, or ground lies, between two centres."""
        if self.is_between(one, other, lie, ZONE):
            return True
        if lie.far < 3:
            return False
        ground = self.state.battle.ground
        for piece in ground.crossed(one.at, other.at, SIGHT_BLOCKS):
            is_in = piece.id in one.pieces or piece.id in other.pieces
            if piece.kind == "hill" and is_in:
                continue
            deep = self.state.numbers.terrain.deep + 1.5
            if not is_in or ground.length_in([one.at, other.at], {piece.kind}) > deep:
                return True
        return False

    def is_between(self, one: Body, other: Body, lie: Lie, breadth: float) -> bool:
        """Whether anybody else stands on the way from one centre to another.

        Args:
            one: From him.
            other: To him.
            lie: How the other lies to the one.
            breadth: cm on each side of the way that must be free.
        """
        (x, y), (wx, wy) = one.at, lie.way
        length = hypot(other.at[0] - x, other.at[1] - y)
        for third in self.bodies.values():
            if third.unit.id in (one.unit.id, other.unit.id):
                continue
            dx, dy = third.at[0] - x, third.at[1] - y
            if not 0.5 < dx * wx + dy * wy < length:
                continue
            if abs(dx * wy - dy * wx) < breadth + third.along((wy, -wx)):
                return True
        return False

    def _dice(self, one: Body, other: Body, far: float) -> int:
        state, rows = self.state, self.state.numbers.fire.target
        dice = one.sp + other.cover
        if one.arm is Arm.ARTILLERY:
            dice += int(getattr(band_of(state, far), state.card(one.id).kind))
        if other.unit.formation is Formation.COLUMN and not state.card(other.id).is_single:
            dice += rows.column
        if other.unit.formation is Formation.SQUARE:
            dice += rows.square
        dice += rows.cavalry * (other.arm is Arm.CAVALRY) + rows.skirmish_line * other.is_loose
        is_halved = one.arm is Arm.INFANTRY and one.unit.formation not in WIDE
        return max(0, dice) // (2 if is_halved else 1)

    def hits_worth(self, other: Body, dice: int) -> float:
        """What so many dice of fire count that are thrown at a body, VP."""
        found = odds(dice, self.state.numbers.fire.hit)
        return self.outlook.worth.shot(other.id, other.unit.hits, found)

    # -- charges

    def charge(self, one: Body, other: Body) -> float:
        """What a charge of one on another promises, VP, by how likely it can be made; 0 of none."""
        if not one.charge or not self._may_charge(one, other):
            return 0.0
        lie = lie_of(one, other)
        if lie.far > one.charge + one.move:
            return 0.0
        is_near = lie.far <= one.charge and lie.facing >= SLOPE
        likely = 1.0 if is_near else NEXT
        if self.is_between(one, other, lie, PATH * one.half_width):
            return 0.0
        flank = lie.way[0] * other.ahead[0] + lie.way[1] * other.ahead[1]
        return likely * self.fight(one, other, from_behind=flank > 0.5)

    def fight(self, one: Body, other: Body, *, from_behind: bool = False) -> float:
        """What a fight of one with another promises, VP; 0 where it may not charge, or nothing."""
        if not one.charge or not self._may_charge(one, other):
            return 0.0
        key = (*_kind_of(one), *_kind_of(other), from_behind)
        if key not in self._fights:
            self._fights[key] = self._fought(one, other, from_behind=from_behind)
        return self._fights[key]

    def _fought(self, one: Body, other: Body, *, from_behind: bool) -> float:
        is_square = other.unit.formation is Formation.SQUARE
        each = 2 if from_behind and not is_square else 1
        state = with_unit(with_unit(self.state, one.unit), other.unit)
        mine = party(state, one.id, other.id, is_led=one.is_led, each=each)
        theirs = party(state, other.id, one.id, is_led=other.is_led)
        return max(0.0, self.outlook.worth.melee(one.id, mine, other.id, theirs))

    def _may_charge(self, one: Body, other: Body) -> bool:
        if one.arm is Arm.CAVALRY:
            return not other.is_safe_from_horse
        return other.arm is not Arm.CAVALRY


def _kind_of(body: Body) -> tuple[object, ...]:
    """What of a body makes its combat value; walls and streams are not looked at twice."""
    return body.id, body.unit.formation, body.unit.bend, body.pieces, body.is_led


def best_of(found: Iterable[float], rest: float) -> float:
    """The most of some worths, and a part of what the others come to."""
    ordered = sorted(found, reverse=True)
    return ordered[0] + rest * sum(ordered[1:]) if ordered else 0.0
