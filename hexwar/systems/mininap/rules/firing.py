"""The firing phase: pivots, orders, dice (M9.7); fire as one question after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from hexwar.engine import CHANCE, Choice, Manner, Refusal, Roll, Table, refuse
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.events import (
    BounceRolled,
    FireOrdered,
    HitsMarked,
    ShotRolled,
    SideEnded,
    StepBegan,
    SuppressionFound,
    UnitPivoted,
    UnitRemoved,
)
from hexwar.systems.mininap.rules.dice import hits_in, throw
from hexwar.systems.mininap.rules.fire import (
    Target,
    aims_of,
    ground_rows,
    most_sp,
    reach_of,
    shot_report,
    silence,
    suppressed,
    targets,
    targets_of,
)
from hexwar.systems.mininap.rules.ground import barring, closed_around
from hexwar.systems.mininap.rules.shapes import WIDE
from hexwar.systems.mininap.rules.standing import firm, footprint, index
from hexwar.systems.mininap.state import Cause, MiniState, Shot, Step, Unit
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.tabletop.measure import TOUCH
from hexwar.tabletop.pose import bearing_to, turn_between

MOST = 400
"""Answers that are listed."""

TURNS = (-450, -300, -150, 150, 300, 450)
"""Tenths of a degree by which pivots are listed, beside those towards enemies."""


# -- pivots (M9.8)


@dataclass(frozen=True, slots=True)
class Pivot:
    """A unit turns to fire."""

    unit: UnitId
    bearing: int  # tenths of a degree


@dataclass(frozen=True, slots=True)
class PivotToFire(Question[Pivot | None], rule="M9.8", is_open=True):
    """M9.8: which unit turns before it fires; None: no more of them."""

    words = mark("{who} may turn units before they fire.")
    clue = mark("Turn a unit by its handle, or end.")

    def options(self, state: MiniState) -> Sequence[Pivot | None]:
        """Turns that bring a target before a unit which it has not, and the end."""
        return pivot_options(state, Side(self.side))

    def refusal(self, state: MiniState, answer: Pivot | None) -> Refusal | None:
        """Any turn up to the limit that runs into nobody and touches no enemy."""
        return None if answer is None else pivot_refusal(state, Side(self.side), answer)

    def choices(
        self,
        view: MiniState,  # noqa: ARG002
        options: Sequence[Pivot | None],
    ) -> Sequence[Choice[Pivot | None]]:
        """The end; turns are made on the table."""
        return (
            [Choice("end", say("No more pivots"), "", None, Manner.END)] if None in options else []
        )


def pivot_options(state: MiniState, side: Side) -> list[Pivot | None]:
    """The end, and each turn by which a unit gains a target."""
    found = (pivot for unit in state.in_play(side) for pivot in listed_pivots(state, unit))
    return [None, *found][:MOST]


def pivot_refusal(state: MiniState, side: Side, pivot: Pivot) -> Refusal | None:
    """Why a unit may not turn so to fire, or None."""
    unit, limit = state.units.get(pivot.unit), state.numbers.fire.pivot
    if unit is None or unit.pose is None or state.side_of(pivot.unit) != side:
        return refuse("M9.8", mark("Only units of the own side turn."))
    refusal = silence(state, unit)
    if refusal is not None:
        return refusal
    name, turn = state.card(unit.id).name, turn_between(unit.pose.bearing, pivot.bearing)
    if unit.bend is not None:
        return refuse("M15.7", mark("{name} is bent and does not turn."), name=name)
    if unit.has_pivoted:
        return refuse("M9.8", mark("{name} has turned in this phase."), name=name)
    if not 0 < abs(turn) <= 10 * limit or not 0 <= pivot.bearing < 3600:
        words = mark("{name} turns by {limit} degrees at most.")
        return refuse("M9.8", words, name=name, limit=limit)
    after = turned(unit, pivot.bearing)
    areas = firm(state, after)
    piece = barring(state, after, areas, closed_around(state, unit))
    if piece is not None:
        words = mark("{name} cannot enter a {ground}.")
        return refuse("M22.2", words, name=name, ground=say(piece.kind))
    if not state.battle.ground.holds(areas):
        return refuse("M14.4", mark("{name} would reach over the edge of the table."), name=name)
    met = index(state).overlapped(areas, (unit.id,))
    if met:
        words = mark("{name} would run into {other}.")
        return refuse("M14.4", words, name=name, other=state.card(met[0]).name)
    for near in index(state).near(footprint(state, after), TOUCH, (unit.id,)):
        if near.length <= TOUCH and state.side_of(near.key) != side:
            words = mark("{name} would touch {other}.")
            return refuse("M9.8", words, name=name, other=state.card(near.key).name)
    return None


def turned(unit: Unit, bearing: int) -> Unit:
    """A unit with another bearing."""
    assert unit.pose is not None
    return replace(unit, pose=replace(unit.pose, bearing=bearing))


def listed_pivots(state: MiniState, unit: Unit) -> Iterator[Pivot]:
    """Turns by which a unit gains a target, or a stand that fires at one."""
    if unit.has_pivoted or unit.bend is not None or silence(state, unit) is not None:
        return
    side, reach = state.side_of(unit.id), reach_of(state, unit.id)
    near = index(state).near(footprint(state, unit), reach, (unit.id,))
    enemies = [one.key for one in near if state.side_of(one.key) != side]
    if not enemies or unit.pose is None:
        return
    here = unit.pose
    wanted = [bearing_to(here.point, state.pose(enemy).point) for enemy in enemies[:6]]
    turns = [*TURNS, *(turn_between(here.bearing, bearing) for bearing in wanted)]
    now = _worth(state, unit)
    for turn in dict.fromkeys(turns):
        pivot = Pivot(unit.id, (here.bearing + turn) % 3600)
        if not 0 < abs(turn) <= 10 * state.numbers.fire.pivot:
            continue
        gains = _worth(state, turned(unit, pivot.bearing)) - now
        if gains and pivot_refusal(state, side, pivot) is None:
            yield pivot


def _worth(state: MiniState, unit: Unit) -> set[tuple[UnitId, int]]:
    """The targets of a unit, each with each front that has it before it."""
    found = targets_of(state, unit, aims_of(state, unit))
    return {(target.unit, front) for target in found for front in target.direct}


# -- orders (M9.7)


@dataclass(frozen=True, slots=True)
class FireOrder:
    """What a unit fires at: one target, or two with a stand each (M9.14)."""

    unit: UnitId
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class OrderFire(Question[FireOrder | None], rule="M9.7", is_open=True):
    """M9.7: which unit fires at what; None: all others hold their fire."""

    words = mark("{who} order their fire.")
    clue = mark("Click a unit, then what it fires at; or end.")

    def options(self, state: MiniState) -> Sequence[FireOrder | None]:
        """Each unit at each of its targets with all that it may, and its split; the end.

        The end is no answer while a unit that turned has a target and no order (M9.8).
        """
        return order_options(state, Side(self.side))

    def refusal(self, state: MiniState, answer: FireOrder | None) -> Refusal | None:
        """Any SP up to the most, any split."""
        return order_refusal(state, Side(self.side), answer)

    def choices(
        self,
        view: MiniState,  # noqa: ARG002
        options: Sequence[FireOrder | None],
    ) -> Sequence[Choice[FireOrder | None]]:
        """The end; fire is ordered on the table."""
        label = say("Hold all other fire")
        return [Choice("end", label, "", None, Manner.END)] if None in options else []


def order_options(state: MiniState, side: Side) -> list[FireOrder | None]:
    """Each unit at each of its targets, and the end while nobody is bound to fire (M9.8)."""
    is_bound = next(bound_to_fire(state, side), None) is not None
    found = (order for unit in state.in_play(side) for order in listed_orders(state, unit))
    return [*([] if is_bound else [None]), *found][:MOST]


def order_refusal(state: MiniState, side: Side, order: FireOrder | None) -> Refusal | None:
    """Why a side does not order this fire, or no more of it; or None."""
    if order is not None:
        return fire_refusal(state, side, order)
    bound = next(bound_to_fire(state, side), None)
    if bound is None:
        return None
    words = mark("{name} has turned to fire and must.")
    return refuse("M9.8", words, name=state.card(bound).name)


def listed_orders(state: MiniState, unit: Unit) -> Iterator[FireOrder]:
    """The fire of a unit: at each target with all it has, then split between two."""
    if unit.has_fired or _is_ordered(state, unit.id) or silence(state, unit) is not None:
        return
    found = targets(state, unit.id)
    for target in found:
        for stands in _stands_at(unit, target):
            yield _order(state, unit.id, ((stands, target.unit),))
    if not _splits(state, unit):
        return
    for left, right in product(found, found):
        if left.unit != right.unit and 1 in left.direct and 2 in right.direct:
            order = _order(state, unit.id, (((1,), left.unit), ((2,), right.unit)))
            if all(shot.sp for shot in order.shots):
                yield order


def _stands_at(unit: Unit, target: Target) -> list[tuple[int, ...]]:
    """With which of its fronts a unit fires at a target: all of a line, one face of a square."""
    fronts = tuple(sorted((*target.direct, *target.joining)))
    return [fronts] if unit.formation in WIDE else [(front,) for front in fronts]


def _splits(state: MiniState, unit: Unit) -> bool:
    is_foot = state.card(unit.id).arm is Arm.INFANTRY
    return is_foot and unit.formation in WIDE and state.sp(unit.id) >= 2


def _order(
    state: MiniState, unit: UnitId, at: Sequence[tuple[tuple[int, ...], UnitId]]
) -> FireOrder:
    """Fire with as many SP as each shot may have."""
    shots = [Shot(unit, stands, target, 1) for stands, target in at]
    most = most_sp(state, unit, shots)
    return FireOrder(unit, tuple(replace(shot, sp=most) for shot in shots))


def _is_ordered(state: MiniState, unit: UnitId) -> bool:
    return any(shot.unit == unit for shot in state.shots)


def bound_to_fire(state: MiniState, side: Side) -> Iterator[UnitId]:
    """The units of a side that have turned to fire, and have no order yet (M9.8)."""
    for unit in state.in_play(side):
        if unit.has_pivoted and not _is_ordered(state, unit.id) and targets(state, unit.id):
            yield unit.id


def fire_refusal(state: MiniState, side: Side, order: FireOrder) -> Refusal | None:
    """Why a unit does not fire so, or None (M9)."""
    unit = state.units.get(order.unit)
    if unit is None or unit.pose is None or state.side_of(order.unit) != side:
        return refuse("M9.1", mark("Only units of the own side fire."))
    refusal = silence(state, unit)
    if refusal is not None:
        return refusal
    name, shots = state.card(unit.id).name, order.shots
    if unit.has_fired or _is_ordered(state, unit.id):
        return refuse("M9.4", mark("{name} fires once a turn."), name=name)
    if not 1 <= len(shots) <= 2 or any(shot.unit != unit.id for shot in shots):
        return refuse("M9.14", mark("A unit fires at one target, or at two with a stand each."))
    if len(shots) > 1 and not (_splits(state, unit) and _are_split(shots)):
        return refuse("M9.14", mark("{name} cannot split its fire so."), name=name)
    found = {target.unit: target for target in targets(state, unit.id)}
    most = most_sp(state, unit.id, shots)
    for shot in shots:
        refusal = _shot_refusal(unit, name, shot, found.get(shot.target), most)
        if refusal is not None:
            return refusal
    return None


def _are_split(shots: Sequence[Shot]) -> bool:
    left, right = shots
    return left.target != right.target and {left.stands, right.stands} == {(1,), (2,)}


def _shot_refusal(
    unit: Unit, name: str, shot: Shot, target: Target | None, most: int
) -> Refusal | None:
    if target is None:
        return refuse("M9.11", mark("{name} has no such target before it."), name=name)
    able, stands = {*target.direct, *target.joining}, set(shot.stands)
    is_one = len(stands) == 1 or unit.formation in WIDE
    is_fit = bool(stands) and stands <= able and len(stands) == len(shot.stands)
    if not (is_fit and is_one and stands & set(target.direct)):
        return refuse("M9.11", mark("{name} cannot fire at it with these stands."), name=name)
    if not 1 <= shot.sp <= most:
        words = mark("{name} fires with 1 to {most} SP so.")
        return refuse("M9.15", words, name=name, most=most)
    return None


# -- the phase


async def pivot_one(table: Table[MiniState], side: Side) -> None:
    """M9.8: a side turns one unit, or ends its pivots."""
    pivot = await PivotToFire(side)
    table.emit(SideEnded(side) if pivot is None else UnitPivoted(pivot.unit, pivot.bearing))


async def begin_orders(table: Table[MiniState]) -> None:
    """M10.1: suppression is found once, from where all stand now; then fire is ordered."""
    found = suppressed(table.state)
    ranked = tuple(unit for unit in table.state.units if unit in found)
    table.emit(StepBegan(Step.ORDERS))
    table.emit(SuppressionFound(ranked))


async def order_one(table: Table[MiniState], side: Side) -> None:
    """M9.7: a side orders the fire of one unit, or ends its orders."""
    order = await OrderFire(side)
    table.emit(SideEnded(side) if order is None else FireOrdered(order.unit, order.shots))


async def fire_one(table: Table[MiniState], shot: Shot) -> None:
    """M10, M11: the dice of one shot, and of what bounces; the hits wait."""
    await resolve(table, shot)


async def resolve(table: Table[MiniState], shot: Shot, *, at: Unit | None = None) -> int:
    """M10.3 to M11: throw a shot; how many it hit.

    Args:
        table: The table.
        shot: Who fires at whom.
        at: in reaction, the target where it is fired at: no suppression and no bounce (M19.4).
    """
    state, is_reaction = table.state, at is not None
    report = shot_report(state, shot, instead=at, is_suppressed=False if is_reaction else None)
    hit = state.numbers.fire.hit
    faces = await throw(report.pool, mark("fire"))
    hits = hits_in(faces, hit)
    table.emit(ShotRolled(shot.unit, shot.target, faces, hits, is_reaction))
    if is_reaction:
        await _risk(table, shot.target, hits)
    if report.bounces_to is not None and sum(faces) > hits:
        missed = bounce_dice(state, shot.unit, report.bounces_to, sum(faces) - hits)
        beyond = await throw(missed, mark("what bounces"))
        table.emit(BounceRolled(shot.unit, report.bounces_to, beyond, hits_in(beyond, hit)))
    return hits


async def _risk(table: Table[MiniState], unit: UnitId, hits: int) -> None:
    """M25.4: a commander that fire has hit may fall, by a die for each hit, with the option.

    In the firing phase that is seen at its end, as all hits are: till then he is fired at.
    """
    state = table.state
    if state.battle.options.get("commander_risk") != "on" or not state.card(unit).is_command:
        return
    dice = [await Roll(CHANCE, say("the commander")) for _ in range(hits)]
    if any(die <= state.numbers.fire.falls for die in dice) and state.units[unit].pose is not None:
        table.emit(UnitRemoved(unit, Cause.FIRE, state.card(unit).sp))


def bounce_dice(state: MiniState, unit: UnitId, target: UnitId, misses: int) -> int:
    """The dice of what bounces: the misses, changed by the ground of the target only (M11.5)."""
    rows = ground_rows(state, state.units[unit], state.units[target])
    return max(0, misses + sum(row.value for row in rows))


async def mark_fire(table: Table[MiniState]) -> None:
    """M9.7 (6): the hits of the phase go on together."""
    hits = tuple(table.state.pending.items())
    table.emit(HitsMarked(hits))
    for unit, number in hits:
        await _risk(table, unit, number)
