"""From the plan to papers: who is told what first, who decides for himself, who acts first.

The plan is made anew when something has happened that it did not reckon with, and kept in mind
between. An order is written where the plan gains by it, first where it gains most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from hexwar.ai.policy import Considered, Reason
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.orders import Dispatch, LineId, Offer, Verb, Wish
from hexwar.systems.nlc.player import orders as greedy
from hexwar.systems.nlc.player.movement import urgency
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.goals import objective_of, way_from
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision, bounds, local_report
from hexwar.systems.nlc.rules.orders.offers import local_tries
from hexwar.systems.nlc.rules.orders.pad import giver_of, orders_left
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    Writ,
    courier,
    paper_refusal,
)
from hexwar.systems.nlc.rules.turn.actions import (
    Body,
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, Task
from hexwar.systems.nlc.staff import garrisons
from hexwar.systems.nlc.staff.appreciation import Appreciation, Kind, Mission
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.staffwork import Staffwork, staffwork
from hexwar.systems.nlc.words import line_name
from hexwar.table.forces import FormationId, OrderStep

Steps = tuple[OrderStep, ...]

WORTH_PAPER = 0.2
"""VP that a paper must gain."""

WORTH_TRY = 0.5
"""VP that a Local Decision must gain when it succeeds."""

BAD_MOVE = 1.5
"""VP that a Bad Move costs."""

MARCHES = 4
"""Hexes from a place beyond which troops march there before they defend it (N12.24)."""

AT_GOAL = 2
"""Hexes within which a leader is as good as there."""

PART = 0.7
"""What a part of the way to a mission counts for of all that it gains."""

LATE = 0.6
"""What an order at once counts for of what it gains, where a courier brings it later."""

FEW = 4
"""Alternatives that a reason names."""


class Lack(NamedTuple):
    """An order that the plan lacks, and what it gains, VP."""

    gain: float
    line: LineId
    steps: Steps


# -- missions as orders


def steps_for(known: Appreciation, line: LineId, mission: Mission) -> Steps:
    """The order by which a line is given a mission."""
    state = known.state
    goal = state.battle.battlefield.grid.hexes[mission.cell]
    if mission.kind is Kind.ATTACK:
        return (OrderStep(Verb.ATTACK, goal),)
    if mission.kind is Kind.DELAY:
        return (OrderStep(Verb.DELAY, goal),)
    verb = Verb.DEFEND if mission.kind is Kind.HOLD else Verb.RESERVE
    way = _way_there(known, line, goal)
    return (*(() if way is None else (OrderStep(way, goal),)), OrderStep(verb, goal))


def _way_there(known: Appreciation, line: LineId, goal: Hex) -> Verb | None:
    """How a line goes to a place that it is to keep.

    A March ends as soon as the enemy comes next to it, and a Defend does not let it go from him; a
    Fall Back does neither, and it is obeyed as readily (N12.21, N12.26, N12.51).
    """
    state, outlook, here = known.state, known.outlook, centre_of(known.state, line)
    if here is None:
        return Verb.MARCH
    is_engaged = any(is_in_contact(state, unit) for unit in outlook.fighters(line))
    far = outlook.distance(here, goal)
    if is_engaged and AT_GOAL < far < outlook.enemy_distance(goal):
        return Verb.FALL_BACK
    return Verb.MARCH if far > MARCHES else None


def stage_for(known: Appreciation, line: LineId, mission: Mission) -> Steps | None:
    """The order by which a leader comes nearer to a mission by himself: a part of the way (N12.62).

    None where all of it is within his reach, or where his order leads him on by itself.
    """
    state, distance = known.state, known.outlook.distance
    leader, here = commander_of(state, line), centre_of(state, line)
    grid = state.battle.battlefield.grid
    goal = grid.hexes[mission.cell]
    if leader is None or here is None:
        return None
    centre, radius, _ = bounds(state, leader)
    if centre is None or distance(centre, goal) <= radius:
        return None
    way = way_from(state, line, here)
    if mission.cell not in way.cost or _leads_to(known, line, here, goal):
        return None
    path = [grid.hexes[cell] for cell in way.path(mission.cell)]
    near = (hex_ for hex_ in reversed(path) if distance(centre, hex_) <= radius)
    stage = next(near, here)
    if distance(here, stage) <= AT_GOAL:
        return None
    return (OrderStep(Verb.ATTACK if mission.kind is Kind.ATTACK else Verb.MARCH, stage),)


def _leads_to(known: Appreciation, line: LineId, here: Hex, goal: Hex) -> bool:
    """Whether its present order still leads a line nearer to a goal."""
    held, distance = known.state.pad.lines[line], known.outlook.distance
    bound = objective_of(known.state, held.step) if held.steps else None
    if bound is None or distance(here, bound) <= AT_GOAL:
        return False
    return distance(bound, goal) <= distance(here, goal) - AT_GOAL


def is_under_way(work: Staffwork, line: LineId) -> bool:
    """Whether a line's order, or the one on its way, is what the plan has for it."""
    course, mission = work.known.course_of(line), work.plan.missions.get(line)
    if mission is None or course is None:
        return True
    hexes = work.known.state.battle.battlefield.grid.hexes
    far = work.known.outlook.distance(hexes[course.then.cell], hexes[mission.cell])
    return course.then.kind == mission.kind and far <= 1


