"""Forms read off the schema: the fields of a record, records within it, tables of them.

Every form shows what stands in a place of the file, whatever it is, with a sentence beside what
the game could not read. Fields that the schema does not know are shown and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from hexwar.editor.entries import (
    Entry,
    Line,
    Spot,
    settled,
)
from hexwar.editor.scribe import Path, Scribe, own_refusal, refusal_in, shown
from hexwar.editor.series import (
    entry_of,
    small_button,
)
from hexwar.editor.tables import RecordTable
from hexwar.messages import say
from hexwar.scenario.form import Field, Kind, Shape, fields_of
from hexwar.widgets.panels.parts import (
    button,
    column,
    plain_label,
    row,
    spaced,
)
from hexwar.widgets.words import capital, literal

LABEL_WIDTH: Final = 176
"""Of the words beside an entry, pixels at 100 %."""

TOLD_ENTRY: Final = 340
"""Nor than this, where it is told beside it what it is."""

LABEL_DROP: Final = 6
"""The words of a field stand so much lower than its top, on the line of what is entered."""

MOST_ENTRY: Final = 760
"""An entry is no wider, pixels at 100 %: longer lines are hard to read."""


class Block(Protocol):
    """A part of a form."""

    @property
    def path(self) -> Path:
        """The place of the file that it asks for."""

    def show_in(self, parent: Any) -> None:
        """Show what stands in a field of an object, whatever either is."""

    def go_to(self, path: Path) -> bool:
        """Give the keyboard to a place within; False where it has none."""


def value_in(parent: Any, name: str | int) -> Any:
    """What an object has in a field; None where it has none, or is none."""
    return parent.get(name) if isinstance(parent, dict) and isinstance(name, str) else None


def focus(part: QWidget) -> bool:
    """Give a part the keyboard, and bring it into sight; True, for it is there."""
    part.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


class FieldBlock:
    """A field with its words, its entry, and a sentence where it is at fault."""

    def __init__(self, scribe: Scribe, told: Field, above: Path, name: str) -> None:
        """Ask for a field of the object in a place."""
        self.path: Path = (*above, told.name)
        self._scribe, self._told = scribe, told
        look = scribe.desk.look
        spot = Spot(name, scribe.words.field(name), told.shape, told.usual, told.about)
        self.label = plain_label("", spot.words)
        self.label.setToolTip(literal(say(told.about)))
        self.label.setFixedWidth(look.px(LABEL_WIDTH))
        self.label.setContentsMargins(0, look.px(LABEL_DROP), 0, 0)
        self.entry: Entry = entry_of(spot, scribe)
        self.entry.setMaximumWidth(look.px(MOST_ENTRY))
        self.refusal = plain_label("refusal")
        self.refusal.setVisible(False)
        self.box = QWidget()
        around = column(self.box, 0, 2, self.entry, self.refusal)
        around.setContentsMargins(0, 0, 0, 0)
        self.entry.given.connect(self._write)
        self._around = around

    def tell_about(self) -> None:
        """Say what it is beside it, not in its tip alone."""
        look = self._scribe.desk.look
        self.entry.setMaximumWidth(look.px(TOLD_ENTRY))
        about = plain_label("quiet", capital(say(self._told.about)))
        self._around.removeWidget(self.entry)
        self._around.insertLayout(0, row(12, (self.entry, 2), (about, 3)))

    def _write(self, value: Any) -> None:
        entry = self.entry
        self._scribe.write(self.path, value, entry.spot.words, entry.stroke)

    def show_in(self, parent: Any) -> None:
        """The value, and what is wrong with it."""
        self.entry.show_value(value_in(parent, self._told.name))
        tell(self.refusal, refusal_in(self._told, parent))

    def go_to(self, path: Path) -> bool:
        """The entry."""
        place = next((step for step in path if isinstance(step, int)), None)
        at = getattr(self.entry, "part_at", None)
        return focus(self.entry.part() if place is None or at is None else at(place))


def tell(label: Any, words: str) -> None:
    """Write a sentence into a label that is not to be seen without one."""
    label.setText(words)
    label.setVisible(bool(words))


class RecordForm(QWidget):
    """The fields of an object, one below the other."""

    def __init__(
        self,
        scribe: Scribe,
        fields: Sequence[Field],
        path: Path,
        name: str = "",
        *,
        is_whole: bool = True,
    ) -> None:
        """Ask for fields.

        Args:
            scribe: Who writes.
            fields: The fields, in order.
            path: Where the object stands.
            name: Its dotted name; empty for the file itself.
            is_whole: Whether these are all that the schema knows, so that others are told.
        """
        super().__init__()
        self.path = path
        self._names = frozenset(told.name for told in fields) if is_whole else None
        self._grid = spaced(QGridLayout(self), 0, 8)
        self._grid.setColumnStretch(1, 1)
        self.blocks: list[Block] = []
        for told in fields:
            self._add(scribe, told, f"{name}.{told.name}" if name else told.name)
        self.others = plain_label("quiet")
        self.others.setVisible(False)
        self._grid.addWidget(self.others, self._grid.rowCount(), 0, 1, 2)
        look = scribe.desk.look
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(look.px(8))

    def _add(self, scribe: Scribe, told: Field, name: str) -> None:
        self.take(block_of(scribe, told, self.path, name))

    def take(self, block: Block) -> None:
        """Put one more part below the others."""
        self.blocks.append(block)
        line = self._grid.rowCount()
        if isinstance(block, FieldBlock):
            self._grid.addWidget(block.label, line, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(block.box, line, 1)
        elif isinstance(block, QWidget):
            self._grid.addWidget(block, line, 0, 1, 2)

    def show_tree(self, value: Any) -> None:
        """Show an object; anything else shows as empty."""
        for block in self.blocks:
            block.show_in(value)
        if self._names is not None:
            tell(self.others, others_words(value, self._names))

    def show_in(self, parent: Any) -> None:
        """Show the object in a field of another."""
        self.show_tree(value_in(parent, self.path[-1]) if self.path else parent)

    def go_to(self, path: Path) -> bool:
        """The entry of a place within."""
        for block in self.blocks:
            if path[:1] == block.path[-1:]:
                return block.go_to(path[1:])
        return False

    def block(self, name: str) -> Block | None:
        """The part that asks for a field."""
        return next((block for block in self.blocks if block.path[-1] == name), None)


def others_words(value: Any, known: Collection[str]) -> str:
    """What an object says beside the fields that are known."""
    pairs = value.items() if isinstance(value, dict) else ()
    others = [f"{shown(name)} = {shown(inner)}" for name, inner in pairs if name not in known]
    return say("Kept as they are: {fields}", fields="; ".join(others)) if others else ""


def block_of(scribe: Scribe, told: Field, above: Path, name: str) -> Block:
    """The part of a form that asks for a field."""
    shape = told.shape
    if shape.kind is Kind.RECORD:
        return GroupBlock(scribe, told, above, name)
    if shape.kind is Kind.LIST and shape.item is not None and shape.item.kind is Kind.RECORD:
        return RowsBlock(scribe, told, above, name)
    if shape.kind is Kind.TABLE and shape.item is not None and shape.key is not None:
        return KeysBlock(scribe, told, above, name)
    return FieldBlock(scribe, told, above, name)


class Framed(QFrame):
    """A card with a heading, and a sentence below it where the whole is at fault."""

    def __init__(self, scribe: Scribe, told: Field, above: Path, name: str) -> None:
        """Bear what a field is called and what it is."""
        super().__init__()
        self.setProperty("role", "card")
        self.path: Path = (*above, told.name)
        self.told, self.scribe, self.name = told, scribe, name
        self.words = scribe.words.field(name)
        self.heading = plain_label("heading", self.words)
        self.about = plain_label("quiet", capital(say(told.about)))
        self.about.setVisible(bool(told.about))
        self.refusal = plain_label("refusal")
        self.refusal.setVisible(False)
        self.anew = button(say("Begin anew"))
        self.anew.setToolTip(say("What stands there now is taken away."))
        self.anew.setVisible(False)
        self.anew.clicked.connect(lambda: scribe.write(self.path, None, self.words))
        anew = row(0, self.anew, None)
        self.inside = column(self, 12, 6, self.heading, self.about, self.refusal, anew)
        look = scribe.desk.look
        edge = look.px(12)
        self.inside.setContentsMargins(edge, edge, edge, edge)
        self.inside.setSpacing(look.px(6))

    def judge(self, parent: Any, kind: type[Any], *, is_deep: bool) -> bool:
        """Whether a field holds what it should hold, or nothing; tells it where it does not.

        Args:
            parent: The object whose field it is.
            kind: What it should be.
            is_deep: Whether the sentence may also tell of what is within.
        """
        value = value_in(parent, self.told.name)
        is_fit = value is None or isinstance(value, kind)
        refusal = ""
        if not is_fit:
            refusal = self.told.refusal(value)
        elif is_deep and value is not None:
            refusal = own_refusal(self.told.shape, value)
        elif value is None:
            refusal = refusal_in(self.told, parent)
        tell(self.refusal, refusal)
        self.anew.setVisible(not is_fit)
        return is_fit


class GroupBlock(Framed):
    """A record within a record."""

    def __init__(self, scribe: Scribe, told: Field, above: Path, name: str) -> None:
        """Ask for its fields."""
        super().__init__(scribe, told, above, name)
        record = told.shape.record
        fields = () if record is None else fields_of(record)
        self.form = RecordForm(scribe, fields, self.path, name)
        self.inside.addWidget(self.form)

    def bare(self) -> None:
        """Let the only part that is in it speak for it."""
        self.heading.hide()
        self.about.hide()
        for block in self.form.blocks:
            if isinstance(block, Framed):
                block.setProperty("role", "")
                block.inside.setProperty("edge", 0)
                block.inside.setContentsMargins(0, 0, 0, 0)

    def show_in(self, parent: Any) -> None:
        """Its fields."""
        is_fit = self.judge(parent, dict, is_deep=False)
        value = value_in(parent, self.told.name)
        is_left_out = value is None and not self.told.is_needed
        self.form.show_tree(None if is_left_out else value)
        if is_left_out:
            hush(self.form)
        self.form.setVisible(is_fit)

    def go_to(self, path: Path) -> bool:
        """A field of it, or its first."""
        return self.form.go_to(path) or any(block.go_to(()) for block in self.form.blocks[:1])


def hush(form: RecordForm) -> None:
    """A record that may be left out is not at fault for what it does not say."""
    for block in form.blocks:
        refusal = getattr(block, "refusal", None)
        if refusal is not None:
            tell(refusal, "")


class RowsBlock(Framed):
    """A list of records: a table, and a form for what is too large for its cells."""

    def __init__(
        self,
        scribe: Scribe,
        told: Field,
        above: Path,
        name: str,
        fresh: Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        """Show a table; `fresh` makes what a new row says."""
        super().__init__(scribe, told, above, name)
        record = told.shape.item.record if told.shape.item is not None else None
        fields = () if record is None else fields_of(record)
        self.table = RecordTable(scribe, fields, self.path, name, fresh)
        self.inside.addWidget(self.table)
        self._known = frozenset(told.name for told in fields)
        self.others = plain_label("quiet")
        self.others.setVisible(False)
        deep = self.table.deep
        self.detail: RecordForm | None = None
        self._row: int | None = None
        if deep:
            self.detail = RecordForm(scribe, deep, (*self.path, 0), name, is_whole=False)
            self.inside.addWidget(self.detail)
        self.inside.addWidget(self.others)
        self.table.rowChosen.connect(self._show_row)

    def show_in(self, parent: Any) -> None:
        """Its rows."""
        is_fit = self.judge(parent, list, is_deep=True)
        self.table.setVisible(is_fit)
        value = value_in(parent, self.told.name)
        self.table.show_items(value if isinstance(value, list) else [])
        self._show_row(self.table.row())

    def _show_row(self, place: int) -> None:
        items = self.table.model.items
        tell(
            self.others,
            others_words(items[place] if 0 <= place < len(items) else None, self._known),
        )
        if self.detail is None:
            return
        self.detail.setVisible(0 <= place < len(items))
        if 0 <= place < len(items):
            if place != self._row:
                self._row = place
                reroute(self.detail, (*self.path, place))
            self.detail.show_tree(items[place])

    def go_to(self, path: Path) -> bool:
        """A row, and what of it is asked for."""
        place = next((step for step in path if isinstance(step, int)), None)
        if place is None:
            return focus(self.table.view)
        self.table.choose(place)
        rest = path[path.index(place) + 1 :]
        if self.detail is not None and rest and self.detail.go_to(rest):
            return True
        self.table.choose(place, rest[0] if rest else "")
        return focus(self.table.view)


def reroute(form: RecordForm, path: Path) -> None:
    """Let a form ask for the object in another place, with all that is in it."""
    depth = len(form.path)
    form.path = path
    for block in form.blocks:
        _reroute_block(block, path, depth)


def _reroute_block(block: Any, path: Path, depth: int) -> None:
    block.path = (*path, *block.path[depth:])
    for inner in ("form", "detail"):
        found = getattr(block, inner, None)
        if isinstance(found, RecordForm):
            found.path = (*path, *found.path[depth:])
            for one in found.blocks:
                _reroute_block(one, path, depth)
    table = getattr(block, "table", None)
    if isinstance(table, RecordTable):
        table.model.path = (*path, *table.model.path[depth:])


class KeysBlock(Framed):
    """Values by keys: a row for each side where sides are the keys, else as many as there are."""

    label_width = LABEL_WIDTH
    """Of the keys, pixels at 100 %."""

    def __init__(self, scribe: Scribe, told: Field, above: Path, name: str) -> None:
        """Show no row yet."""
        super().__init__(scribe, told, above, name)
        self._key: Shape = told.shape.key or told.shape
        self._item: Shape = told.shape.item or told.shape
        self._grid = spaced(QGridLayout(), 0, 6)
        self._grid.setColumnStretch(1, 1)
        self._rows: dict[str, _KeyRow] = {}
        self.inside.addLayout(self._grid)
        self.is_by_side = self._key.kind is Kind.SIDE
        self.key: Line | None = None
        if not self.is_by_side:
            self._lay_foot()

    def _lay_foot(self) -> None:
        """What adds a key."""
        self.key = Line()
        self.key.setPlaceholderText(say("New key"))
        self.key.setAccessibleName(say("New key: {words}", words=self.words))
        self.key.setMaximumWidth(self.scribe.desk.look.px(320))
        self.key.returnPressed.connect(self.add_key)
        self.add = button(say("Add"))
        self.add.setProperty("room", "small")
        self.add.clicked.connect(self.add_key)
        self.inside.addLayout(row(8, (self.key, 1), self.add, None))

    def add_key(self) -> None:
        """A row for the key that was entered."""
        key = self.key.text().strip() if self.key is not None else ""
        if key and self.key is not None and key not in self._table():
            self.key.clear()
            self.scribe.write((*self.path, key), self.first(key), self.words)
            self.go_to((key,))

    def first(self, _: str) -> Any:
        """What the value of a new key says."""
        item = self._item
        if item.kind is Kind.NUMBER:
            return int(item.low or 0)
        return item.choices[0] if item.choices else ""

    def _table(self) -> dict[str, Any]:
        value = self.scribe.value(self.path)
        return value if isinstance(value, dict) else {}

    def show_in(self, parent: Any) -> None:
        """A row for each key."""
        is_fit = self.judge(parent, dict, is_deep=True)
        value = value_in(parent, self.told.name)
        table = value if isinstance(value, dict) else {}
        sides = self.scribe.pieces.sides if self.is_by_side and is_fit else {}
        keys = [key for key in dict.fromkeys((*sides, *table)) if isinstance(key, str)]
        if keys != list(self._rows):
            self._lay_rows(keys)
        for key, line in self._rows.items():
            line.show(table, sides.get(key) or self.key_words(key))

    def _lay_rows(self, keys: Sequence[str]) -> None:
        for line in self._rows.values():
            line.drop()
        self._rows = {key: _KeyRow(self, key) for key in keys}
        for place, line in enumerate(self._rows.values()):
            line.lay(self._grid, place)

    def spot(self, key: str) -> Spot:
        """What a row asks for."""
        words = self.scribe.pieces.sides.get(key, key)
        return Spot(self.name, say("{words}, {key}", words=self.words, key=words), self._item)

    def key_words(self, key: str) -> str:
        """What is read of a key that is no side."""
        return shown(key)

    def refusal_of(self, key: str, table: Mapping[str, Any]) -> str:
        """Why a key or its value cannot stand in the file."""
        if key not in table:
            return ""
        return self._key.refusal(key) or self._item.refusal(table[key])

    def go_to(self, path: Path) -> bool:
        """The row of a key."""
        lines = self._rows
        line = lines.get(str(path[0])) if path else next(iter(lines.values()), None)
        if line is not None:
            return focus(line.entry.part())
        return focus(self.key) if self.key is not None else False


class _KeyRow:
    """A key with the entry of its value."""

    def __init__(self, block: KeysBlock, key: str) -> None:
        self._block, self._key = block, key
        scribe = block.scribe
        look = scribe.desk.look
        self.label = plain_label("")
        self.label.setFixedWidth(look.px(block.label_width))
        self.label.setContentsMargins(0, look.px(LABEL_DROP), 0, 0)
        self.entry = entry_of(block.spot(key), scribe)
        self.entry.setMaximumWidth(scribe.desk.look.px(MOST_ENTRY))
        self.refusal = plain_label("refusal")
        self.refusal.setVisible(False)
        self.box = QWidget()
        parts: list[Any] = [(self.entry, 1)]
        if not block.is_by_side:
            words = say("Remove {name}", name=shown(key))
            away = small_button("\N{MULTIPLICATION SIGN}", words, partial(self._write, None))
            parts += [(away, Qt.AlignmentFlag.AlignTop), None]
        column(self.box, 0, 2, row(6, *parts), self.refusal)
        settled(self.box, look)
        self.entry.given.connect(self._write)

    def _write(self, value: Any, *_: object) -> None:
        block, entry = self._block, self.entry
        block.scribe.write((*block.path, self._key), value, entry.spot.words, entry.stroke)

    def lay(self, grid: QGridLayout, place: int) -> None:
        """Stand in a row of a grid."""
        grid.addWidget(self.label, place, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.box, place, 1)
        self.label.show()
        self.box.show()

    def show(self, table: Mapping[str, Any], name: str) -> None:
        """Its value."""
        self.label.setText(name)
        self.entry.show_value(table.get(self._key))
        tell(self.refusal, self._block.refusal_of(self._key, table))

    def drop(self) -> None:
        """Go away."""
        for part in (self.label, self.box):
            part.hide()
            part.deleteLater()
