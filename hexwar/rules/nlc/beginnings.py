"""How an activation begins: alone on a chit, or several formations as one body (N4.46, N4.35)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Table
from hexwar.model.events import ActivationBegan, ChitDiscarded, FlagsCleared
from hexwar.model.forces import FormationId, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.zones import is_in_contact
from hexwar.rules.nlc.arrivals import due_units
from hexwar.rules.nlc.cups import discard_reason
from hexwar.rules.nlc.order_steps import test_steps


async def begin_activation(table: Table[GameState], formation: FormationId) -> None:
    """N4.44: the formation of a drawn chit acts, unless the chit has no effect."""
    reason = discard_reason(table.state, formation)
    if reason is not None:
        table.emit(ChitDiscarded(formation, reason))
    else:
        await begin_activations(table, (formation,))


async def begin_activations(table: Table[GameState], formations: Sequence[FormationId]) -> None:
    """N4.35, N4.46: formations act as one body; marks of their last activation go off.

    First the steps of their orders are tested: what they find governs this activation (N12.31).
    """
    await test_steps(table, formations)
    state = table.state
    units = {formation: _fresh_units(state, formation) for formation in formations}
    table.emit(FlagsCleared(tuple(unit for group in units.values() for unit in group)))
    contact = [f for f in formations if any(is_in_contact(state, u) for u in units[f])]
    first, *also = formations
    table.emit(
        ActivationBegan(
            first,
            state.battle.formations[first].side,
            had_contact=first in contact,
            also=tuple(also),
            also_had_contact=tuple(f for f in also if f in contact),
        )
    )


def _fresh_units(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units whose marks go off: on the map, and who stayed off it and may try again."""
    waiting = due_units(state, formation)
    return tuple(u for u in state.units_of(formation) if state.units[u].hex or u in waiting)
