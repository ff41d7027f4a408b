"""The player who knows nothing: a random answer, but not idle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hexwar.ai.policy import Dice, Look
from hexwar.engine import Decision

T = TypeVar("T")

IDLE_KINDS = frozenset({"pass", "stay", "end"})
"""Kinds of answer that do nothing."""

IDLE_ONE_IN = 4
"""Doing nothing is chosen at most one time in this many while there is something to do."""


class RandomPlayer:
    """Picks a kind of answer first, then one of that kind.

    So that a decision with 200 paths and one `end` is not nearly always a path, and a game does
    not stand still: all idle kinds together have one chance in four.
    """

    def answer(
        self,
        decision: Decision[Any],
        options: Sequence[Any],
        look: Look,  # noqa: ARG002
        dice: Dice,
    ) -> Any:
        """One of the listed answers: a kind first, then one of it."""
        kinds: dict[str, list[Any]] = {}
        for option in options:
            kinds.setdefault(decision.kind(option), []).append(option)
        idle = [kind for kind in kinds if kind in IDLE_KINDS]
        busy = [kind for kind in kinds if kind not in IDLE_KINDS]
        use_idle = bool(idle) and (not busy or dice.below(IDLE_ONE_IN) == 0)
        return pick(kinds[pick(idle if use_idle else busy, dice)], dice)


def pick(items: Sequence[T], dice: Dice) -> T:
    """One of the items, each equally likely."""
    return items[dice.below(len(items))]
