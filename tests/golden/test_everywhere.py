"""The same seeds give the same game on every Python and machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.golden.playthrough import CHECKOUT, kept
from tests.golden.sums import GAMES


@pytest.mark.parametrize(
    ("manner", "hashes", "language"),
    [("plain", "1", "de_DE.UTF-8"), ("compensated", "77", "tr_TR")],
)
def test_a_game_hangs_on_no_sum_of_floats_and_no_order_of_a_set(
    manner: str, hashes: str, language: str
) -> None:
    told = {
        **os.environ,
        "PYTHONHASHSEED": hashes,
        "PYTHONPATH": str(CHECKOUT),
        "LC_ALL": language,
        "TZ": "Pacific/Kiritimati",
    }
    command = [sys.executable, "-P", "tests/golden/sums.py", manner]
    done = subprocess.run(
        command, cwd=CHECKOUT, env=told, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [turn for game in GAMES for turn in kept()[game.name]]
