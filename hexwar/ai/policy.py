"""What a computer player is, its dice, and the player who knows nothing: random, but not idle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol, TypeVar, runtime_checkable

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


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a computer player has answered so."""

    sentence: str
    is_open: bool = False  # whether it rests on nothing that its side alone may know


@runtime_checkable
class Explains(Protocol):
    """A computer player who can say why."""

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:
        """Why it has answered so, in a short true sentence; None where it has nothing to say.

        Args:
            decision: The question.
            answer: What it has answered.
            view: The state as its side may know it.
        """
        ...


def thought(
    policy: Policy, decision: Decision[Any], options: Sequence[Any], look: Look, seed: str
) -> tuple[Any, Reason | None]:
    """What a computer player answers, and why where it says so; the seed is of its own choices."""
    answer = policy.answer(decision, options, look, CounterDice(seed))
    why = policy.reason(decision, answer, look()) if isinstance(policy, Explains) else None
    return answer, why


class CounterDice:
    """Numbers that depend on the seed and on how many were drawn before.

    >>> dice = CounterDice("a seed")
    >>> all(0 <= dice.below(6) < 6 for _ in range(100))
    True
    """

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode()).digest()
        self._drawn = 0
        self._pool = b""

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1; the bias of 64 bits is beyond notice."""
        if len(self._pool) < 8:
            counter = self._drawn.to_bytes(8, "little")
            self._pool = blake2b(counter, key=self._key, digest_size=64).digest()
            self._drawn += 1
        drawn, self._pool = self._pool[:8], self._pool[8:]
        return int.from_bytes(drawn, "little") % count


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
