"""A dialog that reckons SP from men and guns: what each unit has, what it would have, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from hexwar.editor.army import Path, text
from hexwar.editor.document import Json
from hexwar.editor.muster import Change
from hexwar.editor.port import Basis
from hexwar.editor.table import from_tsv, headings, refusal, value_of
from hexwar.engine import Refusal
from hexwar.messages import count, say
from hexwar.scenario.form import Field, field_of
from hexwar.scenario.schema import UnitRecord
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, bar, button, column, fill, plain_label, row
from hexwar.widgets.words import literal

Reckon = Callable[[Json], Mapping[str, Any]]
"""The fields of a unit's strength by its men and guns; nothing where that cannot be told."""

COUNTED: Final = ("men", "guns")
"""The fields that are asked for."""

_SIZE: Final = QSize(820, 520)  # at 100 %
_ROW: Final = 28  # the height of a row, likewise
_WIDTHS: Final = (300, 140, 90, 80, 80, 80)
_MEN: Final = 2  # the first column that is asked for
_NOW: Final = _MEN + len(COUNTED)


@dataclass(frozen=True, slots=True)
class Sum:
    """A unit with the men and guns that it shall have."""

    place: Path
    unit: Json
    told: Mapping[str, Any]  # by the names of `COUNTED`; None leaves one out

    @property
    def counted(self) -> Json:
        """The unit with these."""
        whole = {**self.unit, **self.told}
        return {name: value for name, value in whole.items() if value is not None}


def changes_of(sums: Sequence[Sum], reckon: Reckon, *, is_estimate: bool) -> list[Change]:
    """What men and guns make of units: these, the strength that hangs on them, and the mark."""
    found: list[Change] = []
    for one in sums:
        strength = dict(reckon(one.counted))
        if strength.get("sp") and is_estimate:
            strength["estimate"] = True
        for name, value in {**one.told, **strength}.items():
            if one.unit.get(name) != value and not (value is None and name not in one.unit):
                found.append((one.place, name, value))
    return found


class StrengthTable(QTableWidget):
    """The units; men and guns are typed, or a column of them is pasted."""

    pasted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pasting lays cells on men and guns."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        else:
            super().keyPressEvent(event)


