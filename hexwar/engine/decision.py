"""Questions that the rules put to a side, and the refusals that answer wrong answers."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

CHANCE = "chance"
"""The third side: dice, chits and shuffles are its answers."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer is not legal: a value to show, not an error to catch."""

    sentence: str
    """One sentence for the player."""
    rule: str
    """Id of the rule that forbids it, such as ``N8.31``; empty when no rule is to be named."""


@dataclass(frozen=True, slots=True)
class Decision(ABC, Generic[T]):
    """One question to one side; a flow awaits it and gets an answer of type ``T``.

    A subclass is a frozen, slotted dataclass whose further fields hold ids, never records:
    the state may have moved on when the answer comes. ``T`` must be a type that can be
    written to a save file: builtins, enums, named tuples and dataclasses of such.

    Example:
        >>> @dataclass(frozen=True, slots=True)
        ... class PickCard(Decision[str | None]):
        ...     rule: ClassVar[str] = "N23.6"
        ...
        ...     def options(self, state: dict[str, list[str]]) -> Sequence[str | None]:
        ...         return [*state[self.side], None]
        >>> hands = {"french": ["Ney", "Mud"]}
        >>> PickCard("french").options(hands)
        ['Ney', 'Mud', None]
        >>> PickCard("french").refusal(hands, "Guard")
        Refusal(sentence='This is not one of the answers allowed here.', rule='N23.6')
        >>> PickCard("french").kind(None)
        'pass'
    """

    rule: ClassVar[str] = ""
    """Id of the rule that asks this."""
    continues: ClassVar[bool] = False
    """Whether the answer belongs to the same gesture as the answer before it; undo takes both."""

    side: str
    """The side that answers, or `CHANCE`."""

    @abstractmethod
    def options(self, state: Any) -> Sequence[T]:
        """The canonical legal answers: a short list (up to about 400) in a stable order."""

    def refusal(self, state: Any, answer: T) -> Refusal | None:
        """Why `answer` is illegal, or None when it is legal.

        This is the law, and it changes nothing. Override it where more is legal than is listed.
        """
        return self.unlisted(self.options(state), answer)

    def unlisted(self, options: Sequence[T], answer: T) -> Refusal | None:
        """The refusal of an answer that is not among `options`, or None when it is.

        Types must agree as well as values: ``True`` is not the die roll 1.
        """
        if any(option is answer for option in options):
            return None
        kind = type(answer)
        if any(type(option) is kind and option == answer for option in options):
            return None
        return Refusal("This is not one of the answers allowed here.", self.rule)

    def is_forced(self, state: Any, options: Sequence[T]) -> bool:  # noqa: ARG002
        """Whether there is nothing to choose, so that the kernel answers by itself.

        Override it where one listed option stands for several legal answers.
        """
        return len(options) == 1

    def kind(self, answer: T) -> str:
        """A word that classes `answer`, for buttons and for the random player.

        The words ``pass``, ``stay`` and ``end`` mean: doing nothing.
        """
        return "pass" if answer is None else "act"

    def about(self) -> str:
        """What is decided, in a few words, for the sentence that names a barrier."""
        return words(type(self).__name__)

    def __await__(self) -> Generator[Decision[Any], T, T]:
        """Ask: hand this question to whoever drives the flow, and return the answer."""
        return (yield self)


def words(name: str) -> str:
    """A class name as plain words.

    Example:
        >>> words("DrawChit")
        'draw chit'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
