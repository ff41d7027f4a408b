"""Mode cards: how the troops stand at the start (18.54-18.56, T24.3, T24.11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from hexwar.cards.readings import numbers
from hexwar.cards.records import CardId
from hexwar.engine import Table
from hexwar.ground.scatter import direction_of, is_aligned, is_barred, stacks_of, stray
from hexwar.ground.stacking import stack_in
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.cards import (
    DirectionRolled,
    LeaderRedeployed,
    UnitRedeployed,
    UnitReplaced,
)
from hexwar.systems.tlnb.rules.command.command import led_by
from hexwar.systems.tlnb.rules.command.routes import road_to_source
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.stacking import is_too_many, room_in
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Way
from hexwar.table.forces import LeaderId, Side, UnitId

Force = tuple[UnitId, ...]
"""Combat units that count as one force, in the order of battle."""

Subjects = tuple[str, ...]

# -- the forces at the start, one of which a mode card picks (18.54, 18.55)


def units_at_start(state: TlnbState, side: Side) -> list[UnitId]:
    """A side's combat units that were set up and are on the map (18.54)."""
    return [
        unit.id
        for unit in state.on_map(side)
        if unit.id in state.battle.unit_hexes and state.card(unit.id).is_combat_unit
    ]


def officer_of(state: TlnbState, unit: UnitId) -> LeaderId | None:
    """The officer who has a unit in his range; None without one (T5.6)."""
    officer = state.battle.officer_of.get(state.formation_of(unit).id)
    return officer if officer is not None and unit in led_by(state, officer) else None


def strongest(state: TlnbState, side: Side) -> list[Force]:
    """The strongest force of a side, or each of those that are so (T4.1, T4.7, 18.55).

    A force is what of a formation is in its officer's range; a stack out of it is one of its own.
    """
    forces: dict[tuple[str, str], list[UnitId]] = {}
    for unit in units_at_start(state, side):
        place = "" if officer_of(state, unit) is not None else str(state.units[unit].hex)
        forces.setdefault((state.formation_of(unit).id, place), []).append(unit)
    found = [tuple(units) for units in forces.values()]
    most = max((_strength(state, force) for force in found), default=0)
    return [force for force in found if _strength(state, force) == most]


def _strength(state: TlnbState, force: Force) -> int:
    return sum(state.sp(unit) for unit in force)


# -- Road Column: a force that is set up again on a road (card 1)


ROAD_COLUMN = CardId("road-column")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit of the column stands."""

    unit: UnitId
    hex: Hex
    tail: Hex | None  # of a strong unit (T7.55)


def columns(state: TlnbState, side: Side) -> list[Subjects]:
    """The forces that the card can pick and that find a road."""
    return [force for force in strongest(state, side) if column_of(state, force)]


def column_of(state: TlnbState, force: Force) -> tuple[Place, ...]:
    """The column that a force forms, from its head to its tail; empty where it can form none.

    The head is on the road nearest to the officer, and the column lies along the road to a
    supply source with the interval of Road March (T7.56). Who finds no room in it stays.
    """
    side, head = state.side_of(force[0]), _head(state, force)
    road = () if head is None else road_to_source(state, side, head)
    marching = list(force)
    while marching and road:
        column = _line_up(state, marching, road)
        if len(column) == len(marching):
            return tuple(column)
        marching.pop()
    return ()


def _head(state: TlnbState, force: Force) -> Hex | None:
    """The nearest hex of a road to a source near the officer; roads before trails."""
    field, side = state.battle.battlefield, state.side_of(force[0])
    centre = _centre(state, force)
    near = field.grid.within(centre, numbers().column_distance)
    found = sorted(
        (field.grid.distance(centre, hex_), field.way_hexes[hex_] is not Way.ROAD, hex_)
        for hex_ in near
        if hex_ in field.way_hexes
    )
    return next((h for _, _, h in found if road_to_source(state, side, h)), None)


def _centre(state: TlnbState, force: Force) -> Hex:
    """Where the force's officer is; of a force out of his range where its strongest unit is."""
    officer = officer_of(state, force[0])
    best = max(force, key=lambda unit: (state.sp(unit), unit))
    hex_ = state.units[best].hex if officer is None else state.leaders[officer].hex
    assert hex_ is not None
    return hex_


