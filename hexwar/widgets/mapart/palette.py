"""The inks of the map sheet by season, in one file so that their tones can be weighed together.

The ground stays light and low in contrast: counters and overlays lie on it and must win. The
colours lie in assets/theme/seasons.toml, `#rrggbb` or, with an opacity, `#rrggbbaa`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtGui import QColor

from hexwar.resources import assets
from hexwar.widgets.theme import theme_file

FILE = "seasons.toml"

Inkwell = tuple[QColor, ...]


_NIGHT = "-night"


class Season(Enum):
    """How the land looks: a season by day or by night."""

    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"  # bare woods, ploughed land
    SNOW = "snow"  # the same under snow
    ICE = "ice"  # and all waters are frozen
    SUMMER_NIGHT = "summer-night"
    AUTUMN_NIGHT = "autumn-night"
    WINTER_NIGHT = "winter-night"
    SNOW_NIGHT = "snow-night"
    ICE_NIGHT = "ice-night"

    @property
    def by_day(self) -> Season:
        """The same by day."""
        return Season(self.value.removesuffix(_NIGHT))

    @property
    def by_night(self) -> Season:
        """The same by night."""
        return Season(self.by_day.value + _NIGHT)


_SNOWY = ("snow", "snowstorm")
_LEAVES, _HARVEST, _BARE = (4, 16), (9, 16), (11, 16)  # month and day from which it looks so


def season_of(month: int, day: int, weather: str = "") -> Season:
    """The look of the land on a day and in a weather; summer where no date is known (month 0)."""
    if weather in _SNOWY:
        return Season.SNOW
    if month == 0 or _LEAVES <= (month, day) < _HARVEST:
        return Season.SUMMER
    return Season.AUTUMN if _HARVEST <= (month, day) < _BARE else Season.WINTER


@dataclass(frozen=True, slots=True, eq=False)
class Inks:
    """The inks of one season."""

    paper: QColor
    ink: QColor
    faint_ink: QColor
    halo: QColor
    ground: Inkwell  # hypsometric tint of levels 0, 1, 2 and 3; higher ground keeps the last
    shade: QColor  # the shadowed side of relief
    sun: QColor  # the lit side of relief
    contour: QColor
    hachure_lit: QColor
    hachure_side: QColor
    hachure_dark: QColor
    crest: QColor
    woods: QColor
    woods_far: QColor
    woods_edge: QColor
    woods_shadow: QColor
    crowns: Inkwell
    evergreens: Inkwell
    crown_edge: QColor
    crown_shadow: QColor
    bareness: float  # of the trees that bear leaves in summer, how many stand bare
    evergreen: float  # of all trees, how many are evergreen
    marsh: QColor
    marsh_pool: QColor
    marsh_water: QColor
    reed: QColor
    water_bank: QColor
    water: QColor
    water_light: QColor
    ford_edge: QColor
    road_casing: QColor
    road: QColor
    trail: QColor
    trail_bed: QColor
    avenue: QColor
    avenue_edge: QColor
    roofs: Inkwell
    roof_edge: QColor
    cast_shadow: QColor
    court: QColor
    garden: QColor
    hedge: QColor
    strips: Inkwell
    furrow: QColor
    crop: QColor  # what stands or lies in rows on some strips: corn, stubble, winter wheat
    crop_dash: float  # widths from one tuft of it to the next; 0 for whole lines
    grid: QColor
    grid_far: QColor
    corner: QColor  # of the hexes
    number: QColor
    place_ink: QColor
    river_ink: QColor
    woods_ink: QColor
    woods_halo: QColor
    marsh_ink: QColor
    height_ink: QColor

    def of(self, name: str) -> QColor:
        """The ink with a name."""
        ink = getattr(self, name)
        assert isinstance(ink, QColor), f"{name} is no ink"
        return ink


def inks_file() -> Path:
    """Where the inks are."""
    return assets() / "theme" / FILE


@cache
def inks_of(season: Season) -> Inks:
    """The inks of a season: those of summer where it has none of its own, on ice those of snow.

    By night all are dimmed but lines and names, which then are light.
    """
    tables, day = theme_file(Path(FILE).stem), season.by_day
    snow = tables[Season.SNOW.value] if day is Season.ICE else {}
    table = tables[Season.SUMMER.value] | snow | tables[day.value]
    inks = {field.name: _read(table[field.name]) for field in fields(Inks)}
    if season is not season.by_day:
        night = {name: _read(value) for name, value in tables["night"].items()}
        inks = {name: _dimmed(ink) for name, ink in inks.items()} | night
    return Inks(**inks)


_DIMMED = (0.27, 0.30, 0.42)  # how much of red, green and blue the night leaves


def _dimmed(value: Any) -> Any:
    """A colour or colours by night; a number stays."""
    if isinstance(value, tuple):
        return tuple(_dimmed(each) for each in value)
    if not isinstance(value, QColor):
        return value
    red, green, blue = _DIMMED
    parts = value.red() * red, value.green() * green, value.blue() * blue
    return QColor(round(parts[0]), round(parts[1]), round(parts[2]), value.alpha())


def _read(value: Any) -> Any:
    """A colour, colours, or a number."""
    if isinstance(value, list):
        return tuple(_read(each) for each in value)
    if not isinstance(value, str):
        return float(value)
    colour = QColor(value[:7])
    if len(value) > 7:
        colour.setAlpha(int(value[7:], 16))
    return colour
