"""The spreadsheet of units or leaders: its cells, how each is edited, and its keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from hexwar.editor.army import Path, Roll, at, formation_names, formations, places, side_names, text
from hexwar.editor.document import Json
from hexwar.editor.table import FORMATION, flag_value, refusal, text_of, title_of, value_of
from hexwar.messages import mark, say
from hexwar.scenario.form import Field, Kind, fields_of
from hexwar.widgets.brushwork import faded
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import ChoiceBox, paint_nothing
from hexwar.widgets.words import capital, literal

Index = QModelIndex | QPersistentModelIndex

_TOP = QModelIndex()
_ROLE = Qt.ItemDataRole

FAULT: Final = _ROLE.UserRole
"""The role under which a cell gives what is wrong with it; empty where nothing is."""

_NUMBERS: Final = frozenset((Kind.NUMBER,))
_LISTED: Final = frozenset((Kind.CHOICE, Kind.FORMATION, Kind.SIDE))


class SheetModel(QAbstractTableModel):
    """Rows of records, columns of their fields; what is edited it only asks for."""

    edited = Signal(object)
    """Cells are to be changed: a list of `Change`."""
    moved = Signal(object, int)
    """The record in a place is to belong to another formation, by its place."""

    def __init__(self, roll: Roll, parent: QObject | None = None) -> None:
        """Make one for a roll, without rows."""
        super().__init__(parent)
        self.roll = roll
        self.fields: tuple[Field, ...] = fields_of(roll.record)
        first = (FORMATION,) if roll.is_inner else ()
        self.columns: tuple[str, ...] = (*first, *(field.name for field in self.fields))
        self.forces: Json = {}
        self.rows: list[Path] = []
        self._by_name = {field.name: field for field in self.fields}
        self._chosen: Collection[int] | None = None
        self._order: tuple[int, Qt.SortOrder] | None = None
        self._names: dict[str, str] = {}
        self._problems: Mapping[Path, str] = {}

    def show_forces(self, forces: Json, chosen: Collection[int] | None) -> None:
        """Show the rows of some formations, or all; rows that stay keep their order."""
        found = places(forces, self.roll, chosen)
        is_other = chosen != self._chosen or set(found) != set(self.rows)
        self._names = formation_names(forces)
        if not is_other:
            self.forces = forces
            self._tell_all()
            return
        self.beginResetModel()
        self.forces, self._chosen, self.rows = forces, chosen, list(found)
        self._put_in_order()
        self.endResetModel()

    def show_problems(self, problems: Mapping[Path, str]) -> None:
        """Mark the cells that the checks speak of."""
        self._problems = problems
        self._tell_all()

    def _tell_all(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(self.rows) - 1)

    # -- what stands where

    def field(self, column: int) -> Field | None:
        """The field of a column; None for that of the formation."""
        return self._by_name.get(self.columns[column])

    def record(self, row: int) -> Json:
        """The record of a row."""
        found = at(self.forces, self.rows[row]) if 0 <= row < len(self.rows) else None
        return found if isinstance(found, dict) else {}

    def owner(self, row: int) -> int | None:
        """The place of the formation that a row belongs to."""
        place = self.rows[row][1]
        return place if self.roll.is_inner and isinstance(place, int) else None

    def value(self, row: int, column: int) -> Any:
        """What the file holds for a cell."""
        return self.record(row).get(self.columns[column])

    def cell(self, row: int, column: int) -> str:
        """The text of a cell as it is typed and copied."""
        field = self.field(column)
        if field is None:
            return text(at(self.forces, self.rows[row][:2]), "id")
        return text_of(self.value(row, column), field.shape)

    def words(self, row: int, column: int) -> str:
        """The text of a cell as it is read: a formation by its name."""
        field = self.field(column)
        if field is None:
            formation = at(self.forces, self.rows[row][:2])
            return text(formation, "name") or text(formation, "id")
        value = self.value(row, column)
        if field.shape.kind is Kind.FORMATION and isinstance(value, str) and field.name != "id":
            return self._names.get(value) or value
        if field.shape.kind is Kind.SIDE and isinstance(value, str):
            return side_names(self.forces).get(value, value)
        return text_of(value, field.shape).replace("\n", "; ")

    def fault(self, row: int, column: int) -> str:
        """What is wrong with a cell: by the form of the file, else by the checks."""
        field = self.field(column)
        if field is None:
            return ""
        told = refusal(field, self.value(row, column))
        if told or not self._problems:
            return told
        place = self.rows[row]
        return self._problems.get((*place, field.name), "")

    def choices(self, row: int, column: int) -> dict[str, str]:
        """What a cell is chosen from, with what is read of each; nothing where it is typed."""
        field = self.field(column)
        if field is None:
            return {str(i): _named(one) for i, one in formations(self.forces)}
        listed: dict[str, str] = {}
        if field.name == "id" or field.shape.kind not in _LISTED:
            return listed
        if not field.is_needed:
            listed[""] = say("none")
        if field.shape.kind is Kind.CHOICE:
            listed |= {one: one.replace("_", " ") for one in field.shape.choices}
        elif field.shape.kind is Kind.SIDE:
            listed |= side_names(self.forces)
        else:
            listed |= {id_: f"{name} ({id_})" for id_, name in self._names.items()}
        now = self.cell(row, column)
        return listed if now in listed else {**listed, now: now}

    # -- what Qt asks for

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _TOP) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell can be edited; a flag is ticked."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        field = self.field(index.column())
        if field is not None and field.shape.kind is Kind.FLAG:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> Any:
        """The words of a column; the number of a row."""
        if orientation == Qt.Orientation.Vertical:
            return section + 1 if role == _ROLE.DisplayRole else None
        name = self.columns[section]
        if role == _ROLE.DisplayRole:
            return capital(say("formation") if name == FORMATION else title_of(name))
        field = self._by_name.get(name)
        if role == _ROLE.ToolTipRole and field is not None:
            return literal(capital(field.about or title_of(name)))
        return None

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """A cell's words, tick, tip and fault."""
        row, column = index.row(), index.column()
        field = self.field(column)
        is_flag = field is not None and field.shape.kind is Kind.FLAG
        if role == FAULT:
            return self.fault(row, column)
        if role == _ROLE.CheckStateRole and is_flag:
            is_on = self.value(row, column) is True
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        if role == _ROLE.DisplayRole:
            is_plain = is_flag and isinstance(self.value(row, column), bool | None)
            return "" if is_plain else self.words(row, column)
        if role == _ROLE.EditRole:
            return self.cell(row, column)
        if role == _ROLE.TextAlignmentRole and field is not None:
            is_number = field.shape.kind in _NUMBERS
            side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == _ROLE.ToolTipRole:
            return literal(self.fault(row, column) or self.words(row, column))
        if role == _ROLE.AccessibleTextRole:
            told = (
                title_of(self.columns[column]),
                self.words(row, column),
                self.fault(row, column),
            )
            return ", ".join(word for word in told if word)
        return None

    def setData(self, index: Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        """Ask that a cell be changed to what was typed, chosen or ticked."""
        place, field = self.rows[index.row()], self.field(index.column())
        if role == _ROLE.CheckStateRole and field is not None:
            is_on = Qt.CheckState(value) == Qt.CheckState.Checked
            self.edited.emit([(place, field.name, flag_value(field, is_on=is_on))])
            return True
        if role != _ROLE.EditRole:
            return False
        typed = str(value)
        if field is None:
            if typed.isdecimal() and int(typed) != self.owner(index.row()):
                self.moved.emit(place, int(typed))
            return True
        if typed != self.cell(index.row(), index.column()):
            self.edited.emit([(place, field.name, value_of(typed, field))])
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Show the rows in the order of a column; of -1 in that of the file."""
        self._order = None if column < 0 else (column, order)
        self.layoutAboutToBeChanged.emit()
        old = {index: self.rows[index.row()] for index in self.persistentIndexList()}
        self.rows = list(places(self.forces, self.roll, self._chosen))
        self._put_in_order()
        at_ = {place: row for row, place in enumerate(self.rows)}
        for index, place in old.items():
            self.changePersistentIndex(index, self.index(at_[place], index.column()))
        self.layoutChanged.emit()

    def _put_in_order(self) -> None:
        if self._order is None:
            return
        column, order = self._order
        rank = {place: self._rank(row, column) for row, place in enumerate(self.rows)}
        self.rows.sort(key=rank.__getitem__, reverse=order == Qt.SortOrder.DescendingOrder)
        self.rows.sort(key=lambda place: rank[place] == _NOTHING)  # empty cells at the end

    def _rank(self, row: int, column: int) -> tuple[int, float, str]:
        """By what a cell is sorted: numbers first, by size; then words."""
        value = self.value(row, column) if self.field(column) is not None else None
        if isinstance(value, (int, float)):
            return 0, float(value), ""
        words = self.words(row, column)
        return (1, 0.0, words.casefold()) if words else _NOTHING


def _named(formation: Json) -> str:
    """A formation by its name and its id, for others may be called alike."""
    return say("{name} ({id})", name=text(formation, "name"), id=text(formation, "id"))


_NOTHING: Final = (2, 0.0, "")


class CellPainter(QStyledItemDelegate):
    """Paints cells, those with a fault on a ground that warns; and makes what edits them."""

    told = Signal(str)
    """What is wrong with what is being typed; empty where nothing is."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        """Paint in a look."""
        super().__init__(parent)
        self.look = look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, over a warning ground where it has a fault; a tick for a flag."""
        look, is_wrong = self.look, bool(index.data(FAULT))
        if is_wrong:
            painter.fillRect(option.rect, faded(look.colour("accent"), 46))
        super().paint(painter, option, index)
        if is_wrong:  # over what is selected too
            edge = QRect(option.rect)
            edge.setWidth(look.px(3))
            painter.fillRect(edge, look.colour("accent"))

    def createEditor(self, parent: QWidget, _: QStyleOptionViewItem, index: Index) -> QWidget:
        """A box to choose from, or a line that is checked as one types."""
        model = index.model()
        assert isinstance(model, SheetModel)
        choices = model.choices(index.row(), index.column())
        title = title_of(model.columns[index.column()])
        if choices:
            box = ChoiceBox(self.look, choices)
            box.setParent(parent)
            box.setAccessibleName(title)
            box.activated.connect(lambda _: self._finish(box))
            return box
        line = QLineEdit(parent)
        line.setAccessibleName(title)
        field = model.field(index.column())
        if field is not None:
            line.textChanged.connect(lambda words: self._judge(line, field, words))
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """What the cell holds now; what is being typed stays, though checks mark the row anew."""
        model = index.model()
        if isinstance(editor, ChoiceBox) and isinstance(model, SheetModel):
            owner = model.owner(index.row()) if model.field(index.column()) is None else None
            now = model.cell(index.row(), index.column()) if owner is None else str(owner)
            editor.setCurrentIndex(max(editor.findData(now), 0))
        elif isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(_ROLE.EditRole)).replace("\n", " "))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """What was chosen or typed."""
        if isinstance(editor, ChoiceBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _: Index) -> None:
        """As large as the cell, and wide enough to be read."""
        box = option.rect
        box.setWidth(max(box.width(), self.look.px(_LEAST_EDITOR)))
        editor.setGeometry(box)

    def _finish(self, box: QWidget) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QAbstractItemDelegate.EndEditHint.NoHint)

    def _judge(self, line: QLineEdit, field: Field, words: str) -> None:
        fault = refusal(field, value_of(words, field))
        colour = self.look.colour("accent" if fault else "ink").name()
        line.setStyleSheet(f"QLineEdit {{ color: {colour}; padding: 0; }}")
        line.setToolTip(literal(fault))
        self.told.emit(fault)


