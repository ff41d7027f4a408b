"""The Weather Phase: when it is rolled, what the tables say, and dark dawns (N18, T3.1-T3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground.sight import is_dark, light_of
from hexwar.systems.nlc.battle import Season
from hexwar.systems.nlc.events.turn import DayBegan, PhaseBegan, WeatherRolled
from hexwar.systems.nlc.rules.turn.actions import has_chit
from hexwar.systems.nlc.rules.turn.setup import set_up, weather_at_start
from hexwar.systems.nlc.rules.turn.weather import (
    is_first_day_turn,
    is_weather_turn,
    weather_after,
    weather_phase,
    weather_table,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId
from tests.systems.nlc.positions import Played, play, position
from tests.systems.nlc.typed_campaign import SEASONS, weather_cells

DAY, NIGHT_PM, NIGHT_AM = TurnKind.DAY, TurnKind.NIGHT_PM, TurnKind.NIGHT_AM


def on(turns: tuple[TurnCard, ...], turn: int, **more: Any) -> GameState:
    """A turn of a track, with no pieces but one."""
    state = position(".  .\n.  .", "F1 infantry 5-3 0101", turns=turns, **more)
    state.turn = turn
    return state


def track(*hours: tuple[int, int, TurnKind]) -> tuple[TurnCard, ...]:
    """Turns by day, hour and kind."""
    return tuple(TurnCard(n, day, hour, kind) for n, (day, hour, kind) in enumerate(hours, 1))


WINTER_DAY = track((29, 8, DAY), (29, 9, DAY), (29, 10, DAY), (29, 18, NIGHT_PM), (30, 8, DAY))


def phase(state: GameState, *dice: int) -> Played[None]:
    return play(state, weather_phase, dice)


# -- the tables (T3.2)


@pytest.mark.rule("T3.2", "N18.1")
@pytest.mark.parametrize(
    ("season", "now", "die", "then"),
    [(Season(season), *cell) for season, table in SEASONS.items() for cell in weather_cells(table)],
)
def test_every_cell_of_the_weather_tables(season: Season, now: str, die: int, then: str) -> None:
    state = on(WINTER_DAY, 1, season=season)
    assert weather_after(weather_table(state), now, die) == then


@pytest.mark.rule("T3.2")
def test_weather_that_the_season_does_not_know_starts_anew() -> None:
    state = on(WINTER_DAY, 1, season=Season.SUMMER)
    assert weather_after(weather_table(state), "snow", 5) == "fog"


# -- when it is rolled (N18.1, N18.2)


@pytest.mark.rule("N4.1", "N18.1")
def test_the_weather_is_rolled_on_its_turns_and_applies_at_once() -> None:
    state = on(WINTER_DAY, 3, weather_turns=(1, 3), weather="cloudy")
    played = phase(state, 5)
    assert played.state.sky.weather == "snow"
    assert [type(event) for event in played.events] == [WeatherRolled, PhaseBegan]
    assert (
        phase(on(WINTER_DAY, 2, weather_turns=(1, 3), weather="cloudy")).state.sky.weather
        == "cloudy"
    )


@pytest.mark.rule("N18.2")
def test_recorded_weather_stays_as_it_was() -> None:
    options = {"weather": "historical"}
    state = on(WINTER_DAY, 1, weather_turns=(1,), options=options, weather_historical="mud")
    assert not is_weather_turn(state)
    assert weather_at_start(state.battle) == "mud"
    assert set_up(state.battle).sky.weather == "mud"
    rolled = on(WINTER_DAY, 1, weather_historical="mud", weather="fog")
    assert weather_at_start(rolled.battle) == "fog"


@pytest.mark.rule("T18.33")
def test_rain_and_mud_swell_the_fords_for_the_rest_of_the_day() -> None:
    for die, is_wet in ((4, True), (6, True), (1, False)):
        state = on(WINTER_DAY, 1, weather_turns=(1,), weather="cloudy")
        assert phase(state, die).state.sky.is_wet is is_wet
    swollen = on(WINTER_DAY, 3, weather_turns=(3,), weather="mud")
    swollen.sky = replace(swollen.sky, is_wet=True)
    assert phase(swollen, 1).state.sky.is_wet
    other_day = on(WINTER_DAY, 5)
    other_day.sky = replace(other_day.sky, is_wet=True)
    played = phase(other_day)
    assert played.of(DayBegan) == [DayBegan(30)]
    assert not played.state.sky.is_wet


@pytest.mark.rule("N4.1")
def test_a_day_begins_where_the_date_changes_and_not_with_the_battle() -> None:
    begun = [turn for turn in range(1, 6) if phase(on(WINTER_DAY, turn)).of(DayBegan)]
    assert begun == [5]


# -- a dark dawn (T2.2)


@pytest.mark.rule("T2.2")
@pytest.mark.parametrize(
    ("die", "is_dawn_dark"), [(1, False), (2, True), (3, True), (4, False), (5, True), (6, False)]
)
def test_a_winter_dawn_may_count_as_night(die: int, is_dawn_dark: bool) -> None:
    # From Start a winter die brings fair, cloudy, fog, frost, snow, mud.
    state = on(WINTER_DAY, 1, weather_turns=(1,), weather="start", dark_dawn=True)
    after = phase(state, die).state
    assert is_dark(after) is is_dawn_dark
    after.turn = 2
    assert is_dark(after) is is_dawn_dark
    after.turn = 3
    assert light_of(after) is DAY
    after.turn = 4
    assert light_of(after) is NIGHT_PM


@pytest.mark.rule("T2.2")
def test_a_summer_dawn_is_light_and_so_is_a_later_first_roll() -> None:
    summer = on(WINTER_DAY, 1, weather_turns=(1,), weather="start", dark_dawn=False)
    assert not is_dark(phase(summer, 2).state)
    later = on(WINTER_DAY, 2, weather_turns=(2,), weather="fair", dark_dawn=True)
    assert not is_first_day_turn(later)
    assert not is_dark(phase(later, 3).state)


# -- the night (N17.2)


@pytest.mark.rule("N17.2")
@pytest.mark.parametrize(
    ("order", "acts"),
    [
        ("march 0202", True),
        ("fall back 0202", True),
        ("reserve 0101", True),
        ("attack 0202", False),
        ("probe 0202", False),
        ("support 0202", False),
        ("defend 0101", False),
        ("delay 0101", False),
    ],
)
def test_by_night_only_those_act_who_march_fall_back_or_rest(order: str, acts: bool) -> None:
    turns = track((30, 1, NIGHT_AM), (30, 8, DAY))
    state = on(turns, 1, orders=f"FI:{order}")
    assert has_chit(state, FormationId("FI")) is acts
    state.turn = 2
    assert has_chit(state, FormationId("FI"))
