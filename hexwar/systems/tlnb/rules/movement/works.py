"""Works: spans that are broken and mended, and improved positions (T7.6, T21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hexwar.engine import Choice, Manner, Table
from hexwar.ground.pontoons import PontoonDeployed, PontoonTakenUp, place_refusal, site_refusal
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.cards import FordTried
from hexwar.systems.tlnb.events.movement import (
    PontoonLost,
    PositionRolled,
    SpanDamaged,
    SpanDestroyed,
    SpanRepaired,
)
from hexwar.systems.tlnb.rules.cards.effects import has_scouts
from hexwar.systems.tlnb.rules.command.command import is_in_command
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.special.ground import bank_refusal
from hexwar.systems.tlnb.rules.turn.light import is_dark
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.battlefield import SpanKind, Terrain
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.spans import Crossing, crossing

# -- spans (T7.62-T7.67)


class Act(StrEnum):
    """What a unit does at a span."""

    DAMAGE = mark("damage")
    DESTROY = mark("destroy")
    REPAIR = mark("repair")
    FORD = mark("look for a ford")
    LAY = mark("lay a bridge")
    TAKE_UP = mark("take up the bridge")


@dataclass(frozen=True, slots=True)
class Work:
    """A unit's work at a span."""

    act: Act
    hexside: Hexside


def span_works(state: TlnbState, unit: UnitId) -> tuple[Work, ...]:
    """What a unit could do at the spans of its hex now (T7.62, T7.64, T7.67)."""
    hex_, field = state.units[unit].hex, state.battle.battlefield
    if hex_ is None or not state.card(unit).is_combat_unit or not is_in_command(state, unit):
        return ()
    sides = (hexside(hex_, near) for near in field.grid.neighbours[hex_])
    found: list[Work] = []
    for side in sides:
        is_span = side in field.span_at or side in state.spans.pontoons
        if not is_span or side in state.marks.tried:
            continue
        found += [
            Work(act, side)
            for act in _acts_at(state, side)
            if _is_able(state, unit, hex_, act, side)
        ]
    return (*found, *(Work(Act.FORD, side) for side in ford_sites(state, unit)))


def _acts_at(state: TlnbState, side: Hexside) -> tuple[Act, ...]:
    """What can be done at a span as it is: a bridge may be damaged a second time (T7.63)."""
    if side in state.spans.destroyed:
        return ()
    if side not in state.spans.damaged:
        return (Act.DAMAGE,)
    is_bridge = state.battle.battlefield.span_at[side].kind is SpanKind.BRIDGE
    is_free = state.battle.flag("span_destroy") == "on"
    return (Act.REPAIR, Act.DESTROY) if is_bridge and is_free else (Act.REPAIR,)


# -- fords that scouts find (T18.34, T18.36)


def ford_sites(state: TlnbState, unit: UnitId) -> tuple[Hexside, ...]:
    """The hexsides where a unit may look for a ford: foot or horse that began alone there.

    At a river; at a stream where a special rule bars the unit, who else crosses it anyhow.
    """
    record, field = state.units[unit], state.battle.battlefield
    arm, side = state.card(unit).arm, state.side_of(unit)
    is_able = arm is Arm.INFANTRY or arm.is_cavalry
    if record.hex is None or record.spent or not is_able or not has_scouts(state, side):
        return ()
    is_alone = state.combat_units_in(record.hex, side) == (unit,)
    if not is_alone or state.sky.weather in state.numbers.weather.no_fords:
        return ()
    near = ((b, hexside(record.hex, b)) for b in field.grid.neighbours[record.hex])
    return tuple(
        ends
        for b, ends in near
        if ends not in state.marks.tried and _needs_ford(state, unit, record.hex, b)
    )


def _needs_ford(state: TlnbState, unit: UnitId, a: Hex, b: Hex) -> bool:
    """Whether a unit does not cross water without a ford, and none is there."""
    met = crossing(state.battle.battlefield, state.spans, a, b)
    is_bank = met is Crossing.STREAM and bank_refusal(state, (unit,), a, b) is not None
    return met is Crossing.RIVER or (is_bank and hexside(a, b) not in state.spans.found)


def ford_number(state: TlnbState) -> int:
    """The highest die that finds a ford (T18.34)."""
    ford = state.numbers.ford
    return ford.found_wet if state.deal.has_thundered else ford.found


async def try_ford(table: Table[TlnbState], unit: UnitId, side: Hexside) -> None:
    """T18.34: who has looked in vain stays, and finds the ford on his next turn without a die."""
    state, needed = table.state, ford_number(table.state)
    if state.units[unit].sought == side:
        table.emit(FordTried(unit, side, 0, needed, is_found=True))
        return
    die = await throw(table, state.side_of(unit), mark("the ford"))
    table.emit(FordTried(unit, side, die, needed, is_found=die <= needed))


def _is_able(state: TlnbState, unit: UnitId, hex_: Hex, act: Act, side: Hexside) -> bool:
    """Whether the arm, the enemy's zone and the MP that are left allow a work."""
    is_foot = state.card(unit).arm is Arm.INFANTRY
    if not is_foot and (act is Act.REPAIR or is_bridge(state, side)):
        return False
    if act in (Act.DAMAGE, Act.DESTROY) and hex_ in enemy_zone(state, state.side_of(unit)):
        return False
    return work_cost(state, side) <= allowance(state, unit) - state.units[unit].spent


def work_cost(state: TlnbState, side: Hexside) -> int:
    """What work at a span costs, half MP; to look for a ford costs none."""
    if side not in state.battle.battlefield.span_at and side not in state.spans.pontoons:
        return 0
    numbers = state.numbers.spans
    return 2 * (numbers.bridge_work if is_bridge(state, side) else numbers.trestle_work)


