"""Makes of the files of a scenario what battles of the series have in common."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from hexwar.cards.records import Allotment, CardId
from hexwar.hexes import Hex
from hexwar.scenario.build import build, date_of
from hexwar.scenario.files import Loaded
from hexwar.scenario.schema import ForcesFile, hexside_of
from hexwar.series.battle import Alternate, Arrival, Season, SourceChange
from hexwar.series.schema import CardsRecord, SeriesScenario
from hexwar.table.battle import MapBattle
from hexwar.table.forces import Side

_SUMMER, _MIDDLE = (6, 7, 8, 9), (4, 5, 10)

SECOND_TURN: Final = 2
"""On which bonus cards are drawn where a scenario does not say it (18.32)."""


def common_fields(scenario: SeriesScenario, loaded: Loaded) -> dict[str, Any]:
    """The fields of a `SeriesBattle` that do not hang on its game, by their names."""
    envelope, sources = build(loaded), _first_sources(scenario)
    common: dict[str, Any] = {
        field.name: getattr(envelope, field.name) for field in fields(MapBattle)
    }
    return common | {
        "control": {**sources, **envelope.control},
        "arrivals": tuple(
            Arrival(a.turn, a.entry, a.units, a.formations, a.note) for a in scenario.arrivals
        ),
        "supply_sources": sources,
        "source_changes": _source_changes(scenario),
        "season": season_of(scenario.date),
        "alternates": _alternates(scenario, loaded.forces),
        "is_campaign": scenario.mini_campaign,
        "has_cumulative_alternates": scenario.cumulative_alternates,
        "exits": _exits(scenario),
        "reduced_at_start": frozenset(scenario.reduced),
        "allotments": allotments_of(scenario.cards),
        "improved_positions": frozenset(scenario.improved_positions),
        "damaged_spans": frozenset(hexside_of(side) for side in scenario.damaged_spans),
    }


def season_of(date: str) -> Season:
    """Which weather table a date uses (T3.2)."""
    month = date_of(date)[1]
    if month in _SUMMER:
        return Season.SUMMER
    return Season.MIDDLE if month in _MIDDLE else Season.WINTER


def _alternates(scenario: SeriesScenario, forces: ForcesFile) -> tuple[Alternate, ...]:
    """The lists of alternate reinforcements, side by side in order, their units named."""
    units = {f.id: tuple(unit.id for unit in f.units) for f in forces.formations}
    found = [
        Alternate(
            a.side,
            a.list,
            a.entry,
            (*a.units, *(unit for f in a.formations for unit in units.get(f, ()))),
            a.formations,
            a.note,
            a.from_turn or 1,
            a.to_turn,
        )
        for a in scenario.alternates
    ]
    return tuple(sorted(found, key=lambda a: (a.side, a.number)))


def allotments_of(cards: CardsRecord) -> dict[Side, Allotment]:
    """The cards of each side that a scenario allots (18.2)."""
    return {
        side: Allotment(
            deck=deck,
            removals=tuple((CardId(r.card), r.count) for r in cards.removals if r.side == side),
            mode_draws=cards.mode_cards.get(side, 0),
            bonus_draws=cards.bonus_cards.get(side, 0),
            bonus_turn=cards.bonus_turn or SECOND_TURN,
        )
        for side, deck in cards.decks.items()
    }


def _exits(scenario: SeriesScenario) -> dict[Hex, Side]:
    """Where a side may leave on the first turn: as listed, else at its sources (N5.61)."""
    if scenario.exits is None:
        return _first_sources(scenario)
    return {holder.hex: holder.side for holder in scenario.exits}


def _first_sources(scenario: SeriesScenario) -> dict[Hex, Side]:
    return {s.hex: s.side for s in scenario.supply_sources if (s.from_turn or 1) == 1}


def _source_changes(scenario: SeriesScenario) -> tuple[SourceChange, ...]:
    """What becomes of sources of supply later, by turn and hex (N16.2)."""
    sources = scenario.supply_sources
    begins = {(s.from_turn, s.hex): s.side for s in sources if s.from_turn and s.from_turn > 1}
    ends = {(s.to_turn + 1, s.hex) for s in sources if s.to_turn is not None}
    changes = [SourceChange(turn, hex_, begins.get((turn, hex_))) for turn, hex_ in ends]
    changes += [SourceChange(t, h, side) for (t, h), side in begins.items() if (t, h) not in ends]
    return tuple(sorted(changes, key=lambda change: (change.turn, change.hex)))
