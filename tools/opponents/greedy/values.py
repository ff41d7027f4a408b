"""What it is worth to end a move in a hex: a sum of named terms.

A point is about what a strength point is worth. Each term looks at one thing and is weighed in
one place, so that a decision can be read off the list of its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import NamedTuple

from hexwar.ground.movement import Movers
from hexwar.ground.sight import has_line_of_sight, is_dark
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import OrderRow, numbers_of
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.duties import task_goal, task_of
from hexwar.systems.nlc.rules.orders.goals import FAR, Goal, remaining
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from tools.opponents.greedy.outlook import Outlook

MOVE = 4.0
"""Points for each whole move by which the goal comes nearer."""

POST = 0.6
"""Points for each hex nearer to the place that is held."""

WORTHWHILE = 1.2
"""SP to one against which an assault begins to be worth while."""

ODDS, MOST_ODDS = 3.0, 5.0
"""Points for each whole number of odds above that, and the most of them either way."""

AT_GOAL = 1.5
"""What good odds count for near the goal, to one elsewhere."""

LONELY = 4.0
"""Points lost by guns that end next to the enemy without infantry or cavalry."""

GUNS = 2.5
"""Points of a hex from which guns reach an enemy without being next to one."""

ASTRAY = 1.0
"""Points lost for each hex beyond the range of the commander."""

IN_COLUMN = 2.0
"""Points lost by a column that ends where the enemy may be upon it."""

CLOSE = 3
"""Hexes from the enemy within which cover counts and columns are in danger."""

BOLD, WARY = 0.15, 0.4
"""Points lost for each SP too few to stand against the enemy next to a hex, by what is ordered."""

COVER, COVER_LATER = 4.0, 0.5
"""Points of ground that would take away all fire, near the enemy and far from him."""

GRAB = 2.0
"""Points for each VP of a hex that is taken from the enemy."""

MANNED = 0.3
"""What a VP hex counts for those who come to a garrison that is strong enough."""

QUIET = 5
"""Hexes from the enemy beyond which troops are at their ease."""

GARRISON = 6.0
"""SP that a hex with VP should have in it."""


@dataclass(frozen=True)
class Aim:
    """What some units are about: their order, and how far each cell is from its goal."""

    outlook: Outlook
    units: tuple[UnitId, ...]
    order: OrderRow
    goal: tuple[Hex, ...]  # hexes; none for units without an objective
    left: Mapping[int, int]  # half MP from each cell to the goal
    allowance: int  # half MP of a whole move

    @cached_property
    def strength(self) -> float:
        """The SP of the units."""
        return self.outlook.sum_of(self.units)

    @cached_property
    def is_guns(self) -> bool:
        """Whether all of them are artillery."""
        return all(self.outlook.state.card(unit).arm.is_artillery for unit in self.units)

    @cached_property
    def centre(self) -> Hex | None:
        """From where they are commanded."""
        state = self.outlook.state
        return centre_of(state, state.line_id_of(self.units[0]))

    @cached_property
    def odds(self) -> Mapping[Hex, float]:
        """How the units of the line that can come there compare with each enemy hex nearby."""
        outlook = self.outlook
        return {hex_: self._massed(hex_) / outlook.hardness(hex_) for hex_ in outlook.enemies}

    def _massed(self, target: Hex) -> float:
        """The SP of the line that is next to a hex, or can still come there in this activation."""
        state = self.outlook.state
        found = 0.0
        for unit in self._comrades:
            record = state.units[unit]
            if record.hex is None or record.disrupted:
                continue
            reach = 1 if record.moved else 1 + state.card(unit).movement // 2
            if self.outlook.distance(record.hex, target) <= reach:
                found += self.outlook.strength(unit)
        return max(0.1, found)

    @cached_property
    def _comrades(self) -> tuple[UnitId, ...]:
        state = self.outlook.state
        line = state.line_id_of(self.units[0])
        return tuple(dict.fromkeys((*self.outlook.fighters(line), *self.units)))

    def company(self, hex_: Hex) -> float:
        """The SP of other friends in a hex."""
        state = self.outlook.state
        own = (u for u in self.units if state.units[u].hex == hex_)
        return self.outlook.friends.get(hex_, 0.0) - self.outlook.sum_of(own)


def goal_of_units(state: GameState, group: Movers) -> Goal | None:
    """What units make for by their order; None where they owe it nothing."""
    task = task_of(state, group)
    goal = None if task is None else task_goal(task)
    return goal if goal is not None and goal.hexes else None


def aim_of(state: GameState, group: Movers) -> Aim:
    """What some units are about when they move."""
    goal = goal_of_units(state, group)
    hexes = () if goal is None else goal.hexes
    left = remaining(state, group.gait, hexes) if hexes else {}
    whole = min(state.card(unit).movement for unit in group.units) * 2
    order = unit_row(state, group.units[0])
    return Aim(Outlook(state, group.side), group.units, order, hexes, left, max(1, whole))


class Place(NamedTuple):
    """Where a move would end."""

    hex: Hex
    column: bool = False


# -- the terms


def _way(aim: Aim, place: Place) -> float:
    """How much of the way is left, in whole moves; under a holding order only from afar."""
    if not aim.left or aim.order.keeps_ground:
        return 0.0
    cell = aim.outlook.state.battle.battlefield.grid.index[place.hex]
    return -MOVE * min(aim.left.get(cell, FAR), 400) / aim.allowance


def _post(aim: Aim, place: Place) -> float:
    if not aim.order.keeps_ground or not aim.goal:
        return 0.0
    return -POST * min(aim.outlook.distance(place.hex, hex_) for hex_ in aim.goal)


def _contact(aim: Aim, place: Place) -> float:
    """The best assault that could be made from there, bad odds counting against it."""
    if not aim.order.engages or place.column or place.hex not in aim.outlook.pressure:
        return 0.0
    targets = [h for h in contact_hexes(aim.outlook.state, place.hex) if h in aim.odds]
    return max((_prospect(aim, target) for target in targets), default=0.0)


def _prospect(aim: Aim, target: Hex) -> float:
    points = ODDS * (aim.odds[target] - WORTHWHILE)
    bounded = max(-MOST_ODDS, min(MOST_ODDS, points))
    if bounded <= 0:
        return bounded
    near = any(aim.outlook.distance(target, hex_) <= 2 for hex_ in aim.goal)
    return bounded * (AT_GOAL if near else 1.0) + aim.outlook.prizes.get(target, 0)


def _danger(aim: Aim, place: Place) -> float:
    """What the enemy next to a hex has more than the troops in it, their ground counted in."""
    pressure = aim.outlook.pressure.get(place.hex, 0.0)
    if not pressure:
        return 0.0
    stand = (aim.strength + aim.company(place.hex)) / max(0.25, 1 - aim.outlook.shelter(place.hex))
    share = BOLD if aim.order.engages else WARY
    return -share * max(0.0, pressure - stand)


def _shelter(aim: Aim, place: Place) -> float:
    shelter = aim.outlook.shelter(place.hex)
    if not shelter or aim.order.marches:
        return 0.0
    is_near = aim.outlook.enemy_distance(place.hex) <= CLOSE
    return shelter * (COVER if is_near else COVER_LATER)


def _guns(aim: Aim, place: Place) -> float:
    """Guns stay out of the first line, and where they see an enemy in range."""
    if not aim.is_guns:
        return 0.0
    outlook = aim.outlook
    if place.hex in outlook.pressure:
        return 0.0 if aim.company(place.hex) else -LONELY
    field, rows = outlook.state.battle.battlefield, numbers_of(outlook.state.battle).bombardment
    if aim.order.bombard == "no" or is_dark(outlook.state):
        return 0.0
    sees = any(
        field.grid.distance(place.hex, target) < rows.range
        and has_line_of_sight(field, place.hex, target, rows.range)
        for target in outlook.enemies
    )
    return GUNS if sees else 0.0


def _prize(aim: Aim, place: Place) -> float:
    """VP to be had, or to be kept from an enemy who is near."""
    vp = aim.outlook.prizes.get(place.hex, 0)
    if not vp or aim.is_guns:
        return 0.0
    if aim.outlook.is_lost(place.hex):
        return GRAB * vp
    if not aim.order.keeps_ground:
        return 0.0
    return vp * (1.0 if aim.company(place.hex) < GARRISON else MANNED)


def _command(aim: Aim, place: Place) -> float:
    """How far beyond the range of the commander where it matters: he comes along on a march."""
    if aim.centre is None or aim.order.marches:
        return 0.0
    state = aim.outlook.state
    if aim.outlook.enemy_distance(place.hex) > QUIET:
        return 0.0
    far = aim.outlook.distance(place.hex, aim.centre)
    return -ASTRAY * max(0, far - numbers_of(state.battle).leader.command_range)


def _column(aim: Aim, place: Place) -> float:
    if not place.column or aim.outlook.enemy_distance(place.hex) > CLOSE:
        return 0.0
    return -IN_COLUMN


TERMS: Mapping[str, Callable[[Aim, Place], float]] = {
    "way": _way,
    "post": _post,
    "contact": _contact,
    "danger": _danger,
    "shelter": _shelter,
    "guns": _guns,
    "prize": _prize,
    "command": _command,
    "column": _column,
}
"""Every term by its name."""


def worth(aim: Aim, place: Place) -> float:
    """The sum of all terms."""
    return fsum(term(aim, place) for term in TERMS.values())
