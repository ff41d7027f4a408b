"""The greedy player at the order pad: who gets which paper, and who decides for himself (N12)."""

from __future__ import annotations

from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.player.plans import Plan, Steps, plan_for
from hexwar.systems.nlc.player.question import Question
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.losses.demoralization import level_of, lost_of
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision, local_report
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.table.forces import OrderStep

SURE, RISKY = 3, 1
"""Sixths: the least chance of success, and the most of a Bad Move, with which a leader tries."""

NEAR = 3
"""Hexes round a delaying line within which the enemy's strength counts."""

TOO_MANY = 1.2
"""Enemies to one from which a delaying formation falls back."""


def issue_order(question: Question[IssueOrder, Paper | None]) -> Paper | None:
    """The most worthwhile new order that a courier can bring; nothing where all are well."""
    outlook = question.outlook
    for plan, line in _plans(outlook):
        paper = Paper(line, plan.steps)
        if question.asked.refusal(question.state, paper) is None:
            return paper
    return None


def _plans(outlook: Outlook) -> list[tuple[Plan, LineId]]:
    """What the lines of a side should be told, the most worthwhile first."""
    state = outlook.state
    lines = [line for line in state.pad.lines if state.side_of_line(line) == outlook.side]
    found = [(plan, line) for line in lines if (plan := plan_for(outlook, line)) is not None]
    return sorted(found, key=lambda pair: (-pair[0].points, pair[1]))


def local_decision(question: Question[TryLocalDecision, Steps | None]) -> Steps | None:
    """What the leader should be ordered to do, if he may well succeed in it by himself."""
    asked, state = question.asked, question.state
    plan = plan_for(question.outlook, asked.line)
    if plan is None or asked.refusal(state, plan.steps) is not None:
        return None
    chances = dict(local_report(state, asked.line, plan.steps).chances)
    is_likely = chances["OK"] >= SURE and chances["BM"] <= RISKY
    return plan.steps if is_likely else None


def free_order(question: Question[WriteFreeOrder, Steps | None]) -> Steps | None:
    """What the formation should be ordered to do, after a march if the card wants one."""
    asked, state = question.asked, question.state
    plan = plan_for(question.outlook, asked.line)
    if plan is None:
        return None
    march = OrderStep(Verb.MARCH, plan.steps[0].target)
    for steps in (plan.steps, (march, *plan.steps)):
        if asked.refusal(state, steps) is None:
            return steps
    return None


def begin_fall_back(question: Question[BeginFallBack, bool]) -> bool:
    """Where the enemy near the line is the stronger."""
    asked = question.asked
    outlook, here = question.outlook, centre_of(question.state, asked.line)
    if here is None:
        return False
    mine = outlook.sum_of(outlook.fighters(asked.line))
    return outlook.enemies_within(here, NEAR) > TOO_MANY * mine


def stop_probe(question: Question[StopProbe, bool]) -> bool:
    """Where the formation has lost half of what it can bear."""
    state = question.state
    formation = formation_of_line(question.asked.line)
    return 2 * lost_of(state, formation) >= level_of(state, formation)
