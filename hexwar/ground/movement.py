"""Who moves together, where they can go, and the law of one path; the tails of road columns.

Rules: N5, N6.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Reach, Row, Steps, reach, reach_from
from hexwar.ground.costs import Gait, gait_of, ground_of, march_steps, steps_of, weather_felt
from hexwar.ground.law import GroundLaw, GroundState, ZoneExit
from hexwar.ground.stacking import has_room, stack_in
from hexwar.ground.vedettes import closed_to_vedettes
from hexwar.ground.zones import (
    cells_of,
    enemy_cells,
    enemy_hexes,
    enemy_standing,
    enemy_zone,
    enemy_zone_cells,
    friendly_cells,
    lost_landings,
)
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import PathQuote, StepCost, points
from hexwar.table.spans import Crossing, crossing

# -- who moves together, how far and how: the group that units form (N5.9, N5.11, N11.81)


class Leave(Protocol):
    """What an order says of zones of control (N12.2)."""

    @property
    def enter_zone(self) -> bool:
        """Whether units may enter an EZOC at all."""
        ...

    @property
    def open_zone(self) -> frozenset[Hex] | None:
        """The hexes whose EZOC they may enter; None where any."""
        ...

    @property
    def leave_zone(self) -> bool:
        """Whether units may leave an EZOC into the open."""
        ...

    @property
    def zone_to_zone(self) -> bool:
        """Whether units may go one hex directly from an EZOC to an EZOC."""
        ...


@dataclass(frozen=True, slots=True)
class Movers:
    """Units that start in one hex, or enter at one, and move together (N5.9)."""

    units: tuple[UnitId, ...]
    side: Side
    gait: Gait
    allowance: int  # half MP that are left
    heeds_zones: bool  # any of them is neither cavalry nor a vedette (N6.4)
    start: Hex
    entering: bool  # an arrival: the start hex itself is paid for
    fresh: bool = True  # nobody has used MP: one hex is always possible (N5.4)
    alone: bool = False  # the only unit in its hex: it may begin with a ford (T18.32)
    exits: tuple[ZoneExit, ...] = ()  # ways out of the EZOC of its hex, by cards

    @property
    def is_train(self) -> bool:
        """Whether it is a train."""
        return self.gait.is_train

    @property
    def may_ford(self) -> bool:
        """Whether its first step may be through a ford (T18.31, T18.32)."""
        return self.alone and not self.entering and self.gait.wades

    @property
    def is_screen(self) -> bool:
        """Whether it is made of vedettes."""
        return self.gait is Gait.VEDETTE


def movers(state: GroundState, units: Sequence[UnitId], entry: Hex | None = None) -> Movers:
    """The group that units form when they move together: highest cost and lowest MA (N5.9)."""
    return _movers(state, tuple(units), entry)


@kept
def _movers(state: GroundState, units: tuple[UnitId, ...], entry: Hex | None) -> Movers:
    cards = [state.card(u) for u in units]
    start = entry if entry is not None else state.units[units[0]].hex
    assert start is not None
    side = cards[0].side
    heeds_zones = any(not card.arm.ignores_zones for card in cards)  # N6.11
    law, may_exit = state.law, heeds_zones and entry is None
    return Movers(
        units=units,
        side=side,
        gait=gait_of(*(card.arm for card in cards)),
        allowance=min(law.allowance(state, u) - state.units[u].spent for u in units),
        heeds_zones=heeds_zones,
        start=start,
        entering=entry is not None,
        fresh=not any(state.units[u].spent for u in units),
        alone=len(units) == 1 and _is_alone(state, start, units[0]),
        exits=law.zone_exits(state, units, start) if may_exit else (),
    )


def _is_alone(state: GroundState, hex_: Hex, unit: UnitId) -> bool:
    if state.occupants.get(hex_) == (unit,) and hex_ not in state.tails:
        return True
    here = stack_in(state, hex_, state.side_of(unit))
    return all(u == unit or state.units[u].bridging is not None for u in here)


@dataclass(frozen=True, slots=True)
class Drop:
    """A unit that stays behind on the way; it has moved (N5.9)."""

    unit: UnitId
    hex: Hex


def group_at(
    state: GroundState, group: Movers, path: Sequence[Hex], drops: Sequence[Drop], place: int
) -> Movers:
    """Those of a group who go on from the hex at a place of their path."""
    if not drops:
        return group
    passed = path[1 : place + 1]
    gone = {drop.unit for drop in drops if drop.hex in passed}
    if not gone:
        return group
    left = tuple(u for u in group.units if u not in gone)
    return movers(state, left, group.start if group.entering else None)


# -- the second hex of a strong unit in road column (N5.3, N5.33)


class InColumn(Protocol):
    """Who goes by road movement, as far as the second hex is concerned."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The one unit."""
        ...

    @property
    def side(self) -> Side:
        """Whose it is."""
        ...

    @property
    def is_train(self) -> bool:
        """Whether it is a train."""
        ...


