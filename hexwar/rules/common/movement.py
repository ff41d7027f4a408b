"""Where units can go: the reach of a group and the hexes where it may end (N5, N6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from hexwar.grid.reach import Reach, Steps, reach, reach_from
from hexwar.hexes import Hex
from hexwar.model.forces import Side
from hexwar.model.pieces import Segment
from hexwar.model.reports import StepCost
from hexwar.model.state import GameState
from hexwar.rules.common.costs import Gait, ground_of, march_steps, steps_of
from hexwar.rules.common.groups import Leave, Movers
from hexwar.rules.common.paths import path_refusal, zone_refusal
from hexwar.rules.common.shunned import shunned_cells
from hexwar.rules.common.stacking import has_room, stack_in
from hexwar.rules.common.tails import has_tail, tail_is_free
from hexwar.rules.common.zones import (
    cells_of,
    enemy_cells,
    enemy_zone_cells,
    friendly_cells,
    kept,
    lost_landings,
)
from hexwar.rules.nlc.cards.zone_exits import dearer, exit_to


def can_step(state: GameState, group: Movers, order: Leave) -> bool:
    """Whether there is any hex that a group could move to: a quick test without a full reach."""
    if group.entering:
        return True
    # Only who has spent MP can be too poor for a step and still march along a road.
    poor = not group.fresh and len(group.units) == 1 and not group.is_train
    return any(
        _can_begin(state, group, order, b, column=column)
        for column in ((False, True) if poor else (False,))
        for b in state.battle.battlefield.grid.neighbours[group.start]
    )


def _can_begin(state: GameState, group: Movers, order: Leave, b: Hex, *, column: bool) -> bool:
    step = _march_step(state, group, b) if column else first_step(state, group, b)
    return (
        step is not None
        and (group.fresh or step.halves <= group.allowance)
        and zone_refusal(state, group, order, group.start, b, column=column) is None
    )


def _march_step(state: GameState, group: Movers, b: Hex) -> StepCost | None:
    friends = bool(stack_in(state, b, group.side))
    step = ground_of(state).step(group.gait.in_column(), group.start, b, past_friends=friends)
    return _with_toll(state, group, step)


def _with_toll(state: GameState, group: Movers, step: StepCost | None) -> StepCost | None:
    """A first step with what it costs to leave an EZOC by a card."""
    if step is None or not group.exits:
        return step
    return dearer(step, exit_to(state, group.side, group.exits, step.hex))


def first_step(state: GameState, group: Movers, b: Hex) -> StepCost | None:
    """What the first step of a move costs, by a ford if need be (T18.32)."""
    ground = ground_of(state)
    step = ground.step(group.gait, group.start, b)
    if step is None and group.may_ford:
        step = ground.ford(group.gait, group.start, b, group.allowance)
    return _with_toll(state, group, step)


@dataclass(frozen=True, slots=True)
class _Search:
    """What a group's search over the map keeps to."""

    steps: Steps  # half MP
    limit: int  # half MP
    closed: frozenset[int]
    stops: frozenset[int]

    def run(self, start: int, spent: int) -> Reach:
        """Everything within reach of a cell."""
        return reach(
            self.steps, start, self.limit, initial=spent, blocked=self.closed, stops=self.stops
        )

    def run_after(self, start: int, first: dict[int, int]) -> Reach:
        """Everything within reach once one of some first steps is made."""
        begun = {c: spent for c, spent in first.items() if spent <= self.limit}
        closed = {*self.closed, start}
        found = reach_from(self.steps, begun, self.limit, blocked=closed, stops=self.stops)
        found.cost[start] = 0
        for cell in begun:
            found.entered_from.setdefault(cell, start)
        return Reach(found.cost, found.entered_from, start)


def find_reach(state: GameState, group: Movers, order: Leave, *, column: bool) -> Reach:
    """Where a group can go and what it costs, in cells of the grid and half MP."""
    search = _search(state, group, order, column=column)
    return _run(state, group, order, search, column=column)


def _search(state: GameState, group: Movers, order: Leave, *, column: bool) -> _Search:
    gait = group.gait.in_column() if column else group.gait
    stops = group.heeds_zones and not group.is_train
    return _Search(
        steps=_steps(state, group.side, gait, column=column),
        limit=group.allowance,
        closed=_closed(state, group, order, column=column),
        stops=enemy_zone_cells(state, group.side) if stops else frozenset(),
    )


