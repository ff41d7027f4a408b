"""The greedy player as it was: it follows its orders and takes what looks best at once.

A frozen copy, never improved; see the README of the folder above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from hexwar.ai.policy import Dice, Look
from hexwar.engine import Decision
from hexwar.table.forces import Side
from tools.opponents.greedy import cards, fights, movement, orders, staff
from tools.opponents.greedy.outlook import Outlook, Question

Answerer = Callable[[Question[Any, Any]], Any]
"""From a question to its answer."""


def _answerers() -> Iterator[tuple[type[Decision[Any]], Answerer]]:
    """Each function that takes a question, with the decisions that its question names."""
    for topic in (cards, fights, movement, orders, staff):
        for name, function in vars(topic).items():
            if "question" in getattr(function, "__annotations__", ()) and name[0] != "_":
                asked, _ = get_args(get_type_hints(function)["question"])
                yield from ((kind, function) for kind in get_args(asked) or (asked,))


ANSWERS: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(dict(_answerers()))
"""The answer to each class of question of which it has an idea; to any other its own fallback."""


class FrozenGreedy:
    """Follows its orders, and takes what looks best at once.

    It remembers nothing from one question to the next and draws no dice: the same view gets the
    same answer.
    """

    def answer(
        self,
        decision: Decision[Any],
        options: Sequence[Any],
        look: Look,
        dice: Dice,  # noqa: ARG002
    ) -> Any:
        """The best answer, as far as one looks no further than this question."""
        view, answerer = look(), ANSWERS.get(type(decision))
        if answerer is None:
            return decision.fallback(view, options)
        return answerer(Question(decision, options, Outlook(view, Side(decision.side))))
