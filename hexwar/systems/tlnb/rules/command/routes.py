"""Roads: the routes of March Orders, and columns that cards form (T7.57, T24.11)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Search
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.traces import ground_over_pontoons
from hexwar.ground.zones import enemy_cells, enemy_zone_cells
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.supply.supply import sources
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId, Side


def _road_ground(state: TlnbState, side: Side, _start: Hex) -> tuple[Hashable, ...]:
    """What the roads that are open to a side hang on."""
    return state.battle.battlefield, state.spans, enemy_cells(state, side)


@kept_by(_road_ground)
def roads_from(state: TlnbState, side: Side, start: Hex) -> Mapping[int, int]:
    """The cells that roads and trails join with a hex past no enemy, each with the one before it.

    The nearest come first; the start comes before all and leads to itself.
    """
    roads, closed = ground_over_pontoons(state).roads.rows, enemy_cells(state, side)
    begun = state.battle.battlefield.grid.index[start]
    before, row = {begun: begun}, [begun]
    while row:
        following: list[int] = []
        for cell in row:
            for to in roads[cell]:
                if to not in before and to not in closed:
                    before[to] = cell
                    following.append(to)
        row = following
    return before


def road_to_source(state: TlnbState, side: Side, start: Hex) -> tuple[Hex, ...]:
    """The hexes of the shortest road from a hex to a source of supply; empty without one."""
    grid = state.battle.battlefield.grid
    before = roads_from(state, side, start)
    ends = {grid.index[hex_] for hex_ in sources(state, side)}
    cell = next((cell for cell in before if cell in ends), None)
    if cell is None:
        return ()
    road = [cell]
    while before[road[-1]] != road[-1]:
        road.append(before[road[-1]])
    return tuple(grid.hexes[c] for c in reversed(road))


def start_of(state: TlnbState, formation: FormationId) -> Hex | None:
    """Where a formation is led from: its officer's hex, else that of its first unit on the map."""
    officer = state.battle.officer_of.get(formation)
    hex_ = None if officer is None else state.leaders[officer].hex
    units = (state.units[u].hex for u in state.units_of(formation))
    return hex_ or next((h for h in units if h is not None), None)


# -- the route of a March Order (T7.57)

_FAR: Final = 4000
"""Half MP: more than any road over a map costs."""


def lay(
    state: TlnbState,
    formation: FormationId,
    goal: Hex,
    via: Sequence[Hex] = (),
    start: Hex | None = None,
) -> tuple[Hex, ...]:
    """The hexes of a route, each next to the one before; none at all without a road (T7.57).

    It leads past no enemy and out of his zone if there is such a road. It begins where it leads
    past the most units of the formation, so that a column on the road follows its head.

    Args:
        state: The table.
        formation: Who marches.
        goal: Where to.
        via: Hexes on the way, in order; each is reached by the cheapest road or trail.
        start: Where the route begins, if that is settled: an entry hex.
    """
    side = state.battle.formations[formation].side
    begins = _begins(state, formation) if start is None else (start,)
    enemies = enemy_cells(state, side)
    for closed in (enemies | enemy_zone_cells(state, side), enemies, frozenset[int]()):
        found = _laid(state, begins, (*via, goal), closed)
        if found:
            return max(found, key=lambda route: _worth(state, formation, route))
    return ()


def _begins(state: TlnbState, formation: FormationId) -> tuple[Hex, ...]:
    """Where a route could begin: the units' hexes on roads, else the road hex nearest to them."""
    ways = state.battle.battlefield.way_hexes
    hexes = (state.units[u].hex for u in state.units_of(formation))
    on_ways = tuple(dict.fromkeys(h for h in hexes if h is not None and h in ways))
    head = head_of(state, formation)
    return on_ways if head is None or head in on_ways else (*on_ways, head)


def head_of(state: TlnbState, formation: FormationId) -> Hex | None:
    """The road hex nearest to where a formation is led from; None where it is not on the map."""
    start, field = start_of(state, formation), state.battle.battlefield
    if start is None:
        return None
    return _nearest_way(field, start)