def has_tail(state: GroundState, group: InColumn) -> bool:
    """Whether the unit of a column is so strong that it takes up two hexes (N5.33)."""
    strong = state.numbers.column.tail_sp
    return not group.is_train and any(state.sp(unit) >= strong for unit in group.units)


def tail_of(state: GroundState, group: InColumn, path: Sequence[Hex]) -> Hex | None:
    """Where the tail of a column comes to lie: the last hex before the end, if it moved."""
    return path[-2] if len(path) > 1 and has_tail(state, group) else None


def tail_refusal(state: GroundState, group: InColumn, path: Sequence[Hex]) -> Refusal | None:
    """Why the tail of a column cannot lie where it would, or None.

    Another column or a train is in the way. A stack is not: the limits of stacking bind at the
    end of the segment (N6.2).
    """
    tail = tail_of(state, group, path)
    for unit in () if tail is None else stack_in(state, tail, group.side):
        record, card = state.units[unit], state.card(unit)
        is_big = record.column or (card.arm.is_train and record.bridging is None)
        if is_big and unit not in group.units:
            words = mark("The unit takes up two hexes, and {name} is in {tail}.")
            return refuse("N5.33", words, name=card.name, tail=tail)
    return None


# -- the hexes of an enemy's zone that an order keeps units out of (N6.5, N6.8, N12.2)


def is_shunned(state: GroundState, side: Side, order: Leave, hex_: Hex) -> bool:
    """Whether an order forbids to enter a hex because it lies in an EZOC."""
    if hex_ not in enemy_zone(state, side):
        return False
    return not order.enter_zone or (order.open_zone is not None and hex_ not in order.open_zone)


def shunned_cells(state: GroundState, side: Side, order: Leave) -> frozenset[int]:
    """The cells of the grid that an order forbids to enter because they lie in an EZOC."""
    if not order.enter_zone:
        return enemy_zone_cells(state, side)
    if order.open_zone is None:
        return frozenset()
    return enemy_zone_cells(state, side) - cells_of(state, order.open_zone)


# -- ways out of an enemy's zone that the order does not open (N23.4)


def exit_to(
    state: GroundState, side: Side, exits: Sequence[ZoneExit], hex_: Hex
) -> ZoneExit | None:
    """Of some ways out of an EZOC the one that leads to a hex next to it, or None."""
    if not exits:
        return None
    into_zone = hex_ in enemy_zone(state, side)
    return next((way for way in exits if way.into_zone == into_zone), None)


def dearer(step: StepCost, way: ZoneExit | None) -> StepCost:
    """A first step with what a way out of an EZOC adds to it."""
    if way is None:
        return step
    return StepCost(step.hex, step.halves + way.toll, (*step.parts, (way.name, way.toll)))


# -- where units can go: the reach of a group and the hexes where it may end (N5, N6)


