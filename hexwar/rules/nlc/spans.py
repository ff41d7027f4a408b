"""Bridges and trestles are damaged and repaired (N5.7, N5.71, N5.72, T7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.model.battlefield import Water
from hexwar.model.crossings import Crossing, crossing
from hexwar.model.events import (
    DieRolled,
    SpanDamaged,
    SpanRepaired,
    SpanRepairFailed,
    TrainDestroyed,
)
from hexwar.model.forces import Arm, Side, UnitId
from hexwar.model.reports import points
from hexwar.model.state import GameState
from hexwar.rules.common.groups import allowance
from hexwar.rules.common.zones import enemy_hexes, enemy_zone, is_in_enemy_zone
from hexwar.rules.nlc.acting import active, has_finished, units_of_body
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.command import is_in_command
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import permissions


class Act(StrEnum):
    """What is done to a span."""

    DAMAGE = "damage"
    REPAIR = "repair"


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
class DamageOrRepairSpan(Decision[SpanTask]):
    """N5.72: at which span a unit works, and how."""

    rule: ClassVar[str] = "N5.72"
    continues: ClassVar[bool] = True
    unit: UnitId

    def options(self, state: GameState) -> Sequence[SpanTask]:
        """Everything that the unit can do to the spans next to it."""
        return span_tasks(state, self.unit)

    def refusal(self, state: GameState, answer: SpanTask) -> Refusal | None:
        """The law of N5.7."""
        return task_refusal(state, self.unit, answer)

    def kind(self, answer: SpanTask) -> str:
        """`damage` or `repair`."""
        return answer.act.value


# -- what can be done


def span_tasks(state: GameState, unit: UnitId) -> tuple[SpanTask, ...]:
    """What a unit may do now to the spans next to it, clockwise from north."""
    near = _near_tasks(state, unit)
    return tuple(task for task in near if task_refusal(state, unit, task) is None)


def labour_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit cannot work at any span now, or None where it can."""
    refusal = _worker_refusal(state, unit)
    if refusal is not None:
        return refusal
    refusals = [task_refusal(state, unit, task) for task in _near_tasks(state, unit)]
    if not refusals:
        return Refusal(f"{state.card(unit).name} stands at no end of a span.", "T7.62")
    return refusals[0] if None not in refusals else None


def task_refusal(state: GameState, unit: UnitId, task: SpanTask) -> Refusal | None:
    """Why a unit may not do a piece of work, or None: the law of N5.7, T7.62 and T7.64."""
    refusal = _worker_refusal(state, unit)
    if refusal is not None:
        return refusal
    if task not in _near_tasks(state, unit):
        return _no_such_task(state, unit, task)
    name = state.battle.battlefield.span_name(task.hexside)
    if task.hexside in active(state).tried:
        return Refusal(f"The {name} has had its one try in this activation.", "N5.72")
    if task.act is Act.DAMAGE:
        refusal = _damage_refusal(state, unit, task.hexside)
    else:
        refusal = _repair_refusal(state, unit, task.hexside)
    return refusal or _cost_refusal(state, unit, task.hexside)


def _near_tasks(state: GameState, unit: UnitId) -> tuple[SpanTask, ...]:
    """The spans at whose end a unit stands, each with what could be done to it."""
    hex_ = state.units[unit].hex
    field = state.battle.battlefield
    if hex_ is None or not (field.span_at or state.spans.pontoons):
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
        return Refusal("That unit does not act on this chit.", "N4.43")
    if record.hex is None:
        return Refusal(f"{card.name} is not on the map.", "N5.72")
    if not card.is_combat_unit:
        return Refusal("Trains neither damage nor repair spans.", "T7.62")
    if record.disrupted:
        return Refusal(f"{card.name} is Disrupted: it cannot work at a span.", "N11.81")
    if record.column:
        return Refusal(f"{card.name} is in road column: it cannot work at a span.", "N4.53")
    if has_finished(state, unit):
        return Refusal(f"{card.name} has finished: others have acted since.", "N4.52")
    if not is_in_command(state, unit):
        return Refusal(f"{card.name} is out of command.", "N5.5")
    return None


