"""What computer players of all games are made of: chapters of functions, each for some questions.

A player is a table from a class of question to a function of its chapters; what no chapter has an
idea of gets the rules' own fallback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeVar, get_args, get_type_hints

from hexwar.ai.policy import Reason
from hexwar.engine import Decision

T = TypeVar("T")

Answerer = Callable[[Any], Any]
"""From a question, as its game puts it before a player, to the answer."""


def answerers(*topics: ModuleType) -> Iterator[tuple[type[Decision[Any]], Answerer]]:
    """Each public function that takes a question, with the decisions that its question names.

    One whose question may be any is a helper of theirs.
    """
    for topic in topics:
        for name, function in vars(topic).items():
            if "question" in getattr(function, "__annotations__", ()) and name[0] != "_":
                asked = get_args(get_type_hints(function)["question"])[0]
                yield from ((kind, function) for kind in get_args(asked) or (asked,) if kind != Any)


@dataclass(slots=True)
class Notes:
    """What a player keeps from one question to the next: JSON values by chapter."""

    memory: dict[str, Any] = field(default_factory=dict)
    reason: Reason | Callable[[], Reason] | None = None
    """Why it gave its last answer; what takes long to say is said only if somebody asks."""

    def told(self) -> Reason | None:
        """The reason, said."""
        return self.reason() if callable(self.reason) else self.reason


def deeds(options: Iterable[T | None]) -> list[T]:
    """The answers but that of doing nothing."""
    return [option for option in options if option is not None]


def promising(found: Iterable[T], worth: Callable[[T], float]) -> T | None:
    """Whatever is worth most, if that is anything; the first among equals."""
    best = max(((one, worth(one)) for one in found), key=lambda pair: pair[1], default=None)
    return best[0] if best is not None and best[1] > 0 else None
