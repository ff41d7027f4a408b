"""Bridges: broken where the enemy needs them more than we do, mended where we do (N5.7-N5.72).

The plan in mind is played in the model of corps with the span as it is and as it would be, and what
either side wins or loses in supply is added. A broken bridge costs who crosses it 2 MP and bars him
from assaults over it: it seldom pays to break one but for troops who stand there anyway.
"""

from __future__ import annotations

from typing import Any, Final

from hexwar.ai.policy import Reason
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.movement import SpanDamaged, SpanRepaired
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.movement.works import (
    Act,
    DamageOrRepairSpan,
    Labour,
    SpanTask,
    repair_limit,
    span_tasks,
)
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.rules.supply.lines import is_supplied
from hexwar.systems.nlc.staff import marching
from hexwar.systems.nlc.staff.appreciation import Appreciation
from hexwar.systems.nlc.staff.army import Army
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.staffwork import Staffwork, staffwork, tellable
from hexwar.systems.nlc.staff.stakes import STAKES
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId

MEMORY: Final = "spans"
"""Where it is kept what each span was judged to be worth in this turn."""

WORTHWHILE, IN_PASSING = 0.2, 1.0
"""VP that a plan must gain for somebody to work at a span who stands there, and who is to go on."""

NEAR: Final = 8
"""Hexes from a span within which an enemy makes it matter."""


def next_to_move(question: Desk[ActivateUnit, Turn]) -> Turn:
    """Whoever can work at a span by which the plan gains enough; then who moves."""
    for one in question.options:
        if isinstance(one, Labour) and best_task(question, one.unit) is not None:
            return one
    return marching.next_to_move(question)


def work(question: Desk[DamageOrRepairSpan, SpanTask]) -> SpanTask:
    """The work by which the plan gains most."""
    task = best_task(question, question.asked.unit)
    if task is None:
        return question.default
    words = {
        Act.DAMAGE: mark("Without the {span} the plan is worth {gain:.1f} VP more."),
        Act.REPAIR: mark("With the {span} the plan is worth {gain:.1f} VP more, if it is mended."),
    }[task.act]
    span = question.state.battle.battlefield.span_name(task.hexside)
    gain = _judged(question, question.asked.unit, task)
    return question.because(task, Reason(say(words, span=span, gain=gain)))


def best_task(desk: Desk[Any, Any], unit: UnitId) -> SpanTask | None:
    """The best work for a unit at the spans next to it; None where none is worth it."""
    tasks = [
        task
        for task in span_tasks(desk.state, unit)
        if task.act is not Act.FORD and _matters(desk.outlook, task)
    ]
    gains = [(_judged(desk, unit, task), task.hexside, task) for task in tasks]
    best = max(gains, default=None)
    least = WORTHWHILE if unit_row(desk.state, unit).keeps_ground else IN_PASSING
    return None if best is None or best[0] < least else best[2]


def _matters(outlook: Outlook, task: SpanTask) -> bool:
    return any(outlook.enemy_distance(end) <= NEAR for end in task.hexside)


def _judged(desk: Desk[Any, Any], unit: UnitId, task: SpanTask) -> float:
    """What a plan gains by a piece of work, VP; judged once in a turn."""
    memory, turn = desk.notes.memory, desk.state.turn
    kept = memory.get(MEMORY)
    if kept is None or kept["turn"] != turn:
        kept = memory[MEMORY] = {"turn": turn, "gains": {}}
    key = f"{task.act}:{'-'.join(task.hexside)}"
    if key not in kept["gains"]:
        kept["gains"][key] = round(gain_of(staffwork(desk), desk, unit, task), 3)
    gain: float = kept["gains"][key]
    return gain


def gain_of(work: Staffwork, desk: Desk[Any, Any], unit: UnitId, task: SpanTask) -> float:
    """What the plan in mind is worth more when a piece of work has been tried, VP.

    Args:
        work: The plan.
        desk: Of the side whose unit works.
        unit: Who works.
        task: What it does to which span.
    """
    state, side = desk.state, desk.outlook.side
    done = state.copy()
    event = SpanDamaged if task.act is Act.DAMAGE else SpanRepaired
    event(unit, task.hexside, 0).apply(done)
    known = Appreciation(Outlook(done, side), work.known.seen)
    army = Army(known, desk.character, tellable(known), desk.dice)
    army.go_by(work.plan)
    gain = army.worth(army.present) - work.army.worth(work.army.present)
    gain += supply(done, side) - supply(state, side)
    if task.act is Act.REPAIR:
        gain *= repair_limit(state, Side(side), task.hexside) / len(FACES)
    return gain


def supply(state: GameState, side: Side) -> float:
    """What it is worth to a side who is in supply, theirs and the enemy's (N16.2), VP."""
    found = (
        (1 if state.side_of(unit.id) == side else -1) * state.sp(unit.id)
        for unit in state.on_map()
        if state.card(unit.id).is_combat_unit and is_supplied(state, unit.id)
    )
    return STAKES.unsupplied * sum(found)
