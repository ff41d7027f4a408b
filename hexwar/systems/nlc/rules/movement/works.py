"""Work at bridges and trestles, pontoon bridges, improved positions (N5.7-N5.72, T18.2, N21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.pontoons import PontoonDeployed, PontoonTakenUp, place_refusal, site_refusal
from hexwar.ground.sight import is_dark
from hexwar.ground.zones import enemy_hexes, enemy_zone, is_in_enemy_zone
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import listed, mark, say
from hexwar.systems.nlc.events.movement import (
    PositionBuilt,
    PositionFailed,
    SpanDamaged,
    SpanRepaired,
    SpanRepairFailed,
)
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.fight import MainArm, main_arm
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.movement.fords import (
    banks,
    highest_find,
    is_sure,
    search_refusal,
    seek_ford,
)
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.permissions import permissions, unit_row
from hexwar.systems.nlc.rules.turn.activation import active, has_finished, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import dice_words
from hexwar.table.battlefield import Water
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.reports import points
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import hex_name, unit_list, unit_name

# -- bridges and trestles are damaged and repaired (N5.7, N5.71, N5.72, T7.6)


class Act(StrEnum):
    """What is done to a span."""

    DAMAGE = "damage"
    REPAIR = "repair"
    FORD = "ford"  # where there is no span: look for a ford (T18.34)


@dataclass(frozen=True, slots=True)
class SpanTask:
    """A piece of work: a span next to the unit, and what is done to it."""

    hexside: Hexside
    act: Act


@dataclass(frozen=True, slots=True)
class Labour:
    """The answer that a unit works at a span next; which one is asked after it (N5.72)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class DamageOrRepairSpan(Question[SpanTask], rule="N5.72", continues=True):
    """N5.72: at which span a unit works, and how."""

    clue = mark("Click the far end of a span, or press a button.")
    unit: UnitId

    def options(self, state: GameState) -> Sequence[SpanTask]:
        """Everything that the unit can do to the spans next to it."""
        return span_tasks(state, self.unit)

    def refusal(self, state: GameState, answer: SpanTask) -> Refusal | None:
        """The law of N5.7."""
        return task_refusal(state, self.unit, answer)

    def kind(self, answer: SpanTask) -> str:
        """`damage`, `repair` or `ford`."""
        return answer.act.value

    def sentence(self, view: GameState) -> str:
        """What it can do to which spans."""
        name = view.battle.battlefield.span_name
        tasks = span_tasks(view, self.unit)
        works = listed(say(_WORKS[task.act], span=name(task.hexside)) for task in tasks)
        words = mark("{who} must choose what {unit} works at: it can {works}.")
        return self.told(view, words, works=works)

    def choices(self, view: GameState, options: Sequence[SpanTask]) -> Sequence[Choice[SpanTask]]:
        """Every span with what can be done to it."""
        return [work_choice(view, self.unit, task) for task in options]

    def marks(self, view: GameState) -> Overlays:
        """The spans."""
        return _works_at(view, self.unit, (task.hexside for task in self.options(view)))


# -- what can be done


def span_tasks(state: GameState, unit: UnitId) -> tuple[SpanTask, ...]:
    """What a unit may do now to the spans next to it, clockwise from north."""
    near = _near_tasks(state, unit)
    return tuple(task for task in near if task_refusal(state, unit, task) is None)


