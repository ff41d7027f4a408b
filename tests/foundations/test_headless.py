"""Every command but play and show runs where Qt cannot be imported: on a server, in CI."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexwar import resources
from hexwar.app.commands import COMMANDS

WITHOUT_QT = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6"}:
            raise AssertionError(f"{name} was imported")

sys.meta_path.insert(0, Blocked())
from hexwar.app.main import main
sys.exit(main(sys.argv[1:]))
"""


def hexwar(*words: str | Path) -> str:
    """What hexwar prints where an import of Qt ends it, and where there is no screen."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("QT_") and name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def test_help_names_every_command() -> None:
    told = " ".join(hexwar("--help").split())

    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(name: str) -> None:
    assert hexwar(name, "--help").startswith(f"usage: hexwar {name}")


def test_list() -> None:
    assert "brienne" in hexwar("list")


def test_list_as_json() -> None:
    assert "brienne" in {scenario["id"] for scenario in json.loads(hexwar("list", "--json"))}


def test_validate() -> None:
    hexwar("validate", resources.scenarios() / "brienne")


def test_validate_as_json() -> None:
    json.loads(hexwar("validate", resources.scenarios(), "--json"))


def test_simulate_and_verify(tmp_path: Path) -> None:
    words = ["--games", "1", "--seed", "7", "--side", "french=random", "--side", "allied=random"]
    report = json.loads(hexwar("simulate", "brienne", *words, "--json", "--save-dir", tmp_path))
    saves = sorted(tmp_path.iterdir())

    assert [game["seed"] for game in report["games"]] == ["7"]
    assert len(saves) == 1
    hexwar("verify", *saves)


def test_a_list_needs_no_rule_and_no_array() -> None:
    modules = "import sys; print(*sys.modules)"
    script = WITHOUT_QT.replace("sys.exit(main(sys.argv[1:]))", f"main(['list']); {modules}")
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)  # noqa: PLW1510
    loaded = set(result.stdout.splitlines()[-1].split())
    assert "hexwar.scenario.summaries" in loaded
    rules = ("hexwar.systems.nlc.rules", "hexwar.systems.nlc.numbers", "hexwar.ground.costs")
    assert not [name for name in loaded if name.startswith(rules)]
    assert not loaded & {"numpy", "shapely"}
