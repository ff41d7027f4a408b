"""Scenarios that come in a package: shown, added, listed as the player's own, and played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from hexwar import resources
from hexwar.app import games
from hexwar.app.main import main
from hexwar.app.opening import open_named
from hexwar.app.window import show_opened
from hexwar.scenario.pack import install, pack_folder
from hexwar.scenario.summaries import summaries
from hexwar.shell.adding import dropped
from hexwar.shell.main_window import MainWindow
from hexwar.shell.notices import Notice
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.widgets.panels.battle_list import lines_of
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.package import PackageDialog
from tests.shell.hand import Shelf, services
from tests.systems.nlc.cases import each


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "first.hexpack"
    shelf = resources.scenarios()
    pack_folder(shelf / "first-steps", path, shelf)
    return path


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, shelf: Shelf, library: Path) -> MainWindow:
    given = services(tmp_path / "saves", shelf)
    listed = partial(summaries, FILES_ONLY, (), library)
    made = MainWindow(replace(given, library=library, scenarios=listed))
    qtbot.addWidget(made)
    made.show()
    return made


def shown(qtbot: QtBot, window: MainWindow) -> PackageDialog:
    qtbot.waitUntil(lambda: isinstance(window.dialogs.dialog, PackageDialog), timeout=20_000)
    dialog = window.dialogs.dialog
    assert isinstance(dialog, PackageDialog)
    return dialog


def told(qtbot: QtBot, window: MainWindow) -> str:
    qtbot.waitUntil(lambda: isinstance(window.dialogs.dialog, Notice), timeout=20_000)
    dialog = window.dialogs.dialog
    assert isinstance(dialog, Notice)
    return dialog.text.text()


def words_of(dialog: PackageDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def drop(window: MainWindow, *paths: Path) -> bool:
    """Drag files onto the window and let them go; whether it took them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    way, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    enter = QDragEnterEvent(QPoint(9, 9), way, data, button, key)
    enter.ignore()
    window.dragEnterEvent(enter)
    if enter.isAccepted():
        window.dropEvent(QDropEvent(QPoint(9, 9).toPointF(), way, data, button, key))
    return enter.isAccepted()


def test_a_package_is_shown_then_added_then_offered_to_be_played(
    qtbot: QtBot, window: MainWindow, packed: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(packed), ""))
    window.menus["add-scenario"].trigger()
    dialog = shown(qtbot, window)
    words = words_of(dialog)
    assert "First steps" in words
    assert "scenario.json, " in words
    assert "no fault" in words
    assert not library.exists()
    dialog.add.click()
    qtbot.waitUntil(lambda: isinstance(window.dialogs.dialog, NewGameDialog), timeout=20_000)
    offered = window.dialogs.dialog
    assert isinstance(offered, NewGameDialog)
    assert offered.choice.scenario == str(library / "first-steps")
    assert (library / "first-steps" / "map.png").is_file()


def test_cancel_adds_nothing(qtbot: QtBot, window: MainWindow, packed: Path, library: Path) -> None:
    assert drop(window, packed)
    shown(qtbot, window).cancel.click()
    qtbot.waitUntil(lambda: window.dialogs.dialog is None)
    assert not library.exists()


def test_another_battle_in_the_way_is_told_and_replaced_only_so(
    qtbot: QtBot, window: MainWindow, packed: Path, library: Path
) -> None:
    (library / "first-steps").mkdir(parents=True)
    (library / "first-steps" / "mine.txt").write_text("mine", "utf-8")
    window.adding.look_at(packed)
    dialog = shown(qtbot, window)
    assert "takes its place" in words_of(dialog)
    assert dialog.cancel.isDefault()
    assert dialog.add.text() == "Replace it"
    dialog.both.click()
    qtbot.waitUntil(lambda: isinstance(window.dialogs.dialog, NewGameDialog), timeout=20_000)
    assert (library / "first-steps" / "mine.txt").exists()
    assert (library / "first-steps-2" / "scenario.json").exists()
    window.adding.look_at(packed)
    dialog = shown(qtbot, window)
    dialog.add.click()
    qtbot.waitUntil(lambda: isinstance(window.dialogs.dialog, NewGameDialog), timeout=20_000)
    assert not (library / "first-steps" / "mine.txt").exists()


def test_a_bad_package_is_told_in_a_sentence(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, library: Path
) -> None:
    bad = tmp_path / "<b>bad.hexpack"
    bad.write_bytes(b"PK and nothing else that could be read as a zip")
    assert drop(window, bad)
    words = told(qtbot, window)
    assert "cut off" in words
    assert "<b>" not in words
    assert not library.exists()


@each("names", [], ["a.png"], ["a.hexpack", "b.hexpack"], ["a.hexwar"])
def test_nothing_else_can_be_dropped(window: MainWindow, tmp_path: Path, names: list[str]) -> None:
    assert not drop(window, *(tmp_path / name for name in names))
    assert dropped(QMimeData()) is None


def test_nothing_is_dropped_on_a_locked_window(
    window: MainWindow, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.lock, "is_closed", True)
    assert not drop(window, packed)
    monkeypatch.undo()


def test_a_battle_of_ones_own_is_listed_as_such(
    window: MainWindow, packed: Path, library: Path
) -> None:
    install(packed, library)
    window.dialogs.ask_new()
    dialog = window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    found = summaries(FILES_ONLY, (), library)
    (yours,) = [summary for summary in found if summary.is_yours]
    assert (yours.id, yours.name) == (str(library / "first-steps"), "First steps")
    card = next(
        dialog.list.item(at).data(Qt.ItemDataRole.UserRole)
        for at in range(dialog.list.count())
        if dialog.list.item(at).data(Qt.ItemDataRole.UserRole).id == yours.id
    )
    assert lines_of(card)[1].endswith("· yours")


# -- the command line


def test_the_command_line_shows_a_package_in_the_window(
    qtbot: QtBot, window: MainWindow, packed: Path
) -> None:
    opened = open_named(str(packed), leaves_games=True)
    assert (opened.package, opened.is_unread) == (packed, False)
    show_opened(window, opened)
    shown(qtbot, window)


def test_other_commands_say_that_it_is_to_be_added(
    packed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(packed), "-o", "x.png"]) == 1
    assert "is a package" in capsys.readouterr().err


def test_list_names_battles_of_ones_own(
    packed: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = games.library()
    assert place.is_relative_to(home)
    install(packed, place)
    assert main(["list"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "yours" in line]
    assert line.startswith(f"{place / 'first-steps'}  yours; First steps, ")
