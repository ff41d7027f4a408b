"""Opens map, forces and scenario files, each once, and finds those that a scenario names."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar, cast

from hexwar.messages import mark
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Finding, Pen, nearest
from hexwar.scenario.measured import ALL_KINDS, TableFile, TableScenario
from hexwar.scenario.reading import Json, content_hash, read_object
from hexwar.scenario.salvage import salvage
from hexwar.scenario.schema import (
    FIRST_SYSTEM,
    FORMAT,
    AnyForces,
    Envelope,
    FileRecord,
    ForcesFile,
    MapFile,
    ScenarioFile,
)

T = TypeVar("T", bound=FileRecord)

SCENARIO_FILE: Final = "scenario.json"


@dataclass(frozen=True, slots=True)
class Opened(Generic[T]):
    """A file that was opened: its record, or None where nothing could be read.

    `lost` holds the texts of parts that do not fit the schema; what refers to them is not at fault.
    """

    path: Path
    record: T | None
    pen: Pen
    sha256: str = ""
    lost: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """The three records of a scenario on a measured table."""

    scenario: TableScenario
    forces: AnyForces
    table: TableFile
    sha256: str = ""  # of all three


@dataclass(frozen=True, slots=True)
class Loaded:
    """The three records of a scenario on a map."""

    scenario: ScenarioFile
    forces: ForcesFile
    map: MapFile
    map_id: str = ""
    map_sha256: str = ""
    sha256: str = ""  # of all three
    assets: Path | None = None  # the folder of the pictures of leaders, if there is one


@dataclass(slots=True)
class OpenFiles:
    """Where files lie open while they are checked.

    `shelf` is a second folder of scenarios: what a scenario names and its own folder lacks,
    such as a map, is looked for there. `forms` are those of scenarios by their systems; without
    any, a scenario is read as far as every system's on a map goes. `musters` are the forms of
    forces that name a system. `drafts` are files as somebody has them at work, by absolute path:
    they count for what lies on the disk, or does not yet.
    """

    shelf: Path | None = None
    forms: Mapping[str, type[Envelope]] = field(default_factory=dict)
    drafts: Mapping[Path, Json] = field(default_factory=dict)
    musters: Mapping[str, type[AnyForces]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    opened: dict[Path, Opened[FileRecord]] = field(default_factory=dict)

    def open(self, path: Path, kind: type[T]) -> Opened[T]:
        """Opens a file that should be of a kind, and reports all that is wrong with it."""
        found = self.open_any(path, wanted=kind)
        if found.record is not None and not isinstance(found.record, kind):
            if not found.pen.has_written_of(("kind",)):
                words = mark("this is a file of kind {actual}; {wanted} is needed")
                actual, wanted = _word_of(type(found.record)), _word_of(kind)
                found.pen.error(("kind",), words, actual=actual, wanted=wanted)
            return Opened(path, None, found.pen)
        return cast("Opened[T]", found)

    def open_any(self, path: Path, wanted: type[FileRecord] | None = None) -> Opened[FileRecord]:
        """Opens a file of whatever kind it says it is."""
        key = path.absolute()
        if key not in self.opened:
            self.opened[key] = self._opened(path, wanted)
        return self.opened[key]

    def _opened(self, path: Path, wanted: type[FileRecord] | None) -> Opened[FileRecord]:
        pen = Pen(path.as_posix(), self.findings)
        draft = self.drafts.get(path.absolute())
        raw = read_object(path, pen) if draft is None else draft
        if raw is None:
            return Opened(path, None, pen)
        word = _kind_of(raw, wanted, pen)
        sha256 = content_hash(raw)
        raw = None if word is None else migrated(raw, word, pen)
        if raw is None or word is None:
            return Opened(path, None, pen, sha256)
        form = self._form_of(word, raw, pen)
        if form is None:
            return Opened(path, None, pen, sha256)
        saved = salvage(form, raw, pen)
        return Opened(path, saved.record, saved.pen, sha256, saved.lost)

    def _form_of(self, word: str, raw: Json, pen: Pen) -> type[FileRecord] | None:
        """The form of a kind of file; of what names a system that of it, if it is known."""
        by_system: Mapping[str, type[FileRecord]] = self.forms if word == "scenario" else {}
        if word == "forces" and "system" in raw:
            by_system = self.musters
        if not by_system:
            return ALL_KINDS[word]
        system = raw.get("system", FIRST_SYSTEM)
        if isinstance(system, str) and system in by_system:
            return by_system[system]
        name = system if isinstance(system, str) else ""
        pen.error(("system",), "there is no game {system}", name, by_system, system=quoted(system))
        return None

    def follow(self, scenario: Path, name: str, place: Place, pen: Pen) -> Path | None:
        """The file that a scenario names, or None where there is none that it may use.

        A name is looked for in the scenario's folder, then in the folder of scenarios around it,
        then on the shelf. No link may lead out of these.
        """
        home = scenario.parent
        around = home.parent if home.name not in ("", "..") else home / ".."
        for folder, root in ((home, around), (around, around), (self.shelf, self.shelf)):
            if folder is not None and (folder / name).absolute() in self.drafts:
                return folder / name
            if folder is None or root is None or not os.path.isfile(folder / name):
                continue
            if (folder / name).resolve().is_relative_to(root.resolve()):
                return folder / name
            pen.error(place, "{name} is a link out of the folder of scenarios", name=quoted(name))
            return None
        pen.error(place, "there is no file {name}", name=quoted(name))
        return None


_WIDEST: Final[Mapping[str, type[FileRecord]]] = {
    "map": MapFile,
    "table": TableFile,
    "forces": AnyForces,
    "scenario": Envelope,
}


def _word_of(kind: type[FileRecord]) -> str:
    return next(word for word, known in _WIDEST.items() if issubclass(kind, known))


def _kind_of(raw: Json, wanted: type[FileRecord] | None, pen: Pen) -> str | None:
    """The word in the field `kind`; where it is missing, what was wanted."""
    word = raw.get("kind")
    if isinstance(word, str) and word in ALL_KINDS:
        return word
    kinds = ", ".join(ALL_KINDS)
    if word is None and wanted is not None:
        return _word_of(wanted)
    hint = nearest(word, ALL_KINDS) if isinstance(word, str) else ""
    pen.error(("kind",), "the kind of file should be one of {kinds}{hint}", kinds=kinds, hint=hint)
    return None


# -- files of older forms

Migrator: TypeAlias = Callable[[Json], Json]

MIGRATORS: Final[Mapping[str, Mapping[int, Migrator]]] = {kind: {} for kind in ALL_KINDS}
"""For each kind of file the step away from each older format, to the next: a file of any age runs
through the steps from its own number on.
"""


def migrated(
    raw: Json,
    kind: str,
    pen: Pen,
    migrators: Mapping[str, Mapping[int, Migrator]] = MIGRATORS,
    newest: int = FORMAT,
) -> Json | None:
    """The raw object in the newest form, or None where its format cannot be read.

    The argument is left as it is.
    """
    number = raw.get("format")
    if isinstance(number, bool) or not isinstance(number, int):
        pen.error(("format",), "the format should be a whole number such as {n}", n=newest)
        return None
    if number > newest:
        words = mark("format {n} is newer than this program reads ({newest})")
        pen.error(("format",), words, n=number, newest=newest)
        return None
    steps = migrators.get(kind, {})
    for older in range(number, newest):
        if older not in steps:
            pen.error(("format",), "format {number} is not known", number=quoted(number))
            return None
        raw = {**steps[older](dict(raw)), "format": older + 1}
    return raw
