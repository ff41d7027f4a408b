"""Journals: a game's file grows with it, whatever happens to program, disk and folder."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import SaveError, Session, load, read_file
from hexwar.engine import journal as journals
from hexwar.engine.files import clear_drafts
from hexwar.engine.gamefile import Note, read
from hexwar.engine.journal import Journal
from hexwar.engine.save import Record
from hexwar.engine.saved import not_closed
from hexwar.engine.seal import PACKED, LockedError, unlocked
from tests.engine.harbour import SYSTEM, Harbour
from tests.engine.play import answer, assert_alike, finished, seeded

NOTE = Note(title="Harbour")


def kept(path: Path, seal: Any = PACKED) -> Session[Harbour]:
    """The game that a journal holds."""
    return load(SYSTEM, read_file(path), seal=seal)


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Journal]]:
    """Makes journals that are let go of at the end."""
    made: list[Journal] = []

    def make(path: Path) -> Journal:
        made.append(Journal(path))
        return made[-1]

    yield make
    for journal in made:
        journal.drop()


Opened = Callable[[Path], Journal]


def keep(journal: Journal, session: Session[Any], turn: int = 0) -> None:
    journal.keep(Record.of(session), Note(title="Harbour", turn=turn))


@given(st.lists(st.tuples(st.sampled_from(["answer", "undo", "redo", "fork"]), st.integers(0, 9))))
def test_after_every_step_the_file_holds_the_game(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    path = tmp_path_factory.mktemp("games") / "game.hexwar"
    session, journal = seeded(5), Journal(path)
    keep(journal, session)
    for step, pick in steps:
        if step == "answer" and session.pending is not None:
            answer(session, pick)
        elif step == "undo" and session.can_undo:
            session.undo()
        elif step == "redo" and session.can_redo:
            session.redo()
        elif step == "fork":
            session = session.fork()
        keep(journal, session)
        assert_alike(kept(path), session)
        assert kept(path).undone == session.undone
    journal.close()
    assert kept(path).notice is None
    assert not list(path.parent.glob("*.tmp"))


def test_what_is_taken_back_again_and_again_does_not_make_a_file_that_is_too_long_to_open(
    tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.hexwar"
    session, journal = seeded(5, (0, 1)), opened(path)
    keep(journal, session)
    assert session.can_undo
    told = list[int]()
    for most in (1 << 20, 2_000):
        monkeypatch.setattr(journals, "MOST_TOLD", most)
        for _ in range(40):
            session.undo()
            keep(journal, session)
            session.redo()
            keep(journal, session)
        assert_alike(kept(path), session)
        told.append(sum(map(len, read(read_file(path)).bodies(PACKED)[1:])))
    assert told[1] <= 2_000 < told[0]


def test_a_kill_at_any_byte_loses_at_most_the_last_answer(tmp_path: Path, opened: Opened) -> None:
    path, cut = tmp_path / "game.hexwar", tmp_path / "cut.hexwar"
    session, journal = seeded(5), opened(path)
    keep(journal, session)
    ends, journals = [path.stat().st_size], [list(session.journal)]
    for pick in (0, 1, 2, 0, 1, 3, 0):
        answer(session, pick)
        keep(journal, session)
        ends.append(path.stat().st_size)
        journals.append(list(session.journal))
    assert ends == sorted(set(ends))
    data = path.read_bytes()
    for length in range(ends[0], len(data) + 1, 7):
        cut.write_bytes(data[:length])
        last = max(at for at, end in enumerate(ends) if end <= length)
        found = kept(cut)
        assert (found.journal, found.notice) == (journals[last], not_closed())


def test_a_kept_game_says_where_it_stands_and_why_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.hexwar"
    session, journal = seeded(5, [0]), Journal(path)
    keep(journal, session, turn=1)
    answer(session, 0)
    keep(journal, session, turn=2)
    assert (read(read_file(path)).note.turn, read(read_file(path)).is_closed) == (2, False)
    journal.close()
    assert (read(read_file(path)).note.turn, read(read_file(path)).note.end) == (2, "closed")
    over = Journal(path)
    keep(over, finished())
    over.close()
    assert read(read_file(path)).note.end == "over"
    Journal(path).close()
    assert read(read_file(path)).note.end == "over"


def test_a_game_that_has_ended_says_so_before_anybody_closes_it_and_no_more_when_taken_back(
    tmp_path: Path, opened: Opened
) -> None:
    path = tmp_path / "game.hexwar"
    journal = opened(path)
    ends = list[str]()
    for session in (seeded(1, [0]), finished(1), seeded(1, [0])):
        keep(journal, session)
        ends.append(read(read_file(path)).note.end)
    assert ends == ["", "over", ""]


def test_what_was_in_the_file_before_stays_beside_it_while_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    before = seeded(1, [0, 1])
    first = Journal(path)
    keep(first, before)
    first.close()
    session, journal = kept(path), Journal(path)
    keep(journal, session)
    for pick in (0, 1, 2):
        answer(session, pick)
        keep(journal, session)
    journal.close()
    assert_alike(kept(path), session)
    assert_alike(kept(tmp_path / "game.hexwar.bak"), before)


def test_nothing_is_written_where_nothing_has_changed(tmp_path: Path, opened: Opened) -> None:
    path, session = tmp_path / "game.hexwar", seeded(5, [0])
    journal = opened(path)
    keep(journal, session)
    data = path.read_bytes()
    keep(journal, session)
    keep(journal, session.fork())
    assert path.read_bytes() == data


class Disk:
    """A disk that is full now and then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = self.keeps_nothing = False
        true_sync, true_cut = os.fsync, os.ftruncate

        def sync(handle: int) -> None:
            if self.is_full:
                raise OSError(28, "No space left on device")
            true_sync(handle)

        def cut(handle: int, length: int) -> None:
            if self.keeps_nothing:
                raise OSError(5, "Input/output error")
            true_cut(handle, length)

        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(os, "ftruncate", cut)


