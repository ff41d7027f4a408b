"""The Weather Phase, and what weather and light do (N4.1, N17, N18, T3.1-T3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import CHANCE, Roll, Table
from hexwar.ground.sight import light_of
from hexwar.messages import count, mark, say
from hexwar.series.battle import Season
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.turn import DayBegan, PhaseBegan, WeatherRolled
from hexwar.systems.nlc.numbers import Numbers, WeatherTable, numbers_of
from hexwar.systems.nlc.rules.combat.fire import MUD, SNOWSTORM
from hexwar.systems.nlc.rules.supply.check import check_all_supply
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.pieces import Phase
from hexwar.table.reports import Remark

# -- the Weather Phase (N4.1, N18, T3.1-T3.2)


HISTORICAL = "historical"
"""The option of the weather as it was: no die (N18.2)."""

START = "start"
"""The row of a scenario that names no weather (T3.2)."""


async def weather_phase(table: Table[GameState]) -> None:
    """N4.1: a new day begins; on weather turns weather is rolled for and supply is checked (N16.1).

    Supply is checked on these turns too where the weather is as it was. The cards come next.
    """
    state = table.state
    if state.turn > 1 and state.battle.turn(state.turn - 1).day != state.turn_card.day:
        table.emit(DayBegan(state.turn_card.day))
    if state.turn in weather_turns(state.battle):
        await roll_weather(table)
    if state.turn in state.battle.weather_turns:
        await check_all_supply(table)
    table.emit(PhaseBegan(Phase.CARDS))


def weather_turns(battle: NlcBattle) -> tuple[int, ...]:
    """The turns on which the weather is rolled for, if it is at all (N18.1, N18.2, N3.8)."""
    return () if battle.options.get("weather") == HISTORICAL else battle.weather_turns


async def roll_weather(table: Table[GameState]) -> None:
    """T3.2: one die on the row of the present weather; the new weather applies at once."""
    state = table.state
    die = await Roll(CHANCE, mark("the weather"))
    weather = weather_after(weather_table(state), state.sky.weather, die)
    rules = numbers_of(state.battle).weather
    table.emit(
        WeatherRolled(
            die=die,
            was=state.sky.weather,
            weather=weather,
            is_wet=weather in rules.wet,
        )
    )


def weather_table(state: GameState) -> WeatherTable:
    """The table of the season, with the kinds of weather that it knows (T3.1)."""
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


# -- what weather and light do, in words with their rules (N17, N18)


MINUS = "\N{MINUS SIGN}"

_NO_GUNS, _OF_GUNS = mark("No bombardment"), "N9.3"
"""What silences guns, and the rule of weather on them; in the dark it has nothing left to say."""


def weather_effects(battle: NlcBattle, weather: str) -> tuple[Remark, ...]:
    """What a kind of weather does, chapter by chapter; empty where it does nothing (N18)."""
    chapters = (_on_the_move, _on_guns, _on_assaults, _on_charges, _on_works)
    return tuple(one for tell in chapters for one in tell(numbers_of(battle), weather))


def light_effects(battle: NlcBattle, kind: TurnKind) -> tuple[Remark, ...]:
    """What the light of a turn does; empty by day (N17)."""
    if kind is TurnKind.DAY:
        return ()
    numbers = numbers_of(battle)
    own = _night_am(numbers) if kind is TurnKind.NIGHT_AM else _night_pm(numbers)
    no_works = Remark(say("No improved position is built"), "N21")
    return (_sight(numbers, "N17.1"), Remark(_NO_GUNS, "N17.1"), *own, no_works)


def ford_effects(state: GameState) -> tuple[Remark, ...]:
    """That fords are swollen because it was wet earlier on this day (T18.33)."""
    rules = numbers_of(state.battle).weather
    if not state.sky.is_wet or state.sky.weather in (*rules.wet, *rules.no_fords):
        return ()
    return (Remark(say("Fords are swollen today: they cost all MP"), "T18.33"),)


def present_effects(state: GameState) -> tuple[Remark, ...]:
    """All that weather and light do now; what both do is said once."""
    light = light_effects(state.battle, light_of(state))
    weather = weather_effects(state.battle, state.sky.weather)
    if any(one.words == _NO_GUNS for one in light):
        weather = tuple(one for one in weather if one.rule != _OF_GUNS)
    told = (*light, *weather, *ford_effects(state))
    return tuple({one.words: one for one in told}.values())


# -- the chapters


def _effect(rule: str, message: str, /, **values: object) -> Remark:
    return Remark(say(message, **values), rule)


def _sight(numbers: Numbers, rule: str) -> Remark:
    hexes = numbers.sight.adjacent
    what = say("only the next hex") if hexes == 1 else say("{hexes} hexes", hexes=hexes)
    return _effect(rule, mark("One sees {what}"), what=what)


def _on_the_move(numbers: Numbers, weather: str) -> Iterator[Remark]:
    rules = numbers.weather
    if weather in rules.adjacent_only:
        yield _sight(numbers, "N18")
    if weather in rules.doubled:
        words = mark("Hexes cost trains and artillery {cost_factor} times their MP")
        yield _effect("N5.2", words, cost_factor=rules.cost_factor)
    if weather in rules.no_fords:
        yield Remark(say("Fords cannot be used"), "T18.31")
    elif weather in rules.wet:
        yield Remark(say("Fords cost all MP until the day ends"), "T18.33")


def _on_guns(numbers: Numbers, weather: str) -> Iterator[Remark]:
    rules = numbers.bombardment
    if weather in rules.barred:
        yield Remark(_NO_GUNS, _OF_GUNS)
    elif weather in rules.dim:
        words = mark("Guns bombard only the next hex, at {percent}")
        yield _effect(_OF_GUNS, words, percent=_percent(rules.dim_percent))


def _on_assaults(numbers: Numbers, weather: str) -> Iterator[Remark]:
    rules, effects = numbers.assault, list[tuple[str, int]]()
    if weather in numbers.weather.rainy:
        foot = mark("Infantry fights at {percent}, save against infantry")
        effects.append((foot, rules.rain_infantry))
        effects.append((mark("Cavalry fights infantry at {percent}"), rules.rain_cavalry))
    if weather == SNOWSTORM:
        effects.append((mark("Infantry fights at {percent}"), rules.snowstorm_infantry))
    if weather == MUD:
        effects.append((mark("Artillery assaults at {percent}"), rules.mud_artillery))
    return (_effect("N18", words, percent=_percent(number)) for words, number in effects)


def _on_charges(numbers: Numbers, weather: str) -> Iterator[Remark]:
    rules = numbers.charge
    if weather in rules.barred:
        yield Remark(say("Cavalry cannot charge"), "N10.11")
    elif weather in numbers.weather.adjacent_only:
        length = count("{n} hex", "{n} hexes", rules.dim_distance)
        yield _effect("N10.11", mark("Charges are at most {count} long"), count=length)
    if weather in rules.snowy:
        yield _effect("N10.5", mark("Charges are at {percent}"), percent=_percent(rules.snow))
    if weather in numbers.weather.rainy:
        words = mark("Infantry forms square at {signed}")
        yield _effect("N10.3", words, signed=_signed(numbers.square.rain))


def _on_works(numbers: Numbers, weather: str) -> Iterator[Remark]:
    if weather in numbers.weather.no_pontoons:
        yield Remark(say("No pontoon bridge is laid"), "T18.2")
    if weather in numbers.weather.no_positions:
        yield Remark(say("No improved position is built"), "N21")


def _night_pm(numbers: Numbers) -> Iterator[Remark]:
    percent = _percent(numbers.assault.night_artillery)
    yield _effect("N17.1", mark("Artillery assaults at {percent}"), percent=percent)
    distance = count("{n} hex", "{n} hexes", numbers.charge.dim_distance)
    yield _effect("N17.4", mark("Charges are at most {distance} long"), distance=distance)


def _night_am(numbers: Numbers) -> Iterator[Remark]:
    yield Remark(say("Only who marches, falls back or rests in Reserve acts"), "N17.2")
    yield Remark(say("No assault and no charge"), "N17.2")
    signed = _signed(numbers.rally.night_modifier)
    yield _effect("N17.2", mark("Units rally at {signed}"), signed=signed)
    yield Remark(say("Reduced units in Reserve may regain a step"), "N13.5")


def _percent(number: int) -> str:
    return f"{_signed(number)} %"


def _signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"
