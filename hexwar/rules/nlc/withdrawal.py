"""Retreat before assault: who may go before the fire begins, and where to (N8.2, N8.21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.events import RetreatedBeforeAssault, UnitDisrupted
from hexwar.model.forces import Side, UnitId
from hexwar.model.reports import MoraleReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import active
from hexwar.rules.nlc.assault_law import is_order_known
from hexwar.rules.nlc.combat_orders import may_pull_back
from hexwar.rules.nlc.fight import MainArm, attacking_hexes, main_arm
from hexwar.rules.nlc.guard import dismay
from hexwar.rules.nlc.morale import Circumstances, Verdict, check_morale, morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.pull_back import pull_back
from hexwar.rules.nlc.retreat import LISTED_PATHS
from hexwar.rules.nlc.retreat_paths import (
    Path,
    Withdrawal,
    retreat_path_refusal,
    retreat_paths,
)

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ChooseRetreatBeforeAssault(Decision[Path | None]):
    """N8.2: whether the defenders leave before the fire begins, and along which hexes."""

    rule: ClassVar[str] = "N8.2"
    target: Hex  # that they would leave
    attackers: Units

    def options(self, state: GameState) -> Sequence[Path | None]:
        """Stand; or each way of one or two hexes, the longer ones first."""
        return [None, *withdrawal_paths(state, self.target, self.attackers)[:LISTED_PATHS]]

    def refusal(self, state: GameState, answer: Path | None) -> Refusal | None:
        """Any way whose every hex is of the best class (N11.13)."""
        if answer is None or answer in withdrawal_paths(state, self.target, self.attackers):
            return None
        steps, longest = len(answer) - 1, numbers_of(state.battle).withdrawal.hexes
        if not 1 <= steps <= longest:
            return Refusal(f"A retreat before assault is 1 to {longest} hexes long.", "N8.2")
        group = withdrawal(state, self.target, self.attackers, steps)
        found = retreat_path_refusal(state, group, answer)
        return found or Refusal("The units may not go that way.", "N8.21")

    def kind(self, answer: Path | None) -> str:
        """`withdraw` or `stay`."""
        return "stay" if answer is None else "withdraw"


# -- who may, and where to


def withdrawal(state: GameState, target: Hex, attackers: Units, hexes: int) -> Withdrawal:
    """The whole stack of a hex that goes some hexes away from those who attack it (N8.21)."""
    side = Side(state.battle.enemy(state.side_of(attackers[0])))
    stack = state.holders_of(target, side)
    return Withdrawal(side, stack, hexes, attacking_hexes(state, attackers))


def withdrawal_paths(state: GameState, target: Hex, attackers: Units) -> list[Path]:
    """Every way that the defenders of a hex may go before an assault; none where they may not."""
    if not may_withdraw(state, target, attackers):
        return []
    longest = numbers_of(state.battle).withdrawal.hexes
    return [
        path
        for hexes in range(longest, 0, -1)
        for path in retreat_paths(state, withdrawal(state, target, attackers, hexes))
        if len(path) == hexes + 1
    ]


def may_withdraw(state: GameState, target: Hex, attackers: Units) -> bool:
    """Whether a stack may leave its hex before an assault (N8.2, N8.21).

    It is all cavalry and horse artillery, or every unit's order has it pull back (N12.2). Each
    stack does so once in an enemy activation, and as a whole: not while only the tail of a unit
    in road column is in the hex.
    """
    stack = withdrawal(state, target, attackers, 1).units
    if not _is_free(state, target, stack):
        return False
    return _is_mounted(state, stack) or all(may_pull_back(state, unit) is None for unit in stack)


def might_withdraw(state: GameState, target: Hex, attackers: Units) -> bool:
    """Whether a stack may leave for all that a view shows: an order unknown to it may allow it."""
    stack = withdrawal(state, target, attackers, 1).units
    if not _is_free(state, target, stack):
        return False
    return _is_mounted(state, stack) or all(
        not is_order_known(state, unit) or may_pull_back(state, unit) is None for unit in stack
    )


def _is_free(state: GameState, target: Hex, stack: Units) -> bool:
    withdrew = active(state).withdrew
    return all(state.units[u].hex == target and u not in withdrew for u in stack)


def _is_mounted(state: GameState, stack: Units) -> bool:
    return all(state.card(unit).arm.is_mounted for unit in stack)


def withdrawal_report(state: GameState, stack: Sequence[UnitId]) -> MoraleReport | None:
    """What a stack must pass before it may leave; None for one without infantry (N8.2).

    It is defending (N2.44); the rows of N2.32 for the fire fight do not apply yet (house rule).
    """
    if all(main_arm(state, unit) is not MainArm.INFANTRY for unit in stack):
        return None
    return morale_report(state, stack, Circumstances(defending=True))


# -- the flow


async def retreat_before_assault(table: Table[GameState], target: Hex, attackers: Units) -> bool:
    """N8.35 (3): the defenders may go; infantry must pass a check, or it stays and is Disrupted.

    Returns:
        Whether they have left the hex.
    """
    if not withdrawal_paths(table.state, target, attackers):
        return False
    side = withdrawal(table.state, target, attackers, 1).side
    path = await ChooseRetreatBeforeAssault(side, target, attackers)
    if path is None:
        return False
    group = withdrawal(table.state, target, attackers, len(path) - 1)
    if not await _gets_away(table, group.units):
        return False
    await pull_back(table, group, path, RetreatedBeforeAssault(group.units, path))
    return True


async def _gets_away(table: Table[GameState], stack: Units) -> bool:
    report = withdrawal_report(table.state, stack)
    if report is None:
        return True
    found = await check_morale(
        table, stack, report, die_for="retreat before assault", purpose="withdrawal"
    )
    if found is Verdict.PASSED:
        return True
    await dismay(table, stack)
    for unit in stack:
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))
    return False
