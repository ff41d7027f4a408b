"""The help on the editor: a chapter for all that can be in front, and every key as it is."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton
from pytestqt.qtbot import QtBot

from hexwar.editor.helping import KEYS, book_of, chapters, keys_text, named_by
from hexwar.editor.pages.forces import ForcesPage
from hexwar.editor.window import EditorWindow
from hexwar.widgets.panels.parts import tip_of
from hexwar.widgets.panels.rulebook import RulebookView
from tests.editor.test_window import Maker, make, window

__all__ = ["make", "window"]

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def press_f1(made: EditorWindow) -> str:
    """Press F1; the chapter that is shown then, empty where the help is put away."""
    made.actions_["help"].trigger()
    view = made.help.view
    return view.chapter if view is not None and made.help.isVisible() else ""


def test_f1_opens_the_chapter_of_what_is_in_front_and_puts_it_away(window: EditorWindow) -> None:
    assert made_no_view(window)
    assert press_f1(window) == "map-terrain"
    assert press_f1(window) == ""
    known = set(chapters())
    for tool in window.tabs.map.tools.values():
        window.tabs.map.use(tool.id)
        assert press_f1(window) == named_by(f"Map {tool.title}")
    for page in window.tabs.pages.values():
        window.tabs.setCurrentWidget(page)
        window.tabs.setFocus()
        wanted = window.help.chapter
        assert wanted in known, page.title
        assert page is window.tabs.map or press_f1(window) == named_by(page.title)


def test_a_help_that_stands_open_from_the_last_time_is_read(make: Maker) -> None:
    made = make()
    made.hide()
    made.help.setVisible(True)
    made.show()
    assert made.help.view is not None
    assert made.help.view.chapter == "first-steps"


def made_no_view(window: EditorWindow) -> bool:
    """Whether the help is not read before somebody looks for it."""
    return window.help.view is None and not window.help.isVisible()


def test_the_keys_of_the_tools_that_are_told_work_at_once(window: EditorWindow) -> None:
    board = window.tabs.map.board
    assert board is not None
    assert window.focusWidget() is board
    QTest.keyClick(board, Qt.Key.Key_L)
    QTest.keyClick(board, Qt.Key.Key_BracketRight)
    tool = window.tabs.map.tool
    assert (tool.id, getattr(tool, "size", 0)) == ("levels", 2)


def test_a_panel_with_the_keyboard_has_its_own_chapter(window: EditorWindow) -> None:
    found = []
    for dock, part in (
        (window.problems_dock, window.problems.list),
        (window.picture_dock, window.picture.open_button),
    ):
        dock.show()
        part.setFocus()
        found.append(window.help.chapter)
    assert found == ["problems", "picture-beneath"]


def test_f1_over_a_dialog_opens_its_chapter_above_it(qtbot: QtBot, window: EditorWindow) -> None:
    window.share()
    box = window._box
    assert isinstance(box, QDialog)
    qtbot.waitUntil(box.isActiveWindow)
    QTest.keyClick(box, Qt.Key.Key_F1)
    (view,) = box.findChildren(RulebookView)
    assert view.chapter == "sharing"
    box.close()


def test_every_key_of_the_menus_and_the_map_is_told(window: EditorWindow) -> None:
    told = keys_text(window)
    shown = {action.shortcut().toString() for action in window.actions_.values()} - {""}
    shown |= {tool.shortcut for tool in window.tabs.map.tools.values()}
    assert {"F1", "Ctrl+S", "B"} <= shown
    assert [key for key in sorted(shown) if f"| `{key}` |" not in told] == []
    assert "| `[` | A smaller brush |" in told
    window.actions_["share"].setShortcut("Ctrl+J")
    assert "| `Ctrl+J` | Share, print |" in keys_text(window)
    window.actions_[KEYS].trigger()
    assert window.help.view is not None
    assert "Ctrl+J" in window.help.view.page.toPlainText()


def test_keys_are_told_of_what_is_grey_and_not_of_rules(window: EditorWindow) -> None:
    told = keys_text(window)
    assert "| `Alt+B` |" in told
    assert "| `Enter` | The next click on a hex puts the chosen down there |" in told
    keys = re.findall(r"\| `(.*?)` \|", told)
    assert keys
    assert all(QKeySequence(key).toString() == key for key in keys)


def test_the_keys_of_forms_stand_in_the_help_in_words(window: EditorWindow) -> None:
    """Pages of forms are made when they are seen, so that their keys are written by hand."""
    window.tabs.setCurrentWidget(window.tabs.pages["calendar"])
    found = set()
    page = window.tabs.pages["calendar"]
    for part in page.findChildren(QPushButton):
        told = re.fullmatch(r"(?s).*\((\S+)\)", tip_of(part))
        if told is not None and QKeySequence(told.group(1)).toString():
            found.add(told.group(1))
    assert {"Ins", "Ctrl+Left"} <= found
    words = chapters()["calendar"] + chapters()[KEYS]
    assert [key for key in found if key not in words] == []


def test_every_link_of_the_help_leads_to_a_chapter_and_words_are_found() -> None:
    book = book_of("")
    for chapter in book.chapters:
        for link in re.findall(r"\]\((.*?)\.md\)", chapter.markdown):
            assert link in book.rules, (chapter.name, link)
    assert [rule.id for rule in book.search("spring")] == ["map-water"]


def test_what_is_looked_for_is_listed_by_its_title_and_opened(window: EditorWindow) -> None:
    press_f1(window)
    view = window.help.view
    assert view is not None
    view.find_line.setText("trestle")
    titles = [view.list.item(row).text() for row in range(view.list.count())]
    assert titles == ["Map: Bridge"]
    QTest.keyClick(view.find_line, Qt.Key.Key_Return)
    assert view.chapter == "map-bridge"


def test_f1_over_a_dialog_of_a_page_opens_the_chapter_of_that_page(
    qtbot: QtBot, window: EditorWindow
) -> None:
    page = window.tabs.pages["forces"]
    assert isinstance(page, ForcesPage)
    window.tabs.setCurrentWidget(page)
    page.ask_copy()
    box = page.dialog
    assert box is not None
    qtbot.waitUntil(box.isActiveWindow)
    QTest.keyClick(box, Qt.Key.Key_F1)
    (view,) = box.findChildren(RulebookView)
    assert view.chapter == "forces"
    box.close()
