"""Who moves where: one plan for a Player-Turn, which each question asks (T32.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hexwar.ai.policy import Reason
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.tlnb.player.building import Stroke, build
from hexwar.systems.tlnb.player.command import aims_of, ride
from hexwar.systems.tlnb.player.draft import Draft, again, draft_of
from hexwar.systems.tlnb.player.feats import fights_back
from hexwar.systems.tlnb.player.outlook import Question, march_costs
from hexwar.systems.tlnb.player.posting import haven, settle
from hexwar.systems.tlnb.player.replies import worth_of
from hexwar.systems.tlnb.player.styles import Style
from hexwar.systems.tlnb.player.telling import of_move
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.movement.marching import duty_of, open_ends
from hexwar.systems.tlnb.rules.movement.reach import may_move, order_of
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    Move,
    MoveUnits,
    leaders_free,
)
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.rules.turn.steps import is_played
from hexwar.systems.tlnb.rules.victory.victory import totals
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import UnitId

MEMORY: Final = "moves"
"""What is remembered: the Player-Turn, where each unit goes, whom some attack, plans weighed."""


def move(question: Question[MoveUnits, Move]) -> Move:
    """The next units of the plan who are not where it wants them."""
    state, goals = question.state, plan_of(question)
    for unit, goal in goals.items():
        record = state.units.get(unit)
        if record is None or record.hex is None or record.hex == goal:
            continue
        if not may_move(state, unit):
            continue
        if order_of(state, unit) is None:
            group = _together(state, unit, goals)
            return group if question.listed(group) else (unit,)
        if _closes_up(state, unit, goal):
            return (unit,)
    if None not in question.options:
        return question.default
    rides = [option for option in question.options if isinstance(option, LeaderMove)]
    return _ride(question, rides) if rides else None


def _closes_up(state: TlnbState, unit: UnitId, goal: Hex) -> bool:
    """Whether a unit under a March Order that has arrived may go where the plan wants it (T7.58).

    Who has not arrived waits to be called: the rules know who marches first.
    """
    duty = duty_of(state, unit)
    if duty is None or not duty.is_done:
        return False
    return any(goal in open_ends(state, (unit,), column=column) for column in (False, True))


def _ride(question: Question[MoveUnits, Move], rides: Sequence[LeaderMove]) -> LeaderMove | None:
    """With `sequence = 2010` leaders ride when the units have moved (T2.6)."""
    asked: Question[MoveLeader, LeaderMove | None] = Question(
        MoveLeader(question.outlook.side),
        (None, *rides),
        question.outlook,
        question.look,
        question.dice,
        question.level,
        question.notes,
    )
    return ride(asked)


def _together(state: TlnbState, unit: UnitId, goals: Mapping[UnitId, Hex]) -> tuple[UnitId, ...]:
    """A unit with those of its hex who go to the same goal at the same pace."""
    hex_, card = state.units[unit].hex, state.card(unit)
    if card.arm.is_train or hex_ is None:
        return (unit,)
    pace = card.arm.is_mounted, card.arm.is_artillery
    return tuple(
        u
        for u in state.units_in(hex_, card.side)
        if goals.get(u) == goals[unit]
        and (state.card(u).arm.is_mounted, state.card(u).arm.is_artillery) == pace
        and may_move(state, u)
    )


def path(question: Question[ChoosePath, March]) -> March:
    """To where the plan wants them, or as near as they come."""
    state, units, outlook = question.state, question.asked.units, question.outlook
    start = state.units[units[0]].hex
    assert start is not None
    goal = plan_of(question).get(units[0], start)
    plain = [m for m in question.options if m.work is None and not m.exits]
    order = order_of(state, units[0])
    if order is not None and plain and not _closes_up(state, units[0], goal):
        costs, index = march_costs(state, order.goal), state.battle.battlefield.grid.index
        return min(plain, key=lambda m: (costs.get(index[m.path[-1]], 999), len(m.path), m.path))
    chosen = next((m for m in plain if m.path[-1] == goal), None)
    if chosen is None:
        zone = enemy_zone(state, outlook.side)
        safe = [m for m in plain if m.path[-1] not in zone and room_in(state, m.path[-1], units)]
        stay = [m for m in plain if len(m.path) == 1]
        near = [*stay, *safe] or plain
        if not near:
            return question.default
        chosen = min(near, key=lambda m: (outlook.distance(m.path[-1], goal), m.path))
    if len(chosen.path) == 1:
        return chosen
    if not any(u not in units for u in state.combat_units_in(start)):
        with_them = replace(chosen, leaders=leaders_free(state, units))
        chosen = with_them if with_them.leaders and question.listed(with_them) else chosen
    return question.because(chosen, lambda: _why(question, units[0]))


def _why(question: Question[ChoosePath, March], unit: UnitId) -> Reason:
    """Why a unit goes where it goes."""
    kept = question.notes.memory[MEMORY]
    formation = question.state.formation_of(unit).id
    target = dict(kept["targets"]).get(unit)
    plans = [(say(name), worth) for name, worth in kept["plans"]]
    aim = aims_of(question).get(formation)
    is_train = question.state.card(unit).arm.is_train
    goal = Hex(target) if target else None
    return of_move(question.state, formation, aim, goal, plans, is_train=is_train)


# -- the plan


def plan_of(question: Question[Any, Any]) -> Mapping[UnitId, Hex]:
    """Where the plan of this Player-Turn wants each unit, the attackers first."""
    kept = question.notes.memory.get(MEMORY)
    count = question.state.count
    if isinstance(kept, dict) and kept.get("count") == count:
        return {UnitId(u): Hex(h) for u, h in kept["goals"]}
    found = made(question)
    question.notes.memory[MEMORY] = {
        "count": count,
        "goals": [[str(u), str(h)] for u, h in found.goals.items()],
        "targets": [[str(u), str(s.target)] for s in found.strokes for u in s.blow.units],
        "plans": [[style.name, round(worth, 2)] for style, worth in found.weighed],
    }
    return found.goals


@dataclass(slots=True)
class Plan:
    """A plan of a Player-Turn."""

    draft: Draft
    strokes: Sequence[Stroke]
    goals: dict[UnitId, Hex] = field(default_factory=dict)
    weighed: Sequence[tuple[Style, float]] = ()  # the best first


def made(question: Question[Any, Any]) -> Plan:
    """The plan of a Player-Turn: attacks, everyone else, trains; the best of several."""
    outlook, level = question.outlook, question.level
    first = draft_of(outlook, aims_of(question))
    plans = [(style, drawn(question, again(first), style)) for style in styles_of(question)]
    best, weighed = plans[0][1], list[tuple[Style, float]]()
    if len(plans) > 1:
        scored = [(worth_of(plan.draft, level), style, plan) for style, plan in plans]
        scored.sort(key=lambda row: -row[0])
        best, weighed = scored[0][2], [(style, worth) for worth, style, _ in scored]
    goals = dict(best.draft.placed)
    for record in outlook.state.on_map(outlook.side):
        if outlook.state.card(record.id).arm.is_train:
            goals[record.id] = haven(outlook, record.id, best.draft.reach(record.id))
    return replace(best, goals=goals, weighed=weighed)


def styles_of(question: Question[Any, Any]) -> tuple[Style, ...]:
    """The styles of which plans are drawn: others for who is behind.

    Against an enemy who fights back they are weighed with the usual ones.
    """
    outlook, level = question.outlook, question.level
    vp = totals(outlook.state)
    if vp[outlook.side] >= vp[outlook.enemy] or not level.behind:
        return level.styles
    is_wary = fights_back(question.notes.memory)
    return (*level.behind, *level.styles) if is_wary else level.behind


def drawn(question: Question[Any, Any], draft: Draft, style: Style) -> Plan:
    """A plan with everyone where a style of planning wants him."""
    fights = is_played(question.state, Step.COMBAT)
    strokes = build(draft, style, question.level, lambda: noise(question)) if fights else []
    settle(draft, {stroke.target for stroke in strokes}, style)
    return Plan(draft, strokes)


def noise(question: Question[Any, Any]) -> float:
    """By how much the player misjudges what it compares."""
    most = question.level.noise
    return most * (question.dice.below(201) - 100) / 100 if most else 0.0
