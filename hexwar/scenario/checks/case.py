"""A scenario with its forces and its map, as the checks look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexwar.hexes import Hex
from hexwar.scenario.errors import Place
from hexwar.scenario.findings import Pen
from hexwar.scenario.measured import TableScenario
from hexwar.scenario.schema import (
    AnyForces,
    ForcesFile,
    FormationRecord,
    LeaderRecord,
    ScenarioFile,
    UnitRecord,
)


@dataclass(frozen=True)
class Case:
    """What the checks of a scenario need; the section of a system adds what it knows of pieces.

    `lost` holds ids of parts that could not be read; what refers to them is not at fault.
    """

    scenario: ScenarioFile
    forces: ForcesFile
    pen: Pen  # of the scenario file
    forces_pen: Pen
    lost: frozenset[str] = frozenset()

    @cached_property
    def formations(self) -> dict[str, FormationRecord]:
        """The formations by id."""
        return {formation.id: formation for formation in self.forces.formations}

    @cached_property
    def units(self) -> dict[str, UnitRecord]:
        """The units by id."""
        return {unit.id: unit for f in self.forces.formations for unit in f.units}

    @cached_property
    def leaders(self) -> dict[str, LeaderRecord]:
        """The leaders and HQ counters by id."""
        return {leader.id: leader for f in self.forces.formations for leader in f.leaders}

    @cached_property
    def formation_of(self) -> dict[str, FormationRecord]:
        """The formation of each unit and leader."""
        formations = self.forces.formations
        units: dict[str, FormationRecord] = {u.id: f for f in formations for u in f.units}
        return units | {leader.id: f for f in formations for leader in f.leaders}

    @cached_property
    def hex_of(self) -> dict[str, Hex]:
        """The set-up hex of each unit and leader that has one."""
        return {id_: hex_ for _, id_, hex_ in self.placements()}

    @cached_property
    def turn_of(self) -> dict[str, int]:
        """The turn of arrival of each unit and formation that is due."""
        return {id_: turn for _, id_, turn in self.arrivals()}

    def placements(self) -> Iterator[tuple[Place, str, Hex]]:
        """Each piece of the set-up with its place in the file and its hex."""
        for i, stack in enumerate(self.scenario.setup):
            for j, unit in enumerate(stack.units):
                yield ("setup", i, "units", j), unit, stack.hex
            for j, leader in enumerate(stack.leaders):
                yield ("setup", i, "leaders", j), leader, stack.hex

    def arrivals(self) -> Iterator[tuple[Place, str, int]]:
        """Each unit and formation that is due with its place in the file and its turn."""
        yield from ()

    def called(self) -> Iterator[tuple[Place, str]]:
        """Each unit and formation that comes only when it is called, with its place in the file."""
        yield from ()

    def sides(self) -> Iterator[tuple[Place, str]]:
        """Each side that the scenario names, with its place in the file."""
        yield ("first_player",), self.scenario.first_player
        for i, holder in enumerate(self.scenario.control):
            yield ("control", i, "side"), holder.side
        page = self.scenario.briefing
        if page is not None:
            yield from ((("briefing", "aims", side), side) for side in page.aims)
            yield from ((("briefing", "difficulty", side), side) for side in page.difficulty)
            if page.par is not None:
                yield ("briefing", "par", "side"), page.par.side

    def held(self) -> frozenset[Hex]:
        """The hexes that belong to somebody at the start without being listed in `control`."""
        return frozenset()


@dataclass(frozen=True)
class TableCase:
    """A scenario on a measured table with its forces, as the checks look at it.

    `lost` holds ids of parts that could not be read; what refers to them is not at fault.
    """

    scenario: TableScenario
    forces: AnyForces
    pen: Pen  # of the scenario file
    forces_pen: Pen
    lost: frozenset[str] = frozenset()

    def sides(self) -> Iterator[tuple[Place, str]]:
        """Each side that the scenario names, with its place in the file."""
        yield ("first_player",), self.scenario.first_player
        for i, objective in enumerate(self.scenario.objectives):
            if objective.held is not None:
                yield ("objectives", i, "held"), objective.held
        for i, zone in enumerate(self.scenario.zones):
            yield ("zones", i, "side"), zone.side
        page = self.scenario.briefing
        if page is not None:
            yield from ((("briefing", "aims", side), side) for side in page.aims)
            yield from ((("briefing", "difficulty", side), side) for side in page.difficulty)
            if page.par is not None:
                yield ("briefing", "par", "side"), page.par.side
