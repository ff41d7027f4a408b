"""The combats of a game, each from its declaration to its end, with what it should have cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeGuard

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    AssaultDropped,
    AssaultRepeated,
    BombardmentDeclared,
    BombardmentResolved,
    BonusUsed,
    ChargeDeclared,
    ChargeResolved,
    CheckWaived,
    ConfidenceRolled,
    Evaded,
    FireResolved,
    NeyDieChosen,
    PursuitResolved,
    ReactionDeclared,
    ReactionResolved,
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
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at, on_map
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import Fight
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.reports import CombatReport

Declared = AssaultDeclared | BombardmentDeclared | ChargeDeclared | ReactionDeclared
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
class _Course:
    """A combat under way."""

    declared: Declared
    side: Side
    turn: int
    first: int  # the place of its declaration
    place: Hex  # that is fought over
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    bonus: tuple[LeaderId, ...] = ()
    lowered: tuple[Side, ...] = ()
    meets: bool = False  # chargers and those who meet them are at each other (N10.21)
    met: bool = False
    fired: bool = False  # the exchange whose chances are known has begun
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
        self._course: _Course | None = None

    def see(self, state: GameState, events: Sequence[Event], at: int, seen: Seen) -> None:
        """Take note of one of the events, which the readers know of; `state` is before it."""
        event = events[at]
        if _begins(event):
            self.close(seen)
            self._course = _begun(state, event, at, seen())
        elif isinstance(event, SegmentEnded | ActivationEnded | TurnBegan):
            self.close(seen)
        elif self._course is not None:
            _note_course(self._course, state, event)
            _note_end(self._course, state, event)
            _note_losses(self._course, state, event)
            if isinstance(event, FireResolved):
                _note_fire(self._course, events[at : at + 2], seen)
            if _ends_move(self._course, event):
                self.close(seen)

    def close(self, seen: Seen) -> None:
        """The combat under way, if any, is over."""
        course, self._course = self._course, None
        if course is not None:
            self.found.append(_told(course, seen()))


def _begun(state: GameState, event: Declared, at: int, view: GameState) -> _Course:
    """A combat that an event declares; who is attacked the readers' view tells."""
    side = state.side_of(event.units[0])
    foes = view.holders_of(event.target, state.battle.enemy(side))
    return _Course(event, side, state.turn, at, event.target, event.units, foes)


def _begins(event: Event) -> TypeGuard[Declared]:
    """Whether an event declares a combat; a reaction charge does only against a move (N10.25)."""
    if isinstance(event, ReactionDeclared):
        return event.against_move
    return isinstance(event, AssaultDeclared | BombardmentDeclared | ChargeDeclared)


def _ends_move(course: _Course, event: Event) -> bool:
    """Whether a charge against a move ends with an event (N10.25)."""
    if not isinstance(course.declared, ReactionDeclared):
        return False
    if isinstance(event, MoraleRolled) and event.purpose == "reaction":
        return not event.passed
    return isinstance(event, ChargeResolved)


# -- what an event means


def _note_course(course: _Course, state: GameState, event: Event) -> None:
    is_met = not isinstance(course.declared, ReactionDeclared)  # a move is met by nobody (N10.25)
    match event:
        case MoraleRolled(purpose="reaction", passed=passed):
            course.meets = is_met and passed
            if not is_met and not passed:
                course.verdict = say("the cavalry did not set out")
        case CheckWaived(purpose="reaction"):
            course.meets = is_met
        case ReactionResolved(loser=loser):
            course.meets, course.met = False, loser == "reactors"
            course.lowered = ()
        case BonusUsed(leader=leader):
            course.bonus = (*course.bonus, leader)
        case NeyDieChosen(side=side, on_enemy=True):
            course.lowered = (*course.lowered, state.battle.enemy(side))
        case AssaultRepeated():
            course.fired, course.bonus, course.lowered = False, (), ()
            course.verdict = ""


