"""The numbers and tables of the campaign's chapters, typed from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

WINTER = """
start      fair   cloudy fog    frost  snow   mud
fair       fair   fair   cloudy cloudy frost  mud
cloudy     fair   cloudy cloudy rain   snow   mud
fog        fair   fair   cloudy cloudy fog    rain
frost      fair   frost  frost  cloudy snow   snowstorm
rain       cloudy fog    mud    mud    rain   snow
mud        fair   cloudy mud    mud    mud    rain
snow       frost  cloudy snow   snow   mud    snowstorm
snowstorm  frost  cloudy snow   snow   snow   snowstorm
"""
"""T3.2, November to March: the weather as it is, then what each die makes of it."""

MIDDLE = """
start      fair   fair   cloudy fog    frost  rain
fair       fair   fair   fair   cloudy cloudy rain
cloudy     fair   fair   cloudy cloudy rain   rain
fog        fair   fair   fair   cloudy cloudy rain
frost      fair   fair   cloudy cloudy rain   mud
rain       fair   cloudy cloudy mud    mud    rain
mud        fair   cloudy cloudy mud    mud    rain
"""
"""T3.2, April, May and October."""

SUMMER = """
start        fair   fair   fair   cloudy fog    rain
fair         fair   fair   fair   fair   cloudy dust
cloudy       fair   fair   cloudy cloudy rain   thunderstorm
fog          fair   fair   fair   cloudy cloudy cloudy
dust         fair   fair   fair   fair   cloudy thunderstorm
rain         fair   cloudy cloudy mud    rain   thunderstorm
thunderstorm fair   cloudy rain   mud    mud    rain
mud          fair   fair   cloudy cloudy mud    rain
"""
"""T3.2, June to September; "dust" is the dust storm."""

SEASONS: Mapping[str, str] = {"winter": WINTER, "middle": MIDDLE, "summer": SUMMER}
"""The tables by the name of the season."""


def weather_rows(table: str) -> list[list[str]]:
    """Each row of a weather table: the weather as it is, then the results of the six dice."""
    lines = (line.split() for line in table.strip().splitlines())
    return [["dust storm" if word == "dust" else word for word in line] for line in lines]


def weather_cells(table: str) -> Iterator[tuple[str, int, str]]:
    """The weather as it is, the die and what comes of it, cell by cell."""
    for now, *results in weather_rows(table):
        for die, weather in enumerate(results, start=1):
            yield now, die, weather


def _seasons() -> dict[str, Any]:
    chapters: dict[str, Any] = {}
    for season, table in SEASONS.items():
        rows = weather_rows(table)
        chapters[f"weather_{season}.rows"] = [row[0] for row in rows]
        chapters[f"weather_{season}.table"] = [row[1:] for row in rows]
    return chapters


CAMPAIGN: Mapping[str, Mapping[str, Any]] = {
    "N15.5": {"demoralization.unsupplied_percent": 50},
    "N18.2": {"weather.rainy": ["rain", "thunderstorm"]},
    "N21": {
        "position.units": 2,
        "position.built_die": 1,
        "weather.no_positions": ["frost", "snow", "snowstorm"],
    },
    "T3.2": _seasons(),
}
"""Rule, dotted key, value."""
