"""Forms of a formation and of the forces as a whole: every field, checked as one types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from hexwar.editor.army import formation_names, inside, side_names, text
from hexwar.editor.document import Json
from hexwar.editor.table import flag_value, refusal, text_of, title_of, value_of
from hexwar.messages import listed, say
from hexwar.scenario.form import Field, Kind, fields_of
from hexwar.scenario.schema import Record
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Body,
    ChoiceBox,
    Panel,
    bare,
    box_sheet,
    column,
    line_label,
    plain_label,
    row,
    scrolled,
)
from hexwar.widgets.words import capital, keyless, literal

_NARROW: Final = 560  # below this width the fields stand in one column, pixels at 100 %
_LINES: Final = 4  # that a list of sentences shows at once


class RecordForm(Panel):
    """The fields of a record. What is edited it only asks for."""

    edited = Signal(str, object, object)
    """A field is to be changed: its name, its new value, and the stroke that it is a part of."""

    def __init__(self, look: Look, record: type[Record], without: Collection[str] = ()) -> None:
        """Make the form of a record, but for some of its fields."""
        super().__init__(look)
        self.fields = [field for field in fields_of(record) if field.name not in without]
        self.record: Json = {}
        self.forces: Json = {}
        self._problems: Mapping[str, str] = {}
        self.boxes: dict[str, QWidget] = {}
        self.faults: dict[str, QLabel] = {}
        self._cells: list[QWidget] = []
        self._stroke: object = object()
        self._columns = 0
        self.ground = Body(look)
        self._grid = QGridLayout()
        self.head = plain_label("heading")
        column(self.ground, 4, 8, self.head, self._grid, None)
        bare(self, scrolled(self.ground))
        for field in self.fields:
            self._cells.append(self._cell(field))
        self._lay_out()
        self.settle()

    def beside(self, name: str, part: QWidget) -> None:
        """Put a button beside a field."""
        cell = self._cells[[field.name for field in self.fields].index(name)]
        line = cell.findChild(QWidget, "line")
        layout = line.layout() if line is not None else None
        if layout is not None:
            layout.addWidget(part)

    def above(self, part: Panel) -> None:
        """Put a part over all fields."""
        layout = self.ground.layout()
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, part)

    def call(self, words: str) -> None:
        """Write a heading over the fields; of no words there is none."""
        self.head.setText(words)
        self.head.setVisible(bool(words))

    # -- its parts

    def _cell(self, field: Field) -> QWidget:
        box = self._box(field)
        words = capital(title_of(field.name))
        box.setAccessibleName(words)
        box.setToolTip(literal(capital(field.about)))
        title, fault = line_label(words), plain_label("refusal")
        title.setProperty("role", "quiet")
        title.setBuddy(box)
        fault.hide()
        cell, line = QWidget(), QWidget()
        line.setObjectName("line")
        row(6, (box, 1), on=line)
        column(cell, 0, 2, title, line, fault)
        self.boxes[field.name], self.faults[field.name] = box, fault
        return cell

    def _box(self, field: Field) -> QWidget:
        shape = field.shape
        if shape.kind is Kind.FLAG:
            tick = QCheckBox(say("yes"))
            tick.clicked.connect(partial(self._tick, field))
            return tick
        is_own_id = field.name == "id"
        if shape.kind in (Kind.CHOICE, Kind.SIDE, Kind.FORMATION) and not is_own_id:
            box = ChoiceBox(self.look, {})
            box.activated.connect(lambda _: self._take(field, box.currentData() or None))
            return box
        if shape.item is not None and shape.item.kind is Kind.FORMATION:
            tool = QToolButton()
            tool.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            tool.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            tool.setStyleSheet(
                "QToolButton { text-align: left; } QToolButton::menu-indicator { image: none; }"
            )
            tool.setMenu(QMenu(tool))
            return tool
        if "\n" in text_of(["a", "b"] if shape.kind is Kind.LIST else {"a": "", "b": ""}, shape):
            page = QPlainTextEdit()
            page.setTabChangesFocus(True)
            page.textChanged.connect(lambda: self._type(field, page.toPlainText()))
            return page
        line = QLineEdit()
        line.textEdited.connect(partial(self._type, field))
        line.editingFinished.connect(partial(self._leave, field, line))
        return line

    def _lay_out(self) -> None:
        wanted = 1 if self.width() < self.look.px(_NARROW) else 2
        if wanted == self._columns:
            return
        self._columns = wanted
        for cell in self._cells:
            self._grid.removeWidget(cell)
        at_ = 0
        for field, cell in zip(self.fields, self._cells, strict=True):
            is_broad = isinstance(self.boxes[field.name], QPlainTextEdit) or field.name == "note"
            if is_broad and at_ % wanted:
                at_ += 1
            self._grid.addWidget(cell, at_ // wanted, at_ % wanted, 1, wanted if is_broad else 1)
            at_ += wanted if is_broad else 1
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if wanted > 1 else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One column of fields or two."""
        super().resizeEvent(event)
        self._lay_out()

    def dress(self) -> None:
        """Gaps and heights follow the scale."""
        self.setStyleSheet(box_sheet(self.look))
        self._grid.setHorizontalSpacing(self.look.px(14))
        self._grid.setVerticalSpacing(self.look.px(8))
        for box in self.boxes.values():
            if isinstance(box, QPlainTextEdit):
                line = box.fontMetrics().lineSpacing()
                box.setFixedHeight(line * _LINES + self.look.px(18))

    # -- what it shows

    def show_record(self, record: Json, forces: Json, *, is_other: bool) -> None:
        """Show a record of some forces; `is_other` where it is not the one that was shown."""
        self.record, self.forces = record, forces
        if is_other:
            self._stroke = object()
        for field in self.fields:
            self._show(field)
            self._judge(field, record.get(field.name))

    def show_problems(self, problems: Mapping[str, str]) -> None:
        """Tell what the checks say of fields; of one that is not here it stands at the first."""
        first = "name" if "name" in self.boxes else next(iter(self.boxes), "")
        found: dict[str, str] = {}
        for name, sentence in problems.items():
            found.setdefault(name if name in self.boxes else first, sentence)
        self._problems = found
        for field in self.fields:
            self._judge(field, self.record.get(field.name))

    def _show(self, field: Field) -> None:
        box, value = self.boxes[field.name], self.record.get(field.name)
        told = text_of(value, field.shape)
        if isinstance(box, QCheckBox):
            box.setChecked(value is True)
        elif isinstance(box, ChoiceBox):
            self._show_choices(box, field, told)
        elif isinstance(box, QToolButton):
            self._show_formations(box, field)
        elif isinstance(box, QLineEdit):
            if value_of(box.text(), field) != value or not box.hasFocus():
                _keep_quiet(box, lambda: box.setText(told))
        elif isinstance(box, QPlainTextEdit) and value_of(box.toPlainText(), field) != value:
            _keep_quiet(box, lambda: box.setPlainText(told))

    def _show_choices(self, box: ChoiceBox, field: Field, now: str) -> None:
        choices: dict[str, str] = {} if field.is_needed else {"": say("none")}
        own = text(self.record, "id")
        if field.shape.kind is Kind.CHOICE:
            choices |= {one: capital(one.replace("_", " ")) for one in field.shape.choices}
        elif field.shape.kind is Kind.SIDE:
            choices |= side_names(self.forces)
        else:
            names = formation_names(self.forces)
            choices |= {id_: f"{name} ({id_})" for id_, name in names.items() if id_ != own}
        if now not in choices:
            choices[now] = now
        box.clear()
        for value, words in choices.items():
            box.addItem(words, value)
        box.setCurrentIndex(box.findData(now))

    def _show_formations(self, tool: QToolButton, field: Field) -> None:
        names = formation_names(self.forces)
        chosen = [one for one in inside(self.record, field.name) if isinstance(one, str)]
        side = text(self.record, "side")
        told = listed(names.get(one) or one for one in chosen) if chosen else say("any")
        tool.setText(keyless(self._cut(told)))
        tool.setToolTip(literal(f"{told}. {capital(field.about)}"))
        menu = tool.menu()
        menu.clear()
        sides = {text(one, "id"): text(one, "side") for one in inside(self.forces, "formations")}
        for id_, name in names.items():
            if sides.get(id_) not in (side, None) and id_ not in chosen:
                continue
            action = QAction(keyless(f"{name} ({id_})"), menu)
            action.setCheckable(True)
            action.setChecked(id_ in chosen)
            action.triggered.connect(partial(self._mark, field, id_))
            menu.addAction(action)

    def _cut(self, words: str) -> str:
        return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"

    # -- what is asked for

    def _judge(self, field: Field, value: Any) -> None:
        fault, told = self.faults[field.name], refusal(field, value)
        told = told or self._problems.get(field.name, "")
        fault.setText(capital(told))
        fault.setVisible(bool(told))

    def _take(self, field: Field, value: Any) -> None:
        self.edited.emit(field.name, value, None)

    def _tick(self, field: Field, is_on: bool) -> None:
        self._take(field, flag_value(field, is_on=is_on))

    def _type(self, field: Field, words: str) -> None:
        value = value_of(words, field)
        self._judge(field, value)
        if field.name != "id":  # a half-typed id may be that of another
            self.edited.emit(field.name, value, (field.name, self._stroke))

    def _leave(self, field: Field, line: QLineEdit) -> None:
        if field.name == "id" and value_of(line.text(), field) != self.record.get("id"):
            self.edited.emit("id", value_of(line.text(), field), None)
        self._stroke = object()
        self._show(field)
        self._judge(field, self.record.get(field.name))

    def _mark(self, field: Field, id_: str, is_on: bool) -> None:
        old = [one for one in inside(self.record, field.name) if one != id_]
        self._take(field, ([*old, id_] if is_on else old) or None)

    def go_to(self, name: str) -> bool:
        """Lead to a field; False where it has none such."""
        box = self.boxes.get(name)
        if box is not None:
            box.setFocus()
        return box is not None


