"""The arena on a cluster of Dask, where that is installed: two workers, of whom one is killed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.trials.arena.games import ROOT

pytest.importorskip("distributed", reason="the extra `arena` is not installed")

pytestmark = pytest.mark.slow


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    """A program of the checkout, run to its end."""
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
        check=False,
    )


def test_two_workers_play_and_the_death_of_one_loses_no_game() -> None:
    done = ended("-m", "tests.tools.mortal_cluster")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split("\n")[:-1]) == [
        f"{seed} {pair}"
        for seed in range(3)
        for pair in ("greedy-frozen random", "random greedy-frozen")
    ]


def test_nobody_at_an_address_is_told_in_a_sentence() -> None:
    words = ("random", "random", "first-steps", "--games", "1", "--dask", "tcp://127.0.0.1:9")
    done = ended("tools/arena", *words, "--out", "nowhere")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        "arena: no scheduler of Dask answers at tcp://127.0.0.1:9: "
    )
    assert not (ROOT / "nowhere").exists()
