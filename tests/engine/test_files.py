"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hexwar.engine import SaveError, files, read_file, write_file

ROOT = Path(__file__).parents[2]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Épernay.save"
    write_file(path, "La Rothière\n")
    assert read_file(path) == "La Rothière\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["Épernay.save"]


def test_the_file_before_stays_beside_it_and_a_link_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    for text in ("one", "two", "three"):
        write_file(path, text)
    assert read_file(path) == "three"
    assert read_file(tmp_path / "game.save.bak") == "two"
    assert len(list(tmp_path.iterdir())) == 2
    (tmp_path / "games").mkdir()
    link = tmp_path / "latest.save"
    link.symlink_to(tmp_path / "games" / "real.save")
    write_file(link, "text")
    assert link.is_symlink()
    assert read_file(tmp_path / "games" / "real.save") == "text"


def test_a_disk_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.save"
    write_file(path, "old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    for place, name, fault, sentence in (
        (Path, "read_bytes", lambda _: b"old", "the disk gave back something else"),
        (os, "fsync", full, r"No space left on device\."),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(place, name, fault)
            with pytest.raises(SaveError, match=f"cannot be written: {sentence}"):
                write_file(path, "new")
        assert read_file(path) == "old"
        assert not list(tmp_path.glob("*.tmp"))
    with monkeypatch.context() as other_system:  # folders that cannot be synced are no fault
        other_system.setattr(os, "open", full)
        write_file(path, "text")
    assert read_file(path) == "text"


@pytest.mark.parametrize("replacement", [1, 2])
def test_a_kill_before_the_new_file_takes_its_place_leaves_the_old_one(
    tmp_path: Path, replacement: int
) -> None:
    path = tmp_path / "game.save"
    write_file(path, "old")
    script = f"""
import os, signal
from pathlib import Path
from hexwar.engine.files import write_file
true, calls = Path.replace, []
def replace(self, target):
    calls.append(target)
    if len(calls) == {replacement}:
        os.kill(os.getpid(), signal.SIGKILL)
    return true(self, target)
Path.replace = replace
write_file(Path({str(path)!r}), "new")
"""
    killed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert read_file(path) == "old"
    write_file(path, "newer")
    assert read_file(path) == "newer"
    assert read_file(tmp_path / "game.save.bak") == "old"


def test_the_disk_is_told_to_write_before_the_new_file_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    true_fsync, true_replace = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        order.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        assert order[-1] == "folder" or os.fstat(handle).st_size == 4
        true_fsync(handle)

    def replace(draft: Path, target: Path) -> Path:
        order.append("place")
        return true_replace(draft, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    handles = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    write_file(tmp_path / "game.save", "text")
    assert order == ["file", "place", "folder"]
    if handles:
        assert len(os.listdir("/proc/self/fd")) == handles


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("nowhere/game.save", "text", "cannot be written: No such file or directory"),
        ("game.save", "\ud800", "cannot be written: it is no UTF-8 text"),
        ("a\0b", "text", "null byte"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        write_file(tmp_path / name, text)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("game.save", r"game\.save cannot be read: No such file or directory\."),
        (".", "this is no file"),
        ("a\0b", "null byte"),
        ("odd.save", "cannot be read: it is no UTF-8 text"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "odd.save").write_bytes(b"\xff\xfe")
    with pytest.raises(SaveError, match=sentence):
        read_file(tmp_path / name)


def test_reading_what_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    path.write_bytes(b"x" * 101)
    monkeypatch.setattr(files, "MAX_BYTES", 101)
    assert len(read_file(path)) == 101
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    with pytest.raises(SaveError, match=r"game\.save cannot be read: the file is too large"):
        read_file(path)
