"""Where no screen is, a sentence and a status; no abort."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.systems.nlc.cases import each

SENTENCE = "hexwar: there is no screen to open a window on; see hexwar --help for the rest\n"


@each(
    "changes",
    {"DISPLAY": ":77"},
    {"DISPLAY": ""},
    {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":77"},
    {"QT_QPA_PLATFORM": "nonsense"},
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a screen")
def test_without_a_screen_there_is_one_sentence(changes: dict[str, str]) -> None:
    screens = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
    bare = {name: value for name, value in os.environ.items() if name not in screens}
    ended = subprocess.run(
        [sys.executable, "-m", "hexwar", "first-steps"],
        env=bare | changes,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", SENTENCE)
