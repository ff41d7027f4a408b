"""Stacking (N6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.ground.law import GroundState
from hexwar.hexes import Hex
from hexwar.table.forces import Arm, Side, UnitId


def division_of(state: GroundState, unit: UnitId) -> tuple[str, str] | None:
    """What counts as a unit's division for stacking: (corps, division), or None.

    A Russian infantry corps counts as one division.
    """
    card = state.card(unit)
    formation = state.formation_of(unit)
    if formation.stacks_as_division and not card.arm.is_train:
        return formation.id, ""
    return (card.attached_from or formation.id, card.division) if card.division else None


def is_overstacked(state: GroundState, units: Iterable[UnitId]) -> bool:
    """Whether units of one side are too many for one hex (N6.1).

    Two units or 12 SP, whichever is less; all units of one division within 12 SP. A train counts
    as a full hex, vedettes and a pontoon train that is a bridge as nothing.
    """
    counted = tuple(u for u in units if _counts(state, u))
    if len(counted) <= 1:
        return False
    limits = state.numbers.stacking
    trains = {u for u in counted if state.card(u).arm.is_train}
    if sum(limits.train_sp if u in trains else state.sp(u) for u in counted) > limits.sp:
        return True
    if len(counted) <= limits.units:
        return False
    divisions = {division_of(state, u) for u in counted}
    return len(divisions) > 1 or None in divisions


def _counts(state: GroundState, unit: UnitId) -> bool:
    """Whether a unit takes up room: no bridge (T18.2) and no vedette (N6.1, T17.2)."""
    return state.units[unit].bridging is None and state.battle.units[unit].arm is not Arm.VEDETTE


def stack_in(state: GroundState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    """The units of a side that take up room in a hex: those in it, and tails there (N5.33, T7.55).

    Vedettes and a pontoon train that is a bridge take up none.
    """
    units, tails = state.units_in(hex_, side), state.tails.get(hex_)
    here = tuple([u for u in units if _counts(state, u)]) if units else ()
    if tails is None:
        return here
    return (*here, *(u for u in tails if state.side_of(u) == side and u not in here))


def has_room(state: GroundState, hex_: Hex, side: Side, units: Iterable[UnitId]) -> bool:
    """Whether units may stand in a hex together with the friends who are there (N6.1)."""
    coming = tuple(units)
    staying = tuple(u for u in stack_in(state, hex_, side) if u not in coming)
    return not is_overstacked(state, (*staying, *coming))
