"""What it is worth to end a move in a hex: a sum of named terms.

A point is about what a strength point is worth. Each term looks at one thing and is weighed in
one place, so that a decision can be read off the list of its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Final, NamedTuple

from hexwar.ground.movement import Movers
from hexwar.ground.sight import has_line_of_sight, is_dark
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import OrderRow, numbers_of
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.duties import task_goal, task_of
from hexwar.systems.nlc.rules.orders.goals import FAR, Goal, remaining
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId

CLOSE = 3
"""Hexes from the enemy within which cover counts and columns are in danger."""

QUIET = 5
"""Hexes from the enemy beyond which troops are at their ease."""

GARRISON = 6.0
"""SP that a hex with VP should have in it."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term weighs: points, unless told otherwise. As they stand, the greedy player's."""

    move: float = 4.0  # for each whole move by which the goal comes nearer
    post: float = 0.6  # for each hex nearer to the place that is held
    worthwhile: float = 1.2  # SP to one against which an assault begins to be worth while
    odds: float = 3.0  # for each whole number of odds above that
    most_odds: float = 5.0  # the most of them either way
    at_goal: float = 1.5  # what good odds count for near the goal, to one elsewhere
    lonely: float = 4.0  # lost by guns next to the enemy without infantry or cavalry
    guns: float = 2.5  # of a hex from which guns reach an enemy without being next to one
    astray: float = 1.0  # lost for each hex beyond the range of the commander
    in_column: float = 2.0  # lost by a column that ends where the enemy may be upon it
    bold: float = 0.15  # lost for each SP too few to stand against the enemy next to a hex
    wary: float = 0.4  # the same for those whose order is not to fight
    cover: float = 4.0  # of ground that would take away all fire, near the enemy
    cover_later: float = 0.5  # the same far from him
    grab: float = 2.0  # for each VP of a hex that is taken from the enemy
    manned: float = 0.3  # what a VP hex counts for who comes to a garrison that is strong enough


GREEDY: Final = Weights()
"""The greedy player's."""


@dataclass(frozen=True)
class Aim:
    """What some units are about: their order, and how far each cell is from its goal."""

    outlook: Outlook
    units: tuple[UnitId, ...]
    order: OrderRow
    goal: tuple[Hex, ...]  # hexes; none for units without an objective
    left: Mapping[int, int]  # half MP from each cell to the goal
    allowance: int  # half MP of a whole move
    weights: Weights = GREEDY
    body: tuple[UnitId, ...] = ()  # who acts with them, beside those of their line

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
        for unit in self.comrades:
            record = state.units[unit]
            if record.hex is None or record.disrupted:
                continue
            reach = 1 if record.moved else 1 + state.card(unit).movement // 2
            if self.outlook.distance(record.hex, target) <= reach:
                found += self.outlook.strength(unit)
        return max(0.1, found)

    @cached_property
    def comrades(self) -> tuple[UnitId, ...]:
        """The combat units with which they can come upon the enemy, themselves among them."""
        line = self.outlook.state.line_id_of(self.units[0])
        return tuple(dict.fromkeys((*self.outlook.fighters(line), *self.units, *self.body)))

    def company(self, hex_: Hex) -> float:
        """The SP of other friends in a hex."""
        state = self.outlook.state
        own = (u for u in self.units if state.units[u].hex == hex_)
        return self.outlook.friends.get(hex_, 0.0) - self.outlook.sum_of(own)


def goal_of_units(state: GameState, group: Movers) -> Goal | None:
    """What units make for by their order; None where they owe it nothing.

    Who is out of command makes for his commander (N14.41): else he would stand for the rest of the
    day where the column has left him.
    """
    task = task_of(state, group)
    goal = _rejoining(state, group) if task is None else task_goal(task)
    return goal if goal is not None and goal.hexes else None


def _rejoining(state: GameState, group: Movers) -> Goal | None:
    activation = state.activation
    if activation is None or not any(unit in activation.out_of_command for unit in group.units):
        return None
    centre = centre_of(state, state.line_id_of(group.units[0]))
    return None if centre is None else Goal((centre,), 0, "")


