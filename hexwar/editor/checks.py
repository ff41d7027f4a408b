"""What is wrong with a draft: the checks that every scenario file has to pass, while it is at work.

They look at what is in the document, not at the disk, so nothing has to be saved first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from hexwar import resources
from hexwar.editor.document import PARTS, Draft, Json, Part
from hexwar.editor.files import NAMES, Files
from hexwar.hexes import Hex, is_hex_id
from hexwar.scenario.files import Opened
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.schema import AnyForces, FileRecord, MapFile
from hexwar.scenario.section import Sections
from hexwar.scenario.validate import Inspection
from hexwar.table.battlefield import Battlefield

AT_WORK: Final = Path("at-work")
"""The folder in which files stand that have none yet; it is nowhere on the disk."""

MOST_HEXES: Final = 200
"""Hexes of a problem that are shown at most."""

_HEX: Final = re.compile(r"\b\d{4}\b(?!-\d\d\b)")  # and no year of a date
_STEP: Final = re.compile(r'\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]|([^.\[\]]+)')


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence about a place of a draft."""

    part: Part
    path: tuple[str | int, ...]  # the fields and places that lead there
    sentence: str
    is_error: bool  # it keeps the battle from being played
    hexes: tuple[Hex, ...] = ()  # what it is about on the map


T = TypeVar("T", bound=FileRecord)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A file that was judged by itself: what it said then, and what was found."""

    tree: Json
    path: Path
    opened: Opened[Any]
    findings: tuple[Finding, ...]
    battlefield: Battlefield | None = None

    def again(self, findings: list[Finding]) -> Opened[Any]:
        """The same for another report, with a pen of its own."""
        findings += self.findings
        return replace(self.opened, pen=_with(self.opened.pen, findings))


def _with(pen: Pen, findings: list[Finding]) -> Pen:
    return replace(pen, findings=findings, tally=deepcopy(pen.tally))


@dataclass
class _Following(Inspection):
    """An inspection that knows what the one before it found in files that are as they were."""

    memory: dict[str, _Judged] = field(default_factory=dict)
    met: dict[Path, tuple[Opened[Any], Battlefield | None]] = field(default_factory=dict)

    def inspect_map(self, path: Path) -> tuple[Opened[MapFile], Battlefield | None]:
        """Checks a map that is not as it was."""
        return self._judge("map", path, lambda: super(_Following, self).inspect_map(path))

    def inspect_forces(self, path: Path) -> Opened[AnyForces]:
        """Checks forces that are not as they were."""

        def judge() -> tuple[Opened[AnyForces], None]:
            return super(_Following, self).inspect_forces(path), None

        return self._judge("forces", path, judge)[0]

    def _judge(
        self,
        part: str,
        path: Path,
        judge: Callable[[], tuple[Opened[T], Battlefield | None]],
    ) -> tuple[Opened[T], Battlefield | None]:
        key = path.absolute()
        tree, known = self.drafts.get(key), self.memory.get(part)
        if key in self.met:
            return self.met[key]
        if known is not None and known.tree is tree and known.path == key:
            self.met[key] = known.again(self.files.findings), known.battlefield
            return self.met[key]
        before = len(self.files.findings)
        opened, battlefield = self.met[key] = judge()
        found = tuple(self.files.findings[before:])
        if tree is not None:
            kept = replace(opened, pen=_with(opened.pen, []))
            self.memory[part] = _Judged(tree, key, kept, found, battlefield)
        return opened, battlefield


class Checks:
    """The checks of all games, ready for one draft after the other.

    Of each it judges the files anew that are other objects than before.
    """

    def __init__(self, sections: Sections[Any], pictures: tuple[Path, ...] = ()) -> None:
        """Know what each game asks of its section of a scenario.

        Pictures of leaders are also looked for in some folders.
        """
        self._sections, self._pictures = sections, pictures
        self._memory: dict[str, _Judged] = {}

    def problems(
        self, draft: Draft, files: Files | None = None, *, is_thorough: bool = True
    ) -> tuple[Problem, ...]:
        """All that is wrong with a draft, errors first; else in the order of the checks.

        Args:
            draft: What is at work.
            files: Where its parts lie; those that lie nowhere count as in one folder.
            is_thorough: Look for what may be meant otherwise too, such as marches that come too
                late: that takes longer than all the rest.
        """
        places = _places(draft, files or Files())
        at = {path.absolute(): draft.part(part) for part, path in places.items()}
        inspection = _Following(
            self._sections,
            resources.scenarios(),
            is_thorough,
            at,
            self._pictures,
            memory=self._memory,
        )
        inspect: Mapping[Part, Callable[[Path], object]] = {
            "scenario": inspection.inspect_scenario,
            "map": inspection.inspect_map,
            "forces": inspection.inspect_forces,
        }
        for part, judge in inspect.items():
            if part in places:
                judge(places[part])
        part_of = {path.as_posix(): part for part, path in places.items()}
        found = [
            _problem(part_of[finding.file], draft, finding)
            for finding in inspection.files.findings
            if finding.file in part_of
        ]
        if files is None or "scenario" not in files.homes:  # it has no folder to be called by
            found = [one for one in found if one.is_error or one.path != ("id",)]
        return tuple(sorted(found, key=lambda problem: not problem.is_error))


def _places(draft: Draft, files: Files) -> Mapping[Part, Path]:
    """Where the parts of a draft count as lying: a scenario finds the others by their names."""
    scenario = files.homes.get("scenario")
    folder = AT_WORK if scenario is None else scenario.path.parent
    found: dict[Part, Path] = {}
    for part in PARTS:
        if draft.part(part):
            home = files.homes.get(part)
            file = draft.scenario.get(part, NAMES[part]) if part != "scenario" else NAMES[part]
            named = folder / (file if isinstance(file, str) else NAMES[part])
            found[part] = named if home is None else home.path
    return found


def _problem(part: Part, draft: Draft, finding: Finding) -> Problem:
    path = path_of(finding.place)
    return Problem(
        part,
        path,
        finding.sentence,
        finding.is_error,
        _hexes_meant(value_at(draft.part(part), path), finding.sentence) if path else (),
    )


def _hexes_meant(value: Any, sentence: str) -> tuple[Hex, ...]:
    """The hexes of the place of a problem; of a whole list those that the sentence names."""
    words = (Hex(word) for word in _HEX.findall(sentence))
    told = tuple(word for word in words if is_hex_id(word))
    if told and isinstance(value, list):
        return told
    # A value may be as long as a map: no more of it is read than can be shown.
    here = dict.fromkeys(islice(_hexes_in(value), 4 * MOST_HEXES))
    return tuple(here)[:MOST_HEXES] or told


def path_of(place: str) -> tuple[str | int, ...]:
    """The steps of a place as `place_text` writes it.

    >>> path_of('roads[3].hexes[0]'), path_of('numbers["morale.base"]')
    (('roads', 3, 'hexes', 0), ('numbers', 'morale.base'))
    """
    steps = _STEP.findall(place)
    return tuple(json.loads(key) if key else int(at) if at else name for key, at, name in steps)


def value_at(tree: Json, path: tuple[str | int, ...]) -> Any:
    """What stands in a place; None where there is nothing."""
    found: Any = tree
    for step in path:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def _hexes_in(value: Any) -> Iterator[Hex]:
    """The hexes that a value names, one after the other, those of hexsides too."""
    if isinstance(value, str):
        yield from (Hex(text) for text in value.split("-") if is_hex_id(text))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _hexes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _hexes_in(inner)
