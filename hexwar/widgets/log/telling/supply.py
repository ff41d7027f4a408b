"""Supply: who is in it or out of it, and whose train feeds whom."""

from __future__ import annotations

from hexwar.messages import capital, joined
from hexwar.systems.nlc.events import SupplyChanged, TrainAssigned
from hexwar.table.fact import Scene
from hexwar.text import Text, text


def supply_changed(event: SupplyChanged, scene: Scene) -> Text:
    """French supply: Udom and Karnielov are out of supply, Kornilov is in supply again."""
    names = scene.names
    parts = [
        names.units(units) + (f" is {how}" if len(units) == 1 else f" are {how}")
        for units, how in ((event.out, "out of supply"), (event.back, "in supply again"))
        if units
    ]
    found = joined(parts, last=", ") or text("nothing has changed")
    return f"{names.side(event.side)} supply: " + found + "."


def train_assigned(event: TrainAssigned, scene: Scene) -> Text:
    """Udom and Karnielov live on the baggage train of IX Corps."""
    names = scene.names
    lives = " lives on " if len(event.units) == 1 else " live on "
    return capital(names.units(event.units)) + lives + names.unit(event.train) + "."
