"""Where a unit that is dragged may go: the nearest legal way to where it is wanted (M31.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.prompters.drafts import (
    Draft,
    action_of,
    refusal_of,
    standing_after,
)
from hexwar.systems.mininap.rules.moving import (
    Action,
    Step,
    StepKind,
    allowance_of,
    cost_of,
    has_free_pivot,
    is_penned,
    may_double,
    stepped,
)
from hexwar.systems.mininap.rules.shapes import WIDE, Change, block
from hexwar.systems.mininap.rules.standing import run
from hexwar.systems.mininap.state import Corner, MiniState, Unit
from hexwar.table.stands import Grip, Wish
from hexwar.tabletop.base import corners
from hexwar.tabletop.pose import Vector, bearing_to, half_up, turn_between

SNAP: Final = 0.4
"""cm aside within which a drag still means straight on."""

NEAR: Final = 0.12
"""cm by which a place may be missed that a hand has pointed at."""

LOOKS: Final = 7
"""How often a way is halved to find how much of it is legal."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of a wish."""

    draft: Draft | None  # the nearest that is legal; None: it stays
    refusal: Refusal | None = None  # why no nearer


def judged(state: MiniState, draft: Draft, wish: Wish) -> Judged:
    """The nearest legal draft to a wish."""
    if wish.grip is Grip.BODY:
        return led(state, draft, wish.pose.point)
    if wish.grip in (Grip.BEND_LEFT, Grip.BEND_RIGHT):
        return _bent(state, draft, wish)
    made = turned_by(state, draft, wish)
    return Judged(None) if made is None else _most(state, made)


# -- the body: somewhere else


def led(state: MiniState, draft: Draft, point: Vector) -> Judged:
    """The nearest legal way of a unit's middle to a point."""
    bare = replace(draft, way=(), is_double=False, target=None)
    start = standing_after(state, bare)
    best: tuple[float, Judged] | None = None
    for steps in ways(state, bare, start, point):
        found = _clipped(state, bare.by_way(*steps), point)
        if found.draft is None:
            best = best or (math.inf, found)
            continue
        off = _off(state, found.draft, point)
        if best is None or off < best[0] - 0.05:
            best = off, found
        if found.refusal is None and off <= SNAP:
            return found
    return Judged(None) if best is None else best[1]


def missed(state: MiniState, draft: Draft, wish: Wish) -> float:
    """By how much a draft misses what was wanted, cm; of turns nothing is told."""
    return _off(state, draft, wish.pose.point) if wish.grip is Grip.BODY else math.inf


def _off(state: MiniState, draft: Draft, point: Vector) -> float:
    """How far from a point a draft leads, cm."""
    unit = standing_after(state, replace(draft, kept=draft.steps, way=()))
    assert unit.pose is not None
    return math.dist(unit.pose.point, point)


def ways(state: MiniState, draft: Draft, unit: Unit, point: Vector) -> Iterator[tuple[Step, ...]]:
    """The ways to a point that a unit may think of, the plainest first."""
    assert unit.pose is not None
    ahead, aside = unit.pose.ahead_of(point), unit.pose.aside_of(point)
    action, card = action_of(state, draft), state.card(unit.id)
    if action is Action.PROLONG:
        yield (_straight(StepKind.FORWARD if ahead > 0 else StepKind.BACK, abs(ahead)),)
        return
    is_straight = abs(aside) <= SNAP
    if is_straight and ahead > 0:
        yield (_straight(StepKind.FORWARD, ahead),)
    if action is Action.DISENGAGE and not card.is_command:
        yield from _away(ahead)
        return
    foot = card.arm is Arm.INFANTRY and unit.formation is not Formation.SQUARE
    if foot and not draft.kept and max(abs(ahead), abs(aside)) <= 2 * _sideways(state):
        if ahead < 0 and abs(aside) <= abs(ahead):
            yield (_straight(StepKind.BACK, -ahead),)
        elif abs(ahead) < abs(aside):
            yield (_straight(StepKind.RIGHT if aside > 0 else StepKind.LEFT, abs(aside)),)
    if is_penned(state, unit):
        yield (_pivot(unit, point),)
        return
    if is_straight and ahead > 0:
        return
    turns = [_pivoted(unit, point)] if card.is_command or not draft.kept else []
    wheels = [] if card.is_command else list(_wheeled(state, unit, point))
    if not (card.is_command or has_free_pivot(state, unit)):
        turns, wheels = wheels, turns
    yield from (*turns, *wheels)


