"""The log: a list with rows of their own heights, links by mouse and keyboard; filter, exports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRectF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
)

from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.table.fact import Topic
from hexwar.table.forces import Side
from hexwar.table.names import Names
from hexwar.table.story import EXPORTS, NOBODY, Section
from hexwar.text import Text
from hexwar.widgets.brushwork import kept, take_up
from hexwar.widgets.log.layout import Lines, Piece, Spans, Typesetter, count_lines
from hexwar.widgets.log.log_model import LogModel, Row, RowKind
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Index,
    Panel,
    column,
    paint_band,
    paint_die,
    row,
    scroll_by_lines,
    write_cut,
)
from hexwar.widgets.words import keyless, literal

_TURN, _SECTION = 34, 30  # heights of headings, pixels at 100 %
_LEFT, _RIGHT, _AIR = 26, 10, 7  # room round a sentence


_AT_ONCE = 60  # rows measured without a pause: as many as fill a high window
_SLICE = 30  # and of those that nobody sees


class LogList(QTableView):
    """Rows of the log. Left and Right go from link to link, or fold a heading; Enter follows."""

    linkFollowed = Signal(str, int)
    """A link that was clicked or entered, and the number of its entry."""
    entryAsked = Signal(int, QPoint)
    """What can be done with an entry, by its number, is asked for; and where on the screen."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._painter = LogPainter(look)
        self._model: LogModel | None = None
        self._left = range(0)  # rows that have no true height yet
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._measure_more)
        self.setItemDelegate(self._painter)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        scroll_by_lines(self, look)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setAccessibleName(say("Log"))

    def show_model(self, model: LogModel, colours: dict[Side, QColor]) -> None:
        """Show the rows of a model, activations in the colours of their sides."""
        self._painter.colours = colours
        if self._model is model:
            return
        self._model = model
        self.setModel(model)
        model.rowsInserted.connect(self._measure_new)
        model.modelReset.connect(self.measure)
        self.selectionModel().currentChanged.connect(self._leave_link)
        self.measure()

    def set_look(self, look: Look) -> None:
        """Paint in another look from now on."""
        self._painter.set_look(look)
        self.measure()

    def measure(self) -> None:
        """Give every row the height that its words need: at once what is seen, then the rest."""
        if self._model is None:
            return
        count = len(self._model.rows)
        last = max(count - _AT_ONCE, 0)
        seen = max(self.rowAt(0), 0)
        self._measure(range(seen, min(seen + _AT_ONCE, last)))
        self._measure(range(last, count))
        self._leave(range(last))

    @property
    def is_at_end(self) -> bool:
        """Whether the last row is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - self._painter.look.px(4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentences anew when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.measure()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on measuring."""
        super().showEvent(event)
        self._leave(self._left)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing runs on while nobody looks."""
        self._later.stop()
        super().hideEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The hand over a link."""
        link = self.link_at(event.position())
        shape = Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click follows a link, or folds a heading."""
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        index = self.indexAt(event.position().toPoint())
        link = self.link_at(event.position())
        if link and self._model is not None:
            self.linkFollowed.emit(link, self._model.rows[index.row()].place)
        elif index.isValid():
            self._fold(index, folded=None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By mouse the row under the pointer, by keyboard the current one."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if not index.isValid() or self._model is None:
            return
        row, box = self._model.rows[index.row()], self.visualRect(index)
        where = self.viewport().mapToGlobal(box.bottomLeft()) if is_key else event.globalPos()
        if row.kind is RowKind.ENTRY:
            self.setCurrentIndex(index)
            self.entryAsked.emit(row.place, where)

    def link_at(self, point: QPointF) -> str:
        """The link under a point of the viewport; empty where there is none."""
        index = self.indexAt(point.toPoint())
        if not index.isValid() or self._model is None:
            return ""
        return self._painter.link_at(self._model, index, QRectF(self.visualRect(index)), point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right, Enter; the rest as in every list."""
        index = self.currentIndex()
        if not index.isValid() or self._model is None:
            super().keyPressEvent(event)
            return
        is_heading = self._model.rows[index.row()].kind is not RowKind.ENTRY
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right if is_heading:
                self._fold(index, folded=event.key() == Qt.Key.Key_Left)
            case Qt.Key.Key_Left:
                self._choose_link(index, -1)
            case Qt.Key.Key_Right:
                self._choose_link(index, 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._follow_link(index)
            case _:
                super().keyPressEvent(event)

    # -- links by keyboard

    def _links(self, index: QModelIndex) -> Sequence[str]:
        assert self._model is not None
        return self._model.words(self._model.rows[index.row()]).links

    def _choose_link(self, index: QModelIndex, step: int) -> None:
        links = self._links(index)
        if not links:
            return
        chosen = self._painter.chosen_link
        place = links.index(chosen) + step if chosen in links else 0
        self._painter.chosen_link = links[place % len(links)]
        self.viewport().update()

    def _follow_link(self, index: QModelIndex) -> None:
        links = self._links(index)
        chosen = self._painter.chosen_link
        if links and self._model is not None:
            link = chosen if chosen in links else links[0]
            self.linkFollowed.emit(link, self._model.rows[index.row()].place)

    def _leave_link(self) -> None:
        self._painter.chosen_link = ""

    # -- folds and heights

    def _fold(self, index: QModelIndex, *, folded: bool | None) -> None:
        """Fold or unfold a heading; None turns it round. The heading stays where it is seen."""
        assert self._model is not None
        row = self._model.rows[index.row()]
        if row.kind is RowKind.ENTRY:
            return
        top = self.visualRect(index).top()
        self._model.fold(row, folded=not self._model.is_folded(row) if folded is None else folded)
        place = self._model.index(self._model.rows.index(row), 0)
        self.setCurrentIndex(place)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.visualRect(place).top() - top)

    def _measure_new(self, _: QModelIndex, first: int, last: int) -> None:
        """As many of the last as are in sight, which is where new ones are read; then the rest."""
        done = self._measure(range(last, first - 1, -1), self.viewport().height())
        if done <= last - first:
            start = min(self._left.start, first) if self._left else first
            self._leave(range(start, last + 1 - done))

    def _leave(self, rows: range) -> None:
        """Leave rows for later."""
        self._left = rows
        if rows and self.isVisible():
            self._later.start()

    def _measure_more(self) -> None:
        """A slice of the rows that have no height yet, from the latest back."""
        assert self._model is not None
        first, end = self._left.start, min(self._left.stop, len(self._model.rows))
        cut = max(end - _SLICE, first)
        self._measure(range(cut, end))
        self._left = range(first, cut)
        if not self._left:
            self._later.stop()

    def _measure(self, rows: range, room: float = math.inf) -> int:
        """Give rows their heights as far as there is room; how many have it.

        What is seen stays where it is.
        """
        assert self._model is not None
        header, bar = self.verticalHeader(), self.verticalScrollBar()
        width, top, at_end = self.viewport().width(), self.rowAt(0), self.is_at_end
        before = self.rowViewportPosition(top)
        blocked = QSignalBlocker(header)
        done = 0
        for place in rows:
            if room <= 0:
                break
            height = self._painter.height(self._model, place, width)
            header.resizeSection(place, height)
            room, done = room - height, done + 1
        blocked.unblock()
        self.updateGeometries()
        shift = self.rowViewportPosition(top) - before if top >= 0 else 0
        bar.setValue(bar.maximum() if at_end else bar.value() + shift)
        self.viewport().update()
        return done


