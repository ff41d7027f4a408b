"""Mode cards: how the troops stand at the start (N23.6, 18.54-18.56, T24.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from hexwar.cards.records import CardId
from hexwar.cards.setup_facts import DirectionRolled, LeaderRedeployed, UnitReplaced
from hexwar.engine import Table
from hexwar.ground.scatter import direction_of, is_aligned, is_barred, stacks_of, stray
from hexwar.ground.stacking import has_room, stack_in
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.events.cards import UnitRedeployed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.cards.effects import LATE_START, begin, effects_of, end
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.cards.ways import Way as PlayWay
from hexwar.systems.nlc.rules.cards.ways import way_of
from hexwar.systems.nlc.rules.cards.windows import Play, Subjects, lasting, register
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_in_command_range,
    senior_unit,
)
from hexwar.systems.nlc.rules.movement.stacks import fit_when_full
from hexwar.systems.nlc.rules.supply.lines import is_linked, road_to_source
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Way
from hexwar.table.forces import LeaderId, Side, UnitId

# -- the forces at the start, one of which a mode card picks (18.54, 18.55)


Force = tuple[UnitId, ...]
"""Combat units that count as one force, in the order of battle."""


def units_at_start(state: GameState, side: Side) -> list[UnitId]:
    """A side's combat units that were set up and are on the map (N23.9)."""
    return [
        unit.id
        for unit in state.on_map(side)
        if unit.id in state.battle.unit_hexes and state.card(unit.id).is_combat_unit
    ]


def forces_at_start(state: GameState, side: Side) -> list[Force]:
    """The forces of a side, the strongest first.

    A force is what stands under one line of the order pad in command; each stack of it that is
    out of command is a force of its own (18.55).
    """
    forces: dict[tuple[LineId, str], list[UnitId]] = {}
    for unit in units_at_start(state, side):
        place = "" if is_in_command_range(state, unit) else str(state.units[unit].hex)
        forces.setdefault((state.line_id_of(unit), place), []).append(unit)
    found = (tuple(units) for units in forces.values())
    return sorted(found, key=lambda force: -strength(state, force))


def strength(state: GameState, force: Force) -> int:
    """The SP of a force."""
    return sum(state.sp(unit) for unit in force)


def eligible(state: GameState, side: Side) -> list[Force]:
    """Those that a card may pick: in full play the strongest alone, else any (18.55, N23.3)."""
    forces = forces_at_start(state, side)
    if way_of(state.battle) is not PlayWay.FULL:
        return forces
    most = max((strength(state, force) for force in forces), default=0)
    return [force for force in forces if strength(state, force) == most]


def forces_near_roads(state: GameState, side: Side) -> Sequence[Subjects]:
    """The forces that the card can pick and that find a road."""
    return [force for force in eligible(state, side) if column_of(state, force)]


# -- road Column: a force that is set up again on a road (card 1, T24.3)


ROAD_COLUMN = CardId("road-column")


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
    return set(stack_in(state, hex_, side)) <= {*marching} and not is_barred(state, side, hex_)


async def form_column(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """T24.3: set the force up in column, its commander at the head of it."""
    force = tuple(map(UnitId, subjects))
    column, commander = column_of(table.state, force), _commander(table.state, force)
    for place in column:
        table.emit(UnitRedeployed(place.unit, ROAD_COLUMN, place.hex, column=True, tail=place.tail))
    for place in column:
        hexes = (place.hex,) if place.tail is None else (place.hex, place.tail)
        for event in control_events(table.state, (place.unit,), hexes):
            table.emit(event)
    if commander is not None and table.state.leaders[commander].hex != column[0].hex:
        table.emit(LeaderRedeployed(commander, ROAD_COLUMN, column[0].hex))


def _commander(state: GameState, force: Force) -> LeaderId | None:
    """The commander on the map who leads a force; None where it is out of his range."""
    leader = commander_of(state, state.line_id_of(force[0]))
    is_here = leader is not None and state.leaders[leader].hex is not None
    return leader if is_here and is_in_command_range(state, force[0]) else None


# -- formation Scattered: stacks that have lost their way (card 6, 18.56, T24.3, T24.4)


SCATTERED = CardId("formation-scattered")


def point_of(state: GameState, die: int) -> str:
    """The point of the compass that a die names, such as NE (T24.4)."""
    numbers = numbers_of(state.battle).card
    aligned = is_aligned(state.battle.battlefield.north)
    return (numbers.points if aligned else numbers.points_between)[die - 1]


def _path_of(state: GameState, stack: Force, die: int) -> tuple[Hex, ...]:
    """The hexes over which a stack strays by its die, with the one where it stands."""
    side, direction = state.side_of(stack[0]), direction_of(state.battle.battlefield.north, die)
    most = numbers_of(state.battle).card.scattered_hexes
    return stray(state, stack, direction, most, lambda hex_: has_room(state, hex_, side, stack))


async def scatter(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """18.56: each stack of a force rolls for its direction and goes there."""
    for stack in stacks_of(table.state, tuple(map(UnitId, subjects))):
        state = table.state
        names = say(" and ").join(state.card(unit).name for unit in stack)
        die = await throw(table, side, f"where {names} went")
        path = _path_of(state, stack, die)
        table.emit(DirectionRolled(stack, die, point_of(state, die), path))
        if len(path) > 1:
            for unit in stack:
                table.emit(UnitRedeployed(unit, SCATTERED, path[-1]))
            for event in control_events(table.state, stack, path[1:]):
                table.emit(event)


# -- the other cards
#
# They touch units at the start only (N23.9); leaders heed Late Start alone, but the commander of a
# Road Column rides at its head (18.39, T24.3).


REPLACEMENTS = CardId("replacements")
EARLY_ARRIVAL = CardId("early-arrival")


def reduced_units(state: GameState, side: Side) -> Sequence[Subjects]:
    """Each choice of as many reduced units at the start as the card makes full again.

    They have room where they stand when they are full (N6.1).
    """
    reduced = [unit for unit in units_at_start(state, side) if state.units[unit].reduced]
    for number in range(min(len(reduced), numbers_of(state.battle).card.replaced_units), 0, -1):
        some = combinations(reduced, number)
        found: list[Subjects] = [units for units in some if fit_when_full(state, units)]
        if found:
            return found
    return []


async def replace_losses(table: Table[GameState], side: Side, subjects: Subjects) -> None:  # noqa: ARG001
    """T24.3: the units are full again."""
    for unit in subjects:
        table.emit(UnitReplaced(UnitId(unit)))


async def arrive_early(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N4.24, T24.3: an Initial Action on turn 1; who overslept is awake."""
    for effect in tuple(effects_of(table.state, side, LATE_START)):
        end(table, effect)
    begin(table, side, EARLY_ARRIVAL, subjects=subjects)


register(
    {
        ROAD_COLUMN: Play(form_column, forces_near_roads, is_force=True),
        LATE_START: Play(lasting(LATE_START)),  # its OC sleeps, no Initial Action (N4.24)
        REPLACEMENTS: Play(replace_losses, reduced_units),
        EARLY_ARRIVAL: Play(arrive_early),
        SCATTERED: Play(scatter, eligible, is_force=True),
    }
)
