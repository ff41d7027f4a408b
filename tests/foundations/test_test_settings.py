"""What tests/conftest.py promises to every test, proved on small suites of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

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


def run_suite(folder: Path, suite: str, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_suite.py").write_text(suite)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c"]
    return subprocess.run(
        [*command, CHECKOUT / "pyproject.toml", "--rootdir", folder, "-rA", "-q", *words, folder],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def outcomes(result: subprocess.CompletedProcess[str]) -> dict[str, set[str]]:
    """The tests by the word that pytest's summary puts before them."""
    words: dict[str, set[str]] = {"PASSED": set(), "FAILED": set(), "ERROR": set()}
    for line in result.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word in words:
            words[word].add(rest.partition("::")[2].split(" ")[0])
    return words


def test_what_is_left_running_fails_the_test_that_left_it(tmp_path: Path) -> None:
    result = run_suite(tmp_path, LEAKS)

    assert outcomes(result)["ERROR"] == {
        "test_leaks_a_thread",
        "test_leaks_a_timer",
        "test_leaks_a_thread_of_qt",
    }, result.stdout
    assert len(outcomes(result)["PASSED"]) == 8
    assert "astray" in result.stdout
    assert "of 60000 ms" in result.stdout


def test_every_test_has_settings_and_a_home_of_its_own(tmp_path: Path) -> None:
    result = run_suite(tmp_path, SETTINGS)

    assert result.returncode == 0, result.stdout
    assert len(outcomes(result)["PASSED"]) == 5


def test_the_rule_report_maps_rules_to_tests(tmp_path: Path) -> None:
    result = run_suite(tmp_path, RULES, "--rule-report", str(tmp_path / "rules.json"))

    assert result.returncode == 0, result.stdout
    assert json.loads((tmp_path / "rules.json").read_text()) == {
        "N6.1": ["test_suite.py::TestBoth::test_more"],
        "N6.2": ["test_suite.py::TestBoth::test_more"],
        "N8.31": [
            "test_suite.py::TestBoth::test_more",
            "test_suite.py::test_odds[1]",
            "test_suite.py::test_odds[2]",
        ],
    }


def test_the_rule_report_needs_no_run(tmp_path: Path) -> None:
    report = tmp_path / "rules.json"
    run_suite(tmp_path, RULES, "--collect-only", "--rule-report", str(report))

    assert list(json.loads(report.read_text())) == ["N6.1", "N6.2", "N8.31"]


@pytest.mark.parametrize("mark", ["rule", "rule()", "rule(id='N8.31')"])
def test_a_rule_mark_without_a_rule_is_refused(tmp_path: Path, mark: str) -> None:
    suite = f"import pytest\n\n@pytest.mark.{mark}\ndef test_it(): pass\n"
    result = run_suite(tmp_path, suite, "--rule-report", str(tmp_path / "rules.json"))

    assert result.returncode == 4
    assert "a rule mark names rules" in result.stderr
