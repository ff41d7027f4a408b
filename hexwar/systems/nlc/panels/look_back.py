"""A combat of before, read once more beside the board: the sheet as it was left, with its dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell.beside import Beside
from hexwar.systems.nlc.events.turn import ActivationBegan, SegmentEnded
from hexwar.systems.nlc.panels.combat_pane import CombatPage, CombatPane, Leaf, table_of
from hexwar.systems.nlc.panels.combat_sheet import Report, fought_hexes
from hexwar.systems.nlc.panels.combat_watch import CombatWatch
from hexwar.systems.nlc.rules.combat.course import begins
from hexwar.systems.nlc.state import GameState
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import button, column, label, row

_ENDS = (SegmentEnded, ActivationBegan)


@dataclass(frozen=True, slots=True)
class Found:
    """A combat among the events of a game."""

    state: GameState  # the table as it was before its dice
    report: Report
    first: int  # the place of its declaration
    end: int  # the place behind its last event


def combat_at(
    events: Sequence[Event],
    at: int,
    table: GameState,
    first: int,
    view: Callable[[GameState], GameState],
) -> Found | None:
    """The combat that an event belongs to, as one who looks may know it.

    Args:
        events: Those of the game.
        at: The place of the event among them.
        table: The whole table before the combat was declared; it is written on.
        first: The place of the declaration, as `declared_at` has it.
        view: What the one who looks sees of a table.
    """
    watch, opening, end = CombatWatch(), None, first
    for place in range(first, len(events)):
        event = events[place]
        if place > first and (begins(event) or isinstance(event, _ENDS)):
            break
        watch.see(view(table), events, place)
        event.happen(table)
        end = place + 1
        if opening is None:
            seen = view(table)
            report = watch.opening(seen)
            opening = None if report is None else Found(seen, report, first, end)
        if not watch.is_under_way:
            break
    fights = [fight for fight in watch.fights if fight.first <= at] or watch.fights[:1]
    if fights:
        fought = fights[-1]
        return Found(fought.before, fought.report, fought.first, fought.end or end)
    return None if opening is None else Found(opening.state, opening.report, first, end)


def declared_at(events: Sequence[Event], at: int) -> int | None:
    """The place of the declaration of the combat that an event belongs to; None for no combat."""
    for place in range(at, -1, -1):
        if begins(events[place]):
            return place
        if isinstance(events[place], _ENDS):
            return None
    return None


class LookBack(CombatPage):
    """Stands where the sheet of the combat under way stands, and leads back to that."""

    def __init__(self, look: Look, beside: Beside, pane: CombatPane) -> None:
        super().__init__(look, beside)
        self._pane = pane
        self._was_open = False  # the other sheet, before this one came
        self.when, self.back = label("quiet"), button(say("Back"))
        self.back.setToolTip(say("Put this combat away, and show what stood here before (Esc)"))
        self.sheet.closed.connect(self.leave)
        self.back.clicked.connect(self.leave)
        beside.dismissed.connect(self.leave)
        head = QWidget()
        column(head, 8, 6, row(8, (self.when, 1), self.back))
        column(self, 0, 0, head, (self.sheet, 1))
        self.setAccessibleName(say("A combat of before"))
        self.settle()
        self.hide()

    def sizeHint(self) -> QSize:
        """As wide as the other sheet."""
        return self._pane.sizeHint()

    def look_at(self, when: str, leaf: Leaf) -> None:
        """Show a combat that is over; `when` says which, in a few words."""
        if not self.is_open:
            self._was_open = self._pane.is_open
        self.when.setText(escape(when))
        state, report = leaf.state, leaf.report
        self.sheet.show_report(state, report, table_of(state.battle, report), told=leaf.told)
        self.sheet.shut.hide()  # there is one way back
        self.sheet.lay_out()
        self._beside.show(self, fought_hexes(state, report))
        self.sheet.area.verticalScrollBar().setValue(0)
        self.back.setFocus()  # Esc and Enter lead back at once

    def leave(self) -> None:
        """Put it away, and show what stood here before."""
        if not self.is_open:
            return
        if self._was_open:
            self._pane.stand_again()
        else:
            self._beside.clear()

    def forget(self) -> None:
        """Put it away; what stood here before is not wanted any more."""
        if self.is_open:
            self._beside.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and Enter lead back."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.leave()
        else:
            super().keyPressEvent(event)
