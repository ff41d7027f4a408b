"""Makes a battle of NLC of a scenario's files."""

from __future__ import annotations

from dataclasses import replace

from hexwar.scenario.files import Loaded
from hexwar.series.battle import SpecialRule
from hexwar.series.build import common_fields
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.section.schema import NlcScenario, StepRecord
from hexwar.table.forces import FormationCard, OrderStep


def build(scenario: NlcScenario, loaded: Loaded) -> NlcBattle:
    """The battle that three files without faults describe."""
    common = common_fields(scenario, loaded)
    formations = {id_: _ordered(f, scenario) for id_, f in common["formations"].items()}
    return NlcBattle(
        **common | {"formations": formations, "options": proposed_options(scenario)},
        weather_start=scenario.weather.start,
        weather_turns=scenario.weather.turns,
        weather_historical=scenario.weather.historical,
        exhausted_at_start=scenario.exhausted,
        special_rules=tuple(
            SpecialRule(
                r.id, r.text, tuple(r.numbers.items()), r.formations, r.hexes, steps_of(r.steps)
            )
            for r in scenario.special_rules
        ),
    )


def _ordered(card: FormationCard, scenario: NlcScenario) -> FormationCard:
    start = (order.steps for order in scenario.orders if order.formation == card.id)
    divisions = (order for order in scenario.divisional_orders if order.formation == card.id)
    return replace(
        card,
        start_order=steps_of(next(start, ())),
        divisional_orders=tuple((order.units, steps_of(order.steps)) for order in divisions),
    )


def steps_of(steps: tuple[StepRecord, ...]) -> tuple[OrderStep, ...]:
    """The steps of an order."""
    return tuple(
        OrderStep(s.verb, s.target, s.route, s.target_formation, s.zone, s.fixed) for s in steps
    )


def proposed_options(scenario: NlcScenario) -> dict[str, str]:
    """The options of the rules that a scenario proposes, by name (N3.8)."""
    return scenario.options.model_dump(exclude_none=True)
