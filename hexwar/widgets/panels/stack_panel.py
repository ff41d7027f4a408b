"""Everything in a hex, row by row, and the choice of a subset of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.table.battle import MapBattle
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.widgets.brushwork import Align, kept, take_up, write
from hexwar.widgets.counters.faces import Face, State
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP_ROLE,
    Index,
    Panel,
    bar,
    button,
    chip_width,
    column,
    explain,
    label,
    paint_band,
    paint_check,
    paint_chip,
    paint_nothing,
    paint_pips,
    row,
    scroll_by_lines,
    write_cut,
)
from hexwar.widgets.portraits import paint_portrait
from hexwar.widgets.words import rich

# -- the rows of the stack panel: what is in a hex, and which of it is chosen


_TOP = QModelIndex()  # the parent of all rows
ROW = Qt.ItemDataRole.UserRole
"""The role under which the model gives the whole row."""


STATE_WORDS: Mapping[State, str] = {
    State.DISRUPTED: mark("Disrupted"),
    State.DEMORALIZED: mark("demoralized"),
    State.EXHAUSTED: mark("exhausted"),
    State.OUT_OF_SUPPLY: mark("out of supply"),
    State.OUT_OF_COMMAND: mark("out of command"),
    State.SQUARE: mark("in square"),
    State.COLUMN: mark("road column"),
}
"""The states of a counter, as they are read."""


class RowKind(Enum):
    """What a row is."""

    SIDE = auto()
    UNIT = auto()
    LEADER = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is shown."""

    kind: RowKind
    piece: str  # id of the unit, leader or side
    title: str
    below: str = ""  # formation and arm
    numbers: str = ""
    brief: str = ""  # the numbers where there is little room; the rest is told otherwise
    states: tuple[str, ...] = ()
    mark: str = ""  # such as `estimate`
    morale: int | None = None  # where the owner knows it, 1 to 5
    face: Face | None = None
    colour: QColor | None = None  # of a side; the panel sets it
    tooltip: str = ""
    help: str = ""  # the address of its help
    eligible: bool = False  # may be chosen
    picture: Path | None = None  # of a leader

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        parts = (self.title, self.below, self.numbers, ", ".join(self.states))
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class HexStack:
    """A hex as the panel shows it."""

    battle: MapBattle
    hex: Hex
    ground: str  # HTML, as the next two
    tip: str  # more of the ground
    stake: str  # what the hex is worth
    rows: tuple[Row, ...]  # for each side a heading, then its pieces
    rule: str = ""  # that of its ground


