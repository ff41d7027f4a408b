#!/usr/bin/env python3
"""Runs the tests nearest to what has changed since main, after the kernel and one small game.

    tools/quick_tests.py [--list] [WORD ...]     the words go to pytest

A test file is near when it, or a helper of the tests that it imports, imports a changed module; it
is nearest when it changed itself, or stands in the folder of the changed layer. Slow tests are left
to the whole of `./test`, and so is what goes beyond the room there is.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

KERNEL: Final = (
    *("tests/engine", "tests/grid", "tests/hexes"),
    "tests/golden/test_golden.py::test_the_game_reads_as_it_did",
    "tests/contract/test_contract.py::test_a_game_keeps_the_contract[first-steps-1]",
)
"""What every change must leave in order: the kernel, the ground under it and one small game."""

ROOM: Final = 30
"""Test files that are run beside the kernel; with their tests of average length a minute."""


def main() -> int:
    """Choose the tests and run them; the status of pytest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="only print what would run")
    asked, words = parser.parse_known_args()
    near = nearest(changed_paths(ROOT), sources_of(ROOT))
    chosen = [path for path in near if not path.startswith(KERNEL)][:ROOM]
    print(f"the kernel and {len(chosen)} of {len(near)} test files near the change", flush=True)
    if asked.list:
        print("\n".join([*KERNEL, *chosen]))
        return 0
    command = [sys.executable, "-m", "pytest", "--numprocesses=auto", "-m", "not slow"]
    return subprocess.run([*command, *words, *KERNEL, *chosen], cwd=ROOT, check=False).returncode


def changed_paths(root: Path) -> list[str]:
    """The files that differ from where the branch left main; on main itself from the last commit.

    A checkout without git, or without such a commit, has none.
    """
    fork = _git(root, "merge-base", "HEAD", "main")
    if fork == _git(root, "rev-parse", "HEAD") and not _git(root, "status", "--porcelain"):
        fork = ["HEAD~1"]
    if not fork:
        return []
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*_git(root, "diff", "--name-only", *fork), *new})


def _git(root: Path, *words: str) -> list[str]:
    """The lines that git prints; none where it fails or is not there."""
    command = ["git", "-C", str(root), *words]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return []
    return run.stdout.splitlines() if run.returncode == 0 else []


def sources_of(root: Path) -> dict[str, str]:
    """The text of each file of tests, by its path in the checkout."""
    paths = sorted((root / "tests").rglob("*.py"))
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in paths}


def nearest(changed: Iterable[str], sources: Mapping[str, str]) -> list[str]:
    """The test files, of which the texts are given, that meet a change, the nearest first."""
    paths = set(changed)
    folders = {_tests_of(path) for path in paths}
    reached = _reached(paths, sources)
    ranks = {
        path: (path not in paths, not path.startswith(tuple(folders - {""})), way, path)
        for path, way in reached.items()
        if Path(path).name.startswith("test_")
    }
    return sorted(ranks, key=ranks.__getitem__)


def _tests_of(path: str) -> str:
    """The folder of tests of a layer, by a path in it: hexwar/ai/x.py has tests/ai/."""
    match Path(path).parts:
        case ("hexwar", "systems", name, _, *_):
            return f"tests/systems/{name}/"
        case ("hexwar", layer, _, *_) | (("tools" | "benchmarks") as layer, *_):
            return f"tests/{layer}/"
    return ""


def _reached(changed: set[str], sources: Mapping[str, str]) -> dict[str, int]:
    """Each file of tests that imports what changed, with the number of imports on the way.

    What a package gives on for one of its modules is reached by the name of the package.
    """
    imports = {path: set(_imported(text)) for path, text in sources.items()}
    way = {path: 0 for path in changed if path in sources}
    wave, steps = {_module(path) for path in changed if path.endswith(".py")}, 1
    packages = {name.rpartition(".")[0] for name in wave if name.startswith("hexwar.")}
    while wave:
        found = {path for path, names in imports.items() if path not in way and names & wave}
        way |= dict.fromkeys(found, steps)
        wave, packages, steps = {*map(_module, found), *packages}, set(), steps + 1
    return way


def _imported(source: str) -> Iterator[str]:
    """The modules that a source imports; of `from a import b` both `a` and `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


if __name__ == "__main__":
    sys.exit(main())
