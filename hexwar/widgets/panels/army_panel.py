"""The order of battle: every formation with its leaders and units, their strength and place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from hexwar.ground.vedettes import vedettes_of
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.table.battle import MapBattle
from hexwar.widgets.brushwork import kept
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP_ROLE,
    Index,
    Panel,
    column,
    paint_arrow,
    paint_band,
    paint_bar,
    paint_ground,
    scroll_by_lines,
    write_cut,
)

# -- the order of battle as a tree: sides, formations, their leaders and units


_TOP = QModelIndex()  # the parent of the sides
LINE = Qt.ItemDataRole.UserRole
"""The role under which the model gives a whole line."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What a formation has lost, and how much makes it demoralized, SP."""

    lost: int
    level: int

    @property
    def share(self) -> float:
        """How near it is to its level; 1 is there."""
        return min(self.lost / self.level, 1.0) if self.level else 1.0

    @property
    def words(self) -> str:
        """As it stands under the bar: `13 of 18 lost`."""
        return say("{lost} of {level} lost", lost=self.lost, level=self.level)


class LineKind(Enum):
    """What a line of the tree is."""

    SIDE = auto()
    FORMATION = auto()
    LEADER = auto()
    UNIT = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the tree as it is shown."""

    kind: LineKind
    address: str  # `side:french`, `formation:FR-2`, `leader:FR-2-L`, `unit:FR-2-01`
    title: str
    where: str = ""
    hex: Hex | None = None
    states: str = ""
    sp: int = 0
    full_sp: int = 0  # 0 for what has no strength
    losses: Losses | None = None  # of a formation with a level
    is_bad: bool = False  # what `states` begins with weighs on it
    face: Face | None = None
    colour: QColor | None = None  # of a side; the panel sets it
    tip: Callable[[], str] = field(default=str, compare=False)  # HTML, made when it is asked for
    help: str = ""  # the address of its help

    @property
    def spoken(self) -> str:
        """The line for a screen reader."""
        strength = (
            say("{sp} of {full_sp} SP", sp=self.sp, full_sp=self.full_sp) if self.full_sp else ""
        )
        losses = (
            ""
            if self.losses is None
            else say("{words} before it is demoralized", words=self.losses.words)
        )
        parts = (self.title, strength, losses, self.where, self.states)
        return ", ".join(part for part in parts if part)


Lines = Callable[[LineKind, str], Line]
"""Makes the line of a side, a formation, a leader or a unit."""


@dataclass(eq=False, slots=True)
class Node:
    """A line's place in the tree."""

    kind: LineKind
    piece: str
    parent: Node | None = None
    row: int = 0
    children: list[Node] = field(default_factory=list)

    def add(self, kind: LineKind, piece: str) -> Node:
        """Hang a line below this one."""
        child = Node(kind, piece, self, len(self.children))
        self.children.append(child)
        return child


def tree_of(battle: MapBattle) -> Node:
    """The tree of a battle: it never changes while the battle lasts."""
    root = Node(LineKind.SIDE, "")
    for side in battle.sides:
        branch = root.add(LineKind.SIDE, side)
        for formation in battle.formations.values():
            if formation.side == side:
                node = branch.add(LineKind.FORMATION, formation.id)
                for leader in formation.leaders:
                    node.add(LineKind.LEADER, leader)
                for unit in formation.units:
                    node.add(LineKind.UNIT, unit)
                    for piece in vedettes_of(battle, unit):
                        node.add(LineKind.UNIT, piece)
    return root


