"""The fire of both sides in a combat: its table, each unit's share, and the check before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import fsum
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from hexwar.messages import mark, say
from hexwar.systems.nlc.panels.describe import square, unit_face, unit_tooltip
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import fire_words
from hexwar.table.forces import UnitId
from hexwar.table.reports import ConfidenceReport, FireLine, FireReport, MoraleReport, limit_words
from hexwar.widgets.brushwork import Align, faded, take_up, write
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels import parts
from hexwar.widgets.panels.bars import ChanceBar
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Divider,
    Panel,
    card,
    label,
    rule_link,
    signed,
    small,
)
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.words import rich

# -- the Fire Table as printed, with the columns of a combat and the cells that the dice hit


_CELL, _HEAD, _LINE = 50, 58, 24  # width of a cell, of the first column; height; pixels at 100 %
_LEAST_CELL, _NARROW = 24, 40  # the least width of a cell; below the other one letters are smaller
_DASH = "\N{EN DASH}"
_FACES = range(1, 7)  # of a die


class FireTable(Protocol):
    """The Fire Table as data (N8.8)."""

    @property
    def columns(self) -> Sequence[int]:
        """The least strength of each column, SP."""

    @property
    def lowest_die(self) -> int:
        """The die of the first row."""

    @property
    def table(self) -> Sequence[Sequence[str]]:
        """The rows, each with a cell for every column."""


@dataclass(frozen=True, slots=True)
class FireMark:
    """One side's fire on the table."""

    name: str  # who fires
    colour: QColor
    column: int | None  # from 0; None for a side that cannot fire
    modifier: int  # pips added to its die
    die: int | None = None  # as thrown


def bands(table: FireTable) -> list[str]:
    """The strengths that each column stands for: `1`, `2–3`, `27+`."""
    ranges = [(low, beyond - 1) for low, beyond in pairwise(table.columns)]
    words = [str(low) if low == high else f"{low}{_DASH}{high}" for low, high in ranges]
    return [*words, f"{table.columns[-1]}+"]


def dice(table: FireTable) -> list[str]:
    """The dice that each row stands for, their modifiers added: `≤ 0`, `1`, `≥ 8`."""
    first, last = table.lowest_die, table.lowest_die + len(table.table) - 1
    middle = [str(die) for die in range(first + 1, last)]
    return [f"\N{LESS-THAN OR EQUAL TO} {first}", *middle, f"\N{GREATER-THAN OR EQUAL TO} {last}"]


def row_of(table: FireTable, total: int) -> int:
    """The row for a die with its modifiers, from 0."""
    return min(max(total - table.lowest_die, 0), len(table.table) - 1)


