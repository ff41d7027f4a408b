"""What a command is at, told on a terminal as soon as it takes long. Ctrl+C ends it."""

from __future__ import annotations

import sys
from threading import Event, Thread
from types import TracebackType
from typing import Final, Self

from hexwar.messages import say

AFTER: Final = 1.0
"""Seconds after which a command begins to tell, and from one line to the next."""

_CLEAR: Final = "\r\x1b[K"


class Waiting:
    """Writes what goes on, and for how long, over one line of standard error; then it is gone.

    Where standard error is no terminal it writes nothing.
    """

    def __init__(self, words: str = "") -> None:
        self._words = words
        self._is_over = Event()
        self._thread: Thread | None = None

    def tell(self, words: str) -> None:
        """Something else is done now."""
        self._words = words

    def __enter__(self) -> Self:
        """Tell from now on."""
        if sys.stderr.isatty():
            self._thread = Thread(target=self._write, name="waiting", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Tell no more, and leave no line."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()

    def _write(self) -> None:
        seconds, out = 0, sys.stderr
        while not self._is_over.wait(AFTER):
            seconds += 1
            line = say("{what} … {n} s (Ctrl+C ends it)", what=self._words, n=seconds)
            out.write(f"{_CLEAR}{line}")
            out.flush()
        if seconds:
            out.write(_CLEAR)
            out.flush()
