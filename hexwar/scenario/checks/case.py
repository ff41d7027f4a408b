"""A scenario with its forces and its map, as the checks look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexwar.hexes import Hex
from hexwar.scenario.errors import Place
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import ForcesFile, ScenarioFile
from hexwar.scenario.schema.forces import FormationRecord, LeaderRecord, UnitRecord


@dataclass(frozen=True)
class Case:
    """What the checks of a scenario need.

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

    @cached_property
    def entry_of(self) -> dict[str, tuple[int, Hex]]:
        """The turn and the entry hex of each unit and formation that is due."""
        return {
            id_: (arrival.turn, arrival.entry)
            for arrival in self.scenario.arrivals
            for id_ in (*arrival.units, *arrival.formations)
        }

    def placements(self) -> Iterator[tuple[Place, str, Hex]]:
        """Each piece of the set-up with its place in the file and its hex."""
        for i, stack in enumerate(self.scenario.setup):
            for j, unit in enumerate(stack.units):
                yield ("setup", i, "units", j), unit, stack.hex
            for j, leader in enumerate(stack.leaders):
                yield ("setup", i, "leaders", j), leader, stack.hex

    def arrivals(self) -> Iterator[tuple[Place, str, int]]:
        """Each unit and formation that is due with its place in the file and its turn."""
        for i, arrival in enumerate(self.scenario.arrivals):
            for j, unit in enumerate(arrival.units):
                yield ("arrivals", i, "units", j), unit, arrival.turn
            for j, formation in enumerate(arrival.formations):
                yield ("arrivals", i, "formations", j), formation, arrival.turn
