"""Reinforcements: who is due, and where they enter (N5.8-N5.83)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import lru_cache

from hexwar.engine import Table
from hexwar.hexes import Hex, column_row
from hexwar.model.battle import Arrival, Battle
from hexwar.model.events import LeaderEntered
from hexwar.model.forces import FormationId, LeaderId, Role, UnitId
from hexwar.model.orders import LineId, formation_of_line
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.common.shunned import is_shunned
from hexwar.rules.common.stacking import has_room
from hexwar.rules.common.zones import enemy_hexes, enemy_zone
from hexwar.rules.nlc.cards.disclosure import disclose_arrival
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.leaders import can_leader_end, closed_hexes
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import permissions


def schedule(state: GameState) -> Mapping[UnitId, Arrival]:
    """The arrival of each unit that comes by schedule, as it stands now."""
    return _by_unit(state.arrivals)


@lru_cache(maxsize=64)
def _by_unit(arrivals: tuple[Arrival, ...]) -> Mapping[UnitId, Arrival]:
    return {unit: arrival for arrival in arrivals for unit in arrival.units}


def due_units(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The formation's units that may enter now: due this turn or earlier, not yet on the map."""
    arrivals = schedule(state)
    return tuple(
        unit
        for unit in state.units_of(formation)
        if state.units[unit].box is Box.DUE
        and unit in arrivals
        and arrivals[unit].turn <= state.turn
    )


def entry_hexes(state: GameState, unit: UnitId) -> tuple[Hex, ...]:
    """Where a due unit may enter: its entry hex, or the nearest free ones if that is closed.

    The entry hex is closed when the enemy holds it, has it in an EZOC that the order does not
    let the unit enter, or when friends fill it. Then the nearest road or trail hexes of the same
    edge serve, within five hexes; without any the unit waits (N5.82).
    """
    listed = schedule(state)[unit].entry
    return _open_hexes(state.battle, listed, lambda hex_: _is_open(state, unit, hex_))


def _open_hexes(battle: Battle, listed: Hex, is_open: Callable[[Hex], bool]) -> tuple[Hex, ...]:
    """The listed entry hex if it is open, else the nearest open ones of its edge (N5.82)."""
    if is_open(listed):
        return (listed,)
    near = [h for h in edge_way_hexes(battle, listed) if is_open(h)]
    distance = battle.battlefield.grid.distance
    least = min((distance(listed, h) for h in near), default=0)
    limit = numbers_of(battle).movement.blocked_entry_radius
    return tuple(h for h in near if distance(listed, h) == least <= limit)


def _is_open(state: GameState, unit: UnitId, hex_: Hex) -> bool:
    side = state.side_of(unit)
    if hex_ in enemy_hexes(state, side) or not has_room(state, hex_, side, (unit,)):
        return False
    if state.card(unit).arm.is_train:
        return not state.units_in(hex_, state.battle.enemy(side)) and hex_ not in enemy_zone(
            state, side
        )
    return not is_shunned(state, side, permissions(state, unit), hex_)


def edge_way_hexes(battle: Battle, listed: Hex) -> list[Hex]:
    """Road and trail hexes on the same edge of the map as an entry hex, in map order."""
    return _ways_on(battle, edges_of(battle, listed))


def next_edge_ways(battle: Battle, listed: Hex) -> list[Hex]:
    """Road and trail hexes on the edges next to that of an entry hex, in map order."""
    edges = edges_of(battle, listed)
    across = {"N", "S"} if edges & {"E", "W"} else set()
    along = {"E", "W"} if edges & {"N", "S"} else set()
    return _ways_on(battle, (across | along) - edges)


def _ways_on(battle: Battle, edges: Set[str]) -> list[Hex]:
    field = battle.battlefield
    return [h for h in field.grid.hexes if h in field.way_hexes and edges & edges_of(battle, h)]


def edges_of(battle: Battle, hex_: Hex) -> set[str]:
    """The edges of the map that a hex lies on: N, E, S, W."""
    column, row = column_row(hex_)
    grid = battle.battlefield.grid
    sides = {"W": column == 1, "E": column == grid.columns, "N": row == 1, "S": row == grid.rows}
    return {edge for edge, lies in sides.items() if lies}


def first_arrival(state: GameState, formation: FormationId) -> Arrival | None:
    """The group with which the first of a formation comes that is still due; None without one."""
    card = state.battle.formations[formation]
    units = {unit for unit in card.units if state.units[unit].box is Box.DUE}
    staff = any(state.leaders[leader].box is Box.DUE for leader in card.leaders)
    waiting = [
        group
        for group in state.arrivals
        if units.intersection(group.units) or (staff and formation in group.formations)
    ]
    return min(waiting, key=lambda group: group.turn, default=None)


def place_of_line(state: GameState, line: LineId) -> Hex | None:
    """Where a line is commanded from, or where it will enter the map; None for neither."""
    centre = centre_of(state, line)
    if centre is not None:
        return centre
    coming = first_arrival(state, formation_of_line(line))
    return None if coming is None else coming.entry


def commander_due(state: GameState, formation: FormationId) -> LeaderId | None:
    """The formation's commander if he is still to come: he enters with its first unit (N5.81)."""
    for leader in state.battle.formations[formation].leaders:
        if state.leaders[leader].box is Box.DUE:
            return leader
    return None


async def place_headquarters(table: Table[GameState]) -> None:
    """N5.83: an OC with his HQ, or a WC, due by now stands on the entry hex before orders.

    Where the enemy closes that hex, N5.82 holds for him too.
    """
    state = table.state
    for arrival in state.arrivals:
        if arrival.turn > state.turn:
            continue
        for formation in arrival.formations:
            for leader in state.battle.formations[formation].leaders:
                role = state.battle.leaders[leader].role
                waits = table.state.leaders[leader].box is Box.DUE
                if waits and role in (Role.OVERALL, Role.WING, Role.HQ):
                    for hex_ in _open_to_leader(table.state, leader, arrival.entry)[:1]:
                        table.emit(LeaderEntered(leader, hex_))
                        disclose_arrival(table, formation)


def _open_to_leader(state: GameState, leader: LeaderId, listed: Hex) -> tuple[Hex, ...]:
    """Where a leader or HQ counter may be set down: not with enemies, not alone in an EZOC."""
    closed = closed_hexes(state, leader)

    def is_open(hex_: Hex) -> bool:
        return hex_ not in closed and can_leader_end(state, leader, hex_)

    return _open_hexes(state.battle, listed, is_open)
