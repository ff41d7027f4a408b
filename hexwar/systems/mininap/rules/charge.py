"""Charges: who may, how the run goes, how the enemy reacts, whether it comes home (M18, M19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import ClassVar

from hexwar.engine import Choice, Refusal, Table, YesNo, refuse
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm, Formation, Kind
from hexwar.systems.mininap.events import (
    ChargeDeclared,
    ChargeHalted,
    ChargerTurned,
    ContactMade,
    ReactionChosen,
    ReactionMoved,
    SquareFormed,
)
from hexwar.systems.mininap.rules.dice import passes
from hexwar.systems.mininap.rules.fire import (
    Target,
    aims_of,
    most_sp,
    reach_of,
    silence,
    targets_of,
)
from hexwar.systems.mininap.rules.firing import resolve
from hexwar.systems.mininap.rules.ground import (
    extra_cost,
    is_barred,
    is_cavalry_ground,
    open_length,
)
from hexwar.systems.mininap.rules.losses import is_shaken
from hexwar.systems.mininap.rules.manoeuvre import cannot_act, reformed
from hexwar.systems.mininap.rules.moving import (
    Orders,
    Step,
    StepKind,
    Terms,
    allowance_of,
    cost_of,
    may_flow,
    step_refusal,
    stepped,
)
from hexwar.systems.mininap.rules.shapes import Change, changes, in_skirmish_line, needed
from hexwar.systems.mininap.rules.standing import (
    footprint,
    in_command,
    index,
    is_in_contact,
    touched_by,
)
from hexwar.systems.mininap.rules.standing import run as run_ahead
from hexwar.systems.mininap.state import MiniState, Shot, Unit
from hexwar.table.forces import UnitId
from hexwar.table.question import Question
from hexwar.tabletop.measure import MEASURE, distance, rounded, within
from hexwar.tabletop.pose import Pose, turn_between
from hexwar.tabletop.sweep import stop_distance

# -- the run: M18.2 to M18.7


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge as it would go if nobody did anything about it."""

    unit: UnitId
    target: UnitId
    turned: Pose  # after its turn
    spent: float  # cm, by the turn
    length: float  # cm of the run
    met: tuple[UnitId, ...]  # whom it touches at its end


def charge_of(state: MiniState, orders: Orders) -> Charge | Refusal:
    """How a charge would go, or why it may not be declared (M18)."""
    refusal = cannot_act(state, orders.unit) or cannot_charge(state, orders)
    if refusal is not None:
        return refusal
    unit, target = state.units[orders.unit], orders.target
    assert target is not None
    name, steps = state.card(unit.id).name, orders.steps
    faced, spent = unit, 0.0
    if steps:
        refusal = _turn_refusal(state, unit, steps)
        if refusal is not None:
            return refusal
        spent = cost_of(state, unit, steps[0], 0.0)
        faced = stepped(state, unit, steps[0])
    allowance = allowance_of(state, unit).charge - spent
    length, met = run_ahead(state, faced, allowance)
    if target not in met:
        return _missed(state, faced, target, allowance, met)
    assert faced.pose is not None
    end = faced.pose.at(length)
    cost = length + extra_cost(state, faced, [faced.pose.point, end])
    if rounded(cost) > allowance + MEASURE:
        words = mark("{name} falls {over} cm short of {target}.")
        told = f"{cost - allowance:.2f}"
        return refuse("M16.2", words, name=name, over=told, target=state.card(target).name)
    if is_barred(state, faced, length):
        return refuse("M22.7", mark("The ground on the way keeps {name} out."), name=name)
    return Charge(unit.id, target, faced.pose, spent, length, met)


def _missed(
    state: MiniState, unit: Unit, target: UnitId, allowance: float, met: Sequence[UnitId]
) -> Refusal:
    """By how much a run misses the enemy it names."""
    name, other = state.card(unit.id).name, state.card(target).name
    if met:
        words = mark("{name} would meet {first} before {target}.")
        return refuse("M18.6", words, name=name, first=state.card(met[0]).name, target=other)
    assert unit.pose is not None
    far = stop_distance(footprint(state, unit), unit.pose, index(state).areas(target), 500.0)
    if far < 500:
        words = mark("{target} is {over} cm too far.")
        return refuse("M18.6", words, target=other, over=f"{far - allowance:.2f}")
    return refuse("M18.6", mark("{name} would run past {target}."), name=name, target=other)


