"""The rows of the log: headings and sentences, as far as the filter lets them through."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from hexwar.engine import Event
from hexwar.messages import say
from hexwar.table.fact import Topic
from hexwar.table.names import Names
from hexwar.table.story import NOBODY, Entry, Section, Story
from hexwar.text import Text, link, text
from hexwar.widgets.panels.parts import HELP_ROLE, Index

_TOP = QModelIndex()  # the parent of all rows


class RowKind(Enum):
    """What a row of the log is."""

    TURN = auto()
    SECTION = auto()
    ENTRY = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a heading over a section, or an entry."""

    kind: RowKind
    place: int  # number of the turn, or index of the section or entry


class LogModel(QAbstractTableModel):
    """One column of rows; follows the list of events, filters and folds."""

    def __init__(self, names: Names, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.story = Story(names)
        self.rows: list[Row] = []  # what is shown
        self._words: tuple[str, ...] = ()
        self._topics: Collection[Topic] | None = None  # None: those that a player usually reads
        self._folded: set[Row] = set()

    def follow(self, events: Sequence[Event], readers: Sequence[str] = (NOBODY,)) -> None:
        """Show all events so far: rows of undone ones go, rows of new ones come.

        Of the secrets of sides that do not read the log no row is made.
        """
        if tuple(readers) != self.story.readers:
            self.story.readers = tuple(readers)
            self.story.follow(events)
            self._build()
            return
        stayed = self.story.follow(events)
        self._cut(stayed)
        if self.rows:  # an activation that begins gives the section of its draw a title
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))
        rows = list(self._rows_from(stayed))
        if rows:
            self.beginInsertRows(_TOP, len(self.rows), len(self.rows) + len(rows) - 1)
            self.rows += rows
            self.endInsertRows()

    def set_filter(self, words: str, topics: Collection[Topic]) -> None:
        """Show only sentences about some topics that contain every word."""
        self._words = tuple(words.casefold().split())
        self._topics = frozenset(topics)
        self._build()

    def is_folded(self, row: Row) -> bool:
        """Whether what a heading stands over is hidden."""
        return row in self._folded

    def fold(self, row: Row, *, folded: bool) -> None:
        """Hide or show what a heading stands over."""
        if row.kind is RowKind.ENTRY or folded == self.is_folded(row):
            return
        self._folded ^= {row}
        self._build()

    def section(self, row: Row) -> Section | None:
        """The section that a row belongs to; None for the heading of a turn."""
        if row.kind is RowKind.ENTRY:
            return self.story.section_of(row.place)
        return self.story.sections[row.place] if row.kind is RowKind.SECTION else None

    def words(self, row: Row) -> Text:
        """What a row says; a sentence ends with its rule."""
        if row.kind is RowKind.TURN:
            return text(self.story.turn_title(row.place))
        if row.kind is RowKind.SECTION:
            return self.story.title(self.story.sections[row.place])
        rule = self.story.entries[row.place].rule
        return self.story.text(row.place) + " " + link(rule, f"rule:{rule}")

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _TOP) -> int:
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a row."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words(self.rows[index.row()]).plain
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._about(self.rows[index.row()])
        if role == HELP_ROLE and self.rows[index.row()].kind is RowKind.ENTRY:
            rule = self.story.entries[self.rows[index.row()].place].rule
            return f"rule:{rule}" if rule else ""
        return None

    def _about(self, row: Row) -> str:
        """What can be done with a row."""
        if row.kind is not RowKind.ENTRY:
            return say("A click folds or unfolds what happened below.")
        rule = self.story.entries[row.place].rule
        words = say("A link goes there; a right click takes back to here, or shows it again.")
        return say("{words} F1 opens {rule}.", words=words, rule=rule) if rule else words

    def _build(self) -> None:
        self.beginResetModel()
        self.rows = []
        self.rows = list(self._rows_from(0))
        self.endResetModel()

    def _cut(self, stayed: int) -> None:
        """Take off the rows of entries from one on, and headings that then stand over nothing."""
        keep = len(self.rows)
        while keep and not self._stands(self.rows[keep - 1], stayed):
            keep -= 1
        if keep < len(self.rows):
            self.beginRemoveRows(_TOP, keep, len(self.rows) - 1)
            del self.rows[keep:]
            self.endRemoveRows()

    def _stands(self, row: Row, stayed: int) -> bool:
        """Whether the last row may stay when the entries from one on are gone."""
        if row.kind is RowKind.ENTRY:
            return row.place < stayed
        if not stayed or row not in self._folded:
            return False
        section = self.story.entries[stayed - 1].section
        last = section if row.kind is RowKind.SECTION else self.story.sections[section].turn
        return row.place <= last

    def _rows_from(self, first: int) -> Iterator[Row]:
        """Rows for the entries from one on, each heading before the first that it stands over."""
        turn, section = self._end()
        for entry in self.story.entries[first:]:
            if not self._is_shown(entry):
                continue
            over = Row(RowKind.TURN, self.story.sections[entry.section].turn)
            if over.place != turn:
                turn, section = over.place, None
                yield over
            if over in self._folded:
                continue
            head = Row(RowKind.SECTION, entry.section)
            if head.place != section:
                section = head.place
                yield head
            if head not in self._folded:
                yield Row(RowKind.ENTRY, entry.index)

    def _end(self) -> tuple[int | None, int | None]:
        """The turn and the section that the last row belongs to."""
        if not self.rows:
            return None, None
        row = self.rows[-1]
        if row.kind is RowKind.TURN:
            return row.place, None
        section = row.place
        if row.kind is RowKind.ENTRY:
            section = self.story.entries[row.place].section
        return self.story.sections[section].turn, section

    def _is_shown(self, entry: Entry) -> bool:
        topics = self._topics
        is_wanted = entry.topic.is_usual if topics is None else entry.topic in topics
        if not is_wanted or not self.story.is_told(entry.index):
            return False
        told = self.story.text(entry.index).plain.casefold() if self._words else ""
        return all(word in told for word in self._words)
