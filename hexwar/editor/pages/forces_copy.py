"""A dialog that copies formations from another battle's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from hexwar.editor.army import Line, outline, side_names
from hexwar.editor.borrow import name_of, read_forces, shipped
from hexwar.editor.document import Json
from hexwar.editor.pages.forces_tree import sums_words
from hexwar.engine import Refusal
from hexwar.messages import count, say
from hexwar.scenario.pictures import FOLDER
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Body,
    ChoiceBox,
    bar,
    box_sheet,
    button,
    column,
    fill,
    line_label,
    plain_label,
    row,
)
from hexwar.widgets.words import keyless, literal

_SIZE: Final = QSize(860, 560)  # at 100 %
_ROW: Final = 28  # the height of a battle's row, likewise
_PLACE: Final = Qt.ItemDataRole.UserRole


class CopyDialog(QDialog):
    """Battles on the left, formations of the chosen one on the right, each to be ticked."""

    taken = Signal(object, object, object)
    """Copy these: the other forces, places of its formations, and the sides here by its own."""

    def __init__(self, look: Look, sides: Mapping[str, str], parent: QWidget) -> None:
        """List the battles of the program; the sides are those of the forces at work."""
        super().__init__(parent)
        self.look, self._sides = look, dict(sides)
        self.other: Json = {}
        self.pictures: Path | None = None
        """The folder of the pictures of their leaders."""
        self.setWindowTitle(say("Copy formations from another battle"))
        self.battles = QListWidget()
        self.battles.setAccessibleName(say("Battles"))
        self.battles.setItemDelegate(QStyledItemDelegate(self.battles))  # it heeds the style sheet
        self.battles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for _, folder in shipped():
            self._list(folder)
        self.battles.currentItemChanged.connect(self._choose)
        self.formations = QTreeWidget()
        self.formations.setAccessibleName(say("Formations"))
        self.formations.setHeaderHidden(True)
        self.formations.itemChanged.connect(self._ticked)
        self.file = button(say("From a file …"))
        self.file.clicked.connect(self.ask_file)
        self.fault = plain_label("refusal")
        self.note = plain_label(
            "quiet", say("Ids that are taken here are changed in the copies, and only there.")
        )
        self._boxes: dict[str, ChoiceBox] = {}
        self._pairs = QGridLayout()
        self.cancel, self.go = button(say("Cancel")), button(say("Copy"), "main")
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._take)
        self._build()
        self._count()

    def _build(self) -> None:
        left = column(None, 0, 8, line_label(say("Battle")), (self.battles, 1), self.file)
        formations = (self.formations, 1)
        right = column(None, 0, 8, line_label(say("Formations")), formations, self._pairs)
        body = Body(self.look)
        foot = row(8, (self.note, 1), self.cancel, self.go)
        column(body, 16, 12, (row(14, (left, 2), (right, 3)), 1), self.fault, foot)
        self.fault.hide()
        fill(self, body)
        self.setStyleSheet(box_sheet(self.look))
        self.go.setDefault(True)
        self.resize(self.look.px(_SIZE.width()), self.look.px(_SIZE.height()))

    def _list(self, path: Path) -> QListWidgetItem:
        item = QListWidgetItem(name_of(path) if path.is_dir() else path.name)
        item.setData(_PLACE, path)
        item.setSizeHint(QSize(0, self.look.px(_ROW)))
        item.setToolTip(literal(item.text()))
        self.battles.addItem(item)
        return item

    def ask_file(self) -> None:
        """Ask for a file of forces, or of a scenario."""
        title, kinds = say("Forces of another battle"), say("Battle files (*.json)")
        name, _ = QFileDialog.getOpenFileName(self, title, "", kinds)
        if name:
            self.battles.setCurrentItem(self._list(Path(name)))

    def _choose(self, item: QListWidgetItem | None, _: object = None) -> None:
        if item is not None:
            self.show_battle(item.data(_PLACE))

    def show_battle(self, path: Path) -> None:
        """Show the formations of a battle; or say why they cannot be shown."""
        read = read_forces(path)
        refused = isinstance(read, Refusal)
        self.fault.setVisible(refused)
        self.fault.setText(read.sentence if isinstance(read, Refusal) else "")
        self.other = {} if isinstance(read, Refusal) else read[1]
        self.pictures = (path if path.is_dir() else path.parent) / FOLDER
        self.formations.clear()
        for line in outline(self.other):
            self._add(line, self.formations.invisibleRootItem())
        self.formations.expandAll()
        self._pair()
        self._count()

    def _add(self, line: Line, parent: QTreeWidgetItem) -> None:
        item = QTreeWidgetItem([say("{name}: {sums}", name=line.title, sums=sums_words(line.sums))])
        item.setData(0, _PLACE, line.formation)
        item.setCheckState(0, Qt.CheckState.Unchecked)
        parent.addChild(item)
        for inner in line.lines:
            self._add(inner, item)

    def _pair(self) -> None:
        """A box for each of its sides: which of ours it becomes."""
        for box in self._boxes.values():
            self._pairs.removeWidget(box)
            box.deleteLater()
        while (item := self._pairs.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._boxes = {}
        ours = list(self._sides)
        for at_, (side, name) in enumerate(side_names(self.other).items()):
            if not ours:
                return
            box = ChoiceBox(self.look, self._sides)
            box.setAccessibleName(say("{name} here", name=name))
            now = side if side in self._sides else ours[min(at_, len(ours) - 1)]
            box.setCurrentIndex(box.findData(now))
            self._boxes[side] = box
            self._pairs.addWidget(line_label(say("{name} there, here:", name=name)), at_, 0)
            self._pairs.addWidget(box, at_, 1)

    def _ticked(self, item: QTreeWidgetItem, _: int) -> None:
        """What stands under a line is ticked with it."""
        with QSignalBlocker(self.formations):
            self._tick(item, item.checkState(0))
        self.formations.viewport().update()
        self._count()

    def _tick(self, item: QTreeWidgetItem, state: Qt.CheckState) -> None:
        item.setCheckState(0, state)
        for inner in _children(item):
            self._tick(inner, state)

    @property
    def chosen(self) -> Sequence[int]:
        """The places of the formations that are ticked, in the order of their file."""
        found: list[int] = []
        waiting = [self.formations.invisibleRootItem()]
        while waiting:
            item = waiting.pop()
            waiting += _children(item)
            place = item.data(0, _PLACE)
            if isinstance(place, int) and item.checkState(0) == Qt.CheckState.Checked:
                found.append(place)
        return sorted(found)

    def _count(self) -> None:
        n = len(self.chosen)
        words = count("Copy {n} formation", "Copy {n} formations", n) if n else say("Copy")
        self.go.setText(keyless(words))
        bar(self.go, "" if n else say("Tick the formations that shall be copied."))

    def _take(self) -> None:
        sides = {side: str(box.currentData()) for side, box in self._boxes.items()}
        self.taken.emit(self.other, self.chosen, sides)
        self.accept()


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = (item.child(at_) for at_ in range(item.childCount()))
    return [one for one in found if one is not None]
