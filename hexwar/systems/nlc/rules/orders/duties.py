"""What an order obliges units to do with their move (N12.21-N12.29, N12.33-N12.35).

A duty looks at where a move ends and at what of it counted, and says by how much it falls short.
Which of the moves that units have fall short least is for `orders.courses` to find out: that is as
far as they can go. Sets of hexes are whole numbers whose bit n stands for cell n.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from hexwar.ground.costs import gait_of
from hexwar.ground.movement import Movers
from hexwar.ground.zones import enemy_hexes, is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import Duty as DutyNumbers
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.command.command import units_under
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.goals import (
    Goal,
    area,
    enemy_distance,
    goal_of,
    objective_name,
    objective_of,
    search_back,
    supported_by,
)
from hexwar.systems.nlc.rules.orders.permissions import line_row, row_of, step_of
from hexwar.systems.nlc.rules.orders.steps import is_outnumbered
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep, Side, UnitId
from hexwar.table.reports import points


class Stop(NamedTuple):
    """Where a move ends, and what of it counts."""

    cell: int
    gain: int  # half MP spent on hexes that lower the remaining path cost (N12.33)
    has_arrived: bool  # the move led to within the radius of its goal
    in_contact: bool


# -- the kinds of duty


@dataclass(frozen=True, slots=True)
class Duty(ABC):
    """Something that an order obliges units to do."""

    counts_the_way: ClassVar[bool] = False  # what is spent on the way may fulfil it

    rule: str
    sentence: str  # what they must do

    @abstractmethod
    def shortfall(self, stop: Stop) -> int:
        """By how much a move that ends so falls short; 0 fulfils the duty."""


@dataclass(frozen=True, slots=True)
class Advance(Duty):
    """Spend half the MA on the way to the goal, or come there, or into contact (N12.33)."""

    counts_the_way = True

    half: int  # half MP

    def shortfall(self, stop: Stop) -> int:
        """The half MP that are missing."""
        if stop.has_arrived or stop.in_contact or stop.gain >= self.half:
            return 0
        return self.half - stop.gain


@dataclass(frozen=True, slots=True)
class Stay(Duty):
    """Be near a place at the end, or come as near as half the MA leads (N12.24, N12.35)."""

    counts_the_way = True

    half: int  # half MP
    inside: int  # the cells near the place

    def shortfall(self, stop: Stop) -> int:
        """Nothing inside; outside always something, less if the move led toward the place."""
        if self.inside >> stop.cell & 1:
            return 0
        return 1 if stop.gain >= self.half else 1 + self.half - stop.gain


@dataclass(frozen=True, slots=True)
class StepOut(Duty):
    """Be out of the enemy's zone at the end (N12.21, N12.25, N12.27)."""

    def shortfall(self, stop: Stop) -> int:
        """1 in an EZOC."""
        return int(stop.in_contact)


@dataclass(frozen=True, slots=True)
class KeepAway(Duty):
    """Do not end nearer to an enemy than before (N12.26)."""

    nearer: int  # the cells that are

    def shortfall(self, stop: Stop) -> int:
        """1 where it is nearer."""
        return self.nearer >> stop.cell & 1


@dataclass(frozen=True, slots=True)
class Watch(Duty):
    """Be the one unit that is near the nearest enemy (N12.25)."""

    posts: int  # the cells near him

    def shortfall(self, stop: Stop) -> int:
        """1 where it is too far."""
        return 1 - (self.posts >> stop.cell & 1)


# -- who owes what


