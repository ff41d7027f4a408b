"""An activation thought through (N4.5): a few courses, each played out in games in thought.

When the first piece of a formation is about to act the staff plays the whole activation on copies
of what it knows, once for each course and then again for those that did best, with the same dice
for all. What each leaves is put to the ledger. The best course is kept in mind and answers the
questions of this activation. All is counted, nothing is timed: a seed gives the same game anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any, Final, TypeVar

from hexwar.ai.policy import Considered, Reason, is_hurried, past_shown
from hexwar.engine.chance import SeededChance
from hexwar.engine.foresight import Astray, Foresight
from hexwar.messages import say
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.staff.courses import USUAL, Course, Intent, courses_for
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.guess import games
from hexwar.systems.nlc.staff.quick import quick
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side

T = TypeVar("T")

MEMORY: Final = "course"
"""Where the course is kept in mind."""

LONGEST: Final = 400
"""Answers after which a game in thought is broken off."""

BETTER: Final = 0.1
"""VP by which another course must be better than the usual one."""

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
    budget, past = desk.character.level.forks, past_shown(desk.look)
    units = units_of_body(desk.state, desk.asked.formation)
    courses = courses_for(desk.outlook, units)
    _keep(desk, USUAL)
    if not budget or past is None or len(courses) < 2 or not _key(desk):
        return
    seed = f"{desk.dice.below(1 << 32)}"
    try:
        tried = Trial(list(games(past, seed, desk.character.level.guesses)), desk, seed)
        worths = tried.ranked(courses, budget)
    except Astray:
        return  # a guess that leads nowhere: the usual course needs none
    best = max(courses, key=lambda one: (worths[one], one == USUAL))
    if worths[best] < worths[USUAL] + BETTER:
        best = USUAL
    _keep(desk, best)
    others = sorted((one for one in courses if one != best), key=lambda one: -worths[one])
    told = tuple(
        Considered(one.words(desk.state), round(worths[one] - worths[USUAL], 2))
        for one in (best, *others)
    )
    words = say(
        "Of {n} ways to act it thinks this the best: {course}.", n=len(courses), course=told[0].what
    )
    desk.notes.reason = Reason(words, considered=told)


class Trial:
    """Courses put to the test in games in thought."""

    def __init__(
        self, games: Sequence[Foresight[GameState]], desk: Desk[Any, Any], seed: str
    ) -> None:
        """Take games that stand at the question; the seed is of the dice in them."""
        self._games, self._seed, self._side = games, seed, Side(desk.asked.side)
        self._look = desk.look
        self._ledger = Ledger(games[0].state, self._side, desk.character.temper)
        self._begun: dict[tuple[Course, int], list[Any]] = {}
        # what a course answers up to the first die is the same in all its games
        self.played = 0

    def ranked(self, courses: Sequence[Course], budget: int) -> dict[Course, float]:
        """What each course is worth, VP: the mean of its games, more for those that do well."""
        found = {one: [self._play(one, 0)] for one in courses}
        # With the same dice what comes to the same is the same course by another name.
        alive = list({worths[0]: one for one, worths in reversed(found.items())}.values())
        number = 1
        while len(alive) > 1 and self.played + len(alive) <= budget and not is_hurried(self._look):
            for course in alive:
                found[course].append(self._play(course, number))
            number += 1
            if number % TRIES == 0 and len(alive) > 2:
                alive = sorted(alive, key=lambda one: -_mean(found[one]))[: (len(alive) + 1) // 2]
        same = {found[one][0]: _mean(found[one]) for one in found if len(found[one]) > 1}
        return {one: same.get(worths[0], _mean(worths)) for one, worths in found.items()}

    def _play(self, course: Course, number: int) -> float:
        """One activation by a course, with the dice of this number."""
        self.played += 1
        at = number % len(self._games)
        game = self._games[at].fork(SeededChance(f"{self._seed}/{number}"))
        acting, luck = _acting(game), game.luck
        known = self._begun.get((course, at))
        begun = self._begun.setdefault((course, at), [])
        for answer in known or ():
            game.answer(answer)
        while game.pending is not None and game.answers < LONGEST and _acting(game) == acting:
            is_sure = known is None and game.luck == luck
            answer = self._answer(course, game)
            if is_sure:
                begun.append(answer)
            game.answer(answer)
        return self._ledger.worth(game.state) - _ways(game.state, self._side)

    def _answer(self, course: Course, game: Foresight[GameState]) -> Any:
        asked = game.pending
        assert asked is not None
        side = Side(asked.side)
        question = Question(asked, game.options, Outlook(game.known, side))
        return course.answer(question, quick) if side == self._side else quick(question)


def _acting(game: Foresight[GameState]) -> tuple[FormationId, ...]:
    acting = game.state.activation
    return () if acting is None else acting.formations


def _mean(worths: Sequence[float]) -> float:
    return fsum(worths) / len(worths)


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
