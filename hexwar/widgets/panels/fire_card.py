"""One side's fire in a combat, unit by unit, each percentage with its reason and rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.reports import FireLine, FireReport, MoraleReport, limit_words
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Divider,
    Panel,
    card,
    label,
    rule_link,
    signed,
    small,
    spaced,
)
from hexwar.widgets.panels.pieces import unit_face, unit_tooltip

_EDGE = 44  # of a counter, pixels at 100 %


class CounterView(Panel):
    """One counter."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._face: Face | None = None

    def show_face(self, face: Face | None) -> None:
        """Show a counter; None shows nothing."""
        self._face = face
        self.update()

    def sizeHint(self) -> QSize:
        """The card and its shadow."""
        edge = self.look.px(_EDGE + 8)
        return QSize(edge, edge)

    def minimumSizeHint(self) -> QSize:
        """The card and its shadow."""
        return self.sizeHint()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The counter."""
        if self._face is not None:
            margin = self.look.px(4)
            corner = QPointF(margin, margin)
            self.look.paint_counter(QPainter(self), self._face, corner, self.look.px(_EDGE))


@dataclass(frozen=True, slots=True)
class Share:
    """One side's part in a combat."""

    role: str  # attack or defence
    fire: FireReport
    morale: MoraleReport | None
    die: str  # what its die is called
    idle: tuple[UnitId, ...] = ()  # units that might take part and do not
    eligible: tuple[UnitId, ...] = ()  # units that may be taken in or left out
    silence: str = ""  # why it does not fire at all, as HTML
    table: str = "Fire Table"  # that its fire is looked up on
    rule: str = "N8.4"  # by which its units are added up

    def title(self, state: GameState) -> str:
        """Who and what: `French attack`."""
        return f"{state.battle.side_names[self.fire.side]} {self.role}"


class FireCard(Panel):
    """A side's units, their percentages, their sum, what is added to the die, and its morale."""

    ticked = Signal(str, bool)
    """A unit that the player takes in or leaves out."""
    linkActivated = Signal(str)
    """A link to a rule or unit."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        frame, inside = card()
        self.title, self.total, self.morale = label("heading"), label(), label()
        self._rows: list[_UnitRow] = []
        self._units = spaced(QVBoxLayout(), 0, 8)
        inside.addWidget(self.title)
        inside.addLayout(self._units)
        for line in (self.total, self.morale):
            inside.addWidget(Divider(look))
            inside.addWidget(line)
            line.linkActivated.connect(self.linkActivated)
        inside.addStretch(1)
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(frame)
        self.settle()

    def show_share(self, state: GameState, share: Share, names: Sequence[str]) -> None:
        """Show a side's part.

        Args:
            state: the view of the side that looks.
            share: its fire and morale.
            names: the strengths of the Fire Table's columns.
        """
        colour = self.look.side(state.battle, share.fire.side).name()
        square = f'<span style="color:{colour}">\N{BLACK SQUARE}</span>'
        self.title.setText(f"{square} {escape(share.title(state))}")
        self._show_lines(state, share)
        column = share.fire.column
        self.total.setText(share.silence or _total(share, "" if column is None else names[column]))
        self.morale.setText(_morale_words(self.look, state, share.morale))

    def dress(self) -> None:
        """Rows follow the look."""
        for row in self._rows:
            row.set_look(self.look)

    def _show_lines(self, state: GameState, share: Share) -> None:
        idle = (FireLine(unit, state.sp(unit), (), 0.0) for unit in share.idle)
        lines = [*share.fire.lines, *idle]
        while len(self._rows) < len(lines):
            self._add_row()
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(lines))
            if place < len(lines):
                unit = lines[place].unit
                eligible = unit in share.eligible
                row.show_line(state, lines[place], eligible=eligible, idle=unit in share.idle)

    def _add_row(self) -> None:
        row = _UnitRow(self.look)
        row.ticked.connect(self.ticked)
        row.words.linkActivated.connect(self.linkActivated)
        self._rows.append(row)
        self._units.addWidget(row)


class _UnitRow(Panel):
    """A unit with its percentages, and a tick where the player may choose."""

    ticked = Signal(str, bool)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.tick, self.counter, self.words = QCheckBox(), CounterView(look), label()
        self._unit = ""
        row = spaced(QHBoxLayout(self), 0, 8)
        row.addWidget(self.tick)
        row.addWidget(self.counter, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.tick.toggled.connect(self._tell)
        self.settle()

    def show_line(self, state: GameState, line: FireLine, *, eligible: bool, idle: bool) -> None:
        """Show a unit's share."""
        self._unit = ""
        self.tick.setVisible(eligible)
        self.tick.setChecked(not idle)
        self.tick.setAccessibleName(state.card(line.unit).name)
        self._unit = line.unit
        self.counter.show_face(unit_face(state, line.unit))
        self.setToolTip(unit_tooltip(state, line.unit))
        self.words.setText(_line_words(self.look, state, line, idle=idle))

    def dress(self) -> None:
        """The counter follows the look."""
        self.counter.set_look(self.look)

    def _tell(self, taken: bool) -> None:
        if self._unit:
            self.ticked.emit(self._unit, taken)


def _line_words(look: Look, state: GameState, line: FireLine, *, idle: bool) -> str:
    name = f"<b>{escape(state.card(line.unit).name)}</b><br>"
    if idle:
        return name + small(look, f"does not take part, {line.sp} SP")
    parts = [
        f"{signed(percent, ' %')} {escape(reason)} {rule_link(rule)}"
        for reason, percent, rule in line.percents
    ]
    share = max(100 + sum(percent for _, percent, _ in line.percents), 0)
    worth = f"<b>{line.strength:g}</b>"
    sum_ = f"{line.sp} SP at {share} % = {worth}" if parts else f"{worth} SP"
    return name + small(look, "<br>".join([*parts, sum_]))


def _morale_words(look: Look, state: GameState, report: MoraleReport | None) -> str:
    """What a stack tests with, line by line."""
    if report is None:
        return "No morale check."
    name = escape(state.card(report.unit).name)
    details = [f"{name}, initiative + 1 = {report.base}"]
    details += [
        f"{signed(pips)} {escape(reason)} {rule_link(rule)}"
        for reason, pips, rule in report.modifiers
    ]
    limit = limit_words(report.total, report.value)
    details += [f"{limit} {rule_link('N2.3')}"] if limit else []
    head = f"Morale <b>{report.value}</b> in {escape(report.hex)} {rule_link('N2.3')}<br>"
    return head + small(look, "<br>".join(details))


def _total(share: Share, column: str) -> str:
    report = share.fire
    raw = sum(line.strength for line in report.lines)
    rounded = f"{raw:g} rounded to " if raw != report.strength else ""
    lines = [f"Fire strength {rounded}<b>{report.strength} SP</b> {rule_link(share.rule)}"]
    lines.append(f"Column <b>{column}</b> of the {share.table}" if column else "It cannot fire.")
    lines += [
        f"Die {signed(pips)} {escape(reason)} {rule_link(rule)}"
        for reason, pips, rule in report.modifiers
    ]
    return "<br>".join(lines)
