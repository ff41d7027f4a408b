"""How both sides fight in games in thought: by odds alone, where the table asks for exact reports.

The dice of such a game say what comes of a fight; whether one is begun need not be reckoned out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from types import MappingProxyType
from typing import Any, Final

from hexwar.ai.chapters import Answerer, deeds, promising
from hexwar.engine import Decision
from hexwar.systems.nlc.player import ANSWERS
from hexwar.systems.nlc.player.fights import charge_odds, odds_of
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, RepeatAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.retreat import Path
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, unmoved
from hexwar.systems.nlc.rules.movement.vedettes import screens
from hexwar.systems.nlc.staff.marching import first_to_move, next_to_move
from hexwar.table.forces import Side

FAIR = 1.0
"""Strength to hardness from which an assault is made, and gone on with."""

RIDE = 1.3
"""Strength to strength from which cavalry charges."""

CLEAR = 1.25
"""Strength to strength from which cavalry rides at who charges, or comes near in the open."""

STORM = 1.5
"""Strength to hardness from which guns keep quiet for the assault of those with them."""

UNNAMED: Final = object()
"""No answer: it takes the list of those that there are."""

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


def react(question: Question[ChooseReactionCharge, Reaction | None]) -> Reaction | None:
    """The strongest that can, if it is stronger than who comes; foot in cover is let be."""
    asked, outlook = question.asked, question.outlook
    against = asked.charge.units if asked.charge is not None else asked.units
    met = outlook.sum_of(unit for unit in against if question.state.units[unit].hex is not None)
    best = max(deeds(question.options), key=lambda one: outlook.sum_of(one.units), default=None)
    if best is None:
        return None
    cover = 0.0 if asked.charge is not None else outlook.shelter(asked.hex)
    is_good = outlook.sum_of(best.units) >= (CLEAR + cover) * max(1.0, met)
    return best if is_good or None not in question.options else None


def bombard(question: Question[ChooseBombardment, Bombardment | None]) -> Bombardment | None:
    """The most guns at the nearest of the enemy, unless friends next to him are about to assault.

    They are where guns and foot stand together and are strong.
    """
    outlook = question.outlook
    distance, units = outlook.distance, question.state.units

    def points(shot: Bombardment) -> float:
        places = [hex_ for unit in shot.units if (hex_ := units[unit].hex) is not None]
        near = min(distance(hex_, shot.target) for hex_ in places)
        if near <= 1:
            friends = fsum(outlook.friends.get(hex_, 0.0) for hex_ in dict.fromkeys(places))
            if friends >= STORM * outlook.hardness(shot.target):
                return -1.0
        return outlook.sum_of(shot.units) / (1 + near)

    return promising(deeds(question.options), points)


def named(asked: Decision[Any], outlook: Outlook) -> Any:
    """What a side does in thought where that can be told without a list of what it may do.

    `UNNAMED` where it cannot.
    """
    if isinstance(asked, ActivateUnit):
        return _next_to_move(asked, outlook)
    return UNNAMED


def _next_to_move(asked: ActivateUnit, outlook: Outlook) -> Any:
    """As `next_to_move` has it; who is content may owe his order a move, which takes the list."""
    state = outlook.state
    if screens(state, asked.formation):
        return UNNAMED
    left = list(unmoved(state, asked.formation))
    first = first_to_move(outlook, left)
    return (first,) if first is not None else UNNAMED if left else None


def quick(question: Question[Any, Any]) -> Any:
    """What a side does in thought."""
    answerer = QUICK.get(type(question.asked))
    if answerer is None:
        return question.asked.fallback(question.state, question.options)
    return answerer(question)


QUICK: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    {
        **ANSWERS,
        ActivateUnit: next_to_move,
        DeclareAssault: declare,
        ConfirmAssault: confirm,
        RepeatAssault: repeat,
        DeclareCharge: charge,
        ChooseRetreatBeforeAssault: go_back,
        ChooseEvasion: evade,
        ChooseReactionCharge: react,
        ChooseBombardment: bombard,
    }
)
"""The answer to each class of question of which it has an idea in thought."""
