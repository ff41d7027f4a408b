"""A scenario of the series with its forces, as checks look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import Place
from hexwar.series.schema import AlternateRecord, ArrivalRecord, SeriesScenario


@dataclass(frozen=True)
class SeriesCase(Case):
    """A scenario of the series with its forces."""

    scenario: SeriesScenario

    @cached_property
    def entry_of(self) -> dict[str, tuple[int, Hex]]:
        """The turn and the entry hex of each unit and formation that is due."""
        return {
            id_: (arrival.turn, arrival.entry)
            for arrival in self.scenario.arrivals
            for id_ in (*arrival.units, *arrival.formations)
        }

    def arrivals(self) -> Iterator[tuple[Place, str, int]]:
        """Each unit and formation that is due with its place in the file and its turn."""
        for i, arrival in enumerate(self.scenario.arrivals):
            names = names_of(arrival, ("arrivals", i))
            yield from ((place, id_, arrival.turn) for place, id_ in names)

    def called(self) -> Iterator[tuple[Place, str]]:
        """Each unit and formation of the alternates, with its place in the file."""
        for i, alternate in enumerate(self.scenario.alternates):
            yield from names_of(alternate, ("alternates", i))

    def sides(self) -> Iterator[tuple[Place, str]]:
        """Each side that the scenario names, with its place in the file."""
        yield from super().sides()
        scenario = self.scenario
        for i, source in enumerate(scenario.supply_sources):
            yield ("supply_sources", i, "side"), source.side
        for i, exit_ in enumerate(scenario.exits or ()):
            yield ("exits", i, "side"), exit_.side
        for i, alternate in enumerate(scenario.alternates):
            yield ("alternates", i, "side"), alternate.side
        for i, removal in enumerate(scenario.cards.removals):
            yield ("cards", "removals", i, "side"), removal.side
        for name in ("decks", "mode_cards", "bonus_cards"):
            for side in getattr(scenario.cards, name):
                yield ("cards", name, side), side

    def held(self) -> frozenset[Hex]:
        """The sources of supply: each is its side's at the start (N16.2)."""
        return frozenset(source.hex for source in self.scenario.supply_sources)


def names_of(group: ArrivalRecord | AlternateRecord, place: Place) -> Iterator[tuple[Place, str]]:
    """Each unit and formation that a group names, with its place in the file."""
    yield from (((*place, "units", j), id_) for j, id_ in enumerate(group.units))
    yield from (((*place, "formations", j), id_) for j, id_ in enumerate(group.formations))
