"""The crash bundle."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hexwar.app import crash


def test_a_bundle_holds_what_was_running(home: Path) -> None:
    folder = crash.write_bundle(
        ValueError("no hex 9999"), ["play", "a game"], {"game.hexwar": b"saved"}
    )

    assert (folder / "game.hexwar").read_bytes() == b"saved"
    assert (folder / "command.txt").read_text() == "hexwar play 'a game'\n"
    assert "no hex 9999" in (folder / "traceback.txt").read_text()
    assert sorted(path.name for path in folder.iterdir()) == [
        "command.txt",
        "game.hexwar",
        "traceback.txt",
        "versions.txt",
    ]


def test_a_bundle_is_for_the_user_alone_and_not_overwritten() -> None:
    folder = crash.write_bundle(ValueError(), [], {"../../out.txt": b"x"})

    assert (folder / "out.txt").read_bytes() == b"x"

    assert crash.write_bundle(ValueError(), []) != crash.write_bundle(ValueError(), [])

    folder = crash.write_bundle(ValueError(), [])

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_bundle_stands_under_home_where_no_state_folder_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")

    folder = crash.write_bundle(ValueError(), [])
    assert folder.parent == home / ".local" / "state" / "hexwar" / "crashes"


def test_a_fault_is_told_in_full_where_no_bundle_can_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "file"))

    told = crash.record(ZeroDivisionError("odds of 3 to 0"), ["list"])

    assert "no report could be written" in told
    assert "ZeroDivisionError: odds of 3 to 0" in told
