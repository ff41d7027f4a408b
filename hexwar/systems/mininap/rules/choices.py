"""From continuous moves to a short list: what a unit can do, in canonical answers (M31).

The law takes any pose; these are the ones that a computer player and a list look at. Lengths are
those that mean something: the allowance and its parts, and the stops that leave an enemy just out
of reach or in it. Angles are whole degrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from typing import Final

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.rules.charge import Charge, charge_of, charger_refusal
from hexwar.systems.mininap.rules.combat import outflanks
from hexwar.systems.mininap.rules.manoeuvre import cannot_act, walk_of
from hexwar.systems.mininap.rules.moving import (
    Action,
    Orders,
    Step,
    StepKind,
    Walk,
    allowance_of,
    cost_of,
    may_double,
)
from hexwar.systems.mininap.rules.shapes import bends, changes
from hexwar.systems.mininap.rules.standing import footprint, index, run, stands_of
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.base import Base, corners
from hexwar.tabletop.pose import Vector, bearing_to, turn_between

MOST: Final = 400
"""Answers of a list."""

STOPS: Final = (18.0, 9.01, 7.0, 6.0, 3.01, 1.0)
"""cm to the nearest enemy ahead at which a move may want to end (M31.1)."""

SHARES: Final = (1.0, 0.75, 0.5, 0.25)
"""Parts of the allowance that a straight move may take."""

ABOUT: Final = tuple(range(-1650, 1801, 150))
"""Tenths of a degree of pivots."""

WHEELED: Final = (150, 300, 450, 600, 900)
"""Tenths of a degree of wheels."""


def options_for(state: MiniState, unit: UnitId, most: int = MOST) -> list[Orders]:
    """What a unit can do, as far as it is listed: some of each kind, up to so many (M31.1)."""
    if cannot_act(state, unit) is not None:
        return []
    families = [family(state, state.units[unit]) for family in _FAMILIES]
    return list(islice(_by_turns(families), most))


def _by_turns(families: Iterable[Iterator[Orders]]) -> Iterator[Orders]:
    """One of each in turn, as long as there are some; none twice."""
    going, seen = list(families), set[Orders]()
    while going:
        for family in [*going]:
            orders = next((one for one in family if one not in seen), None)
            if orders is None:
                going.remove(family)
            else:
                seen.add(orders)
                yield orders


def _legal(state: MiniState, found: Iterable[Orders]) -> Iterator[Orders]:
    for orders in found:
        walk = walk_of(state, orders)
        if isinstance(walk, Walk) and not walk.is_off:
            yield orders


# -- a: charges


def charges(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """One for each enemy, and for each way to touch it: on a flank or not (M31.1 a)."""
    if charger_refusal(state, unit) is not None or unit.pose is None:
        return
    side, reach = state.side_of(unit.id), allowance_of(state, unit).charge
    for near in index(state).near(footprint(state, unit), reach + 4, (unit.id,)):
        if state.side_of(near.key) != side:
            yield from charges_at(state, unit, near.key)


def charges_at(state: MiniState, unit: Unit, enemy: UnitId) -> Iterator[Orders]:
    """The charges at one enemy: at most one on its flank, and one that is not."""
    seen = set[bool]()
    for turn in _turns_to(state, unit, _marks_of(state, enemy)):
        orders = Orders(unit.id, Action.CHARGE, _turn(state, unit, turn), target=enemy)
        charge = charge_of(state, orders)
        if isinstance(charge, Refusal):
            continue
        on_flank = comes_on_flank(state, charge)
        if on_flank not in seen:
            seen.add(on_flank)
            yield orders


def comes_on_flank(state: MiniState, charge: Charge) -> bool:
    """Whether a charge would outflank whom it names."""
    after = replace(state.units[charge.unit], pose=charge.turned.moved(charge.length))
    return outflanks(state, after, state.units[charge.target])


def _marks_of(state: MiniState, unit: UnitId) -> list[Vector]:
    """The centre, the corners and the edge middles of a unit's stands."""
    found = [state.pose(unit).point]
    for pose, base in stands_of(state, unit):
        if isinstance(base, Base):
            ring = corners(pose, base)
            found.extend(ring)
            pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
            found.extend(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairs)
    return found


