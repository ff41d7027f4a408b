"""Road Column: a force that is set up again on a road (card 1, T24.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.battlefield import Way
from hexwar.model.cards import CardId
from hexwar.model.events import LeaderRedeployed, UnitRedeployed
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.stacking import stack_in
from hexwar.rules.common.supply_points import is_linked, road_to_source
from hexwar.rules.nlc.cards.forces import Force, is_barred
from hexwar.rules.nlc.command import centre_of, commander_of, is_in_command_range, senior_unit
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.numbers import numbers_of

CARD = CardId("road-column")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit of the column stands."""

    unit: UnitId
    hex: Hex
    tail: Hex | None  # of a strong unit (N5.33)


def column_of(state: GameState, force: Force) -> tuple[Place, ...]:
    """The column that a force forms, from its head to its tail; empty where it can form none.

    The head is on the road nearest to the force's commander, and the column lies along the road
    that leads to a supply source, a unit in each hex where nobody else is. It has no gaps wider
    than a march column's (N16.7). Who finds no room in it stays where he is (house rule).
    """
    head = _head(state, force)
    if head is None:
        return ()
    road = road_to_source(state, state.side_of(force[0]), head)
    marching = list(force)
    while True:
        column = _line_up(state, force, marching, road)
        if len(column) == len(marching):
            return tuple(column)
        marching.remove(_left_behind(state, marching, column))


def _left_behind(state: GameState, marching: Sequence[UnitId], column: Sequence[Place]) -> UnitId:
    """Who stays when a road is too short: the last who is in nobody's way, else the last."""
    taken = {hex_ for place in column for hex_ in (place.hex, place.tail)}
    aside = (unit for unit in reversed(marching) if state.units[unit].hex not in taken)
    return next(aside, marching[-1])


def _head(state: GameState, force: Force) -> Hex | None:
    """The nearest hex of a road to a source, within reach of the commander; roads before trails."""
    field, side = state.battle.battlefield, state.side_of(force[0])
    centre = _centre(state, force)
    near = field.grid.within(centre, numbers_of(state.battle).card.column_distance)
    found = [
        (field.grid.distance(centre, hex_), field.way_hexes[hex_] is not Way.ROAD, hex_)
        for hex_ in near
        if hex_ in field.way_hexes and is_linked(state, side, hex_)
    ]
    return min(found)[2] if found else None


def _centre(state: GameState, force: Force) -> Hex:
    """Where the force's commander is; of a force out of command where its senior unit is."""
    if is_in_command_range(state, force[0]):
        centre = centre_of(state, state.line_id_of(force[0]))
    else:
        senior = senior_unit(state, force)
        assert senior is not None
        centre = state.units[senior].hex
    assert centre is not None
    return centre


def _line_up(
    state: GameState, force: Force, marching: Sequence[UnitId], road: Sequence[Hex]
) -> list[Place]:
    """The marching units of a force on the free hexes of a road, as far as it is long enough."""
    side, strong = state.side_of(force[0]), numbers_of(state.battle).column.tail_sp
    free = [_is_clear(state, side, hex_, marching) for hex_ in road]
    gap, column, after = numbers_of(state.battle).trace.march_gap, list[Place](), 0
    for unit in marching:
        needed = 2 if state.sp(unit) >= strong else 1
        last = after + gap if column else len(road)
        starts = range(after, min(last, len(road) - needed + 1))
        at = next((at for at in starts if all(free[at : at + needed])), None)
        if at is None:
            break
        column.append(Place(unit, road[at], road[at + 1] if needed == 2 else None))
        after = at + needed
    return column


def _is_clear(state: GameState, side: Side, hex_: Hex, marching: Collection[UnitId]) -> bool:
    """Whether nobody stands in a hex but those who will march off: a column is alone (N5.31)."""
    is_free = all(unit in marching for unit in stack_in(state, hex_, side))
    return is_free and not is_barred(state, side, hex_)


def form_column(table: Table[GameState], force: Force) -> None:
    """T24.3: set the force up in column, its commander at the head of it."""
    column, commander = column_of(table.state, force), _commander(table.state, force)
    for place in column:
        table.emit(UnitRedeployed(place.unit, CARD, place.hex, column=True, tail=place.tail))
    for place in column:
        hexes = (place.hex,) if place.tail is None else (place.hex, place.tail)
        for event in control_events(table.state, (place.unit,), hexes):
            table.emit(event)
    if commander is not None and table.state.leaders[commander].hex != column[0].hex:
        table.emit(LeaderRedeployed(commander, CARD, column[0].hex))


def _commander(state: GameState, force: Force) -> LeaderId | None:
    """The commander on the map who leads a force; None where it is out of his range."""
    leader = commander_of(state, state.line_id_of(force[0]))
    if leader is None or state.leaders[leader].hex is None:
        return None
    return leader if is_in_command_range(state, force[0]) else None
