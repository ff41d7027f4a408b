"""The weather, a new day, and improved positions."""

from __future__ import annotations

from hexwar.systems.nlc.events import DayBegan, PositionBuilt, PositionFailed, WeatherRolled
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.table.fact import Scene
from hexwar.text import Text, die, text

_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def weather_rolled(event: WeatherRolled, scene: Scene) -> Text:
    """The weather turned from cloudy to snow (die 5)."""
    change = (
        f"The weather stayed {event.weather}"
        if event.weather == event.was
        else f"The weather turned from {event.was} to {event.weather}"
    )
    words = change + " (die " + die(event.die) + ")."
    if event.is_wet:
        words += " Fords cost all MP until the day ends."
    if event.is_dark_dawn:
        ends = numbers_of(scene.names.battle).weather.dawn_ends
        words += f" The dawn is dark until {ends}:00."
    return words


def day_began(event: DayBegan, _: Scene) -> Text:
    """The 30th began."""
    ending = _ENDINGS.get(event.day, "th")
    return text(
        f"A new day began, the {event.day}{ending}: swollen fords have gone down, and forced"
        " marches count anew."
    )


def position_built(event: PositionBuilt, scene: Scene) -> Text:
    """Infantry built an improved position in 1010 (die 1)."""
    return "Infantry built an improved position in " + scene.names.hex(event.hex) + _with(event.die)


def position_failed(event: PositionFailed, scene: Scene) -> Text:
    """Infantry dug in 1010 without success (die 4)."""
    return "Infantry dug in " + scene.names.hex(event.hex) + " without success" + _with(event.die)


def _with(rolled: int) -> Text:
    return " (die " + die(rolled) + ")."
