"""Real dice: a dialog opens when the game asks for one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QDialog

from hexwar.engine import Decision, Roll
from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Answer, Offer
from hexwar.table.reports import Prompt
from hexwar.widgets.panels.dice import FACES, DieDialog
from hexwar.widgets.panels.look import Look


class RealDice(Follower):
    """Asks for the dice of one game. Who closes the dialog uses the prompt's buttons.

    A game that asks for other things, such as chits, has one of its own for them.
    """

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place, self.look = place, place.look
        self.controller = place.table.controller
        self.dialog: QDialog | None = None
        """The dialog that is open."""
        self.controller.asked.connect(self._ask)
        self.controller.answered.connect(self.close)

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Dress the next dialog anew."""
        self.look = look

    def close(self) -> None:
        """Ask no more."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()

    def made(self, pending: Decision[Any], prompt: Prompt) -> tuple[QDialog, SignalInstance] | None:
        """A dialog that asks a question, and what tells its answer; None for another question."""
        if not isinstance(pending, Roll) or pending.sides != FACES:
            return None
        die = DieDialog(self.look, prompt.text, self.place.table)
        return die, die.thrown

    def _ask(self, prompt: Prompt, _: Offer) -> None:
        pending = self.controller.session.pending
        made = None if pending is None else self.made(pending, prompt)
        if pending is None or made is None:
            return
        dialog, told = made
        asked = type(pending)
        told.connect(lambda value: self.controller.give((Answer(asked, value),)))
        self.close()
        self.dialog = dialog
        dialog.open()
