"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.engine.errors import SaveError
from hexwar.engine.gamefile import START, read_head
from hexwar.engine.seal import Lock
from hexwar.messages import say

MAX_BYTES = 32 << 20
"""Size of the largest saved game that is read, in bytes."""


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path`; what was there before stays beside it with ``.bak`` added.

    The text goes to a new file in the same folder, is read back and compared, and only then takes
    the place of the old one: a fault or a kill at any moment leaves the old file. Nothing is kept
    beside a locked game that opens without its passwords.

    Raises:
        SaveError: It cannot be written; the old file is untouched.
    """
    try:
        target, data = Path(os.path.realpath(path)), text.encode()
        beside = target.with_name(f"{target.name}.bak")
        if target.exists():
            before = _known(target)
            if before == data:
                return
            if _opens_like(before, data):
                _replace(beside, before)
        _replace(target, data)
        if beside.is_file() and not _opens_like(beside.read_bytes(), data):
            beside.unlink()
    except (OSError, ValueError) as fault:
        raise SaveError("{path} cannot be written: {why}.", path=path, why=reason(fault)) from fault


def _opens_like(before: bytes, data: bytes) -> bool:
    """Whether an older file gives nothing away that the passwords of a new one lock."""
    locks = _locks(data)
    return not locks or _locks(before) == locks


def _locks(data: bytes) -> Mapping[str, Lock]:
    """The locks of a game file; none of any other."""
    if not data.startswith(START.encode()):
        return {}
    try:
        return read_head(data.partition(b"\n")[0].decode(errors="replace")).locks
    except SaveError:
        return {}


def _known(target: Path) -> bytes:
    """What stands in a file that is about to be replaced.

    Raises:
        OSError: It is protected, or no file.
    """
    mode = target.stat().st_mode
    if not stat.S_ISREG(mode):
        raise OSError(say("it is no file"))
    if not mode & stat.S_IWUSR:
        raise OSError(say("it is protected against writing"))
    return target.read_bytes()


def read_file(path: Path) -> str:
    """The text of a saved game.

    Raises:
        SaveError: It cannot be read, is larger than `MAX_BYTES`, or is no text.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
        # The lines of a game file say themselves where they are damaged.
        return data.decode(errors="replace" if data.startswith(START.encode()) else "strict")
    except OverBudget as fault:
        raise SaveError("{path} cannot be read: {why}.", path=path, why=fault) from fault
    except (OSError, ValueError) as fault:
        raise SaveError("{path} cannot be read: {why}.", path=path, why=reason(fault)) from fault


def _replace(path: Path, data: bytes) -> None:
    """Put `data` in the place of `path` in one step."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if draft.read_bytes() != data:
            raise OSError("the disk gave back something else")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, on systems where folders can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clear_drafts(folder: Path, now: float) -> None:
    """Remove what programs left in a folder that were killed while they wrote.

    A draft lives for less than a second. Where one can tell, it goes when its writer is dead;
    elsewhere when it is a minute old.

    Args:
        folder: Where files are written.
        now: Seconds since the epoch.
    """
    for draft in folder.glob("*.tmp"):
        number = draft.suffixes[-2][1:] if len(draft.suffixes) > 1 else ""
        with suppress(OSError):
            if number.isdecimal() and (now - draft.stat().st_mtime > 60 or _is_dead(int(number))):
                draft.unlink()


def _is_dead(process: int) -> bool:
    if os.name != "posix" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def reason(fault: OSError | ValueError) -> str:
    """Why a file could not be read or written, as the end of a sentence."""
    if isinstance(fault, UnicodeError):
        return say("it is no UTF-8 text")
    return getattr(fault, "strerror", None) or str(fault)
