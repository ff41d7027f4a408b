"""Claims on game files: no two windows write one game."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile

SUFFIX = ".lock"


class Claim:
    """The right to write a game file, from `take` to `release`.

    A small file beside the game says so, ``.NAME.lock``. One that a killed program has left is
    taken over. Where none can be made, no other window can write there either.
    """

    def __init__(self, path: Path) -> None:
        target = Path(os.path.realpath(path))
        self._folder = target.parent
        self._lock = _lock(target.with_name(f".{target.name}{SUFFIX}"))

    def take(self) -> bool:
        """Take the right, if no other window has it; whether this one has it now."""
        if self._lock.isLocked():
            return True
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
        return self._lock.tryLock(0) or self._lock.error() != QLockFile.LockError.LockFailedError

    def release(self) -> None:
        """Give it back, if it was taken."""
        self._lock.unlock()


def is_claimed(path: Path) -> bool:
    """Whether a window has a game open."""
    target = Path(os.path.realpath(path))
    if not target.with_name(f".{target.name}{SUFFIX}").exists():
        return False
    claim = Claim(path)
    is_free = claim.take()
    claim.release()
    return not is_free


def sweep(folder: Path) -> None:
    """Remove the claims of programs that were killed."""
    for left in folder.glob(f".*{SUFFIX}"):
        lock = _lock(left)
        if lock.tryLock(0):
            lock.unlock()


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)  # a game may stay open for days
    return lock
