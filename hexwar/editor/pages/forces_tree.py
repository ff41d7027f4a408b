"""The tree of an order of battle: sides, armies, wings, corps and divisions with their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from hexwar.editor.army import Line, Sums, formations, outline, sums_of
from hexwar.editor.document import Json
from hexwar.editor.pages.forces_model import deed_of
from hexwar.messages import count, say
from hexwar.widgets.brushwork import kept, take_up
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import paint_arrow, paint_ground, scroll_by_lines, write_cut

Index = QModelIndex | QPersistentModelIndex

LINE: Final = Qt.ItemDataRole.UserRole
_HEIGHT: Final = 44  # of a line, pixels at 100 %

TREE_KEYS: Final[Mapping[str, QKeySequence]] = {
    "add": QKeySequence(Qt.Key.Key_Insert),
    "duplicate": QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_D),
    "remove": QKeySequence(Qt.Key.Key_Delete),
    "up": QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Up),
    "down": QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Down),
}
"""What is done with the chosen formation by which key."""


def sums_words(sums: Sums) -> str:
    """Sums as they are read: how many units, men, guns and SP."""
    if not sums.units:
        return say("no units")
    return say(
        "{units} · {men} men · {guns} · {sp} SP",
        units=count("{n} unit", "{n} units", sums.units),
        men=f"{sums.men:,}",
        guns=count("{n} gun", "{n} guns", sums.guns),
        sp=sums.sp,
    )


def _short(sums: Sums) -> str:
    return say("{men} men · {guns} guns · {sp} SP", men=f"{sums.men:,}", guns=sums.guns, sp=sums.sp)


class ForcesTree(QTreeView):
    """The tree. Formations are dragged under others, renamed in their place, reached by keys."""

    chosen = Signal(object)
    """Another `Line` is the current one."""
    renamed = Signal(int, str)
    """A formation, by its place, is to have another name."""
    dropped = Signal(int, object)
    """A formation, by its place, is to stand under a `Line`."""
    asked = Signal(str)
    """Something is to be done with the current formation: a word of `TREE_KEYS`."""

    def __init__(self, look: Look) -> None:
        """Make an empty one."""
        super().__init__()
        self.look = look
        self.lines = QStandardItemModel(self)
        self._painter = _LinePainter(look, self)
        self._quiet = False
        self.setModel(self.lines)
        self.setItemDelegate(self._painter)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(say("Order of battle"))
        self._painter.renamed.connect(self.renamed)
        self.selectionModel().currentChanged.connect(self._tell)
        self.set_look(look)

    def set_look(self, look: Look) -> None:
        """Paint in a look from now on."""
        self.look = self._painter.look = look
        self.setIndentation(look.px(18))
        scroll_by_lines(self, look)
        self.scheduleDelayedItemsLayout()

    @property
    def line(self) -> Line | None:
        """The current line; None where there is none."""
        found = self.currentIndex().data(LINE)
        return found if isinstance(found, Line) else None

    def show_forces(self, forces: Json, wanted: Callable[[Line], bool]) -> None:
        """Show the formations of some forces, the first line that is wanted as the current one."""
        lines = outline(forces)
        whole = sums_of(unit for _, one in formations(forces) for unit in _units(one))
        root = Line(say("All forces"), whole, lines)
        self._quiet = True
        if not self._fill_again(root):
            self._build(root)
        found = next((item for item in self._items() if wanted(item.data(LINE))), None)
        found = found or self.lines.item(0)
        if found is not None and found.index() != self.currentIndex():
            self.setCurrentIndex(found.index())
        self._quiet = False

    def _fill_again(self, root: Line) -> bool:
        """Write new lines over the old ones; False where these stand otherwise."""
        items, new = self._items(), list(_deep(root))
        if len(items) != len(new):
            return False
        for item, (line, depth) in zip(items, new, strict=True):
            old: Line = item.data(LINE)
            is_alike = (old.formation, old.side, old.army) == (line.formation, line.side, line.army)
            if not is_alike or _depth(item) != depth:
                return False
        for item, (line, _) in zip(items, new, strict=True):
            _write(item, line)
        return True

    def _build(self, root: Line) -> None:
        folded = {_key(item) for item in self._items() if not self.isExpanded(item.index())}
        seen = self.verticalScrollBar().value()
        self.lines.clear()
        top = _item(root)
        self.lines.appendRow(top)
        self._fill(top, root.lines)
        for item in self._items():
            self.setExpanded(item.index(), _key(item) not in folded)
        self.verticalScrollBar().setValue(seen)

    def mark_wrong(self, wrong: frozenset[int]) -> None:
        """Mark the formations, by their places, that have errors."""
        self._painter.wrong = wrong
        self.viewport().update()

    def choose(self, wanted: Callable[[Line], bool]) -> bool:
        """Make the first line that is wanted the current one; False where there is none."""
        for item in self._items():
            if wanted(item.data(LINE)):
                self.setCurrentIndex(item.index())
                return True
        return False

    def ask_name(self) -> None:
        """Have the name of the current formation typed."""
        if self.isVisible():
            self.setFocus()
            self.edit(self.currentIndex())

    def _fill(self, parent: QStandardItem, lines: tuple[Line, ...]) -> None:
        for line in lines:
            item = _item(line)
            parent.appendRow(item)
            self._fill(item, line.lines)

    def _items(self) -> list[QStandardItem]:
        found: list[QStandardItem] = []
        waiting = [self.lines.item(0)] if self.lines.rowCount() else []
        while waiting:
            item = waiting.pop(0)
            found.append(item)
            waiting[:0] = [item.child(at_) for at_ in range(item.rowCount())]
        return found

    def _tell(self, *_: object) -> None:
        if not self._quiet:
            self.chosen.emit(self.line)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """An arrow before a line that can be unfolded."""
        if self.model().hasChildren(index):
            middle = QPointF(rect.right() - self.look.px(8), rect.center().y())
            turn = 90 if self.isExpanded(index) else 0
            paint_arrow(painter, middle, self.look.px(4.5), self.look.colour("faint"), turn)

    def dropEvent(self, event: QDropEvent) -> None:
        """A formation that is dropped on a line is to stand under it."""
        target, line = self.indexAt(event.position().toPoint()).data(LINE), self.line
        event.setDropAction(Qt.DropAction.IgnoreAction)  # the document moves it, not the view
        event.accept()
        if isinstance(target, Line) and line is not None and line.formation is not None:
            self.dropped.emit(line.formation, target)

    def event(self, event: QEvent) -> bool:
        """Its own keys come before those of the window's menus."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and deed_of(event, TREE_KEYS):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of `TREE_KEYS`; the rest as in every tree."""
        deed = deed_of(event, TREE_KEYS)
        if deed:
            self.asked.emit(deed)
        else:
            super().keyPressEvent(event)


