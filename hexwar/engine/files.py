"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from hexwar.engine.errors import SaveError
from hexwar.messages import say

MAX_BYTES = 64 << 20
"""Size of the largest saved game that is read, in bytes."""


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path`; what was there before stays beside it with ``.bak`` added.

    The text goes to a new file in the same folder, is read back and compared, and only then takes
    the place of the old one: a fault or a kill at any moment leaves the old file.

    Raises:
        SaveError: It cannot be written; the old file is untouched.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists():
            _replace(target.with_name(f"{target.name}.bak"), target.read_bytes())
        _replace(target, text.encode())
    except (OSError, ValueError) as fault:
        raise SaveError(
            "{path} cannot be written: {why}.", path=path, why=_reason(fault)
        ) from fault


def read_file(path: Path) -> str:
    """The text of a saved game.

    Raises:
        SaveError: It cannot be read, is larger than `MAX_BYTES`, or is no text.
    """
    try:
        if path.exists() and not path.is_file():
            raise SaveError("{path} is no file.", path=path)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise SaveError("{path} is larger than {most} MiB.", path=path, most=MAX_BYTES >> 20)
        return data.decode()
    except (OSError, ValueError) as fault:
        raise SaveError("{path} cannot be read: {why}.", path=path, why=_reason(fault)) from fault


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


def _reason(fault: OSError | ValueError) -> str:
    if isinstance(fault, UnicodeError):
        return say("it is no UTF-8 text")
    return getattr(fault, "strerror", None) or str(fault)
