"""The greedy player at the order pad: what is worth an order, and who gets it (N12, N22).

An order is left alone while it leads somewhere. One that is done, such as to defend a place that
nobody threatens, gives way to the most promising of a few plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from hexwar.ai.chapters import deeds
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import Line, LineId, Offer, Verb, Wish, formation_of_line
from hexwar.systems.nlc.player.movement import urgency
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.arrivals.arrivals import place_of_line
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.command.command import centre_of, is_detached
from hexwar.systems.nlc.rules.losses.demoralization import level_of, lost_of, weariness
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision, local_report
from hexwar.systems.nlc.rules.orders.offers import local_tries, offer_refusal
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper, Writ
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, Task
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, OrderStep, Side

Steps = tuple[OrderStep, ...]

THREAT = 9
"""Hexes from a place within which the enemy threatens it."""

MARCHES = 6
"""Hexes from a place beyond which troops march there before they defend it."""

AROUND = 2
"""Hexes round a place within which troops fight for it."""

RAID = 10
"""Hexes within which an enemy source of supply is worth a march."""

HUNT = 6
"""Hexes within which a weaker enemy is looked for."""

FAIR_ODDS, GOOD_ODDS = 0.8, 1.5
"""Strength to strength from which a place, or an enemy in the open, is attacked."""

MARCHED = 1.3
"""Hexes that a movement point brings troops forward on the whole, roads and rough ground."""

HOUR = 0.7
"""Points that an hour on the way costs."""


class Plan(NamedTuple):
    """An order, and what it is worth."""

    points: float
    steps: Steps


def plan_for(outlook: Outlook, line: LineId) -> Plan | None:
    """The order that a line should get now; None where it should keep its own."""
    state = outlook.state
    held, here = state.pad.lines[line], centre_of(state, line)
    if here is None or not is_open(outlook, line) or not outlook.fighters(line):
        return None
    if is_hopeless(outlook, line, here):
        return Plan(5.0, (OrderStep(Verb.DEFEND, here),))
    return best_plan(outlook, line, here) if is_idle(outlook, line, held, here) else None


def best_plan(outlook: Outlook, line: LineId, here: Hex) -> Plan | None:
    """The most promising of a few plans for a line that is free to do anything."""
    plans = [*_attacks(outlook, line, here), *_defences(outlook, line, here)]
    plans = plans or list(_hunts(outlook, line, here))
    best = max(plans, key=lambda plan: plan.points, default=None)
    return best if best is not None and best.points > 0 else None


# -- is there anything to change


def is_open(outlook: Outlook, line: LineId) -> bool:
    """Whether a corps or division may get a new order at all: none is on its way to it."""
    state = outlook.state
    kind = state.battle.formations[formation_of_line(line)].kind
    is_led = kind in (FormationKind.CORPS, FormationKind.DIVISION) and not is_detached(line)
    return is_led and line not in state.pad.dispatches and line not in state.pad.addressed


def is_hopeless(outlook: Outlook, line: LineId, here: Hex) -> bool:
    """Whether a broken formation is still told to attack."""
    state, held = outlook.state, outlook.state.pad.lines[line]
    is_to_fight = held.steps and row_of(state, held.step).fights
    if not is_to_fight or weariness(state, formation_of_line(line)) is None:
        return False
    mine = outlook.friends_within(here, AROUND)
    return mine < outlook.enemies_within(here, AROUND + 1)


def is_idle(outlook: Outlook, line: LineId, held: Line, here: Hex) -> bool:
    """Whether an order leads nowhere: its troops wait, or guard what nobody threatens."""
    if len(held.steps) != 1:
        return not held.steps
    row, place = row_of(outlook.state, held.step), objective_of(outlook.state, held.step)
    if row.defends:
        return place is None or not _guards(outlook, line, place, here)
    if row.ends == "outnumbered":
        return outlook.enemy_distance(here) > numbers_of(outlook.state.battle).duty.delay_horizon
    if row.supports:
        friend = held.step.target_formation
        return friend is not None and not outlook.fighters(LineId(friend))
    return row.rests


def _guards(outlook: Outlook, line: LineId, place: Hex, here: Hex) -> bool:
    """Whether troops hold what gives points against an enemy, or are at grips with him."""
    mine = outlook.sum_of(outlook.fighters(line))
    if outlook.enemy_distance(here) <= AROUND:
        return mine < GOOD_ODDS * outlook.enemies_within(here, AROUND + 1)
    return any(
        outlook.enemies_within(prize, THREAT)
        > max(0.0, outlook.friends_within(prize, AROUND) - mine)
        for prize in outlook.prizes
        if outlook.distance(prize, place) <= AROUND and not outlook.is_lost(prize)
    )


# -- what could be done


def _attacks(outlook: Outlook, line: LineId, here: Hex) -> Iterator[Plan]:
    for hex_, vp in sorted(outlook.prizes.items()):
        hours = _hours(outlook, line, here, hex_)
        if hours is None or not outlook.is_lost(hex_) or _is_remote(outlook, line, here, hex_):
            continue
        odds = _odds(outlook, line, hex_)
        if odds >= FAIR_ODDS:
            points = 2.0 * vp * min(1.5, odds) - HOUR * hours
            yield Plan(points, (OrderStep(Verb.ATTACK, hex_),))


def _is_remote(outlook: Outlook, line: LineId, here: Hex, hex_: Hex) -> bool:
    """Whether a hex is a source of supply out of the way; a reserve raids none of the enemy's."""
    state = outlook.state
    if (owner := state.battle.sources_on(state.turn).get(hex_)) is None:
        return False
    steps = state.pad.lines[line].steps
    is_kept = owner != outlook.side and bool(steps) and row_of(state, steps[0]).rests
    return is_kept or outlook.distance(here, hex_) > RAID


