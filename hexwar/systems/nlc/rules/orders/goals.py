"""Where an order leads its units now: the nearest of each, what is left of the way there.

Rules: N12.1, N12.33, N12.34.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hexwar.grid.reach import Reach, Search, Steps, reach
from hexwar.grid.waves import Net, bits_of, net_of, spread
from hexwar.ground.costs import Gait, gait_of, steps_into, steps_of, weather_felt
from hexwar.ground.law import Blaze
from hexwar.ground.zones import enemy_cells, enemy_hexes
from hexwar.hexes import Grid, Hex
from hexwar.messages import say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.command.command import centre_of, units_under
from hexwar.systems.nlc.rules.orders.permissions import line_row, row_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, OrderStep, Role, Side
from hexwar.table.spans import Spans

# -- who and what is nearest (N12.34): by path cost where troops go, as the crow flies elsewhere


LONGEST_WAY = 1000
"""Half MP: farther than anything on a map."""


def way_from(state: GameState, line: LineId, start: Hex) -> Reach:
    """What it costs a line's troops to go to each hex, whoever is in the way, half MP.

    A leader without troops goes as cavalry does (N14.5).
    """
    arms = {state.card(unit).arm for unit in units_under(state, line)}
    gait = gait_of(*(arm for arm in arms if not arm.is_train))
    index = state.battle.battlefield.grid.index
    return reach(steps_of(state, gait), index[start], LONGEST_WAY)


def nearest(state: GameState, way: Reach, hexes: Iterable[Hex]) -> Hex | None:
    """The hex of lowest path cost, the first on the map of equal ones (house rule), or None."""
    index = state.battle.battlefield.grid.index
    near = [(way.cost[index[h]], index[h], h) for h in hexes if index[h] in way.cost]
    return min(near)[2] if near else None


def nearest_enemy(state: GameState, line: LineId, start: Hex) -> Hex | None:
    """The hex of the nearest visible enemy by path cost (N3.6, N12.34), or None without one."""
    held = enemy_hexes(state, state.side_of_line(line))
    return nearest(state, way_from(state, line, start), held) if held else None


def enemies_within(state: GameState, side: Side, hex_: Hex, limit: int) -> list[Hex]:
    """The hexes that visible enemies hold within a distance, the nearest first."""
    distance = state.battle.battlefield.grid.distance
    near = sorted((distance(hex_, other), other) for other in enemy_hexes(state, side))
    return [other for far, other in near if far <= limit]


# -- where an order leads its units now, and what is left of the way there (N12.1, N12.33)
#
# Sets of hexes are whole numbers here, as in `hexwar.grid.waves`: bit n stands for cell n.


FAR = 10**6
"""The remaining path cost of a hex from which no way leads to the goal, half MP."""


LONGEST = 4
"""Half MP of the longest way that is looked for, for each row and column of the sheet."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What units make for: any of some hexes, reached within a radius."""

    hexes: tuple[Hex, ...]
    radius: int  # hexes
    name: str  # as a sentence says it: Brienne-le-Château (0913)


# -- places


def place_of(state: GameState, formation: FormationId) -> Hex | None:
    """Where a formation named as an objective is: its HQ counter, else where it is led from."""
    cards, leaders = state.battle.leaders, state.battle.formations[formation].leaders
    staffs = (state.leaders[leader].hex for leader in leaders if cards[leader].role is Role.HQ)
    return next(filter(None, staffs), None) or centre_of(state, LineId(formation))


def objective_of(state: GameState, step: OrderStep) -> Hex | None:
    """The hex of a step's objective now; None where it has none on the map.

    A formation's place goes before a hex: a scenario may name the hex where the formation starts,
    which counts while the formation is off the map.
    """
    friend = step.target_formation
    return (friend and place_of(state, friend)) or step.target


def supported_by(state: GameState, side: Side, step: OrderStep) -> tuple[FormationId, ...]:
    """Whom a Support order supports: whom it names, or who is to attack what it names (N12.28).

    An order such as "Support the Attack on La Rothière" has a hex for its objective.
    """
    if step.target_formation is not None:
        return (step.target_formation,)
    lines = (line for line in sorted(state.pad.lines) if state.side_of_line(line) == side)
    found = (formation_of_line(line) for line in lines if _attacks(state, line, step.target))
    return tuple(dict.fromkeys(found))


def _attacks(state: GameState, line: LineId, hex_: Hex | None) -> bool:
    """Whether a line's order in force is to attack a hex."""
    is_attack = hex_ is not None and line_row(state, line).attacks
    return is_attack and objective_of(state, state.pad.lines[line].step) == hex_


def objective_name(state: GameState, step: OrderStep, hex_: Hex) -> str:
    """An objective as a sentence names it."""
    if step.target_formation is not None:
        return state.battle.formations[step.target_formation].name
    return state.battle.battlefield.name_of(hex_)


