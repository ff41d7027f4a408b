"""The journal: every answer of a game, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexwar.engine.decision import CHANCE


@dataclass(frozen=True, slots=True)
class Entry:
    """One answered decision."""

    asked: str
    """Class name of the decision."""
    side: str
    """Who answered: a side of the game, or `CHANCE`."""
    answer: Any
    """The answer, of the decision's own type."""
    events: int
    """How many events the game had seen when the answer was given."""
    forced: bool = False
    """Whether there was nothing to choose, so that the kernel answered."""
    continues: bool = False
    """Whether the answer belongs to the same gesture as the answer before it."""
    note: str = ""
    """For chance: what the dice or the draw were for, in a few words."""

    @property
    def is_given(self) -> bool:
        """Whether a side chose the answer: these are the steps of undo."""
        return not self.forced and self.side != CHANCE

    @property
    def is_luck(self) -> bool:
        """Whether chance chose among two or more: nobody may undo past that."""
        return not self.forced and self.side == CHANCE