class FireTableView(SpotPanel):
    """The table; a column of each side tinted where its die can fall, the cells thrown framed."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._table: FireTable | None = None
        self._marks: Sequence[FireMark] = ()
        self._words: Callable[[str], str] = fire_words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Fire Table"))

    def show_fire(
        self,
        table: FireTable,
        marks: Sequence[FireMark],
        words: Callable[[str], str] = fire_words,
    ) -> None:
        """Show both sides' columns, and their dice once they are thrown.

        Args:
            table: the Fire Table, or that of bombardments.
            marks: who fires.
            words: says what a cell means.
        """
        self._table, self._marks, self._words = table, marks, words
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The whole table."""
        if self._table is None:
            return QSize(0, 0)
        look, table = self.look, self._table
        width = look.px(_HEAD) + len(table.columns) * look.px(_CELL)
        return QSize(width + 2, (len(table.table) + 1) * look.px(_LINE) + 2)

    def minimumSizeHint(self) -> QSize:
        """The whole table, with narrow cells."""
        usual = self.sizeHint()
        if self._table is None:
            return usual
        cells = len(self._table.columns) * self.look.px(_LEAST_CELL)
        return QSize(self._head + cells + 2, usual.height())

    @property
    def _head(self) -> int:
        return self.look.px(_HEAD)

    @property
    def _cell(self) -> int:
        """The width of a cell: the usual one, or what there is room for."""
        if self._table is None:
            return 0
        room = (self.width() - self._head - 2) // len(self._table.columns)
        return max(min(self.look.px(_CELL), room), 1)

    def _letters(self, size: float, *, bold: bool) -> QFont:
        """Letters that fit into a cell."""
        narrow = self._cell < self.look.px(_NARROW)
        return self.look.sans(size - 2.5 if narrow else size, bold=bold)

    def arrange(self) -> Sequence[Spot]:
        """A spot for the column of each side."""
        if self._table is None:
            return ()
        return [
            Spot(str(place), self._column_box(fire.column), words, escape(words))
            for place, fire in enumerate(self._marks)
            if fire.column is not None and (words := _spoken(self._table, fire, self._words))
        ]

    def paint_all(self, painter: QPainter) -> None:
        """Headings, cells, tints and frames."""
        table = self._table
        if table is None:
            return
        self._paint_headings(painter, table)
        for row, cells in enumerate(table.table):
            for column, cell in enumerate(cells):
                self._paint_cell(painter, table, row, column, cell)
        self._paint_lines(painter, table)
        for fire in self._marks:
            if fire.column is not None and fire.die is not None:
                row = row_of(table, fire.die + fire.modifier)
                take_up(painter, QPen(fire.colour, self.look.px(3)))
                painter.drawRect(self._cell_box(row, fire.column).adjusted(1, 1, -1, -1))

    def _cell_box(self, row: int, column: int) -> QRectF:
        """A cell; row -1 is the heading, column -1 the dice."""
        look = self.look
        left = 0 if column < 0 else self._head + column * self._cell
        width = self._head if column < 0 else self._cell
        return QRectF(left, (row + 1) * look.px(_LINE), width, look.px(_LINE))

    def _column_box(self, column: int) -> QRectF:
        assert self._table is not None
        last = self._cell_box(len(self._table.table) - 1, column)
        return self._cell_box(-1, column).united(last)

    def _paint_headings(self, painter: QPainter, table: FireTable) -> None:
        look = self.look
        right = self._cell_box(-1, len(table.columns) - 1).right()
        painter.fillRect(QRectF(0, 0, right, look.px(_LINE)), look.colour("sunken"))
        letters, ink = self._letters(12.5, bold=True), look.colour("faint")
        above = enumerate(["Die \\ SP", *bands(table)], start=-1)
        heads = [(self._cell_box(-1, column), words) for column, words in above]
        heads += [(self._cell_box(row, -1), words) for row, words in enumerate(dice(table))]
        for box, words in heads:
            write(painter, box, words, letters, ink, Align.AlignCenter)

    def _paint_cell(
        self, painter: QPainter, table: FireTable, row: int, column: int, cell: str
    ) -> None:
        look = self.look
        box = self._cell_box(row, column)
        marks = [fire for fire in self._marks if fire.column == column]
        lit = [row in {row_of(table, die + m.modifier) for die in _FACES} for m in marks]
        share = box.width() / max(len(marks), 1)
        for place, fire in enumerate(marks):
            part = QRectF(box.left() + place * share, box.top(), share, box.height())
            painter.fillRect(part, faded(fire.colour, 105 if lit[place] else 32))
        words, ink = _DASH if cell == "-" else cell, look.colour("ink" if any(lit) else "faint")
        write(painter, box, words, self._letters(13, bold=any(lit)), ink, Align.AlignCenter)

    def _paint_lines(self, painter: QPainter, table: FireTable) -> None:
        painter.setPen(QPen(self.look.colour("line"), 1))
        bottom = self._cell_box(len(table.table) - 1, -1).bottom()
        right = self._cell_box(-1, len(table.columns) - 1).right()
        for row in range(len(table.table) + 1):
            top = self._cell_box(row - 1, -1).top()
            painter.drawLine(0, round(top), round(right), round(top))
        for column in range(len(table.columns) + 1):
            left = self._cell_box(-1, column - 1).left()
            painter.drawLine(round(left), 0, round(left), round(bottom))
        painter.drawRect(QRectF(0, 0, right, bottom))


def _spoken(table: FireTable, fire: FireMark, words: Callable[[str], str]) -> str:
    assert fire.column is not None
    rows = {die: table.table[row_of(table, die + fire.modifier)] for die in _FACES}
    cells = "; ".join(f"{die}: {words(row[fire.column])}" for die, row in rows.items())
    band, told = bands(table)[fire.column], mark("{mark}, column {bands}. By die, {cells}.")
    return say(told, mark=fire.name, bands=band, cells=cells)


# -- one side's fire in a combat, unit by unit, each percentage with its reason and rule


_SHARE = mark(
    "Its strength in this combat: its SP at 100 % and the percentages beside it, each by its rule."
)

_EDGE = 44  # of a counter, pixels at 100 %