def cannot_charge(state: MiniState, orders: Orders) -> Refusal | None:
    """Why a unit may not charge an enemy, wherever both stand, or None (M18.2 to M18.4)."""
    unit, card = state.units[orders.unit], state.card(orders.unit)
    if orders.target is None or orders.target not in state.units:
        return refuse("M18.5", mark("A charge names one enemy."))
    target, name = state.units[orders.target], card.name
    if target.pose is None or state.side_of(orders.target) == card.side:
        return refuse("M18.5", mark("A charge names one enemy."))
    refusal = charger_refusal(state, unit)
    if refusal is not None:
        return refusal
    is_horse = state.card(target.id).arm is Arm.CAVALRY
    if card.arm is Arm.INFANTRY and is_horse:
        engaged = any(state.side_of(u) == card.side for u in touched_by(state, target.id))
        if not engaged:
            words = mark("{name} charges cavalry only if a friend fights it.")
            return refuse("M18.3", words, name=name)
    if card.arm is Arm.CAVALRY and not is_cavalry_ground(state, target):
        return refuse("M18.4", mark("Cavalry does not charge into wood, village or marsh."))
    return None


def charger_refusal(state: MiniState, unit: Unit) -> Refusal | None:
    """Why a unit charges nobody at all, or None (M18.2, M19.11, M21.4, M23.3)."""
    card, least = state.card(unit.id), state.numbers.charge.least_sp
    if not allowance_of(state, unit).charge or unit.bend is not None:
        return refuse("M18.2", mark("{name} cannot charge as it is."), name=card.name)
    if state.sp(unit.id) < least:
        words = mark("{name} is too weak to charge: {sp} SP.")
        return refuse("M18.2", words, name=card.name, sp=state.sp(unit.id))
    if is_in_contact(state, unit.id):
        return refuse("M18.2", mark("{name} is in contact already."), name=card.name)
    if unit.has_moved_in_reaction or unit.has_pursued:
        return refuse("M19.11", mark("{name} does not charge this turn."), name=card.name)
    if card.brigade and is_shaken(state, card.brigade):
        words = mark("{name} is of a shaken brigade and does not charge.")
        return refuse("M23.3", words, name=card.name)
    return None


def _turn_refusal(state: MiniState, unit: Unit, steps: Sequence[Step]) -> Refusal | None:
    """M18.5: one turn at the start: infantry wheels, cavalry pivots."""
    kinds = (StepKind.PIVOT,) if state.card(unit.id).arm is Arm.CAVALRY else _WHEELS
    limit = state.numbers.charge.turn
    if len(steps) > 1 or steps[0].kind not in kinds or abs(steps[0].value) > 10 * limit:
        words = mark("A charge begins with one turn of {limit} degrees at most.")
        return refuse("M18.5", words, limit=limit)
    return step_refusal(state, unit, steps[0], Terms())


_WHEELS = (StepKind.WHEEL_LEFT, StepKind.WHEEL_RIGHT)


# -- reactions: M19


class Reaction(StrEnum):
    """What a unit does that is charged (M19.2)."""

    STAND = mark("stand")
    FIRE = mark("fire")
    SQUARE = mark("form square")
    COUNTER = mark("countercharge")
    EVADE = mark("evade")


@dataclass(frozen=True, slots=True)
class Answer:
    """A reaction, and of a square the way it is formed."""

    reaction: Reaction
    change: Change | None = None


def reactions(state: MiniState, charge: Charge) -> list[Answer]:
    """What the named unit may do; who was in contact already has no choice (M19.2)."""
    unit = state.units[charge.target]
    found = [Answer(Reaction.STAND)]
    if is_in_contact(state, unit.id):
        return found
    if not unit.has_fired and silence(state, unit) is None and firing_place(state, unit, charge):
        found.append(Answer(Reaction.FIRE))
    found.extend(_squares(state, unit, charge))
    if _may_counter(state, unit, charge):
        found.append(Answer(Reaction.COUNTER))
    if _may_evade(state, unit, charge):
        found.append(Answer(Reaction.EVADE))
    return found


