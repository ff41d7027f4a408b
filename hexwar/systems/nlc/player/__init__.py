"""The greedy player: it follows its orders and takes what looks best at once.

Each of its files answers the questions of one topic, from what its side can see and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.ai.chapters import Answerer, answerers
from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.systems.nlc.player import cards, fights, movement, orders, staff
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.reasons import reason_of
from hexwar.table.forces import Side

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
