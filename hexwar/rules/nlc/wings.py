"""What a wing commander owes who is to attack: orders to half of his corps (N12.14, N12.17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.model.forces import FormationId, FormationKind, LeaderId, Side
from hexwar.model.orders import LineId, Verb
from hexwar.model.state import GameState
from hexwar.rules.nlc.command import centre_of, commander_of
from hexwar.rules.nlc.pad import corps_of, giver_refusal, line_refusal
from hexwar.rules.nlc.writing import can_ride, send

FIGHTING = frozenset({Verb.ATTACK, Verb.PROBE})
"""The orders of a WC that oblige him, and those that he must give."""

LISTED = 100
"""How many choices are listed at most; the law accepts the others too."""

Corps = tuple[FormationId, ...]


@dataclass(frozen=True, slots=True)
class WingDuty:
    """What a WC under Attack or Probe must still do (N12.14)."""

    deadline: int  # the turn in whose Orders Phase it must be done
    corps: Corps  # of his wing that are on the map
    met: Corps  # those that have Attack or Probe in their order, or in one on its way
    needed: int  # how many must have it: half of them, rounded up
    open: Corps  # those without it that he can reach

    @property
    def missing(self) -> int:
        """How many corps he must still order, of those that he can reach."""
        return min(max(0, self.needed - len(self.met)), len(self.open))


def wing_duty(state: GameState, wing: FormationId) -> WingDuty | None:
    """What a wing's commander owes, or None where his order obliges him to nothing (N12.14)."""
    line = state.lines.get(LineId(wing))
    leader = commander_of(state, LineId(wing))
    if leader is None or state.leaders[leader].hex is None:
        return None
    if line is None or not line.steps or line.step.verb not in FIGHTING:
        return None
    corps = tuple(f for f in corps_of(state, wing) if centre_of(state, LineId(f)) is not None)
    met = tuple(f for f in corps if is_to_fight(state, LineId(f)))
    free = tuple(f for f in corps if f not in met and _can_copy(state, leader, LineId(f)))
    return WingDuty(line.began + 1, corps, met, (len(corps) + 1) // 2, free)


def is_to_fight(state: GameState, line: LineId) -> bool:
    """Whether a line's order, or the one on its way to it, has a step of Attack or Probe."""
    waiting = state.dispatches.get(line)
    steps = state.lines[line].steps if waiting is None else waiting.steps
    return any(step.verb in FIGHTING for step in steps)


def _can_copy(state: GameState, leader: LeaderId, line: LineId) -> bool:
    """Whether a WC can send a copy of his order to one of his corps, whatever his capacity."""
    side = state.battle.leaders[leader].side
    barred = line_refusal(state, side, line) or giver_refusal(state, leader, line)
    return barred is None and can_ride(state, leader, line)


@dataclass(frozen=True, slots=True)
class CompleteWcDuty(Decision[Corps]):
    """N12.17: the corps that get a copy of their WC's order, because he did not order enough."""

    rule: ClassVar[str] = "N12.17"
    wing: FormationId

    def options(self, state: GameState) -> Sequence[Corps]:
        """As many of the corps without such an order as are missing, in the order of the army."""
        duty = wing_duty(state, self.wing)
        assert duty is not None
        return list(islice(combinations(duty.open, duty.missing), LISTED))

    def refusal(self, state: GameState, answer: Corps) -> Refusal | None:
        """Exactly as many as are missing, each once."""
        duty = wing_duty(state, self.wing)
        assert duty is not None
        is_each_once = len(set(answer)) == len(answer) == duty.missing
        if is_each_once and all(corps in duty.open for corps in answer):
            return None
        number = "one corps" if duty.missing == 1 else f"{duty.missing} corps"
        return Refusal(f"Name {number} of the wing that can be reached.", self.rule)

    def kind(self, answer: Corps) -> str:  # noqa: ARG002
        """Always `copy`."""
        return "copy"


async def complete_wing_duties(table: Table[GameState], side: Side) -> None:
    """N12.14, N12.17: each WC of a side who is late sends his own order to corps of his."""
    for formation in table.state.battle.formations.values():
        if formation.side == side and formation.kind is FormationKind.WING:
            await _complete(table, side, formation.id)


async def _complete(table: Table[GameState], side: Side, wing: FormationId) -> None:
    duty = wing_duty(table.state, wing)
    if duty is None or not duty.missing or table.state.turn < duty.deadline:
        return
    corps = await CompleteWcDuty(side, wing)
    leader = commander_of(table.state, LineId(wing))
    assert leader is not None
    for one in corps:
        send(table, leader, LineId(one), table.state.lines[LineId(wing)].steps)
