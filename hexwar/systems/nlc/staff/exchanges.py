"""What a fight is expected to bring: every end that its dice can give it, weighed by its chance.

The ends are those of the previews (`combat/outcomes.py`): the flow's own steps on copies of the
table, every open choice at its default. Each is read by the ledger of the side that asks.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.assault import ASSAULT, Assault
from hexwar.systems.nlc.rules.combat.charge_fire import Stance, charge_fight
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.clash import Combat, F, Procedure
from hexwar.systems.nlc.rules.combat.fight import Units, fight_over, hexes_to_fire_at, on_map
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.combat.impact import CHARGE
from hexwar.systems.nlc.rules.combat.outcomes import Stage, played_out
from hexwar.systems.nlc.rules.combat.previews import charge_cases
from hexwar.systems.nlc.rules.losses.morale import (
    PLAIN,
    Circumstances,
    Verdict,
    morale_report,
    verdict,
)
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import step_of
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import MoraleReport

GROUND = 0.2
"""VP of driving an enemy from where he stood, whatever the hex: he has to come again."""

GOAL = 0.3
"""VP more that it is worth to take a hex near the objective of those who attack."""

NEAR_GOAL = 2
"""Hexes from an objective within which a hex is near it."""


# -- checks


def chance_to_pass(state: GameState, report: MoraleReport) -> float:
    """How likely it is that a stack passes a check, 0 to 1 (N2.4)."""
    rules = numbers_of(state.battle).morale
    return sum(verdict(rules, report.value, die) is Verdict.PASSED for die in FACES) / len(FACES)


def steadiness(state: GameState, units: Units, about: Circumstances = PLAIN) -> float:
    """How likely it is that some units pass a check of their morale, 0 to 1; 0 for none."""
    here = on_map(state, units)
    return chance_to_pass(state, morale_report(state, here, about)) if here else 0.0


def blown(ledger: Ledger, state: GameState, units: Units) -> float:
    """What the check after a charge costs, VP: who fails it is Disrupted (N10.7)."""
    fit = tuple(u for u in on_map(state, units) if not state.units[u].disrupted)
    if not fit:
        return 0.0
    rate = ledger.stakes.shaken * ledger.fade * ledger.price(state.side_of(fit[0]))
    return rate * (1 - steadiness(state, fit)) * sum(map(state.sp, fit))


# -- assaults


def worth_of_assault(
    ledger: Ledger,
    state: GameState,
    declared: Assault,
    hit_hex: Hex,
    *,
    bonus: tuple[LeaderId, ...] = (),
    lowered: tuple[Side, ...] = (),
) -> float:
    """What an assault that comes to its dice leaves a side with, VP.

    Args:
        ledger: Whose account.
        state: The table before the dice.
        declared: The assault.
        hit_hex: The attacking hex that the defender fires at.
        bonus: The leaders who lead in person (N7.5).
        lowered: The sides whose die Marshal Ney lowers (N23.4).
    """
    fight = fight_over(state, declared.target, declared.units, hit_hex, bonus)
    fight = replace(fight, lowered=lowered)
    combat = ASSAULT.combat(state, fight)
    prize = GROUND + (GOAL if is_toward_goal(state, declared) else 0.0)
    return _played(ledger, ASSAULT, state, combat, ledger.price_of_gain(fight.side) * prize)


def is_toward_goal(state: GameState, declared: Assault) -> bool:
    """Whether those who attack are ordered to about where they attack, as far as it is known."""
    goal = objective_of(state, step_of(state, declared.units[0]))
    distance = state.battle.battlefield.grid.distance
    return goal is not None and distance(goal, declared.target) <= NEAR_GOAL


def feared_fire(
    ledger: Ledger, state: GameState, declared: Assault, bonus: tuple[LeaderId, ...] = ()
) -> tuple[Hex, float]:
    """Where the defender fires if he chooses well, and what the assault leaves then, VP."""
    hexes = hexes_to_fire_at(state, declared.units)
    worths = {h: worth_of_assault(ledger, state, declared, h, bonus=bonus) for h in hexes}
    attacks = state.side_of(declared.units[0]) == ledger.side
    chosen = min(worths, key=worths.__getitem__) if attacks else max(worths, key=worths.__getitem__)
    return chosen, worths[chosen]


# -- charges


def worth_of_charge(
    ledger: Ledger,
    state: GameState,
    charge: Charge,
    *,
    met: bool = False,
    tries_square: bool = True,
    bonus: tuple[LeaderId, ...] = (),
) -> float:
    """What a charge that hits home leaves a side with, VP.

    Args:
        ledger: Whose account.
        state: The table before the charge.
        charge: The charge.
        met: Whether it has beaten a reaction charge (N10.21).
        tries_square: Whether infantry that can tries to form square (N10.3).
        bonus: The leaders who lead in person (N7.5).
    """
    fight = charge_fight(state, charge, met=met, bonus=bonus)
    can_form = tries_square and fight.stance is Stance.CAUGHT
    found, total = list[float](), 0
    prize = GROUND * ledger.price_of_gain(fight.side)
    for case, share in charge_cases(state, charge, can_form=can_form):
        hit = charge_fight(case, charge, met=met, bonus=bonus)
        combat = CHARGE.combat(case, hit)
        found.append(share * _played(ledger, CHARGE, case, combat, prize))
        total += share
    return fsum(found) / total + blown(ledger, state, charge.units)


def _played(
    ledger: Ledger,
    procedure: Procedure[F],
    state: GameState,
    combat: Combat[F],
    prize: float,
) -> float:
    """The mean of what the ends of a combat leave a side with, VP."""
    stages: dict[int, tuple[Stage, int]] = {}
    for stage, weight in played_out(procedure, state, combat):
        known = stages.get(id(stage))
        stages[id(stage)] = stage, weight + (0 if known is None else known[1])
    won, beaten = tuple(procedure.ends)[:3], tuple(procedure.ends)[4:7]
    back = GROUND * ledger.price(combat.fight.side)
    defenders = combat.fight.defenders
    total = sum(weight for _, weight in stages.values())

    def left(stage: Stage) -> float:
        is_won = stage.outcome in won
        taken = {combat.fight.target: combat.fight.side} if is_won else {}
        ground = prize if is_won else back if stage.outcome in beaten else 0.0
        worth = ledger.worth(stage.state, taken) + ground
        return worth + _after(ledger, stage.state, defenders)

    return fsum(weight * left(stage) for stage, weight in stages.values()) / total


def _after(ledger: Ledger, state: GameState, defenders: Units) -> float:
    """How those stand who were attacked, if they are of the side that asks."""
    own = tuple(unit for unit in defenders if state.side_of(unit) == ledger.side)
    return ledger.post(state, own) if own else 0.0
