"""A charge hits home: from evasion to the check after the charge (N10.13, steps 3-9).

A reaction charge against infantry that came near is resolved by the same flow, with the roles
reversed (N10.22).
"""

from __future__ import annotations

from dataclasses import replace

from hexwar.engine import Table
from hexwar.model.events import ChargeResolved, ColumnLeft
from hexwar.model.state import GameState
from hexwar.rules.nlc.aftermath import aftermath
from hexwar.rules.nlc.bonuses import leader_bonuses
from hexwar.rules.nlc.cards.combat_windows import before_charge
from hexwar.rules.nlc.cards.marshal import aim_marshals
from hexwar.rules.nlc.charge_fire import ChargeFight, Units, charge_fight
from hexwar.rules.nlc.charge_paths import Charge
from hexwar.rules.nlc.charge_results import (
    ChargeCombat,
    ChargeOutcome,
    charge_combat,
    charge_results,
    exploit,
    occupy,
)
from hexwar.rules.nlc.evasion import evade
from hexwar.rules.nlc.exchange import read, throw
from hexwar.rules.nlc.fight import on_map
from hexwar.rules.nlc.square import form_square


async def strike(
    table: Table[GameState],
    charge: Charge,
    *,
    met: bool = False,
    fled: Units = (),
    routed: bool = False,
) -> ChargeOutcome:
    """N10.13 (3)-(9): the target gets out of the way, forms square, or fights as it stands.

    Args:
        table: The table.
        charge: The charge, with those who still ride.
        met: Whether it has beaten a reaction charge (N10.21).
        fled: Who of the target met the chargers and gave way; if nobody is left in the target hex
            they may be pursued.
        routed: Whether these routed.
    """
    enemy = table.state.battle.enemy(table.state.side_of(charge.units[0]))
    if not table.state.holders_of(charge.target, enemy):
        blown = await exploit(table, charge, fled, routed=routed)
        await aftermath(table, (u for u in charge.units if u not in blown))
        return _tell(table, charge, ChargeOutcome.GONE)
    if await evade(table, charge):
        await occupy(table, charge)
        await aftermath(table, charge.units)
        return _tell(table, charge, ChargeOutcome.GONE)
    return _tell(table, charge, await _meet(table, charge, met=met))


def _tell(table: Table[GameState], charge: Charge, outcome: ChargeOutcome) -> ChargeOutcome:
    """The charge is over."""
    table.emit(ChargeResolved(charge.units, charge.target, outcome.value))
    return outcome


async def _meet(table: Table[GameState], charge: Charge, *, met: bool) -> ChargeOutcome:
    """N10.13 (4)-(9): the target stands."""
    side = table.state.side_of(charge.units[0])
    enemy = table.state.battle.enemy(side)
    await form_square(table, charge)
    await before_charge(table, charge.target)
    fighters = (*charge.units, *table.state.holders_of(charge.target, enemy))
    bonus = await leader_bonuses(table, side, (charge.start, charge.target), fighters)
    fight = charge_fight(table.state, charge, met=met, bonus=bonus)
    combat = charge_combat(table.state, fight)
    lowered = await aim_marshals(table, charge.target, (combat.attack, combat.defence))
    if lowered:
        combat = charge_combat(table.state, replace(fight, lowered=lowered))
    outcome = await _fire(table, combat)
    _leave_column(table, fight)
    return outcome


async def _fire(table: Table[GameState], combat: ChargeCombat) -> ChargeOutcome:
    """N10.13 (6), (7): both dice fall before either is read; then the results."""
    attack_die = await throw(table, combat.attack, "chargers' fire")
    defence_die = await throw(table, combat.defence, "fire at the chargers")
    on_target = read(table, combat.attack, attack_die, combat.fight.target)
    on_chargers = read(table, combat.defence, defence_die, combat.fight.start)
    return await charge_results(table, combat, on_target, on_chargers)


def _leave_column(table: Table[GameState], fight: ChargeFight) -> None:
    """N5.32: who was charged in road column leaves it."""
    for unit in on_map(table.state, fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))
