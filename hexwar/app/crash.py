"""The crash bundle: what a report of a fault needs, in one folder of the user's."""

from __future__ import annotations

import platform
import shlex
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Final

from platformdirs import user_state_path

from hexwar import __version__
from hexwar.messages import say

LIBRARIES: Final = (
    "PySide6-Essentials",
    "shiboken6",
    "numpy",
    "shapely",
    "pyqtgraph",
    "pydantic",
)
"""The libraries whose versions a report needs, by the names they are installed under."""

NOTHING: Final[Mapping[str, bytes]] = MappingProxyType({})


def record(
    error: BaseException, words: Sequence[str], attachments: Mapping[str, bytes] = NOTHING
) -> str:
    """Writes a bundle and returns the sentence that tells the player where it is.

    Where no bundle can be written (a full disk, no home) the sentence holds the traceback: a
    fault is never lost.
    """
    try:
        folder = write_bundle(error, words, attachments)
    except (OSError, RuntimeError) as obstacle:
        details = "".join(traceback.format_exception(error))
        return say(
            "a fault of the program, and no report could be written ({obstacle}):\n{details}",
            obstacle=obstacle,
            details=details,
        )
    if attachments:
        return say(
            "a fault of the program stopped it; the report to send is in {folder}, and holds the"
            " whole game with the secrets of both sides (a game that is locked opens only with its"
            " passwords, and they are never in the report)",
            folder=folder,
        )
    return say(
        "a fault of the program stopped it; the report to send is in {folder}", folder=folder
    )


def write_bundle(
    error: BaseException, words: Sequence[str], attachments: Mapping[str, bytes] = NOTHING
) -> Path:
    """Writes one new folder with the traceback, the versions, the command line and more files.

    Only the user can read it.

    Raises:
        OSError: The folder or a file cannot be written.
        RuntimeError: The user has no home folder.
    """
    crashes = user_state_path("hexwar", appauthor=False) / "crashes"
    crashes.mkdir(parents=True, exist_ok=True)
    now = datetime.now().strftime("%Y%m%d-%H%M%S-")
    folder = Path(tempfile.mkdtemp(prefix=now, dir=crashes))
    files = {
        "traceback.txt": "".join(traceback.format_exception(error)).encode(errors="replace"),
        "versions.txt": "".join(f"{line}\n" for line in _versions()).encode(),
        "command.txt": f"{shlex.join(['hexwar', *words])}\n".encode(errors="replace"),
    }
    for name, content in {**attachments, **files}.items():
        (folder / Path(name).name).write_bytes(content)
    return folder


def _versions() -> Iterator[str]:
    yield f"hexwar {__version__}"
    yield f"Python {platform.python_version()}"
    yield platform.platform()
    for library in LIBRARIES:
        try:
            yield f"{library} {metadata.version(library)}"
        except metadata.PackageNotFoundError:
            yield say("{library} is not installed", library=library)
