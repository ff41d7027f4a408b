"""Moving: what a unit may do in its manoeuvre phase, step by step (M14 to M17, M20)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept
from hexwar.engine.records import changed
from hexwar.messages import mark
from hexwar.systems.mininap.battle import Arm, Formation, Kind
from hexwar.systems.mininap.numbers import Allowance
from hexwar.systems.mininap.rules.ground import barring, closed_around, extra_cost
from hexwar.systems.mininap.rules.shapes import (
    Change,
    block,
    blocks,
)
from hexwar.systems.mininap.rules.standing import (
    firm,
    footprint,
    gap_to,
    index,
    nearest_enemy,
)
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Areas, corners, outlines
from hexwar.tabletop.index import Near
from hexwar.tabletop.measure import SLACK, TOUCH, at_least
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.regions import is_wholly_ahead
from hexwar.tabletop.sweep import between, wheel


class Action(StrEnum):
    """What a unit does in its side's manoeuvre phase (M14.5)."""

    MANOEUVRE = mark("manoeuvre")  # and then perhaps a change of formation
    CHANGE_THEN_MANOEUVRE = mark("change formation, then manoeuvre")
    CHARGE = mark("charge")
    DISENGAGE = mark("disengage")
    PROLONG = mark("prolong")
    LIMBER = mark("limber up")
    LIMBER_AND_MOVE = mark("limber up and move")
    MOVE_AND_UNLIMBER = mark("move and unlimber")


class StepKind(StrEnum):
    """A step of a move (M29.1)."""

    FORWARD = mark("forward")
    BACK = mark("back")
    LEFT = mark("to the left")
    RIGHT = mark("to the right")
    WHEEL_LEFT = mark("wheel left")
    WHEEL_RIGHT = mark("wheel right")
    PIVOT = mark("pivot")


STRAIGHT = {
    StepKind.FORWARD: (1, 0),
    StepKind.BACK: (-1, 0),
    StepKind.LEFT: (0, -1),
    StepKind.RIGHT: (0, 1),
}
"""Steps of which the value is hundredths of a cm: how they go, ahead and aside."""

SIDEWAYS = (StepKind.BACK, StepKind.LEFT, StepKind.RIGHT)
"""Steps that are a whole manoeuvre (M16.10)."""

WHEELS = (StepKind.WHEEL_LEFT, StepKind.WHEEL_RIGHT)


@dataclass(frozen=True, slots=True)
class Step:
    """One step."""

    kind: StepKind
    value: int  # hundredths of a cm, or tenths of a degree; a pivot to the left is less than 0


@dataclass(frozen=True, slots=True)
class Orders:
    """What one unit does (M29.1)."""

    unit: UnitId
    action: Action
    steps: tuple[Step, ...] = ()
    change: Change | None = None
    is_double: bool = False  # in double-time (M16.6)
    turn: int = 0  # with which guns unlimber, tenths of a degree (M14.8)
    target: UnitId | None = None  # of a charge
    leaves: bool = False  # off the table (M14.11)


@dataclass(frozen=True, slots=True)
class Walk:
    """A move as it would go."""

    after: Unit  # as it stands then
    spent: float  # cm
    allowance: float  # cm
    poses: tuple[Pose, ...]  # the first where it stood, then after each step
    is_off: bool = False  # it has left the table


# -- allowances: M16.2


def allowance_of(state: MiniState, unit: Unit) -> Allowance:
    """What a unit may spend in its formation, cm (M16.2, M16.13)."""
    card, rows = state.card(unit.id), state.numbers.movement.allowances
    if card.arm is Arm.COMMAND:
        return rows.command
    if card.arm is Arm.ARTILLERY:
        return rows.horse_artillery if card.is_horse else rows.foot_artillery
    if card.arm is Arm.CAVALRY:
        return {
            Kind.LIGHT: rows.light_cavalry,
            Kind.MEDIUM: rows.medium_cavalry,
            Kind.HEAVY: rows.heavy_cavalry,
        }[card.kind]
    return {
        Formation.LINE: rows.line,
        Formation.COLUMN: rows.column,
        Formation.SKIRMISH: rows.skirmish_line,
        Formation.SQUARE: rows.square,
    }[unit.formation]


