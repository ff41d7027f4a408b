"""March Orders: whose march ends, and who marches far from the enemy (T32.2)."""

from __future__ import annotations

from typing import Any, Final

from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.command import aims_of
from hexwar.systems.tlnb.player.outlook import Question, march_costs
from hexwar.systems.tlnb.rules.command.marches import (
    CancelMarchOrder,
    ChooseRoute,
    GiveMarchOrder,
    Plan,
    is_last_of_day,
    placed,
)
from hexwar.systems.tlnb.rules.command.routes import goals_of, lay, price_of
from hexwar.table.forces import FormationId

NEAR: Final = 3
"""Hexes to the enemy within which a formation wants to be led and not to march."""

SHORT: Final = 8
"""Half MP of way that an order must save to be worth giving; by night it need save but two."""

ROUND: Final = 1.4
"""By how much longer a road may be than the way that it saves: enemies may lie in between."""

AHEAD: Final = 7
"""Hexes of a route that a column may make in a turn."""


def cancel(question: Question[CancelMarchOrder, FormationId | None]) -> FormationId | None:
    """Who has come near the enemy marches no longer, nor who is wanted elsewhere."""
    found = (f for f in question.options if f is not None)
    near = (f for f in found if _distance(question, f) <= NEAR or _strays(question, f))
    return next(near, None)


def _strays(
    question: Question[CancelMarchOrder, FormationId | None], formation: FormationId
) -> bool:
    """Whether a march brings a formation no nearer to its aim, or by a long way round."""
    state, aim = question.state, aims_of(question).get(formation)
    if aim is None:
        return False
    order, costs = state.marches.orders[formation], march_costs(state, aim)
    index = state.battle.battlefield.grid.index
    hexes = {h for u in placed(state, formation) if (h := state.units[u].hex) is not None}
    away = min((costs.get(index[h], 0) for h in hexes), default=0)
    saved = away - costs.get(index[order.goal], away)
    head = max((n for n, h in enumerate(order.route) if h in hexes), default=0)
    return saved <= 0 or price_of(state, order.route[head:]) > ROUND * saved


def give(question: Question[GiveMarchOrder, Plan | None]) -> Plan | None:
    """The most troops with the longest way march to what is nearest to their aim (T32.2)."""
    aims = aims_of(question)
    best, most = None, 0.0
    for plan in question.options:
        aim = None if plan is None else aims.get(plan.formation)
        if plan is not None and aim is not None:
            worth = _saved(question, plan, aim)
            if worth > most:
                best, most = plan, worth
    return best


def _saved(question: Question[GiveMarchOrder, Plan | None], plan: Plan, aim: Hex) -> float:
    """Half MP by which a march brings a formation nearer to its aim, times its SP; 0 if unsafe."""
    outlook, state = question.outlook, question.state
    if _distance(question, plan.formation) <= NEAR:
        return 0.0
    costs, index = march_costs(state, aim), state.battle.battlefield.grid.index
    units = {u: h for u in placed(state, plan.formation) if (h := state.units[u].hex) is not None}
    away = min((costs.get(index[h], 0) for h in units.values()), default=0)
    saved = away - costs.get(index[plan.goal], away)
    if saved < (2 if is_last_of_day(state) else SHORT):
        return 0.0
    route = lay(state, plan.formation, plan.goal)
    if any(outlook.enemy_distance(h) <= 1 for h in route[:AHEAD]):
        return 0.0
    if price_of(state, route) > ROUND * saved:
        return 0.0
    return saved * sum(state.sp(u) for u in units)


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
    """Where a March Order that a card gives leads: so that road and way to the aim are shortest."""
    state, formation = question.state, question.asked.formation
    aim = aims_of(question).get(formation)
    if aim is None:
        return question.options[0]
    costs, index = march_costs(state, aim), state.battle.battlefield.grid.index

    def far(plan: Plan) -> int:
        return price_of(state, lay(state, formation, plan.goal)) + costs.get(index[plan.goal], FAR)

    return min(question.options, key=lambda plan: (far(plan), plan.goal))


def leads_on(question: Question[Any, Any], formation: FormationId) -> bool:
    """Whether a March Order that a card gives a formation can bring it nearer to its aim."""
    state, aim = question.state, aims_of(question).get(formation)
    if aim is None:
        return False
    costs, index = march_costs(state, aim), state.battle.battlefield.grid.index
    starts = (state.units[u].hex for u in placed(state, formation))
    away = min((costs.get(index[h], FAR) for h in starts if h is not None), default=0)
    goals = goals_of(state, formation)
    return any(costs.get(index[goal], FAR) <= away - SHORT for goal in goals)


FAR: Final = 400
"""Half MP to an aim to which no way is known."""
