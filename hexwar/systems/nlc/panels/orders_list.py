"""The list of the orders dock: a row for each line of the pad, under the heading of its army."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from hexwar.messages import say
from hexwar.systems.nlc.panels.order_form import OrderRow
from hexwar.widgets.brushwork import Align, kept, take_up, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Index, Panel, paint_ground, scroll_by_lines, write_cut

ROW = Qt.ItemDataRole.UserRole
"""The role under which the model gives a whole row; a heading is a string."""

FORM = "\0form"
"""What stands in the list for the place where an order is written."""

_TOP = QModelIndex()
_HEADING, _AIR, _CHIT, _INDENT = 30, 7, 36, 16  # pixels at 100 %
_LEAST = 60  # height, pixels at 100 %
_WRAP = int(Qt.TextFlag.TextWordWrap | Align.AlignLeft | Align.AlignTop)
_SPOKEN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class OrdersModel(QAbstractListModel):
    """The rows that the filter lets through, and the headings above them."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[OrderRow, ...] = ()
        self._shown: list[OrderRow | str] = []
        self._words: tuple[str, ...] = ()
        self._only_open = False
        self._form: str | None = None  # below which line an order is written; None: nowhere

    def show_rows(self, rows: Sequence[OrderRow]) -> None:
        """Show these rows; where the same lines are shown as before, the choice stays."""
        self._rows = tuple(rows)
        self._fill()

    def set_filter(self, text: str, *, only_open: bool) -> None:
        """Show only rows with all these words, or only those with an order on its way."""
        self._words, self._only_open = tuple(text.casefold().split()), only_open
        self._fill()

    def set_form(self, line: str | None) -> None:
        """Make room below a line for the order that is written to it; at the top without one."""
        if line != self._form:
            self._form = line
            self._fill()

    @property
    def form(self) -> QModelIndex:
        """Where that room is; an invalid index where there is none."""
        return self.index(self._shown.index(FORM)) if FORM in self._shown else QModelIndex()

    def index_of(self, line: str) -> QModelIndex:
        """Where a line stands; an invalid index where it is not shown."""
        rows = enumerate(self._shown)
        found = (at for at, row in rows if isinstance(row, OrderRow) and row.line == line)
        return self.index(next(found, -1))

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows and headings are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row's words; under `ROW` the row itself."""
        if not index.isValid():
            return None
        row = self._shown[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, OrderRow):
            return row_tip(row)
        if row == FORM:
            return ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return say("The formations below are of this army: each has one order of its own.")
        words = row if isinstance(row, str) else row.spoken
        return words if role in _SPOKEN else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings are not chosen."""
        if isinstance(self._shown[index.row()], str):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _fill(self) -> None:
        shown: list[OrderRow | str] = []
        for army, rows in groupby(filter(self._passes, self._rows), key=lambda row: row.army):
            shown += [army] if army or shown else []
            shown += rows
        if self._form is not None:
            at = (
                n for n, r in enumerate(shown, 1) if not isinstance(r, str) and r.line == self._form
            )
            shown.insert(next(at, 0), FORM)
        if [_key(row) for row in shown] != [_key(row) for row in self._shown]:
            self.beginResetModel()
            self._shown = shown
            self.endResetModel()
        else:
            self._shown = shown
            self.dataChanged.emit(self.index(0), self.index(max(len(shown) - 1, 0)))

    def _passes(self, row: OrderRow) -> bool:
        is_wanted = bool(row.coming) or not self._only_open
        return is_wanted and all(word in row.text for word in self._words)


def _key(row: OrderRow | str) -> str:
    return row if isinstance(row, str) else row.line


def row_tip(row: OrderRow) -> str:
    """Everything that is known of a line and its orders, as HTML."""
    since = f" ({row.since})" if row.since else ""
    now = [f"{words}." for words in (row.doing, row.can) if words]
    coming = [_coming_words(row)] if row.coming else []
    lines = [f"{row.order}{since}.", *now, *coming, *row.life]
    return "<br>".join([f"<b>{escape(row.title)}</b>", *(escape(line) for line in lines)])


def _coming_words(row: OrderRow) -> str:
    odds = f" {row.odds}." if row.odds else ""
    return say("On the way: {coming}; {due}.", coming=row.coming, due=row.due) + odds


class WrittenForm(Panel):
    """A panel in which an order is written, as high as it needs for a width."""

    @abstractmethod
    def height_for(self, width: int) -> int:
        """How high it is, pixels, where it has a width."""


class OrdersList(QListView):
    """The list; a row is chosen by a click or by Enter, and the arrow keys go from row to row."""

    chosen = Signal(str)
    """The line of a row that was clicked."""
    entered_on = Signal(str)
    """The line of a row on which Enter was pressed."""
    hexAsked = Signal(str)
    """A hex of a row that was double-clicked."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.form: WrittenForm | None = None
        self.rows = OrdersModel()
        self.painter = RowPainter(look, self)
        self.setModel(self.rows)
        self.setItemDelegate(self.painter)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        scroll_by_lines(self, look)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(say("Orders"))
        self.setMinimumHeight(look.px(_LEAST))
        self.clicked.connect(self._choose)
        self.doubleClicked.connect(self._ask_hex)

    def set_look(self, look: Look) -> None:
        """Paint in another look from now on."""
        self.painter.look = look
        self.scheduleDelayedItemsLayout()

    # -- the order that is written stands below its row

    def hold(self, form: WrittenForm) -> None:
        """Keep the widget in which an order is written; it is shown where the model has room."""
        self.form = form
        form.setParent(self.viewport())
        form.hide()
        self.verticalScrollBar().valueChanged.connect(self._place_form)

    def fit_form(self) -> None:
        """What is written has changed: give it the height that it needs, and bring it in sight."""
        if self.form is None:
            return
        at = self.rows.form
        self.form.setVisible(at.isValid())
        if at.isValid():
            self.doItemsLayout()
            if at.row() > 0:
                self.scrollTo(self.rows.index(at.row() - 1))
            self.scrollTo(at)
            self._place_form()

    @property
    def form_height(self) -> int:
        """How high the form is: what it needs, at most all that there is."""
        if self.form is None:
            return 0
        view = self.viewport()
        return min(self.form.height_for(view.width()), max(view.height(), 1))

    def updateEditorGeometries(self) -> None:
        """The form goes with its row."""
        super().updateEditorGeometries()
        self._place_form()

    def _place_form(self) -> None:
        at = self.rows.form
        if self.form is not None and at.isValid():
            self.form.setGeometry(self.visualRect(at))

    def mark(self, line: str) -> None:
        """Put the mark on a line, or on none; nothing is told."""
        index = self.rows.index_of(line)
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentences anew when the width changes; the marked row stays in sight."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        self.fit_form()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            row = self.currentIndex().data(ROW) if self.currentIndex().isValid() else None
            if isinstance(row, OrderRow):
                self.entered_on.emit(row.line)
            return
        super().keyPressEvent(event)

    def _choose(self, index: Index) -> None:
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, OrderRow):
            self.chosen.emit(row.line)

    def _ask_hex(self, index: Index) -> None:
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, OrderRow) and row.hex is not None:
            self.hexAsked.emit(row.hex)


