"""A charge hits home: from evasion to the check after the charge (N10.13, N10.6, N10.61)."""

from __future__ import annotations

from enum import StrEnum

from hexwar.engine import Table
from hexwar.messages import mark
from hexwar.systems.nlc.events.combat import ChargeResolved
from hexwar.systems.nlc.rules.cards.combat_windows import before_charge
from hexwar.systems.nlc.rules.combat.charge_fire import (
    ChargeFight,
    charge_fight,
    charge_fire,
    target_fire,
)
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.clash import Combat, Procedure, leave_column, steady_winners
from hexwar.systems.nlc.rules.combat.fight import MainArm, Units, fight_over, foes_in, on_map, ready
from hexwar.systems.nlc.rules.combat.fire import Hit
from hexwar.systems.nlc.rules.combat.square import form_square
from hexwar.systems.nlc.rules.combat.withdrawal import evade
from hexwar.systems.nlc.rules.command.bonuses import leader_bonuses
from hexwar.systems.nlc.rules.command.guard import check_in_combat
from hexwar.systems.nlc.rules.losses.losses import Toll, Tolls, charged_arm
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, disrupt
from hexwar.systems.nlc.rules.losses.pursuit import Riders, advance, aftermath, pursue
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState
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


def _fires(state: GameState, fight: ChargeFight) -> tuple[FireReport, FireReport]:
    return charge_fire(state, fight), target_fire(state, fight)


def _tolls(state: GameState, combat: Combat[ChargeFight]) -> Tolls:
    """The target and those who charge; their friends in the start hex are not hit."""
    fight = combat.fight
    return Tolls(
        Toll(combat.defence.side, fight.defenders, charged_arm(state, fight.defenders)),
        Toll(fight.side, fight.attackers, frozenset({MainArm.CAVALRY})),
    )


async def _settle_chargers(
    table: Table[GameState], combat: Combat[ChargeFight], toll: Toll, hit: Hit
) -> ChargeOutcome:
    """N10.61: the target stayed; the chargers are back on their start hex and check if told to."""
    units, found = on_map(table.state, toll.units), Verdict.PASSED
    if not units:
        return ChargeOutcome.CHARGERS_ELIMINATED
    if hit.checks:
        about = chargers_check(hit)
        found = await check_in_combat(table, units, "chargers' morale", "retreat", about)
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


def _target_check(state: GameState, combat: Combat[ChargeFight], hit: Hit) -> Circumstances:  # noqa: ARG001
    """The rows of N2.32 for the target of a charge; those of an assault do not count."""
    fight = combat.fight
    return Circumstances(
        defending=True, flank=fight.flank, shaken=hit.shaken, caught=fight.caught, retreating=True
    )


def chargers_check(hit: Hit, *, has_won: bool = False) -> Circumstances:
    """The rows of N2.32 for chargers that were hit, or reactors; who has won does not retreat."""
    return Circumstances(shaken=hit.shaken, retreating=not has_won)


CHARGE: Procedure[ChargeFight] = Procedure(
    ends=ChargeOutcome,
    fires=_fires,
    dice=("chargers' fire", mark("fire at the chargers")),
    tolls=_tolls,
    defenders_die="target's morale",
    defenders_check=_target_check,
    attackers_check=lambda _state, _combat, hit: chargers_check(hit),
    settle_attacker=_settle_chargers,
)
"""N10.6."""


async def exploit(
    table: Table[GameState], charge: Charge, fugitives: Units, *, routed: bool
) -> None:
    """N8.11, N11.7, N10.7: the chargers take the emptied hex and pursue; then they check."""
    await occupy(table, charge)
    units = table.state.units
    outside = ready(table.state, (u for u in charge.units if units[u].hex == charge.start))
    hit = Riders(outside, charge.last) if outside else None
    side = table.state.side_of(charge.units[0])
    pursuers = await pursue(table, side, charge.target, fugitives, routed=routed, hit=hit)
    blown = set(pursuers) - set(outside)  # they have made their check already
    await aftermath(table, (u for u in charge.units if u not in blown))


async def occupy(table: Table[GameState], charge: Charge) -> None:
    """N8.92: chargers who are fit may enter the hex that the enemy has left.

    Those of the inactive side, who have met a move (N10.22), do not advance (N8.11).
    """
    fit = ready(table.state, charge.units)
    if fit and table.state.side_of(fit[0]) == active(table.state).side:
        await advance(table, fight_over(table.state, charge.target, fit, charge.start))


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
) -> StrEnum:
    """N10.13 (3)-(9): the target gets out of the way, forms square, or fights as it stands.

    Args:
        table: The table.
        charge: The charge, with those who still ride.
        met: Whether it has beaten a reaction charge (N10.21).
        fled: Who of the target met the chargers and gave way; if nobody is left in the target hex
            they may be pursued.
        routed: Whether these routed.
    """
    outcome: StrEnum = ChargeOutcome.GONE
    if not foes_in(table.state, charge.target, charge.units):
        await exploit(table, charge, fled, routed=routed)
    elif await evade(table, charge):
        await occupy(table, charge)
        await aftermath(table, charge.units)
    else:
        outcome = await _hit(table, charge, met=met)
    table.emit(ChargeResolved(charge.units, charge.target, outcome.value))
    return outcome


async def _hit(table: Table[GameState], charge: Charge, *, met: bool) -> StrEnum:
    """N10.13 (4)-(9): the target stands: both fire, then the losses, its check, and the rest.

    Once it is gone chargers who lost a step check before they go on; failing, they are back on
    their start hex, Disrupted (N8.9, N10.61).
    """
    await form_square(table, charge)
    await before_charge(table, charge.target)
    state = table.state
    side, hexes = state.side_of(charge.units[0]), (charge.start, charge.target)
    fighters = (*charge.units, *foes_in(state, charge.target, charge.units))
    bonus = await leader_bonuses(table, side, hexes, fighters)
    fight = charge_fight(state, charge, met=met, bonus=bonus)
    combat, on_target, on_chargers = await CHARGE.exchange(table, fight)
    tolls = await CHARGE.take_losses(table, combat, on_target, on_chargers)
    outcome = await CHARGE.settle_defender(table, combat, tolls.defender, on_target)
    if outcome is None:
        outcome = await _settle_chargers(table, combat, tolls.attacker, on_chargers)
        await aftermath(table, fight.attackers)
    else:
        about = chargers_check(on_chargers, has_won=True)
        await steady_winners(table, tolls.attacker, "chargers' morale", "retreat", about)
        routed = outcome is ChargeOutcome.TARGET_ROUTS
        await exploit(table, fight.charge, fight.defenders, routed=routed)
    leave_column(table, fight)
    return outcome
