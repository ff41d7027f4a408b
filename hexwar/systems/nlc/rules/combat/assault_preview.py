"""An assault laid open before its dice: confidence, fire, morale and every end (N8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.rules.cards.combat_rows import card_assumptions
from hexwar.systems.nlc.rules.combat.assault import ASSAULT, Assault
from hexwar.systems.nlc.rules.combat.confidence import confidence_report, may_repeat
from hexwar.systems.nlc.rules.combat.fight import Fight, fight_over, hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.outcomes import could_lead, laid_open, weigh
from hexwar.systems.nlc.rules.combat.withdrawal import may_withdraw
from hexwar.systems.nlc.rules.command.guard import is_old_guard
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import hex_name
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import CombatReport


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
        assumed=tuple(_assumptions(state, fight, rolls=rolls, second_round=second_round)),
    )


def has_rolled(state: GameState, fight: Fight) -> bool:
    """Whether the Attack Confidence of a declared assault has been rolled for."""
    acting = state.activation
    is_declared = acting is not None and fight.target in acting.assaulted
    return is_declared and all(state.units[unit].assaulted for unit in fight.attackers)


def _assumptions(
    state: GameState, fight: Fight, *, rolls: bool, second_round: bool
) -> Iterator[str]:
    """What the chances take for granted: every open choice at its default (N31)."""
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
