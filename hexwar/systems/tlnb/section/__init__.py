"""Its part of scenario files: what a battle of the series needs to be played so (T34)."""

from __future__ import annotations

from typing import Final, get_args

from hexwar.scenario.findings import Pen
from hexwar.scenario.section import Facts, Section
from hexwar.series.checks import (
    check_coming,
    check_due,
    check_entries,
    check_reduced,
    check_sources,
    check_works,
)
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.section.build import build
from hexwar.systems.tlnb.section.checks import (
    TlnbCase,
    check_bearers,
    check_contact,
    check_decks,
    check_leaders,
    check_levels,
    check_marches,
    check_numbers,
    check_options,
    check_reach,
    check_special_rules,
    check_stacks,
    check_trains,
    check_turns,
)
from hexwar.systems.tlnb.section.schema import TlnbScenario, Weather
from hexwar.table.battlefield import Battlefield


def check_alone(scenario: TlnbScenario, field: Battlefield | None, pen: Pen) -> None:
    """Options, numbers, turns, weather and decks are sound."""
    check_due(scenario, pen)
    check_turns(scenario, get_args(Weather), pen)
    check_options(scenario, pen)
    check_numbers(scenario, pen)
    check_decks(scenario, pen)
    if field is not None:
        check_works(scenario, field, pen)


def check_together(case: TlnbCase, field: Battlefield | None, is_thorough: bool) -> None:
    """Who is named is there, and the set-up can be played (T34.7)."""
    check_coming(case)
    check_reduced(case)
    check_leaders(case)
    check_reach(case)
    check_special_rules(case, field)
    check_bearers(case)
    check_trains(case)
    check_marches(case, field)
    if field is not None:
        check_entries(case, field)
        check_sources(case, field)
    if is_thorough:
        check_levels(case)
        check_stacks(case)
        if field is not None:
            check_contact(case, field)


def facts(scenario: TlnbScenario) -> Facts:
    """What a list of scenarios shows."""
    recorded = scenario.weather.historical or ""
    own = scenario.tlnb.options
    return Facts(own, recorded, scenario.own_cards.decks, scenario.mini_campaign)


SECTION: Final[Section[TlnbScenario, TlnbBattle]] = Section(
    schema=TlnbScenario,
    case=TlnbCase,
    check_alone=check_alone,
    check_together=check_together,
    build=build,
    facts=facts,
)
"""Makes a battle of the player-turn game of a scenario's files (T34)."""
