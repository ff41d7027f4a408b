"""The rulebook of a game: read with the numbers of its battle, and laid out in a dock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from hexwar.kit import Kit
from hexwar.table.battle import Battle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.rulebook_view import RulebookSource, RulebookView

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook  # with its reader of Markdown: not before it is shown

_NARROW = 620  # below it the list lies above the page, pixels at 100 %
_WHOLE = 1_000
_LIST = 300  # of the whole, while the list is wanted


class Library:
    """Serves the pages of a rulebook to the `RulebookView`."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def chapters(self) -> Sequence[tuple[str, str]]:
        """Name and title of each chapter, in reading order."""
        return [(chapter.name, chapter.title) for chapter in self._book.chapters]

    def html(self, chapter: str) -> str:
        """A chapter as HTML, an anchor at each rule."""
        return self._book.to_html(chapter)

    def chapter_of(self, rule: str) -> str | None:
        """The name of the chapter that holds a rule; None for a rule that there is not."""
        found = self._book.rules.get(rule)
        return None if found is None else found.chapter

    def search(self, text: str) -> Sequence[tuple[str, str]]:
        """Id and title of the rules that a text is found in, the best first."""
        return [(rule.id, f"{rule.id} {rule.title}") for rule in self._book.search(text)]


def source_of(kit: Kit[Any], battle: Battle | None) -> Library | None:
    """The rulebook of a game with the numbers of a battle; None for a game without one.

    Raises:
        RulebookError: A file of the rulebook is missing or broken.
    """
    book = kit.rulebook({} if battle is None else battle.numbers)
    return None if book is None else Library(book)


class DockedRulebook(RulebookView):
    """Lays the list above the page where the dock is narrow, and folds it away for a rule."""

    def __init__(self, look: Look, source: RulebookSource, parent: QWidget | None = None) -> None:
        super().__init__(look, source, parent)
        self._split = self.findChild(QSplitter)
        self.find_line.textChanged.connect(self._make_room_for_list)
        self.placeChanged.connect(lambda _: self.give_room())

    @property
    def is_narrow(self) -> bool:
        """Whether list and page find no room side by side."""
        return self.width() < self.look.px(_NARROW)

    def give_room(self) -> None:
        """Give the page all the room there is, where there is little."""
        if self.is_narrow and self._split is not None and not self.find_line.text():
            self._split.setSizes([0, _WHOLE])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side, or one above the other."""
        super().resizeEvent(event)
        if self._split is None:
            return
        way = Qt.Orientation.Vertical if self.is_narrow else Qt.Orientation.Horizontal
        if self._split.orientation() != way:
            self._split.setOrientation(way)
            self._split.setSizes([_LIST, _WHOLE - _LIST])

    def _make_room_for_list(self) -> None:
        """What is looked for must be seen, and the chapters when nothing is looked for."""
        if self.is_narrow and self._split is not None:
            self._split.setSizes([_LIST, _WHOLE - _LIST])
