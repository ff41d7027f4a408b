"""Keeps a click or a key that was meant for one question from answering the next."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

from hexwar.engine import Refusal
from hexwar.messages import mark
from hexwar.widgets.panels.steady import PAUSE

TOO_SOON = Refusal(mark("The question has just changed: look at it, then answer."), "")

ANSWERS_CHANGED = Refusal(mark("This answer has only just come here: look at it, then press."), "")


class Guard:
    """Knows since when the present question stands."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin without a question; the clock tells seconds and never goes back."""
        self.clock = clock
        self._question: object = None
        self._since = -inf

    def put(self, question: object) -> None:
        """A question is put; the same one again is none that changes."""
        if question != self._question:
            self._question, self._since = question, self.clock()

    def lift(self) -> None:
        """The next answer is not given by a hand: it cannot be meant for another question."""
        self._since = -inf

    @property
    def is_early(self) -> bool:
        """Whether the question has only just come, so that nobody can have meant it."""
        return self.clock() - self._since < PAUSE