def can_step(state: GroundState, group: Movers, order: Leave) -> bool:
    """Whether there is any hex that a group could move to: a quick test without a full reach."""
    if group.entering:
        return True
    # Only who has spent MP can be too poor for a step and still march along a road.
    lone = len(group.units) == 1 and not (group.is_train or group.is_screen)
    poor = not group.fresh and lone
    around = state.battle.battlefield.grid.neighbours[group.start]
    columns = (False, True) if poor else (False,)
    return any(_can_begin(state, group, order, b, column=c) for c in columns for b in around)


def steps_freely(state: GroundState, unit: UnitId) -> bool:
    """Whether a unit can step for sure, whatever its order: a test quicker than `can_step`.

    It has spent nothing, is no train, does not move hidden, and goes from an open hex to another.
    """
    record, card = state.units[unit], state.card(unit)
    is_barred = record.spent or not card.arm.fights or unit in state.hiding.lifted
    if record.hex is None or is_barred:
        return False
    cell = state.battle.battlefield.grid.index[record.hex]
    closed = held_or_controlled(state, card.side)
    steps = steps_of(state, gait_of(card.arm))[cell]
    return cell not in closed and any(n not in closed for n, _ in steps)


def _can_begin(state: GroundState, group: Movers, order: Leave, b: Hex, *, column: bool) -> bool:
    """Whether a move may begin with a step, by a ford if need be (T18.32)."""
    ground = ground_of(state)
    if column:
        friends = bool(stack_in(state, b, group.side))
        step = ground.step(group.gait.in_column(), group.start, b, past_friends=friends)
    else:
        step = ground.step(group.gait, group.start, b)
        if step is None and group.may_ford:
            step = ground.ford(group.gait, group.start, b, group.allowance)
    if step is None:
        return False
    step = dearer(step, exit_to(state, group.side, group.exits, step.hex))
    if not (group.fresh or step.halves <= group.allowance):
        return False
    return zone_refusal(state, group, order, group.start, b, column=column) is None


@dataclass(frozen=True, slots=True)
class MoveSearch:
    """What a group's search over the map keeps to."""

    steps: Steps  # half MP
    limit: int  # half MP
    closed: frozenset[int]
    stops: frozenset[int]

    def run(self, start: int, spent: int) -> Reach:
        """Everything within reach of a cell."""
        closed, stops = self.closed, self.stops
        return reach(self.steps, start, self.limit, initial=spent, blocked=closed, stops=stops)

    def run_after(self, start: int, first: dict[int, int]) -> Reach:
        """Everything within reach once one of some first steps is made."""
        begun = {c: spent for c, spent in first.items() if spent <= self.limit}
        closed = {*self.closed, start}
        found = reach_from(self.steps, begun, self.limit, blocked=closed, stops=self.stops)
        found.cost[start] = 0
        for cell in begun:
            found.entered_from.setdefault(cell, start)
        return Reach(found.cost, found.entered_from, start)


def find_reach(state: GroundState, group: Movers, order: Leave, *, column: bool) -> Reach:
    """Where a group can go and what it costs, in cells of the grid and half MP."""
    return _run(state, group, order, move_search(state, group, order, column=column), column=column)


def move_search(state: GroundState, group: Movers, order: Leave, *, column: bool) -> MoveSearch:
    """The search of a group for its moves."""
    gait = group.gait.in_column() if column else group.gait
    stops = group.heeds_zones and not group.is_train
    return MoveSearch(
        steps=_steps(state, group.side, gait, column),
        limit=group.allowance,
        closed=closed_to(state, group, order, column=column),
        stops=enemy_zone_cells(state, group.side) if stops else frozenset(),
    )