def labour_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit cannot work at any span now, or None where it can."""
    refusal = _worker_refusal(state, unit)
    refusals = [task_refusal(state, unit, task) for task in _near_tasks(state, unit)]
    if refusal is not None or None in refusals:
        return refusal
    nowhere = mark("{card} stands at no end of a span.")
    return refusals[0] if refusals else refuse("T7.62", nowhere, card=state.card(unit).name)


def task_refusal(state: GameState, unit: UnitId, task: SpanTask) -> Refusal | None:
    """Why a unit may not do a piece of work, or None: the law of N5.7, T7.62 and T7.64."""
    if (refusal := _worker_refusal(state, unit)) is not None:
        return refusal
    acts = {near.hexside: near.act for near in _near_tasks(state, unit)}
    if task.hexside not in acts:
        words = mark("{name} stands at no end of a span between {a} and {b}.")
        a, b = task.hexside
        return refuse("T7.62", words, name=state.card(unit).name, a=a, b=b)
    if Act.FORD in (task.act, acts[task.hexside]):
        return _ford_refusal(state, unit, task, acts[task.hexside])
    name = state.battle.battlefield.span_name(task.hexside)
    if task.act is not acts[task.hexside]:
        now = say("damaged already") if task.act is Act.DAMAGE else say("not damaged")
        return refuse("N5.71", "The {name} is {now}.", name=name, now=now)
    if task.hexside in active(state).tried:
        return refuse("N5.72", "The {name} has had its one try in this activation.", name=name)
    return _act_refusal(state, unit, task) or _cost_refusal(state, unit, task.hexside)


def _ford_refusal(state: GameState, unit: UnitId, task: SpanTask, act: Act) -> Refusal | None:
    a, b = task.hexside
    if task.act is not act:
        return refuse("T18.34", "A ford is looked for where there is no span.", a=a, b=b)
    if task.hexside in active(state).tried and not is_sure(state, unit, task.hexside):
        words = mark("Between {a} and {b} somebody has looked for a ford in this activation.")
        return refuse("T18.34", words, a=a, b=b)
    return search_refusal(state, unit)


def _near_tasks(state: GameState, unit: UnitId) -> tuple[SpanTask, ...]:
    """What could be done on the hexsides round a unit: to spans, and where a ford may be."""
    fords = (SpanTask(side, Act.FORD) for side in banks(state, unit))
    return (*_tasks_at_spans(state, unit), *fords)


def _tasks_at_spans(state: GameState, unit: UnitId) -> tuple[SpanTask, ...]:
    """The spans at whose end a unit stands, each with what could be done to it."""
    hex_ = state.units[unit].hex
    field = state.battle.battlefield
    if hex_ is None or not (hex_ in field.span_ends or state.spans.pontoons):
        return ()
    found = ((near, _act_at(state, hex_, near)) for near in field.grid.neighbours[hex_])
    return tuple(SpanTask(hexside(hex_, near), act) for near, act in found if act is not None)


def _act_at(state: GameState, a: Hex, b: Hex) -> Act | None:
    """A whole span can be damaged and a damaged one repaired; None where there is no span."""
    side = hexside(a, b)
    if side not in state.battle.battlefield.span_at and side not in state.spans.pontoons:
        return None
    met = crossing(state.battle.battlefield, state.spans, a, b)
    is_damaged = met in (Crossing.DAMAGED_BRIDGE, Crossing.STREAM)
    return Act.REPAIR if is_damaged else Act.DAMAGE


def _worker_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit works at no span at all."""
    record, card = state.units[unit], state.card(unit)
    if unit not in units_of_body(state, active(state).formation):
        return refuse("N4.43", "That unit does not act on this chit.")
    if record.hex is None:
        return refuse("N5.72", "{card} is not on the map.", card=card.name)
    if not card.is_combat_unit:
        return refuse("T7.62", "Trains neither damage nor repair spans.")
    if record.disrupted:
        return refuse("N11.81", "{card} is Disrupted: it cannot work at a span.", card=card.name)
    if record.column:
        words = mark("{card} is in road column: it cannot work at a span.")
        return refuse("N4.53", words, card=card.name)
    if has_finished(state, unit):
        return refuse("N4.52", "{card} has finished: others have acted since.", card=card.name)
    if not is_in_command(state, unit):
        return refuse("N5.5", "{card} is out of command.", card=card.name)
    return None


