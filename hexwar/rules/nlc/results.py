"""What both fires of an assault bring about, in its order (N8.9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.engine import Table
from hexwar.model.battlefield import Terrain
from hexwar.model.events import StalemateReached, UnitDisrupted
from hexwar.model.reports import FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.advance import advance
from hexwar.rules.nlc.fight import Fight, by_hex, is_sheltered, on_map
from hexwar.rules.nlc.fire import (
    Hit,
    attack_report,
    defence_report,
    firing_arms,
    has_artillery_fire,
)
from hexwar.rules.nlc.guard import dismay
from hexwar.rules.nlc.losses import Toll, abandon_leaders, lose_steps
from hexwar.rules.nlc.morale import Circumstances, Verdict, check_morale, morale_report
from hexwar.rules.nlc.pursuit import pursue
from hexwar.rules.nlc.retreat import retreat


class AssaultOutcome(StrEnum):
    """How an assault ends; attackers are the stack that the defender fired at."""

    DEFENDER_ELIMINATED = "defender eliminated"
    DEFENDER_ROUTS = "defender routs"
    DEFENDER_RETREATS = "defender retreats"
    STALEMATE = "stalemate"
    ATTACKER_REPULSED = "attacker repulsed"
    ATTACKER_ROUTS = "attacker routs"
    ATTACKER_ELIMINATED = "attacker eliminated"


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight and both sides' fire in it, as it was when the dice fell."""

    fight: Fight
    attack: FireReport
    defence: FireReport


def combat_of(state: GameState, fight: Fight) -> Combat:
    """A fight with both sides' fire as it is now."""
    return Combat(fight, attack_report(state, fight), defence_report(state, fight))


@dataclass(frozen=True, slots=True)
class Tolls:
    """The losses of the two stacks that were hit."""

    defender: Toll
    attacker: Toll


async def results(
    table: Table[GameState], combat: Combat, on_target: Hit, on_attackers: Hit
) -> AssaultOutcome:
    """N8.9: losses, then the defender's check, then what follows from it."""
    tolls = await take_losses(table, combat, on_target, on_attackers)
    outcome = await settle_defender(table, combat, tolls.defender, on_target)
    if outcome is None:
        return await settle_attacker(table, combat, tolls.attacker, on_attackers)
    await advance(table, combat.fight)
    await _pursue(table, combat.fight, outcome)
    await _steady(table, combat, tolls.attacker, on_attackers)
    return outcome


async def take_losses(
    table: Table[GameState], combat: Combat, on_target: Hit, on_attackers: Hit
) -> Tolls:
    """N8.9 (1): both sides lose their steps at the same time, the defender's owner first."""
    defender = _defender_toll(table.state, combat)
    attacker = _attacker_toll(table.state, combat)
    defender = await lose_steps(table, defender, on_target.losses, "fire")
    attacker = await lose_steps(table, attacker, on_attackers.losses, "fire")
    await abandon_leaders(table, defender.side, combat.fight.target)
    await abandon_leaders(table, attacker.side, combat.fight.hit_hex)
    return Tolls(defender, attacker)


def _defender_toll(state: GameState, combat: Combat) -> Toll:
    units = combat.fight.defenders
    fired = firing_arms(state, combat.defence, units)
    return Toll(combat.defence.side, units, fired)


def _attacker_toll(state: GameState, combat: Combat) -> Toll:
    """The whole stack in the hex that was fired at, those who did not attack too (N3.5)."""
    units = state.combat_units_in(combat.fight.hit_hex, combat.fight.side)
    return Toll(combat.fight.side, units, firing_arms(state, combat.attack, units))


