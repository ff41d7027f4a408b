"""Keeps the key to the marks on the board in step with what is laid over it."""

from __future__ import annotations

from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.legend import Legend, rows_of
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.panels.look import Look


class KeyToMarks(Follower):
    """The key of one game."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._board = place.table.board.board
        self.legend = Legend(place.look, place.table.board)
        self._board.overlaid.connect(self._explain)

    def toggle(self) -> None:
        """Open the key, or close it."""
        self.legend.toggle()

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Follow theme and scale."""
        self.legend.set_look(look)

    def _explain(self, overlays: Overlays) -> None:
        state = self._board.state
        if state is not None:
            pile = self._board.pile
            rows = rows_of(overlays, pile.sites.shown, state.battle, pile.declared.shown)
            self.legend.show_rows(rows, inks_of(self._board.theme, state.battle))