def _squares(state: MiniState, unit: Unit, charge: Charge) -> Iterator[Answer]:
    """M19.6: the ways to form square that fit."""
    is_horse = state.card(charge.unit).arm is Arm.CAVALRY
    is_foot = state.card(unit.id).arm is Arm.INFANTRY and unit.bend is None
    if not (is_horse and is_foot) or unit.formation is Formation.SQUARE:
        return
    for change in changes(state, unit):
        if change.formation is Formation.SQUARE and isinstance(reformed(state, unit, change), Unit):
            yield Answer(Reaction.SQUARE, change)


def _may_counter(state: MiniState, unit: Unit, charge: Charge) -> bool:
    """M19.8: cavalry that could charge, met from its front or flank."""
    arms = state.card(unit.id).arm, state.card(charge.unit).arm
    if arms != (Arm.CAVALRY, Arm.CAVALRY) or charger_refusal(state, unit) is not None:
        return False
    faced = countering(state, unit, charge)
    assert unit.pose is not None
    half = footprint_depth(state, unit) / 2
    is_ahead = unit.pose.ahead_of(charge.turned.point) > -half  # its front region or a flank
    if faced is None or not is_ahead:
        return False
    step = Step(StepKind.PIVOT, turn_between(unit.pose.bearing, faced.bearing))
    return not step.value or step_refusal(state, unit, step, Terms()) is None


def countering(state: MiniState, unit: Unit, charge: Charge) -> Pose | None:
    """A unit turned towards a charger, if that is a turn that it may make (M19.8)."""
    assert unit.pose is not None
    bearing = (charge.turned.bearing + 1800) % 3600
    turn = turn_between(unit.pose.bearing, bearing)
    is_small = abs(turn) <= 10 * state.numbers.reaction.counter_turn
    return replace(unit.pose, bearing=bearing) if is_small else None


def footprint_depth(state: MiniState, unit: Unit) -> float:
    """How deep a cavalry unit stands, cm."""
    depth = state.numbers.stands.cavalry.depth
    return 2 * depth if unit.formation is Formation.COLUMN else depth


def _may_evade(state: MiniState, unit: Unit, charge: Charge) -> bool:
    """M19.9, M19.12: who is loose or mounted, has room to turn, and has not moved so before."""
    card = state.card(unit.id)
    loose = card.arm is Arm.INFANTRY and unit.formation is Formation.SKIRMISH
    mounted = card.arm in (Arm.CAVALRY, Arm.COMMAND) or (card.is_horse and unit.is_limbered)
    if unit.bend is not None or unit.has_moved_in_reaction or not (loose or mounted):
        return False
    assert unit.pose is not None
    turn = turn_between(unit.pose.bearing, charge.turned.bearing)
    return not turn or step_refusal(state, unit, Step(StepKind.PIVOT, turn), Terms()) is None


@dataclass(frozen=True, slots=True)
class React(Question[Answer], rule="M19.2", is_open=True):
    """M18.9: how the unit that is charged reacts."""

    charge: Charge

    def options(self, state: MiniState) -> Sequence[Answer]:
        """What it may do."""
        return reactions(state, self.charge)

    def sentence(self, view: MiniState) -> str:
        """Who is charged by whom, from how far."""
        words = mark("{unit} charges {target} from {cm} cm. How does it react?")
        unit, target = view.card(self.charge.unit).name, view.card(self.charge.target).name
        return say(words, unit=unit, target=target, cm=f"{self.charge.length:.1f}")

    def choices(self, view: MiniState, options: Sequence[Answer]) -> Sequence[Choice[Answer]]:
        """Each by its name, with the number it takes."""
        found = []
        for at, option in enumerate(options):
            number = needed_for(view, self.charge, option.reaction)
            words = mark("a die of {number} or less")
            tip = say(words, number=number) if number is not None else ""
            found.append(Choice(str(at), say(option.reaction), tip, option))
        return found

    def fallback(self, view: MiniState, options: Sequence[Answer]) -> Answer:  # noqa: ARG002
        """Fire if it can (M29.3)."""
        return next((o for o in options if o.reaction is Reaction.FIRE), options[0])


