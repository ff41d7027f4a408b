"""Firing: who may fire at what, with how many dice, and what suppresses (M9, M10, M22.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept
from hexwar.messages import mark
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.numbers import Band
from hexwar.systems.mininap.rules.shapes import WIDE, block, in_skirmish_line, stands
from hexwar.systems.mininap.rules.standing import (
    ground_under,
    is_in_contact,
    stand_index,
    touched_by,
)
from hexwar.systems.mininap.state import MiniState, Shot, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Area, Base, outlines
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.measure import MEASURE, distance, within
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.regions import Extent, extents_ahead, zone

FACES: Final = (0, 1, 2, 3)
"""The faces of a square: front, and then clockwise."""


@dataclass(frozen=True, slots=True)
class Front:
    """From where one stand of a unit fires, or one face of a square."""

    number: int  # of the stand, 1 or 2; of a square the face
    pose: Pose
    base: Base


@dataclass(frozen=True, slots=True)
class Thing:
    """A stand or a piece of ground that lies in a zone of fire."""

    extent: Extent
    unit: UnitId | None = None
    stand: int = 0
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """That one front may fire at a unit."""

    front: int
    target: UnitId
    stand: int  # the target stand (M9.11)
    ahead: float  # cm from the front edge to it, in the zone
    range: float  # cm, base to base (M9.10)


# -- who fires, and from where


def reach_of(state: MiniState, unit: UnitId) -> float:
    """How far a unit fires, cm; 0 where it has nothing to fire with (M9.9)."""
    card, fire = state.card(unit), state.numbers.fire
    if card.arm is Arm.INFANTRY:
        return fire.muskets
    return float(getattr(fire.guns, card.kind)) if card.arm is Arm.ARTILLERY else 0.0


def silence(state: MiniState, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire at all, or None (M9.1, M9.2, M9.6)."""
    card = state.card(unit.id)
    if unit.pose is None or not reach_of(state, unit.id):
        return refuse("M9.1", mark("Only infantry and guns fire."))
    if unit.is_limbered:
        return refuse("M9.1", mark("{name} is limbered."), name=card.name)
    if is_in_contact(state, unit.id):
        return refuse("M9.2", mark("{name} is in contact with the enemy."), name=card.name)
    if state.sp(unit.id) <= 0:
        return refuse("M9.6", mark("{name} has no strength left."), name=card.name)
    return None


def fronts(state: MiniState, unit: Unit) -> tuple[Front, ...]:
    """Where a unit fires from: each of its stands, or the four faces of a square (M6.17)."""
    if unit.formation is Formation.SQUARE:
        assert unit.pose is not None
        whole = block(state, state.card(unit.id), unit.formation)
        across = Base(whole.depth, whole.width)
        turned = ((face, unit.pose.turned(900 * face)) for face in FACES)
        return tuple(Front(face, pose, across if face % 2 else whole) for face, pose in turned)
    numbered = enumerate(stands(state, unit), start=1)
    return tuple(Front(n, pose, base) for n, (pose, base) in numbered if isinstance(base, Base))


# -- what lies in a zone of fire


def things_ahead(
    state: MiniState, unit: Unit, front: Front, reach: float, instead: Unit | None = None
) -> list[Thing]:
    """What lies in a front's zone of fire, the nearest first (M6.17, M6.18).

    Args:
        state: The table.
        unit: Who fires, from where this record has it.
        front: One of its fronts.
        reach: cm.
        instead: a unit that stands where this record has it, not where it is.
    """
    area = zone(front.pose, front.base, reach + 2 * MEASURE)  # its far border belongs to it
    found = [*_stands_in(state, unit, front, area, instead)]
    for piece in state.battle.ground.pieces:
        if state.numbers.terrain.row(piece.kind).blocks:
            shape = state.battle.ground.shape(piece)
            (extent,) = extents_ahead(front.pose, front.base, area, shape)
            found.extend([] if extent is None else [Thing(extent, piece=piece)])
    return sorted(found, key=lambda thing: thing.extent.near)


