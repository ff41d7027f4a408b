"""How likely each end of a combat is, before any die is thrown.

The combat is played out on copies of the state by the flows that resolve it: with every roll
that matters, and with every open choice at its default. Assaults and charges differ in these
flows only (`Procedure`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from hexwar.engine import Roll, Table
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.clash import Combat, F, Procedure, Settle
from hexwar.systems.nlc.rules.combat.fight import Fight, attacking_hexes, on_map
from hexwar.systems.nlc.rules.combat.fire import FACES, NO_EFFECT, Hit, parse, result
from hexwar.systems.nlc.rules.command.bonuses import can_lead, has_bonus
from hexwar.systems.nlc.rules.losses.losses import Toll, Tolls
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, morale_report, verdict
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import CombatReport, FireReport, LossReport

T = TypeVar("T")

ALL = len(FACES)

CALM = 1
"""What every die shows that does not decide how a combat ends: nobody wavers by it."""


class End(NamedTuple):
    """How a combat may end."""

    outcome: StrEnum
    lost: tuple[int, int]  # SP of the attackers' side and of the defenders'


@dataclass(frozen=True, slots=True)
class Stage:
    """A combat as far as it has been played out, and what came of it then, by each verdict."""

    state: GameState
    lost: tuple[int, int] = (0, 0)  # SP of the attackers' side and of the defenders'
    outcome: StrEnum | None = None  # None where a check is still to come
    later: dict[Verdict, Stage] = field(default_factory=dict)


def weigh(procedure: Procedure[F], state: GameState, combat: Combat[F]) -> Counter[End]:
    """How many of all throws of both fires and both checks bring each end about."""
    weights: Counter[End] = Counter()
    for stage, weight in played_out(procedure, state, combat):
        assert stage.outcome is not None
        weights[End(stage.outcome, stage.lost)] += weight
    return weights


def played_out(
    procedure: Procedure[F], state: GameState, combat: Combat[F]
) -> Iterator[tuple[Stage, int]]:
    """The table as each throw of both fires and both checks leaves it, with how many do so.

    The same stage may come more than once.
    """
    begun: dict[tuple[int, int], tuple[Stage, Tolls]] = {}
    for on_target, dice in hits_of(state, combat.attack).items():
        for on_attackers, answers in hits_of(state, combat.defence).items():
            steps = (on_target.losses, on_attackers.losses)
            if steps not in begun:
                table = Table(state.copy())
                flow = procedure.take_losses(table, combat, on_target, on_attackers)
                tolls = play_by_default(flow, table.state)
                begun[steps] = Stage(table.state, _lost(table, combat)), tolls
            stage, tolls = begun[steps]
            for end, faces in _ends(procedure, combat, stage, tolls, (on_target, on_attackers)):
                yield end, dice * answers * faces


def _ends(
    procedure: Procedure[F], combat: Combat[F], stage: Stage, tolls: Tolls, hits: tuple[Hit, Hit]
) -> Iterator[tuple[Stage, int]]:
    """Each end of the two morale checks, with its share of their 36 throws."""
    about = procedure.defenders_check(stage.state, combat, hits[0])
    settle = procedure.settle_defender
    for held, faces in _settled(combat, stage, settle, tolls.defender, hits[0], about):
        if held.outcome is not None:
            yield held, faces * ALL
            continue
        about = procedure.attackers_check(held.state, combat, hits[1])
        other = procedure.settle_attacker
        for end, others in _settled(combat, held, other, tolls.attacker, hits[1], about):
            yield end, faces * others


def _settled(
    combat: Combat[F], stage: Stage, flow: Settle[F], toll: Toll, hit: Hit, about: Circumstances
) -> Iterator[tuple[Stage, int]]:
    """What becomes of a side by each verdict of its check, on how many faces; played once each."""
    for found, die, faces in throws(stage.state, toll, hit, about):
        if found not in stage.later:
            table = Table(stage.state.copy())
            outcome = play_by_default(flow(table, combat, toll, hit), table.state, die)
            ours, theirs = _lost(table, combat)
            lost = (stage.lost[0] + ours, stage.lost[1] + theirs)
            stage.later[found] = Stage(table.state, lost, outcome)
        yield stage.later[found], faces


def laid_open(
    procedure: Procedure[F], state: GameState, combat: Combat[F], weights: Counter[End]
) -> CombatReport:
    """A combat before its dice: fire, morale, and the chances of its ends and of its losses."""
    fight, tolls = combat.fight, procedure.tolls(state, combat)
    about = procedure.defenders_check(state, combat, NO_EFFECT)
    other = procedure.attackers_check(state, combat, NO_EFFECT)
    sums: Counter[StrEnum] = Counter()
    for end, weight in weights.items():
        sums[end.outcome] += weight
    hexes = (*attacking_hexes(state, fight.attackers), fight.target)
    return CombatReport(
        target=fight.target,
        attackers=fight.attackers,
        defenders=fight.defenders,
        hit_hex=fight.hit_hex,
        flank=fight.flank,
        attack=combat.attack,
        defence=combat.defence,
        morale_defender=morale_report(state, fight.defenders, about),
        morale_attacker=morale_report(state, tolls.attacker.units, other),
        outcomes=tuple((x.value, sums[x] / sums.total()) for x in procedure.ends if sums[x]),
        losses=(
            LossReport(combat.attack.side, _losses(weights, 0)),
            LossReport(combat.defence.side, _losses(weights, 1)),
        ),
        leaders=tuple(leader for hex_ in hexes for leader in state.leaders_in(hex_)),
    )


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


def _lost(table: Table[GameState], combat: Combat[F]) -> tuple[int, int]:
    """The SP that both sides have lost on a table, the attackers' first."""
    sums: Counter[Side] = Counter()
    for event in table.events:
        if isinstance(event, StepLost | UnitEliminated):
            sums[table.state.side_of(event.unit)] += event.sp
    return sums[combat.attack.side], sums[combat.defence.side]


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


def could_lead(state: GameState, fight: Fight) -> Iterator[LeaderId]:
    """The leaders of both sides whose bonus could still be added to a fight (N7.7)."""
    for leader in state.leaders:
        if leader not in fight.bonus and has_bonus(state, leader):
            helped = (can_lead(state, leader, u, attacking=True) for u in fight.attackers)
            aided = (can_lead(state, leader, u, attacking=False) for u in fight.defenders)
            if any(helped) or any(aided):
                yield leader