def _defences(outlook: Outlook, line: LineId, here: Hex) -> Iterator[Plan]:
    """Go to a hex with VP that the enemy threatens with more than stands there."""
    distance, mine = outlook.distance, outlook.sum_of(outlook.fighters(line))
    for hex_, vp in sorted(outlook.state.battle.vp_hexes.items()):
        hours = _hours(outlook, line, here, hex_)
        if outlook.is_lost(hex_) or hours is None:
            continue
        own = mine if distance(here, hex_) <= AROUND else 0.0
        lacking = outlook.enemies_within(hex_, THREAT) - outlook.friends_within(hex_, AROUND) + own
        points = vp * min(1.5, lacking / max(1.0, mine)) - HOUR * hours
        ordered = [(s.verb, s.target) for s in outlook.state.pad.lines[line].steps[:1]]
        if lacking > 0 and (Verb.DEFEND, hex_) not in ordered:
            march = (OrderStep(Verb.MARCH, hex_),) if distance(here, hex_) > MARCHES else ()
            yield Plan(points, (*march, OrderStep(Verb.DEFEND, hex_)))


def _hunts(outlook: Outlook, line: LineId, here: Hex) -> Iterator[Plan]:
    for hex_ in sorted(outlook.enemies):
        hours = _hours(outlook, line, here, hex_)
        if hours is not None and outlook.distance(here, hex_) <= HUNT:
            odds = _odds(outlook, line, hex_)
            if odds >= GOOD_ODDS:
                yield Plan(min(3.0, odds) - HOUR * hours, (OrderStep(Verb.ATTACK, hex_),))


def _odds(outlook: Outlook, line: LineId, hex_: Hex) -> float:
    """The line and the friends who are there already, against the enemies round a hex."""
    fighters = outlook.fighters(line)
    near, friends = outlook.places(fighters), outlook.friends.items()
    others = [(h, sp) for h, sp in friends if h not in near]
    mine = fsum(sp for h, sp in others if outlook.distance(h, hex_) <= AROUND + 1)
    met = outlook.enemies_within(hex_, AROUND) / max(0.5, 1 - outlook.shelter(hex_) / 2)
    return (outlook.sum_of(fighters) + mine) / max(1.0, met)


def _hours(outlook: Outlook, line: LineId, here: Hex, hex_: Hex) -> float | None:
    """The turns that the way to a hex takes; None where the battle is over before."""
    state = outlook.state
    pace = min(state.card(unit).movement for unit in outlook.fighters(line))
    hours = outlook.distance(here, hex_) / (MARCHED * max(1, pace))
    return hours if hours <= len(state.battle.turns) - state.turn else None


# -- who gets which paper, and who decides for himself (N12)


SURE, RISKY = 3, 1
"""Sixths: the least chance of success, and the most of a Bad Move, with which a leader tries."""

NEAR = 3
"""Hexes round a delaying line within which the enemy's strength counts."""

TOO_MANY = 1.2
"""Enemies to one from which a delaying formation falls back."""


def issue_order(question: Question[IssueOrder, Writ]) -> Writ:
    """The most worthwhile new order that a courier can bring; nothing where all are well.

    Before it leaders decide for themselves who may well succeed. Who acts first is left until the
    Initial Action is won.
    """
    outlook, state = question.outlook, question.state
    for line in local_tries(state, outlook.side):
        if _own_will(outlook, line, TryLocalDecision(outlook.side, line)) is not None:
            return Wish(Offer.LOCAL, line)
    paper = _best_paper(question) or wish_to_be_asked(state, outlook.side)
    return paper or next(ends_of_steps(outlook), None)


def ends_of_steps(outlook: Outlook) -> Iterator[Wish]:
    """What is said of orders in force: who is to fall back, and whose Probe is to stop (N12.3)."""
    state, side = outlook.state, outlook.side
    for line in (one for one in state.pad.lines if state.side_of_line(one) == side):
        for offer, is_wanted in ((Offer.FALL_BACK, falls_back), (Offer.STOP, is_spent)):
            wish = Wish(offer, line)
            is_open = offer_refusal(state, side, wish) is None
            if is_open and not state.pad.has_wish(side, wish) and is_wanted(outlook, line):
                yield wish