def wanted(work: Staffwork) -> list[Lack]:
    """The orders that the plan lacks, the most gainful first."""
    return [
        Lack(gain, line, steps_for(work.known, line, work.plan.missions[line]))
        for gain, line in work.army.gains(work.plan)
        if not is_under_way(work, line)
    ]


# -- the questions


def issue_order(question: Desk[IssueOrder, Writ]) -> Writ:
    """Who may decide for himself tries first, then the papers, then what is said beforehand."""
    state, outlook = question.state, question.outlook
    work = staffwork(question)
    lacking = wanted(work)
    if question.asked.refusal(state, Wish(Offer.DIVISION)) is None:
        division = garrisons.wish(work)
        if division is not None:
            return division
    for line in local_tries(state, outlook.side):
        asked = TryLocalDecision(outlook.side, line)
        if _own_will(work, lacking, line, asked) is not None:
            return Wish(Offer.LOCAL, line)
    for gain, line, steps in lacking:
        paper = Paper(line, steps)
        if gain >= WORTH_PAPER and question.asked.refusal(state, paper) is None:
            return question.because(paper, partial(_reason, work, line))
    wishes = (
        greedy.wish_to_be_asked(state, outlook.side),
        next(greedy.ends_of_steps(outlook), None),
    )
    return next(filter(None, wishes), None)


def local_decision(question: Desk[TryLocalDecision, Steps | None]) -> Steps | None:
    """What the plan has for him, if he may well succeed in it."""
    work, line = staffwork(question), question.asked.line
    steps = _own_will(work, wanted(work), line, question.asked)
    return steps if steps is None else question.because(steps, partial(_reason, work, line))


def _own_will(
    work: Staffwork, lacking: Sequence[Lack], line: LineId, asked: TryLocalDecision
) -> Steps | None:
    """The order that a leader should try to give himself: where success outweighs a Bad Move."""
    state = work.known.state
    found = next((one for one in lacking if one.line == line), None)
    if found is None or found.gain < WORTH_TRY:
        return None
    steps, gain = found.steps, found.gain * unsure(work, lacking, found)
    stage = stage_for(work.known, line, work.plan.missions[line])
    if stage is not None:
        steps, gain = stage, gain * PART
    if asked.refusal(state, steps) is not None:
        return None
    chances = dict(local_report(state, line, steps).chances)
    return steps if gain * chances["OK"] > BAD_MOVE * chances["BM"] else None


def unsure(work: Staffwork, lacking: Sequence[Lack], lack: Lack) -> float:
    """What a leader's own will brings of what an order gains: what a paper would not bring anyhow.

    All where no paper is left for him, none where one is sure to be obeyed at once (N12.5).
    """
    state = work.known.state
    giver = giver_of(state, lack.line)
    if paper_refusal(state, work.known.outlook.side, Paper(lack.line, lack.steps)) is not None:
        return 1.0
    assert giver is not None
    before = [one for one in lacking[: lacking.index(lack)] if giver_of(state, one.line) == giver]
    if len(before) >= orders_left(state, giver, lack.steps[0].verb):
        return 1.0
    due = courier(state, giver, lack.line).due
    if due != state.turn:
        return LATE
    order = Dispatch(lack.steps, giver, state.turn, due)
    return 1.0 - dict(compliance_report(state, lack.line, order).chances)["C"]


def free_order(question: Desk[WriteFreeOrder, Steps | None]) -> Steps | None:
    """What the plan has for the formation, after a march if the card wants one."""
    work, asked, state = staffwork(question), question.asked, question.state
    mission = work.plan.missions.get(asked.line)
    if mission is None or is_under_way(work, asked.line):
        return greedy.free_order(question)
    steps = steps_for(work.known, asked.line, mission)
    march = OrderStep(Verb.MARCH, steps[0].target)
    ways = (steps, (march, *steps))
    return next((one for one in ways if asked.refusal(state, one) is None), None)


