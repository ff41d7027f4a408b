"""Movement, arrival and stacking."""

from __future__ import annotations

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    ArrivalDelayed,
    ColumnFormed,
    ColumnLeft,
    OverstackCured,
    UnitEntered,
    UnitMoved,
    UnitStopped,
)
from hexwar.table.fact import Scene
from hexwar.table.reports import points
from hexwar.text import Text


def unit_moved(event: UnitMoved, scene: Scene) -> Text:
    """Piré moved from 1704 by 1605 to Maizières (1604): 2 MP, by road."""
    names = scene.names
    price = f": {points(event.halves)} MP" + (", by road." if event.column else ".")
    if len(event.path) == 1:
        return capital(names.units(event.units)) + " halted in " + names.hex(event.path[0]) + price
    return capital(names.units(event.units)) + " moved " + names.way(event.path) + price


def unit_entered(event: UnitEntered, scene: Scene) -> Text:
    """Decouz entered the map in 0101."""
    names = scene.names
    return capital(names.unit(event.unit)) + " entered the map in " + names.hex(event.hex) + "."


def unit_stopped(event: UnitStopped, scene: Scene) -> Text:
    """Piré stayed in 1704."""
    units = capital(scene.names.units(event.units))
    if event.reason == "stays":
        return units + " stayed" + scene.there + "."
    return units + f" did not move: {event.reason}."


def column_formed(event: ColumnFormed, scene: Scene) -> Text:
    """Piré formed road column in 1704."""
    return capital(scene.names.unit(event.unit)) + " formed road column" + scene.there + "."


def column_left(event: ColumnLeft, scene: Scene) -> Text:
    """Piré left road column in 1704."""
    return capital(scene.names.unit(event.unit)) + " left road column" + scene.there + "."


def arrival_delayed(event: ArrivalDelayed, scene: Scene) -> Text:
    """Decouz and Meunier did not enter this turn and wait."""
    return capital(scene.names.units(event.units)) + " did not enter the map this turn."


def overstack_cured(event: OverstackCured, scene: Scene) -> Text:
    """Where a unit too many went, or that it was lost."""
    unit = capital(scene.names.unit(event.unit))
    if event.hex is None:
        return unit + " was lost for want of room" + scene.there + " and went to the UAR box."
    return unit + " made room" + scene.there + " and stands in " + scene.names.hex(event.hex) + "."
