"""Combats of the player turn thrown many times, against what their previews tell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Final

from hexwar.ai.policy import CounterDice
from hexwar.engine import Decision, Event, Roll, Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.combat import (
    BombardmentResolved,
    ChargeResolved,
    CombatResolved,
)
from hexwar.systems.tlnb.events.losses import StepLost, UnitEliminated
from hexwar.systems.tlnb.rules.combat.bombardment import bombard, effect_of
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import charge
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.outcomes import (
    End,
    ends_of_attack,
    ends_of_charge,
    ends_of_shot,
)
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import UnitId
from tests.systems.tlnb.test_previews import A1, SITUATIONS, fields

FACES: Final = 6
TARGET: Final = Hex("0404")

HEAD: Final = (
    *("situation", "throws", "other than told", "farthest share, SE"),
    *("SP lost by attackers, told and found", "by defenders"),
)

Flow = Callable[[Table[TlnbState]], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Situation:
    """A combat before its die, with all that is told of it."""

    name: str
    state: TlnbState
    flow: Flow
    told: tuple[str, ...]  # the result of each face
    ends: tuple[End, ...]

    def lost(self, side: int) -> float:
        """The SP that the attackers (0) or the others (1) lose on the average, as it is told."""
        return sum(end.faces * end.lost[side] for end in self.ends) / FACES


@dataclass
class Measured:
    """What came of many throws."""

    situation: Situation
    throws: int
    wrong: int  # throws whose result was not the one told for their face
    results: Counter[str]
    lost: tuple[int, int]  # SP, all throws together

    @property
    def farthest(self) -> float:
        """How far the share of a result lies from its faces of six, standard errors."""
        told = Counter(self.situation.told)
        found = 0.0
        for result, faces in told.items():
            share = faces / FACES
            error = math.sqrt(share * (1 - share) / self.throws)
            gap = abs(self.results[result] / self.throws - share)
            found = max(found, gap / error if error else 0.0)
        return found

    def row(self) -> tuple[str, ...]:
        """The cells of its line."""
        sp = [
            f"{self.situation.lost(side):.3f}, {self.lost[side] / self.throws:.3f}"
            for side in (0, 1)
        ]
        told = self.situation.name, f"{self.throws:,}", str(self.wrong), f"{self.farthest:.1f}"
        return (*told, *sp)


def situations() -> Iterator[Situation]:
    """The attacks of the tests, two bombardments and two charges."""
    for one in SITUATIONS:
        (state,) = one.values
        assert isinstance(state, TlnbState)
        who = tuple(unit.id for unit in state.on_map(state.phasing))
        yield of_attack(str(one.id), state, Blow(who, TARGET))
    for charts in ("4lb5", "rev8"):
        flags = {"charts": charts}
        guns = fields("F1 battery 5-3 0402", "F2 horse 4-3 0403", A1, flags=flags)
        yield of_shot(f"bombardment, {charts}", guns, Shot((UnitId("F1"), UnitId("F2")), TARGET))
        horse = fields("F1 heavy 6-4 0401", A1, flags=flags)
        way = Hex("0401"), Hex("0402"), Hex("0403")
        yield of_charge(f"charge, {charts}", horse, Ride((UnitId("F1"),), TARGET, way))


def of_attack(name: str, state: TlnbState, blow: Blow) -> Situation:
    """An attack."""
    told = tuple(f"{f.result} {f.effect}" for f in odds_of(state, blow.units, blow.target).faces)
    ends = ends_of_attack(state, blow)
    return Situation(name, state, lambda table: attack(table, blow), told, ends)


def of_shot(name: str, state: TlnbState, shot: Shot) -> Situation:
    """A bombardment."""
    told = tuple(effect_of(state, shot, result) for result in barrage(state, shot).results)
    return Situation(
        name, state, lambda table: bombard(table, shot), told, ends_of_shot(state, shot)
    )


def of_charge(name: str, state: TlnbState, ride: Ride) -> Situation:
    """A charge."""
    told = onset(state, ride).results
    return Situation(
        name, state, lambda table: charge(table, ride), told, ends_of_charge(state, ride)
    )


# -- throwing


def measured(situation: Situation, throws: int, seed: str) -> Measured:
    """Throw it so many times with dice that follow from a seed, every choice at its default."""
    dice = CounterDice(f"{seed}/{situation.name}")
    found = Measured(situation, 0, 0, Counter(), (0, 0))
    while found.throws < throws:
        events = thrown(situation, dice)
        end = next((told for event in events if (told := _told(event))), None)
        if end is None:  # a night attack that nobody dared
            continue
        die, result = end
        found.throws += 1
        found.wrong += result != situation.told[die - 1]
        found.results[result] += 1
        lost = list(found.lost)
        for event in events:
            if isinstance(event, StepLost | UnitEliminated):
                is_other = situation.state.side_of(event.unit) != situation.state.phasing
                lost[is_other] += event.sp
        found.lost = lost[0], lost[1]
    return found


def _told(event: Event) -> tuple[int, str] | None:
    """The die of a combat and its result, as a preview tells it."""
    if isinstance(event, CombatResolved):
        return event.die, f"{event.result} {event.effect}"
    if isinstance(event, BombardmentResolved | ChargeResolved):
        return event.die, event.result
    return None


def thrown(situation: Situation, dice: CounterDice) -> list[Event]:
    """One throw on a copy of the table; its events."""
    table = Table(situation.state.copy())
    running, answer = situation.flow(table), None
    while True:
        try:
            question: Decision[Any] = running.send(answer)
        except StopIteration:
            return list(table.events)
        options = list(question.options(table.state))
        if isinstance(question, Roll):
            answer = options[dice.below(len(options))]
        else:
            answer = question.fallback(table.state, options)