def aim_of(
    state: GameState, group: Movers, weights: Weights = GREEDY, outlook: Outlook | None = None
) -> Aim:
    """What some units are about when they move.

    Args:
        state: The view of their side.
        group: The units.
        weights: By which places are weighed.
        outlook: What their side makes of the view, where that is at hand.
    """
    goal = goal_of_units(state, group)
    hexes = () if goal is None else goal.hexes
    left = remaining(state, group.gait, hexes) if hexes else {}
    whole = min(state.card(unit).movement for unit in group.units) * 2
    order = unit_row(state, group.units[0])
    outlook = outlook or Outlook(state, group.side)
    return Aim(outlook, group.units, order, hexes, left, max(1, whole), weights)


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
    return -aim.weights.move * min(aim.left.get(cell, FAR), 400) / aim.allowance


def _post(aim: Aim, place: Place) -> float:
    if not aim.order.keeps_ground or not aim.goal:
        return 0.0
    return -aim.weights.post * min(aim.outlook.distance(place.hex, hex_) for hex_ in aim.goal)


def _contact(aim: Aim, place: Place) -> float:
    """The best assault that could be made from there, bad odds counting against it."""
    if not aim.order.engages or place.column or place.hex not in aim.outlook.pressure:
        return 0.0
    targets = [h for h in contact_hexes(aim.outlook.state, place.hex) if h in aim.odds]
    return max((prospect(aim, target) for target in targets), default=0.0)


def prospect(aim: Aim, target: Hex) -> float:
    """What an assault on a hex is worth, by the odds of all who can come there; points."""
    points = aim.weights.odds * (aim.odds[target] - aim.weights.worthwhile)
    bounded = max(-aim.weights.most_odds, min(aim.weights.most_odds, points))
    if bounded <= 0:
        return bounded
    near = any(aim.outlook.distance(target, hex_) <= 2 for hex_ in aim.goal)
    return bounded * (aim.weights.at_goal if near else 1.0) + aim.outlook.prizes.get(target, 0)


def _danger(aim: Aim, place: Place) -> float:
    """What the enemy next to a hex has more than the troops in it, their ground counted in."""
    pressure = aim.outlook.pressure.get(place.hex, 0.0)
    if not pressure:
        return 0.0
    stand = (aim.strength + aim.company(place.hex)) / max(0.25, 1 - aim.outlook.shelter(place.hex))
    share = aim.weights.bold if aim.order.engages else aim.weights.wary
    return -share * max(0.0, pressure - stand)


def _shelter(aim: Aim, place: Place) -> float:
    shelter = aim.outlook.shelter(place.hex)
    if not shelter or aim.order.marches:
        return 0.0
    is_near = aim.outlook.enemy_distance(place.hex) <= CLOSE
    return shelter * (aim.weights.cover if is_near else aim.weights.cover_later)


def _guns(aim: Aim, place: Place) -> float:
    """Guns stay out of the first line, and where they see an enemy in range."""
    if not aim.is_guns:
        return 0.0
    outlook = aim.outlook
    if place.hex in outlook.pressure:
        return 0.0 if aim.company(place.hex) else -aim.weights.lonely
    field, rows = outlook.state.battle.battlefield, numbers_of(outlook.state.battle).bombardment
    if aim.order.bombard == "no" or is_dark(outlook.state):
        return 0.0
    sees = any(
        field.grid.distance(place.hex, target) < rows.range
        and has_line_of_sight(field, place.hex, target, rows.range)
        for target in outlook.enemies
    )
    return aim.weights.guns if sees else 0.0


def _prize(aim: Aim, place: Place) -> float:
    """VP to be had, or to be kept from an enemy who is near."""
    vp = aim.outlook.prizes.get(place.hex, 0)
    if not vp or aim.is_guns:
        return 0.0
    if aim.outlook.is_lost(place.hex):
        return aim.weights.grab * vp
    if not aim.order.keeps_ground:
        return 0.0
    return vp * (1.0 if aim.company(place.hex) < GARRISON else aim.weights.manned)


def _command(aim: Aim, place: Place) -> float:
    """How far beyond the range of the commander where it matters: he comes along on a march."""
    if aim.centre is None or aim.order.marches:
        return 0.0
    state = aim.outlook.state
    if aim.outlook.enemy_distance(place.hex) > QUIET:
        return 0.0
    far = aim.outlook.distance(place.hex, aim.centre)
    return -aim.weights.astray * max(0, far - numbers_of(state.battle).leader.command_range)


def _column(aim: Aim, place: Place) -> float:
    if not place.column or aim.outlook.enemy_distance(place.hex) > CLOSE:
        return 0.0
    return -aim.weights.in_column


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
