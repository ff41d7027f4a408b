"""What the table shows of a move that is thought of, and what it costs, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import dist
from typing import Final

from hexwar.messages import mark, say
from hexwar.systems.mininap.prompters.common import (
    gap_ruler,
    name_of,
    names_of,
    nearest_foe,
    run_arrow,
)
from hexwar.systems.mininap.prompters.drafts import Draft, Outcome, action_of, standing_after
from hexwar.systems.mininap.rules.charge import Charge
from hexwar.systems.mininap.rules.choices import comes_on_flank
from hexwar.systems.mininap.rules.combat import flank_gap
from hexwar.systems.mininap.rules.moving import STRAIGHT, Action, Step, StepKind, allowance_of
from hexwar.systems.mininap.rules.shapes import WIDE, blocks
from hexwar.systems.mininap.rules.standing import footprint, index
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.table.stands import Aim, Contact, Edge, Grip, Hue, Leg, Marks, Ruler, Target
from hexwar.tabletop.base import Base, corners
from hexwar.tabletop.measure import shortest
from hexwar.tabletop.pose import Pose, Vector

NEAR_MISS: Final = 1.5
"""cm up to which it is told how far a charge is from outflanking."""

AWARE: Final = 12.0
"""cm within which the nearest enemy of a place is told."""


def can_words(view: MiniState, unit: UnitId) -> str:
    """How far a unit can go, in words."""
    record = view.units[unit]
    row = allowance_of(view, record)
    if action_of(view, Draft(unit)) is Action.PROLONG:
        row = view.numbers.movement.allowances.prolong
    parts = [say("moves {cm} cm", cm=f"{row.move:g}")]
    if row.double:
        parts.append(say("double-time {cm}", cm=f"{row.double:g}"))
    if row.charge:
        parts.append(say("charges {cm}", cm=f"{row.charge:g}"))
    return ", ".join(parts)


def told(view: MiniState, draft: Draft, outcome: Outcome) -> str:
    """What it costs, and how near it comes to whom."""
    if outcome.charge is not None:
        return charge_words(view, outcome.charge)
    parts = []
    if outcome.allowance and (draft.steps or outcome.spent):
        words = mark("{spent} of {all} cm")
        double = mark("double-time: {spent} of {all} cm")
        spent, most = f"{outcome.spent:.1f}", f"{outcome.allowance:g}"
        parts.append(say(double if draft.is_double else words, spent=spent, all=most))
    foe = nearest_foe(view, outcome.after, AWARE)
    if foe is not None:
        cm = f"{foe[1]:.1f}"
        parts.append(say("{cm} cm to {name}", cm=cm, name=name_of(view, foe[0])))
    return ", ".join(parts)


def charge_words(view: MiniState, charge: Charge) -> str:
    """At whom, how far, and whether it outflanks."""
    names = names_of(view, charge.met)
    reach = allowance_of(view, view.units[charge.unit]).charge
    spent = f"{charge.spent + charge.length:.1f}"
    words = mark("charge at {names}: {spent} of {all} cm")
    told = say(words, names=names, spent=spent, all=f"{reach:g}")
    if comes_on_flank(view, charge):
        return say("{charge}, outflanks", charge=told)
    return told


def grips_of(view: MiniState, draft: Draft) -> frozenset[Grip]:
    """By what the unit can be dragged, as the draft has it."""
    unit, card = view.units[draft.unit], view.card(draft.unit)
    action = action_of(view, draft)
    if unit.bend is not None and draft.change is None:
        return frozenset()
    if draft.change is not None and not draft.is_first:
        return frozenset()
    if draft.target is not None or action is Action.DISENGAGE:
        return frozenset({Grip.BODY, Grip.TURN})
    if action is Action.PROLONG or action is Action.LIMBER:
        return frozenset({Grip.BODY}) if action is Action.PROLONG or card.is_horse else frozenset()
    found = {Grip.BODY, Grip.TURN}
    if not card.is_command:
        found |= {Grip.LEFT, Grip.RIGHT}
    if not card.is_single and unit.formation in WIDE and draft.is_empty:
        found |= {Grip.BEND_LEFT, Grip.BEND_RIGHT}
    return frozenset(found)


def ahead_of(view: MiniState, draft: Draft) -> Marks:
    """How far it can go straight on, as a ruler before its front."""
    unit = view.units[draft.unit]
    assert unit.pose is not None
    if unit.bend is not None:
        return Marks()
    row = allowance_of(view, unit)
    if action_of(view, draft) is Action.PROLONG:
        row = view.numbers.movement.allowances.prolong
    (_, base), *_ = blocks(view, unit)
    front = base.depth / 200 if isinstance(base, Base) else base.diameter / 200
    a, b = unit.pose.at(front), unit.pose.at(front + row.move)
    return Marks(rulers=(Ruler(a, b, say("{cm} cm", cm=f"{row.move:g}"), Hue.OWN),))


def way_marks(view: MiniState, draft: Draft, outcome: Outcome) -> Marks:
    """The way of a draft, what it comes near to, and whom it outflanks."""
    if outcome.charge is not None:
        return charge_marks(view, outcome.charge)
    legs = tuple(legs_of(view, draft))
    foe = nearest_foe(view, outcome.after, AWARE)
    rulers = () if foe is None else (gap_ruler(view, outcome.after, foe[0]),)
    return Marks(legs=legs, rulers=rulers)


def legs_of(view: MiniState, draft: Draft) -> Iterator[Leg]:
    """A leg a step: of a wheel the way of the outer corner."""
    now = standing_after(view, replace(draft, kept=(), way=()))
    for at, step in enumerate(draft.steps):
        done = replace(draft, kept=draft.steps[: at + 1], way=())
        after = standing_after(view, done)
        assert now.pose is not None
        assert after.pose is not None
        if step.kind in STRAIGHT:
            words = say("{cm} cm", cm=f"{step.value / 100:.1f}") if len(draft.steps) > 1 else ""
            yield Leg((now.pose.point, after.pose.point), words)
        elif step.kind is not StepKind.PIVOT:
            words = say("wheel {n}°", n=f"{step.value / 10:.0f}")
            yield Leg(arc_of(view, now, step), words)
        now = after


def arc_of(view: MiniState, unit: Unit, step: Step) -> tuple[Vector, ...]:
    """The way of the outer front corner in a wheel."""
    (pose, base), *_ = blocks(view, unit)
    assert isinstance(base, Base)
    left, right, _, _ = corners(pose, base)
    is_right = step.kind is StepKind.WHEEL_RIGHT
    hinge, outer = (right, left) if is_right else (left, right)
    turn = step.value if is_right else -step.value
    start = Pose(round(outer[0] * 100), round(outer[1] * 100))
    return tuple(start.about(hinge, turn * part // 8).point for part in range(9))


def charge_marks(view: MiniState, charge: Charge) -> Marks:
    """The run of a charge, whom it is at, where it touches, and what it outflanks or misses."""
    target_mark = Target(str(charge.target), Aim.CHARGE)
    arrow = run_arrow(view, charge, Hue.OWN)
    marks = Marks(arrows=(arrow,), targets=(target_mark,))
    return marks.beside(flank_marks(view, charge))


def flank_marks(view: MiniState, charge: Charge) -> Marks:
    """The rear edge of whom it outflanks; else by how many mm it does not, where that is few."""
    target = view.units[charge.target]
    after = replace(view.units[charge.unit], pose=charge.turned.moved(charge.length))
    touch, _ = shortest(footprint(view, after), index(view).areas(charge.target))
    contact = Contact(touch, touch)
    (pose, base), *_ = blocks(view, target)
    if comes_on_flank(view, charge) and isinstance(base, Base):
        _, _, right, left = corners(pose, base)
        return Marks(edges=(Edge((right, left), say("outflanked")),), contacts=(contact,))
    gap = flank_gap(view, after, target)
    if gap is None or dist(*gap) > NEAR_MISS:
        return Marks(contacts=(contact,))
    mm = f"{10 * dist(*gap):.0f}"
    miss = Contact(*gap, say("misses the flank by {mm} mm", mm=mm), Hue.BAD)
    return Marks(contacts=(contact, miss))
