"""What asks for a list of plain values: texts, numbers, hexes, pieces; and which entry is for what.

Pieces are chosen by their names from a list that can be searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QLayout,
    QLayoutItem,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from hexwar.editor.entries import (
    ID_KINDS,
    PROSE,
    ChoiceEntry,
    Entry,
    FlagEntry,
    HexEntry,
    HexsideEntry,
    Line,
    LineEntry,
    NumberEntry,
    ProseEntry,
    RawEntry,
    Spot,
    number_of,
    pick_button,
    settled,
    usual_words,
)
from hexwar.editor.scribe import Scribe, moved, shown, texts_of
from hexwar.messages import mark, say
from hexwar.scenario.form import Kind, Shape
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import bar, button, column, plain_label, row
from hexwar.widgets.words import literal, plain

# -- lists of plain values


class SeriesEntry(LineEntry):
    """A list of short values in a line, with commas between them."""

    def lay(self) -> None:
        """The line; of hexes a button that picks one more, and their places."""
        self.names = plain_label("quiet")
        self.names.setVisible(False)
        item = self.spot.shape.item
        parts: list[Any] = [(self.line, 1)]
        if item is not None and item.kind in (Kind.HEX, Kind.HEXSIDE) and not self.spot.is_cell:
            parts.append(pick_button(self.pick_hex))
        if self.spot.is_cell:
            self._whole(self.line)
        else:
            column(self, 0, 2, row(8, *parts), self.names)

    def read(self, words: str) -> Any:
        """The values between the commas."""
        item = self.spot.shape.item
        parts = [part.strip() for part in re.split(r"[,;]", words) if part.strip()]
        is_number = item is not None and item.kind is Kind.NUMBER
        return [number_of(part) if is_number else part for part in parts] or None

    def words(self) -> str:
        """The values with commas."""
        if isinstance(self.value, list):
            return ", ".join(shown(item) for item in self.value)
        return super().words()

    def placeholder(self) -> str:
        """How it is typed."""
        item = self.spot.shape.item
        examples = {
            Kind.NUMBER: mark("such as 1, 4"),
            Kind.HEX: mark("such as 0913, 1004"),
            Kind.HEXSIDE: mark("such as 1505-1604"),
        }
        return say(examples.get(Kind.OTHER if item is None else item.kind, mark("none")))

    def pick_hex(self) -> None:
        """Ask for one more hex of the map, of hexsides for two."""
        item = self.spot.shape.item
        if item is not None and item.kind is Kind.HEXSIDE:
            self.scribe.pickAsked.emit(self._first)
        else:
            self.scribe.pickAsked.emit(self.take)

    def _first(self, hex_: str) -> None:
        self.scribe.pickAsked.emit(lambda other: self.take("-".join(sorted((hex_, other)))))

    def take(self, value: str) -> None:
        """One more."""
        self._begin_stroke()
        old = self.value if isinstance(self.value, list) else []
        if value not in old:
            self.give([*old, str(value)])
            self.write()

    def write(self) -> None:
        """The values, and their places."""
        super().write()
        self.renew()

    def give(self, value: Any) -> None:
        """Tell them, and name their places."""
        super().give(value)
        self.renew()

    def renew(self) -> None:
        """The places of hexes."""
        places = self.scribe.pieces.places
        known = [hex_ for hex_ in texts_of(self.value) if hex_ in places]
        words = ", ".join(f"{hex_} {places[hex_]}" for hex_ in known)
        self.names.setText(words)
        self.names.setVisible(bool(words) and not self.spot.is_cell)


class LinesEntry(Entry):
    """A list of texts, each of which has a field of its own."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Ask for no text yet."""
        super().__init__(spot, scribe)
        self._fields: list[ProseEntry] = []
        self._rows: list[QWidget] = []
        self._wrong = plain_label("quiet")
        self._wrong.setVisible(False)
        self.add = button(say("Add a text"))
        self.add.setProperty("room", "small")
        self.add.clicked.connect(self.add_text)
        self._layout = column(self, 0, 4, self._wrong, row(0, self.add, None))
        self._begin_stroke()
        self.setFocusProxy(self.add)

    def part(self) -> QWidget:
        """The first text."""
        return self._fields[0].field if self._fields else self.add

    def part_at(self, place: int) -> QWidget:
        """One of the texts."""
        return self._fields[place].field if place < len(self._fields) else self.add

    def add_text(self) -> None:
        """One more, which is empty yet."""
        self._begin_stroke()
        self.give([*self._items(), ""])
        self.write()
        self._fields[-1].field.setFocus()

    def _items(self) -> list[Any]:
        return list(self.value) if isinstance(self.value, list) else []

    def write(self) -> None:
        """As many fields as there are texts."""
        items = self._items()
        is_wrong = self.value is not None and not isinstance(self.value, list)
        self._wrong.setText(shown(self.value) if is_wrong else "")
        self._wrong.setVisible(is_wrong)
        while len(self._fields) > len(items):
            self._fields.pop()
            self._rows.pop().deleteLater()
        while len(self._fields) < len(items):
            self._make_row(len(self._fields))
        for entry, item in zip(self._fields, items, strict=True):
            entry.show_value(item)

    def _make_row(self, place: int) -> None:
        item = self.spot.shape.item or self.spot.shape
        words = say("{words}, {n}", words=self.spot.words, n=place + 1)
        entry = ProseEntry(Spot(self.spot.name, words, item), self.scribe)
        entry.given.connect(lambda text: self._typed(place, text))
        entry.field.left.connect(self._begin_stroke)
        up = small_button("\N{UPWARDS ARROW}", say("Move it up"), lambda: self._move(place))
        away = small_button(
            "\N{MULTIPLICATION SIGN}", say("Take it away"), lambda: self._drop(place)
        )
        bar(up, "" if place else say("It is the first."))
        ground = QWidget()
        top = Qt.AlignmentFlag.AlignTop
        row(4, (entry, 1), (up, top), (away, top), on=ground)
        settled(ground, self.look)
        self._fields.append(entry)
        self._rows.append(ground)
        self._layout.insertWidget(place + 1, ground)
        ground.show()

    def _typed(self, place: int, text: Any) -> None:
        items = self._items()
        items[place] = text or ""
        self.give(items)

    def _move(self, place: int) -> None:
        self._begin_stroke()
        self.give(moved(self._items(), place, place - 1))
        self.write()

    def _drop(self, place: int) -> None:
        self._begin_stroke()
        items = self._items()
        del items[place]
        self.give(items or None)
        self.write()


