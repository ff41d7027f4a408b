"""Trains that fall into the enemy's hands (T19.5-T19.7)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.turn import TrainCaptured
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side


def capture_trains(table: Table[TlnbState]) -> None:
    """T19.6: a train is lost when an enemy combat unit stands next to it, and no friend with it."""
    state = table.state
    for side in state.battle.sides:
        enemy = state.battle.enemy(side)
        for train in state.battle.trains_of(side):
            hex_ = state.units[train].hex
            if hex_ is None or state.combat_units_in(hex_, side):
                continue
            if any(state.combat_units_in(near, enemy) for near in contact_hexes(state, hex_)):
                table.emit(TrainCaptured(train))


def take_trains(table: Table[TlnbState], hex_: Hex, side: Side) -> None:
    """T19.6, T19.7: a side's trains that no combat unit of it is with fall to who enters."""
    state = table.state
    if state.combat_units_in(hex_, side):
        return
    for unit in state.units_in(hex_, side):
        if state.card(unit).arm.is_train:
            table.emit(TrainCaptured(unit))
