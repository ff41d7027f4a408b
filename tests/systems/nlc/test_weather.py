"""Weather: its phase, its effects, its words (N17, N18, T3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.costs import Gait, ground_of
from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.hexes import Hex, hexside
from hexwar.series.battle import Season
from hexwar.systems.nlc.events.turn import DayBegan
from hexwar.systems.nlc.rules.combat.bombardment_fire import (
    Bombardment,
    bombardment_fire,
    time_refusal,
)
from hexwar.systems.nlc.rules.combat.charge_paths import charge_distance, charge_path_refusal
from hexwar.systems.nlc.rules.combat.reaction import reactions
from hexwar.systems.nlc.rules.movement import works
from hexwar.systems.nlc.rules.turn.actions import has_chit
from hexwar.systems.nlc.rules.turn.setup import set_up, weather_at_start
from hexwar.systems.nlc.rules.turn.weather import (
    light_effects,
    present_effects,
    weather_after,
    weather_effects,
    weather_phase,
    weather_table,
    weather_turns,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.reports import Remark
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, OPEN, Played, hexes, play, position, unit, units
from tests.systems.nlc.typed_campaign import SEASONS, weather_cells

# -- the Weather Phase: when it is rolled, what the tables say, and dark dawns (N18, T3.1-T3.2)


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


@pytest.mark.rule("T3.1", "T3.2", "N18.1", "N4.1", "N18.2")
def test_every_cell_of_the_weather_tables_and_when_it_is_rolled() -> None:
    for season in SEASONS:
        table = weather_table(on(WINTER_DAY, 1, season=Season(season)))
        for now, die, then in weather_cells(SEASONS[season]):
            assert weather_after(table, now, die) == then, (now, die)
    played = phase(on(WINTER_DAY, 3, weather_turns=(1, 3), weather="cloudy"), 5)
    assert played.state.sky.weather == "snow"
    assert played.story == ["WeatherRolled", "PhaseBegan"]
    unrolled = phase(on(WINTER_DAY, 2, weather_turns=(1, 3), weather="cloudy"))
    assert unrolled.state.sky.weather == "cloudy"
    # A day begins where the date changes and not with the battle.
    assert [turn for turn in range(1, 6) if phase(on(WINTER_DAY, turn)).of(DayBegan)] == [5]
    options = {"weather": "historical"}
    state = on(WINTER_DAY, 1, weather_turns=(1,), options=options, weather_historical="mud")
    assert weather_turns(state.battle) == ()
    assert weather_at_start(state.battle) == "mud"
    assert set_up(state.battle).sky.weather == "mud"
    rolled = on(WINTER_DAY, 1, weather_historical="mud", weather="fog")
    assert weather_at_start(rolled.battle) == "fog"
    state = on(WINTER_DAY, 1, season=Season.SUMMER)
    assert weather_after(weather_table(state), "snow", 5) == "fog"


@pytest.mark.rule("T18.33", "N18", "T18.31")
def test_rain_and_mud_swell_the_fords_which_then_take_all_mp() -> None:
    for die, is_wet in ((4, True), (6, True), (1, False)):
        state = on(WINTER_DAY, 1, weather_turns=(1,), weather="cloudy")
        assert phase(state, die).state.sky.is_wet is is_wet
    swollen, other_day = on(WINTER_DAY, 3, weather_turns=(3,), weather="mud"), on(WINTER_DAY, 5)
    for state in (swollen, other_day):
        state.sky = replace(state.sky, is_wet=True)
    assert phase(swollen, 1).state.sky.is_wet
    played = phase(other_day)
    assert played.of(DayBegan) == [DayBegan(30)]
    assert not played.state.sky.is_wet
    for gait in (Gait.FOOT, Gait.HORSE):
        for weather, is_wet, halves in (
            ("fair", False, 6),
            ("fair", True, 12),
            ("rain", False, 12),
            ("thunderstorm", False, 12),
            ("mud", False, 12),
            ("snow", False, 6),
            ("snowstorm", False, None),
        ):
            state = position(OPEN, weather=weather, rivers=FORD, fords=FORD)
            state.sky = replace(state.sky, is_wet=is_wet)
            step = ground_of(state).ford(gait, Hex("0203"), Hex("0303"), 12)
            assert (None if step is None else step.halves) == halves, weather


@pytest.mark.rule("N18", "N17.1")
def test_no_weather_makes_a_winter_morning_night() -> None:
    """37.4: cloudy is fair, and no weather is read as night."""
    for die in range(1, 7):
        # From Start a winter die brings fair, cloudy, fog, frost, snow, mud.
        after = phase(on(WINTER_DAY, 1, weather_turns=(1,), weather="start"), die).state
        for after.turn, light in ((1, DAY), (2, DAY), (3, DAY), (4, NIGHT_PM)):
            assert light_of(after) is light
    cloudy = position(OPEN, GUNS, TARGET, active="FI", turns=MORNING, weather="cloudy")
    assert state_sight_limit(cloudy) == 12
    assert time_refusal(cloudy) is None
    assert charge_distance(cloudy) == 3


# -- weather and light act wherever they must: what no other chapter's tests ask (N17, N18)


CLOSES_IN = ["rain", "thunderstorm", "fog", "dust storm", "snow", "snowstorm"]
ALL = ["fair", "cloudy", "mud", "frost", *CLOSES_IN]
GUNS = "F1 battery 4-3 0404"
TARGET = "A1 infantry 5-3 0403"
FORD = ["0203-0303"]


MORNING = track((29, 9, DAY), (29, 10, DAY))


@pytest.mark.rule("N17.2")
def test_by_night_only_those_act_who_march_fall_back_or_rest_and_nobody_charges() -> None:
    verbs = "march 0202, fall back 0202, reserve 0101, attack 0202, probe 0202, support 0202"
    verbs += ", defend 0101, delay 0101"
    acting = []
    for order in verbs.split(", "):
        state = on(track((30, 1, NIGHT_AM), (30, 8, DAY)), 1, orders=f"FI:{order}")
        acting += [order.rpartition(" ")[0]] if has_chit(state, FormationId("FI")) else []
        state.turn = 2
        assert has_chit(state, FormationId("FI"))
    assert acting == ["march", "fall back", "reserve"]
    lines, asked = ("F1 infantry 5-3 0404", "A1 light 6-3 0402"), (ALLIED, Hex("0404"))
    assert list(reactions(position(OPEN, *lines, active="FI"), *asked))
    late = position(OPEN, *lines, active="FI", kind=NIGHT_AM)
    assert list(reactions(late, *asked)) == []
    refusal = charge_path_refusal(late, hexes("0402 0403 0404"), charge_distance(late))
    assert refusal == Refusal("Nobody charges in the Night AM turn.", "N17.2")


@pytest.mark.rule("N17.1", "N18", "N18.2", "N19.21", "N9.3", "N10.11")
def test_weather_that_closes_in_and_the_night_leave_the_next_hex_and_storms_dim_guns() -> None:
    for weather in ALL:
        state = position(OPEN, TARGET, weather=weather)
        assert state_sight_limit(state) == (1 if weather in CLOSES_IN else 12), weather
    for kind in (NIGHT_PM, NIGHT_AM):
        assert state_sight_limit(position(OPEN, TARGET, kind=kind)) == 1
    for weather in ("thunderstorm", "dust storm"):
        state = position(OPEN, GUNS, TARGET, active="FI", weather=weather)
        report = bombardment_fire(state, Bombardment(Hex("0403"), units("F1")))
        assert report.lines[0].percents == ((weather, -25, "N9.3"),)
        assert time_refusal(state) is None
        assert charge_distance(state) == 2


@pytest.mark.rule("T18.2", "N18", "N21")
@each("weather", *ALL)
def test_no_pontoon_bridge_and_no_position_in_frost_and_snow(weather: str) -> None:
    is_hard = weather in ("frost", "snow", "snowstorm")
    river = ["0303-0304"]
    state = position(OPEN, "FP pontoon 0303 rested", active="FI", weather=weather, rivers=river)
    task = works.PontoonTask(hexside(Hex("0303"), Hex("0304")), works.PontoonAct.DEPLOY)
    no = Refusal(f"No pontoon bridge is laid in {weather}.", "T18.2")
    assert works.pontoon_refusal(state, unit("FP"), task) == (no if is_hard else None)
    lines = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202")
    state = position(OPEN, *lines, active="FI", orders="FI:defend 0202", weather=weather)
    assert bool(works.building_hexes(state, FormationId("FI"))) is not is_hard


# -- what the player is told that weather and light do (N17, N18)


NEXT_HEX = ("One sees only the next hex", "N18")
DIM_GUNS = ("Guns bombard only the next hex, at −25 %", "N9.3")
SHORT = ("Charges are at most 2 hexes long", "N10.11")
WET = ("Fords cost all MP until the day ends", "T18.33")
SLOW = ("Hexes cost trains and artillery 2 times their MP", "N5.2")
FROZEN = (("No pontoon bridge is laid", "T18.2"), ("No improved position is built", "N21"))
RAIN = (
    NEXT_HEX,
    WET,
    DIM_GUNS,
    ("Infantry fights at −50 %, save against infantry", "N18"),
    ("Cavalry fights infantry at +100 %", "N18"),
    SHORT,
    ("Infantry forms square at −1", "N10.3"),
)
FOG = (NEXT_HEX, DIM_GUNS, SHORT)


def plain(remarks: tuple[Remark, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((one.words, one.rule) for one in remarks)


MUD = (SLOW, WET, ("No bombardment", "N9.3"), ("Artillery assaults at −50 %", "N18"))
SNOW = (NEXT_HEX, DIM_GUNS, SHORT, ("Charges are at −25 %", "N10.5"), *FROZEN)
SNOWSTORM = (
    *(NEXT_HEX, SLOW, ("Fords cannot be used", "T18.31"), ("No bombardment", "N9.3")),
    *(("Infantry fights at −25 %", "N18"), SHORT, ("Charges are at −25 %", "N10.5"), *FROZEN),
)


@pytest.mark.rule("N18", "N18.2")
@each(
    "weather effects",
    ("fair", ()),
    ("cloudy", ()),
    ("rain", RAIN),
    ("thunderstorm", RAIN),
    ("fog", FOG),
    ("dust storm", FOG),
    ("frost", FROZEN),
    ("mud", (*MUD, ("Cavalry cannot charge", "N10.11"))),
    ("snow", SNOW),
    ("snowstorm", SNOWSTORM),
)
def test_what_each_weather_does(weather: str, effects: tuple[tuple[str, str], ...]) -> None:
    assert plain(weather_effects(position(OPEN).battle, weather)) == effects


@pytest.mark.rule("N17.1", "N17.2", "N17.4", "N18")
def test_what_the_night_does_and_that_what_both_do_is_said_once() -> None:
    battle = position(OPEN).battle
    assert plain(light_effects(battle, NIGHT_PM)) == (
        ("One sees only the next hex", "N17.1"),
        ("No bombardment", "N17.1"),
        ("Artillery assaults at −50 %", "N17.1"),
        ("Charges are at most 2 hexes long", "N17.4"),
        ("No improved position is built", "N21"),
    )
    assert light_effects(battle, DAY) == ()
    assert set(plain(light_effects(battle, NIGHT_AM))) >= {
        ("Only who marches, falls back or rests in Reserve acts", "N17.2"),
        ("No assault and no charge", "N17.2"),
        ("Units rally at +1", "N17.2"),
        ("Reduced units in Reserve may regain a step", "N13.5"),
    }
    state = position(OPEN, weather="snow", kind=NIGHT_PM)
    words = [one.words for one in present_effects(state)]
    assert len(words) == len(set(words))
    assert {"Charges are at −25 %", "Artillery assaults at −50 %"} <= set(words)
    # The weather says nothing of guns that the night silences.
    told = plain(present_effects(position(OPEN, weather="rain", kind=NIGHT_PM)))
    assert ("No bombardment", "N17.1") in told
    assert DIM_GUNS not in told
    assert DIM_GUNS in plain(present_effects(position(OPEN, weather="rain")))


def early(weather: str) -> GameState:
    """Nine and ten in the morning of a day."""
    return position(OPEN, turns=MORNING, weather=weather)


@pytest.mark.rule("T18.33")
def test_swollen_fords_are_told_while_they_last() -> None:
    assert present_effects(early("cloudy")) == ()
    state = early("fair")
    state.sky = replace(state.sky, is_wet=True)
    words = "Fords are swollen today: they cost all MP"
    assert plain(present_effects(state)) == ((words, "T18.33"),)
    state.sky = replace(state.sky, weather="rain")
    assert plain(present_effects(state)) == RAIN
