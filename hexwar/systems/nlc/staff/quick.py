"""How both sides fight in games in thought: by odds alone, where the table asks for exact reports.

The dice of such a game say what comes of a fight; whether one is begun need not be reckoned out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision
from hexwar.systems.nlc.player import ANSWERS, Answerer
from hexwar.systems.nlc.player.fights import charge_odds, odds_of
from hexwar.systems.nlc.player.outlook import Outlook, Question, deeds
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, RepeatAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.retreat import Path
from hexwar.table.forces import Side

FAIR = 1.0
"""Strength to hardness from which an assault is made, and gone on with."""

RIDE = 1.3
"""Strength to strength from which cavalry charges."""

HOPELESS = 2.0
"""Strength to hardness of the attackers from which who may goes back before an assault."""


def declare(question: Question[DeclareAssault, Assault | None]) -> Assault | None:
    """The assault at the best odds, if they are fair; one that must be made in any case."""
    outlook = question.outlook
    best = max(deeds(question.options), key=lambda one: odds_of(outlook, one), default=None)
    is_free = best is None or odds_of(outlook, best) < FAIR
    return None if is_free and None in question.options else best


def confirm(question: Question[ConfirmAssault, bool]) -> bool:
    """Go on at fair odds."""
    if len(question.options) == 1:
        return question.default
    return odds_of(question.outlook, Assault(question.asked.target, question.asked.units)) >= FAIR


def repeat(question: Question[RepeatAssault, bool]) -> bool:
    """Go on at fair odds."""
    return odds_of(question.outlook, Assault(question.asked.target, question.asked.units)) >= FAIR


def charge(question: Question[DeclareCharge, Charge | None]) -> Charge | None:
    """The charge at the best odds, if they are good."""
    outlook = question.outlook
    best = max(deeds(question.options), key=lambda one: charge_odds(outlook, one), default=None)
    is_free = best is None or charge_odds(outlook, best) < RIDE
    return None if is_free and None in question.options else best


def go_back(question: Question[ChooseRetreatBeforeAssault, Path | None]) -> Path | None:
    """Leave where the attackers are many times as strong."""
    asked, state = question.asked, question.state
    attackers = Outlook(state, Side(state.battle.enemy(Side(asked.side))))
    is_hopeless = odds_of(attackers, Assault(asked.target, asked.attackers)) >= HOPELESS
    return next(iter(deeds(question.options)), None) if is_hopeless else None


def evade(question: Question[ChooseEvasion, bool]) -> bool:
    """Guns get away; cavalry does from stronger cavalry."""
    asked, state = question.asked, question.state
    chargers = Outlook(state, Side(state.battle.enemy(Side(asked.side))))
    return asked.limbers or charge_odds(chargers, asked.charge) >= FAIR


def quick(question: Question[Any, Any]) -> Any:
    """What a side does in thought."""
    answerer = QUICK.get(type(question.asked))
    if answerer is None:
        return question.asked.fallback(question.state, question.options)
    return answerer(question)


QUICK: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    {
        **ANSWERS,
        DeclareAssault: declare,
        ConfirmAssault: confirm,
        RepeatAssault: repeat,
        DeclareCharge: charge,
        ChooseRetreatBeforeAssault: go_back,
        ChooseEvasion: evade,
    }
)
"""The answer to each class of question of which it has an idea in thought."""
