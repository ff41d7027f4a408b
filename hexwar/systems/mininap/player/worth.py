"""What units and places are worth to a side, in VP (M23.4, M23.6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Final

from hexwar.systems.mininap.battle import Kind
from hexwar.systems.mininap.player.chances import Odds, Party, fought
from hexwar.systems.mininap.rules.losses import lost_units
from hexwar.systems.mininap.rules.victory import points
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import Side, UnitId

BREAK: Final = 18.0
"""VP that it counts to break the enemy's army, spread over the units that it takes: the last ones
count most."""

WHOLE: Final = 0.35
"""What part of a unit's worth hangs on its last SP; the rest goes with its hits."""

COMMANDER: Final = 1.5
"""VP of a commander beside what the rules count for him: his units fight the worse."""

PHASES: Final = 2
"""Phases of combat that are reckoned with."""


@dataclass(frozen=True)
class Worth:
    """The worth of everything on a table."""

    state: MiniState

    @cached_property
    def _breaking(self) -> dict[Side, float]:
        """What a side's next lost unit counts because its army is nearer to break (M23.4)."""
        state, found = self.state, dict[Side, float]()
        for side in state.battle.sides:
            units = [u for u in state.battle.units_of(side) if not state.card(u).is_command]
            limit = state.battle.break_at.get(side, len(units) // 2 + 1)
            lost = min(lost_units(state, units), limit - 1)
            found[side] = BREAK * (2 * lost + 1) / max(limit, 1) ** 2
        return found

    def whole(self, unit: UnitId) -> float:
        """What a unit counts that is lost: its SP, and how near its army is to break."""
        card, numbers = self.state.card(unit), self.state.numbers.victory
        if card.is_command:
            ranks = {
                Kind.BRIGADE: numbers.brigade,
                Kind.DIVISION: numbers.division,
                Kind.CORPS: numbers.corps,
            }
            return ranks[card.kind] + COMMANDER
        return card.sp * numbers.unit_sp + self._breaking[card.side]

    def left(self, unit: UnitId, sp: int) -> float:
        """What is left of that with so many SP; nothing of a unit without any."""
        if sp <= 0:
            return 0.0
        return self.whole(unit) * (WHOLE + (1 - WHOLE) * sp / self.state.card(unit).sp)

    def each(self, unit: UnitId) -> float:
        """What a hit on a unit counts about, VP."""
        return self.whole(unit) / self.state.card(unit).sp

    def shot(self, unit: UnitId, before: int, found: Odds) -> float:
        """What the hits of fire on a unit count (M13.1): it takes off one marker afterwards.

        Args:
            unit: Who is shot at.
            before: Hits that it has already.
            found: How likely it is that there are so many more.
        """
        usual = self._after_rest(unit, before)
        return fsum(
            p * (usual - self._after_rest(unit, before + k)) for k, p in enumerate(found) if p
        )

    def _after_rest(self, unit: UnitId, hits: int) -> float:
        numbers = self.state.numbers.losses
        rested = hits - numbers.recovered if hits > numbers.kept else hits
        return self.left(unit, self.state.card(unit).sp - rested)

    def melee(
        self, unit: UnitId, one: Party, enemy: UnitId, other: Party, phases: int = PHASES
    ) -> float:
        """What a fight counts for the first of two units, VP."""
        lost, won = self.tolls(unit, one, enemy, other, phases)
        return won - lost

    def tolls(
        self, unit: UnitId, one: Party, enemy: UnitId, other: Party, phases: int = PHASES
    ) -> tuple[float, float]:
        """What each of two units loses in a fight, VP."""
        ends = fought(one, other, phases, self.state.numbers.combat.contact_hits)
        own, theirs = self.left(unit, one.sp), self.left(enemy, other.sp)
        lost = fsum(p * (own - self.left(unit, a)) for a, _, p in ends)
        return lost, fsum(p * (theirs - self.left(enemy, b)) for _, b, p in ends)


def lead(state: MiniState, side: Side) -> int:
    """By how many VP a side leads (M23.6)."""
    return points(state, side) - points(state, state.battle.enemy(side))
