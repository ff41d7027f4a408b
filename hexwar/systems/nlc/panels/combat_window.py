"""The combat sheet in a window of its own: before a combat, and after its dice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QScrollArea, QVBoxLayout, QWidget

from hexwar.engine import Event, Refusal
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.face import Follower, Place
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Gesture, Sheet
from hexwar.systems.nlc.combats import CombatWatch, Fought
from hexwar.systems.nlc.events.combat import AssaultDeclared, BombardmentDeclared, ChargeDeclared
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.panels.combat_sheet import CombatSheet, Report
from hexwar.systems.nlc.panels.fire_table import FireTable
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import BombardmentReport
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look

_AFTER = (AssaultDeclared, BombardmentDeclared, ChargeDeclared, SegmentEnded)
"""These events do not belong to a combat that was declared before."""

_SIZE = QSize(1120, 900)  # at 100 %


class CombatWindow(QDialog):
    """Shows one combat at a time beside the board, which stays usable."""

    decided = Signal(object)
    """The `Gesture` of the combat that the player has decided on."""
    linkActivated = Signal(str)
    """A link of the sheet."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Combat"))
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


class CombatReports(Follower):
    """Lays combats open: before they are decided on, and when their dice have fallen."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.controller = controller = place.table.controller
        self.window = CombatWindow(place.look, place.window)
        """Where they are shown."""
        self.watch = CombatWatch()
        """Follows what is shown of the game."""
        self._shows_results = place.preferences.shows_results
        self._story = Story(controller.kit.names(controller.session.state.battle))
        self._has_dice = False  # in the beat that is being shown
        self._is_unread = False  # the sheet of the last combat has not been shown
        self._holds = False  # a computer player waits until a sheet has been read
        self.window.sheet.cut.set_map(place.table.board.board.map)
        self._connect()

    def _connect(self) -> None:
        controller, window = self.controller, self.window
        controller.playback.applying.connect(self._see)
        controller.told.connect(lambda _: self._note_dice())
        controller.rewound.connect(self.watch.forget)
        controller.taken.connect(lambda: self.watch.veil(controller.view))
        controller.sheetAsked.connect(lambda sheet: window.ask(controller.view, sheet))
        controller.handoverAsked.connect(self._hide)
        controller.asked.connect(lambda _, __: self._show(holds=False))
        controller.waiting.connect(lambda whom: self._show(holds=bool(whom)))
        window.finished.connect(self._go_on)
        window.decided.connect(controller.give)
        window.linkActivated.connect(self.linkActivated)

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        self._shows_results = preferences.shows_results
        self.window.sheet.set_look(look)

    def close(self) -> None:
        """The game is left."""
        self.window.finished.disconnect(self._go_on)
        self.window.reject()
        self.window.sheet.cut.set_map(None)
        self.window.deleteLater()

    def show_last(self) -> bool:
        """Show the last combat with its dice."""
        fought = self.watch.fought
        if fought is None:
            self.controller.refused.emit(Refusal(say("No combat has been fought yet."), ""))
        else:
            self._tell(fought)
        return True

    def _see(self) -> None:
        controller = self.controller
        told = controller.playback.told
        self._has_dice |= self.watch.see(controller.view, controller.session.events, told)

    def _note_dice(self) -> None:
        if self._has_dice:
            self._has_dice = False
            self._is_unread = self._shows_results

    def _hide(self, awaited: Side | None) -> None:
        """The machine is handed over: what its player has looked at is not for the next one."""
        if awaited is not None:
            self.window.reject()

    def _show(self, *, holds: bool) -> None:
        """Everything has been shown: show the sheet of a combat whose dice have fallen.

        A sheet that waits for a decision goes: another question is put.

        Args:
            holds: Whether a computer player waits until it has been read.
        """
        is_unread, self._is_unread = self._is_unread, False
        fought = self.watch.fought  # as far as he may see it who is asked now
        if self.window.is_asking:
            self.window.reject()
        if is_unread and fought is not None:
            self._tell(fought)
            if holds:
                self._holds = True
                self.controller.thinker.set_paused(True)

    def _go_on(self) -> None:
        """The sheet has been read: a computer player that waited for it goes on."""
        if self._holds:
            self._holds = False
            self.controller.thinker.set_paused(self.controller.playback.is_paused)

    def _tell(self, fought: Fought) -> None:
        told, events = self.controller.playback.told, self.controller.session.events
        self._story.readers = self.controller.viewer.readers
        self._story.follow(events[:told])
        end = _end_of(fought, events, told)
        known = (at for at in range(fought.first + 1, end) if self._story.is_told(at))
        self.window.tell(fought, [self._story.text(at).html for at in known])


def _end_of(fought: Fought, events: Sequence[Event], told: int) -> int:
    """The event behind the last of a combat."""
    if fought.end is not None:
        return min(fought.end, told)
    others = (at for at in range(fought.first + 1, told) if isinstance(events[at], _AFTER))
    return next(others, told)


def _table(battle: Battle, report: Report) -> FireTable:
    """The table that a combat is looked up on (N8.8, N9.6)."""
    numbers = numbers_of(battle)
    return numbers.bombardment if isinstance(report, BombardmentReport) else numbers.fire
