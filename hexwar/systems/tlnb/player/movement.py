"""Who moves where: one plan for a Player-Turn, which each question asks (T32.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.building import build
from hexwar.systems.tlnb.player.command import aims_of, ride
from hexwar.systems.tlnb.player.draft import Draft, again, draft_of
from hexwar.systems.tlnb.player.outlook import Question
from hexwar.systems.tlnb.player.posting import haven, settle
from hexwar.systems.tlnb.player.replies import worth_of
from hexwar.systems.tlnb.player.styles import Style
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.movement.reach import standing_refusal
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    Move,
    MoveUnits,
    leaders_free,
)
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId

MEMORY: Final = "moves"


def move(question: Question[MoveUnits, Move]) -> Move:
    """The next units of the plan who are not where it wants them."""
    state, goals = question.state, plan_of(question)
    for unit, goal in goals.items():
        record = state.units.get(unit)
        if record is None or record.hex is None or record.hex == goal:
            continue
        if standing_refusal(state, unit) is None:
            group = _together(state, unit, goals)
            return group if question.listed(group) else (unit,)
    if None not in question.options:
        return question.default
    rides = [option for option in question.options if isinstance(option, LeaderMove)]
    return _ride(question, rides) if rides else None


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
        and standing_refusal(state, u) is None
    )


def path(question: Question[ChoosePath, March]) -> March:
    """To where the plan wants them, or as near as they come."""
    state, units, outlook = question.state, question.asked.units, question.outlook
    start = state.units[units[0]].hex
    assert start is not None
    goal = plan_of(question).get(units[0], start)
    plain = [m for m in question.options if m.work is None and not m.exits]
    chosen = next((m for m in plain if m.path[-1] == goal), None)
    if chosen is None:
        zone = enemy_zone(state, outlook.side)
        safe = [m for m in plain if m.path[-1] not in zone and room_in(state, m.path[-1], units)]
        stay = [m for m in plain if len(m.path) == 1]
        chosen = min([*stay, *safe], key=lambda m: (outlook.distance(m.path[-1], goal), m.path))
    if len(chosen.path) == 1 or any(u not in units for u in state.combat_units_in(start)):
        return chosen
    with_them = replace(chosen, leaders=leaders_free(state, units))
    return with_them if with_them.leaders and question.listed(with_them) else chosen


# -- the plan


def plan_of(question: Question[Any, Any]) -> Mapping[UnitId, Hex]:
    """Where the plan of this Player-Turn wants each unit, the attackers first."""
    kept = question.notes.memory.get(MEMORY)
    count = question.state.count
    if isinstance(kept, dict) and kept.get("count") == count:
        return {UnitId(u): Hex(h) for u, h in kept["goals"]}
    goals = made(question)
    told = [[str(u), str(h)] for u, h in goals.items()]
    question.notes.memory[MEMORY] = {"count": count, "goals": told}
    return goals


def made(question: Question[Any, Any]) -> dict[UnitId, Hex]:
    """The plan of a Player-Turn: attacks, everyone else, trains; the best of several."""
    outlook, level = question.outlook, question.level
    first = draft_of(outlook, aims_of(question))
    drafts = [drawn(question, again(first), style) for style in level.styles]
    best = drafts[0]
    if len(drafts) > 1:
        best = max(drafts, key=lambda draft: worth_of(draft, level))
    goals = dict(best.placed)
    for record in outlook.state.on_map(outlook.side):
        if outlook.state.card(record.id).arm.is_train:
            goals[record.id] = haven(outlook, record.id, best.reach(record.id))
    return goals


def drawn(question: Question[Any, Any], draft: Draft, style: Style) -> Draft:
    """A draft with everyone where a style of planning wants him."""
    strokes = build(draft, style, question.level, lambda: noise(question))
    settle(draft, {stroke.target for stroke in strokes}, style)
    return draft


def noise(question: Question[Any, Any]) -> float:
    """By how much the player misjudges what it compares."""
    most = question.level.noise
    return most * (question.dice.below(201) - 100) / 100 if most else 0.0
