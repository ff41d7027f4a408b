"""What a long command tells on a terminal."""

from __future__ import annotations

import io
import threading
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from hexwar.app import waiting
from hexwar.app.main import INTERRUPTED, main
from hexwar.app.waiting import Waiting

SAVE = Path(__file__).parent.parent / "saves" / "hold-the-bridge-0.2.0-running.hexwar"


class Terminal(io.StringIO):
    """Standard error of somebody who looks."""

    def __init__(self) -> None:
        super().__init__()
        self.is_written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written = super().write(text)
        self.is_written.set()
        return written


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(waiting, "AFTER", 0.001)
    return Terminal()


def test_what_goes_on_is_told_over_one_line_and_then_gone(terminal: Terminal) -> None:
    with redirect_stderr(terminal), Waiting("one") as told:
        assert terminal.is_written.wait(10)
        told.tell("two")
        while "two" not in terminal.getvalue():
            terminal.is_written.clear()
            assert terminal.is_written.wait(10)

    lines = terminal.getvalue().split("\r\x1b[K")
    assert lines[1] == "one … 1 s (Ctrl+C ends it)"
    assert lines[-1] == ""
    assert "\n" not in terminal.getvalue()


def test_nobody_is_told_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "AFTER", 0.001)
    assert main(["verify", str(SAVE)]) == 0
    assert capsys.readouterr().err == ""


def test_ctrl_c_ends_a_command_and_its_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        assert terminal.is_written.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr("hexwar.app.commands.verify.kit_of_save", read)

    with redirect_stderr(terminal):
        assert main(["verify", str(SAVE), str(SAVE)]) == INTERRUPTED
    assert f"{SAVE}, 1 of 2 … " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
