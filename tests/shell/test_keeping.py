"""What cannot be written is told until it is, and nothing is left or overwritten unasked."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from hexwar.app.games import load_game
from hexwar.engine import files, read_file, save
from hexwar.engine import journal as journals
from hexwar.engine.journal import Journal
from hexwar.shell import journal as diaries
from hexwar.shell.claims import Claim, is_claimed
from hexwar.shell.keeping import Question
from hexwar.shell.main_window import MainWindow
from hexwar.shell.notices import Notice
from hexwar.shell.recovery import kept_games
from tests.shell.hand import Hand, Shelf, brienne, services
from tests.systems.nlc.cases import each


class Disk:
    """Fails as disks fail, from one instant on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fault: OSError | None = None
        self.fails = {"write": 0, "append": 0}
        write, append = files.write_file, journals._write_all

        def writing(path: Path, text: str) -> None:
            self._meet("write")
            write(path, text)

        def appending(*told: Any) -> None:
            self._meet("append")
            append(*told)

        monkeypatch.setattr(journals, "write_file", writing)
        monkeypatch.setattr(journals, "_write_all", appending)

    def _meet(self, where: str) -> None:
        if self.fault is not None:
            self.fails[where] += 1
            raise self.fault


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


FAULTS = (errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOENT, errno.EIO)


def fault(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """What the player chooses in the file dialog; None for Cancel."""
    answer = lambda *_: ("" if path is None else str(path), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)


def move(hand: Hand) -> None:
    """Give one answer."""
    before = len(hand.session.journal)
    hand.game.controller.end_activation()
    assert len(hand.session.journal) > before


def given(path: Path) -> int:
    return len(load_game(read_file(path)).journal)


def question(hand: Hand) -> Question:
    hand.until(lambda: isinstance(hand.window.dialogs.dialog, Question))
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Question)
    return dialog


# -- the banner


@each("number", *FAULTS)
@each("has_begun", True, False)
def test_a_banner_stands_while_the_game_cannot_be_kept(
    table: Hand, disk: Disk, number: int, has_begun: bool
) -> None:
    banner, diary = table.window.keeping.banner, table.game.diary
    if has_begun:
        move(table)
        table.until(lambda: not diary.is_behind)
    disk.fault = fault(number)
    move(table)
    table.until(banner.isVisible)
    assert "Not saved since" in banner.line.text()
    assert os.strerror(number) in banner.line.text()
    assert table.window.dialogs.dialog is None
    move(table)  # the game goes on
    banner.try_again.click()
    table.until(lambda: not diary.is_behind)
    table.qtbot.wait(20)
    assert banner.isVisible()
    disk.fault = None
    move(table)
    table.until(lambda: not banner.isVisible())
    assert given(diary.path) == len(table.session.journal)
    assert disk.fails["append" if has_begun else "write"] >= 3


def test_the_banner_goes_by_itself_when_the_disk_is_back(table: Hand, disk: Disk) -> None:
    disk.fault = fault(errno.ENOSPC)
    move(table)
    banner = table.window.keeping.banner
    table.until(banner.isVisible)
    disk.fault = None
    table.window.keeping._timer.setInterval(10)
    table.until(lambda: not banner.isVisible())
    assert given(table.game.diary.path) == len(table.session.journal)


def test_a_folder_that_has_vanished_is_made_again(table: Hand, tmp_path: Path) -> None:
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    (tmp_path / "saves").rename(tmp_path / "gone")
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    assert not table.window.keeping.banner.isVisible()
    assert given(table.game.diary.path) == len(table.session.journal)


