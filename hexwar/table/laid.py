"""What a question lays over the board for a while: each kind of board has a record of its own."""

from __future__ import annotations

from typing import Final


class Laid:
    """Marks over a board, which only that kind of board can read; this one is no mark at all.

    What hands them on adds some to others, and looks no further into them.
    """

    __slots__ = ()

    def beside(self, more: Laid) -> Laid:
        """The same with what others add to it."""
        return more


NOTHING: Final = Laid()
"""No mark on any board."""
