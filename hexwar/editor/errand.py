"""Work that takes a second, done piece by piece while the window stays free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

LULL: Final = 200
"""Milliseconds without a change, after which work begins."""


class Errand(QObject):
    """Goes through what a piece of work finds, one thing at a time; a change begins it anew."""

    found = Signal(object)
    """The work has found something."""
    ended = Signal()
    """It is all done."""

    def __init__(self, parent: QObject) -> None:
        """Have nothing to do yet."""
        super().__init__(parent)
        self._work: Callable[[], Iterator[Any]] | None = None
        self._begun: Iterator[Any] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._take)

    @property
    def is_busy(self) -> bool:
        """Whether something is left to do."""
        return self._work is not None

    def begin(self, work: Callable[[], Iterator[Any]]) -> None:
        """Do some work after a lull, in the place of what was to be done."""
        self._work, self._begun = work, None
        self._timer.start(LULL)

    def rest(self) -> None:
        """Stop for now, while nobody looks."""
        self._timer.stop()

    def go_on(self) -> None:
        """Do what is left."""
        if self._work is not None:
            self._timer.start(LULL)

    def _take(self) -> None:
        work = self._work
        if work is None:
            return
        if self._begun is None:
            self._begun = work()
        for one in self._begun:
            self._timer.start(0)
            self.found.emit(one)
            return
        self._work = self._begun = None
        self.ended.emit()
