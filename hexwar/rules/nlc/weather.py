"""The Weather Phase (N4.1, N18, T3.1-T3.2)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.battle import Battle, Season, TurnKind
from hexwar.model.events import DayBegan, PhaseBegan, WeatherRolled
from hexwar.model.pieces import Phase
from hexwar.model.state import GameState
from hexwar.rules.nlc.number_records import WeatherTable
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.supply_check import check_all_supply

HISTORICAL = "historical"
"""The option of the weather as it was: no die (N18.2)."""

START = "start"
"""The row of a scenario that names no weather (T3.2)."""


async def weather_phase(table: Table[GameState]) -> None:
    """N4.1: a new day begins; on weather turns weather is rolled for and supply is checked (N16.1).

    Supply is checked on these turns too where the weather is as it was. The cards come next.
    """
    state = table.state
    if begins_day(state):
        table.emit(DayBegan(state.turn_card.day))
    if is_weather_turn(state):
        await roll_weather(table)
    if state.turn in state.battle.weather_turns:
        await check_all_supply(table)
    table.emit(PhaseBegan(Phase.CARDS))


def begins_day(state: GameState) -> bool:
    """Whether the present turn is the first of another day of a campaign."""
    return state.turn > 1 and state.battle.turn(state.turn - 1).day != state.turn_card.day


def is_weather_turn(state: GameState) -> bool:
    """Whether the weather is rolled for this turn (N18.1, N18.2)."""
    return state.turn in weather_turns(state.battle)


def weather_turns(battle: Battle) -> tuple[int, ...]:
    """The turns on which the weather is rolled for: none where it is as it was (N18.1, N18.2)."""
    return () if battle.options.get("weather") == HISTORICAL else battle.weather_turns


async def roll_weather(table: Table[GameState]) -> None:
    """T3.2: one die on the row of the present weather; the new weather applies at once."""
    state = table.state
    die = await Roll(CHANCE, "the weather")
    weather = weather_after(weather_table(state), state.weather, die)
    rules = numbers_of(state.battle).weather
    is_dark = state.is_dark_dawn
    if is_first_day_turn(state):
        is_dark = state.battle.dark_dawn and weather in rules.dark_dawn
    table.emit(
        WeatherRolled(
            die=die,
            was=state.weather,
            weather=weather,
            is_wet=weather in rules.wet,
            is_dark_dawn=is_dark,
        )
    )


def is_first_day_turn(state: GameState) -> bool:
    """Whether no day turn of the present day has been before this one (T2.2)."""
    now = state.turn_card
    if now.kind is not TurnKind.DAY:
        return False
    before = (card for card in state.battle.turns if card.number < now.number)
    return all(card.day != now.day or card.kind is not TurnKind.DAY for card in before)


def weather_table(state: GameState) -> WeatherTable:
    """The table of the season."""
    numbers = numbers_of(state.battle)
    return {
        Season.WINTER: numbers.weather_winter,
        Season.MIDDLE: numbers.weather_middle,
        Season.SUMMER: numbers.weather_summer,
    }[state.battle.season]


def weather_after(table: WeatherTable, now: str, die: int) -> str:
    """What a die makes of the weather; weather that the season does not know starts anew."""
    row = table.rows.index(now if now in table.rows else START)
    return table.table[row][die - 1]