def small_button(sign: str, words: str, call: Callable[[], None]) -> QPushButton:
    """A button that bears a sign alone; its words are its tip."""
    made = button(sign)
    made.setProperty("room", "small")
    made.setToolTip(literal(words))
    made.setAccessibleName(words)
    made.clicked.connect(call)
    return made


class ChipsEntry(Entry):
    """A list of pieces by their names; more are chosen from a list that can be searched."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the place for the chips."""
        super().__init__(spot, scribe)
        self._ground = QWidget()
        self._flow = Flow(self._ground, self.look.px(4))
        self._told: tuple[tuple[str, str], ...] = ()
        self.add = button(say("Choose"))
        self.add.setProperty("room", "small")
        self.add.setAccessibleName(say("Choose: {words}", words=spot.words))
        self.add.setToolTip(literal(say(spot.about)))
        self.add.clicked.connect(self.open_list)
        self.setFocusProxy(self.add)
        if spot.is_cell:
            column(self, 0, 0, self.add).setContentsMargins(0, 0, 0, 0)
        else:
            row(8, (self._ground, 1), (self.add, Qt.AlignmentFlag.AlignTop), on=self)
        self.chooser: Chooser | None = None

    @property
    def kind(self) -> Kind:
        """What the pieces are."""
        item = self.spot.shape.item
        return Kind.OTHER if item is None else item.kind

    def part(self) -> QWidget:
        """The button that opens the list."""
        return self.add

    def ids(self) -> list[Any]:
        """What stands in the list."""
        return list(self.value) if isinstance(self.value, list) else []

    def write(self) -> None:
        """A chip for each."""
        pieces = self.scribe.pieces
        told = [(pieces.name(self.kind, shown(id_)), shown(id_)) for id_ in self.ids()]
        if self.value is not None and not isinstance(self.value, list):
            told = [(shown(self.value), "")]
        if tuple(told) == self._told:
            return
        self._told = tuple(told)
        self._flow.clear()
        for place, (name, id_) in enumerate(told):
            chip = button(f"{name}  \N{MULTIPLICATION SIGN}")
            chip.setProperty("room", "small")
            chip.setToolTip(literal(say("Remove {name}", name=pieces.apart(self.kind, id_))))
            chip.setAccessibleName(say("Remove {name}", name=name))
            chip.clicked.connect(lambda _=False, at=place: self._drop(at))
            self._flow.addWidget(chip)
            chip.show()
        self._ground.updateGeometry()

    def renew(self) -> None:
        """The names may be others."""
        self.write()

    def _drop(self, place: int) -> None:
        ids = self.ids()
        del ids[place : place + 1]
        self.give(ids or None)
        self.write()

    def open_list(self) -> None:
        """Show all that can be chosen."""
        self.chooser = Chooser(self)
        self.chooser.show_at(self.add)

    def choose(self, id_: str, *, is_on: bool) -> None:
        """Take somebody into the list, or out of it."""
        ids = [one for one in self.ids() if one != id_]
        self.give([*ids, id_] if is_on else ids or None)
        self.write()


