"""A flow of the rules played to its end, with dice and answers that are thought of beforehand."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from hexwar.engine import CHANCE, Chance, Decision, Event, Table
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import Side
from tests.scripted import ScriptedChance

T = TypeVar("T")
KINDS: dict[str, type[Any]] = {"event": Event, "question": Decision}
Answers = Mapping[Any, Sequence[Any]]
"""Answers by the class of their question, or by its name."""


@dataclass
class Played(Generic[T]):
    """A flow that has been played to its end."""

    state: GameState
    events: list[Event]
    asked: list[tuple[Decision[Any], Any]]  # each question with its answer, dice too
    result: T

    def of(self, kind: type[Any] | str) -> list[Any]:
        """The events of a class, or of a class of that name."""
        return _of_kind(self.events, kind, "event")

    def questions(self, kind: type[Any] | str) -> list[Any]:
        """The questions of a class, or of a class of that name."""
        return _of_kind([question for question, _ in self.asked], kind, "question")

    def known_to(self, side: Side) -> list[Event]:
        """The events that a side may know of."""
        return [event for event in self.events if event.is_known_to(side)]

    @property
    def story(self) -> list[str]:
        """The names of the events."""
        return [type(event).__name__ for event in self.events]


def _of_kind(things: Sequence[object], kind: type[Any] | str, base: str) -> list[Any]:
    name = kind if isinstance(kind, str) else kind.__name__
    found = [thing for thing in things if type(thing).__name__ == name]
    assert found or kind is not name or name in _names(base), f"there is no {base} {name}"
    return found


@cache
def _names(base: str) -> frozenset[str]:
    """The names of all events or of all questions, of which the system has imported the last."""
    kinds = list(KINDS[base].__subclasses__())
    for kind in kinds:
        kinds += kind.__subclasses__()
    return frozenset(kind.__name__ for kind in kinds)


def play(
    state: GameState,
    flow: Callable[[Table[GameState]], Coroutine[Any, Any, T]],
    dice: Sequence[Any] | Chance = (),
    answers: Answers | None = None,
    know: Callable[[Any, str], Any] = knowledge,
) -> Played[T]:
    """Run a flow on a copy of `state`; `know` says what a side judges by.

    Questions take the next of `answers` of their class or its name, else their first option.
    Fails when an answer is not legal, and when a die or an answer is left over.
    """
    table = Table(state.copy())
    chance = ScriptedChance(dice) if isinstance(dice, Sequence) else dice
    left = {
        getattr(kind, "__name__", kind): list(values) for kind, values in (answers or {}).items()
    }
    asked: list[tuple[Decision[Any], Any]] = []
    thrown, answer = 0, None
    running = flow(table)
    while True:
        try:
            question = running.send(answer)
        except StopIteration as end:
            result: T = end.value
            break
        known = know(table.state, question.side)
        options = list(question.options(known))
        if question.side == CHANCE:
            index = chance.answer(thrown, question, options)
            assert index is not None
            answer, thrown = options[index], thrown + 1
        else:
            waiting = left.get(type(question).__name__)
            answer = waiting.pop(0) if waiting else options[0]
            refusal = question.refusal(known, answer)
            assert refusal is None, f"{question} refuses {answer}: {refusal}"
        asked.append((question, answer))
    assert not isinstance(dice, Sequence) or thrown == len(dice), f"only {thrown} dice were rolled"
    assert not any(left.values()), f"not asked for: {left}"
    return Played(table.state, table.events, asked, result)


def at_once(state: GameState, act: Callable[[Table[GameState]], object]) -> Played[None]:
    """What an act that asks nobody does to a copy of `state`."""

    async def flow(table: Table[GameState]) -> None:
        act(table)

    return play(state, flow)
