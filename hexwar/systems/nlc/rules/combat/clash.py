"""What assaults and charges share: both sides fire and lose steps, and the defenders may go.

Rules: N8.8, N8.9, N10.6.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from hexwar.engine import Table
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.rules.cards.combat_windows import aim_marshals
from hexwar.systems.nlc.rules.combat.fight import Fight, by_hex, on_map
from hexwar.systems.nlc.rules.combat.fire import Hit, exchange_fire
from hexwar.systems.nlc.rules.command.guard import check_in_combat
from hexwar.systems.nlc.rules.losses.losses import Toll, Tolls, lose_both
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, disrupt
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import FireReport

F = TypeVar("F", bound=Fight)


@dataclass(frozen=True, slots=True)
class Combat(Generic[F]):
    """A fight and both sides' fire in it, as it was when the dice fell."""

    fight: F
    attack: FireReport
    defence: FireReport


Settle = Callable[[Table[GameState], Combat[F], Toll, Hit], Coroutine[Any, Any, StrEnum | None]]
"""A flow that settles what becomes of one side; None where the other side's check tells."""

Surroundings = Callable[[GameState, Combat[F], Hit], Circumstances]
"""What surrounds the check of one side."""


@dataclass(frozen=True, slots=True)
class Procedure(Generic[F]):
    """How one kind of combat runs, and what it does in its own way."""

    ends: type[StrEnum]  # as they are shown: the defenders eliminated, routed, retreated; others
    fires: Callable[[GameState, F], tuple[FireReport, FireReport]]  # the attackers' first
    dice: tuple[str, str]  # what those of the fires are for
    tolls: Callable[[GameState, Combat[F]], Tolls]  # who may lose steps
    defenders_die: str  # what the die of their check is for
    defenders_check: Surroundings[F]
    attackers_check: Surroundings[F]
    settle_attacker: Settle[F]

    def combat(self, state: GameState, fight: F) -> Combat[F]:
        """A fight with both sides' fire as it is now."""
        return Combat(fight, *self.fires(state, fight))

    async def exchange(self, table: Table[GameState], fight: F) -> tuple[Combat[F], Hit, Hit]:
        """N8.81: Marshal Ney's card says which die it is for; then both dice fall."""
        combat = self.combat(table.state, fight)
        lowered = await aim_marshals(table, fight.target, (combat.attack, combat.defence))
        if lowered:
            combat = self.combat(table.state, replace(fight, lowered=lowered))
        fires, hexes = (combat.attack, combat.defence), (fight.target, fight.hit_hex)
        return combat, *await exchange_fire(table, fires, hexes, self.dice)

    async def take_losses(
        self, table: Table[GameState], combat: Combat[F], on_target: Hit, on_attackers: Hit
    ) -> Tolls:
        """N8.9 (1): both sides lose their steps at the same time, the defender's owner first."""
        steps, fight = (on_target.losses, on_attackers.losses), combat.fight
        tolls = self.tolls(table.state, combat)
        return await lose_both(table, tolls, steps, (fight.target, fight.hit_hex))

    async def settle_defender(
        self, table: Table[GameState], combat: Combat[F], toll: Toll, hit: Hit
    ) -> StrEnum | None:
        """N8.9 (2), N10.6: the defenders check if told to, and go; None when they stay.

        A card may keep them in their hex, Disrupted (N11.3).
        """
        units, (eliminated, routed, retreated, *_) = on_map(table.state, toll.units), self.ends
        if not units:
            return eliminated
        if not hit.checks:
            return None
        about = self.defenders_check(table.state, combat, hit)
        found = await check_in_combat(table, units, self.defenders_die, "retreat", about)
        if found is Verdict.PASSED:
            return None
        rout, threats = found is Verdict.ROUTED or combat.fight.caught, combat.fight.hexes
        left = [
            await retreat(table, toll.only(part), threats, attacking=False, rout=rout)
            for part in by_hex(table.state, units)
        ]
        if not all(left):
            return None
        if not on_map(table.state, units):
            return eliminated
        return routed if rout else retreated


async def steady_winners(
    table: Table[GameState], toll: Toll, die_for: str, purpose: str, about: Circumstances
) -> None:
    """N8.9 (3): winners who lost a step still check, and may be Disrupted."""
    units = on_map(table.state, toll.units)
    if toll.hurt and units:
        found = await check_in_combat(table, units, die_for, purpose, about)
        if found is not Verdict.PASSED:
            disrupt(table, units)


def leave_column(table: Table[GameState], fight: Fight) -> None:
    """N5.32: who was attacked in road column leaves it."""
    for unit in on_map(table.state, fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))
