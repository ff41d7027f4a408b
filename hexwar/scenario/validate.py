"""The complete report on scenario files: every fault of every file, none stops the search."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from hexwar.messages import mark
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.checks.case import Case, TableCase
from hexwar.scenario.checks.forces import check_forces, check_known_side
from hexwar.scenario.checks.ground import check_map
from hexwar.scenario.checks.hexes import check_hexes
from hexwar.scenario.checks.pieces import check_enemies, check_pieces, check_shut_in, check_victory
from hexwar.scenario.checks.schedule import check_schedule
from hexwar.scenario.checks.tables import check_envelope, check_table
from hexwar.scenario.errors import quoted
from hexwar.scenario.files import SCENARIO_FILE, Loaded, LoadedTable, Opened, OpenFiles
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.measured import TableFile, TableScenario
from hexwar.scenario.pictures import FOLDER, check_pictures
from hexwar.scenario.reading import Json, content_hash
from hexwar.scenario.schema import AnyForces, Envelope, ForcesFile, MapFile, ScenarioFile
from hexwar.scenario.section import Section, Sections, musters_of
from hexwar.table.battlefield import Battlefield

if TYPE_CHECKING:  # which brings arrays along
    from hexwar.tabletop.ground import Ground

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
        forms = {id_: s.schema for id_, s in self.sections.items()}
        self.files = OpenFiles(self.shelf, forms, self.drafts, musters_of(self.sections))

    def inspect(self, path: Path) -> None:
        """Checks a file of any kind, and what it names."""
        record = self.files.open_any(path).record
        if isinstance(record, MapFile):
            self.inspect_map(path)
        elif isinstance(record, TableFile):
            self.inspect_table(path)
        elif isinstance(record, AnyForces):
            self.inspect_forces(path)
        elif isinstance(record, Envelope):
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

    def inspect_table(self, path: Path) -> tuple[Opened[TableFile], Ground | None]:
        """Checks a measured table; answers with the ground as well as it can be built."""
        from hexwar.scenario.tables import build_ground

        opened = self.files.open(path, TableFile)
        if opened.record is None:
            return opened, None
        if self._is_first(path):
            check_table(opened.record, opened.pen)
        file, findings = path.as_posix(), self.files.findings
        # A piece without corners has no area that anything could be asked of.
        is_sound = not any(one.is_error and one.file == file for one in findings)
        return opened, build_ground(opened.record) if is_sound else None

    def inspect_forces(self, path: Path) -> Opened[AnyForces]:
        """Checks forces by themselves."""
        opened = self.files.open(path, AnyForces)
        if opened.record is None or not self._is_first(path):
            return opened
        if isinstance(opened.record, ForcesFile):
            check_forces(opened.record, opened.pen, opened.lost)
            check_pictures(opened.record, (path.parent / FOLDER, *self.pictures), opened.pen)
        for section in self.sections.values():
            if section.check_forces is not None and isinstance(opened.record, section.forces):
                section.check_forces(opened.record, opened.pen)
        return opened

    def inspect_scenario(self, path: Path) -> Loaded | LoadedTable | None:
        """Checks a scenario with its board and its forces; None where one of them is unreadable."""
        opened = self.files.open(path, Envelope)
        scenario, pen = opened.record, opened.pen
        if scenario is None:
            return None
        map_path = self.files.follow(path, scenario.map, ("map",), pen)
        forces_path = self.files.follow(path, scenario.forces, ("forces",), pen)
        inspect = self.inspect_map if isinstance(scenario, ScenarioFile) else self.inspect_table
        map_: Opened[Any] | None
        map_, board = (None, None) if map_path is None else inspect(map_path)
        forces = None if forces_path is None else self.inspect_forces(forces_path)
        section = self.sections.get(scenario.system)
        forces = self._fitting(forces, section, pen)
        if self._is_first(path):
            self._check(path, opened, forces, board)
        return _loaded(opened, forces, map_)

    def _fitting(
        self, forces: Opened[AnyForces] | None, section: Section[Any, Any] | None, pen: Pen
    ) -> Opened[AnyForces] | None:
        """Forces that are those of the scenario's game; else None, and it is told."""
        wanted = ForcesFile if section is None else section.forces
        if forces is None or forces.record is None or isinstance(forces.record, wanted):
            return forces
        if not pen.has_written_of(("forces",)):
            pen.error(("forces",), "the forces are those of another game")
        return None

    def _check(
        self,
        path: Path,
        opened: Opened[Envelope],
        forces: Opened[AnyForces] | None,
        board: Battlefield | Ground | None,
    ) -> None:
        """Judges a scenario, alone and with its forces."""
        scenario, pen = opened.record, opened.pen
        assert scenario is not None
        section = self.sections.get(scenario.system)
        self._check_alone(path, scenario, board, pen)
        if section is not None:
            section.check_alone(scenario, board, pen)
        if forces and forces.record:
            lost = opened.lost | forces.lost
            usual: Callable[..., Any] = Case if isinstance(scenario, ScenarioFile) else TableCase
            kind = usual if section is None else section.case
            case = kind(scenario, forces.record, pen, forces.pen, lost)
            self._check_together(case, section, board)
        for id_ in self.sections:
            if id_ != scenario.system and id_ in scenario.unknown:
                self._inspect_guest(path, scenario.system, id_)

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
        self, path: Path, scenario: Envelope, board: Battlefield | Ground | None, pen: Pen
    ) -> None:
        home = path.absolute().parent.name
        if path.name == SCENARIO_FILE and scenario.id != home:
            words = mark("the id is {id}, but its folder is called {home}")
            pen.warning(("id",), words, id=scenario.id, home=quoted(home))
        if isinstance(scenario, ScenarioFile):
            check_schedule(scenario, pen)
            if isinstance(board, Battlefield):
                check_hexes(scenario, board.grid, pen)
        elif isinstance(scenario, TableScenario):
            check_envelope(scenario, None if isinstance(board, Battlefield) else board, pen)

    def _check_together(
        self,
        case: Case | TableCase,
        section: Section[Any, Any] | None,
        board: Battlefield | Ground | None,
    ) -> None:
        for place, side in case.sides():
            check_known_side(side, case.forces, place, case.pen)
        if isinstance(case, Case):
            check_pieces(case)
            check_enemies(case)
            check_victory(case)
            if isinstance(board, Battlefield):
                check_shut_in(case, board)
        if section is not None:
            section.check_together(case, board, self.is_thorough)

    def _is_first(self, path: Path) -> bool:
        known = len(self.checked)
        self.checked.add(path.absolute())
        return len(self.checked) > known


def _field_of(place: str) -> str:
    """The field of the file that a place is in: `tlnb` of `tlnb.leaders[0]`."""
    return re.split(r"[.\[]", place, maxsplit=1)[0]


def _loaded(
    scenario: Opened[Envelope], forces: Opened[AnyForces] | None, map_: Opened[Any] | None
) -> Loaded | LoadedTable | None:
    if not (forces and map_ and scenario.record and forces.record and map_.record):
        return None
    told, troops = scenario.record, forces.record
    sha256 = content_hash([scenario.sha256, forces.sha256, map_.sha256])
    if isinstance(told, TableScenario):
        return LoadedTable(told, troops, map_.record, sha256)
    if not (isinstance(told, ScenarioFile) and isinstance(troops, ForcesFile)):
        return None
    folder = forces.path.parent / FOLDER
    return Loaded(told, troops, map_.record, map_.path.stem, map_.sha256, sha256, folder)


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
