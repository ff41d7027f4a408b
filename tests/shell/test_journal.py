"""Every answer is in the game's file before the next is given; windows keep out of each other's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from hexwar.app.games import load_game
from hexwar.engine import gamefile, read_file
from hexwar.engine.journal import Journal
from hexwar.shell import journal as keeping
from hexwar.shell.asking import public_note
from hexwar.shell.claims import Claim, is_claimed, sweep
from hexwar.shell.journal import Diary, cut
from hexwar.shell.recovery import Stop, is_autosave, kept_games, new_name
from hexwar.systems.nlc.kit import NLC
from hexwar.table.story import NOBODY, Story
from tests.shell.hand import Hand, brienne, new_brienne

RANDOM_ONLY = {"player.french": "random", "player.allied": "random"}


def diary_of(session: Any, path: Path, words: str = "Piré moved.") -> Diary:
    return Diary(session, path, lambda: words)


def given(path: Path) -> int:
    """How many answers a file holds."""
    return len(load_game(read_file(path)).journal)


class Slow:
    """A disk that waits until it is let go; it tells how many times it was written to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.writes = Event(), 0
        keep = Journal.keep

        def slowly(journal: Journal, *told: Any) -> None:
            self.writes += 1
            self.go.wait(10)
            keep(journal, *told)

        monkeypatch.setattr(Journal, "keep", slowly)


# -- the file


