"""The combat sheet in a window of its own: before a combat, and after its dice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QScrollArea, QVBoxLayout, QWidget

from hexwar.hexes import Hex
from hexwar.shell.prompter import Gesture, Sheet
from hexwar.systems.nlc.combats import Fought
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.panels.combat_sheet import CombatSheet, Report
from hexwar.systems.nlc.panels.fire_table import FireTable
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import UnitId
from hexwar.table.reports import BombardmentReport
from hexwar.widgets.panels.look import Look

_SIZE = QSize(1120, 900)  # at 100 %


class CombatWindow(QDialog):
    """Shows one combat at a time beside the board, which stays usable."""

    decided = Signal(object)
    """The `Gesture` of the combat that the player has decided on."""
    linkActivated = Signal(str)
    """A link of the sheet."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Combat")
        self.setModal(False)
        self.sheet = CombatSheet(look, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.sheet)
        self._asked: Sheet | None = None
        self._units: tuple[UnitId, ...] = ()
        self._view: GameState | None = None
        self.sheet.attackersChanged.connect(self._take)
        self.sheet.assaultAsked.connect(self._go)
        self.sheet.closed.connect(self.reject)
        self.sheet.linkActivated.connect(self.linkActivated)
        self.finished.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """Whether it shows a combat that is still to be decided on."""
        return self._asked is not None

    @property
    def target(self) -> Hex | None:
        """The hex of the combat that is to be decided on."""
        return None if self._asked is None else self._asked.target

    def ask(self, view: GameState, asked: Sheet) -> None:
        """Show a combat before its dice."""
        self._asked, self._view = asked, view
        self._take(list(asked.ticked))
        self._come_up()
        self.sheet.go.setFocus()

    def tell(self, fought: Fought, happened: Sequence[str]) -> None:
        """Show a combat with its dice and what they brought about."""
        self._asked = None
        table = _table(fought.before.battle, fought.report)
        self.sheet.show_refusal(None)
        self.sheet.show_report(fought.before, fought.report, table, happened=happened)
        self._come_up()
        self.sheet.close_button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Esc gives up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._asked is None:
                self.reject()
            elif self.sheet.go.isEnabled():
                self._go()
            return
        super().keyPressEvent(event)

    def _take(self, units: Sequence[UnitId]) -> None:
        """Show the combat with these units; without any the last sheet stays."""
        asked, view = self._asked, self._view
        if asked is None or view is None:
            return
        self._units = tuple(u for u in asked.eligible if u in units)
        if self._units:
            report = asked.report(self._units)
            table = _table(view.battle, report)
            self.sheet.show_report(view, report, table, asked.eligible)
        self.sheet.show_refusal(asked.refusal(self._units))

    def _go(self) -> None:
        asked = self._asked
        if asked is not None and asked.refusal(self._units) is None:
            gesture: Gesture = asked.gesture(self._units)
            self.accept()
            self.decided.emit(gesture)

    def _forget(self) -> None:
        self._asked = self._view = None

    def _come_up(self) -> None:
        """Open beside the middle of the window, within the screen, and read from the top."""
        area = self.sheet.findChild(QScrollArea)
        if area is not None:
            area.verticalScrollBar().setValue(0)
        if self.isVisible():
            self.raise_()
            return
        room = self.screen().availableGeometry().size()
        size = (_SIZE * self.sheet.look.scale).boundedTo(room * 0.94)
        self.resize(size)
        self.show()


def _table(battle: Battle, report: Report) -> FireTable:
    """The table that a combat is looked up on (N8.8, N9.6)."""
    numbers = numbers_of(battle)
    return numbers.bombardment if isinstance(report, BombardmentReport) else numbers.fire