def may_double(state: MiniState, unit: Unit) -> Refusal | None:
    """Why a unit may not move in double-time, or None (M16.6)."""
    clear = state.numbers.movement.double_clear
    if not allowance_of(state, unit).double or unit.bend is not None:
        words = mark("{name} cannot move in double-time.")
        return refuse("M16.6", words, name=state.card(unit.id).name)
    near = nearest_enemy(state, state.side_of(unit.id), footprint(state, unit), clear)
    if near is None or at_least(near, clear):
        return None
    words = mark("An enemy is {cm} cm away: double-time needs {clear}.")
    return refuse("M16.6", words, cm=f"{near:.1f}", clear=f"{clear:g}")


def is_penned(state: MiniState, unit: Unit) -> bool:
    """Whether a square may only pivot: enemy horse or commanders are near (M16.5)."""
    if unit.formation is not Formation.SQUARE:
        return False
    clear, side = state.numbers.movement.square_clear, state.side_of(unit.id)
    near = index(state).near(footprint(state, unit), clear, (unit.id,))
    arms = (Arm.CAVALRY, Arm.COMMAND)
    return any(state.side_of(n.key) != side and state.card(n.key).arm in arms for n in near)


def may_flow(state: MiniState, unit: Unit) -> bool:
    """Whether a unit flows around friends (M17.1)."""
    card = state.card(unit.id)
    if card.arm is Arm.ARTILLERY:
        return unit.is_limbered
    is_loose = card.arm is Arm.INFANTRY and unit.formation is Formation.SKIRMISH
    return card.is_command or card.arm is Arm.CAVALRY or is_loose


# -- one step


def stepped(state: MiniState, unit: Unit, step: Step) -> Unit:
    """A unit after a step, whether it may or not."""
    pose = unit.pose
    assert pose is not None
    if step.kind in STRAIGHT:
        ahead, aside = STRAIGHT[step.kind]
        length = step.value / 100
        return changed(unit, pose=pose.moved(ahead * length, aside * length))
    if step.kind is StepKind.PIVOT:
        return changed(unit, pose=pose.turned(step.value))
    turn = -step.value if step.kind is StepKind.WHEEL_LEFT else step.value
    return changed(unit, pose=pose.about(_hinge(state, unit, step.kind), turn))


def _hinge(state: MiniState, unit: Unit, kind: StepKind) -> tuple[float, float]:
    """The front corner about which a unit wheels."""
    base = block(state, state.card(unit.id), unit.formation)
    assert unit.pose is not None
    left, right, _, _ = corners(unit.pose, base)
    return left if kind is StepKind.WHEEL_LEFT else right


def swept_by(state: MiniState, unit: Unit, step: Step, grow: float = 0.0) -> Areas:
    """What a unit passes over with a step (M6.12, M6.13)."""
    before = outlines(blocks(state, unit), grow)
    assert unit.pose is not None
    if step.kind in STRAIGHT:
        return between(before, outlines(blocks(state, stepped(state, unit, step)), grow))
    if step.kind is StepKind.PIVOT:
        is_round = state.card(unit.id).is_command
        return before if is_round else wheel(before, unit.pose.point, step.value)
    turn = -step.value if step.kind is StepKind.WHEEL_LEFT else step.value
    return wheel(before, _hinge(state, unit, step.kind), turn)


def cost_of(state: MiniState, unit: Unit, step: Step, allowance: float) -> float:
    """What a step costs, cm (M16.7, M16.8, M16.12)."""
    if step.kind in STRAIGHT:
        after = stepped(state, unit, step)
        assert unit.pose is not None
        assert after.pose is not None
        return step.value / 100 + extra_cost(state, unit, [unit.pose.point, after.pose.point])
    if step.kind in WHEELS:
        base = block(state, state.card(unit.id), unit.formation)
        return math.radians(step.value / 10) * base.width / 100
    return 0.0 if has_free_pivot(state, unit) else allowance * state.numbers.movement.pivot_cost


def has_free_pivot(state: MiniState, unit: Unit) -> bool:
    """Whether a pivot costs a unit nothing (M16.7)."""
    card = state.card(unit.id)
    if card.arm is Arm.ARTILLERY:
        return card.is_horse
    return card.arm is not Arm.INFANTRY or unit.formation in (Formation.SKIRMISH, Formation.SQUARE)


@dataclass(frozen=True, slots=True)
class Terms:
    """By what terms a unit goes its steps."""

    allowance: float = 0.0  # cm
    rule: str = "M16.2"  # that grants it
    flows: bool = False  # around friends (M17)
    gap: float = 0.0  # cm that are left to enemies
    gap_rule: str = "M16.9"
    leaves: bool = False  # the table (M14.11)


