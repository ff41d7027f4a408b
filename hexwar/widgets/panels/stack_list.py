"""The list of the stack panel: how its rows are painted, clicked and reached by keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from hexwar.widgets.counters.faces import State
from hexwar.widgets.panels.look import Look, elided
from hexwar.widgets.panels.painting import chip_width, paint_check, paint_chip, paint_pips
from hexwar.widgets.panels.pieces import STATE_WORDS
from hexwar.widgets.panels.stack_rows import ROW, Index, Row, RowKind, StackModel

_HEADING, _PIECE = 30, 86  # heights of rows, pixels at 100 %
_EDGE = 58  # of a counter
_LEAST = 56  # room that a mark is worth writing in
_STATES: Mapping[str, State] = {words: state for state, words in STATE_WORDS.items()}


class StackList(QListView):
    """Rows that are chosen by a click, by the space bar, all by Ctrl+A, none by Ctrl+Shift+A."""

    allAsked = Signal()
    """Every piece is to be chosen."""
    noneAsked = Signal()
    """No piece is to be chosen."""

    def __init__(self, model: StackModel, look: Look) -> None:
        super().__init__()
        self._painter = _RowPainter(look)
        self.setModel(model)
        self.setItemDelegate(self._painter)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setAccessibleName("Counters in the hex")

    def set_look(self, look: Look) -> None:
        """Paint in another look from now on."""
        self._painter.look = look
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows; where there are none, that there are none."""
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            look = self._painter.look
            painter = QPainter(self.viewport())
            painter.setPen(look.colour("faint"))
            painter.setFont(look.sans(14))
            top = self.viewport().rect().adjusted(0, look.px(24), 0, 0)
            centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(top, centre, "No counters here.")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+A and Ctrl+Shift+A; the rest as in every list."""
        if event.key() == Qt.Key.Key_A and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.noneAsked if shift else self.allAsked).emit()
            return
        super().keyPressEvent(event)


class _RowPainter(QStyledItemDelegate):
    """Paints a heading or a piece; a click or the space bar chooses a piece."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def sizeHint(self, _: QStyleOptionViewItem, index: Index) -> QSize:
        """Every piece takes the same room, whatever its state."""
        row: Row = index.data(ROW)
        return QSize(self.look.px(220), self.look.px(_HEADING if row.face is None else _PIECE))

    def editorEvent(
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Choose or leave out the piece of a row."""
        assert isinstance(model, StackModel)
        row: Row = index.data(ROW)
        if not row.eligible or not _is_choice(event, option.rect):
            return False
        state = Qt.CheckState.Unchecked if model.is_chosen(row) else Qt.CheckState.Checked
        return model.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row: Row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind is RowKind.SIDE:
            self._paint_heading(painter, QRectF(option.rect), row)
        else:
            checked = index.data(Qt.ItemDataRole.CheckStateRole)
            self._paint_ground(painter, option, checked == Qt.CheckState.Checked)
            self._paint_piece(painter, QRectF(option.rect), row, checked)
        painter.restore()

    def _paint_heading(self, painter: QPainter, box: QRectF, row: Row) -> None:
        look = self.look
        painter.fillRect(box, look.colour("sunken"))
        band = QRectF(box.left(), box.top(), look.px(5), box.height())
        painter.fillRect(band, row.colour or look.colour("faint"))
        inner = box.adjusted(look.px(14), 0, -look.px(10), 0)
        painter.setPen(look.colour("ink"))
        painter.setFont(look.serif(15))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, row.title)
        painter.setPen(look.colour("faint"))
        painter.setFont(look.sans(13))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, right, row.numbers)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, checked: bool) -> None:
        look = self.look
        box = QRectF(option.rect)
        if checked:
            painter.fillRect(box, look.colour("chosen"))
        painter.setPen(look.colour("line"))
        painter.drawLine(QPointF(box.left(), box.bottom()), QPointF(box.right(), box.bottom()))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.colour("focus"), look.px(2)))
            inset = look.px(2)
            painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), inset, inset)

    def _paint_piece(
        self, painter: QPainter, box: QRectF, row: Row, checked: Qt.CheckState | None
    ) -> None:
        look = self.look
        middle, check = box.center().y(), look.px(16)
        if checked is not None:
            mark = QRectF(box.left() + look.px(9), middle - check / 2, check, check)
            paint_check(painter, look, mark, checked=checked == Qt.CheckState.Checked)
        edge = look.px(_EDGE)
        left = box.left() + look.px(34)
        if row.face is not None:
            top = round(middle - edge / 2) - (look.px(4) if row.morale is not None else 0)
            look.paint_counter(painter, row.face, QPointF(left, top), edge)
            if row.morale is not None:
                paint_pips(
                    painter, look, QPointF(left + edge / 2, top + edge + look.px(8)), row.morale
                )
        words = QRectF(box)
        words.setLeft(left + edge + look.px(12))
        words.setRight(box.right() - look.px(8))
        self._paint_words(painter, words, row)

    def _paint_words(self, painter: QPainter, box: QRectF, row: Row) -> None:
        look = self.look
        top, step = box.top() + look.px(6), look.px(18)
        lines = [QRectF(box.left(), top + place * step, box.width(), step) for place in range(4)]
        _write(painter, lines[0], row.title, look.sans(14.5, bold=True), look.colour("ink"))
        _write(painter, lines[1], row.below, look.sans(12.5), look.colour("faint"))
        letters = look.sans(13)
        fits = QFontMetricsF(letters).horizontalAdvance(row.numbers) <= box.width()
        numbers = row.numbers if fits or not row.brief else row.brief
        _write(painter, lines[2], numbers, letters, look.colour("ink"))
        lines[3].setLeft(self._paint_states(painter, lines[3], row))
        if lines[3].width() > look.px(_LEAST):
            ink = look.colour("warning")
            _write(painter, lines[3], row.mark, look.sans(12), ink, at_right=True)

    def _paint_states(self, painter: QPainter, line: QRectF, row: Row) -> float:
        """A chip for each state that there is room for, and the number of others.

        Returns:
            The x where room is left.
        """
        look = self.look
        if row.kind is RowKind.UNIT and not row.states:
            return _write(painter, line, "ready", look.sans(12), look.colour("faint"))
        left, middle = line.left(), line.center().y() + look.px(1)
        for words in chips_within(look, row.states, line.width()):
            tint = look.theme.badges.get(_STATES.get(words, ""))
            left = paint_chip(painter, look, words, QPointF(left, middle), tint)
        return left


def chips_within(look: Look, states: Sequence[str], room: float) -> list[str]:
    """The words of the chips that a room in pixels holds; `+2` stands for two that it does not."""
    widths = [chip_width(look, words) + look.px(5) for words in states]
    rest = chip_width(look, "+9")
    for count in range(len(states), 0, -1):
        more = len(states) - count
        if sum(widths[:count]) + (rest if more else 0) <= room:
            return [*states[:count], *([f"+{more}"] if more else [])]
    return list(states[:1])


def _write(
    painter: QPainter,
    line: QRectF,
    words: str,
    letters: QFont,
    ink: QColor,
    *,
    at_right: bool = False,
) -> float:
    """One line of words, cut where room ends; the x where they end."""
    shown = elided(words, letters, line.width())
    edge = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(letters)
    painter.setPen(ink)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | edge, shown)
    return line.left() + QFontMetricsF(letters).horizontalAdvance(shown)


def _is_choice(event: QEvent, box: QRect) -> bool:
    """A click inside the row, or the space bar."""
    if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
        inside = box.contains(event.position().toPoint())
        return inside and event.button() == Qt.MouseButton.LeftButton
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
        return event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select)
    return False
