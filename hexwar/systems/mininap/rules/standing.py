"""How the units stand: who touches whom, who is in command, on what ground (M5, M6.10, M6.21)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from hexwar.engine.derived import kept
from hexwar.systems.mininap.battle import Kind
from hexwar.systems.mininap.rules.shapes import blocks, stands
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.base import Areas, Stand, outlines
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.index import Index
from hexwar.tabletop.measure import SLACK, TOUCH, distance, within


@kept
def index(state: MiniState) -> Index[UnitId]:
    """Where all units in play stand, by their footprints."""
    return Index({unit.id: blocks(state, unit) for unit in state.in_play()})


@kept
def stand_index(state: MiniState) -> Index[tuple[UnitId, int]]:
    """Where all stands lie; each is named by its unit and its number there."""
    return Index(
        {
            (unit.id, number): (stand,)
            for unit in state.in_play()
            for number, stand in enumerate(stands(state, unit), start=1)
        }
    )


def footprint(state: MiniState, unit: Unit) -> Areas:
    """What a unit covers, wherever its record has it."""
    return outlines(blocks(state, unit))


def firm(state: MiniState, unit: Unit) -> Areas:
    """The same, made smaller by `SLACK`: what may not overlap (M6.11)."""
    return outlines(blocks(state, unit), -SLACK)


def run(
    state: MiniState, unit: Unit, limit: float, but: Collection[UnitId] = ()
) -> tuple[float, tuple[UnitId, ...]]:
    """How far a unit can go straight ahead from where its record has it, cm, and whom it touches.

    Friends and enemies, by rank (M6.15); nobody where it goes to the limit.
    """
    assert unit.pose is not None
    areas, small = footprint(state, unit), firm(state, unit)
    length, met = index(state).stop(areas, small, unit.pose, max(0.0, limit), (unit.id, *but))
    return length, tuple(met)


@kept
def contacts(state: MiniState) -> Mapping[UnitId, tuple[UnitId, ...]]:
    """The enemies that each unit touches, in the order of rank (M6.10); none has no entry."""
    standing, found = index(state), dict[UnitId, tuple[UnitId, ...]]()
    for unit in state.in_play():
        near = standing.near(standing.areas(unit.id), TOUCH, (unit.id,))
        touched = {
            one.key
            for one in near
            if one.length <= TOUCH and state.side_of(one.key) != state.side_of(unit.id)
        }
        if touched:
            found[unit.id] = tuple(id_ for id_ in state.units if id_ in touched)
    return MappingProxyType(found)


def touched_by(state: MiniState, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies that a unit touches, in the order of rank."""
    return contacts(state).get(unit, ())


def is_in_contact(state: MiniState, unit: UnitId) -> bool:
    """Whether a unit touches an enemy."""
    return unit in contacts(state)


def gap_to(state: MiniState, areas: Areas, other: UnitId) -> float:
    """The distance from areas to a unit in play, cm (M6.7)."""
    return distance(areas, index(state).areas(other))


def commander_near(state: MiniState, unit: UnitId) -> UnitId | None:
    """The commander by whom a unit is in command at this instant, the nearest rank first (M5.3).

    A command stand is in command by itself (M5.4).
    """
    if state.card(unit).is_command:
        return unit
    numbers = state.numbers.command
    reach = {
        Kind.BRIGADE: numbers.brigade,
        Kind.DIVISION: numbers.division,
        Kind.CORPS: numbers.corps,
    }
    here = index(state).areas(unit)
    for commander in state.battle.chain_of[unit]:
        is_here = state.units[commander].pose is not None
        if is_here and within(gap_to(state, here, commander), reach[state.card(commander).kind]):
            return commander
    return None


def in_command(state: MiniState, unit: UnitId) -> bool:
    """Whether a unit is in command at this instant (M5.6)."""
    return commander_near(state, unit) is not None


def nearest_enemy(state: MiniState, side: Side, areas: Areas, limit: float) -> float | None:
    """The distance in cm to the nearest enemy of a side within a limit; None where none is."""
    near = index(state).near(areas, limit)
    return next((n.length for n in near if state.side_of(n.key) != side), None)


def ground_under(state: MiniState, unit: Unit) -> tuple[Piece, ...]:
    """The pieces of ground that a unit is in, by the centre of its pose (M6.21).

    The topmost of those that lie over one another, and a hill with it.
    """
    assert unit.pose is not None
    pieces = state.battle.ground.under(unit.pose.point)
    hills = [piece for piece in pieces if piece.kind == "hill"]
    return (*[piece for piece in pieces if piece.kind != "hill"][:1], *hills[:1])


def stands_of(state: MiniState, unit: UnitId) -> tuple[Stand, ...]:
    """The stands of a unit in play."""
    return stands(state, state.units[unit])