_LEAST_EDITOR = 90  # pixels at 100 %


class SheetView(QTableView):
    """The spreadsheet. All can be done by keys."""

    asked = Signal(str)
    """Something is to be done with what is selected: a word of `KEYS`."""

    def __init__(self, model: SheetModel, look: Look) -> None:
        """Show a model."""
        super().__init__()
        self.sheet, self.look = model, look
        self.painter = CellPainter(look, self)
        self.setModel(model)
        self.setItemDelegate(self.painter)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSortingEnabled(False)
        self.setWordWrap(False)
        head = self.horizontalHeader()
        head.setSectionsMovable(True)
        head.setSortIndicatorShown(True)
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._entered = False  # Enter closes the editor, and leads to the row below
        self.setAccessibleName(title_of(model.roll.field))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cells; where there are none, what belongs here."""
        super().paintEvent(event)
        if not self.sheet.rows:
            paint_nothing(self, self.look, self._advice())

    def _advice(self) -> str:
        """What belongs here, or must be there before."""
        forces, roll = self.sheet.forces, self.sheet.roll
        if not side_names(forces):
            return say("Name the two sides first: they stand under All forces.")
        if roll.is_inner and not formations(forces):
            words = mark("Choose a side on the left and press Add, or copy from another battle.")
            return say(words)
        return say(_NO_ROWS[roll.field])

    def visible_columns(self) -> list[int]:
        """The columns that are shown, from left to right."""
        head = self.horizontalHeader()
        every = (head.logicalIndex(at_) for at_ in range(head.count()))
        return [column for column in every if not self.isColumnHidden(column)]

    def chosen_cells(self) -> list[tuple[int, int]]:
        """The selected cells that are shown, row by row from the top."""
        order = {column: at_ for at_, column in enumerate(self.visible_columns())}
        cells = [(i.row(), i.column()) for i in self.selectedIndexes() if i.column() in order]
        return sorted(cells, key=lambda cell: (cell[0], order[cell[1]]))

    def chosen_rows(self) -> list[int]:
        """The rows in which something is selected, from the top; else the current one."""
        rows = {index.row() for index in self.selectedIndexes()}
        if not rows and self.currentIndex().isValid():
            rows = {self.currentIndex().row()}
        return sorted(rows)

    def choose_places(self, chosen: Sequence[Path], column: int | None = None) -> None:
        """Select whole rows, or one cell of each, and show the first."""
        wanted = set(chosen)
        rows = [row for row, place in enumerate(self.sheet.rows) if place in wanted]
        if not rows:
            return
        shown = self.visible_columns()
        across = column if column is not None else (shown[0] if shown else 0)
        picks = self.selectionModel()
        flags = QItemSelectionModel.SelectionFlag
        picks.setCurrentIndex(self.sheet.index(rows[0], across), flags.ClearAndSelect)
        for row in rows:
            how = flags.Select if column is not None else flags.Select | flags.Rows
            picks.select(self.sheet.index(row, across), how)
        self.scrollTo(self.sheet.index(rows[0], across))

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """After Enter the cell below is the current one, as in every spreadsheet."""
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
            if below.isValid():
                self.setCurrentIndex(below)
        self.painter.told.emit("")

    def event(self, event: QEvent) -> bool:
        """Its own keys come before those of the window's menus."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and deed_of(event, KEYS):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of `KEYS`; Enter edits; the rest as in every table."""
        deed = deed_of(event, KEYS)
        if self.state() == QAbstractItemView.State.EditingState:
            event.ignore()  # the editor has left it over, which will close by itself
        elif deed:
            self.asked.emit(deed)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        index = self.currentIndex()
        if self.sheet.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            is_on = index.data(_ROLE.CheckStateRole) == Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked
            self.sheet.setData(index, state, _ROLE.CheckStateRole)
        else:
            self.edit(index)


