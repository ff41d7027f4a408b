"""Combats laid open before their dice: confidence, fire, morale and every end (N8, N10.13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Table
from hexwar.ground.hiding import is_uncertain
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import SquareFormed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.combat_rows import card_assumptions
from hexwar.systems.nlc.rules.combat.assault import ASSAULT, Assault
from hexwar.systems.nlc.rules.combat.charge_fire import ChargeFight, Stance, charge_fight
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import confidence_report, may_repeat
from hexwar.systems.nlc.rules.combat.fight import Fight, fight_over, hexes_to_fire_at, on_map
from hexwar.systems.nlc.rules.combat.fire import FACES, Hit
from hexwar.systems.nlc.rules.combat.impact import CHARGE, chargers_check
from hexwar.systems.nlc.rules.combat.outcomes import (
    ALL,
    End,
    could_lead,
    hits_of,
    laid_open,
    play_by_default,
    throws,
    weigh,
)
from hexwar.systems.nlc.rules.combat.reaction import (
    LOSERS,
    Reaction,
    meeting_fires,
    meeting_losses,
    reactions,
)
from hexwar.systems.nlc.rules.combat.square import charged_infantry, square_report
from hexwar.systems.nlc.rules.combat.withdrawal import escape, may_withdraw
from hexwar.systems.nlc.rules.command.guard import is_old_guard
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.morale import Verdict, verdict
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import CombatKind, CombatReport
from hexwar.table.words import hex_name

UNSEEN = mark("What lies under the enemy's flags nearby takes no part.")
"""What is taken for granted of hidden forces (T16.9)."""

# -- an assault


def combat_report(
    state: GameState,
    declared: Assault,
    hit_hex: Hex,
    *,
    bonus: tuple[LeaderId, ...] = (),
    lowered: tuple[Side, ...] = (),
    second_round: bool = False,
) -> CombatReport:
    """An assault laid open before the dice: confidence, fire, morale and the chances of every end.

    Args:
        state: The table; it may be a view.
        declared: The assault, legal or about to be.
        hit_hex: The attacking hex that the defender would fire at.
        bonus: The leaders who lead in person (N7.5).
        lowered: The sides whose die the enemy's Marshal Ney lowers (N23.4).
        second_round: Whether the assault would be repeated (N8.10).
    """
    fight = fight_over(state, declared.target, declared.units, hit_hex, bonus)
    fight = replace(fight, lowered=lowered)
    combat = ASSAULT.combat(state, fight)
    rolls = second_round or not has_rolled(state, fight)
    confidence = (
        confidence_report(state, fight.target, fight.attackers, second_round=second_round)
        if rolls
        else None
    )
    return replace(
        laid_open(ASSAULT, state, combat, weigh(ASSAULT, state, combat)),
        confidence=confidence,
        assumed=tuple(_assault_assumptions(state, fight, rolls=rolls, second_round=second_round)),
    )


def has_rolled(state: GameState, fight: Fight) -> bool:
    """Whether the Attack Confidence of a declared assault has been rolled for."""
    acting = state.activation
    is_declared = acting is not None and fight.target in acting.assaulted
    return is_declared and all(state.units[unit].assaulted for unit in fight.attackers)


def _assault_assumptions(
    state: GameState, fight: Fight, *, rolls: bool, second_round: bool
) -> Iterator[str]:
    """What the chances take for granted: every open choice at its default (N31)."""
    if is_uncertain(state, (fight.target,)):
        yield say(UNSEEN)
    if rolls:
        yield say("The attackers have passed Attack Confidence.")
    if (
        rolls
        and not second_round
        and may_withdraw(state, fight.target, fight.attackers, unknown=True)
    ):
        yield say("The defenders stand: they do not retreat before the assault.")
    if rolls and len(hexes_to_fire_at(state, fight.attackers)) > 1:
        yield say("The defenders choose to fire at {hex}.", hex=hex_name(state, fight.hit_hex))
    for leader in could_lead(state, fight):
        yield say("{leaders} does not lead in person.", leaders=state.battle.leaders[leader].name)
    yield from card_assumptions(state, fight.lowered)
    if not second_round and may_repeat(state, fight.attackers):
        yield say("After a stalemate the attackers stop.")
    yield say("Losses fall on the strongest, stacks retreat together and the cheapest way.")
    yield say("Nobody pursues.")
    if any(is_old_guard(state, unit) for unit in (*fight.attackers, *fight.defenders)):
        yield say("If the Old Guard gives way, nobody wavers who sees it.")


# -- how likely it is that a reaction charge stops a charge (N10.21)


def meeting_chances(
    state: GameState, charge: Charge, reaction: Reaction
) -> tuple[tuple[str, float], ...]:
    """Who loses when cavalry meets a charge: `both`, `chargers`, `reactors`, `nobody`.

    The chances are those once the reactors have passed their check; they add up to 1.
    """
    weights: Counter[str] = Counter()
    at_reactors, at_chargers = meeting_fires(state, charge, reaction)
    for on_reactors, dice in hits_of(state, at_reactors).items():
        for on_chargers, answers in hits_of(state, at_chargers).items():
            copy = state.copy()
            flow = meeting_losses(Table(copy), charge, reaction, on_reactors, on_chargers)
            tolls = play_by_default(flow, copy)
            for reactors_fail, faces in _ends(copy, tolls.defender, on_reactors):
                for chargers_fail, others in _ends(copy, tolls.attacker, on_chargers):
                    loser = LOSERS[chargers_fail, reactors_fail]
                    weights[loser] += dice * answers * faces * others
    return tuple((loser, weights[loser] / ALL**4) for loser in LOSERS.values() if weights[loser])


def _ends(state: GameState, toll: Toll, hit: Hit) -> Iterator[tuple[bool, int]]:
    """Whether one side fails, and on how many faces of its die; who is gone has failed."""
    if not on_map(state, toll.units):
        yield True, ALL
        return
    for found, _, faces in throws(state, toll, hit, chargers_check(hit)):
        yield found is not Verdict.PASSED, faces


# -- a charge: its fire, morale and the chance of every end (N10.13)


def charge_report(
    state: GameState,
    charge: Charge,
    *,
    met: bool = False,
    bonus: tuple[LeaderId, ...] = (),
    lowered: tuple[Side, ...] = (),
    tried: bool = False,
) -> CombatReport:
    """A charge before the dice.

    Args:
        state: The table; it may be a view.
        charge: The charge, legal or about to be; an enemy is in the target hex.
        met: Whether it has beaten a reaction charge (N10.21).
        bonus: Who lead in person (N7.5).
        lowered: The sides whose die the enemy's Marshal Ney lowers (N23.4).
        tried: Whether the target has had its chance to form square.

    Fire and morale of infantry that may yet form square are those for when it fails. The chances
    of the ends take both cases in.
    """
    fight = replace(charge_fight(state, charge, met=met, bonus=bonus), lowered=lowered)
    can_form = fight.stance is Stance.CAUGHT and not tried
    weights: Counter[End] = Counter()
    for case, share in charge_cases(state, charge, can_form=can_form):
        hit = replace(charge_fight(case, charge, met=met, bonus=bonus), lowered=lowered)
        for end, weight in weigh(CHARGE, case, CHARGE.combat(case, hit)).items():
            weights[end] += share * weight
    return replace(
        laid_open(CHARGE, state, CHARGE.combat(state, fight), weights),
        kind=CombatKind.CHARGE,
        square=square_report(state, charge) if can_form else None,
        path=charge.path,
        assumed=tuple(_charge_assumptions(state, fight, can_form=can_form)),
    )


def _charge_assumptions(state: GameState, fight: ChargeFight, *, can_form: bool) -> Iterator[str]:
    """What the chances take for granted, a sentence each."""
    if is_uncertain(state, fight.charge.path):
        yield say(UNSEEN)
    charge, enemy = fight.charge, state.battle.enemy(fight.side)
    if not fight.met and any(reactions(state, enemy, charge.last, charge)):
        yield say("No enemy cavalry meets the chargers with a reaction charge.")
    if escape(state, charge) is not None:
        yield say("The target does not get out of the way.")
    if can_form:
        yield say("The infantry tries to form square; fire and morale are shown for when it fails.")
    yield from card_assumptions(state, fight.lowered)
    if any(could_lead(state, fight)):
        other = say("No other leader leads in person.")
        yield other if fight.bonus else say("No leader leads in person.")


def charge_cases(
    state: GameState, charge: Charge, *, can_form: bool
) -> Iterator[tuple[GameState, int]]:
    """How the target may stand, and on how many faces of the die for its square."""
    if not can_form:
        yield state, ALL
        return
    value, rules = square_report(state, charge).value, numbers_of(state.battle).morale
    formed = sum(verdict(rules, value, face) is Verdict.PASSED for face in FACES)
    copy, infantry = state.copy(), charged_infantry(state, charge)
    Table(copy).emit(SquareFormed(infantry, charge.target))
    yield copy, formed
    yield state, ALL - formed
