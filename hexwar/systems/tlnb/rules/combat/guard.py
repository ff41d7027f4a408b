"""La Garde recule: what it does when the Old Guard gives way (T11.3)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Table
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.systems.tlnb.events.combat import GuardGaveWay
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, UnitId


def is_guard(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit is infantry of the Old Guard (T11.3)."""
    card = state.card(unit)
    return "old_guard" in card.flags and card.arm is Arm.INFANTRY


def guard_gives_way(table: Table[TlnbState], units: Sequence[UnitId]) -> None:
    """T11.3b: friends near an Old Guard that retreats or is lost are dismayed; VP once a day."""
    state = table.state
    guards = [u for u in units if is_guard(state, u) and state.units[u].hex is not None]
    if not guards:
        return
    hex_, side = state.units[guards[0]].hex, state.side_of(guards[0])
    assert hex_ is not None
    field, numbers = state.battle.battlefield, state.numbers.guard
    limit = min(numbers.dismay, state_sight_limit(state))
    dismayed = tuple(
        u.id
        for u in state.on_map(side)
        if u.hex is not None
        and u.id not in guards
        and state.card(u.id).is_combat_unit
        and has_line_of_sight(field, hex_, u.hex, limit)
    )
    enemy = state.battle.enemy(side)
    is_first = state.losses.guard_day.get(enemy) != state.turn_card.day
    table.emit(GuardGaveWay(side, dismayed, numbers.vp if is_first else 0))
