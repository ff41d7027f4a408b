"""Real dice and chits: a dialog opens when the game asks for one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.engine import Roll
from hexwar.shell.controller import Controller
from hexwar.shell.prompter import Answer, Offer
from hexwar.systems.nlc.panels.describe import chit_of
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.words import chit_name
from hexwar.table.reports import Prompt
from hexwar.widgets.panels.dice import FACES, ChitChoice, ChitDialog, DieDialog
from hexwar.widgets.panels.look import Look


class RealDice(QObject):
    """Asks for the die or the chit of one game. Who closes the dialog uses the prompt's buttons."""

    def __init__(self, controller: Controller, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._controller, self._window = controller, window
        self.look = look
        self.dialog: QDialog | None = None
        """The dialog that is open."""
        controller.asked.connect(self._ask)
        controller.answered.connect(self.close)

    def close(self) -> None:
        """Ask no more."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()

    def _ask(self, prompt: Prompt, _: Offer) -> None:
        pending = self._controller.session.pending
        if isinstance(pending, Roll) and pending.sides == FACES:
            die = DieDialog(self.look, prompt.text, self._window)
            die.thrown.connect(lambda pips: self._give(Roll, pips))
            self._open(die)
        elif isinstance(pending, DrawChit):
            chit = ChitDialog(self.look, prompt.text, self._chits(), self._window)
            chit.drawn.connect(lambda formation: self._give(DrawChit, formation))
            self._open(chit)

    def _chits(self) -> list[ChitChoice]:
        battle = self._controller.view.battle
        return [
            ChitChoice(chit, chit_name(battle, chit), chit_of(battle, chit))
            for chit in self._controller.session.options
        ]

    def _open(self, dialog: QDialog) -> None:
        self.close()
        self.dialog = dialog
        dialog.open()

    def _give(self, asked: Any, value: object) -> None:
        self._controller.give((Answer(asked, value),))
