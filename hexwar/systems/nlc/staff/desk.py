"""What lies on the staff's desk when it is asked: the question, who it is, what it remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hexwar.ai.chapters import Notes
from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.systems.nlc.player.outlook import Question
from hexwar.systems.nlc.staff.characters import Character

D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Desk(Question[D, T]):
    """A question to the staff.

    A chapter whose function takes a `Question` needs no more than the table; one that takes a
    `Desk` may think (`look`, `dice`), remember (`notes.memory`) and say why (`notes.reason`).
    """

    look: Look
    dice: Dice
    character: Character
    notes: Notes

    def because(self, answer: T, reason: Reason | Callable[[], Reason]) -> T:
        """An answer, with the reason for it put down."""
        self.notes.reason = reason
        return answer

    def of(self, decision: Decision[Any], options: Sequence[Any]) -> Desk[Any, Any]:
        """The same desk with another question on it."""
        outlook = self.outlook
        desk: Desk[Any, Any] = Desk(
            decision, options, outlook, self.look, self.dice, self.character, self.notes
        )
        return desk
