"""The page of time: the turn track, the weather, and who comes when."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, ClassVar, Final

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDropEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.entries import Line
from hexwar.editor.errand import Errand
from hexwar.editor.forms import Block, FieldBlock, RowsBlock, tell
from hexwar.editor.pages.formed import FormPage, gathered, stacked
from hexwar.editor.port import editing_of
from hexwar.editor.schedule import (
    LAST,
    MOST_TURNS,
    Due,
    Space,
    awaited,
    date_of,
    doubled,
    dues_of,
    first_moment,
    joined,
    made_turns,
    next_turn,
    postponed,
    released,
    track_of,
)
from hexwar.editor.scribe import Path, Scribe, records_of
from hexwar.editor.table_top import TableTop, table_top_of
from hexwar.messages import count, mark, say
from hexwar.scenario.form import Field, field_of
from hexwar.widgets.brushwork import Align, take_up, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    ChoiceBox,
    Panel,
    bar,
    button,
    card,
    column,
    label,
    line_label,
    paint_arrow,
    plain_label,
    row,
)
from hexwar.widgets.panels.turn_track import paint_roll, paint_sky
from hexwar.widgets.theme import Theme
from hexwar.widgets.words import keyless, literal

BOX, HIGH, GAP = 64, 54, 4
"""Of a space of the strip, pixels at 100 %."""

TREE_HIGH: Final = 380
"""Of the calendar, likewise."""

DUE = Qt.ItemDataRole.UserRole
TURN = Qt.ItemDataRole.UserRole + 1

BEST, NOTE = 3, 4
"""Columns of the calendar."""


def colours_of(theme: Theme, forces: Json) -> Mapping[str, QColor]:
    """The colour of each side: that of its first formation's counters."""
    found: dict[str, QColor] = {}
    for formation in records_of(forces.get("formations")):
        side, nation = formation.get("side"), formation.get("nation")
        if isinstance(side, str) and isinstance(nation, str) and side not in found:
            key = nation.lower().replace(" ", "_")
            found[side] = QColor(theme.livery(key).field)
    return found


