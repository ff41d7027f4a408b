"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hexwar.engine import Decision


class Dice(Protocol):
    """A computer player's own source of choice; it has nothing to do with the game's dice."""

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, each equally likely."""
        ...


Look = Callable[[], Any]
"""Shows the table."""


class Policy(Protocol):
    """A computer player: given a question and what its side can see, an answer."""

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """Choose an answer.

        Args:
            decision: The question.
            options: Its listed legal answers, two or more.
            look: Shows the state as its side may know it. Who does not look spares the copy.
            dice: Where the choice may be random.
        """
        ...
