"""Where a document lies: its files are read whole and bounded, and written only where they changed.

A file that says the same as when it was read is written back letter for letter, or not at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hexwar import resources
from hexwar.editor.army import plain
from hexwar.editor.document import PARTS, Draft, Json, Part, is_same, put
from hexwar.engine import Refusal, SaveError
from hexwar.engine.budget import SCENARIO, OverBudget, read_bytes
from hexwar.engine.files import write_file
from hexwar.messages import mark, say
from hexwar.scenario.files import SCENARIO_FILE, OpenFiles
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.reading import read_object
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.writing import to_text

NAMES: Final[Mapping[Part, str]] = MappingProxyType(
    {"map": "map.json", "forces": "forces.json", "scenario": SCENARIO_FILE}
)
"""What the files are called in a folder of their own."""

_LONGEST: Final = 64  # characters of an id

ORDER: Final = tuple(ScenarioFile.model_fields)

TELLING: Final = frozenset(
    {"kind", "format", "id", "map", "forces", "turns", "grid", "terrain", "formations"}
)
"""Fields one of which any file of a battle has."""

SHIPPED: Final = Refusal(
    mark("These files come with hexwar and stay as they are: save the battle as your own."), ""
)


@dataclass(frozen=True, slots=True)
class Home:
    """A file as it was read or written last."""

    path: Path
    tree: Json
    text: str


class Files:
    """The files of a document."""

    def __init__(self, homes: Mapping[Part, Home] = MappingProxyType({})) -> None:
        """Know where its parts lie; those of a new document lie nowhere."""
        self.homes = dict(homes)

    @classmethod
    def read(cls, path: Path) -> tuple[Draft, Files, tuple[Finding, ...]]:
        """A battle by its folder or one of its files, or a map or forces alone.

        Returns:
            The draft with all that could be read, where it lies, and what is wrong with files that
            cannot be read at all or are not there; faults within them are for the checks.
        """
        found: list[Finding] = []
        first = path / SCENARIO_FILE if os.path.isdir(path) else path
        files = cls()
        if first is not path and not os.path.isfile(first):
            pen = Pen(path.as_posix(), found)
            pen.error((), mark("the folder holds no {name}"), name=SCENARIO_FILE)
            return Draft(), files, tuple(found)
        tree = files._read(first, found)
        if tree and TELLING.isdisjoint(tree):
            Pen(first.as_posix(), found).error((), mark("this is no file of a battle"))
            return Draft(), files, tuple(found)
        part = _part_of(tree)
        files._keep(part, first, tree)
        if part == "scenario":
            pen = Pen(first.as_posix(), found)
            for other in ("map", "forces"):
                name = tree.get(other)
                where = (
                    OpenFiles(resources.scenarios()).follow(first, name, (other,), pen)
                    if isinstance(name, str)
                    else None
                )
                if where is not None:
                    files._keep(other, where, files._read(where, found))
        trees = {home_part: home.tree for home_part, home in files.homes.items()}
        return Draft(**trees), files, tuple(found)

    def _read(self, path: Path, found: list[Finding]) -> Json:
        return read_object(path, Pen(path.as_posix(), found)) or {}

    def _keep(self, part: Part, path: Path, tree: Json) -> None:
        if tree:
            self.homes[part] = Home(path, tree, text_at(path))

    # -- what is written

    def text(self, part: Part, draft: Draft) -> str:
        """What the file of a part holds for a draft: letter for letter the old where it says so."""
        home, tree = self.homes.get(part), draft.part(part)
        return home.text if home is not None and is_same(home.tree, tree) else to_text(tree)

    def changed(self, draft: Draft) -> tuple[Part, ...]:
        """The parts of a draft that are not as on the disk; an empty one needs no file."""
        return tuple(
            part
            for part in PARTS
            if draft.part(part)
            and not (part in self.homes and is_same(self.homes[part].tree, draft.part(part)))
        )

    def elsewhere(self) -> tuple[Path, ...]:
        """The files that somebody else has changed since, or taken away."""
        return tuple(home.path for home in self.homes.values() if not _is_as_left(home))

    def save(self, draft: Draft) -> Refusal | None:
        """Write what has changed or is gone; why not, where a file has no place or cannot be.

        Files that were written before one failed stay written: each is whole.
        """
        gone = {part for part, home in self.homes.items() if not os.path.exists(home.path)}
        changed = [part for part in PARTS if part in {*self.changed(draft), *gone}]
        if any(part not in self.homes for part in changed):
            return Refusal(say("Some of it has no file yet: save the battle as your own."), "")
        if any(is_shipped(self.homes[part].path) for part in changed):
            return SHIPPED
        return self._write({part: self.homes[part].path for part in changed}, draft)

    def save_as(self, folder: Path, draft: Draft) -> tuple[Draft, Refusal | None]:
        """Write all parts into a folder of their own, which gives the battle its id.

        Returns:
            The draft as it was written, its names of files and its id changed; and why it was not.
        """
        if is_shipped(folder / SCENARIO_FILE):
            return draft, SHIPPED
        if draft.scenario:
            others: tuple[Part, ...] = ("map", "forces")
            fields: dict[str, str] = {"id": id_of(folder.name)}
            fields |= {part: NAMES[part] for part in others if draft.part(part)}
            draft = draft.having("scenario", put(draft.scenario, fields, ORDER))
        before = dict(self.homes)
        refusal = self._write(
            {part: folder / NAMES[part] for part in PARTS if draft.part(part)}, draft
        )
        if refusal is not None:
            self.homes = before  # it lies where it lay
        return draft, refusal

    def meets_other(self, folder: Path) -> bool:
        """Whether files that are not these, or that somebody else has changed, lie in a folder."""
        own = {home.path for home in self.homes.values() if _is_as_left(home)}
        places = [folder / name for name in NAMES.values()]
        return any(os.path.exists(place) and place not in own for place in places)

    def _write(self, places: Mapping[Part, Path], draft: Draft) -> Refusal | None:
        for part, path in places.items():
            text = self.text(part, draft)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                words = mark("The folder {folder} cannot be made: {why}.")
                why = fault.strerror or ""
                return Refusal(say(words, folder=path.parent, why=why), "")
            try:
                write_file(path, text)
            except SaveError as fault:
                return Refusal(str(fault), "")
            self.homes[part] = Home(path, draft.part(part), text)
        return None


def id_of(name: str) -> str:
    """The id of a battle whose folder has a name.

    >>> id_of("Fère, 25 March"), id_of("...")
    ('fere-25-march', 'battle')
    """
    words = re.findall("[a-z0-9]+", plain(name).casefold())
    return "-".join(words)[:_LONGEST].strip("-") or "battle"


def _part_of(tree: Json) -> Part:
    """Which part a file is by its own word; a scenario where it does not say."""
    kind = tree.get("kind")
    return next((part for part in PARTS if part == kind), "scenario")


def _is_as_left(home: Home) -> bool:
    try:
        return text_at(home.path) == home.text
    except (OSError, OverBudget):
        return False


def text_at(path: Path) -> str:
    """What a file holds, bounded.

    Raises:
        OverBudget: It is too large, or no plain file.
        OSError: It cannot be read.
    """
    return read_bytes(path, SCENARIO.size).decode("utf-8-sig", "replace")


def is_shipped(path: Path) -> bool:
    """Whether a file lies among those that come with hexwar."""
    return path.resolve().is_relative_to(resources.scenarios().resolve())