@pytest.mark.parametrize("keeps_nothing", [False, True])
def test_what_a_full_disk_did_not_take_is_written_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps_nothing: bool, opened: Opened
) -> None:
    disk, path = Disk(monkeypatch), tmp_path / "game.hexwar"
    session, journal = seeded(5), opened(path)
    keep(journal, session)
    answer(session, 0)
    before = session.fork()
    keep(journal, session)
    disk.is_full, disk.keeps_nothing = True, keeps_nothing
    for pick in (1, 2):
        answer(session, pick)
        with pytest.raises(SaveError, match=r"cannot be written: No space left on device\.$"):
            keep(journal, session)
        if not keeps_nothing:
            assert_alike(kept(path), before)
    disk.is_full = disk.keeps_nothing = False
    answer(session, 0)
    keep(journal, session)
    assert_alike(kept(path), session)
    assert not list(tmp_path.glob("*.tmp"))


def test_a_file_that_vanished_or_changed_is_written_anew(tmp_path: Path, opened: Opened) -> None:
    path = tmp_path / "games" / "game.hexwar"
    session, journal = seeded(5), opened(path)
    keep(journal, session)
    path.unlink()
    path.parent.rmdir()
    answer(session, 0)
    keep(journal, session)
    assert_alike(kept(path), session)
    path.write_text("another program was here")
    answer(session, 1)
    keep(journal, session)
    assert_alike(kept(path), session)
    assert path.with_name("game.hexwar.bak").read_text() == "another program was here"
    path.write_bytes(path.read_bytes() + b"more")
    answer(session, 1)
    keep(journal, session)
    assert_alike(kept(path), session)


def test_a_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    path.write_text("old")
    path.chmod(stat.S_IRUSR)
    with pytest.raises(SaveError, match=r"cannot be written: it is protected against writing\.$"):
        keep(Journal(path), seeded(5))
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.hexwar"]


def test_a_password_leaves_no_open_file_beside_the_locked_one(
    tmp_path: Path, opened: Opened
) -> None:
    path = tmp_path / "game.hexwar"
    session, journal = seeded(5, [0]), opened(path)
    keep(journal, session)
    seal = PACKED.locked("red", "Blücher")
    session.seal = seal
    keep(journal, session)
    answer(session, 0)
    keep(journal, session)
    with pytest.raises(LockedError):
        kept(path)
    assert_alike(kept(path, unlocked(seal.locks, {"red": "Blücher"})), session)
    assert os.listdir(tmp_path) == ["game.hexwar"]


def test_drafts_of_dead_programs_are_cleared_away(tmp_path: Path) -> None:
    dead = os.spawnlp(os.P_WAIT, "true", "true") or 2**22 + 1
    names = [f"a.hexwar.{dead}.tmp", f"b.hexwar.{os.getppid()}.tmp", "c.tmp", "d.notes.tmp"]
    for name in names:
        (tmp_path / name).write_text("draft")
    clear_drafts(tmp_path, time.time())
    assert sorted(os.listdir(tmp_path)) == sorted(names[1:])
    clear_drafts(tmp_path, time.time() + 61)
    assert sorted(os.listdir(tmp_path)) == sorted(names[2:])