class StackModel(QAbstractListModel):
    """The rows, and which of them are chosen."""

    chosenChanged = Signal()
    """The player chose or left out a piece."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []  # what is shown
        self._chosen: set[str] = set()

    def show_rows(self, rows: list[Row], chosen: Collection[str]) -> None:
        """Show other rows; rows that stay in place keep the keyboard."""
        self._chosen = {row.piece for row in rows if row.eligible and row.piece in chosen}
        if [row.piece for row in rows] == [row.piece for row in self.rows]:
            self.rows = rows
            self._all_changed()
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def chosen(self, kind: RowKind) -> list[str]:
        """The chosen pieces of a kind, in the order of the rows."""
        return [r.piece for r in self.rows if r.kind is kind and r.piece in self._chosen]

    @property
    def chosen_pieces(self) -> tuple[str, ...]:
        """All chosen pieces, in the order of the rows."""
        return tuple(row.piece for row in self.rows if row.piece in self._chosen)

    def is_chosen(self, row: Row) -> bool:
        """Whether a row is chosen."""
        return row.piece in self._chosen

    def choose(self, pieces: Collection[str]) -> None:
        """Choose exactly these of the pieces that may be chosen."""
        chosen = {row.piece for row in self.rows if row.eligible and row.piece in pieces}
        if chosen != self._chosen:
            self._chosen = chosen
            self._all_changed()
            self.chosenChanged.emit()

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be reached; rows that may be chosen can be checked."""
        if not index.isValid() or self.rows[index.row()].kind is RowKind.SIDE:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        eligible = self.rows[index.row()].eligible
        return flags | Qt.ItemFlag.ItemIsUserCheckable if eligible else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row's words, its check, its tooltip; under `ROW` the row itself."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tooltip
        if role == HELP_ROLE:
            return row.help
        if role == Qt.ItemDataRole.CheckStateRole and row.eligible:
            return Qt.CheckState.Checked if self.is_chosen(row) else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Choose or leave out a piece."""
        row = self.rows[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not row.eligible:
            return False
        wanted = Qt.CheckState(value) == Qt.CheckState.Checked
        self.choose(self._chosen | {row.piece} if wanted else self._chosen - {row.piece})
        return True

    def _all_changed(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))


# -- the list of the stack panel: how its rows are painted, clicked and reached by keys


_HEADING, _PIECE = 30, 86  # heights of rows, pixels at 100 %
_EDGE = 58  # of a counter
_LEAST = 56  # room that a mark is worth writing in
_PORTRAIT = QSizeF(56, 72)  # that a picture of a leader has at most
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
        scroll_by_lines(self, look)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setAccessibleName(say("Counters in the hex"))

    def set_look(self, look: Look) -> None:
        """Paint in another look from now on."""
        self._painter.look = look
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows; where there are none, that there are none."""
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            paint_nothing(self, self._painter.look, say("No counters here."))

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
        row: Row = index.data(ROW)
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if row.kind is RowKind.SIDE:
                self._paint_heading(painter, QRectF(option.rect), row)
            else:
                checked = index.data(Qt.ItemDataRole.CheckStateRole)
                self._paint_ground(painter, option, checked == Qt.CheckState.Checked)
                self._paint_piece(painter, QRectF(option.rect), row, checked)

    def _paint_heading(self, painter: QPainter, box: QRectF, row: Row) -> None:
        look = self.look
        painter.fillRect(box, look.colour("sunken"))
        paint_band(painter, look, box, row.colour)
        inner = box.adjusted(look.px(14), 0, -look.px(10), 0)
        write(painter, inner, row.title, look.serif(15), look.colour("ink"))
        right = Align.AlignVCenter | Align.AlignRight
        write(painter, inner, row.numbers, look.sans(13), look.colour("faint"), right)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, checked: bool) -> None:
        look = self.look
        box = QRectF(option.rect)
        if checked:
            painter.fillRect(box, look.colour("chosen"))
        painter.setPen(look.colour("line"))
        painter.drawLine(QPointF(box.left(), box.bottom()), QPointF(box.right(), box.bottom()))
        if option.state & QStyle.StateFlag.State_HasFocus:
            take_up(painter, QPen(look.colour("focus"), look.px(2)))
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
        if row.picture is not None:
            self._paint_portrait(painter, words, row.picture)
        self._paint_words(painter, words, row)

    def _paint_portrait(self, painter: QPainter, words: QRectF, picture: Path) -> None:
        """The picture of a leader at the right of his words, which make room for it."""
        look, room = self.look, QRectF(words)
        room.setLeft(words.right() - look.px(_PORTRAIT.width()))
        high = look.px(_PORTRAIT.height())
        room.setTop(words.center().y() - high / 2)
        room.setHeight(high)
        shown = paint_portrait(painter, look, picture, room, share=1)
        if not shown.isEmpty():
            words.setRight(shown.left() - look.px(8))

    def _paint_words(self, painter: QPainter, box: QRectF, row: Row) -> None:
        look = self.look
        top, step = box.top() + look.px(6), look.px(18)
        lines = [QRectF(box.left(), top + place * step, box.width(), step) for place in range(4)]
        write_cut(painter, lines[0], row.title, look.sans(14.5, bold=True), look.colour("ink"))
        write_cut(painter, lines[1], row.below, look.sans(12.5), look.colour("faint"))
        letters = look.sans(13)
        fits = QFontMetricsF(letters).horizontalAdvance(row.numbers) <= box.width()
        numbers = row.numbers if fits or not row.brief else row.brief
        write_cut(painter, lines[2], numbers, letters, look.colour("ink"))
        lines[3].setLeft(self._paint_states(painter, lines[3], row))
        if lines[3].width() > look.px(_LEAST):
            ink = look.colour("warning")
            write_cut(painter, lines[3], row.mark, look.sans(12), ink, Align.AlignRight)

    def _paint_states(self, painter: QPainter, line: QRectF, row: Row) -> float:
        """A chip for each state, as there is room, and the number of others; where they end."""
        look = self.look
        if row.kind is RowKind.UNIT and not row.states:
            return write_cut(painter, line, "ready", look.sans(12), look.colour("faint"))
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


def _is_choice(event: QEvent, box: QRect) -> bool:
    """A click inside the row, or the space bar."""
    if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
        inside = box.contains(event.position().toPoint())
        return inside and event.button() == Qt.MouseButton.LeftButton
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
        return event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select)
    return False


# -- everything in a hex, row by row, and the choice of a subset of it


