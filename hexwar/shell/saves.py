"""Games in files: the autosave of a game, and opening and saving off the GUI thread.

What goes wrong is one sentence in a dialog.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from hexwar.engine import Chance, KernelError, Session, fresh_seed, save, write_file
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.summaries import Summary
from hexwar.shell.preferences import Settings
from hexwar.shell.worker import Worker


@dataclass(frozen=True, slots=True)
class Services:
    """Given to the window by the composition root; errors of it are sentences for the player."""

    kits: Mapping[str, Kit[Any]]
    """The games by their ids, the usual one first."""
    begin: Callable[[str, Chance, Mapping[str, str]], Session[Any]]
    """A new game of a scenario with dice and options."""
    load: Callable[[Path], Session[Any]]
    """A saved game."""
    scenarios: Callable[[], Sequence[Summary]]
    """The scenarios that come with the program."""
    store: Settings
    saves: Path
    """The folder of saved games and autosaves."""
    clock: Callable[[], float] = monotonic
    """Seconds that never go back: how long a question has stood."""
    cache: Path | None = None
    """A folder for pictures of maps; None keeps none."""


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
    found = []
    for path in folder.glob(f"{_PREFIX}*{SUFFIX}"):
        with suppress(OSError):
            time, about = datetime.fromtimestamp(path.stat().st_mtime), _about(path)
            title, note = str(about.get("title", say("A game"))), str(about.get("note", ""))
            found.append(Autosave(path, title, note, time, about.get("over") is True))
    return sorted(found, key=lambda save: save.time, reverse=True)


def latest(folder: Path) -> Autosave | None:
    """The game to continue: the latest that has not ended."""
    return next((found for found in autosaves(folder) if not found.is_over), None)


def _about(path: Path) -> dict[str, Any]:
    """What stands beside an autosave; nothing where it is missing or broken."""
    try:
        with path.with_suffix(".json").open(encoding="utf-8") as file:
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
                _write_autosave(self.path, *left)
            except Exception as fault:
                self._fail(fault)

    def _go_on(self) -> None:
        self._under_way, self._awaited = self._awaited, None
        if self._under_way is not None:
            self._worker.run(partial(_write_autosave, self.path, *self._under_way))

    def _fail(self, fault: Exception) -> None:
        """Tell it once, not after every activation."""
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(say("The autosave could not be written: {fault}", fault=fault))


Kept = tuple[Session[Any], str]
"""A game to be written, and where it stands."""


def _write_autosave(path: Path, session: Session[Any], note: str) -> None:
    """Write a game and what stands beside it, and let the oldest go.

    Raises:
        SaveError: It cannot be written.
        OSError: The folder cannot be made.
    """
    _write(path, session)
    about = {"title": session.state.battle.name, "note": note, "over": session.pending is None}
    path.with_suffix(".json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
    for old in autosaves(path.parent)[KEPT:]:
        for suffix in (SUFFIX, ".json", f"{SUFFIX}.bak"):
            old.path.with_suffix(suffix).unlink(missing_ok=True)


FILTER = mark("Games (*{suffix});;All files (*)")


class GameFiles(QObject):
    """Opens a game and tells of it; saves the game that it is given."""

    opened = Signal(object, object)
    """A `Session`, and the path that it came from or None."""
    saved = Signal(object)
    """The path that a game was written to."""
    replayed = Signal(object, object)
    """A `Session` that is to be looked at, and the path that it came from."""
    failed = Signal(str)
    """What could not be opened or saved, in a sentence."""

    def __init__(self, services: Services, window: QWidget) -> None:
        super().__init__(window)
        self._services, self._window = services, window
        self._path: Path | None = None
        self._replays = False  # what is being opened is only to be looked at
        self._opening, self._saving = Worker(self), Worker(self)
        self._opening.finished.connect(self._tell_opened)
        self._opening.failed.connect(self._fail)
        self._saving.finished.connect(self._tell_saved)
        self._saving.failed.connect(self._fail)

    def begin(self, scenario: str, chance: Chance, options: Mapping[str, str]) -> None:
        """Set up a new game; `opened` follows."""
        self._path, self._replays = None, False
        self._opening.run(partial(self._services.begin, scenario, chance, options))

    def open(self, path: Path) -> None:
        """Read a saved game; `opened` or `failed` follows."""
        self._path, self._replays = path, False
        self._opening.run(partial(self._services.load, path))

    def replay(self, path: Path) -> None:
        """Read a saved game to look at; `replayed` or `failed` follows."""
        self._path, self._replays = path, True
        self._opening.run(partial(self._services.load, path))

    def make(self, task: Callable[[], Session[Any]]) -> None:
        """Make a game in another way; `opened` or `failed` follows."""
        self._path, self._replays = None, False
        self._opening.run(task)

    def ask_open(self) -> None:
        """Let the player choose a saved game, and read it."""
        name = self._ask_name(say("Open a game"))
        if name:
            self.open(Path(name))

    def ask_replay(self) -> None:
        """Let the player choose a saved game, and read it to look at."""
        name = self._ask_name(say("Replay a game"))
        if name:
            self.replay(Path(name))

    def _ask_name(self, title: str) -> str:
        folder, kinds = str(self._folder()), say(FILTER, suffix=SUFFIX)
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return name

    def save(self, session: Session[Any], path: Path) -> None:
        """Write a game; `saved` or `failed` follows."""
        self._saving.run(partial(_write, path, session.fork()))

    def ask_save(self, session: Session[Any], near: Path | None) -> None:
        """Let the player choose a name for the game, and write it."""
        state = session.state
        usual = say("{battle} turn {turn}", battle=state.battle.id, turn=max(state.turn, 1))
        path = near or self._folder() / f"{usual}{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(
            self._window, say("Save the game"), str(path), say(FILTER, suffix=SUFFIX)
        )
        if name:
            path = Path(name)
            self.save(session, path if path.suffix else path.with_suffix(SUFFIX))

    def wait(self) -> None:
        """Let what is being written come to its end."""
        self._opening.wait()
        self._saving.wait()

    def _folder(self) -> Path:
        folder = self._services.saves
        return folder if folder.is_dir() else Path.home()

    def _fail(self, fault: Exception) -> None:
        """Tell what the player can put right; anything else is a fault of the program.

        Raises:
            Exception: the fault, if it is not the player's.
        """
        if not isinstance(fault, KernelError | ScenarioError | OSError):
            raise fault
        self.failed.emit(str(fault))

    def _tell_opened(self, session: Session[Any]) -> None:
        if self._replays:
            self.replayed.emit(session, self._path)
            return
        if self._path is None:
            self._services.store.add_played(session.state.battle.id)
        self.opened.emit(session, self._path)

    def _tell_saved(self, path: Path) -> None:
        self._services.store.add_recent(path)
        self.saved.emit(path)


def _write(path: Path, session: Session[Any]) -> Path:
    """Write a game, and give back where.

    Raises:
        SaveError: It cannot be written.
        OSError: Its folder cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, save(session))
    return path