def _turns_to(state: MiniState, unit: Unit, marks: Iterable[Vector]) -> list[int]:
    """Turns of whole degrees towards points, within the limit of a charge; none first."""
    assert unit.pose is not None
    limit, here = 10 * state.numbers.charge.turn, unit.pose
    turns = (turn_between(here.bearing, bearing_to(here.point, mark)) for mark in marks)
    whole = (round(turn / 10) * 10 for turn in turns)
    kept = dict.fromkeys(max(-limit, min(limit, turn)) for turn in whole)
    return [0, *sorted((turn for turn in kept if turn), key=abs)]


def _turn(state: MiniState, unit: Unit, turn: int) -> tuple[Step, ...]:
    """A turn as a charge begins with it."""
    if not turn:
        return ()
    if state.card(unit.id).arm is Arm.CAVALRY:
        return (Step(StepKind.PIVOT, turn),)
    return (Step(StepKind.WHEEL_RIGHT if turn > 0 else StepKind.WHEEL_LEFT, abs(turn)),)


# -- b to g: manoeuvres


def _lengths(state: MiniState, unit: Unit, allowance: float, most: int) -> list[float]:
    """How far a unit may want to go straight ahead, cm (M31.1 b)."""
    assert unit.pose is not None
    far, met = run(state, unit, allowance + 20)
    enemy = any(state.side_of(u) != state.side_of(unit.id) for u in met)
    stops = [far - stop for stop in STOPS] if enemy else []
    wanted = [*(share * allowance for share in SHARES), *([far - 0.02] if met else []), *stops]
    found: list[float] = []
    for length in wanted:
        if 0.01 <= length <= allowance and all(abs(length - other) >= 0.2 for other in found):
            found.append(round(length - 0.005, 2))
    return found[:most]


def _forward(length: float) -> Step:
    return Step(StepKind.FORWARD, round(length * 100))


