"""La Garde: who may send the Old Guard in, and what its giving way does to the others (N7.4)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Refusal, Table, refuse
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import GuardDismayed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.fight import hex_of, on_map
from hexwar.systems.nlc.rules.combat.fire import OLD_GUARD
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    check_morale,
    steady,
)
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Role, Side, UnitId
from hexwar.table.reports import MoraleReport


def is_old_guard(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is of the Old Guard (N7.4)."""
    return OLD_GUARD in state.card(unit).flags


# -- who may send it in (N7.4 c)


def may_commit(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit may not be committed to an attack, or None: the Old Guard waits for its masters.

    Napoleon or the Guard commander must be within four hexes, counted plainly. The Guard
    commander is the commander of the formation that the unit acts with, or of its own corps where
    it is attached to another (house rule).
    """
    hex_, card = state.units[unit].hex, state.card(unit)
    if hex_ is None or not is_old_guard(state, unit):
        return None
    corps = (state.formation_of(unit).id, card.attached_from)
    limit = numbers_of(state.battle).guard.commit_distance
    for his in state.leaders_on_map(card.side):
        seat, may_send = state.leaders[his.id].hex, is_napoleon(his) or his.formation in corps
        is_near = seat and state.battle.battlefield.grid.distance(hex_, seat) <= limit
        if may_send and is_near and his.role is not Role.HQ:
            return None
    words = mark("{name} attacks only with Napoleon or the Guard commander within {limit} hexes.")
    return refuse("N7.4", words, name=card.name, limit=limit)


# -- when it gives way (N7.4 b)


async def check_in_combat(
    table: Table[GameState],
    units: tuple[UnitId, ...],
    die_for: str,
    purpose: str,
    about: Circumstances | MoraleReport,
) -> Verdict:
    """N2.4: a check in assault or charge; others may see that the Old Guard fails it."""
    found = await check_morale(table, units, die_for, purpose, about)
    if found is not Verdict.PASSED:
        await dismay(table, units)
    return found


async def dismay(table: Table[GameState], units: Iterable[UnitId]) -> None:
    """N7.4 b: units failed a check in assault or charge; if the Old Guard did, others waver.

    Every stack of its side within three hexes that sees it checks at once, or is Disrupted. It
    happens once a turn. The stack that has failed does not check again, nor one that is Disrupted
    already as a whole (house rule).
    """
    guard = next((u for u in on_map(table.state, units) if is_old_guard(table.state, u)), None)
    if guard is None or table.state.spirit.dismayed == table.state.turn:
        return
    hex_, side = hex_of(table.state, guard), table.state.side_of(guard)
    table.emit(GuardDismayed(guard, hex_))
    for other in dismayed_hexes(table.state, side, hex_):
        die_for = say("morale in {hex}, where they see the Old Guard give way", hex=other)
        await steady(table, table.state.combat_units_in(other, side), die_for, "guard")


def dismayed_hexes(state: GameState, side: Side, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes whose stacks see the Old Guard give way in a hex and have to check, by id."""
    field = state.battle.battlefield
    limit = min(numbers_of(state.battle).guard.dismay_distance, state_sight_limit(state))

    def wavers(other: Hex) -> bool:
        units = state.combat_units_in(other, side)
        is_shaken = all(state.units[unit].disrupted for unit in units)
        return not is_shaken and has_line_of_sight(field, hex_, other, limit)

    return tuple(sorted(filter(wavers, {*field.grid.within(hex_, limit)} - {hex_})))
