"""Scenarios made into battles: judged by the rules, with the players' options and cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from hexwar.cards.library import DeckError, decks
from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.ground.vedettes import VEDETTES, cards_with_vedettes
from hexwar.messages import say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import find, load_battle
from hexwar.scenario.section import Section
from hexwar.systems.nlc.battle import BASIC, NlcBattle
from hexwar.systems.nlc.numbers import PRINTED, numbers_of
from hexwar.systems.nlc.rules.cards.ways import CARDS, Way, is_open, stocks_of, way_called
from hexwar.systems.nlc.rules.command.special_rules import KNOWN
from hexwar.systems.nlc.rules.turn.weather import HISTORICAL
from hexwar.systems.nlc.section import NLC, section_of
from hexwar.systems.nlc.section.checks import Rules
from hexwar.systems.nlc.section.schema import NlcScenario
from hexwar.table.battle import FOG


@lru_cache(maxsize=1)
def section() -> Section[NlcScenario, NlcBattle]:
    """The section of a scenario, judged by the numbers, special rules and decks of the game."""
    held = {d.id: {str(card): count for card, count in d.cards} for d in decks().values()}
    return section_of(Rules(PRINTED.tables, PRINTED.fault, KNOWN, held))


@lru_cache(maxsize=8)
def battle_with(scenario: str, options: tuple[tuple[str, str], ...]) -> NlcBattle:
    """A scenario with options over its own and its cards, read once; see `Kit.battle`."""
    battle = load_battle(scenario, {NLC: section()})
    chosen = dict(options)
    merged = {**battle.options, **chosen}
    if merged.get("play") == BASIC:  # it has no secrets, whatever the scenario proposes (N26.1)
        merged = {**merged, CARDS: Way.NONE.value, **chosen, "orders": "open"}
    try:
        stocks = stocks_of(battle)
    except DeckError as error:
        raise ScenarioError(str(error), find(scenario), "cards") from error
    made = replace(battle, options=MappingProxyType(merged), stocks=MappingProxyType(dict(stocks)))
    if merged.get(VEDETTES) == "on":
        movement = numbers_of(made).unit.default_movement.vedette
        made = replace(made, units=cards_with_vedettes(made, movement))
    for name, value in merged.items():
        refusal = option_refusal(name, value, made)
        if refusal:
            raise ScenarioError(refusal, find(scenario), f"options.{name}")
    return made


def option_refusal(name: str, value: str, battle: NlcBattle) -> str:
    """Why a battle is not played with a value of an option; empty where it may be.

    Cards need decks, and a campaign two of them (N23.1, N23.8); the weather as it was needs a
    record (N18.2); the basic game has neither cards nor secrets (N26.1); who sees all orders sees
    all forces (N20.2).
    """
    if name == CARDS and not is_open(battle, way_called(value)):
        without = say("{battle} has no decks of cards", battle=battle.name)
        return say(NO_SINGLE_DECK) if battle.stocks else without
    if (name, value) == ("weather", HISTORICAL) and not battle.weather_historical:
        return say("no weather of {battle} is recorded", battle=battle.name)
    if battle.is_basic and name in (CARDS, "vedettes", *FOG) and value not in ("none", "off"):
        return say("the basic game has no cards, no vedettes, and nothing in it is hidden")
    return ""
