"""Work off the GUI thread, and its result back on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal


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
            try:
                came.emit(number, task(), None)
            except Exception as fault:
                came.emit(number, None, fault)

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