@lru_cache(maxsize=4096)
def _nearest_way(field: Battlefield, hex_: Hex) -> Hex | None:
    """The road or trail hex nearest to a hex; None on a map without any."""
    distance = field.grid.distance
    return min(field.way_hexes, key=lambda h: (distance(hex_, h), h), default=None)


def _laid(
    state: TlnbState, begins: Sequence[Hex], places: Sequence[Hex], closed: frozenset[int]
) -> list[tuple[Hex, ...]]:
    """The routes from some hexes by some places to the last of them."""
    rest = tuple(places[:1])
    for a, b in pairwise(places):
        leg = cheapest_road(state, a, b, closed)
        if not leg:
            return []
        rest = (*rest, *leg[1:])
    firsts = (cheapest_road(state, begin, places[0], closed) for begin in begins)
    return [(*first, *rest[1:]) for first in firsts if first]


def cheapest_road(state: TlnbState, a: Hex, b: Hex, closed: frozenset[int]) -> tuple[Hex, ...]:
    """The hexes of the cheapest road or trail from a hex to another; none without one."""
    grid = state.battle.battlefield.grid
    found = _roads_out(state, a, closed)
    return tuple(grid.hexes[cell] for cell in found.path(grid.index[b]))


@kept
def _roads_out(state: TlnbState, start: Hex, closed: frozenset[int]) -> Search:
    """The search for roads from a hex, which goes on as far as it is asked."""
    begun, steps = state.battle.battlefield.grid.index[start], steps_of(state, Gait.COLUMN)
    return Search(steps, {begun: 0}, _FAR, start=begun, blocked=closed - {begun})


def _worth(
    state: TlnbState, formation: FormationId, route: Sequence[Hex]
) -> tuple[int, int, tuple[Hex, ...]]:
    """The more units stand on a route the better, then the shorter."""
    hexes = [state.units[u].hex for u in state.units_of(formation)]
    return sum(h in route for h in hexes), -len(route), tuple(route)


def price_of(state: TlnbState, route: Sequence[Hex]) -> int:
    """What Road March along a route costs, half MP; of a step that is barred nothing is told."""
    index, steps = state.battle.battlefield.grid.index, steps_of(state, Gait.COLUMN)
    costs = (dict(steps[index[a]]).get(index[b], 0) for a, b in pairwise(route))
    return sum(costs)


def is_on_roads(state: TlnbState, hexes: Sequence[Hex]) -> bool:
    """Whether all of some hexes are road or trail hexes of the map."""
    ways = state.battle.battlefield.way_hexes
    return all(hex_ in ways for hex_ in hexes)


@kept
def goals_of(state: TlnbState, formation: FormationId) -> tuple[Hex, ...]:
    """Where a March Order may lead: what a road joins with where the formation stands (T7.57).

    These are hexes of victory, towns, friendly leaders and own exits, the nearest first. A road
    over a ford joins what supply needs, and no Road March goes that way.
    """
    start, side = start_of(state, formation), state.battle.formations[formation].side
    head, field = head_of(state, formation), state.battle.battlefield
    if start is None or head is None:
        return ()
    grid = field.grid
    leaders = {state.leaders[card.id].hex for card in state.leaders_on_map(side)}
    exits = {h for h, owner in state.battle.exits_on(state.turn).items() if owner == side}
    places = {*state.battle.vp_hexes, *exits, *leaders, *field.towns}
    radius = state.numbers.march.goal_radius
    joined = (grid.hexes[cell] for cell in roads_from(state, side, head))
    enemies = enemy_cells(state, side)
    found = [h for h in joined if h in places and cheapest_road(state, head, h, enemies)]
    hexes = [state.units[u].hex for u in state.units_of(formation) if state.card(u).is_combat_unit]
    stands = [h for h in hexes if h is not None]

    def is_far(goal: Hex) -> bool:
        return any(grid.distance(h, goal) > radius for h in stands)

    return tuple(h for h in found if grid.distance(start, h) > radius and is_far(h))
