"""Cavalry charges infantry or artillery that has come near (N10.22, N10.25)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import active
from hexwar.rules.nlc.charge_paths import Charge
from hexwar.rules.nlc.fight import MainArm, by_hex, hex_of, main_arm, on_map
from hexwar.rules.nlc.impact import strike
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.reaction import ChooseReactionCharge, dare, reactions

Units = tuple[UnitId, ...]


async def react_to_move(table: Table[GameState], units: Units) -> None:
    """N10.25: where infantry or artillery has ended its move near enemy cavalry, that may charge.

    The enemy has one try in an activation. It is resolved as a charge with the roles reversed
    (N10.22).
    """
    enemy = table.state.battle.enemy(active(table.state).side)
    for stack in by_hex(table.state, provokers(table.state, units)):
        if active(table.state).met_advance:
            return
        hex_ = hex_of(table.state, stack[0])
        if not comes_near(table.state, enemy, hex_):
            continue
        if next(reactions(table.state, enemy, hex_), None) is None:
            continue
        chosen = await ChooseReactionCharge(enemy, hex_, stack)
        if chosen is not None and await dare(table, chosen, hex_, move=True):
            await strike(table, Charge(chosen.units, hex_, chosen.path))


def comes_near(state: GameState, enemy: Side, hex_: Hex) -> bool:
    """Whether a move that ends in a hex ends near undisrupted cavalry of the enemy (N10.25)."""
    distance = state.battle.battlefield.grid.distance
    radius = numbers_of(state.battle).charge.advance_radius
    return any(
        unit.hex is not None
        and not unit.disrupted
        and state.card(unit.id).arm.is_cavalry
        and distance(unit.hex, hex_) <= radius
        for unit in state.on_map(enemy)
    )


def provokers(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units whose move may be met: infantry and artillery on the map (N10.25)."""
    return tuple(
        unit
        for unit in on_map(state, units)
        if state.card(unit).is_combat_unit and main_arm(state, unit) is not MainArm.CAVALRY
    )
