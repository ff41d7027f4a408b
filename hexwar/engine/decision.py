"""Questions that the rules put to a side, and the refusals that answer wrong answers."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from hexwar.messages import mark, say

CHANCE = "chance"
"""The third side: dice, chits and shuffles are its answers."""

T = TypeVar("T")


class Manner(StrEnum):
    """How a choice is put, and where its shortcut comes from."""

    PLAIN = "plain"  # a digit, in order
    MAIN = "main"  # what most players will want; a digit, and Space
    END = "end"  # ends the segment; has its own key


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """An answer as a player may give it: by its button, or by a click on the board."""

    id: str
    label: str
    tip: str
    answer: T
    manner: Manner = Manner.PLAIN
    spots: tuple[Any, ...] = ()
    """Places of the board: a click on one of them gives the answer, if no other choice has it."""
    pieces: tuple[str, ...] = ()  # a click on one of these pieces gives the answer


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer is not legal: a value to show, not an error to catch."""

    sentence: str  # one sentence for the player
    rule: str
    """Id of the rule that forbids it, such as ``N8.31``; empty when no rule is to be named."""


def refuse(rule: str, message: str, /, **values: object) -> Refusal:
    """The refusal by a rule, told by a message with its arguments."""
    return Refusal(say(message, **values), rule)


@dataclass(frozen=True, slots=True)
class Entry:
    """One answered decision: the journal has every answer of a game, in order."""

    asked: str  # class name of the decision
    side: str  # who answered: a side of the game, or `CHANCE`
    answer: Any  # of the decision's own type
    events: int  # how many events the game had seen when the answer was given
    forced: bool = False  # whether there was nothing to choose, so that the kernel answered
    continues: bool = False  # whether it belongs to the same gesture as the answer before it
    note: str = ""  # for chance: what the dice or the draw were for, in a few words

    @property
    def is_given(self) -> bool:
        """Whether a side chose the answer: these are the steps of undo."""
        return not self.forced and self.side != CHANCE

    @property
    def is_luck(self) -> bool:
        """Whether chance chose among two or more: nobody may undo past that."""
        return not self.forced and self.side == CHANCE


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

    rule: ClassVar[str] = ""  # id of the rule that asks this
    continues: ClassVar[bool] = False
    """Whether the answer belongs to the same gesture as the answer before it; undo takes both."""

    is_open: ClassVar[bool] = False
    """Whether it is answered before the eyes of both: no secret of the side is needed for it."""

    is_secret: ClassVar[bool] = False
    """Whether nobody else may watch it being answered, even where all pieces lie open."""

    kinds: ClassVar[tuple[str, str]] = ("act", "pass")
    """What `kind` calls an answer that does something, and the answers None and False."""

    clue: ClassVar[str] = mark("Press one of the buttons.")
    """What `hint` says."""

    side: str  # the side that answers, or `CHANCE`

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
        return Refusal(say("This is not one of the answers allowed here."), self.rule)

    def is_forced(self, state: Any, options: Sequence[T]) -> bool:  # noqa: ARG002
        """Whether there is nothing to choose, so that the kernel answers by itself.

        Override it where one listed option stands for several legal answers.
        """
        return len(options) == 1

    def kind(self, answer: T) -> str:
        """A word that classes `answer`, for buttons and for the random player.

        The words ``pass``, ``stay`` and ``end`` mean: doing nothing.
        """
        return self.kinds[answer is None or answer is False]

    def about(self) -> str:
        """What is decided, in a few words, for the sentence that names a barrier."""
        return words(type(self).__name__)

    # -- how it is put; each of these is given the state as the side may see it

    def sentence(self, view: Any) -> str:  # noqa: ARG002
        """Who must do what, and why."""
        side = self.side[:1].upper() + self.side[1:]
        return say("{side} must answer: {what}.", side=side, what=self.about())

    def hint(self, view: Any) -> str:  # noqa: ARG002
        """What a click does."""
        return say(self.clue)

    def choices(self, view: Any, options: Sequence[T]) -> Sequence[Choice[T]]:  # noqa: ARG002
        """Every listed answer, as it is named and pointed at: a text may be a spot or a piece."""
        return [
            Choice(str(place), plain_words(option), "", option, spots=at, pieces=at)
            for place, option in enumerate(options)
            for at in [(option,) if isinstance(option, str) else ()]
        ]

    def why_not(self, view: Any, spot: Any) -> Refusal | None:  # noqa: ARG002
        """Why a click on a spot gives no answer: no choice has it, or several have."""
        return None

    def marks(self, view: Any) -> Any:  # noqa: ARG002
        """What the board shows meanwhile; None: no more than the spots of its choices."""
        return None

    @property
    def ends_for(self) -> str | None:
        """Whose segment the answer None ends, so that all of his can be ended; None: nobody's."""
        return None

    def seen_by(self) -> str | None:
        """The only side that may see what chance answers; None where both may."""
        return None

    def fallback(self, view: Any, options: Sequence[T]) -> T:  # noqa: ARG002
        """The answer of the rules where nobody chooses, and of a player with no idea."""
        return options[0]

    def __await__(self) -> Generator[Decision[Any], T, T]:
        """Ask: hand this question to whoever drives the flow, and return the answer."""
        return (yield self)


@dataclass(frozen=True, slots=True)
class YesNo(Decision[bool]):
    """A question that is answered by yes or no."""

    default: ClassVar[bool] = True  # the answer that is listed first
    labels: ClassVar[tuple[str, str]] = (mark("Yes"), mark("No"))
    """What the buttons say: of yes, and of no."""

    def options(self, state: Any) -> Sequence[bool]:  # noqa: ARG002
        """Both answers."""
        return (self.default, not self.default)

    def choices(self, view: Any, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Each by its label, the usual one first."""
        words = {True: say(self.labels[0]), False: say(self.labels[1])}
        return [
            Choice(str(at), words[option], "", option, Manner.PLAIN if at else Manner.MAIN)
            for at, option in enumerate(options)
        ]


def plain_words(answer: Any) -> str:
    """An answer as a button may name it.

    Example:
        >>> [plain_words(answer) for answer in (None, True, "0913", 4)]
        ['Pass', 'Yes', '0913', '4']
    """
    if answer is None:
        return say("Pass")
    if isinstance(answer, bool):
        return say("Yes") if answer else say("No")
    return say(str(answer.value)) if isinstance(answer, Enum) else str(answer)


def words(name: str) -> str:
    """A class name as plain words.

    Example:
        >>> words("DrawChit")
        'draw chit'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
