"""The table as a computer player sees it, and what a question is when it lies before him."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from hexwar.ai.chapters import Notes
from hexwar.ai.policy import Dice, Reason
from hexwar.engine import Decision
from hexwar.systems.mininap.player.levels import Level
from hexwar.systems.mininap.player.worth import Worth, lead
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import Side, UnitId


@dataclass(frozen=True)
class Outlook:
    """What a side makes of a view; every field is worked out when it is first asked for."""

    state: MiniState
    side: Side

    @property
    def enemy(self) -> Side:
        """The other side."""
        return self.state.battle.enemy(self.side)

    @cached_property
    def worth(self) -> Worth:
        """What everything counts."""
        return Worth(self.state)

    @cached_property
    def lead(self) -> int:
        """By how many VP the side leads."""
        return lead(self.state, self.side)

    @property
    def is_ahead(self) -> bool:
        """Whether it wins if nothing more happens (M23.7)."""
        return self.lead >= self.state.numbers.victory.margin

    @property
    def turns_left(self) -> int:
        """Turns to come, this one too."""
        return max(1, len(self.state.battle.turns) - self.state.turn + 1)

    @cached_property
    def own(self) -> tuple[UnitId, ...]:
        """The own units in play, commanders too."""
        return tuple(unit.id for unit in self.state.in_play(self.side))

    @cached_property
    def foes(self) -> tuple[UnitId, ...]:
        """The enemy's."""
        return tuple(unit.id for unit in self.state.in_play(self.enemy))


D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")

GRAIN = 2000
"""Steps in which a player who misjudges does so."""


@dataclass(frozen=True, slots=True)
class Question(Generic[D, T]):
    """A question, its listed answers, and all that a player has before him to answer it."""

    asked: D
    options: Sequence[T]
    outlook: Outlook
    dice: Dice
    level: Level
    notes: Notes

    @property
    def state(self) -> MiniState:
        """The view of the side that is asked."""
        return self.outlook.state

    @property
    def worth(self) -> Worth:
        """What everything counts."""
        return self.outlook.worth

    def misjudged(self, vp: float) -> float:
        """What it takes a worth for; in thousandths, so that the last bits of a sum decide nothing.

        It is as far out as its level says.
        """
        if self.level.noise:
            vp += self.level.noise * (2 * self.dice.below(GRAIN + 1) / GRAIN - 1)
        return round(vp, 3)

    def because(self, answer: T, reason: Reason | Callable[[], Reason]) -> T:
        """An answer, with the reason for it put down."""
        self.notes.reason = reason
        return answer
