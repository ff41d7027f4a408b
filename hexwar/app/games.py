"""Games of this program: scenarios, the rules and the kernel put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from hexwar.ai.arena import Match
from hexwar.ai.players import PLAYERS
from hexwar.cards.library import DeckError
from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.engine import Chance, SaveError, SeededChance, Session, System, chance_from_seed
from hexwar.engine.save import parse
from hexwar.engine.saved import restored
from hexwar.messages import say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import find, lasting_name, load_battle
from hexwar.systems.nlc.file_rules import sections
from hexwar.systems.nlc.rules.cards.ways import CARDS, is_open, stocks_of, way_called
from hexwar.systems.nlc.rules.turn.weather import HISTORICAL
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import header_of, nlc
from hexwar.table.battle import Battle
from hexwar.table.forces import Side

OTHER_SCENARIO = -1
"""Stands for a rules revision: the game was played over other files of its scenario."""


@lru_cache(maxsize=8)
def battle_with(scenario: str, options: tuple[tuple[str, str], ...]) -> Battle:
    """A scenario by id or path, with the players' options over its own, and its cards.

    Raises:
        ScenarioError: the scenario cannot be read or not be played with these options; the
            sentence names file and place.
    """
    battle = load_battle(scenario, sections())
    merged = {**battle.options, **dict(options)}
    try:
        stocks = stocks_of(battle)
    except DeckError as error:
        raise ScenarioError(str(error), find(scenario), "cards") from error
    made = replace(battle, options=MappingProxyType(merged), stocks=MappingProxyType(dict(stocks)))
    for name, value in merged.items():
        refusal = option_refusal(name, value, made)
        if refusal:
            raise ScenarioError(refusal, find(scenario), f"options.{name}")
    return made


def option_refusal(name: str, value: str, battle: Battle) -> str:
    """Why a battle is not played with a value of an option; empty where it may be.

    Cards need decks, and a campaign two of them (N23.1, N23.8); the weather as it was needs a
    record (N18.2).
    """
    if name == CARDS and not is_open(battle, way_called(value)):
        return (
            NO_SINGLE_DECK
            if battle.stocks
            else say("{battle} has no decks of cards", battle=battle.name)
        )
    if (name, value) == ("weather", HISTORICAL) and not battle.weather_historical:
        return say("no weather of {battle} is recorded", battle=battle.name)
    return ""


def battle_of(header: Mapping[str, Any]) -> Battle:
    """The battle that a save's header names.

    Raises:
        SaveError: the header names none, or the scenario's files have changed since.
    """
    battle = _named_battle(header)
    if battle.sha256 != header.get("sha256"):
        raise SaveError(f"The scenario {battle.id} has changed since this game was saved.")
    return battle


def _named_battle(header: Mapping[str, Any]) -> Battle:
    scenario, options = header.get("scenario"), header.get("options", {})
    if not isinstance(scenario, str) or not isinstance(options, dict):
        raise SaveError("The save names no scenario.")
    chosen = tuple(sorted((str(k), str(v)) for k, v in options.items()))
    try:
        return battle_with(scenario, chosen)
    except ScenarioError as error:
        raise SaveError(f"Its scenario cannot be opened: {error}") from error


SYSTEM: System[GameState] = nlc(battle_of)
"""Napoleon's Later Campaigns over the scenarios of this program."""


def new_game(
    scenario: str, chance: Chance, options: Mapping[str, str] | None = None
) -> Session[GameState]:
    """A new game, run to its first question.

    Raises:
        ScenarioError: the scenario cannot be read.
    """
    chosen = dict(options or {})
    battle = battle_with(scenario, tuple(sorted(chosen.items())))
    header = {**header_of(battle, chosen), "scenario": lasting_name(scenario)}
    return Session.begin(SYSTEM, header, chance)


def new_match(
    scenario: str, players: Mapping[Side, str], seed: str, options: Mapping[str, str] | None = None
) -> Match:
    """A new game between computer players, who are called by their names.

    Raises:
        ScenarioError: the scenario cannot be read.
    """
    session = new_game(scenario, SeededChance(seed), options)
    return Match(session, {side: PLAYERS[name]() for side, name in players.items()}, view, seed)


def load_game(text: str | bytes, chance: Chance | None = None) -> Session[GameState]:
    """A saved game, ready to play on.

    A game whose scenario was corrected since stays readable: what was played can be looked at,
    and play goes on from its last mark over the corrected files.

    Args:
        text: The file.
        chance: Who answers for chance; as the save says when None.

    Raises:
        SaveError: the text is no saved game of this program.
    """
    saved = parse(SYSTEM, text)
    battle = _named_battle(saved.header)
    changed = battle.sha256 != saved.header.get("sha256")
    if changed:
        header = {**saved.header, "sha256": battle.sha256}
        saved = replace(saved, header=header, revision=OTHER_SCENARIO)
    dice = chance_from_seed(saved.seed) if chance is None else chance
    session = restored(SYSTEM, saved, dice)
    if changed:
        session.notice = say(
            "The scenario {battle} was corrected since this game was saved: play goes on "
            "from the last mark.",
            battle=battle.id,
        )
    return session
