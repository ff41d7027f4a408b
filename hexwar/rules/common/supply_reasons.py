"""Why there is supply, or why not: one sentence with its rule (N16.2, N16.3, N16.6, N16.7)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.grid.waves import spread
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId
from hexwar.model.state import GameState
from hexwar.model.traces import PointKind, SupplyPoint
from hexwar.rules.common.supply_points import (
    Fault,
    bits_at,
    borrowed_points,
    own_trains,
    source_hexes,
    supply_points,
    train_fault,
    way_back,
)
from hexwar.rules.common.traces import easier_grounds, enemy_on, water_on
from hexwar.rules.nlc.numbers import numbers_of


def supply_sentence(
    state: GameState,
    line: Sequence[Hex],
    road: Sequence[Hex],
    point: SupplyPoint,
    column: str = "",
) -> tuple[str, str]:
    """Why there is supply, and the rule.

    Args:
        state: The table.
        line: The hexes from the unit to the point.
        road: The hexes from the point, if it is a train, to its source.
        point: What gives supply.
        column: The name of the unit of the march column from which the line leads, if it is
            another's.
    """
    open_road = f", whose road to {road[-1]} is open" if road else ""
    length = f"{_away(len(line) - 1)} {_name(state, point)}{open_road}."
    if column:
        return f"In a march column with {column}: {length}", "N16.7"
    borrowed = point.kind in (PointKind.ENTRY, PointKind.BORROWED)
    return length, "N16.3" if borrowed else "N16.2"


def taken_fault(state: GameState) -> Fault:
    """A train is near, but it supplies as many units of other formations as it can."""
    room = numbers_of(state.battle).trace.units_for_each_train
    return Fault(
        f"Each train within reach already supplies {room} units of other formations.", "N16.3"
    )


def supply_fault(state: GameState, formation: FormationId, hex_: Hex) -> Fault:
    """Why a hex without a supply line has none: the train, what cuts the line, or distance."""
    trains = own_trains(state, formation)
    faults = [(train, f) for train in trains if (f := train_fault(state, train)) is not None]
    for train, fault in faults:
        if _is_near(state, hex_, state.units[train].hex):
            return fault
    points = _points_at(state, formation)
    if points:
        return _cut(state, formation, hex_, points) or _too_far(state, hex_, points)
    if faults:
        return faults[0][1]
    return Fault("There is no friendly supply source and no baggage train to use.", "N16.2")


def _is_near(state: GameState, a: Hex, b: Hex | None) -> bool:
    limit = numbers_of(state.battle).trace.supply
    return b is not None and state.battle.battlefield.grid.distance(a, b) <= limit


def _points_at(state: GameState, formation: FormationId) -> dict[Hex, SupplyPoint]:
    """What gives supply to a formation, and its side's sources that the enemy holds."""
    side = state.battle.formations[formation].side
    held = (SupplyPoint(hex_, PointKind.SOURCE) for hex_ in source_hexes(state, side))
    points = (*supply_points(state, formation), *borrowed_points(state, formation), *held)
    return {point.hex: point for point in reversed(points)}


def _cut(
    state: GameState, formation: FormationId, hex_: Hex, points: dict[Hex, SupplyPoint]
) -> Fault | None:
    """The enemy, or else the water, but for which there would be a line."""
    side, limit = state.battle.formations[formation].side, numbers_of(state.battle).trace.supply
    for ground in easier_grounds(state):
        path = way_back(state, spread(ground.lines, bits_at(state, points), limit), hex_)
        block = water_on(state, path, "N16.6") or enemy_on(state, side, path, "N16.6")
        if block is not None:
            name = _name(state, points[path[-1]])
            return Fault(f"{block.what} cuts the line to {name}.", block.rule, block.hexes)
    return None


def _too_far(state: GameState, hex_: Hex, points: dict[Hex, SupplyPoint]) -> Fault:
    distance = state.battle.battlefield.grid.distance
    nearest = min(points.values(), key=lambda point: (distance(hex_, point.hex), point.hex))
    limit = numbers_of(state.battle).trace.supply
    away = f"{_away(distance(hex_, nearest.hex))} {_name(state, nearest)}"
    return Fault(f"{away}, and a supply line has {limit} at most.", "N16.6")


def _name(state: GameState, point: SupplyPoint) -> str:
    if point.kind is PointKind.SOURCE:
        return f"the supply source in {point.hex}"
    if point.kind is PointKind.ENTRY:
        return f"{point.hex}, where the baggage train will enter"
    if point.kind is PointKind.BORROWED and point.train is not None:
        return f"the baggage train of {state.formation_of(point.train).name} in {point.hex}"
    return f"the baggage train in {point.hex}"


def _away(hexes: int) -> str:
    """A distance as a sentence begins: `7 hexes from`, `At`."""
    if not hexes:
        return "At"
    return f"{hexes} hex from" if hexes == 1 else f"{hexes} hexes from"
