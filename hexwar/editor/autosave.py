"""What is kept by itself: drafts that are not saved yet, and where somebody was at work.

A draft is kept beside the file that it is of, as `.NAME.autosave`; one that has no file yet, or
whose folder takes none, in the folder of the user's state. Nothing here needs Qt.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from hexwar.editor.document import PARTS, Draft, Part
from hexwar.editor.files import Files, is_shipped
from hexwar.engine import SaveError
from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.engine.files import write_file
from hexwar.messages import say
from hexwar.scenario.reading import content_hash

FORMAT: Final = 1
SUFFIX: Final = ".autosave"
WAITS: Final = ".found"
MOST_BYTES: Final = 24 << 20
"""Of a draft that is kept."""

MOST_LEFT: Final = 20
"""Drafts that nobody wanted and that are still there; the oldest go first."""

SESSION_BYTES: Final = 1 << 20
MOST_OPENED: Final = 12
"""Battles that are remembered as opened last."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A draft that was not saved."""

    place: Path  # where it is kept
    draft: Draft
    homes: Mapping[Part, Path]  # of its files; those of a new one lie nowhere
    base: str  # by which is told what the files said that it was made of
    time: datetime

    @property
    def name(self) -> str:
        """What it is called; empty where it has no name yet."""
        parts = (self.draft.scenario, self.draft.map, self.draft.forces)
        names = (part.get("name") for part in parts)
        return next((name for name in names if isinstance(name, str) and name), "")


def base_of(files: Files) -> str:
    """What tells whether files say the same as before."""
    return content_hash({part: home.text for part, home in files.homes.items()})


def place_beside(files: Files) -> Path | None:
    """Where a draft of some files is kept; None where they lie nowhere, or come with hexwar."""
    homes = files.homes
    home = homes.get("scenario") or homes.get("map") or homes.get("forces")
    if home is None or is_shipped(home.path):
        return None
    return home.path.with_name(f".{home.path.name}{SUFFIX}")


def place_in(state: Path, files: Files, name: str) -> Path:
    """Where it is kept otherwise: by its files, or by a name of its own where it has none."""
    told = "\n".join(sorted(str(home.path.absolute()) for home in files.homes.values()))
    if told:
        name = hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return folder_in(state) / f"{name}{SUFFIX}"


def folder_in(state: Path) -> Path:
    """The folder of drafts that are not kept beside their files."""
    return state / "autosaves"


def keep(place: Path, draft: Draft, files: Files, now: datetime) -> None:
    """Keep a draft.

    Raises:
        SaveError: It cannot be written.
    """
    told = {
        "format": FORMAT,
        "time": now.isoformat(timespec="seconds"),
        "homes": {part: str(home.path.absolute()) for part, home in files.homes.items()},
        "base": base_of(files),
        "parts": {part: draft.part(part) for part in PARTS},
    }
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(told, ensure_ascii=True, separators=(",", ":")) + "\n"
    except (OSError, ValueError) as fault:
        raise SaveError("{path} cannot be written: {why}.", path=place, why=fault) from fault
    write_file(place, text)


def read(place: Path) -> Kept:
    """A draft that was kept; the one before it where the last is damaged.

    Raises:
        SaveError: Neither can be read; the sentence names the file.
    """
    try:
        return _read(place)
    except _FAULTS as fault:
        with suppress(*_FAULTS):
            return _read(place.with_name(f"{place.name}.bak"))
        raise SaveError(
            "What was kept in {path} is damaged, and stays there as it is.", path=place
        ) from fault


_FAULTS: Final = (
    *(OSError, OverBudget, ValueError, KeyError, TypeError, AttributeError, RecursionError),
)


def _read(place: Path) -> Kept:
    told = json.loads(read_bytes(place, MOST_BYTES))
    if told["format"] != FORMAT:
        raise ValueError
    parts = {part: told["parts"][part] for part in PARTS}
    if not all(isinstance(part, dict) for part in parts.values()):
        raise ValueError
    homes = {part: Path(str(told["homes"][part])) for part in PARTS if part in told["homes"]}
    time = datetime.fromisoformat(told["time"])
    return Kept(place, Draft(**parts), MappingProxyType(homes), str(told["base"]), time)


def offered(place: Path) -> Path:
    """Where a draft waits that was found, until somebody has decided: nothing is written there."""
    return place.with_name(f"{place.name}{WAITS}")


def set_waiting(place: Path, state: Path) -> Path:
    """Put a draft that was found where it waits; where it lies now."""
    waits = offered(place)
    if not place.exists():
        return waits
    try:
        if waits.exists():
            put_aside(waits, state)
        os.replace(place, waits)
    except OSError:
        return place
    return waits


def remove(place: Path) -> None:
    """Take away what was kept there."""
    for path in (place, place.with_name(f"{place.name}.bak")):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def keep_aside(draft: Draft, files: Files, state: Path, now: datetime) -> None:
    """Keep a draft that nobody wants for a while; what cannot be written is let be."""
    with suppress(SaveError):
        usual = place_in(state, files, "new")
        place = usual.with_name(f"{now:%H%M%S%f}-{usual.name}.left")
        keep(place, draft, files, now)
        put_aside(place, state)


def put_aside(place: Path, state: Path) -> None:
    """Put what nobody wants where it is still found for a while."""
    folder = state / "left"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        stamp = int(place.stat().st_mtime)
        os.replace(place, folder / f"{stamp}-{place.name.lstrip('.')}")
        kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[MOST_LEFT:]:
            path.unlink(missing_ok=True)
    remove(place)


def nameless(state: Path) -> Iterator[Path]:
    """Drafts in the folder of the state, the latest first."""
    with suppress(OSError):
        folder = folder_in(state)
        found = [*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{SUFFIX}{WAITS}")]
        yield from sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


# -- where somebody was at work


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody was at work when the window was there last."""

    document: str = ""  # the path of the first file; empty for none
    autosave: str = ""  # where its draft was kept
    view: Mapping[str, Any] = field(default_factory=dict)
    """What the window wants to know: its page, where the map stood, the tool."""
    opened: tuple[str, ...] = ()  # the paths of battles that were opened last, the latest first


def sitting_of(state: Path) -> tuple[Sitting, str]:
    """Where somebody was at work, and a sentence where what tells of it is damaged."""
    path = state / "session.json"
    try:
        told = json.loads(read_bytes(path, SESSION_BYTES))
        opened = tuple(str(one) for one in told["opened"])[:MOST_OPENED]
        view = dict(told["view"])
        return Sitting(str(told["document"]), str(told["autosave"]), view, opened), ""
    except FileNotFoundError:
        return Sitting(), ""
    except _FAULTS:
        words = say("Where you were at work last is not known: {path} is damaged.", path=path)
        return Sitting(), words


def keep_sitting(state: Path, sitting: Sitting) -> None:
    """Keep it; what cannot be written is let be."""
    told = {
        "format": FORMAT,
        "document": sitting.document,
        "autosave": sitting.autosave,
        "view": dict(sitting.view),
        "opened": list(sitting.opened[:MOST_OPENED]),
    }
    with suppress(SaveError, OSError, ValueError, TypeError):
        state.mkdir(parents=True, exist_ok=True)
        write_file(state / "session.json", json.dumps(told, indent=1) + "\n")
