"""What the player is told that weather and light do (N17, N18, T2.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.systems.nlc.rules.turn.weather import light_effects, present_effects, weather_effects
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.reports import Remark
from tests.systems.nlc.positions import OPEN, position

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


@pytest.mark.rule("N18", "N18.2")
@pytest.mark.parametrize(
    ("weather", "effects"),
    [
        ("fair", ()),
        ("cloudy", ()),
        ("rain", RAIN),
        ("thunderstorm", RAIN),
        ("fog", FOG),
        ("dust storm", FOG),
        ("frost", FROZEN),
        (
            "mud",
            (
                SLOW,
                WET,
                ("No bombardment", "N9.3"),
                ("Artillery assaults at −50 %", "N18"),
                ("Cavalry cannot charge", "N10.11"),
            ),
        ),
        ("snow", (NEXT_HEX, DIM_GUNS, SHORT, ("Charges are at −25 %", "N10.5"), *FROZEN)),
        (
            "snowstorm",
            (
                NEXT_HEX,
                SLOW,
                ("Fords cannot be used", "T18.31"),
                ("No bombardment", "N9.3"),
                ("Infantry fights at −25 %", "N18"),
                SHORT,
                ("Charges are at −25 %", "N10.5"),
                *FROZEN,
            ),
        ),
    ],
)
def test_what_each_weather_does(weather: str, effects: tuple[tuple[str, str], ...]) -> None:
    assert plain(weather_effects(position(OPEN).battle, weather)) == effects


@pytest.mark.rule("N17.1", "N17.4")
def test_what_the_night_before_midnight_does() -> None:
    assert plain(light_effects(position(OPEN).battle, TurnKind.NIGHT_PM)) == (
        ("One sees only the next hex", "N17.1"),
        ("No bombardment", "N17.1"),
        ("Artillery assaults at −50 %", "N17.1"),
        ("Charges are at most 2 hexes long", "N17.4"),
        ("Attack Confidence is at −1", "N8.31"),
        ("Compliance is 1 column to the left", "N12.51"),
        ("No improved position is built", "N21"),
    )
    assert light_effects(position(OPEN).battle, TurnKind.DAY) == ()


@pytest.mark.rule("N17.2")
def test_what_the_small_hours_do() -> None:
    assert {
        ("Only who marches, falls back or rests in Reserve acts", "N17.2"),
        ("No assault and no charge", "N17.2"),
        ("Units rally at +1", "N17.2"),
        ("Reduced units in Reserve may regain a step", "N13.5"),
    } <= set(plain(light_effects(position(OPEN).battle, TurnKind.NIGHT_AM)))


def early(weather: str) -> GameState:
    """Nine and ten in the morning of a day."""
    turns = (TurnCard(1, 29, 9, TurnKind.DAY), TurnCard(2, 29, 10, TurnKind.DAY))
    return position(OPEN, turns=turns, weather=weather)


@pytest.mark.rule("N18")
def test_what_both_do_is_said_once() -> None:
    state = position(OPEN, weather="snow", kind=TurnKind.NIGHT_PM)
    words = [one.words for one in present_effects(state)]
    assert len(words) == len(set(words))
    assert "Charges are at −25 %" in words
    assert "Attack Confidence is at −1" in words


@pytest.mark.rule("N17.1")
def test_the_weather_says_nothing_of_guns_that_the_night_silences() -> None:
    told = plain(present_effects(position(OPEN, weather="rain", kind=TurnKind.NIGHT_PM)))
    assert ("No bombardment", "N17.1") in told
    assert DIM_GUNS not in told
    assert DIM_GUNS in plain(present_effects(position(OPEN, weather="rain")))


@pytest.mark.rule("T2.2")
def test_a_dark_dawn_is_told_while_it_lasts() -> None:
    state = early("cloudy")
    assert present_effects(state) == ()
    state.sky = replace(state.sky, is_dark_dawn=True)
    told = plain(present_effects(state))
    words = "A dark dawn: until 10:00 it is night for movement, sight and guns"
    assert told[0] == (words, "T2.2")
    assert ("No bombardment", "N17.1") in told
    assert not {"N8.31", "N12.51"} & {rule for _, rule in told}
    state.turn = 2
    assert present_effects(state) == ()


@pytest.mark.rule("T18.33")
def test_that_fords_are_still_swollen_is_told() -> None:
    state = early("fair")
    state.sky = replace(state.sky, is_wet=True)
    assert plain(present_effects(state)) == (
        ("Fords are swollen today: they cost all MP", "T18.33"),
    )
    state.sky = replace(state.sky, weather="rain")
    assert plain(present_effects(state)) == RAIN
