"""How the greedy player fights: what it begins, answers and makes of the end (N8-N13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from heapq import nlargest
from math import fsum
from typing import Any

from hexwar.ai.chapters import deeds, promising
from hexwar.hexes import Hex
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.combat.assault import (
    Assault,
    AssaultOutcome,
    ChooseDefenderTarget,
    DeclareAssault,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.bombardment import (
    BombardmentOutcome,
    ChooseBombardment,
    ChooseBombardmentVictim,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report, meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Pursuit
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath, leads_off
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import step_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.reports import CombatReport

STUDIED = 2
"""How many combats are looked at closely; the others by their strength only."""

LEAST_ODDS = 0.6
"""Strength to strength below which nobody looks at a combat closely."""

ENDS: Mapping[str, float] = {
    AssaultOutcome.DEFENDER_ELIMINATED: 4.0,
    AssaultOutcome.DEFENDER_ROUTS: 4.0,
    AssaultOutcome.DEFENDER_RETREATS: 3.0,
    AssaultOutcome.STALEMATE: -0.3,
    AssaultOutcome.ATTACKER_REPULSED: -1.5,
    AssaultOutcome.ATTACKER_ROUTS: -3.0,
    AssaultOutcome.ATTACKER_ELIMINATED: -3.0,
    ChargeOutcome.TARGET_ELIMINATED: 3.0,
    ChargeOutcome.TARGET_ROUTS: 3.0,
    ChargeOutcome.TARGET_RETREATS: 2.0,
    ChargeOutcome.HELD: -1.0,
    ChargeOutcome.CHARGERS_REPULSED: -2.0,
    ChargeOutcome.CHARGERS_ROUT: -3.0,
    ChargeOutcome.CHARGERS_ELIMINATED: -3.0,
}
"""What each end of a combat is worth to the attackers, beside the losses."""

WON = frozenset(end for end in AssaultOutcome if end.name.startswith("DEFENDER"))
"""The ends that leave the target hex to the attackers."""

OBJECTIVE = 1.0
"""Points more for a target near the objective of those who attack."""

SHELLED: Mapping[str, float] = {
    BombardmentOutcome.UNIT_DISRUPTED: 1.0,
    BombardmentOutcome.STACK_DISRUPTED: 2.0,
    BombardmentOutcome.RETREAT: 2.0,
    BombardmentOutcome.STEP: 2.0,
    BombardmentOutcome.STEP_DISRUPTED: 4.0,
    BombardmentOutcome.STEP_RETREAT: 4.0,
    BombardmentOutcome.ELIMINATED: 5.0,
}
"""What each end of a bombardment is worth."""

SPARED = 0.8
"""What guns lose that bombard although they could join a good assault next to them."""


# -- the worth of a combat


def worth_of_report(report: CombatReport, prize: float = 0.0) -> float:
    """What a combat promises those who attack: ends, losses of both sides, and the ground.

    Args:
        report: The combat before its dice.
        prize: Points for the target hex where the defender leaves it.
    """
    ends = fsum(chance * ENDS.get(end, 0.0) for end, chance in report.outcomes)
    won = fsum(chance for end, chance in report.outcomes if end in WON)
    own, theirs = (fsum(sp * chance for sp, chance in one.chances) for one in report.losses)
    return ends + theirs - own + won * prize


def worth_of_assault(outlook: Outlook, declared: Assault, *, second_round: bool = False) -> float:
    """What an assault promises; the defender fires where it hurts most."""
    state = outlook.state
    report = combat_report(state, declared, feared_fire(state, declared), second_round=second_round)
    return worth_of_report(report, _ground(outlook, declared))


def feared_fire(state: GameState, declared: Assault) -> Hex:
    """The attacking hex at which it expects the defender to fire: where it hurts most."""

    def strength(hex_: Hex) -> int:
        return sum(state.sp(u) for u in declared.units if state.units[u].hex == hex_)

    return max(hexes_to_fire_at(state, declared.units), key=strength)


def _ground(outlook: Outlook, declared: Assault) -> float:
    """What the target hex is worth to those who take it."""
    state, target = outlook.state, declared.target
    vp = outlook.prizes.get(target, 0)
    goal = objective_of(state, step_of(state, declared.units[0]))
    near = goal is not None and state.battle.battlefield.grid.distance(goal, target) <= 2
    return vp + (OBJECTIVE if near else 0.0)


# -- assaults


def declare_assault(question: Question[DeclareAssault, Assault | None]) -> Assault | None:
    """The best assault if it promises anything; an Attack that must try takes the best too."""
    outlook, must = question.outlook, None not in question.options
    odds = {one: odds_of(outlook, one) for one in deeds(question.options)}
    found = [one for one, fair in odds.items() if must or fair >= LEAST_ODDS]
    if must and len(found) == 1:
        return found[0]
    closest = nlargest(STUDIED, found, key=lambda one: odds[one])
    worth = partial(worth_of_assault, outlook)
    return max(closest, key=worth) if must else promising(closest, worth)


def odds_of(outlook: Outlook, one: Assault) -> float:
    """Face value against hardness, with the ground that it would win."""
    odds = outlook.sum_of(one.units) / max(1.0, outlook.hardness(one.target))
    return odds + 0.2 * _ground(outlook, one)


def confirm_assault(question: Question[ConfirmAssault, bool]) -> bool:
    """Go on while it promises anything."""
    if len(question.options) == 1:
        return question.default
    declared = Assault(question.asked.target, question.asked.units)
    return worth_of_assault(question.outlook, declared) > 0


def repeat_assault(question: Question[RepeatAssault, bool]) -> bool:
    """Go on while it promises anything."""
    again = Assault(question.asked.target, question.asked.units)
    return worth_of_assault(question.outlook, again, second_round=True) > 0


def defender_target(question: Question[ChooseDefenderTarget, Hex]) -> Hex:
    """The strongest attacking hex, so that its repulse hurts; of equals the least steady."""
    state = question.state

    def points(hex_: Hex) -> tuple[int, int]:
        stack = [unit for unit in question.asked.units if state.units[unit].hex == hex_]
        steadiest = max((state.card(unit).initiative for unit in stack), default=0)
        return sum(state.sp(unit) for unit in stack), -steadiest

    return max(question.options, key=points)


def leader_bonus(question: Question[ChooseLeaderBonus, bool]) -> bool:
    """Lead where it is worth the silence of the next turn: with many, against many."""
    outlook, hex_ = question.outlook, question.asked.hex
    led, met = outlook.friends.get(hex_, 0.0), outlook.pressure.get(hex_, 0.0)
    return question.options[-1] if led >= 5 and met >= 3 else question.default


# -- guns


def bombardment(question: Question[ChooseBombardment, Bombardment | None]) -> Bombardment | None:
    """The bombardment that promises most; guns next to the enemy may rather join an assault."""
    return promising(deeds(question.options), partial(_worth_of_shot, question.outlook))


def _worth_of_shot(outlook: Outlook, shot: Bombardment) -> float:
    report = bombardment_report(outlook.state, shot)
    gained = fsum(chance * SHELLED.get(end, 0.0) for end, chance in report.outcomes)
    size = 0.5 + outlook.enemies.get(shot.target, 0.0) / 10
    return gained * size - (SPARED if report.range <= 1 and _joins(outlook, shot) else 0.0)


def _joins(outlook: Outlook, shot: Bombardment) -> bool:
    """Whether friends who can assault stand with the guns, strong enough to win."""
    places = dict.fromkeys(outlook.places(shot.units))
    strength = fsum(outlook.friends.get(hex_, 0.0) for hex_ in places)
    return strength >= 1.5 * outlook.hardness(shot.target)


def bombardment_victim(question: Question[ChooseBombardmentVictim, UnitId]) -> UnitId:
    """Who loses most by a step; where one only checks, who is strong and least steady."""
    state = question.state
    if question.asked.result == "d":
        return min(question.options, key=lambda u: (state.card(u).initiative, -state.sp(u), u))
    return max(question.options, key=lambda u: (step_of_unit(state, u), state.sp(u)))


def step_of_unit(state: GameState, unit: UnitId) -> int:
    """The SP that a unit loses with its next step."""
    card = state.card(unit)
    is_last = state.units[unit].reduced or card.steps < 2
    return state.sp(unit) if is_last else card.sp - card.reduced_sp


# -- cavalry


def declare_charge(question: Question[DeclareCharge, Charge | None]) -> Charge | None:
    """The charge that promises most, if any does; of the ways to a target the first is as good."""
    outlook = question.outlook
    found: dict[tuple[tuple[UnitId, ...], Hex], Charge] = {}
    for one in deeds(question.options):
        if charge_odds(outlook, one) >= LEAST_ODDS:
            found.setdefault((one.units, one.target), one)
    closest = nlargest(STUDIED, found.values(), key=partial(charge_odds, outlook))
    return promising(closest, lambda one: worth_of_report(charge_report(outlook.state, one)))


def charge_odds(outlook: Outlook, charge: Charge) -> float:
    """Strength against strength; shaken troops, guns alone and columns are the best prey."""
    state = outlook.state
    held = state.holders_of(charge.target, outlook.enemy)
    is_weak = all(
        state.units[u].disrupted or state.units[u].column or state.card(u).arm.is_artillery
        for u in held
    )
    odds = outlook.sum_of(charge.units) / max(1.0, outlook.sum_of(held))
    return odds + (2.0 if is_weak else 0.0)


def declare_pursuit(question: Question[DeclarePursuit, Pursuit | None]) -> Pursuit | None:
    """The strongest cavalry that does not end next to fresh enemies stronger than itself."""
    outlook = question.outlook
    fleeing = outlook.sum_of(
        u for u in question.asked.fugitives if question.state.units[u].hex is not None
    )

    def points(one: Pursuit) -> float:
        fresh = outlook.pressure.get(one.path[-1], 0.0) - fleeing
        return outlook.sum_of(one.units) - max(0.0, fresh)

    return promising(deeds(question.options), points)


# -- when the enemy acts, and what a combat brings


Path = tuple[Hex, ...]

HOPELESS = 2.5
"""What an assault must promise the attackers before the defenders rather leave."""

STAND = 1.0
"""Points that each VP of a hex gives those who stay in it."""

CLEAR_ODDS = 1.25
"""Strength against strength from which cavalry rides at infantry or guns that came near."""


# -- before a fight


def retreat_before_assault(
    question: Question[ChooseRetreatBeforeAssault, Path | None],
) -> Path | None:
    """Leave where the assault promises the enemy more than the hex is worth."""
    asked, state, outlook = question.asked, question.state, question.outlook
    paths = deeds(question.options)
    if not paths:
        return None
    declared = Assault(asked.target, asked.attackers)
    report = combat_report(state, declared, hexes_to_fire_at(state, asked.attackers)[0])
    stake = STAND * outlook.prizes.get(asked.target, 0)
    if worth_of_report(report) <= HOPELESS + stake:
        return None
    return min(paths, key=lambda path: _refuge(outlook, path))


def reaction_charge(question: Question[ChooseReactionCharge, Reaction | None]) -> Reaction | None:
    """Meet a charge where the chances are good; ride at infantry and guns that are outnumbered."""
    worth = partial(_worth_of_reaction, question.outlook, question.asked)
    return promising(deeds(question.options), worth)


def _worth_of_reaction(outlook: Outlook, asked: ChooseReactionCharge, one: Reaction) -> float:
    if asked.charge is not None:
        chances = dict(meeting_chances(outlook.state, asked.charge, one))
        return chances.get("chargers", 0.0) - chances.get("reactors", 0.0)
    met = fsum(outlook.strength(u) for u in outlook.state.holders_of(asked.hex, outlook.enemy))
    odds = outlook.sum_of(one.units) / max(1.0, met)
    return odds - CLEAR_ODDS - outlook.shelter(asked.hex)


def evasion(question: Question[ChooseEvasion, bool]) -> bool:
    """Guns alone get away; cavalry does where the charge promises the enemy anything."""
    if question.asked.limbers:
        return True
    return worth_of_report(charge_report(question.state, question.asked.charge)) > 0


def form_square(question: Question[ChooseFormSquare, bool]) -> bool:
    """Form it, unless the chargers are too few to be feared and enemy foot is next to it."""
    asked, outlook = question.asked, question.outlook
    foot, strength = outlook.pressure.get(asked.charge.target, 0.0), outlook.sum_of(asked.units)
    is_bold = foot >= strength >= 3 * outlook.sum_of(asked.charge.units)
    return question.options[-1] if is_bold else question.default


# -- after it


def step_loss(question: Question[ChooseStepLoss, UnitId]) -> UnitId:
    """Whoever loses least by it; among equals the least steady, then as listed."""
    state = question.state
    return min(question.options, key=lambda u: (step_of_unit(state, u), state.card(u).initiative))


def retreat_path(question: Question[ChooseRetreatPath, Path]) -> Path:
    """The shortest way out of danger: the law's default wins ties, for it costs the fewest steps.

    A way through an enemy zone is taken only where the default leads through as many.
    """
    outlook = question.outlook
    least = _zones(outlook, question.default)
    fair = [path for path in question.options if _zones(outlook, path) <= least]
    fair = [path for path in fair if not leads_off(path)] or [question.default]
    longest = max(len(path) for path in fair)
    longs = (path for path in fair if len(path) == longest)
    return min(longs, key=lambda path: _refuge(outlook, path))


def _zones(outlook: Outlook, path: Path) -> int:
    return sum(hex_ in outlook.pressure for hex_ in path[1:])


def _refuge(outlook: Outlook, path: Path) -> float:
    """How bad a hex is for shaken troops; the lower the better."""
    end = path[-1]
    crowd = 0.2 if end in outlook.friends else 0.0
    near = max(0, 4 - outlook.enemy_distance(end))
    return outlook.pressure.get(end, 0.0) + near + crowd - 2 * outlook.shelter(end)


def advance(question: Question[ChooseAdvance, Any]) -> Any:
    """Enter the hex with the most that may, where they will stand or it gives points."""
    asked, outlook = question.asked, question.outlook
    groups, card = deeds(question.options), question.state.card
    if not groups:
        return None

    def points(units: Sequence[UnitId]) -> tuple[bool, float]:  # guns alone are worth least
        return any(not card(u).arm.is_artillery for u in units), outlook.sum_of(units)

    best = max(groups, key=points)
    stand = outlook.sum_of(best) / max(0.25, 1 - outlook.shelter(asked.target))
    gain = 3.0 * outlook.prizes.get(asked.target, 0) + 1.5 * stand
    return best if gain >= outlook.pressure.get(asked.target, 0.0) else None


# -- rest and recovery


def recovery(question: Question[ChooseRecovery, Recovery | None]) -> Recovery | None:
    """The strongest unit, in the hex farthest from the enemy."""
    card, away = question.state.card, question.outlook.enemy_distance
    found = deeds(question.options)
    return max(found, key=lambda one: (card(one.unit).sp, away(one.hex)), default=None)


def restored(question: Question[RestoreStep, UnitId | None]) -> UnitId | None:
    """The unit that gains most."""
    card, found = question.state.card, deeds(question.options)
    return max(found, key=lambda u: card(u).sp - card(u).reduced_sp, default=None)


def build(question: Question[BuildImprovedPosition, Hex | None]) -> Hex | None:
    """Dig in where the enemy is nearest: it costs nothing."""
    return min(deeds(question.options), key=question.outlook.enemy_distance, default=None)
