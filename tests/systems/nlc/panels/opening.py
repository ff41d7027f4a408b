"""The small battle of the tests of widgets, as NLC sets it up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.systems.nlc.rules.movement.law import LAW
from hexwar.systems.nlc.state import Chits, GameState, Holding, Schedule
from hexwar.table.state import Sky
from tests.widgets.skirmish import ALLIED, FRENCH, battle, leaders_due, placed, units_due


def start(options: Mapping[str, str] = MappingProxyType({})) -> GameState:
    """Turn 1."""
    made = battle(options)
    return placed(
        GameState(
            battle=made,
            law=LAW,
            units=units_due(),
            leaders=leaders_due(),
            turn=1,
            chits=Chits(cups={FRENCH: (), ALLIED: ()}),
            schedule=Schedule(made.arrivals),
            sky=Sky("cloudy"),
            holding=Holding(made.control),
        )
    )
