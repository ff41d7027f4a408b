"""Moving units: allowance, reach and the law of a path (N5, N6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from hexwar.engine import Refusal
from hexwar.grid.reach import BARRED, Reach, reach
from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.pieces import Segment
from hexwar.model.reports import PathQuote, StepCost, points
from hexwar.model.state import GameState
from hexwar.rules.common.costs import Gait, cost_rows, gait_of, ground_of
from hexwar.rules.common.stacking import has_room
from hexwar.rules.common.zones import enemy_hexes, enemy_zone
from hexwar.rules.nlc.numbers import numbers_of


class Leave(Protocol):
    """What an order says of zones of control (N12.2)."""

    @property
    def enter_zone(self) -> bool:
        """Whether units may enter an EZOC."""
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
    allowance: int  # half MP
    heeds_zones: bool  # any of them is no cavalry (N6.4)
    start: Hex
    entering: bool  # an arrival: the start hex itself is paid for

    @property
    def is_train(self) -> bool:
        """Whether it is a train."""
        return self.gait is Gait.TRAIN


def movers(state: GameState, units: Sequence[UnitId], entry: Hex | None = None) -> Movers:
    """The group that units form when they move together: highest cost and lowest MA (N5.9)."""
    cards = [state.card(u) for u in units]
    gaits = {gait_of(card.arm) for card in cards}
    gait = gaits.pop() if len(gaits) == 1 else Gait.OTHERS
    start = entry if entry is not None else state.units[units[0]].hex
    assert start is not None
    return Movers(
        units=tuple(units),
        side=cards[0].side,
        gait=gait,
        allowance=min(allowance(state, u) for u in units),
        heeds_zones=any(not card.arm.is_cavalry for card in cards),
        start=start,
        entering=entry is not None,
    )


def allowance(state: GameState, unit: UnitId) -> int:
    """A unit's MA in half MP; half, rounded up, while Disrupted (N11.81)."""
    mp = state.card(unit).movement
    if state.units[unit].disrupted:
        mp = -(-mp // numbers_of(state.battle).disrupted.movement_divisor)
    return mp * 2


def can_step(state: GameState, group: Movers, order: Leave) -> bool:
    """Whether there is any hex that a group could move to: a quick test without a full reach."""
    if group.entering:
        return True
    enemies = enemy_hexes(state, group.side)
    return any(
        b not in enemies
        and ground_of(state.battle).step(group.gait, group.start, b) is not None
        and _zone_refusal(state, group, order, group.start, b, column=False) is None
        for b in state.battle.battlefield.grid.neighbours[group.start]
    )


# -- all the ends


def find_reach(state: GameState, group: Movers, order: Leave, *, column: bool) -> Reach:
    """Where a group can go and what it costs, in cells of the grid and half MP."""
    grid = state.battle.battlefield.grid
    index = grid.index
    start = index[group.start]
    zone = {index[h] for h in enemy_zone(state, group.side)}
    gait = Gait.COLUMN if column else group.gait
    search = _Search(
        rows=cost_rows(state.battle, gait),
        neighbours=grid.neighbour_indexes,
        limit=group.allowance,
        closed=_closed(state, group, zone if column or not order.enter_zone else set()),
        stops=zone if group.heeds_zones and not group.is_train else set(),
        dear=_friendly_cells(state, group.side) if column else set(),
        dear_rows=cost_rows(state.battle, Gait.PAST_FRIENDS),
    )
    if group.entering:
        if start in search.closed:
            return Reach({}, {}, start)
        spent = ground_of(state.battle).entry(gait, group.start).halves
        if start in search.stops:
            return Reach({start: spent}, {}, start)
        return search.run(start, min(spent, group.allowance))
    if start in search.stops:
        return _from_zone(search, order, start)
    return search.run(start, 0)


def _closed(state: GameState, group: Movers, zone: set[int]) -> set[int]:
    """Cells that a group may not enter: held ones, and the given zone.

    A train enters no zone at all and no hex with an enemy train either (N6.10, N16.4).
    """
    index = state.battle.battlefield.grid.index
    closed = zone | {index[h] for h in enemy_hexes(state, group.side)}
    if group.is_train:
        enemy = state.battle.enemy(group.side)
        closed |= {index[h] for h in enemy_zone(state, group.side)}
        closed |= {index[u.hex] for u in state.on_map(enemy) if u.hex is not None}
    return closed


@dataclass(frozen=True, slots=True)
class _Search:
    """What a group's search over the map keeps to."""

    rows: Sequence[Sequence[int]]  # half MP, see `cost_rows`
    neighbours: Sequence[Sequence[int]]
    limit: int  # half MP
    closed: set[int]
    stops: set[int]
    dear: set[int]
    dear_rows: Sequence[Sequence[int]]

    def run(self, start: int, spent: int, also_closed: Collection[int] = ()) -> Reach:
        """Everything within reach of a cell."""
        return reach(
            self.rows,
            self.neighbours,
            start,
            self.limit,
            initial=spent,
            blocked=self.closed.union(also_closed),
            stops=self.stops,
            dear=self.dear,
            dear_costs=self.dear_rows,
        )


def _from_zone(search: _Search, order: Leave, start: int) -> Reach:
    """The reach of infantry or artillery that starts in an EZOC (N6.6)."""
    cost: dict[int, int] = {start: 0}
    entered: dict[int, int] = {}
    for k, neighbour in enumerate(search.neighbours[start]):
        step = (search.dear_rows if neighbour in search.dear else search.rows)[start][k]
        if step > search.limit or neighbour in search.closed:
            continue
        if neighbour in search.stops:
            found = Reach({neighbour: step}, {}, neighbour) if order.zone_to_zone else None
        else:
            found = search.run(neighbour, step, {start}) if order.leave_zone else None
        if found is not None:
            _merge(found, start, cost, entered)
    return Reach(cost, entered, start)


def _merge(found: Reach, start: int, cost: dict[int, int], entered: dict[int, int]) -> None:
    """Add what is reached from the first hex of a way wherever it is cheaper."""
    for cell, total in found.cost.items():
        if total < cost.get(cell, BARRED):
            cost[cell] = total
            entered[cell] = found.entered_from.get(cell, start)


def _friendly_cells(state: GameState, side: Side) -> set[int]:
    index = state.battle.battlefield.grid.index
    return {index[u.hex] for u in state.on_map(side) if u.hex is not None}


def ends(state: GameState, group: Movers, order: Leave, *, column: bool) -> dict[Hex, Reach]:
    """Each hex where a group may end its move, with the reach that its path is read from.

    The start hex is none of them, but for arrivals. Hexes that only the rule of one hex
    (N5.4) opens are there too.
    """
    found = find_reach(state, group, order, column=column)
    hexes = state.battle.battlefield.grid.hexes
    result = {
        hexes[cell]: found
        for cell in found.cost
        if (cell != found.start or group.entering)
        and can_end(state, group, hexes[cell], column=column)
    }
    if not group.entering:
        for hex_, cost in _dear_hexes(state, group, column=column):
            is_legal = path_refusal(state, group, order, (group.start, hex_), column=column) is None
            if hex_ not in result and is_legal and can_end(state, group, hex_, column=column):
                start, end = found.start, state.battle.battlefield.grid.index[hex_]
                result[hex_] = Reach({start: 0, end: cost}, {end: start}, start)
    return result


def _dear_hexes(state: GameState, group: Movers, *, column: bool) -> Iterator[tuple[Hex, int]]:
    """Hexes next to the start that cost more than the whole allowance, with the cost (N5.4)."""
    grid = state.battle.battlefield.grid
    start = grid.index[group.start]
    row = cost_rows(state.battle, Gait.COLUMN if column else group.gait)[start]
    for neighbour, cost in zip(grid.neighbour_indexes[start], row, strict=True):
        if group.allowance < cost < BARRED:
            yield grid.hexes[neighbour], cost


def path_to(state: GameState, found: Reach, end: Hex) -> tuple[Hex, ...]:
    """The hexes of the cheapest path to an end."""
    grid = state.battle.battlefield.grid
    return tuple(grid.hexes[cell] for cell in found.path(grid.index[end]))


def can_end(state: GameState, group: Movers, hex_: Hex, *, column: bool) -> bool:
    """Whether a group may sensibly end in a hex.

    In column it must be alone (N5.31). Else there must be room, or friends of its formation
    who may still move off: the limits bind at the end of the segment (N6.2).
    """
    friends = tuple(u for u in state.units_in(hex_, group.side) if u not in group.units)
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
        state.formation_of(u).id == activation.formation
        and not state.units[u].moved
        and not state.card(u).arm.is_train
        for u in friends
    )


