"""The table as the greedy player sees it, and what an answer of its is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Any, Generic, TypeVar

from hexwar.engine import Decision
from hexwar.ground.zones import contact_hexes, enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of, percent_in
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import units_under
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId

FAR = 99
"""Hexes to an enemy where there is none."""

SHAKEN_SHARE = 0.5
"""What a Disrupted unit counts for in a comparison of strengths."""


@dataclass(frozen=True)
class Outlook:
    """What a side makes of a view; every field is worked out when it is first asked for."""

    state: GameState
    side: Side

    @property
    def enemy(self) -> Side:
        """The other side."""
        return self.state.battle.enemy(self.side)

    @cached_property
    def distance(self) -> Callable[[Hex, Hex], int]:
        """How many hexes one is from another."""
        return self.state.battle.battlefield.grid.distance

    @cached_property
    def enemies(self) -> Mapping[Hex, float]:
        """The enemy's strength in each hex that he holds, SP."""
        return self._strengths(self.enemy)

    @cached_property
    def friends(self) -> Mapping[Hex, float]:
        """The own strength in each hex that the side holds, SP."""
        return self._strengths(self.side)

    @cached_property
    def pressure(self) -> Mapping[Hex, float]:
        """The enemy SP that could assault each hex from next to it."""
        found: dict[Hex, float] = {}
        for hex_, strength in self.enemies.items():
            for near in contact_hexes(self.state, hex_):
                found[near] = found.get(near, 0.0) + strength
        return found

    @cached_property
    def prizes(self) -> Mapping[Hex, int]:
        """The VP that hang on each hex: those with VP of their own, and sources of supply."""
        battle = self.state.battle
        source = numbers_of(battle).victory.supply_source
        sources = battle.sources_on(self.state.turn)
        return {**dict.fromkeys(sources, source), **battle.vp_hexes}

    def _strengths(self, side: Side) -> Mapping[Hex, float]:
        found: dict[Hex, float] = {}
        for unit in self.state.on_map(side):
            if unit.hex is not None and self.state.card(unit.id).is_combat_unit:
                found[unit.hex] = found.get(unit.hex, 0.0) + self.strength(unit.id)
        return found

    # -- strengths

    def strength(self, unit: UnitId) -> float:
        """What a unit counts for, SP: its face value, or half of it while Disrupted."""
        share = SHAKEN_SHARE if self.state.units[unit].disrupted else 1.0
        return self.state.sp(unit) * share

    def sum_of(self, units: Iterable[UnitId]) -> float:
        """The strength of some units, SP."""
        return fsum(self.strength(unit) for unit in units)

    def enemies_within(self, hex_: Hex, radius: int) -> float:
        """The enemy's strength near a hex, SP."""
        return fsum(sp for h, sp in self.enemies.items() if self.distance(h, hex_) <= radius)

    def friends_within(self, hex_: Hex, radius: int) -> float:
        """The own strength near a hex, SP."""
        return fsum(sp for h, sp in self.friends.items() if self.distance(h, hex_) <= radius)

    def enemy_distance(self, hex_: Hex) -> int:
        """How many hexes away the nearest enemy combat unit is."""
        enemies = enemy_hexes(self.state, self.side)
        return min((self.distance(hex_, h) for h in enemies), default=FAR)

    # -- ground

    def shelter(self, hex_: Hex) -> float:
        """What part of an assault's fire the ground of a hex takes away, 0 to 1 (N8.5)."""
        rules = numbers_of(self.state.battle).assault
        if hex_ in self.state.positions:
            return -rules.improved_position / 100
        return -(percent_in(rules, self.state.battle.battlefield.terrain_at(hex_)) or 0) / 100

    def hardness(self, hex_: Hex) -> float:
        """The SP that would be as hard to beat in the open as the enemies of a hex are there."""
        return self.enemies.get(hex_, 0.0) / max(0.25, 1.0 - self.shelter(hex_))

    def is_lost(self, hex_: Hex) -> bool:
        """Whether a hex that gives VP is in the enemy's hands."""
        return hex_ in self.prizes and self.state.holding.control.get(hex_) != self.side

    # -- troops

    def fighters(self, line: LineId) -> tuple[UnitId, ...]:
        """The combat units on the map that a line binds."""
        return tuple(
            unit
            for unit in units_under(self.state, line)
            if self.state.units[unit].hex is not None and self.state.card(unit).is_combat_unit
        )

    def places(self, units: Iterable[UnitId]) -> tuple[Hex, ...]:
        """Where some units on the map stand, a hex for each."""
        return tuple(h for unit in units if (h := self.state.units[unit].hex) is not None)


D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question(Generic[D, T]):
    """A question, its listed answers, and the table as its side sees it."""

    asked: D
    options: Sequence[T]
    outlook: Outlook

    @property
    def state(self) -> GameState:
        """The view of the side that is asked."""
        return self.outlook.state

    @property
    def default(self) -> T:
        """The answer of the rules where nobody chooses (N31): the first."""
        return self.options[0]
