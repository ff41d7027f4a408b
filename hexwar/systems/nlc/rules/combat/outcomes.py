"""How likely each end of a combat is, before any die is thrown.

The combat is played out on copies of the state by the flows that resolve it: with every roll
that matters, and with every open choice at its default. Assaults and charges differ in these
flows only (`Procedure`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from hexwar.engine import Roll, Table
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.assault import (
    AssaultOutcome,
    Combat,
    Tolls,
    attackers_check,
    defenders_check,
    settle_attacker,
    settle_defender,
    take_losses,
)
from hexwar.systems.nlc.rules.combat.fight import on_map
from hexwar.systems.nlc.rules.combat.fire import FACES, NO_EFFECT, Hit, parse, result
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, morale_report, verdict
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.reports import FireReport, LossReport

T = TypeVar("T")

ALL = len(FACES)

CALM = 1
"""What every die shows that does not decide how a combat ends: nobody wavers by it."""


class Exchange(Protocol):
    """A combat with both sides' fire in it, as it is when the dice fall."""

    @property
    def attack(self) -> FireReport:
        """The fire of those who attack."""
        ...

    @property
    def defence(self) -> FireReport:
        """The fire of those who are attacked."""
        ...


C = TypeVar("C", bound=Exchange)

Settle = Callable[[Table[GameState], C, Toll, Hit], Coroutine[Any, Any, StrEnum | None]]
"""A flow that settles what becomes of one side; None where the other side's check tells."""

Surroundings = Callable[[GameState, C, Hit], Circumstances]
"""What surrounds the check of one side."""


@dataclass(frozen=True, slots=True)
class Procedure(Generic[C]):
    """How one kind of combat is settled once both dice have fallen."""

    ends: type[StrEnum]  # in the order in which they are shown
    take_losses: Callable[[Table[GameState], C, Hit, Hit], Coroutine[Any, Any, Tolls]]
    settle_defender: Settle[C]
    settle_attacker: Settle[C]
    defenders_check: Surroundings[C]
    attackers_check: Surroundings[C]


ASSAULT: Procedure[Combat] = Procedure(
    AssaultOutcome, take_losses, settle_defender, settle_attacker, defenders_check, attackers_check
)
"""N8.9."""


class End(NamedTuple):
    """How a combat may end."""

    outcome: StrEnum
    lost: tuple[int, int]  # SP of the attackers' side and of the defenders'


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a combat may bring; the chances of each kind add up to 1."""

    outcomes: tuple[tuple[str, float], ...]
    losses: tuple[LossReport, LossReport]  # of the attackers' side, of the defenders'


def forecast_of(state: GameState, combat: Combat) -> Forecast:
    """Each possible end of an assault and its chance, and what it costs both sides."""
    return forecast(ASSAULT, combat, weigh(ASSAULT, state, combat))


def weigh(procedure: Procedure[C], state: GameState, combat: C) -> Counter[End]:
    """How many of all throws of both fires and both checks bring each end about."""
    weights: Counter[End] = Counter()
    trials: dict[tuple[int, int], _Trial[C]] = {}
    for on_target, dice in hits_of(state, combat.attack).items():
        for on_attackers, answers in hits_of(state, combat.defence).items():
            losses = (on_target.losses, on_attackers.losses)
            if losses not in trials:
                trials[losses] = _trial(procedure, state, combat, on_target, on_attackers)
            for end, faces in trials[losses].ends(on_target, on_attackers):
                weights[end] += dice * answers * faces
    return weights


def forecast(procedure: Procedure[C], combat: C, weights: Counter[End]) -> Forecast:
    """The chances of the ends of a combat, and of what each side loses in it."""
    return Forecast(
        outcomes=_outcomes(procedure, weights),
        losses=(
            LossReport(combat.attack.side, _losses(weights, 0)),
            LossReport(combat.defence.side, _losses(weights, 1)),
        ),
    )


def _outcomes(procedure: Procedure[C], weights: Counter[End]) -> tuple[tuple[str, float], ...]:
    sums: Counter[StrEnum] = Counter()
    for end, weight in weights.items():
        sums[end.outcome] += weight
    return tuple((kind.value, sums[kind] / sums.total()) for kind in procedure.ends if sums[kind])


def _losses(weights: Counter[End], side: int) -> tuple[tuple[int, float], ...]:
    sums: Counter[int] = Counter()
    for end, weight in weights.items():
        sums[end.lost[side]] += weight
    return tuple((sp, sums[sp] / sums.total()) for sp in sorted(sums))


def play_by_default(flow: Coroutine[Any, Any, T], state: GameState, die: int = CALM) -> T:
    """Run a flow on `state` to its end, with every choice at its default.

    The first roll shows `die`; those that follow from it do no more harm.
    """
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration as end:
            outcome: T = end.value
            return outcome
        if isinstance(decision, Roll):
            answer, die = die, CALM
        else:
            answer = decision.options(state)[0]


def hits_of(state: GameState, report: FireReport) -> Counter[Hit]:
    """What a side's fire may do, and on how many faces of its die."""
    if report.column is None:
        return Counter({NO_EFFECT: ALL})
    table = numbers_of(state.battle).fire
    pips = sum(modifier for _, modifier, _ in report.modifiers)
    return Counter(parse(result(table, report.column, face + pips)) for face in FACES)


