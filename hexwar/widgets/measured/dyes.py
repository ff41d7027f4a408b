"""The colours of a cloth by season."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final

from PySide6.QtGui import QColor

from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.theme import theme_file

Colours = tuple[QColor, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Dyes:
    """The colours of one season."""

    grass: Colours
    fleck: Colours
    tuft: QColor
    hill: Colours  # of its steps, the lowest first
    shade: QColor
    sun: QColor
    contour: QColor
    hachure: QColor
    litter: QColor  # the ground of a wood
    litter_edge: QColor
    crowns: Colours
    conifers: Colours
    crown_light: QColor
    crown_dark: QColor
    plot: QColor  # the ground of a village
    roofs: Colours
    thatch: QColor
    wall: QColor
    garden: QColor
    water: QColor
    water_deep: QColor
    water_light: QColor
    bank: QColor
    marsh: QColor
    reed: QColor
    road: QColor
    road_edge: QColor
    rut: QColor
    stone: QColor
    stone_edge: QColor
    plank: QColor
    hedge: QColor
    strips: Colours  # of fields
    furrow: QColor
    snow: QColor  # on roofs
    wood: Colours  # of the rim
    on_wood: QColor
    name: QColor
    halo: QColor


_AS: Final = {Season.ICE: Season.SNOW}


@cache
def dyes_of(season: Season) -> Dyes:
    """The colours of a season, by day: night is laid over them."""
    tables, day = theme_file("cloth"), season.by_day
    table = tables[Season.SUMMER.value] | tables.get(_AS.get(day, day).value, {})
    return Dyes(**{field.name: _read(table[field.name]) for field in fields(Dyes)})


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_read(each) for each in value)
    colour = QColor(value[:7])
    if len(value) > 7:
        colour.setAlpha(int(value[7:], 16))
    return colour
