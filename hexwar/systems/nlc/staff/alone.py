"""What stands alone within the enemy's reach, and what it costs to leave it so (N14.6, N16)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.staff.raids import risk_alone
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId

EXPOSED: Final = 0.5
"""How likely it is that what stands alone is still so when the enemy could come."""


def fears(
    state: GameState, ledger: Ledger, acting: Collection[FormationId] = ()
) -> dict[Hex, float]:
    """What it costs that nobody stands in some hexes, VP; only where the enemy could come.

    Args:
        state: The table.
        ledger: The account of the side.
        acting: Formations whose commanders and trains can still go.
    """
    found: dict[Hex, float] = {}
    for hex_, stake in _stakes(state, ledger, acting):
        if not state.holders_of(hex_, ledger.side):
            cost = EXPOSED * stake * risk_alone(state, ledger.side, hex_)
            found[hex_] = found.get(hex_, 0.0) + cost
    return {hex_: cost for hex_, cost in found.items() if cost}


def _stakes(
    state: GameState, ledger: Ledger, acting: Collection[FormationId]
) -> Iterator[tuple[Hex, float]]:
    """The hexes of a side that it would lose something with, and what, VP."""
    battle, side = state.battle, ledger.side
    for hex_, vp in Outlook(state, side).prizes.items():
        if state.holding.control.get(hex_) == side:
            # a source of its own is the enemy's gain alone
            yield hex_, 2.0 * vp if hex_ in battle.vp_hexes else vp
    for leader in state.leaders.values():
        card = battle.leaders[leader.id]
        if leader.hex is not None and card.side == side and card.formation not in acting:
            yield leader.hex, ledger.ransom(card)
    for unit in state.on_map(side):
        card_of = state.card(unit.id)
        is_train = card_of.arm is Arm.BAGGAGE_TRAIN
        if is_train and unit.hex is not None and card_of.formation not in acting:
            yield unit.hex, numbers_of(battle).victory.baggage_train