def enemies_near(state: GameState, side: Side, step: OrderStep, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes that a side's enemies hold near an objective, in map order (N12.23).

    Near is within the zone of the objective, two hexes where the order names none (house rule).
    """
    radius = step.zone or numbers_of(state.battle).duty.zone_radius
    return tuple(sorted(enemies_within(state, side, hex_, radius)))


# -- the goal of a move


def goal_of(state: GameState, side: Side, step: OrderStep, start: Hex, gait: Gait) -> Goal | None:
    """What a unit makes for from a hex: the next via point, the enemies to probe, the objective.

    Args:
        state: The table.
        side: Whose unit.
        step: The order that governs it.
        start: Where it is.
        gait: How it goes, which tells the via points that lie behind it.

    Returns:
        None where the order has no objective that is on the map.
    """
    hex_, duty = objective_of(state, step), numbers_of(state.battle).duty
    if hex_ is None:
        return None
    via = _next_via(state, step, hex_, start, gait)
    if via is not None:
        return Goal((via,), duty.goal_radius, state.battle.battlefield.name_of(via))
    name, row = objective_name(state, step, hex_), row_of(state, step)
    near = enemies_near(state, side, step, hex_) if row.goal == "enemies" else ()
    if near:
        return Goal(near, duty.probe_distance, say("the enemy near {name}", name=name))
    return Goal((hex_,), 0 if row.objective == "exit" else duty.goal_radius, name)


def _next_via(state: GameState, step: OrderStep, end: Hex, start: Hex, gait: Gait) -> Hex | None:
    """The first via point of a named route that is still ahead of a hex (N12.21).

    It comes after the last one that has been passed; near the end of the way all have been.
    """
    radius = numbers_of(state.battle).duty.goal_radius
    if not step.route or state.battle.battlefield.grid.distance(start, end) <= radius:
        return None
    ahead: Hex | None = None
    for via, following in reversed(tuple(pairwise((*step.route, end)))):
        if _is_behind(state, via, following, start, gait):
            return ahead
        ahead = via
    return ahead


def _is_behind(state: GameState, via: Hex, following: Hex, start: Hex, gait: Gait) -> bool:
    """Whether a via point has been passed: it is reached, or the hex lies on the way after it.

    Nobody writes down who has been where, so the place on the map tells it (house rule): a hex
    lies on the way from a via point to the next one if going round by it costs little more.
    """
    grid = state.battle.battlefield.grid
    radius = numbers_of(state.battle).duty.goal_radius
    if grid.distance(start, via) <= radius:
        return True
    onward, back = search_back(state, gait, (following,)), search_back(state, gait, (via,))
    cell, leg = grid.index[start], onward.cost_of(grid.index[via], FAR)
    return back.cost_of(cell, FAR) + onward.cost_of(cell, FAR) <= leg + 2 * 2 * radius


# -- the way that is left


def remaining(state: GameState, gait: Gait, goals: Iterable[Hex]) -> Mapping[int, int]:
    """The remaining path cost of each cell from which a way leads to the nearest goal, half MP."""
    return search_back(state, gait, goals).whole().cost


def remaining_from(
    state: GameState,
    gait: Gait,
    goals: Iterable[Hex],
    start: Hex,
    *,
    marching: bool = False,
    closed: frozenset[int] = frozenset(),
) -> Mapping[int, int]:
    """The remaining path cost of a start hex and of every cell that is nearer to the goals.

    Of cells that are farther away some may be missing, which spares most of a search; all are
    where no way leads from the start.
    """
    cell = state.battle.battlefield.grid.index[start]
    return search_back(state, gait, goals, marching=marching, closed=closed).costs_up_to(cell)


def search_back(
    state: GameState,
    gait: Gait,
    goals: Iterable[Hex],
    *,
    marching: bool = False,
    closed: frozenset[int] = frozenset(),
) -> Search:
    """The ways from all over the map to the nearest of some hexes, searched from there.

    Args:
        state: The table.
        gait: Who goes.
        goals: The hexes to reach.
        marching: Whether roads and trails cost what they cost in road movement.
        closed: Cells that the way avoids; a goal may be one of them.
    """
    weather, blaze = weather_felt(state, gait), state.law.blaze(state)
    now = state.battle, gait, state.spans, weather
    return _kept_search(*now, frozenset(goals), marching, closed, blaze)


def steps_back_of(state: GameState, gait: Gait, *, marching: bool) -> Steps:
    """The steps into every hex, on which a search from a goal goes: the map's are made once."""
    battle, weather = state.battle, weather_felt(state, gait)
    field, numbers = battle.battlefield, numbers_of(battle)
    return steps_into(field, numbers, gait, state.spans, weather, marching, state.law.blaze(state))


@lru_cache(maxsize=128)
def _kept_search(
    battle: NlcBattle,
    gait: Gait,
    spans: Spans,
    weather: str,
    goals: frozenset[Hex],
    marching: bool,
    closed: frozenset[int],
    blaze: Blaze,
) -> Search:
    """A search from some goals; it is kept, and goes on where it was left."""
    field, grid = battle.battlefield, battle.battlefield.grid
    steps = steps_into(field, numbers_of(battle), gait, spans, weather, marching, blaze)
    longest = LONGEST * (grid.columns + grid.rows)
    begun = sorted(grid.index[hex_] for hex_ in goals)
    return Search(steps, dict.fromkeys(begun, 0), longest, blocked=closed.difference(begun))


# -- areas


def area(grid: Grid, centres: Iterable[Hex], radius: int) -> int:
    """The cells at most `radius` hexes from any of some hexes, as bits."""
    return _area(grid, frozenset(centres), radius)


@lru_cache(maxsize=1024)
def _area(grid: Grid, centres: frozenset[Hex], radius: int) -> int:
    begun = bits_of(grid.index[hex_] for hex_ in centres)
    return spread(plain_net(grid), begun, radius).reached


def enemy_distance(state: GameState, side: Side, hex_: Hex, limit: int) -> int | None:
    """How many hexes away a side's nearest visible enemy is, or None beyond a limit."""
    grid = state.battle.battlefield.grid
    begun = bits_of(enemy_cells(state, side))
    return spread(plain_net(grid), begun, limit).distance(grid.index[hex_])


@lru_cache(maxsize=8)
def plain_net(grid: Grid) -> Net:
    """The cells of a map and those next to each, whatever lies between; it is kept."""
    return net_of([[n for n in row if n >= 0] for row in grid.neighbour_indexes])
