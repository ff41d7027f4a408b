"""A charge hits home: from evasion to the check after the charge (N10.13, N10.6, N10.61)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.engine import Table
from hexwar.messages import mark
from hexwar.systems.nlc.events.combat import ChargeResolved
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.rules.cards.combat_windows import aim_marshals, before_charge
from hexwar.systems.nlc.rules.combat.assault import Tolls
from hexwar.systems.nlc.rules.combat.charge_fire import (
    ChargeFight,
    Units,
    charge_fight,
    charge_fire,
    target_fire,
)
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import MainArm, by_hex, fight_over, on_map
from hexwar.systems.nlc.rules.combat.fire import Hit, read, throw
from hexwar.systems.nlc.rules.combat.square import form_square
from hexwar.systems.nlc.rules.combat.withdrawal import evade
from hexwar.systems.nlc.rules.command.bonuses import leader_bonuses
from hexwar.systems.nlc.rules.command.guard import dismay
from hexwar.systems.nlc.rules.losses.losses import Toll, abandon_leaders, charged_arm, lose_steps
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    check_morale,
    morale_report,
)
from hexwar.systems.nlc.rules.losses.pursuit import Riders, advance, aftermath, disrupt, pursue
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.reports import FireReport

# -- what both fires of a charge bring about, in its order (N10.6, N10.61)


class ChargeOutcome(StrEnum):
    """How a charge ends."""

    TARGET_ELIMINATED = mark("target eliminated")
    TARGET_ROUTS = mark("target routs")
    TARGET_RETREATS = mark("target retreats")
    HELD = mark("charge held")  # the target stays, and the chargers ride back
    CHARGERS_REPULSED = mark("chargers repulsed")
    CHARGERS_ROUT = mark("chargers rout")
    CHARGERS_ELIMINATED = mark("chargers eliminated")
    GONE = mark("target gives way")  # before it is hit: it evaded, or met the chargers and lost
    MET = mark("charge broken off")  # by a reaction charge


@dataclass(frozen=True, slots=True)
class ChargeCombat:
    """A charge and both sides' fire in it, as it was when the dice fell."""

    fight: ChargeFight
    attack: FireReport
    defence: FireReport


def charge_of(fight: ChargeFight) -> Charge:
    """The charge that came to a fight."""
    return Charge(fight.attackers, fight.target, fight.path)


def charge_combat(state: GameState, fight: ChargeFight) -> ChargeCombat:
    """A charge with both sides' fire as it is now."""
    return ChargeCombat(fight, charge_fire(state, fight), target_fire(state, fight))


async def charge_results(
    table: Table[GameState], combat: ChargeCombat, on_target: Hit, on_chargers: Hit
) -> ChargeOutcome:
    """N10.6: losses, the target's check, what follows from it, and the check of N10.7."""
    tolls = await take_charge_losses(table, combat, on_target, on_chargers)
    outcome = await settle_target(table, combat, tolls.defender, on_target)
    blown: Units = ()
    if outcome is None:
        outcome = await settle_chargers(table, combat, tolls.attacker, on_chargers)
    else:
        await _steady(table, tolls.attacker, on_chargers)
        routed = outcome is ChargeOutcome.TARGET_ROUTS
        blown = await exploit(table, charge_of(combat.fight), tolls.defender.units, routed=routed)
    await aftermath(table, (u for u in combat.fight.attackers if u not in blown))
    return outcome


async def take_charge_losses(
    table: Table[GameState], combat: ChargeCombat, on_target: Hit, on_chargers: Hit
) -> Tolls:
    """N8.9 (1): both sides lose their steps at the same time, the target's owner first.

    Only those who charge are hit, not their friends in the start hex.
    """
    fight = combat.fight
    target = Toll(combat.defence.side, fight.defenders, charged_arm(table.state, fight.defenders))
    chargers = Toll(fight.side, fight.attackers, frozenset({MainArm.CAVALRY}))
    target = await lose_steps(table, target, on_target.losses, "fire")
    chargers = await lose_steps(table, chargers, on_chargers.losses, "fire")
    await abandon_leaders(table, target.side, fight.target)
    await abandon_leaders(table, chargers.side, fight.start)
    return Tolls(target, chargers)


async def settle_target(
    table: Table[GameState], combat: ChargeCombat, toll: Toll, hit: Hit
) -> ChargeOutcome | None:
    """N10.6, N10.42: the target checks if told to, and goes; None when it stays.

    A card may keep it in its hex, Disrupted (N11.3). Infantry out of square and artillery alone
    rout whenever they fail.
    """
    units = on_map(table.state, toll.units)
    if not units:
        return ChargeOutcome.TARGET_ELIMINATED
    if not hit.checks:
        return None
    report = morale_report(table.state, units, target_check(combat.fight, hit))
    found = await check_morale(table, units, report, die_for="target's morale", purpose="retreat")
    if found is Verdict.PASSED:
        return None
    await dismay(table, units)
    rout = found is Verdict.ROUTED or combat.fight.stance.is_caught
    last, parts = (combat.fight.last,), by_hex(table.state, units)
    left = [
        await retreat(table, toll.only(part), last, attacking=False, rout=rout) for part in parts
    ]
    if not all(left):
        return None
    if not on_map(table.state, units):
        return ChargeOutcome.TARGET_ELIMINATED
    return ChargeOutcome.TARGET_ROUTS if rout else ChargeOutcome.TARGET_RETREATS