def _line_up(state: TlnbState, marching: Sequence[UnitId], road: Sequence[Hex]) -> list[Place]:
    """The marching units on the free hexes of a road, as far as it is long enough."""
    side, strong = state.side_of(marching[0]), state.numbers.column.tail_sp
    free = [_is_clear(state, side, hex_, marching) for hex_ in road]
    column, after = list[Place](), 0
    for unit in marching:
        needed = 2 if state.sp(unit) >= strong else 1
        starts = range(after, len(road) - needed + 1)
        at = next((at for at in starts if all(free[at : at + needed])), None)
        if at is None:
            break
        column.append(Place(unit, road[at], road[at + 1] if needed == 2 else None))
        after = at + needed + state.numbers.march.interval
    return column


def _is_clear(state: TlnbState, side: Side, hex_: Hex, marching: Collection[UnitId]) -> bool:
    """Whether nobody stands in a hex but those who will march off."""
    return set(stack_in(state, hex_, side)) <= {*marching} and not is_barred(state, side, hex_)


async def form_column(table: Table[TlnbState], _side: Side, id_: CardId, who: Subjects) -> None:
    """Set the force up in column, its officer at the head of it."""
    force = tuple(map(UnitId, who))
    column, officer = column_of(table.state, force), officer_of(table.state, force[0])
    for place in column:
        table.emit(UnitRedeployed(place.unit, id_, place.hex, column=True, tail=place.tail))
    if officer is not None and table.state.leaders[officer].hex != column[0].hex:
        table.emit(LeaderRedeployed(officer, id_, column[0].hex))


# -- Formation Scattered: stacks that have lost their way (card 6, 18.56, T24.4)


def point_of(state: TlnbState, die: int) -> str:
    """The point of the compass that a die names, such as NE (T24.4)."""
    aligned = is_aligned(state.battle.battlefield.north)
    return (numbers().points if aligned else numbers().points_between)[die - 1]


def _path_of(state: TlnbState, stack: Force, die: int) -> tuple[Hex, ...]:
    """The hexes over which a stack strays by its die, with the one where it stands."""
    direction = direction_of(state.battle.battlefield.north, die)
    most = numbers().scattered_hexes
    return stray(state, stack, direction, most, lambda hex_: room_in(state, hex_, stack))


async def scatter(table: Table[TlnbState], side: Side, id_: CardId, who: Subjects) -> None:
    """18.56: each stack of a force rolls for its direction and goes there."""
    for stack in stacks_of(table.state, tuple(map(UnitId, who))):
        state = table.state
        die = await throw(table, side, mark("where a stack went"))
        path = _path_of(state, stack, die)
        table.emit(DirectionRolled(stack, die, point_of(state, die), path))
        if len(path) > 1:
            for unit in stack:
                table.emit(UnitRedeployed(unit, id_, path[-1]))


# -- Replacements (card 4)


def reduced_units(state: TlnbState, side: Side, most: int) -> list[Subjects]:
    """Each choice of as many reduced units at the start as the card makes full again.

    They have room where they stand when they are full (T9).
    """
    reduced = [unit for unit in units_at_start(state, side) if state.units[unit].reduced]
    sizes = range(min(most, len(reduced)), 0, -1)
    sets = (units for size in sizes for units in combinations(reduced, size))
    return [units for units in sets if _fit(state, units)]


def _fit(state: TlnbState, units: Force) -> bool:
    full = state.copy()
    for unit in units:
        full.put_unit(replace(full.units[unit], reduced=False))
    hexes = {h for u in units if (h := full.units[u].hex) is not None}
    return not any(is_too_many(full, h, full.units_in(h, full.side_of(units[0]))) for h in hexes)


async def replace_losses(table: Table[TlnbState], _side: Side, _id: CardId, who: Subjects) -> None:
    """The units are full again."""
    for unit in who:
        table.emit(UnitReplaced(UnitId(unit)))