def _steps(state: GameState, side: Side, gait: Gait, *, column: bool) -> Steps:
    """The steps of a gait, without those over bridges that the enemy's train takes along."""
    steps = _column_steps(state, side, gait) if column else steps_of(state, gait)
    lost = lost_landings(state, side)
    if not lost:
        return steps
    return kept(state, f"landed:{side}:{gait}", lambda: _without(state, steps, lost))


def _without(state: GameState, steps: Steps, lost: Collection[tuple[Hex, Hex]]) -> Steps:
    index, rows = state.battle.battlefield.grid.index, list(steps)
    for a, b in lost:
        rows[index[a]] = tuple(step for step in rows[index[a]] if step[0] != index[b])
    return rows


def _run(state: GameState, group: Movers, order: Leave, search: _Search, *, column: bool) -> Reach:
    """The reach of a group by a search, which depends on how its move begins."""
    start = state.battle.battlefield.grid.index[group.start]
    if group.entering:
        gait = group.gait.in_column() if column else group.gait
        return _entry_reach(state, group, search, gait, start)
    if start in search.stops:
        return _zone_reach(state, group, order, search)
    fords = {} if column else _ford_steps(state, group, search)
    if not fords:
        return search.run(start, 0)
    first = {n: cost for n, cost in search.steps[start] if n not in search.closed}
    return search.run_after(start, first | fords)


def _entry_reach(state: GameState, group: Movers, search: _Search, gait: Gait, start: int) -> Reach:
    """The reach of an arrival, which pays for its entry hex (N5.81)."""
    if start in search.closed:
        return Reach({}, {}, start)
    spent = ground_of(state).entry(gait, group.start).halves
    if start in search.stops or spent > group.allowance:
        return Reach({start: spent}, {}, start)
    return search.run(start, spent)


def _zone_reach(state: GameState, group: Movers, order: Leave, search: _Search) -> Reach:
    """The reach of infantry or artillery that starts in an EZOC (N6.6), by cards too."""
    start = state.battle.battlefield.grid.index[group.start]
    tolls = {way.into_zone: way.toll for way in group.exits}
    first = {
        n: cost + tolls.get(n in search.stops, 0)
        for n, cost in search.steps[start]
        if n not in search.closed
        and (
            (order.zone_to_zone if n in search.stops else order.leave_zone)
            or (n in search.stops) in tolls
        )
    }
    return search.run_after(start, first)


def _ford_steps(state: GameState, group: Movers, search: _Search) -> dict[int, int]:
    """The first steps through fords, by cell (T18.32)."""
    field = state.battle.battlefield
    if not group.may_ford or not field.fords:
        return {}
    ground, index = ground_of(state), field.grid.index
    steps = {
        index[b]: ground.ford(group.gait, group.start, b, group.allowance)
        for b in field.grid.neighbours[group.start]
    }
    return {
        cell: step.halves
        for cell, step in steps.items()
        if step is not None and cell not in search.closed
    }


def _column_steps(state: GameState, side: Side, gait: Gait) -> Steps:
    """The steps of road movement past the friends who stand about (N5.31)."""
    friends = friendly_cells(state, side)
    return kept(state, f"column:{side}:{gait}", lambda: march_steps(state, gait, friends))


def _closed(state: GameState, group: Movers, order: Leave, *, column: bool) -> frozenset[int]:
    """Cells that a group may not enter: held ones, and what its order shuns of an enemy's zone.

    A train enters no zone at all and no hex with an enemy train either (N6.10, N16.4). Cavalry
    rides through zones that it may not end in (N6.8).
    """
    side = group.side
    held = enemy_cells(state, side)
    if group.is_train:
        return kept(state, f"closed-train:{side}", lambda: _closed_to_trains(state, side))
    if column:
        return kept(state, f"closed-zone:{side}", lambda: held | enemy_zone_cells(state, side))
    return held | shunned_cells(state, side, order) if group.heeds_zones else held


def _closed_to_trains(state: GameState, side: Side) -> frozenset[int]:
    places = (unit.hex for unit in state.on_map(state.battle.enemy(side)))
    pieces = cells_of(state, (hex_ for hex_ in places if hex_ is not None))
    return enemy_cells(state, side) | enemy_zone_cells(state, side) | pieces


# -- all the ends