def tick_sheet(look: Look) -> str:
    """A style sheet that lets the ticks of a list follow the scale."""
    return f"QListWidget::indicator {{ width: {look.px(16)}px; height: {look.px(16)}px; }}"


class Chooser(QWidget):
    """A list of pieces with ticks, which can be searched."""

    def __init__(self, entry: ChipsEntry) -> None:
        """Show all, ticked as they are in the list of an entry."""
        super().__init__(entry, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entry = entry
        self.search = Line()
        self.search.setPlaceholderText(say("Search"))
        self.search.setAccessibleName(say("Search"))
        self.list = QListWidget()
        self.list.setAccessibleName(entry.spot.words)
        self.list.setStyleSheet(tick_sheet(entry.look))
        pieces, chosen = entry.scribe.pieces, entry.ids()
        for id_ in pieces.of(entry.kind):
            item = QListWidgetItem(pieces.apart(entry.kind, id_))
            item.setData(Qt.ItemDataRole.UserRole, id_)
            is_in = Qt.CheckState.Checked if id_ in chosen else Qt.CheckState.Unchecked
            item.setCheckState(is_in)
            self.list.addItem(item)
        self.list.itemChanged.connect(self._ticked)
        self.search.textEdited.connect(self.narrow)
        around = column(self, 0, 0, self.search, self.list)
        around.setContentsMargins(6, 6, 6, 6)
        around.setSpacing(4)

    def show_at(self, part: QWidget) -> None:
        """Open below a part, within the screen."""
        look = self._entry.look
        self.resize(look.px(540), look.px(380))
        room = part.screen().availableGeometry()
        corner = part.mapToGlobal(QPoint(0, part.height()))
        left = min(corner.x(), room.right() - self.width())
        top = min(corner.y(), room.bottom() - self.height())
        self.move(max(left, room.left()), max(top, room.top()))
        self.show()
        self.search.setFocus()

    def narrow(self, words: str) -> None:
        """Show those whose names have some words in them."""
        wanted = plain(words)
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setHidden(wanted not in plain(item.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the search into the list, Enter closes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)

    def _ticked(self, item: QListWidgetItem) -> None:
        is_on = item.checkState() is Qt.CheckState.Checked
        self._entry.choose(str(item.data(Qt.ItemDataRole.UserRole)), is_on=is_on)


class Flow(QLayout):
    """Lays widgets side by side, in as many lines as they need."""

    def __init__(self, on: QWidget, gap: int) -> None:
        """Lay them on a widget, with so many pixels between them."""
        super().__init__(on)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def clear(self) -> None:
        """Take all away."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def addItem(self, item: QLayoutItem) -> None:
        """One more."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take one away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        return self._lay(QRect(0, 0, width, 0), is_done=False)

    def setGeometry(self, rect: QRect) -> None:
        """Lay all out."""
        super().setGeometry(rect)
        self._lay(rect, is_done=True)

    def sizeHint(self) -> QSize:
        """The least that it needs."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The widest of them, and a line."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, is_done: bool) -> int:
        left, top, high = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint()
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, high = rect.left(), top + high + self._gap, 0
            if is_done:
                wide = min(size.width(), rect.width())
                item.setGeometry(QRect(QPoint(left, top), QSize(wide, size.height())))
            left += size.width() + self._gap
            high = max(high, size.height())
        return top + high - rect.top()


# -- which entry asks for what


def entry_of(spot: Spot, scribe: Scribe) -> Entry:
    """The entry that asks for a value of a shape."""
    return _kind_of(spot, scribe)(spot, scribe)


def _kind_of(spot: Spot, scribe: Scribe) -> type[Entry]:
    shape = spot.shape
    if shape.kind is Kind.LIST and shape.item is not None:
        return _list_kind(spot, shape.item)
    if shape.kind is Kind.TEXT and scribe.choices(spot.name):
        return ChoiceEntry
    if shape.kind is Kind.TEXT and not spot.is_cell and (shape.longest or 0) >= PROSE:
        return ProseEntry
    return _KINDS.get(shape.kind, RawEntry)


def _list_kind(spot: Spot, item: Shape) -> type[Entry]:
    if item.kind in ID_KINDS:
        return ChipsEntry
    if item.kind is Kind.TEXT and (item.longest or 0) >= PROSE and not spot.is_cell:
        return LinesEntry
    return SeriesEntry


_KINDS: Final[Mapping[Kind, type[Entry]]] = {
    Kind.TEXT: LineEntry,
    Kind.NUMBER: NumberEntry,
    Kind.CHOICE: ChoiceEntry,
    Kind.FLAG: FlagEntry,
    Kind.HEX: HexEntry,
    Kind.HEXSIDE: HexsideEntry,
    Kind.UNIT: ChoiceEntry,
    Kind.LEADER: ChoiceEntry,
    Kind.FORMATION: ChoiceEntry,
    Kind.SIDE: ChoiceEntry,
}


def value_words(spot: Spot, value: Any, scribe: Scribe) -> str:
    """A value as a cell of a table shows it."""
    pieces, kind, item = scribe.pieces, spot.shape.kind, spot.shape.item
    if value is None:
        return usual_words(spot, scribe)
    if kind is Kind.LIST and isinstance(value, list) and item is not None:
        inner = Spot(spot.name, spot.words, item)
        return ", ".join(value_words(inner, one, scribe) for one in value)
    if isinstance(value, bool) and kind is Kind.FLAG:
        return say("yes") if value else say("no")
    if not isinstance(value, str):
        return shown(value)
    if kind is Kind.HEX:
        return pieces.place(value)
    if kind in (*ID_KINDS, Kind.SIDE):
        return pieces.name(kind, value)
    if kind is Kind.CHOICE and value in spot.shape.choices:
        return scribe.words.value(spot.name, value)
    return scribe.choices(spot.name).get(value, shown(value))


def needs_form(shape: Shape) -> bool:
    """Whether a value is too large for a cell of a table."""
    item = shape.item
    is_deep = shape.kind in (Kind.RECORD, Kind.TABLE)
    is_list = shape.kind is Kind.LIST
    return is_deep or (is_list and (item is None or item.kind in (Kind.RECORD, *ID_KINDS)))
