"""Follows combats through their events, and lays each open again with its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import (
    AssaultRepeated,
    BombardmentResolved,
    ConfidenceRolled,
    FireResolved,
    PursuitResolved,
)
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.turn import ActivationBegan, SegmentEnded
from hexwar.systems.nlc.panels.combat_sheet import (
    ATTACK_DIE,
    BOMBARDMENT_DIE,
    CONFIDENCE_DIE,
    DEFENCE_DIE,
    SQUARE_DIE,
    Report,
)
from hexwar.systems.nlc.rules.combat.course import Course, begins
from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import CombatReport

_CHECKS = {
    "square": SQUARE_DIE,
    "evasion": mark("getting away"),
    "withdrawal": mark("withdrawal"),
    "reaction": mark("reaction charge"),
    "pursuit": mark("pursuit"),
    "aftermath": mark("after the charge"),
    "bombardment": mark("target's morale"),
}
"""The purposes of morale checks in a combat, as dice are named; the other two name the side."""

_BY_SIDE = ("retreat", "advance")


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat whose dice have begun to fall."""

    before: GameState  # the table when its first die fell, or when both sides fired
    report: Report  # as it was then, with the dice that have fallen since
    first: int  # the place of its declaration among the events of the game
    end: int | None = None  # the place behind its last event; None where other events tell it


class CombatWatch:
    """Remembers the combats of an activation: assaults, bombardments and charges."""

    def __init__(self) -> None:
        self._fought: Fought | None = None
        self._earlier: list[Fought] = []  # of the same activation, before the last
        self._course: Course | None = None
        self._is_past = False  # an activation has begun since

    @property
    def fought(self) -> Fought | None:
        """The last combat; None before its first die."""
        return self._fought

    @property
    def fights(self) -> Sequence[Fought]:
        """The combats of the last activation that had any, the latest last."""
        return (*self._earlier, *([] if self._fought is None else [self._fought]))

    @property
    def is_under_way(self) -> bool:
        """Whether a combat has been declared, and what ends it has not happened."""
        return self._course is not None

    @property
    def first(self) -> int:
        """The place of the declaration of the combat under way among the events of the game."""
        return -1 if self._course is None else self._course.first

    def forget(self) -> None:
        """Remember none."""
        self._fought = self._course = None
        self._earlier.clear()

    def veil(self, view: GameState) -> None:
        """Keep of the combats what a player may see: not the order behind a confidence.

        Args:
            view: The table as he may see it.
        """
        self._earlier = [replace(old, report=_veiled(view, old.report)) for old in self._earlier]
        if self._fought is not None:
            self._fought = replace(self._fought, report=_veiled(view, self._fought.report))

    def opening(self, view: GameState) -> Report | None:
        """The combat that has been declared, before its first die; None for none.

        Args:
            view: The table now, as the player may see it.
        """
        if self._course is None or self._fought is not None:
            return None
        return _veiled(view, self._course.report(view))

    def see(self, before: GameState, history: Sequence[Event], at: int) -> bool:
        """Take note of an event.

        Args:
            before: The table before it, as far as the player may see it.
            history: The events of the game, as far as the session has come.
            at: Its place among them.

        Returns:
            Whether a die has fallen by it that decides a combat, or follows from one that did.
        """
        event, course = history[at], self._course
        if begins(event):
            self._put_by(at)
            self._course = Course(event, at, before.side_of(event.units[0]))
        elif isinstance(event, SegmentEnded):
            self._course = None
        elif isinstance(event, ActivationBegan):
            self._is_past = True
        elif course is not None:
            self._course = course.after(before, event)
            if isinstance(event, AssaultRepeated):
                self._put_by(at)
                self._course = replace(self._course, first=at)
            is_wanted = self._see_die(before, history, at)
            if course.is_over(event):
                self._course = None
                if self._fought is not None:
                    self._fought = replace(self._fought, end=at + 1)
            return is_wanted
        return False

    def _put_by(self, at: int) -> None:
        """Another combat begins: keep the last one, unless it is of an activation before."""
        if self._is_past:
            self._earlier.clear()
        elif self._fought is not None:
            old = self._fought
            self._earlier.append(replace(old, end=at if old.end is None else old.end))
        self._fought, self._is_past = None, False

    def _see_die(self, before: GameState, history: Sequence[Event], at: int) -> bool:
        """Note the die of an event, if it has one that belongs to the combat."""
        event, course, fought = history[at], self._course, self._fought
        thrown = None if course is None else _die_of(course, before, event)
        if course is None or thrown is None:
            return False
        is_fire = isinstance(event, FireResolved | BombardmentResolved) and not course.meets
        if fought is None or (is_fire and not course.fired):
            fought = self._fought = self._opened(course, before, history[at : at + 2])
        self._course = course = replace(course, fired=course.fired or is_fire)
        report = replace(fought.report, dice=(*fought.report.dice, thrown))
        self._fought = replace(fought, report=report)
        return course.fired or (isinstance(event, ConfidenceRolled) and not event.passed)

    def _opened(self, course: Course, before: GameState, events: Sequence[Event]) -> Fought:
        """The combat laid open as it is now; dice that have fallen stay, as does their check."""
        table, old = before.copy(), self._fought
        report = course.report(table, events)
        if old is not None:
            report = replace(report, dice=old.report.dice)
            if isinstance(report, CombatReport) and isinstance(old.report, CombatReport):
                check, square = old.report.confidence, report.square or old.report.square
                report = replace(report, confidence=check, square=square)
        return Fought(table, _veiled(before, report), course.first)


# -- what an event means


def _die_of(course: Course, before: GameState, event: Event) -> tuple[str, int] | None:
    """What a die of a combat was for, and its pips; None for another event."""
    match event:
        case ConfidenceRolled(die=die):
            return CONFIDENCE_DIE, die
        case BombardmentResolved(die=die):
            return BOMBARDMENT_DIE, die
        case PursuitResolved(die=die):
            return say("losses in pursuit"), die
        case FireResolved(side=side, die=die) if course.meets:
            is_attacker = side == course.side
            return say("chargers, when met") if is_attacker else say("those who met them"), die
        case FireResolved(side=side, die=die):
            return ATTACK_DIE if side == course.side else DEFENCE_DIE, die
        case MoraleRolled(purpose=purpose, die=die, units=units) if purpose in _BY_SIDE:
            is_attacker = before.side_of(units[0]) == course.side
            return mark("attackers' morale") if is_attacker else mark("defenders' morale"), die
        case MoraleRolled(purpose=purpose, die=die) if purpose in _CHECKS:
            return _CHECKS[purpose], die
    return None


def _veiled(view: GameState, report: Report) -> Report:
    """A report without the Attack Confidence of those whose order is hidden (N3.4)."""
    if not isinstance(report, CombatReport) or report.confidence is None:
        return report
    lines = {view.line_id_of(unit) for unit in report.attackers}
    is_known = all(line in view.pad.lines and view.pad.lines[line].steps for line in lines)
    return report if is_known else replace(report, confidence=None)
