"""One combat at a time beside the board: the same sheet from the preview to its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QTabBar

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.beside import Beside
from hexwar.shell.prompter import Gesture, Sheet
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.panels.combat_sheet import CombatSheet, Report, Told, fought_hexes
from hexwar.systems.nlc.panels.fire_table import FireTable
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import MapBattle
from hexwar.table.forces import UnitId
from hexwar.table.reports import BombardmentReport
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column
from hexwar.widgets.words import keyless, literal

_WIDE, _HIGH = 420, 600  # at 100 %


@dataclass(frozen=True, slots=True)
class Leaf:
    """A combat that has been declared, as it is read."""

    state: GameState  # the table as it was before its dice
    report: Report
    told: Told


class CombatPage(Panel):
    """A page beside the board that bears the sheet of a combat."""

    def __init__(self, look: Look, beside: Beside) -> None:
        super().__init__(look)
        self._beside = beside
        self.sheet = CombatSheet(look, self)
        self.sheet.linkActivated.connect(self.linkActivated)

    @property
    def is_open(self) -> bool:
        """Whether it stands beside the board."""
        return self._beside.widget is self

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper, with a line towards the board."""
        painter, look = QPainter(self), self.look
        painter.fillRect(self.rect(), look.colour("base"))
        edge = self.width() - look.px(2) if self._beside.is_left else 0
        painter.fillRect(edge, 0, look.px(2), self.height(), look.colour("line"))

    def dress(self) -> None:
        """The sheet follows the look."""
        self.sheet.set_look(self.look)