_NO_ROWS: Final[Mapping[str, str]] = {
    "units": mark("No units here: add a row, or paste a table from a spreadsheet."),
    "leaders": mark("No leaders here: add a row, or paste a table from a spreadsheet."),
    "off_map": mark(
        "Formations that are elsewhere and lend units to one in the battle stand here."
    ),
}
"""What a spreadsheet without rows says, by its roll."""

_CTRL, _SHIFT, _ALT = Qt.Modifier.CTRL, Qt.Modifier.SHIFT, Qt.Modifier.ALT

KEYS: Final[Mapping[str, QKeySequence]] = {
    "copy": QKeySequence(_CTRL | Qt.Key.Key_C),
    "titled": QKeySequence(_CTRL | _SHIFT | Qt.Key.Key_C),
    "cut": QKeySequence(_CTRL | Qt.Key.Key_X),
    "paste": QKeySequence(_CTRL | Qt.Key.Key_V),
    "clear": QKeySequence(Qt.Key.Key_Delete),
    "fill": QKeySequence(_CTRL | Qt.Key.Key_D),
    "add": QKeySequence(_CTRL | Qt.Key.Key_Insert),
    "remove": QKeySequence(_CTRL | Qt.Key.Key_Delete),
    "up": QKeySequence(_ALT | Qt.Key.Key_Up),
    "down": QKeySequence(_ALT | Qt.Key.Key_Down),
}
"""What is done by which key."""


def deed_of(event: QKeyEvent, keys: Mapping[str, QKeySequence]) -> str:
    """What is done by the key of an event; empty where nothing is."""
    pressed = QKeySequence(event.keyCombination())
    return next((deed for deed, one in keys.items() if one == pressed), "")


def key_words(keys: QKeySequence) -> str:
    """A key as it is read."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