def _act_refusal(state: GameState, unit: UnitId, task: SpanTask) -> Refusal | None:
    """Who may not do this, or not so close to the enemy."""
    card, hex_ = state.card(unit), state.units[unit].hex
    assert hex_ is not None
    is_foot, in_zone = card.arm is Arm.INFANTRY, is_in_enemy_zone(state, card.side, hex_)
    if task.act is Act.DAMAGE:
        if not is_foot and not _is_trestle(state, task.hexside):
            words = mark("Only infantry can damage a bridge; {card} is not.")
            return refuse("T7.62", words, card=card.name)
        words = mark("Nobody damages a span in an enemy zone of control.")
        return refuse("N5.7", words) if in_zone else None
    if not is_foot:
        return refuse("T7.64", "Only infantry can repair a span; {card} is not.", card=card.name)
    in_contact = in_zone or _is_held(state, card.side, task.hexside)
    if in_contact and not permissions(state, unit).enter_zone:
        return refuse("N5.72", "The order does not let the unit repair so close to the enemy.")
    return None


def _cost_refusal(state: GameState, unit: UnitId, span: Hexside) -> Refusal | None:
    cost, left = work_cost(state, span), allowance(state, unit) - state.units[unit].spent
    if cost <= left:
        return None
    words, name = mark("The work costs {points} MP; {name} has {left} left."), state.card(unit).name
    return refuse("N5.72", words, points=points(cost), name=name, left=points(max(left, 0)))


def _is_trestle(state: GameState, span: Hexside) -> bool:
    return state.battle.battlefield.water.get(span) is Water.STREAM


def _is_held(state: GameState, side: Side, span: Hexside) -> bool:
    """Whether the enemy holds an end of a span."""
    return not enemy_hexes(state, side).isdisjoint(span)


def work_cost(state: GameState, span: Hexside) -> int:
    """What damage to a span or a repair costs, half MP (T7.62, T7.64)."""
    rules = numbers_of(state.battle).spans
    return 2 * (rules.trestle_work if _is_trestle(state, span) else rules.bridge_work)


def repair_limit(state: GameState, side: Side, span: Hexside) -> int:
    """The highest die that repairs a span: the worse of what the enemy does at its ends (T7.64)."""
    rules = numbers_of(state.battle).spans
    free = enemy_zone(state, side).isdisjoint(span)
    in_zone = rules.repair_die if free else min(rules.repair_die, rules.repair_die_in_zone)
    return min(in_zone, rules.repair_die_enemy_end) if _is_held(state, side, span) else in_zone


# -- the flow


async def work_at_span(table: Table[GameState], side: Side, unit: UnitId) -> None:
    """N5.72: a unit damages or repairs a span next to it and pays for it.

    A damaged pontoon bridge is gone with its train (T18.21); one die decides whether a span is
    whole again (T7.64).
    """
    task = await DamageOrRepairSpan(side, unit)
    if task.act is Act.FORD:
        await seek_ford(table, side, unit, task.hexside)
        return
    span, cost = task.hexside, work_cost(table.state, task.hexside)
    if task.act is Act.DAMAGE:
        trains = [train.id for train in table.state.on_map() if train.bridging == span]
        table.emit(SpanDamaged(unit, span, cost))
        for train in trains:
            table.emit(TrainDestroyed(train, side))
        return
    purpose = say("repair of the {span}", span=table.state.battle.battlefield.span_name(span))
    die = await throw(table, side, purpose)
    table.emit(DieRolled(purpose, die, 0, die))
    if die <= repair_limit(table.state, side, span):
        table.emit(SpanRepaired(unit, span, cost))
    else:
        table.emit(SpanRepairFailed(unit, span, cost, die))


# -- pontoon trains lay their bridges and take them up (T18.2, T18.21)


class PontoonAct(StrEnum):
    """What a pontoon train does."""

    DEPLOY = mark("deploy")
    TAKE_UP = mark("take up")


@dataclass(frozen=True, slots=True)
class PontoonTask:
    """A bridge to be laid or taken up."""

    hexside: Hexside
    act: PontoonAct