def test_the_file_holds_each_answer_and_says_where_the_game_stands(
    qtbot: QtBot, tmp_path: Path
) -> None:
    session = brienne()
    path = tmp_path / "saves" / new_name(session)
    diary = diary_of(session, path)
    diary.keep()
    assert not path.exists()  # nothing has been done yet
    for _ in range(3):
        session.answer(session.options[0])
        diary.keep()
        with qtbot.waitSignal(diary.settled):
            pass
        assert given(path) == len(session.journal)
    session.undo()
    diary.keep()
    diary.finish()
    assert given(path) == len(session.journal)
    (found,) = kept_games(path.parent)
    assert (found.title, found.words, found.stop) == ("Brienne", "Piré moved.", Stop.LEFT)
    assert is_autosave(found.path, path.parent)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_computer_player_waits_for_the_disk(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Slow(monkeypatch)
    hand.open(brienne(options=RANDOM_ONLY))
    hand.until(lambda: disk.writes == 1)
    before = len(hand.session.journal)
    hand.qtbot.wait(200)
    assert len(hand.session.journal) == before
    disk.go.set()
    hand.until(lambda: len(hand.session.journal) > before + 20)
    path = hand.game.diary.path
    hand.window.close_game()
    assert given(path) > before + 20


def test_of_a_gesture_each_answer_waits_for_the_one_before(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, journal = Slow(monkeypatch), table.session.journal
    before, seen = len(journal), list[int]()

    def look() -> None:
        seen.append(sum(entry.is_given for entry in table.session.journal[before:]))
        disk.go.set()

    QTimer.singleShot(300, look)
    table.game.controller.end_activation()
    assert seen == [1]
    assert sum(entry.is_given for entry in table.session.journal[before:]) > 2
    table.game.diary.finish()
    assert given(table.game.diary.path) == len(table.session.journal)


def test_a_disk_that_does_not_answer_is_not_waited_for(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, before = Slow(monkeypatch), len(table.session.journal)
    monkeypatch.setattr(keeping, "LONGEST_MS", 20)
    table.game.controller.end_activation()
    assert sum(entry.is_given for entry in table.session.journal[before:]) > 2
    disk.go.set()
    table.until(lambda: not table.game.diary.is_behind)
    table.game.diary.finish()
    assert given(table.game.diary.path) == len(table.session.journal)


def test_leaving_waits_for_no_disk_that_hangs_at_the_last_line(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LAST_MS", 400)
    go, close, path = Event(), Journal.close, tmp_path / "a.hexwar"

    def hanging(journal: Journal) -> None:
        go.wait(10)
        close(journal)

    monkeypatch.setattr(Journal, "close", hanging)
    session = brienne()
    diary = diary_of(session, path)
    session.answer(session.options[0])
    diary.keep()
    diary.finish()
    assert "the disk does not answer" in diary.fault
    assert given(path) == len(session.journal)
    assert not gamefile.read(read_file(path)).is_closed
    go.set()
    qtbot.waitUntil(lambda: not is_claimed(path))
    assert gamefile.read(read_file(path)).is_closed


def test_undo_and_redo_are_kept(table: Hand, tmp_path: Path) -> None:
    path = table.game.diary.path
    counts = []

    def held() -> int:
        table.until(lambda: not table.game.diary.is_behind)
        return given(path)

    table.click("1704")
    table.click("1705")
    counts.append(held())
    table.game.controller.undo()
    counts.append(held())
    table.game.controller.redo()
    counts.append(held())
    assert counts[0] == counts[2] > counts[1]


def test_what_everybody_may_read_is_the_same_whatever_a_side_decides_in_secret() -> None:
    session = new_brienne(options={"orders": "secret"})
    names, compared = NLC.names(session.state.battle), 0
    for n in range(60):
        pending, answers = session.pending, [*session.options]
        assert pending is not None
        if pending.is_secret and len(answers) > 2:
            twins = [session.fork(), session.fork()]
            for twin, answer in zip(twins, (answers[1], answers[len(answers) // 2]), strict=True):
                twin.answer(answer)
            told = [public_note(Story(names, (NOBODY,)), twin) for twin in twins]
            assert told[0] == told[1], (pending, answers)
            compared += 1
        session.answer(answers[n % len(answers)] if len(answers) > 2 else answers[0])
    assert compared > 5


def test_a_note_fits_into_its_line() -> None:
    for words in ("a" * 5_000, "é " * 3_000, "\N{CROSSED SWORDS} \U0001f40e" * 900, "short"):
        short = cut(words, 1_200)
        assert len(json.dumps(short).replace(" ", "\\u0020")) <= 1_200
    assert cut("short", 1_200) == "short"


# -- what cannot be written


def test_a_game_goes_on_while_its_file_cannot_be_written(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.write_text("no folder")
    session = brienne()
    diary = diary_of(session, folder / new_name(session))
    failures, mends = list[int](), list[int]()
    diary.failed.connect(lambda: failures.append(1))
    diary.mended.connect(lambda: mends.append(1))
    for _ in range(2):
        session.answer(session.options[0])
        diary.keep()
        with qtbot.waitSignal(diary.settled):
            pass
    assert (failures, mends) == ([1], [])
    assert "cannot be written" in diary.fault
    since = diary.since
    assert since is not None
    folder.unlink()
    diary.try_again()
    with qtbot.waitSignal(diary.settled):
        pass
    assert (mends, diary.fault, diary.since) == ([1], "", None)
    assert given(diary.path) == len(session.journal)
    diary.finish()


def test_a_game_can_be_kept_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")
    session = brienne()
    diary = diary_of(session, tmp_path / "saves" / "a.hexwar")
    session.answer(session.options[0])
    diary.keep()
    with qtbot.waitSignal(diary.settled):
        pass
    taken = Claim(tmp_path / "taken.hexwar")
    assert taken.take()
    assert not diary.move_to(tmp_path / "taken.hexwar")
    assert diary.move_to(tmp_path / "b.hexwar")
    with qtbot.waitSignal(diary.settled):
        pass
    assert not diary.fault
    session.answer(session.options[0])
    diary.keep()
    diary.finish()
    assert given(tmp_path / "b.hexwar") == len(session.journal)
    taken.release()


def test_a_fault_of_the_program_is_told_once_and_the_game_counts_as_not_kept(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(Journal, "keep", broken)
    session = brienne()
    diary = diary_of(session, tmp_path / "a.hexwar")
    with qtbot.captureExceptions() as caught:
        for _ in range(2):
            session.answer(session.options[0])
            diary.keep()
            with qtbot.waitSignal(diary.settled):
                pass
    assert [str(one[1]) for one in caught] == ["a fault"]
    assert diary.fault == "a fault"


def test_who_has_rested_waits_for_nothing_where_the_thread_ends_after_its_answer_is_heard(
    qtbot: QtBot, tmp_path: Path
) -> None:
    heard = Event()

    class Late(Event):
        def set(self) -> None:
            assert heard.wait(5)
            super().set()

    session = brienne()
    diary = diary_of(session, tmp_path / "a.hexwar")
    diary._desk.idle = Late()
    Event.set(diary._desk.idle)
    diary._came.connect(lambda _: heard.set(), Qt.ConnectionType.QueuedConnection)
    session.answer(session.options[0])
    diary.keep()
    with qtbot.waitSignal(diary.settled):
        pass
    assert heard.is_set()
    assert not [timer for timer in diary.findChildren(QTimer) if timer.isActive()]
    diary.finish()


# -- claims


def test_no_two_windows_write_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    first, second = Claim(path), Claim(path)
    assert first.take()
    assert first.take()
    assert is_claimed(path)
    assert not second.take()
    session = brienne()
    diary = diary_of(session, path)
    session.answer(session.options[0])
    diary.keep()
    diary.finish()
    assert "open in another window" in diary.fault
    assert not path.exists()
    first.release()
    assert not is_claimed(path)
    assert second.take()
    second.release()
    assert list(tmp_path.iterdir()) == []


def test_the_claim_of_a_killed_program_is_taken_over_and_swept(tmp_path: Path) -> None:
    path, mark = tmp_path / "game.hexwar", tmp_path / ".game.hexwar.lock"
    claim = Claim(path)
    assert claim.take()
    lines = mark.read_text().split("\n")
    claim.release()
    dead = os.fork()
    if dead == 0:
        os._exit(0)
    os.waitpid(dead, 0)
    mark.write_text("\n".join([str(dead), *lines[1:]]))
    assert not is_claimed(path)
    mark.write_text("\n".join([str(dead), *lines[1:]]))
    assert claim.take()
    other = Claim(tmp_path / "other.hexwar")
    (tmp_path / ".other.hexwar.lock").write_text("\n".join([str(dead), *lines[1:]]))
    sweep(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == [mark.name]
    assert other.take()
    other.release()
    claim.release()
