"""How likely each end of an assault is, before any die is thrown.

The assault is played out on copies of the state by the flows that resolve it: with every roll
that matters, and with every open choice at its default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hexwar.engine import Roll, Table
from hexwar.model.reports import FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.fight import on_map
from hexwar.rules.nlc.fire import NO_EFFECT, Hit, parse, result
from hexwar.rules.nlc.losses import Toll
from hexwar.rules.nlc.morale import Circumstances, Verdict, morale_report, verdict
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.results import (
    AssaultOutcome,
    Combat,
    Tolls,
    attackers_check,
    defenders_check,
    settle_attacker,
    settle_defender,
    take_losses,
)

T = TypeVar("T")

FACES = range(1, 7)
ALL = len(FACES)

Settle = Callable[[Table[GameState], Combat, Toll, Hit], Coroutine[Any, Any, AssaultOutcome | None]]
"""A flow that settles what becomes of one side."""


def distribution(state: GameState, combat: Combat) -> tuple[tuple[str, float], ...]:
    """Each possible end of an assault and its chance; the chances add up to 1."""
    weights: Counter[AssaultOutcome] = Counter()
    trials: dict[tuple[int, int], _Trial] = {}
    for on_target, throws in _hits(state, combat.attack).items():
        for on_attackers, answers in _hits(state, combat.defence).items():
            losses = (on_target.losses, on_attackers.losses)
            if losses not in trials:
                trials[losses] = _trial(state, combat, on_target, on_attackers)
            for outcome, faces in _ends(trials[losses], combat, on_target, on_attackers):
                weights[outcome] += throws * answers * faces
    return tuple((end.value, weights[end] / ALL**4) for end in AssaultOutcome if weights[end])


def play_by_default(flow: Coroutine[Any, Any, T], state: GameState, die: int = 1) -> T:
    """Run a flow on `state` to its end: every roll shows `die`, every choice is the default."""
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration as end:
            outcome: T = end.value
            return outcome
        answer = die if isinstance(decision, Roll) else decision.options(state)[0]


def _hits(state: GameState, report: FireReport) -> Counter[Hit]:
    """What a side's fire may do, and on how many faces of its die."""
    if report.column is None:
        return Counter({NO_EFFECT: ALL})
    table = numbers_of(state.battle).fire
    pips = sum(modifier for _, modifier, _ in report.modifiers)
    return Counter(parse(result(table, report.column, face + pips)) for face in FACES)


@dataclass(slots=True)
class _Trial:
    """The table after the step losses, and what has been played out from there."""

    state: GameState
    tolls: Tolls
    settled: dict[tuple[Settle, Verdict], AssaultOutcome | None] = field(default_factory=dict)

    def settle(
        self, flow: Settle, verdict_: Verdict, die: int, combat: Combat, toll: Toll, hit: Hit
    ) -> AssaultOutcome | None:
        """What becomes of a side whose check ends so; played once for each verdict."""
        key = (flow, verdict_)
        if key not in self.settled:
            copy = self.state.copy()
            under_way = flow(Table(copy), combat, toll, hit)
            self.settled[key] = play_by_default(under_way, copy, die)
        return self.settled[key]


def _trial(state: GameState, combat: Combat, on_target: Hit, on_attackers: Hit) -> _Trial:
    copy = state.copy()
    flow = take_losses(Table(copy), combat, on_target, on_attackers)
    return _Trial(copy, play_by_default(flow, copy))


def _ends(
    trial: _Trial, combat: Combat, on_target: Hit, on_attackers: Hit
) -> Iterator[tuple[AssaultOutcome, int]]:
    """Each end of the two morale checks, with its share of their 36 throws."""
    toll, about = trial.tolls.defender, defenders_check(trial.state, combat, on_target)
    for found, die, faces in _throws(trial.state, toll, on_target, about):
        outcome = trial.settle(settle_defender, found, die, combat, toll, on_target)
        if outcome is not None:
            yield outcome, faces * ALL
            continue
        for end, others in _attacker_ends(trial, combat, on_attackers):
            yield end, faces * others


def _attacker_ends(trial: _Trial, combat: Combat, hit: Hit) -> Iterator[tuple[AssaultOutcome, int]]:
    toll, about = trial.tolls.attacker, attackers_check(trial.state, combat, hit)
    for found, die, faces in _throws(trial.state, toll, hit, about):
        outcome = trial.settle(settle_attacker, found, die, combat, toll, hit)
        assert outcome is not None
        yield outcome, faces


def _throws(
    state: GameState, toll: Toll, hit: Hit, about: Circumstances
) -> Iterator[tuple[Verdict, int, int]]:
    """The verdicts of a check: one die that brings each about, and how many do."""
    units = on_map(state, toll.units)
    if not units or not hit.checks:
        yield Verdict.PASSED, FACES[0], ALL
        return
    rules = numbers_of(state.battle).morale
    value = morale_report(state, units, about).value
    faces: dict[Verdict, list[int]] = {}
    for face in FACES:
        faces.setdefault(verdict(rules, value, face), []).append(face)
    for found, dice in faces.items():
        yield found, dice[0], len(dice)
