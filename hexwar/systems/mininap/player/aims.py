"""A plan for the army: who goes for which objective, who holds one, made anew from each view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from hexwar.systems.mininap.battle import Arm, Objective
from hexwar.systems.mininap.player.glance import Body, Glance
from hexwar.systems.mininap.rules.victory import holder_of
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Vector

NEAR: Final = 14.0
"""cm from the middle of an objective within which enemies defend it."""

THREAT: Final = 32.0
"""cm within which enemies threaten one."""

TWICE: Final = 1.5
"""How much stronger than who defends it they are who go for an objective."""

LOYAL: Final = 6.0
"""cm by which an objective counts as nearer for who was sent to it last."""

FILE: Final = 3.2
"""cm between the places of units side by side."""

SHORT: Final = 7.0
"""cm before an objective where cavalry and guns stop."""


LEAST_PREY: Final = 0.3
"""VP that an enemy must promise whom cavalry rides for."""

COMPANY: Final = 10.0
"""cm within which enemy infantry looks after him."""

ESCORT: Final = 0.4
"""VP by which each of them makes him less worth the ride."""

PREY_VP: Final = 3
"""VP that such an aim counts as an objective would."""


TURNING: Final = 0.3
"""Turns that infantry loses, in line or column, which stands across the way to its aim."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a unit is to be."""

    at: Vector
    objective: str
    vp: int
    holds: bool  # what the side holds already

    def turns(self, body: Body) -> float:
        """In how many turns a unit comes there, about."""
        far = hypot(self.at[0] - body.at[0], self.at[1] - body.at[1])
        free = 4.0 if self.holds else 0.5
        limbers = body.arm is Arm.ARTILLERY and not body.unit.is_limbered
        return max(0.0, far - free) / max(body.move, 1.0) + limbers + self._turning(body, far)

    def _turning(self, body: Body, far: float) -> float:
        """What part of a turn close-order infantry needs to face its aim."""
        if far < 4 or body.is_loose or body.arm is not Arm.INFANTRY:
            return 0.0
        dx, dy = self.at[0] - body.at[0], self.at[1] - body.at[1]
        return TURNING * (1 - (dx * body.ahead[0] + dy * body.ahead[1]) / far)


@dataclass(frozen=True, slots=True)
class _Goal:
    objective: Objective
    middle: Vector
    is_ours: bool
    worth: float
    need: float  # SP
    is_close: bool  # ground that only infantry enters


def aims_of(glance: Glance, last: Mapping[str, str]) -> dict[UnitId, Aim]:
    """The aim of each own unit that has one.

    Args:
        glance: The table.
        last: The objective to which each unit was sent before.
    """
    free = [body for body in glance.friends if body.arm in (Arm.INFANTRY, Arm.CAVALRY)]
    sent: dict[str, list[Body]] = {}
    goals = _goals(glance)
    for goal in goals:
        able = [body for body in free if body.arm is Arm.INFANTRY or not goal.is_close]
        nearest = sorted(able, key=lambda body: (_distance(body, goal, last), body.id))
        strength = 0.0
        for body in nearest:
            if strength >= goal.need:
                break
            strength += body.sp
            sent.setdefault(goal.objective.id, []).append(body)
            free.remove(body)
    found: dict[UnitId, Aim] = {}
    for body in free:
        prey = _prey_of(glance, body) if body.arm is Arm.CAVALRY else None
        if prey is not None:
            found[body.id] = prey
            continue
        best = _best_for(body, goals, last)
        if best is not None:
            sent.setdefault(best.objective.id, []).append(body)
    for body in glance.friends:
        if body.arm is Arm.ARTILLERY and goals:
            goal = min(goals, key=lambda goal: (_distance(body, goal, last), goal.objective.id))
            sent.setdefault(goal.objective.id, []).append(body)
    for goal in goals:
        found.update(_places(glance, goal, sent.get(goal.objective.id, ())))
    return found


