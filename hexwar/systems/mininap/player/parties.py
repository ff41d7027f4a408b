"""Units as parties to a fight, by the rules' own combat values (M12)."""

from __future__ import annotations

from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.player.chances import Party
from hexwar.systems.mininap.rules.combat import combat_rows
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import UnitId


def with_unit(state: MiniState, unit: Unit) -> MiniState:
    """A copy of a view in which a unit is as a record has it: a table in thought."""
    if state.units[unit.id] is unit:
        return state
    thought = state.copy()
    thought.put(unit)
    return thought


def party(
    state: MiniState,
    unit: UnitId,
    enemy: UnitId,
    *,
    is_led: bool,
    each: int = 1,
    sp: int | None = None,
    shares: int = 1,
) -> Party:
    """A unit that fights an enemy.

    Args:
        state: A view, or a table in thought.
        unit: Who.
        enemy: Against whom.
        is_led: Whether it is in command.
        each: Dice for each SP.
        sp: What it has; None: what it has now.
        shares: Among how many enemies it divides its dice.
    """
    value, _ = combat_rows(state, unit, enemy)
    is_square = state.units[unit].formation is Formation.SQUARE
    is_frail = not (is_square or state.card(unit).is_command or state.is_veteran(unit))
    strength = max(0, state.sp(unit) if sp is None else sp)
    return Party(strength, value, each, is_led, is_frail, shares=shares)
