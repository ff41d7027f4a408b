"""Forces that come by another road, and what becomes of their orders (card 26, N23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from hexwar.engine import Table
from hexwar.grid.reach import reach
from hexwar.hexes import Hex, column_row
from hexwar.model.battle import Arrival
from hexwar.model.battlefield import Terrain
from hexwar.model.events import OrderReaimed
from hexwar.model.forces import OrderStep, Role, Side
from hexwar.model.orders import LineId, Verb
from hexwar.model.state import GameState
from hexwar.rules.common.costs import Gait, steps_of
from hexwar.rules.nlc.arrivals import edge_way_hexes, edges_of, first_arrival, next_edge_ways
from hexwar.rules.nlc.nearest import LONGEST_WAY
from hexwar.rules.nlc.notice import is_coming
from hexwar.rules.nlc.variation import formations_of


def other_entries(state: GameState, group: Arrival) -> list[Hex]:
    """Where else a group can come from, the nearest first.

    They are the other road and trail hexes of its edge of the map; if there is none, the first
    of an edge next to it.
    """
    grid = state.battle.battlefield.grid

    def nearness(hex_: Hex) -> tuple[int, int]:
        return grid.distance(group.entry, hex_), grid.index[hex_]

    same = [hex_ for hex_ in edge_way_hexes(state.battle, group.entry) if hex_ != group.entry]
    if same:
        return sorted(same, key=nearness)
    return sorted(next_edge_ways(state.battle, group.entry), key=nearness)[:1]


def re_aim(table: Table[GameState], side: Side, group: Arrival, entry: Hex) -> None:
    """N23.4: the orders of those who come with a group suit its new entry hex.

    Args:
        table: The table.
        side: Whose group.
        group: As it was before.
        entry: Where it will come now.
    """
    for line in _lines(table.state, group):
        steps = table.state.lines[line].steps
        changed = _re_aimed(table.state, side, steps, group.entry, entry)
        if changed != steps:
            table.emit(OrderReaimed(side, line, changed))


def _lines(state: GameState, group: Arrival) -> Iterator[LineId]:
    """The lines of those of whom nobody is on the map yet, and the first of whom come so."""
    for formation in formations_of(state, group):
        first = first_arrival(state, formation)
        if first is not None and first.key == group.key and is_coming(state, LineId(formation)):
            yield LineId(formation)
    coming = {state.detached[unit] for unit in group.units if unit in state.detached}
    yield from (line for line in sorted(coming) if set(state.lines[line].units) <= set(group.units))


def _re_aimed(
    state: GameState, side: Side, steps: tuple[OrderStep, ...], old: Hex, new: Hex
) -> tuple[OrderStep, ...]:
    """An order of which the first march leads to a place on the new road.

    Where there is no such place it keeps its objective, but is bound to the old road no more. Who
    had to stay where he came from stays where he comes from now.
    """
    was, now = edges_of(state.battle, old), edges_of(state.battle, new)
    shared = was & now
    march = next((place for place, step in enumerate(steps) if step.verb == Verb.MARCH), None)
    changed = [replace(step, target=new) if step.target == old else step for step in steps]
    if march is not None:
        aim = steps[march].target
        if aim is not None:
            depth = inland(state, shared or was, aim)
            place = goal_on_road(state, side, new, shared or now, depth)
            changed[march] = replace(changed[march], target=place or aim, route=())
    return tuple(changed)


def goal_on_road(
    state: GameState, side: Side, entry: Hex, edges: Set[str], depth: int
) -> Hex | None:
    """The nearest town or own HQ by road from an entry hex, no less far inland than some depth."""
    grid = state.battle.battlefield.grid
    ways = reach(steps_of(state, Gait.COLUMN), grid.index[entry], LONGEST_WAY)
    near = [
        (ways.cost[grid.index[hex_]], grid.index[hex_], hex_)
        for hex_ in _places(state, side)
        if grid.index[hex_] in ways.cost and inland(state, edges, hex_) >= depth
    ]
    return min(near)[2] if near else None


def _places(state: GameState, side: Side) -> Iterator[Hex]:
    """The towns of the map and the hexes of a side's HQ counters."""
    field, cards = state.battle.battlefield, state.battle.leaders
    yield from (hex_ for hex_, kind in field.terrain.items() if kind is Terrain.TOWN)
    for leader in state.leaders.values():
        card = cards[leader.id]
        if leader.hex is not None and card.role is Role.HQ and card.side == side:
            yield leader.hex


def inland(state: GameState, edges: Set[str], hex_: Hex) -> int:
    """How many rows or columns a hex lies from the nearest of some edges of the map."""
    grid = state.battle.battlefield.grid
    column, row = column_row(hex_)
    away = {"W": column - 1, "E": grid.columns - column, "N": row - 1, "S": grid.rows - row}
    return min((away[edge] for edge in sorted(edges)), default=0)