def _away(ahead: float) -> Iterator[tuple[Step, ...]]:
    """M20.3: straight on, or about and straight on."""
    if ahead > 0:
        yield (_straight(StepKind.FORWARD, ahead),)
    else:
        yield Step(StepKind.PIVOT, 1800), _straight(StepKind.FORWARD, -ahead)


def _sideways(state: MiniState) -> float:
    return state.numbers.movement.allowances.aside.double


def _straight(kind: StepKind, length: float) -> Step:
    return Step(kind, max(0, half_up(length * 100)))


def _pivot(unit: Unit, point: Vector) -> Step:
    assert unit.pose is not None
    return Step(StepKind.PIVOT, turn_between(unit.pose.bearing, bearing_to(unit.pose.point, point)))


def _pivoted(unit: Unit, point: Vector) -> tuple[Step, ...]:
    """A pivot towards a point, and straight there."""
    assert unit.pose is not None
    far = math.dist(unit.pose.point, point)
    return _pivot(unit, point), _straight(StepKind.FORWARD, far)


def _wheeled(state: MiniState, unit: Unit, point: Vector) -> Iterator[tuple[Step, ...]]:
    """A wheel about the front corner on the side of a point, and straight there."""
    assert unit.pose is not None
    base = block(state, state.card(unit.id), unit.formation)
    left, right, _, _ = corners(unit.pose, base)
    is_right = unit.pose.aside_of(point) > 0
    hinge, off = (right, -base.width / 200) if is_right else (left, base.width / 200)
    far = math.dist(hinge, point)
    if far <= abs(off):
        return
    towards = turn_between(unit.pose.bearing, bearing_to(hinge, point)) / 10
    turn = towards - math.degrees(math.asin(off / far))
    if not is_right:
        turn = -turn
    tenths = half_up(10 * turn)
    if not 0 < tenths <= 1800:
        return
    kind = StepKind.WHEEL_RIGHT if is_right else StepKind.WHEEL_LEFT
    length = math.sqrt(far * far - off * off) + base.depth / 200
    yield Step(kind, tenths), _straight(StepKind.FORWARD, length)


# -- how much of it is legal


def _clipped(state: MiniState, draft: Draft, point: Vector) -> Judged:
    """A draft, in double-time if it must; else as much of its last step as is legal."""
    refusal = refusal_of(state, draft)
    if refusal is None:
        return Judged(draft)
    tried = [draft]
    unit = standing_after(state, draft)
    if refusal.rule == "M16.2" and may_double(state, unit) is None:
        double = replace(draft, is_double=True)
        if refusal_of(state, double) is None:
            return Judged(double)
        tried.insert(0, double)
    found = [made for one in tried if (made := _most(state, one).draft) is not None]
    best = min(found, key=lambda one: _off(state, one, point), default=None)
    return Judged(best, refusal)


def _most(state: MiniState, draft: Draft) -> Judged:
    """As much as is legal of the last step, or of the one before it."""
    refusal = refusal_of(state, draft)
    if refusal is None:
        return Judged(draft)
    steps = draft.steps
    while steps:
        *rest, last = steps
        bare = replace(draft, kept=tuple(rest), way=())
        most = _affordable(state, bare, last)

        def made(value: int, last: Step = last, rest: list[Step] = rest) -> Draft:
            step = replace(last, value=value)
            return replace(draft, kept=(), way=(*rest, step)) if value else draft

        value = _halved(most, lambda value: refusal_of(state, made(value)) is None)
        if value:
            return Judged(_kept_as(draft, (*rest, replace(last, value=value))), refusal)
        steps = tuple(rest)
        if steps and refusal_of(state, replace(draft, kept=(), way=steps)) is None:
            return Judged(_kept_as(draft, steps), refusal)
    return Judged(None, refusal)


