"""How long a command takes from the shell."""

from __future__ import annotations

import subprocess
import sys

from pytest_benchmark.fixture import BenchmarkFixture


def test_list(benchmark: BenchmarkFixture) -> None:
    """Bar: half a second; no rule is imported for a list of scenarios."""
    command = [sys.executable, "-m", "hexwar", "list"]
    benchmark(subprocess.run, command, check=True, capture_output=True)
