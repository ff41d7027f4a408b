"""Dice and draws: who answers for the side `CHANCE`.

The only module of the headless layers that may use a source of randomness, and it does so once:
to make the seed of a new game.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar, Protocol

from hexwar.engine.decision import Choice, Decision
from hexwar.engine.errors import ChanceError
from hexwar.messages import mark, say

MAX_SEED = 200
"""Length of the longest seed, in characters."""


@dataclass(frozen=True, slots=True)
class Roll(Decision[int]):
    """One die.

    Example:
        >>> Roll("chance", "morale").about()
        'die for morale'
        >>> list(Roll("chance", "hidden movement", sides=10).options(None))
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """

    is_open: ClassVar[bool] = True
    purpose: str  # what the die is for, in a few words; shown to the player
    sides: int = 6
    owner: str = ""  # the only side that may see it; empty: both

    def options(self, state: Any) -> Sequence[int]:  # noqa: ARG002
        """The faces, 1 to `sides`."""
        return range(1, self.sides + 1)

    def seen_by(self) -> str | None:
        """The side whose secret it is, if it is one."""
        return self.owner or None

    def about(self) -> str:
        """What the die is for."""
        return say("die for {purpose}", purpose=self.purpose)

    def sentence(self, view: Any) -> str:  # noqa: ARG002
        """What a person who rolls real dice does."""
        if self.sides == 6:
            words = mark("Roll a die for {purpose}, and enter what it shows.")
            return say(words, purpose=self.purpose)
        words = mark("Roll a die with {sides} sides for {purpose}, and enter what it shows.")
        return say(words, sides=self.sides, purpose=self.purpose)

    def hint(self, view: Any) -> str:  # noqa: ARG002
        """The same, shorter."""
        return say("Roll the die and press what it shows.")

    def choices(self, view: Any, options: Sequence[int]) -> Sequence[Choice[int]]:  # noqa: ARG002
        """The faces."""
        tips = ((face, say("The die shows {face}", face=face)) for face in options)
        return [Choice(str(face), str(face), tip, face) for face, tip in tips]


class Chance(Protocol):
    """Who answers the decisions of the side `CHANCE`."""

    @property
    def seed(self) -> str | None:
        """What a save file keeps to make the same chance again; None when it has no seed."""
        ...

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int | None:
        """The index of the option it chooses among two or more, or None to leave it to a person.

        `number` tells how many times chance has chosen in this game before.
        """
        ...


class SeededChance:
    """Dice that depend on the seed and the number of the throw alone.

    So undo cannot roll again, and a game can be given other dice by another seed. Every option is
    equally likely: draws beyond the last whole multiple are thrown again.

    Example:
        >>> dice = SeededChance("Brienne")
        >>> [dice.answer(n, Roll("chance", "fire"), range(1, 7)) for n in range(5)]
        [1, 5, 3, 3, 4]
    """

    def __init__(self, seed: str | int) -> None:
        """Make the dice of `seed`.

        Raises:
            ChanceError: The seed is longer than `MAX_SEED`.
        """
        text = str(seed)
        if len(text) > MAX_SEED:
            raise ChanceError(f"A seed has at most {MAX_SEED} characters.")
        self._seed = text
        self._key = blake2b(text.encode()).digest()

    @property
    def seed(self) -> str:
        """The seed as text."""
        return self._seed

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:  # noqa: ARG002
        """Index of the option that throw `number` gives."""
        return self.draw(number, len(options))

    def draw(self, number: int, count: int) -> int:
        """A whole number below `count`: what throw `number` gives."""
        fair = 2**64 - 2**64 % count
        throw = 0
        while (drawn := self._draw(number, throw)) >= fair:
            throw += 1
        return drawn % count

    def _draw(self, number: int, throw: int) -> int:
        counter = number.to_bytes(8, "little") + throw.to_bytes(8, "little")
        return int.from_bytes(blake2b(counter, key=self._key, digest_size=8).digest(), "little")


class ManualChance:
    """Leaves every question of chance to a person who rolls real dice and types them in."""

    seed = None

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> None:
        """None: a person will answer."""


def chance_from_seed(seed: str | None) -> Chance:
    """The chance that a save file speaks of: seeded dice, or real dice without a seed."""
    return ManualChance() if seed is None else SeededChance(seed)


def fresh_seed() -> str:
    """A seed for a new game: 16 hexadecimal digits nobody can foresee."""
    return secrets.token_hex(8)


def fresh_bytes(count: int) -> bytes:
    """So many bytes that nobody can foresee, for keys."""
    return secrets.token_bytes(count)
