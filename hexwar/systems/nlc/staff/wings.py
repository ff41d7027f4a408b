"""Wing commanders: an order that leads one away from his wing is changed (N14.53, N12.18).

His order obliges him to ride toward its goal, alone if need be, until the OC writes another. The
corps of his wing have orders of their own by then: he is told to attack what the strongest of them
attacks, or to defend where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from hexwar.ai.policy import Reason
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.command.headquarters import task_of
from hexwar.systems.nlc.rules.orders.pad import corps_of, follows_wing
from hexwar.systems.nlc.rules.orders.writing import Paper
from hexwar.systems.nlc.staff.appreciation import Kind
from hexwar.systems.nlc.staff.staffwork import Staffwork
from hexwar.systems.nlc.words import leader_name
from hexwar.table.forces import FormationId, FormationKind, OrderStep

FITS = 3
"""Hexes from where his strongest corps goes within which a wing commander's goal is good enough."""


def papers(work: Staffwork) -> Iterator[Paper]:
    """The orders that let wing commanders go from goals which their wing does not go for."""
    state, side = work.known.state, work.known.outlook.side
    for card in state.battle.formations.values():
        if card.side == side and card.kind is FormationKind.WING:
            step = _better_step(work, card.id)
            if step is not None:
                yield Paper(LineId(card.id), (step,))


def _better_step(work: Staffwork, wing: FormationId) -> OrderStep | None:
    """What a wing's strongest corps is about; None where its commander's order leads there too.

    Nor is his order changed where a corps would take the new one for its own (N12.15).
    """
    state, line = work.known.state, LineId(wing)
    leader = commander_of(state, line)
    task = None if leader is None else task_of(state, leader)
    corps = [LineId(one) for one in corps_of(state, wing)]
    if task is None or line in state.pad.dispatches:
        return None
    here = [one for one in corps if one in work.known.place_of]
    if not here or any(follows_wing(state, one, line) for one in corps):
        return None
    step = _step_of(work, max(here, key=lambda one: (_strength(work, one), one)))
    if step is None or step.target is None:
        return None
    return None if work.known.outlook.distance(step.target, task.goal) <= FITS else step


def _strength(work: Staffwork, line: LineId) -> float:
    index = work.known.place_of[line]
    return fsum(body.sp for body in work.known.bodies if body.host == index)


def _step_of(work: Staffwork, line: LineId) -> OrderStep | None:
    """What a corps is about, by the order on its way to it or in force."""
    course = work.known.course_of(line)
    if course is None:
        return None
    goal = work.known.state.battle.battlefield.grid.hexes[course.then.cell]
    return OrderStep(Verb.ATTACK if course.then.kind is Kind.ATTACK else Verb.DEFEND, goal)


def reason(work: Staffwork, paper: Paper) -> Reason:
    """Why a wing commander is told so."""
    state = work.known.state
    leader = commander_of(state, paper.line)
    assert leader is not None
    words = say("{who} need not ride where his corps do not go.", who=leader_name(state, leader))
    return Reason(words)