def straight_moves(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Straight ahead (M31.1 b)."""
    allowance = allowance_of(state, unit).move
    steps = ((_forward(length),) for length in _lengths(state, unit, allowance, 8))
    yield from _legal(state, (Orders(unit.id, Action.MANOEUVRE, step) for step in steps))


def pivoted_moves(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """A pivot, then straight ahead; and straight ahead, then a pivot (M31.1 c, e)."""
    allowance = allowance_of(state, unit).move
    turns = [*_wanted_turns(state, unit), *ABOUT]
    for turn in dict.fromkeys(turns):
        pivot = Step(StepKind.PIVOT, turn)
        faced = replace(unit, pose=unit.pose.turned(turn)) if unit.pose is not None else unit
        left = allowance - cost_of(state, unit, pivot, allowance)
        for length in _lengths(state, faced, left, 2):
            ways = (pivot, _forward(length)), (_forward(length), pivot)
            yield from _legal(state, (Orders(unit.id, Action.MANOEUVRE, way) for way in ways))
        yield from _legal(state, [Orders(unit.id, Action.MANOEUVRE, (pivot,))])


def _wanted_turns(state: MiniState, unit: Unit) -> list[int]:
    """Turns to the objectives and the nearest enemies, in whole degrees."""
    assert unit.pose is not None
    here, side, ground = unit.pose, state.side_of(unit.id), state.battle.ground
    marks = [ground.middle(objective.piece) for objective in state.battle.objectives]
    near = index(state).near(footprint(state, unit), 60.0, (unit.id,))
    enemies = [n.key for n in near if state.side_of(n.key) != side][:2]
    marks.extend(state.pose(enemy).point for enemy in enemies)
    turns = (turn_between(here.bearing, bearing_to(here.point, mark)) for mark in marks)
    return [turn for turn in (round(t / 10) * 10 for t in turns) if turn]


def wheeled_moves(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """A wheel, then straight ahead (M31.1 d)."""
    if state.card(unit.id).is_command:
        return
    allowance = allowance_of(state, unit).move
    kinds = StepKind.WHEEL_LEFT, StepKind.WHEEL_RIGHT
    for angle, kind in product(WHEELED, kinds):
        wheel = Step(kind, angle)
        ways = [(wheel,), *((wheel, _forward(part * allowance)) for part in (0.75, 0.5, 0.25))]
        yield from _legal(state, (Orders(unit.id, Action.MANOEUVRE, way) for way in ways))


def asides(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Back and aside (M31.1 f)."""
    if state.card(unit.id).arm is not Arm.INFANTRY:
        return
    far = round(state.numbers.movement.allowances.aside.move * 100)
    kinds = StepKind.BACK, StepKind.LEFT, StepKind.RIGHT
    steps = ((Step(kind, length),) for kind in kinds for length in (far, far // 2))
    yield from _legal(state, (Orders(unit.id, Action.MANOEUVRE, step) for step in steps))


def double_moves(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Straight ahead and pivoted in double-time (M31.1 g)."""
    if may_double(state, unit) is not None:
        return
    allowance = allowance_of(state, unit).double
    found = [(_forward(length),) for length in _lengths(state, unit, allowance, 4)]
    turned = (
        (Step(StepKind.PIVOT, turn), _forward(share * allowance))
        for turn in _wanted_turns(state, unit)
        for share in (1.0, 0.5, 0.25)
    )
    for steps in chain(found, turned):
        yield from _legal(state, [Orders(unit.id, Action.MANOEUVRE, steps, is_double=True)])


# -- h: formations


def reformings(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Each way of each formation where it stands and after a move; bends where it stands."""
    if state.card(unit.id).is_single:
        return
    here = list(changes(state, unit))
    bent = [change for angle in (300, 600, 900) for change in bends(state, unit, angle)]
    after = (
        [] if unit.bend is not None else _lengths(state, unit, allowance_of(state, unit).move, 1)
    )
    moves: list[tuple[Step, ...]] = [(), *((_forward(length),) for length in after)]
    for steps, change in chain(product(moves, here), product([()], bent)):
        if not steps and (change.formation, change.bend) == (unit.formation, None):
            continue
        yield from _legal(state, [Orders(unit.id, Action.MANOEUVRE, steps, change)])
    if state.card(unit.id).arm is Arm.CAVALRY:
        for change in here:
            length = allowance_of(state, unit).move / 2
            orders = Orders(unit.id, Action.CHANGE_THEN_MANOEUVRE, (_forward(length),), change)
            yield from _legal(state, [orders])


# -- i: guns


def gun_moves(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Limber, unlimber, a little by hand (M31.1 i)."""
    card = state.card(unit.id)
    if card.arm is not Arm.ARTILLERY:
        return
    if unit.is_limbered:
        far = (2.0, 4.0) if card.is_horse else (1.5, 3.0)
        ways = [(), *((_forward(length),) for length in far)]
        turns = (0, -450, 450)
        found = (
            Orders(unit.id, Action.MOVE_AND_UNLIMBER, way, turn=turn)
            for way, turn in product(ways, turns)
        )
        yield from _legal(state, found)
        return
    yield from _legal(state, [Orders(unit.id, Action.LIMBER)])
    if card.is_horse:
        moved = ((_forward(length),) for length in (2.0, 4.0))
        yield from _legal(state, (Orders(unit.id, Action.LIMBER_AND_MOVE, way) for way in moved))
    hand = (Step(kind, 100) for kind in (StepKind.FORWARD, StepKind.BACK))
    yield from _legal(state, (Orders(unit.id, Action.PROLONG, (step,)) for step in hand))


# -- j: disengaging


def disengagements(state: MiniState, unit: Unit) -> Iterator[Orders]:
    """Away from contact, about or not; commanders any way (M31.1 j)."""
    if not unit.began_in_contact:
        return
    far = allowance_of(state, unit).move
    turns: Sequence[int] = (0, 1800)
    if state.card(unit.id).is_command:
        turns = range(0, 3600, 300)
    for turn, share in product(turns, (1.0, 0.5, 0.25)):
        about = (Step(StepKind.PIVOT, turn if turn <= 1800 else turn - 3600),) if turn else ()
        steps = (*about, _forward(far * share))
        yield from _legal(state, [Orders(unit.id, Action.DISENGAGE, steps)])


_FAMILIES = (
    charges,
    straight_moves,
    pivoted_moves,
    reformings,
    wheeled_moves,
    gun_moves,
    disengagements,
    double_moves,
    asides,
)
