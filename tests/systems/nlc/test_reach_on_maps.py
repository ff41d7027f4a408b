"""The reach on the maps that are played, set against the slow rules typed again."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from hexwar import resources
from hexwar.ground.movement import ends, movers
from hexwar.hexes import Hex
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Activation, Segment
from tests.systems.nlc import slow_rules
from tests.systems.nlc.orders import ATTACK
from tests.systems.nlc.positions import FRENCH, battle_of, units
from tests.systems.nlc.slow_rules import March, Sheet, group_of

MAPS = ("brienne", "montmirail", "proving-ground")
OURS = ("infantry 8-3-4", "infantry 5-3-4", "light 4-3-6", "battery 3-3-4", "horse 3-3-6", "train")
THEIRS = ("infantry 5-3", "light 4-3", "horse 3-3", "train")


@lru_cache(maxsize=3)
def field_of(name: str) -> Battlefield:
    text = (resources.scenarios() / "maps" / f"{name}.json").read_text("utf-8")
    return build_battlefield(MapFile.model_validate(json.loads(text)), name)


@lru_cache(maxsize=3)
def sheet_of(name: str) -> Sheet:
    return slow_rules.sheet_of(field_of(name))


def strewn(name: str, seed: str, weather: str) -> GameState:
    """Six French and eight Allied pieces near each other, on roads and off them."""
    field, chance = field_of(name), Random(seed)
    centre = chance.choice(sorted(field.way_hexes))
    near = [
        h for h in field.grid.within(centre, 5) if h in field.way_hexes or chance.random() < 0.4
    ]
    chance.shuffle(near)
    ours = [f"F{n} {arm} {near.pop()}" for n, arm in enumerate(OURS, 1)]
    theirs = [f"A{n} {arm} {near.pop()}" for n, arm in enumerate((*THEIRS, *THEIRS), 1)]
    _, state = battle_of(field, *ours, *theirs[: chance.randint(0, 8)], weather=weather)
    state.activation = Activation(FormationId("FI"), FRENCH, Segment.MOVEMENT, had_contact=False)
    return state


@pytest.mark.rule("N5.1", "N5.2", "N5.3", "N6.3", "N6.5", "N6.10")
@pytest.mark.parametrize("weather", ["fair", "mud"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("name", MAPS)
def test_the_reach_on_a_map_is_that_of_the_slow_rules(name: str, seed: str, weather: str) -> None:
    state = strewn(name, f"{name} {seed}", weather)
    sheet = replace(sheet_of(name), weather=weather)
    for who in units("F1 F2 F3 F4 F5 F6"):
        for column in (False, True)[: 1 if state.card(who).arm.is_train else 2]:
            found = ends(state, movers(state, (who,)), ATTACK, column=column)
            march = March(sheet, state, group_of(state, (who,)), column=column)
            assert costs(state, found) == march.ends(), (who, column)


def costs(state: GameState, found: dict[Hex, Any]) -> dict[str, int]:
    index = state.battle.battlefield.grid.index
    return {str(hex_): reach.cost[index[hex_]] for hex_, reach in found.items()}
