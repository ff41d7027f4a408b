"""Out of the way of a charge: cavalry evades, artillery limbers (N10.4-N10.42)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Table
from hexwar.model.events import Evaded
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.charge_paths import Charge
from hexwar.rules.nlc.combat_orders import may_pull_back, may_react
from hexwar.rules.nlc.fight import MainArm, main_arm
from hexwar.rules.nlc.morale import Verdict, check_morale, morale_report
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.pull_back import pull_back
from hexwar.rules.nlc.retreat import ChooseRetreatPath
from hexwar.rules.nlc.retreat_paths import Withdrawal, retreat_paths

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ChooseEvasion(Decision[bool]):
    """N10.4, N10.41: whether cavalry evades a charge, or artillery limbers and goes."""

    rule: ClassVar[str] = "N10.41"
    charge: Charge
    units: Units  # who would go
    limbers: bool  # artillery

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """Stand, or try to get away."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`limber`, `evade` or `stay`."""
        if not answer:
            return "stay"
        return "limber" if self.limbers else "evade"


@dataclass(frozen=True, slots=True)
class Escape:
    """Units of a target that could get out of the way of a charge."""

    units: Units
    limbers: bool  # artillery that limbers; else cavalry that evades
    way: Withdrawal


def escape(state: GameState, charge: Charge) -> Escape | None:
    """Who of a target could get away, and how far; None where nobody can (N10.41).

    A target without infantry: its artillery, if its order has React or Pull back; or all of it
    if that is cavalry and its order has Pull back. Somewhere to go is needed (N11.13).
    """
    side = state.battle.enemy(state.side_of(charge.units[0]))
    targets = state.combat_units_in(charge.target, side)
    arms = {main_arm(state, unit) for unit in targets}
    if not targets or MainArm.INFANTRY in arms:
        return None
    limbers = MainArm.ARTILLERY in arms
    units = tuple(u for u in targets if not limbers or state.card(u).arm.is_artillery)
    if not all(_may_go(state, unit, limbers=limbers) for unit in units):
        return None
    rules = numbers_of(state.battle).evasion
    length = rules.artillery if limbers else rules.cavalry
    way = Withdrawal(Side(side), units, length, (charge.last,))
    return Escape(units, limbers, way) if retreat_paths(state, way) else None


def _may_go(state: GameState, unit: UnitId, *, limbers: bool) -> bool:
    """Whether the order of a unit lets it get out of the way (N10.41)."""
    if may_pull_back(state, unit) is None:
        return True
    return limbers and may_react(state, unit) is None


async def evade(table: Table[GameState], charge: Charge) -> bool:
    """N10.4, N10.41: a target without infantry may get out of the way on a morale check.

    Who fails, or does not want to, is met at the halt.

    Returns:
        Whether nobody is left in the target hex, so that the chargers may enter it.
    """
    found = escape(table.state, charge)
    if found is None:
        return False
    if not await ChooseEvasion(found.way.side, charge, found.units, found.limbers):
        return False
    report = morale_report(table.state, found.units)
    word = "limbering" if found.limbers else "evading"
    passed = await check_morale(table, found.units, report, die_for=word, purpose="evasion")
    if passed is Verdict.PASSED:
        way = found.way
        path = await ChooseRetreatPath(way.side, way.units, way.hexes, way.threats)
        await pull_back(table, way, path, Evaded(way.units, path))
    return not table.state.holders_of(charge.target, found.way.side)