def needed_for(state: MiniState, charge: Charge, reaction: Reaction) -> int | None:
    """The highest die by which a reaction comes off; None: it needs none (M19.6 to M19.9)."""
    unit, numbers = state.units[charge.target], state.numbers.reaction
    is_loose, card = in_skirmish_line(state, unit), state.card(unit.id)
    if reaction is Reaction.SQUARE:
        is_far = rounded(charge.length) >= numbers.near
        return (numbers.square_far if is_far else numbers.square_near) + (
            numbers.square_skirmish if is_loose else 0
        )
    if reaction is Reaction.COUNTER:
        if in_command(state, unit.id):
            return None
        return needed(state, unit.id, numbers.counter)
    if reaction is Reaction.EVADE:
        is_light = card.kind is Kind.LIGHT and card.arm is Arm.CAVALRY
        is_free = is_light or card.is_command or card.arm is Arm.INFANTRY
        return None if is_free else numbers.evade
    return None


# -- fire in reaction: M19.4, M19.5


@dataclass(frozen=True, slots=True)
class Place:
    """Where on its run a charger is fired at first, and with what."""

    at: float  # cm of the run
    shot: Shot


def firing_place(state: MiniState, shooter: Unit, charge: Charge) -> Place | None:
    """The first place of a run where a unit may fire at the charger (M19.4)."""
    charger = replace(state.units[charge.unit], pose=charge.turned)
    reach, look = reach_of(state, shooter.id), state.numbers.charge.look
    looks = [look * n for n in range(int(charge.length / look) + 1)]
    here = footprint(state, shooter)
    for at in looks:
        now = replace(charger, pose=charge.turned.moved(at))
        if not within(distance(here, footprint(state, now)), reach):
            continue
        found = targets_of(state, shooter, aims_of(state, shooter, instead=now))
        target = next((t for t in found if t.unit == charge.unit), None)
        if target is not None:
            return Place(at, whole_shot(state, shooter, target))
    return None


def whole_shot(state: MiniState, shooter: Unit, target: Target) -> Shot:
    """With all SP that may fire, from both stands if both have it before them."""
    stands = target.direct[:1] if shooter.formation is Formation.SQUARE else target.direct
    shot = Shot(shooter.id, stands, target.unit, 1)
    return replace(shot, sp=most_sp(state, shooter.id, (shot,)))


def defenders(state: MiniState, charge: Charge) -> list[UnitId]:
    """The others who hold their fire and could fire at the charger on its way (M19.5)."""
    side = state.side_of(charge.target)
    units = (u for u in state.in_play(side) if u.id != charge.target and not u.has_fired)
    able = (u for u in units if silence(state, u) is None)
    return [u.id for u in able if firing_place(state, u, charge) is not None]


@dataclass(frozen=True, slots=True)
class DefendByFire(Question[tuple[UnitId, ...]], rule="M19.5", is_open=True):
    """M19.5: which other units fire at the charger."""

    words = mark("Who fires at {charger} as it comes?")
    able: tuple[UnitId, ...]
    charger: UnitId

    def options(self, state: MiniState) -> Sequence[tuple[UnitId, ...]]:  # noqa: ARG002
        """None, each alone, all; every set of them where they are few."""
        few = len(self.able) <= 5
        sizes = range(len(self.able) + 1) if few else (0, 1, len(self.able))
        return [subset for size in sizes for subset in combinations(self.able, size)]

    def refusal(self, state: MiniState, answer: tuple[UnitId, ...]) -> Refusal | None:  # noqa: ARG002
        """Any of those who are able, each once."""
        if len(set(answer)) == len(answer) and set(answer) <= set(self.able):
            return None
        return refuse("M19.5", mark("Only those fire who hold their fire and see the charge."))

    def choices(
        self, view: MiniState, options: Sequence[tuple[UnitId, ...]]
    ) -> Sequence[Choice[tuple[UnitId, ...]]]:
        """Each set by its names."""
        found = []
        for at, option in enumerate(options):
            names = ", ".join(view.card(unit).name for unit in option) or say("Nobody")
            pieces = option if len(option) == 1 else ()
            found.append(Choice(str(at), names, "", option, pieces=pieces))
        return found


@dataclass(frozen=True, slots=True)
class PressHome(YesNo):
    """M19.7: whether cavalry charges on at a square, or halts before it."""

    rule: ClassVar[str] = "M19.7"
    is_open: ClassVar[bool] = True
    labels: ClassVar[tuple[str, str]] = (mark("Charge home"), mark("Halt"))
    unit: UnitId
    target: UnitId

    def sentence(self, view: MiniState) -> str:
        """Who stands before a square."""
        words = mark("{target} has formed square. Does {name} charge home?")
        return say(words, target=view.card(self.target).name, name=view.card(self.unit).name)


