"""While the machine changes hands there is one screen: all else is locked unless it is allowed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QClipboard, QHelpEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QLabel,
    QMenu,
    QToolBar,
    QToolTip,
    QWidget,
)

from hexwar.shell.handover import ALLOWED
from hexwar.shell.lock import INPUT
from hexwar.shell.passwords import PasswordDialog
from tests.shell.hand import Hand, Key, new_brienne
from tests.shell.test_handover import SECRET, give, sit_down

pytestmark = pytest.mark.rule("N3.4")


@pytest.fixture
def table(hand: Hand) -> Hand:
    """Brienne between two people; the first has been asked to sit down."""
    return hand.open(new_brienne(options=SECRET))


def to_the_next(hand: Hand) -> None:
    """Let who sits there answer until the other is waited for."""
    first, turn = hand.pending.side, 0
    while not hand.window.handover.isVisible():
        assert hand.pending.side == first
        give(hand, turn := turn + 1)


def seen(hand: Hand) -> list[QWidget]:
    """All that is visible but the window itself and what stands on the screen."""
    window, screen = hand.window, hand.window.handover
    return [
        widget
        for widget in QApplication.allWidgets()
        if widget.isVisible() and widget not in (window, screen) and not screen.isAncestorOf(widget)
    ]


def painted(widget: QWidget) -> QImage:
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_nothing_but_the_screen_is_there_whatever_was_open(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = table.window
    sit_down(table)
    window.docks.docks["log"].setFloating(True)
    bar, dock = QToolBar(window), QDockWidget("new", window)
    bar.addAction("new")
    window.addToolBar(bar)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    dock.setFloating(True)
    sheet, menu = QDialog(window), QMenu(window)
    menu.addAction("secret")
    for part in (bar, dock, sheet):
        part.show()
    menu.popup(window.pos())
    window.dialogs.show_keys()
    window.dialogs.read_help("help:undo")
    monkeypatch.setattr(QClipboard, "ownsClipboard", lambda _: True)  # offscreen nobody owns it
    QApplication.clipboard().setText("Attack Brienne")
    before = window.windowTitle()
    assert len(seen(table)) > 50

    to_the_next(table)
    QApplication.processEvents()
    assert seen(table) == []
    assert window.windowTitle() == "hexwar" != before
    assert QApplication.clipboard().text() == ""
    assert painted(window) == painted(window.handover)

    sit_down(table)
    assert window.windowTitle() == before
    is_there = (window.docks.docks["log"], dock, bar, table.board, window.menuBar())
    assert all(part.isVisible() for part in is_there)
    assert not sheet.isVisible()
    assert not menu.isVisible()
    assert window.dialogs.dialog is None


def test_what_opens_meanwhile_is_not_seen_and_a_notice_waits_for_its_reader(table: Hand) -> None:
    window = table.window
    late: tuple[QWidget, ...] = (QDialog(window), QDockWidget("new", window), QLabel("new"))
    for part in late:
        if isinstance(part, QDockWidget):
            part.setFloating(True)
        part.show()
    window.dialogs.tell_news("The rules have changed.")
    window.statusBar().show()
    table.until(lambda: seen(table) == [])
    window.setWindowTitle("The secret of Brienne")
    assert window.windowTitle() == "hexwar"
    sit_down(table)
    assert window.windowTitle() == "The secret of Brienne"
    assert window.dialogs.dialog is not None
    assert window.dialogs.dialog.isVisible()
    assert not any(part.isVisible() for part in late)
    late[2].deleteLater()


def test_what_went_wrong_is_told_at_once(table: Hand) -> None:
    table.window.dialogs.tell_failure("The disk is full.")
    assert table.window.dialogs.dialog is not None
    table.until(table.window.dialogs.dialog.isVisible)
    QTest.keyClick(table.window.dialogs.dialog, Key.Key_Escape)
    assert not table.window.dialogs.dialog
    assert table.window.handover.isVisible()


def _chords(actions: list[QAction]) -> list[QKeySequence]:
    """Every key that any action has, those of the menu bar, and those that are held or help."""
    own = {chord.toString() for action in actions for chord in action.shortcuts()}
    letters = {f"Alt+{letter}" for letter in "GPSVNH"}
    others = {"H", "?", "F1", "Shift+F1", "Esc", "Tab", "Space", "Menu", "Shift+F10"}
    return [QKeySequence(words) for words in sorted(own | letters | others)]


def _note(called: list[str], action: QAction, _: bool = False) -> None:
    called.append(action.objectName() or action.text())


def test_no_key_does_anything_but_save_quit_and_the_whole_screen(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, screen = table.window, table.window.handover
    called: list[str] = []
    for name in ALLOWED:
        window.menus[name].triggered.disconnect()
    new = QAction("New", window)
    new.setShortcut(QKeySequence("Ctrl+Alt+9"))
    window.addAction(new)
    actions = window.findChildren(QAction)
    for action in actions:
        action.triggered.connect(partial(_note, called, action))
    monkeypatch.setattr(window.commands, "hold", lambda *_, **__: called.append("hold"))
    monkeypatch.setattr(window.dialogs, "show_help", lambda *_: called.append("help"))
    picture, journal = painted(window), len(table.session.journal)
    for chord in _chords(actions):
        for goal in (screen, screen.button, window):
            QTest.keySequence(goal, chord)
        screen.button.setFocus()
        assert screen.isVisible(), chord.toString()
        assert seen(table) == [], chord.toString()
    assert set(called) == set(ALLOWED)
    assert {action.objectName() for action in actions if action.isEnabled()} & {
        spec.id for spec in window.specs
    } == set(ALLOWED)
    assert painted(window) == picture
    assert len(table.session.journal) == journal


def test_neither_pointer_nor_tip_nor_menu_reaches_what_is_hidden(table: Hand) -> None:
    window = table.window
    asked: list[QEvent.Type] = []

    class Ear(QWidget):
        def event(self, event: QEvent) -> bool:
            if event.type() in INPUT:
                asked.append(event.type())
            return super().event(event)

    ear = Ear(window.centralWidget())
    ear.setToolTip("compliance of Ney")
    at = QPoint(3, 3)
    for kind in (QEvent.Type.ToolTip, QEvent.Type.WhatsThis):
        QApplication.sendEvent(ear, QHelpEvent(kind, at, at))
    QTest.mouseClick(ear, Qt.MouseButton.RightButton, pos=at)
    QTest.mouseMove(ear, at)
    assert asked == []
    assert QToolTip.text() == ""
    assert not window.menuBar().isVisible()
    undo = window.menus["undo"]
    assert undo.toolTip() == "Take the last answer back (Ctrl+Z)"


def test_no_password_is_asked_for_while_nobody_sits_there(table: Hand) -> None:
    window = table.window
    action = window.menus["password"]
    assert not action.isEnabled()
    before = table.session.seal
    action.trigger()
    for chord in action.shortcuts():
        QTest.keySequence(window, chord)
    window.follow_link("action:password")
    window.passwords.ask_to_set()
    assert window.dialogs.dialog is None
    sit_down(table)
    assert window.dialogs.dialog is None  # it has not waited for the next one either
    assert table.session.seal is before
    action.trigger()
    assert isinstance(window.dialogs.dialog, PasswordDialog)


def test_a_password_half_typed_is_not_there_for_the_next(table: Hand) -> None:
    window = table.window
    sit_down(table)
    window.menus["password"].trigger()
    dialog = window.dialogs.dialog
    assert isinstance(dialog, PasswordDialog)
    dialog.new.setText("Ney")
    to_the_next(table)
    assert window.dialogs.dialog is None
    sit_down(table)
    window.menus["password"].trigger()
    assert isinstance(window.dialogs.dialog, PasswordDialog)
    assert window.dialogs.dialog.new.text() == ""
    assert not table.session.seal.locks


def test_the_game_can_be_saved_and_the_place_is_told(table: Hand, tmp_path: Path) -> None:
    path = tmp_path / "evening.hexwar"
    table.game.path = path
    save = next(b for b in table.window.handover.allowed if b.text().startswith("Save"))
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    table.until(path.is_file)
    table.until(lambda: bool(table.window.handover.news.text()))
    assert table.window.handover.news.text() == f"Saved as {path}"
    assert table.window.windowTitle() == "hexwar"
    sit_down(table)
    assert "evening" in table.window.windowTitle()


def test_docks_are_kept_where_they_were_by_a_window_that_is_closed_while_locked(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(table)
    docks, kept = table.window.docks, list[bytes]()
    docks.docks["log"].setFloating(True)
    before = docks.layout_state()
    to_the_next(table)
    store = table.window.services.store
    monkeypatch.setattr(store, "keep_layout", lambda _, layout: kept.append(layout))
    table.window.close()
    assert kept == [before]
    assert not docks.docks["log"].isVisible()
