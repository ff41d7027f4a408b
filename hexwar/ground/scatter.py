"""Where a stack that has lost its way goes, by the compass and a die (18.56, T24.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexwar.ground.costs import gait_of, ground_of
from hexwar.ground.law import GroundState
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Direction, Hex
from hexwar.table.forces import Side, UnitId

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


def is_barred(state: GroundState, side: Side, hex_: Hex) -> bool:
    """Whether no force is set up in a hex: an enemy piece is there, a train or leader too, or EZOC.

    What happens to enemies who are met on a march does not happen before the battle (house rule).
    """
    enemy = state.battle.enemy(side)
    is_held = state.units_in(hex_, enemy) or state.leaders_in(hex_, enemy)
    return bool(is_held) or hex_ in enemy_zone(state, side) | enemy_hexes(state, side)


def stacks_of(state: GroundState, force: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """The units of a force hex by hex, in the order of battle."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in force:
        hex_ = state.units[unit].hex
        assert hex_ is not None
        stacks.setdefault(hex_, []).append(unit)
    return [tuple(units) for units in stacks.values()]


def stray(
    state: GroundState,
    stack: Sequence[UnitId],
    direction: Direction,
    most: int,
    has_room: Callable[[Hex], bool],
) -> tuple[Hex, ...]:
    """The hexes over which a stack strays, with the one where it stands.

    It stops before an EZOC, the enemy, the edge of the map and what it cannot cross, and where
    there is no room for it.

    Args:
        state: The table.
        stack: Units of one hex.
        direction: Where it goes.
        most: So many hexes at the most.
        has_room: Whether the stack may end in a hex.
    """
    hex_ = state.units[stack[0]].hex
    assert hex_ is not None
    path = [hex_]
    for _ in range(most):
        following = _next(state, stack, path[-1], direction)
        if following is None:
            break
        path.append(following)
    while len(path) > 1 and not has_room(path[-1]):
        path.pop()
    return tuple(path)


def _next(
    state: GroundState, stack: Sequence[UnitId], hex_: Hex, direction: Direction
) -> Hex | None:
    following = state.battle.battlefield.grid.neighbour(hex_, direction)
    if following is None or is_barred(state, state.side_of(stack[0]), following):
        return None
    gait = gait_of(*(state.card(unit).arm for unit in stack))
    return None if ground_of(state).step(gait, hex_, following) is None else following
