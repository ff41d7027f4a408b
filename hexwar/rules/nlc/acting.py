"""The activation under way, and who has finished in it (N4.5, N4.52)."""

from __future__ import annotations

from hexwar.model.forces import UnitId
from hexwar.model.pieces import Activation
from hexwar.model.state import GameState


def active(state: GameState) -> Activation:
    """The activation under way."""
    assert state.activation is not None
    return state.activation


def has_begun(state: GameState, unit: UnitId) -> bool:
    """Whether a unit has moved, stayed, or worked at a span in this activation."""
    record = state.units[unit]
    return record.moved or bool(record.spent)


def has_finished(state: GameState, unit: UnitId) -> bool:
    """Whether a unit has had its turn: others have acted since it began (N4.52)."""
    return has_begun(state, unit) and unit not in active(state).acting
