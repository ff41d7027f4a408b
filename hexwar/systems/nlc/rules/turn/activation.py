"""The activation under way, and who has finished in it (N4.5, N4.52)."""

from __future__ import annotations

from hexwar.engine.derived import kept
from hexwar.messages import listed
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Activation
from hexwar.table.words import formation_name


def active(state: GameState) -> Activation:
    """The activation under way."""
    assert state.activation is not None
    return state.activation


def body_of(state: GameState, formation: FormationId) -> tuple[FormationId, ...]:
    """The formations that act as one body with this one; alone but for N4.32."""
    acting = state.activation
    if acting is None or acting.formation != formation:
        return (formation,)
    return acting.formations


@kept
def units_of_body(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units that act together with a formation, in the order of the army list (N4.35)."""
    return tuple(unit for one in body_of(state, formation) for unit in state.units_of(one))


def had_contact(state: GameState, formation: FormationId) -> bool:
    """Whether a formation that acts was in an EZOC when its activation began (N5.34)."""
    acting = active(state)
    if formation == acting.formation:
        return acting.had_contact
    return formation in acting.also_had_contact


def has_finished(state: GameState, unit: UnitId) -> bool:
    """Whether a unit has moved, stayed or worked, and others have acted since it began (N4.52)."""
    record = state.units[unit]
    return bool(record.moved or record.spent) and unit not in active(state).acting


def body_names(state: GameState, formation: FormationId) -> str:
    """A formation that acts, and who acts with it, within a sentence (N4.32)."""
    return listed(formation_name(state, one) for one in body_of(state, formation))
