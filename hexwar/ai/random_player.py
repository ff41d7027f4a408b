"""The player who knows nothing: a random answer, but not idle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.systems.nlc.player.random_orders import has_order, other_order
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side

IDLE_KINDS = frozenset({"pass", "stay", "end"})
"""Kinds of answer that do nothing."""

IDLE_ONE_IN = 4
"""Doing nothing is chosen at most one time in this many while there is something to do."""


OWN_ORDER_ONE_IN = 3
"""An order is made up rather than taken from the list one time in this many, if it is legal."""


class RandomPlayer:
    """Picks a kind of answer first, then one of that kind.

    So that a decision with 200 paths and one `end` is not nearly always a path, and a game does
    not stand still: all idle kinds together have one chance in four.
    """

    def answer(
        self,
        decision: Decision[Any],
        options: Sequence[Any],
        view: GameState,
        dice: Dice,
    ) -> Any:
        """Any of the listed answers; where an order is written, any order at all now and then."""
        chosen = _listed(decision, options, dice)
        if not has_order(chosen) or dice.below(OWN_ORDER_ONE_IN):
            return chosen
        made = other_order(chosen, view, Side(decision.side), dice)
        return made if decision.refusal(view, made) is None else chosen


def _listed(decision: Decision[Any], options: Sequence[Any], dice: Dice) -> Any:
    """One of the listed answers: a kind first, then one of it."""
    kinds: dict[str, list[Any]] = {}
    for option in options:
        kinds.setdefault(decision.kind(option), []).append(option)
    idle = [kind for kind in kinds if kind in IDLE_KINDS]
    busy = [kind for kind in kinds if kind not in IDLE_KINDS]
    use_idle = bool(idle) and (not busy or dice.below(IDLE_ONE_IN) == 0)
    chosen = kinds[_pick(idle if use_idle else busy, dice)]
    return _pick(chosen, dice)


def _pick(items: Sequence[Any], dice: Dice) -> Any:
    return items[dice.below(len(items))]
