"""What the staff begins: assaults and charges, by what all their dice leave (N8.35, N10.13).

The enemy is given his best reply where he has one: whom he fires at, and who meets a charge.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import fsum

from hexwar.ai.chapters import deeds
from hexwar.ai.policy import Reason
from hexwar.ground.vedettes import screen_of
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.rules.combat.fight import Units
from hexwar.systems.nlc.rules.combat.reaction import reactions
from hexwar.systems.nlc.rules.combat.replies import reaction_check
from hexwar.systems.nlc.rules.combat.screening import AttackVedettes, Skirmish
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.exchanges import chance_to_pass, feared_fire, worth_of_charge
from hexwar.systems.nlc.staff.replies import ledger_of, worth_of_meeting
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.telling import assault_words, charge_words
from hexwar.systems.nlc.staff.weighing import Weighed, best_of, told_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.words import hex_name, unit_list

STUDIED = 5
"""How many fights are thought through; the others are too weak to be worth it."""

SCREEN = 0.05
"""VP of a vedette of the enemy's that is driven off, and of each by which his are fewer."""

LEAST_ODDS = 0.5
"""Strength to strength below which nobody looks at a fight closely."""


def declare_assault(question: Desk[DeclareAssault, Assault | None]) -> Assault | None:
    """The assault that leaves most, if it leaves more than none; an Attack must try one."""
    outlook, state, must = question.outlook, question.state, None not in question.options
    found = [one for one in deeds(question.options) if must or _odds(outlook, one) >= LEAST_ODDS]
    ledger = ledger_of(question)
    if must and len(found) == 1:
        return question.because(found[0], lambda: Reason(_assault_reason(question, found[0], [])))
    now = ledger.worth(state)
    weighed: list[Weighed[Assault | None]] = []
    for one in nlargest(STUDIED, found, key=lambda one: _odds(outlook, one)):
        words = say("{units} on {hex}", units=unit_list(state, one.units), hex=one.target)
        weighed.append(Weighed(one, _assaulted(ledger, state, one, now), words))
    if not must:
        weighed.append(Weighed(None, now, say("no assault")))
    return best_of(question, weighed, lambda one: _assault_reason(question, one, weighed))


def _assault_reason(
    question: Desk[DeclareAssault, Assault | None],
    chosen: Assault | None,
    weighed: Sequence[Weighed[Assault | None]],
) -> str:
    """The odds of the assault, or of the best of those that are let be."""
    about = told_of(chosen, weighed)
    if about is None:
        return say("With its cover, whoever they could assault is twice as strong as they.")
    ledger = ledger_of(question)
    odds = assault_words(question, about, feared_fire(ledger, question.state, about)[0])
    if chosen is None:
        where = hex_name(question.state, about.target)
        return say("Even the best assault, on {hex}, costs too much: {odds}.", hex=where, odds=odds)
    if None not in question.options:
        return say("Their order demands an assault: {odds}.", odds=odds)
    return say("{odds}.", odds=odds)


def _odds(outlook: Outlook, one: Assault) -> float:
    """Face value against hardness, with what the ground that it would win is worth."""
    odds = outlook.sum_of(one.units) / max(1.0, outlook.hardness(one.target))
    return odds + 0.2 * outlook.prizes.get(one.target, 0)


def _assaulted(ledger: Ledger, state: GameState, one: Assault, now: float) -> float:
    """What is left when an assault has been declared: its confidence may fail it (N8.31)."""
    goes = confidence_report(state, one.target, one.units).chance
    return goes * feared_fire(ledger, state, one)[1] + (1 - goes) * now


def declare_charge(question: Desk[DeclareCharge, Charge | None]) -> Charge | None:
    """The charge that leaves most, if any leaves more than none."""
    outlook, state = question.outlook, question.state
    found: dict[tuple[Units, Hex], Charge] = {}
    for one in deeds(question.options):
        if _charge_odds(outlook, one) >= LEAST_ODDS:
            found.setdefault((one.units, one.target), one)
    ledger = ledger_of(question)
    words = say("no charge")
    weighed: list[Weighed[Charge | None]] = [Weighed(None, ledger.worth(state), words)]
    for one in nlargest(STUDIED, found.values(), key=lambda one: _charge_odds(outlook, one)):
        where = hex_name(state, one.target)
        words = say("{units} on {hex}", units=unit_list(state, one.units), hex=where)
        weighed.append(Weighed(one, _charged(ledger, state, one), words))
    return best_of(question, weighed, lambda one: _charge_reason(question, one, weighed))


def _charge_reason(
    question: Desk[DeclareCharge, Charge | None],
    chosen: Charge | None,
    weighed: Sequence[Weighed[Charge | None]],
) -> str:
    """The odds of the charge, or of the best of those that are let be."""
    about = told_of(chosen, weighed)
    if about is None:
        return say("Whoever they could charge is twice as strong as they.")
    odds = charge_words(question, about)
    if chosen is None:
        where = hex_name(question.state, about.target)
        return say("Even the best charge, on {hex}, costs too much: {odds}.", hex=where, odds=odds)
    return say("{odds}.", odds=odds)


# -- vedettes (N20.31)


def attack_vedettes(question: Desk[AttackVedettes, Skirmish | None]) -> Skirmish | None:
    """Cavalry drives them off for nothing; vedettes do where they are more."""
    state, enemy = question.state, question.outlook.enemy
    weighed: list[Weighed[Skirmish | None]] = [Weighed(None, 0.0, say("leave them alone"))]
    for one in deeds(question.options):
        theirs = len(screen_of(state, one.target, enemy))
        more = len(one.units) - theirs if state.card(one.units[0]).is_vedette else theirs
        words = say("{units} on {hex}", units=unit_list(state, one.units), hex=one.target)
        weighed.append(Weighed(one, SCREEN * more, words))
    return best_of(question, weighed, say("Vedettes that are driven off report nothing."))


# -- how likely it looks at first sight


def _charge_odds(outlook: Outlook, one: Charge) -> float:
    held = outlook.state.holders_of(one.target, outlook.enemy)
    return outlook.sum_of(one.units) / max(1.0, fsum(outlook.strength(u) for u in held))


def _charged(ledger: Ledger, state: GameState, one: Charge) -> float:
    """What a charge leaves; the strongest of the enemy's cavalry that can meet it may do so."""
    plain = worth_of_charge(ledger, state, one)
    able = reactions(state, ledger.enemy, one.last, one)
    best = max(able, key=lambda reaction: sum(map(state.sp, reaction.units)), default=None)
    if best is None:
        return plain
    dares = chance_to_pass(state, reaction_check(state, best.units))
    return min(plain, dares * worth_of_meeting(ledger, state, one, best) + (1 - dares) * plain)
