"""Formation Scattered: stacks that have lost their way (card 6, 18.56, T24.3, T24.4)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Table
from hexwar.hexes import Direction, Hex
from hexwar.model.cards import CardId
from hexwar.model.events import DirectionRolled, UnitRedeployed
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.costs import gait_of, ground_of
from hexwar.rules.common.stacking import has_room
from hexwar.rules.nlc.cards.forces import Force, is_barred
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.numbers import numbers_of

CARD = CardId("formation-scattered")

SECTOR = 60
"""Degrees from a direction of the hexes to the next."""

CLOSE = 15
"""How many degrees north may lie off a hexrow to count as aligned with it (house rule)."""


def direction_of(north: float, die: int) -> Direction:
    """Where a stack goes on the sheet.

    Args:
        north: Degrees that north lies clockwise from the top of the sheet.
        die: As it fell: from north, or from halfway to the next hexrow, a sixth of the circle on.
    """
    off = 0 if is_aligned(north) else SECTOR // 2
    return Direction(round((north + off + SECTOR * (die - 1)) / SECTOR) % len(Direction))


def is_aligned(north: float) -> bool:
    """Whether north lies along a hexrow: then the second column of the card is used (18.56)."""
    off = north % SECTOR
    return min(off, SECTOR - off) <= CLOSE


def point_of(state: GameState, die: int) -> str:
    """The point of the compass that a die names, such as NE (T24.4)."""
    numbers = numbers_of(state.battle).card
    aligned = is_aligned(state.battle.battlefield.north)
    return (numbers.points if aligned else numbers.points_between)[die - 1]


def stacks_of(state: GameState, force: Force) -> list[tuple[UnitId, ...]]:
    """The units of a force hex by hex, in the order of battle."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in force:
        hex_ = state.units[unit].hex
        assert hex_ is not None
        stacks.setdefault(hex_, []).append(unit)
    return [tuple(units) for units in stacks.values()]


def stray(state: GameState, stack: Sequence[UnitId], direction: Direction) -> tuple[Hex, ...]:
    """The hexes over which a stack strays, with the one where it stands.

    It stops before an EZOC, the enemy, the edge of the map and what it cannot cross, and where
    there is no room for it.
    """
    side, hex_ = state.side_of(stack[0]), state.units[stack[0]].hex
    assert hex_ is not None
    path = [hex_]
    for _ in range(numbers_of(state.battle).card.scattered_hexes):
        following = _next(state, side, stack, path[-1], direction)
        if following is None:
            break
        path.append(following)
    while len(path) > 1 and not has_room(state, path[-1], side, stack):
        path.pop()
    return tuple(path)


def _next(
    state: GameState, side: Side, stack: Sequence[UnitId], hex_: Hex, direction: Direction
) -> Hex | None:
    following = state.battle.battlefield.grid.neighbour(hex_, direction)
    if following is None or is_barred(state, side, following):
        return None
    gait = gait_of(*(state.card(unit).arm for unit in stack))
    return None if ground_of(state).step(gait, hex_, following) is None else following


async def scatter(table: Table[GameState], force: Force) -> None:
    """18.56: each stack of a force rolls for its direction and goes there."""
    for stack in stacks_of(table.state, force):
        state = table.state
        die = await throw(table, state.side_of(stack[0]), f"where {_names(state, stack)} went")
        path = stray(state, stack, direction_of(state.battle.battlefield.north, die))
        table.emit(DirectionRolled(stack, die, point_of(state, die), path))
        if len(path) > 1:
            for unit in stack:
                table.emit(UnitRedeployed(unit, CARD, path[-1]))
            for event in control_events(table.state, stack, path[1:]):
                table.emit(event)


def _names(state: GameState, stack: Sequence[UnitId]) -> str:
    return " and ".join(state.card(unit).name for unit in stack)
