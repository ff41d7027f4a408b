"""Formations: where the stands of a unit lie, and how it changes them (M4, M6.3 to M6.6, M15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.systems.mininap.battle import Arm, Formation, UnitCard
from hexwar.systems.mininap.numbers import Test
from hexwar.systems.mininap.state import Bend, Corner, MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Base, Disc, Stand, corners
from hexwar.tabletop.pose import Pose

WIDE = (Formation.LINE, Formation.SKIRMISH)
"""Formations that are two stands wide and one deep."""

STANDS = (1, 2)
"""The stands of a unit: left and right of a line, front and rear of a column."""


def base_of(state: MiniState, card: UnitCard) -> Base | Disc:
    """One stand of a unit."""
    return state.battle.bases[card.arm]


def _rectangle(state: MiniState, card: UnitCard) -> Base:
    base = base_of(state, card)
    assert isinstance(base, Base)  # of two stands are infantry and cavalry only
    return base


def stands(state: MiniState, unit: Unit) -> tuple[Stand, ...]:
    """The stands of a unit in play, the first of `STANDS` first (M6.5)."""
    card, pose = state.card(unit.id), unit.pose
    assert pose is not None, f"{unit.id} is not in play"
    if card.is_single:
        return ((pose, base_of(state, card)),)
    base = _rectangle(state, card)
    if unit.bend is not None:
        still, turned = (pose, base), (_bent(pose, base, unit.bend), base)
        return (turned, still) if unit.bend.stand == STANDS[0] else (still, turned)
    width, depth = base.width / 200, base.depth / 200
    if unit.formation in WIDE:
        return (pose.moved(0, -width), base), (pose.moved(0, width), base)
    rear = pose.moved(-depth)
    behind = rear.turned(1800) if unit.formation is Formation.SQUARE else rear
    return (pose.moved(depth), base), (behind, base)


def blocks(state: MiniState, unit: Unit) -> tuple[Stand, ...]:
    """The fewest rectangles that a unit in play covers (M4.2, M6.6)."""
    card, pose = state.card(unit.id), unit.pose
    assert pose is not None, f"{unit.id} is not in play"
    if card.is_single or unit.bend is not None:
        return stands(state, unit)
    return ((pose, block(state, card, unit.formation)),)


def block(state: MiniState, card: UnitCard, formation: Formation) -> Base:
    """The footprint of an unbent unit of two stands (M4.2), or of a battery."""
    base = _rectangle(state, card)
    if card.is_single:
        return base
    if formation in WIDE:
        return Base(2 * base.width, base.depth)
    return Base(base.width, 2 * base.depth)


def _bent(still: Pose, base: Base, bend: Bend) -> Pose:
    """The pose of the stand that turned, about the corner that both have in common (M15.5)."""
    is_right = bend.stand == STANDS[1]
    left_front, right_front, right_rear, left_rear = corners(still, base)
    front, rear = (right_front, right_rear) if is_right else (left_front, left_rear)
    hinge = front if bend.corner is Corner.FRONT else rear
    straight = still.moved(0, base.width / 100 * (1 if is_right else -1))
    inward = is_right == (bend.corner is Corner.FRONT)
    return straight.about(hinge, -bend.angle if inward else bend.angle)


# -- changing formation (M15)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of formation (M15.2): which stand stays, and on which side of it the other goes."""

    formation: Formation
    still: int  # the stand that stays where it is: one of `STANDS`
    is_second: bool  # the other goes right of it, or behind it; else left, or before it
    bend: tuple[Corner, int] | None = None  # and bends so many tenths of a degree


def changed(state: MiniState, unit: Unit, change: Change) -> Unit:
    """A unit in play after a change of formation; whether it may is not asked."""
    card = state.card(unit.id)
    base = _rectangle(state, card)
    still, _ = stands(state, unit)[change.still - 1]
    if change.bend is not None:
        corner, angle = change.bend
        bend = Bend(STANDS[1] if change.is_second else STANDS[0], corner, angle)
        return replace(unit, pose=still, formation=change.formation, bend=bend)
    half = (1 if change.is_second else -1) / 2
    if change.formation in WIDE:
        pose = still.moved(0, base.width / 100 * half)
    else:
        pose = still.moved(-base.depth / 100 * half)
    return replace(unit, pose=pose, formation=change.formation, bend=None)


def changes(state: MiniState, unit: Unit) -> Iterator[Change]:
    """Each straight formation that a unit may take in each of its ways (M15.2); none to itself."""
    card = state.card(unit.id)
    if card.is_single:
        return
    for formation in Formation:
        if not card.may_form(formation):
            continue
        sides = (True,) if formation is Formation.SQUARE else (True, False)
        for still in STANDS:
            for is_second in sides:
                yield Change(formation, still, is_second)


def bends(state: MiniState, unit: Unit, angle: int) -> Iterator[Change]:
    """Each way to bend a line by so many tenths of a degree (M15.5)."""
    card = state.card(unit.id)
    if card.is_single:
        return
    for formation in WIDE:
        if not card.may_form(formation):
            continue
        for still in STANDS:
            for corner in Corner:
                yield Change(formation, still, still == STANDS[0], (corner, angle))


def is_cavalry(state: MiniState, unit: Unit) -> bool:
    """Whether a unit is cavalry."""
    return state.card(unit.id).arm is Arm.CAVALRY


def needed(state: MiniState, unit: UnitId, test: Test) -> int:
    """The highest die by which a unit passes a test."""
    is_loose = in_skirmish_line(state, state.units[unit])
    return test.skirmish_line if is_loose else test.usual


def in_skirmish_line(state: MiniState, unit: Unit) -> bool:
    """Whether a unit is in skirmish line, bent or not; guns and commanders always are (M4.5)."""
    return unit.formation is Formation.SKIRMISH or state.card(unit.id).is_single
