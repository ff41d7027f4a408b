"""The command line: its words, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

import hexwar
from hexwar.app import commands, main
from hexwar.app.commands import COMMANDS, UserError
from tests.systems.nlc.cases import each


class FakeCommand:
    """Stands in for a command's module."""

    def __init__(self, ending: BaseException | int) -> None:
        self.ending = ending

    def add_arguments(self, parser: object) -> None:
        pass

    def run(self, args: Namespace) -> int:
        if isinstance(self.ending, int):
            sys.stdout.write(f"running {args.command}\n")
            return self.ending
        raise self.ending


def run_list_ending_with(ending: BaseException | int, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(main, "load", lambda name: FakeCommand(ending))
    return main.main(["list"])


@each("name", *COMMANDS)
def test_every_command_is_a_module_that_describes_and_runs(name: str) -> None:
    command = commands.load(name)

    assert callable(command.add_arguments)
    assert callable(command.run)


def test_the_version_is_told_and_a_command_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main.main(["--version"])

    assert stop.value.code == 0
    assert capsys.readouterr().out == f"hexwar {hexwar.__version__}\n"

    assert main.main(["--", "list"]) == 2


@each(
    "words chosen",
    ([], ["play"]),
    (["brienne"], ["play", "brienne"]),
    (["a game.hexwar"], ["play", "a game.hexwar"]),
    (["list"], ["list"]),
    (["simulate", "brienne"], ["simulate", "brienne"]),
    (["--help"], ["--help"]),
)
def test_play_is_the_command_where_none_is_named(words: list[str], chosen: list[str]) -> None:
    assert main.with_command(words) == chosen


def test_a_file_may_be_called_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("simulat").touch()

    assert main.with_command(["simulat"]) == ["play", "simulat"]


@each("name", "a" * 300, "a/" * 3000, "a\0b", "a\udcff", "b\ud800")
def test_an_impossible_name_is_an_unknown_scenario(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main.main([name])

    out, err = capsys.readouterr()
    assert status == main.main(["austerlitz"]) == 1
    assert out == ""
    assert err.startswith("hexwar: there is no scenario ")
    assert err.count("\n") == 1


@each(
    "words sentence",
    (["simulat", "brienne"], "there is no command 'simulat'; did you mean 'simulate'?"),
    (["--frobnicate"], "unrecognized arguments: --frobnicate; see hexwar --help"),
    (["simulate"], "are required: SCENARIO; see hexwar simulate --help"),
    (["simulate", "x", "--games", "0"], "a whole number from 1 on is needed, not '0'"),
    (["simulate", "x", "--games", "many"], "a whole number from 1 on is needed, not 'many'"),
    (["simulate", "x", "--games", "9" * 5000], "a whole number from 1 on is needed"),
    (["simulate", "x", "--seed", "-1"], "--seed: "),
    (["simulate", "x", "--side", "french"], "SIDE=PLAYER is needed, as french=random"),
    (["simulate", "x", "--side", "=random"], "SIDE=PLAYER is needed, as french=random"),
    (["validate"], "are required: PATH"),
    (["verify"], "are required: SAVE"),
    (["show", "x"], "are required: -o/--output"),
    (["show", "x", "-o", "y", "--center", "9x"], "a hex as 0913 is needed, or cm as 45,30"),
    (["show", "x", "-o", "y", "--zoom", "nan"], "a number from 0.05 to 8 is needed"),
    (["show", "x", "-o", "y", "--zoom", "1e9"], "a number from 0.05 to 8 is needed"),
    (["show", "x", "-o", "y", "--size", "0x10"], "WIDTHxHEIGHT up to 16384 each is needed"),
    (["show", "x", "-o", "y", "--size", "9999999x9"], "WIDTHxHEIGHT up to 16384 each"),
    (["show", "x", "-o", "y", "--size", "1600"], "WIDTHxHEIGHT up to 16384 each is needed"),
)
def test_a_wrong_command_line_gets_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main.main(words)

    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.startswith("hexwar: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_show_and_simulate_read_their_arguments() -> None:
    words = ["show", "brienne", "-o", "out.png", "--overlay", "zoc", "--overlay", "reach"]
    args = main.parser_for("show").parse_args(
        [*words, "--center", "0913", "--zoom", "1.5", "--size", "800x600"]
    )

    assert (args.game, args.output) == ("brienne", Path("out.png"))
    assert args.overlays == ["zoc", "reach"]
    assert (args.center, args.zoom, args.size) == ("0913", 1.5, (800, 600))

    words = ["simulate", "brienne", "--games", "20", "--seed", "7", "--json"]
    sides = ["--side", "french=random", "--side", "allied=random"]
    args = main.parser_for("simulate").parse_args([*words, *sides, "--save-dir", "kept"])

    assert (args.scenario, args.games, args.seed, args.json) == ("brienne", 20, 7, True)
    assert args.sides == [("french", "random"), ("allied", "random")]
    assert args.save_dir == Path("kept")


NOWHERE = "nowhere.json: there is no such file"


@each(
    "ending status told",
    pytest.param(1, 1, ("running list\n", ""), id="its own status"),
    pytest.param(UserError(NOWHERE), 1, ("", f"hexwar: {NOWHERE}\n"), id="a user's error"),
    pytest.param(KeyboardInterrupt(), 130, ("", ""), id="an interrupt is quiet"),
)
def test_how_a_command_ends(
    ending: BaseException | int,
    status: int,
    told: tuple[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_list_ending_with(ending, monkeypatch) == status
    assert capsys.readouterr() == told


def test_a_reader_that_goes_away_is_no_fault() -> None:
    """As in ``hexwar list | head -1``: the pipe is closed before all is written."""
    endless = """
import sys
from hexwar.app import main

class Endless:
    def add_arguments(self, parser): pass
    def run(self, args):
        while True:
            print("Brienne" * 1000)

main.load = lambda name: Endless()
sys.exit(main.main(["list"]))
"""
    with subprocess.Popen(
        [sys.executable, "-c", endless], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()

    assert process.returncode == 141
    assert complaint == b""


def test_a_fault_leaves_a_bundle_and_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    status = run_list_ending_with(ZeroDivisionError("odds of 3 to 0"), monkeypatch)

    out, err = capsys.readouterr()
    [bundle] = (home / "state" / "hexwar" / "crashes").iterdir()
    assert status == 70
    assert out == ""
    assert err.count("\n") == 1
    assert str(bundle) in err
    assert (bundle / "command.txt").read_text() == "hexwar list\n"
    assert "ZeroDivisionError: odds of 3 to 0" in (bundle / "traceback.txt").read_text()
    assert "FakeCommand" not in err
    assert f"hexwar {hexwar.__version__}\n" in (bundle / "versions.txt").read_text()
