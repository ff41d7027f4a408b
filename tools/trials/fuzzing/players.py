"""Who plays: at random, to fight, to win, or to come where nobody has been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.ai.policy import Dice, Look, Policy, RandomPlayer, pick
from hexwar.engine import Decision, KernelError, Session
from hexwar.ground.law import GroundState
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.tlnb.rules.movement.segment import March
from hexwar.table.forces import Side
from tools.trials.fuzzing.grounds import Ground
from tools.trials.fuzzing.reached import Reached, answer_kind

TABLES: Final = (
    ("random", "random"),
    ("fighter", "fighter"),
    ("adversary", "adversary"),
    ("adversary", "fighter"),
    ("greedy", "fighter"),
    ("fighter", "adversary"),
    ("random", "greedy"),
    ("adversary", "adversary"),
)
"""Who plays the first side and the other, in turn by the number of the game."""

FIGHTS: Final = {
    *("assault", "charge", "bombard", "react", "pursue", "advance", "lead", "repeat"),
}
"""Kinds of answer that fight."""

STROKES: Final = ("DeclareAttack", "DeclareBombardment", "DeclareCharge", "PromiseCharge", "Pursue")
"""Questions of the player turn whose answers fight."""

TIMID_ONE_IN: Final = 6
"""One who fights lets a chance pass at one in this many."""

TRIED: Final = 3
"""So many answers an adversary tries before he chooses."""

LOOKS_ONE_IN: Final = 2
"""He does so at one answer in this many; at the others he goes by the kind of answer alone."""


class Fighter:
    """Goes for the enemy: the shortest way, every assault, charge, bombardment and pursuit."""

    def __init__(self, other: Policy) -> None:
        """Answer as another where there is nothing to fight for."""
        self._other = other

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """A fight where there is one, a move that ends nearest to the enemy, or the other's."""
        fights = [one for one in options if _is_fight(decision, one)]
        if fights and dice.below(TIMID_ONE_IN):
            return pick(fights, dice)
        if isinstance(options[0], Route | March) and dice.below(TIMID_ONE_IN):
            return nearest(options, look(), Side(decision.side), dice)
        orders = [one for one in options if "attack" in answer_kind(decision, one)]
        if orders and dice.below(2):
            return pick(orders, dice)
        return self._other.answer(decision, options, look, dice)


def _is_fight(decision: Decision[Any], answer: Any) -> bool:
    """Whether an answer fights: by its kind, and of the player turn by its question."""
    if decision.kind(answer) in FIGHTS:
        return True
    return answer is not None and type(decision).__name__ in STROKES


def nearest(options: Sequence[Any], view: GroundState, side: Side, dice: Dice) -> Any:
    """Of some routes the one that ends nearest to an enemy."""
    enemies = sorted(enemy_hexes(view, side))
    tried = [pick(options, dice) for _ in range(TRIED)]
    if not enemies:
        return tried[0]
    distance = view.battle.battlefield.grid.distance

    def gap(route: Route | March) -> int:
        hexes = route.path if isinstance(route, March) else route.hexes
        end: Hex | None = hexes[-1] if hexes else None
        return 99 if end is None else min(distance(end, enemy) for enemy in enemies)

    return min(tried, key=gap)


@dataclass
class Adversary:
    """Answers as seldom anybody has: it tries some on copies of the game, and sees the dice.

    That is no fair play, and none is wanted: it is to come where nobody has been.
    """

    session: Session[Any] | None  # the game under way; set before each answer
    reached: Reached

    def answer(
        self,
        decision: Decision[Any],
        options: Sequence[Any],
        look: Look,  # noqa: ARG002
        dice: Dice,
    ) -> Any:
        """The answer that leads to what was reached least, of a few that are rare themselves."""
        if len(options) == 1:
            return options[0]
        if dice.below(LOOKS_ONE_IN):
            return self._rare(decision, options, dice)
        tried = {id(one): one for one in (self._rare(decision, options, dice) for _ in "123")}
        return max(tried.values(), key=self._novelty)

    def _rare(self, decision: Decision[Any], options: Sequence[Any], dice: Dice) -> Any:
        """A kind of answer by how seldom it was given, then one of the kind."""
        kinds: dict[str, list[Any]] = {}
        for option in options:
            kinds.setdefault(answer_kind(decision, option), []).append(option)
        weights = [int(1e6 * self.reached.rarity(decision, of[0])) + 1 for of in kinds.values()]
        drawn = dice.below(sum(weights))
        for same, weight in zip(kinds.values(), weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return pick(same, dice)
        return options[-1]

    def _novelty(self, answer: Any) -> float:
        """How rare it is what an answer leads to; one that breaks the rules is the rarest."""
        assert self.session is not None
        twin = self.session.fork()
        before = len(twin.events)
        try:
            twin.answer(answer)
        except KernelError:
            return 2.0
        return self.reached.novelty(twin.events[before:], twin.pending)


def seated(kind: str, ground: Ground, reached: Reached) -> Policy:
    """A player by the word for it."""
    if kind == "adversary":
        return Adversary(None, reached)
    if kind == "fighter":
        return Fighter(ground.random())
    if kind == "greedy":
        return ground.greedy()
    return ground.random()


__all__ = ["Adversary", "Fighter", "RandomPlayer", "seated"]