class StackPanel(Panel):
    """Every counter of a hex, both sides; the player chooses a subset of his own."""

    subsetChanged = Signal(list, list)
    """Ids of the chosen units, ids of the chosen leaders."""
    pieceActivated = Signal(str)
    """The id of a piece that was double-clicked or entered."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.ground, self.stake = label("title"), label("quiet"), label("quiet")
        self.model = StackModel(self)
        self.list = StackList(self.model, look)
        self.legality = label()
        self.all_button, self.none_button = button(say("All")), button(say("None"))
        lines, gap = (self.title, self.ground, self.stake), self.look.px(6)
        buttons = row(6, (self.legality, 1), self.all_button, self.none_button)
        column(self, 12, 3, *lines, gap, (self.list, 1), buttons)
        self.setAccessibleName(say("Stack"))
        self.model.chosenChanged.connect(self._tell)
        self.list.activated.connect(self._activate)
        self.legality.linkActivated.connect(self.linkActivated)
        self.all_button.setToolTip(say("Choose every piece that may be chosen (Ctrl+A)"))
        self.none_button.setToolTip(say("Choose none (Ctrl+Shift+A)"))
        for every in (self.all_button.clicked, self.list.allAsked):
            every.connect(self._choose_all)
        for none in (self.none_button.clicked, self.list.noneAsked):
            none.connect(lambda: self.model.choose(()))
        self.settle()
        self.show_nothing()

    def show_nothing(self) -> None:
        """No hex is chosen."""
        self._again = None
        self.title.setText(say("No hex chosen"))
        self.ground.setText(say("Click a hex, or move the hex cursor with the arrow keys."))
        self.stake.clear()
        for part in (self.title, self.ground, self.stake):
            part.setToolTip("")
        self.model.show_rows([], ())
        self.show_legality("")
        self._show_buttons()

    def show_stack(self, shown: HexStack, chosen: Collection[str] = ()) -> None:
        """Show a hex; of the pieces that may be chosen these are."""
        self._again = lambda: self.show_stack(shown, self.model.chosen_pieces)
        self.title.setText(_title(shown.battle, shown.hex, self.look))
        self.ground.setText(shown.ground)
        explain(self.title, say("The hex that you look at; its number is printed on the map"))
        explain(self.ground, say("The ground of the hex, and how high it lies"), shown.rule)
        if shown.tip:
            self.ground.setToolTip(rich(shown.tip))
        explain(self.stake, say("The points that its owner scores at the end, and its supply"))
        self.stake.setText(shown.stake)
        self.model.show_rows([self._coloured(shown.battle, row) for row in shown.rows], chosen)
        self._show_buttons()

    def _coloured(self, battle: MapBattle, row: Row) -> Row:
        """A row; the heading of a side in its colour."""
        if row.kind is not RowKind.SIDE:
            return row
        return replace(row, colour=self.look.side(battle, Side(row.piece)))

    def show_legality(self, html: str, *, legal: bool = True) -> None:
        """Say what may be done with the chosen subset, or why not."""
        mark = "\N{CHECK MARK}" if legal else "\N{MULTIPLICATION X}"
        colour = self.look.theme.window.good if legal else self.look.theme.window.accent
        words = f'<span style="color:{colour}">{mark}</span>&nbsp; {html}' if html else ""
        self.legality.setText(words)

    def dress(self) -> None:
        """Room for two lines of legality, and for more where it says more."""
        self.legality.setMinimumHeight(self.look.px(44))
        self.list.set_look(self.look)

    def _choose_all(self) -> None:
        self.model.choose([row.piece for row in self.model.rows])

    def _tell(self) -> None:
        units = self.model.chosen(RowKind.UNIT)
        leaders = self.model.chosen(RowKind.LEADER)
        self.subsetChanged.emit([UnitId(u) for u in units], [LeaderId(x) for x in leaders])

    def _activate(self, index: QModelIndex) -> None:
        self.pieceActivated.emit(index.data(ROW).piece)

    def _show_buttons(self) -> None:
        eligible = any(row.eligible for row in self.model.rows)
        why = "" if eligible else say("No piece here can be chosen for what is asked now.")
        bar(self.all_button, why)
        bar(self.none_button, why)


def _title(battle: MapBattle, hex_: Hex, look: Look) -> str:
    name = battle.battlefield.place_names.get(hex_)
    faint = look.theme.window.faint
    number = f'<span style="color:{faint}; font-weight:400">{hex_}</span>'
    return f"{escape(name)} &nbsp;{number}" if name else say("Hex {number}", number=number)
