"""A table of a list of records: what fits into a cell is entered there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from hexwar.editor.entries import (
    PROSE,
    ChoiceEntry,
    Entry,
    FlagEntry,
    Spot,
    pick_button,
    settled,
)
from hexwar.editor.scribe import Path, Scribe, moved, refusal_in, shown
from hexwar.editor.series import (
    entry_of,
    needs_form,
    value_words,
)
from hexwar.messages import say
from hexwar.scenario.form import Field, Kind, Shape
from hexwar.widgets.panels.parts import bar, button, column, row, scroll_by_lines
from hexwar.widgets.words import literal

Index = QModelIndex | QPersistentModelIndex

LEAST_ROWS, MOST_ROWS = 2, 14
"""Rows for which a table takes room at least and at most."""

MOST_LISTED: Final = 2000
"""Rows that are shown at most; a file may list no more of anything."""

LEAST_SHARE: Final = 0.7
"""Of its usual width a column has at least so much; then the table scrolls."""

ROW_HIGH, HEAD_HIGH = 30, 30
"""Pixels at 100 %."""


class RecordModel(QAbstractTableModel):
    """The rows of a list of records."""

    def __init__(self, scribe: Scribe, fields: Sequence[Field], path: Path, name: str) -> None:
        """Show no row yet; `name` is the dotted name of the list."""
        super().__init__()
        self.scribe, self.path = scribe, path
        self.fields = [told for told in fields if not _is_prose(told.shape)]
        words = scribe.words
        self.spots = [
            Spot(at, words.field(at), told.shape, told.usual, told.about, is_cell=True)
            for told in self.fields
            for at in (f"{name}.{told.name}",)
        ]
        self.items: list[Any] = []

    def show_items(self, items: list[Any]) -> None:
        """Show a list; who looks at a row goes on looking at it."""
        items, none = items[:MOST_LISTED], QModelIndex()
        before, after = len(self.items), len(items)
        if after > before:
            self.beginInsertRows(none, before, after - 1)
            self.items = items
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(none, after, before - 1)
            self.items = items
            self.endRemoveRows()
        self.items = items
        if items:
            self.dataChanged.emit(self.index(0, 0), self.index(after - 1, len(self.fields) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """As many as items."""
        return 0 if parent.isValid() else len(self.items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """As many as fields."""
        return 0 if parent.isValid() else len(self.fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """What fields are called; rows are counted."""
        if orientation is Qt.Orientation.Vertical:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        if not 0 <= section < len(self.spots):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.spots[section].words
        if role == Qt.ItemDataRole.ToolTipRole:
            return literal(say(self.spots[section].about))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What is an object can be changed; what is too large for a cell has a form below."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        is_object = isinstance(self.items[index.row()], dict)
        if is_object and not needs_form(self.spots[index.column()].shape):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def value(self, index: Index) -> Any:
        """What stands in a cell."""
        item = self.items[index.row()]
        return item.get(self.fields[index.column()].name) if isinstance(item, dict) else None

    def refusal(self, index: Index) -> str:
        """What is wrong with a cell."""
        item, told = self.items[index.row()], self.fields[index.column()]
        if not isinstance(item, dict) and index.column():
            return ""
        if not isinstance(item, dict):
            return say(
                "this should be {wanted}, not {value}", wanted=say("an object"), value=shown(item)
            )
        return refusal_in(told, item)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell; in red what is wrong, pale what is usual."""
        if not index.isValid() or index.row() >= len(self.items):
            return None
        item, spot, value = self.items[index.row()], self.spots[index.column()], self.value(index)
        if role == Qt.ItemDataRole.DisplayRole:
            if not isinstance(item, dict):
                return "" if index.column() else shown(item)
            words = value_words(spot, value, self.scribe)
            is_missing = not words and self.refusal(index)
            return "\N{HORIZONTAL ELLIPSIS}" if is_missing else words.replace("\n", " ")
        if role == Qt.ItemDataRole.ForegroundRole:
            look = self.scribe.desk.look
            if self.refusal(index):
                return look.colour("accent")
            return look.colour("faint") if value is None else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return literal(self.refusal(index) or value_words(spot, value, self.scribe))
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Write a value into the draft."""
        if role != Qt.ItemDataRole.EditRole:
            return False
        told, spot = self.fields[index.column()], self.spots[index.column()]
        return self.scribe.write((*self.path, index.row(), told.name), value, spot.words)


def _is_prose(shape: Shape) -> bool:
    return shape.kind is Kind.TEXT and (shape.longest or 0) >= PROSE


class CellDelegate(QStyledItemDelegate):
    """Opens the entry of a field in a cell."""

    def __init__(self, model: RecordModel, parent: QObject) -> None:
        """Write into a model."""
        super().__init__(parent)
        self._model = model
        self.closeEditor.connect(self._let_go)

    def _let_go(self, editor: QWidget) -> None:
        """What happens to the part of an entry that is closed is nobody's concern."""
        if isinstance(editor, Entry):
            editor.part().removeEventFilter(self)

    def createEditor(self, parent: QWidget, _: QStyleOptionViewItem, index: Index) -> QWidget:
        """The entry."""
        entry = entry_of(self._model.spots[index.column()], self._model.scribe)
        entry.setParent(parent)
        entry.setAutoFillBackground(True)
        settled(entry, self._model.scribe.desk.look)
        entry.part().installEventFilter(self)
        if isinstance(entry, (ChoiceEntry, FlagEntry)):
            entry.given.connect(lambda _value: self._close(entry))
        return entry

    def _close(self, entry: Entry) -> None:
        self.commitData.emit(entry)
        self.closeEditor.emit(entry, QStyledItemDelegate.EndEditHint.NoHint)

    def eventFilter(self, source: QObject, event: QEvent) -> bool:
        """What happens to the line in an entry happens to the entry: Enter, Tab, Esc, leaving."""
        if isinstance(source, Entry) and event.type() is QEvent.Type.KeyPress:
            return False  # its part has had the key already
        part: QObject | None = source
        while part is not None and not isinstance(part, Entry):
            part = part.parent()
        return super().eventFilter(source if part is None else part, event)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """What stands in the cell; a letter that is being typed stays."""
        if isinstance(editor, Entry) and not editor.property("isFilled"):
            editor.setProperty("isFilled", 1)
            editor.show_value(self._model.value(index))

    def setModelData(self, editor: QWidget, _: QAbstractItemModel, index: Index) -> None:
        """What was entered."""
        if isinstance(editor, Entry):
            self._model.setData(index, editor.value)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows are all of one height."""
        size = super().sizeHint(option, index)
        return QSize(size.width(), self._model.scribe.desk.look.px(ROW_HIGH))


class RecordTable(QWidget):
    """The table with the buttons that add, take away and move rows."""

    rowChosen = Signal(int)
    """Another row is looked at, from 0; -1 for none."""

    def __init__(
        self,
        scribe: Scribe,
        fields: Sequence[Field],
        path: Path,
        name: str,
        fresh: Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        """Show no row yet.

        Args:
            scribe: Who writes.
            fields: Those of a row.
            path: Where the list stands.
            name: Its dotted name.
            fresh: Makes what a new row says; nothing without it.
        """
        super().__init__()
        self._scribe, self._fresh, self._name = scribe, fresh, name
        self.deep = [f for f in fields if needs_form(f.shape) or _is_prose(f.shape)]
        """The fields that a cell has no room for."""
        self.model = RecordModel(scribe, fields, path, name)
        self.view = Rows(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(CellDelegate(self.model, self.view))
        self.view.setAccessibleName(scribe.words.field(name))
        self._dress_view()
        self.add = button(say("Add"))
        self.away = button(say("Remove"))
        self.up, self.down = button(say("Up")), button(say("Down"))
        calls = (self.add_row, self.drop_row, lambda: self.move_row(-1), lambda: self.move_row(1))
        parts = (self.add, self.away, self.up, self.down)
        for part, call in zip(parts, calls, strict=True):
            part.setProperty("room", "small")
            part.clicked.connect(call)
        self.add.setToolTip(say("Add a row (Ins)"))
        self.away.setToolTip(say("Take the row away (Del)"))
        self.up.setToolTip(say("Move the row up (Ctrl+Up)"))
        self.down.setToolTip(say("Move the row down (Ctrl+Down)"))
        self._hex = next((f.name for f in fields if f.shape.kind is Kind.HEX), "")
        foot: list[Any] = [*parts, None]
        if self._hex:
            self.pick = pick_button(self.pick_hex)
            foot.insert(1, self.pick)
        around = column(self, 0, 6, self.view, row(6, *foot))
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(scribe.desk.look.px(6))
        selection = self.view.selectionModel()
        selection.currentRowChanged.connect(lambda *_: self._row_changed())
        self._fit()

    def _dress_view(self) -> None:
        look, view = self._scribe.desk.look, self.view
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        trigger = QAbstractItemView.EditTrigger
        view.setEditTriggers(
            trigger.DoubleClicked
            | trigger.EditKeyPressed
            | trigger.AnyKeyPressed
            | trigger.SelectedClicked
        )
        view.setAlternatingRowColors(True)
        view.setTabKeyNavigation(False)
        view.setWordWrap(False)
        scroll_by_lines(view, look)
        view.verticalHeader().setDefaultSectionSize(look.px(ROW_HIGH))
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = view.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setFixedHeight(look.px(HEAD_HIGH))
        header.setStretchLastSection(True)

    def share_room(self) -> None:
        """Give each column its share of the width; none gets less than it needs to be read."""
        look, header = self._scribe.desk.look, self.view.horizontalHeader()
        widths = [look.px(_width(told.shape)) for told in self.model.fields]
        room = self.view.viewport().width() / max(1, sum(widths))
        for place, width in enumerate(widths):
            header.resizeSection(place, round(width * max(room, LEAST_SHARE)))
        self._fit()

    def show_items(self, items: list[Any]) -> None:
        """Show a list."""
        self.model.show_items(items)
        self._fit()
        self._allow()

    def _fit(self) -> None:
        look, rows = self._scribe.desk.look, len(self.model.items)
        shown_rows = min(max(rows, LEAST_ROWS), MOST_ROWS)
        across = self.view.horizontalScrollBar()
        below = across.sizeHint().height() if across.maximum() > 0 else 0
        high = look.px(HEAD_HIGH) + shown_rows * look.px(ROW_HIGH) + below + 4
        if high != self.view.height():
            self.view.setFixedHeight(high)

    def _allow(self) -> None:
        place, last = self.row(), len(self.model.items) - 1
        none = say("Choose a row first.") if place < 0 else ""
        bar(self.away, none)
        bar(self.up, none or (say("It is the first row.") if place == 0 else ""))
        bar(self.down, none or (say("It is the last row.") if place == last else ""))

    def _row_changed(self) -> None:
        self._allow()
        self.rowChosen.emit(self.row())

    def row(self) -> int:
        """The row that is looked at; -1 for none."""
        place = self.view.currentIndex().row()
        return place if place < len(self.model.items) else -1

    def choose(self, place: int, field: str | int = "") -> None:
        """Look at a row, and at a field of it."""
        names = [told.name for told in self.model.fields]
        at = names.index(field) if isinstance(field, str) and field in names else 0
        index = self.model.index(place, at)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    # -- what is done to rows

    def _items(self) -> list[Any]:
        value = self._scribe.value(self.model.path)
        return list(value) if isinstance(value, list) else []

    def _write(self, items: list[Any] | None, words: str) -> None:
        self._scribe.write(
            self.model.path, items, f"{self._scribe.words.field(self._name)}: {words}"
        )

    def add_row(self, told: Mapping[str, Any] | None = None) -> None:
        """One more behind the row that is looked at, or at the end."""
        items, place = self._items(), self.row()
        new = dict(told or (self._fresh() if self._fresh else {}))
        at = len(items) if place < 0 else place + 1
        self._write([*items[:at], new, *items[at:]], say("add"))
        self.choose(at)
        self.view.setFocus()

    def drop_row(self) -> None:
        """Take away the row that is looked at."""
        items, place = self._items(), self.row()
        if 0 <= place < len(items):
            del items[place]
            # An empty list may say something else than a field that is left out.
            self._scribe.write(
                (*self.model.path, place),
                None,
                f"{self._scribe.words.field(self._name)}: {say('take away')}",
            )
            self.choose(min(place, len(items) - 1))

    def move_row(self, by: int) -> None:
        """Move the row that is looked at."""
        items, place = self._items(), self.row()
        if place >= 0 and 0 <= place + by < len(items):
            column_ = self.view.currentIndex().column()
            self._write(moved(items, place, place + by), say("move"))
            self.view.setCurrentIndex(self.model.index(place + by, column_))

    def pick_hex(self) -> None:
        """Ask for the hex of the row that is looked at; of a new one where there is none."""
        self._scribe.pickAsked.emit(self._take)

    def _take(self, hex_: str) -> None:
        place = self.row()
        if place < 0:
            self.add_row({**(self._fresh() if self._fresh else {}), self._hex: str(hex_)})
        else:
            words = self._scribe.words.field(f"{self._name}.{self._hex}")
            self._scribe.write((*self.model.path, place, self._hex), str(hex_), words)


def _width(shape: Shape) -> int:
    """Of a column, pixels at 100 %."""
    widths = {Kind.NUMBER: 90, Kind.FLAG: 90, Kind.HEX: 190, Kind.SIDE: 140, Kind.CHOICE: 170}
    item = shape.item
    if shape.kind is Kind.LIST and item is not None:
        return 320
    return widths.get(shape.kind, 180)


class Rows(QTableView):
    """A table whose rows are added, taken away and moved by keys."""

    def __init__(self, table: RecordTable) -> None:
        """Belong to a table."""
        super().__init__()
        self._table = table

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns share the room by what they hold."""
        super().resizeEvent(event)
        self._table.share_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ins, Del, and Ctrl with an arrow."""
        is_bound = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        key, table = event.key(), self._table
        if key == Qt.Key.Key_Insert:
            table.add_row()
        elif key == Qt.Key.Key_Delete:
            table.drop_row()
        elif is_bound and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            table.move_row(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)