def wish_to_be_asked(state: GameState, side: Side) -> Wish | None:
    """That the side wants to be asked who acts first, unless it has said so."""
    return Wish(Offer.FIRST) if state.pad.wish_of(side, Offer.FIRST) is None else None


def _best_paper(question: Question[IssueOrder, Writ]) -> Paper | None:
    outlook, state = question.outlook, question.state
    lines = [line for line in state.pad.lines if state.side_of_line(line) == outlook.side]
    found = [(plan, line) for line in lines if (plan := plan_for(outlook, line)) is not None]
    found.sort(key=lambda pair: (-pair[0].points, pair[1]))
    papers = (Paper(line, plan.steps) for plan, line in found)
    return next((one for one in papers if question.asked.refusal(state, one) is None), None)


def local_decision(question: Question[TryLocalDecision, Steps | None]) -> Steps | None:
    """What the leader should be ordered to do, if he may well succeed in it by himself."""
    return _own_will(question.outlook, question.asked.line, question.asked)


def _own_will(outlook: Outlook, line: LineId, asked: TryLocalDecision) -> Steps | None:
    state, plan = outlook.state, plan_for(outlook, line)
    if plan is None or asked.refusal(state, plan.steps) is not None:
        return None
    chances = dict(local_report(state, line, plan.steps).chances)
    return plan.steps if chances["OK"] >= SURE and chances["BM"] <= RISKY else None


def free_order(question: Question[WriteFreeOrder, Steps | None]) -> Steps | None:
    """What the formation should be ordered to do, after a march if the card wants one."""
    asked, state = question.asked, question.state
    if (plan := plan_for(question.outlook, asked.line)) is None:
        return None
    march = OrderStep(Verb.MARCH, plan.steps[0].target)
    ways = (plan.steps, (march, *plan.steps))
    return next((steps for steps in ways if asked.refusal(state, steps) is None), None)


def task(question: Question[ChooseTask, Task | None]) -> Task | None:
    """Who is most at grips with the enemy acts next, after its most promising plan."""
    outlook, state = question.outlook, question.state
    waiting = dict.fromkeys(one.formation for one in deeds(question.options))
    by_need = sorted(waiting, key=lambda formation: -urgency(outlook, formation))
    tasks = (one for formation in by_need for one in _tasks(outlook, formation))
    legal = (one for one in tasks if question.asked.refusal(state, one) is None)
    return next(legal, question.default)


def _tasks(outlook: Outlook, formation: FormationId) -> Iterator[Task]:
    """What a formation could do, the best first: a plan, to stay, what it did before."""
    state, line = outlook.state, LineId(formation)
    here = place_of_line(state, line)
    held = state.pad.lines[line]
    if here is not None:
        stays = held.steps and row_of(state, held.step).defends
        guards = stays and not is_idle(outlook, line, held, here)
        plan = None if guards or not outlook.fighters(line) else best_plan(outlook, line, here)
        steps = _begun(outlook, formation) if plan is None else plan.steps[:1]
        goal = held.step.target if held.steps and guards else here
        yield from (Task(formation, step) for step in (*steps, OrderStep(Verb.DEFEND, goal)))
        yield Task(formation, OrderStep(Verb.MARCH, here))  # all that the night allows
    if held.steps:
        yield Task(formation, held.step)


def _begun(outlook: Outlook, formation: FormationId) -> Steps:
    """What the scenario had a formation attack, while that is the enemy's and it is not broken."""
    state = outlook.state
    if weariness(state, formation) is not None:
        return ()
    orders = state.battle.formations[formation].start_order
    goals = (step.target for step in orders if row_of(state, step).fights)
    lost = (goal for goal in goals if goal is not None and _is_enemys(outlook, goal))
    return tuple(OrderStep(Verb.ATTACK, goal) for goal in lost)[:1]


def _is_enemys(outlook: Outlook, hex_: Hex) -> bool:
    return outlook.is_lost(hex_) or outlook.enemies_within(hex_, AROUND) > 0


def begin_fall_back(question: Question[BeginFallBack, bool]) -> bool:
    """Where the enemy near the line is the stronger."""
    return falls_back(question.outlook, question.asked.line)


def falls_back(outlook: Outlook, line: LineId) -> bool:
    """Whether the enemy near a line is the stronger."""
    mine, here = outlook.sum_of(outlook.fighters(line)), centre_of(outlook.state, line)
    return here is not None and outlook.enemies_within(here, NEAR) > TOO_MANY * mine


def stop_probe(question: Question[StopProbe, bool]) -> bool:
    """Where the formation has lost half of what it can bear."""
    return is_spent(question.outlook, question.asked.line)


def is_spent(outlook: Outlook, line: LineId) -> bool:
    """Whether the formation of a line has lost half of what it can bear."""
    state, formation = outlook.state, formation_of_line(line)
    return 2 * lost_of(state, formation) >= level_of(state, formation)
