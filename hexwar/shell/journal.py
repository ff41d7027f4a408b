"""The file of the game that is played: written in a thread, after every answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from hexwar.engine import SaveError, Session
from hexwar.engine.gamefile import Note
from hexwar.engine.journal import Journal
from hexwar.engine.save import Record
from hexwar.messages import say
from hexwar.shell.claims import Claim

PATIENCE = 0.08
"""How long the window stands still for the disk at most, seconds."""

LONGEST_MS = 10_000
"""How long the next answer waits for a disk that does not answer, milliseconds; then it is told."""

LAST_MS = 3_000
"""How long the window stands still at most when the game is left, milliseconds."""

_MOST_TITLE, _MOST_WORDS = 300, 1_200  # as they stand in the file; a note holds 2,000


class Diary(QObject):
    """Keeps one game in its file: one answer after the other, off the GUI thread.

    Nothing is written before the first answer: a game that was only looked at leaves no file.
    While the file cannot be written, the game goes on, and each `keep` tries it again.
    """

    settled = Signal()
    """Everything that was to be kept is on the disk, or could not be written."""
    failed = Signal()
    """It cannot be written: see `fault`. Told once, until it can be written again."""
    mended = Signal()
    """It can be written again, and everything is."""
    stuck = Signal()
    """The disk has not answered for long; told each time that it has been waited for."""
    _came = Signal(object)
    _rested = Signal()

    def __init__(
        self,
        session: Session[Any],
        path: Path,
        words: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        """Write nothing yet; the words say what was done last, as anybody may know it."""
        super().__init__(parent)
        self.fault = ""
        """Why it cannot be written, in a sentence; empty where it can."""
        self.since: datetime | None = None
        """When what is not on the disk was played first; None where all is."""
        self._session, self._words = session, words
        self._journal, self._claim = Journal(path), Claim(path)
        self._is_off = False
        self._seen = self._place()
        self._waited = 0.0  # since Qt had its turn last
        self._desk = _Desk()
        self._last: _Task | None = None  # what was to be kept last
        self.is_stuck = False
        """Whether the disk has not answered for so long that nobody should wait for it."""
        self._began = datetime.now()  # to write what is on its way
        self._stall = QTimer(self, singleShot=True)
        self._stall.timeout.connect(self._tell_stuck)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._forget_wait)
        self._came.connect(self._mind)
        self._rested.connect(self._rest)

    @property
    def path(self) -> Path:
        """Where the game is kept."""
        return self._journal.path

    @property
    def is_behind(self) -> bool:
        """Whether something is still on its way to the disk."""
        return not self._desk.idle.is_set()

    def claim(self) -> bool:
        """See to it that no other window writes the file; False where one does."""
        return self._claim.take()

    def forget(self) -> None:
        """Keep nothing from now on."""
        self._is_off = True

    def keep(self) -> None:
        """Write what has changed since it was called last, if anything has."""
        place = self._place()
        if self._is_off or place == self._seen:
            return
        self._seen = place
        self._write()

    def try_again(self) -> bool:
        """Write once more what could not be written; whether there is something."""
        if self._last is None or not self.fault:
            return False
        if self.is_stuck:
            self._stall.start(LONGEST_MS)
        self._write()
        return True

    def move_to(self, path: Path) -> bool:
        """Keep the game in another file from now on; False where another window writes that.

        A disk that does not answer is left alone; when it does, it lets go of the file before.
        """
        claim = Claim(path)
        if not claim.take():
            return False
        if self.is_stuck:
            self._desk, self.is_stuck = _Desk(), False
        else:
            self._claim.release()
        self._claim, self._journal = claim, Journal(path)
        self._write()
        return True

    def settle(self) -> bool:
        """Wait for the disk, but never so long that the player would notice; whether it is done."""
        began = monotonic()
        is_done = self._desk.idle.wait(max(PATIENCE - self._waited, 0))
        self._waited += monotonic() - began
        self._turn.start()
        return is_done

    def hold(self) -> None:
        """Wait until the disk has every answer.

        A slow one does not stop the window: it goes on painting, and hears the player afterwards.
        One that does not answer at all is not waited for.
        """
        if self.settle():
            return
        loop = QEventLoop()
        self._rested.connect(loop.quit)
        longest = QTimer(loop, singleShot=True, interval=LONGEST_MS)
        longest.timeout.connect(loop.quit)
        longest.start()
        if self.is_behind:
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        longest.stop()

    def finish(self) -> None:
        """Wait for the disk, say in the file that the game was left, and let go of it.

        One that does not answer is not waited for: what it still takes is in the file, which then
        does not say that the game was left.
        """
        self.keep()
        desk, end = self._desk, monotonic() + (PATIENCE if self.is_stuck else LAST_MS / 1_000)
        desk.wait(end)
        self._turn.stop()
        self._stall.stop()
        if desk.idle.is_set():
            found: list[Exception | None] = []
            desk.start(lambda: found.append(self._leave()))
            desk.wait(end)
            if found:
                self._hear(found[0])
                return
        self._desk = _Desk()  # nothing more is heard of the other
        self._hear(self._silence())

    def hear(self) -> None:
        """Learn at once how the last writing went, without waiting for Qt to tell it."""
        if not self.is_behind and self._last is not None:
            self._hear(self._desk.found)

    # -- inside

    def _place(self) -> object:
        """Another thing after each answer, undo and redo, and with other passwords or players."""
        session = self._session
        last = session.journal[-1] if session.journal else None
        return len(session.journal), last, len(session.undone), session.seal, session.header

    def _write(self) -> None:
        now = datetime.now().isoformat(timespec="seconds")
        state = self._session.state
        note = Note(
            cut(state.battle.name, _MOST_TITLE), state.turn, cut(self._words(), _MOST_WORDS), now
        )
        self._last = _Task(self._journal, self._claim, Record.of(self._session), note)
        desk = self._desk
        with desk.lock:
            desk.next = self._last
            if not desk.idle.is_set():
                return
            desk.idle.clear()
        self._began = datetime.now()
        self._stall.start(LONGEST_MS)
        desk.start(lambda: self._work(desk))

    def _work(self, desk: _Desk) -> None:
        """Write until there is nothing new; runs in a thread."""
        last: _Task | None = None
        while True:
            with desk.lock:
                task, desk.next = desk.next, None
                if task is None:
                    desk.idle.set()
                    break
            last = task
            desk.found = _fault_of(task.run)
            if desk is self._desk:
                with suppress(RuntimeError):  # who waited for it is gone
                    self._came.emit(desk.found)
        if desk is self._desk:
            with suppress(RuntimeError):
                self._rested.emit()
        elif last is not None:  # the disk has answered after all
            last.let_go()

    def _leave(self) -> Exception | None:
        """Write what has failed once more, and the last line; runs in a thread."""
        try:
            fault = None if self._last is None else _fault_of(self._last.run)
            return fault or _fault_of(self._journal.close)
        finally:
            self._claim.release()

    def _mind(self, fault: Exception | None) -> None:
        """The disk has answered."""
        self.is_stuck = False
        if self.is_behind:
            self._stall.start(LONGEST_MS)
        else:
            self._stall.stop()
        self._hear(fault)

    def _tell_stuck(self) -> None:
        if self.is_behind:
            self.is_stuck, self.since = True, self.since or self._began
            self._hear(self._silence())
            self.stuck.emit()

    def _silence(self) -> SaveError:
        """What is told of a disk that does not answer."""
        why = say("the disk does not answer")
        return SaveError("{path} cannot be written: {why}.", path=self.path, why=why)

    def _hear(self, fault: Exception | None) -> None:
        """Tell how it went, on the GUI thread.

        Raises:
            Exception: A fault of the program; told once.
        """
        was, self.fault = self.fault, "" if fault is None else str(fault) or type(fault).__name__
        if self.fault and not was:
            self.since = self.since or datetime.now()
            self.failed.emit()
            if not isinstance(fault, SaveError) and fault is not None:
                raise fault
        elif was and not self.fault:
            self.since = None
            self.mended.emit()

    def _rest(self) -> None:
        if not self.is_behind:
            self._stall.stop()  # the answer may have been heard before the thread had ended
            self.settled.emit()

    def _forget_wait(self) -> None:
        self._waited = 0.0


class _Desk:
    """What a thread is to write, and how that went. One whose thread has hung is given up.

    The thread does not keep the program from ending, so whoever leaves waits for it.
    """

    def __init__(self) -> None:
        self.lock, self.idle = Lock(), Event()
        self.idle.set()
        self.next: _Task | None = None
        self.found: Exception | None = None  # how the last writing went
        self._thread: Thread | None = None

    def start(self, work: Callable[[], object]) -> None:
        """Do something in a thread."""
        self._thread = Thread(target=work, name="journal", daemon=True)
        self._thread.start()

    def wait(self, end: float) -> None:
        """Wait until the thread has ended, but no longer than to an instant."""
        if self._thread is not None:
            self._thread.join(max(end - monotonic(), 0))


def _fault_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as found:
        return found
    return None


class _Task:
    """What is to be written where."""

    def __init__(self, journal: Journal, claim: Claim, record: Record[Any], note: Note) -> None:
        self._journal, self._claim, self._record, self._note = journal, claim, record, note

    def run(self) -> None:
        """Write it.

        Raises:
            SaveError: It cannot be written.
        """
        if not self._claim.take():
            raise SaveError("{path} is open in another window.", path=self._journal.path)
        self._journal.keep(self._record, self._note)

    def let_go(self) -> None:
        """Leave the file as it is."""
        self._journal.drop()
        self._claim.release()


def cut(words: str, most: int) -> str:
    """Words as far as they have room in a note."""
    while _room(words) > most:
        words = words[: len(words) * 9 // 10].rstrip() + "…"
    return words


def _room(words: str) -> int:
    """How many characters the note of a file needs for some words."""
    return len(json.dumps(words)) + 5 * words.count(" ")
