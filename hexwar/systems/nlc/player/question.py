"""What an answer of the greedy player is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hexwar.engine import Decision
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.state import GameState

D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question(Generic[D, T]):
    """A question, its listed answers, and the table as its side sees it."""

    asked: D
    options: Sequence[T]
    outlook: Outlook

    @property
    def state(self) -> GameState:
        """The view of the side that is asked."""
        return self.outlook.state

    @property
    def default(self) -> T:
        """The answer of the rules where nobody chooses (N31): the first."""
        return self.options[0]
