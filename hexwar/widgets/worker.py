"""Work off the GUI thread, and its result back on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import Any, Final

from PySide6.QtCore import QObject, QThreadPool, Signal

PATIENCE: Final = 0.05
"""Seconds that a task which was given up is waited for when its window closes."""


class Worker(QObject):
    """Runs a task in a thread and tells how it ended; results of tasks given up are not told."""

    finished = Signal(object)
    """What the task returned."""
    failed = Signal(object)
    """The exception that it raised."""
    _came = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._number = 0
        self.is_busy = False
        """Whether a task is under way whose result is wanted."""
        self._came.connect(self._take)

    def run(self, task: Callable[[], Any]) -> None:
        """Begin a task; one that is still under way is given up."""
        self._number += 1
        self.is_busy = True
        number, came = self._number, self._came

        def work() -> None:
            result: Any = None
            fault: Exception | None = None
            try:
                result = task()
            except Exception as found:
                fault = found
            with suppress(RuntimeError):  # who waited for it is gone
                came.emit(number, result, fault)

        self._pool.start(work)

    def drop(self) -> None:
        """Give up what is under way."""
        self._number += 1
        self.is_busy = False

    def wait(self) -> None:
        """Wait until the thread has ended; what it brings is dropped."""
        self.drop()
        self._pool.waitForDone()

    def _take(self, number: int, result: object, fault: Exception | None) -> None:
        if number != self._number or not self.is_busy:
            return
        self.is_busy = False
        if fault is not None:
            self.failed.emit(fault)
        else:
            self.finished.emit(result)


class GivenUp(Exception):  # noqa: N818 - nothing has gone wrong
    """Nobody waits for a task any more: it may end where it stands."""


class Loose(QObject):
    """Runs tasks that may never end: one that is given up is left alone, and nothing waits for it.

    Each has a thread of its own, which does not keep the program from ending. A task is handed a
    question that raises `GivenUp` as soon as its result is not wanted any more.
    """

    finished = Signal(object)
    """What the task returned."""
    failed = Signal(object)
    """The exception that it raised."""
    _came = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: Thread | None = None
        self._came.connect(self._take)

    def run(self, task: Callable[[Callable[[], None]], Any]) -> None:
        """Begin a task; one that is still under way is given up."""

        def mind() -> None:
            if self._wanted is not thread:
                raise GivenUp

        def work() -> None:
            result, fault = None, None
            try:
                result = task(mind)
            except Exception as caught:
                fault = caught
            if self._wanted is thread:
                self._came.emit(thread, result, fault)

        thread = self._wanted = Thread(target=work, name="thinking", daemon=True)
        thread.start()

    def drop(self) -> None:
        """Give up what is under way."""
        self._wanted = None

    def wait(self) -> None:
        """Give up what is under way, and let it end if that takes no time."""
        thread, self._wanted = self._wanted, None
        if thread is not None:
            thread.join(PATIENCE)

    def _take(self, thread: Thread, result: object, fault: Exception | None) -> None:
        if thread is not self._wanted:
            return
        self._wanted = None
        if fault is not None:
            self.failed.emit(fault)
        else:
            self.finished.emit(result)


class Chores:
    """Work that nobody waits for, one piece after the other in a thread."""

    def __init__(self, pieces: Iterable[Callable[[], object]], parent: QObject) -> None:
        self._pieces = pieces
        self._is_wanted = True
        self._worker = Worker(parent)
        self._worker.run(self._work)

    def stop(self) -> None:
        """Wait until the thread has ended, after the piece that it is at."""
        self._is_wanted = False
        self._worker.wait()

    def _work(self) -> None:
        for piece in self._pieces:
            if not self._is_wanted:
                return
            piece()
