"""An activation thought through (N4.5): a few courses, each played out in games in thought.

When the first piece of a formation is about to act the staff plays the whole activation on copies
of what it knows, once for each course and then again for those that did best, with the same dice
for all. What each leaves is put to the ledger. The best course is kept in mind and answers the
questions of this activation. All is counted, nothing is timed: a seed gives the same game anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from hexwar.ai.policy import Considered, Reason
from hexwar.engine.chance import SeededChance
from hexwar.engine.foresight import Astray, Foresight
from hexwar.messages import mark, say
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.turn.activation import body_names, units_of_body
from hexwar.systems.nlc.staff.alone import fears
from hexwar.systems.nlc.staff.courses import USUAL, Course, Intent, courses_for
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.guess import games
from hexwar.systems.nlc.staff.quick import UNNAMED, named, quick
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.weighing import TOLD, misjudged
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.pieces import Segment

MEMORY: Final = "course"
"""Where the course is kept in mind."""

LONGEST: Final = 400
"""Answers after which a game in thought is broken off."""

BETTER: Final = 0.3
"""VP by which another course must be better than the usual one."""

DOUBT: Final = 1.0
"""Standard errors by which it must be that much better: luck in few games is no merit."""

HOUR: Final = 0.3
"""VP for each hour that a line is away from where its order leads."""

MARCHED: Final = 1.3
"""Hexes that a movement point brings troops forward on the whole."""

TRIES: Final = 2
"""Games for each course before the worse half is dropped."""


# -- the course of an activation


def course_of(desk: Desk[Any, Any]) -> Course:
    """By which course the side that acts answers: it is chosen before its first unit moves."""
    course = _remembered(desk)
    if course is None and isinstance(desk.asked, ActivateUnit):
        _decide(desk)
        course = _remembered(desk)
    return course or USUAL


# -- the course in mind


def _key(desk: Desk[Any, Any]) -> list[Any]:
    acting = desk.state.activation
    if acting is None or acting.side != desk.asked.side:
        return []
    return [desk.state.turn, *acting.formations]


def _remembered(desk: Desk[Any, Any]) -> Course | None:
    kept = desk.notes.memory.get(MEMORY)
    if not kept or not kept["key"] or kept["key"] != _key(desk):
        return None
    hex_ = kept["hex"]
    return Course(Intent(kept["intent"]), hex_)


def _keep(desk: Desk[Any, Any], course: Course) -> None:
    desk.notes.memory[MEMORY] = {"key": _key(desk), "intent": str(course.intent), "hex": course.hex}


# -- the search


def _decide(desk: Desk[ActivateUnit, Turn]) -> None:
    """Find the best course, keep it in mind, and put down why."""
    level, past = desk.character.level, desk.look.past()
    _keep(desk, USUAL)
    if not level.forks or past is None or not _key(desk):
        return
    units = units_of_body(desk.state, desk.asked.formation)
    courses = courses_for(desk.outlook, units, desk.character.temper)
    if len(courses) < 2:
        return
    seed = f"{desk.dice.below(1 << 32)}"
    try:
        trial = Trial(list(games(past, seed, level.guesses)), desk, seed)
        worths = trial.ranked(courses, level.forks)
    except Astray:
        return  # a guess that leads nowhere: the usual course needs none
    usual = worths[USUAL]
    errors = {tuple(found): misjudged(desk) for found in worths.values()} | {tuple(usual): 0.0}
    gains = {one: _gain(found, usual, errors[tuple(found)]) for one, found in worths.items()}
    best = max(courses, key=lambda one: (gains[one].sure, one == USUAL))
    _keep(desk, best if gains[best].sure >= BETTER else USUAL)
    desk.notes.reason = _reason(desk, gains)


def _reason(desk: Desk[Any, Any], gains: Mapping[Course, _Gain]) -> Reason:
    """What it does, and what the other courses would bring more or less than the usual one."""
    best = _remembered(desk)
    ranked = sorted(gains, key=lambda one: (one != best, one != USUAL, -gains[one].mean))
    apart = {gains[one]: one for one in reversed(ranked)}.values()  # the same by another name
    told = tuple(
        Considered(one.words(desk.state), round(gains[one].mean, 2) + 0.0)
        for one in sorted(apart, key=lambda one: (one != best, -gains[one].mean))
    )
    words = mark("Of {n} ways for {who} to act it thinks this the best: {course}.")
    if best == USUAL:
        words = mark("Of {n} ways for {who} to act none is surely better than this: {course}.")
    if len(told) == 1:
        words = mark("All ways for {who} to act that it has thought of come to the same: {course}.")
    who = body_names(desk.state, desk.asked.formation)
    sentence = say(words, n=len(told), who=who, course=told[0].what)
    return Reason(sentence, considered=told[:TOLD])


class Trial:
    """Courses put to the test in games in thought."""

    def __init__(
        self, games: Sequence[Foresight[GameState]], desk: Desk[Any, Any], seed: str
    ) -> None:
        """Take games that stand at the question; the seed is of the dice in them."""
        self._games, self._seed, self._side = games, seed, Side(desk.asked.side)
        self._look = desk.look
        self._ledger = Ledger(games[0].state, self._side, desk.character.temper)
        acting = games[0].state.activation
        self._acting = () if acting is None else acting.formations
        self._stands: dict[tuple[Course, int], _Stand] = {}
        # up to its first die a course goes the same way in all its games
        self.played = 0

    def ranked(self, courses: Sequence[Course], budget: int) -> dict[Course, Sequence[float]]:
        """What each course came to in its games, VP: more games for those that do well.

        The first of the courses is what the others are compared with: it is in every game.
        """
        found = {one: [self._play(one, 0)] for one in courses}
        # With the same dice what comes to the same is the same course by another name.
        alias: dict[float, Course] = {}
        for one, worths in found.items():
            alias.setdefault(worths[0], one)
        alive = list(alias.values())
        for number in range(1, budget):
            if len(alive) < 2 or self.played + len(alive) > budget or self._look.is_hurried():
                break
            before = self.played
            for course in alive:
                found[course].append(self._play(course, number))
            if number % TRIES == TRIES - 1 and len(alive) > 2:
                rest = sorted(alive[1:], key=lambda one: -_mean(found[one]))
                alive = [alive[0], *rest[: len(alive) // 2]]
            if self.played == before:
                break  # nobody throws dice
        return {one: found[alias[worths[0]]] for one, worths in found.items()}

    def _play(self, course: Course, number: int) -> float:
        """One activation by a course, with the dice of this number."""
        at = number % len(self._games)
        stand = self._stands.get((course, at))
        if stand is not None and stand.worth is not None:
            return stand.worth
        self.played += 1
        dice = SeededChance(f"{self._seed}/{number}")
        game = (self._games[at] if stand is None else stand.game).fork(dice)
        luck = game.luck
        if stand is not None:
            game.answer(stand.answer)
        while self._goes_on(game):
            answer = self._answer(course, game)
            before = game.fork() if game.luck == luck else None
            game.answer(answer)
            if before is not None and game.luck != luck:
                self._stands[course, at] = _Stand(before, answer)
        worth = self.worth(game.state)
        if game.luck == luck:
            self._stands[course, at] = _Stand(game, worth=worth)
        return worth

    def worth(self, state: GameState) -> float:
        """What a table is worth that an activation may leave, VP, with what stands alone in it."""
        left = fears(state, self._ledger, self._acting)
        return self._ledger.worth(state) - _ways(state, self._side) - fsum(left.values())

    def _goes_on(self, game: Foresight[GameState]) -> bool:
        """Whether those who act still do; where leaders and trains then go counts for nothing."""
        acting = game.state.activation
        return (
            game.pending is not None
            and game.answers < LONGEST
            and acting is not None
            and acting.formations == self._acting
            and acting.segment is not Segment.CONSOLIDATION
        )

    def _answer(self, course: Course, game: Foresight[GameState]) -> Any:
        asked = game.pending
        assert asked is not None
        side = Side(asked.side)
        outlook = Outlook(game.known, side)
        if isinstance(asked, ChoosePath):
            return (course if side == self._side else USUAL).path(asked, outlook)
        if (answer := named(asked, outlook)) is not UNNAMED:
            return answer
        question = Question(asked, game.options, outlook)
        return course.answer(question, quick) if side == self._side else quick(question)


@dataclass(slots=True)
class _Stand:
    """Where the games of a course part: the question whose answer throws its first die."""

    game: Foresight[GameState]
    answer: Any = None
    worth: float | None = None  # of all its games, where no die was thrown to the end


def _mean(worths: Sequence[float]) -> float:
    return fsum(worths) / len(worths)


class _Gain(NamedTuple):
    """What a course brings more than the usual one, VP."""

    mean: float
    sure: float  # less its standard error, game by game with the same dice


def _gain(worths: Sequence[float], usual: Sequence[float], error: float) -> _Gain:
    """What games in thought say, misjudged by some VP."""
    more = [one - other + error for one, other in zip(worths, usual, strict=False)]
    mean, count = _mean(more), len(more)
    if count < 2:
        return _Gain(mean, mean)
    spread = fsum((one - mean) ** 2 for one in more) / (count - 1)
    return _Gain(mean, mean - DOUBT * sqrt(spread / count))


def _ways(state: GameState, side: Side) -> float:
    """What it costs that the lines of a side are away from where their orders lead, VP."""
    outlook, found = Outlook(state, side), list[float]()
    for line, held in state.pad.lines.items():
        if not held.steps or state.side_of_line(line) != side:
            continue
        row, place = row_of(state, held.step), objective_of(state, held.step)
        units = outlook.fighters(line) if place is not None and not row.keeps_ground else ()
        if not units or place is None:
            continue
        hours = fsum(
            state.sp(unit)
            * max(0, outlook.distance(hex_, place) - 2)
            / (MARCHED * max(1, state.card(unit).movement))
            for unit in units
            if (hex_ := state.units[unit].hex) is not None
        )
        found.append(HOUR * hours / max(1, sum(map(state.sp, units))))
    return fsum(found)