def _goals(glance: Glance) -> list[_Goal]:
    """What is worth troops, the worthiest first."""
    outlook, state = glance.outlook, glance.state
    found: list[_Goal] = []
    for objective in state.battle.objectives:
        middle = state.battle.ground.middle(objective.piece)
        is_ours = holder_of(state, objective) == outlook.side
        at_it, near = (_foes_within(glance, middle, far) for far in (NEAR, THREAT))
        if is_ours and not near:
            continue
        worth = 2.0 * objective.vp * (1.3 if is_ours == outlook.is_ahead else 0.8)
        need = max(5.0, 0.8 * near) if is_ours else max(10.0, TWICE * at_it)
        if is_ours and not outlook.is_ahead:
            need = max(5.0, 0.6 * near)
        piece = next(p for p in state.battle.ground.pieces if p.id == objective.piece)
        is_close = state.numbers.terrain.row(piece.kind).cavalry == "no"
        found.append(_Goal(objective, middle, is_ours, worth, need, is_close))
    return sorted(found, key=lambda goal: -goal.worth)


def _foes_within(glance: Glance, middle: Vector, far: float) -> float:
    return sum(
        foe.sp
        for foe in glance.foes
        if foe.arm is not Arm.COMMAND
        if hypot(foe.at[0] - middle[0], foe.at[1] - middle[1]) <= far
    )


def _distance(body: Body, goal: _Goal, last: Mapping[str, str]) -> float:
    far = hypot(goal.middle[0] - body.at[0], goal.middle[1] - body.at[1])
    far -= LOYAL * (last.get(body.id) == goal.objective.id)
    return far * (1.0 if body.arm is Arm.INFANTRY else 1.3)


def _best_for(body: Body, goals: Sequence[_Goal], last: Mapping[str, str]) -> _Goal | None:
    """Where somebody is of most use who is not needed: what counts most, if it is not far."""
    return max(
        goals,
        key=lambda goal: goal.worth / (10.0 + max(0.0, _distance(body, goal, last))),
        default=None,
    )


def _prey_of(glance: Glance, body: Body) -> Aim | None:
    """The enemy whom cavalry does best to ride for: weak in a fight with it, near and alone."""
    best, most = None, LEAST_PREY
    for foe in glance.foes:
        promise = glance.fight(body, foe)
        if promise <= 0:
            continue
        far = hypot(foe.at[0] - body.at[0], foe.at[1] - body.at[1])
        others = (o for o in glance.foes if o.id != foe.id and o.arm is Arm.INFANTRY)
        close = sum(hypot(o.at[0] - foe.at[0], o.at[1] - foe.at[1]) < COMPANY for o in others)
        worth = promise / (1.0 + far / 18.0) - ESCORT * close
        if worth > most:
            best, most = foe, worth
    return None if best is None else Aim(best.at, "", PREY_VP, holds=False)


def _places(glance: Glance, goal: _Goal, sent: Sequence[Body]) -> Mapping[UnitId, Aim]:
    """A place for each that is sent to an objective: side by side, as they come."""
    if not sent:
        return {}
    count = len(sent)
    x = sum(body.at[0] for body in sent) / count
    y = sum(body.at[1] for body in sent) / count
    dx, dy = goal.middle[0] - x, goal.middle[1] - y
    length = hypot(dx, dy)
    if length < 1:
        dx, dy, length = *_front(glance), 1.0
    way = dx / length, dy / length
    across = way[1], -way[0]
    found: dict[UnitId, Aim] = {}
    for loose in (False, True):
        row = [body for body in sent if (body.arm is not Arm.INFANTRY) == loose]
        row.sort(key=lambda body: (body.at[0] * across[0] + body.at[1] * across[1], body.id))
        short = SHORT if loose else 0.0
        for place, body in enumerate(row):
            aside = FILE * (place - (len(row) - 1) / 2) * (1.6 if loose else 1.0)
            at = (
                goal.middle[0] - way[0] * short + across[0] * aside,
                goal.middle[1] - way[1] * short + across[1] * aside,
            )
            found[body.id] = Aim(at, goal.objective.id, goal.objective.vp, goal.is_ours)
    return found


def _front(glance: Glance) -> Vector:
    """The way to the enemy's middle, of length 1."""
    if not glance.foes or not glance.friends:
        return 0.0, 1.0
    mine, theirs = _middle(glance.friends), _middle(glance.foes)
    dx, dy = theirs[0] - mine[0], theirs[1] - mine[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _middle(bodies: Sequence[Body]) -> Vector:
    count = len(bodies)
    return sum(b.at[0] for b in bodies) / count, sum(b.at[1] for b in bodies) / count
