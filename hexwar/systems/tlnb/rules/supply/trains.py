"""Trains that fall into the enemy's hands (T19.5-T19.7)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.movement import PontoonLost
from hexwar.systems.tlnb.events.turn import TrainCaptured
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, Side


def capture_trains(table: Table[TlnbState]) -> None:
    """T19.6: a train is lost that no friend is with where an enemy has ended a move or an advance.

    That is in its hex or next to it; who came there by a retreat or a charge captures only what
    he enters (T19.7). A pontoon train is lost to who enters its hex (T18.21).
    """
    state = table.state
    for side in state.battle.sides:
        enemy = state.battle.enemy(side)
        for train in state.battle.trains_of(side):
            hex_ = state.units[train].hex
            is_baggage = state.card(train).arm is Arm.BAGGAGE_TRAIN
            if hex_ is None or not is_baggage or state.combat_units_in(hex_, side):
                continue
            near = (u for h in contact_hexes(state, hex_) for u in state.combat_units_in(h, enemy))
            has_come = any(unit in state.marks.ended for unit in near)
            if has_come or state.combat_units_in(hex_, enemy):
                table.emit(TrainCaptured(train))


async def take_trains(table: Table[TlnbState], hex_: Hex, side: Side) -> None:
    """T19.6, T19.7: a side's trains that no combat unit of it is with fall to who enters.

    A die tells whether a pontoon train is captured or destroyed (T18.21).
    """
    state = table.state
    if state.combat_units_in(hex_, side):
        return
    for unit in state.units_in(hex_, side):
        if state.card(unit).arm is Arm.PONTOON_TRAIN:
            die = await throw(table, state.battle.enemy(side), mark("the pontoon train"))
            table.emit(PontoonLost(unit, die))
        elif state.card(unit).arm.is_train:
            table.emit(TrainCaptured(unit))