class StrengthDialog(QDialog):
    """Asks for men and guns row by row, and shows what SP come of them before it is done."""

    taken = Signal(object)
    """Change these cells: a list of `Change`."""

    def __init__(
        self,
        look: Look,
        units: Sequence[tuple[Path, Json]],
        reckon: Reckon,
        basis: Basis,
        parent: QWidget,
    ) -> None:
        """Show some units by their places."""
        super().__init__(parent)
        self.look, self._units, self._reckon, self._basis = look, list(units), reckon, basis
        found = (field_of(UnitRecord, name) for name in COUNTED)
        self._fields: tuple[Field, ...] = tuple(one for one in found if one is not None)
        self.setWindowTitle(say("SP from men and guns"))
        self.table = StrengthTable(len(self._units), _NOW + 2)
        self.basis = plain_label("", say(basis.text))
        self.source = plain_label("quiet", say(basis.source))
        self.mark = QCheckBox(say("Players are told that the strength is an estimate"))
        self.mark.setChecked(basis.is_estimate)
        self.sums, self.fault = plain_label("prompt"), plain_label("refusal")
        self.cancel, self.go = button(say("Cancel")), button(say("Set SP"), "main")
        self._lay()
        self._fill()
        self.table.itemChanged.connect(self._reckon_all)
        self.table.pasted.connect(self.paste)
        self.mark.toggled.connect(self._reckon_all)
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._take)
        self._reckon_all()

    def _lay(self) -> None:
        look, table = self.look, self.table
        table.setAccessibleName(say("Men, guns and SP"))
        heads = (say("Unit"), say("Arm"), say("Men"), say("Guns"), say("SP now"), say("SP then"))
        table.setHorizontalHeaderLabels(heads)
        for at_, width in enumerate(_WIDTHS):
            table.setColumnWidth(at_, look.px(width))
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setHighlightSections(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(look.px(_ROW))
        table.setAlternatingRowColors(True)
        table.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        tip = say("Type men and guns, or paste a column of a spreadsheet (Ctrl+V).")
        body = Body(look)
        about = plain_label("quiet", tip)
        foot = row(8, (self.mark, 1), self.cancel, self.go)
        told = column(None, 0, 2, self.basis, self.source)
        column(body, 16, 10, told, about, (table, 1), self.fault, self.sums, foot)
        fill(self, body)
        self.go.setDefault(True)
        self.resize(look.px(_SIZE.width()), look.px(_SIZE.height()))

    def _fill(self) -> None:
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for line, (_, unit) in enumerate(self._units):
            told = [unit.get(name) for name in (*COUNTED, "sp")]
            cells = [text(unit, "name"), text(unit, "arm"), *map(_shown, told), ""]
            for at_, words in enumerate(cells):
                item = QTableWidgetItem(words)
                if at_ >= _MEN:
                    item.setTextAlignment(side)
                if not _MEN <= at_ < _NOW:
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                    item.setToolTip(literal(words))
                self.table.setItem(line, at_, item)
        self.table.setCurrentCell(0, _MEN)

    # -- what is asked for

    def sums_(self) -> list[Sum]:
        """The units with what is typed for them."""
        found = []
        for line, (place, unit) in enumerate(self._units):
            typed = {
                field.name: value_of(self._cell(line, _MEN + at_), field)
                for at_, field in enumerate(self._fields)
            }
            found.append(Sum(place, unit, typed))
        return found

    def _cell(self, line: int, at_: int) -> str:
        item = self.table.item(line, at_)
        return "" if item is None else item.text()

    def changes(self) -> list[Change]:
        """What would change."""
        return changes_of(self.sums_(), self._reckon, is_estimate=self.mark.isChecked())

    def _reckon_all(self, *_: object) -> None:
        """Show what comes of what is typed."""
        sums, before, after, others = self.sums_(), 0, 0, 0
        fault = ""
        with QSignalBlocker(self.table):
            for line, one in enumerate(sums):
                faults = [refusal(f, one.told[f.name]) for f in self._fields]
                wrong = next(filter(None, faults), "")
                if wrong and not fault:
                    fault = say("{unit}: {fault}", unit=text(one.unit, "name"), fault=wrong)
                now = one.unit.get("sp")
                then = now if any(faults) else self._reckon(one.counted).get("sp", now)
                self._show(line, now, then)
                before += _number(now)
                after += _number(then)
                others += then != now
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        self.sums.setText(
            count(
                "{n} unit gets other SP: {before} SP in all become {after}.",
                "{n} units get other SP: {before} SP in all become {after}.",
                others,
                before=before,
                after=after,
            )
        )
        why = fault or ("" if self.changes() else say("Nothing would change."))
        bar(self.go, why)

    def _show(self, line: int, now: object, then: object) -> None:
        item = self.table.item(line, _NOW + 1)
        if item is None:
            return
        item.setText(_shown(then))
        letters = self.table.font()
        letters.setBold(now != then)
        item.setFont(letters)

    def paste(self) -> None:
        """Lay the cells of the clipboard on men and guns, from the current cell on."""
        cells = from_tsv(QGuiApplication.clipboard().text())
        if isinstance(cells, Refusal) or not cells:
            return
        if headings(cells[0], self._fields) is not None:
            cells = cells[1:]
        line, at_ = max(self.table.currentRow(), 0), max(self.table.currentColumn(), _MEN)
        with QSignalBlocker(self.table):
            for down, told in enumerate(cells):
                for across, words in enumerate(told):
                    item = self.table.item(line + down, at_ + across)
                    if item is not None and at_ + across < _NOW:
                        item.setText(words.strip())
        self._reckon_all()

    def _take(self) -> None:
        self.taken.emit(self.changes())
        self.accept()


def _shown(value: object) -> str:
    return "" if value is None else str(value)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
