"""Every command but play and show runs where Qt cannot be imported: on a server, in CI."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.app.commands import COMMANDS

WITHOUT_QT = """
import contextlib, io, json, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6"}:
            raise AssertionError(f"{name} was imported")

sys.meta_path.insert(0, Blocked())
from hexwar.app.main import main
told = []
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            status = main(words)
        except SystemExit as ending:
            status = ending.code
    told.append([status, out.getvalue(), [*sys.modules]])
print(json.dumps(told))
"""
"""Runs command lines one after the other; tells how each ended, what it said and what is loaded."""


def hexwar(*lines: list[str]) -> list[Any]:
    """What hexwar says to some lines where an import of Qt ends it, and there is no screen."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("QT_") and name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    command = [sys.executable, "-c", WITHOUT_QT, json.dumps(lines)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (result.returncode, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert [status for status, _, _ in told] == [0] * len(lines)
    return [(out, set(modules)) for _, out, modules in told]


@pytest.fixture(scope="module")
def told() -> list[Any]:
    helps = [["--help"], *([name, "--help"] for name in COMMANDS)]
    return hexwar(["list"], ["list", "--json"], *helps)


def test_a_list_needs_no_rule_and_no_array(told: list[Any]) -> None:
    listed, loaded = told[0]
    assert "brienne" in listed
    assert "hexwar.scenario.summaries" in loaded
    rules = ("hexwar.systems.nlc.rules", "hexwar.systems.nlc.numbers", "hexwar.ground.costs")
    assert not [name for name in loaded if name.startswith(rules)]
    assert not loaded & {"numpy", "shapely"}


def test_list_as_json(told: list[Any]) -> None:
    assert "brienne" in {scenario["id"] for scenario in json.loads(told[1][0])}


def test_help_names_every_command_and_each_has_its_own(told: list[Any]) -> None:
    everything = " ".join(told[2][0].split())
    for (name, summary), (own, _) in zip(COMMANDS.items(), told[3:], strict=True):
        assert f"{name} {summary}" in everything
        assert own.startswith(f"usage: hexwar {name}")


def test_validate_simulate_and_verify(tmp_path: Path) -> None:
    words = ["--games", "1", "--seed", "7", "--side", "french=random", "--side", "allied=random"]
    lesson = str(resources.scenarios() / "first-steps")
    _, (findings, _), (report, _) = hexwar(
        ["validate", lesson],
        ["validate", lesson, "--json"],
        ["simulate", "first-steps", *words, "--json", "--save-dir", str(tmp_path)],
    )
    assert json.loads(findings)["errors"] == 0
    assert [game["seed"] for game in json.loads(report)["games"]] == ["7"]
    (kept,) = tmp_path.iterdir()
    hexwar(["verify", str(kept)])
