"""A spreadsheet with its buttons: units or leaders are added, filled, copied, pasted, removed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QDialog, QMenu, QToolButton, QWidget

from hexwar.editor import proposals
from hexwar.editor.army import LEADERS, UNITS, Path, Roll, at, text
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.mentions import mentions
from hexwar.editor.muster import (
    Change,
    added,
    changed,
    moved_rows,
    names_at,
    removed,
    shifted,
)
from hexwar.editor.pages.forces_model import FAULT, KEYS, SheetModel, SheetView, key_words
from hexwar.editor.pages.forces_strength import StrengthDialog
from hexwar.editor.paste import new_record, pasted
from hexwar.editor.port import editing_of, followed
from hexwar.editor.table import FORMATION, from_tsv, title_of, to_tsv, value_of
from hexwar.engine import Refusal
from hexwar.messages import count, listed, mark, say
from hexwar.scenario.schema import Record
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, Panel, button, column, fill, plain_label, row
from hexwar.widgets.words import capital, keyless, literal

_WIDTHS: Final[Mapping[str, int]] = {
    "formation": 120,
    "id": 92,
    "slug": 150,
    "name": 230,
    "arm": 118,
    "division": 190,
    "attached_from": 120,
    "flags": 130,
    "ratings": 190,
    "special": 190,
    "note": 220,
}
"""Widths of columns, pixels at 100 %; of the others `_WIDTH`."""
_WIDTH: Final = 52
_ROW: Final = 30  # the height of a row, likewise
_AROUND: Final = 20  # a heading, likewise
_ICON: Final = 16

_FIRST: Final = (
    *("formation", "name", "arm", "role", "men", "guns", "sp", "reduced_sp", "steps", "rating"),
    *("initiative", "movement", "vedettes", "flags", "ratings", "special", "division"),
)
"""The columns that stand first until somebody moves them."""

_DEEDS: Final[Mapping[str, str]] = {
    "add": mark("Add row"),
    "remove": mark("Remove"),
    "strength": mark("SP from men…"),
    "quality": mark("Propose the other numbers"),
    "copy": mark("Copy"),
    "titled": mark("Copy with headings"),
    "cut": mark("Cut"),
    "paste": mark("Paste"),
    "clear": mark("Clear cells"),
    "fill": mark("Fill down"),
    "up": mark("Move up"),
    "down": mark("Move down"),
    "unsorted": mark("Back to the order of the file"),
}

_TIPS: Final[Mapping[str, str]] = {
    "add": mark("A new row below the current one, with the numbers that its arm usually has."),
    "remove": mark("Takes the chosen rows out of the forces, the set-up, arrivals and orders."),
    "strength": mark("Reckons SP from the men and guns of the chosen rows; shows it first."),
    "quality": mark("An estimate: what units of this arm have in the battles of the program."),
    "fill": mark("Fills the chosen cells of each column with what stands in the uppermost."),
}


class Asking(QDialog):
    """A sentence and two buttons; whoever asks hears of the one that goes on."""

    def __init__(self, look: Look, words: str, doing: str, parent: QWidget) -> None:
        """Ask whether to do something, which is the word on the main button."""
        super().__init__(parent)
        self.setWindowTitle(say("Remove"))
        self.words = plain_label("", words)
        self.go, self.cancel = button(doing, "main"), button(say("Cancel"))
        self.go.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        body = Body(look)
        column(body, 18, 16, self.words, row(8, None, self.cancel, self.go))
        fill(self, body)
        self.go.setDefault(True)
        self.setMinimumWidth(look.px(440))


def lost_words(draft: Draft, schema: type[Record], gone: Sequence[Path]) -> str:
    """What else falls away with some records, in a sentence; empty where nothing does."""
    found = mentions(draft, schema, names_at(draft.forces, gone))
    if not found:
        return ""
    total = found.total()
    where = listed(f"{title_of(name)} {n}" for name, n in found.items())
    one, many = (
        mark("{n} other place names it, and changes with it"),
        mark("{n} other places name what goes, and change with it"),
    )
    return say("{told}: {where}.", told=count(one, many, total), where=where)


class SheetPane(Panel):
    """A roll as a spreadsheet, and what can be done with it."""

    current = Signal(object)
    """The place of the current row; None where there is none."""
    told = Signal(str)
    """A sentence about the current cell or what was just done; empty where there is none."""
    picked = Signal()
    """Other rows are selected."""

    def __init__(self, desk: Desk, roll: Roll) -> None:
        """Show a roll of what lies on a desk."""
        super().__init__(desk.look)
        self.desk, self.roll = desk, roll
        self.home: int | None = None  # the formation to which new rows belong
        self.question: Asking | None = None
        self.strength: StrengthDialog | None = None
        self.model = SheetModel(roll, self)
        self.view = SheetView(self.model, desk.look)
        self.actions_: dict[str, QAction] = {}
        self._make_actions()
        self._columns = QMenu(self)
        self._columns.aboutToShow.connect(self._list_columns)
        tools = row(6, *self._buttons(), None)
        column(self, 0, 6, tools, (self.view, 1))
        self._hidden: set[str] = set()  # columns that somebody does not want to see
        self._arrange()
        self._connect()
        self.settle()

    def _connect(self) -> None:
        self.model.edited.connect(self._change)
        self.model.moved.connect(self._move_to)
        self.view.asked.connect(self.do)
        self.view.painter.told.connect(self.told)
        self.view.selectionModel().currentChanged.connect(self.tell_current)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self.picked.emit())
        self.model.modelReset.connect(self.tell_current)
        self.model.dataChanged.connect(self.tell_current)
        head = self.view.horizontalHeader()
        head.sectionClicked.connect(self._sort)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._ask_columns)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._ask_deeds)

    def _make_actions(self) -> None:
        for deed, words in _DEEDS.items():
            if deed == "strength" and self.roll is not UNITS:
                continue
            if deed == "quality" and self.roll not in (UNITS, LEADERS):
                continue
            keys = key_words(KEYS[deed]) if deed in KEYS else ""
            action = QAction(keyless(say(words)) + (keys and f"\t{keys}"), self)
            action.triggered.connect(partial(self.do, deed))
            tip = say(_TIPS[deed]) if deed in _TIPS else say(words)
            action.setToolTip(literal(f"{tip} ({keys})" if keys else tip))
            self.actions_[deed] = action

    def _buttons(self) -> list[QToolButton]:
        made = []
        for deed in ("add", "remove", "strength"):
            if deed in self.actions_:
                tool = QToolButton()
                tool.setText(keyless(say(_DEEDS[deed])))
                tool.setToolTip(literal(self.actions_[deed].toolTip()))
                tool.clicked.connect(partial(self.do, deed))
                made.append(tool)
        self.more = QMenu(self)
        for deed, action in self.actions_.items():
            if deed not in ("add", "remove", "strength"):
                self.more.addAction(action)
            if deed in ("quality", "clear", "down"):
                self.more.addSeparator()
        for words, menu in ((say("More"), self.more), (say("Columns"), self._columns)):
            tool = QToolButton()
            tool.setText(keyless(words) + " ▾")
            tool.setMenu(menu)
            tool.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            tool.setStyleSheet("QToolButton::menu-indicator { image: none; }")
            made.append(tool)
        made[-1].setToolTip(say("Which columns are shown. Drag their heads to move them."))
        return made

    def _arrange(self) -> None:
        head, names = self.view.horizontalHeader(), self.model.columns
        wanted = [name for name in _FIRST if name in names]
        for place, name in enumerate(wanted):
            head.moveSection(head.visualIndex(names.index(name)), place)

    def dress(self) -> None:
        """Widths and heights follow the scale."""
        look = self.look
        self.view.look = self.view.painter.look = look
        self.view.verticalHeader().setDefaultSectionSize(look.px(_ROW))
        self.view.verticalHeader().setMinimumWidth(look.px(34))
        letters = QFontMetrics(look.sans())
        for at_, name in enumerate(self.model.columns):
            title = letters.horizontalAdvance(capital(title_of(name))) + look.px(_AROUND)
            self.view.setColumnWidth(at_, max(look.px(_WIDTHS.get(name, _WIDTH)), title))
        self.view.setIconSize(QSize(look.px(_ICON), look.px(_ICON)))

    # -- what is shown

    def show_draft(self, draft: Draft, chosen: Collection[int] | None, home: int | None) -> None:
        """Show the rows of some formations, or all; and where new ones belong."""
        self.home = home
        where = self._current_place()
        cell = self.view.currentIndex().column()
        rows = self.model.rows
        self.model.show_forces(draft.forces, chosen)
        self._hide_columns(is_one=chosen is not None and len(chosen) == 1)
        if self.model.rows is not rows and where in self.model.rows and cell >= 0:
            self.view.choose_places([where], cell)

    def _hide_columns(self, *, is_one: bool) -> None:
        """Hide what nobody wants to see; the formation too where there is only one."""
        for at_, name in enumerate(self.model.columns):
            is_idle = name == FORMATION and is_one
            self.view.setColumnHidden(at_, is_idle or name in self._hidden)

    def _current_place(self) -> Path:
        at_ = self.view.currentIndex().row()
        return self.model.rows[at_] if 0 <= at_ < len(self.model.rows) else ()

    def tell_current(self, *_: object) -> None:
        """Tell of the current row, and what is wrong with the current cell."""
        index = self.view.currentIndex()
        self.current.emit(self._current_place() or None)
        fault = index.data(FAULT) if index.isValid() else ""
        if fault:
            name = capital(title_of(self.model.columns[index.column()]))
            self.told.emit(say("{field}: {fault}", field=name, fault=fault))
        else:
            self.told.emit("")

    def chosen_places(self) -> list[Path]:
        """The places of the rows in which something is selected."""
        return [self.model.rows[at_] for at_ in self.view.chosen_rows()]

    def go_to(self, place: Path, field: str) -> bool:
        """Make a cell the current one; False where its row is not shown."""
        if place not in self.model.rows:
            return False
        names = self.model.columns
        across = names.index(field) if field in names else names.index("name")
        self._hidden.discard(names[across])
        self.view.showColumn(across)
        self.view.choose_places([place], across)
        self.view.setFocus()
        return True

    def _sort(self, section: int) -> None:
        head = self.view.horizontalHeader()
        self.model.sort(section, head.sortIndicatorOrder())

    # -- menus

    def _list_columns(self) -> None:
        self._columns.clear()
        for at_, name in enumerate(self.model.columns):
            action = self._columns.addAction(keyless(capital(title_of(name))))
            action.setCheckable(True)
            action.setChecked(not self.view.isColumnHidden(at_))
            action.toggled.connect(partial(self._show_column, at_))

    def _show_column(self, at_: int, is_on: bool) -> None:
        name = self.model.columns[at_]
        if is_on:
            self._hidden.discard(name)
        elif len(self.view.visible_columns()) > 1:
            self._hidden.add(name)
        self.view.setColumnHidden(at_, name in self._hidden)

    def _ask_columns(self, where: QPoint) -> None:
        self._columns.popup(self.view.horizontalHeader().mapToGlobal(where))

    def _ask_deeds(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for deed, action in self.actions_.items():
            menu.addAction(action)
            if deed in ("quality", "clear", "down"):
                menu.addSeparator()
        menu.popup(self.view.viewport().mapToGlobal(where))

    # -- what is done

    def do(self, deed: str, *_: object) -> None:
        """Do something with what is selected, by its word."""
        deeds: Mapping[str, Callable[[], object]] = {
            "add": self._add,
            "remove": self._ask_to_remove,
            "strength": self._reckon,
            "quality": self._propose,
            "copy": self._copy,
            "titled": partial(self._copy, is_titled=True),
            "cut": self._cut,
            "paste": self._paste,
            "clear": partial(self._clear, mark("Clear cells")),
            "fill": self._fill,
            "up": partial(self._shift, -1),
            "down": partial(self._shift, 1),
            "unsorted": self._unsort,
        }
        if deed in self.actions_:
            deeds[deed]()

    @property
    def _schema(self) -> type[Record]:
        return followed(self.desk)

    def _change(self, changes: list[Change], words: str = "") -> None:
        """Take a step that changes cells."""
        names = dict.fromkeys(field for _, field, _ in changes)
        usual = say("Change {field}", field=listed(map(title_of, names)))
        draft, refused = changed(self.desk.draft, self._schema, changes)
        self.desk.do(words or usual, draft)
        if refused:
            self.told.emit(refused[0])

    def _move_to(self, place: Path, to: int) -> None:
        made = moved_rows(self.desk.draft.forces, self.roll, [place], to)
        if isinstance(made, Refusal):
            self.told.emit(made.sentence)
            return
        forces, where = made
        self.desk.do(say("Move to another formation"), self.desk.draft.having("forces", forces))
        self.view.choose_places(where)

    def _add(self) -> None:
        rows = self.view.chosen_rows()
        near = self.model.rows[rows[-1]] if rows else ()
        forces = self.desk.draft.forces
        home: int | None = self.home
        before = None
        if near:
            last = near[-1]
            before = last + 1 if isinstance(last, int) else None
            owner = self.model.owner(rows[-1])
            home = owner if owner is not None else home
        told: dict[str, Any] = {}
        arm = text(at(forces, near), "arm") if near and self.roll is UNITS else ""
        if arm and "train" not in arm:
            told["arm"] = arm
        record = new_record(self.roll, told, forces, home)
        made = added(forces, self.roll, home, [record], before)
        if isinstance(made, Refusal):
            self.told.emit(made.sentence)
            return
        self.desk.do(say("Add row"), self.desk.draft.having("forces", made[0]))
        names = self.model.columns
        self.view.choose_places(made[1], names.index("name"))
        if self.view.isVisible():
            self.view.setFocus()
            self.view.edit(self.view.currentIndex())  # the name can be typed at once

    def _ask_to_remove(self) -> None:
        gone = self.chosen_places()
        if not gone:
            self.told.emit(say("Choose the rows first."))
            return
        lost = lost_words(self.desk.draft, self._schema, gone)
        if not lost:
            self._remove(gone)
            return
        name = text(at(self.desk.draft.forces, gone[0]), "name")
        head = say("Remove {name}?", name=name or say("this row"))
        if len(gone) > 1:
            head = count("Remove {n} row?", "Remove {n} rows?", len(gone))
        self.question = Asking(self.look, f"{head} {lost}", say("Remove"), self)
        self.question.accepted.connect(partial(self._remove, gone))
        self.question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.question.open()

    def _remove(self, gone: Sequence[Path]) -> None:
        row_ = self.view.currentIndex().row()
        words = count("Remove {n} row", "Remove {n} rows", len(gone))
        self.desk.do(words, removed(self.desk.draft, self._schema, gone))
        if self.model.rows:
            nearest = min(max(row_, 0), len(self.model.rows) - 1)
            self.view.choose_places([self.model.rows[nearest]])

    def _numbers(self, reckon: Callable[[dict[str, Any]], Mapping[str, Any]]) -> list[Change]:
        """The changes that a proposal makes in the chosen rows."""
        return [
            (place, name, value)
            for place in self.chosen_places()
            for name, value in reckon(at(self.desk.draft.forces, place)).items()
        ]

    def _reckon(self) -> None:
        editing = editing_of(self.desk.kit)
        units = [(place, at(self.desk.draft.forces, place)) for place in self.chosen_places()]
        units = [(place, unit) for place, unit in units if isinstance(unit, dict)]
        if editing.basis is None:
            self.told.emit(say("This game does not say how SP come from men: enter them by hand."))
        elif not units:
            self.told.emit(say("Select the rows first."))
        else:
            self.strength = StrengthDialog(self.look, units, editing.strength, editing.basis, self)
            self.strength.taken.connect(partial(self._change, words=say("SP from men")))
            self.strength.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.strength.open()

    def _propose(self) -> None:
        is_unit = self.roll is UNITS
        changes = self._numbers(proposals.quality if is_unit else proposals.leadership)
        self._change(changes, say("Propose numbers"))

    # -- the clipboard

    def _copy(self, *, is_titled: bool = False) -> None:
        cells = self.view.chosen_cells()
        shown = self.view.visible_columns()
        across = [at_ for at_ in shown if any(at_ == column_ for _, column_ in cells)]
        rows = list(dict.fromkeys(row_ for row_, _ in cells))
        chosen = set(cells)
        page = [
            [self.model.cell(row_, at_) if (row_, at_) in chosen else "" for at_ in across]
            for row_ in rows
        ]
        if is_titled:
            heads = [self.model.headerData(at_, Qt.Orientation.Horizontal) for at_ in across]
            page.insert(0, heads)
        if cells:
            QGuiApplication.clipboard().setText(to_tsv(page))

    def _cut(self) -> None:
        self._copy()
        self._clear(mark("Cut"))

    def _clear(self, words: str) -> None:
        self._change(
            [
                (self.model.rows[row_], field.name, None)
                for row_, at_ in self.view.chosen_cells()
                if (field := self.model.field(at_)) is not None and field.name != "id"
            ],
            say(words),
        )

    def _fill(self) -> None:
        first: dict[int, int] = {}
        changes: list[Change] = []
        for row_, at_ in self.view.chosen_cells():
            field = self.model.field(at_)
            if field is None or field.name in ("id", "slug"):
                continue
            top = first.setdefault(at_, row_)
            if top != row_:
                changes.append((self.model.rows[row_], field.name, self.model.value(top, at_)))
        self._change(changes, say("Fill down"))

    def _paste(self) -> None:
        cells = from_tsv(QGuiApplication.clipboard().text())
        if isinstance(cells, Refusal) or not cells:
            self.told.emit(
                cells.sentence if isinstance(cells, Refusal) else say("Nothing to paste.")
            )
            return
        chosen = self.view.chosen_cells()
        if len(cells) == len(cells[0]) == 1 and len(chosen) > 1:
            self._change(
                [
                    (self.model.rows[row_], field.name, value_of(cells[0][0], field))
                    for row_, at_ in chosen
                    if (field := self.model.field(at_)) is not None and field.name != "id"
                ],
                say("Paste"),
            )
            return
        shown = self.view.visible_columns()
        index = self.view.currentIndex()
        row_, at_ = chosen[0] if chosen else (max(index.row(), 0), index.column())
        start = shown.index(at_) if at_ in shown else 0
        columns = [self.model.columns[one] for one in shown[start:]]
        rows = self.model.rows[row_:]
        home = self.model.owner(len(self.model.rows) - 1) if self.model.rows else None
        home = self.home if self.home is not None else home
        draft = self.desk.draft
        made = pasted(draft, self._schema, self.roll, rows, columns, cells, home)
        if isinstance(made, Refusal):
            self.told.emit(made.sentence)
            return
        after, refused = made
        self.desk.do(count("Paste {n} row", "Paste {n} rows", len(cells)), after)
        if refused:
            self.told.emit(refused[0])

    # -- order

    def _shift(self, way: int) -> None:
        self._unsort()
        forces, where = shifted(self.desk.draft.forces, self.chosen_places(), way)
        words = say("Move up") if way < 0 else say("Move down")
        self.desk.do(words, self.desk.draft.having("forces", forces))
        self.view.choose_places(where)

    def _unsort(self) -> None:
        self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.model.sort(-1)
