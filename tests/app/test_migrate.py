"""`hexwar migrate`: what it tells, what it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.app.commands import migrate
from hexwar.app.main import main
from hexwar.engine.gamefile import is_game_file
from hexwar.engine.migration import Difference, Migration

KEPT = Path(__file__).parent.parent / "saves" / "river-crossing-0.2.0-running.hexwar"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A saved game of an earlier layout."""
    path = tmp_path / "game.hexwar"
    path.write_bytes(KEPT.read_bytes())
    return path


def test_a_dry_run_tells_what_would_change_and_writes_nothing(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--dry-run", str(kept)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{kept}: layout 1 becomes 2, format 1 stays, played under revision ")
    assert "Written" not in "".join(told)
    assert kept.read_bytes() == KEPT.read_bytes()
    assert list(kept.parent.iterdir()) == [kept]


def test_the_file_of_before_stays_beside_the_new_one(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", str(kept)]) == 0
    assert "kept as game.hexwar.bak." in capsys.readouterr().out
    assert is_game_file(kept.read_text("utf-8"))
    assert kept.with_name("game.hexwar.bak").read_bytes() == KEPT.read_bytes()
    assert main(["migrate", str(kept)]) == 0
    assert capsys.readouterr().out == f"{kept}: up to date.\n"


def test_one_that_cannot_be_read_is_told_and_the_others_are_still_done(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, missing = tmp_path / "broken.hexwar", tmp_path / "missing.hexwar"
    broken.write_text('{"layout":2,"system":"nlc","format":1}\nnonsense\n', "utf-8")
    assert main(["migrate", *map(str, (broken, missing, kept))]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{broken}: line 2: the file is damaged here."
    assert told[1] == f"{missing} cannot be read: No such file or directory."
    assert is_game_file(kept.read_text("utf-8"))
    assert broken.read_text("utf-8").endswith("nonsense\n")


def test_a_file_that_cannot_be_replaced_is_told(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.chmod(0o400)
    assert main(["migrate", str(kept)]) == 1
    assert "cannot be written: it is protected against writing" in capsys.readouterr().out
    assert kept.read_bytes() == KEPT.read_bytes()


def test_a_game_that_would_be_another_is_not_written(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def other(*_: object) -> bool:
        return False

    monkeypatch.setattr(migrate, "_is_alike", other)
    assert main(["migrate", str(kept)]) == 1
    assert capsys.readouterr().out.endswith("would not be the same in the present format.\n")
    assert kept.read_bytes() == KEPT.read_bytes()


def test_the_first_differences_are_shown_one_by_one() -> None:
    told = [Difference(f"events.{n}", "Moved", "Moved(a) -> Gone(b)") for n in range(9)]
    found = Migration(1, 1, 3, 2, (*told, Difference("header.x", "x", "x -> -")), "new")
    assert migrate.told(found).startswith("layout 1 becomes 2, format 1 becomes 2, ")
    assert migrate.lines_of(found) == [
        "events: 9 changes (9 Moved)",
        "header: 1 change (1 x)",
        *(f"events.{n}: Moved(a) -> Gone(b)" for n in range(5)),
        "and 5 more",
    ]
