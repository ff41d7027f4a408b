"""Where a unit may go: a few moves that mean something, each judged by the law (M14 to M17)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.player.aims import Aim
from hexwar.systems.mininap.player.glance import Glance, lie_of
from hexwar.systems.mininap.rules.choices import gun_moves
from hexwar.systems.mininap.rules.manoeuvre import walk_of
from hexwar.systems.mininap.rules.moving import (
    Action,
    Orders,
    Step,
    StepKind,
    Walk,
    allowance_of,
    cost_of,
    has_free_pivot,
    may_double,
    stepped,
)
from hexwar.systems.mininap.rules.shapes import changes
from hexwar.systems.mininap.rules.standing import run
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.tabletop.measure import within
from hexwar.tabletop.pose import Vector, bearing_to, turn_between

SHARES: Final = (1.0, 0.6, 0.3)
"""Parts of what is left of the allowance that a straight move takes."""

STOPS: Final = (6.9, 3.2, 1.05)
"""cm before an enemy ahead where a move may end: in musket range, near enough to help, close."""

AROUND: Final = (300, -300, 600, -600)
"""Tenths of a degree off the way to its aim: past what stands there."""

HALVINGS: Final = 5
"""How often a way is halved to find how far the ground lets it go."""

LARGE: Final = 300
"""Tenths of a degree from which on a pivot in its place is thought of: a wheel may be barred."""

CHARGED: Final = 9.0
"""cm from enemy cavalry within which a square is thought of, beside its reach."""


def moves_of(glance: Glance, unit: Unit, aim: Aim | None) -> Iterator[tuple[Orders, Walk]]:
    """What a unit that is not in contact may do but charge, with what it comes to."""
    state, card = glance.state, glance.state.card(unit.id)
    seen: set[Orders] = set()
    found: Iterator[Orders]
    if card.arm is Arm.ARTILLERY and not unit.is_limbered:
        found = gun_moves(state, unit)
    else:
        limbered = gun_moves(state, unit) if card.arm is Arm.ARTILLERY else iter(())
        found = chain(limbered, _manoeuvres(glance, unit, aim))
    for orders in found:
        if orders in seen:
            continue
        seen.add(orders)
        walk = walk_of(state, orders)
        if isinstance(walk, Walk) and not walk.is_off:
            yield orders, walk


def _manoeuvres(glance: Glance, unit: Unit, aim: Aim | None) -> Iterator[Orders]:
    if unit.bend is not None:
        yield from _reformed(glance.state, unit, ())
        return
    marks = _marks(glance, unit, aim)
    for turn in _turns(unit, marks):
        yield from _ahead(glance.state, unit, turn)
    yield from _asides(glance.state, unit)
    yield from _faced(glance.state, unit, marks)
    for steps in ((), *_short(glance.state, unit, marks)):
        yield from _reformed(glance.state, unit, steps)


def _marks(glance: Glance, unit: Unit, aim: Aim | None) -> list[Vector]:
    """What a unit may want to go to or to face: its aim, then the nearest enemies."""
    body = glance.body(unit)
    foes = sorted(glance.foes, key=lambda foe: (lie_of(body, foe).far, foe.id))
    foes = [foe for foe in foes if foe.arm is not Arm.COMMAND] or foes
    return [*([aim.at] if aim is not None else []), *(foe.at for foe in foes[:2])]


def _turns(unit: Unit, marks: list[Vector]) -> list[int]:
    """Turns towards them, in whole degrees, none first; and some past what is in the way."""
    assert unit.pose is not None
    here = unit.pose
    turns = [
        10 * round(turn_between(here.bearing, bearing_to(here.point, mark)) / 10) for mark in marks
    ]
    around = [turns[0] + turn for turn in AROUND] if turns else []
    return list(dict.fromkeys(turn for turn in (0, *turns, *around) if abs(turn) <= 1800))


def _ahead(state: MiniState, unit: Unit, turn: int) -> Iterator[Orders]:
    """A turn, then straight ahead, in single and in double time."""
    doubles = (False, True) if may_double(state, unit) is None else (False,)
    for is_double in doubles:
        row = allowance_of(state, unit)
        allowance = row.double if is_double else row.move
        for first, cost in _turned(state, unit, turn, allowance):
            left = allowance - cost
            if left <= 0.3:
                continue
            for length in _lengths(state, unit, first, left, is_double=is_double):
                step = Step(StepKind.FORWARD, round(length * 100))
                yield Orders(unit.id, Action.MANOEUVRE, (*first, step), is_double=is_double)
            if first and not is_double:
                yield Orders(unit.id, Action.MANOEUVRE, first)


def _turned(
    state: MiniState, unit: Unit, turn: int, allowance: float
) -> Iterator[tuple[tuple[Step, ...], float]]:
    """The ways to turn, with what each costs."""
    if not turn:
        yield (), 0.0
        return
    if has_free_pivot(state, unit):
        yield (Step(StepKind.PIVOT, turn),), 0.0
        return
    kind = StepKind.WHEEL_RIGHT if turn > 0 else StepKind.WHEEL_LEFT
    wheel = Step(kind, abs(turn))
    cost = _wheel_cost(state, unit, wheel)
    if cost < allowance:
        yield (wheel,), cost
    if abs(turn) >= LARGE:
        yield (Step(StepKind.PIVOT, turn),), allowance / 2


def _wheel_cost(state: MiniState, unit: Unit, wheel: Step) -> float:
    return cost_of(state, unit, wheel, 0.0)


def _lengths(
    state: MiniState, unit: Unit, first: tuple[Step, ...], left: float, *, is_double: bool
) -> list[float]:
    """How far it may go then: as far as it can, a part, and to where an enemy is near."""
    faced = unit
    for step in first:
        faced = stepped(state, faced, step)
    left = _affordable(state, faced, left)
    far, met = run(state, faced, left + STOPS[0])
    is_enemy = any(state.side_of(u) != state.side_of(unit.id) for u in met)
    wanted = [share * left for share in SHARES]
    if met:
        wanted.append(far - 0.03)
    if is_enemy and not is_double:
        wanted.extend(far - stop for stop in STOPS)
    found: list[float] = []
    for length in wanted:
        if 0.05 <= length <= left and all(abs(length - other) >= 0.3 for other in found):
            found.append(int(length * 100 + 0.001) / 100)
    return found


def _affordable(state: MiniState, unit: Unit, left: float) -> float:
    """How far the ground lets it go straight ahead for so many cm (M22.2)."""
    low, high = 0.0, left
    for _ in range(HALVINGS):
        step = Step(StepKind.FORWARD, max(1, round(high * 100)))
        if within(cost_of(state, unit, step, 0.0), left):
            break
        middle = (low + high) / 2
        step = Step(StepKind.FORWARD, max(1, round(middle * 100)))
        if within(cost_of(state, unit, step, 0.0), left):
            low = middle
        else:
            high = middle
    else:
        high = low
    return high


def _asides(state: MiniState, unit: Unit) -> Iterator[Orders]:
    is_foot = state.card(unit.id).arm is Arm.INFANTRY
    if is_foot and unit.formation is not Formation.SQUARE:
        for kind in (StepKind.BACK, StepKind.LEFT, StepKind.RIGHT):
            far = round(state.numbers.movement.allowances.aside.move * 100)
            yield Orders(unit.id, Action.MANOEUVRE, (Step(kind, far),))


def _short(state: MiniState, unit: Unit, marks: list[Vector]) -> Iterator[tuple[Step, ...]]:
    """A move after which it may change formation: straight ahead, or to the first mark."""
    allowance = allowance_of(state, unit).move
    for turn in _turns(unit, marks[:1])[:2]:
        for first, cost in _turned(state, unit, turn, allowance):
            lengths = _lengths(state, unit, first, allowance - cost, is_double=False)
            for length in lengths[:2]:
                yield (*first, Step(StepKind.FORWARD, round(length * 100)))


def _faced(state: MiniState, unit: Unit, marks: list[Vector]) -> Iterator[Orders]:
    """Straight ahead, and then it faces an enemy."""
    if not has_free_pivot(state, unit):
        return
    allowance = allowance_of(state, unit).move
    for turn in _turns(unit, marks)[1:]:
        for length in _lengths(state, unit, (), allowance, is_double=False)[:2]:
            steps = Step(StepKind.FORWARD, round(length * 100)), Step(StepKind.PIVOT, turn)
            yield Orders(unit.id, Action.MANOEUVRE, steps)


def _reformed(state: MiniState, unit: Unit, steps: tuple[Step, ...]) -> Iterator[Orders]:
    """Other formations; after a move only one way of each."""
    if state.card(unit.id).is_single:
        return
    seen: set[Formation] = set()
    for change in changes(state, unit):
        if change.formation is unit.formation and unit.bend is None:
            continue
        if steps and change.formation in seen:
            continue
        if change.formation is Formation.SQUARE and not _sees_horse(state, unit):
            continue
        seen.add(change.formation)
        yield Orders(unit.id, Action.MANOEUVRE, steps, change)


def _sees_horse(state: MiniState, unit: Unit) -> bool:
    """Whether enemy cavalry could come."""
    assert unit.pose is not None
    side, (x, y) = state.side_of(unit.id), unit.pose.point
    for other in state.in_play(state.battle.enemy(side)):
        if state.card(other.id).arm is Arm.CAVALRY and other.pose is not None:
            dx, dy = other.pose.point[0] - x, other.pose.point[1] - y
            reach = allowance_of(state, other).charge + CHARGED
            if dx * dx + dy * dy <= reach * reach:
                return True
    return False
