"""The program, killed at random instants, loses one answer at most, and offers its game again."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.trials.kills import Run

KILLS = Path(__file__).parents[2] / "tools" / "kills"


@pytest.mark.slow
def test_two_kills_lose_nothing_but_the_last_answer() -> None:
    command = [sys.executable, "-P", str(KILLS), "--count", "2", "--seed", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"2 kills, \d+ answers: \d lost in", done.stdout)


def test_what_a_killed_program_has_told_is_put_together_again() -> None:
    run = Run()
    for line in ("offered a b", "game a 1 2", "a 2 3 4", "u 2", "a 2 5"):
        run.hear(line)
    assert (run.name, run.offered, run.answers) == ("a", ["a", "b"], 2)
    assert [journal for _, journal in run.states] == [
        ("1", "2"),
        ("1", "2", "3", "4"),
        ("1", "2"),
        ("1", "2", "5"),
    ]
    assert run.found == ("a", ("1", "2"))