class ArmyModel(QAbstractItemModel):
    """The tree for Qt; lines are made when they are first shown in a state."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._battle: MapBattle | None = None
        self._root = Node(LineKind.SIDE, "")
        self._make: Lines = lambda kind, piece: Line(kind, piece, "")
        self._colours: Mapping[str, QColor] = {}
        self._lines: dict[Node, Line] = {}

    def show_lines(self, battle: MapBattle, make: Lines, colours: Mapping[str, QColor]) -> None:
        """Show other lines; the tree is built anew only for another battle."""
        is_other, self._battle = self._battle is not battle, battle
        self._make, self._colours = make, colours
        self._lines.clear()
        if is_other:
            self.beginResetModel()
            self._root = tree_of(battle)
            self.endResetModel()
        else:
            self._all_changed(self._root)

    def index_of(self, address: str) -> QModelIndex:
        """Where a line is; an invalid index for one that is not there."""
        for node in _walk(self._root):
            if _address(node) == address:
                return self.createIndex(node.row, 0, node)
        return QModelIndex()

    def line(self, node: Node) -> Line:
        """What a line shows now."""
        if node not in self._lines:
            line = self._make(node.kind, node.piece)
            if node.kind is LineKind.SIDE:
                line = replace(line, colour=self._colours[node.piece])
            self._lines[node] = line
        return self._lines[node]

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        """The child of a line."""
        node = self._node(parent)
        if column != 0 or not 0 <= row < len(node.children):
            return QModelIndex()
        return self.createIndex(row, column, node.children[row])

    def parent(self, index: Index = _TOP) -> Any:
        """The line above."""
        above = self._node(index).parent
        if above is None or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many lines hang below a line."""
        return len(self._node(parent).children)

    def columnCount(self, _: Index = _TOP) -> int:
        """One: a line is painted whole."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A line's words; under `LINE` the line itself."""
        if not index.isValid():
            return None
        line = self.line(self._node(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.tip()
        roles = {
            LINE: line,
            HELP_ROLE: line.help,
            Qt.ItemDataRole.DisplayRole: line.title,
            Qt.ItemDataRole.AccessibleTextRole: line.spoken,
        }
        return roles.get(role)

    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, Node) else self._root

    def _all_changed(self, node: Node) -> None:
        if node.children:
            first, last = node.children[0], node.children[-1]
            self.dataChanged.emit(
                self.createIndex(first.row, 0, first), self.createIndex(last.row, 0, last)
            )
        for child in node.children:
            self._all_changed(child)


def _walk(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _walk(child)


def _address(node: Node) -> str:
    return f"{node.kind.name.lower()}:{node.piece}"


# -- the order of battle: every formation with its leaders and units, their strength and place


_HEIGHTS = {LineKind.SIDE: 40, LineKind.FORMATION: 52, LineKind.LEADER: 42, LineKind.UNIT: 42}
_BAR = 84  # pixels at 100 %


class ArmyPanel(Panel):
    """Sides, formations, leaders and units as a tree."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.model = ArmyModel(self)
        self._painter = _LinePainter(look)
        self.tree = _Tree(look)
        self.tree.setModel(self.model)
        self.tree.setItemDelegate(self._painter)
        self.tree.setHeaderHidden(True)
        self.tree.setMouseTracking(True)
        scroll_by_lines(self.tree, look)
        self.tree.setAccessibleName(say("Order of battle"))
        self.model.modelReset.connect(lambda: self.tree.expandToDepth(0))
        self.tree.activated.connect(self._activate)
        self.tree.clicked.connect(self._activate)
        self._painter.hexClicked.connect(self.linkActivated)
        column(self, 0, 0, self.tree)
        self.settle()

    def show_army(self, battle: MapBattle, lines: Lines) -> None:
        """Show the forces of both sides; what is unfolded stays so, but in another battle.

        `lines` makes the line of each; it is asked for those that are in view.
        """
        self._again = lambda: self.show_army(battle, lines)
        self.model.show_lines(battle, lines, {s: self.look.side(battle, s) for s in battle.sides})

    def reveal(self, address: str) -> None:
        """Unfold the tree down to a line and put the keyboard on it."""
        index = self.model.index_of(address)
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    def dress(self) -> None:
        """Indent and row heights follow the scale."""
        self._painter.look = self.tree.look = self.look
        self.tree.setIndentation(self.look.px(18))
        self.tree.scheduleDelayedItemsLayout()

    def _activate(self, index: QModelIndex) -> None:
        line: Line = index.data(LINE)
        if line.kind is not LineKind.SIDE and not self._painter.took_click:
            self.linkActivated.emit(line.address)


class _Tree(QTreeView):
    """A tree whose arrows follow the scale."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """An arrow before a line that can be unfolded: right when folded, down when open."""
        if not self.model().hasChildren(index):
            return
        middle = QPointF(rect.right() - self.look.px(8), rect.center().y())
        turn = 90 if self.isExpanded(index) else 0
        paint_arrow(painter, middle, self.look.px(4.5), self.look.colour("faint"), turn)


class _LinePainter(QStyledItemDelegate):
    """Paints a line: its counter, name, place and state, and its strength as a bar."""

    hexClicked = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.took_click = False  # the last release went to a hex

    def sizeHint(self, _: QStyleOptionViewItem, index: Index) -> QSize:
        line: Line = index.data(LINE)
        return QSize(self.look.px(200), self.look.px(_HEIGHTS[line.kind]))

    def editorEvent(
        self, event: QEvent, _: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A click on the place of a piece leads to the hex."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            self.took_click = False
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            line: Line = index.data(LINE)
            where = self.where_box(QRectF(option.rect), line)
            self.took_click = line.hex is not None and where.contains(event.position())
            if self.took_click:
                self.hexClicked.emit(f"hex:{line.hex}")
        return False

    def where_box(self, box: QRectF, line: Line) -> QRectF:
        """The part of a line that names the hex."""
        words = self._words_box(box, line)
        width = QFontMetricsF(self.look.sans(12.5)).horizontalAdvance(line.where)
        return QRectF(words.left(), words.center().y(), width, words.height() / 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(LINE)
        box = QRectF(option.rect)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if line.kind is LineKind.SIDE:
                painter.fillRect(box, self.look.colour("sunken"))
                paint_band(painter, self.look, box, line.colour)
            paint_ground(painter, self.look, option)
            if line.face is not None:
                edge = self._edge(line)
                corner = QPointF(box.left() + self.look.px(4), round(box.center().y() - edge / 2))
                self.look.paint_counter(painter, line.face, corner, edge)
            self._paint_words(painter, self._words_box(box, line), line)
            self._paint_strength(painter, box, line)

    def _edge(self, line: Line) -> int:
        return self.look.px(36 if line.kind is LineKind.FORMATION else 34)

    def _words_box(self, box: QRectF, line: Line) -> QRectF:
        look = self.look
        left = look.px(12) if line.face is None else self._edge(line) + look.px(14)
        right = look.px(_BAR + 20) if line.full_sp else look.px(8)
        return box.adjusted(left, look.px(3), -right, -look.px(3))

    def _paint_words(self, painter: QPainter, box: QRectF, line: Line) -> None:
        look = self.look
        upper = QRectF(box.left(), box.top(), box.width(), box.height() / 2)
        lower = upper.translated(0, box.height() / 2)
        is_piece = line.kind in (LineKind.UNIT, LineKind.LEADER)
        name = look.sans(13.5, bold=True) if is_piece else look.serif(14.5)
        write_cut(painter, upper, line.title, name, look.colour("ink"))
        plain, strong = look.sans(12.5), look.sans(12.5, bold=line.is_bad)
        where = (line.where, plain, look.colour("faint" if line.hex is None else "link"))
        states = (line.states, strong, look.colour("accent" if line.is_bad else "faint"))
        # What weighs on a whole formation shall not be cut: it stands before how much is there.
        is_urgent = line.is_bad and line.hex is None
        for words, letters, ink in (states, where) if is_urgent else (where, states):
            if lower.width() <= 0:
                break
            write_cut(painter, lower, words, letters, ink)
            width = QFontMetricsF(letters).horizontalAdvance(words)
            lower.setLeft(lower.left() + width + (look.px(8) if words else 0))

    def _paint_strength(self, painter: QPainter, box: QRectF, line: Line) -> None:
        """A bar of what is left, with both numbers above it."""
        if not line.full_sp:
            return
        look = self.look
        right = box.right() - look.px(10)
        bar = QRectF(
            right - look.px(_BAR), box.center().y() + look.px(3), look.px(_BAR), look.px(9)
        )
        painter.setPen(look.colour("ink"))
        painter.setFont(look.sans(12))
        if line.losses is not None:
            self._paint_losses(painter, bar, line, line.losses)
            return
        share = line.sp / line.full_sp
        paint_bar(painter, look, bar, share, look.colour("good" if share > 0.6 else "warning"))
        painter.setPen(look.colour("ink"))
        words = QRectF(bar.left(), box.top(), bar.width(), bar.top() - box.top())
        painter.drawText(words, _LOW, say("{sp} of {full_sp} SP", sp=line.sp, full_sp=line.full_sp))

    def _paint_losses(self, painter: QPainter, bar: QRectF, line: Line, losses: Losses) -> None:
        """The strength above the bar, the losses below it, and a notch where spirits break."""
        look, row, gap = self.look, self.look.px(17), self.look.px(2)
        bar.moveCenter(QPointF(bar.center().x(), bar.center().y() - look.px(7.5)))
        above = QRectF(bar.left(), bar.top() - gap - row, bar.width(), row)
        painter.drawText(above, _LOW, say("{sp} of {full_sp} SP", sp=line.sp, full_sp=line.full_sp))
        is_over = losses.share >= 1
        painter.setPen(look.colour("accent" if is_over else "faint"))
        below = QRectF(bar.left(), bar.bottom() + gap, bar.width(), row)
        painter.drawText(below, _HIGH, losses.words)
        worst = "accent" if is_over else "warning"
        colour = look.colour(worst if losses.share > 0.5 else "good")
        left = max(line.full_sp - losses.lost, 0) / line.full_sp
        paint_bar(painter, look, bar, left, colour)
        notch = bar.left() + bar.width() * max(1 - losses.level / line.full_sp, 0)
        painter.setPen(QPen(look.colour("ink"), look.px(2)))
        painter.drawLine(QPointF(notch, bar.top() - gap), QPointF(notch, bar.bottom() + gap))


_LOW = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
_HIGH = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
