"""NLC's section of a scenario: the form of its file, its checks, its battle."""

from __future__ import annotations

from functools import partial
from typing import Final

from hexwar.scenario.findings import Pen
from hexwar.scenario.section import Facts, Section, Sections
from hexwar.series.checks import (
    check_coming,
    check_entries,
    check_reduced,
    check_sources,
    check_works,
)
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.section.build import build, proposed_options
from hexwar.systems.nlc.section.checks import (
    NlcCase,
    Rules,
    check_calendar,
    check_cards,
    check_exhausted,
    check_numbers,
    check_orders,
    check_ratings,
    check_special_rules,
    check_stacks,
)
from hexwar.systems.nlc.section.schema import NlcScenario
from hexwar.table.battlefield import Battlefield

NLC: Final = "nlc"


def section_of(rules: Rules) -> Section[NlcScenario, NlcBattle]:
    """The section, with what its rules know of numbers, special rules and decks."""
    return Section(
        schema=NlcScenario,
        case=NlcCase,
        check_alone=partial(_check_alone, rules),
        check_together=partial(_check_together, rules),
        build=build,
        facts=facts,
    )


def facts(scenario: NlcScenario) -> Facts:
    """What a list of scenarios shows."""
    recorded = scenario.weather.historical or ""
    options = proposed_options(scenario)
    return Facts(options, recorded, scenario.cards.decks, scenario.mini_campaign)


def _check_alone(rules: Rules, scenario: NlcScenario, field: Battlefield | None, pen: Pen) -> None:
    check_calendar(scenario, pen)
    if rules.tables:
        check_numbers(scenario, rules, pen)
    if rules.decks is not None:
        check_cards(scenario, rules.decks, pen)
    if field is not None:
        check_works(scenario, field, pen)


def _check_together(
    rules: Rules, case: NlcCase, field: Battlefield | None, is_thorough: bool
) -> None:
    check_coming(case)
    check_reduced(case)
    check_exhausted(case)
    check_ratings(case)
    check_orders(case)
    check_special_rules(case, rules.special_rules)
    numbers = rules.ground(case.scenario.numbers)
    if numbers is not None:
        check_stacks(case, numbers.stacking)
    if field is None:
        return
    check_entries(case, field)
    check_sources(case, field)
    if numbers is not None and is_thorough:
        # With the costs of steps, which a list of scenarios does not need.
        from hexwar.systems.nlc.section.march import check_marches

        check_marches(case, field, numbers)


FILES_ONLY: Final[Sections[NlcBattle]] = {NLC: section_of(Rules())}
"""The section without the rules: files are compared with each other only."""
