"""How long the steps of a replay take, in a window of 1366 x 768 with the log in front.

Bar: 100 ms for a step of a turn (p95, a quiet machine). `extra_info` has the processor's share in
milliseconds, and how many times longer a step of a turn takes than one of an event (`ratio`, by
medians): that holds on a busy machine too, and stays below 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import thread_time

import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.app import window as app_window
from hexwar.shell.replay import Replay
from hexwar.table.reel import Level

SAVE = Path(__file__).parents[1] / "tests" / "saves" / "brienne-0.2.0-finished.hexwar"
EVENTS = 30
"""Steps of an event that are compared."""


@pytest.fixture
def replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Replay]:
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = app_window.make_window(app_window.application())
    window.resize(1366, 768)
    window.show()
    window.open_replay(app_window.load_file(SAVE), None)
    window.docks.show_dock("log")
    QApplication.processEvents()
    assert window.replay is not None
    yield window.replay
    window.close()


def shares(replay: Replay, level: Level, steps: int) -> list[float]:
    """The processor's share of each of some steps from the beginning on, milliseconds."""
    controller, times = replay.controller, []
    controller.go_to(0)
    QApplication.processEvents()
    for _ in range(steps):
        begun = thread_time()
        controller.go_to(controller.stops.next(controller.playback.told, level, 1))
        QApplication.processEvents()
        times.append((thread_time() - begun) * 1000)
    return sorted(times)


def test_steps(benchmark: BenchmarkFixture, replay: Replay) -> None:
    turns = len(replay.controller.stops.places[Level.TURN]) - 1
    found: dict[Level, list[float]] = {Level.TURN: [], Level.EVENT: []}

    def go() -> None:
        found[Level.TURN] += shares(replay, Level.TURN, turns)
        found[Level.EVENT] += shares(replay, Level.EVENT, EVENTS)

    benchmark(go)
    for level, times in found.items():
        times.sort()
        benchmark.extra_info[f"{level.name.lower()}_p95_ms"] = round(times[-len(times) // 20], 1)
    ratio = median(found[Level.TURN]) / median(found[Level.EVENT])
    benchmark.extra_info["ratio"] = round(ratio, 2)