def _no_such_task(state: GameState, unit: UnitId, task: SpanTask) -> Refusal:
    spans = {near.hexside: near.act for near in _near_tasks(state, unit)}
    if task.hexside not in spans:
        a, b = task.hexside
        name = state.card(unit).name
        return Refusal(f"{name} stands at no end of a span between {a} and {b}.", "T7.62")
    now = "damaged already" if task.act is Act.DAMAGE else "not damaged"
    name = state.battle.battlefield.span_name(task.hexside)
    return Refusal(f"The {name} is {now}.", "N5.71")


def _damage_refusal(state: GameState, unit: UnitId, span: Hexside) -> Refusal | None:
    card, hex_ = state.card(unit), state.units[unit].hex
    assert hex_ is not None
    if card.arm is not Arm.INFANTRY and not _is_trestle(state, span):
        return Refusal(f"Only infantry can damage a bridge; {card.name} is not.", "T7.62")
    if is_in_enemy_zone(state, card.side, hex_):
        return Refusal("Nobody damages a span in an enemy zone of control.", "N5.7")
    return None


def _repair_refusal(state: GameState, unit: UnitId, span: Hexside) -> Refusal | None:
    card, hex_ = state.card(unit), state.units[unit].hex
    assert hex_ is not None
    if card.arm is not Arm.INFANTRY:
        return Refusal(f"Only infantry can repair a span; {card.name} is not.", "T7.64")
    in_contact = is_in_enemy_zone(state, card.side, hex_) or _is_held(state, card.side, span)
    if in_contact and not permissions(state, unit).enter_zone:
        return Refusal("The order does not let the unit repair so close to the enemy.", "N5.72")
    return None


def _cost_refusal(state: GameState, unit: UnitId, span: Hexside) -> Refusal | None:
    cost, left = work_cost(state, span), allowance(state, unit) - state.units[unit].spent
    if cost <= left:
        return None
    name = state.card(unit).name
    return Refusal(
        f"The work costs {points(cost)} MP; {name} has {points(max(left, 0))} left.", "N5.72"
    )


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
    limits = [rules.repair_die]
    if not enemy_zone(state, side).isdisjoint(span):
        limits.append(rules.repair_die_in_zone)
    if _is_held(state, side, span):
        limits.append(rules.repair_die_enemy_end)
    return min(limits)


# -- the flow


async def work_at_span(table: Table[GameState], side: Side, unit: UnitId) -> None:
    """N5.72: a unit damages or repairs a span next to it and pays for it."""
    task = await DamageOrRepairSpan(side, unit)
    if task.act is Act.DAMAGE:
        damage_span(table, side, unit, task.hexside)
    else:
        await repair_span(table, side, unit, task.hexside)


def damage_span(table: Table[GameState], side: Side, unit: UnitId, span: Hexside) -> None:
    """T7.62, T18.21: the span is damaged at once; a pontoon bridge is gone with its train."""
    trains = [train.id for train in table.state.on_map() if train.bridging == span]
    table.emit(SpanDamaged(unit, span, work_cost(table.state, span)))
    for train in trains:
        table.emit(TrainDestroyed(train, side))


async def repair_span(table: Table[GameState], side: Side, unit: UnitId, span: Hexside) -> None:
    """T7.64: one die decides whether the span is whole again."""
    purpose = f"repair of the {table.state.battle.battlefield.span_name(span)}"
    die = await throw(table, side, purpose)
    table.emit(DieRolled(purpose, die, 0, die))
    cost = work_cost(table.state, span)
    if die <= repair_limit(table.state, side, span):
        table.emit(SpanRepaired(unit, span, cost))
    else:
        table.emit(SpanRepairFailed(unit, span, cost, die))
