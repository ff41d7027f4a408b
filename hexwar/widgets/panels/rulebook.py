"""A book beside the board, such as the rulebook: chapters, search, and the page with its links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Protocol

from PySide6.QtCore import QByteArray, Qt, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
)

from hexwar.messages import mark, say
from hexwar.widgets.panels.figures import figure
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, bar, column, row
from hexwar.widgets.words import literal

_ADDRESS = Qt.ItemDataRole.UserRole
_NARROW = 620  # below it the list lies above the page, pixels at 100 %
_WHOLE = 1_000
_LIST = 300  # of the whole, while the list is wanted


class Listed(Protocol):
    """A rule as the list names it."""

    @property
    def id(self) -> str:
        """By which it is known."""

    @property
    def title(self) -> str:
        """What it is about."""

    @property
    def chapter(self) -> str:
        """The name of its chapter."""


class Titled(Protocol):
    """A chapter as the list names it."""

    @property
    def name(self) -> str:
        """By which it is known."""

    @property
    def title(self) -> str:
        """What it is about."""


class Book(Protocol):
    """What is read here: a `hexwar.rulebook.Rulebook`, as far as it is needed."""

    @property
    def chapters(self) -> Sequence[Titled]:
        """All chapters, in their order."""

    @property
    def rules(self) -> Mapping[str, Listed]:
        """All rules by their ids."""

    def has_chapter(self, name: str) -> bool:
        """Whether there is such a chapter, listed or not."""

    def to_html(self, name: str) -> str:
        """A chapter with its anchors and links."""

    def search(self, text: str) -> Sequence[Listed]:
        """The rules with these words."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the reader is."""

    chapter: str
    rule: str = ""  # an anchor of the chapter; empty for its beginning


class RulebookView(Panel):
    """Chapters or what was found at the left, the page at the right.

    In a narrow dock they lie above the page, and are folded away for a rule.
    """

    placeChanged = Signal(str)
    """The chapter that is shown now."""

    def __init__(self, look: Look, book: Book, *, folds: bool = True) -> None:
        """Show a book from its beginning.

        Args:
            look: How it is drawn.
            book: What is read.
            folds: Whether the list is folded away for a page where there is little room.
        """
        super().__init__(look)
        self._book, self._folds = book, folds
        self._past: list[_Place] = []
        self._future: list[_Place] = []
        self._here: _Place | None = None
        self.find_line, self.list, self.page = QLineEdit(), QListWidget(), _Page(look)
        self.find_line.setToolTip(literal(_how_to_find(book)))
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self.back = _arrow(say("Back"), "Alt+Left")
        self.forward = _arrow(say("Forward"), "Alt+Right")
        self._arrange()
        self._connect()
        self.settle()
        self._show_list()
        if book.chapters:
            self.show_chapter(book.chapters[0].name)
        self.placeChanged.connect(lambda _: self.give_room())

    @property
    def chapter(self) -> str:
        """The chapter that is shown."""
        return "" if self._here is None else self._here.chapter

    def show_rule(self, rule: str) -> bool:
        """Open the page at a rule; False where the rulebook has no such rule."""
        found = self._book.rules.get(rule)
        if found is not None:
            self._go(_Place(found.chapter, rule))
        return found is not None

    def show_chapter(self, chapter: str) -> None:
        """Open a chapter at its beginning."""
        self._go(_Place(chapter))

    def go_back(self) -> None:
        """Where the reader was before."""
        if self._past and self._here is not None:
            self._future.append(self._here)
            self._open(self._past.pop())

    def go_forward(self) -> None:
        """Where the reader went back from."""
        if self._future and self._here is not None:
            self._past.append(self._here)
            self._open(self._future.pop())

    @property
    def _is_narrow(self) -> bool:
        """Whether list and page find no room side by side."""
        return self.width() < self.look.px(_NARROW)

    def give_room(self) -> None:
        """Give the page all the room there is, where there is little."""
        if self._folds and self._is_narrow and not self.find_line.text():
            self._split.setSizes([0, _WHOLE])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side, or one above the other."""
        super().resizeEvent(event)
        way = Qt.Orientation.Vertical if self._is_narrow else Qt.Orientation.Horizontal
        if self._split.orientation() != way:
            self._split.setOrientation(way)
            self._split.setSizes([_LIST, _WHOLE - _LIST])

    def showEvent(self, event: QShowEvent) -> None:
        """Rows were measured before they had their style."""
        super().showEvent(event)
        self.list.doItemsLayout()
        self.list.scrollToItem(self.list.currentItem())

    def dress(self) -> None:
        """The page follows theme and scale."""
        self.page.look = self.look
        self.page.document().setDefaultStyleSheet(_sheet(self.look))
        self.page.document().setDefaultFont(self.look.serif(15.5, bold=False))
        self.page.document().setDocumentMargin(self.look.px(18))
        if self._here is not None:
            self._open(self._here)

    # -- where the reader goes

    def _go(self, place: _Place) -> None:
        if self._here is not None and place != self._here:
            self._past.append(self._here)
            self._future.clear()
        self._open(place)

    def _open(self, place: _Place) -> None:
        self._here = place
        self.page.setHtml(self._book.to_html(place.chapter))
        if place.rule:
            self.page.scrollToAnchor(place.rule)
        bar(self.back, "" if self._past else say("You have read no page before this one."))
        bar(self.forward, "" if self._future else say("You have not gone back from any page."))
        self._mark_chapter()
        self.placeChanged.emit(place.chapter)

    def _follow(self, url: QUrl) -> None:
        address = url.toString()
        scheme, _, name = address.partition(":")
        if scheme == "rule":
            self.show_rule(name)
        elif scheme == "chapter" and self._book.has_chapter(name):
            self.show_chapter(name)
        else:
            self.linkActivated.emit(address)

    # -- the list

    def _show_list(self) -> None:
        """What was found; the chapters while nothing is looked for."""
        words = self.find_line.text().strip()
        if words:
            found = [(f"rule:{r.id}", _heading(r)) for r in self._book.search(words)]
        else:
            found = [(f"chapter:{chapter.name}", chapter.title) for chapter in self._book.chapters]
        self.list.clear()
        for address, title in found:
            item = QListWidgetItem(title)
            item.setData(_ADDRESS, address)
            item.setToolTip(literal(title))
            self.list.addItem(item)
        if words and not found:
            nothing = QListWidgetItem(say("Nothing was found."))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.scrollToTop()
        self._mark_chapter()

    def _make_room_for_list(self) -> None:
        """What is looked for must be seen, and the chapters when nothing is looked for."""
        if self._is_narrow:
            self._split.setSizes([_LIST, _WHOLE - _LIST])

    def _mark_chapter(self) -> None:
        address = f"chapter:{self.chapter}"
        for place in range(self.list.count()):
            if self.list.item(place).data(_ADDRESS) == address:
                self.list.setCurrentRow(place)

    def _open_item(self, item: QListWidgetItem) -> None:
        address = item.data(_ADDRESS)
        if address:
            self._follow(QUrl(address))

    def _open_first(self) -> None:
        if self.list.count():
            self._open_item(self.list.item(0))

    # -- how it is laid out

    def _arrange(self) -> None:
        self.find_line.setPlaceholderText(say("Find a rule or a word"))
        self.find_line.setClearButtonEnabled(True)
        self.find_line.setAccessibleName(say("Find in the rulebook"))
        self.list.setAccessibleName(say("Chapters of the rulebook"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setAccessibleName(say("Rulebook"))
        for part, stretch in ((self.list, 1), (self.page, 3)):
            self._split.addWidget(part)
            self._split.setStretchFactor(self._split.indexOf(part), stretch)
        bar = row(6, self.back, self.forward, (self.find_line, 1))
        column(self, 8, 8, bar, (self._split, 1))

    def _connect(self) -> None:
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.find_line.textChanged.connect(self._show_list)
        self.find_line.textChanged.connect(self._make_room_for_list)
        self.find_line.returnPressed.connect(self._open_first)
        self.list.itemClicked.connect(self._open_item)
        self.list.itemActivated.connect(self._open_item)
        self.page.anchorClicked.connect(self._follow)


class _Page(QTextBrowser):
    """Shows pages with the program's own figures; never loads anything else."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.setOpenLinks(False)
        # A wide table scrolls; its words are not cut into letters.
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)

    def loadResource(self, _: int, address: QUrl | str) -> Any:
        """A figure of the book; of any other address nothing."""
        told = address.toString() if isinstance(address, QUrl) else address
        room = self.viewport().width() - 2 * self.document().documentMargin()
        found = figure(told, self.look, self.devicePixelRatioF(), room)
        return QByteArray() if found is None else found


