"""Games of this program: scenarios, the rules and the kernel put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from hexwar.engine import Chance, SaveError, Session, System
from hexwar.model.battle import Battle
from hexwar.model.state import GameState
from hexwar.rules.nlc.system import header_of, nlc
from hexwar.scenario.library import load_battle


@lru_cache(maxsize=8)
def battle_with(scenario: str, options: tuple[tuple[str, str], ...]) -> Battle:
    """A scenario by id or path, with the players' options over its own.

    Raises:
        ScenarioError: the scenario cannot be read; the sentence names file and place.
    """
    battle = load_battle(scenario)
    merged = {**battle.options, **dict(options)}
    return replace(battle, options=MappingProxyType(merged))


def battle_of(header: Mapping[str, Any]) -> Battle:
    """The battle that a save's header names.

    Raises:
        SaveError: the header names none, or the scenario's files have changed since.
    """
    scenario, options = header.get("scenario"), header.get("options", {})
    if not isinstance(scenario, str) or not isinstance(options, dict):
        raise SaveError("The save names no scenario.")
    chosen = tuple(sorted((str(k), str(v)) for k, v in options.items()))
    battle = battle_with(scenario, chosen)
    if battle.sha256 != header.get("sha256"):
        raise SaveError(f"The scenario {scenario} has changed since this game was saved.")
    return battle


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
    return Session.begin(SYSTEM, {**header_of(battle, chosen), "scenario": scenario}, chance)