class LogPainter(QStyledItemDelegate):
    """Paints headings and sentences, and knows where their links are."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.colours: dict[Side, QColor] = {}
        self.chosen_link = ""  # of the current row, by keyboard
        self._spans: dict[int, tuple[Text, Spans]] = {}  # by entry; the text tells if it still fits
        self.set_look(look)

    def set_look(self, look: Look) -> None:
        """Use the fonts and colours of another look."""
        self.look = look
        self._spans.clear()
        self._setter = Typesetter(look.sans(13.5), look.px(17))

    def height(self, model: LogModel, row: int, width: int) -> int:
        """The height of a row at a width, pixels."""
        shown = model.rows[row]
        if shown.kind is not RowKind.ENTRY:
            return self.look.px(_TURN if shown.kind is RowKind.TURN else _SECTION)
        lines = count_lines(self._spans_of(model, shown), self._room(width))
        return round(lines * self._setter.line_height) + self.look.px(_AIR)

    def _spans_of(self, model: LogModel, row: Row) -> Spans:
        told = model.story.text(row.place)
        known = self._spans.get(row.place)
        if known is None or known[0] is not told:
            known = self._spans[row.place] = (told, self._setter.spans(model.words(row)))
        return known[1]

    def link_at(self, model: LogModel, index: Index, box: QRectF, point: QPointF) -> str:
        """The link at a point of a sentence."""
        row = model.rows[index.row()]
        if row.kind is not RowKind.ENTRY:
            return ""
        lines = self._setter.lay_out(model.words(row), self._room(box.width()))
        inside = point - self._origin(box)
        piece = lines.piece_at(inside.x(), int(inside.y() // self._setter.line_height))
        return piece.run.link if piece is not None else ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        model = index.model()
        assert isinstance(model, LogModel)
        row, box = model.rows[index.row()], QRectF(option.rect)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            is_current = bool(option.state & QStyle.StateFlag.State_Selected)
            if row.kind is RowKind.ENTRY:
                self._paint_entry(painter, box, model, row, is_current=is_current)
            else:
                self._paint_heading(painter, box, model, row)
            if is_current and option.state & QStyle.StateFlag.State_Active:
                take_up(painter, QPen(self.look.colour("focus"), 1))
                painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _room(self, width: float) -> float:
        return width - self.look.px(_LEFT + _RIGHT)

    def _origin(self, box: QRectF) -> QPointF:
        return QPointF(box.left() + self.look.px(_LEFT), box.top() + self.look.px(_AIR) / 2)

    def _paint_heading(self, painter: QPainter, box: QRectF, model: LogModel, row: Row) -> None:
        look, is_turn = self.look, row.kind is RowKind.TURN
        painter.fillRect(box, look.colour("leather" if is_turn else "sunken"))
        self._paint_side(painter, box, model.section(row))
        letters = look.serif(15.5 if is_turn else 14.5)
        inner = box.adjusted(look.px(12), 0, -look.px(8), 0)
        words = model.words(row).plain + (" …" if model.is_folded(row) else "")
        write_cut(painter, inner, words, letters, look.colour("on_leather" if is_turn else "ink"))

    def _paint_side(self, painter: QPainter, box: QRectF, section: Section | None) -> None:
        if section is not None and section.side is not None:
            paint_band(painter, self.look, box, self.colours.get(section.side))

    def _paint_entry(
        self, painter: QPainter, box: QRectF, model: LogModel, row: Row, *, is_current: bool
    ) -> None:
        painter.fillRect(box, self.look.colour("chosen" if is_current else "base"))
        self._paint_side(painter, box, model.section(row))
        lines = self._setter.lay_out(model.words(row), self._room(box.width()))
        self._paint_lines(painter, self._origin(box), lines, is_current=is_current)

    def _paint_lines(
        self, painter: QPainter, origin: QPointF, lines: Lines, *, is_current: bool
    ) -> None:
        step = self._setter.line_height
        painter.setFont(self._setter.letters)
        for piece in lines.pieces:
            corner = origin + QPointF(piece.left, piece.line * step)
            if piece.run.is_die:
                edge = min(step - 2, piece.width - 2)
                die = QRectF(corner.x(), corner.y() + (step - edge) / 2, edge, edge)
                paint_die(painter, die, int(piece.words))
                continue
            box = QRectF(corner.x(), corner.y(), piece.width + step, step)
            painter.setPen(self._ink(piece))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, piece.words.rstrip())
            if is_current and piece.run.link and piece.run.link == self.chosen_link:
                painter.setPen(QPen(self.look.colour("focus"), self.look.px(2)))
                foot = corner.y() + step - 1
                painter.drawLine(QPointF(corner.x(), foot), QPointF(corner.x() + piece.width, foot))

    def _ink(self, piece: Piece) -> QColor:
        if piece.run.link.startswith("rule:"):
            return self.look.colour("faint")
        return self.look.colour("link" if piece.run.link else "ink")


# -- the list with its filter and its exports


_EXPORT_WORDS = {
    "txt": mark("As text"),
    "csv": mark("As a table (CSV)"),
    "html": mark("As a web page (HTML)"),
}


class LogView(Panel):
    """One sentence for each event, grouped by turn and activation."""

    linkFollowed = Signal(str, int)
    """A link, and the number of the entry in which it stands."""
    exportAsked = Signal(str)
    """The suffix of the file that the player wants: txt, csv or html."""
    entryAsked = Signal(int, QPoint)
    """What can be done with an entry, by its number, is asked for; and where on the screen."""

    def __init__(self, look: Look, topics: Sequence[Topic]) -> None:
        super().__init__(look)
        self._model: LogModel | None = None
        self._topics = topics
        self.search = QLineEdit()
        self.search.setPlaceholderText(say("Find in the log"))
        self.search.setClearButtonEnabled(True)
        self.search.setToolTip(say("Only lines with these words are shown"))
        self.search.setAccessibleName(say("Find in the log"))
        self.list = LogList(look)
        self.topics, self.export_menu = self._topics_menu(), self._exports()
        topics_button = _menu_button(say("Show"), say("Which events are shown"), self.topics)
        exports = _menu_button(say("Export"), say("Write the log to a file"), self.export_menu)
        column(self, 8, 8, row(6, (self.search, 1), topics_button, exports), (self.list, 1))
        self.search.textChanged.connect(self._filter)
        self.list.linkFollowed.connect(self.linkFollowed)
        self.list.entryAsked.connect(self.entryAsked)
        self.settle()

    def show_events(
        self, names: Names, events: Sequence[Event], readers: Sequence[str] = (NOBODY,)
    ) -> None:
        """Show all events so far; fewer than before means that some were undone.

        The secrets of sides that are not readers are left out, in exports too.
        """
        if self._model is None or self._model.story.names.battle is not names.battle:
            old, self._model = self._model, LogModel(names, self)
            self._filter()
            if old is not None:
                old.deleteLater()
        colours = {side: self.look.side(names.battle, side) for side in names.battle.sides}
        self._again = lambda: self.show_events(names, events, readers)
        self.list.show_model(self._model, colours)
        was_at_end = self.list.is_at_end
        self._model.follow(events, readers)
        if was_at_end:
            self.list.scrollToBottom()

    def exported(self, suffix: str) -> str:
        """The whole log as text, CSV or HTML; empty before the first event.

        Raises:
            KeyError: another suffix.
        """
        write = EXPORTS[suffix]
        return "" if self._model is None else write(self._model.story)

    def dress(self) -> None:
        """The list follows theme and scale."""
        self.list.set_look(self.look)

    def _topics_menu(self) -> QMenu:
        menu = QMenu(self)
        for topic in self._topics:
            action = QAction(say(topic.title), menu, checkable=True)
            action.setChecked(topic.is_usual)
            action.toggled.connect(self._filter)
            menu.addAction(action)
        return menu

    def _exports(self) -> QMenu:
        menu = QMenu(self)
        for suffix in EXPORTS:
            action = menu.addAction(say(_EXPORT_WORDS[suffix]))
            action.triggered.connect(partial(self.exportAsked.emit, suffix))
        return menu

    def _filter(self) -> None:
        if self._model is not None:
            shown = zip(self._topics, self.topics.actions(), strict=True)
            topics = [topic for topic, action in shown if action.isChecked()]
            self._model.set_filter(self.search.text(), topics)


def _menu_button(words: str, tooltip: str, menu: QMenu) -> QToolButton:
    made = QToolButton()
    made.setText(keyless(words))
    made.setToolTip(literal(tooltip))
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    made.setMenu(menu)
    return made
