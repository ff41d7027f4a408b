"""What tests/conftest.py promises to every test, proved on small suites of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import rules_of

CHECKOUT = Path(__file__).parents[2]

LEAKS = """
import threading
from tests import conftest

conftest.PATIENCE_MS = 500

stop = threading.Event()

def test_leaks_a_thread():
    threading.Thread(target=stop.wait, daemon=True, name="astray").start()

def test_ends_its_thread():
    stop.set()
    threading.Thread(target=stop.wait).start()

def test_leaks_a_timer(qapp):
    from PySide6.QtCore import QTimer
    global timer
    timer = QTimer(interval=60_000)
    timer.start()

def test_is_not_blamed_for_it(qapp):
    pass

def test_stops_its_timer(qtbot):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget
    widget = QWidget()
    qtbot.addWidget(widget)
    QTimer(widget).start(60_000)

def test_drops_its_timer(qapp):
    from PySide6.QtCore import QTimer
    timer = QTimer()
    timer.itself = timer
    timer.start(60_000)

def test_leaks_a_thread_of_qt(qapp):
    from PySide6.QtCore import QThread
    global thread
    thread = QThread()
    thread.start()
    me = QThread.currentThread()

def test_ends_a_thread_of_qt(qapp):
    thread.quit()
    thread.wait()
"""

SETTINGS = """
import os
from pathlib import Path

import pytest

@pytest.mark.parametrize("turn", range(2))
def test_settings_are_fresh(qapp, turn):
    from PySide6.QtCore import QSettings, QStandardPaths
    settings = QSettings("hexwar", "hexwar")
    assert settings.value("scale") is None
    settings.setValue("scale", 2)
    settings.sync()
    assert Path(settings.fileName()).is_relative_to(Path.home())
    there = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    assert Path(there).is_relative_to(Path.home())

@pytest.mark.parametrize("turn", range(2))
def test_home_is_empty(turn, home):
    assert Path.home() == home
    assert [path for path in home.rglob("*") if path.is_file()] == []
    (home / "file").touch()

def test_the_screen_is_the_same_everywhere(qapp):
    assert qapp.platformName() == "offscreen"
    assert qapp.primaryScreen().logicalDotsPerInch() == 96
    assert qapp.devicePixelRatio() == 1
"""

RULES = """
import pytest

@pytest.mark.rule("N8.31")
@pytest.mark.parametrize("odds", [1, 2])
def test_odds(odds): pass

@pytest.mark.rule("N6.1", "N8.31")
class TestBoth:
    @pytest.mark.rule("N6.2")
    def test_more(self): pass

def test_no_rule(): pass
"""


def run_suites(folder: Path, *words: str, **suites: str) -> subprocess.CompletedProcess[str]:
    for name, suite in suites.items():
        (folder / f"test_{name}.py").write_text(suite)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c"]
    return subprocess.run(
        [*command, CHECKOUT / "pyproject.toml", "--rootdir", folder, "-rA", "-q", *words, folder],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says of the suites."""
    return run_suites(tmp_path_factory.mktemp("suites"), settings=SETTINGS, leaks=LEAKS).stdout


def outcomes(told: str, word: str, suite: str) -> set[str]:
    """The tests of a suite that stand behind a word in pytest's summary."""
    lines = (line.split(" ")[1] for line in told.splitlines() if line.startswith(f"{word} "))
    return {line.partition("::")[2] for line in lines if f"test_{suite}.py" in line}


def test_what_is_left_running_fails_the_test_that_left_it(ran: str) -> None:
    assert outcomes(ran, "ERROR", "leaks") == {
        "test_leaks_a_thread",
        "test_leaks_a_timer",
        "test_leaks_a_thread_of_qt",
    }, ran
    assert len(outcomes(ran, "PASSED", "leaks")) == 8
    assert "astray" in ran
    assert "of 60000 ms" in ran


def test_every_test_has_settings_and_a_home_of_its_own(ran: str) -> None:
    assert len(outcomes(ran, "PASSED", "settings")) == 5, ran


def test_the_rule_report_maps_rules_to_tests_and_needs_no_run(tmp_path: Path) -> None:
    report = tmp_path / "rules.json"
    result = run_suites(tmp_path, "--collect-only", "--rule-report", str(report), rules=RULES)

    assert result.returncode == 0, result.stdout
    both = "test_rules.py::TestBoth::test_more"
    assert json.loads(report.read_text()) == {
        "N6.1": [both],
        "N6.2": [both],
        "N8.31": [both, "test_rules.py::test_odds[1]", "test_rules.py::test_odds[2]"],
    }


@pytest.mark.parametrize("mark", [pytest.mark.rule(), pytest.mark.rule(id="N8.31")])
def test_a_rule_mark_without_a_rule_is_refused(mark: pytest.MarkDecorator) -> None:
    item: Any = SimpleNamespace(nodeid="test_it", iter_markers=lambda _: [mark.mark])
    with pytest.raises(pytest.UsageError, match="a rule mark names rules"):
        rules_of([item])
