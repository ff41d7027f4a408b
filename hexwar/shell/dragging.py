"""What becomes of a drag on a measured table: the board asks, a prompter answers."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from hexwar.shell.prompter import Response
from hexwar.table.stands import Ruling, Wish


@runtime_checkable
class Drags(Protocol):
    """A prompter whose pieces are dragged.

    Its marks say by which handles. A click on a piece is a `pick` of that piece, whosever it is,
    and a click on the bare table a `click` on that spot.
    """

    def judge(self, wish: Wish) -> Ruling:
        """Where the piece would stand, nearest to where it is wanted, and why no nearer."""
        ...

    def let_go(self, wish: Wish) -> Response:
        """It was let go there."""
        ...


def ruling_of(prompter: Any, wish: Wish) -> Ruling:
    """What a prompter says to a wish; one that knows no drags lets nothing move."""
    return prompter.judge(wish) if isinstance(prompter, Drags) else Ruling(is_legal=False)
