"""Where units that have gone a part of their way can go on to (N5.4, N5.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hexwar.engine import Refusal
from hexwar.grid.reach import Reach
from hexwar.ground.movement import Drop, Movers, ends, find_reach, group_at, path_to, quote
from hexwar.ground.zones import is_in_enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState


@dataclass(frozen=True)
class Onward:
    """The rest of a move from a hex on its way."""

    view: GameState
    group: Movers  # those who go on, as if they began here with the MP that they have left
    column: bool
    begun: tuple[Hex, ...]  # the hexes gone, from the first to this one
    drops: tuple[Drop, ...] = ()  # who stays behind on them

    @property
    def here(self) -> Hex:
        """The hex on the way."""
        return self.begun[-1]

    @cached_property
    def left(self) -> dict[Hex, int]:
        """The hexes where they may end, with the half MP that they then have left."""
        index, group = self.view.battle.battlefield.grid.index, self.group
        order = permissions(self.view, group.units[0])
        found = ends(self.view, group, order, column=self.column)
        return {h: group.allowance - reach.cost[index[h]] for h, reach in found.items()}

    @cached_property
    def _found(self) -> Reach:
        order = permissions(self.view, self.group.units[0])
        return find_reach(self.view, self.group, order, column=self.column)

    def path_to(self, hex_: Hex) -> tuple[Hex, ...] | None:
        """The whole path to a hex, by what is gone; None where the MP do not lead there."""
        if self.view.battle.battlefield.grid.index[hex_] not in self._found.cost:
            return None
        return (*self.begun, *path_to(self.view, self._found, hex_)[1:])


def onward(
    view: GameState, group: Movers, path: Sequence[Hex], drops: tuple[Drop, ...], *, column: bool
) -> Onward | None:
    """The rest of a group's move from the end of a path; None where it must halt there.

    Args:
        view: The table.
        group: Who moves.
        path: The hexes gone so far, from the first.
        drops: Who stays behind on them, the last one included.
        column: By road movement.
    """
    quoted = quote(view, group, path, column=column, drops=drops)
    if isinstance(quoted, Refusal):
        return None
    left = group_at(view, group, path, drops, len(path) - 1)
    rest = left.allowance - quoted.halves
    halts = left.heeds_zones and not left.is_train and is_in_enemy_zone(view, left.side, path[-1])
    if halts or rest < 0:
        return None
    here = replace(left, start=path[-1], entering=False, allowance=rest, fresh=False, alone=False)
    return Onward(view, here, column, tuple(path), drops)
