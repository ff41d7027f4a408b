"""How the staff chooses: it weighs what it could answer, takes the best and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from hexwar.ai.policy import Considered, Reason
from hexwar.systems.nlc.staff.desk import Desk

T = TypeVar("T")

Sentence = str | Callable[[Any], str]
"""Why an answer is the best; said of that answer where it is a function of it."""

TOLD = 6
"""How many answers a reason names at most."""

GRAIN = 1000
"""Into how many steps its misjudgement is divided."""


class Weighed(NamedTuple, Generic[T]):
    """An answer and what is expected of it."""

    answer: T
    worth: float  # VP
    what: str  # in a few words


def misjudged(desk: Desk[Any, Any]) -> float:
    """By how much a staff misjudges something: its level's noise at most, either way.

    What is weighed in points (`moves.py`) is misjudged by half as many points.
    """
    noise = desk.character.level.noise
    return noise * (2 * desk.dice.below(GRAIN) / GRAIN - 1) if noise else 0.0


def best_of(desk: Desk[Any, T], weighed: Sequence[Weighed[T]], sentence: Sentence) -> T:
    """The answer that is worth most, the first among equals; the reason is put down.

    A staff that misjudges does so by its level's noise, and tells what it takes the worth for.

    Args:
        desk: What is asked.
        weighed: What could be answered, one at least.
        sentence: Why the best is best, in a short true sentence.
    """
    seen = [one._replace(worth=one.worth + misjudged(desk)) for one in weighed]
    best, *others = sorted(seen, key=attrgetter("worth"), reverse=True)  # the first among equals
    told = tuple(Considered(one.what, round(one.worth, 2)) for one in (best, *others)[:TOLD])
    if callable(sentence):
        words = sentence
        return desk.because(best.answer, lambda: Reason(words(best.answer), considered=told))
    return desk.because(best.answer, Reason(sentence, considered=told))


def told_of(chosen: T | None, weighed: Sequence[Weighed[T | None]]) -> T | None:
    """Of what a reason tells: what is done, else the best of what is let be, if any."""
    deeds = [one for one in weighed if one.answer is not None]
    if chosen is not None or not deeds:
        return chosen
    return max(deeds, key=attrgetter("worth")).answer


def either(
    desk: Desk[Any, bool], yes: tuple[float, str], no: tuple[float, str], sentence: Sentence
) -> bool:
    """Whether to do something, by the worth and the words of both; an answer that may be given."""
    both = [Weighed(answer=True, worth=yes[0], what=yes[1])]
    both.append(Weighed(answer=False, worth=no[0], what=no[1]))
    listed = sorted(both, key=lambda one: one.answer != desk.default)
    return best_of(desk, [one for one in listed if one.answer in desk.options], sentence)
