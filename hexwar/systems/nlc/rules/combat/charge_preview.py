"""A charge laid open before its dice: its meeting, fire, morale and every end (N10.13, N10.21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hexwar.engine import Table
from hexwar.messages import say
from hexwar.systems.nlc.events.combat import SquareFormed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.combat_rows import card_assumptions
from hexwar.systems.nlc.rules.combat.charge_fire import ChargeFight, Stance, charge_fight
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import on_map
from hexwar.systems.nlc.rules.combat.fire import FACES, NO_EFFECT, Hit
from hexwar.systems.nlc.rules.combat.impact import (
    ChargeCombat,
    ChargeOutcome,
    charge_combat,
    charge_of,
    chargers_check,
    settle_chargers,
    settle_target,
    take_charge_losses,
    target_check,
)
from hexwar.systems.nlc.rules.combat.outcomes import (
    ALL,
    End,
    Forecast,
    Procedure,
    forecast,
    hits_of,
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
from hexwar.systems.nlc.rules.combat.square import infantry_of, square_report
from hexwar.systems.nlc.rules.combat.withdrawal import escape
from hexwar.systems.nlc.rules.command.bonuses import can_lead, has_bonus
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, morale_report, verdict
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import CombatKind, CombatReport

# -- how likely it is that a reaction charge stops a charge, before any die is thrown (N10.21)


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
            reactors, chargers = play_by_default(flow, copy)
            for reactors_fail, faces in _ends(copy, reactors, on_reactors):
                for chargers_fail, others in _ends(copy, chargers, on_chargers):
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


# -- a charge laid open before the dice: fire, morale and the chance of every end (N10.13)
#
# The chances are exact. The charge is played out on copies of the state by the flows that resolve
# it: with every roll that matters, and with every open choice at its default.


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
    combat = charge_combat(state, fight)
    can_form = fight.stance is Stance.CAUGHT and not tried
    chances = _forecast(combat, _cases(state, charge, can_form=can_form))
    return CombatReport(
        target=fight.target,
        attackers=fight.attackers,
        defenders=fight.defenders,
        hit_hex=fight.start,
        flank=fight.flank,
        attack=combat.attack,
        defence=combat.defence,
        morale_defender=morale_report(state, fight.defenders, target_check(fight, NO_EFFECT)),
        morale_attacker=morale_report(state, fight.attackers, chargers_check(NO_EFFECT)),
        outcomes=chances.outcomes,
        losses=chances.losses,
        leaders=tuple(x for hex_ in (fight.start, fight.target) for x in state.leaders_in(hex_)),
        kind=CombatKind.CHARGE,
        square=square_report(state, charge) if can_form else None,
        path=charge.path,
        assumed=tuple(_assumed(state, fight, met=met, can_form=can_form)),
    )


def _squared(state: GameState, charge: Charge) -> GameState:
    """A copy of the state in which the infantry of the target is in square."""
    copy = state.copy()
    enemy = state.battle.enemy(state.side_of(charge.units[0]))
    infantry = infantry_of(state, state.holders_of(charge.target, enemy))
    Table(copy).emit(SquareFormed(infantry, charge.target))
    return copy


def _assumed(state: GameState, fight: ChargeFight, *, met: bool, can_form: bool) -> Iterator[str]:
    """What the chances take for granted, a sentence each."""
    charge, enemy = charge_of(fight), state.battle.enemy(fight.side)
    if not met and next(reactions(state, enemy, charge.last, charge), None) is not None:
        yield say("No enemy cavalry meets the chargers with a reaction charge.")
    if escape(state, charge) is not None:
        yield say("The target does not get out of the way.")
    if can_form:
        yield say("The infantry tries to form square; fire and morale are shown for when it fails.")
    yield from card_assumptions(state, fight.lowered)
    if any(_could_lead(state, fight, leader) for leader in state.leaders):
        other = say("No other leader leads in person.")
        yield other if fight.bonus else say("No leader leads in person.")


def _could_lead(state: GameState, fight: ChargeFight, leader: LeaderId) -> bool:
    """Whether a leader of either side could yet lead in person in a charge (N7.7)."""
    if leader in fight.bonus or not has_bonus(state, leader):
        return False
    chargers = any(can_lead(state, leader, unit, attacking=True) for unit in fight.attackers)
    return chargers or any(
        can_lead(state, leader, unit, attacking=False) for unit in fight.defenders
    )


# -- the chances


def _forecast(combat: ChargeCombat, cases: Iterable[tuple[GameState, int]]) -> Forecast:
    """Each possible end of a charge that is not met any more, its chance, and what it costs.

    Args:
        combat: The charge as it stands now.
        cases: How its target may stand when it is hit, each with the faces of a die for it.
    """
    weights: Counter[End] = Counter()
    told = combat.fight
    for state, share in cases:
        fight = charge_fight(state, charge_of(told), met=told.met, bonus=told.bonus)
        fight = replace(fight, lowered=told.lowered)
        for end, weight in weigh(CHARGE, state, charge_combat(state, fight)).items():
            weights[end] += share * weight
    return forecast(CHARGE, combat, weights)


def _cases(state: GameState, charge: Charge, *, can_form: bool) -> Iterator[tuple[GameState, int]]:
    """How the target may stand, and on how many faces of the die for its square."""
    if not can_form:
        yield state, ALL
        return
    value, rules = square_report(state, charge).value, numbers_of(state.battle).morale
    formed = sum(verdict(rules, value, face) is Verdict.PASSED for face in FACES)
    yield _squared(state, charge), formed
    yield state, ALL - formed


def _target_check(state: GameState, combat: ChargeCombat, hit: Hit) -> Circumstances:  # noqa: ARG001
    return target_check(combat.fight, hit)


def _chargers_check(state: GameState, combat: ChargeCombat, hit: Hit) -> Circumstances:  # noqa: ARG001
    return chargers_check(hit)


CHARGE: Procedure[ChargeCombat] = Procedure(
    ChargeOutcome,
    take_charge_losses,
    settle_target,
    settle_chargers,
    _target_check,
    _chargers_check,
)
"""N10.6."""