async def settle_defender(
    table: Table[GameState], combat: Combat, toll: Toll, hit: Hit
) -> AssaultOutcome | None:
    """N8.9 (2): the defenders check if told to, and retreat or rout; None when they stay.

    A card may keep them in their hex, Disrupted (N11.3).
    """
    units = on_map(table.state, toll.units)
    if not units:
        return AssaultOutcome.DEFENDER_ELIMINATED
    if not hit.checks:
        return None
    report = morale_report(table.state, units, defenders_check(table.state, combat, hit))
    found = await check_morale(table, units, report, die_for="defender's morale", purpose="retreat")
    if found is Verdict.PASSED:
        return None
    await dismay(table, units)
    rout = found is Verdict.ROUTED
    hexes, parts = combat.fight.hexes, by_hex(table.state, units)
    left = [
        await retreat(table, toll.only(part), hexes, attacking=False, rout=rout) for part in parts
    ]
    if not all(left):
        return None
    if not on_map(table.state, units):
        return AssaultOutcome.DEFENDER_ELIMINATED
    return AssaultOutcome.DEFENDER_ROUTS if rout else AssaultOutcome.DEFENDER_RETREATS


async def settle_attacker(
    table: Table[GameState], combat: Combat, toll: Toll, hit: Hit
) -> AssaultOutcome:
    """N8.9 (4), (5): the defenders stayed; the attackers hit check, or nobody moves.

    A card may keep them where they are, Disrupted (N11.3).
    """
    units = on_map(table.state, toll.units)
    if not units:
        return AssaultOutcome.ATTACKER_ELIMINATED
    found = Verdict.PASSED
    if hit.checks:
        report = morale_report(table.state, units, attackers_check(table.state, combat, hit))
        found = await check_morale(
            table, units, report, die_for="attackers' morale", purpose="retreat"
        )
    if found is Verdict.PASSED:
        return _stalemate(table, combat)
    await dismay(table, units)
    rout = found is Verdict.ROUTED
    if not await retreat(table, toll, (combat.fight.target,), attacking=True, rout=rout):
        return _stalemate(table, combat)
    if not on_map(table.state, units):
        return AssaultOutcome.ATTACKER_ELIMINATED
    return AssaultOutcome.ATTACKER_ROUTS if rout else AssaultOutcome.ATTACKER_REPULSED


def _stalemate(table: Table[GameState], combat: Combat) -> AssaultOutcome:
    """N8.9 (5): both stay."""
    table.emit(StalemateReached(combat.fight.target))
    return AssaultOutcome.STALEMATE


async def _pursue(table: Table[GameState], fight: Fight, outcome: AssaultOutcome) -> None:
    """N8.11, N11.7: cavalry of the winners goes after those who fled."""
    await pursue(
        table,
        fight.side,
        fight.target,
        on_map(table.state, fight.defenders),
        routed=outcome is AssaultOutcome.DEFENDER_ROUTS,
    )


async def _steady(table: Table[GameState], combat: Combat, toll: Toll, hit: Hit) -> None:
    """N8.9 (3): winners who lost a step still check, and may be Disrupted."""
    units = on_map(table.state, toll.units)
    if not toll.hurt or not units:
        return
    about = attackers_check(table.state, combat, hit, has_won=True)
    report = morale_report(table.state, units, about)
    found = await check_morale(table, units, report, die_for="attackers' morale", purpose="advance")
    if found is Verdict.PASSED:
        return
    await dismay(table, units)
    for unit in units:
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))


# -- what surrounds the checks


def defenders_check(state: GameState, combat: Combat, hit: Hit) -> Circumstances:
    """The rows of N2.32 for the stack in the target hex."""
    terrain = state.battle.battlefield.terrain_at(combat.fight.target)
    return Circumstances(
        defending=True,
        sheltered=is_sheltered(state, combat.fight.target),
        artillery_fire=has_artillery_fire(state, combat.attack),
        flank=combat.fight.flank,
        woods=terrain is Terrain.WOODS,
        shaken=hit.shaken,
        strengths=(combat.attack.strength, combat.defence.strength),
        retreating=True,
    )


def attackers_check(
    state: GameState, combat: Combat, hit: Hit, *, has_won: bool = False
) -> Circumstances:
    """The rows of N2.32 for the attacking stack that was hit, in the hex where it was hit.

    Once the defender is gone his guns no longer matter (N8.91).
    """
    terrain = state.battle.battlefield.terrain_at(combat.fight.hit_hex)
    return Circumstances(
        artillery_fire=not has_won and has_artillery_fire(state, combat.defence),
        woods=terrain is Terrain.WOODS,
        shaken=hit.shaken,
        retreating=not has_won,
    )
