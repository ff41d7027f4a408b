"""What is wrong with a draft: the checks that every scenario file has to pass, while it is at work.

They look at what is in the document, not at the disk, so nothing has to be saved first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.editor.document import PARTS, Draft, Json, Part
from hexwar.editor.files import NAMES, Files
from hexwar.hexes import Hex, is_hex_id
from hexwar.scenario.findings import Finding
from hexwar.scenario.section import Sections
from hexwar.scenario.validate import Inspection

AT_WORK: Final = Path("at-work")
"""The folder in which files stand that have none yet; it is nowhere on the disk."""

MOST_HEXES: Final = 200
"""Hexes of a problem that are shown at most."""

_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence about a place of a draft."""

    part: Part
    path: tuple[str | int, ...]  # the fields and places that lead there
    sentence: str
    is_error: bool  # it keeps the battle from being played
    hexes: tuple[Hex, ...] = ()  # what it is about on the map


class Checks:
    """The checks of all games, ready for a draft."""

    def __init__(self, sections: Sections[Any]) -> None:
        """Know what each game asks of its section of a scenario."""
        self._sections = sections

    def problems(self, draft: Draft, files: Files | None = None) -> tuple[Problem, ...]:
        """All that is wrong with a draft, errors first; else in the order of the checks.

        Args:
            draft: What is at work.
            files: Where its parts lie; those that lie nowhere count as in one folder.
        """
        places = _places(draft, files or Files())
        at = {path.absolute(): draft.part(part) for part, path in places.items()}
        inspection = Inspection(self._sections, resources.scenarios(), drafts=at)
        for part in ("scenario", "map", "forces"):
            if part in places:
                inspection.inspect(places[part])
        part_of = {path.as_posix(): part for part, path in places.items()}
        found = [
            _problem(part_of[finding.file], draft, finding)
            for finding in inspection.files.findings
            if finding.file in part_of
        ]
        return tuple(sorted(found, key=lambda problem: not problem.is_error))


def _places(draft: Draft, files: Files) -> Mapping[Part, Path]:
    """Where the parts of a draft count as lying: a scenario finds the others by their names."""
    scenario = files.homes.get("scenario")
    folder = AT_WORK if scenario is None else scenario.path.parent
    found: dict[Part, Path] = {}
    for part in PARTS:
        if draft.part(part):
            home = files.homes.get(part)
            name = draft.scenario.get(part, NAMES[part]) if part != "scenario" else NAMES[part]
            named = folder / (name if isinstance(name, str) else NAMES[part])
            found[part] = named if home is None else home.path
    return found


def _problem(part: Part, draft: Draft, finding: Finding) -> Problem:
    path = path_of(finding.place)
    hexes = tuple(dict.fromkeys(_hexes_in(_at(draft.part(part), path))))[:MOST_HEXES]
    told = tuple(Hex(word) for word in re.findall(r"\b\d{4}\b", finding.sentence))
    known = hexes or tuple(hex_ for hex_ in told if is_hex_id(hex_))
    return Problem(part, path, finding.sentence, finding.is_error, known if path else ())


def path_of(place: str) -> tuple[str | int, ...]:
    """The steps of a place such as `roads[3].hexes[0]`.

    >>> path_of("roads[3].hexes[0]")
    ('roads', 3, 'hexes', 0)
    """
    return tuple(int(at) if at else name for name, at in _STEP.findall(place))


def _at(tree: Json, path: tuple[str | int, ...]) -> Any:
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
