"""What a player can see before he answers: reach and prices.

The window asks these of a view; each is the same function that the law or the flow uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.ground.movement import movers, path_to
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.reaction import comes_near, provokers, reactions_to_move
from hexwar.systems.nlc.rules.command.blucher import tie_of
from hexwar.systems.nlc.rules.command.headquarters import task_ends
from hexwar.systems.nlc.rules.command.leaders import leader_ends
from hexwar.systems.nlc.rules.movement.routes import Group, Route, choices, companions, quote_route
from hexwar.systems.nlc.rules.movement.segment import set_out
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn.consolidation import Journey
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.reports import PathQuote


@dataclass(frozen=True, slots=True)
class End:
    """One hex where a move may end: its cheapest route and what that leaves."""

    route: Route
    spent: int  # half MP
    left: int  # half MP


def move_ends(
    state: GameState, units: Group, entry: Hex | None = None, *, column: bool = False
) -> Mapping[Hex, End]:
    """Each hex where units may end, by the cheapest path; empty where road movement is barred.

    Only moves that do the duty of their order as far as it can be done (N27.4).
    """
    group = movers(state, units, entry)
    along = companions(state, units)
    result: dict[Hex, End] = {}
    for end in choices(state, units, entry).legal_ends:
        if end.column == column:
            path = path_to(state, end.found, end.hex)
            spent = end.found.cost[state.battle.battlefield.grid.index[end.hex]]
            route = Route(path, column, along if entry is None else ())
            result[end.hex] = End(route, spent, max(group.allowance - spent, 0))
    return result


def reactors(
    view: GameState, units: Group, route: Route, entry: Hex | None = None
) -> tuple[UnitId, ...]:
    """The enemy cavalry in sight that may charge units when they have gone a route (N10.25)."""
    group, end = movers(view, units, entry), route.hexes[-1]
    enemy = view.battle.enemy(group.side)
    quoted = quote_route(view, units, entry, route)
    if not comes_near(view, enemy, end) or not isinstance(quoted, PathQuote):
        return ()
    after = view.copy()
    set_out(Table(after), group, route, quoted)
    if not provokers(after, units):
        return ()
    found = (unit for meeting in reactions_to_move(after, enemy, end) for unit in meeting.units)
    return tuple(dict.fromkeys(found))


def journeys(state: GameState, piece: str) -> Mapping[Hex, Journey]:
    """Each hex that a leader, HQ counter or train can go to."""
    if piece not in state.leaders:
        ends = train_ends(state, UnitId(piece))
        return {hex_: Journey(piece, path) for hex_, path in ends.items()}
    leader = LeaderId(piece)
    ends, tie = task_ends(state, leader) or leader_ends(state, leader), tie_of(state, leader)
    return {
        hex_: Journey(piece, path)
        for hex_, path in ends.items()
        if tie is None or tie.refusal(state, hex_) is None
    }