def _units(formation: Json) -> list[Any]:
    units = formation.get("units")
    return units if isinstance(units, list) else []


def _key(item: QStandardItem) -> object:
    line = item.data(LINE)
    return (line.formation, line.side, line.army) if line.formation is None else line.title


def _deep(line: Line, depth: int = 0) -> Iterator[tuple[Line, int]]:
    """A line and all below it, as they stand in the tree, each with its depth."""
    yield line, depth
    for inner in line.lines:
        yield from _deep(inner, depth + 1)


def _depth(item: QStandardItem) -> int:
    depth, above = 0, item.parent()
    while above is not None:
        depth, above = depth + 1, above.parent()
    return depth


def _write(item: QStandardItem, line: Line) -> None:
    item.setText(line.title)
    item.setData(line, LINE)
    item.setData(f"{line.title}, {sums_words(line.sums)}", Qt.ItemDataRole.AccessibleTextRole)


def _item(line: Line) -> QStandardItem:
    item = QStandardItem()
    _write(item, line)
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
    if line.formation is not None:
        flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
    item.setFlags(flags)
    return item


class _LinePainter(QStyledItemDelegate):
    """Paints a line: its name, and below it its sums."""

    renamed = Signal(int, str)

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self.wrong: frozenset[int] = frozenset()

    def sizeHint(self, _: QStyleOptionViewItem, __: Index) -> QSize:
        return QSize(self.look.px(160), self.look.px(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(LINE)
        look, box = self.look, QRectF(option.rect)
        with kept(painter):
            if line.formation is None:
                painter.fillRect(box, look.colour("sunken"))
            paint_ground(painter, look, option)
            words = box.adjusted(look.px(6), look.px(3), -look.px(20), -look.px(3))
            upper = QRectF(words.left(), words.top(), words.width(), words.height() / 2)
            lower = upper.translated(0, words.height() / 2)
            letters = look.serif(14.5) if line.formation is None else look.sans(13.5, bold=True)
            write_cut(painter, upper, line.title, letters, look.colour("ink"))
            is_staff = line.formation is not None and not line.sums.units
            told = say("no units") if is_staff else _short(line.sums)
            write_cut(painter, lower, told, look.sans(12), look.colour("faint"))
            if line.formation in self.wrong:
                take_up(painter, None, look.colour("accent"))
                middle = QPointF(box.right() - look.px(12), box.center().y())
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawEllipse(middle, look.px(4), look.px(4))

    def createEditor(self, parent: QWidget, _: QStyleOptionViewItem, __: Index) -> QWidget:
        """A line for the new name."""
        line = QLineEdit(parent)
        line.setAccessibleName(say("Name of the formation"))
        return line

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _: Index) -> None:
        """Over the whole line."""
        editor.setGeometry(option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The name as it is; one that is being typed stays."""
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(index.data(LINE).title)
            editor.selectAll()

    def setModelData(self, editor: QWidget, _: QAbstractItemModel, index: Index) -> None:
        """Ask for the new name."""
        line: Line = index.data(LINE)
        if isinstance(editor, QLineEdit) and line.formation is not None:
            self.renamed.emit(line.formation, editor.text())