def most_judged(state: MiniState, draft: Draft) -> Judged:
    """As much of a draft as is legal, and why no more."""
    return _most(state, draft)


def most_of(state: MiniState, draft: Draft) -> Draft | None:
    """As much of a draft as is legal; None where nothing of it is."""
    return _most(state, draft).draft


def _kept_as(draft: Draft, steps: tuple[Step, ...]) -> Draft:
    """A draft with these steps; as many are kept as before."""
    kept = min(len(draft.kept), len(steps))
    return replace(draft, kept=steps[:kept], way=steps[kept:])


def _affordable(state: MiniState, draft: Draft, last: Step) -> int:
    """How much of a last step the allowance and who stands in the way leave, at a guess."""
    unit = standing_after(state, draft)
    row = allowance_of(state, unit)
    allowance = row.double if draft.is_double else row.move
    if last.kind is not StepKind.FORWARD or draft.switches:
        return last.value
    now, spent = state.units[draft.unit], 0.0
    for step in draft.kept:
        spent += cost_of(state, now, step, allowance)
        now = stepped(state, now, step)
    left = max(0.0, allowance - spent)
    gap = state.numbers.movement.gap
    far, met = run(state, unit, min(left, last.value / 100) + gap)
    if any(state.side_of(one) != state.side_of(unit.id) for one in met):
        far -= gap
    most = min(left, far) if met else left
    return max(0, min(last.value, half_up(100 * most)))


def _halved(most: int, is_legal: Callable[[int], bool]) -> int:
    """The greatest value up to one that is legal, as far as halving finds it; 0 for none."""
    sign, most = (1 if most > 0 else -1), abs(most)
    for near in (most, most - 1):  # what the rules work out is rounded
        if near <= 0 or is_legal(sign * near):
            return sign * max(0, near)
    low, high = 0, most
    for _ in range(LOOKS):
        middle = (low + high) // 2
        if middle == low:
            break
        if is_legal(sign * middle):
            low = middle
        else:
            high = middle
    return sign * low


# -- the handles: turns and bends


def turned_by(state: MiniState, draft: Draft, wish: Wish) -> Draft | None:
    """The draft that a turn by a handle wants; None where that handle does nothing."""
    unit, turn = state.units[draft.unit], wish.turn
    if wish.grip is Grip.TURN:
        is_gun = state.card(unit.id).arm is Arm.ARTILLERY and unit.is_limbered
        if is_gun and draft.switches:
            return replace(draft, turn=draft.turn + turn)
        return draft.by_handle(Step(StepKind.PIVOT, turn))
    kind, tenths = (
        (StepKind.WHEEL_RIGHT, turn) if wish.grip is Grip.LEFT else (StepKind.WHEEL_LEFT, -turn)
    )
    return draft.by_handle(Step(kind, tenths)) if tenths > 0 else None


def _bent(state: MiniState, draft: Draft, wish: Wish) -> Judged:
    """M15.5: the stand at that end turns, inward about the front corner, outward about the rear."""
    unit = state.units[draft.unit]
    is_left, turn = wish.grip is Grip.BEND_LEFT, wish.turn
    if unit.formation not in WIDE or not turn:
        return Judged(None)
    corner = Corner.FRONT if (turn > 0) == is_left else Corner.REAR
    most = min(abs(turn), 10 * state.numbers.movement.bend)
    still = 2 if is_left else 1

    def made(angle: int) -> Draft:
        change = Change(unit.formation, still, not is_left, (corner, angle))
        return Draft(draft.unit, change=change)

    angle = _halved(most, lambda angle: refusal_of(state, made(angle)) is None)
    refusal = refusal_of(state, made(abs(turn)))
    return Judged(made(angle) if angle else None, refusal)