# -- the flow: M18.9


async def charge(table: Table[MiniState], orders: Orders) -> None:
    """M18.9: one charge, from its declaration to contact or halt."""
    declared = charge_of(table.state, orders)
    assert isinstance(declared, Charge)  # the law has judged it
    table.emit(ChargeDeclared(declared.unit, declared.target))
    if not await _goes(table, declared.unit):
        return
    if declared.turned != table.state.pose(declared.unit):
        table.emit(ChargerTurned(declared.unit, declared.turned))
    answer = await React(table.state.side_of(declared.target), declared)
    table.emit(ReactionChosen(declared.target, answer.reaction))
    has_squared = await _move_in_reaction(table, declared, answer)
    run = run_again(table.state, declared)
    struck = await _fire(table, run, answer)
    if struck is not None and not await _presses(table, run, struck):
        table.emit(ChargeHalted(run.unit, _halted(table.state, run, struck.at)))
    elif has_squared and run.met == (run.target,) and not await _charges_square(table, run):
        gap = table.state.numbers.reaction.square_gap
        table.emit(ChargeHalted(run.unit, run.turned.moved(max(0.0, run.length - gap))))
    elif run.met:
        end = run.turned.moved(run.length)
        table.emit(ContactMade(run.unit, end, run.met, _caught(table.state, run)))
    else:
        table.emit(ChargeHalted(run.unit, run.turned.moved(run.length)))


async def _goes(table: Table[MiniState], unit: UnitId) -> bool:
    """M18.8: out of command and below half its strength a unit tests first."""
    state, numbers = table.state, table.state.numbers.charge
    if in_command(state, unit) or 2 * state.sp(unit) >= state.card(unit).sp:
        return True
    return await passes(table, unit, mark("going forward"), needed(state, unit, numbers.goes))


async def _move_in_reaction(table: Table[MiniState], run: Charge, answer: Answer) -> bool:
    """M19.6, M19.8, M19.9: a square, a countercharge, or away; whether a square was formed."""
    reaction = answer.reaction
    if reaction in (Reaction.STAND, Reaction.FIRE):
        return False
    most = needed_for(table.state, run, reaction)
    if most is not None and not await passes(table, run.target, reaction, most):
        return False
    if reaction is Reaction.SQUARE:
        _form_square(table, run, answer)
    elif reaction is Reaction.COUNTER:
        _counter(table, run)
    else:
        _evade(table, run)
    return reaction is Reaction.SQUARE


def _form_square(table: Table[MiniState], run: Charge, answer: Answer) -> None:
    assert answer.change is not None
    after = reformed(table.state, table.state.units[run.target], answer.change)
    if isinstance(after, Unit) and after.pose is not None:
        table.emit(SquareFormed(run.target, after.pose))


def _counter(table: Table[MiniState], run: Charge) -> None:
    """M19.8: it turns, and runs half its charge, no farther than half the way to the charger."""
    state, numbers = table.state, table.state.numbers.reaction
    unit = state.units[run.target]
    start, faced = state.pose(run.target), countering(state, unit, run)
    assert faced is not None
    turned = replace(unit, pose=faced)
    limit = allowance_of(state, unit).charge * numbers.counter_share
    areas = footprint(state, turned)
    to_charger = stop_distance(areas, faced, index(state).areas(run.unit), 2 * limit)
    limit = min(limit, to_charger / 2)
    length, met = run_ahead(state, turned, limit, (run.unit,))
    length = max(0.0, length - numbers.counter_gap) if met else length
    length = open_length(state, turned, length, numbers.counter_gap, numbers.counter_gap)
    table.emit(ReactionMoved(run.target, (start, faced, faced.moved(length)), is_counter=True))


def _evade(table: Table[MiniState], run: Charge) -> None:
    """M19.9: it turns away and goes its full move, past friends, short of what else is there."""
    state, numbers = table.state, table.state.numbers
    unit, start = state.units[run.target], state.pose(run.target)
    faced = replace(start, bearing=run.turned.bearing)
    turned = replace(unit, pose=faced)
    length = evading_length(state, turned, allowance_of(state, unit).move)
    length = open_length(state, turned, length, numbers.movement.gap, numbers.reaction.edge_gap)
    table.emit(ReactionMoved(run.target, (start, faced, faced.moved(length)), is_counter=False))