@kept
def _steps(state: GroundState, side: Side, gait: Gait, column: bool) -> Steps:
    """The steps of a gait, without those over bridges that the enemy's train takes along."""
    steps = _column_steps(state, side, gait) if column else steps_of(state, gait)
    lost = lost_landings(state, side)
    if not lost:
        return steps
    index, rows = state.battle.battlefield.grid.index, dict[int, Row]()
    for a, b in lost:
        row = rows.get(index[a], steps[index[a]])
        rows[index[a]] = [step for step in row if step[0] != index[b]]
    return steps.altered(rows)


def _run(
    state: GroundState, group: Movers, order: Leave, search: MoveSearch, *, column: bool
) -> Reach:
    """The reach of a group by a search, which depends on how its move begins."""
    start = state.battle.battlefield.grid.index[group.start]
    if not group.entering and start not in search.stops:
        fords = {} if column else _ford_steps(state, group, search.closed)
        if not fords:
            return search.run(start, 0)
    first = first_steps(state, group, order, search, column=column)
    if not group.entering:
        return search.run_after(start, first)
    spent = first.get(start)
    if spent is None:
        return Reach({}, {}, start)
    if start in search.stops or spent > group.allowance:
        return Reach({start: spent}, {}, start)
    return search.run(start, spent)


def first_steps(
    state: GroundState, group: Movers, order: Leave, search: MoveSearch, *, column: bool
) -> dict[int, int]:
    """What the first cells of a group's moves cost, half MP.

    An arrival pays for its entry hex (N5.81); who leaves an EZOC is bound by N6.6, and by cards; a
    ford is a first step only (T18.32).
    """
    start = state.battle.battlefield.grid.index[group.start]
    if group.entering:
        gait = group.gait.in_column() if column else group.gait
        is_shut = start in search.closed
        return {} if is_shut else {start: ground_of(state).entry(gait, group.start).halves}
    if start in search.stops:
        return _zone_steps(group, order, search, start)
    fords = {} if column else _ford_steps(state, group, search.closed)
    return {n: cost for n, cost in search.steps[start] if n not in search.closed} | fords


def _zone_steps(group: Movers, order: Leave, search: MoveSearch, start: int) -> dict[int, int]:
    """The first steps of infantry or artillery that starts in an EZOC (N6.6), by cards too."""
    tolls = {way.into_zone: way.toll for way in group.exits}
    leave = ((True, order.zone_to_zone), (False, order.leave_zone))
    ways = {into_zone for into_zone, is_open in leave if is_open or into_zone in tolls}
    return {
        n: cost + tolls.get(n in search.stops, 0)
        for n, cost in search.steps[start]
        if n not in search.closed and (n in search.stops) in ways
    }


def _ford_steps(state: GroundState, group: Movers, closed: frozenset[int]) -> dict[int, int]:
    """The first steps through fords, by cell (T18.32)."""
    field = state.battle.battlefield
    if not group.may_ford or not (field.fords or state.spans.found):
        return {}
    ground, start = ground_of(state), group.start
    around = [b for b in field.grid.neighbours[start] if field.grid.index[b] not in closed]
    steps = [ground.ford(group.gait, start, b, group.allowance) for b in around]
    return {field.grid.index[step.hex]: step.halves for step in steps if step}


def _march_ground(state: GroundState, side: Side, gait: Gait) -> tuple[Hashable, ...]:
    weather, blaze = weather_felt(state, gait), state.law.blaze(state)
    return state.stances[side], state.spans, weather, blaze


@kept_by(_march_ground)
def _column_steps(state: GroundState, side: Side, gait: Gait) -> Steps:
    """The steps of road movement past the friends who stand about (N5.31)."""
    return march_steps(state, gait, friendly_cells(state, side))


def closed_to(state: GroundState, group: Movers, order: Leave, *, column: bool) -> frozenset[int]:
    """Cells that a group may not enter: held ones, and what its order shuns of an enemy's zone.

    A train enters no zone at all and no hex with an enemy train either (N6.10, N16.4). Cavalry
    rides through zones that it may not end in (N6.8).
    """
    shut, own = _shut_by_enemy(state, group, order, column=column), _shut(state, group)
    return shut | own if own else shut


