"""Where commanders stand: near as many of their units as they can, out of harm's way (M5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Final

from hexwar.systems.mininap.battle import Arm, Kind
from hexwar.systems.mininap.player.glance import Body, Glance
from hexwar.systems.mininap.rules.manoeuvre import walk_of
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind, Walk, allowance_of
from hexwar.systems.mininap.state import Unit
from hexwar.tabletop.pose import Vector, bearing_to, turn_between

TRIED: Final = 8
"""Places of which it is asked whether he can get there."""

ENGAGED: Final = 12.0
"""cm from the enemy within which units need him most."""

BEHIND: Final = 0.35
"""cm that he keeps behind them."""

BARRING: Final = 0.5
"""What it counts that he stands in the way of one of his army."""

WAY: Final = 7.0
"""cm before a unit that are its way."""

AWAY: Final = 0.02
"""What each cm from the enemy counts, up to `ENGAGED`."""


def spots_of(glance: Glance, unit: Unit) -> Iterator[tuple[Orders, Walk]]:
    """The best places that a commander can get to, the best first."""
    state = glance.state
    here = glance.bodies[unit.id]
    far = allowance_of(state, unit).move
    now = led_from(glance, here, here.at)
    spots = {spot: led_from(glance, here, spot) for spot in _behind(glance, here)}
    ordered = sorted(spots, key=lambda spot: (-round(spots[spot], 3), spot))
    tried = 0
    for spot in ordered:
        if tried >= TRIED or spots[spot] <= now:
            return
        dx, dy = spot[0] - here.at[0], spot[1] - here.at[1]
        length = min(hypot(dx, dy), far)
        if length < 0.3 or unit.pose is None:
            continue
        tried += 1
        turn = turn_between(unit.pose.bearing, bearing_to(here.at, spot))
        first = (Step(StepKind.PIVOT, turn),) if turn else ()
        forward = Step(StepKind.FORWARD, int(length * 100))
        orders = Orders(unit.id, Action.MANOEUVRE, (*first, forward))
        walk = walk_of(state, orders)
        if isinstance(walk, Walk) and not walk.is_off:
            yield orders, walk


def led_from(glance: Glance, commander: Body, spot: Vector) -> float:
    """What a place counts for a commander: whom he leads from there, and how far the enemy is."""
    state = glance.state
    numbers = state.numbers.command
    reach = {
        Kind.BRIGADE: numbers.brigade,
        Kind.DIVISION: numbers.division,
        Kind.CORPS: numbers.corps,
    }[state.card(commander.id).kind]
    total = 0.0
    for body in glance.friends:
        if commander.id not in state.battle.chain_of[body.id]:
            continue
        gap = _gap(body, spot, commander.half_width)
        near = 1.0 if glance.nearest(body) <= ENGAGED else 0.4
        total += near if gap <= reach - 0.02 else -0.01 * near * gap
    total -= BARRING * sum(_bars(body, commander, spot) for body in glance.friends)
    foes = [hypot(f.at[0] - spot[0], f.at[1] - spot[1]) for f in glance.foes if f.charge]
    return total + AWAY * min([ENGAGED, *foes])


def _bars(body: Body, commander: Body, spot: Vector) -> bool:
    """Whether a commander would stand in the way of a friend."""
    if body.id == commander.id or body.arm is Arm.COMMAND:
        return False
    dx, dy = spot[0] - body.at[0], spot[1] - body.at[1]
    (fx, fy) = body.ahead
    ahead, aside = dx * fx + dy * fy, abs(dx * fy - dy * fx)
    return 0 < ahead < body.half_depth + WAY and aside < body.half_width + commander.half_width


def _gap(body: Body, spot: Vector, radius: float) -> float:
    """The distance of a round base to a rectangle, cm."""
    dx, dy = spot[0] - body.at[0], spot[1] - body.at[1]
    (fx, fy) = body.ahead
    ahead, aside = abs(dx * fx + dy * fy), abs(dx * fy - dy * fx)
    return max(
        0.0,
        hypot(max(0.0, ahead - body.half_depth), max(0.0, aside - body.half_width)) - radius,
    )


def _behind(glance: Glance, commander: Body) -> Iterator[Vector]:
    """Places behind each of his units, and behind the gap between two."""
    chain = glance.state.battle.chain_of
    led = [b for b in glance.friends if commander.id in chain[b.id]]
    radius = commander.half_width
    for body in led:
        back = body.half_depth + radius + BEHIND
        for aside in (0.0, body.half_width, -body.half_width):
            yield _at(body, -back, aside)
        yield _at(body, -back + 1, body.half_width + radius + BEHIND)
        yield _at(body, -back + 1, -body.half_width - radius - BEHIND)
    for one, other in combinations(led, 2):
        if hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) > 14:
            continue
        back = max(one.half_depth, other.half_depth) + radius + BEHIND
        x, y = (one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2
        for far in (back, back - 1, 0.0):
            yield round(x - one.ahead[0] * far, 2), round(y - one.ahead[1] * far, 2)


def _at(body: Body, ahead: float, aside: float) -> Vector:
    (x, y), (fx, fy) = body.at, body.ahead
    return round(x + fx * ahead + fy * aside, 2), round(y + fy * ahead - fx * aside, 2)