def is_bridge(state: TlnbState, side: Hexside) -> bool:
    """Whether a span is a bridge, of stone or of pontoons, and no trestle (T7.61, T18.21)."""
    span = state.battle.battlefield.span_at.get(side)
    return span is None or span.kind is SpanKind.BRIDGE


def repair_number(state: TlnbState, by: Side, side: Hexside) -> int:
    """The highest die that mends a span (T7.64)."""
    numbers = state.numbers.spans
    if any(end in enemy_hexes(state, by) for end in side):
        return numbers.repair_die_enemy_end
    zone = enemy_zone(state, by)
    return numbers.repair_die_in_zone if any(end in zone for end in side) else numbers.repair_die


async def work_at_span(table: Table[TlnbState], unit: UnitId, work: Work) -> None:
    """T7.62-T7.64, T18.2: a span is damaged or destroyed at once, and repaired by a die."""
    state, cost = table.state, work_cost(table.state, work.hexside)
    if work.act is Act.FORD:
        await try_ford(table, unit, work.hexside)
        return
    if work.act is Act.DAMAGE:
        trains = [train.id for train in state.on_map() if train.bridging == work.hexside]
        table.emit(SpanDamaged(unit, work.hexside, cost))
        for train in trains:
            table.emit(PontoonLost(train, 0))
        return
    if work.act in (Act.LAY, Act.TAKE_UP):
        made = PontoonDeployed if work.act is Act.LAY else PontoonTakenUp
        table.emit(made(unit, work.hexside))
        return
    if work.act is Act.DESTROY:
        table.emit(SpanDestroyed(unit, work.hexside, cost))
        return
    by = state.side_of(unit)
    needed = repair_number(knowledge(state, by), by, work.hexside)
    die = await throw(table, by, mark("the repair"))
    table.emit(SpanRepaired(unit, work.hexside, cost, die, needed, die <= needed))


# -- pontoon bridges (T18.2, T18.21, T18.22)


def pontoon_works(state: TlnbState, train: UnitId) -> tuple[Work, ...]:
    """What a pontoon train could do now: bridge a hexside of its hex, or take up its bridge.

    To bridge one it has not moved in its owner's last Player-Turn nor in this one (T18.22).
    """
    record = state.units[train]
    if record.hex is None or place_refusal(state, train) is not None:
        return ()
    if record.moved or not is_in_command(state, train):
        return ()
    if record.bridging is not None:
        return (Work(Act.TAKE_UP, record.bridging),)
    if train in state.marks.stirred | state.marks.stirred_before:
        return ()
    side, around = state.side_of(train), state.battle.battlefield.grid.neighbours[record.hex]
    banks = (hexside(record.hex, near) for near in around)
    return tuple(
        Work(Act.LAY, bank) for bank in banks if site_refusal(state, side, record.hex, bank) is None
    )


# -- improved positions (T21)


@dataclass(frozen=True, slots=True)
class BuildPosition(Question[Hex | None], rule="T21.1"):
    """T21.1: where infantry that has rested digs in; None: nowhere else."""

    words = mark("Infantry of {side} that has rested may dig in.")

    def options(self, state: TlnbState) -> Sequence[Hex | None]:
        """Each hex where it may; then none."""
        return [*building_sites(state, Side(self.side)), None]

    def choices(self, view: TlnbState, options: Sequence[Hex | None]) -> Sequence[Choice[Any]]:
        """A click on the hex."""
        tip = say("An improved position on 1 to {n}", n=view.numbers.position.die)
        found: list[Choice[Any]] = []
        for hex_ in options:
            if hex_ is None:
                found.append(Choice("end", say("Nowhere else"), "", None, manner=Manner.END))
            else:
                name = view.battle.battlefield.name_of(hex_)
                found.append(Choice(hex_, name, tip, hex_, spots=(hex_,)))
        return found


def building_sites(state: TlnbState, side: Side) -> tuple[Hex, ...]:
    """The hexes where a side's infantry may roll for an improved position (T21.1, T21.2, T21.4).

    None at night (T22.5).
    """
    if is_dark(state) or state.sky.weather in state.numbers.weather.no_positions:
        return ()
    hexes = sorted({unit.hex for unit in state.on_map(side) if unit.hex is not None})
    return tuple(hex_ for hex_ in hexes if _is_site(state, side, hex_))


def _is_site(state: TlnbState, side: Side, hex_: Hex) -> bool:
    field = state.battle.battlefield
    is_taken = hex_ in state.positions or hex_ in state.marks.rolled
    if is_taken or field.terrain_at(hex_) is not Terrain.CLEAR or hex_ in enemy_zone(state, side):
        return False
    stirred = state.marks.stirred | state.marks.stirred_before
    rested = [
        u
        for u in state.combat_units_in(hex_, side)
        if state.card(u).arm is Arm.INFANTRY and u not in stirred and is_in_command(state, u)
    ]
    numbers = state.numbers.position
    return len(rested) >= numbers.units or any(state.sp(u) >= numbers.lone_sp for u in rested)


async def dig_in(table: Table[TlnbState]) -> None:
    """T21.4: one roll for each hex that the phasing side wants, when its units have moved."""
    state, side = table.state, table.state.phasing
    while building_sites(knowledge(state, side), side):
        hex_ = await BuildPosition(side)
        if hex_ is None:
            return
        die = await throw(table, side, mark("the improved position"))
        table.emit(PositionRolled(hex_, die, die <= state.numbers.position.die))
