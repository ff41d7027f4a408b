"""Pictures of the board for a report: what it asks a game's face for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.table.aftermath import Aftermath
from hexwar.widgets.aftermath.picture import Picture


class Pictures:
    """Paints what a report shows of the board; one that shows nothing of it has this class.

    It is made in the thread of the window. Grounds may be painted in any thread, pieces are laid
    over them in that of the window.
    """

    def grounds(self, told: Aftermath) -> Sequence[Picture]:  # noqa: ARG002
        """The bare board at the moments of a battle that are worth a picture."""
        return ()

    def lay(self, told: Aftermath, grounds: Sequence[Picture]) -> Iterator[Sequence[Picture]]:  # noqa: ARG002
        """All pictures as far as they are done, again and again; the last time they are whole.

        Between two of them no more time goes by than a window may stand still.
        """
        return iter(())
