"""What the orders of a unit come to: each action and its law (M14 to M17, M20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from hexwar.engine import Refusal, refuse
from hexwar.messages import mark
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.rules.ground import barring, may_square
from hexwar.systems.mininap.rules.moving import (
    SIDEWAYS,
    STRAIGHT,
    WHEELS,
    Action,
    Orders,
    Step,
    StepKind,
    Terms,
    Walk,
    allowance_of,
    cost_of,
    is_penned,
    may_double,
    step_refusal,
    stepped,
)
from hexwar.systems.mininap.rules.shapes import WIDE, Change, changed
from hexwar.systems.mininap.rules.standing import (
    firm,
    footprint,
    index,
    is_in_contact,
    nearest_enemy,
    touched_by,
)
from hexwar.systems.mininap.state import Corner, MiniState, Unit
from hexwar.table.forces import UnitId
from hexwar.tabletop.measure import TOUCH, at_least, within

LONGEST: Final = 20_000
"""Hundredths of a cm of the longest step that is looked at: any table is smaller."""


def walk_of(state: MiniState, orders: Orders) -> Walk | Refusal:
    """How a move goes that is no charge, or why it does not (M14 to M17, M20)."""
    unit = state.units.get(orders.unit)
    refusal = cannot_act(state, orders.unit) or _ill_formed(orders)
    if unit is None or refusal is not None:
        return refusal or refuse("M14.1", mark("There is no such unit."))
    return _LAWS[orders.action](state, unit, orders)


def cannot_act(state: MiniState, unit: UnitId) -> Refusal | None:
    """Why a unit does nothing more in this phase, whatever it would do (M14.2, M14.3)."""
    record = state.units.get(unit)
    if record is None or record.pose is None or state.side_of(unit) != state.acting:
        return refuse("M14.1", mark("Only units of the side whose phase it is move."))
    name = state.card(unit).name
    if record.is_done:
        return refuse("M14.2", mark("{name} has acted in this phase."), name=name)
    may_leave = state.card(unit).arm in (Arm.CAVALRY, Arm.COMMAND)
    if record.began_in_contact and not may_leave:
        return refuse("M14.3", mark("{name} is in contact with the enemy."), name=name)
    return None


def _ill_formed(orders: Orders) -> Refusal | None:
    """Values that no move has: they are looked at before anything is worked out from them."""
    for step in orders.steps:
        most = LONGEST if step.kind in STRAIGHT else 1800
        least = -most if step.kind is StepKind.PIVOT else 1
        if not least <= step.value <= most or not step.value:
            return refuse("M16.12", mark("A step has a length that none can have."))
    if orders.change is not None and orders.change.still not in (1, 2):
        return refuse("M15.1", mark("A unit has two stands."))
    return None


# -- the steps of a move


def _go(state: MiniState, unit: Unit, steps: tuple[Step, ...], terms: Terms) -> Walk | Refusal:
    """Go the steps of a unit one by one; what they cost is looked at first, for it is quick."""
    frames, spent = [unit], 0.0
    for step in steps:
        spent += cost_of(state, frames[-1], step, terms.allowance)
        frames.append(stepped(state, frames[-1], step))
    if not within(spent, terms.allowance):
        return _too_far(state, unit, spent, terms)
    for now, step in zip(frames, steps, strict=False):
        refusal = step_refusal(state, now, step, terms)
        if refusal is not None:
            return refusal
    poses = tuple(frame.pose for frame in frames if frame.pose is not None)
    is_off = terms.leaves and not state.battle.ground.holds(footprint(state, frames[-1]))
    return Walk(frames[-1], spent, terms.allowance, poses, is_off)


def _too_far(state: MiniState, unit: Unit, spent: float, terms: Terms) -> Refusal:
    words = mark("{name} goes {over} cm too far: {spent} of {allowance}.")
    told = {"spent": f"{spent:.2f}", "allowance": f"{terms.allowance:g}"}
    over = f"{spent - terms.allowance:.2f}"
    return refuse(terms.rule, words, name=state.card(unit.id).name, over=over, **told)


# -- manoeuvres: M14.5, M16


def _manoeuvre(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Manoeuvre, then change formation; either may be left out."""
    card, change = state.card(unit.id), orders.change
    if unit.began_in_contact:
        return refuse("M14.3", mark("{name} is in contact with the enemy."), name=card.name)
    if card.arm is Arm.ARTILLERY and not unit.is_limbered:
        return refuse("M4.9", mark("{name} must limber up to move."), name=card.name)
    if card.is_single and change is not None:
        return refuse("M4.5", mark("{name} is always in skirmish line."), name=card.name)
    walk = _moved(state, unit, orders, orders.steps)
    if isinstance(walk, Refusal) or change is None:
        return walk
    if _flowed(state, unit, orders):
        return refuse("M17.4", mark("Who flows around friends keeps his formation."))
    after = reformed(state, walk.after, change)
    return after if isinstance(after, Refusal) else replace(walk, after=after)