class RowPainter(QStyledItemDelegate):
    """Paints a row: chit, formation, leader, order in force, order on the way, last roll."""

    def __init__(self, look: Look, view: OrdersList) -> None:
        super().__init__(view)
        self.look, self._view = look, view

    def sizeHint(self, _: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its sentences need in the width that there is."""
        width = self._view.viewport().width()
        row = index.data(ROW)
        if row == FORM:
            return QSize(width, self._view.form_height)
        if isinstance(row, str):
            return QSize(width, self.look.px(_HEADING))
        return QSize(width, round(self._laid(row, QRectF(0, 0, width, 0))[-1]) + self.look.px(_AIR))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row or heading."""
        row, box = index.data(ROW), QRectF(option.rect)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if row == FORM:
                return
            if isinstance(row, str):
                self._paint_heading(painter, box, row)
            else:
                edge = self.look.colour("accent") if row.is_free else None
                paint_ground(painter, self.look, option, edge)
                self._paint_row(painter, box, row)

    # -- where things are

    def _lines(self, row: OrderRow) -> list[tuple[str, QFont, str]]:
        look = self.look
        lines = [(f"{row.order}.", look.sans(13), "ink")]
        if row.doing:
            lines.append((f"{row.doing}.", look.sans(12), "faint"))
        if row.coming:
            lines.append((_coming_words(row), look.sans(13), "accent"))
        if row.news:
            lines.append((f"{row.news}.", look.sans(12, bold=True), "ink"))
        elif row.roll:
            lines.append((f"{row.roll}.", look.sans(12), "faint"))
        if row.can:
            lines.append((f"{row.can}.", look.sans(12), "faint"))
        return lines

    def _words_left(self, row: OrderRow) -> float:
        return self.look.px(_AIR + _CHIT + 8) + row.depth * self.look.px(_INDENT)

    def _laid(self, row: OrderRow, box: QRectF) -> list[float]:
        """The upper edges of the sentences, and the lower edge of the last."""
        look, top = self.look, box.top() + self._head_height()
        width = box.width() - self._words_left(row) - look.px(_AIR)
        edges = []
        for place, (words, letters, _) in enumerate(self._lines(row)):
            edges.append(top)
            room = width - (look.px(22) if place == 0 else 0)
            metrics = QFontMetricsF(letters)
            rect = metrics.boundingRect(QRectF(0, 0, max(room, 1), 10_000), _WRAP, words)
            top += rect.height() + look.px(2)
        return [*edges, max(top, box.top() + look.px(_AIR + _CHIT))]

    def _head_height(self) -> float:
        look = self.look
        heights = [QFontMetricsF(f).height() for f in (look.serif(14.5), look.sans(12.5))]
        return look.px(_AIR) + sum(heights) + look.px(2)

    # -- painting

    def _paint_heading(self, painter: QPainter, box: QRectF, words: str) -> None:
        look = self.look
        painter.fillRect(box, look.colour("sunken"))
        inner = box.adjusted(look.px(10), 0, 0, 0)
        write_cut(painter, inner, words, look.serif(14), look.colour("ink"))

    def _paint_row(self, painter: QPainter, box: QRectF, row: OrderRow) -> None:
        look = self.look
        left = box.left() + self._words_left(row)
        if row.face is not None:
            corner = QPointF(left - look.px(_CHIT + 6), box.top() + look.px(_AIR))
            look.paint_counter(painter, row.face, corner, look.px(_CHIT))
        self._paint_head(painter, box, row, left)
        edges = self._laid(row, box)
        for place, (words, letters, colour) in enumerate(self._lines(row)):
            indent = look.px(22) if place == 0 else 0
            right = box.right() - look.px(_AIR)
            room = QRectF(left + indent, edges[place], right - left - indent, 10_000)
            painter.setFont(letters)
            painter.setPen(look.colour(colour))
            painter.drawText(room, _WRAP, words)
        self._paint_letter(painter, QPointF(left, edges[0]), row.letter)

    def _paint_head(self, painter: QPainter, box: QRectF, row: OrderRow, left: float) -> None:
        look = self.look
        serif, sans = look.serif(14.5), look.sans(12.5)
        top, height = box.top() + look.px(_AIR), QFontMetricsF(serif).height()
        rating = QFontMetricsF(sans).horizontalAdvance(row.rating)
        right = box.right() - look.px(_AIR)
        ink, place = look.colour("ink"), QRectF(right - rating, top, rating + 1, height)
        name = QRectF(left, top, right - left - rating - look.px(6), height)
        write_cut(painter, name, row.title, serif, ink)
        write_cut(painter, place, row.rating, sans, ink)
        lower = QRectF(left, top + height, right - left, QFontMetricsF(sans).height())
        words = f"{row.leader}, {row.where}" if row.where else row.leader
        write_cut(painter, lower, words, sans, look.colour("faint"))

    def _paint_letter(self, painter: QPainter, corner: QPointF, letter: str) -> None:
        if not letter:
            return
        look, letters = self.look, self.look.sans(11, bold=True)
        tile = QRectF(corner.x(), corner.y() + look.px(1), look.px(16), look.px(16))
        take_up(painter, QPen(look.colour("line"), 1), look.colour("leather"))
        painter.drawRoundedRect(tile, look.px(3), look.px(3))
        write(painter, tile, letter, letters, look.colour("on_leather"), Align.AlignCenter)