def _shut(state: GroundState, group: Movers) -> frozenset[int]:
    """Cells that the game closes to a group besides."""
    law: GroundLaw[GroundState] = state.law
    return law.closed_cells(state, group.units)


def _shut_by_enemy(
    state: GroundState, group: Movers, order: Leave, *, column: bool
) -> frozenset[int]:
    if group.is_train:
        return _closed_to_trains(state, group.side)
    if group.is_screen:
        return closed_to_vedettes(state, group.side)
    if column:
        return held_or_controlled(state, group.side)
    if group.heeds_zones:
        return _held_or_shunned(state, group.side, order)
    return enemy_cells(state, group.side)


def _held_or_shunned(state: GroundState, side: Side, order: Leave) -> frozenset[int]:
    """The cells that a side's enemy holds, and those of his zone that an order forbids to enter."""
    if not order.enter_zone:
        return held_or_controlled(state, side)
    held = enemy_cells(state, side)
    return held if order.open_zone is None else held | shunned_cells(state, side, order)


@kept_by(enemy_standing)
def held_or_controlled(state: GroundState, side: Side) -> frozenset[int]:
    """The cells that a side's enemy holds, and those of his zone."""
    return enemy_cells(state, side) | enemy_zone_cells(state, side)


@kept_by(enemy_standing)
def _closed_to_trains(state: GroundState, side: Side) -> frozenset[int]:
    places = (unit.hex for unit in state.on_map(state.battle.enemy(side)))
    pieces = cells_of(state, (hex_ for hex_ in places if hex_ is not None))
    return held_or_controlled(state, side) | pieces


# -- all the ends


def ends(state: GroundState, group: Movers, order: Leave, *, column: bool) -> dict[Hex, Reach]:
    """Each hex where a group may end its move, with the reach that its path is read from.

    The start hex is none of them, but for arrivals. Hexes that only the rule of one hex
    (N5.4) opens are there too.
    """
    found = find_reach(state, group, order, column=column)
    hexes = state.battle.battlefield.grid.hexes
    friends = friendly_cells(state, group.side)
    shunned = shunned_cells(state, group.side, order)
    result = {
        hexes[cell]: found
        for cell in found.cost
        if (cell != found.start or group.entering)
        and cell not in shunned
        and ((cell not in friends) or can_end(state, group, hexes[cell], column=column))
    }
    if column and has_tail(state, group):
        result = dict(_tailed_ends(state, group, order, result))
    if group.fresh and not group.entering:
        result.update(_dear_ends(state, group, order, result, column=column))
    return result


def _tailed_ends(
    state: GroundState, group: Movers, order: Leave, known: Mapping[Hex, Reach]
) -> Iterator[tuple[Hex, Reach]]:
    """The ends behind which there is room for the tail, by another way if need be (N5.33)."""
    for end, found in known.items():
        if tail_refusal(state, group, path_to(state, found, end)) is None:
            yield end, found
        elif (other := _other_way(state, group, order, end)) is not None:
            yield end, other


def _other_way(state: GroundState, group: Movers, order: Leave, end: Hex) -> Reach | None:
    """The cheapest way of a column to a hex that leaves its tail where there is room."""
    grid = state.battle.battlefield.grid
    cell = grid.index[end]
    search = move_search(state, group, order, column=True)
    around = replace(search, closed=search.closed | {cell})
    found = _run(state, group, order, around, column=True)
    steps = ((b, near, cost) for b in found.cost for near, cost in search.steps[b])
    ways = sorted((found.cost[b] + cost, b) for b, near, cost in steps if near == cell)
    for cost, behind in ways:
        way = Reach(found.cost | {cell: cost}, found.entered_from | {cell: behind}, found.start)
        if path_refusal(state, group, order, path_to(state, way, end), column=True) is None:
            return way
    return None


