"""After-action reports of the game that is shown: told and painted in a thread, then written.

Of a game that goes on no more is told than the one who looks may know. What he reads so goes with
him: it is kept only while he sits there, and nothing opens while the machine changes hands.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from hexwar.engine import KernelError, Session
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.shell.face import Face
from hexwar.shell.game import Game
from hexwar.shell.lock import Lock
from hexwar.shell.pictures import Pictures
from hexwar.table.aftermath import Aftermath
from hexwar.table.forces import Side
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.aftermath.writing import PAGE, PAPER, write_report
from hexwar.widgets.worker import Worker

__all__ = ["PAGE", "PAPER", "Reports", "viewer_of"]

_NEWS_MS = 8_000  # how long it is told that a report is written
_OWN = "own-"  # how the names of folders begin that hold what one side alone may read


@dataclass(slots=True)
class _Job:
    """A report that is being made."""

    path: Path
    is_opened: bool  # it is shown as soon as it is there
    pictures: Pictures
    viewer: Side | None
    told: Aftermath | None = None
    grounds: Sequence[Picture] = ()
    shown: Sequence[Picture] = ()
    laying: Iterator[None] = field(default_factory=lambda: iter(()))

    def lay(self) -> Iterator[None]:
        """Lay the pieces over the grounds, bit by bit."""
        if self.told is not None:
            for made in self.pictures.lay(self.told, self.grounds):
                self.shown = made
                yield


class Reports(QObject):
    """Makes one report at a time; one that is asked for meanwhile takes its place."""

    told = Signal(str, int)
    """What is going on, in a sentence, and for how many milliseconds that is news; 0: no end."""
    begun = Signal(str)
    """A report is being made, in a sentence; `settled` follows, or another one is begun."""
    settled = Signal()
    """None is being made any more."""
    written = Signal(object)
    """The path that a report was written to."""
    failed = Signal(str)
    """It could not be written: one sentence."""

    def __init__(self, folder: Path, face: Callable[[], Face], lock: Lock, window: QWidget) -> None:
        """Keep reports that are only read in a folder of the saves; `face` is of the game."""
        super().__init__(window)
        self._folder, self._window = folder / "reports", window
        self._face = face
        self._lock = lock
        self._own: TemporaryDirectory[str] | None = None  # what who sits there has read
        self._job: _Job | None = None
        self._telling, self._writing = Worker(self), Worker(self)
        self._telling.finished.connect(self._take_grounds)
        self._telling.failed.connect(self._fail)
        self._writing.finished.connect(self._tell_written)
        self._writing.failed.connect(self._fail)
        lock.closing.connect(self.leave)
        for left in self._folder.glob(f"{_OWN}*"):  # by a program that was killed
            shutil.rmtree(left, ignore_errors=True)

    def write(self, game: Game, how: str) -> None:
        """Do what a link asks: `html` and `pdf` are written, anything else is only read."""
        if f".{how}" in (PAGE, PAPER):
            self.ask(f".{how}", game)
        else:
            self.read(game)

    def read(self, game: Game) -> None:
        """Write the page into the program's own folder, and open it."""
        if self._lock.is_closed:
            return
        name = f"{game.session.state.battle.id[:60]}{PAGE}"
        try:
            place = self._place(game)
        except OSError as fault:
            self.failed.emit(say("The report cannot be written: {why}", why=fault))
            return
        self._begin(game, place / name, is_opened=True)

    def ask(self, suffix: str, game: Game) -> None:
        """Let the player choose a name, and write the report."""
        if self._lock.is_closed:
            return
        usual = self._folder.parent / f"{game.session.state.battle.id}{suffix}"
        name, _ = QFileDialog.getSaveFileName(
            self._window, say("Write the report"), str(usual), f"*{suffix}"
        )
        if name:
            path = Path(name)
            self._begin(game, path if path.suffix else path.with_suffix(suffix), is_opened=False)

    def leave(self) -> None:
        """Who sits there goes, and with him what he alone may read; nothing opens after him."""
        if self._job is not None and self._job.is_opened:
            self.give_up()
        if self._own is not None:
            self._own.cleanup()
            self._own = None

    def give_up(self) -> None:
        """Write no report after all."""
        self._job = None
        self._telling.drop()
        self._writing.drop()
        self.told.emit("", 1)
        self.settled.emit()

    def wait(self) -> None:
        """Let what is being made come to its end."""
        self.leave()
        self._job = None
        self.settled.emit()
        self._telling.wait()
        self._writing.wait()

    def _place(self, game: Game) -> Path:
        """The folder for a report that is only read: that of one side is there while it looks.

        Raises:
            OSError: It cannot be made.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        if viewer_of(game) is None:
            return self._folder
        if self._own is None:
            folder = str(self._folder)  # not of the system: some browsers may not look there
            made = TemporaryDirectory(prefix=_OWN, dir=folder, ignore_cleanup_errors=True)
            self._own = made
        return Path(self._own.name)

    def _begin(self, game: Game, path: Path, *, is_opened: bool) -> None:
        readers = game.controller.readers
        session, told = game.session.fork(), game.controller.playback.told
        pictures = self._face().pictures(session.state)  # here, for its fonts
        job = self._job = _Job(path, is_opened, pictures, viewer_of(game))
        sentence = say("The report is being written …")
        self.told.emit(sentence, 0)
        self.begun.emit(sentence)
        tell = partial(_told, game.controller.kit, session, readers, told, pictures)
        self._telling.run(partial(tell, lambda: self._job is job))

    def _take_grounds(self, found: tuple[Aftermath | None, Sequence[Picture]]) -> None:
        job = self._job
        if job is None:
            return
        job.told, job.grounds = found
        if job.told is None:
            self._job = None
            self.told.emit("", 1)
            self.settled.emit()
            self.failed.emit(say("There is no report of this game."))
            return
        job.laying = job.lay()
        self._lay_next(job)

    def _lay_next(self, job: _Job) -> None:
        """Lay pieces, a bit after the other, and write the report when all are laid."""
        if job is not self._job or job.told is None:
            return
        if any(True for _ in islice(job.laying, 1)):
            QTimer.singleShot(0, self, partial(self._lay_next, job))
            return
        is_wanted = partial(self._wants, job)
        write = partial(write_report, job.path, job.told, job.shown, job.viewer, is_wanted)
        self._writing.run(partial(_written, write, is_wanted) if job.is_opened else write)

    def _wants(self, job: _Job) -> bool:
        return self._job is job

    def _tell_written(self, path: Path) -> None:
        job, self._job = self._job, None
        self.settled.emit()
        self.told.emit(say("The report is written: {path}", path=path), _NEWS_MS)
        if job is not None and job.is_opened:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        self.written.emit(path)

    def _fail(self, fault: Exception) -> None:
        """Tell what the player can put right; anything else is a fault of the program.

        Raises:
            Exception: the fault, if it is not the player's.
        """
        self._job = None
        self.settled.emit()
        self.told.emit("", 1)
        if not isinstance(fault, KernelError | OSError):
            raise fault
        self.failed.emit(str(fault))


def viewer_of(game: Game) -> Side | None:
    """The side whose eyes alone see the game that is shown; None for both, or for neither."""
    pads = game.controller.viewer.pads
    return pads[0] if len(pads) == 1 and not game.controller.view.over else None


def _written(write: Callable[[], Path], is_wanted: Callable[[], bool]) -> Path:
    """Write what is only read; whoever left meanwhile leaves nothing behind."""
    path = write()
    if not is_wanted():
        with suppress(OSError):
            path.unlink(missing_ok=True)
            path.parent.rmdir()  # stays where there is more in it
    return path


def _told(
    kit: Kit[Any],
    session: Session[Any],
    readers: Sequence[str],
    told: int,
    pictures: Pictures,
    is_wanted: Callable[[], bool],
) -> tuple[Aftermath | None, Sequence[Picture]]:
    """The game told, and the grounds of its pictures."""
    found = kit.aftermath(session, readers, told, is_wanted)
    return found, () if found is None else pictures.grounds(found)
