"""What the greedy player does when the enemy acts, and with what a combat brings (N8-N11, N13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.player.fights import best_of, step_of_unit, worth_of_report
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report, meeting_chances
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId

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
    paths = [path for path in question.options if path is not None]
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
    outlook = question.outlook
    found = [one for one in question.options if one is not None]
    best = best_of(found, lambda one: _worth_of_reaction(outlook, question.asked, one))
    return best[0] if best is not None and best[1] > 0 else None


def _worth_of_reaction(outlook: Outlook, asked: ChooseReactionCharge, one: Reaction) -> float:
    if asked.charge is not None:
        chances = dict(meeting_chances(outlook.state, asked.charge, one))
        return chances.get("chargers", 0.0) - chances.get("reactors", 0.0)
    met = sum(outlook.strength(u) for u in outlook.state.holders_of(asked.hex, outlook.enemy))
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
    strength = outlook.sum_of(asked.units)
    foot = outlook.pressure.get(asked.target, 0.0)
    return (
        question.options[-1]
        if foot >= strength >= 3 * outlook.sum_of(asked.chargers)
        else question.default
    )


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
    longest = max(len(path) for path in fair)
    fair = [path for path in fair if len(path) == longest]
    return min(fair, key=lambda path: _refuge(outlook, path))


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
    groups = [one for one in question.options if one is not None]
    if not groups:
        return None
    best = max(groups, key=lambda units: (_foot(question.state, units), outlook.sum_of(units)))
    stand = outlook.sum_of(best) / max(0.25, 1 - outlook.shelter(asked.target))
    gain = 3.0 * outlook.prizes.get(asked.target, 0) + 1.5 * stand
    return best if gain >= outlook.pressure.get(asked.target, 0.0) else None


def _foot(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether there is anybody but guns among them."""
    return any(not state.card(unit).arm.is_artillery for unit in units)


# -- rest and recovery


def recovery(question: Question[ChooseRecovery, Recovery | None]) -> Recovery | None:
    """The strongest unit, in the hex farthest from the enemy."""
    outlook = question.outlook
    found = [one for one in question.options if one is not None]
    return max(
        found,
        key=lambda one: (question.state.card(one.unit).sp, outlook.enemy_distance(one.hex)),
        default=None,
    )


def restored(question: Question[RestoreStep, UnitId | None]) -> UnitId | None:
    """The unit that gains most."""
    state = question.state
    found = [unit for unit in question.options if unit is not None]
    return max(found, key=lambda u: state.card(u).sp - state.card(u).reduced_sp, default=None)


def build(question: Question[BuildImprovedPosition, Hex | None]) -> Hex | None:
    """Dig in where the enemy is nearest: it costs nothing."""
    outlook = question.outlook
    found = [hex_ for hex_ in question.options if hex_ is not None]
    return min(found, key=outlook.enemy_distance, default=None)
