"""The lock files: complete, hashed, without an address, and what the tests really run with."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[2]
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-arena.lock"]
PROJECT: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]


def pins(lock: str) -> dict[str, Requirement]:
    """Every pin of a lock file by its package's canonical name."""
    text = (CHECKOUT / lock).read_text().replace("\\\n", " ")
    found = [Requirement(line.split("--hash")[0]) for line in text.splitlines()]
    return {canonicalize_name(pin.name): pin for pin in found}


def version(pin: Requirement) -> str:
    [exact] = pin.specifier
    assert exact.operator == "=="
    return exact.version


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_names_versions_and_hashes_and_nothing_else(lock: str) -> None:
    pin = re.compile(r"[a-z0-9.-]+(\[[a-z0-9,-]+\])?==[\w.]+( ; [\w\s.'<>=!]+)? \\")
    sha256 = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    text = (CHECKOUT / lock).read_text()

    lines = text.splitlines()
    assert [line for line in lines if not (pin.fullmatch(line) or sha256.fullmatch(line))] == []
    assert "://" not in text
    packages = text.replace("\\\n", " ").splitlines()
    assert [line for line in packages if "--hash=sha256:" not in line] == []


@pytest.mark.parametrize(
    ("lock", "more"),
    [
        ("requirements.lock", []),
        ("requirements-dev.lock", PROJECT["optional-dependencies"]["dev"]),
        ("requirements-arena.lock", PROJECT["optional-dependencies"]["arena"]),
    ],
)
def test_a_lock_satisfies_the_project(lock: str, more: list[str]) -> None:
    locked = {name: version(pin) for name, pin in pins(lock).items()}
    wanted = [Requirement(line) for line in (*PROJECT["dependencies"], *more)]

    versions = {r.name: locked.get(canonicalize_name(r.name)) for r in wanted}
    assert [r.name for r in wanted if versions[r.name] is None] == []
    assert [r.name for r in wanted if not r.specifier.contains(versions[r.name] or "0")] == []


def test_tests_run_with_what_is_locked_which_playing_needs_too() -> None:
    play, test = pins("requirements.lock"), pins("requirements-dev.lock")

    assert {name: str(pin) for name, pin in play.items()}.items() <= {
        name: str(pin) for name, pin in test.items()
    }.items()

    here = [
        p for p in pins("requirements-dev.lock").values() if not p.marker or p.marker.evaluate()
    ]

    assert {p.name: metadata.version(p.name) for p in here} == {p.name: version(p) for p in here}

    assert version(pins("requirements.lock")["pyside6-essentials"]) == "6.11.3"
    assert version(pins("requirements.lock")["shiboken6"]) == "6.11.3"