Reason = tuple[str, int, str]
"""Why a number is what it is: words, pips or a percentage, the rule."""


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
    table: str = ""  # that its fire is looked up on
    rule: str = "N8.4"  # by which its units are added up

    def title(self, state: GameState) -> str:
        """Who and what: `French attack`."""
        return f"{state.battle.side_names[self.fire.side]} {say(self.role)}"


class FireCard(Panel):
    """A side's units, their percentages, their sum, what is added to the die, and its morale."""

    ticked = Signal(str, bool)
    """A unit that the player takes in or leaves out."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.total, self.morale = label("heading"), label(), label()
        self._rows: list[_UnitRow] = []
        self._units = parts.column(None, 0, 8)
        lines = (Divider(look), self.total, Divider(look), self.morale)
        frame, _ = card(self.title, self._units, *lines, None)
        parts.column(self, 0, 0, frame)
        for line in (self.total, self.morale):
            line.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_share(self, state: GameState, share: Share, names: Sequence[str]) -> None:
        """Show a side's part.

        Args:
            state: the view of the side that looks.
            share: its fire and morale.
            names: the strengths of the Fire Table's columns.
        """
        sign = square(self.look, state.battle, share.fire.side)
        self.title.setText(f"{sign} {escape(share.title(state))}")
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
        for _ in lines[len(self._rows) :]:
            row = _UnitRow(self.look)
            row.ticked.connect(self.ticked)
            row.words.linkActivated.connect(self.linkActivated)
            self._rows.append(row)
            self._units.addWidget(row)
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(lines))
            if place < len(lines):
                unit = lines[place].unit
                eligible = unit in share.eligible
                row.show_line(state, lines[place], eligible=eligible, idle=unit in share.idle)


class _UnitRow(Panel):
    """A unit with its percentages, and a tick where the player may choose."""

    ticked = Signal(str, bool)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.tick, self.counter, self.words = QCheckBox(), CounterView(look), label()
        self._unit = ""
        counter = (self.counter, Align.AlignTop)
        parts.row(8, self.tick, counter, (self.words, 1), on=self)
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
        self.setToolTip(rich(f"{unit_tooltip(state, line.unit)}<br>{say(_SHARE)}"))
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
        return name + small(look, say("does not take part, {sp} SP", sp=line.sp))
    parts = _reasons(line.percents, " %")
    share = max(100 + sum(percent for _, percent, _ in line.percents), 0)
    words = mark("{sp} SP at {share} % = {worth}") if parts else mark("{worth} SP")
    parts.append(say(words, sp=line.sp, share=share, worth=f"<b>{line.strength:g}</b>"))
    return name + small(look, "<br>".join(parts))


def _reasons(reasons: Iterable[Reason], unit: str = "") -> list[str]:
    """Each with its pips or percentage before it, and its rule behind it."""
    return [
        f"{signed(number, unit)} {escape(words)} {rule_link(rule)}"
        for words, number, rule in reasons
    ]


def _morale_words(look: Look, state: GameState, report: MoraleReport | None) -> str:
    if report is None:
        return say("No morale check.")
    name = escape(state.card(report.unit).name)
    details = [say("{name}, initiative + 1 = {base}", name=name, base=report.base)]
    details += _reasons(report.modifiers)
    limit, rule = limit_words(report.total, report.value), rule_link("N2.3")
    details += [f"{limit} {rule}"] if limit else []
    words, place = mark("Morale <b>{report}</b> in {hex} {rule}<br>"), escape(report.hex)
    head = say(words, report=report.value, hex=place, rule=rule)
    return head + small(look, "<br>".join(details))


def _total(share: Share, column: str) -> str:
    report = share.fire
    raw = fsum(line.strength for line in report.lines)
    rounded = say("{raw:g} rounded to ", raw=raw) if raw != report.strength else ""
    words, rule = mark("Fire strength {rounded}<b>{strength} SP</b> {rule}"), rule_link(share.rule)
    lines = [say(words, rounded=rounded, strength=report.strength, rule=rule)]
    words = mark("Column <b>{column}</b> of the {table}") if column else mark("It cannot fire.")
    lines.append(say(words, column=column, table=say(share.table)))
    lines += [say("Die {reason}", reason=reason) for reason in _reasons(report.modifiers)]
    return "<br>".join(lines)


# -- what a die is up against, line by line: Attack Confidence, and forming square


class CheckCard(Panel):
    """A value with its reasons, the dice that succeed, and how likely they are."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.reasons = label("heading"), label()
        self.verdict, self.note = label(), label("quiet")
        self.bar = ChanceBar(look)
        frame, _ = card(self.title, self.reasons, self.verdict, self.bar, self.note, None)
        parts.column(self, 0, 0, frame)
        for line in (self.title, self.reasons, self.verdict, self.note):
            line.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_confidence(self, report: ConfidenceReport, die: int | None = None) -> None:
        """Show an Attack Confidence (N8.31), and its die once it is thrown."""
        self._again = lambda: self.show_confidence(report, die)
        self.title.setText(say("Attack Confidence {rule}", rule=rule_link("N8.3")))
        self.reasons.setText(_lines(self.look, report.lines))
        self._show_value(report.value, report.chance, say("the assault is made"), "N8.32", die)
        words = mark("Their order bids them roll: they may not drop it. {rule}")
        chance = report.chance
        is_bound = report.must_roll and die is None
        self._show_note(say(words, rule=rule_link("N8.33")) if is_bound else "")
        self.bar.show_chances(((say("made"), chance), ("", 0.0), (say("not made"), 1 - chance)))

    def show_square(self, state: GameState, report: MoraleReport, die: int | None = None) -> None:
        """Show the morale check for a square (N10.3), and its die once it is thrown."""
        self._again = lambda: self.show_square(state, report, die)
        self.title.setText(say("Square {rule}", rule=rule_link("N10.3")))
        self._show_check(state, report, say("they form square"), "N2.3", die)
        self._show_note(say("If they try: it is their choice. {rule}", rule=rule_link("N10.32")))
        self._show_ends(report, say("formed"), say("not formed"))

    def show_reaction(self, state: GameState, report: MoraleReport, die: int | None = None) -> None:
        """Show the morale check of cavalry that reacts (N10.2), and its die once it is thrown."""
        self._again = lambda: self.show_reaction(state, report, die)
        self.title.setText(say("Reaction {rule}", rule=rule_link("N10.2")))
        self._show_check(state, report, say("they ride"), "N2.4", die)
        note = mark("Who fails stays where it is, and has tried. {rule}")
        self._show_note(say(note, rule=rule_link("N10.23")))
        self._show_ends(report, say("they ride"), say("they stay"))

    def _show_check(
        self, state: GameState, report: MoraleReport, what: str, rule: str, die: int | None
    ) -> None:
        """A morale check row by row, and what its value comes to."""
        name = state.card(report.unit).name
        first = (say("{name}, initiative + 1", name=name), report.base, "N2.3")
        limit = limit_words(report.total, report.value)
        self.reasons.setText(_lines(self.look, (first, *report.modifiers), limit))
        self._show_value(report.value, report.value / len(_FACES), what, rule, die)

    def _show_ends(self, report: MoraleReport, good: str, bad: str) -> None:
        chance = report.value / len(_FACES)
        self.bar.show_chances(((good, chance), ("", 0.0), (bad, 1 - chance)))

    def dress(self) -> None:
        """The bar follows the look."""
        self.bar.set_look(self.look)

    def _show_value(self, value: int, chance: float, what: str, rule: str, die: int | None) -> None:
        highest = round(chance * len(_FACES))
        dice = say("a die of {highest} or less", highest=highest)
        if highest == 1:
            dice = say("a die of 1")
        thrown = "" if die is None else say("<br>The die showed <b>{die}</b>.", die=die)
        minus = "\N{MINUS SIGN}" if value < 0 else ""
        words = mark("Value <b>{value}</b>: {what} with {dice}. {rule}{thrown}")
        told = {"value": f"{minus}{abs(value)}", "what": what, "dice": dice, "thrown": thrown}
        self.verdict.setText(say(words, rule=rule_link(rule), **told))

    def _show_note(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))


def _lines(look: Look, reasons: Iterable[Reason], limit: str = "") -> str:
    """Pips, reasons and rules, each in a column of its own; then the limit that they met."""
    parts = [(signed(pips), words, rule) for words, pips, rule in reasons]
    parts += [("", limit, "N2.3")] if limit else []
    rows = [
        f'<tr><td align="right">{pips}</td>'
        f'<td style="padding-left:{look.px(8)}px">{escape(words)} {rule_link(rule)}</td></tr>'
        for pips, words, rule in parts
    ]
    return small(look, f'<table cellspacing="0" cellpadding="1">{"".join(rows)}</table>')
