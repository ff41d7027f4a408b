"""Fire: who turns, who fires at what; exact chances, the fire of others reckoned in (M9, M10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hexwar.ai.policy import Considered, Reason
from hexwar.messages import say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.player.chances import SURE, Odds, mean, odds, together
from hexwar.systems.mininap.player.glance import Glance, best_of
from hexwar.systems.mininap.player.outlook import Outlook, Question
from hexwar.systems.mininap.rules.fire import (
    Target,
    aims_of,
    most_sp,
    shot_report,
    targets_of,
)
from hexwar.systems.mininap.rules.firing import (
    FireOrder,
    OrderFire,
    Pivot,
    PivotToFire,
    turned,
)
from hexwar.systems.mininap.rules.secret import WriteFire, WritePivot
from hexwar.systems.mininap.rules.shapes import WIDE
from hexwar.systems.mininap.state import MiniState, Shot, Unit
from hexwar.table.forces import UnitId

LEAST: Final = 0.12
"""VP that a shot must promise."""

TURNING: Final = 0.35
"""VP that fire must gain by a pivot: the unit shows a flank, and must fire then."""

HELD: Final = 0.5
"""What part of a charge that threatens a unit its fire in reaction is thought to save."""


# -- what a shot promises


def shot_odds(state: MiniState, shot: Shot) -> Odds:
    """The hits of a shot, by the rules' own report."""
    return odds(shot_report(state, shot).pool, state.numbers.fire.hit)


class Fire:
    """What is ordered already, and what one shot more would add."""

    def __init__(self, outlook: Outlook, *, counts_others: bool = True) -> None:
        self.outlook, self.state = outlook, outlook.state
        self.ordered: dict[UnitId, Odds] = {}
        own = (s for s in self.state.shots if self.state.side_of(s.unit) == outlook.side)
        for shot in own if counts_others else ():
            self._add(shot)

    def _add(self, shot: Shot) -> None:
        before = self.ordered.get(shot.target, SURE)
        self.ordered[shot.target] = together(before, shot_odds(self.state, shot))

    def gain(self, order: FireOrder) -> float:
        """What an order adds to what is ordered already, VP; friends in danger count against it."""
        return sum(self._shot(shot) for shot in order.shots)

    def _shot(self, shot: Shot) -> float:
        state, worth = self.state, self.outlook.worth
        hits = state.units[shot.target].hits
        before = self.ordered.get(shot.target, SURE)
        report = shot_report(state, shot)
        found = odds(report.pool, state.numbers.fire.hit)
        gain = worth.shot(shot.target, hits, together(before, found))
        gain -= worth.shot(shot.target, hits, before)
        if report.bounces_to is not None:
            missed = round(report.pool - mean(found))
            beyond = odds(missed, state.numbers.fire.hit)
            is_foe = state.side_of(report.bounces_to) != self.outlook.side
            bounced = worth.shot(report.bounces_to, state.units[report.bounces_to].hits, beyond)
            gain += bounced if is_foe else -bounced
        return gain


def order_fire(question: Question[OrderFire | WriteFire, FireOrder | None]) -> FireOrder | None:
    """The order that adds most, if it is more than its fire is worth when it is charged."""
    fire = Fire(question.outlook, counts_others=question.level.concentrates)
    kept = _kept_for_charges(question)
    found: dict[FireOrder, float] = {}
    for order in question.options:
        if order is not None:
            found[order] = fire.gain(order) - kept.get(order.unit, 0.0)
    weighed = {order: question.misjudged(worth) for order, worth in found.items()}
    best = max(weighed, key=lambda order: weighed[order], default=None)
    if best is None or (None in question.options and weighed[best] < LEAST):
        words = say("No other shot promises enough.")
        return question.because(None, Reason(words, is_open=True))
    return question.because(best, lambda: _why_fire(question, best, found))