def _how_to_find(book: Book) -> str:
    """What can be looked for, with a rule of the book for an example."""
    example = next((id_ for id_ in book.rules if "." in id_), "")
    if not example:
        return say("Find words")
    return say("Find words or the number of a rule, such as {rule}", rule=example)


def _heading(rule: Listed) -> str:
    """How the list names a rule; one that is a chapter as a whole by its title alone."""
    return rule.title if rule.id == rule.chapter else f"{rule.id} {rule.title}"


def _arrow(words: str, shortcut: str) -> QToolButton:
    made = QToolButton()
    made.setArrowType(Qt.ArrowType.LeftArrow if words == "Back" else Qt.ArrowType.RightArrow)
    made.setShortcut(shortcut)
    made.setToolTip(literal(f"{words} ({shortcut})"))
    made.setAccessibleName(words)
    made.setEnabled(False)
    return made


_SHEET = Template(
    mark(
        "\n    h1 { font-size: ${h1}px; font-weight: 600; color: $ink; }\n    h2 { font-size: "
        "${h2}px; font-weight: 600; color: $ink; margin-top: ${gap}px; }\n    h3 { font-size: "
        "${h3}px; font-weight: 600; color: $ink; margin-top: ${gap}px; }\n    p, li { "
        "margin-bottom: ${small}px; line-height: 135%; }\n    a { color: $link; }\n    "
        "p.house, p.unbuilt { color: $faint; font-style: italic; }\n    "
        "p.departure { color: $warning; font-style: italic; }\n    p.figure { "
        "line-height: 100%; }\n    p.caption { color: $faint; }\n    th { "
        "background-color: $sunken; padding: ${small}px; }\n    td { padding: ${small}px; }\n  "
        "  code { color: $faint; }\n    "
    )
)


def _sheet(look: Look) -> str:
    window = look.theme.window
    sizes = {"h1": 24, "h2": 19, "h3": 16.5, "gap": 14, "small": 4}
    return _SHEET.substitute(
        {name: look.px(size) for name, size in sizes.items()},
        ink=window.ink,
        link=window.link,
        faint=window.faint,
        sunken=window.sunken,
        warning=window.warning,
    )
