"""Two ways to name a scenario: a person may name any path, a saved game only what is known here.

A saved game comes from anywhere. Its header holds a name and no path: the id of a scenario that
comes with hexwar, or the name of a folder with a tag of this machine's, `melee~1f2e3d4c`. Such a
name is looked up in the register of scenarios that a person has opened here, and beside the save.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from hexwar.engine.budget import NOTE, OverBudget, read_bytes, weigh
from hexwar.scenario.files import SCENARIO_FILE

MOST: Final = 100
"""Scenarios that are remembered, those opened last."""

_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_STEM: Final = re.compile(r"[^\W_][\w .()'-]{0,79}")
_TAG: Final = re.compile(r"~[0-9a-f]{8}$")


class Register:
    """Where scenarios lie that a person has opened on this machine, by the names that saves use.

    `place` says in which file it is kept from one start to the next; without one it is forgotten.
    """

    def __init__(self, place: Callable[[], Path] | None = None) -> None:
        self.place = place
        self._paths: dict[str, Path] = {}  # the latest last

    def name_of(self, path: Path) -> str:
        """The name that saves have for a scenario's folder or file; it is remembered."""
        whole = path.absolute()
        digest = hashlib.sha256(str(whole).encode(errors="surrogateescape")).hexdigest()
        name = f"{stem_of(str(whole))}~{digest[:8]}"
        if self._kept().get(name) != whole:
            self._keep({**self._kept(), name: whole})
        return name

    def lend(self, name: str, path: Path) -> None:
        """Let a name lead to a path until the program ends."""
        self._paths[name] = path

    def path(self, name: str) -> Path | None:
        """Where the scenario lay that a save calls so when it was saved on this machine."""
        known = {**self._kept(), **self._paths}
        of_older_saves = (path for path in known.values() if str(path) == name)
        return known.get(name) or next(of_older_saves, None)

    def namesakes(self, name: str) -> Iterator[Path]:
        """Where scenarios lie that are called alike, the one opened last first."""
        known, stem = {**self._kept(), **self._paths}, stem_of(name)
        yield from (path for other, path in reversed(known.items()) if stem_of(other) == stem)

    def _kept(self) -> dict[str, Path]:
        if self.place is None:
            return self._paths
        with suppress(OSError, RuntimeError, ValueError, OverBudget):
            data = read_bytes(self.place(), NOTE.size)
            weigh(data, NOTE)
            raw = json.loads(data)
            if isinstance(raw, dict):
                return {name: Path(path) for name, path in raw.items() if isinstance(path, str)}
        return {}

    def _keep(self, paths: dict[str, Path]) -> None:
        if self.place is None:
            self._paths = paths
            return
        last = {name: str(path) for name, path in list(paths.items())[-MOST:]}
        while len(text := json.dumps(last, indent=1)) > NOTE.size:
            del last[next(iter(last))]
        with suppress(OSError, RuntimeError):  # who cannot be remembered is opened all the same
            file = self.place()
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_name(f"{file.name}.{os.getpid()}.tmp")
            draft.write_text(text, "utf-8")
            draft.replace(file)


REGISTER: Final = Register()
"""The one of this program."""


def stem_of(name: str) -> str:
    r"""The bare name of a scenario that a save names, without tag, folders and drive.

    >>> stem_of("melee~1f2e3d4c"), stem_of("/battles/melee"), stem_of(r"C:\battles\melee")
    ('melee', 'melee', 'melee')
    """
    parts = [part for part in re.split(r"[\\/]", name) if part not in ("", SCENARIO_FILE)]
    return _TAG.sub("", parts[-1]) if parts else ""


def beside(folder: Path, name: str) -> Path | None:
    """The scenario that lies beside a save in a folder, or None where there is none.

    Only a plain name of a folder or a file counts, and no link leads out.
    """
    stem = stem_of(name)
    if not _STEM.fullmatch(stem) or _DEVICE.fullmatch(stem):
        return None
    for file in (folder / stem / SCENARIO_FILE, folder / stem):
        if os.path.isfile(file) and file.resolve().is_relative_to(folder.resolve()):
            return file.parent if file.name == SCENARIO_FILE else file
    return None
