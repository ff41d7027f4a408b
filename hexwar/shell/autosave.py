"""The autosave: kept beside the user's saves after every activation, offered at the next start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.engine import Session, fresh_seed, save, write_file
from hexwar.shell.worker import Worker

SUFFIX = ".hexwar"
"""Of saved games."""

_PREFIX = "autosave-"
KEPT = 8
"""How many games have an autosave; the oldest go."""

_LONGEST_NOTE = 4_000


@dataclass(frozen=True, slots=True)
class Autosave:
    """A game that can be continued."""

    path: Path
    title: str  # such as `Brienne`
    note: str  # where the game stands and what was done last
    time: datetime
    is_over: bool


def autosaves(folder: Path) -> list[Autosave]:
    """The autosaves of a folder, the latest first."""
    return sorted(_read_all(folder), key=lambda found: found.time, reverse=True)


def latest(folder: Path) -> Autosave | None:
    """The game to continue: the latest that has not ended."""
    return next((found for found in autosaves(folder) if not found.is_over), None)


def _read_all(folder: Path) -> Iterator[Autosave]:
    for path in folder.glob(f"{_PREFIX}*{SUFFIX}"):
        try:
            time = datetime.fromtimestamp(path.stat().st_mtime)
        except OSError:
            continue
        about = _about(path.with_suffix(".json"))
        yield Autosave(
            path,
            str(about.get("title", "A game")),
            str(about.get("note", "")),
            time,
            about.get("over") is True,
        )


def _about(path: Path) -> dict[str, Any]:
    """What stands beside an autosave; nothing where it is missing or broken."""
    try:
        with path.open(encoding="utf-8") as file:
            about = json.loads(file.read(_LONGEST_NOTE))
    except (OSError, ValueError, RecursionError):
        return {}
    return about if isinstance(about, dict) else {}


def new_name(session: Session[Any]) -> str:
    """A name of its own for the autosave of a game that has just been opened."""
    scenario = Path(str(session.header.get("scenario", "game"))).name
    return f"{_PREFIX}{scenario[:60]}-{fresh_seed()}{SUFFIX}"


def is_autosave(path: Path, folder: Path) -> bool:
    """Whether a file is an autosave of a folder: who opens it goes on writing it."""
    return path.parent == folder and path.name.startswith(_PREFIX)


class Autosaver(QObject):
    """Writes the autosave of one game in a thread; a game that changes meanwhile is written again.

    Nothing is written before the first `keep`: a game that was only looked at leaves no file.
    """

    failed = Signal(str)
    """It could not be written: one sentence."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._awaited: Kept | None = None
        self._under_way: Kept | None = None
        self._worker = Worker(self)
        self._worker.finished.connect(self._go_on)
        self._worker.failed.connect(self._fail)
        self._has_failed = False

    def keep(self, session: Session[Any], note: str) -> None:
        """Write the game as it now is; `note` says where it stands, for the next start."""
        self._awaited = (session.fork(), note)
        if not self._worker.is_busy:
            self._go_on()

    def finish(self) -> None:
        """Wait for the thread, and write what it has not written for certain."""
        self._worker.wait()
        left, self._awaited, self._under_way = self._awaited or self._under_way, None, None
        if left is not None:
            try:
                _write(self.path, *left)
            except Exception as fault:
                self._fail(fault)

    def _go_on(self) -> None:
        self._under_way, self._awaited = self._awaited, None
        if self._under_way is not None:
            path, kept = self.path, self._under_way
            self._worker.run(lambda: _write(path, *kept))

    def _fail(self, fault: Exception) -> None:
        """Tell it once, not after every activation."""
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(f"The autosave could not be written: {fault}")


Kept = tuple[Session[Any], str]
"""A game to be written, and where it stands."""


def _write(path: Path, session: Session[Any], note: str) -> None:
    """Write a game and what stands beside it, and let the oldest go.

    Raises:
        SaveError: It cannot be written.
        OSError: The folder cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, save(session))
    about = {"title": session.state.battle.name, "note": note, "over": session.pending is None}
    path.with_suffix(".json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
    for old in autosaves(path.parent)[KEPT:]:
        for suffix in (SUFFIX, ".json", f"{SUFFIX}.bak"):
            old.path.with_suffix(suffix).unlink(missing_ok=True)