async def settle_chargers(
    table: Table[GameState], combat: ChargeCombat, toll: Toll, hit: Hit
) -> ChargeOutcome:
    """N10.61: the target stayed; the chargers are back on their start hex and check if told to."""
    units = on_map(table.state, toll.units)
    if not units:
        return ChargeOutcome.CHARGERS_ELIMINATED
    found = await _chargers_verdict(table, toll, hit) if hit.checks else Verdict.PASSED
    if found is Verdict.PASSED:
        return ChargeOutcome.HELD
    if found is Verdict.FAILED:
        disrupt(table, units)
        return ChargeOutcome.CHARGERS_REPULSED
    if not await retreat(table, toll, (combat.fight.target,), attacking=True, rout=True):
        return ChargeOutcome.CHARGERS_REPULSED
    if not on_map(table.state, units):
        return ChargeOutcome.CHARGERS_ELIMINATED
    return ChargeOutcome.CHARGERS_ROUT


async def _chargers_verdict(
    table: Table[GameState], toll: Toll, hit: Hit, *, has_won: bool = False
) -> Verdict:
    """One check of the chargers who are left."""
    units = on_map(table.state, toll.units)
    report = morale_report(table.state, units, chargers_check(hit, has_won=has_won))
    found = await check_morale(table, units, report, die_for="chargers' morale", purpose="retreat")
    if found is not Verdict.PASSED:
        await dismay(table, units)
    return found


async def _steady(table: Table[GameState], toll: Toll, hit: Hit) -> None:
    """N8.9 (3), N10.61: the target is gone; chargers who lost a step check before they go on.

    Failing, they are back on their start hex, Disrupted.
    """
    units = on_map(table.state, toll.units)
    if not toll.hurt or not units:
        return
    if await _chargers_verdict(table, toll, hit, has_won=True) is not Verdict.PASSED:
        disrupt(table, units)


async def exploit(
    table: Table[GameState], charge: Charge, fugitives: Units, *, routed: bool
) -> Units:
    """N8.11, N11.7: the chargers enter the emptied hex, and cavalry goes after the fugitives.

    Returns:
        Those who have made their check after the charge (N10.7) already.
    """
    await occupy(table, charge)
    units = table.state.units
    outside = _ready(table.state, (u for u in charge.units if units[u].hex == charge.start))
    hit = Riders(outside, charge.last) if outside else None
    side = table.state.side_of(charge.units[0])
    pursuers = await pursue(table, side, charge.target, fugitives, routed=routed, hit=hit)
    return tuple(u for u in pursuers if u not in outside)


def _ready(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units who are on the map and undisrupted."""
    return tuple(u for u in on_map(state, units) if not state.units[u].disrupted)


async def occupy(table: Table[GameState], charge: Charge) -> None:
    """N8.92: chargers who are fit may enter the hex that the enemy has left.

    Those of the inactive side, who have met a move (N10.22), do not advance (N8.11).
    """
    ready = _ready(table.state, charge.units)
    if ready and table.state.side_of(ready[0]) == active(table.state).side:
        await advance(table, fight_over(table.state, charge.target, ready, charge.start))


# -- what surrounds the checks


def target_check(fight: ChargeFight, hit: Hit) -> Circumstances:
    """The rows of N2.32 for the target of a charge; those of an assault do not count."""
    return Circumstances(
        defending=True,
        flank=fight.flank,
        shaken=hit.shaken,
        caught=fight.stance.is_caught,
        retreating=True,
    )


def chargers_check(hit: Hit, *, has_won: bool = False) -> Circumstances:
    """The rows of N2.32 for chargers that were hit, or reactors; who has won does not retreat."""
    return Circumstances(shaken=hit.shaken, retreating=not has_won)


# -- a charge hits home: from evasion to the check after the charge (N10.13, steps 3-9)
#
# A reaction charge against infantry that came near is resolved by the same flow, with the roles
# reversed (N10.22).


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
    defence_die = await throw(table, combat.defence, mark("fire at the chargers"))
    on_target = read(table, combat.attack, attack_die, combat.fight.target)
    on_chargers = read(table, combat.defence, defence_die, combat.fight.start)
    return await charge_results(table, combat, on_target, on_chargers)


def _leave_column(table: Table[GameState], fight: ChargeFight) -> None:
    """N5.32: who was charged in road column leaves it."""
    for unit in on_map(table.state, fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))