def _change_first(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Cavalry changes formation and then manoeuvres (M14.5, M14.7)."""
    card = state.card(unit.id)
    if unit.began_in_contact:
        return refuse("M14.3", mark("{name} is in contact with the enemy."), name=card.name)
    if card.arm is not Arm.CAVALRY or orders.change is None:
        return refuse("M14.7", mark("Only cavalry changes formation before it moves."))
    after = reformed(state, unit, orders.change)
    if isinstance(after, Refusal):
        return after
    walk = _moved(state, after, orders, orders.steps)
    if not isinstance(walk, Refusal) and _flowed(state, after, orders):
        return refuse("M17.4", mark("Who flows around friends keeps his formation."))
    return walk


def _moved(state: MiniState, unit: Unit, orders: Orders, steps: tuple[Step, ...]) -> Walk | Refusal:
    """The steps of a manoeuvre, in single or double time (M16)."""
    numbers = state.numbers.movement
    refusal = _shape_refusal(state, unit, steps)
    if refusal is not None:
        return refusal
    is_aside = any(step.kind in SIDEWAYS for step in steps)
    row = numbers.allowances.aside if is_aside else allowance_of(state, unit)
    terms = Terms(row.move, "M16.2", flows=True, gap=numbers.gap, leaves=orders.leaves)
    if orders.is_double:
        refusal = may_double(state, unit)
        if refusal is not None:
            return refusal
        double = replace(terms, allowance=row.double, gap=numbers.double_clear, gap_rule="M16.6")
        return _go(state, unit, steps, double)
    return _go(state, unit, steps, terms)


def _shape_refusal(state: MiniState, unit: Unit, steps: tuple[Step, ...]) -> Refusal | None:
    """Why the steps are no manoeuvre of this unit, whatever stands about (M15.7, M16)."""
    card, kinds = state.card(unit.id), [step.kind for step in steps]
    most = state.numbers.movement.steps
    if steps and unit.bend is not None:
        return refuse("M15.7", mark("A bent unit does not move."))
    if len(steps) > most:
        return refuse("M16.12", mark("A manoeuvre has {most} steps at most."), most=most)
    if any(kind in SIDEWAYS for kind in kinds):
        is_foot = card.arm is Arm.INFANTRY and unit.formation is not Formation.SQUARE
        if len(steps) > 1 or not is_foot:
            return refuse("M16.10", mark("A step back or aside is a whole manoeuvre of infantry."))
    if card.is_command and any(kind in WHEELS for kind in kinds):
        return refuse("M16.7", mark("A commander pivots; he does not wheel."))
    pivots = [at for at, kind in enumerate(kinds) if kind is StepKind.PIVOT]
    if not card.is_command and pivots and pivots not in ([0], [len(steps) - 1]):
        return refuse("M16.7", mark("A unit pivots once, at the start or at the end."))
    limit = _pivot_limit(state, unit)
    if any(abs(steps[at].value) > 10 * limit for at in pivots):
        return refuse("M16.7", mark("It pivots by {limit} degrees at most."), limit=limit)
    if is_penned(state, unit) and kinds not in ([], [StepKind.PIVOT]):
        words = mark("A square only pivots while enemy horse or commanders are near.")
        return refuse("M16.5", words)
    return None


def _pivot_limit(state: MiniState, unit: Unit) -> int:
    numbers = state.numbers.movement
    return numbers.square_pivot if unit.formation is Formation.SQUARE else numbers.pivot


def _flowed(state: MiniState, unit: Unit, orders: Orders) -> bool:
    """Whether a legal manoeuvre passed over anybody (M17.4)."""
    steps = orders.steps
    terms = Terms(float("inf"), "M16.2", flows=False, gap=0.0, leaves=orders.leaves)
    return isinstance(_go(state, unit, steps, terms), Refusal)


def reformed(state: MiniState, unit: Unit, change: Change) -> Unit | Refusal:
    """A unit after a change of formation, or why it cannot (M4.1, M15, M22.4)."""
    card = state.card(unit.id)
    if card.is_single or not card.may_form(change.formation):
        words = mark("{name} cannot form {formation}.")
        return refuse("M4.1", words, name=card.name, formation=change.formation)
    refusal = _bend_refusal(state, change)
    if refusal is not None:
        return refusal
    after = changed(state, unit, change)
    if change.formation is Formation.SQUARE and not may_square(state, after):
        return refuse("M22.4", mark("No square is formed in wood, village or marsh."))
    met = index(state).overlapped(firm(state, after), (unit.id,))
    if met:
        words = mark("{other} stands in the way of the new formation.")
        return refuse("M15.4", words, other=state.card(met[0]).name)
    piece = barring(state, after, firm(state, after))
    if piece is not None:
        words = mark("{name} cannot stand in a {ground} so.")
        return refuse("M22.2", words, name=card.name, ground=piece.kind)
    if not state.battle.ground.holds(firm(state, after)):
        return refuse("M15.4", mark("{name} would leave the table."), name=card.name)
    known = touched_by(state, unit.id)
    for near in index(state).near(footprint(state, after), TOUCH, (unit.id, *known)):
        if near.length <= TOUCH and state.side_of(near.key) != card.side:
            words = mark("{name} would touch {other}.")
            return refuse("M15.4", words, name=card.name, other=state.card(near.key).name)
    return after


def _bend_refusal(state: MiniState, change: Change) -> Refusal | None:
    if change.bend is None:
        return None
    corner, angle = change.bend
    most = state.numbers.movement.bend
    if change.formation not in WIDE or not isinstance(corner, Corner):
        return refuse("M15.5", mark("Only lines are bent."))
    if not 0 < angle <= 10 * most:
        return refuse("M15.5", mark("A line is bent by {most} degrees at most."), most=most)
    return None


# -- guns: M14.5, M14.8, M14.9


def _prolong(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Unlimbered guns go a little straight ahead or back."""
    name = state.card(unit.id).name
    if state.card(unit.id).arm is not Arm.ARTILLERY or unit.is_limbered:
        return refuse("M14.9", mark("Only unlimbered guns are moved by hand."))
    kinds = [step.kind for step in orders.steps]
    if kinds not in ([StepKind.FORWARD], [StepKind.BACK]) or orders.change is not None:
        return refuse("M14.9", mark("{name} goes straight ahead or back."), name=name)
    numbers = state.numbers.movement
    terms = Terms(numbers.allowances.prolong.move, "M14.9", gap=numbers.gap)
    return _go(state, unit, orders.steps, terms)


def _limber(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Guns limber up; horse guns move a little then."""
    card = state.card(unit.id)
    if card.arm is not Arm.ARTILLERY or unit.is_limbered:
        return refuse("M14.5", mark("{name} has no guns to limber up."), name=card.name)
    if orders.change is not None or (orders.steps and not card.is_horse):
        return refuse("M14.5", mark("{name} limbers up and stays."), name=card.name)
    limbered = replace(unit, is_limbered=True)
    return _drawn(state, limbered, orders, state.numbers.movement.unlimber_horse)


def _unlimber(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Guns move a little and unlimber, with one turn of up to 45 degrees (M14.8)."""
    card, numbers = state.card(unit.id), state.numbers.movement
    if card.arm is not Arm.ARTILLERY or not unit.is_limbered or orders.change is not None:
        return refuse("M14.5", mark("{name} has no guns to unlimber."), name=card.name)
    if abs(orders.turn) > 10 * numbers.unlimber_pivot:
        limit = numbers.unlimber_pivot
        return refuse("M14.8", mark("Guns turn by {limit} degrees as they unlimber."), limit=limit)
    far = numbers.unlimber_horse if card.is_horse else numbers.unlimber_foot
    walk = _drawn(state, unit, orders, far)
    if isinstance(walk, Refusal):
        return walk
    after = replace(walk.after, is_limbered=False)
    if orders.turn:
        pivot = Step(StepKind.PIVOT, orders.turn)
        refusal = step_refusal(state, after, pivot, Terms(gap=numbers.gap))
        if refusal is not None:
            return refusal
        after = stepped(state, after, pivot)
    return replace(walk, after=after)


def _drawn(state: MiniState, unit: Unit, orders: Orders, far: float) -> Walk | Refusal:
    """Limbered guns that go a little only."""
    refusal = _shape_refusal(state, unit, orders.steps)
    if refusal is not None:
        return refusal
    terms = Terms(far, "M14.6", flows=True, gap=state.numbers.movement.gap)
    return _go(state, unit, orders.steps, terms)


# -- disengaging: M20


def _disengage(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:
    """Cavalry and commanders leave contact: about or not, straight ahead, a pivot (M20.3)."""
    card, numbers = state.card(unit.id), state.numbers.disengaging
    if card.arm not in (Arm.CAVALRY, Arm.COMMAND) or not is_in_contact(state, unit.id):
        return refuse("M20.1", mark("{name} has no contact to leave."), name=card.name)
    if orders.change is not None:
        return refuse("M20.4", mark("Who disengages keeps his formation."))
    steps = orders.steps
    about = steps[:1] if steps and steps[0].kind is StepKind.PIVOT else ()
    rest = steps[len(about) :]
    kinds = [step.kind for step in rest]
    if kinds not in ([StepKind.FORWARD], [StepKind.FORWARD, StepKind.PIVOT]):
        return refuse(
            "M20.3", mark("{name} goes straight ahead, and may turn then."), name=card.name
        )
    if about and not card.is_command and abs(about[0].value) != 1800:
        return refuse("M20.3", mark("{name} keeps its front or turns about."), name=card.name)
    if len(rest) > 1 and not card.is_command and abs(rest[1].value) > 10 * numbers.pivot:
        limit = numbers.pivot
        return refuse("M20.3", mark("It pivots by {limit} degrees at most."), limit=limit)
    assert unit.pose is not None
    faced = replace(unit, pose=unit.pose.turned(about[0].value)) if about else unit
    terms = Terms(allowance_of(state, unit).move, "M20.3", flows=True, gap=0.0)
    walk = _go(state, faced, rest, replace(terms, leaves=orders.leaves))
    if isinstance(walk, Refusal):
        return walk
    near = nearest_enemy(state, card.side, footprint(state, walk.after), numbers.clear)
    if near is not None and not at_least(near, numbers.clear):
        words = mark("{name} would end {cm} cm from the enemy; {clear} are needed.")
        told = f"{near:.2f}"
        return refuse("M20.3", words, name=card.name, cm=told, clear=f"{numbers.clear:g}")
    return walk


def _charge(state: MiniState, unit: Unit, orders: Orders) -> Walk | Refusal:  # noqa: ARG001
    """A charge has a law of its own (M18)."""
    return refuse("M18.1", mark("A charge names one enemy."))


_LAWS: Mapping[Action, Callable[[MiniState, Unit, Orders], Walk | Refusal]] = MappingProxyType(
    {
        Action.MANOEUVRE: _manoeuvre,
        Action.CHANGE_THEN_MANOEUVRE: _change_first,
        Action.PROLONG: _prolong,
        Action.LIMBER: _limber,
        Action.LIMBER_AND_MOVE: _limber,
        Action.MOVE_AND_UNLIMBER: _unlimber,
        Action.DISENGAGE: _disengage,
        Action.CHARGE: _charge,
    }
)
