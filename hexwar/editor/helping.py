"""Help on the editor: a chapter for each page, tool and panel, and all keys, beside the work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QMainWindow,
    QWidget,
)

from hexwar import resources
from hexwar.editor.desk import Page
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.tabs import Tabs
from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, Panel, bare, tip_of
from hexwar.widgets.panels.rulebook import RulebookView

if TYPE_CHECKING:
    from hexwar.rulebook import Rulebook  # with its reader of Markdown: not before it is shown

KEYS: Final = "keys"
"""The chapter to which the table of keys is added."""

_OVER: Final = QSize(560, 480)  # of the help over a dialog, at 100 %
_WORD: Final = re.compile(r"[a-z]+")
_KEY: Final = re.compile(r"(.*\S) \(([^()\s]+)\)", re.DOTALL)
"""A tip with its key behind it."""


class Screen(Protocol):
    """The window that is helped with, as far as the help needs it."""

    tabs: Tabs
    actions_: dict[str, QAction]


class HelpDock(QDockWidget):
    """The chapters in a dock; read when they are first looked for, and when keys have changed."""

    def __init__(self, look: Look, window: QMainWindow, screen: Screen) -> None:
        """Stand in a window, unseen.

        Args:
            look: How it is drawn.
            window: Whose dock it is.
            screen: That window too: whose pages and menus are told of.
        """
        super().__init__(say("Help"), window)
        self.setObjectName("help")
        self._look, self._screen = look, screen
        self._told = ""  # the keys that the pages tell of
        self.view: RulebookView | None = None
        """The pages; None before they are first looked for."""
        self._ground = _Ground(look)
        self._inside = bare(self._ground)
        self.setWidget(self._ground)
        self.hide()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._meet)

    def toggle(self) -> None:
        """Open the chapter of what is in front, or put the help away that shows it."""
        wanted = self.chapter
        if self.isVisible() and self.view is not None and self.view.chapter == wanted:
            self.hide()
        else:
            self.open(wanted)

    def open(self, chapter: str) -> None:
        """Open a chapter."""
        self._read().show_rule(chapter)
        self.show()
        self.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        """A help that stood open when the window was closed last stands open again."""
        super().showEvent(event)
        if self.view is None:
            self._read()

    def _read(self) -> RulebookView:
        """The pages with the keys as they are now."""
        told = keys_text(self._screen)
        if self.view is None or told != self._told:
            old, self._told = self.view, told
            self.view = reader(self._look, book_of(told))
            if old is not None:
                self._inside.removeWidget(old)
                old.hide()
                old.deleteLater()
            self._inside.addWidget(self.view)
        return self.view

    def set_look(self, look: Look) -> None:
        """Be drawn in another look from now on."""
        self._look, self._told = look, ""
        self._ground.set_look(look)
        if self.view is not None:
            self._read()

    def serve(self, dialog: QDialog, chapter: str) -> None:
        """Have F1 open a chapter over a dialog, which bars the dock."""
        dialog.setProperty(HELP, chapter)

        def show() -> None:
            over = QDialog(dialog)
            over.setProperty(HELP, chapter)
            over.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            over.setWindowTitle(say("Help"))
            view = reader(self._look, book_of(keys_text(self._screen)))
            bare(over, view)
            over.resize(_OVER * self._look.scale)
            view.show_rule(chapter)
            over.open()
            view.page.setFocus()

        QShortcut(QKeySequence(Qt.Key.Key_F1), dialog).activated.connect(show)

    def _meet(self, _: QWidget | None, part: QWidget | None) -> None:
        """A dialog that a page has opened by itself is helped with like that page."""
        dialog = above = None if part is None else part.window()
        if not isinstance(dialog, QDialog) or dialog.property(HELP):
            return
        while above is not None and above is not self.parentWidget():
            above = above.parentWidget()
        if above is not None:
            self.serve(dialog, self.chapter)

    @property
    def chapter(self) -> str:
        """The chapter of the panel with the keyboard; else of the page, on the map of its tool."""
        page, part = self._screen.tabs.currentWidget(), QApplication.focusWidget()
        while part is not None and not isinstance(part, QDockWidget):
            part = part.parentWidget()
        if part is not None and part is not self:
            name = part.objectName()
            return next((one for one in chapters() if one.startswith(name)), "")
        if not isinstance(page, Page):
            return ""
        tool = getattr(page, "tool", None)
        named = "" if tool is None else named_by(f"{page.title} {tool.title}")
        return named if named in chapters() else named_by(page.title)


class _Ground(Panel):
    """Where the pages stand in the dock."""

    wide, least = QSize(400, 600), QSize(300, 200)


def named_by(title: str) -> str:
    """The name of the chapter of a title.

    >>> named_by("Map: Water")
    'map-water'
    """
    return "-".join(_WORD.findall(title.lower()))


def chapters() -> Mapping[str, str]:
    """The chapters by their names, as they came with the program, without the table of keys.

    Raises:
        RulebookError: The file is missing or broken.
    """
    from hexwar.rulebook.reading import read_text

    parts = re.split(r"^## ", read_text(resources.editor_help()), flags=re.MULTILINE)[1:]
    return {named_by(part.partition("\n")[0]): f"# {part}" for part in parts}


def book_of(keys: str) -> Rulebook:
    """The help as a book that can be searched: each chapter is found as a whole.

    Args:
        keys: The table of the keys, Markdown.

    Raises:
        RulebookError: The file is missing or broken.
    """
    from hexwar.rulebook import Chapter, Rule, Rulebook

    found, rules = [], {}
    for name, text in chapters().items():
        told = f"{text}\n{keys}" if name == KEYS else text
        title, _, body = told.removeprefix("# ").partition("\n")
        rule = Rule(name, title, name, body, house=False, built=True, background=True)
        found.append(Chapter(name, title, told, (rule,)))
        rules[name] = rule
    return Rulebook(tuple(found), rules, (), ())


def reader(look: Look, book: Rulebook) -> RulebookView:
    """A view of a book of help."""
    view = RulebookView(look, book, folds=False)
    view.find_line.setPlaceholderText(say("Find a word"))
    view.find_line.setToolTip(say("Find words in the help"))
    view.find_line.setAccessibleName(say("Find in the help"))
    view.list.setAccessibleName(say("Chapters of the help"))
    view.page.setAccessibleName(say("Help"))
    return view


# -- the table of keys


def keys_text(screen: Screen) -> str:
    """All keys of a window as Markdown: those of its menus, then page by page.

    Pages of forms have none of their own, but those that every table has.
    """
    groups = [(say("Menus"), [(_key(a.shortcut()), _bare(a)) for a in screen.actions_.values()])]
    pages = [page for page in screen.tabs.pages.values() if not isinstance(page, FormPage)]
    groups += [(say(page.title), list(dict.fromkeys(_keys_of(page)))) for page in pages]
    return "\n".join(_table(title, rows) for title, rows in groups if rows)


def _keys_of(page: QWidget) -> Iterator[tuple[str, str]]:
    """The keys of a page and what they do: its shortcuts, then what tips of buttons name."""
    shortcuts = {_key(one.key()): one.whatsThis() for one in page.findChildren(QShortcut)}
    yield from shortcuts.items()
    parts: list[QWidget | QAction] = [*page.findChildren(QWidget), *page.findChildren(QAction)]
    for part in parts:
        told = _KEY.fullmatch(tip_of(part))
        key = "" if told is None else _key(QKeySequence(told.group(2)))
        if told is not None and key and key not in shortcuts:
            yield key, told.group(1).rstrip(".")


def _key(keys: QKeySequence) -> str:
    """A key as it is read; empty where it is none."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def _bare(action: QAction) -> str:
    """The words of a menu; of a step that can be taken back not which one it is now."""
    return action.text().partition(": ")[0].replace("&", "").removesuffix(" …")


def _table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    lines = "".join(f"| `{key}` | {words} |\n" for key, words in rows if key and words)
    return f"\n### {title}\n\n| {say('Key')} | {say('What it does')} |\n|---|---|\n{lines}"