def test_a_game_is_kept_elsewhere_from_the_banner(
    table: Hand, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.fault = fault(errno.EROFS)
    move(table)
    banner = table.window.keeping.banner
    table.until(banner.isVisible)
    choose(monkeypatch, None)
    banner.save_elsewhere.click()
    assert banner.isVisible()
    disk.fault = None
    choose(monkeypatch, tmp_path / "stick" / "mine")
    banner.save_elsewhere.click()
    table.until(lambda: not banner.isVisible())
    path = tmp_path / "stick" / "mine.hexwar"
    assert table.game.path == path
    assert "mine" in table.window.windowTitle()
    move(table)
    table.window.keeping.save()
    table.until(lambda: not table.game.diary.is_behind)
    assert given(path) == len(table.session.journal)


# -- leaving


def test_closing_asks_and_saves_elsewhere(
    table: Hand, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.fault = fault(errno.ENOSPC)
    move(table)
    table.until(table.window.keeping.banner.isVisible)
    window, journal = table.window, len(table.session.journal)
    assert not window.close()
    dialog = question(table)
    assert "Not saved since" in dialog.words.text()
    assert "Close anyway?" in dialog.words.text()
    dialog.cancel.click()
    assert window.isVisible()
    assert not window.close()
    dialog = question(table)
    dialog.buttons[1].click()  # it fails again
    dialog = question(table)
    disk.fault = None
    choose(monkeypatch, tmp_path / "mine.hexwar")
    dialog.buttons[0].click()
    table.until(lambda: not window.isVisible())
    assert given(tmp_path / "mine.hexwar") == journal
    assert not is_claimed(tmp_path / "mine.hexwar")


def test_closing_anyway_closes(table: Hand, disk: Disk) -> None:
    disk.fault = fault(errno.EACCES)
    move(table)
    assert not table.window.close()
    question(table).buttons[2].click()
    table.until(lambda: not table.window.isVisible())


def test_a_failure_at_the_last_instant_is_asked_about_too(table: Hand, disk: Disk) -> None:
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    disk.fault = fault(errno.ENOSPC)
    move(table)
    assert not table.window.close()  # nothing of it has been told yet
    disk.fault = None
    question(table).buttons[1].click()
    table.until(lambda: not table.window.isVisible())


def test_a_close_line_that_cannot_be_written_loses_nothing(table: Hand, disk: Disk) -> None:
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    path, journal = table.game.diary.path, len(table.session.journal)
    disk.fault = fault(errno.ENOSPC)
    table.window.close()
    table.until(lambda: not table.window.isVisible())
    assert given(path) == journal


def test_another_game_is_opened_only_when_this_one_is_saved_or_given_up(
    table: Hand, disk: Disk, tmp_path: Path
) -> None:
    path = tmp_path / "other.hexwar"
    path.write_text(save(brienne()))
    disk.fault = fault(errno.EROFS)
    move(table)
    game = table.game
    table.window.files.open(path)
    dialog = question(table)
    assert table.game is game
    dialog.buttons[2].click()
    table.until(lambda: table.game is not game)
    assert not table.window.keeping.banner.isVisible()


# -- two windows


@pytest.fixture
def second(qtbot: QtBot, qapp: QApplication, window: MainWindow, tmp_path: Path) -> Iterator[Hand]:
    """Another window with the same files."""
    made = MainWindow(services(tmp_path, Shelf()))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield Hand(made, qtbot)
    made.close()


def test_a_second_window_looks_at_a_game_or_plays_a_copy(table: Hand, second: Hand) -> None:
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    path = table.game.diary.path
    second.window.files.open(path)
    dialog = question(second)
    assert dialog.words.text() == "Brienne is open in another window."
    dialog.buttons[0].click()
    second.until(lambda: second.window.replay is not None)
    second.window.leave_replay()
    second.window.files.open(path)
    question(second).buttons[1].click()
    second.until(lambda: second.window.game is not None)
    assert second.window.dialogs.dialog is None
    assert second.game.diary.path != path
    move(second)
    second.until(lambda: not second.game.diary.is_behind)
    assert given(path) == len(table.session.journal)
    assert len(kept_games(path.parent)) == 2
    table.window.close_game()
    assert not is_claimed(path)


def test_a_game_that_is_looked_at_in_its_own_window_stays_claimed(table: Hand) -> None:
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    path = table.game.diary.path
    for _ in range(2):  # a replay may take the place of another
        table.window.replay_this()
        table.until(lambda: table.window.replay is not None)
        assert is_claimed(path)
    table.window.leave_replay()
    assert table.game.diary.path == path
    assert is_claimed(path)
    table.window.close_game()
    assert not is_claimed(path)


def test_a_game_of_another_window_is_not_saved_over(
    table: Hand, second: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.hexwar"
    choose(monkeypatch, path)
    table.window.keeping.save_as()
    table.until(lambda: table.game.path == path)
    before = path.read_bytes()
    second.open(brienne())
    second.window.keeping.save_as()
    second.until(second.window.keeping.banner.isVisible)
    assert "open in another window" in second.window.keeping.banner.line.text()
    assert path.read_bytes() == before
    move(table)
    table.window.keeping.save()  # its own file it may write
    table.until(lambda: path.read_bytes() != before)
    taken = Claim(path)
    assert not taken.take()


def test_the_same_window_opens_its_own_game_anew(
    table: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.hexwar"
    choose(monkeypatch, path)
    table.window.keeping.save_as()
    table.until(lambda: table.game.path == path)
    game = table.game
    table.window.files.open(path)
    table.until(lambda: table.game is not game)
    assert table.window.dialogs.dialog is None or isinstance(table.window.dialogs.dialog, Notice)
    assert is_claimed(path)


# -- a disk that does not answer


@pytest.fixture
def hung(table: Hand, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """The disk of a game hangs from its next answer on, until the event is set."""
    go, keep, own = Event(), Journal.keep, table.game.diary.path

    def hanging(journal: Journal, *told: Any) -> None:
        if journal.path == own:
            go.wait(60)
        keep(journal, *told)

    monkeypatch.setattr(Journal, "keep", hanging)
    monkeypatch.setattr(diaries, "LONGEST_MS", 30)
    monkeypatch.setattr(diaries, "PATIENCE", 0.01)
    yield go
    go.set()


def test_a_disk_that_hangs_is_told_and_leaving_asks(table: Hand, hung: Event) -> None:
    banner, leave = table.window.keeping.banner, table.window.close
    move(table)
    table.until(banner.isVisible)
    assert "Not saved since" in banner.line.text()
    assert "cannot be written: the disk does not answer." in banner.line.text()
    for _ in range(2):  # it is asked again after each time that it was waited for
        leave()
        dialog = question(table)
        assert "the disk does not answer. Close anyway?" in dialog.words.text()
        dialog.buttons[1].click()  # try again
        table.until(lambda: table.window.dialogs.dialog is None)
        question(table).cancel.click()
    hung.set()
    table.until(lambda: not table.game.diary.is_behind)
    table.until(lambda: not banner.isVisible())
    assert given(table.game.diary.path) == len(table.session.journal)
    assert leave()


def test_who_leaves_all_the_same_waits_for_nothing(table: Hand, hung: Event) -> None:
    path, window = table.game.diary.path, table.window
    move(table)
    answers = len(table.session.journal)
    table.until(window.keeping.banner.isVisible)
    window.close()
    question(table).buttons[2].click()
    table.until(lambda: not window.isVisible())
    assert not path.exists()
    hung.set()
    table.until(lambda: path.exists() and given(path) == answers)


def test_a_game_is_kept_elsewhere_while_the_disk_hangs(
    table: Hand, hung: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    banner, other = table.window.keeping.banner, tmp_path / "elsewhere.hexwar"
    move(table)
    table.until(banner.isVisible)
    choose(monkeypatch, other)
    banner.save_elsewhere.click()
    table.until(lambda: not banner.isVisible())
    move(table)
    table.until(lambda: not table.game.diary.is_behind)
    assert given(other) == len(table.session.journal)
    hung.set()
    table.qtbot.wait(20)
    assert not table.game.diary.fault


def test_the_window_says_that_it_waits_for_a_slow_disk_before_it_closes(
    table: Hand, hung: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diaries, "LONGEST_MS", 60_000)
    end = QTimer(singleShot=True, interval=50)  # the answers of one gesture wait for each other
    end.timeout.connect(hung.set)
    table.session.answer(table.session.options[0])
    table.game.diary.keep()
    assert not table.window.close()
    assert "on its way to the disk" in table.window.keeping.banner.line.text()
    end.start()
    table.until(lambda: not table.window.isVisible())
