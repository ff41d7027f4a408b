"""Why the greedy player has answered so: short, true, and no more than it went by."""

from __future__ import annotations

from math import fsum
from typing import Any

from hexwar.ai.policy import Reason
from hexwar.engine import Decision
from hexwar.messages import say
from hexwar.systems.nlc.player.fights import WON, feared_fire
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment import BombardmentOutcome, bombardment_report
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.permissions import step_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import order_sentence

_BEATEN = frozenset(end for end in ChargeOutcome if end.name.startswith("TARGET"))
_IN_VAIN = (BombardmentOutcome.NOTHING, BombardmentOutcome.HELD)


def reason_of(decision: Decision[Any], answer: Any, view: GameState) -> Reason | None:
    """Why it has answered so; None where there is nothing to say.

    What a fight promises is worked out from what both see, unless forces may be hidden. What an
    order demands is for its own side to know.
    """
    match answer:
        case Assault():
            report = combat_report(view, answer, feared_fire(view, answer))
            won = fsum(chance for end, chance in report.outcomes if end in WON)
            words = say("It reckons to win the assault {n} times in 100.", n=round(100 * won))
            return Reason(words, is_open=not view.battle.has_fog)
        case Charge():
            outcomes = charge_report(view, answer).outcomes
            won = fsum(chance for end, chance in outcomes if end in _BEATEN)
            words = say("It reckons to win the charge {n} times in 100.", n=round(100 * won))
            return Reason(words, is_open=not view.battle.has_fog)
        case Bombardment():
            outcomes = bombardment_report(view, answer).outcomes
            hit = fsum(chance for end, chance in outcomes if end not in _IN_VAIN)
            words = say("It reckons to hurt them {n} times in 100.", n=round(100 * hit))
            return Reason(words, is_open=not view.battle.has_fog)
    return _order(decision, answer, view)


def _order(decision: Decision[Any], answer: Any, view: GameState) -> Reason | None:
    """The order that a unit goes by when it moves."""
    if not isinstance(decision, ActivateUnit) or not isinstance(answer, tuple) or not answer:
        return None
    step = step_of(view, answer[0])
    if step is None:
        return None
    return Reason(say("By its order: {order}.", order=order_sentence(view.battle, [step])))
