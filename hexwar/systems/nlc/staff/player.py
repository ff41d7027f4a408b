"""The staff as a player: its chapters' answers over those of the greedy player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.ai.chapters import Answerer, Notes, answerers
from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.systems.nlc.player import ANSWERS
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.reasons import reason_of
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.staff import (
    attacks,
    cards,
    garrisons,
    marching,
    moves,
    orders,
    rear,
    replies,
    rerolls,
    results,
    spans,
    vedettes,
)
from hexwar.systems.nlc.staff.activation import course_of
from hexwar.systems.nlc.staff.characters import Character, character
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.table.forces import Side

CHAPTERS: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    {
        **ANSWERS,
        # the chapters of the staff stand here, a later one over an earlier
        **dict(
            answerers(
                orders,
                garrisons,
                marching,
                spans,
                moves,
                vedettes,
                attacks,
                replies,
                results,
                rear,
                cards,
                rerolls,
            )
        ),
    }
)
"""The answer to each class of question of which it has an idea; to any other its own fallback."""


def by_chapter(question: Question[Any, Any]) -> Any:
    """What the chapter of a question answers."""
    answerer = CHAPTERS.get(type(question.asked))
    if answerer is None:
        return question.asked.fallback(question.state, question.options)
    return answerer(question)


class Staff:
    """A whole staff: what it answers follows from the view, its memory and its dice alone."""

    def __init__(self, who: Character | None = None) -> None:
        self.character = who or character()
        self.notes = Notes()

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """What the chapter for this question thinks best."""
        self.notes.reason = None
        outlook = Outlook(look(), Side(decision.side))
        desk = Desk(decision, options, outlook, look, dice, self.character, self.notes)
        return course_of(desk).answer(desk, by_chapter)

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:
        """Why it has answered so.

        Who moves next needs no reason of his own: where he goes has one.
        """
        told = self.notes.told()
        return (
            told
            if isinstance(decision, ActivateUnit)
            else told or reason_of(decision, answer, view)
        )

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what it remembered when it was last asked."""
        self.notes.memory = dict(memory)

    def memory(self) -> dict[str, Any]:
        """What it wants to remember: JSON values."""
        return dict(self.notes.memory)