@dataclass(frozen=True, slots=True)
class Task:
    """Units under an order, with all that their duties are told from."""

    state: GameState
    group: Movers
    line: LineId
    step: OrderStep
    objective: Hex
    in_contact: bool

    @property
    def numbers(self) -> DutyNumbers:
        """The distances of duties."""
        return numbers_of(self.state.battle).duty

    @property
    def half(self) -> int:
        """Half the MA of the slowest of them, half MP (N5.11)."""
        least = min(allowance(self.state, unit) for unit in self.group.units)
        return -(-least // self.numbers.movement_divisor)

    @property
    def place(self) -> str:
        """The objective by name."""
        return objective_name(self.state, self.step, self.objective)

    def told(self, message: str, /, **values: object) -> str:
        """A message about the units, who are called by name."""
        who = say(" and ").join(self.state.card(unit).name for unit in self.group.units)
        return say(message, who=who, **values)

    def near(self, *centres: Hex, radius: int) -> int:
        """The cells near some hexes, as bits."""
        return area(self.state.battle.battlefield.grid, centres, radius)


def task_of(state: GameState, group: Movers) -> Task | None:
    """The order that units move under; None where they owe it nothing.

    Trains, vedettes, units out of command (N12.33) and orders without an objective owe nothing,
    nor do units under different orders, who may not move together.
    """
    unit, activation = group.units[0], state.activation
    line = state.line_id_of(unit)
    if (
        group.is_train
        or group.is_screen
        or any(state.line_id_of(u) != line for u in group.units[1:])
    ):
        return None
    if activation is not None and any(u in activation.out_of_command for u in group.units):
        return None
    step = step_of(state, unit)
    if (objective := objective_of(state, step)) is None:
        return None
    in_contact = not group.entering and any(is_in_contact(state, u) for u in group.units)
    return Task(state, group, line, step, objective, in_contact)


def duties_of(task: Task) -> tuple[Duty, ...]:
    """The duties of units that are about to move, the weightier before the lighter.

    The duty of one unit for all (N12.25) is among them as long as nobody meets it.
    """
    return DUTIES[task.step.verb](task)


def _march(task: Task, rule: str) -> tuple[Duty, ...]:
    return _leave_contact(task, rule) if task.in_contact else _advance(task, rule)


def _close(task: Task, rule: str) -> tuple[Duty, ...]:
    """N12.22, N12.23; who is in contact has come far enough (N12.33)."""
    return () if task.in_contact else _advance(task, rule)


def _general_retreat(task: Task) -> tuple[Duty, ...]:
    """N12.29: as Fall Back, to the very hex by which the side leaves; who is there stays."""
    if task.group.start != task.objective:
        return _draw_off(task, "N12.29")
    sentence = task.told(mark("{who} must leave the map at {place}."), place=task.place)
    return (Stay("N12.29", sentence, task.half, task.near(task.objective, radius=0)),)


def _draw_off(task: Task, rule: str) -> tuple[Duty, ...]:
    """N12.26, N12.29: toward the goal and away from the enemy."""
    leaving = _march(task, rule)
    return (*leaving, *_keep_away(task, rule)) if leaving else ()


def _defend(task: Task) -> tuple[Duty, ...]:
    """N12.24, N12.35."""
    rule = "N12.24" if _is_inside(task, task.numbers.defend_radius) else "N12.35"
    return _stay(task, rule, task.numbers.defend_radius)


def _reserve(task: Task) -> tuple[Duty, ...]:
    """N12.27."""
    leaving = _leave_contact(task, "N12.27") if task.in_contact else ()
    return (*leaving, *_stay(task, "N12.27", task.numbers.reserve_radius))


def _support(task: Task) -> tuple[Duty, ...]:
    """N12.28; who is in contact has found his work (N12.33)."""
    if task.in_contact:
        return ()
    radius, is_place = task.numbers.support_distance, task.step.target_formation is None
    inside = task.near(*supported_hexes(task.state, task.group.side, task.step), radius=radius)
    or_else = say("those who attack it") if is_place else say("its objective")
    words = mark("{who} must stay within {radius} hexes of {place} or {or_else}.")
    sentence = task.told(words, radius=radius, place=task.place, or_else=or_else)
    return (Stay("N12.28", sentence, task.half, inside),)


def _delay(task: Task) -> tuple[Duty, ...]:
    """N12.25, N12.34."""
    if (enemy := nearest_enemy(task)) is None:
        return _stay_put(task)
    group = task.group
    is_pressed = task.in_contact and is_outnumbered(task.state, group.side, group.start)
    leaving = _leave_contact(task, "N12.25") if is_pressed else ()
    return (*leaving, *_stand_between(task, enemy), *_watch(task, enemy))


DUTIES: Mapping[str, Callable[[Task], tuple[Duty, ...]]] = {
    Verb.MARCH: lambda task: _march(task, "N12.21"),
    Verb.ATTACK: lambda task: _close(task, "N12.22"),
    Verb.PROBE: lambda task: _close(task, "N12.23"),
    Verb.DEFEND: _defend,
    Verb.DELAY: _delay,
    Verb.FALL_BACK: lambda task: _draw_off(task, "N12.26"),
    Verb.RESERVE: _reserve,
    Verb.SUPPORT: _support,
    Verb.GENERAL_RETREAT: _general_retreat,
}


# -- single duties


def task_goal(task: Task) -> Goal | None:
    """What the units make for: of a Support, the troops supported; of others the objective."""
    state, group, step = task.state, task.group, task.step
    if row_of(state, step).supports:
        hexes = supported_hexes(state, group.side, step)
        return Goal(hexes, task.numbers.support_distance, task.place)
    return goal_of(state, group.side, step, group.start, group.gait)


def _advance(task: Task, rule: str) -> tuple[Duty, ...]:
    goal = task_goal(task)
    distance, start = task.state.battle.battlefield.grid.distance, task.group.start
    if goal is None or any(distance(start, hex_) <= goal.radius for hex_ in goal.hexes):
        return ()
    half, words = task.half, mark("{who} must spend {half} MP on the way to {goal}, or come there.")
    return (Advance(rule, task.told(words, half=points(half), goal=goal.name), half),)


def _is_inside(task: Task, radius: int) -> bool:
    grid = task.state.battle.battlefield.grid
    return grid.distance(task.group.start, task.objective) <= radius


def _stay(task: Task, rule: str, radius: int) -> tuple[Duty, ...]:
    stay = mark("{who} must stay within {radius} hexes of {place}.")
    come = mark("{who} must come within {radius} hexes of {place}.")
    words = stay if _is_inside(task, radius) else come
    sentence = task.told(words, radius=radius, place=task.place)
    return (Stay(rule, sentence, task.half, task.near(task.objective, radius=radius)),)


def _leave_contact(task: Task, rule: str) -> tuple[Duty, ...]:
    return (StepOut(rule, task.told(mark("{who} must step out of the enemy's zone."))),)


def _keep_away(task: Task, rule: str) -> tuple[Duty, ...]:
    state, group = task.state, task.group
    distance = enemy_distance(state, group.side, group.start, task.numbers.delay_horizon)
    if distance is None:
        return ()
    nearer = task.near(*enemy_hexes(state, group.side), radius=distance - 1)
    return (KeepAway(rule, task.told(mark("{who} must not go nearer to the enemy.")), nearer),)


# -- Delay


def nearest_enemy(task: Task) -> Hex | None:
    """The hex of the enemy nearest to a delaying line by path cost (N12.34).

    None where no unit of the line has a visible enemy within ten hexes. While no forces are
    hidden every enemy on the map is visible.
    """
    state, grid = task.state, task.state.battle.battlefield.grid
    enemies = enemy_hexes(state, task.group.side)
    found: list[tuple[int, Hex, Hex]] = []
    for unit in line_units(state, task.line, task.group):
        hex_ = state.units[unit].hex or task.group.start
        back = search_back(state, gait_of(state.card(unit).arm), enemies)
        cell = grid.index[hex_]
        if back.reaches(cell):
            found.append((back.cost_of(cell, 0), grid.hexes[back.path(cell)[0]], hex_))
    if not found:
        return None
    _, enemy, hex_ = min(found)
    return enemy if grid.distance(enemy, hex_) <= task.numbers.delay_horizon else None


def line_units(state: GameState, line: LineId, group: Movers) -> list[UnitId]:
    """The combat units of a line that are on the map, and those of a group about to enter it."""
    return [
        unit
        for unit in units_under(state, line)
        if state.card(unit).is_combat_unit
        and (state.units[unit].hex is not None or unit in group.units)
    ]


def _stay_put(task: Task) -> tuple[Duty, ...]:
    """N12.34: without an enemy near a delaying unit does not go off from its objective."""
    grid = task.state.battle.battlefield.grid
    distance = grid.distance(task.group.start, task.objective)
    radius = max(distance, task.numbers.zone_radius)
    words = mark("No enemy is near: {who} must not go away from {place}.")
    sentence = task.told(words, place=task.place)
    inside = task.near(task.objective, radius=radius)
    return (Stay("N12.34", sentence, task.half, inside),)


def _stand_between(task: Task, enemy: Hex) -> tuple[Duty, ...]:
    """N12.25: no farther from the objective than the enemy is; its zone is always near enough."""
    grid = task.state.battle.battlefield.grid
    radius = max(grid.distance(enemy, task.objective), task.numbers.zone_radius)
    words = mark("{who} must stay between the enemy in {enemy} and {place}.")
    sentence = task.told(words, enemy=enemy, place=task.place)
    inside = task.near(task.objective, radius=radius)
    return (Stay("N12.25", sentence, task.half, inside),)


def _watch(task: Task, enemy: Hex) -> tuple[Duty, ...]:
    """N12.25: one unit of the line for all."""
    state, radius, field = task.state, task.numbers.delay_distance, task.state.battle.battlefield
    posts, index = task.near(enemy, radius=radius), field.grid.index
    for unit in line_units(state, task.line, task.group):
        hex_ = state.units[unit].hex
        if unit not in task.group.units and hex_ is not None and posts >> index[hex_] & 1:
            return ()
    words = mark("One unit must stay within {radius} hexes of the enemy in {name}: {who}.")
    sentence = task.told(words, radius=radius, name=field.name_of(enemy))
    return (Watch("N12.25", sentence, posts),)


# -- Reserve and Support


def is_at_place(state: GameState, unit: UnitId, step: OrderStep) -> bool:
    """Whether a unit on the map is where its Reserve order wants it (N5.3, N12.27)."""
    objective, hex_ = objective_of(state, step), state.units[unit].hex
    if objective is None or hex_ is None:
        return False
    radius = numbers_of(state.battle).duty.reserve_radius
    return state.battle.battlefield.grid.distance(hex_, objective) <= radius


def supported_hexes(state: GameState, side: Side, step: OrderStep) -> tuple[Hex, ...]:
    """What a Support stays near: the supported troops, and what they attack (N12.28)."""
    found = [] if step.target is None else [step.target]
    for formation in supported_by(state, side, step):
        units = state.units_of(formation)
        places = (state.units[u].hex for u in units if state.card(u).is_combat_unit)
        found += [hex_ for hex_ in places if hex_ is not None]
        line = state.pad.lines.get(LineId(formation))
        if line is not None and line_row(state, LineId(formation)).attacks:
            aim = objective_of(state, line.step)
            found += [] if aim is None else [aim]
    return tuple(dict.fromkeys(found))
