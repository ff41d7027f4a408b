"""Files of users are opened by one door, which opens plain files only and knows their bounds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hexwar
from tests.systems.nlc.cases import each

PACKAGE = Path(hexwar.__file__).parent

DOOR = "engine/budget.py"

READS = {"read_text", "read_bytes"}

OPENS = {"open", "fdopen"}

OWN = {
    "cards/library.py": "what comes with the program",
    "cards/readings.py": "what comes with the program",
    "engine/files.py": "drafts of its own, and plain files that it is about to replace",
    "engine/journal.py": "a file that it wrote itself, to go on with",
    "lessons/script.py": "what comes with the program, bounded",
    "rulebook/reading.py": "what comes with the program, bounded",
    "scenario/pack.py": "a package that it writes; one that is read comes by the door",
    "shell/helppages.py": "what comes with the program",
    "scenario/numbers.py": "what comes with the program",
    "systems/mininap/free/lists.py": "what comes with the program",
    "systems/tlnb/section/converting.py": "what comes with the program",
    "table/battlefield.py": "what comes with the program",
    "widgets/aftermath/page.py": "what comes with the program",
    "widgets/aftermath/paper.py": "what comes with the program",
    "widgets/cards/pictures.py": "what comes with the program",
    "widgets/counters/easel.py": "what comes with the program",
    "widgets/drawings.py": "what comes with the program",
    "widgets/mapart/overview.py": "a cache of its own, bounded, and its own source",
    "widgets/theme.py": "what comes with the program",
    "widgets/sounds.py": "a sound that it makes in memory",
    "app/thinking.py": "a pipe to the window that started it",
    "app/main.py": "the device that swallows all",
    "app/trials.py": "the same",
}
"""Modules that read nothing of a user, and what they read."""


def readings(source: str) -> Iterator[str]:
    """The calls of a module that open or read a file of whatever kind."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        called, told = call.func, ast.unparse(call)
        if isinstance(called, ast.Name) and called.id == "open":
            yield told
        if isinstance(called, ast.Attribute) and (
            called.attr in READS or (called.attr in OPENS and _is_of_file(call, called))
        ):
            yield told


def _is_of_file(call: ast.Call, called: ast.Attribute) -> bool:
    """Whether what is opened is a file: dialogs and fans open without a word, files by a mode."""
    given = [word.value for word in ast.walk(call) if isinstance(word, ast.Constant)]
    named = {keyword.arg for keyword in call.keywords}
    modes = {"r", "rb", "rt", "r+", "r+b", "w", "wb"}
    of_module = ast.unparse(called.value) in ("os", "io", "wave", "gzip", "zipfile", "tarfile")
    return of_module or not modes.isdisjoint(map(str, given)) or "encoding" in named


def test_files_of_users_are_opened_by_one_door() -> None:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        read = list(readings(path.read_text("utf-8")))
        if read and name != DOOR:
            found[name] = read
    assert set(found) == set(OWN), {name: found.get(name) for name in set(found) ^ set(OWN)}


@each(
    "source",
    "open(path)",
    "path.open('rb')",
    "path.open(encoding='utf-8')",
    "path.read_text()",
    "path.with_suffix('.json').read_bytes()",
    "io.open(path)",
)
def test_a_reading_past_the_door_is_seen(source: str) -> None:
    assert list(readings(source)) == [source]


@each("source", "dialog.open()", "self.fans.open(hex_)", "read_bytes(path, NOTE.size)")
def test_what_opens_no_file_is_let_be(source: str) -> None:
    assert not list(readings(source))
