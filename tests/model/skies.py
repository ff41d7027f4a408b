"""What each event of weather, days, positions and supply changes, for the test of all events."""

from __future__ import annotations

from dataclasses import replace

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import PositionBuilt, PositionFailed
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.events.turn import DayBegan, WeatherRolled
from hexwar.systems.nlc.state import GameState
from tests.model.combats import Change
from tests.model.pads import with_fields
from tests.systems.nlc.positions import FRENCH, unit, units

F1, F2, A2 = unit("F1"), unit("F2"), unit("A2")
WET_DAY, OLD, NEW = "mud", Hex("0505"), Hex("0303")


def put_sky(state: GameState) -> None:
    """It is muddy after a dark dawn; a position stands, and a unit is out of supply."""
    state.sky = replace(state.sky, weather=WET_DAY, is_wet=True, is_dark_dawn=True)
    state.positions = frozenset({OLD})
    state.supply = replace(state.supply, unsupplied=frozenset({F1}))


CASES: list[tuple[Event, Change]] = [
    (
        WeatherRolled(1, WET_DAY, "fair", is_wet=False),
        with_fields(weather="fair", is_dark_dawn=False),  # it stays wet for the day
    ),
    (
        WeatherRolled(4, WET_DAY, "rain", is_wet=True, is_dark_dawn=True),
        with_fields(weather="rain"),
    ),
    (DayBegan(30), with_fields(is_wet=False, is_dark_dawn=False, forced_hours={})),
    (PositionBuilt(NEW, 1), with_fields(positions=frozenset({OLD, NEW}))),
    (PositionFailed(NEW, 4), with_fields()),
    (SupplyChanged(FRENCH, (F2,), (F1,)), with_fields(unsupplied=frozenset({F2}))),
    (
        TrainAssigned(units("F1 F2"), A2),
        with_fields(trains_of={F1: A2, F2: A2}),
    ),
]
