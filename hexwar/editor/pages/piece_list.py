"""A list of counters under the headings of their formations, from which pieces are dragged."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from hexwar.messages import say
from hexwar.widgets.brushwork import clear_pixmap, kept, smooth
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Index,
    chip_width,
    paint_band,
    paint_chip,
    paint_ground,
    paint_nothing,
    scroll_by_lines,
    write_cut,
)
from hexwar.widgets.words import literal

MIME: Final = "application/x-hexwar-pieces"
"""The kind of what is dragged: ids of pieces, one a line."""

MOST_DRAGGED: Final = 100_000
"""Bytes of a drag that are read."""

ROW = Qt.ItemDataRole.UserRole
"""The role under which the model gives a whole row."""

_TOP = QModelIndex()
_SIDE, _FORMATION, _PIECE, _COUNTER = 32, 30, 44, 36  # heights, pixels at 100 %
_PALE: Final = 0.45
"""The opacity of a counter that need not be placed."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row: the heading of a side, that of a formation, or a counter."""

    key: str  # by which it is found again
    title: str
    pieces: tuple[str, ...]  # those that go where it goes
    side: str = ""
    formation: str = ""
    below: str = ""
    note: str = ""  # such as the turn on which it comes
    face: Face | None = None
    is_pale: bool = False  # nobody needs to place it
    colour: QColor | None = None  # of a side

    @property
    def is_piece(self) -> bool:
        """Whether it is a counter."""
        return self.face is not None

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        return ", ".join(part for part in (self.title, self.below, self.note) if part)


