"""The combat at hand: what its preview shows is what the flows use, and holds what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from enum import StrEnum
from typing import Any, Final

from hexwar.ai.policy import CounterDice, pick
from hexwar.engine import CHANCE, Event, Roll, Session, Table
from hexwar.systems.nlc.events.combat import (
    BombardmentResolved,
    FireResolved,
    NeyDieChosen,
    ShotResolved,
)
from hexwar.systems.nlc.events.losses import GuardDismayed, StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault
from hexwar.systems.nlc.rules.combat.bombardment import (
    ChooseBombardment,
    bombard,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge, charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.reports import BombardmentReport, CombatReport, FireReport
from tools.trials.contract import require

CALM: Final = ("morale after the charge", "capture")
"""What dice are for that change neither the end nor the losses a preview tells of."""

CONFIDENCE: Final = "confidence"
"""A preview takes it for passed: its die shows a 1."""

_NOT: Final = {False: None, True: False}
"""How somebody declines; the usual answer to whether a target evades is that it does."""

Flow = Callable[[Table[GameState]], Coroutine[Any, Any, StrEnum | None]]


def check_combat(session: Session[GameState], dice: CounterDice) -> bool:
    """Fight a combat that may be declared now on a copy of the table; whether there was one.

    Every choice is the preview's own default, the dice are drawn. Where forces may lie hidden a
    preview promises less, so nothing is checked.
    """
    decision, state = session.pending, session.state
    fights = [one for one in session.options if one is not None]
    if not fights or state.battle.has_fog or state.hiding.unseen or decision is None:
        return False
    side, seen, chosen = Side(decision.side), view(state, Side(decision.side)), pick(fights, dice)
    if isinstance(decision, DeclareAssault):
        _check_assault(state, seen, side, chosen, dice)
    elif isinstance(decision, DeclareCharge):
        _check_charge(state, seen, chosen, dice)
    elif isinstance(decision, ChooseBombardment):
        _check_bombardment(state, seen, side, chosen, dice)
    else:
        return False
    return True


def _check_assault(
    state: GameState, seen: GameState, side: Side, declared: Assault, dice: CounterDice
) -> None:
    report = combat_report(seen, declared, hexes_to_fire_at(seen, declared.units)[0])
    end, events = _fought(state, lambda table: assault(table, side, declared), dice)
    _check_end(state, report, end, events, f"{declared}", report)


def _check_charge(state: GameState, seen: GameState, declared: Charge, dice: CounterDice) -> None:
    report = charge_report(seen, declared)
    end, events = _fought(state, lambda table: charge(table, declared), dice)
    if end is None or end.value not in dict(report.outcomes):
        is_off = end in (ChargeOutcome.MET, ChargeOutcome.GONE)
        require(is_off, f"{declared} ended in {end}, foretold {report.outcomes}")
        return
    shown = report if report.square is None else None  # fire is shown for when no square is formed
    _check_end(state, report, end, events, f"{declared}", shown)


def _check_bombardment(
    state: GameState, seen: GameState, side: Side, declared: Bombardment, dice: CounterDice
) -> None:
    report = bombardment_report(seen, declared)
    end, events = _fought(state, lambda table: bombard(table, side, declared), dice)
    fired = [event for event in events if isinstance(event, BombardmentResolved)]
    require(len(fired) == 1, f"{declared}: {len(fired)} dice were thrown")
    _check_fire(report.fire, fired[0], f"{declared}")
    _check_chance(report, end, f"{declared}")


def _check_end(
    state: GameState,
    report: CombatReport,
    end: StrEnum | None,
    events: Sequence[Event],
    what: str,
    shown: CombatReport | None,
) -> None:
    """Both fires, the end and the losses are among what was told; the fire if it is shown."""
    fired = [event for event in events if isinstance(event, FireResolved)]
    if end is None or not fired:
        return  # no shot was fired
    if any(isinstance(e, NeyDieChosen) and e.side != report.attack.side for e in events):
        return  # a card of the enemy's that lay there in secret, which no preview may know
    if any(isinstance(event, GuardDismayed) for event in events):
        return  # who wavers with the Guard may open a zone behind it: a preview lets them hold
    for event in fired[:2] if shown is not None else ():
        ours = event.side == report.attack.side
        _check_fire(report.attack if ours else report.defence, event, what)
    _check_chance(report, end, what)
    lost: Counter[Side] = Counter()
    for happened in events:
        if isinstance(happened, StepLost | UnitEliminated):
            lost[state.side_of(happened.unit)] += happened.sp
    for told in report.losses:
        chances = dict(told.chances)
        sp = lost[told.side]
        require(chances.get(sp, 0) > 0, f"{what}: {told.side} lost {sp} SP, foretold {chances}")


def _check_chance(report: CombatReport | BombardmentReport, end: StrEnum | None, what: str) -> None:
    chances = dict(report.outcomes)
    require(end is not None, f"{what} did not end")
    word = "" if end is None else end.value
    require(chances.get(word, 0) > 0, f"{what} ended in {word}, foretold were {chances}")
    total = sum(chances.values())
    require(abs(total - 1) < 1e-9, f"{what}: the chances add up to {total}")


def _check_fire(told: FireReport, used: ShotResolved, what: str) -> None:
    """What was shown of a fire is what its die was read with."""
    pips = sum(modifier for _, modifier, _ in told.modifiers)
    shown = (told.strength, told.column, pips)
    read = (used.strength, used.column, used.modifiers)
    require(shown == read, f"{what}: shown {shown}, used {read} (strength, column, pips)")


def _fought(
    state: GameState, flow: Flow, dice: CounterDice
) -> tuple[StrEnum | None, Sequence[Event]]:
    """A flow run to its end on a copy: nobody does what he need not, else what is listed first."""
    table = Table(state.copy())
    running, answer = flow(table), None
    while True:
        try:
            asked = running.send(answer)
        except StopIteration as end:
            outcome: StrEnum | None = end.value
            return outcome, table.events
        options = list(asked.options(table.state))
        is_free = None in options or isinstance(asked, ChooseEvasion)
        answer = _NOT[isinstance(asked, ChooseEvasion)] if is_free else options[0]
        if asked.side == CHANCE:
            is_calm = isinstance(asked, Roll) and any(w in asked.purpose for w in CALM)
            is_sure = isinstance(asked, Roll) and CONFIDENCE in asked.purpose.lower()
            answer = options[0] if is_calm or is_sure else pick(options, dice)