def _kept_for_charges(
    question: Question[OrderFire | WriteFire, FireOrder | None],
) -> dict[UnitId, float]:
    """What fire is worth that a unit keeps for a charge on it (M9.5)."""
    glance = Glance(question.outlook)
    units = {order.unit for order in question.options if order is not None}
    found: dict[UnitId, float] = {}
    for unit in units:
        body = glance.bodies[unit]
        near = [foe for foe in glance.foes if foe.charge]
        found[unit] = HELD * best_of((glance.charge(foe, body) for foe in near), 0.0) * 0.5
    return found


def _why_fire(
    question: Question[OrderFire | WriteFire, FireOrder | None],
    order: FireOrder,
    found: Mapping[FireOrder, float],
) -> Reason:
    state, shot = question.state, order.shots[0]
    report = shot_report(state, shot)
    words = say(
        "{unit} fires at {target} with {dice} dice: {hits} hits on average.",
        unit=state.card(order.unit).name,
        target=state.card(shot.target).name,
        dice=str(report.pool),
        hits=f"{mean(odds(report.pool, state.numbers.fire.hit)):.1f}",
    )
    rest = sorted((o for o in found if o != order), key=lambda o: -found[o])[:3]
    rows = [Considered(_order_words(state, o), round(found[o], 2)) for o in (order, *rest)]
    return Reason(words, state.battle.options.get("secret_fire") != "on", tuple(rows))


def _order_words(state: MiniState, order: FireOrder) -> str:
    unit = state.card(order.unit).name
    targets = ", ".join(state.card(shot.target).name for shot in order.shots)
    return say("{unit} at {target}", unit=unit, target=targets)


# -- pivots (M9.8)


def best_shot(outlook: Outlook, unit: Unit, found: Iterable[Target]) -> float:
    """What the best fire of a unit promises from where its record has it, VP."""
    state, best = outlook.state, 0.0
    for target in found:
        fronts = (*target.direct, *target.joining)
        stands = fronts if unit.formation in WIDE else fronts[:1]
        shot = Shot(unit.id, stands, target.unit, 1)
        sp = most_sp(state, unit.id, (shot,))
        best = max(best, outlook.worth.shot(target.unit, *_there(state, unit, target, sp)))
    return best


def _there(state: MiniState, unit: Unit, target: Target, sp: int) -> tuple[int, Odds]:
    """The hits that a target has, and those of a shot at it from another place."""
    thought = state.copy()
    thought.put(unit)
    shot = Shot(unit.id, target.direct, target.unit, sp)
    pool = shot_report(thought, shot).pool
    return state.units[target.unit].hits, odds(pool, state.numbers.fire.hit)


def pivot_to_fire(question: Question[PivotToFire | WritePivot, Pivot | None]) -> Pivot | None:
    """The turn that gains most fire, if that is worth the turn."""
    state, outlook = question.state, question.outlook
    now: dict[UnitId, float] = {}
    found: dict[Pivot, float] = {}
    for pivot in question.options:
        if pivot is None:
            continue
        unit = state.units[pivot.unit]
        if unit.id not in now:
            now[unit.id] = best_shot(outlook, unit, _targets(state, unit))
        after = turned(unit, pivot.bearing)
        found[pivot] = best_shot(outlook, after, _targets(state, after)) - now[unit.id]
    weighed = {pivot: question.misjudged(worth) for pivot, worth in found.items()}
    best = max(weighed, key=lambda pivot: weighed[pivot], default=None)
    if best is None or weighed[best] < _cost_of_turning(state, best):
        words = say("No turn brings a better target.")
        return question.because(None, Reason(words, is_open=True))
    words = say("{unit} has a better target when it turns.", unit=state.card(best.unit).name)
    rows = (Considered(say("The turn"), round(found[best], 2)),)
    return question.because(best, Reason(words, is_open=True, considered=rows))


def _cost_of_turning(state: MiniState, pivot: Pivot) -> float:
    return TURNING if state.card(pivot.unit).arm is Arm.INFANTRY else LEAST


def _targets(state: MiniState, unit: Unit) -> list[Target]:
    return targets_of(state, unit, aims_of(state, unit))