@dataclass(frozen=True, slots=True)
class WorkPontoon(Question[PontoonTask | None], rule="T18.2"):
    """T18.2: whether a pontoon train lays its bridge, and where, or takes it up; None: neither."""

    train: UnitId

    def options(self, state: GameState) -> Sequence[PontoonTask | None]:
        """Each river hexside that can be bridged, or the bridge to take up, and neither."""
        return [*pontoon_tasks(state, self.train), None]

    def refusal(self, state: GameState, answer: PontoonTask | None) -> Refusal | None:
        """The law of T18.2."""
        return None if answer is None else pontoon_refusal(state, self.train, answer)

    def kind(self, answer: PontoonTask | None) -> str:
        """`stay`, `deploy` or `take up`."""
        return "stay" if answer is None else answer.act.value

    def sentence(self, view: GameState) -> str:
        """Which train lies where."""
        words, record = (
            mark("{who} may bridge the river{where} with {train}."),
            view.units[self.train],
        )
        if record.bridging is not None:
            words = mark("{who} may take up the pontoon bridge{where} ({train}).")
        where = say(" at {hex}", hex=hex_name(view, record.hex)) if record.hex else ""
        return self.told(view, words, where=where)

    def hint(self, view: GameState) -> str:
        """Where to click, or what taking up means."""
        if view.units[self.train].bridging is not None:
            return say(
                "The bridge is gone at once; the train may move from its next activation on."
            )
        return say("Click the far bank where the bridge shall lead, or press a button.")

    def choices(
        self, view: GameState, options: Sequence[PontoonTask | None]
    ) -> Sequence[Choice[PontoonTask | None]]:
        """Each hexside that can be bridged, or the bridge to take up, and neither."""
        tip = say("The pontoon train neither lays a bridge nor takes one up now")
        works = [self._choice(view, task) for task in options if task is not None]
        return (*works, Choice("leave", say("Leave it as it is"), tip, None))

    def _choice(self, view: GameState, task: PontoonTask) -> Choice[PontoonTask | None]:
        end = far_end(view, self.train, task.hexside)
        train, where = unit_name(view, self.train), hex_name(view, end)
        if task.act is PontoonAct.DEPLOY:
            tip = say("{train} bridges the river to {hex}", train=train, hex=where)
            return Choice(end, say("Bridge to {hex}", hex=end), tip, task, Manner.MAIN, (end,))
        tip = say("{train} takes up its bridge to {hex}", train=train, hex=where)
        return Choice(end, say("Take up the bridge"), tip, task, spots=(end,))

    def marks(self, view: GameState) -> Overlays:
        """The banks."""
        return _works_at(view, self.train, (t.hexside for t in pontoon_tasks(view, self.train)))


# -- what can be done


def pontoon_tasks(state: GameState, train: UnitId) -> tuple[PontoonTask, ...]:
    """What a pontoon train may do now: bridge a hexside next to it, or take up its bridge."""
    record = state.units[train]
    if record.hex is None or state.card(train).arm is not Arm.PONTOON_TRAIN:
        return ()
    if record.bridging is not None:
        near = [PontoonTask(record.bridging, PontoonAct.TAKE_UP)]
    else:
        around = state.battle.battlefield.grid.neighbours[record.hex]
        near = [PontoonTask(hexside(record.hex, b), PontoonAct.DEPLOY) for b in around]
    return tuple(task for task in near if pontoon_refusal(state, train, task) is None)


def pontoon_refusal(state: GameState, train: UnitId, task: PontoonTask) -> Refusal | None:
    """Why a pontoon train may not lay or take up a bridge, or None: the law of T18.2."""
    record, card = state.units[train], state.card(train)
    refusal = place_refusal(state, train)
    if refusal is not None or record.hex is None:
        return refusal
    if task.act is PontoonAct.TAKE_UP:
        if record.bridging == task.hexside:
            return None
        words = mark("{card} is no bridge between {a} and {b}.")
        a, b = task.hexside
        return refuse("T18.2", words, card=card.name, a=a, b=b)
    return _deploy_refusal(state, train, record.hex, task.hexside)


