"""Locked games at the command line: each side's password is asked for by its name."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwar.app import passwords
from hexwar.app.games import load_game, new_game
from hexwar.app.main import main
from hexwar.engine import SeededChance, save
from hexwar.engine.seal import PACKED, LockedError

SEAL = PACKED.locked("french", "Ney", "French").locked("allied", "Blücher", "Coalition")


class Terminal(io.StringIO):
    """One at which somebody sits."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A locked game."""
    path = tmp_path / "game.hexwar"
    path.write_text(save(new_game("first-steps", SeededChance(1)), seal=SEAL), "utf-8")
    return path


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What will be typed; the prompts come in their place."""
    lines: list[str] = []
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt.rpartition("hexwar: ")[2])
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(passwords, "getpass", read)
    yield lines
    lines[:] = prompts


def test_each_side_types_its_password_and_a_wrong_one_is_asked_for_again(
    game: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["Ney", "", "Blücher", "Soult", "Ney"]
    assert main(["verify", str(game)]) == 0
    told = capsys.readouterr()
    assert told.out == f"{game}: The rules give the same game.\n"
    assert told.err.splitlines() == [
        "This is not the password of the Coalition.",
        "This is not the password of the French.",
    ]
    assert typed == []


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["migrate"],
        ["report"],
        ["los", "0101", "0202"],
        ["reach", "0101"],
        ["show", "-o", "picture.png"],
    ],
    ids=lambda words: words[0],
)
def test_where_nobody_can_type_it_is_told_in_one_sentence(
    words: list[str],
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ney\nBlücher\n"))
    assert main([words[0], str(game), *words[1:]]) == 1
    told = "".join(capsys.readouterr())
    sentence = "The game is locked by a password (Coalition, French)."
    assert told.splitlines() == [told.strip()]
    assert f"{game}: {sentence} Run this at a terminal, where passwords can be typed." in told


def test_who_gives_up_loses_nothing(
    game: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = game.read_bytes()
    typed += ["Blücher"]
    assert main(["report", str(game)]) == 1
    assert "the game stays locked" in capsys.readouterr().err
    assert game.read_bytes() == before


def test_a_game_that_was_opened_stays_locked(game: Path) -> None:
    text = game.read_text("utf-8")
    session = load_game(text, seal=SEAL)
    with pytest.raises(LockedError):
        load_game(save(session))
    assert load_game(save(session), seal=SEAL).digest() == session.digest()