def _stands_in(
    state: MiniState, unit: Unit, front: Front, area: Area, instead: Unit | None
) -> Iterator[Thing]:
    """The stands of others, and the unit's own other stand unless it is a square (M9.11)."""
    standing = stand_index(state)
    moved = (unit.id,) if instead is None else (unit.id, instead.id)
    keys = [key for key in standing.inside(area) if key[0] not in moved]
    areas = [standing.areas(key) for key in keys]
    others = [] if unit.formation is Formation.SQUARE else [unit]
    for record in [*others, *([instead] if instead is not None else [])]:
        for number, stand in enumerate(stands(state, record), start=1):
            if (record.id, number) != (unit.id, front.number):
                keys.append((record.id, number))
                areas.append(outlines((stand,)))
    if not keys:
        return
    extents = extents_ahead(front.pose, front.base, area, np.concatenate(areas))
    for key, extent in zip(keys, extents, strict=True):
        if extent is not None:
            yield Thing(extent, unit=key[0], stand=key[1])


# -- what a front may fire at (M9.11)


def aims_of(
    state: MiniState,
    unit: Unit,
    *,
    instead: Unit | None = None,
    ignored: Collection[UnitId] = (),
) -> list[Aim]:
    """What each front of a unit has before it and nothing between, friends too (M9.11).

    Args:
        state: The table.
        unit: Who fires, from where this record has it.
        instead: a unit that stands where this record has it, not where it is.
        ignored: units that are looked through, as by shot that bounces (M11.2).
    """
    reach, found = reach_of(state, unit.id), list[Aim]()
    for front in fronts(state, unit) if reach else ():
        things = things_ahead(state, unit, front, reach, instead)
        seen = [thing for thing in things if thing.unit not in ignored]
        nearest = next((thing for thing in seen if thing.unit is not None), None)
        if nearest is None:
            continue
        targets: dict[UnitId, Thing] = {}
        for thing in seen:
            level = thing.extent.near <= nearest.extent.near + MEASURE
            if thing.unit is not None and thing.unit != unit.id and level:
                targets.setdefault(thing.unit, thing)
        if nearest.unit == unit.id:
            continue
        for target, thing in targets.items():
            record = (
                instead if instead is not None and instead.id == target else state.units[target]
            )
            aim = _aim(state, front, record, thing, reach)
            if aim is not None and not _is_hidden(state, unit, record, things, aim):
                found.append(aim)
    return found


def _aim(state: MiniState, front: Front, target: Unit, thing: Thing, reach: float) -> Aim | None:
    stand = stands(state, target)[thing.stand - 1]
    length = distance(outlines(((front.pose, front.base),)), outlines((stand,)))
    if not within(length, reach):
        return None
    return Aim(front.number, target.id, thing.stand, thing.extent.near, length)


def _is_hidden(state: MiniState, unit: Unit, target: Unit, things: list[Thing], aim: Aim) -> bool:
    """Whether ground between forbids the fire (M22.5)."""
    between = [t for t in things if t.piece is not None and t.extent.near < aim.ahead - MEASURE]
    if not between:
        return False
    here = {piece.id for piece in (*ground_under(state, unit), *ground_under(state, target))}
    for thing in between:
        assert thing.piece is not None
        if thing.piece.id not in here:
            return True
        deep = min(thing.extent.far, aim.ahead) - max(thing.extent.near, 0.0)
        if thing.piece.kind != "hill" and not within(deep, state.numbers.terrain.deep):
            return True
    return False


@kept
def aims(state: MiniState, unit: UnitId) -> tuple[Aim, ...]:
    """What a unit in play has before its fronts from where it stands."""
    return tuple(aims_of(state, state.units[unit]))


