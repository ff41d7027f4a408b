"""The battles to choose from, each with a small picture of its map, and what narrows them down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hexwar.messages import mark, say
from hexwar.table.battle import Shelf
from hexwar.widgets.brushwork import kept
from hexwar.widgets.panels.look import Look, wrapped
from hexwar.widgets.panels.parts import (
    ChoiceBox,
    Index,
    paint_ground,
    paint_nothing,
    scroll_by_lines,
    spaced,
    write_cut,
)
from hexwar.widgets.panels.scenario_card import ScenarioCard
from hexwar.widgets.words import literal, plain, rich

ANY, SHORT, MEDIUM, LONG = "any", "short", "medium", "long"
SMALL, LARGE = "small", "large"

SHORT_TURNS, MEDIUM_TURNS = 8, 12
"""A battle of at most so many turns is short, or of medium length."""

SMALL_UNITS, MEDIUM_UNITS = 30, 75
"""A battle of at most so many counters is small, or of medium size."""

LENGTHS: Mapping[str, tuple[str, int]] = {
    ANY: (mark("Any length"), 0),
    SHORT: (mark("Short: up to {most} turns"), SHORT_TURNS),
    MEDIUM: (mark("Medium: up to {most} turns"), MEDIUM_TURNS),
    LONG: (mark("Long: over {most} turns"), MEDIUM_TURNS),
}
SIZES: Mapping[str, tuple[str, int]] = {
    ANY: (mark("Any size"), 0),
    SMALL: (mark("Small: up to {most} units"), SMALL_UNITS),
    MEDIUM: (mark("Medium: up to {most} units"), MEDIUM_UNITS),
    LARGE: (mark("Large: over {most} units"), MEDIUM_UNITS),
}

LARGEST_PICTURE = 512
"""The longest side of a picture that is read, pixels."""

_CARD = Qt.ItemDataRole.UserRole
_PICTURE, _AIR, _NARROWEST = 92, 9, 236  # pixels at 100 %
_SHARE = 0.23  # of a row's width, that a picture takes at most
_TITLE = 15.5  # height of the letters of a title, pixels at 100 %
_MOST = 3  # lines of a title
_LINES = (22, 18, 18, 18, 18)  # heights of the lines of a row, pixels at 100 %
_HEADING = 30  # height of the heading over the first battle of a shelf, pixels at 100 %

SHELVES: Mapping[Shelf, str] = {
    Shelf.LEARN: mark("Learn"),
    Shelf.SMALL: mark("Small"),
    Shelf.BATTLE: mark("Battles"),
    Shelf.CAMPAIGN: mark("Campaigns"),
}
"""What the shelves are called."""


class BattleFilter(QWidget):
    """A search word and two boxes; `fits` tells which battles are looked for."""

    changed = Signal()
    """Something else is looked for."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = QLineEdit()
        self.length, self.size_ = (ChoiceBox(look, _said(choices)) for choices in (LENGTHS, SIZES))
        row = spaced(QHBoxLayout(self), 0, 8)
        self.words.setPlaceholderText(say("Search for a battle"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self.changed)
        row.addWidget(self.words, 2)
        for box, name in ((self.length, say("Length")), (self.size_, say("Size"))):
            box.setAccessibleName(name)
            box.setToolTip(say("Only battles of this length or size are listed"))
            box.currentIndexChanged.connect(self.changed)
            row.addWidget(box, 1)
        self.words.setAccessibleName(say("Search for a battle"))
        self.words.setToolTip(say("Only battles with these words are listed"))

    def fits(self, card: ScenarioCard) -> bool:
        """Whether a battle is one of those that are looked for."""
        text = plain(" ".join((card.title, card.date, *(s.name for s in card.sides))))
        return (
            all(word in text for word in plain(self.words.text()).split())
            and self.length.currentData() in (ANY, length_of(card))
            and self.size_.currentData() in (ANY, size_of(card))
        )


def _said(choices: Mapping[str, tuple[str, int]]) -> Mapping[str, str]:
    """Choices with what is read of each."""
    return {key: say(words, most=most) for key, (words, most) in choices.items()}


def length_of(card: ScenarioCard) -> str:
    """How long a battle is: a key of `LENGTHS`."""
    return SHORT if card.turns <= SHORT_TURNS else MEDIUM if card.turns <= MEDIUM_TURNS else LONG


def size_of(card: ScenarioCard) -> str:
    """How large a battle is: a key of `SIZES`."""
    return SMALL if card.units <= SMALL_UNITS else MEDIUM if card.units <= MEDIUM_UNITS else LARGE


class BattleList(QListWidget):
    """The battles, a row each; its rows are numbered as the battles that it was given."""

    def __init__(self, look: Look, cards: Sequence[ScenarioCard]) -> None:
        super().__init__()
        self._look = look
        self.setAccessibleName(say("Battles"))
        self.setItemDelegate(_RowPainter(look, self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        scroll_by_lines(self, look)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(look.px(_NARROWEST))
        for card in cards:
            item = QListWidgetItem(card.title)
            when = " · ".join(filter(None, (card.date, card.length, card.problem)))
            told = f"<span>{escape(when)}</span>"
            item.setToolTip(rich(told) if when else literal(card.title))
            item.setData(_CARD, card)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(lines_of(card)))
            self.addItem(item)

    @property
    def has_choice(self) -> bool:
        """Whether a battle that is shown is chosen."""
        return self.currentRow() >= 0 and not self.isRowHidden(self.currentRow())

    def heading(self, row: int) -> str:
        """The name of the shelf that begins with a row that is shown, or nothing."""
        shown = [at for at in range(row + 1) if not self.isRowHidden(at)]
        if row not in shown:
            return ""
        shelves: list[Shelf] = [self.item(at).data(_CARD).shelf for at in shown[-2:]]
        return say(SHELVES[shelves[-1]]) if len(shelves) == 1 or len(set(shelves)) > 1 else ""

    def narrow(self, fits: Callable[[ScenarioCard], bool]) -> None:
        """Show only the battles that fit; the first of them is chosen if the old choice is gone."""
        shown = [row for row in range(self.count()) if fits(self.item(row).data(_CARD))]
        for row in range(self.count()):
            self.setRowHidden(row, row not in shown)
        if shown and not self.has_choice:
            self.setCurrentRow(shown[0])
        self.scheduleDelayedItemsLayout()  # headings come and go
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, or a line if no battle fits."""
        super().paintEvent(event)
        if all(self.isRowHidden(row) for row in range(self.count())):
            paint_nothing(self, self._look, say("No battle fits."))


def lines_of(card: ScenarioCard) -> list[str]:
    """What is read of a battle: its title, when and how long, each side, when it was played."""
    if card.problem:
        cannot = say("Cannot be played · yours") if card.is_yours else say("Cannot be played")
        return [card.title, cannot]
    sides = (
        say("{side}: {units} units, {sp} SP", side=side.name, units=side.units, sp=side.sp)
        for side in card.sides
    )
    played = [say("Played {played}", played=card.played)] if card.played else []
    return [
        card.title,
        say(_YOURS if card.is_yours else _WHEN, date=card.date, turns=card.turns),
        *sides,
        *played,
    ]


_WHEN = mark("{date} · {turns} turns")
_YOURS = mark("{date} · {turns} turns · yours")


class _RowPainter(QStyledItemDelegate):
    """Paints a row: the picture of the map, and beside it what is read of the battle."""

    def __init__(self, look: Look, view: BattleList) -> None:
        super().__init__(view)
        self._look, self._view = look, view
        self._pictures: dict[Path, QPixmap] = {}

    def sizeHint(self, _: QStyleOptionViewItem, index: Index) -> QSize:
        """The same room for every row, more where the title takes several lines."""
        width = self._room(QRectF(self._view.viewport().rect())).width()
        more = (len(self._title(index.data(_CARD), width)) - 1) * _LINES[0]
        above = _HEADING if self._view.heading(index.row()) else 0
        height = max(sum(_LINES) + more, _PICTURE) + 2 * _AIR + above
        return QSize(self._look.px(_NARROWEST), self._look.px(height))

    def _title(self, card: ScenarioCard, width: float) -> list[str]:
        return wrapped(card.title, self._look.serif(_TITLE), width, _MOST)

    def _edge(self, box: QRectF) -> int:
        return min(self._look.px(_PICTURE), round(box.width() * _SHARE))

    def _room(self, box: QRectF) -> QRectF:
        air = self._look.px(_AIR)
        return box.adjusted(self._edge(box) + 2 * air, air, -air, -air)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card, look = index.data(_CARD), self._look
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            option = self._below_heading(painter, option, self._view.heading(index.row()))
            box = QRectF(option.rect)
            paint_ground(painter, look, option)
            air, edge = look.px(_AIR), self._edge(box)
            frame = QRectF(box.left() + air, box.center().y() - edge / 2, edge, edge)
            self._paint_picture(painter, frame, card.picture)
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_words(painter, self._room(box), card, is_chosen)

    def _below_heading(
        self, painter: QPainter, option: QStyleOptionViewItem, heading: str
    ) -> QStyleOptionViewItem:
        """Write a heading at the top of a row; what is left of the row below it."""
        if not heading:
            return option
        look, below = self._look, QStyleOptionViewItem(option)
        high = look.px(_HEADING)
        line = QRectF(option.rect).adjusted(look.px(_AIR), 0, 0, 0)
        line.setHeight(high)
        ground = QRectF(option.rect)
        ground.setHeight(high)
        painter.fillRect(ground, look.colour("sunken"))
        write_cut(painter, line, heading, look.sans(13, bold=True), look.colour("ink"))
        below.rect = option.rect.adjusted(0, high, 0, 0)
        return below

    def _paint_picture(self, painter: QPainter, frame: QRectF, path: Path | None) -> None:
        edge = round(frame.width() * painter.device().devicePixelRatioF())
        if path is not None and path not in self._pictures:
            self._pictures[path] = _read(path, edge)
        picture = QPixmap() if path is None else self._pictures[path]
        if picture.isNull():
            painter.fillRect(frame, self._look.colour("sunken"))
            return
        size = QRectF(picture.rect()).size() / picture.width() * frame.width()
        size = size if size.height() <= frame.height() else size * frame.height() / size.height()
        inside = QRectF(frame.topLeft(), size)
        inside.moveCenter(frame.center())
        painter.drawPixmap(inside, picture, QRectF(picture.rect()))
        painter.setPen(self._look.colour("line"))
        painter.drawRect(inside)

    def _paint_words(
        self, painter: QPainter, box: QRectF, card: ScenarioCard, is_chosen: bool
    ) -> None:
        look, title, lines = self._look, self._title(card, box.width()), lines_of(card)[1:]
        high = (len(title) * _LINES[0], sum(_LINES[1 : 1 + len(lines)]))
        top = box.center().y() - look.px(sum(high)) / 2
        for words in title:
            line = QRectF(box.left(), top, box.width(), look.px(_LINES[0]))
            write_cut(painter, line, words, look.serif(_TITLE), look.colour("ink"))
            top += look.px(_LINES[0])
        for place, (words, height) in enumerate(zip(lines, _LINES[1:], strict=False)):
            is_played = bool(card.played) and place == len(lines) - 1
            ink = "ink" if is_chosen else "link" if is_played else "faint"
            line = QRectF(box.left(), top, box.width(), look.px(height))
            write_cut(painter, line, words, look.sans(12.5, bold=is_played), look.colour(ink))
            top += look.px(height)


def _read(path: Path, edge: int) -> QPixmap:
    """A picture made small, or an empty one if the file holds none of sensible size."""
    reader = QImageReader(str(path))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > LARGEST_PICTURE:
        return QPixmap()
    fitting = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    picture = QPixmap.fromImage(reader.read())
    return picture if picture.isNull() else picture.scaled(QSize(edge, edge), *fitting)
