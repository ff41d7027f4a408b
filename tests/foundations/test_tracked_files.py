"""No file names a registry or a folder of one machine; documents name files that exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwar import resources

CHECKOUT = Path(__file__).parents[2]
REGISTRY = re.compile(
    r"\b(?:[\w-]+\.)*(?:pypi|pythonhosted|npmjs|debian|ubuntu|anaconda|conda-forge|crates|nodesource)"
    r"\.(?:org|com|net|io)\b"
)
MACHINE_PATH = re.compile(r"(?<![\w.:/~}$-])/(?:home|root|work|Users|mnt|srv)/[\w.]")
UNTRACKED = {"__pycache__", "build", "dist"}
LARGEST_TEXT = 4 << 20
"""In bytes; nothing that a person writes is larger."""


def tracked() -> Iterator[Path]:
    """The files that git knows or would add; where there is no git, all that are not made."""
    if shutil.which("git") and (CHECKOUT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=True).stdout
        found = [CHECKOUT / os.fsdecode(name) for name in names.split(b"\0") if name]
        yield from (path for path in found if path.is_file())
        return
    for folder, folders, names_here in os.walk(CHECKOUT):
        folders[:] = [f for f in folders if f not in UNTRACKED and not _is_private(f)]
        yield from (Path(folder, name) for name in names_here)


def _is_private(folder: str) -> bool:
    return folder.startswith(".") and folder != ".ci"


def texts() -> Iterator[tuple[str, int, str]]:
    """Every line of every text file: its file, number and text."""
    for path in tracked():
        if path.stat().st_size > LARGEST_TEXT:
            continue
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, start=1):
            yield str(path.relative_to(CHECKOUT)), number, line


def test_no_file_names_what_belongs_to_one_machine() -> None:
    files, found = set(), []
    for file, number, line in texts():
        files.add(file)
        if REGISTRY.search(line) or MACHINE_PATH.search(line):
            found.append(f"{file}:{number}: {line}")
    assert found == []
    assert {"play", "test", ".ci/run", "requirements.lock", "hexwar/app/main.py"} <= files


@pytest.mark.parametrize("end", ["org", "io"])
@pytest.mark.parametrize("name", ["pypi", "test.pypi", "files.pythonhosted", "deb.debian"])
def test_a_registry_is_known(name: str, end: str) -> None:
    assert REGISTRY.search(f"see https://{name}.{end}/simple")


@pytest.mark.parametrize("top", ["home", "root", "work"])
def test_a_path_of_a_machine_is_known(top: str) -> None:
    assert MACHINE_PATH.search(f"open('/{top}/someone/file')")
    assert not MACHINE_PATH.search(f"docs/{top}/file, https://host/{top}/file, ~/{top}/file")


DOCUMENTS = sorted(path.name for path in CHECKOUT.glob("*.md"))
FILE = re.compile(r"`(?:\./)?((?:hexwar|docs|tests|tools|packaging|scenarios|assets)/[\w./-]+)`")
LINK = re.compile(r"\]\(((?!https?:)[^)#]+)")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_exists(document: str) -> None:
    text = (CHECKOUT / document).read_text(encoding="utf-8")
    named = {*FILE.findall(text), *LINK.findall(text)}

    assert [name for name in sorted(named) if not (CHECKOUT / name).exists()] == []


def test_the_documents_are_there() -> None:
    wanted = {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}

    assert wanted <= set(DOCUMENTS)


def test_a_checkout_has_them_at_its_top_and_a_package_within(tmp_path: Path) -> None:
    assert resources.scenarios() == CHECKOUT / "scenarios"
    assert resources.assets() == CHECKOUT / "assets"
    assert resources.rulebook() == CHECKOUT / "docs" / "rulebook"
    for folder in (resources.scenarios(), resources.assets(), resources.rulebook()):
        assert folder.is_dir()

    package = tmp_path / "hexwar"
    (package / "_data").mkdir(parents=True)

    assert resources.folder("rulebook", "docs/rulebook", package) == package / "_data/rulebook"
