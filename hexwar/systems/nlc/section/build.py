"""Makes a battle of NLC of a scenario's files."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hexwar.cards.records import Allotment, CardId
from hexwar.hexes import Hex
from hexwar.scenario.build import build as build_envelope
from hexwar.scenario.build import date_of
from hexwar.scenario.files import Loaded
from hexwar.scenario.schema import ForcesFile, hexside_of
from hexwar.series.battle import Alternate, Arrival, Season, SourceChange, SpecialRule
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.section.schema import NlcScenario, StepRecord
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationCard, OrderStep, Side

_SUMMER, _MIDDLE = (6, 7, 8, 9), (4, 5, 10)

SECOND_TURN = 2
"""On which bonus cards are drawn where a scenario does not say it (18.32)."""


def build(scenario: NlcScenario, loaded: Loaded) -> NlcBattle:
    """The battle that three files without faults describe."""
    envelope, sources = build_envelope(loaded), _first_sources(scenario)
    formations = {id_: _ordered(f, scenario) for id_, f in envelope.formations.items()}
    common: dict[str, Any] = {field.name: getattr(envelope, field.name) for field in fields(Battle)}
    common |= {"formations": formations, "control": {**sources, **envelope.control}}
    common["options"] = proposed_options(scenario)
    return NlcBattle(
        **common,
        arrivals=tuple(
            Arrival(a.turn, a.entry, a.units, a.formations, a.note) for a in scenario.arrivals
        ),
        supply_sources=sources,
        source_changes=_source_changes(scenario),
        weather_start=scenario.weather.start,
        weather_turns=scenario.weather.turns,
        weather_historical=scenario.weather.historical,
        season=season_of(scenario.date),
        alternates=_alternates(scenario, loaded.forces),
        is_campaign=scenario.mini_campaign,
        has_cumulative_alternates=scenario.cumulative_alternates,
        exits=_exits(scenario),
        reduced_at_start=frozenset(scenario.reduced),
        exhausted_at_start=scenario.exhausted,
        special_rules=tuple(
            SpecialRule(
                r.id, r.text, tuple(r.numbers.items()), r.formations, r.hexes, steps_of(r.steps)
            )
            for r in scenario.special_rules
        ),
        allotments=_allotments(scenario),
        improved_positions=frozenset(scenario.improved_positions),
        damaged_spans=frozenset(hexside_of(side) for side in scenario.damaged_spans),
    )


def _ordered(card: FormationCard, scenario: NlcScenario) -> FormationCard:
    start = (order.steps for order in scenario.orders if order.formation == card.id)
    divisions = (order for order in scenario.divisional_orders if order.formation == card.id)
    return replace(
        card,
        start_order=steps_of(next(start, ())),
        divisional_orders=tuple((order.units, steps_of(order.steps)) for order in divisions),
    )


def season_of(date: str) -> Season:
    """Which weather table a date uses (T3.2)."""
    month = date_of(date)[1]
    if month in _SUMMER:
        return Season.SUMMER
    return Season.MIDDLE if month in _MIDDLE else Season.WINTER


def _alternates(scenario: NlcScenario, forces: ForcesFile) -> tuple[Alternate, ...]:
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


def _allotments(scenario: NlcScenario) -> dict[Side, Allotment]:
    cards = scenario.cards
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


def _exits(scenario: NlcScenario) -> dict[Hex, Side]:
    """Where a side may leave on the first turn: as listed, else at its sources (N5.61)."""
    if scenario.exits is None:
        return _first_sources(scenario)
    return {holder.hex: holder.side for holder in scenario.exits}


def _first_sources(scenario: NlcScenario) -> dict[Hex, Side]:
    return {s.hex: s.side for s in scenario.supply_sources if (s.from_turn or 1) == 1}


def _source_changes(scenario: NlcScenario) -> tuple[SourceChange, ...]:
    """What becomes of sources of supply later, by turn and hex (N16.2)."""
    sources = scenario.supply_sources
    begins = {(s.from_turn, s.hex): s.side for s in sources if s.from_turn and s.from_turn > 1}
    ends = {(s.to_turn + 1, s.hex) for s in sources if s.to_turn is not None}
    changes = [SourceChange(turn, hex_, begins.get((turn, hex_))) for turn, hex_ in ends]
    changes += [SourceChange(t, h, side) for (t, h), side in begins.items() if (t, h) not in ends]
    return tuple(sorted(changes, key=lambda change: (change.turn, change.hex)))


def steps_of(steps: tuple[StepRecord, ...]) -> tuple[OrderStep, ...]:
    """The steps of an order."""
    return tuple(
        OrderStep(s.verb, s.target, s.route, s.target_formation, s.zone, s.fixed) for s in steps
    )


def proposed_options(scenario: NlcScenario) -> dict[str, str]:
    """The options of the rules that a scenario proposes, by name (N3.8)."""
    return scenario.options.model_dump(exclude_none=True)
