"""Roads for March Orders that cards give, and for columns that cards form (T7.57, T24.11)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.ground.traces import WAY, trace_ground
from hexwar.ground.zones import enemy_cells
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.supply.supply import sources
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import FormationId, Side


def roads_from(state: TlnbState, side: Side, start: Hex) -> Mapping[int, int]:
    """The cells that roads and trails join with a hex past no enemy, each with the one before it.

    The nearest come first; the start comes before all and leads to itself.
    """
    steps, closed = trace_ground(state).steps, enemy_cells(state, side)
    begun = state.battle.battlefield.grid.index[start]
    before, row = {begun: begun}, [begun]
    while row:
        following: list[int] = []
        for cell in row:
            for to, halves in steps[cell]:
                if halves == WAY and to not in before and to not in closed:
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


def goals_of(state: TlnbState, formation: FormationId) -> tuple[Hex, ...]:
    """Where a March Order may lead: what a road joins with where the formation stands (T7.57).

    These are hexes of victory, towns, friendly leaders and own exits, the nearest first.
    """
    start, side = start_of(state, formation), state.battle.formations[formation].side
    if start is None:
        return ()
    field = state.battle.battlefield
    ways, grid = field.way_hexes, field.grid
    head = min(ways, key=lambda h: (grid.distance(start, h), h), default=None)
    if head is None:
        return ()
    leaders = {state.leaders[card.id].hex for card in state.leaders_on_map(side)}
    exits = {h for h, owner in state.battle.exits_on(state.turn).items() if owner == side}
    places = {*state.battle.vp_hexes, *exits, *leaders}
    radius = state.numbers.march.goal_radius
    joined = (grid.hexes[cell] for cell in roads_from(state, side, head))
    found = [h for h in joined if h in places or field.terrain_at(h) is Terrain.TOWN]
    return tuple(h for h in found if grid.distance(start, h) > radius)