class _Settled(NamedTuple):
    """What has become of a side, and of the table."""

    outcome: StrEnum | None  # None where the other side's check tells
    lost: tuple[int, int]
    state: GameState


@dataclass(slots=True)
class _Trial(Generic[C]):
    """The table after the step losses, and what has been played out from there."""

    procedure: Procedure[C]
    combat: C
    state: GameState
    tolls: Tolls
    lost: tuple[int, int]
    settled: dict[tuple[Verdict, ...], _Settled] = field(default_factory=dict)

    def ends(self, on_target: Hit, on_attackers: Hit) -> Iterator[tuple[End, int]]:
        """Each end of the two morale checks, with its share of their 36 throws."""
        flow, toll = self.procedure.settle_defender, self.tolls.defender
        about = self.procedure.defenders_check(self.state, self.combat, on_target)
        begun = _Settled(None, self.lost, self.state)
        for found, die, faces in throws(self.state, toll, on_target, about):
            settled = self._settle(begun, flow, (found,), die, toll, on_target)
            if settled.outcome is not None:
                yield End(settled.outcome, settled.lost), faces * ALL
                continue
            for other, others in self._attacker_ends(settled, found, on_attackers):
                yield other, faces * others

    def _attacker_ends(
        self, before: _Settled, held: Verdict, hit: Hit
    ) -> Iterator[tuple[End, int]]:
        """The ends of the attackers' check, once the defenders have stayed with a verdict."""
        flow, toll = self.procedure.settle_attacker, self.tolls.attacker
        about = self.procedure.attackers_check(before.state, self.combat, hit)
        for found, die, faces in throws(before.state, toll, hit, about):
            settled = self._settle(before, flow, (held, found), die, toll, hit)
            assert settled.outcome is not None
            yield End(settled.outcome, settled.lost), faces

    def _settle(
        self,
        before: _Settled,
        flow: Settle[C],
        found: tuple[Verdict, ...],
        die: int,
        toll: Toll,
        hit: Hit,
    ) -> _Settled:
        """What becomes of a side whose check ends so; played once for each course of verdicts."""
        if found not in self.settled:
            copy = before.state.copy()
            table = Table(copy)
            outcome = play_by_default(flow(table, self.combat, toll, hit), copy, die)
            lost = _sum(before.lost, _lost(table, self.combat))
            self.settled[found] = _Settled(outcome, lost, copy)
        return self.settled[found]


def _trial(
    procedure: Procedure[C], state: GameState, combat: C, on_target: Hit, on_attackers: Hit
) -> _Trial[C]:
    copy = state.copy()
    table = Table(copy)
    flow = procedure.take_losses(table, combat, on_target, on_attackers)
    tolls = play_by_default(flow, copy)
    return _Trial(procedure, combat, copy, tolls, _lost(table, combat))


def _lost(table: Table[GameState], combat: Exchange) -> tuple[int, int]:
    """The SP that both sides have lost on a table, the attackers' first."""
    sums: Counter[Side] = Counter()
    for event in table.events:
        if isinstance(event, StepLost | UnitEliminated):
            sums[table.state.side_of(event.unit)] += event.sp
    return sums[combat.attack.side], sums[combat.defence.side]


def _sum(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]


def throws(
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
