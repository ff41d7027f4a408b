"""The second hex of a strong unit in road column (N5.3, N5.33)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.groups import Movers
from hexwar.rules.common.stacking import stack_in
from hexwar.rules.nlc.numbers import numbers_of


def has_tail(state: GameState, group: Movers) -> bool:
    """Whether the unit of a column is so strong that it takes up two hexes (N5.33)."""
    strong = numbers_of(state.battle).column.tail_sp
    return not group.is_train and any(state.sp(unit) >= strong for unit in group.units)


def tail_of(state: GameState, group: Movers, path: Sequence[Hex]) -> Hex | None:
    """Where the tail of a column comes to lie: the last hex before the end, if it moved."""
    return path[-2] if len(path) > 1 and has_tail(state, group) else None


def tail_refusal(state: GameState, group: Movers, path: Sequence[Hex]) -> Refusal | None:
    """Why the tail of a column cannot lie where it would, or None.

    Another column or a train is in the way. A stack is not: the limits of stacking bind at the
    end of the segment (N6.2).
    """
    tail = tail_of(state, group, path)
    if tail is None:
        return None
    for unit in stack_in(state, tail, group.side):
        if unit not in group.units and _is_in_the_way(state, unit):
            name = state.card(unit).name
            return Refusal(f"The unit takes up two hexes, and {name} is in {tail}.", "N5.33")
    return None


def tail_is_free(state: GameState, group: Movers, path: Sequence[Hex]) -> bool:
    """Whether nothing is in the way of a column's tail."""
    return tail_refusal(state, group, path) is None


def _is_in_the_way(state: GameState, unit: UnitId) -> bool:
    record = state.units[unit]
    return record.column or (state.card(unit).arm.is_train and record.bridging is None)
