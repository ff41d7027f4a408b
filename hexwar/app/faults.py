"""Faults of the program while a window is open: each is recorded and told, and the window lives."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from types import CodeType, TracebackType
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from hexwar.app import crash
from hexwar.app.crash import NOTHING

REST: Final = 2.0
"""Seconds without it after which the same fault is told once more."""

Place = tuple[type[BaseException], CodeType, int]
"""What makes two faults the same: their kind, and the line of the program."""


class _Running(Exception):  # noqa: N818 - nothing has gone wrong
    """The window is open."""


def guarded(run: Callable[[], int]) -> int:
    """Run the application; a fault in what Qt calls (a handler, a filter, a painter) is no death.

    An exception that is raised in C, such as of `1 // 0`, is in Python 3.11 no more than its class
    and its words until somebody catches it, and PySide dies of such a one where it leaves what Qt
    has called. While another one is handled, each is complete from the first; so here one is.
    """
    try:
        raise _Running
    except _Running:
        return run()


class Faults:
    """Records and tells what goes wrong in a window. It is made to be `sys.excepthook`."""

    def __init__(
        self,
        window: QWidget,
        words: Sequence[str],
        tell: Callable[[str], object],
        attachments: Callable[[], Mapping[str, bytes]] = lambda: NOTHING,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Know whom to tell.

        Args:
            window: What is closed where the user breaks off; nothing is told once it is gone.
            words: Those of the command line, for the report.
            tell: Shows a sentence, which begins with a small letter and has no full stop.
            attachments: More files for the report.
            clock: Tells seconds.
        """
        self._window, self._words, self._clock = window, words, clock
        self._tell, self._attachments = tell, attachments
        self._last: dict[Place, float] = {}

    def __call__(
        self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None
    ) -> None:
        """Record a fault and tell it when Qt has come to rest: it may be in the midst of a frame.

        One that comes again and again, as that of a painter does, is told the first time.
        """
        if isinstance(fault, KeyboardInterrupt):
            self._window.close()
            return
        if trace is None or not self._is_known(kind, trace):
            _cut(fault)
            sentence = crash.record(fault, self._words, self._attachments())
            print(f"hexwar: {sentence}", file=sys.stderr)
            QTimer.singleShot(0, self._window, partial(self._tell, sentence))
        traceback.clear_frames(trace)  # a painter that is left over would hold its widget

    def _is_known(self, kind: type[BaseException], trace: TracebackType) -> bool:
        """Whether the same fault was there only just."""
        *_, (frame, line) = traceback.walk_tb(trace)
        place, now = (kind, frame.f_code, line), self._clock()
        last, self._last[place] = self._last.get(place), now
        return last is not None and now - last < REST


def _cut(fault: BaseException) -> None:
    """Forget that the fault came while the window was open: that explains nothing."""
    link = fault
    while link.__context__ is not None:
        if isinstance(link.__context__, _Running):
            link.__context__ = None
            return
        link = link.__context__