def is_clear(state: MiniState, unit: Unit, front: Front) -> bool:
    """Whether a stand has nothing at all in its zone, so that it may fire with the other (M9.12).

    A hill that it stands on does not count (M22.5).
    """
    reach = reach_of(state, unit.id)
    own = {piece.id for piece in ground_under(state, unit) if piece.kind == "hill"}
    things = things_ahead(state, unit, front, reach)
    return all(thing.piece is not None and thing.piece.id in own for thing in things)


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy that a unit may fire at, and with which of its fronts."""

    unit: UnitId
    direct: tuple[int, ...]  # stands or faces that have it before them
    joining: tuple[int, ...] = ()  # a second stand whose zone is quite clear (M9.12)
    range: float = 0.0  # cm from the nearest of them


def targets_of(state: MiniState, unit: Unit, found: Collection[Aim]) -> list[Target]:
    """The enemies among some aims at which a unit may fire, the nearest first (M9.3)."""
    side, targets = state.side_of(unit.id), list[Target]()
    for enemy in dict.fromkeys(aim.target for aim in found):
        is_engaged = any(state.side_of(u) == side for u in touched_by(state, enemy))
        if state.side_of(enemy) == side or is_engaged:
            continue
        own = [aim for aim in found if aim.target == enemy]
        direct = tuple(sorted({aim.front for aim in own}))
        length = min(aim.range for aim in own)
        targets.append(Target(enemy, direct, _joining(state, unit, direct), length))
    return sorted(targets, key=lambda target: target.range)


def _joining(state: MiniState, unit: Unit, direct: tuple[int, ...]) -> tuple[int, ...]:
    if unit.formation not in WIDE or unit.bend is not None or state.card(unit.id).is_single:
        return ()
    others = [front for front in fronts(state, unit) if front.number not in direct]
    return tuple(front.number for front in others if is_clear(state, unit, front))


@kept
def targets(state: MiniState, unit: UnitId) -> tuple[Target, ...]:
    """The enemies that a unit may fire at from where it stands, the nearest first."""
    record = state.units[unit]
    if silence(state, record) is not None:
        return ()
    return tuple(targets_of(state, record, aims(state, unit)))


# -- how many SP


def most_sp(state: MiniState, unit: UnitId, shots: Collection[Shot]) -> int:
    """The most SP that each of a unit's shots may have (M9.15 to M9.19)."""
    record, sp = state.units[unit], state.sp(unit)
    if record.formation not in WIDE or state.card(unit).is_single:
        return sp
    if len(shots) > 1:
        return sp // 2
    is_half = state.numbers.fire.single_stand == "half"
    alone = all(len(shot.stands) == 1 for shot in shots)
    return max(1, sp // 2) if alone and is_half else sp


# -- suppression (M10.1)


@kept
def suppressed(state: MiniState) -> frozenset[UnitId]:
    """The units that an enemy could hit with muskets or canister (M10.1, M10.2)."""
    found: set[UnitId] = set()
    for unit in state.in_play():
        if silence(state, unit) is None:
            is_foot = state.card(unit.id).arm is Arm.INFANTRY
            canister = state.numbers.fire.canister
            near = [t for t in targets(state, unit.id) if is_foot or within(t.range, canister)]
            found.update(target.unit for target in near)
    return frozenset(found)


# -- the dice (M10.3)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet: what changes the dice or the combat value, and by how much."""

    words: str  # for `say`
    value: int
    rule: str


@dataclass(frozen=True, slots=True)
class ShotReport:
    """What a shot is up against (M10.3 to M10.6): the same to who resolves it."""

    shot: Shot
    range: float  # cm
    rows: tuple[Row, ...]
    is_halved: bool  # M10.5
    pool: int
    bounces_to: UnitId | None = None  # who is hit by what misses (M11)


def shot_report(
    state: MiniState,
    shot: Shot,
    *,
    instead: Unit | None = None,
    is_suppressed: bool | None = None,
) -> ShotReport:
    """The dice of a shot, with each reason.

    Args:
        state: The table.
        shot: Who fires at whom.
        instead: the target, standing where this record has it (M19.4).
        is_suppressed: whether the unit fires at -1; None: as the phase has found it.
    """
    unit, target = state.units[shot.unit], instead or state.units[shot.target]
    found = [a for a in aims_of(state, unit, instead=instead) if a.target == shot.target]
    own = [aim for aim in found if aim.front in shot.stands]
    length = min((aim.range for aim in own or found), default=0.0)
    is_low = shot.unit in state.suppressed if is_suppressed is None else is_suppressed
    rows = [
        *_band_rows(state, shot.unit, length),
        *_target_rows(state, target),
        *(
            [Row(mark("suppressed"), state.numbers.fire.target.suppressed, "M10.4")]
            if is_low
            else []
        ),
        *ground_rows(state, unit, target),
    ]
    pool = max(0, shot.sp + sum(row.value for row in rows))
    is_foot = state.card(shot.unit).arm is Arm.INFANTRY
    is_halved = is_foot and unit.formation in (Formation.COLUMN, Formation.SQUARE)
    pool = pool // 2 if is_halved else pool
    bounce = None if instead is not None else bounce_target(state, shot, length)
    return ShotReport(shot, length, tuple(rows), is_halved, pool, bounce)


def band_of(state: MiniState, length: float) -> Band:
    """The range band of a distance; a border belongs to the nearer one (M10.6)."""
    bands = state.numbers.fire.bands
    return next((band for band in bands if within(length, band.to)), bands[-1])


def _band_rows(state: MiniState, unit: UnitId, length: float) -> Iterator[Row]:
    card = state.card(unit)
    if card.arm is Arm.ARTILLERY:
        value = int(getattr(band_of(state, length), card.kind))
        yield Row(mark("range"), value, "M10.6")


def _target_rows(state: MiniState, target: Unit) -> Iterator[Row]:
    rows = state.numbers.fire.target
    if target.formation is Formation.COLUMN and not state.card(target.id).is_single:
        yield Row(mark("at a column"), rows.column, "M10.4")
    if target.formation is Formation.SQUARE:
        yield Row(mark("at a square"), rows.square, "M10.4")
    if state.card(target.id).arm is Arm.CAVALRY:
        yield Row(mark("at cavalry"), rows.cavalry, "M10.4")
    if in_skirmish_line(state, target):
        yield Row(mark("at a skirmish line"), rows.skirmish_line, "M10.4")


def ground_rows(state: MiniState, unit: Unit, target: Unit) -> Iterator[Row]:
    """M22.5: a target in a wood or village, or close behind a wall or hedge."""
    terrain = state.numbers.terrain
    for piece in ground_under(state, target):
        value = terrain.row(piece.kind).fire
        if value:
            yield Row(piece.kind, value, "M22.5")
    wall = _wall_between(state, unit, target)
    if wall is not None:
        yield Row(wall.kind, terrain.row(wall.kind).fire, "M22.5")


def _wall_between(state: MiniState, unit: Unit, target: Unit) -> Piece | None:
    """The wall or hedge close before a target, if the shooter is not as close to it."""
    ground, near = state.battle.ground, state.numbers.terrain.wall_near
    mine, theirs = outlines(stands(state, unit)), outlines(stands(state, target))
    assert unit.pose is not None
    assert target.pose is not None
    for piece in ground.crossed(unit.pose.point, target.pose.point, ("wall", "hedge")):
        shape = ground.shape(piece)
        is_close = within(distance(theirs, shape), near)
        if is_close and not within(distance(mine, shape), near):
            return piece
    return None


# -- bounce-through: M11


def bounce_target(state: MiniState, shot: Shot, length: float) -> UnitId | None:
    """Whom the misses of a shot are thrown at, friend or enemy; None: they end there (M11)."""
    if state.card(shot.unit).arm is not Arm.ARTILLERY or not _bounces(state, length):
        return None
    beyond = aims_of(state, state.units[shot.unit], ignored=(shot.target,))
    reached = [aim for aim in beyond if _bounces(state, aim.range)]
    return min(reached, key=lambda aim: aim.range).target if reached else None


def _bounces(state: MiniState, length: float) -> bool:
    """Whether a distance lies in the band where roundshot bounces (M11.1)."""
    limits = state.numbers.fire.bounces
    return within(length, limits.to) and not within(length, limits.over)
