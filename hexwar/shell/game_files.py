"""Opening and saving games, off the GUI thread; what goes wrong is one sentence in a dialog."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from hexwar.engine import Chance, KernelError, Session, save, write_file
from hexwar.scenario.errors import ScenarioError
from hexwar.shell.autosave import SUFFIX
from hexwar.shell.services import Services
from hexwar.shell.worker import Worker

FILTER = f"Games (*{SUFFIX});;All files (*)"


class GameFiles(QObject):
    """Opens a game and tells of it; saves the game that it is given."""

    opened = Signal(object, object)
    """A `Session`, and the path that it came from or None."""
    saved = Signal(object)
    """The path that a game was written to."""
    failed = Signal(str)
    """What could not be opened or saved, in a sentence."""

    def __init__(self, services: Services, window: QWidget) -> None:
        super().__init__(window)
        self._services, self._window = services, window
        self._path: Path | None = None
        self._opening, self._saving = Worker(self), Worker(self)
        self._opening.finished.connect(self._tell_opened)
        self._opening.failed.connect(self._fail)
        self._saving.finished.connect(self._tell_saved)
        self._saving.failed.connect(self._fail)

    @property
    def is_busy(self) -> bool:
        """Whether a game is being opened."""
        return self._opening.is_busy

    def begin(self, scenario: str, chance: Chance, options: Mapping[str, str]) -> None:
        """Set up a new game; `opened` follows."""
        self._path = None
        begin = self._services.begin
        self._opening.run(lambda: begin(scenario, chance, options))

    def open(self, path: Path) -> None:
        """Read a saved game; `opened` or `failed` follows."""
        self._path = path
        load = self._services.load
        self._opening.run(lambda: load(path))

    def ask_open(self) -> None:
        """Let the player choose a saved game, and read it."""
        folder = str(self._folder())
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a game", folder, FILTER)
        if name:
            self.open(Path(name))

    def save(self, session: Session[Any], path: Path) -> None:
        """Write a game; `saved` or `failed` follows."""
        twin = session.fork()
        self._saving.run(lambda: _write(path, twin))

    def ask_save(self, session: Session[Any], near: Path | None) -> None:
        """Let the player choose a name for the game, and write it."""
        state = session.state
        usual = self._folder() / f"{state.battle.id} turn {max(state.turn, 1)}{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save the game", str(near or usual), FILTER
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