class Strip(Panel):
    """The turns side by side, in as many lines as they need; a click chooses one."""

    turnChosen = Signal(int)
    """A turn, from 1."""

    def __init__(self, look: Look) -> None:
        """Show no turn yet."""
        super().__init__(look)
        self.spaces: Sequence[Space] = ()
        self.colours: Mapping[str, QColor] = {}
        self.turn = 0  # the chosen one; 0 for none
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(say("Turn track"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_track(self, spaces: Sequence[Space], colours: Mapping[str, QColor]) -> None:
        """Show turns."""
        if (spaces, colours) == (self.spaces, self.colours):
            return
        self.spaces, self.colours = spaces, colours
        self.turn = min(self.turn, len(spaces))
        self._fit()
        self.update()

    def _across(self) -> int:
        px = self.look.px
        return max(1, (self.width() + px(GAP)) // (px(BOX) + px(GAP)))

    def _fit(self) -> None:
        lines = -(-len(self.spaces) // self._across()) or 1
        high = lines * (self.look.px(HIGH) + self.look.px(GAP))
        if high != self.height():
            self.setFixedHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer stand side by side."""
        super().resizeEvent(event)
        self._fit()

    def box(self, number: int) -> QRectF:
        """Where a turn is."""
        px = self.look.px
        line, place = divmod(number - 1, self._across())
        left, top = place * (px(BOX) + px(GAP)), line * (px(HIGH) + px(GAP))
        return QRectF(left + 0.5, top + 0.5, px(BOX) - 1, px(HIGH) - 1)

    def _at(self, point: QPoint) -> int:
        spaces = (space.number for space in self.spaces)
        return next((n for n in spaces if self.box(n).contains(point)), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a turn."""
        self.choose(self._at(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the turn under the pointer."""
        number = self._at(event.position().toPoint())
        self.setToolTip(literal(space_words(self.spaces[number - 1]) if number else ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go from turn to turn."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        steps |= {Qt.Key.Key_Up: -self._across(), Qt.Key.Key_Down: self._across()}
        step = steps.get(Qt.Key(event.key()), 0)
        if step and self.spaces:
            self.choose(min(max(self.turn + step, 1), len(self.spaces)))
        else:
            super().keyPressEvent(event)

    def choose(self, number: int) -> None:
        """Choose a turn."""
        if number and number != self.turn:
            self.turn = number
            self.setAccessibleDescription(space_words(self.spaces[number - 1]))
            self.update()
        if number:
            self.turnChosen.emit(number)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Every turn."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        before = ""
        for space in self.spaces:
            self._paint_space(painter, space, is_new_day=space.day != before)
            before = space.day

    def _paint_space(self, painter: QPainter, space: Space, *, is_new_day: bool) -> None:
        look, box = self.look, self.box(space.number)
        ground, ink = ("leather", "on_leather") if space.is_night else ("raised", "ink")
        is_chosen = space.number == self.turn
        pen = QPen(look.colour("focus" if is_chosen else "line"), look.px(2.5 if is_chosen else 1))
        take_up(painter, pen, look.colour(ground))
        painter.drawRoundedRect(box, look.px(4), look.px(4))
        top = box.adjusted(0, look.px(3), 0, 0)
        middle = Align.AlignHCenter | Align.AlignTop
        time = space.time or "\N{HORIZONTAL ELLIPSIS}"
        write(painter, top, time, look.sans(13.5, bold=True), look.colour(ink), middle)
        second = top.adjusted(0, look.px(17), 0, 0)
        day = space.letters if is_new_day else ""
        write(painter, second, day, look.sans(9.5), look.colour(ink), middle)
        self._paint_foot(painter, space, box)

    def _paint_foot(self, painter: QPainter, space: Space, box: QRectF) -> None:
        look = self.look
        edge = look.px(15)
        left, top = box.left() + look.px(4), box.bottom() - edge - look.px(3)
        number = QRectF(box.right() - look.px(24), top, look.px(20), edge)
        ink = look.colour("on_leather" if space.is_night else "faint")
        right = Align.AlignRight | Align.AlignVCenter
        write(painter, number, str(space.number), look.sans(10), ink, right)
        if space.rolls:
            paint_roll(painter, QRectF(left, top, edge, edge))
            left += edge + look.px(1)
        elif space.is_night:
            paint_sky(painter, QRectF(left, top, edge, edge), "", is_night=True)
            left += edge + look.px(1)
        for side in space.sides[:2]:
            colour = self.colours.get(side, look.colour("faint"))
            take_up(painter, QPen(look.colour("on_leather"), 1), colour)
            painter.drawRoundedRect(QRectF(left, top + look.px(4), look.px(9), look.px(9)), 2, 2)
            left += look.px(11)


def space_words(space: Space) -> str:
    """A turn in words."""
    light = say("night") if space.is_night else say("day")
    words = say(
        "Turn {n}: {time}, {day}, {light}",
        n=space.number,
        time=space.time,
        day=space.day,
        light=light,
    )
    rolled = say("; the weather is rolled for") if space.rolls else ""
    return words + rolled


class Maker(QWidget):
    """Asks for what turns are made of, and makes them."""

    def __init__(self, scribe: Scribe) -> None:
        """Propose what the draft has."""
        super().__init__()
        self._scribe = scribe
        look = scribe.desk.look
        names = (mark("Turns"), mark("First hour"), mark("Hours between"))
        self.number, self.hour, self.between = (self._line(look, name) for name in names)
        self.rhythm = ChoiceBox(
            look,
            {
                "sleeps": say("By the hour to 20:00, then midnight, then 8:00"),
                "wakes": say("Round the clock"),
            },
        )
        self.rhythm.setAccessibleName(say("Nights"))
        self.rhythm.setMinimumWidth(look.px(370))
        self.make = button(say("Make turns"))
        self.make.setToolTip(say("All turns are made anew; weather and arrivals stay."))
        self.make.clicked.connect(self.make_turns)
        self.refusal = plain_label("refusal")
        self.refusal.setVisible(False)
        parts: list[Any] = []
        for name, line in zip(names, (self.number, self.hour, self.between), strict=True):
            parts += [line_label(say(name)), line]
        column(self, 0, 4, row(8, *parts, self.rhythm, self.make, None), self.refusal)

    def _line(self, look: Look, name: str) -> Line:
        line = Line()
        line.setFixedWidth(look.px(52))
        line.setAccessibleName(say(name))
        line.returnPressed.connect(self.make_turns)
        return line

    def propose(self, scenario: Json) -> None:
        """What the draft has now; what is being typed stays."""
        if any(part.hasFocus() for part in (self.number, self.hour, self.between)):
            return
        first = first_moment(scenario)
        turns = len(records_of(scenario.get("turns")))
        self.number.setText(str(turns or 9))
        self.hour.setText(str(first.hour if first else 9))
        self.between.setText(self.between.text() or "1")

    def make_turns(self) -> None:
        """Make them, or say why not."""
        date = date_of(self._scribe.tree)
        texts = [line.text().strip() for line in (self.number, self.hour, self.between)]
        numbers = [
            int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else -1
            for text in texts
        ]
        number, hour, between = numbers
        refusal = ""
        if date is None:
            refusal = say("Enter the date of the first turn first, such as 1814-01-29.")
        elif not 1 <= number <= MOST_TURNS:
            refusal = say("A battle has from 1 to {most} turns.", most=MOST_TURNS)
        elif not 0 <= hour <= LAST:
            refusal = say("The first hour is from 0 to 23.")
        elif not 1 <= between <= LAST + 1:
            refusal = say("From turn to turn it is from 1 to 24 hours.")
        tell(self.refusal, refusal)
        if date is not None and not refusal:
            sleeps = self.rhythm.currentData() == "sleeps"
            turns = made_turns(date.replace(hour=hour), number, between, sleeps=sleeps)
            self._scribe.write(("turns",), turns, say("make turns"))


class Coming(QTreeWidget):
    """Who comes when: turns with the forces that are due on each, which can be dragged."""

    moved = Signal(object, int)
    """Pieces go to a turn: their `Due`s, or what awaits a turn; 0 takes them off the calendar."""

    def __init__(self, look: Look) -> None:
        """Show no turn yet."""
        super().__init__()
        self._look = look
        self._spaces: Sequence[Space] = ()
        self._told: object = None
        self._best: dict[str, str] = {}
        heads = (say("Forces"), say("Enter at"), say("Side"), say("At best"), say("Note"))
        self.setHeaderLabels(heads)
        tip = say("When they are where they are sent, if no enemy stands in the way")
        self.headerItem().setToolTip(BEST, literal(tip))
        self.setAccessibleName(say("Arrivals by turn"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setUniformRowHeights(True)
        self.setMinimumHeight(look.px(TREE_HIGH))
        for place, width in enumerate((330, 200, 90, 330)):
            self.setColumnWidth(place, look.px(width))

    def show_calendar(
        self,
        spaces: Sequence[Space],
        dues: Sequence[Due],
        waiting: Sequence[tuple[str, str, str]],
        scribe: Scribe,
    ) -> None:
        """Show turns, those due on each, and those who have none; what is chosen stays chosen."""
        told = (spaces, dues, waiting, scribe.pieces)
        if told == self._told:
            return
        self._told = told
        chosen = {self._key(item) for item in self.selectedItems()}
        top = self.verticalScrollBar().value()
        self._spaces = spaces
        self.clear()
        by_turn: dict[int, list[Due]] = {}
        for due in dues:
            by_turn.setdefault(0 if due.turn is None else due.turn, []).append(due)
        numbers = [space.number for space in spaces]
        stray = sorted(turn for turn in by_turn if turn not in numbers)
        titles = {space.number: space_title(space) for space in spaces}
        for number in (*numbers, *stray):
            title = titles.get(number) or _stray_words(number)
            head = self._head(title, number, is_stray=number in stray)
            for due in by_turn.get(number, ()):
                self._add(head, due, scribe)
        if waiting:
            head = self._head(say("Not yet on the calendar"), 0, is_stray=True)
            for one in waiting:
                item = QTreeWidgetItem(head, [one[2], "", _side_name(one[1], scribe)])
                item.setData(0, DUE, one)
        self.expandAll()
        for item in self._all():
            item.setSelected(item.data(0, DUE) is not None and self._key(item) in chosen)
        self.verticalScrollBar().setValue(top)

    def _head(self, title: str, number: int, *, is_stray: bool) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self, [title])
        head.setData(0, TURN, number)
        head.setFont(0, self._look.sans(bold=True))
        head.setFlags(
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled | Qt.ItemFlag.ItemIsSelectable
        )
        if is_stray:
            head.setForeground(0, self._look.colour("accent"))
        return head

    def _add(self, head: QTreeWidgetItem, due: Due, scribe: Scribe) -> None:
        place, side = scribe.pieces.place(due.entry), _side_name(due.id, scribe)
        best = self._best.get(due.id, "")
        item = QTreeWidgetItem(head, [due.name, place, side, best, due.note])
        item.setData(0, DUE, due)
        for column_, words in ((0, due.name), (1, place), (BEST, best), (NOTE, due.note)):
            item.setToolTip(column_, literal(words))

    def show_best(self, best: Mapping[str, str]) -> None:
        """Tell when those who are to come are where they are sent, by their ids."""
        self._best = {**best}
        for item in self._all():
            words = best.get(self._key(item), "")
            if item.text(BEST) != words:
                item.setText(BEST, words)
                item.setToolTip(BEST, literal(words))

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """An arrow before a turn on which somebody comes."""
        if self.model().hasChildren(index):
            middle = QPointF(rect.right() - self._look.px(8), rect.center().y())
            turn = 90 if self.isExpanded(index) else 0
            ink = self._look.colour("faint")
            paint_arrow(painter, middle, self._look.px(4.5), ink, turn)

    def _all(self) -> list[QTreeWidgetItem]:
        heads = [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        return [child for head in heads if head for child in children(head)]

    @staticmethod
    def _key(item: QTreeWidgetItem) -> str:
        due = item.data(0, DUE)
        return due.id if isinstance(due, Due) else str(due[1]) if due else ""

    def chosen(self) -> list[Any]:
        """The pieces that are chosen; of a turn that is chosen all."""
        found: list[Any] = []
        for item in self.selectedItems():
            rows = [item] if item.parent() else children(item)
            found += [one.data(0, DUE) for one in rows if one.data(0, DUE) is not None]
        return list(dict.fromkeys(found))

    def select(self, place: int) -> bool:
        """Choose a group of arrivals by its place in the file."""
        self.clearSelection()
        for item in self._all():
            due = item.data(0, DUE)
            if isinstance(due, Due) and due.place == place:
                item.setSelected(True)
                self.setCurrentItem(item)
        return bool(self.selectedItems())

    def dropEvent(self, event: QDropEvent) -> None:
        """What was dragged goes to the turn on which it was dropped."""
        item = self.itemAt(event.position().toPoint())
        head = item.parent() or item if item else None
        # The tree shows the draft: it does not move its own rows.
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if head is not None:
            self.moved.emit(self.chosen(), int(head.data(0, TURN)))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The turns to which what is chosen can go."""
        menu = self.menu()
        if menu is not None:
            menu.exec(event.globalPos())
            menu.deleteLater()

    def menu(self) -> QMenu | None:
        """The menu for what is chosen; None where nothing is."""
        pieces = self.chosen()
        if not pieces:
            return None
        menu = QMenu(self)
        for space in self._spaces:
            act = menu.addAction(keyless(say("To {turn}", turn=space_title(space))))
            act.triggered.connect(partial(self._send, pieces, space.number))
        menu.addSeparator()
        act = menu.addAction(say("Off the calendar"))
        act.triggered.connect(partial(self._send, pieces, 0))
        return menu

    def _send(self, pieces: Sequence[Any], turn: int) -> None:
        self.moved.emit(pieces, turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl with an arrow sends what is chosen a turn earlier or later, Del takes it away."""
        is_bound = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        if is_bound and step:
            self.shift(step)
        elif event.key() == Qt.Key.Key_Delete:
            self.moved.emit(self.chosen(), 0)
        else:
            super().keyPressEvent(event)

    def shift(self, by: int) -> None:
        """Send what is chosen a turn earlier or later, all as far as the first of it."""
        dues = [due for due in self.chosen() if isinstance(due, Due) and due.turn is not None]
        if dues:
            turn = min(due.turn or 1 for due in dues) + by
            self.moved.emit(dues, min(max(turn, 1), max(len(self._spaces), 1)))


def children(head: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The rows below a row."""
    rows = (head.child(at) for at in range(head.childCount()))
    return [one for one in rows if one is not None]


def space_title(space: Space) -> str:
    """A turn with its time."""
    told = ", ".join(part for part in (space.time, space.day) if part)
    return (
        say("Turn {n}: {when}", n=space.number, when=told)
        if told
        else say("Turn {n}", n=space.number)
    )


def _stray_words(number: int) -> str:
    return say("Turn {n}, which never comes", n=number) if number else say("No turn is named")


def _side_name(id_: str, scribe: Scribe) -> str:
    side = scribe.pieces.side_of.get(id_, "")
    return scribe.pieces.sides.get(side, "")


class CalendarPage(FormPage):
    """When the battle is fought, in which weather, and who comes when."""

    title = mark("Calendar")
    key = "calendar"
    own = ("date", "turns")
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": own}

    def __init__(self, desk: Desk) -> None:
        """Make no form before it is seen."""
        super().__init__(desk)
        self.coming: Coming | None = None
        self.errand = Errand(self)
        self.errand.found.connect(self._note_best)
        self.errand.ended.connect(self._show_best)
        self._best: dict[str, str] = {}
        self._top: TableTop | None = None

    def build(self, ground: QWidget) -> None:
        """The track above, then the weather, then the calendar of arrivals with its table."""
        fields = {told.name: told for told in self.fields()}
        made = {name: self.block_for(told) for name, told in fields.items()}
        self.blocks = [block for block in made.values() if block is not None]
        heads = [block for block in self.blocks if block.path[0] == "date"]
        plain = [block for block in heads if isinstance(block, FieldBlock)]
        rest = [block for block in self.blocks if block.path[0] not in ("date", "arrivals")]
        self.length = plain_label("prompt")
        self.strip = Strip(self.look)
        self.strip.turnChosen.connect(self.choose_turn)
        self.maker = Maker(self.scribe)
        track, _ = card(
            plain_label("heading", say("Turn track")), self.length, self.strip, self.maker
        )
        parts: list[Any] = [gathered(self.scribe, plain), track]
        parts += stacked(self.scribe, self._after_track(rest))
        if "arrivals" in fields:
            parts.insert(2, self._arrivals_card(made["arrivals"]))
        column(ground, 16, 12, *parts, None)

    def _after_track(self, blocks: Sequence[Block]) -> list[Block]:
        """The weather before the table of turns, for it is changed more often."""
        return sorted(blocks, key=lambda block: block.path[0] == "turns")

    def _arrivals_card(self, block: Block | None) -> QWidget:
        """The calendar, what is odd about it, how it can be varied, and the table below."""
        coming = self.coming = Coming(self.look)
        coming.moved.connect(self.send)
        coming.itemSelectionChanged.connect(self._allow)
        self.earlier, self.later = button(say("Earlier")), button(say("Later"))
        self.off = button(say("Off the calendar"))
        self.earlier.setToolTip(say("A turn earlier (Ctrl+Left)"))
        self.later.setToolTip(say("A turn later (Ctrl+Right)"))
        self.off.setToolTip(say("They come no more (Del)"))
        self.earlier.clicked.connect(lambda: coming.shift(-1))
        self.later.clicked.connect(lambda: coming.shift(1))
        self.off.clicked.connect(lambda: self.send(coming.chosen(), 0))
        for part in (self.earlier, self.later, self.off):
            part.setProperty("room", "small")
        self.odd = label("refusal")
        self.odd.setVisible(False)
        self.odd.linkActivated.connect(self._follow_odd)
        about = say(
            "Drag forces to the turn on which they come, or press the right button on them."
        )
        parts: list[Any] = [
            plain_label("heading", say("Who comes when")),
            plain_label("quiet", about),
        ]
        parts += [self.odd, coming, row(6, self.earlier, self.later, self.off, None)]
        variation = self._variation()
        if variation is not None:
            parts.append(gathered_row(variation))
        if isinstance(block, QWidget):
            parts.append(block)
        frame, _ = card(*parts)
        return frame

    def _variation(self) -> FieldBlock | None:
        """The option by which reinforcements come earlier or later (T20.4)."""
        options = field_of(self.scribe.record, "options")
        record = None if options is None else options.shape.record
        told = None if record is None else field_of(record, "arrivals")
        if told is None:
            return None
        self.variation = FieldBlock(self.scribe, told, ("options",), "options.arrivals")
        self.variation.tell_about()
        return self.variation

    def block_for(self, told: Field) -> Block | None:
        """A new turn follows the last one, a new arrival comes on the turn that is looked at."""
        if told.name == "turns":
            return RowsBlock(self.scribe, told, (), told.name, lambda: next_turn(self.scribe.tree))
        if told.name == "arrivals":
            return RowsBlock(
                self.scribe, told, (), told.name, lambda: {"turn": self.strip.turn or 1}
            )
        return super().block_for(told)

    # -- what it shows

    def advice_for(self, draft: Draft) -> str:
        """First the date, then the turns, then the forces."""
        if date_of(draft.scenario) is None:
            return say("Enter the date of the first turn, such as 1814-01-29; then make the turns.")
        if not records_of(draft.scenario.get("turns")):
            return say("Make the turns: how many there are, and from which hour on.")
        if self.coming is not None and not records_of(draft.forces.get("formations")):
            return say(
                "Make the forces on the page Forces: then tell here who comes on which turn."
            )
        return ""

    def show_fields(self, draft: Draft) -> None:
        """The forms, the strip and the calendar."""
        super().show_fields(draft)
        scenario, pieces = draft.scenario, self.scribe.pieces
        spaces = track_of(scenario, pieces)
        self.strip.setVisible(bool(spaces))
        self.strip.show_track(spaces, colours_of(self.look.theme, draft.forces))
        self.maker.propose(scenario)
        tell(self.length, length_words(spaces))
        if self.coming is None:
            return
        waiting = awaited(draft, pieces)
        self.coming.show_calendar(spaces, dues_of(scenario, pieces), waiting, self.scribe)
        odd = [
            f'<a href="arrival:{path[1]}">{escape(words)}</a>'
            for path, words in doubled(scenario, pieces)
        ]
        tell(self.odd, "<br>".join(odd[:20]))
        options = scenario.get("options")
        variation = getattr(self, "variation", None)
        if variation is not None:
            variation.show_in(options)
        self._allow()
        self.errand.begin(partial(self._marches, draft))
        if not self.isVisible():
            self.errand.rest()

    def _marches(self, draft: Draft) -> Iterator[tuple[str, str]]:
        """The best march of each that is to come, one after another."""
        self._best = {}
        kit = self.desk.kit
        top = self._top = table_top_of(draft, kit, self._top)
        return editing_of(kit).marches(top)

    def _note_best(self, found: tuple[str, str]) -> None:
        self._best[found[0]] = found[1]

    def _show_best(self) -> None:
        if self.coming is not None:
            self.coming.show_best(self._best)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is worked out while nobody looks."""
        super().hideEvent(event)
        self.errand.rest()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with what is left."""
        super().showEvent(event)
        self.errand.go_on()

    def _allow(self) -> None:
        none = "" if self.coming and self.coming.chosen() else say("Choose forces first.")
        for part in (self.earlier, self.later, self.off):
            bar(part, none)

    def choose_turn(self, number: int) -> None:
        """Look at a turn in its table."""
        for block in self.blocks:
            if isinstance(block, RowsBlock) and block.path == ("turns",):
                block.table.choose(number - 1)

    # -- what is done to arrivals

    def send(self, pieces: Collection[Any], turn: int) -> None:
        """Let pieces come on a turn; on turn 0 they come no more."""
        arrivals = self.scribe.value(("arrivals",))
        dues = [(due.place, due.list, due.id) for due in pieces if isinstance(due, Due)]
        new = [(one[0], one[1]) for one in pieces if not isinstance(one, Due)]
        if turn:
            changed = postponed(arrivals, dues, turn) if dues else arrivals
            if new:
                changed = joined(changed, new, turn, self._entry_for(new))
            words = count(
                "arrival of {n} on turn {turn}",
                "arrival of {n} on turn {turn}",
                len(dues) + len(new),
                turn=turn,
            )
        else:
            changed = released(arrivals, dues) if dues else arrivals
            words = say("take off the calendar")
        if dues or (new and turn):
            self.scribe.write(("arrivals",), changed or None, words)

    def _entry_for(self, new: Sequence[tuple[str, str]]) -> str:
        """Where others of the side enter, the last of them; empty where nobody does."""
        pieces = self.scribe.pieces
        sides = {pieces.side_of.get(id_, "") for _, id_ in new}
        known = [due.entry for due in dues_of(self.scribe.tree, pieces) if due.side in sides]
        return known[-1] if known else ""

    def _follow_odd(self, address: str) -> None:
        place = address.partition(":")[2]
        if self.coming is not None and place.isdigit():
            self.coming.select(int(place))
            self.coming.setFocus()

    def lead_to(self, path: Path) -> bool:
        """An arrival is chosen in the calendar too."""
        if self.coming is not None and path[0] == "arrivals" and len(path) > 1:
            self.coming.select(int(path[1]) if isinstance(path[1], int) else -1)
        return super().lead_to(path)


def gathered_row(block: FieldBlock) -> QWidget:
    """A field alone in a row."""
    ground = QWidget()
    top = Qt.AlignmentFlag.AlignTop
    row(8, (block.label, top), (block.box, 1), on=ground)
    return ground


def length_words(spaces: Sequence[Space]) -> str:
    """How long the battle lasts: turns, from when to when."""
    if not spaces:
        return say("There are no turns yet.")
    first, last = spaces[0], spaces[-1]
    number = count("{n} turn", "{n} turns", len(spaces))
    return say(
        "{turns}: from {first} to {last}.",
        turns=number,
        first=f"{first.time} {first.day}".strip(),
        last=f"{last.time} {last.day}".strip(),
    )