class PieceModel(QAbstractListModel):
    """The rows that the words of a search let through, with the headings above them."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[PieceRow, ...] = ()
        self._words: tuple[str, ...] = ()
        self._only_waiting = False
        self.rows: tuple[PieceRow, ...] = ()
        """What is shown."""

    def show_rows(self, rows: Sequence[PieceRow]) -> None:
        """Show other rows."""
        self._all = tuple(rows)
        self._fill()

    def set_filter(self, text: str, *, only_waiting: bool = False) -> None:
        """Show only counters with all these words in their own or in a heading's.

        Args:
            text: The words.
            only_waiting: Leave out counters that nobody needs to place.
        """
        self._words, self._only_waiting = tuple(text.casefold().split()), only_waiting
        self._fill()

    def index_of(self, key: str) -> QModelIndex:
        """Where a row stands; an invalid index where it is not shown."""
        return self.index(next((i for i, row in enumerate(self.rows) if row.key == key), -1))

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row can be chosen and dragged: a heading with all below it."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row's words; under `ROW` the row itself."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return literal(row.spoken)
        return None

    def _fill(self) -> None:
        shown = tuple(self._passing())
        if [row.key for row in shown] == [row.key for row in self.rows]:
            self.rows = shown
            if shown:
                self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))
            return
        self.beginResetModel()
        self.rows = shown
        self.endResetModel()

    def _passing(self) -> Iterator[PieceRow]:
        """What is found of each formation, below the headings that lead to it."""
        said = ""
        heads: list[PieceRow] = []
        for is_head, group in groupby(self._all, key=lambda row: not row.is_piece):
            if is_head:
                # Of a side of which nothing was found yet the heading is still to come.
                heads = [*(row for row in heads if not row.formation), *group]
                heads = heads[next((i for i, r in enumerate(heads[1:], 1) if not r.formation), 0) :]
                said = " ".join(row.title for row in heads[-1:]).casefold()
                continue
            text = [(row, f"{said} {row.spoken}".casefold()) for row in group]
            found = [
                row
                for row, words in text
                if all(word in words for word in self._words)
                and not (row.is_pale and self._only_waiting)
            ]
            if found:
                yield from heads
                yield from found
                heads = []


class PieceList(QListView):
    """Counters that are chosen, dragged away, and taken back where somebody lets them fall."""

    entered_on = Signal(object)
    """Enter was pressed, or a row double-clicked: the chosen pieces."""
    deleted = Signal(object)
    """The chosen pieces are to leave the map."""
    returned = Signal(object)
    """Pieces were let fall here."""
    chosenChanged = Signal()

    def __init__(self, look: Look, name: str, nothing: str) -> None:
        """Make it.

        Args:
            look: How it is drawn.
            name: What it is, for a screen reader.
            nothing: What it says without rows.
        """
        super().__init__()
        self.look, self.nothing = look, nothing
        self.model_ = PieceModel()
        self.setModel(self.model_)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.is_lent = False
        """Whether the choice is not the user's own."""
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        scroll_by_lines(self, look)
        self.doubleClicked.connect(lambda _: self.entered_on.emit(self.chosen))

    def show_rows(self, rows: Sequence[PieceRow]) -> None:
        """Show other rows; what was chosen stays chosen while it is there."""
        keys = {self.model_.rows[index.row()].key for index in self.selectedIndexes()}
        current = self.currentIndex()
        at = self.model_.rows[current.row()].key if current.isValid() else ""
        place, top = current.row(), self.verticalScrollBar().value()
        self.model_.show_rows(rows)
        self._select(keys)
        index = self.model_.index_of(at)
        if not index.isValid() and self.model_.rows and place >= 0:  # the next one is at hand
            index = self.model_.index(min(place, len(self.model_.rows) - 1))
        none = QItemSelectionModel.SelectionFlag.NoUpdate
        self.selectionModel().setCurrentIndex(index, none)
        self.verticalScrollBar().setValue(top)

    def choose(self, pieces: Collection[str]) -> None:
        """Choose exactly these counters, until the user picks one of them out."""
        keys = {row.key for row in self.model_.rows if row.is_piece and row.key in pieces}
        self._select(keys)
        self.is_lent = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """One of counters that were chosen for the user is taken alone."""
        index = self.indexAt(event.position().toPoint())
        if self.is_lent and index.isValid() and not event.modifiers():
            self._select({self.model_.rows[index.row()].key})
        self.is_lent = False
        super().mousePressEvent(event)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen pieces, in the order of the rows; a heading stands for all below it."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(dict.fromkeys(piece for at in rows for piece in self.model_.rows[at].pieces))

    def _select(self, keys: Collection[str]) -> None:
        found = QItemSelection()
        for at, row in enumerate(self.model_.rows):
            if row.key in keys:
                index = self.model_.index(at)
                found.select(index, index)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(found, flag)

    def set_look(self, look: Look) -> None:
        """Paint in another look from now on."""
        self.look = look
        self.scheduleDelayedItemsLayout()

    def selectionChanged(self, now: QItemSelection, before: QItemSelection) -> None:
        """Tell who looks."""
        super().selectionChanged(now, before)
        self.chosenChanged.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the chosen pieces up, Delete takes them off the map."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.chosen:
            self.entered_on.emit(self.chosen)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.chosen:
            self.deleted.emit(self.chosen)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, or why there are none."""
        super().paintEvent(event)
        if not self.model_.rows:
            paint_nothing(self, self.look, say(self.nothing))

    # -- drags

    def startDrag(self, _: Qt.DropAction) -> None:
        """The chosen counters go with the pointer."""
        pieces = self.chosen
        if not pieces:
            return
        drag = QDrag(self)
        drag.setMimeData(mime_of(pieces))
        faces = [row.face for row in self.model_.rows if row.key in pieces and row.face]
        if faces:
            edge = self.look.px(_COUNTER)
            drag.setPixmap(_picture(self.look, faces[:4], edge, self.devicePixelRatio()))
            drag.setHotSpot(QPoint(edge // 2, edge // 2))
        drag.exec(Qt.DropAction.MoveAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Pieces may fall here."""
        _take(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Wherever they are over it."""
        _take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """They have fallen."""
        if pieces := pieces_of(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if event.source() is not self:
                self.returned.emit(pieces)


def mime_of(pieces: Sequence[str]) -> QMimeData:
    """Pieces as they are dragged."""
    data = QMimeData()
    data.setData(MIME, "\n".join(pieces).encode())
    return data


def pieces_of(data: QMimeData) -> tuple[str, ...]:
    """The ids of the pieces that are dragged; none where it is something else."""
    raw = bytes(data.data(MIME).data()) if data.hasFormat(MIME) else b""
    if len(raw) > MOST_DRAGGED:
        return ()
    return tuple(filter(None, raw.decode(errors="replace").split("\n")))


def _take(event: QDragMoveEvent) -> None:
    if event.mimeData().hasFormat(MIME):
        event.setDropAction(Qt.DropAction.MoveAction)
        event.accept()
    else:
        event.ignore()


def _picture(look: Look, faces: Sequence[Face], edge: int, ratio: float) -> Any:
    """Some counters as a stack, the first one on top."""
    step = look.px(4)
    size = edge + step * (len(faces) - 1) + 2
    picture = clear_pixmap(size, size, ratio)
    painter = smooth(picture)
    for at in reversed(range(len(faces))):
        look.paint_counter(painter, faces[at], QPointF(at * step, at * step), edge)
    painter.end()
    return picture


class _Painter(QStyledItemDelegate):
    """Paints a row: counter, name, what it is, and why it waits."""

    def __init__(self, view: PieceList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its kind is."""
        row: PieceRow = index.data(ROW)
        high = _PIECE if row.is_piece else _FORMATION if row.formation else _SIDE
        return QSize(self._view.look.px(120), self._view.look.px(high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row: PieceRow = index.data(ROW)
        look, box = self._view.look, QRectF(option.rect)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not row.is_piece:
                painter.fillRect(box, look.colour("base" if row.formation else "sunken"))
                if not row.formation:
                    paint_band(painter, look, box, row.colour)
            paint_ground(painter, look, option)
            inner = box.adjusted(look.px(10), 0, -look.px(8), 0)
            if row.face is not None:
                self._paint_counter(painter, box, row)
                inner.setLeft(box.left() + look.px(_COUNTER + 18))
            if row.note:
                wide = chip_width(look, row.note)
                start = QPointF(inner.right() - wide, inner.center().y())
                paint_chip(painter, look, row.note, start)
                inner.setRight(start.x() - look.px(6))
            self._paint_words(painter, inner, row)

    def _paint_counter(self, painter: QPainter, box: QRectF, row: PieceRow) -> None:
        look, edge = self._view.look, self._view.look.px(_COUNTER)
        corner = QPointF(box.left() + look.px(10), round(box.center().y() - edge / 2))
        with kept(painter):
            painter.setOpacity(_PALE if row.is_pale else 1.0)
            assert row.face is not None, "a counter has a face"
            look.paint_counter(painter, row.face, corner, edge)

    def _paint_words(self, painter: QPainter, box: QRectF, row: PieceRow) -> None:
        look = self._view.look
        ink = look.colour("faint" if row.is_pale else "ink")
        if not row.is_piece:
            letters = look.serif(13.5 if row.formation else 15)
            count = look.sans(12)
            wide = QFontMetricsF(count).horizontalAdvance(row.below)
            name = box.adjusted(0, 0, -wide - look.px(8), 0)
            end = write_cut(painter, name, row.title, letters, ink)
            left = QRectF(end + look.px(8), box.top(), box.right() - end - look.px(8), box.height())
            write_cut(painter, left, row.below, count, look.colour("faint"))
            return
        upper = QRectF(box.left(), box.top() + look.px(3), box.width(), box.height() / 2)
        lower = upper.translated(0, box.height() / 2 - look.px(5))
        write_cut(painter, upper, row.title, look.sans(13.5, bold=True), ink)
        write_cut(painter, lower, row.below, look.sans(12), look.colour("faint"))
