"""Stacks that lose their way in a snowstorm (T34.6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import CHANCE, Roll, Table
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.special import DrivenUpon, SnowRolled
from hexwar.systems.tlnb.rules.movement.dropping import Drops, walkers
from hexwar.systems.tlnb.rules.movement.reach import pushed
from hexwar.systems.tlnb.rules.special.registry import BLIND
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, UnitId


def is_blinding(state: TlnbState) -> bool:
    """Whether stacks can lose their way now."""
    return BLIND in state.battle.special and state.sky.weather == "snowstorm"


def strays(state: TlnbState, units: Sequence[UnitId], path: Sequence[Hex], entered: int) -> bool:
    """Whether a step along a path calls for a die: the last one, off a road or trail.

    Args:
        state: The table.
        units: Who move; trains and vedettes do not roll.
        path: Up to the hex that is entered.
        entered: The hexes that the units have entered on this turn, that one too.
    """
    if not is_blinding(state) or entered < _SECOND:
        return False
    is_on_way = (path[-2], path[-1]) in state.battle.battlefield.ways
    return not is_on_way and any(state.card(u).is_combat_unit for u in units)


_SECOND = 2
"""From its second hex of the turn on a stack can lose its way."""


async def find_way(
    table: Table[TlnbState],
    units: tuple[UnitId, ...],
    path: tuple[Hex, ...],
    entered: int,
    drops: Drops = (),
) -> tuple[Hex, ...]:
    """T34.6: the hexes that a stack goes in truth; it ends where it was pushed aside, or stopped.

    Args:
        table: The table.
        units: Who move.
        path: The hexes that they want to go, that where they stand the first.
        entered: How many hexes they have entered on this turn before.
        drops: Who stays behind on the way.
    """
    state = table.state
    for place in range(1, len(path)):
        going = walkers(units, path, drops, place - 1)
        if not strays(state, going, path[: place + 1], entered + place):
            continue
        die = await Roll(CHANCE, mark("the way in the snow"))
        hex_ = _entered(state, going, path[place - 1], path[place], die)
        table.emit(SnowRolled(going, path[place], die, hex_))
        if hex_ != path[place]:
            return path[:place] if hex_ is None else (*path[:place], hex_)
    return path


def _entered(state: TlnbState, units: Sequence[UnitId], a: Hex, b: Hex, die: int) -> Hex | None:
    """The hex that a stack enters by its die; None: it stops."""
    rule, grid = state.battle.special[BLIND], state.battle.battlefield.grid
    turn = {rule.number("left_on"): -1, rule.number("right_on"): 1}.get(die)
    if turn is None:
        return b
    around = grid.neighbour_indexes[grid.index[a]]
    cell = around[(around.index(grid.index[b]) + turn) % 6]
    if cell < 0:
        return None
    hex_ = grid.hexes[cell]
    return None if pushed(state, units, a, hex_) is None else hex_


def come_upon(table: Table[TlnbState], units: Sequence[UnitId]) -> None:
    """T34.6: infantry that the snow has driven next to an enemy must attack."""
    state, hex_ = table.state, table.state.units[units[0]].hex
    if hex_ is None or not any(state.card(u).arm is Arm.INFANTRY for u in units):
        return
    enemies = enemy_hexes(state, state.side_of(units[0]))
    if any(near in enemies for near in state.battle.battlefield.grid.neighbours[hex_]):
        table.emit(DrivenUpon(tuple(u for u in units if state.card(u).is_combat_unit)))


def warning(state: TlnbState) -> str:
    """What a player should know who moves now; empty in other weather."""
    if not is_blinding(state):
        return ""
    return say("In this snowstorm stacks can lose their way off the roads.")