@kept
def step_refusal(state: MiniState, unit: Unit, step: Step, terms: Terms) -> Refusal | None:
    """Why a unit cannot go a step from where it stands, or None (M14.4, M16.6, M16.9, M17, M22.2).

    The way is looked at in full size first: mostly nothing is near, and no more need be asked.
    """
    swept, standing = swept_by(state, unit, step), index(state)
    near = standing.near(swept, max(terms.gap, TOUCH), (unit.id,))
    refusal = None
    if any(not one.length for one in near):
        refusal = _collision(state, unit, step, flows=terms.flows)
    refusal = refusal or _ground_refusal(state, unit, step, swept, leaves=terms.leaves)
    return refusal or (_closeness(state, unit, step, near, terms) if terms.gap else None)


def _collision(state: MiniState, unit: Unit, step: Step, *, flows: bool) -> Refusal | None:
    """Into whom a step leads: nobody is passed through but by flowing around (M14.4, M17)."""
    name = state.card(unit.id).name
    for other in index(state).overlapped(swept_by(state, unit, step, -SLACK), (unit.id,)):
        passes = flows and step.kind is StepKind.FORWARD and _may_pass(state, unit, other)
        if not passes:
            words = mark("{name} would run into {other}.")
            return refuse("M14.4", words, name=name, other=state.card(other).name)
        if not _is_past(state, stepped(state, unit, step), other):
            words = mark("{name} must come completely past {other}.")
            return refuse("M17.5", words, name=name, other=state.card(other).name)
    return None


def _ground_refusal(
    state: MiniState, unit: Unit, step: Step, swept: Areas, *, leaves: bool
) -> Refusal | None:
    """Into what ground a step leads, or over the edge (M22.2, M14.11)."""
    ground, name = state.battle.ground, state.card(unit.id).name
    is_open = barring(state, unit, swept) is None
    if is_open and (leaves or ground.holds(swept)):
        return None
    small = swept_by(state, unit, step, -SLACK)
    piece = None if is_open else barring(state, unit, small, closed_around(state, unit))
    if piece is not None:
        words = mark("{name} cannot enter a {ground}.")
        return refuse("M22.2", words, name=name, ground=piece.kind)
    if leaves or ground.holds(small):
        return None
    words = mark("{name} would leave the table by {cm} cm.")
    return refuse("M14.11", words, name=name, cm=f"{ground.overhang(small):.2f}")


def _may_pass(state: MiniState, unit: Unit, other: UnitId) -> bool:
    """Whether a unit flows around another (M17.2)."""
    if not may_flow(state, unit):
        return False
    if state.side_of(other) == state.side_of(unit.id):
        return True
    is_square = state.units[other].formation is Formation.SQUARE
    return is_square and state.card(unit.id).arm in (Arm.CAVALRY, Arm.COMMAND)


def _is_past(state: MiniState, after: Unit, other: UnitId) -> bool:
    assert after.pose is not None
    theirs = index(state).areas(other)
    is_free = not index(state).overlapped(firm(state, after), _all_but(state, other))
    return is_free and is_wholly_ahead(after.pose, footprint(state, after), theirs, SLACK)


def _all_but(state: MiniState, other: UnitId) -> list[UnitId]:
    return [unit for unit in state.units if unit != other]


def _closeness(
    state: MiniState, unit: Unit, step: Step, near: Sequence[Near[UnitId]], terms: Terms
) -> Refusal | None:
    """To whom a step comes too near (M16.6, M16.9).

    A unit that is nearer already may stay so far away, or go. A square around which it flows
    counts at the end of the step only (M17.7).
    """
    side, clear = state.side_of(unit.id), terms.gap
    for one in near:
        if state.side_of(one.key) == side or at_least(one.length, clear):
            continue
        if terms.flows and not one.length and _may_pass(state, unit, one.key):
            after = footprint(state, stepped(state, unit, step))
            if at_least(gap_to(state, after, one.key), clear):
                continue
        before = gap_to(state, footprint(state, unit), one.key)
        if before < clear and at_least(one.length, before):
            continue
        words = mark("{name} would come within {cm} cm of {other}; {clear} must be left.")
        told = {"cm": f"{one.length:.2f}", "clear": f"{clear:g}"}
        name, other = state.card(unit.id).name, state.card(one.key).name
        return refuse(terms.gap_rule, words, name=name, other=other, **told)
    return None