def _dear_ends(
    state: GroundState, group: Movers, order: Leave, known: Collection[Hex], *, column: bool
) -> Iterator[tuple[Hex, Reach]]:
    """Hexes next to the start that cost more than the whole allowance (N5.4)."""
    grid, gait = state.battle.battlefield.grid, group.gait.in_column() if column else group.gait
    start, tolls = grid.index[group.start], {way.into_zone: way.toll for way in group.exits}
    zone = enemy_zone_cells(state, group.side) if tolls else frozenset()
    row = _steps(state, group.side, gait, column)[start]
    priced = [(cell, cost + tolls.get(cell in zone, 0)) for cell, cost in row]
    fords = {} if column else _ford_steps(state, group, frozenset())
    for cell, cost in (*priced, *fords.items()):
        hex_ = grid.hexes[cell]
        if cost <= group.allowance or hex_ in known:
            continue
        is_legal = path_refusal(state, group, order, (group.start, hex_), column=column) is None
        if is_legal and can_end(state, group, hex_, column=column):
            yield hex_, Reach({start: 0, cell: cost}, {cell: start}, start)


def path_to(state: GroundState, found: Reach, end: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest path to an end."""
    grid = state.battle.battlefield.grid
    return tuple([grid.hexes[cell] for cell in found.path(grid.index[end])])


def can_end(state: GroundState, group: Movers, hex_: Hex, *, column: bool) -> bool:
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
    return all(state.law.may_make_room(state, u) for u in friends)


# -- the law of one path: what it costs, and why it may not be walked (N5, N6)


def quote(
    state: GroundState,
    group: Movers,
    path: Sequence[Hex],
    *,
    column: bool,
    drops: Sequence[Drop] = (),
) -> PathQuote | Refusal:
    """What a path costs, hex by hex, or why it cannot be walked at all.

    It leads from the start hex, or the entry hex of an arrival; `drops` stay behind on the way.
    """
    gait = group.gait.in_column() if column else group.gait
    steps: list[StepCost] = [ground_of(state).entry(gait, path[0])] if group.entering else []
    left = group
    for place, (a, b) in enumerate(pairwise(path)):
        left = group_at(state, group, path, drops, place)
        step = _step(state, left, a, b, column=column, is_first=place == 0)
        if isinstance(step, Refusal):
            return step
        steps.append(step)
    return PathQuote(tuple(path), column, tuple(steps), left.allowance)


def _step(
    state: GroundState, group: Movers, a: Hex, b: Hex, *, column: bool, is_first: bool
) -> StepCost | Refusal:
    field = state.battle.battlefield
    if b not in field.grid.neighbours.get(a, ()):
        return refuse("N5.4", "{b} is not next to {a}.", b=b, a=a)
    if (a, b) in lost_landings(state, group.side):
        words = mark("The pontoon bridge to {b} goes when its train in {a} is taken.")
        return refuse("T18.21", words, b=b, a=a)
    ground = ground_of(state)
    gait = group.gait.in_column() if column else group.gait
    past_friends = column and any(u not in group.units for u in stack_in(state, b, group.side))
    step = ground.step(gait, a, b, past_friends=past_friends)
    if step is None and not column and is_first and group.may_ford:
        step = ground.ford(gait, a, b, group.allowance)
    if step is None:
        return _no_step(state, gait, a, b)
    return dearer(step, exit_to(state, group.side, group.exits, b)) if is_first else step


def _no_step(state: GroundState, gait: Gait, a: Hex, b: Hex) -> Refusal:
    met = crossing(state.battle.battlefield, state.spans, a, b)
    if gait.is_column and (a, b) not in state.battle.battlefield.ways:
        return refuse("N5.3", "No road or trail leads from {a} to {b}.", a=a, b=b)
    if met is Crossing.RIVER:
        return refuse("N5.1", "The river between {a} and {b} has no bridge here.", a=a, b=b)
    if met is Crossing.FORD:
        return _no_ford(state, gait, a, b)
    if gait is Gait.TRAIN and met in (Crossing.DAMAGED_BRIDGE, Crossing.PONTOON):
        name = say("damaged") if met is Crossing.DAMAGED_BRIDGE else say("a pontoon bridge")
        words = mark("The bridge between {a} and {b} is {name}: no baggage train crosses.")
        return refuse("N5.71", words, a=a, b=b, name=name)
    if gait is Gait.TRAIN and met is Crossing.STREAM:
        words = mark("A train crosses the stream between {a} and {b} at a span only.")
        return refuse("N16.4", words, a=a, b=b)
    if gait is Gait.PONTOONS:
        words = mark("A pontoon train keeps to roads and trails; {b} lies off them.")
        return refuse("T18.1", words, b=b)
    return refuse("N16.4", "A train cannot leave the road from {a} to {b}.", a=a, b=b)


def _no_ford(state: GroundState, gait: Gait, a: Hex, b: Hex) -> Refusal:
    ground = ground_of(state)
    if ground.weather in ground.numbers.weather.no_fords:
        words = mark("Nobody wades the ford between {a} and {b} in a snowstorm.")
        return refuse("T18.31", words, a=a, b=b)
    if gait.is_column:
        return refuse("T18.32", "Road movement does not lead through the ford at {b}.", b=b)
    words = mark("Artillery and trains do not wade the ford between {a} and {b}.")
    if gait.wades:
        words = mark(
            "Only a unit alone in its hex wades the ford between {a} and {b}, and as the "
            "first step of its move."
        )
    return refuse("T18.32", words, a=a, b=b)


def path_refusal(
    state: GroundState,
    group: Movers,
    order: Leave,
    path: Sequence[Hex],
    *,
    column: bool,
    drops: Sequence[Drop] = (),
) -> Refusal | None:
    """Why a group may not move along a path, or None: the law of N5 and N6."""
    if not path or path[0] != group.start:
        return refuse("N5.4", "The path must begin in {start}.", start=group.start)
    if len(path) == 1 and not group.entering:
        return refuse("N5.4", "A move leads to another hex.")
    if (refusal := _drop_refusal(group, path, drops)) is not None:
        return refusal
    quoted = quote(state, group, path, column=column, drops=drops)
    if isinstance(quoted, Refusal):
        return quoted
    return (
        _cost_refusal(state, group, quoted, drops)
        or _zones_refusal(state, group, order, path, drops, column=column)
        or _contact_refusal(state, group, order, (path[-1], *(drop.hex for drop in drops)))
        or _end_refusal(state, group, path, column=column)
    )


def _drop_refusal(group: Movers, path: Sequence[Hex], drops: Sequence[Drop]) -> Refusal | None:
    """Why these units may not stay behind in these hexes (N5.9)."""
    left = [drop.unit for drop in drops]
    if len(set(left)) < len(left) or not set(left) <= set(group.units):
        return refuse("N5.9", "Some of the units, each once, may stay behind.")
    if drops and len(left) == len(group.units):
        return refuse("N5.9", "Somebody must go to the end of the path.")
    off = next((drop.hex for drop in drops if drop.hex not in path[1:-1]), None)
    return None if off is None else refuse("N5.9", "{hex} does not lie on the way.", hex=off)


def _cost_refusal(
    state: GroundState, group: Movers, quoted: PathQuote, drops: Sequence[Drop]
) -> Refusal | None:
    """Why the path is too dear: each part of it for those who walk it (N5.4, N5.9)."""
    if group.fresh and len(quoted.hexes) <= 2 - group.entering:
        return None  # one hex is always possible
    spent = 0
    for place, step in enumerate(quoted.steps):
        spent += step.halves
        walked = place if not group.entering else max(place - 1, 0)
        allowance = group_at(state, group, quoted.hexes, drops, walked).allowance
        if spent > allowance:
            words = mark("The path costs {points} MP, and the units have {left}.")
            left = points(max(allowance, 0))
            return refuse("N5.4", words, points=points(quoted.halves), left=left)
    return None


def _zones_refusal(
    state: GroundState,
    group: Movers,
    order: Leave,
    path: Sequence[Hex],
    drops: Sequence[Drop],
    *,
    column: bool,
) -> Refusal | None:
    entry = [path[0]] if group.entering else []
    for place, (a, b) in enumerate(pairwise([*entry, *path]), start=-len(entry)):
        left = group_at(state, group, path, drops, max(place, 0))
        if (refusal := zone_refusal(state, left, order, a, b, column=column)) is not None:
            return refusal
    return None


def zone_refusal(
    state: GroundState, group: Movers, order: Leave, a: Hex, b: Hex, *, column: bool
) -> Refusal | None:
    """What enemies and their zones say of one step (N6.4-N6.6, N6.10); a == b: it enters there."""
    zone = enemy_zone(state, group.side)
    if (shut := _shut(state, group)) and state.battle.battlefield.grid.index[b] in shut:
        words = mark("Who moves hidden does not enter {b}: it is near an enemy or off the roads.")
        return refuse("N20.11", words, b=b)
    if b in enemy_hexes(state, group.side):
        return refuse("N6.10", "Enemy combat units hold {b}.", b=b)
    if group.is_train and state.units_in(b, state.battle.enemy(group.side)):
        return refuse("N16.4", "A train may not enter {b}: enemies are there.", b=b)
    if group.is_screen:
        return _screen_refusal(state, group, b)
    if b in zone:
        if column:
            return refuse("N5.31", "Road movement may not enter the enemy zone in {b}.", b=b)
        if group.is_train:
            return refuse("N16.4", "A train may not enter the enemy zone in {b}.", b=b)
        if group.heeds_zones and is_shunned(state, group.side, order, b):
            return refuse("N6.5", "The order does not allow entering the enemy zone in {b}.", b=b)
    if not group.heeds_zones or a not in zone or group.is_train or a == b:
        return None
    if a != group.start or group.entering:
        return refuse("N6.5", "Infantry and artillery stop in the enemy zone in {a}.", a=a)
    if exit_to(state, group.side, group.exits, b) is not None:
        return None
    if b in zone and not order.zone_to_zone:
        return refuse("N6.6", "The units may not go from enemy zone to enemy zone ({b}).", b=b)
    if b not in zone and not order.leave_zone:
        words = mark("Under this order units leave an enemy zone only into another; {b} is free.")
        return refuse("N6.6", words, b=b)
    return None


def _screen_refusal(state: GroundState, group: Movers, b: Hex) -> Refusal | None:
    """Why vedettes may not enter a hex that no enemy combat unit holds (N20.3)."""
    if state.battle.battlefield.grid.index[b] not in closed_to_vedettes(state, group.side):
        return None
    return refuse("N20.3", "Vedettes do not enter {b}: enemies are there.", b=b)


def _contact_refusal(
    state: GroundState, group: Movers, order: Leave, stops: Sequence[Hex]
) -> Refusal | None:
    """Why units may not stop in these hexes: some orders forbid cavalry to end in contact."""
    shunned = next((h for h in stops if is_shunned(state, group.side, order, h)), None)
    words = mark("The order does not allow ending in the enemy zone in {hex}.")
    return None if shunned is None else refuse("N6.8", words, hex=shunned)


def _end_refusal(
    state: GroundState, group: Movers, path: Sequence[Hex], *, column: bool
) -> Refusal | None:
    if not column:
        return None
    if any(u not in group.units for u in stack_in(state, path[-1], group.side)):
        words = mark("A unit in road movement must end alone; {end} is taken.")
        return refuse("N5.31", words, end=path[-1])
    return tail_refusal(state, group, path)
