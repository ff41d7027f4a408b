"""Keeps the key to the marks on the board, where that board has one."""

from __future__ import annotations

from PySide6.QtCore import QRect

from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.widgets.panels.look import Look


class KeyToMarks(Follower):
    """The key of one game."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.card = place.table.key_card(place.look)
        """What explains the marks."""

    def toggle(self) -> None:
        """Open the key, or close it."""
        if self.card is not None:
            self.card.toggle()

    def avoid(self, box: QRect) -> None:
        """Let it stand where it does not lie under a box of the board."""
        if self.card is not None:
            self.card.avoid(box)

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Follow theme and scale."""
        if self.card is not None:
            self.card.set_look(look)
