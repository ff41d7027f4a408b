"""The greedy player: it follows its orders and takes what looks best at once.

Each of its files answers the questions of one topic, from what its side can see and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, get_args, get_type_hints

from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.systems.nlc.player import cards, fights, movement, orders, staff
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.reasons import reason_of
from hexwar.table.forces import Side

Answerer = Callable[[Question[Any, Any]], Any]
"""From a question to its answer."""


def answerers(*topics: ModuleType) -> Iterator[tuple[type[Decision[Any]], Answerer]]:
    """Each function that takes a question, with the decisions that its question names."""
    for topic in topics:
        for name, function in vars(topic).items():
            if "question" in getattr(function, "__annotations__", ()) and name[0] != "_":
                asked, _ = get_args(get_type_hints(function)["question"])
                yield from ((kind, function) for kind in get_args(asked) or (asked,))


ANSWERS: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    dict(answerers(cards, fights, movement, orders, staff))
)
"""The answer to each class of question of which it has an idea; to any other its own fallback."""


class GreedyPlayer:
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

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:
        """Why it has answered so, where it went by more than what comes first."""
        return reason_of(decision, answer, view)
