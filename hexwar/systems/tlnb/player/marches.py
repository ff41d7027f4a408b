"""March Orders: whose march ends, and who marches far from the enemy (T32.2)."""

from __future__ import annotations

from typing import Final

from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.command import aims_of
from hexwar.systems.tlnb.player.outlook import Question
from hexwar.systems.tlnb.rules.command.marches import (
    CancelMarchOrder,
    ChooseRoute,
    GiveMarchOrder,
    Plan,
    placed,
)
from hexwar.systems.tlnb.rules.command.routes import lay
from hexwar.table.forces import FormationId

NEAR: Final = 8
"""Hexes to the enemy within which a formation wants to be led and not to march."""

SHORT: Final = 6
"""Hexes to its aim within which no order is worth giving."""


def cancel(question: Question[CancelMarchOrder, FormationId | None]) -> FormationId | None:
    """Who has come near the enemy marches no longer."""
    found = (f for f in question.options if f is not None)
    return next((f for f in found if _distance(question, f) <= NEAR), None)


def give(question: Question[GiveMarchOrder, Plan | None]) -> Plan | None:
    """The formation farthest from the enemy marches to what is nearest to its aim (T32.2)."""
    aims, outlook = aims_of(question), question.outlook
    found: list[tuple[int, Plan]] = []
    for plan in question.options:
        aim = None if plan is None else aims.get(plan.formation)
        if plan is None or aim is None or not _is_worth_it(question, plan, aim):
            continue
        found.append((_distance(question, plan.formation), plan))
    if not found:
        return None
    farthest = max(far for far, _ in found)
    plans = [plan for far, plan in found if far == farthest]
    return min(plans, key=lambda p: (outlook.distance(p.goal, aims[p.formation]), p.goal))


def _is_worth_it(question: Question[GiveMarchOrder, Plan | None], plan: Plan, aim: Hex) -> bool:
    """Whether a march leads a formation far from everything nearer to its aim, in safety."""
    outlook, state = question.outlook, question.state
    hexes = [h for u in placed(state, plan.formation) if (h := state.units[u].hex) is not None]
    away = min((outlook.distance(h, aim) for h in hexes), default=0)
    if away <= SHORT or _distance(question, plan.formation) <= NEAR:
        return False
    if outlook.distance(plan.goal, aim) > away - SHORT or outlook.enemy_distance(plan.goal) < 3:
        return False
    return all(outlook.enemy_distance(h) > 2 for h in lay(state, plan.formation, plan.goal))


def _distance(
    question: Question[CancelMarchOrder, FormationId | None]
    | Question[GiveMarchOrder, Plan | None],
    formation: FormationId,
) -> int:
    """How far a formation's nearest unit is from the enemy."""
    state, outlook = question.state, question.outlook
    hexes = (state.units[u].hex for u in placed(state, formation))
    return min((outlook.enemy_distance(h) for h in hexes if h is not None), default=99)


def route(question: Question[ChooseRoute, Plan]) -> Plan:
    """Where a March Order that a card gives leads: nearest to the formation's aim."""
    outlook = question.outlook
    aim = aims_of(question).get(question.asked.formation)
    if aim is None:
        return question.options[0]
    return min(question.options, key=lambda plan: (outlook.distance(plan.goal, aim), plan.goal))