def _deploy_refusal(state: GameState, train: UnitId, hex_: Hex, side: Hexside) -> Refusal | None:
    record, card = state.units[train], state.card(train)
    if record.bridging is not None:
        return refuse("T18.2", "{card} is a bridge already.", card=card.name)
    if not record.rested or record.moved:
        words = mark("{card} must first stay a whole activation where it is.")
        return refuse("T18.2", words, card=card.name)
    if unit_row(state, train).marches:
        return refuse("N16.4", "{card} has orders to march.", card=card.name)
    return site_refusal(state, card.side, hex_, side)


# -- the flow


async def work_pontoons(table: Table[GameState]) -> None:
    """T18.2: each pontoon train of those who act that can do something is asked once.

    A bridge with orders to march is taken up without asking (N16.4).
    """
    acting = active(table.state)
    for train in units_of_body(table.state, acting.formation):
        tasks = pontoon_tasks(table.state, train)
        if not tasks:
            continue
        is_to_march = unit_row(table.state, train).marches
        task = tasks[0] if is_to_march else await WorkPontoon(acting.side, train)
        if task is not None:
            laid = task.act is PontoonAct.DEPLOY
            table.emit((PontoonDeployed if laid else PontoonTakenUp)(train, task.hexside))


def rested_trains(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The pontoon trains of those who act that stayed where they are all the activation."""
    trains = [state.units[unit] for unit in units_of_body(state, formation)]
    return tuple(
        train.id
        for train in trains
        if state.card(train.id).arm is Arm.PONTOON_TRAIN
        and train.hex is not None
        and not train.moved
        and train.bridging is None
    )


# -- building improved positions (N21, N21.1)


@dataclass(frozen=True, slots=True)
class BuildImprovedPosition(Question[Hex | None], rule="N21.1"):
    """N21.1: in which hex infantry that has not moved tries to dig in; None: in no other."""

    kinds = ("build", "end")
    words = mark("{who} may let infantry that stood still build an improved position in {hexes}.")
    hexes: tuple[Hex, ...]  # where it may

    def options(self, state: GameState) -> Sequence[Hex | None]:  # noqa: ARG002
        """None, then each hex by id."""
        return [None, *self.hexes]

    def hint(self, view: GameState) -> str:
        """The dice that build it."""
        return say(
            "Click a marked hex: its infantry digs, and a die of {dice} builds an improved"
            " position.",
            dice=_building_dice(view),
        )

    def choices(
        self,
        view: GameState,
        options: Sequence[Hex | None],  # noqa: ARG002
    ) -> Sequence[Choice[Hex | None]]:
        """Each hex with who digs there, and that nobody digs any more."""
        tip = say("Nobody builds a position any more in this activation")
        end: Choice[Hex | None] = Choice("end", say("Dig no more"), tip, None, Manner.END)
        return (*(self._choice(view, hex_) for hex_ in self.hexes), end)

    def _choice(self, view: GameState, hex_: Hex) -> Choice[Hex | None]:
        tip = say(
            "{names} in {hex}: ready on {dice}",
            names=unit_list(view, (u for u in view.units_in(hex_) if may_build(view, u))),
            hex=hex_name(view, hex_),
            dice=_building_dice(view),
        )
        return Choice(hex_, say("Dig in {hex}", hex=hex_), tip, hex_, spots=(hex_,))

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """Nobody is there who can."""
        return refuse(self.rule, "Nobody can dig in {hex} now.", hex=hex_name(view, spot))

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """Where they may dig."""
        return Overlays(targets=tuple(Target(hex_) for hex_ in self.hexes))


async def build_positions(table: Table[GameState]) -> None:
    """N21, N21.1: each hex whose infantry has stood still is rolled for once, if its side likes."""
    acting = active(table.state)
    left = building_hexes(table.state, acting.formation)
    while left and (hex_ := await BuildImprovedPosition(acting.side, left)) is not None:
        die = await throw(table, acting.side, f"improved position in {hex_}")
        is_built = die <= numbers_of(table.state.battle).position.built_die
        table.emit(PositionBuilt(hex_, die) if is_built else PositionFailed(hex_, die))
        left = tuple(other for other in left if other != hex_)


def building_hexes(state: GameState, formation: FormationId) -> tuple[Hex, ...]:
    """Where those who act may build now, by id (N21.1)."""
    numbers = numbers_of(state.battle)
    if is_dark(state) or state.sky.weather in numbers.weather.no_positions:
        return ()
    on_map = ((u, h) for u in units_of_body(state, formation) if (h := state.units[u].hex))
    built = Counter(h for u, h in on_map if h not in state.positions and may_build(state, u))
    return tuple(sorted(h for h, number in built.items() if number >= numbers.position.units))


def may_build(state: GameState, unit: UnitId) -> bool:
    """Whether a unit counts towards a position: infantry in order that has stood still (N21.1)."""
    record = state.units[unit]
    return (
        state.card(unit).is_combat_unit
        and main_arm(state, unit) is MainArm.INFANTRY
        and not (record.spent or record.assaulted or record.done or record.disrupted)
        and unit not in state.supply.unsupplied
        and unit_row(state, unit).defends
        and is_in_command(state, unit)
        and weariness(state, state.formation_of(unit).id) is None
    )


# -- works as they are put to the player


_WORKS: Mapping[Act, str] = MappingProxyType(
    {
        Act.DAMAGE: mark("damage the {span}"),
        Act.REPAIR: mark("repair the {span}"),
        Act.FORD: mark("look for a ford"),
    }
)


def work_choice(state: GameState, unit: UnitId, task: SpanTask) -> Choice[SpanTask]:
    """A piece of work at a span with its price, and the odds of a repair."""
    if task.act is Act.FORD:
        return _ford_choice(state, unit, task)
    span = state.battle.battlefield.span_name(task.hexside)
    end, name = far_end(state, unit, task.hexside), unit_name(state, unit)
    where, mp = hex_name(state, end), points(work_cost(state, task.hexside))
    if task.act is Act.REPAIR:
        limit = repair_limit(state, state.side_of(unit), task.hexside)
        dice = dice_words(range(1, limit + 1))
        words = say("Repair the {span} ({mp} MP, succeeds on {dice})", span=span, mp=mp, dice=dice)
        tip = mark("{unit} repairs the {span} to {hex} if the die shows {dice}")
        tip = say(tip, unit=name, span=span, hex=where, dice=dice)
    else:
        words = say("Damage the {span} ({mp} MP)", span=span, mp=mp)
        tip = mark("{unit} breaks down the {span} to {hex}")
        if task.hexside in state.spans.pontoons:
            tip = mark("{unit} breaks down the {span} to {hex}, and its train is lost")
        tip = say(tip, unit=name, span=span, hex=where)
    a, b = task.hexside
    return Choice(f"{task.act.value} {a}-{b}", words, tip, task, spots=(end,))


def _ford_choice(state: GameState, unit: UnitId, task: SpanTask) -> Choice[SpanTask]:
    """Looking for a ford, with its odds and what it costs to find none."""
    end, (a, b) = far_end(state, unit, task.hexside), task.hexside
    if is_sure(state, unit, task.hexside):
        words = say("Take the ford to {end}: no die", end=end)
        tip = say("It has looked for it before: now it finds it")
    else:
        dice = dice_words(range(1, highest_find(state) + 1))
        words = say("Look for a ford to {end} (succeeds on {dice})", end=end, dice=dice)
        tip = say("If it finds none it does not move, but will find it in its next activation")
    return Choice(f"{task.act.value} {a}-{b}", words, tip, task, spots=(end,))


def far_end(state: GameState, unit: UnitId, side: Hexside) -> Hex:
    """The other end of a hexside next to a unit."""
    a, b = side
    return b if state.units[unit].hex == a else a


def _works_at(state: GameState, unit: UnitId, sides: Iterable[Hexside]) -> Overlays:
    hex_, targets = state.units[unit].hex, tuple(Target(far_end(state, unit, s)) for s in sides)
    return Overlays(frozenset({hex_} if hex_ else ()), chosen=frozenset({unit}), targets=targets)


def _building_dice(state: GameState) -> str:
    return dice_words(range(1, numbers_of(state.battle).position.built_die + 1))
