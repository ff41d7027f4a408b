"""The complete report on scenario files: every fault of every file, none stops the search."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from hexwar.messages import mark
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.forces import check_forces, check_known_side
from hexwar.scenario.checks.ground import check_map
from hexwar.scenario.checks.hexes import check_hexes
from hexwar.scenario.checks.pieces import check_enemies, check_pieces, check_shut_in, check_victory
from hexwar.scenario.checks.schedule import check_schedule
from hexwar.scenario.errors import quoted
from hexwar.scenario.files import SCENARIO_FILE, Loaded, Opened, OpenFiles
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.pictures import FOLDER, check_pictures
from hexwar.scenario.reading import Json, content_hash
from hexwar.scenario.schema import ForcesFile, MapFile, ScenarioFile
from hexwar.scenario.section import Section, Sections
from hexwar.table.battlefield import Battlefield

MOST_FILES: Final = 500
"""Files of one folder that are looked at."""

NO_SECTIONS: Final[Sections[Any]] = MappingProxyType({})
"""Scenarios are read as far as every system's goes."""


def validate(
    paths: Sequence[Path],
    sections: Sections[Any] = NO_SECTIONS,
    shelf: Path | None = None,
) -> tuple[Finding, ...]:
    """All that is wrong with some files, or with all files below some folders.

    A scenario brings the files that it names along; what its own folder lacks is looked for on the
    shelf, a second folder.
    """
    inspection = Inspection(sections, shelf)
    for path in paths:
        for file in _files(path, inspection.files):
            inspection.inspect(file)
    return tuple(inspection.files.findings)


@dataclass(slots=True)
class Inspection:
    """Opens files and checks each of them once."""

    sections: Sections[Any] = field(default_factory=lambda: NO_SECTIONS)
    shelf: Path | None = None
    is_thorough: bool = True  # looks for what may be meant too, at the cost of a quarter second
    drafts: Mapping[Path, Json] = field(default_factory=dict)  # files as somebody has them at work
    pictures: tuple[Path, ...] = ()  # folders of pictures beside those of the forces
    files: OpenFiles = field(init=False)
    checked: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.files = OpenFiles(
            self.shelf, {id_: s.schema for id_, s in self.sections.items()}, self.drafts
        )

    def inspect(self, path: Path) -> None:
        """Checks a file of any kind, and what it names."""
        record = self.files.open_any(path).record
        if isinstance(record, MapFile):
            self.inspect_map(path)
        elif isinstance(record, ForcesFile):
            self.inspect_forces(path)
        elif isinstance(record, ScenarioFile):
            self.inspect_scenario(path)

    def inspect_map(self, path: Path) -> tuple[Opened[MapFile], Battlefield | None]:
        """Checks a map; answers with the battlefield as well as it can be built."""
        opened = self.files.open(path, MapFile)
        if opened.record is None:
            return opened, None
        battlefield = build_battlefield(opened.record, path.stem, opened.sha256)
        if self._is_first(path):
            check_map(opened.record, battlefield, opened.pen)
        return opened, battlefield

    def inspect_forces(self, path: Path) -> Opened[ForcesFile]:
        """Checks forces by themselves."""
        opened = self.files.open(path, ForcesFile)
        if opened.record is not None and self._is_first(path):
            check_forces(opened.record, opened.pen, opened.lost)
            check_pictures(opened.record, (path.parent / FOLDER, *self.pictures), opened.pen)
        return opened

    def inspect_scenario(self, path: Path) -> Loaded | None:
        """Checks a scenario with its map and its forces; None where one of them is unreadable."""
        opened = self.files.open(path, ScenarioFile)
        scenario, pen = opened.record, opened.pen
        if scenario is None:
            return None
        map_path = self.files.follow(path, scenario.map, ("map",), pen)
        forces_path = self.files.follow(path, scenario.forces, ("forces",), pen)
        map_, battlefield = (None, None) if map_path is None else self.inspect_map(map_path)
        forces = None if forces_path is None else self.inspect_forces(forces_path)
        if self._is_first(path):
            section = self.sections.get(scenario.system)
            self._check_alone(path, scenario, battlefield, pen)
            if section is not None:
                section.check_alone(scenario, battlefield, pen)
            if forces and forces.record:
                lost = opened.lost | forces.lost
                kind = Case if section is None else section.case
                case = kind(scenario, forces.record, pen, forces.pen, lost)
                self._check_together(case, section, battlefield)
            for id_ in self.sections:
                if id_ != scenario.system and id_ in scenario.unknown:
                    self._inspect_guest(path, scenario.system, id_)
        return _loaded(opened, forces, map_)

    def _inspect_guest(self, path: Path, system: str, guest: str) -> None:
        """Judges what a scenario says to another game that plays it: an object of its name."""
        known = {system: self.sections[guest]}
        inner = replace(self, sections=known, checked=set())
        inner.inspect_scenario(path)
        file, findings = path.as_posix(), self.files.findings
        kept = [one for one in findings if one.file != file or one.place != guest]
        told = (one for one in inner.files.findings if one.file == file)
        findings[:] = [*kept, *(one for one in told if _field_of(one.place) == guest)]

    def _check_alone(
        self, path: Path, scenario: ScenarioFile, battlefield: Battlefield | None, pen: Pen
    ) -> None:
        home = path.absolute().parent.name
        if path.name == SCENARIO_FILE and scenario.id != home:
            words = mark("the id is {id}, but its folder is called {home}")
            pen.warning(("id",), words, id=scenario.id, home=quoted(home))
        check_schedule(scenario, pen)
        if battlefield is not None:
            check_hexes(scenario, battlefield.grid, pen)

    def _check_together(
        self, case: Case, section: Section[Any, Any] | None, battlefield: Battlefield | None
    ) -> None:
        for place, side in case.sides():
            check_known_side(side, case.forces, place, case.pen)
        check_pieces(case)
        check_enemies(case)
        check_victory(case)
        if battlefield is not None:
            check_shut_in(case, battlefield)
        if section is not None:
            section.check_together(case, battlefield, self.is_thorough)

    def _is_first(self, path: Path) -> bool:
        known = len(self.checked)
        self.checked.add(path.absolute())
        return len(self.checked) > known


def _field_of(place: str) -> str:
    """The field of the file that a place is in: `tlnb` of `tlnb.leaders[0]`."""
    return re.split(r"[.\[]", place, maxsplit=1)[0]


def _loaded(
    scenario: Opened[ScenarioFile],
    forces: Opened[ForcesFile] | None,
    map_: Opened[MapFile] | None,
) -> Loaded | None:
    if not (forces and map_ and scenario.record and forces.record and map_.record):
        return None
    records = scenario.record, forces.record, map_.record
    sha256 = content_hash([scenario.sha256, forces.sha256, map_.sha256])
    return Loaded(*records, map_.path.stem, map_.sha256, sha256, forces.path.parent / FOLDER)


def _files(path: Path, opened: OpenFiles) -> Iterator[Path]:
    """The file itself, or the JSON files below a folder in the order of their names."""
    if not os.path.isdir(path):
        yield path
        return
    files = list(islice(_json_files(path), MOST_FILES + 1))
    pen = Pen(path.as_posix(), opened.findings)
    if not files:
        pen.error((), "the folder holds no .json file")
    elif len(files) > MOST_FILES:
        pen.error((), "the folder holds more than {most} .json files", most=MOST_FILES)
    yield from files[:MOST_FILES]


def _json_files(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(here, name) for name in sorted(names) if name.endswith(".json"))