def _note_end(course: _Course, state: GameState, event: Event) -> None:
    match event:
        case ConfidenceRolled(passed=False, die=die, value=value):
            words = mark("not pressed home, Attack Confidence {die} against {value}")
            course.verdict = say(words, die=die, value=value)
        case AssaultDropped():
            course.verdict = say("given up before the roll")
        case RetreatedBeforeAssault():
            course.verdict = say("the defenders withdrew before it")
        case Evaded() if not course.verdict:
            course.verdict = say("the target got out of the way")
        case StalemateReached():
            course.verdict = say("neither side gave way")
        case ChargeResolved(outcome=outcome):
            course.verdict = say(outcome)
        case RetreatBegan(units=units):
            course.broken.add(state.side_of(units[0]))
        case UnitDisrupted():
            course.disrupted += 1
        case BombardmentResolved(result=cell):
            course.cell = cell


def _note_losses(course: _Course, state: GameState, event: Event) -> None:
    if isinstance(event, PursuitResolved):
        course.fired = False
    if isinstance(event, StepLost | UnitEliminated):
        side = state.side_of(event.unit)
        course.lost[side] += event.sp
        if course.fired and event.cause in _EXCHANGED:
            course.exchanged[side] += event.sp


def _note_fire(course: _Course, events: Sequence[Event], seen: Seen) -> None:
    """Both sides fire: from here on the chances of the combat are known exactly."""
    if course.meets or course.fired:
        return
    report = _report(course, events, seen())
    course.fired = course.is_known = True
    for losses in report.losses:
        course.expected[losses.side] += sum(sp * share for sp, share in losses.chances)


def _report(course: _Course, events: Sequence[Event], table: GameState) -> CombatReport:
    """The combat laid open as both fire, which the events tell of."""
    bonus, lowered = course.bonus, course.lowered
    match course.declared:
        case AssaultDeclared(units=units, target=target):
            assault = Assault(target, on_map(table, units))
            fires = (event.target for event in events if isinstance(event, FireResolved))
            others = (at for at in fires if at != target)
            hit = next(others, hexes_to_fire_at(table, assault.units)[0])
            return combat_report(table, assault, hit, bonus=bonus, lowered=lowered)
        case ChargeDeclared(units=units, target=target, path=path):
            charge = Charge(on_map(table, units), target, path)
            return charge_report(
                table, charge, met=course.met, bonus=bonus, lowered=lowered, tried=True
            )
        case ReactionDeclared(units=units, target=target, path=path):
            charge = Charge(units, target, (*path, target))
            return charge_report(table, charge, bonus=bonus, lowered=lowered, tried=True)
    raise TypeError(type(course.declared).__name__)


# -- how it is told


def _told(course: _Course, state: GameState) -> Fight:
    sides = state.battle.sides
    return Fight(
        turn=course.turn,
        kind=_KINDS[type(course.declared)],
        side=course.side,
        hex=course.place,
        attackers=course.attackers,
        defenders=course.defenders,
        verdict=_verdict(course, state),
        lost={side: course.lost[side] for side in sides},
        expected={side: course.expected[side] for side in sides} if course.is_known else None,
        exchanged={side: course.exchanged[side] for side in sides},
        event=course.first,
    )


def _verdict(course: _Course, state: GameState) -> str:
    """How a combat ended, in a few words."""
    enemy = state.battle.enemy(course.side)
    if isinstance(course.declared, BombardmentDeclared):
        return _shelled(course, enemy)
    if course.verdict:
        return course.verdict
    if {course.side, enemy} <= course.broken:
        return say("both sides gave way")
    if enemy in course.broken:
        return say("the defenders were driven out")
    if course.side in course.broken:
        return say("the attackers were repulsed")
    if not state.holders_of(course.place, enemy) and course.lost[enemy]:
        return say("the defenders were destroyed")
    return say("no decision")


def _shelled(course: _Course, enemy: Side) -> str:
    if course.cell in ("", "-"):
        return say("no effect")
    found = [
        *([say("the target gave way")] if enemy in course.broken else []),
        *([say("{n} Disrupted", n=course.disrupted)] if course.disrupted else []),
        *([say("a step lost")] if course.lost[enemy] else []),
    ]
    return listed(found) or say("the target stood")
