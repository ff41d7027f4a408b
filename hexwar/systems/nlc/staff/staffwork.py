"""The plan that a staff goes by, kept in mind until something asks for another; who can be told.

The plan is made anew when something has happened that it did not reckon with, and when a line has
done what it was told: it stands idle until somebody thinks of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import Dispatch, LineId, Verb, formation_of_line
from hexwar.systems.nlc.player.values import QUIET
from hexwar.systems.nlc.rules.command.command import centre_of, is_detached, wing_of
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.local_decision import local_report
from hexwar.systems.nlc.rules.orders.offers import local_tries
from hexwar.systems.nlc.rules.orders.pad import giver_of
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.orders.writing import courier, recipient_refusal, wing_duty
from hexwar.systems.nlc.staff.appreciation import Appreciation, Kind, Mission, sighted
from hexwar.systems.nlc.staff.army import YOUNG, Army, Plan, Reply, Tellable
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.table.forces import OrderStep

AT_GOAL = 2
"""Hexes from its objective within which a commander is where he was sent (N12.31)."""

SURE = 0.6
"""The chance of being obeyed at once from which no hour is reckoned to be lost."""


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
    told = tellable(known)
    army = Army(known, desk.character, told, desk.dice)
    signs = _signs(known, told)
    kept = _recalled(known, notes.get("plan"))
    is_upset = kept is None or not told.keys() <= kept.missions.keys()
    if (
        kept is None
        or is_upset
        or _is_upset(notes["plan"], signs, known, desk.character.level.revision)
    ):
        kept = army.plan()
        notes["plan"] = _written(known, kept, signs)
    else:
        army.go_by(kept)
    return Staffwork(army, kept)


def _signs(known: Appreciation, told: Mapping[LineId, Tellable]) -> dict[str, Any]:
    """What a plan was made on: who holds what, who is broken, who is there, who is done."""
    hexes = known.state.battle.battlefield.grid.hexes
    where = {h.line: hexes[b.cell] for b in known.bodies if (h := known.hosts[b.host])}
    return {
        "held": sorted(place.hex for place in known.places if place.is_ours),
        "broken": sorted(host.line for host in known.hosts if host.is_broken),
        "there": sorted({known.hosts[b.host].line for b in known.bodies if not b.due}),
        "done": sorted(line for line, one in told.items() if one.is_done),
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
    if not set(signs["done"]) <= set(then.get("done", ())):
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
        if at is None and state.battle.is_basic:
            at = state.turn
        if at is None and line in tries:
            at = _decides_by(known, line)
        if at is not None:
            held = state.pad.lines[line]
            is_young = line in state.pad.dispatches or 0 <= state.turn - held.since < YOUNG
            found[line] = Tellable(
                at, is_young and state.turn > 1, _owes_a_fight(known, line), is_done(known, line)
            )
    return found


def is_done(known: Appreciation, line: LineId) -> bool:
    """Whether an order has nothing more to do: its troops are where it led, and no enemy is near.

    What they keep there may still be worth keeping; that is for the plan to say.
    """
    state, outlook = known.state, known.outlook
    held, here = state.pad.lines[line], centre_of(state, line)
    if here is None or line in state.pad.dispatches or len(held.steps) > 1:
        return False
    if not held.steps:
        return True
    goal = objective_of(state, held.step)
    if not row_of(state, held.step).keeps_ground or goal is None:
        return False
    places = outlook.places(outlook.fighters(line))
    is_there = outlook.distance(here, goal) <= AT_GOAL
    return is_there and all(outlook.enemy_distance(hex_) > QUIET for hex_ in places)


def _decides_by(known: Appreciation, line: LineId) -> int | None:
    """The turn by which a leader has likely made up his own mind, if he tries each turn (N12.6)."""
    state, here = known.state, centre_of(known.state, line)
    chances = dict(local_report(state, line, (OrderStep(Verb.ATTACK, here),)).chances)
    well = chances["OK"]
    return state.turn + round(sum(chances.values()) / well) - 1 if well else None


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
