"""The Weather Segment (T3)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.engine import CHANCE, Roll, Table
from hexwar.messages import mark
from hexwar.series.battle import Season
from hexwar.systems.tlnb.events.turn import DayBegan, WeatherChanged, WeatherRolled
from hexwar.systems.tlnb.rules.arrivals.arrivals import vary_arrivals
from hexwar.systems.tlnb.rules.cards.segment import night_cards
from hexwar.systems.tlnb.rules.special.fights import DIE, tell, weather_die
from hexwar.systems.tlnb.rules.supply.check import check_supply
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState

START = "start"
"""The row for weather that a table does not know (T3.4)."""

_WINTER_MONTHS = (11, 12, 1, 2)


async def weather_segment(table: Table[TlnbState]) -> None:
    """A-1, T2.5: on a weather turn the first player rolls, and the supply of all is checked.

    Dice for arrivals that are not certain fall first (T20.7).
    """
    state = table.state
    if state.player == 0:
        if state.turn > 1 and state.battle.turn(state.turn - 1).day != state.turn_card.day:
            table.emit(DayBegan(state.turn_card.day))
        await vary_arrivals(table)
        if state.turn in state.battle.weather_turns and not is_night(state):
            await _change(table)
            await check_supply(table)
        elif state.sky.is_dark_dawn and not _is_dark_hour(state):
            table.emit(WeatherChanged(state.sky.weather, is_wet=False))
    if is_night(state):
        night_cards(table)
    next_step(table)


async def _change(table: Table[TlnbState]) -> None:
    """T3.2, T2.9: new weather by the die, or as it was."""
    state = table.state
    if state.battle.flag("weather") == "historical":
        recorded = state.battle.weather_by_turn.get(state.turn, state.battle.weather_historical)
        weather = recorded or state.sky.weather
        table.emit(WeatherChanged(weather, _is_wet(state, weather), _dawns_dark(state, weather)))
        return
    die = await Roll(CHANCE, mark("the weather"))
    special = tuple(weather_die(state))
    tell(table, special, DIE)
    added = state.battle.weather_die.get(state.turn, 0) + sum(act.by for act in special)
    modified = min(max(die + added, 1), 6)
    was = state.sky.weather
    weather = weather_after(table_of(state), was, modified)
    dark = _dawns_dark(state, weather)
    table.emit(WeatherRolled(die, was, weather, _is_wet(state, weather), dark))


def table_of(state: TlnbState) -> Mapping[str, tuple[str, ...]]:
    """The weather table: the scenario's own, or that of the season (T2.9, T3.2)."""
    if state.battle.weather_table is not None:
        return state.battle.weather_table
    seasons = state.numbers.sky
    return {
        Season.WINTER: seasons.winter,
        Season.MIDDLE: seasons.middle,
        Season.SUMMER: seasons.summer,
    }[state.battle.season]


def weather_after(rows: Mapping[str, tuple[str, ...]], now: str, die: int) -> str:
    """What a die makes of the weather; weather that the table does not know starts anew (T3.4)."""
    return rows[now if now in rows else START][die - 1]


def _is_wet(state: TlnbState, weather: str) -> bool:
    return weather in state.numbers.weather.wet


def _dawns_dark(state: TlnbState, weather: str) -> bool:
    """T2.2, T2.10: in winter the first hours of the first day are dark in bad weather."""
    is_first = state.turn == 1
    return is_first and weather in state.numbers.weather.dark_dawn and _is_dark_hour(state)


def _is_dark_hour(state: TlnbState) -> bool:
    card = state.turn_card
    return card.month in _WINTER_MONTHS and card.hour < state.numbers.weather.dark_dawn_until
