"""The rulebook beside the board: chapters, search, and the page with its links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Protocol

from PySide6.QtCore import QByteArray, Qt, QUrl, Signal
from PySide6.QtGui import QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from hexwar.messages import mark, say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, row

_ADDRESS = Qt.ItemDataRole.UserRole


class RulebookSource(Protocol):
    """Where the pages come from."""

    def chapters(self) -> Sequence[tuple[str, str]]:
        """Name and title of each chapter, in reading order."""

    def html(self, chapter: str) -> str:
        """A chapter as HTML, an anchor at each rule."""

    def chapter_of(self, rule: str) -> str | None:
        """The name of the chapter that holds a rule; None for a rule that there is not."""

    def search(self, text: str) -> Sequence[tuple[str, str]]:
        """Id and title of the rules that a text is found in, the best first."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the reader is."""

    chapter: str
    rule: str = ""  # an anchor of the chapter; empty for its beginning


class RulebookView(Panel):
    """Chapters or what was found at the left, the page at the right."""

    linkActivated = Signal(str)
    """A link that does not lead into the rulebook, such as `hex:0913`."""
    placeChanged = Signal(str)
    """The chapter that is shown now."""

    def __init__(self, look: Look, source: RulebookSource, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._source = source
        self._past: list[_Place] = []
        self._future: list[_Place] = []
        self._here: _Place | None = None
        self.find_line, self.list, self.page = QLineEdit(), QListWidget(), _Page()
        self.back = _arrow(say("Back"), "Alt+Left")
        self.forward = _arrow(say("Forward"), "Alt+Right")
        self._arrange()
        self._connect()
        self.settle()
        self._show_list()
        first = self._source.chapters()
        if first:
            self.show_chapter(first[0][0])

    @property
    def chapter(self) -> str:
        """The chapter that is shown."""
        return "" if self._here is None else self._here.chapter

    def show_rule(self, rule: str) -> bool:
        """Open the page at a rule; False where the rulebook has no such rule."""
        chapter = self._source.chapter_of(rule)
        if chapter is None:
            return False
        self._go(_Place(chapter, rule))
        return True

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

    def showEvent(self, event: QShowEvent) -> None:
        """Rows were measured before they had their style."""
        super().showEvent(event)
        self.list.doItemsLayout()

    def dress(self) -> None:
        """The page follows theme and scale."""
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
        self.page.setHtml(self._source.html(place.chapter))
        if place.rule:
            self.page.scrollToAnchor(place.rule)
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._future))
        self._mark_chapter()
        self.placeChanged.emit(place.chapter)

    def _follow(self, url: QUrl) -> None:
        address = url.toString()
        scheme, _, name = address.partition(":")
        if scheme == "rule":
            self.show_rule(name)
        elif scheme == "chapter" and name in dict(self._source.chapters()):
            self.show_chapter(name)
        else:
            self.linkActivated.emit(address)

    # -- the list

    def _show_list(self) -> None:
        """What was found; the chapters while nothing is looked for."""
        words = self.find_line.text().strip()
        if words:
            found = [(f"rule:{rule}", title) for rule, title in self._source.search(words)]
        else:
            found = [(f"chapter:{name}", title) for name, title in self._source.chapters()]
        self.list.clear()
        for address, title in found:
            item = QListWidgetItem(title)
            item.setData(_ADDRESS, address)
            item.setToolTip(title)
            self.list.addItem(item)
        if words and not found:
            nothing = QListWidgetItem(say("Nothing was found."))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self._mark_chapter()

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
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.page)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 3)
        bar = row(6, self.back, self.forward, (self.find_line, 1))
        column(self, 8, 8, bar, (split, 1))

    def _connect(self) -> None:
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.find_line.textChanged.connect(self._show_list)
        self.find_line.returnPressed.connect(self._open_first)
        self.list.itemClicked.connect(self._open_item)
        self.list.itemActivated.connect(self._open_item)
        self.page.anchorClicked.connect(self._follow)


class _Page(QTextBrowser):
    """Shows pages; never loads anything by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        # A wide table scrolls; its words are not cut into letters.
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)

    def loadResource(self, _: int, __: QUrl | str) -> Any:
        """Nothing: a page is text."""
        return QByteArray()


def _arrow(words: str, shortcut: str) -> QToolButton:
    made = QToolButton()
    made.setArrowType(Qt.ArrowType.LeftArrow if words == "Back" else Qt.ArrowType.RightArrow)
    made.setShortcut(shortcut)
    made.setToolTip(f"{words} ({shortcut})")
    made.setAccessibleName(words)
    made.setEnabled(False)
    return made


_SHEET = Template(
    mark(
        "\n    h1 { font-size: ${h1}px; font-weight: 600; color: $ink; }\n    h2 { font-size: "
        "${h2}px; font-weight: 600; color: $ink; margin-top: ${gap}px; }\n    h3 { font-size: "
        "${h3}px; font-weight: 600; color: $ink; margin-top: ${gap}px; }\n    p, li { "
        "margin-bottom: ${small}px; line-height: 135%; }\n    a { color: $link; }\n    "
        "p.house, p.unbuilt { color: $faint; font-style: italic; }\n    th { "
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
    )
