"""What a computer player is, its dice, and the player who knows nothing: random, but not idle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from hexwar.engine import Decision
from hexwar.engine.foresight import Past


class Dice(Protocol):
    """A computer player's own source of choice; it has nothing to do with the game's dice."""

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, each equally likely."""
        ...


def _nothing() -> None:
    """Nobody can tell."""


def _never() -> bool:
    """Nobody hurries him."""
    return False


class Look:
    """What a player may look at with a question; each thing is made once, when it is wanted."""

    def __init__(
        self,
        show: Callable[[], Any],
        recall: Callable[[], Past[Any] | None] = _nothing,
        is_hurried: Callable[[], bool] = _never,
    ) -> None:
        """Look through the eyes of the side that is asked.

        Args:
            show: From nothing to the state as it may know it.
            recall: From nothing to how the question came about.
            is_hurried: Tells whether somebody will wait no longer for the answer.
        """
        self._show, self._recall, self._is_hurried = cache(show), cache(recall), is_hurried

    def __call__(self) -> Any:
        """The state as the side that is asked may know it."""
        return self._show()

    def past(self) -> Past[Any] | None:
        """What it saw at the last mark, and the answers since of which it knows.

        A game in thought begins there (`hexwar.engine.foresight`); None where nobody can tell, so
        that nothing can be foreseen.
        """
        return self._recall()

    def is_hurried(self) -> bool:
        """Whether a player who thinks on is to end with what he has: never unless a person asks.

        What is answered then follows from no seed; a game replays all the same, for it keeps
        answers.
        """
        return self._is_hurried()


NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
"""The memory of a player who remembers nothing yet."""


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
class Considered:
    """An answer, or a course of several, that a computer player has weighed."""

    what: str  # in a few words
    worth: float  # VP, counted from what the player likes: from staying, from the table as it is


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a computer player has answered so."""

    sentence: str
    is_open: bool = False  # whether it rests on nothing that its side alone may know
    considered: tuple[Considered, ...] = ()  # what it has weighed: first what it did


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


@runtime_checkable
class Remembers(Protocol):
    """A computer player who keeps something in mind from one answer to the next.

    One is made anew for each question; what it remembers lives with the game, where undo takes it
    back and nobody but its own side is ever shown it.
    """

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what was kept last, before the answer; empty where nothing was."""
        ...

    def memory(self) -> dict[str, Any]:
        """What to keep, after the answer: a small object of JSON."""
        ...


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player has answered, and what comes with it."""

    answer: Any
    reason: Reason | None = None
    memory: Mapping[str, Any] | None = None  # what is to be kept; None: it keeps nothing in mind


def thought(
    policy: Policy,
    decision: Decision[Any],
    options: Sequence[Any],
    look: Look,
    seed: str,
    memory: Mapping[str, Any] = NOTHING,
) -> Thought:
    """What a computer player answers, and why where it says so.

    Args:
        policy: The player, made for this question.
        decision: The question.
        options: Its listed legal answers, two or more.
        look: Shows the state as its side may know it.
        seed: Of its own choices.
        memory: What it has kept in mind.
    """
    if isinstance(policy, Remembers):
        policy.recall(memory)
    answer = policy.answer(decision, options, look, CounterDice(seed))
    why = policy.reason(decision, answer, look()) if isinstance(policy, Explains) else None
    kept = policy.memory() if isinstance(policy, Remembers) else None
    return Thought(answer, why, kept)


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
