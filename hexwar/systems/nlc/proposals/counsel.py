"""What a careful staff minds beyond the worth of a place: company, open ground, a closed line.

Each term looks at one thing, in the points of `values`. The moves before have been made, so it sees
who stands there already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import fsum

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.outlook import FAR
from hexwar.systems.nlc.player.values import Aim, Place
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import step_of
from hexwar.table.forces import UnitId

IN_REACH = 5
"""Hexes from the enemy within which guns want company."""

APART = 2
"""Hexes from the troops of their line beyond which a point is lost for each by guns near him."""

UNGUARDED, ASIDE = 5.0, 2.5
"""Points lost by guns without infantry or cavalry in their hex, or with some in the next hex."""

SUPPORT = 2
"""Hexes within which troops support one another."""

ALONE, MOST_ALONE = 0.3, 5.0
"""Points lost for each SP too few where the enemy is as near as that, and the most of them."""

ENTANGLED = 1.5
"""Points lost by cavalry and guns that end in woods, where they can do little."""

LINK = 3
"""Hexes from one post of a line to the next, so that their zones meet."""

HOLE = 1.6
"""Points lost for each hex by which a line has a hole."""

WARNING = 10
"""Hexes from the enemy beyond which nobody minds a hole."""


def counsel(aim: Aim, place: Place) -> float:
    """The sum of all terms."""
    return fsum(term(aim, place) for term in TERMS.values())


def _company(aim: Aim, place: Place) -> float:
    """Guns that the enemy can reach stand with infantry or cavalry, or at least beside them."""
    near = aim.outlook.enemy_distance(place.hex) if aim.is_guns else FAR
    if near > WARNING:
        return 0.0
    apart = min((aim.outlook.distance(place.hex, hex_) for hex_ in _line_hexes(aim)), default=0)
    if near > IN_REACH:
        return float(-max(0, apart - APART))
    grid = aim.outlook.state.battle.battlefield.grid
    if _is_guarded(aim, place.hex):
        return 0.0
    beside = any(_is_guarded(aim, other) for other in grid.neighbours[place.hex])
    return (-ASIDE if beside else -UNGUARDED) - max(0, apart - APART)


def _is_guarded(aim: Aim, hex_: Hex) -> bool:
    """Whether troops of the same line are there, or others who will not go on this turn."""
    state, line = aim.outlook.state, aim.outlook.state.line_id_of(aim.units[0])
    return any(
        state.card(unit).is_combat_unit
        and not state.card(unit).arm.is_artillery
        and (state.units[unit].moved or state.line_id_of(unit) == line)
        for unit in state.units_in(hex_, aim.outlook.side)
    )


def _support(aim: Aim, place: Place) -> float:
    """Nobody goes near an enemy who is stronger than all at hand there; who holds a post stays."""
    outlook = aim.outlook
    foes = outlook.enemies_within(place.hex, SUPPORT)
    if not foes or aim.is_guns or aim.order.keeps_ground:
        return 0.0
    state = outlook.state
    hand = aim.strength + fsum(
        outlook.strength(unit.id)
        for unit in state.on_map(outlook.side)
        if unit.hex is not None
        and unit.id not in aim.units
        and state.card(unit.id).is_combat_unit
        and outlook.distance(unit.hex, place.hex) <= SUPPORT + _still(aim, unit.id)
    )
    return -min(MOST_ALONE, ALONE * max(0.0, foes - hand))


def _still(aim: Aim, unit: UnitId) -> int:
    """The hexes that a comrade can still go in this activation."""
    state = aim.outlook.state
    is_comrade = state.line_id_of(unit) == state.line_id_of(aim.units[0])
    may_come = is_comrade and aim.order.engages and not state.units[unit].moved
    return state.card(unit).movement // 2 if may_come else 0


def _ground(aim: Aim, place: Place) -> float:
    """Cavalry and guns keep out of the woods, but for a march through them."""
    state = aim.outlook.state
    cards = [state.card(unit) for unit in aim.units]
    is_tangled = state.battle.battlefield.terrain_at(place.hex).cover.tangled
    if not is_tangled or place.column or aim.order.marches:
        return 0.0
    return -ENTANGLED if all(c.arm.is_artillery or c.arm.is_cavalry for c in cards) else 0.0


def has_hole(aim: Aim, hex_: Hex) -> bool:
    """Whether the line of those who keep their ground has a hole while they stand in a hex."""
    return _line(aim, Place(hex_)) < 0


def _line(aim: Aim, place: Place) -> float:
    """Those who keep their ground hold a line without holes, when the enemy is on his way."""
    if not aim.order.keeps_ground or aim.order.rests or aim.order.engages or aim.is_guns:
        return 0.0
    posts = {place.hex, *_posts(aim)}
    if min(aim.outlook.enemy_distance(hex_) for hex_ in posts) > WARNING:
        return 0.0
    return -HOLE * holes(posts, aim.outlook.distance)


def _posts(aim: Aim) -> frozenset[Hex]:
    """Where the others of the line stand who hold the place with them."""
    state, distance = aim.outlook.state, aim.outlook.distance
    post = objective_of(state, step_of(state, aim.units[0]))
    limit = numbers_of(state.battle).duty.defend_radius
    return frozenset(h for h in _line_hexes(aim) if post is not None and distance(h, post) <= limit)


def _line_hexes(aim: Aim) -> tuple[Hex, ...]:
    """Where the infantry and cavalry of the line stand, but for those who are about to move."""
    state = aim.outlook.state
    fighters = aim.outlook.fighters(state.line_id_of(aim.units[0]))
    line = (u for u in fighters if u not in aim.units and not state.card(u).arm.is_artillery)
    return aim.outlook.places(line)


def holes(posts: Iterable[Hex], distance: Callable[[Hex, Hex], int]) -> int:
    """By how many hexes the posts of a line are too far from one another, hole by hole.

    The line is led from each post to the nearest that it has not yet come to.
    """
    left = sorted(posts)
    line, missing = [left.pop()], 0
    while left:
        far, nearest = min((min(distance(a, b) for b in line), a) for a in left)
        missing += max(0, far - LINK)
        line.append(nearest)
        left.remove(nearest)
    return missing


TERMS: Mapping[str, Callable[[Aim, Place], float]] = {
    "company": _company,
    "support": _support,
    "ground": _ground,
    "line": _line,
}
"""Every term by its name."""
