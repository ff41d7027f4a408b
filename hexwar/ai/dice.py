"""A computer player's own choices: numbers from a seed and a counter."""

from __future__ import annotations

from hashlib import blake2b


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
