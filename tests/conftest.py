"""What every test stands on: a home of its own, the same Qt everywhere, nothing left running.

Qt is not imported here: a test that needs none also runs where none is installed.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import compress, count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from PySide6.QtCore import QThread, QTimer

# Read by Qt when the first test makes its application.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ |= {"QT_SCALE_FACTOR": "1", "QT_FONT_DPI": "96"}

settings.register_profile(
    "dev",
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("nightly", settings.get_profile("dev"), max_examples=1000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

PATIENCE_MS: Final = 5_000
"""How long a thread that is already ending may take, in milliseconds."""

MANY_OBJECTS: Final = 50_000
"""New ones that are worth a look for dead circles."""

FIRST_WORKER: Final = "gw0"

HOMES: Final = {
    "HOME": "",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "run",
}
"""The variables that lead to the user's files, each with its folder inside the test's home."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--rule-report``."""
    parser.addoption(
        "--rule-report",
        type=Path,
        metavar="PATH",
        help="write which tests prove which rule of the rulebook, as JSON",
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Writes the rule report: each rule id of a ``rule`` mark with the tests that bear it.

    Of several workers, which all collect the same, the first writes it.
    """
    path: Path | None = session.config.getoption("--rule-report")
    worker = getattr(session.config, "workerinput", {}).get("workerid", FIRST_WORKER)
    if path is not None and worker == FIRST_WORKER:
        report = rules_of(session.items)
        path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def rules_of(items: list[pytest.Item]) -> dict[str, list[str]]:
    """The ids of the tests that prove each rule, both in order.

    Raises:
        UsageError: A mark names no rule.
    """
    tests: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                raise pytest.UsageError(f"{item.nodeid}: a rule mark names rules, as 'N8.31'")
            for rule in mark.args:
                tests.setdefault(rule, []).append(item.nodeid)
    return {rule: sorted(set(tests[rule])) for rule in sorted(tests)}


@pytest.fixture(scope="session")
def _empty_home(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Gives an empty home folder at each call: that of the call before while nothing is in it."""
    homes = tmp_path_factory.mktemp("homes")
    numbers = count()
    last: list[Path] = []

    def make() -> Path:
        if not (last and _is_untouched(last[0])):
            last[:] = [homes / str(next(numbers))]
            for name in HOMES.values():
                (last[0] / name).mkdir(mode=0o700, exist_ok=True)
        return last[0]

    return make


def _is_untouched(home: Path) -> bool:
    inside = [name for name in HOMES.values() if name]
    is_whole = sorted(os.listdir(home)) == sorted(inside)
    return is_whole and not any(os.listdir(home / name) for name in inside)


@pytest.fixture(autouse=True)
def home(_empty_home: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that no test meets the settings of another or of the developer."""
    folder = _empty_home()
    for variable, name in HOMES.items():
        monkeypatch.setenv(variable, str(folder / name))
    if "PySide6.QtCore" in sys.modules:
        _move_settings(folder / HOMES["XDG_CONFIG_HOME"])
    return folder


def _move_settings(folder: Path) -> None:
    """Moves QSettings, which reads the environment only once in a process."""
    from PySide6.QtCore import QSettings

    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
            QSettings.setPath(form, scope, str(folder))


@pytest.fixture(scope="module", autouse=True)
def _settled() -> None:
    """Takes what the tests before have loaded out of the collector's sight.

    Battles and modules stay to the end; to look through them after each test takes longer than most
    tests do.
    """
    gc.disable()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _collected_here() -> Iterator[None]:
    """Collects between tests, in their thread: in another one it would end what is Qt's."""
    yield
    if gc.get_count()[0] > MANY_OBJECTS:
        gc.collect()


@pytest.fixture(autouse=True)
def _nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread, or a timer of Qt, running behind it."""
    threads = set(threading.enumerate())
    yield
    left = _threads_left(threads)
    if "qapp" in request.fixturenames:
        left += _qt_left()
    if left:
        pytest.fail("left running: " + ", ".join(left), pytrace=False)


def _threads_left(before: set[threading.Thread]) -> list[str]:
    # A dummy stands for a thread that Python did not start, and outlives it.
    new = [t for t in threading.enumerate() if t not in before and not t.name.startswith("Dummy")]
    for thread in new:
        thread.join(PATIENCE_MS / 1000)
    return [repr(thread) for thread in new if thread.is_alive()]


def _qt_left() -> list[str]:
    """Ends the timers and threads of Qt that still run, and names them."""
    from PySide6.QtCore import QThreadPool

    left: list[str] = []
    if _running_of_qt():
        gc.collect()  # What only a dead cycle holds ends here, and is no leak.
        left = [_end(thing) for thing in _running_of_qt()]
    if not QThreadPool.globalInstance().waitForDone(PATIENCE_MS):
        left.append("a task of the global QThreadPool")
    return list(filter(None, left))


def _running_of_qt() -> list[QTimer | QThread]:
    """The active timers and running threads of Qt that Python knows, but its main thread."""
    from PySide6.QtCore import QThread, QTimer
    from shiboken6 import isValid

    kinds = {*_with_subclasses(QTimer), *_with_subclasses(QThread)}
    things = gc.get_objects()  # a million and more, after each test: no line of Python for each
    found = compress(things, map(kinds.__contains__, map(type, things)))
    return [
        thing
        for thing in filter(isValid, found)
        if (thing.isActive() if isinstance(thing, QTimer) else _is_astray(thing))
    ]


def _is_astray(thread: QThread) -> bool:
    return thread.isRunning() and not thread.isCurrentThread()


def _with_subclasses(kind: type) -> Iterator[type]:
    yield kind
    subclasses: list[type] = kind.__subclasses__()
    for subclass in subclasses:
        yield from _with_subclasses(subclass)


def _end(thing: QTimer | QThread) -> str:
    """Stops a timer, waits for a thread; the name of what should have ended by itself."""
    from PySide6.QtCore import QTimer

    if isinstance(thing, QTimer):
        thing.stop()
        return f"{thing!r} of {thing.interval()} ms"
    return "" if thing.wait(PATIENCE_MS) else repr(thing)
