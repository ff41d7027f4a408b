"""The rest of a move from a hex on its way: where those can go who do not stay there (T7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hexwar.engine import Refusal, refuse
from hexwar.grid.reach import Reach
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.movement.dropping import Drop, Units, walkers
from hexwar.systems.tlnb.rules.movement.marching import duty_of, left_of, open_ends
from hexwar.systems.tlnb.rules.movement.reach import (
    End,
    Group,
    end_refusal,
    group_at,
    group_of,
    quote,
    search,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId

Path = tuple[Hex, ...]


@dataclass(frozen=True)
class Onward:
    """What is left of a move when its first hexes are settled, and who stays behind on them."""

    state: TlnbState
    units: Units  # who set out
    column: bool
    begun: Path  # the hexes gone, from the first to this one
    drops: tuple[Drop, ...] = ()
    spent: int = 0  # half MP, for the hexes gone

    @property
    def here(self) -> Hex:
        """The hex on the way."""
        return self.begun[-1]

    @property
    def going(self) -> Units:
        """Who goes on."""
        return walkers(self.units, self.begun, self.drops, len(self.begun) - 1)

    @cached_property
    def group(self) -> Group:
        """Those who go on, as if they began here with the MP that they have left."""
        whole, place = group_of(self.state, self.units), len(self.begun) - 1
        if not place:
            return whole
        left = group_at(self.state, whole, self.begun, self.drops, place)
        rest = left.left - self.spent
        return replace(left, start=self.here, left=rest, is_fresh=False, may_wade=False)

    @cached_property
    def ends(self) -> Mapping[Hex, End]:
        """Where they may end, each by its whole path and with all that it costs."""
        if self._is_bound:
            courses = open_ends(self.state, self.units, column=self.column)
            return {h: e for h, e in courses.items() if e.path[: len(self.begun)] == self.begun}
        return {end.path[-1]: end for end in self._found_ends()}

    def _found_ends(self) -> Iterator[End]:
        group, field = group_of(self.state, self.going), self.state.battle.battlefield
        for cell, cost in self._found.cost.items():
            path = self._whole(field.grid.hexes[cell])
            if path[-1] in (self.here, self.begun[0]):
                continue
            is_end = end_refusal(self.state, group, path, column=self.column) is None
            if is_end and self._is_passable(group, path):
                yield End(self.spent + cost, path)

    def _is_passable(self, group: Group, path: Path) -> bool:
        """Whether a path that leads round a flank is one at all (T24.3)."""
        if not group.turns_flank:
            return True
        found = quote(self.state, self.units, path, column=self.column, drops=self.drops)
        return not isinstance(found, Refusal)

    @property
    def _is_bound(self) -> bool:
        """Whether a March Order tells the path (T7.58)."""
        return len(self.units) == 1 and duty_of(self.state, self.units[0]) is not None

    @cached_property
    def _found(self) -> Reach:
        gone = len(self.begun) - 1
        return search(self.state, self.group, column=self.column, gone=gone)

    def _whole(self, hex_: Hex) -> Path:
        grid = self.state.battle.battlefield.grid
        cells = self._found.path(grid.index[hex_])
        return (*self.begun, *(grid.hexes[cell] for cell in cells[1:]))

    def path_to(self, hex_: Hex) -> Path | None:
        """The whole path to a hex by what is gone, if only to pass it; None: it is out of reach."""
        if self._is_bound:
            paths = (end.path for end in self.ends.values() if hex_ in end.path)
            return next((p[: p.index(hex_) + 1] for p in paths), None)
        if hex_ == self.here:
            return self.begun
        is_found = self.state.battle.battlefield.grid.index[hex_] in self._found.cost
        return self._whole(hex_) if is_found else None

    def left_at(self, end: End) -> int:
        """The half MP that those who go on have left at an end."""
        return left_of(self.state, self.going, end, column=self.column)

    def settled(self, path: Path, drops: Sequence[Drop]) -> Onward | Refusal:
        """The rest beyond a hex farther on where these stay too, or why nobody goes on there."""
        is_farther = len(path) > len(self.begun) and not self._is_bound
        cell = self.state.battle.battlefield.grid.index[path[-1]]
        spent = self.spent + (self._found.cost[cell] if is_farther else 0)
        rest = Onward(self.state, self.units, self.column, path, (*self.drops, *drops), spent)
        if not rest.going:
            return refuse("T7.8", "Somebody must go to the end of the path.")
        if rest.ends or any(rest.without_others(unit).ends for unit in rest.going):
            return rest  # if only when more of them stay here
        if rest.group.heeds_zones and rest.here in enemy_zone(self.state, rest.group.side):
            return refuse("T8.2", "Units stop in the enemy zone in {hex}.", hex=rest.here)
        return refuse(
            "T7.1", "Nobody can go on from {hex} with the MP that are left.", hex=rest.here
        )

    def without_others(self, unit: UnitId) -> Onward:
        """The same if only one unit goes on."""
        others = tuple(Drop(other, self.here) for other in self.going if other != unit)
        return replace(self, drops=(*self.drops, *others))