def evading_length(state: MiniState, unit: Unit, far: float) -> float:
    """How far an evading unit goes: past friends if it ends clear of them, else short of them."""
    assert unit.pose is not None
    if may_flow(state, unit):
        step = Step(StepKind.FORWARD, round(far * 100))
        if step.value and step_refusal(state, unit, step, Terms(flows=True)) is None:
            return far
    length, met = run_ahead(state, unit, far)
    return max(0.0, length - state.numbers.movement.gap) if met else length


def run_again(state: MiniState, run: Charge) -> Charge:
    """M18.10: the run along the same line as the table is now.

    To the first contact with an enemy, else as far as was declared, short of whatever is there.
    """
    unit = replace(state.units[run.unit], pose=run.turned)
    limit = allowance_of(state, unit).charge - run.spent
    length, met = run_ahead(state, unit, limit)
    enemies = tuple(u for u in met if state.side_of(u) != state.side_of(run.unit))
    is_open = not is_barred(state, unit, length)
    if enemies and is_open:
        return replace(run, length=length, met=enemies)
    gap = state.numbers.movement.gap
    far, others = run_ahead(state, unit, run.length + gap)
    far = max(0.0, far - gap) if others else run.length
    return replace(run, length=open_length(state, unit, far, gap, gap), met=())


@dataclass(frozen=True, slots=True)
class _Struck:
    """How fire has struck a charger."""

    hits: int
    at: float  # cm of the run, where it was hit last


async def _fire(table: Table[MiniState], run: Charge, answer: Answer) -> _Struck | None:
    """M19.4, M19.5: fire along the run, in the order of place; None where nothing hit."""
    state = table.state
    shooters = [run.target] if answer.reaction is Reaction.FIRE else []
    able = defenders(state, run)
    if able:
        ask = DefendByFire(state.side_of(run.target), tuple(able), run.unit)
        shooters.extend(await ask)
    ranks = {unit: rank for rank, unit in enumerate(state.units)}
    found = [(u, firing_place(state, state.units[u], run)) for u in shooters]
    places = [(place.at, ranks[unit], place.shot) for unit, place in found if place is not None]
    struck = None
    for at, _, shot in sorted(places, key=lambda place: place[:2]):
        charger = replace(table.state.units[run.unit], pose=run.turned.moved(at))
        hits = await resolve(table, shot, at=charger)
        if hits:
            struck = _Struck(hits + (struck.hits if struck is not None else 0), at)
    return struck


async def _presses(table: Table[MiniState], run: Charge, struck: _Struck) -> bool:
    """M19.7: whether a charger that was hit goes on."""
    state, numbers = table.state, table.state.numbers.reaction
    sp, is_veteran = state.sp(run.unit), state.is_veteran(run.unit)
    if sp <= 0 or (sp == 1 and not is_veteran):
        return False
    if struck.hits < numbers.press_hits:
        return True
    most = numbers.press_veteran if is_veteran else numbers.press
    return await passes(table, run.unit, mark("pressing home"), most)


async def _charges_square(table: Table[MiniState], run: Charge) -> bool:
    """M19.7: cavalry may halt before a square that was formed against it."""
    return await PressHome(table.state.side_of(run.unit), run.unit, run.target)


def _halted(state: MiniState, run: Charge, at: float) -> Pose:
    """M19.7: where a charge halts: where it was hit, set back to leave the gap to enemies."""
    unit, gap = state.units[run.unit], state.numbers.movement.gap
    limit = allowance_of(state, unit).charge
    turned = replace(unit, pose=run.turned)
    length, met = run_ahead(state, turned, limit)
    enemies = [u for u in met if state.side_of(u) != state.side_of(run.unit)]
    most = max(0.0, length - gap) if enemies else at
    return run.turned.moved(min(at, most, run.length))


def _caught(state: MiniState, run: Charge) -> tuple[UnitId, ...]:
    """M19.10: the cavalry that cavalry has contacted standing."""
    if state.card(run.unit).arm is not Arm.CAVALRY:
        return ()
    horse = (u for u in run.met if state.card(u).arm is Arm.CAVALRY)
    return tuple(u for u in horse if not state.units[u].has_moved_in_reaction)