def ends(state: GameState, group: Movers, order: Leave, *, column: bool) -> dict[Hex, Reach]:
    """Each hex where a group may end its move, with the reach that its path is read from.

    The start hex is none of them, but for arrivals. Hexes that only the rule of one hex
    (N5.4) opens are there too.
    """
    found = find_reach(state, group, order, column=column)
    hexes = state.battle.battlefield.grid.hexes
    friends = friendly_cells(state, group.side)
    tailed = column and has_tail(state, group)
    shunned = shunned_cells(state, group.side, order)
    result = {
        hexes[cell]: found
        for cell in found.cost
        if (cell != found.start or group.entering)
        and cell not in shunned
        and ((cell not in friends) or can_end(state, group, hexes[cell], column=column))
    }
    if tailed:
        result = dict(_tailed_ends(state, group, order, result))
    if group.fresh and not group.entering:
        result.update(_dear_ends(state, group, order, result, column=column))
    return result


def _tailed_ends(
    state: GameState, group: Movers, order: Leave, known: Mapping[Hex, Reach]
) -> Iterator[tuple[Hex, Reach]]:
    """The ends behind which there is room for the tail, by another way if need be (N5.33)."""
    for end, found in known.items():
        if tail_is_free(state, group, path_to(state, found, end)):
            yield end, found
        elif (other := _other_way(state, group, order, end)) is not None:
            yield end, other


def _other_way(state: GameState, group: Movers, order: Leave, end: Hex) -> Reach | None:
    """The cheapest way of a column to a hex that leaves its tail where there is room."""
    grid = state.battle.battlefield.grid
    cell = grid.index[end]
    search = _search(state, group, order, column=True)
    around = replace(search, closed=search.closed | {cell})
    found = _run(state, group, order, around, column=True)
    ways = sorted(
        (found.cost[behind] + cost, behind)
        for behind in found.cost
        for near, cost in search.steps[behind]
        if near == cell
    )
    for cost, behind in ways:
        way = Reach(found.cost | {cell: cost}, found.entered_from | {cell: behind}, found.start)
        if path_refusal(state, group, order, path_to(state, way, end), column=True) is None:
            return way
    return None


def _dear_ends(
    state: GameState, group: Movers, order: Leave, known: Collection[Hex], *, column: bool
) -> Iterator[tuple[Hex, Reach]]:
    """Hexes next to the start that cost more than the whole allowance (N5.4)."""
    index = state.battle.battlefield.grid.index
    start = index[group.start]
    for hex_, cost in _dear_hexes(state, group, column=column):
        is_legal = path_refusal(state, group, order, (group.start, hex_), column=column) is None
        if hex_ not in known and is_legal and can_end(state, group, hex_, column=column):
            yield hex_, Reach({start: 0, index[hex_]: cost}, {index[hex_]: start}, start)


def _dear_hexes(state: GameState, group: Movers, *, column: bool) -> Iterator[tuple[Hex, int]]:
    grid = state.battle.battlefield.grid
    if column:
        gait = group.gait.in_column()
        row = _column_steps(state, group.side, gait)[grid.index[group.start]]
        tolls = {way.into_zone: way.toll for way in group.exits}
        zone = enemy_zone_cells(state, group.side)
        priced = [(grid.hexes[cell], cost + tolls.get(cell in zone, 0)) for cell, cost in row]
    else:
        around = grid.neighbours[group.start]
        steps = ((b, first_step(state, group, b)) for b in around)
        priced = [(b, step.halves) for b, step in steps if step is not None]
    yield from ((hex_, cost) for hex_, cost in priced if cost > group.allowance)


def path_to(state: GameState, found: Reach, end: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest path to an end."""
    grid = state.battle.battlefield.grid
    return tuple(grid.hexes[cell] for cell in found.path(grid.index[end]))


def can_end(state: GameState, group: Movers, hex_: Hex, *, column: bool) -> bool:
    """Whether a group may sensibly end in a hex.

    In column it must be alone (N5.31). Else there must be room, or friends of its formation
    who may still move off: the limits bind at the end of the segment (N6.2).
    """
    friends = tuple(u for u in stack_in(state, hex_, group.side) if u not in group.units)
    if not friends:
        return True
    if column:
        return False
    if has_room(state, hex_, group.side, group.units):
        return True
    activation = state.activation
    if activation is None or activation.segment is not Segment.MOVEMENT:
        return False
    return all(
        state.formation_of(u).id in activation.formations
        and not state.units[u].moved
        and not state.units[u].square
        and not state.card(u).arm.is_train
        for u in friends
    )
