"""The combats of a game, each from its declaration to its end, with what it should have cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from types import MappingProxyType

from hexwar.engine import Event
from hexwar.messages import listed, mark, say
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    AssaultDropped,
    AssaultRepeated,
    BombardmentDeclared,
    BombardmentResolved,
    ChargeDeclared,
    ChargeResolved,
    ConfidenceRolled,
    Evaded,
    FireResolved,
    PursuitResolved,
    ReactionDeclared,
    RetreatedBeforeAssault,
    StalemateReached,
)
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.events.turn import ActivationEnded, SegmentEnded, TurnBegan
from hexwar.systems.nlc.rules.combat.course import Course, Declared, begins
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import Fight
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import CombatReport

Seen = Callable[[], GameState]
"""The table before an event, as the readers know it."""

_KINDS: Mapping[type[Event], str] = MappingProxyType(
    {
        AssaultDeclared: mark("assault"),
        BombardmentDeclared: mark("bombardment"),
        ChargeDeclared: mark("charge"),
        ReactionDeclared: mark("reaction charge"),
    }
)
_EXCHANGED = ("fire", "rout", mark("zone of control"), mark("no retreat"))
"""The causes of losses that the chances of a combat take in; a pursuit is none of them."""


@dataclass(slots=True)
class _Account:
    """A combat under way, and what it has come to."""

    course: Course
    turn: int
    defenders: tuple[UnitId, ...]
    verdict: str = ""  # what an event said of the end
    cell: str = ""  # of the Bombardment Table
    broken: set[Side] = field(default_factory=set)  # who had to retreat
    disrupted: int = 0
    lost: Counter[Side] = field(default_factory=Counter)
    exchanged: Counter[Side] = field(default_factory=Counter)
    expected: dict[Side, float] = field(default_factory=lambda: defaultdict(float))
    is_known: bool = False  # whether anything is expected


class Fights:
    """Gathers the combats that the readers know of, event by event."""

    def __init__(self) -> None:
        self.found: list[Fight] = []
        self._account: _Account | None = None

    def see(self, state: GameState, events: Sequence[Event], at: int, seen: Seen) -> None:
        """Take note of one of the events, which the readers know of; `state` is before it."""
        event = events[at]
        if begins(event):
            self.close(seen)
            self._account = _begun(state, event, at, seen())
        elif isinstance(event, SegmentEnded | ActivationEnded | TurnBegan):
            self.close(seen)
        elif self._account is not None:
            _note_course(self._account, state, event)
            _note_end(self._account, state, event)
            _note_losses(self._account, state, event)
            if isinstance(event, FireResolved):
                _note_fire(self._account, events[at : at + 2], seen)
            if self._account.course.is_over(event):
                self.close(seen)

    def close(self, seen: Seen) -> None:
        """The combat under way, if any, is over."""
        account, self._account = self._account, None
        if account is not None:
            self.found.append(_told(account, seen()))


def _begun(state: GameState, event: Declared, at: int, view: GameState) -> _Account:
    """A combat that an event declares; who is attacked the readers' view tells."""
    side = state.side_of(event.units[0])
    foes = view.holders_of(event.target, state.battle.enemy(side))
    return _Account(Course(event, at, side), state.turn, foes)


# -- what an event means


def _note_course(account: _Account, state: GameState, event: Event) -> None:
    """How far it has come; a second round forgets how the first ended (N8.10)."""
    account.course = account.course.after(state, event)
    match event:
        case MoraleRolled(purpose="reaction", passed=False) if _is_reaction(account):
            account.verdict = say("the cavalry did not set out")
        case AssaultRepeated():
            account.verdict = ""


def _is_reaction(account: _Account) -> bool:
    return isinstance(account.course.declared, ReactionDeclared)


def _note_end(account: _Account, state: GameState, event: Event) -> None:
    match event:
        case ConfidenceRolled(passed=False, die=die, value=value):
            words = mark("not pressed home, Attack Confidence {die} against {value}")
            account.verdict = say(words, die=die, value=value)
        case AssaultDropped():
            account.verdict = say("given up before the roll")
        case RetreatedBeforeAssault():
            account.verdict = say("the defenders withdrew before it")
        case Evaded() if not account.verdict:
            account.verdict = say("the target got out of the way")
        case StalemateReached():
            account.verdict = say("neither side gave way")
        case ChargeResolved(outcome=outcome):
            account.verdict = say(outcome)
        case RetreatBegan(units=units):
            account.broken.add(state.side_of(units[0]))
        case UnitDisrupted():
            account.disrupted += 1
        case BombardmentResolved(result=cell):
            account.cell = cell


def _note_losses(account: _Account, state: GameState, event: Event) -> None:
    if isinstance(event, PursuitResolved):
        account.course = replace(account.course, fired=False)
    if isinstance(event, StepLost | UnitEliminated):
        side = state.side_of(event.unit)
        account.lost[side] += event.sp
        if account.course.fired and event.cause in _EXCHANGED:
            account.exchanged[side] += event.sp


def _note_fire(account: _Account, events: Sequence[Event], seen: Seen) -> None:
    """Both sides fire: from here on the chances of the combat are known exactly."""
    course = account.course
    if course.meets or course.fired:
        return
    report = course.report(seen(), events)
    if not isinstance(report, CombatReport):
        return
    account.course, account.is_known = replace(course, fired=True), True
    for losses in report.losses:
        account.expected[losses.side] += fsum(sp * share for sp, share in losses.chances)


# -- how it is told


def _told(account: _Account, state: GameState) -> Fight:
    sides = state.battle.sides
    return Fight(
        turn=account.turn,
        kind=_KINDS[type(account.course.declared)],
        side=account.course.side,
        spot=account.course.declared.target,
        attackers=account.course.declared.units,
        defenders=account.defenders,
        verdict=_verdict(account, state),
        lost={side: account.lost[side] for side in sides},
        expected={side: account.expected[side] for side in sides} if account.is_known else None,
        exchanged={side: account.exchanged[side] for side in sides},
        event=account.course.first,
    )


def _verdict(account: _Account, state: GameState) -> str:
    """How a combat ended, in a few words."""
    enemy = state.battle.enemy(account.course.side)
    if isinstance(account.course.declared, BombardmentDeclared):
        return _shelled(account, enemy)
    if account.verdict:
        return account.verdict
    if {account.course.side, enemy} <= account.broken:
        return say("both sides gave way")
    if enemy in account.broken:
        return say("the defenders were driven out")
    if account.course.side in account.broken:
        return say("the attackers were repulsed")
    if not state.holders_of(account.course.declared.target, enemy) and account.lost[enemy]:
        return say("the defenders were destroyed")
    return say("no decision")


def _shelled(account: _Account, enemy: Side) -> str:
    if account.cell in ("", "-"):
        return say("no effect")
    found = [
        *([say("the target gave way")] if enemy in account.broken else []),
        *([say("{n} Disrupted", n=account.disrupted)] if account.disrupted else []),
        *([say("a step lost")] if account.lost[enemy] else []),
    ]
    return listed(found) or say("the target stood")