# -- one path


def quote(
    state: GameState, group: Movers, path: Sequence[Hex], *, column: bool
) -> PathQuote | Refusal:
    """What a path costs, hex by hex, or why it cannot be walked at all."""
    ground = ground_of(state.battle)
    gait = Gait.COLUMN if column else group.gait
    steps: list[StepCost] = [ground.entry(gait, path[0])] if group.entering else []
    for a, b in pairwise(path):
        step = _step(state, group, gait, a, b)
        if isinstance(step, Refusal):
            return step
        steps.append(step)
    return PathQuote(tuple(path), column, tuple(steps), group.allowance)


def _step(state: GameState, group: Movers, gait: Gait, a: Hex, b: Hex) -> StepCost | Refusal:
    field = state.battle.battlefield
    if a not in field.grid or b not in field.grid or not field.grid.is_adjacent(a, b):
        return Refusal(f"{b} is not next to {a}.", "N5.4")
    if gait is Gait.COLUMN and state.units_in(b, group.side):
        gait = Gait.PAST_FRIENDS
    step = ground_of(state.battle).step(gait, a, b)
    if step is not None:
        return step
    if gait in (Gait.COLUMN, Gait.PAST_FRIENDS):
        return Refusal(f"No road or trail leads from {a} to {b}.", "N5.3")
    if field.is_river_bar(a, b):
        return Refusal(f"The river between {a} and {b} has no bridge here.", "N5.1")
    return Refusal(f"A train cannot leave the road from {a} to {b}.", "N16.4")


