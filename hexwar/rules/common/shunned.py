"""The hexes of an enemy's zone that an order keeps units out of (N6.5, N6.8, N12.2)."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.common.groups import Leave
from hexwar.rules.common.zones import cells_of, enemy_zone, enemy_zone_cells


def is_shunned(state: GameState, side: Side, order: Leave, hex_: Hex) -> bool:
    """Whether an order forbids to enter a hex because it lies in an EZOC."""
    if hex_ not in enemy_zone(state, side):
        return False
    return not order.enter_zone or (order.open_zone is not None and hex_ not in order.open_zone)


def shunned_cells(state: GameState, side: Side, order: Leave) -> frozenset[int]:
    """The cells of the grid that an order forbids to enter because they lie in an EZOC."""
    if order.enter_zone and order.open_zone is None:
        return frozenset()
    zone = enemy_zone_cells(state, side)
    if not order.enter_zone or order.open_zone is None:
        return zone
    return zone - cells_of(state, order.open_zone)
