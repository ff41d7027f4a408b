"""Marshal Ney's card: in each assault and charge his own die is raised or the enemy's lowered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.model.events import NeyDieChosen
from hexwar.model.forces import Side
from hexwar.model.reports import FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.combat_rows import NEY
from hexwar.rules.nlc.cards.effects import is_in_force, reveal
from hexwar.rules.nlc.cards.sides import in_turn


class NeyDie(StrEnum):
    """The die that Marshal Ney bears upon."""

    OWN = "own die"
    ENEMY = "enemy die"


@dataclass(frozen=True, slots=True)
class ChooseNeyDie(Decision[NeyDie]):
    """N23.6: which die Marshal Ney's card bears upon in a combat, before both fall."""

    rule: ClassVar[str] = "N23.6"
    target: Hex  # that is assaulted or charged

    def options(self, state: GameState) -> Sequence[NeyDie]:  # noqa: ARG002
        """His own, raised; or the enemy's, lowered."""
        return tuple(NeyDie)

    def kind(self, answer: NeyDie) -> str:
        """`raise` or `lower`."""
        return "raise" if answer is NeyDie.OWN else "lower"


async def aim_marshals(
    table: Table[GameState], target: Hex, fires: tuple[FireReport, FireReport]
) -> tuple[Side, ...]:
    """N8.81, N23.6: before the dice of a combat each side with Ney's card says what it is for.

    Args:
        table: The table.
        target: The hex that is assaulted or charged.
        fires: Both sides' fire. Who cannot fire has no die.

    Returns:
        The sides whose die is lowered.
    """
    if not table.state.effects:
        return ()
    lowered = []
    firing = {fire.side for fire in fires if fire.column is not None}
    for side in in_turn(table.state):
        enemy = table.state.battle.enemy(side)
        if not firing or not is_in_force(table.state, side, NEY):
            continue
        reveal(table, side, NEY)
        if len(firing) > 1:
            chosen = await ChooseNeyDie(side, target)
        else:
            chosen = NeyDie.OWN if side in firing else NeyDie.ENEMY
        table.emit(NeyDieChosen(side, target, on_enemy=chosen is NeyDie.ENEMY))
        if chosen is NeyDie.ENEMY:
            lowered.append(enemy)
    return tuple(lowered)