def path_refusal(
    state: GameState, group: Movers, order: Leave, path: Sequence[Hex], *, column: bool
) -> Refusal | None:
    """Why a group may not move along a path, or None: the law of N5 and N6."""
    if not path or path[0] != group.start:
        return Refusal(f"The path must begin in {group.start}.", "N5.4")
    if len(path) == 1 and not group.entering:
        return Refusal("A move leads to another hex.", "N5.4")
    quoted = quote(state, group, path, column=column)
    if isinstance(quoted, Refusal):
        return quoted
    if quoted.halves > group.allowance and len(path) > 2 - group.entering:
        return Refusal(
            f"The path costs {points(quoted.halves)} MP, and the units have "
            f"{points(group.allowance)}.",
            "N5.4",
        )
    steps = [(path[0], path[0])] if group.entering else []
    for a, b in (*steps, *pairwise(path)):
        refusal = _zone_refusal(state, group, order, a, b, column=column)
        if refusal is not None:
            return refusal
    return _end_refusal(state, group, path[-1], column=column)


def _zone_refusal(
    state: GameState, group: Movers, order: Leave, a: Hex, b: Hex, *, column: bool
) -> Refusal | None:
    """What enemies and their zones say of one step (N6.4-N6.6, N6.10); a == b: it enters there."""
    zone = enemy_zone(state, group.side)
    if b in enemy_hexes(state, group.side):
        return Refusal(f"Enemy combat units hold {b}.", "N6.10")
    if group.is_train and state.units_in(b, state.battle.enemy(group.side)):
        return Refusal(f"A train may not enter {b}: enemies are there.", "N16.4")
    if b in zone:
        if column:
            return Refusal(f"Road movement may not enter the enemy zone in {b}.", "N5.31")
        if group.is_train:
            return Refusal(f"A train may not enter the enemy zone in {b}.", "N16.4")
        if not order.enter_zone:
            return Refusal(f"The order does not allow entering the enemy zone in {b}.", "N6.5")
    if not group.heeds_zones or a not in zone or group.is_train or a == b:
        return None
    if a != group.start or group.entering:
        return Refusal(f"Infantry and artillery stop in the enemy zone in {a}.", "N6.5")
    if b in zone and not order.zone_to_zone:
        return Refusal(f"The units may not go from enemy zone to enemy zone ({b}).", "N6.6")
    if b not in zone and not order.leave_zone:
        return Refusal(
            f"Under this order units leave an enemy zone only into another; {b} is free.", "N6.6"
        )
    return None


def _end_refusal(state: GameState, group: Movers, end: Hex, *, column: bool) -> Refusal | None:
    others = [u for u in state.units_in(end, group.side) if u not in group.units]
    if column and others:
        return Refusal(f"A unit in road movement must end alone; {end} is taken.", "N5.31")
    return None
