"""From the plan to papers: who is told what first, who decides for himself, who acts first.

The plan is made anew when something has happened that it did not reckon with, and kept in mind
between. An order is written where the plan gains by it, first where it gains most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hexwar.ai.policy import Considered, Reason
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.orders import Dispatch, LineId, Offer, Verb, Wish, formation_of_line
from hexwar.systems.nlc.player import orders as greedy
from hexwar.systems.nlc.player.movement import urgency
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.command.command import centre_of, is_detached, wing_of
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision, local_report
from hexwar.systems.nlc.rules.orders.offers import local_tries
from hexwar.systems.nlc.rules.orders.pad import giver_of
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    Writ,
    courier,
    recipient_refusal,
    wing_duty,
)
from hexwar.systems.nlc.rules.turn.actions import (
    Body,
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, Task
from hexwar.systems.nlc.staff.appreciation import Appreciation, Kind, Mission, sighted
from hexwar.systems.nlc.staff.army import YOUNG, Army, Plan, Reply, Tellable
from hexwar.systems.nlc.staff.desk import Desk
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

SURE = 0.6
"""The chance of being obeyed at once from which no hour is reckoned to be lost."""

FEW = 4
"""Alternatives that a reason names."""


@dataclass(frozen=True)
class Staffwork:
    """The plan that holds now, with what it was made from."""

    army: Army
    plan: Plan

    @property
    def known(self) -> Appreciation:
        """What the side makes of the table."""
        return self.army.known


# -- the plan in mind


def staffwork(desk: Desk[Any, Any]) -> Staffwork:
    """The plan that holds: the one in mind, unless something asks for another."""
    notes, outlook = desk.notes.memory, desk.outlook
    seen = sighted(outlook, notes.get("seen", {}))
    notes["seen"] = seen
    known = Appreciation(outlook, seen)
    army = Army(known, desk.character, tellable(known), desk.dice)
    signs = _signs(known)
    kept = _recalled(known, notes.get("plan"))
    if kept is None or _is_upset(notes["plan"], signs, known, desk.character.level.revision):
        kept = army.plan()
        notes["plan"] = _written(known, kept, signs)
    else:
        army.go_by(kept)
    return Staffwork(army, kept)


def _signs(known: Appreciation) -> dict[str, Any]:
    """What a plan was made on: who holds what, who is broken, who is there."""
    hexes = known.state.battle.battlefield.grid.hexes
    where = {h.line: hexes[b.cell] for b in known.bodies if (h := known.hosts[b.host])}
    return {
        "held": sorted(place.hex for place in known.places if place.is_ours),
        "broken": sorted(host.line for host in known.hosts if host.is_broken),
        "there": sorted({known.hosts[b.host].line for b in known.bodies if not b.due}),
        "foes": {h.line: where[h.line] for h in known.hosts if not h.is_ours and h.line in where},
    }


ELSEWHERE = 5
"""Hexes from where it was by which an enemy formation is where the plan did not reckon with it."""


def _is_upset(
    plan: Mapping[str, Any], signs: Mapping[str, Any], known: Appreciation, revision: int
) -> bool:
    """Whether a plan is to be made anew: a trigger has gone off, or it has stood long enough."""
    then = plan["signs"]
    if known.state.turn - plan["made"] >= revision:
        return True
    if any(then[name] != signs[name] for name in ("held", "broken", "there")):
        return True
    distance = known.outlook.distance
    return any(
        line not in then["foes"] or distance(Hex(then["foes"][line]), hex_) > ELSEWHERE
        for line, hex_ in signs["foes"].items()
    )


def _written(known: Appreciation, plan: Plan, signs: Mapping[str, Any]) -> dict[str, Any]:
    hexes = known.state.battle.battlefield.grid.hexes
    missions = {line: [int(m.kind), hexes[m.cell]] for line, m in plan.missions.items()}
    return {
        "made": known.state.turn,
        "missions": missions,
        "replies": [
            {line: [int(r.mission.kind), hexes[r.mission.cell], r.at] for line, r in reply.items()}
            for reply in plan.replies
        ],
        "worth": round(plan.worth, 3),
        "signs": dict(signs),
    }


def _recalled(known: Appreciation, kept: Mapping[str, Any] | None) -> Plan | None:
    """A plan out of memory, for the lines that are still there."""
    if kept is None:
        return None
    own = set(known.own_lines())
    missions = {
        LineId(line): Mission(Kind(kind), known.cells[Hex(hex_)])
        for line, (kind, hex_) in kept["missions"].items()
        if line in own
    }
    replies = [
        {
            LineId(line): Reply(Mission(Kind(kind), known.cells[Hex(hex_)]), at)
            for line, (kind, hex_, at) in reply.items()
        }
        for reply in kept.get("replies", ())
    ]
    return Plan(missions, kept["worth"], replies)


# -- who can be told, and when it would count


def tellable(known: Appreciation) -> Mapping[LineId, Tellable]:
    """The own lines that can get another order by courier, or give it to themselves."""
    state, side = known.state, known.outlook.side
    tries = set(local_tries(state, side))
    found: dict[LineId, Tellable] = {}
    for line in known.own_lines():
        at = _counts_from(known, line)
        if at is None and (line in tries or state.battle.is_basic):
            at = state.turn + (0 if state.battle.is_basic else 1)
        if at is not None:
            held = state.pad.lines[line]
            is_young = line in state.pad.dispatches or 0 <= state.turn - held.since < YOUNG
            found[line] = Tellable(at, is_young and state.turn > 1, _owes_a_fight(known, line))
    return found


def _owes_a_fight(known: Appreciation, line: LineId) -> bool:
    """Whether its wing commander would send a line his own order if it were not to attack."""
    state, formation = known.state, formation_of_line(line)
    wing = wing_of(state, formation)
    duty = None if wing is None else wing_duty(state, wing)
    if duty is None or is_detached(line):
        return False
    return len([one for one in duty.met if one != formation]) < duty.needed


def _counts_from(known: Appreciation, line: LineId) -> int | None:
    """The turn from which on an order written now is likely to be obeyed; None if it cannot be."""
    state = known.state
    giver = giver_of(state, line)
    if giver is None or recipient_refusal(state, known.outlook.side, line) is not None:
        return None
    due = courier(state, giver, line).due
    if due is None:
        return None
    here = centre_of(state, line)
    order = Dispatch((OrderStep(Verb.ATTACK, here),), giver, state.turn, due)
    chance = dict(compliance_report(state, line, order).chances)["C"]
    return due + (0 if chance >= SURE else 1)


# -- missions as orders


def steps_for(known: Appreciation, line: LineId, mission: Mission) -> Steps:
    """The order by which a line is given a mission."""
    state = known.state
    goal = state.battle.battlefield.grid.hexes[mission.cell]
    if mission.kind is Kind.ATTACK:
        return (OrderStep(Verb.ATTACK, goal),)
    if mission.kind is Kind.DELAY:
        return (OrderStep(Verb.DELAY, goal),)
    here = centre_of(state, line)
    is_far = here is None or known.outlook.distance(here, goal) > MARCHES
    march = (OrderStep(Verb.MARCH, goal),) if is_far else ()
    if mission.kind is Kind.HOLD:
        return (*march, OrderStep(Verb.DEFEND, goal))
    return (*march, OrderStep(Verb.RESERVE, goal))


def is_under_way(work: Staffwork, line: LineId) -> bool:
    """Whether a line's order, or the one on its way, is what the plan has for it."""
    course, mission = work.known.course_of(line), work.plan.missions.get(line)
    if mission is None or course is None:
        return True
    hexes = work.known.state.battle.battlefield.grid.hexes
    far = work.known.outlook.distance(hexes[course.then.cell], hexes[mission.cell])
    return course.then.kind == mission.kind and far <= 1


def wanted(work: Staffwork) -> list[tuple[float, LineId, Steps]]:
    """The orders that the plan lacks, the most gainful first, each with what it gains."""
    return [
        (gain, line, steps_for(work.known, line, work.plan.missions[line]))
        for gain, line in work.army.gains(work.plan)
        if not is_under_way(work, line)
    ]


# -- the questions


def issue_order(question: Desk[IssueOrder, Writ]) -> Writ:
    """Who may decide for himself tries first, then the papers, then what is said beforehand."""
    state, outlook = question.state, question.outlook
    work = staffwork(question)
    lacking = wanted(work)
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
    work: Staffwork,
    lacking: Sequence[tuple[float, LineId, Steps]],
    line: LineId,
    asked: TryLocalDecision,
) -> Steps | None:
    """The order that a leader should try to give himself: where success outweighs a Bad Move."""
    state = work.known.state
    found = next(((gain, steps) for gain, one, steps in lacking if one == line), None)
    if found is None or found[0] < WORTH_TRY:
        return None
    gain, steps = found
    if asked.refusal(state, steps) is not None:
        return None
    chances = dict(local_report(state, line, steps).chances)
    return steps if gain * chances["OK"] > BAD_MOVE * chances["BM"] else None


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