def task(question: Desk[ChooseTask, Task | None]) -> Task | None:
    """N26.1: who is most at grips with the enemy acts next, after the plan."""
    state, outlook = question.state, question.outlook
    plain = greedy.task(question)
    if plain is None:
        return None
    work, line = staffwork(question), LineId(plain.formation)
    mission = work.plan.missions.get(line)
    if mission is None:
        return plain
    goal = state.battle.battlefield.grid.hexes[mission.cell]
    here = centre_of(state, line)
    is_far = here is None or outlook.distance(here, goal) > MARCHES
    verb = Verb.ATTACK if mission.kind is Kind.ATTACK else Verb.MARCH if is_far else Verb.DEFEND
    planned = Task(plain.formation, OrderStep(verb, goal))
    return planned if question.asked.refusal(state, planned) is None else plain


# -- who acts first, and together


def initial(question: Desk[ChooseInitialFormation, FormationId | None]) -> FormationId | None:
    """Whoever attacks with most at stake."""
    grip = {one: urgency(question.outlook, one) for one in question.options if one is not None}
    best = max(grip, key=lambda one: grip[one], default=None)
    if best is None or not grip[best]:
        return best
    who = line_name(question.state.battle, LineId(best))
    words = say("Of all who may begin, {who} is most at grips with the enemy.", who=who)
    return question.because(best, Reason(words))


def together(question: Desk[ChooseCoordinatedFormations, Body | None]) -> Body | None:
    """The most that may act together for one goal."""
    work = staffwork(question)
    bodies = [body for body in question.options if body]
    if not bodies:
        return None
    best = max(bodies, key=lambda body: (_mass(work, body), [-ord(c) for c in body[0]]))
    fights = [m for m in _goals(work, best) if m.kind is Kind.ATTACK]
    if len(best) < 2 or not fights:
        return best
    place = _name(work.known, fights[0])
    words = say("Together they bring more against {place} at one time.", place=place)
    return question.because(best, Reason(words))


def _goals(work: Staffwork, body: Body) -> list[Mission]:
    """What the plan has for some formations, as far as it has anything."""
    return [m for one in body if (m := work.plan.missions.get(LineId(one))) is not None]


def _mass(work: Staffwork, body: Body) -> float:
    """How well some formations act as one: attackers of one place first."""
    goals = _goals(work, body)
    fights = [m for m in goals if m.kind is Kind.ATTACK]
    return len(body) + 2.0 * len(fights) - 1.5 * len({m.cell for m in goals})


# -- why


def _reason(work: Staffwork, line: LineId) -> Reason:
    """The mission, with whom, and what else was thought of."""
    known, plan = work.known, work.plan
    mission = plan.missions[line]
    others = [
        line_name(known.state.battle, one)
        for one, other in plan.missions.items()
        if one != line and other.cell == mission.cell
    ]
    words = {
        Kind.ATTACK: mark("The plan is that {who} attacks {place}{company}."),
        Kind.HOLD: mark("The plan is that {who} keeps {place}{company}."),
        Kind.WAIT: mark("The plan is that {who} stays in reserve at {place}{company}."),
        Kind.DELAY: mark("The plan is that {who} delays the enemy at {place}{company}."),
    }[mission.kind]
    company = say(" together with {others}", others=", ".join(others)) if others else ""
    who = line_name(known.state.battle, line)
    return Reason(
        say(words, who=who, place=_name(known, mission), company=company),
        considered=tuple(_considered(work, line)),
    )


def _considered(work: Staffwork, line: LineId) -> Iterator[Considered]:
    words = {
        Kind.ATTACK: mark("attack {place}"),
        Kind.HOLD: mark("keep {place}"),
        Kind.WAIT: mark("stay in reserve at {place}"),
        Kind.DELAY: mark("delay at {place}"),
    }
    found = work.army.alternatives(work.plan, line)
    chosen = work.plan.missions[line]
    first = [pair for pair in found if pair[1] == chosen]
    rest = [pair for pair in found if pair[1] != chosen]
    for worth, mission in [*first, *rest][: 1 + FEW]:
        yield Considered(
            say(words[mission.kind], place=_name(work.known, mission)), round(worth, 1)
        )


def _name(known: Appreciation, mission: Mission) -> str:
    field = known.state.battle.battlefield
    return field.name_of(field.grid.hexes[mission.cell])
