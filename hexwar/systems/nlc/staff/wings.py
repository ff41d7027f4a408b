"""Wing commanders: an order that leads one away from his wing is changed (N14.53, N12.18).

His order obliges him to ride toward its goal, alone if need be, until the OC writes another. The
corps of his wing have orders of their own by then; under Defend he owes nothing and may ride where
they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from hexwar.ai.policy import Reason
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.command.headquarters import task_of
from hexwar.systems.nlc.rules.orders.pad import corps_of, follows_wing
from hexwar.systems.nlc.rules.orders.writing import Paper
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
            goal = _better_goal(work, card.id)
            if goal is not None:
                yield Paper(LineId(card.id), (OrderStep(Verb.DEFEND, goal),))


def _better_goal(work: Staffwork, wing: FormationId) -> Hex | None:
    """Where a wing's strongest corps goes; None where its commander's order leads there too.

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
    goal = _goal_of(work, max(here, key=lambda one: (_strength(work, one), one)))
    is_fit = goal is None or work.known.outlook.distance(goal, task.goal) <= FITS
    return None if is_fit else goal


def _strength(work: Staffwork, line: LineId) -> float:
    index = work.known.place_of[line]
    return fsum(body.sp for body in work.known.bodies if body.host == index)


def _goal_of(work: Staffwork, line: LineId) -> Hex | None:
    """Where a corps goes, by the order on its way to it or in force."""
    course = work.known.course_of(line)
    hexes = work.known.state.battle.battlefield.grid.hexes
    return None if course is None else hexes[course.then.cell]


def reason(work: Staffwork, paper: Paper) -> Reason:
    """Why a wing commander is told so."""
    state = work.known.state
    leader = commander_of(state, paper.line)
    assert leader is not None
    words = say("{who} need not ride where his corps do not go.", who=leader_name(state, leader))
    return Reason(words)
