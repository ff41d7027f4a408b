#!/usr/bin/env python3
"""Plays the golden games under every Python that the program is for and that this machine has.

tools/every_python.py

It looks on PATH, in pyenv's folder and in uv's. What the games need, which is all but Qt, is put
into .venv/pythons, a folder each, as requirements.lock pins it. A Python that is not there, and one
for which the packages cannot be had, is named and passes. The status is 1 where a game went
otherwise.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
QT = ("pyside6", "shiboken6", "pyqtgraph")
"""What a game without a window does not need."""


def pinned(lock: str) -> str:
    """The lock's packages with their hashes, without those of the window."""
    entries = re.split(r"\n(?=\S)", lock.strip())
    return "\n".join(entry for entry in entries if not entry.startswith(QT)) + "\n"


def candidates(version: str, home: Path) -> Iterator[str]:
    """Where a Python may be."""
    found = shutil.which(f"python{version}")
    if found is not None:
        yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", home / ".pyenv")) / "versions"
    for folder in (pyenv, home / ".local" / "share" / "uv" / "python"):
        for place in sorted(folder.glob(f"*{version}.*")):
            yield str(place / "bin" / f"python{version}")


def is_version(python: str, version: str) -> bool:
    """Whether a program is the Python that it is named after; a shim may be nothing."""
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.strip() == version


def packages(version: str) -> Path | None:
    """A folder with what the games need; None where that cannot be had."""
    folder, wanted = ROOT / ".venv" / "pythons" / version, pinned(LOCK.read_text("utf-8"))
    stamp = folder / "requirements.txt"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    asked = folder / "wanted.txt"
    asked.write_text(wanted, "utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    whose = ["--target", str(folder), "--python-version", version, "--only-binary", ":all:"]
    what = ["--no-deps", "--no-compile", "--require-hashes", "-r", str(asked)]
    if subprocess.run([*pip, *whose, *what], check=False).returncode:
        return None
    asked.rename(stamp)
    return folder


def play(python: str, site: Path) -> subprocess.CompletedProcess[str]:
    """Play the golden games."""
    told = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(site)))}
    command = [python, "-P", str(ROOT / "tests" / "golden" / "playthrough.py"), "--check"]
    return subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False)


def checked(version: str) -> tuple[str, bool]:
    """What came of a version, in a few words, and whether that is well."""
    if version == "{}.{}".format(*sys.version_info[:2]):
        return "the tests run under it", True
    python = next((p for p in candidates(version, Path.home()) if is_version(p, version)), None)
    if python is None:
        return "NOT PLAYED: there is no such Python here", True
    site = packages(version)
    if site is None:
        return f"NOT PLAYED: its packages could not be had ({python})", True
    done = play(python, site)
    if done.returncode:
        return f"the games went otherwise ({python})\n{done.stdout}{done.stderr}", False
    return f"the same games ({python})", True


def main() -> int:
    """Play under each, and say what came of it."""
    is_well = True
    for version in VERSIONS:
        words, is_same = checked(version)
        print(f"Python {version}: {words}", flush=True)
        is_well = is_well and is_same
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