_LONGEST: Final = 60  # letters on a button


def _keep_quiet(box: QWidget, act: Callable[[], None]) -> None:
    """Change a box without anybody hearing of it."""
    with QSignalBlocker(box):
        act()


class SidesForm(Panel):
    """The two sides: an id and what players read of each."""

    edited = Signal(int, str, str, object)
    """A side, first or second, is to have an id and a name; and the stroke."""

    def __init__(self, look: Look) -> None:
        """Make it empty."""
        super().__init__(look)
        self.ids = [QLineEdit(), QLineEdit()]
        self.names = [QLineEdit(), QLineEdit()]
        self._stroke: object = object()
        lines = []
        for place, (id_, name) in enumerate(zip(self.ids, self.names, strict=True)):
            nth = say("First side") if place == 0 else say("Second side")
            title = line_label(nth)
            title.setProperty("role", "quiet")
            name.setAccessibleName(say("{side}: name", side=nth))
            id_.setAccessibleName(say("{side}: id", side=nth))
            name.setPlaceholderText(say("Name"))
            id_.setPlaceholderText(say("id, such as french"))
            id_.editingFinished.connect(partial(self._tell, place, is_typing=False))
            name.textEdited.connect(lambda _, at_=place: self._tell(at_, is_typing=True))
            name.editingFinished.connect(self._leave)
            part = QWidget()
            column(part, 0, 2, title, row(6, (name, 2), (id_, 1)))
            lines.append((part, 1))
        row(14, *lines, on=self)
        self.settle()

    def show_sides(self, sides: Mapping[str, str]) -> None:
        """Show the sides."""
        pairs = [*sides.items(), ("", ""), ("", "")][:2]
        for place, (id_, name) in enumerate(pairs):
            if self.ids[place].text() != id_ and not self.ids[place].hasFocus():
                self.ids[place].setText(id_)
            if self.names[place].text() != name:
                self.names[place].setText(name)

    def _tell(self, place: int, *, is_typing: bool) -> None:
        stroke = ("side", place, self._stroke) if is_typing else None
        words = self.ids[place].text().strip(), self.names[place].text().strip()
        self.edited.emit(place, *words, stroke)

    def _leave(self) -> None:
        self._stroke = object()


def propose_button(words: str, tip: str) -> QPushButton:
    """A small button beside a field that fills it."""
    made = QPushButton(keyless(words))
    made.setProperty("room", "small")
    made.setToolTip(literal(tip))
    return made
