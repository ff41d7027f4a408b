"""What gives supply: sources, and trains with a road to a source (N16.2, N16.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexwar.grid.waves import Waves, bits_of, spread
from hexwar.hexes import Hex
from hexwar.model.forces import Arm, FormationId, Side, UnitId
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.model.traces import PointKind, SupplyPoint
from hexwar.rules.common.traces import (
    Block,
    easier_grounds,
    enemy_on,
    trace_ground,
    water_on,
)
from hexwar.rules.common.zones import cells_of, enemy_cells, enemy_hexes, kept


def supply_points(state: GameState, formation: FormationId) -> tuple[SupplyPoint, ...]:
    """The hexes that give supply to all units of a formation.

    They are the sources of its side (N16.2), its own baggage trains that have a road to one, and
    the entry hexes of those that are still to come (N16.3).
    """
    side = state.battle.formations[formation].side
    trains = own_trains(state, formation)
    own = tuple(
        SupplyPoint(hex_, PointKind.TRAIN, train)
        for train in trains
        if (hex_ := state.units[train].hex) is not None and is_linked(state, side, hex_)
    )
    held = enemy_hexes(state, side)
    entries = tuple(
        SupplyPoint(hex_, PointKind.ENTRY, train)
        for train in trains
        if (hex_ := future_entry(state, train)) is not None and hex_ not in held
    )
    return (*own, *entries, *sources(state, side))


def borrowed_points(state: GameState, formation: FormationId) -> tuple[SupplyPoint, ...]:
    """The trains of its side that may supply a formation with none on the map (N16.3).

    Each supplies `trace.units_for_each_train` units that are not of its own formation.
    """
    if any(state.units[train].hex is not None for train in own_trains(state, formation)):
        return ()
    side = state.battle.formations[formation].side
    return tuple(
        SupplyPoint(hex_, PointKind.BORROWED, train)
        for train in _trains(state, side)
        if (hex_ := state.units[train].hex) is not None and is_linked(state, side, hex_)
    )


def sources(state: GameState, side: Side) -> tuple[SupplyPoint, ...]:
    """The supply sources of a side in which no enemy combat unit stands (N16.6)."""
    held = enemy_hexes(state, side)
    own = (hex_ for hex_ in source_hexes(state, side) if hex_ not in held)
    return tuple(SupplyPoint(hex_, PointKind.SOURCE) for hex_ in own)


def own_trains(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The baggage trains of a formation, wherever they are."""
    return tuple(
        unit for unit in state.units_of(formation) if state.card(unit).arm is Arm.BAGGAGE_TRAIN
    )


def future_entry(state: GameState, train: UnitId) -> Hex | None:
    """Where a train that is due will enter, or None if it is not due (N16.6)."""
    if state.units[train].box is not Box.DUE:
        return None
    return next((a.entry for a in state.arrivals if train in a.units), None)


def _trains(state: GameState, side: Side) -> tuple[UnitId, ...]:
    """The baggage trains of a side, in the order of the order of battle."""
    return tuple(
        card.id
        for card in state.battle.units.values()
        if card.side == side and card.arm is Arm.BAGGAGE_TRAIN
    )


# -- the road from a train to a source


def is_linked(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is on a road or trail that leads to a friendly source (N16.2, N16.6)."""
    field = state.battle.battlefield
    cell = field.grid.index[hex_]
    return hex_ in field.way_hexes and _roads(state, side).has_reached(cell)


def road_to_source(state: GameState, side: Side, hex_: Hex) -> tuple[Hex, ...]:
    """The shortest open road from a hex to a friendly source; empty where there is none."""
    return way_back(state, _roads(state, side), hex_) if is_linked(state, side, hex_) else ()


def _roads(state: GameState, side: Side) -> Waves:
    """How far along open roads and trails it is to the nearest source of a side."""
    return kept(state, f"roads:{side}", lambda: _spread_roads(state, side))


def _spread_roads(state: GameState, side: Side) -> Waves:
    begun = bits_at(state, (point.hex for point in sources(state, side)))
    limit = len(state.battle.battlefield.way_hexes)
    return spread(trace_ground(state).roads, begun, limit, enemy_bits(state, side))


# -- what is wrong


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no supply."""

    sentence: str
    rule: str
    hexes: tuple[Hex, ...] = ()  # where: a hex, or the two of a hexside


def train_fault(state: GameState, train: UnitId) -> Fault | None:
    """Why a train on the map gives no supply, or None if it does or is not on the map."""
    hex_, side = state.units[train].hex, state.side_of(train)
    if hex_ is None or is_linked(state, side, hex_):
        return None
    if hex_ not in state.battle.battlefield.way_hexes:
        return Fault(f"The baggage train in {hex_} is on no road or trail.", "N16.2", (hex_,))
    name, block = f"the baggage train in {hex_}", _road_block(state, side, hex_)
    if block is None:
        return Fault(f"No road leads from {name} to a friendly source.", "N16.2", (hex_,))
    return Fault(f"{block.what} cuts the road of {name}.", block.rule, block.hexes)


def _road_block(state: GameState, side: Side, hex_: Hex) -> Block | None:
    """What cuts the shortest road to a source: an enemy, or else water."""
    field, begun = state.battle.battlefield, bits_at(state, source_hexes(state, side))
    for ground in easier_grounds(state):
        roads = spread(ground.roads, begun, len(field.way_hexes))
        path = way_back(state, roads, hex_)
        if path:
            return water_on(state, path, "N16.6") or enemy_on(state, side, path, "N16.6")
    return None


# -- cells


def source_hexes(state: GameState, side: Side) -> tuple[Hex, ...]:
    """The supply sources of a side, whoever stands there."""
    sources = state.battle.sources_on(state.turn)
    return tuple(h for h, owner in sources.items() if owner == side)


def enemy_bits(state: GameState, side: Side) -> int:
    """The cells that enemy combat units hold, as bits."""
    return kept(state, f"enemy-bits:{side}", lambda: bits_of(enemy_cells(state, side)))


def bits_at(state: GameState, hexes: Iterable[Hex]) -> int:
    """Hexes as bits."""
    return bits_of(cells_of(state, hexes))


def way_back(state: GameState, waves: Waves, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes from one to where its wave began; empty where no wave came."""
    grid = state.battle.battlefield.grid
    return tuple(grid.hexes[cell] for cell in waves.way_back(grid.index[hex_]))