class CombatPane(CombatPage):
    """Shows one combat beside the board; tabs lead back to those before it."""

    decided = Signal(object)
    """The `Gesture` of the combat that the player has decided on."""
    closed = Signal()
    """It has been put away."""

    def __init__(self, look: Look, beside: Beside) -> None:
        super().__init__(look, beside)
        self.tabs = QTabBar()
        self._leaves: Sequence[Leaf] = ()
        self._now: Leaf | None = None  # that a question is about
        self._asked: Sheet | None = None
        self._units: tuple[UnitId, ...] = ()
        self._view: GameState | None = None
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.setAccessibleName(say("Combats of this activation"))
        self.tabs.currentChanged.connect(self._turn)
        self.sheet.attackersChanged.connect(self._take)
        self.sheet.assaultAsked.connect(self._go)
        self.sheet.closed.connect(self.reject)
        beside.dismissed.connect(lambda: self.reject() if self.is_open else None)
        self._hexes: Sequence[Hex] = ()  # that are shown beside it
        column(self, 0, 0, self.tabs, (self.sheet, 1))
        self.setAccessibleName(say("Combat"))
        self.settle()
        self.hide()

    def sizeHint(self) -> QSize:
        """As wide as a page that is read."""
        return QSize(self.look.px(_WIDE), self.look.px(_HIGH))

    @property
    def is_asking(self) -> bool:
        """Whether it shows a combat that is still to be decided on."""
        return self._asked is not None

    @property
    def target(self) -> Hex | None:
        """The hex of the combat that is to be decided on."""
        return None if self._asked is None else Hex(self._asked.target)

    # -- what is shown

    def ask(self, view: GameState, asked: Sheet) -> None:
        """Show a combat before it is declared."""
        self._asked, self._view, self._now = asked, view, None
        self.sheet.question.clear()
        self._mark_tabs(say("Now"))
        self._take(list(asked.ticked))
        self._read_from_top()
        self.sheet.go.setFocus()

    def lay_open(self, view: GameState, report: Report, *, in_front: bool) -> None:
        """Show a combat that a question is about; the question's own buttons decide."""
        now = Leaf(view, report, Told(is_over=False))
        if self._now is not None and self._now.report == report and self.is_open:
            return
        self._asked, self._now = None, now
        self._mark_tabs(say("Now"))
        if in_front:
            self._show(now.state, now.report, now.told)
        else:
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(len(self._leaves) - 1)

    def tell(self, leaves: Sequence[Leaf], rolls_ms: int = 0) -> None:
        """Show the last of some combats as far as it has come, and the others behind tabs.

        Its new dice roll for a while; for none they lie at once.
        """
        is_new = self.is_asking or len(leaves) != len(self._leaves) or not self.is_open
        self._asked, self._now, self._leaves = None, None, tuple(leaves)
        self._mark_tabs()
        leaf = leaves[-1]
        self.sheet.show_refusal(None)
        self._show(leaf.state, leaf.report, leaf.told, rolls_ms)
        if is_new:
            self._read_from_top()

    def stand_again(self) -> None:
        """Come back as it was, when something else has stood in its place."""
        self._beside.show(self, self._hexes)

    def commit(self) -> Sheet | None:
        """The combat is declared: the sheet stays as it is and waits; what it asked."""
        asked, self._asked = self._asked, None
        self.sheet.go.hide()
        self.sheet.replies.hide()
        self._beside.give_keys()
        return asked

    def reject(self) -> None:
        """Give the combat up, or put its result away."""
        was_open, self._asked, self._now, self._view = self.is_open, None, None, None
        self.sheet.dice.settle_dice()
        if was_open:
            self._beside.clear()
            self.closed.emit()

    def forget(self) -> None:
        """Keep nothing of what was shown."""
        self._leaves = ()
        self.reject()

    # -- what the player does

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Esc gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self._asked is None:
            self.reject()
        elif self.sheet.go.isVisible() and self.sheet.go.isEnabled():
            self._go()

    def changeEvent(self, event: QEvent) -> None:
        """Tabs keep their letters in step with the window."""
        super().changeEvent(event)
        self.tabs.setFont(self.font())

    # -- inner

    def _take(self, units: Sequence[UnitId]) -> None:
        """Show the combat with these units; without any the last sheet stays."""
        asked, view = self._asked, self._view
        if asked is None or view is None:
            return
        self._units = tuple(u for u in asked.eligible if u in units)
        if self._units:
            report = asked.report(self._units)
            table = table_of(view.battle, report)
            self.sheet.show_report(view, report, table, asked.eligible)
            self._stand(fought_hexes(view, report))
        self.sheet.show_refusal(asked.refusal(self._units))

    def _go(self) -> None:
        asked = self._asked
        if asked is not None and asked.refusal(self._units) is None:
            gesture: Gesture = asked.gesture(self._units)
            self.decided.emit(gesture)

    def _show(self, state: GameState, report: Report, told: Told, rolls_ms: int = 0) -> None:
        table = table_of(state.battle, report)
        self.sheet.show_report(state, report, table, told=told, rolls_ms=rolls_ms)
        self.sheet.lay_out()
        self._stand(fought_hexes(state, report))

    def _stand(self, hexes: Sequence[Hex]) -> None:
        self._hexes = hexes
        self._beside.show(self, hexes)

    def _mark_tabs(self, now: str = "") -> None:
        """A tab for each combat, the last in front; one more for what is not declared yet."""
        words = [str(leaf.report.target) for leaf in self._leaves] + ([now] if now else [])
        with QSignalBlocker(self.tabs):
            self._set_tabs(words)
        self.tabs.setVisible(len(words) > 1)

    def _set_tabs(self, words: Sequence[str]) -> None:
        while self.tabs.count() > len(words):
            self.tabs.removeTab(self.tabs.count() - 1)
        for place, word in enumerate(words):
            if place == self.tabs.count():
                self.tabs.addTab(keyless(word))
            self.tabs.setTabText(place, keyless(word))
        for place, leaf in enumerate(self._leaves):
            name = leaf.state.battle.battlefield.name_of(leaf.report.target)
            self.tabs.setTabToolTip(place, literal(f"{name}: {leaf.told.headline}"))
        self.tabs.setCurrentIndex(len(words) - 1)

    def _turn(self, place: int) -> None:
        """Read another of the combats; from the one that is asked about it is only a look."""
        if 0 <= place < len(self._leaves):
            leaf = self._leaves[place]
            self._show(leaf.state, leaf.report, leaf.told)
        elif self._asked is not None:
            self._take(list(self._units))
        elif self._now is not None:
            self._show(self._now.state, self._now.report, self._now.told)
        self._read_from_top()

    def _read_from_top(self) -> None:
        self.sheet.area.verticalScrollBar().setValue(0)


def table_of(battle: MapBattle, report: Report) -> FireTable:
    """The table that a combat is looked up on."""
    numbers = numbers_of(battle)
    return numbers.bombardment if isinstance(report, BombardmentReport) else numbers.fire
