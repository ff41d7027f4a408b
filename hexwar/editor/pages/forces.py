"""The page of the forces: their tree, the spreadsheets of units and leaders, counters and sums."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QToolButton, QWidget

from hexwar.editor import proposals
from hexwar.editor.army import (
    LEADERS,
    OFF_MAP,
    UNITS,
    Line,
    Path,
    at,
    formation_at,
    formations,
    formations_of,
    inside,
    side_names,
    sums_of,
    text,
)
from hexwar.editor.borrow import borrowed
from hexwar.editor.checks import Problem
from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.muster import (
    added_formation,
    changed,
    duplicated,
    moved_formation,
    put_under,
    removed,
    with_side,
)
from hexwar.editor.pages.forces_card import CounterCard
from hexwar.editor.pages.forces_copy import CopyDialog
from hexwar.editor.pages.forces_form import RecordForm, SidesForm, propose_button
from hexwar.editor.pages.forces_model import key_words
from hexwar.editor.pages.forces_portrait import PortraitBox
from hexwar.editor.pages.forces_sheet import Asking, SheetPane, lost_words
from hexwar.editor.pages.forces_tree import TREE_KEYS, ForcesTree, sums_words
from hexwar.editor.port import followed
from hexwar.editor.portraits import adopted
from hexwar.editor.table import title_of
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.scenario.schema import ForcesFile, FormationRecord, Record
from hexwar.widgets.panels.parts import Panel, bare, card, column, plain_label, row, spaced
from hexwar.widgets.words import keyless, literal

_TREE: Final = 300  # width of the tree, pixels at 100 %

_ROOMY: Final = 860  # the width from which on the counter is shown, likewise

_BUTTONS: Final[Mapping[str, str]] = {
    "add": mark("Add"),
    "duplicate": mark("Duplicate"),
    "remove": mark("Remove"),
}
_TIPS: Final[Mapping[str, str]] = {
    "add": mark("A new corps below the chosen formation"),
    "duplicate": mark("A copy of the chosen formation with ids of its own"),
    "remove": mark("Takes the chosen formation and all its units and leaders out of the battle"),
    "up": mark("Before the formation above it"),
    "down": mark("Behind the formation below it"),
}


class ForcesPage(Page):
    """All that can be done to the forces of a battle."""

    title: ClassVar[str] = mark("Forces")
    key: ClassVar[str] = "forces"
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {
        "forces": (*ForcesFile.model_fields, "*"),
    }
    wide = QSize(1200, 640)
    least = QSize(560, 320)

    def __init__(self, desk: Desk) -> None:
        """Show the forces of what lies on a desk."""
        super().__init__(desk)
        self.question: Asking | None = None
        self.dialog: CopyDialog | None = None
        self._formation: int | None = None  # the chosen one, by its place
        self._line: Line | None = None
        self._problems: dict[Path, str] = {}  # what the checks say, by the field
        self.tree = ForcesTree(desk.look)
        self.form = RecordForm(desk.look, FormationRecord, ("leaders", "units"))
        self.whole = RecordForm(
            desk.look, ForcesFile, ("format", "kind", "side_names", "formations", "off_map")
        )
        self.sides = SidesForm(desk.look)
        self.sheets = {roll.field: SheetPane(desk, roll) for roll in (UNITS, LEADERS, OFF_MAP)}
        self.counter = CounterCard(desk.look)
        self.portrait = PortraitBox(desk)
        self.tabs = QTabWidget()
        self.foot = plain_label("refusal")
        self.sums = plain_label("")
        self._build()
        self._connect()
        self.settle()

    # -- how it is built

    def _build(self) -> None:
        self.level = propose_button(
            say("Propose"),
            say("40 % of its SP, rounded up, at least 5: so it counts if nothing is told (N15.1)."),
        )
        self.form.beside("demoralization_sp", self.level)
        self.tabs.addTab(self.sheets["units"], say("Units"))
        self.tabs.addTab(self.sheets["leaders"], say("Leaders"))
        self.tabs.addTab(self._forms(), say("Formation"))
        self.tabs.addTab(self.sheets["off_map"], say("Off the map"))
        self.tabs.setDocumentMode(True)
        shown, holder = card((self.counter, 1), self.portrait)
        spaced(holder, 2, 0)
        table = Panel(self.look)
        row(8, (self.tabs, 1), shown, on=table)
        self._shown = shown
        self.parts = QSplitter(Qt.Orientation.Horizontal)
        self.parts.addWidget(self._side())
        self.parts.addWidget(table)
        self.parts.setStretchFactor(0, 0)
        self.parts.setStretchFactor(1, 1)
        self.parts.setChildrenCollapsible(False)
        below, lines = card(self.sums, self.foot)
        spaced(lines, 8, 2)
        self.setFocusProxy(self.tree)
        column(self, 10, 8, (self.parts, 1), below)
        self.parts.setSizes([self.look.px(_TREE), self.look.px(3 * _TREE)])

    def _side(self) -> QWidget:
        tools = [self._tool(deed, say(words)) for deed, words in _BUTTONS.items()]
        moves = [self._tool("up", "▲"), self._tool("down", "▼")]
        self.copy = QToolButton()
        self.copy.setText(keyless(say("Copy from a battle …")))
        self.copy.clicked.connect(self.ask_copy)
        side = Panel(self.look)
        under = row(4, self.copy, None, *moves)
        column(side, 0, 6, row(4, *tools, None), (self.tree, 1), under)
        return side

    def _tool(self, deed: str, words: str) -> QToolButton:
        tool = QToolButton()
        tool.setText(keyless(words))
        tip = say(_TIPS[deed])
        tool.setToolTip(literal(f"{tip} ({key_words(TREE_KEYS[deed])})"))
        tool.setAccessibleName(tip)
        tool.clicked.connect(partial(self.do, deed))
        return tool

    def _forms(self) -> QWidget:
        """The form of the chosen formation, or of the forces as a whole."""
        self.whole.above(self.sides)
        holder = Panel(self.look)
        bare(holder, self.form, self.whole)
        return holder

    def _connect(self) -> None:
        self.tree.chosen.connect(self._choose)
        self.tree.renamed.connect(self._rename)
        self.tree.dropped.connect(self._put_under)
        self.tree.asked.connect(self.do)
        self.form.edited.connect(self._edit)
        self.whole.edited.connect(self._edit_whole)
        self.sides.edited.connect(self._edit_side)
        self.level.clicked.connect(self._propose_level)
        self.portrait.edited.connect(self._edit_picture)
        self.portrait.refused.connect(self._tell)
        self.tabs.currentChanged.connect(self._turn)
        for sheet in self.sheets.values():
            sheet.current.connect(lambda _: self._show_counter())
            sheet.told.connect(partial(self._tell_of, sheet))
            sheet.picked.connect(self._show_sums)
        self.desk.checked.connect(self._mark_problems)

    def dress(self) -> None:
        """The tree follows the scale; so do the parts."""
        self.tree.set_look(self.look)
        self._shown.setFixedWidth(self.look.px(152))
        cards = (self.counter, self.portrait)
        for part in (self.form, self.whole, self.sides, *cards, *self.sheets.values()):
            if part.look is not self.look:
                part.set_look(self.look)
        self._show_counter()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the table has it all."""
        super().resizeEvent(event)
        self._show_counter()

    # -- what it shows

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show the forces; what was chosen stays so, wherever it stands now."""
        if before is None:
            self._formation = None
        elif self._formation is not None:
            self._formation = _found(before.forces, after.forces, self._formation)
        if before is None or before.forces is not after.forces:
            self._show(after.forces)

    def _show(self, forces: Json) -> None:
        self.tree.show_forces(forces, self._is_chosen)
        self._show_line(self.tree.line, is_other=False)

    def _is_chosen(self, line: Line) -> bool:
        if self._formation is not None:
            return line.formation == self._formation
        now = self._line
        key = (None, "", "") if now is None else (now.formation, now.side, now.army)
        return (line.formation, line.side, line.army) == key

    def _choose(self, line: Line | None) -> None:
        self._show_line(line, is_other=True)

    def _show_line(self, line: Line | None, *, is_other: bool) -> None:
        draft = self.desk.draft
        forces = draft.forces
        self._line = line
        self._formation = None if line is None else line.formation
        chosen: Collection[int] | None = None if line is None else formations_of(line)
        if line is not None and line.formation is None and not line.side:
            chosen = None  # all of them
        for sheet in self.sheets.values():
            sheet.show_draft(draft, chosen, self._formation)
        formation = formation_at(forces, self._formation)
        self.form.setVisible(formation is not None)
        self.whole.setVisible(formation is None)
        if formation is not None:
            self.form.call(text(formation, "name") or say("Without a name"))
            self.form.show_record(formation, forces, is_other=is_other)
        else:
            self.whole.call("")
            self.whole.show_record(forces, forces, is_other=is_other)
            self.sides.show_sides(side_names(forces))
        self._show_problems()
        self.tabs.setTabText(2, say("Formation") if formation is not None else say("All forces"))
        self._show_counter()
        self._show_sums()

    def _sheet(self) -> SheetPane | None:
        shown = self.tabs.currentWidget()
        return shown if isinstance(shown, SheetPane) else None

    def _show_counter(self) -> None:
        sheet = self._sheet()
        place: Path | None = None
        if sheet is not None and sheet.roll is not OFF_MAP:
            at_ = sheet.view.currentIndex().row()
            place = sheet.model.rows[at_] if 0 <= at_ < len(sheet.model.rows) else None
        has_room = self.width() >= self.look.px(_ROOMY)
        self._shown.setVisible(has_room and sheet is not None and sheet.roll is not OFF_MAP)
        self.counter.show_place(self.desk.draft.forces, place)
        is_leader = sheet is not None and sheet.roll is LEADERS
        self.portrait.show_place(place if is_leader else None)

    def _show_sums(self) -> None:
        forces = self.desk.draft.forces
        told = []
        for side, name in side_names(forces).items():
            units = [
                unit
                for _, one in formations(forces)
                if text(one, "side") == side
                for unit in inside(one, "units")
            ]
            told.append(say("{name}: {sums}", name=name, sums=sums_words(sums_of(units))))
        line, sheet = self._line, self._sheet()
        if line is not None and line.formation is not None:
            told.append(say("{name}: {sums}", name=line.title, sums=sums_words(line.sums)))
        rows = sheet.chosen_places() if sheet is not None and sheet.roll is UNITS else []
        if len(rows) > 1:
            chosen = sums_words(sums_of(at(forces, place) for place in rows))
            told.append(say("Chosen: {sums}", sums=chosen))
        self.sums.setText("     ".join(told))

    def _turn(self, _: int) -> None:
        """Another tab is seen."""
        self._show_counter()
        self._show_sums()
        sheet = self._sheet()
        if sheet is None:
            self._tell("")
        else:
            sheet.tell_current()

    def _tell_of(self, sheet: SheetPane, words: str) -> None:
        """What is told of a spreadsheet, if it is the one that is seen."""
        if sheet is self.tabs.currentWidget():
            self._tell(words)

    def _tell(self, words: str) -> None:
        self.foot.setText(words)
        if words:
            self.desk.told.emit(words)

    def _mark_problems(self, problems: Sequence[Problem]) -> None:
        told = [one for one in problems if one.part == "forces" and one.path]
        self._problems = {}
        for problem in told:
            self._problems.setdefault(_marked(problem.path), problem.sentence)
        for sheet in self.sheets.values():
            sheet.model.show_problems(self._problems)
        wrong = {one.path[1] for one in told if len(one.path) > 1 and one.is_error}
        self.tree.mark_wrong(frozenset(index for index in wrong if isinstance(index, int)))
        self._show_problems()

    def _show_problems(self) -> None:
        """Tell in the forms what the checks say of their fields."""
        own: Path = () if self._formation is None else ("formations", self._formation)
        form = self.whole if self._formation is None else self.form
        found: dict[str, str] = {}
        for place, sentence in self._problems.items():
            if len(place) == len(own) + 1 and place[:-1] == own:
                found.setdefault(str(place[-1]), sentence)
        form.show_problems(found)

    # -- what is done

    @property
    def _schema(self) -> type[Record]:
        return followed(self.desk)

    def do(self, deed: str, *_: object) -> None:
        """Do something with the chosen formation, by its word."""
        deeds: Mapping[str, Callable[[], None]] = {
            "add": self._add,
            "duplicate": self._duplicate,
            "remove": self._ask_to_remove,
            "up": partial(self._move, -1),
            "down": partial(self._move, 1),
        }
        deeds[deed]()

    def _take(self, words: str, made: tuple[Json, int] | Refusal) -> None:
        """Take a step that ends with a chosen formation."""
        if isinstance(made, Refusal):
            self._tell(made.sentence)
            return
        forces, index = made
        self.desk.do(words, self.desk.draft.having("forces", forces))
        self.tree.choose(lambda line: line.formation == index)

    def _add(self) -> None:
        forces, line = self.desk.draft.forces, self._line
        side = line.side if line is not None and line.side else next(iter(side_names(forces)), "")
        if not side:
            self._tell(say("Name the two sides first: they stand under All forces."))
            return
        made = added_formation(forces, side, self._formation)
        self._take(say("Add formation"), made)
        if not isinstance(made, Refusal):
            self.tree.ask_name()

    def _duplicate(self) -> None:
        if self._formation is None:
            self._tell(say("Choose a formation first."))
            return
        self._take(say("Duplicate formation"), duplicated(self.desk.draft.forces, self._formation))

    def _move(self, way: int) -> None:
        if self._formation is not None:
            made = moved_formation(self.desk.draft.forces, self._formation, way)
            self._take(say("Move formation"), made)

    def _ask_to_remove(self) -> None:
        formation = formation_at(self.desk.draft.forces, self._formation)
        if formation is None or self._formation is None:
            self._tell(say("Choose a formation first."))
            return
        place: Path = ("formations", self._formation)
        lost = lost_words(self.desk.draft, self._schema, [place])
        if not lost:
            self._remove(place)
            return
        name = text(formation, "name") or say("this formation")
        head = say("Remove {name} with all its units and leaders?", name=name)
        self.question = Asking(self.look, f"{head} {lost}", say("Remove"), self)
        self.question.accepted.connect(partial(self._remove, place))
        self.question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.question.open()

    def _remove(self, place: Path) -> None:
        name = text(at(self.desk.draft.forces, place), "name")
        words = say("Remove {name}", name=name or say("formation"))
        self.desk.do(words, removed(self.desk.draft, self._schema, [place]))

    def _rename(self, index: int, name: str) -> None:
        self._change(index, "name", name.strip() or None, None)

    def _put_under(self, index: int, line: Line) -> None:
        made = put_under(self.desk.draft.forces, index, line)
        self._take(say("Move formation"), made if isinstance(made, Refusal) else (made, index))

    def _edit(self, field: str, value: Any, stroke: object) -> None:
        if self._formation is not None:
            self._change(self._formation, field, value, stroke)

    def _change(self, index: int, field: str, value: Any, stroke: object) -> None:
        place: Path = ("formations", index)
        draft, refused = changed(self.desk.draft, self._schema, [(place, field, value)])
        self.desk.do(say("Change {field}", field=title_of(field)), draft, stroke)
        self._tell(refused[0] if refused else "")

    def _edit_picture(self, place: Path, name: str | None) -> None:
        draft, _ = changed(self.desk.draft, self._schema, [(place, "picture", name)])
        words = say("Choose a picture") if name else say("Clear a picture")
        self.desk.do(words, draft)
        self._tell("")

    def _propose_level(self) -> None:
        formation = formation_at(self.desk.draft.forces, self._formation)
        if formation is None:
            return
        numbers = self.desk.draft.scenario.get("numbers")
        level = proposals.demoralization(formation, numbers)
        if level is None:
            self._tell(say("It has no SP, so it is never demoralized."))
            return
        self._edit("demoralization_sp", level, None)

    def _edit_whole(self, field: str, value: Any, stroke: object) -> None:
        words = say("Change {field}", field=title_of(field))
        self.desk.put(words, "forces", {field: value}, stroke)

    def _edit_side(self, place: int, id_: str, name: str, stroke: object) -> None:
        made = with_side(self.desk.draft, self._schema, place, id_, name)
        if isinstance(made, Refusal):
            self._tell(made.sentence)
            return
        self.desk.do(say("Change a side"), made, stroke)

    def ask_copy(self) -> None:
        """Ask which formations of which battle are to be copied."""
        self.dialog = CopyDialog(self.look, side_names(self.desk.draft.forces), self)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.taken.connect(self._copy)
        self.dialog.open()

    def _copy(self, other: Json, chosen: Sequence[int], sides: Mapping[str, str]) -> None:
        if self.dialog is not None and self.dialog.pictures is not None:
            other = adopted(other, chosen, self.dialog.pictures, self.desk.state)
        made = borrowed(self.desk.draft.forces, other, chosen, sides)
        if isinstance(made, Refusal):
            self._tell(made.sentence)
            return
        forces, places = made
        self._take(say("Copy formations"), (forces, places[0]))

    # -- where problems lead

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:
        """Lead to a field of the forces."""
        if part != "forces" or not path:
            return False
        index = path[1] if len(path) > 1 and isinstance(path[1], int) else None
        if path[0] == OFF_MAP.field and index is not None:
            self.tabs.setCurrentWidget(self.sheets["off_map"])
            return self.sheets["off_map"].go_to(tuple(path[:2]), str(path[2:3] and path[2]))
        if path[0] != "formations" or index is None:
            self.tree.choose(lambda line: line.formation is None and not line.side)
            self.tabs.setCurrentIndex(2)
            if path[0] == "side_names":
                self.sides.names[0].setFocus()
            else:
                self.whole.go_to(str(path[0]))
            return True
        if not self.tree.choose(lambda line: line.formation == index):
            return False
        name = str(path[2]) if len(path) > 2 else "name"
        if name in ("units", "leaders"):
            sheet = self.sheets[name]
            self.tabs.setCurrentWidget(sheet)
            if len(path) > 3:
                return sheet.go_to(tuple(path[:4]), str(path[4]) if len(path) > 4 else "name")
            return True
        self.tabs.setCurrentIndex(2)
        return self.form.go_to(name)


def _marked(path: Path) -> Path:
    """The field that a problem marks: in a record without a field of its own, the name."""
    if path[0] == OFF_MAP.field:
        return path[:3] if len(path) > 2 else (*path, "name")
    if path[0] != "formations":
        return path[:1]
    is_inner = len(path) > 3 and path[2] in (UNITS.field, LEADERS.field)
    depth = 4 if is_inner else 2
    return path[: depth + 1] if len(path) > depth else (*path, "name")


def _found(before: Json, after: Json, index: int) -> int | None:
    """Where a formation stands after a change; the nearest one where it is gone."""
    old, listed = formation_at(before, index), formations(after)
    same = [i for i, one in listed if one is old]
    named = [i for i, one in listed if text(one, "id") == text(old, "id")]
    nearest = [min(index, len(listed) - 1)] if listed else []
    return next(iter((*same, *named, *nearest)), None)
