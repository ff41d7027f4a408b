"""Weather and light act wherever they must: what no other chapter's tests ask (N17, N18, T2.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.costs import Gait, ground_of
from hexwar.ground.sight import state_sight_limit
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.rules.combat.bombardment import Bombardment
from hexwar.systems.nlc.rules.combat.bombardment_fire import bombardment_fire, time_refusal
from hexwar.systems.nlc.rules.combat.charge_paths import charge_distance, charge_path_refusal
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.rules.combat.reaction import reactions
from hexwar.systems.nlc.rules.movement.works import (
    PontoonAct,
    PontoonTask,
    building_hexes,
    pontoon_refusal,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, Side
from tests.systems.nlc.positions import OPEN, hexes, position, unit, units

CLOSES_IN = ["rain", "thunderstorm", "fog", "dust storm", "snow", "snowstorm"]
ALL = ["fair", "cloudy", "mud", "frost", *CLOSES_IN]
GUNS = "F1 battery 4-3 0404"
TARGET = "A1 infantry 5-3 0403"
FORD = ["0203-0303"]


def dawn(*lines: str, **more: Any) -> GameState:
    """Nine in the morning of a day whose dawn is dark."""
    turns = (TurnCard(1, 29, 9, TurnKind.DAY), TurnCard(2, 29, 10, TurnKind.DAY))
    state = position(OPEN, *lines, active="FI", turns=turns, **more)
    state.sky = replace(state.sky, is_dark_dawn=True)
    return state


# -- sight


@pytest.mark.rule("N18", "N18.2", "N19.21")
@pytest.mark.parametrize("weather", ALL)
def test_weather_that_closes_in_leaves_the_next_hex(weather: str) -> None:
    state = position(OPEN, TARGET, weather=weather)
    assert state_sight_limit(state) == (1 if weather in CLOSES_IN else 12)


@pytest.mark.rule("N17.1")
@pytest.mark.parametrize("kind", [TurnKind.NIGHT_PM, TurnKind.NIGHT_AM])
def test_one_sees_the_next_hex_by_night(kind: TurnKind) -> None:
    assert state_sight_limit(position(OPEN, TARGET, kind=kind)) == 1


# -- guns


@pytest.mark.rule("N18.2", "N9.3")
@pytest.mark.parametrize("weather", ["thunderstorm", "dust storm"])
def test_guns_in_a_thunderstorm_fire_as_in_rain_and_in_dust_as_in_fog(weather: str) -> None:
    state = position(OPEN, GUNS, TARGET, active="FI", weather=weather)
    report = bombardment_fire(state, Bombardment(Hex("0403"), units("F1")))
    assert report.lines[0].percents == ((weather, -25, "N9.3"),)
    assert time_refusal(state) is None


@pytest.mark.rule("T2.2")
def test_a_dark_dawn_is_night_for_sight_guns_and_charges() -> None:
    state = dawn(GUNS, TARGET)
    assert state_sight_limit(state) == 1
    assert time_refusal(state) == Refusal("Nobody bombards at night.", "N17.1")
    assert charge_distance(state) == 2
    state.turn = 2
    assert state_sight_limit(state) == 12
    assert time_refusal(state) is None
    assert charge_distance(state) == 3


@pytest.mark.rule("T2.2", "N8.31")
def test_a_dark_dawn_shakes_nobodys_confidence() -> None:
    state = dawn("F1 infantry 5-3 0404", TARGET, orders="FI:attack 0403")
    rows = confidence_report(state, Hex("0403"), units("F1")).lines
    assert "night" not in {words for words, _, _ in rows}


# -- charges


@pytest.mark.rule("N17.2")
def test_nobody_meets_the_enemy_by_a_charge_in_the_small_hours() -> None:
    lines = ("F1 infantry 5-3 0404", "A1 light 6-3 0402")
    asked = Side("allied"), Hex("0404")
    by_day = position(OPEN, *lines, active="FI")
    assert list(reactions(by_day, *asked))
    late = position(OPEN, *lines, active="FI", kind=TurnKind.NIGHT_AM)
    assert list(reactions(late, *asked)) == []
    way = hexes("0402 0403 0404")
    assert charge_path_refusal(late, way, charge_distance(late)) == Refusal(
        "Nobody charges in the Night AM turn.", "N17.2"
    )


@pytest.mark.rule("N18.2", "N10.11")
@pytest.mark.parametrize(("weather", "longest"), [("thunderstorm", 2), ("dust storm", 2)])
def test_charges_in_storms_are_as_short_as_in_rain_and_fog(weather: str, longest: int) -> None:
    assert charge_distance(position(OPEN, TARGET, weather=weather)) == longest


# -- fords


@pytest.mark.rule("T18.33")
@pytest.mark.parametrize("gait", [Gait.FOOT, Gait.HORSE])
def test_a_ford_takes_all_mp_while_it_is_wet_and_for_the_rest_of_the_day(gait: Gait) -> None:
    here, there = Hex("0203"), Hex("0303")
    for weather, is_wet, halves in (
        ("fair", False, 6),
        ("fair", True, 12),
        ("rain", False, 12),
        ("thunderstorm", False, 12),
        ("mud", False, 12),
        ("snow", False, 6),
    ):
        state = position(OPEN, weather=weather, rivers=FORD, fords=FORD)
        state.sky = replace(state.sky, is_wet=is_wet)
        step = ground_of(state).ford(gait, here, there, 12)
        assert step is not None
        assert step.halves == halves, weather


@pytest.mark.rule("T18.31", "N18")
def test_a_snowstorm_closes_the_fords() -> None:
    state = position(OPEN, weather="snowstorm", rivers=FORD, fords=FORD)
    assert ground_of(state).ford(Gait.FOOT, Hex("0203"), Hex("0303"), 12) is None


# -- bridges and positions


@pytest.mark.rule("T18.2", "N18")
@pytest.mark.parametrize("weather", ALL)
def test_no_pontoon_bridge_in_frost_and_snow(weather: str) -> None:
    river = ["0303-0304"]
    state = position(OPEN, "FP pontoon 0303 rested", active="FI", weather=weather, rivers=river)
    task = PontoonTask(hexside(Hex("0303"), Hex("0304")), PontoonAct.DEPLOY)
    refusal = pontoon_refusal(state, unit("FP"), task)
    if weather in ("frost", "snow", "snowstorm"):
        assert refusal == Refusal(f"No pontoon bridge is laid in {weather}.", "T18.2")
    else:
        assert refusal is None


@pytest.mark.rule("N21", "N18")
@pytest.mark.parametrize("weather", ALL)
def test_no_position_is_dug_in_frost_and_snow(weather: str) -> None:
    lines = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202")
    state = position(OPEN, *lines, active="FI", orders="FI:defend 0202", weather=weather)
    dug = building_hexes(state, FormationId("FI"))
    assert bool(dug) is (weather not in ("frost", "snow", "snowstorm"))
