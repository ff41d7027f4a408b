"""The computer player of Mini-Nap 2: a plan for the army, exact chances, places judged by terms.

Each of its files answers the questions of one topic, from what its side can see and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.ai.chapters import Answerer, Notes, answerers
from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.systems.mininap.player import charging, fights, movement, placing, shooting
from hexwar.systems.mininap.player.levels import LEVELS, Level
from hexwar.systems.mininap.player.outlook import Outlook, Question
from hexwar.systems.mininap.rules.secret import planned
from hexwar.table.forces import Side

ANSWERS: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    dict(answerers(charging, fights, movement, placing, shooting))
)
"""The answer to each class of question of which it has an idea; to any other its own fallback."""


class Marshal:
    """A computer player: what it answers follows from the view, its memory and its dice alone."""

    def __init__(self, level: Level = LEVELS["hard"]) -> None:
        self.level = level
        self.notes = Notes()

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """What the chapter for this question thinks best."""
        self.notes.reason = None
        view, answerer = look(), ANSWERS.get(type(decision))
        if answerer is None:
            return decision.fallback(view, options)
        side = Side(decision.side)
        outlook = Outlook(planned(view, side), side)  # with what it has written down (M25.3)
        return answerer(Question(decision, options, outlook, dice, self.level, self.notes))

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:  # noqa: ARG002
        """Why it has answered so, where it went by more than what comes first."""
        return self.notes.told()

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what it remembered when it was last asked."""
        self.notes.memory = dict(memory)

    def memory(self) -> dict[str, Any]:
        """What it wants to remember: JSON values."""
        return dict(self.notes.memory)
