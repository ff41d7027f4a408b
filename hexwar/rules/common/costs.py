"""What each step over the map costs (N5.1), with the reasons.

Costs are counted in half MP, so that a road's half point is a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from hexwar.grid.reach import BARRED
from hexwar.hexes import Hex
from hexwar.model.battle import Battle
from hexwar.model.battlefield import Battlefield, Terrain, Water, Way
from hexwar.model.forces import Arm
from hexwar.model.reports import StepCost
from hexwar.rules.nlc.numbers import HexCost, Movement, numbers_of


class Gait(StrEnum):
    """How a piece moves: the columns of the cost table and road movement."""

    FOOT = "infantry"
    OTHERS = "others"  # artillery, horse artillery, cavalry
    COLUMN = "road movement"  # any unit
    PAST_FRIENDS = "road movement past friends"  # into a hex that friends hold (N5.31)
    TRAIN = "train"
    LEADER = "leader"


def gait_of(arm: Arm) -> Gait:
    """The column of the cost table for an arm."""
    if arm.is_train:
        return Gait.TRAIN
    return Gait.FOOT if arm is Arm.INFANTRY else Gait.OTHERS


@dataclass(frozen=True, slots=True)
class Ground:
    """One battlefield under one set of numbers: explains single steps."""

    field: Battlefield
    numbers: Movement

    def step(self, gait: Gait, a: Hex, b: Hex) -> StepCost | None:
        """What the step from a hex to the next costs, or None where it may not be made."""
        way = self.field.ways.get((a, b))
        marching = way is not None and gait not in (Gait.FOOT, Gait.OTHERS)
        if way is None and gait in (Gait.COLUMN, Gait.PAST_FRIENDS):
            return None
        across = self._water(gait, a, b, way, marching=marching)
        if across is None:
            return None
        parts = [self._hex(gait, b, way, marching=marching), *across]
        if self.field.is_upward(a, b):
            if gait is Gait.TRAIN and way is None:
                return None
            parts.append(("slope", _halves(self.numbers.slope_up)))
        return StepCost(b, sum(halves for _, halves in parts), tuple(parts))

    def _hex(self, gait: Gait, b: Hex, way: Way | None, *, marching: bool) -> tuple[str, int]:
        terrain = self.field.terrain_at(b)
        if marching and way is not None:
            return self._march(gait, way)
        cost: HexCost = getattr(self.numbers, terrain.value)
        halves = _halves(cost.infantry if gait is Gait.FOOT else cost.others)
        if way is not None and terrain in (Terrain.WOODS, Terrain.MARSH):
            return way.value, _halves(self.numbers.road_or_trail)
        return terrain.value, halves

    def _march(self, gait: Gait, way: Way) -> tuple[str, int]:
        if way is Way.TRAIL:
            return "trail", _halves(self.numbers.trail_march)
        if gait is Gait.PAST_FRIENDS:
            return "road past friends", _halves(self.numbers.march_through_friends)
        road = self.numbers.leader_road if gait is Gait.LEADER else self.numbers.road_march
        return "road", _halves(road)

    def _water(
        self, gait: Gait, a: Hex, b: Hex, way: Way | None, *, marching: bool
    ) -> list[tuple[str, int]] | None:
        """What the hexside's water adds, or None where it bars the way."""
        water = self.field.water_between(a, b)
        span = self.field.span_between(a, b)
        if water is None:
            return []
        if water is Water.RIVER:
            if span is None:
                return None
            return [] if marching else [("bridge", _halves(self.numbers.bridge))]
        if span is not None and way is not None:
            return []
        if gait is Gait.TRAIN:
            return None
        return [("stream", _halves(self.numbers.stream))]

    def entry(self, gait: Gait, hex_: Hex) -> StepCost:
        """What an arriving piece pays for its entry hex: road cost (N5.81)."""
        way = self.field.way_hexes.get(hex_, Way.TRAIL)
        if gait in (Gait.FOOT, Gait.OTHERS):
            part = (way.value, _halves(self.numbers.road_or_trail))
        else:
            part = self._march(gait, way)
        return StepCost(hex_, part[1], (part,))


@lru_cache(maxsize=16)
def ground_of(battle: Battle) -> Ground:
    """The ground of a battle."""
    return Ground(battle.battlefield, numbers_of(battle).movement)


@lru_cache(maxsize=128)
def cost_rows(battle: Battle, gait: Gait) -> tuple[tuple[int, ...], ...]:
    """For each hex in map order the half MP of the step to each of its six neighbours."""
    ground = ground_of(battle)
    grid = battle.battlefield.grid
    hexes = grid.hexes

    def halves(a: Hex, neighbour: int) -> int:
        step = ground.step(gait, a, hexes[neighbour]) if neighbour >= 0 else None
        return BARRED if step is None else step.halves

    return tuple(
        tuple(halves(a, n) for n in row)
        for a, row in zip(hexes, grid.neighbour_indexes, strict=True)
    )


def _halves(mp: float) -> int:
    return round(mp * 2)
